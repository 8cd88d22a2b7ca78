//! Secrets that somebody must know, compared without telling how much of one was right.

use ring::digest::{SHA256, digest};

/// Secrets of which any will do, so that one can be replaced by another.
#[derive(Clone)]
pub struct Secrets {
    digests: Vec<Vec<u8>>,
}

impl Secrets {
    /// Secrets separated by commas, each at least 32 characters.
    ///
    /// # Errors
    ///
    /// One is too short, or there is none.
    pub fn new(secrets: &str) -> Result<Self, String> {
        let secrets: Vec<&str> = secrets.split(',').map(str::trim).collect();
        secrets.iter().try_for_each(|secret| judge(secret))?;
        let digests = secrets.iter().map(|secret| hashed(secret));
        Ok(Self {
            digests: digests.collect(),
        })
    }

    /// Whether a text is one of them. What is compared are hashes: where they differ tells nothing of the secret.
    pub(crate) fn are(&self, given: &str) -> bool {
        let given = hashed(given.trim());
        self.digests.contains(&given)
    }
}

/// Whether a text is long enough for a secret, and can be sent in a header.
///
/// # Errors
///
/// What is wrong with it.
pub(crate) fn judge(secret: &str) -> Result<(), String> {
    if secret.len() < 32 {
        return Err("a secret has at least 32 characters".to_owned());
    }
    let is_typed = |byte: u8| byte == b' ' || byte.is_ascii_graphic();
    match secret.bytes().all(is_typed) {
        true => Ok(()),
        false => Err("a secret has only letters, digits and signs of ASCII".to_owned()),
    }
}

fn hashed(text: &str) -> Vec<u8> {
    digest(&SHA256, text.as_bytes()).as_ref().to_vec()
}
