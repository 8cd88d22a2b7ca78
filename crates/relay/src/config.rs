//! What the relay must know.

use std::sync::Arc;
use std::time::Duration;

use forms::{Form, Settings};

use crate::client::Limits;
use crate::definitions::Definitions;
use crate::log::Log;
use crate::seal::Seals;

/// What the router must know.
#[derive(Clone)]
pub struct Config {
    /// The forms, each at `/api/forms/{id}`.
    pub forms: Arc<Vec<Form>>,
    /// How the relay speaks and looks.
    pub settings: Arc<Settings>,
    /// Origins of the site that the relay answers for, such as `https://exemple.re`.
    pub site_origins: Vec<String>,
    /// Origins elsewhere that may post too; these get CORS headers.
    pub other_origins: Vec<String>,
    /// Before a form's thank-you path and in links of mails: the site's address, without a slash at
    /// the end.
    pub site: String,
    /// Before `/api` in links of mails.
    pub public: String,
    /// Sender of every mail.
    pub from: String,
    /// The owner's address.
    pub to: String,
    /// The owner's address that visitors may see, proposed when sending fails.
    pub mailto: Option<String>,
    /// How many proxies before the relay are believed.
    pub trusted_proxies: usize,
    /// How many requests are served.
    pub limits: Limits,
    /// Bytes of a body.
    pub body_limit: usize,
    /// For reading a body.
    pub body_time: Duration,
    /// Seals the newsletter's links; needed when a form is a newsletter.
    pub seals: Option<Seals>,
    /// Where log lines go.
    pub log: Log,
}

impl Config {
    /// For trying a site on this machine: no limits to speak of, a secret of the process, mails
    /// from and to invented addresses. `origins` are the addresses that the site is served at.
    pub fn preview(definitions: Definitions, origins: Vec<String>) -> Self {
        let public = origins.first().cloned().unwrap_or_default();
        Config {
            forms: Arc::new(definitions.forms),
            settings: Arc::new(definitions.settings),
            site_origins: origins,
            other_origins: Vec::new(),
            site: String::new(),
            public,
            from: "Site <site@localhost.example>".to_owned(),
            to: "owner@localhost.example".to_owned(),
            mailto: None,
            trusted_proxies: 0,
            limits: Limits {
                per_form: 1_000,
                per_client: 10_000,
                per_recipient: 1_000,
            },
            body_limit: BODY_LIMIT,
            body_time: BODY_TIME,
            seals: Seals::new(&format!("{:064x}", fresh_secret())).ok(),
            log: Log::standard_error(),
        }
    }
}

pub(crate) const BODY_LIMIT: usize = 16 * 1024;
pub(crate) const BODY_TIME: Duration = Duration::from_secs(5);

fn fresh_secret() -> u128 {
    use ring::rand::{SecureRandom, SystemRandom};
    let mut bytes = [0; 16];
    // Without randomness the links of a preview are only guessable, on this machine.
    let _ = SystemRandom::new().fill(&mut bytes);
    u128::from_be_bytes(bytes)
}
