//! SMTP with STARTTLS or implicit TLS; in clear only to this machine.

use std::error::Error as _;
use std::io::ErrorKind;
use std::sync::Arc;
use std::time::Duration;

use lettre::Message;
use lettre::address::Envelope;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{Certificate, SmtpConnection, Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::transport::smtp::response::{Response, Severity};
use lettre::transport::smtp::{Error, commands};
use tokio::sync::Semaphore;

use crate::cipher;
use crate::mail::Mail;
use crate::mime;
use crate::provider::{Calling, Failure, FailureKind, Fate, Provider, blocking};
use crate::web::{NO_ROOTS, root_store};

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
    tls: Tls,
    /// The calls that may take as long as the end of the data does.
    patient: Arc<Semaphore>,
}

impl Smtp {
    /// # Errors
    ///
    /// What is wrong with the settings, in lower case.
    pub fn new(settings: SmtpSettings) -> Result<Self, String> {
        let is_local = matches!(settings.host.as_str(), "localhost" | "127.0.0.1" | "::1");
        let tls = if settings.protection == Protection::None {
            if !is_local {
                return Err(format!(
                    "`{}` is not this machine, so it needs TLS",
                    settings.host
                ));
            }
            Tls::None
        } else {
            cipher::provider();
            let mut parameters = TlsParameters::builder(settings.host.clone());
            if let Some(pem) = &settings.roots {
                root_store(pem)?;
                let root = Certificate::from_pem(pem).map_err(|_| NO_ROOTS)?;
                parameters = parameters.add_root_certificate(root);
            }
            let parameters = parameters.build().map_err(|_| "TLS cannot be set up")?;
            match settings.protection {
                Protection::Implicit => Tls::Wrapper(parameters),
                _ => Tls::Required(parameters),
            }
        };
        let patient = Arc::new(Semaphore::new(MOST_PATIENT));
        Ok(Smtp {
            settings,
            tls,
            patient,
        })
    }

    /// A connection, with TLS and the password; each step has so much time.
    fn connect(&self, time: Duration) -> Result<SmtpConnection, Error> {
        let settings = &self.settings;
        let server = (settings.host.as_str(), settings.port);
        let hello = ClientId::default();
        let wrapper = match &self.tls {
            Tls::Wrapper(parameters) => Some(parameters),
            _ => None,
        };
        let mut connection = SmtpConnection::connect(server, Some(time), &hello, wrapper, None)?;
        if let Tls::Required(parameters) = &self.tls {
            connection.starttls(parameters, &hello)?;
        }
        if let Some(credentials) = &settings.credentials {
            connection.auth(DEFAULT_MECHANISMS, credentials)?;
        }
        Ok(connection)
    }

    /// Hands a mail over, on a connection of its own.
    fn hand_over(&self, mail: &Mail, time: Duration, fate: &Fate) -> Result<(), Failure> {
        let message = mime::write(mail)?;
        let connected = self.connect(time);
        let mut connection = connected.map_err(|error| failure(&error).untaken())?;
        let sent = self.send_on(&mut connection, &message, fate);
        leave(connection);
        sent
    }

    /// Sends a mail. Until its data no server has taken it; from then on the call is waited for.
    fn send_on(
        &self,
        connection: &mut SmtpConnection,
        message: &Message,
        fate: &Fate,
    ) -> Result<(), Failure> {
        let begun = begin(connection, message.envelope());
        begun.map_err(Failure::untaken)?;
        fate.go_on()?;
        // Where too many wait already, each step keeps the time that it had.
        let patient = self.patient.try_acquire();
        if patient.is_ok() {
            let timed = connection.set_timeout(Some(END_OF_DATA));
            timed.map_err(|_| Failure::new(FailureKind::Temporary, "connection").untaken())?;
        }
        let answer = connection.message(&message.formatted());
        expect(answer, Severity::PositiveCompletion)
    }
}

/// Says farewell, which nobody waits long for: what is to be known is known by now.
fn leave(mut connection: SmtpConnection) {
    let _ = connection.set_timeout(Some(FAREWELL));
    connection.abort();
}

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
            let connected = smtp.connect(time);
            connected.map(leave).map_err(|error| failure(&error))
        })
    }

    fn send(&self, mail: &Arc<Mail>, time: Duration) -> Calling {
        let (smtp, mail) = (self.clone(), Arc::clone(mail));
        blocking(time, move |fate| smtp.hand_over(&mail, time, fate))
    }
}

/// Names who sends and who receives, and asks for the data.
fn begin(connection: &mut SmtpConnection, envelope: &Envelope) -> Result<(), Failure> {
    // Addresses and message are ASCII, so no extension of the server is asked for.
    let from = commands::Mail::new(envelope.from().cloned(), Vec::new());
    expect(connection.command(from), Severity::PositiveCompletion)?;
    for to in envelope.to() {
        let to = commands::Rcpt::new(to.clone(), Vec::new());
        expect(connection.command(to), Severity::PositiveCompletion)?;
    }
    let data = connection.command(commands::Data);
    expect(data, Severity::PositiveIntermediate)
}

/// An answer of the kind that means yes here. Another one of the positive kinds says nothing about the mail.
fn expect(answer: Result<Response, Error>, yes: Severity) -> Result<(), Failure> {
    let code = answer.map_err(|error| failure(&error))?.code();
    match code.severity == yes {
        true => Ok(()),
        false => Err(Failure::new(FailureKind::Temporary, code.to_string())),
    }
}

/// What an error means. One that the server answered with says that it took nothing.
fn failure(error: &Error) -> Failure {
    if let Some(code) = error.status() {
        let kind = match error.is_permanent() {
            true => FailureKind::Refused,
            false => FailureKind::Temporary,
        };
        return Failure::new(kind, code.to_string()).untaken();
    }
    if is_late(error) {
        Failure::timeout()
    } else if error.is_tls() || error.is_client() {
        // Among them: the server does not offer STARTTLS.
        Failure::new(FailureKind::Refused, "tls-or-protocol")
    } else {
        Failure::new(FailureKind::Temporary, "connection")
    }
}

/// Whether a step took too long: a connection says so by one kind of error, and reading by the other on most systems.
fn is_late(error: &Error) -> bool {
    let source = error.source().and_then(|source| source.downcast_ref());
    let kind = source.map(std::io::Error::kind);
    matches!(kind, Some(ErrorKind::TimedOut | ErrorKind::WouldBlock))
}
