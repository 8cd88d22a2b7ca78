//! SMTP with STARTTLS or implicit TLS; in clear only to this machine.

use std::sync::Arc;
use std::time::Duration;

use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::{SmtpTransport, Transport};

use crate::cipher;
use crate::mail::Mail;
use crate::mime;
use crate::provider::{Calling, Failure, FailureKind, Provider, blocking};
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
pub struct Smtp {
    settings: SmtpSettings,
    tls: Tls,
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
        Ok(Smtp { settings, tls })
    }

    /// A connection to come, of which each step has so much time.
    fn transport(&self, time: Duration) -> SmtpTransport {
        let settings = &self.settings;
        let mut transport = SmtpTransport::builder_dangerous(&settings.host)
            .port(settings.port)
            .tls(self.tls.clone())
            .timeout(Some(time));
        if let Some(credentials) = &settings.credentials {
            transport = transport.credentials(credentials.clone());
        }
        transport.build()
    }
}

impl Provider for Smtp {
    fn name(&self) -> &'static str {
        "smtp"
    }

    /// Greets the server, with TLS and the password.
    fn probe(&self, time: Duration) -> Calling {
        let transport = self.transport(time);
        blocking(move || transport.test_connection().map(drop).map_err(failure))
    }

    fn send(&self, mail: &Arc<Mail>, time: Duration) -> Calling {
        let (transport, mail) = (self.transport(time), Arc::clone(mail));
        blocking(move || {
            let message = mime::write(&mail)?;
            transport
                .send_raw(message.envelope(), &message.formatted())
                .map(drop)
                .map_err(failure)
        })
    }
}

fn failure(error: lettre::transport::smtp::Error) -> Failure {
    if let Some(code) = error.status() {
        let code = code.to_string();
        let kind = if error.is_permanent() {
            FailureKind::Refused
        } else {
            FailureKind::Temporary
        };
        return Failure::new(kind, code);
    }
    if error.is_timeout() {
        Failure::new(FailureKind::Late, "timeout")
    } else if error.is_tls() || error.is_client() {
        // Among them: the server does not offer STARTTLS.
        Failure::new(FailureKind::Refused, "tls-or-protocol")
    } else {
        Failure::new(FailureKind::Temporary, "connection")
    }
}
