//! A relay on a port of its own, with a mailbox that can be looked into.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use jiff::Timestamp;
use jiff::tz::Offset;
use relay::{Calling, Config, Limits, Log, Mail, Outbox, Patience, Provider, server};
use serde_json::{Value, json};

use crate::client::{Connection, Reply, Request};

pub const SITE: &str = "https://exemple.re";

/// A relay that is stopped when it is dropped.
pub struct World {
    pub address: SocketAddr,
    pub log: Arc<Mutex<Vec<String>>>,
    runtime: Option<tokio::runtime::Runtime>,
}

/// The folder of this site's forms.
pub const FORMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../content/forms");

/// This site's forms and settings.
pub fn definitions() -> relay::Definitions {
    relay::read_forms(FORMS.as_ref()).unwrap()
}

/// A configuration without limits that would hide something.
pub fn config() -> Config {
    let mut config = Config::preview(definitions(), vec![SITE.to_owned()]);
    config.from = "Site <site@exemple.re>".to_owned();
    config.to = "moi@exemple.re".to_owned();
    config.mailto = Some("bonjour@exemple.re".to_owned());
    config.limits = Limits {
        per_form: 1 << 40,
        per_client: 1 << 40,
        per_recipient: 1 << 40,
    };
    config
}

/// Times that do not make tests wait.
pub const QUICK: Patience = Patience {
    whole: Duration::from_millis(1_500),
    call: Duration::from_millis(500),
    pause: Duration::from_millis(10),
    retries: 2,
};

/// All connections of a test come from one address.
pub fn crowded() -> server::Timeouts {
    server::Timeouts {
        per_address: usize::MAX,
        ..server::Timeouts::default()
    }
}

impl World {
    pub fn new(outbox: Outbox) -> Self {
        World::with(config(), outbox)
    }

    pub fn with(config: Config, outbox: Outbox) -> Self {
        World::patient(config, outbox, crowded())
    }

    pub fn patient(config: Config, outbox: Outbox, timeouts: server::Timeouts) -> Self {
        World::serving(config, timeouts, |config| relay::router(config, outbox))
    }

    /// A relay that has its address to itself.
    pub fn whole(config: Config, outbox: Outbox) -> Self {
        World::serving(config, crowded(), |config| {
            relay::whole_router(config, outbox)
        })
    }

    fn serving(
        mut config: Config,
        timeouts: server::Timeouts,
        router: impl FnOnce(Config) -> axum::Router,
    ) -> Self {
        let log = Arc::new(Mutex::new(Vec::new()));
        let lines = Arc::clone(&log);
        config.log = Log::to(move |line| lines.lock().unwrap().push(line.to_owned()));
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        let listener = runtime
            .block_on(tokio::net::TcpListener::bind("127.0.0.1:0"))
            .unwrap();
        let address = listener.local_addr().unwrap();
        let service = server::Service::new(config, router);
        let never = std::future::pending();
        runtime.spawn(server::serve(listener, service, timeouts, never));
        World {
            address,
            log,
            runtime: Some(runtime),
        }
    }

    pub fn ask(&self, request: &Request) -> Reply {
        Connection::open(self.address).ask(request)
    }

    /// An answer without its body, on a connection of its own.
    pub fn ask_head(&self, method: &'static str, path: &str) -> Reply {
        let request = Request::new(method, path).with("connection", "close");
        if method == "HEAD" {
            Connection::open(self.address).ask_head(&request)
        } else {
            self.ask(&request)
        }
    }

    pub fn log(&self) -> String {
        self.log.lock().unwrap().join("\n")
    }
}

impl Drop for World {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// A provider that keeps what it is given.
#[derive(Clone, Default)]
pub struct Mailbox {
    mails: Arc<Mutex<Vec<Mail>>>,
    pause: Duration,
}

impl Mailbox {
    pub fn outbox(&self) -> Outbox {
        Outbox::new(Arc::new(self.clone())).with_patience(QUICK)
    }

    /// A mailbox that takes its time.
    pub fn slow(pause: Duration) -> Self {
        Mailbox {
            pause,
            ..Mailbox::default()
        }
    }

    pub fn take(&self) -> Vec<Mail> {
        std::mem::take(&mut self.mails.lock().unwrap())
    }

    /// The only mail.
    #[track_caller]
    pub fn only(&self) -> Mail {
        let mut mails = self.take();
        assert_eq!(mails.len(), 1, "{mails:#?}");
        mails.remove(0)
    }
}

impl Provider for Mailbox {
    fn name(&self) -> &'static str {
        "mailbox"
    }

    fn send(&self, mail: &Arc<Mail>, _: Duration) -> Calling {
        let (mailbox, mail) = (self.clone(), Mail::clone(mail));
        Box::pin(async move {
            tokio::time::sleep(mailbox.pause).await;
            mailbox.mails.lock().unwrap().push(mail);
            Ok(())
        })
    }
}

/// When the submissions were sent by the visitor's clock, which goes right; the same for all, so that each is sent again as
/// it was.
pub fn sent_at() -> Timestamp {
    static SENT: OnceLock<Timestamp> = OnceLock::new();
    *SENT.get_or_init(Timestamp::now)
}

/// A moment as the mails of this site's forms write it.
pub fn in_reunion(moment: Timestamp) -> String {
    let local = Offset::constant(4).to_datetime(moment);
    let months = definitions().settings.dates.months;
    let day = match local.day() {
        1 => "1er".to_owned(),
        day => day.to_string(),
    };
    let (month, year) = (&months[local.month() as usize - 1], local.year());
    let (hour, minute) = (local.hour(), local.minute());
    format!("{day} {month} {year} à {hour}\u{a0}h\u{a0}{minute:02} (heure de La Réunion)")
}

/// A submission without a mistake.
pub fn good(form: &str) -> Value {
    match form {
        "contact" => json!({
            "projectType": "web-app", "projectStage": "automate", "industry": "mvp",
            "budget": "medium", "timeline": "soon", "name": "Jeanne Hoarau",
            "email": "jeanne@exemple.re", "company": "Ti Kaz", "phone": "+262-692123456",
            "formattedPhone": "+262 69 21 23 45 6", "message": "Bonjour,\nun devis ?",
            "features": [], "integrations": [], "userScale": "", "teamSize": "",
            "timestamp": sent_at().to_string(), "elapsed": 42_000,
            "source": "/contact?utm_source=lettre", "precisions": "",
            "submissionId": "3f2a9c1e-0000-4000-8000-000000000001",
        }),
        "agence" => json!({
            "projectType": "seo", "projectGoal": "ameliorer-visibilite", "timeline": "flexible",
            "budget": "a-definir", "name": "Jeanne Hoarau", "email": "jeanne@exemple.re",
            "phone": "0692 12 34 56", "formattedPhone": "0692 12 34 56", "company": "",
            "website": "https://tikaz.re", "howDidYouFindUs": "recommandation", "message": "",
            "features": [], "integrations": [], "industry": "", "projectStage": "", "elapsed": 42_000,
            "userScale": "", "teamSize": "", "timestamp": sent_at().to_string(),
        }),
        "eligibilite" => json!({
            "type": "entreprise", "taille": "moins20", "secteur": "commerce",
            "nom": "Jeanne Hoarau", "email": "jeanne@exemple.re", "telephone": "0692 12 34 56",
            "projet": "Un site", "budget": 1500, "besoins": ["site-vitrine", "formation"], "elapsed": 42_000,
            "timestamp": sent_at().to_string(),
        }),
        "newsletter" => json!({ "email": "jeanne@exemple.re", "elapsed": 42_000 }),
        _ => panic!("{form}"),
    }
}

/// A submission with one value in another's place.
pub fn with(form: &str, name: &str, value: impl Into<Value>) -> Value {
    let mut body = good(form);
    body[name] = value.into();
    body
}

/// The same as urlencoded pairs.
pub fn pairs(body: &Value) -> String {
    let mut pairs = Vec::new();
    for (name, value) in body.as_object().unwrap() {
        match value {
            Value::Array(items) => {
                pairs.extend(
                    items
                        .iter()
                        .map(|item| (name.as_str(), item.as_str().unwrap().to_owned())),
                );
            }
            Value::String(text) => pairs.push((name, text.clone())),
            other => pairs.push((name, other.to_string())),
        }
    }
    let pairs: Vec<(&str, &str)> = pairs
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    crate::client::urlencoded(&pairs)
}
