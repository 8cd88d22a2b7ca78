//! A deployed relay: read from the environment, checked at once, every mistake named.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use crate::client::Limits;
use crate::config::{BODY_LIMIT, BODY_TIME, Config};
use crate::definitions::Definitions;
use crate::folder::Folder;
use crate::log::Log;
use crate::outbox::{Outbox, Patience};
use crate::provider::Provider;
use crate::resend::{Resend, ResendSettings};
use crate::seal::Seals;
use crate::smtp::{Protection, Smtp, SmtpSettings};

/// A configuration with its providers and, outside Lambda, the address to listen on.
pub struct Setup {
    /// For the router.
    pub config: Config,
    /// The providers.
    pub outbox: Outbox,
    /// Where to listen.
    pub listen: SocketAddr,
    /// The variables that were looked at: others mean nothing.
    pub asked: BTreeSet<String>,
}

impl Setup {
    /// Reads the environment through `variable`.
    ///
    /// # Errors
    ///
    /// Every mistake, each naming its variable.
    pub fn read(
        variable: &dyn Fn(&str) -> Option<String>,
        definitions: Definitions,
    ) -> Result<Self, Vec<String>> {
        let mut reader = Variables {
            variable,
            asked: RefCell::default(),
            mistakes: Vec::new(),
        };
        let site = reader.address("RELAY_SITE");
        let origin = site.as_deref().map(origin_of).unwrap_or_default();
        let public = reader.get("RELAY_URL");
        let public = public.map(|url| reader.web("RELAY_URL", &url));
        let mailto = reader.mailto();
        let from = reader.mailbox("RELAY_FROM");
        let to = reader.mailbox("RELAY_TO");
        let needs_secret = definitions
            .forms
            .iter()
            .any(|form| form.newsletter.is_some());
        let seals = reader.seals(needs_secret);
        let outbox = reader.outbox();
        let other_origins = reader.origins();
        let trusted_proxies = reader.number("RELAY_TRUSTED_PROXIES", 0);
        let defaults = Limits::default();
        let limits = Limits {
            per_form: reader.number("RELAY_PER_FORM", defaults.per_form),
            per_client: reader.number("RELAY_PER_CLIENT", defaults.per_client),
            per_recipient: reader.number("RELAY_PER_RECIPIENT", defaults.per_recipient),
        };
        let host = reader.parsed(
            "RELAY_HOST",
            IpAddr::V4(Ipv4Addr::UNSPECIFIED),
            "an IP address",
        );
        let port = reader.parsed("PORT", 8080, "a port");
        let (Some(site), Some(from), Some(to), Some(outbox), true) =
            (site, from, to, outbox, reader.mistakes.is_empty())
        else {
            return Err(reader.mistakes);
        };
        let config = Config {
            forms: Arc::new(definitions.forms),
            settings: Arc::new(definitions.settings),
            public: public.unwrap_or_else(|| site.clone()),
            site,
            site_origins: vec![origin],
            other_origins,
            from,
            to,
            mailto,
            trusted_proxies,
            limits,
            body_limit: BODY_LIMIT,
            body_time: BODY_TIME,
            seals,
            log: Log::standard_error(),
        };
        Ok(Setup {
            config,
            outbox,
            listen: SocketAddr::new(host, port),
            asked: reader.asked.into_inner(),
        })
    }
}

/// The origin of an address: scheme, host and port.
fn origin_of(address: &str) -> String {
    let after = address.find("://").map_or(0, |at| at + 3);
    let end = address[after..]
        .find('/')
        .map_or(address.len(), |at| after + at);
    address[..end].to_ascii_lowercase()
}

struct Variables<'a> {
    variable: &'a dyn Fn(&str) -> Option<String>,
    asked: RefCell<BTreeSet<String>>,
    mistakes: Vec<String>,
}

impl Variables<'_> {
    fn get(&self, name: &str) -> Option<String> {
        self.asked.borrow_mut().insert(name.to_owned());
        (self.variable)(name)
            .map(|value| value.trim().to_owned())
            .filter(|value| !value.is_empty())
    }

    fn mistake(&mut self, mistake: impl Into<String>) {
        self.mistakes.push(mistake.into());
    }

    /// What was made of a variable, or the mistake in it.
    fn made<T>(&mut self, name: &str, made: Result<T, impl Display>) -> Option<T> {
        made.map_err(|mistake| self.mistake(format!("`{name}` cannot be used: {mistake}")))
            .ok()
    }

    fn required(&mut self, name: &str, what: &str) -> Option<String> {
        let value = self.get(name);
        if value.is_none() {
            self.mistake(format!("`{name}` is not set\nhint: {what}"));
        }
        value
    }

    fn parsed<T: std::str::FromStr>(&mut self, name: &str, default: T, what: &str) -> T {
        match self.get(name).map(|value| (value.parse(), value)) {
            None => default,
            Some((Ok(value), _)) => value,
            Some((Err(_), value)) => {
                self.mistake(format!("`{name}` is `{value}`, which is not {what}"));
                default
            }
        }
    }

    fn number(&mut self, name: &str, default: usize) -> usize {
        self.parsed(name, default, "a whole number")
    }

    fn address(&mut self, name: &str) -> Option<String> {
        let value = self.required(name, "the site's address, such as `https://exemple.re`")?;
        Some(self.web(name, &value))
    }

    /// A web address, without a slash at its end.
    fn web(&mut self, name: &str, value: &str) -> String {
        let value = value.trim_end_matches('/').to_owned();
        let is_web = value.starts_with("https://") || value.starts_with("http://");
        if !is_web || value.contains(['?', '#', ' ']) {
            self.mistake(format!("`{name}` is `{value}`, which is not a web address"));
        }
        value
    }

    fn mailto(&mut self) -> Option<String> {
        let value = self.get("RELAY_MAILTO")?;
        if value.parse::<lettre::Address>().is_err() {
            self.mistake(format!(
                "`RELAY_MAILTO` is `{value}`, which is not a mail address\n\
                 hint: the address alone, such as `bonjour@exemple.re`"
            ));
        }
        Some(value)
    }

    fn mailbox(&mut self, name: &str) -> Option<String> {
        let value = self.required(name, "an address, such as `Site <site@exemple.re>`")?;
        if value.parse::<lettre::message::Mailbox>().is_err() {
            self.mistake(format!(
                "`{name}` is `{value}`, which is not a mail address"
            ));
        }
        Some(value)
    }

    fn origins(&mut self) -> Vec<String> {
        let list = self.get("RELAY_ORIGINS").unwrap_or_default();
        let origins: Vec<String> = list
            .split(',')
            .map(|origin| origin.trim().trim_end_matches('/').to_ascii_lowercase())
            .filter(|origin| !origin.is_empty())
            .collect();
        for origin in &origins {
            if origin_of(origin) != *origin || !origin.contains("://") {
                self.mistake(format!(
                    "`RELAY_ORIGINS` has `{origin}`, which is not an origin\n\
                     hint: write `https://exemple.re`"
                ));
            }
        }
        origins
    }

    fn seals(&mut self, needed: bool) -> Option<Seals> {
        let what = "the newsletter needs at least 32 random characters: `openssl rand -hex 32`";
        let secrets = match self.get("RELAY_SECRET") {
            None if needed => self.required("RELAY_SECRET", what)?,
            None => return None,
            Some(secrets) => secrets,
        };
        self.made("RELAY_SECRET", Seals::new(&secrets))
    }

    fn outbox(&mut self) -> Option<Outbox> {
        let what = "`resend`, `smtp` or `folder`; without a provider no mail would arrive";
        let primary = self.required("RELAY_PROVIDER", what);
        let fallback = self.get("RELAY_FALLBACK");
        if fallback.is_some() && fallback == primary {
            self.mistake("`RELAY_FALLBACK` is the same as `RELAY_PROVIDER`");
        }
        let primary = primary.and_then(|name| self.provider("RELAY_PROVIDER", &name));
        let wants_fallback = fallback.is_some();
        let fallback = fallback.and_then(|name| self.provider("RELAY_FALLBACK", &name));
        let outbox = Outbox::new(primary?).with_patience(Patience::default());
        match fallback {
            Some(fallback) => Some(outbox.with_fallback(fallback)),
            None if wants_fallback => None,
            None => Some(outbox),
        }
    }

    fn provider(&mut self, variable: &str, name: &str) -> Option<Arc<dyn Provider>> {
        match name {
            "resend" => self.resend(),
            "smtp" => self.smtp(),
            "folder" => self.folder(),
            _ => {
                self.mistake(format!(
                    "`{variable}` is `{name}`, which is no provider\n\
                     hint: `resend`, `smtp` or `folder`"
                ));
                None
            }
        }
    }

    fn roots(&mut self) -> Option<Vec<u8>> {
        let path = self.get("RELAY_ROOTS")?;
        std::fs::read(&path)
            .map_err(|error| self.mistake(format!("`RELAY_ROOTS`: `{path}`: {error}")))
            .ok()
    }

    fn resend(&mut self) -> Option<Arc<dyn Provider>> {
        let key = self.required("RESEND_API_KEY", "the sending key of your Resend account")?;
        let base = self
            .get("RESEND_URL")
            .unwrap_or_else(|| "https://api.resend.com".to_owned());
        let segment = self.get("RESEND_SEGMENT");
        let roots = self.roots();
        let settings = ResendSettings {
            base,
            key,
            segment,
            roots,
        };
        Some(Arc::new(self.made("RESEND_URL", Resend::new(settings))?))
    }

    fn smtp(&mut self) -> Option<Arc<dyn Provider>> {
        let host = self.required("SMTP_HOST", "the name of your mail server")?;
        let protection = match self.get("SMTP_TLS").as_deref() {
            None | Some("starttls") => Protection::StartTls,
            Some("implicit") => Protection::Implicit,
            Some("none") => Protection::None,
            Some(other) => {
                self.mistake(format!(
                    "`SMTP_TLS` is `{other}`\n\
                     hint: `starttls`, `implicit`, or `none` for this machine"
                ));
                return None;
            }
        };
        let usual = match protection {
            Protection::Implicit => 465,
            _ => 587,
        };
        let port = self.parsed("SMTP_PORT", usual, "a port");
        let credentials = match (self.get("SMTP_USER"), self.get("SMTP_PASSWORD")) {
            (Some(user), Some(password)) => Some((user, password)),
            (None, None) => None,
            _ => {
                self.mistake("`SMTP_USER` and `SMTP_PASSWORD` go together");
                None
            }
        };
        let roots = self.roots();
        let settings = SmtpSettings {
            host,
            port,
            protection,
            credentials,
            roots,
        };
        Some(Arc::new(self.made("SMTP_HOST", Smtp::new(settings))?))
    }

    fn folder(&mut self) -> Option<Arc<dyn Provider>> {
        let path = self.required("RELAY_FOLDER", "where the .eml files go")?;
        let folder = Folder::new(&path).map_err(|error| {
            self.mistake(format!("`RELAY_FOLDER`: `{path}` cannot be made: {error}"))
        });
        Some(Arc::new(folder.ok()?))
    }
}
