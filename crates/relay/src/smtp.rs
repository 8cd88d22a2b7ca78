//! SMTP with STARTTLS or implicit TLS; in clear only to this machine.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use lettre::address::Envelope;
use rustls::{ClientConfig, RootCertStore};
use tokio::sync::Semaphore;

use crate::cipher;
use crate::dialogue::{Answer, Dialogue};
use crate::mail::Mail;
use crate::mime;
use crate::provider::{Calling, Failure, FailureKind, Fate, Provider, blocking};
use crate::web::root_store;

/// How the connection is protected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protection {
    /// In clear first, then TLS or nothing (port 587).
    StartTls,
    /// TLS from the first byte (port 465).
    Implicit,
    /// In clear, to this machine only.
    None,
}

/// What a server is told of who sends.
#[derive(Clone)]
pub struct Credentials {
    user: String,
    password: String,
}

impl Credentials {
    /// A name and its password.
    pub fn new(user: String, password: String) -> Self {
        Self { user, password }
    }
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credentials").finish_non_exhaustive()
    }
}

/// How to reach an SMTP server.
#[derive(Clone)]
pub struct SmtpSettings {
    /// The server's name.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How the connection is protected.
    pub protection: Protection,
    /// What the server is told of who sends; none where it does not ask.
    pub credentials: Option<Credentials>,
    /// Certificates in PEM to trust beside the public ones.
    pub roots: Option<Vec<u8>>,
}

/// An SMTP server. Delivery is at least once: a retry carries the same `Message-ID`.
#[derive(Clone)]
pub struct Smtp {
    settings: SmtpSettings,
    tls: Arc<ClientConfig>,
    /// The calls that may take as long as the end of the data does.
    patient: Arc<Semaphore>,
}

impl Smtp {
    /// # Errors
    ///
    /// What is wrong with the settings, in lower case.
    pub fn new(settings: SmtpSettings) -> Result<Self, String> {
        let is_local = matches!(settings.host.as_str(), "localhost" | "127.0.0.1" | "::1");
        if settings.protection == Protection::None && !is_local {
            let host = &settings.host;
            return Err(format!("`{host}` is not this machine, so it needs TLS"));
        }
        let tls = Arc::new(tls(settings.roots.as_deref())?);
        let patient = Arc::new(Semaphore::new(MOST_PATIENT));
        Ok(Smtp {
            settings,
            tls,
            patient,
        })
    }

    /// A dialogue, with TLS and the password, that has so much time in all.
    fn connect(&self, time: Duration) -> Result<Dialogue, Failure> {
        let settings = &self.settings;
        let host = &settings.host;
        let mut dialogue = Dialogue::connect(host, settings.port, Instant::now() + time)?;
        if settings.protection == Protection::Implicit {
            dialogue = dialogue.protect(host, &self.tls)?;
        }
        dialogue.hear()?;
        let mut offers = dialogue.ask(HELLO)?;
        if settings.protection == Protection::StartTls {
            if !offers.lines.iter().any(|line| line == "STARTTLS") {
                return Err(Failure::new(FailureKind::Refused, "no-starttls"));
            }
            dialogue.ask("STARTTLS")?;
            dialogue = dialogue.protect(host, &self.tls)?;
            offers = dialogue.ask(HELLO)?;
        }
        if let Some(credentials) = &settings.credentials {
            authenticate(&mut dialogue, credentials, &offers)?;
        }
        Ok(dialogue)
    }

    /// Hands a mail over, on a connection of its own. Until its data no server has taken it; from then on the call is
    /// waited for.
    fn hand_over(&self, mail: &Mail, time: Duration, fate: &Fate) -> Result<(), Failure> {
        let message = mime::write(mail)?;
        let connected = self.connect(time);
        let mut dialogue = connected.map_err(Failure::untaken)?;
        let begun = begin(&mut dialogue, message.envelope(), mail);
        let sent = begun.map_err(Failure::untaken).and_then(|()| {
            fate.go_on()?;
            // Where too many wait already, the end has no more time than a call.
            let patient = self.patient.try_acquire();
            dialogue.give(if patient.is_ok() { END_OF_DATA } else { time });
            expect(&dialogue.hand_over(&message.formatted())?, 200)
        });
        // What is to be known is known by now.
        dialogue.leave(FAREWELL);
        sent
    }
}

/// The public certificates, and those of a PEM file.
fn tls(roots: Option<&[u8]>) -> Result<ClientConfig, String> {
    let mut store = match roots {
        Some(pem) => root_store(pem)?,
        None => RootCertStore::empty(),
    };
    store.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    let builder = ClientConfig::builder_with_provider(cipher::provider())
        .with_safe_default_protocol_versions()
        .map_err(|_| "TLS cannot be set up")?;
    Ok(builder.with_root_certificates(store).with_no_client_auth())
}

/// Who speaks: a machine without a name of its own (RFC 5321, 4.1.3).
const HELLO: &str = "EHLO [127.0.0.1]";

/// How long the end of the data may take (RFC 5321, 4.5.3.2.6): the server has the whole mail by then, and whoever hangs up
/// before it answers gets it delivered twice.
const END_OF_DATA: Duration = Duration::from_secs(600);

/// How many calls may take that long at once. Each has a thread of its own, of the 512 that a runtime keeps for what
/// blocks: a server that says nothing must not take them all, or no mail is sent once it speaks again.
const MOST_PATIENT: usize = 64;
const FAREWELL: Duration = Duration::from_millis(250);

impl Provider for Smtp {
    fn name(&self) -> &'static str {
        "smtp"
    }

    /// Greets the server, with TLS and the password.
    fn probe(&self, time: Duration) -> Calling {
        let smtp = self.clone();
        blocking(time, move |_| {
            smtp.connect(time).map(|dialogue| dialogue.leave(FAREWELL))
        })
    }

    fn send(&self, mail: &Arc<Mail>, time: Duration) -> Calling {
        let (smtp, mail) = (self.clone(), Arc::clone(mail));
        blocking(time, move |fate| smtp.hand_over(&mail, time, fate))
    }
}

/// Tells the password, in one of the ways that the server offers.
fn authenticate(
    dialogue: &mut Dialogue,
    credentials: &Credentials,
    offers: &Answer,
) -> Result<(), Failure> {
    let Credentials { user, password } = credentials;
    let ways = offers
        .lines
        .iter()
        .filter_map(|line| line.strip_prefix("AUTH"));
    let ways: Vec<&str> = ways.flat_map(|ways| ways.split([' ', '='])).collect();
    if ways.contains(&"PLAIN") {
        let both = STANDARD.encode(format!("\0{user}\0{password}"));
        expect(&dialogue.ask(&format!("AUTH PLAIN {both}"))?, 200)
    } else if ways.contains(&"LOGIN") {
        expect(&dialogue.ask("AUTH LOGIN")?, 300)?;
        expect(&dialogue.ask(&STANDARD.encode(user))?, 300)?;
        expect(&dialogue.ask(&STANDARD.encode(password))?, 200)
    } else {
        Err(Failure::new(FailureKind::Refused, "no-password-asked"))
    }
}

/// Names who sends and who receives, and asks for the data.
fn begin(dialogue: &mut Dialogue, envelope: &Envelope, mail: &Mail) -> Result<(), Failure> {
    // Addresses and message are ASCII, so no extension of the server is asked for.
    let from = envelope.from().map_or("", AsRef::as_ref);
    expect(&dialogue.ask(&format!("MAIL FROM:<{from}>"))?, 200)?;
    for to in envelope.to() {
        let answer = dialogue.exchange(&format!("RCPT TO:<{to}>"))?;
        let is_theirs = mail.is_to_visitor && is_nobody(&answer);
        let answer = answer.judged().map_err(|failure| match is_theirs {
            true => Failure::new(FailureKind::Recipient, failure.detail),
            false => failure,
        });
        expect(&answer?, 200)?;
    }
    expect(&dialogue.ask("DATA")?, 300)
}

/// Whether an answer says that nobody has an address, rather than that the server does not want to pass on what this relay
/// sends, or wants its password first (RFC 3463, X.7).
fn is_nobody(answer: &Answer) -> bool {
    let is_policy = |line: &String| line.starts_with("5.7.");
    answer.code >= 550 && !answer.lines.iter().any(is_policy)
}

/// An answer of the hundred that means yes here. Another one of the positive kinds says nothing about the mail.
fn expect(answer: &Answer, yes: u16) -> Result<(), Failure> {
    match answer.code / 100 == yes / 100 {
        true => Ok(()),
        false => Err(Failure::new(
            FailureKind::Temporary,
            answer.code.to_string(),
        )),
    }
}

/// What the owner can do about a failure, by the word for it.
pub fn hint(failure: &str) -> Option<&'static str> {
    Some(match failure.strip_prefix("smtp:")? {
        "lookup" => "no address is known of `SMTP_HOST`: is it spelt right?",
        "connection" => {
            "nobody answers at `SMTP_HOST` on the port of `SMTP_PORT`: is it the right one, and may this machine call it?"
        }
        "timeout" | "stalled" => {
            "`SMTP_HOST` says nothing: `implicit` TLS needs the port 465, `starttls` 587, and many hosts block 25"
        }
        "certificate" => {
            "the certificate is not one of `SMTP_HOST`, is too old, or nobody known signed it: name the server as its certificate does, or give its authority in `RELAY_ROOTS`"
        }
        "tls" | "protocol" => {
            "the server speaks otherwise than `SMTP_TLS` says: `implicit` goes with the port 465, `starttls` with 587"
        }
        "no-starttls" => {
            "the server offers no STARTTLS on this port: set `SMTP_TLS=implicit` and the port 465"
        }
        "spoke-before-tls" => {
            "somebody between here and the server writes into the connection: set `SMTP_TLS=implicit` and the port 465"
        }
        "no-password-asked" => {
            "the server takes no password on this connection: unset `SMTP_USER`, or use another port"
        }
        "530" | "534" | "535" | "538" => {
            "the server does not take `SMTP_USER` with `SMTP_PASSWORD`"
        }
        _ => return None,
    })
}
