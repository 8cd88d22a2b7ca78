//! The cryptography of TLS, for all that calls out.

use std::sync::Arc;

use rustls::crypto::{CryptoProvider, KeyProvider};
use rustls::pki_types::PrivateKeyDer;
use rustls::sign::SigningKey;

/// That of `ring`, but for private keys: the relay shows nobody a certificate, so that what would sign by one is no part of
/// the program.
pub(crate) fn provider() -> Arc<CryptoProvider> {
    let ring = rustls::crypto::ring::default_provider();
    let provider = CryptoProvider {
        key_provider: &NoKeys,
        ..ring
    };
    // What asks for the one of the program gets the same. There may be one already, of an earlier call.
    let _ = provider.clone().install_default();
    Arc::new(provider)
}

/// Takes no private key.
#[derive(Debug)]
struct NoKeys;

impl KeyProvider for NoKeys {
    fn load_private_key(
        &self,
        _: PrivateKeyDer<'static>,
    ) -> Result<Arc<dyn SigningKey>, rustls::Error> {
        Err(rustls::Error::General("there are no private keys".into()))
    }
}
