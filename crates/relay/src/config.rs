//! What the relay must know.

use std::sync::Arc;
use std::time::Duration;

use forms::{Form, Settings};

use crate::alert::Bell;
use crate::counter::Limits;
use crate::definitions::Definitions;
use crate::door::Door;
use crate::log::Log;
use crate::seal::Seals;
use crate::secret::Secrets;
use crate::underway::Underway;

/// What the router must know.
#[derive(Clone)]
pub struct Config {
    /// The forms, each at its [`Form::address`].
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
    /// What the proxy in front sends with every request, when it is the only one that may ask.
    pub proxy_secret: Option<Secrets>,
    /// What whoever reads the numbers at `/metrics` sends; without it there are none.
    pub metrics_token: Option<Secrets>,
    /// Who is told of what only the owner can mend.
    pub(crate) bells: Vec<Arc<dyn Bell>>,
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
    /// Whom the server in front of the router turns away.
    pub door: Door,
    /// What the server waits for when it is asked to stop.
    pub underway: Underway,
}

impl Config {
    /// For trying a site on this machine: no limits to speak of, a secret of the process, mails
    /// from and to invented addresses. `origins` are the addresses that the site is served at.
    pub fn preview(definitions: Definitions, origins: Vec<String>) -> Self {
        let public = origins.first().cloned().unwrap_or_default();
        Config {
            body_limit: body_limit(&definitions.forms),
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
            proxy_secret: None,
            metrics_token: None,
            bells: Vec::new(),
            limits: Limits {
                per_form: 1_000,
                per_client: 10_000,
                per_recipient: 1_000,
            },
            body_time: BODY_TIME,
            seals: Seals::new(&format!("{:064x}", fresh_secret())).ok(),
            log: Log::standard_error(),
            door: Door::default(),
            underway: Underway::default(),
        }
    }
}

/// Bytes of the largest body that these forms can make: every text as long as it may be, in the script and the
/// encoding that take most.
pub fn body_limit<'a>(forms: impl IntoIterator<Item = &'a Form>) -> usize {
    let largest = forms.into_iter().map(Form::largest_body).max();
    largest.unwrap_or(0).clamp(LEAST_BODY, MOST_BODY)
}

/// Bytes of the largest body that is read to its end, though it is refused: browsers and proxies pass the answer on only
/// once they have sent all of it. What is larger than any form that is filled in by hand is not read at all.
pub fn read_limit(body_limit: usize) -> usize {
    2 * body_limit
}

const LEAST_BODY: usize = 16 * 1024;
const MOST_BODY: usize = 256 * 1024;
pub(crate) const BODY_TIME: Duration = Duration::from_secs(5);

fn fresh_secret() -> u128 {
    use ring::rand::{SecureRandom, SystemRandom};
    let mut bytes = [0; 16];
    // Without randomness the links of a preview are only guessable, on this machine.
    let _ = SystemRandom::new().fill(&mut bytes);
    u128::from_be_bytes(bytes)
}
