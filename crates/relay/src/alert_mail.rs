//! An alert as a mail to whoever looks after the relay.

use std::sync::Arc;

use crate::alert::{Bell, TIME};
use crate::mail::{self, Mail, hash};
use crate::provider::{Calling, Provider};

/// Mails alerts, by the provider that is tried last: the first one may be what is wrong.
pub(crate) struct AlertMail {
    pub provider: Arc<dyn Provider>,
    pub from: String,
    pub to: String,
}

impl Bell for AlertMail {
    fn ring(&self, text: &str) -> Calling {
        let now = jiff::Timestamp::now().as_second();
        let mail = Mail {
            key: format!("alert/{}", &hash(&[text, &now.to_string()])[..40]),
            from: self.from.clone(),
            to: self.to.clone(),
            is_to_visitor: false,
            reply_to: None,
            subject: text.to_owned(),
            text: format!("{text}\n"),
            html: format!("<p>{}</p>\n", crate::visible::escape(text)),
            headers: vec![mail::by_itself()],
            date: now,
            clock: String::new(),
        };
        self.provider.send(&Arc::new(mail), TIME)
    }
}
