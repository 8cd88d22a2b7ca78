//! Row 27, the part about certificates.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair, date_time_ymd};
use relay::{Outbox, Resend, ResendSettings};
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use crate::client::Request;
use crate::fake::{Act, Fake};
use crate::world::{QUICK, World, good};

/// A certificate authority, and a key.
pub struct Authority {
    pub pem: String,
    issuer: Issuer<'static, KeyPair>,
}

/// A certificate with its key, in PEM.
pub struct Identity {
    pub certificate: rcgen::Certificate,
    pub key: KeyPair,
}

impl Authority {
    pub fn new() -> Self {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let pem = params.self_signed(&key).unwrap().pem();
        Authority {
            pem,
            issuer: Issuer::new(params, key),
        }
    }

    pub fn identity(&self, host: &str, until: i32) -> Identity {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(vec![host.to_owned()]).unwrap();
        params.not_before = date_time_ymd(2020, 1, 1);
        params.not_after = date_time_ymd(until, 1, 1);
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        Identity { certificate, key }
    }
}

/// What a server behind TLS shows.
pub fn showing(identity: &Identity) -> Arc<ServerConfig> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(identity.key.serialize_der()));
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![identity.certificate.der().clone()], key)
        .unwrap();
    Arc::new(config)
}

/// An API behind TLS.
fn serve(identity: &Identity) -> (SocketAddr, Fake) {
    let config = showing(identity);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let fake = Fake::acting(vec![Act::Take]);
    let serving = fake.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let connection = ServerConnection::new(Arc::clone(&config)).unwrap();
            let stream = StreamOwned::new(connection, stream.unwrap());
            let serving = serving.clone();
            std::thread::spawn(move || {
                serving.serve(stream, &(Arc::new(|_, _: &_| Act::Take) as _))
            });
        }
    });
    (address, fake)
}

#[track_caller]
fn check(identity: &Identity, roots: Option<&Authority>, expected: (u16, usize)) {
    let (address, fake) = serve(identity);
    let settings = ResendSettings {
        base: format!("https://localhost:{}", address.port()),
        key: "k".to_owned(),
        segment: None,
        roots: roots.map(|authority| authority.pem.clone().into_bytes()),
    };
    let outbox = Outbox::new(Arc::new(Resend::new(settings).unwrap())).with_patience(QUICK);
    let world = World::new(outbox);
    let reply = world.ask(&Request::json("contact", good("contact").to_string()));
    assert_eq!(
        (reply.status, fake.calls().len()),
        expected,
        "{}",
        world.log()
    );
    if expected.0 != 200 {
        assert!(
            world.log().contains("\"failures\":[\"resend:tls\"]"),
            "{}",
            world.log()
        );
    }
}

#[test]
fn row_27_certificates() {
    let (trusted, other) = (Authority::new(), Authority::new());
    check(
        &trusted.identity("localhost", 2100),
        Some(&trusted),
        (200, 1),
    );
    check(
        &trusted.identity("localhost", 2021),
        Some(&trusted),
        (502, 0),
    );
    check(
        &trusted.identity("autre.example", 2100),
        Some(&trusted),
        (502, 0),
    );
    check(&other.identity("localhost", 2100), Some(&trusted), (502, 0));
    check(&trusted.identity("localhost", 2100), None, (502, 0));
}
