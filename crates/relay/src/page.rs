//! The relay's HTML pages, for visitors without JavaScript and for links in mails.

use std::fmt::Write;
use std::sync::LazyLock;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use forms::{Control, Field, FieldError, Form, Kind, Notice, Submission};

use crate::refusal::Refusal;
use crate::visible::escape;

/// The pages' look travels in them: the relay may stand anywhere, and the name of the site's
/// stylesheet changes with every release.
const STYLE: &str = include_str!("page.css");
const MARK: &str = include_str!("page_mark.svg");
const RELIEF: &str = include_str!("page_relief.svg");

/// What the pages' content security policy must allow for [`STYLE`], as CSP 3 writes a hash.
pub(crate) static STYLE_SOURCE: LazyLock<String> = LazyLock::new(|| {
    let hash = ring::digest::digest(&ring::digest::SHA256, STYLE.as_bytes());
    format!("'sha256-{}'", STANDARD.encode(hash))
});

/// A whole page, without scripts; `site` is the site's address.
pub(crate) fn page(title: &str, site: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"fr\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"robots\" content=\"noindex\">\n<title>{}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n{RELIEF}<header><a href=\"{}/\">{MARK}Retour au site\
         </a></header>\n<main>\n{body}</main>\n</body>\n</html>\n",
        escape(title),
        escape(site)
    )
}

/// A notice with a link back to the site.
pub(crate) fn notice(notice: &Notice, site: &str) -> String {
    let button = notice.button.as_deref().unwrap_or("Retour au site");
    format!(
        "<h1>{}</h1>\n<p>{}</p>\n<p><a class=\"button button-primary\" href=\"{}/\">{}</a></p>\n",
        escape(&notice.title),
        escape(&notice.text),
        escape(site),
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

/// A refusal without a form to show again. `mailto` is the owner's public address.
pub(crate) fn refusal(refusal: &Refusal, site: &str, mailto: Option<&str>) -> String {
    let text = match refusal {
        Refusal::TooLarge => {
            "Votre message est trop long pour cet envoi. Revenez en arrière\u{a0}: tout ce que \
             vous avez écrit est resté dans la page. Raccourcissez le message, ou envoyez-le par \
             e-mail."
        }
        Refusal::Slow | Refusal::Malformed => {
            "Votre envoi n’est pas arrivé entier. Revenez en arrière et réessayez."
        }
        _ => "Revenez en arrière pour retrouver ce que vous avez écrit.",
    };
    let told = Notice {
        title: refusal.title().to_owned(),
        text: text.to_owned(),
        button: None,
    };
    let mut body = notice(&told, site);
    let helps = matches!(refusal, Refusal::TooLarge) || refusal.is_failure();
    if let Some(mailto) = mailto.filter(|_| helps) {
        let mailto = escape(mailto);
        // Writing to a String cannot fail.
        let _ = writeln!(
            body,
            "<p><a href=\"mailto:{mailto}\">Écrire à {mailto}</a></p>"
        );
    }
    body
}

/// A form that was refused, with everything that was typed.
pub(crate) struct Refused<'a> {
    pub form: &'a Form,
    pub submission: &'a Submission<'a>,
    pub refusal: &'a Refusal,
    pub action: &'a str,
    pub mailto: Option<&'a str>,
}

impl Refused<'_> {
    /// The page's body.
    pub fn body(&self) -> String {
        let mut body = format!("<h1>{}</h1>\n", escape(self.refusal.title()));
        self.summary(&mut body);
        // Writing to a String cannot fail; here and below.
        let _ = writeln!(
            body,
            "<form class=\"form-panel stack\" method=\"post\" action=\"{}\" novalidate>",
            escape(self.action)
        );
        for step in &self.form.steps {
            let _ = writeln!(body, "<fieldset>\n<legend>{}</legend>", escape(&step.title));
            for field in &step.fields {
                self.field(&mut body, field);
            }
            body.push_str("</fieldset>\n");
        }
        self.unseen(&mut body);
        let privacy = &self.form.privacy;
        let _ = write!(
            body,
            "<p class=\"muted\">{}</p>\n<button class=\"button button-primary\" type=\"submit\">\
             {}</button>\n</form>\n",
            escape(&privacy.text),
            escape(&self.form.buttons.submit)
        );
        body
    }

    fn errors(&self) -> &[FieldError] {
        match self.refusal {
            Refusal::Invalid(errors) => errors,
            _ => &[],
        }
    }

    fn error(&self, name: &str) -> Option<&FieldError> {
        self.errors().iter().find(|error| {
            let pointer = error.pointer.strip_prefix("#/").unwrap_or("");
            pointer == name
                || pointer
                    .strip_prefix(name)
                    .is_some_and(|rest| rest.starts_with('/'))
        })
    }

    fn summary(&self, body: &mut String) {
        body.push_str("<div role=\"alert\" class=\"stack\">\n");
        if self.errors().is_empty() {
            let failure = &self.form.failure;
            let text = match self.refusal {
                Refusal::TooMany { .. } | Refusal::Busy { .. } => &failure.busy,
                _ => &failure.text,
            };
            let _ = writeln!(body, "<p>{}</p>", escape(text));
        }
        let mut listed = String::new();
        for error in self.errors() {
            let name = error
                .pointer
                .trim_start_matches("#/")
                .split('/')
                .next()
                .unwrap_or("");
            let detail = escape(&error.detail);
            let _ = match self.form.field(name) {
                Some(field) => writeln!(
                    listed,
                    "<li><a href=\"#{name}\">{}</a>\u{a0}: {detail}</li>",
                    escape(&field.label)
                ),
                None => writeln!(listed, "<li>{detail}</li>"),
            };
        }
        if !listed.is_empty() {
            let _ = writeln!(body, "<ul>\n{listed}</ul>");
        }
        if let (true, Some(mailto)) = (self.refusal.is_failure(), self.mailto) {
            let (mailto, label) = (escape(mailto), escape(&self.form.failure.mailto));
            let _ = writeln!(body, "<p><a href=\"mailto:{mailto}\">{label}</a></p>");
        }
        body.push_str("</div>\n");
    }

    /// Attributes that tie a control to its error.
    fn state(&self, field: &Field) -> String {
        let mut state = String::new();
        if self.error(&field.name).is_some() {
            let _ = write!(
                state,
                " aria-invalid=\"true\" aria-describedby=\"{}-error\"",
                field.name
            );
        }
        if field.required && field.when.is_none() && field.kind != Kind::Multi {
            state.push_str(" required");
        }
        state
    }

    fn field(&self, body: &mut String, field: &Field) {
        let name = &field.name;
        let star = if field.required { " *" } else { "" };
        let label = format!("{}{star}", escape(&field.label));
        let is_group = !field.options.is_empty() && field.control != Some(Control::Select);
        if is_group {
            let _ = writeln!(
                body,
                "<fieldset class=\"field\" id=\"{name}\"{}>\n<legend>{label}</legend>",
                if self.error(name).is_some() {
                    format!(" aria-describedby=\"{name}-error\"")
                } else {
                    String::new()
                }
            );
            self.options(body, field);
        } else {
            let _ = writeln!(
                body,
                "<div class=\"field\">\n<label for=\"{name}\">{label}</label>"
            );
            self.control(body, field);
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
            let _ = writeln!(
                body,
                "<label class=\"checkbox\"><input type=\"{kind}\" name=\"{}\" value=\"{}\"{}> {}\
                 </label>",
                field.name,
                escape(&choice.value),
                if chosen { " checked" } else { "" },
                escape(&choice.label)
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
            Kind::Choice | Kind::Multi => {
                let _ = writeln!(body, "<select id=\"{name}\" name=\"{name}\"{state}>");
                body.push_str("<option value=\"\"></option>\n");
                for choice in &field.options {
                    let selected = self.submission.text(name) == choice.value;
                    let selected = if selected { " selected" } else { "" };
                    let (value, label) = (escape(&choice.value), escape(&choice.label));
                    let _ = writeln!(body, "<option value=\"{value}\"{selected}>{label}</option>");
                }
                body.push_str("</select>\n");
                return;
            }
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
        let _ = writeln!(
            body,
            "<input type=\"{kind}\" id=\"{name}\" name=\"{name}\" value=\"{value}\"{autocomplete}\
             {state}>"
        );
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
