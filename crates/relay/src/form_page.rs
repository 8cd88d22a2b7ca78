//! The page of a form that was refused, for visitors without JavaScript.

use std::fmt::{self, Write};

use forms::{Control, Field, FieldError, Form, Kind, Settings, Step, Submission};

use crate::page::{MINUTE, spoken, wait};
use crate::refusal::Refusal;
use crate::visible::escape;

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
