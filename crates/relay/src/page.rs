//! The relay's HTML pages, for visitors without JavaScript and for links in mails.

use std::fmt::Write;
use std::sync::Arc;

use axum::http::Method;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use forms::{Notice, RelayTexts, Settings};

use crate::refusal::Refusal;
use crate::visible::escape;

/// The frame of every page. The look travels in it: the relay may stand anywhere, and the name of
/// the site's stylesheet changes with every release.
pub(crate) struct Frame {
    pub settings: Arc<Settings>,
    /// What a page's content security policy must allow for its style, as CSP 3 writes a hash.
    pub style_source: String,
}

impl Frame {
    pub fn new(settings: Arc<Settings>) -> Self {
        let style = settings.look.page.as_bytes();
        let hash = ring::digest::digest(&ring::digest::SHA256, style);
        Frame {
            style_source: format!("'sha256-{}'", STANDARD.encode(hash)),
            settings,
        }
    }

    /// A whole page, without scripts, in the language of some settings; `site` is the site's address.
    pub fn page(&self, settings: &Settings, title: &str, site: &str, body: &str) -> String {
        let texts = &settings.texts;
        let look = &self.settings.look;
        format!(
            "<!doctype html>\n<html{}>\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"robots\" content=\"noindex\">\n<title>{}</title>\n\
             <style>{}</style>\n</head>\n<body>\n{}<header><a href=\"{}\">{}{}\
             </a></header>\n<main>\n{body}</main>\n</body>\n</html>\n",
            spoken(&settings.language),
            escape(title),
            look.page,
            look.relief,
            escape(&settings.home_of(site)),
            look.mark,
            escape(&texts.back),
        )
    }

    /// The policy of a page whose forms may lead to `site`, the site's origin.
    pub fn policy(&self, site: &str) -> String {
        format!(
            "default-src 'none'; style-src {}; form-action 'self' {site}; base-uri 'none'; \
             frame-ancestors 'none'",
            self.style_source
        )
    }
}

/// The attributes of an element in a language: which one it is and, where that is not as most do, how it is written.
pub(crate) fn spoken(language: &str) -> String {
    let dir = match forms::direction(language) {
        "rtl" => " dir=\"rtl\"",
        _ => "",
    };
    format!(" lang=\"{}\"{dir}", escape(language))
}

/// A notice whose button leads to `address`.
pub(crate) fn notice(settings: &Settings, notice: &Notice, address: &str) -> String {
    let button = notice.button.as_deref().unwrap_or(&settings.texts.back);
    let text = match notice.text.as_str() {
        "" => String::new(),
        text => format!("<p>{}</p>\n", escape(text)),
    };
    format!(
        "<h1>{}</h1>\n{text}<p><a class=\"button button-primary\" href=\"{}\">{}</a></p>\n",
        escape(&notice.title),
        escape(address),
        escape(button)
    )
}

/// A notice whose button posts to `action`.
pub(crate) fn question(notice: &Notice, action: &str) -> String {
    format!(
        "<h1>{}</h1>\n<p>{}</p>\n<form method=\"post\" action=\"{}\">\n\
         <button class=\"button button-primary\" type=\"submit\">{}</button>\n</form>\n",
        escape(&notice.title),
        escape(&notice.text),
        escape(action),
        escape(notice.button.as_deref().unwrap_or(&notice.title))
    )
}

/// When to try again, in words: never too soon.
pub(crate) fn wait(texts: &RelayTexts, seconds: u64) -> String {
    let (minutes, hours) = (seconds.div_ceil(MINUTE), seconds.div_ceil(HOUR));
    let (text, count) = match minutes {
        0..=1 => (&texts.wait_minute, 1),
        2..=MOST_MINUTES => (&texts.wait_minutes, minutes),
        _ => (&texts.wait_hours, hours),
    };
    text.replace("{count}", &count.to_string())
}

pub(crate) const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
/// More than this is told in hours, so that there are several of them.
const MOST_MINUTES: u64 = 90;

/// What a refused request leaves to say.
pub(crate) struct Asked<'a> {
    pub site: &'a str,
    pub mailto: Option<&'a str>,
    pub method: &'a Method,
}

/// A refusal without a form to show again.
pub(crate) fn refusal(settings: &Settings, refusal: &Refusal, asked: &Asked<'_>) -> String {
    let texts = &settings.texts;
    let text = match refusal {
        Refusal::TooLarge => &texts.too_large,
        Refusal::Slow | Refusal::Malformed => &texts.incomplete,
        Refusal::Expired => &texts.cannot_leave,
        Refusal::NotFound | Refusal::Method(_) => &texts.nothing_here,
        // Who only followed a link has written nothing.
        _ if matches!(*asked.method, Method::GET | Method::HEAD) => "",
        _ => &texts.kept,
    };
    let wait = refusal.retry_after().map(|seconds| wait(texts, seconds));
    let told = Notice {
        title: texts.refusal(refusal.name()).to_owned(),
        text: format!("{} {text}", wait.unwrap_or_default())
            .trim()
            .to_owned(),
        button: None,
    };
    let mut body = notice(settings, &told, &settings.home_of(asked.site));
    let helps = matches!(refusal, Refusal::TooLarge | Refusal::Expired) || refusal.is_failure();
    if let Some(mailto) = asked.mailto.filter(|_| helps) {
        let mailto = escape(mailto);
        let link = escape(&texts.write_to).replace("{address}", &mailto);
        // Writing to a String cannot fail.
        let _ = writeln!(body, "<p><a href=\"mailto:{mailto}\">{link}</a></p>");
    }
    body
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_told_in_words_and_never_too_short() {
        let settings = Settings::plain().expect("settings");
        let check = |seconds: u64, expected: &str| {
            let told = wait(&settings.texts, seconds);
            assert_eq!(told, format!("Try again in {expected}."), "{seconds}");
        };
        check(0, "a minute");
        check(60, "a minute");
        check(61, "2 minutes");
        check(5_400, "90 minutes");
        check(5_401, "2 hours");
        check(85_578, "24 hours");
    }
}
