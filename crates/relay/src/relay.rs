//! What all requests share: the configuration, the outbox, the counts, and how a refusal is told.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::http::StatusCode;
use axum::http::header::{self, HeaderName};
use forms::{RelayTexts, Settings};
use serde_json::json;

use crate::alert::Alerts;
use crate::config::Config;
use crate::counter::Counter;
use crate::exchange::Exchange;
use crate::ledger::Ledger;
use crate::metrics::Metrics;
use crate::minds::Minds;
use crate::outbox::Outbox;
use crate::page::{self, Frame};
use crate::refusal::Refusal;
use crate::reply::Reply;

/// What a proxy proves itself by.
const RELAY_SECRET: HeaderName = HeaderName::from_static("x-relay-secret");
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Everything that requests share.
pub(crate) struct Relay {
    pub config: Config,
    pub outbox: Outbox,
    pub ledger: Ledger,
    pub counter: Counter,
    pub minds: Minds,
    pub frame: Frame,
    pub metrics: Metrics,
    pub alerts: Alerts,
    /// Whether the last mail failed in a way that is for the owner to mend: nothing will be delivered until somebody looks.
    pub is_hopeless: AtomicBool,
    is_warned: AtomicBool,
}

impl Relay {
    pub fn new(config: Config, outbox: Outbox) -> Arc<Self> {
        let (bells, site) = (config.bells.clone(), config.site.clone());
        Arc::new(Relay {
            frame: Frame::new(Arc::clone(&config.settings)),
            metrics: Metrics::default(),
            alerts: Alerts::new(bells, site, config.log.clone()),
            is_hopeless: AtomicBool::default(),
            is_warned: AtomicBool::default(),
            config,
            outbox,
            ledger: Ledger::default(),
            counter: Counter::default(),
            minds: Minds::default(),
        })
    }

    /// Whether a post may come from where it says it comes from. A request without the headers is
    /// no browser's of today, and cannot carry anybody's cookies anyway.
    pub fn admit(&self, exchange: &mut Exchange) -> Result<(), Refusal> {
        // What is no text is somebody's all the same.
        let named = [&header::ORIGIN, &SEC_FETCH_SITE];
        let is_unread = |name: &&&HeaderName| {
            exchange.headers.contains_key(**name) && exchange.header(name).is_none()
        };
        if named.iter().any(|name| is_unread(&name)) {
            return Err(Refusal::ForeignOrigin);
        }
        let origin = exchange
            .header(&header::ORIGIN)
            .map(str::to_ascii_lowercase);
        let is_elsewhere = origin
            .as_ref()
            .is_some_and(|o| self.config.other_origins.contains(o));
        if is_elsewhere {
            exchange.allow_origin = origin;
            return Ok(());
        }
        if origin.is_some_and(|origin| !self.config.site_origins.contains(&origin)) {
            return Err(Refusal::ForeignOrigin);
        }
        match exchange.header(&SEC_FETCH_SITE) {
            None | Some("same-origin" | "none") => Ok(()),
            Some(_) => Err(Refusal::ForeignOrigin),
        }
    }

    /// Whether a request comes through the proxy that shares a secret with this relay, when one does.
    pub fn is_through_proxy(&self, exchange: &Exchange) -> bool {
        let Some(secrets) = &self.config.proxy_secret else {
            return true;
        };
        let given = exchange.header(&RELAY_SECRET);
        given.is_some_and(|given| secrets.are(given))
    }

    /// Counts a request of a client, once.
    pub fn count_client(&self, exchange: &mut Exchange) -> Result<(), Refusal> {
        if std::mem::replace(&mut exchange.is_counted, true) {
            return Ok(());
        }
        let most = self.config.limits.per_client;
        let counted = self.counter.client(exchange.client, most);
        counted.map_err(|retry_after| Refusal::TooMany { retry_after })
    }

    /// Counts a post of a client to a form.
    pub fn count_form(&self, exchange: &Exchange, form: &str) -> Result<(), Refusal> {
        let most = self.config.limits.per_form;
        let counted = self.counter.form(exchange.client, form, most);
        counted.map_err(|retry_after| Refusal::TooMany { retry_after })
    }

    /// Takes back the mail to an address that was counted last: it did not go.
    pub fn spare_recipient(&self, pseudonym: &str) {
        self.counter.spare_recipient(pseudonym);
    }

    /// Counts a mail to an address that did not ask for it itself.
    pub fn count_recipient(&self, pseudonym: &str) -> Result<(), Refusal> {
        let most = self.config.limits.per_recipient;
        let counted = self.counter.recipient(pseudonym, most);
        counted.map_err(|retry_after| Refusal::TooMany { retry_after })
    }

    /// Counts a mail to the owner about an address.
    pub fn count_mind(&self, address: &str) -> Result<(), Refusal> {
        let most = self.config.limits.per_form;
        let counted = self.counter.mind(address, most);
        counted.map_err(|retry_after| Refusal::TooMany { retry_after })
    }

    /// Tells whoever is to know what only the owner can mend.
    pub fn alert(&self, alert: &str) {
        self.metrics.alerted();
        self.alerts.tell(alert);
    }

    /// Tells the log once when a proxy speaks for visitors and is not believed: all of them are one client then.
    pub fn look_for_proxies(&self, exchange: &Exchange) {
        let is_behind = [
            "x-forwarded-for",
            "forwarded",
            "x-real-ip",
            "cf-connecting-ip",
        ];
        let is_behind = is_behind
            .iter()
            .any(|name| exchange.headers.contains_key(*name));
        if self.config.trusted_proxies == 0
            && is_behind
            && !self.is_warned.swap(true, Ordering::Relaxed)
        {
            let hint = "a proxy seems to be in front, and RELAY_TRUSTED_PROXIES is 0: all its visitors are one client";
            self.config
                .log
                .write("warn", "one-client", &[("hint", json!(hint))]);
        }
    }

    /// The reply to a request that is refused and has no form to show again.
    pub fn refuse(&self, exchange: &mut Exchange, refusal: &Refusal) -> Reply {
        if exchange.wants_page() {
            let settings = self.settings(exchange);
            let body = page::refusal(settings, refusal, &self.asked(exchange));
            self.refused_page(exchange, refusal, &body)
        } else {
            self.refused_problem(exchange, refusal)
        }
    }

    /// What a page of a refusal says of the request and the site.
    pub fn asked<'a>(&'a self, exchange: &'a Exchange) -> page::Asked<'a> {
        page::Asked {
            site: &self.config.site,
            mailto: self.config.mailto.as_deref(),
            method: &exchange.method,
        }
    }

    pub fn refused_problem(&self, exchange: &mut Exchange, refusal: &Refusal) -> Reply {
        let texts = &self.settings(exchange).texts;
        let problem = refusal.problem(&exchange.id, texts, self.config.mailto.as_deref());
        finish(
            exchange,
            refusal,
            Reply::problem(refusal.status(), &problem),
        )
    }

    pub fn refused_page(&self, exchange: &mut Exchange, refusal: &Refusal, body: &str) -> Reply {
        let title = self.settings(exchange).texts.refusal(refusal.name());
        let page = self.page(exchange, refusal.status(), title, body);
        finish(exchange, refusal, page)
    }

    pub fn page(&self, exchange: &Exchange, status: StatusCode, title: &str, body: &str) -> Reply {
        let settings = self.settings(exchange);
        let page = self.frame.page(settings, title, &self.config.site, body);
        let site = self.config.site_origins.first().map_or("", String::as_str);
        Reply::page(status, page, &self.frame.policy(site))
    }

    /// What the relay says to the owner.
    pub fn texts(&self) -> &RelayTexts {
        &self.config.settings.texts
    }

    /// How the relay speaks to whoever sent a request.
    pub fn settings(&self, exchange: &Exchange) -> &Settings {
        self.config.settings.in_language(&exchange.language)
    }
}

fn finish(exchange: &mut Exchange, refusal: &Refusal, reply: Reply) -> Reply {
    exchange.note("refusal", refusal.name());
    exchange.refused = Some(refusal.name());
    if let Refusal::Invalid(errors) = refusal {
        let codes: Vec<&str> = errors.iter().map(|error| error.code).take(20).collect();
        exchange.note("codes", codes);
    }
    let reply = match refusal {
        Refusal::Method(allowed) => reply.with("allow", allowed),
        // What is left of the body is not read.
        Refusal::TooLarge | Refusal::Slow => reply.with("connection", "close"),
        _ => reply,
    };
    match refusal.retry_after() {
        Some(seconds) => reply.with("retry-after", &seconds.to_string()),
        None => reply,
    }
}
