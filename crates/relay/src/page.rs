//! The relay's HTML pages, for visitors without JavaScript and for links in mails.

use std::fmt::{self, Write};
use std::sync::Arc;

use axum::http::Method;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use forms::{
    Control, Field, FieldError, Form, Kind, Notice, RelayTexts, Settings, Step, Submission,
};

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
fn wait(texts: &RelayTexts, seconds: u64) -> String {
    let (minutes, hours) = (seconds.div_ceil(MINUTE), seconds.div_ceil(HOUR));
    let (text, count) = match minutes {
        0..=1 => (&texts.wait_minute, 1),
        2..=MOST_MINUTES => (&texts.wait_minutes, minutes),
        _ => (&texts.wait_hours, hours),
    };
    text.replace("{count}", &count.to_string())
}

const MINUTE: u64 = 60;
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

/// The class of what only assistive technology reads.
fn hidden(is_hidden: bool) -> &'static str {
    match is_hidden {
        true => " class=\"visually-hidden\"",
        false => "",
    }
}

/// The name of the field that an error is in.
fn named(error: &FieldError) -> &str {
    let pointer = error.pointer.trim_start_matches("#/");
    pointer.split('/').next().unwrap_or("")
}

/// A form that was refused, with everything that was typed.
pub(crate) struct Refused<'a> {
    /// How the page speaks.
    pub settings: &'a Settings,
    pub form: &'a Form,
    pub submission: &'a Submission<'a>,
    pub refusal: &'a Refusal,
    pub action: &'a str,
    /// The site's address.
    pub site: &'a str,
    pub mailto: Option<&'a str>,
}

impl Refused<'_> {
    /// The page's body.
    pub fn body(&self) -> String {
        let mut body = format!(
            "<h1>{}</h1>\n",
            escape(self.settings.texts.refusal(self.refusal.name()))
        );
        let spoken = self.spoken();
        self.summary(&mut body, &spoken);
        // Writing to a String cannot fail; here and below.
        let _ = writeln!(
            body,
            "<form class=\"form-panel stack\"{spoken} method=\"post\" action=\"{}\" novalidate>",
            escape(self.action)
        );
        for step in &self.form.steps {
            self.step(&mut body, step);
        }
        self.unseen(&mut body);
        let privacy = &self.form.privacy;
        let page = self.settings.privacy_of(self.site).map(|page| {
            let (page, link) = (escape(&page), escape(&privacy.link));
            format!(" <a href=\"{page}\">{link}</a>")
        });
        let _ = write!(
            body,
            "<p class=\"muted\">{}{}</p>\n<button class=\"button button-primary\" type=\"submit\">\
             {}</button>\n</form>\n",
            escape(&privacy.text),
            page.unwrap_or_default(),
            escape(&self.form.buttons.submit)
        );
        body
    }

    /// The questions of a step. What its only field would ask again above its answers is for assistive technology alone,
    /// and so is the title of the only step.
    fn step(&self, body: &mut String, step: &Step) {
        let is_only = self.form.steps.len() == 1;
        let quiet = match step.fields.as_slice() {
            [field] if !is_only => Some(field),
            _ => None,
        };
        let star = quiet.map_or("", |field| self.star(field));
        let _ = writeln!(
            body,
            "<fieldset>\n<legend{}>{}{star}</legend>",
            hidden(is_only),
            escape(&step.title)
        );
        if let Some(description) = &step.description {
            let _ = writeln!(body, "<p>{}</p>", escape(description));
        }
        for field in &step.fields {
            let label = match quiet {
                Some(_) => format!("{}>{}", hidden(true), escape(&field.label)),
                None => format!(">{}{}", escape(&field.label), self.star(field)),
            };
            self.field(body, field, &label);
        }
        body.push_str("</fieldset>\n");
    }

    /// What marks an answer that is required, as far as the other answers tell.
    fn star(&self, field: &Field) -> &'static str {
        let asked = self
            .form
            .asked_anyway(&|name| self.submission.text(name).trim());
        match field.required && asked.contains(field.name.as_str()) {
            true => " *",
            false => "",
        }
    }

    /// The attributes of what the form says, where it has words in a language that the page does not speak.
    fn spoken(&self) -> String {
        let own = self.form.language.as_deref();
        let own = own.filter(|own| !own.eq_ignore_ascii_case(&self.settings.language));
        own.map(spoken).unwrap_or_default()
    }

    fn error(&self, name: &str) -> Option<&FieldError> {
        match self.refusal {
            Refusal::Invalid(errors) => errors.iter().find(|error| named(error) == name),
            _ => None,
        }
    }

    fn summary(&self, body: &mut String, spoken: &str) {
        let texts = &self.settings.texts;
        let _ = writeln!(body, "<div role=\"alert\" class=\"stack\"{spoken}>");
        let failure = &self.form.failure;
        let _ = match (self.refusal, self.refusal.retry_after()) {
            (Refusal::Invalid(errors), _) => self.list(body, errors),
            (_, Some(0..=MINUTE)) => writeln!(body, "<p>{}</p>", escape(&failure.busy)),
            (_, Some(longer)) => writeln!(body, "<p>{}</p>", escape(&wait(texts, longer))),
            (_, None) => writeln!(body, "<p>{}</p>", escape(&failure.text)),
        };
        if let (true, Some(mailto)) = (self.refusal.is_failure(), self.mailto) {
            let (mailto, label) = (escape(mailto), escape(&self.form.failure.mailto));
            let _ = writeln!(body, "<p><a href=\"mailto:{mailto}\">{label}</a></p>");
        }
        body.push_str("</div>\n");
    }

    fn list(&self, body: &mut String, errors: &[FieldError]) -> fmt::Result {
        writeln!(body, "<ul>")?;
        for error in errors {
            let (name, detail) = (named(error), escape(&error.detail));
            match self.form.field(name) {
                Some(field) => writeln!(
                    body,
                    "<li><a href=\"#{name}\">{}</a>{} {detail}</li>",
                    escape(&field.label),
                    escape(&self.settings.texts.colon)
                ),
                None => writeln!(body, "<li>{detail}</li>"),
            }?;
        }
        writeln!(body, "</ul>")
    }

    /// The attribute that ties a control to what is said under it.
    fn described(&self, field: &Field) -> String {
        let name = &field.name;
        let hint = field.hint.iter().map(|_| format!("{name}-hint"));
        let error = self.error(name).map(|_| format!("{name}-error"));
        let notes: Vec<String> = hint.chain(error).collect();
        match notes.is_empty() {
            true => String::new(),
            false => format!(" aria-describedby=\"{}\"", notes.join(" ")),
        }
    }

    /// The attributes of a control that say how it stands, and what stands in it while it is empty.
    fn state(&self, field: &Field) -> String {
        let mut state = String::new();
        // A drop-down list has an option for it.
        for placeholder in field
            .placeholder
            .iter()
            .filter(|_| field.options.is_empty())
        {
            let _ = write!(state, " placeholder=\"{}\"", escape(placeholder));
        }
        if self.error(&field.name).is_some() {
            state.push_str(" aria-invalid=\"true\"");
        }
        state += &self.described(field);
        let is_always = field.when.is_none() || field.asked_anyway == Some(true);
        if field.required && is_always && field.kind != Kind::Multi {
            state.push_str(" required");
        }
        state
    }

    /// A question; `label` is what its label says, with the end of the tag before it.
    fn field(&self, body: &mut String, field: &Field, label: &str) {
        let name = &field.name;
        // Only a page's scripts attach something.
        if field.control == Some(Control::Attached) && self.submission.text(name).is_empty() {
            return;
        }
        let is_group = !field.options.is_empty() && field.control != Some(Control::Select);
        if is_group {
            let _ = writeln!(
                body,
                "<fieldset class=\"field\" id=\"{name}\"{}>\n<legend{label}</legend>",
                self.described(field)
            );
            self.options(body, field);
        } else {
            let _ = writeln!(
                body,
                "<div class=\"field\">\n<label for=\"{name}\"{label}</label>"
            );
            self.control(body, field);
        }
        if let Some(hint) = &field.hint {
            let hint = escape(hint);
            let _ = writeln!(body, "<p class=\"hint\" id=\"{name}-hint\">{hint}</p>");
        }
        if let Some(error) = self.error(name) {
            let detail = escape(&error.detail);
            let _ = writeln!(
                body,
                "<p class=\"field-error\" id=\"{name}-error\">{detail}</p>"
            );
        }
        body.push_str(if is_group {
            "</fieldset>\n"
        } else {
            "</div>\n"
        });
    }

    fn options(&self, body: &mut String, field: &Field) {
        let kind = if field.kind == Kind::Multi {
            "checkbox"
        } else {
            "radio"
        };
        for choice in &field.options {
            let chosen = self
                .submission
                .texts(&field.name)
                .any(|text| text == choice.value);
            let description = choice.description.iter();
            let description = description.map(|text| format!(" <small>{}</small>", escape(text)));
            let _ = writeln!(
                body,
                "<label class=\"checkbox\"><input type=\"{kind}\" name=\"{}\" value=\"{}\"{}> {}{}\
                 </label>",
                field.name,
                escape(&choice.value),
                if chosen { " checked" } else { "" },
                escape(&choice.label),
                description.collect::<String>()
            );
        }
    }

    fn control(&self, body: &mut String, field: &Field) {
        let (name, state) = (&field.name, self.state(field));
        let value = escape(self.submission.text(name));
        let kind = match field.kind {
            Kind::Textarea => {
                let rows = field.rows.unwrap_or(4);
                // The first line break after the tag is not part of the text.
                let _ = writeln!(
                    body,
                    "<textarea id=\"{name}\" name=\"{name}\" rows=\"{rows}\"{state}>\n{value}\
                     </textarea>"
                );
                return;
            }
            Kind::Choice | Kind::Multi => return self.select(body, field),
            Kind::Email => "email",
            Kind::Phone => "tel",
            Kind::Url => "url",
            Kind::Text | Kind::Number => "text",
        };
        let autocomplete = field
            .autocomplete
            .as_deref()
            .map_or(String::new(), |token| {
                format!(" autocomplete=\"{}\"", escape(token))
            });
        let digits = match field.kind {
            Kind::Number => " inputmode=\"decimal\"",
            _ => "",
        };
        let input = format!(
            "<input type=\"{kind}\" id=\"{name}\" name=\"{name}\" value=\"{value}\"{autocomplete}\
             {digits}{state}>"
        );
        let _ = match &field.unit {
            Some(unit) => writeln!(
                body,
                "<div class=\"with-unit\">{input}<span class=\"unit\">{}</span></div>",
                escape(unit)
            ),
            None => writeln!(body, "{input}"),
        };
    }

    /// A drop-down list, which opens with what it asks for.
    fn select(&self, body: &mut String, field: &Field) {
        let (name, state) = (&field.name, self.state(field));
        let _ = writeln!(body, "<select id=\"{name}\" name=\"{name}\"{state}>");
        let opening = escape(field.placeholder.as_deref().unwrap_or_default());
        let _ = writeln!(body, "<option value=\"\">{opening}</option>");
        for choice in &field.options {
            let selected = self.submission.text(name) == choice.value;
            let selected = if selected { " selected" } else { "" };
            let (value, label) = (escape(&choice.value), escape(&choice.label));
            let _ = writeln!(body, "<option value=\"{value}\"{selected}>{label}</option>");
        }
        body.push_str("</select>\n");
    }

    /// What travels without a control: carried values and the source page, but no elapsed time and
    /// no id, since the content is about to change.
    fn unseen(&self, body: &mut String) {
        let meta = &self.form.meta;
        let carried = self
            .form
            .carried
            .iter()
            .map(|carried| carried.name.as_str());
        for name in carried.chain([meta.source]) {
            for value in self
                .submission
                .texts(name)
                .filter(|value| !value.is_empty())
            {
                let value = escape(value);
                let _ = writeln!(
                    body,
                    "<input type=\"hidden\" name=\"{name}\" value=\"{value}\">"
                );
            }
        }
        let value = escape(self.submission.text(&meta.honeypot.name));
        let _ = writeln!(
            body,
            "<div hidden><label>{} <input type=\"text\" name=\"{}\" value=\"{value}\" \
             tabindex=\"-1\" autocomplete=\"off\"></label></div>",
            escape(&meta.honeypot.label),
            meta.honeypot.name
        );
    }
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
