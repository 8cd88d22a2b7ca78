//! What must hold for any bytes that are posted, up to the mail that they become.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use relay::{Calling, Config, Limits, Log, Mail, Outbox, Provider};
use tokio::runtime::Runtime;
use tower::ServiceExt;

const SITE: &str = "https://exemple.re";
/// The headers that a mail may have.
const HEADERS: [&str; 11] = [
    "from",
    "to",
    "reply-to",
    "subject",
    "date",
    "message-id",
    "mime-version",
    "content-type",
    "list-unsubscribe",
    "list-unsubscribe-post",
    "auto-submitted",
];

/// Takes every mail that is right.
struct Reader;

impl Provider for Reader {
    fn name(&self) -> &'static str {
        "reader"
    }

    fn send(&self, mail: &Arc<Mail>, _: Duration) -> Calling {
        check(&mail.to_mime().expect("a message"));
        Box::pin(async { Ok(()) })
    }
}

/// A relay whose mails are read.
pub struct Posts {
    router: Router,
    runtime: Runtime,
}

impl Posts {
    /// A relay with the forms of a folder.
    pub fn new(forms: &str) -> Self {
        let forms = relay::read_forms(forms.as_ref()).expect("forms");
        let mut config = Config::preview(forms, vec![SITE.to_owned()]);
        config.limits = Limits {
            per_form: 1 << 40,
            per_client: 1 << 40,
            per_recipient: 1 << 40,
        };
        config.log = Log::to(|_| {});
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime");
        Self {
            router: relay::router(config, Outbox::new(Arc::new(Reader))),
            runtime,
        }
    }

    /// The first byte says which form and which kind of body; the others are the body.
    pub fn post(&self, bytes: &[u8]) {
        let Some((kind, body)) = bytes.split_first() else {
            return;
        };
        let form = ["contact", "agence", "eligibilite", "newsletter"][usize::from(kind & 3)];
        let media = match kind & 4 {
            0 => "application/json",
            _ => "application/x-www-form-urlencoded",
        };
        let request = Request::post(format!("/api/forms/{form}"))
            .header("content-type", media)
            .header("origin", SITE)
            .header("sec-fetch-site", "same-origin")
            .body(Body::from(body.to_vec()))
            .expect("a request");
        let answer = self.router.clone().oneshot(request);
        let status = self.runtime.block_on(answer).expect("an answer").status();
        let expected = [200, 303, 400, 409, 413, 422];
        assert!(expected.contains(&status.as_u16()), "{status}");
    }
}

/// No header but the known ones, each in lines that a mail may have.
fn check(mail: &[u8]) {
    let mail = String::from_utf8_lossy(mail);
    let (head, _) = mail.split_once("\r\n\r\n").expect("a head");
    let mut seen = Vec::new();
    for line in head.split("\r\n") {
        assert!(
            line.is_ascii() && line.len() < 999 && !line.contains(['\r', '\n', '\0']),
            "{line:?}"
        );
        if line.starts_with([' ', '\t']) {
            continue;
        }
        let name = line
            .split(':')
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase();
        assert!(HEADERS.contains(&&*name), "{line:?}");
        assert!(!seen.contains(&name), "{name} stands twice");
        seen.push(name);
    }
}
