//! What all requests share: the configuration, the outbox, the counts, and how a refusal is told.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use axum::http::header::{self, HeaderName};
use forms::Texts;

use crate::client::{Counted, Counter};
use crate::config::Config;
use crate::exchange::Exchange;
use crate::ledger::Ledger;
use crate::outbox::Outbox;
use crate::page::{self, Frame};
use crate::refusal::Refusal;
use crate::reply::Reply;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Everything that requests share.
pub(crate) struct Relay {
    pub config: Config,
    pub outbox: Outbox,
    pub ledger: Ledger,
    pub counter: Counter,
    pub frame: Frame,
}

impl Relay {
    pub fn new(config: Config, outbox: Outbox) -> Arc<Self> {
        Arc::new(Relay {
            frame: Frame::new(Arc::clone(&config.settings)),
            config,
            outbox,
            ledger: Ledger::default(),
            counter: Counter::default(),
        })
    }

    /// Whether a post may come from where it says it comes from. A request without the headers is
    /// no browser's of today, and cannot carry anybody's cookies anyway.
    pub fn admit(&self, exchange: &mut Exchange) -> Result<(), Refusal> {
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

    /// Counts a request of a client.
    pub fn count_client(&self, exchange: &Exchange) -> Result<(), Refusal> {
        self.count(
            Counted::Client(exchange.client),
            self.config.limits.per_client,
            MINUTE,
        )
    }

    /// Counts a post of a client to a form.
    pub fn count_form(&self, exchange: &Exchange, form: &str) -> Result<(), Refusal> {
        let key = Counted::Form(exchange.client, form.to_owned());
        self.count(key, self.config.limits.per_form, MINUTE)
    }

    pub fn count(&self, key: Counted, most: usize, window: Duration) -> Result<(), Refusal> {
        self.counter
            .count(key, most, window)
            .map_err(|retry_after| Refusal::TooMany { retry_after })
    }

    /// The reply to a request that is refused and has no form to show again.
    pub fn refuse(&self, exchange: &mut Exchange, refusal: &Refusal) -> Reply {
        if exchange.wants_page() {
            let config = &self.config;
            let mailto = config.mailto.as_deref();
            let body = page::refusal(self.texts(), refusal, &config.site, mailto);
            self.refused_page(exchange, refusal, &body)
        } else {
            self.refused_problem(exchange, refusal)
        }
    }

    pub fn refused_problem(&self, exchange: &mut Exchange, refusal: &Refusal) -> Reply {
        let problem = refusal.problem(&exchange.id, self.texts(), self.config.mailto.as_deref());
        finish(
            exchange,
            refusal,
            Reply::problem(refusal.status(), &problem),
        )
    }

    pub fn refused_page(&self, exchange: &mut Exchange, refusal: &Refusal, body: &str) -> Reply {
        let title = self.texts().refusal(refusal.name());
        let page = self.page(refusal.status(), title, body);
        finish(exchange, refusal, page)
    }

    pub fn page(&self, status: StatusCode, title: &str, body: &str) -> Reply {
        let page = self.frame.page(title, &self.config.site, body);
        let site = self.config.site_origins.first().map_or("", String::as_str);
        Reply::page(status, page, &self.frame.policy(site))
    }

    pub fn texts(&self) -> &Texts {
        &self.config.settings.texts
    }
}

const MINUTE: Duration = Duration::from_secs(60);

fn finish(exchange: &mut Exchange, refusal: &Refusal, reply: Reply) -> Reply {
    exchange.note("refusal", refusal.name());
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
