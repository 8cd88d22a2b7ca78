//! Seals an address into a link that shows nothing and expires, and opens it again.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, Nonce, UnboundKey};
use ring::digest::{SHA256, digest};
use ring::hmac;

use crate::secret::judge;

/// What a sealed link is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Confirm,
    Unsubscribe,
}

impl Purpose {
    fn byte(self) -> u8 {
        match self {
            Purpose::Confirm => b'c',
            Purpose::Unsubscribe => b'u',
        }
    }
}

/// What a link is sealed for: an address, and the form that it was given to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Subscription {
    pub address: String,
    /// The form's id; empty in links of earlier versions, which knew one form only.
    pub form: String,
}

impl Subscription {
    /// Stands between the two, as in no address and no id.
    const BETWEEN: char = '\n';

    fn written(&self) -> String {
        match self.form.as_str() {
            "" => self.address.clone(),
            form => format!("{}{}{form}", self.address, Self::BETWEEN),
        }
    }

    fn read(written: &str) -> Self {
        let (address, form) = written.split_once(Self::BETWEEN).unwrap_or((written, ""));
        Self {
            address: address.to_owned(),
            form: form.to_owned(),
        }
    }
}

/// Seals with the first secret, opens with any, so that secrets can be replaced.
#[derive(Clone)]
pub struct Seals {
    secrets: Vec<String>,
}

impl Seals {
    /// Secrets separated by commas, each at least 32 characters.
    ///
    /// # Errors
    ///
    /// One is too short, or there is none.
    pub fn new(secrets: &str) -> Result<Self, String> {
        let secrets: Vec<String> = secrets
            .split(',')
            .map(|secret| secret.trim().to_owned())
            .collect();
        secrets.iter().try_for_each(|secret| judge(secret))?;
        Ok(Seals { secrets })
    }

    /// Seals a subscription until a Unix second (0 for ever). The same input makes the same token, so
    /// that a repeated request is the same mail.
    pub(crate) fn seal(
        &self,
        purpose: Purpose,
        subscription: &Subscription,
        until: u64,
    ) -> Option<String> {
        let secret = self.secrets.first()?;
        let mut sealed = until.to_be_bytes().to_vec();
        sealed.extend(subscription.written().as_bytes());
        let mut seed = sealed.clone();
        seed.push(purpose.byte());
        let nonce = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes()), &seed);
        let nonce: [u8; 12] = nonce.as_ref().get(..12)?.try_into().ok()?;
        key(secret)?
            .seal_in_place_append_tag(
                Nonce::assume_unique_for_key(nonce),
                Aad::from([purpose.byte()]),
                &mut sealed,
            )
            .ok()?;
        Some(URL_SAFE_NO_PAD.encode([nonce.as_slice(), &sealed].concat()))
    }

    /// The subscription of a token that was sealed for that purpose and has not expired.
    pub(crate) fn open(&self, purpose: Purpose, token: &str, now: u64) -> Option<Subscription> {
        let token = URL_SAFE_NO_PAD.decode(token).ok()?;
        let nonce: [u8; 12] = token.get(..12)?.try_into().ok()?;
        self.secrets.iter().find_map(|secret| {
            let mut sealed = token.get(12..)?.to_vec();
            let opened = key(secret)?
                .open_in_place(
                    Nonce::assume_unique_for_key(nonce),
                    Aad::from([purpose.byte()]),
                    &mut sealed,
                )
                .ok()?;
            let until = u64::from_be_bytes(opened.get(..8)?.try_into().ok()?);
            if until != 0 && until < now {
                return None;
            }
            let written = std::str::from_utf8(opened.get(8..)?).ok()?;
            Some(Subscription::read(written))
        })
    }

    /// A name for an address that only the holder of the secret can make.
    pub(crate) fn pseudonym(&self, address: &str) -> String {
        let secret = self.secrets.first().map_or("", String::as_str);
        let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
        let tag = hmac::sign(&key, address.to_lowercase().as_bytes());
        crate::mail::hexadecimal(&tag.as_ref()[..16])
    }
}

fn key(secret: &str) -> Option<LessSafeKey> {
    let bytes = digest(&SHA256, format!("seal:{secret}").as_bytes());
    UnboundKey::new(&CHACHA20_POLY1305, bytes.as_ref())
        .ok()
        .map(LessSafeKey::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "0123456789abcdef0123456789abcdef";
    const NEW: &str = "fedcba9876543210fedcba9876543210";

    fn subscription(form: &str) -> Subscription {
        Subscription {
            address: "a@b.re".to_owned(),
            form: form.to_owned(),
        }
    }

    #[test]
    fn a_token_knows_its_form_and_an_earlier_one_has_none() {
        let seals = Seals::new(OLD).unwrap();
        let sealed = ["", "letter", "news"].map(|form| {
            let token = seals
                .seal(Purpose::Confirm, &subscription(form), 0)
                .unwrap();
            assert_eq!(
                seals.open(Purpose::Confirm, &token, 1),
                Some(subscription(form))
            );
            token
        });
        assert!(sealed[0] != sealed[1] && sealed[1] != sealed[2]);
    }

    #[test]
    fn a_token_opens_for_its_purpose_until_it_expires() {
        let seals = Seals::new(OLD).unwrap();
        let letter = subscription("letter");
        let token = seals.seal(Purpose::Confirm, &letter, 100).unwrap();
        assert!(!token.contains("a@b"));
        assert_eq!(seals.open(Purpose::Confirm, &token, 100), Some(letter));
        assert_eq!(seals.open(Purpose::Confirm, &token, 101), None);
        assert_eq!(seals.open(Purpose::Unsubscribe, &token, 1), None);
        for at in 0..token.len() {
            let mut broken = token.clone().into_bytes();
            broken[at] = if broken[at] == b'A' { b'B' } else { b'A' };
            let broken = String::from_utf8(broken).unwrap();
            assert_eq!(seals.open(Purpose::Confirm, &broken, 1), None, "{at}");
        }
    }

    #[test]
    fn an_old_secret_still_opens() {
        let token = Seals::new(OLD)
            .unwrap()
            .seal(Purpose::Unsubscribe, &subscription(""), 0)
            .unwrap();
        let both = Seals::new(&format!("{NEW}, {OLD}")).unwrap();
        assert!(both.open(Purpose::Unsubscribe, &token, u64::MAX).is_some());
        assert!(
            Seals::new(NEW)
                .unwrap()
                .open(Purpose::Unsubscribe, &token, 1)
                .is_none()
        );
        assert!(Seals::new("short").is_err());
    }
}
