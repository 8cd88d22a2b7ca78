//! A deployed relay: read from the environment, checked at once, every mistake named.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroU16;
use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::address::Address;
use crate::alert::Bell;
use crate::alert_mail::AlertMail;
use crate::config::{BODY_TIME, Config, body_limit};
use crate::counter::Limits;
use crate::definitions::{Definitions, read_forms};
use crate::door::Door;
use crate::folder::Folder;
use crate::log::Log;
use crate::outbox::{Outbox, Patience};
use crate::provider::Provider;
use crate::resend::{Resend, ResendSettings};
use crate::seal::Seals;
use crate::secret::Secrets;
use crate::server;
use crate::smtp::{Credentials, Protection, Smtp, SmtpSettings};
use crate::underway::Underway;
use crate::web::{Webhook, root_store};

/// A configuration with its providers and, outside Lambda, the address to listen on.
pub struct Setup {
    /// For the router.
    pub config: Config,
    /// The providers.
    pub outbox: Outbox,
    /// Where to listen.
    pub listen: SocketAddr,
    /// Connections of one address at once.
    pub per_address: usize,
    /// The variables that were looked at: others mean nothing.
    pub asked: BTreeSet<String>,
}

impl Setup {
    /// Reads the environment through `variable`.
    ///
    /// # Errors
    ///
    /// Every mistake, each naming its variable.
    pub fn read(variable: &dyn Fn(&str) -> Option<String>) -> Result<Self, Vec<String>> {
        let mut reader = Variables {
            variable,
            asked: RefCell::default(),
            mistakes: Vec::new(),
        };
        let sites = reader.sites();
        let public = reader.public(sites.first());
        let definitions = reader.definitions();
        let mailto = reader.mailto();
        let from = reader.mailbox("RELAY_FROM");
        let to = reader.mailbox("RELAY_TO");
        let mut forms = definitions.iter().flat_map(|found| &found.forms);
        let needs_secret = forms.any(|form| form.newsletter.is_some());
        let seals = reader.seals(needs_secret);
        let outbox = reader.outbox();
        let proxy_secret = reader.secrets("RELAY_PROXY_SECRET");
        let metrics_token = reader.secrets("RELAY_METRICS_TOKEN");
        let bells = reader.bells(outbox.as_ref(), from.as_deref());
        let other_origins = reader.origins();
        let trusted_proxies = reader.number("RELAY_TRUSTED_PROXIES", 0, 0..=100);
        let limits = reader.limits();
        let listen = reader.listen();
        let most = match trusted_proxies {
            0 => server::Timeouts::default().per_address,
            _ => usize::MAX,
        };
        let per_address = reader.number("RELAY_CONNECTIONS", most, 1..=usize::MAX);
        let (Some(site), Some(public), Some(definitions), Some(from), Some(to), Some(outbox), []) = (
            sites.first(),
            public,
            definitions,
            from,
            to,
            outbox,
            reader.mistakes.as_slice(),
        ) else {
            return Err(reader.mistakes);
        };
        let body_limit = body_limit(&definitions.forms);
        let config = Config {
            door: Door::default(),
            underway: Underway::default(),
            forms: Arc::new(definitions.forms),
            settings: Arc::new(definitions.settings),
            public: public.to_string(),
            site: site.to_string(),
            site_origins: sites.iter().map(|site| site.origin.to_string()).collect(),
            other_origins,
            from,
            to,
            mailto,
            trusted_proxies,
            proxy_secret,
            metrics_token,
            bells,
            limits,
            body_limit,
            body_time: BODY_TIME,
            seals,
            log: Log::standard_error(),
        };
        Ok(Setup {
            config,
            outbox,
            listen,
            per_address,
            asked: reader.asked.into_inner(),
        })
    }
}

/// The origin with `www.` before its host, or without it: what visitors may type as well.
pub fn twin(origin: &str) -> Option<String> {
    let (scheme, host) = origin.split_once("://")?;
    match host.strip_prefix("www.") {
        Some(apex) => Some(format!("{scheme}://{apex}")),
        None if host.split('.').count() == 2 => Some(format!("{scheme}://www.{host}")),
        None => None,
    }
}

/// Whether a text is a mail address that every server takes and that means itself in a link: ASCII, without a comment, a
/// quotation or what a link has behind an address.
fn is_mail_address(value: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_graphic() && !"\"(),:;<>[\\]?&#%/".contains(c);
    let host = value.rsplit_once('@').map_or("", |(_, host)| host);
    let is_host = mail_server(host).is_some();
    is_host && value.chars().all(is_plain) && value.parse::<lettre::Address>().is_ok()
}

/// The name of a mail server as it is looked up, or its address in numbers.
fn mail_server(value: &str) -> Option<String> {
    if let Ok(address) = value.parse::<IpAddr>() {
        return Some(address.to_string());
    }
    let origin = Address::base(&format!("https://{value}"))?.origin;
    let is_whole = !value.contains(['/', ':', '[']);
    is_whole.then(|| origin.host().to_owned())
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

    /// Adds a mistake; one that several readers of a variable find is told once.
    fn mistake(&mut self, mistake: impl Into<String>) {
        let mistake = mistake.into();
        if !self.mistakes.contains(&mistake) {
            self.mistakes.push(mistake);
        }
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
                let value = value.escape_debug();
                self.mistake(format!("`{name}` is `{value}`, which is not {what}"));
                default
            }
        }
    }

    fn number(&mut self, name: &str, default: usize, range: RangeInclusive<usize>) -> usize {
        let number = self.parsed(name, default, "a whole number");
        if !range.contains(&number) {
            let (least, most) = range.into_inner();
            let bound = match number < least {
                true => format!("at least {least}"),
                false => format!("at most {most}"),
            };
            self.mistake(format!("`{name}` is `{number}`, but it is {bound}"));
        }
        number
    }

    /// The addresses of the site, the one for links first.
    fn sites(&mut self) -> Vec<Address> {
        let what = "the site's address, such as `https://exemple.re`; others that it answers at follow after a comma";
        let list = self.required("RELAY_SITE", what).unwrap_or_default();
        let list = list.split(',').map(str::trim);
        let list: Vec<&str> = list.filter(|one| !one.is_empty()).collect();
        if list.is_empty() && self.get("RELAY_SITE").is_some() {
            self.mistake(format!("`RELAY_SITE` holds no address\nhint: {what}"));
        }
        list.into_iter()
            .filter_map(|one| self.web("RELAY_SITE", one))
            .collect()
    }

    /// What stands before `/api` in the links of mails.
    fn public(&mut self, site: Option<&Address>) -> Option<Address> {
        let (name, public) = match self.get("RELAY_URL") {
            Some(url) => ("RELAY_URL", self.web("RELAY_URL", &url)?),
            None => ("RELAY_SITE", site?.clone()),
        };
        if let Some(before) = public.to_string().strip_suffix("/api") {
            self.mistake(format!(
                "`{name}` is `{public}`, and the links of mails have `/api` behind it once more\n\
                 hint: write `{before}`"
            ));
        }
        Some(public)
    }

    /// The forms, and how the relay speaks and looks.
    fn definitions(&mut self) -> Option<Definitions> {
        let what = "the folder of the site's form definitions, such as `content/forms`";
        let folder = self.required("RELAY_FORMS", what)?;
        let definitions = read_forms(folder.as_ref());
        let told = |mistake: String| self.mistake(format!("`RELAY_FORMS`: {mistake}"));
        definitions
            .map_err(|found| found.into_iter().for_each(told))
            .ok()
    }

    /// A web address.
    fn web(&mut self, name: &str, value: &str) -> Option<Address> {
        let address = Address::base(value);
        if address.is_none() {
            let value = value.escape_debug();
            self.mistake(format!("`{name}` is `{value}`, which is not a web address"));
        }
        address
    }

    fn limits(&mut self) -> Limits {
        let defaults = Limits::default();
        Limits {
            per_form: self.number("RELAY_PER_FORM", defaults.per_form, 1..=usize::MAX),
            per_client: self.number("RELAY_PER_CLIENT", defaults.per_client, 1..=usize::MAX),
            per_recipient: self.number(
                "RELAY_PER_RECIPIENT",
                defaults.per_recipient,
                1..=usize::MAX,
            ),
        }
    }

    fn listen(&mut self) -> SocketAddr {
        let everywhere = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
        let host = self.parsed("RELAY_HOST", everywhere, "an IP address");
        SocketAddr::new(host, self.parsed("PORT", 8080, "a port"))
    }

    fn secrets(&mut self, name: &str) -> Option<Secrets> {
        let secrets = self.get(name)?;
        self.made(name, Secrets::new(&secrets))
    }

    /// Who is told of what only the owner can mend.
    fn bells(&mut self, outbox: Option<&Outbox>, from: Option<&str>) -> Vec<Arc<dyn Bell>> {
        let mut bells: Vec<Arc<dyn Bell>> = Vec::new();
        if let Some(url) = self.get("RELAY_ALERT_URL") {
            let roots = self.roots();
            let made = Webhook::new(&url, roots.as_deref());
            let made = self.made("RELAY_ALERT_URL", made);
            bells.extend(made.map(|bell| Arc::new(bell) as Arc<dyn Bell>));
        }
        if self.get("RELAY_ALERT_TO").is_some() {
            let to = self.mailbox("RELAY_ALERT_TO");
            if let (Some(to), Some(outbox), Some(from)) = (to, outbox, from) {
                let (provider, from) = (outbox.last(), from.to_owned());
                bells.push(Arc::new(AlertMail { provider, from, to }));
            }
        }
        bells
    }

    fn mailto(&mut self) -> Option<String> {
        let value = self.get("RELAY_MAILTO")?;
        if !is_mail_address(&value) {
            let value = value.escape_debug();
            self.mistake(format!(
                "`RELAY_MAILTO` is `{value}`, which is not a mail address\n\
                 hint: the address alone, such as `bonjour@exemple.re`"
            ));
        }
        Some(value)
    }

    fn mailbox(&mut self, name: &str) -> Option<String> {
        let value = self.required(name, "an address, such as `Site <site@exemple.re>`")?;
        let mailbox = value.parse::<lettre::message::Mailbox>();
        let is_right = mailbox.is_ok_and(|mailbox| is_mail_address(mailbox.email.as_ref()));
        if !is_right || value.contains(char::is_control) {
            let value = value.escape_debug();
            self.mistake(format!(
                "`{name}` is `{value}`, which is not a mail address"
            ));
        }
        Some(value)
    }

    fn origins(&mut self) -> Vec<String> {
        let list = self.get("RELAY_ORIGINS").unwrap_or_default();
        let mut origins = Vec::new();
        let named = list.split(',').map(str::trim).filter(|one| !one.is_empty());
        if !list.is_empty() && named.clone().next().is_none() {
            self.mistake(format!(
                "`RELAY_ORIGINS` is `{}`, which names no origin\n\
                 hint: write `https://exemple.re`, or unset it",
                list.escape_debug()
            ));
        }
        for origin in named {
            let origin = origin.trim_end_matches('/');
            let address = Address::base(origin);
            match address.filter(|address| address.to_string() == address.origin.to_string()) {
                Some(address) => origins.push(address.origin.to_string()),
                None => self.mistake(format!(
                    "`RELAY_ORIGINS` has `{}`, which is not an origin\n\
                     hint: write `https://exemple.re`",
                    origin.escape_debug()
                )),
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
                    "`{variable}` is `{}`, which is no provider\n\
                     hint: `resend`, `smtp` or `folder`",
                    name.escape_debug()
                ));
                None
            }
        }
    }

    fn roots(&mut self) -> Option<Vec<u8>> {
        let path = self.get("RELAY_ROOTS")?;
        let pem = std::fs::read(&path).map_err(|error| error.to_string());
        let pem = pem.and_then(|pem| root_store(&pem).map(|_| pem));
        pem.map_err(|mistake| self.mistake(format!("`RELAY_ROOTS`: `{path}`: {mistake}")))
            .ok()
    }

    fn resend(&mut self) -> Option<Arc<dyn Provider>> {
        let key = self.required("RESEND_API_KEY", "the sending key of your Resend account")?;
        let base = self
            .get("RESEND_URL")
            .unwrap_or_else(|| "https://api.resend.com".to_owned());
        let segment = self.get("RESEND_SEGMENT");
        let is_id = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if segment.as_ref().is_some_and(|id| !id.chars().all(is_id)) {
            self.mistake("`RESEND_SEGMENT` is not the id of a segment");
        }
        // A token as RFC 6750 writes it.
        let is_token = |c: char| c.is_ascii_alphanumeric() || "-._~+/=".contains(c);
        if !key.chars().all(is_token) {
            self.mistake("`RESEND_API_KEY` has characters that no key has");
        }
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
        let Some(host) = mail_server(&host) else {
            let host = host.escape_debug();
            self.mistake(format!(
                "`SMTP_HOST` is `{host}`, which is not a server's name\n\
                 hint: the name alone, such as `mail.exemple.re`; the port goes into `SMTP_PORT`"
            ));
            return None;
        };
        let protection = match self.get("SMTP_TLS").as_deref() {
            None | Some("starttls") => Protection::StartTls,
            Some("implicit") => Protection::Implicit,
            Some("none") => Protection::None,
            Some(other) => {
                self.mistake(format!(
                    "`SMTP_TLS` is `{}`\n\
                     hint: `starttls`, `implicit`, or `none` for this machine",
                    other.escape_debug()
                ));
                return None;
            }
        };
        let usual = match protection {
            Protection::Implicit => NonZeroU16::new(465)?,
            _ => NonZeroU16::new(587)?,
        };
        let port = self
            .parsed("SMTP_PORT", usual, "a port from 1 to 65535")
            .get();
        let credentials = match (self.get("SMTP_USER"), self.get("SMTP_PASSWORD")) {
            (Some(user), Some(password)) => {
                if [&user, &password]
                    .iter()
                    .any(|text| text.contains(char::is_control))
                {
                    self.mistake("`SMTP_USER` or `SMTP_PASSWORD` has a line break or another character that nobody types");
                }
                Some(Credentials::new(user, password))
            }
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
            self.mistake(format!(
                "`RELAY_FOLDER`: `{path}` cannot be written: {error}"
            ))
        });
        Some(Arc::new(folder.ok()?))
    }
}
