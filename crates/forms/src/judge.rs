//! Judges a submission by its form's definition, reporting everything that is wrong at once.

use crate::form::{Carried, CarriedKind, Field, Form, Kind};
use crate::rules;
use crate::submission::{Accepted, Answer, FieldError, Input, Submission, Suspicion};

impl Form {
    /// Accepts a submission or says everything that is wrong with it.
    ///
    /// A field that is not asked (its condition does not hold) is left out. What only looks like a
    /// robot's is accepted with its suspicions.
    ///
    /// # Errors
    ///
    /// One error a mistake, in the order of the form, unknown names last.
    pub fn judge(&self, submission: &Submission<'_>) -> Result<Accepted<'_>, Vec<FieldError>> {
        let mut judgement = Judgement {
            form: self,
            submission,
            accepted: Accepted::default(),
            errors: Vec::new(),
        };
        for field in self.fields() {
            judgement.field(field);
        }
        for carried in &self.carried {
            judgement.carried(carried);
        }
        judgement.meta();
        judgement.names();
        let Judgement {
            mut accepted,
            errors,
            ..
        } = judgement;
        if !errors.is_empty() {
            return Err(errors);
        }
        let case = self
            .outcome()
            .and_then(|outcome| outcome.case(&|name| accepted.text(name)));
        let case = case.map(|case| case.id.clone());
        accepted.outcome = case;
        Ok(accepted)
    }
}

struct Judgement<'f, 's> {
    form: &'f Form,
    submission: &'s Submission<'s>,
    accepted: Accepted<'f>,
    errors: Vec<FieldError>,
}

impl<'f, 's> Judgement<'f, 's> {
    fn refuse(&mut self, pointer: &str, code: &'static str, max: Option<usize>) {
        self.errors.push(FieldError {
            pointer: format!("#/{pointer}"),
            code,
            detail: self.form.message(code, max),
        });
    }

    /// The only value sent under a name; None when there is none or an error was reported.
    fn single(&mut self, name: &str) -> Option<&'s Input<'s>> {
        let mut sent = self.submission.inputs.iter().filter(|(key, _)| key == name);
        let first = sent.next()?;
        if sent.next().is_some() {
            self.refuse(name, "duplicate_field", None);
            return None;
        }
        Some(&first.1)
    }

    /// Every value sent under a name that holds a list; None after an error.
    fn several(&mut self, name: &str) -> Option<Vec<&'s str>> {
        let sent = || self.submission.inputs.iter().filter(|(key, _)| key == name);
        let items: Vec<&Input<'_>> = if self.submission.repeats {
            sent().map(|(_, entry)| entry).collect()
        } else {
            match self.single(name) {
                Some(Input::List(items)) => items.iter().collect(),
                Some(_) => {
                    self.refuse(name, "wrong_type", None);
                    return None;
                }
                None if sent().next().is_some() => return None,
                None => Vec::new(),
            }
        };
        if items.len() > rules::LIST_ITEMS {
            self.refuse(name, "too_many", Some(rules::LIST_ITEMS));
            return None;
        }
        let mut texts = Vec::new();
        for (index, item) in items.into_iter().enumerate() {
            match item {
                Input::Text(text) if text.trim().is_empty() => {}
                Input::Text(text) => texts.push(text.trim()),
                _ => self.refuse(&format!("{name}/{index}"), "wrong_type", None),
            }
        }
        Some(texts)
    }

    fn asked(&self, field: &Field) -> bool {
        field
            .when
            .as_ref()
            .is_none_or(|when| when.holds(&|name| self.accepted.text(name)))
    }

    fn field(&mut self, field: &'f Field) {
        let answer = if field.kind == Kind::Multi {
            self.multi(field)
        } else {
            self.one(field)
        };
        // What is not asked is not judged, but must be of the right type.
        let Some(answer) = answer else { return };
        if !self.asked(field) {
            return;
        }
        let empty = match &answer {
            Answer::Text(text) => text.is_empty(),
            Answer::List(items) => items.is_empty(),
        };
        if empty && field.required {
            self.refuse(&field.name, "required", None);
        }
        match &answer {
            Answer::Text(text) if !text.is_empty() => self.value(field, text),
            Answer::Text(_) => {}
            Answer::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.option(field, item, &format!("{}/{index}", field.name));
                }
            }
        }
        self.accepted.answers.insert(&field.name, answer);
    }

    fn multi(&mut self, field: &Field) -> Option<Answer> {
        let items = self.several(&field.name)?;
        let mut kept: Vec<String> = Vec::new();
        for item in items {
            if !kept.iter().any(|earlier| earlier == item) {
                kept.push(item.to_owned());
            }
        }
        Some(Answer::List(kept))
    }

    fn one(&mut self, field: &Field) -> Option<Answer> {
        let before = self.errors.len();
        let entry = self.single(&field.name);
        if self.errors.len() > before {
            return None;
        }
        let text = match entry {
            None => "",
            Some(Input::Text(text)) => text,
            Some(Input::Number(number)) if field.kind == Kind::Number => number,
            Some(_) => {
                self.refuse(&field.name, "wrong_type", None);
                return None;
            }
        };
        Some(Answer::Text(tidied(field.kind, text)))
    }

    fn value(&mut self, field: &Field, text: &str) {
        if text
            .chars()
            .any(|c| is_control(c) && !(field.kind == Kind::Textarea && is_layout(c)))
        {
            return self.refuse(&field.name, "control_character", None);
        }
        if let Some(max) = field.max_length.filter(|max| text.chars().count() > *max) {
            return self.refuse(&field.name, "too_long", Some(max));
        }
        match field.pattern_code {
            Some(code) if !rules::fits(field.kind, text) => self.refuse(&field.name, code, None),
            Some(_) => {}
            None if field.options.is_empty() => {}
            None => self.option(field, text, &field.name),
        }
    }

    fn option(&mut self, field: &Field, value: &str, pointer: &str) {
        let Some(choice) = field.options.iter().find(|choice| choice.value == value) else {
            return self.refuse(pointer, "choice_invalid", None);
        };
        let offered = choice.when.as_ref();
        if !offered.is_none_or(|when| when.holds(&|name| self.accepted.text(name))) {
            self.refuse(pointer, "choice_unavailable", None);
        }
    }

    fn carried(&mut self, carried: &'f Carried) {
        let name = &carried.name;
        let answer = match carried.kind {
            CarriedKind::List => {
                let Some(items) = self.several(name) else {
                    return;
                };
                for (index, item) in items.iter().enumerate() {
                    self.carried_text(carried, item, &format!("{name}/{index}"));
                }
                Answer::List(items.into_iter().map(str::to_owned).collect())
            }
            CarriedKind::Text | CarriedKind::Timestamp => {
                let text = match self.single(name) {
                    None => "",
                    Some(Input::Text(text)) => text.trim(),
                    Some(_) => return self.refuse(name, "wrong_type", None),
                };
                self.carried_text(carried, text, name);
                let is_date = carried.kind == CarriedKind::Timestamp;
                if is_date && !text.is_empty() && !rules::is_timestamp(text) {
                    self.refuse(name, "wrong_type", None);
                }
                Answer::Text(text.to_owned())
            }
        };
        self.accepted.answers.insert(name, answer);
    }

    fn carried_text(&mut self, carried: &Carried, text: &str, pointer: &str) {
        if text.chars().any(is_control) {
            self.refuse(pointer, "control_character", None);
        } else if text.chars().count() > carried.max_length {
            self.refuse(pointer, "too_long", Some(carried.max_length));
        }
    }

    fn meta(&mut self) {
        let meta = &self.form.meta;
        for name in [
            meta.honeypot.name.as_str(),
            meta.elapsed,
            meta.source,
            meta.submission,
        ] {
            let text = match self.single(name) {
                Some(Input::Text(text)) => text.as_ref(),
                Some(Input::Number(number)) if name == meta.elapsed => number,
                None => "",
                Some(_) => {
                    self.refuse(name, "wrong_type", None);
                    continue;
                }
            };
            if name == meta.elapsed {
                self.elapsed(text.trim());
            } else if !text.is_empty() {
                self.meta_value(name, text);
            }
        }
    }

    /// Judges the time between the form's display and its sending, in milliseconds.
    fn elapsed(&mut self, text: &str) {
        let least = f64::from(self.form.minimum_seconds) * 1_000.0;
        let is_form = self.submission.repeats;
        let suspicion = match text.parse::<f64>() {
            Ok(elapsed) if elapsed.is_finite() && elapsed >= least => return,
            Ok(elapsed) if elapsed.is_finite() => Suspicion::TooFast,
            _ if text.is_empty() && is_form => Suspicion::Unscripted,
            _ => Suspicion::Untimed,
        };
        self.accepted.suspicions.push(suspicion);
    }

    fn meta_value(&mut self, name: &str, text: &str) {
        let meta = &self.form.meta;
        if name == meta.honeypot.name {
            self.accepted.suspicions.push(Suspicion::Honeypot);
        } else if name == meta.source {
            // The page is told for information: what cannot be shown is left out.
            let kept = text
                .chars()
                .filter(|c| !is_control(*c))
                .take(rules::SOURCE_LENGTH);
            self.accepted.source = Some(kept.collect());
        } else if rules::is_submission(text) {
            self.accepted.submission = Some(text.to_owned());
        } else {
            self.refuse(name, "wrong_type", None);
        }
    }

    /// Names that no field has.
    fn names(&mut self) {
        let meta = &self.form.meta;
        let submission = self.submission;
        let mut reported: Vec<&str> = Vec::new();
        for (name, _) in &submission.inputs {
            let known = self.form.field(name).is_some()
                || self
                    .form
                    .carried
                    .iter()
                    .any(|carried| carried.name == *name)
                || [
                    &meta.honeypot.name,
                    meta.elapsed,
                    meta.source,
                    meta.submission,
                ]
                .contains(&name.as_ref());
            if known || reported.contains(&name.as_ref()) {
                continue;
            }
            reported.push(name);
            // A name is the sender's text: it is shortened and its separators are escaped.
            let short: String = name.chars().filter(|c| !is_control(*c)).take(60).collect();
            let pointer = short.replace('~', "~0").replace('/', "~1");
            self.refuse(&pointer, "unknown_field", None);
            if reported.len() == rules::LIST_ITEMS {
                break;
            }
        }
    }
}

/// Trimmed, line breaks as `\n`, a phone's spaces plain; a dial code alone is no number, an
/// address of the web gets its scheme, and a number loses its spaces and thousands separators.
/// `islands/ui/form/tidy.ts` does the same.
fn tidied(kind: Kind, text: &str) -> String {
    let text = text.trim();
    match kind {
        Kind::Textarea => text
            .replace("\r\n", "\n")
            .replace(['\r', '\u{2028}', '\u{2029}'], "\n"),
        Kind::Phone => {
            let plain = text.replace(['\u{a0}', '\u{202f}', '\u{2009}'], " ");
            let dial_code_alone = plain
                .strip_prefix('+')
                .and_then(|rest| rest.strip_suffix('-'));
            match dial_code_alone {
                Some(code) if code.chars().all(|c| c.is_ascii_digit()) => String::new(),
                _ => plain,
            }
        }
        Kind::Url if !text.is_empty() && !text.contains("://") => format!("https://{text}"),
        Kind::Number => plain_number(text),
        _ => text.to_owned(),
    }
}

/// `2 500,50 €`, `2.500,50` and `2,500.50` are the same number: the last separator is the decimal
/// one, unless exactly three digits follow it.
fn plain_number(text: &str) -> String {
    let text: String = text
        .chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '\'' | '’' | '€'))
        .collect();
    let Some((whole, decimals)) = text.rsplit_once(['.', ',']) else {
        return text;
    };
    let whole = whole.replace(['.', ','], "");
    if decimals.len() == 3 {
        whole + decimals
    } else {
        format!("{whole},{decimals}")
    }
}

/// Control characters and the two separators that some readers take for line breaks.
fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Control characters that a text of several lines may hold.
fn is_layout(c: char) -> bool {
    matches!(c, '\n' | '\t')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_meant_counts_not_how_it_is_written() {
        for (kind, typed, meant) in [
            (Kind::Number, "2 500,50", "2500,50"),
            (Kind::Number, "2\u{202f}500 €", "2500"),
            (Kind::Number, "2.500,5", "2500,5"),
            (Kind::Number, "2,500.50", "2500,50"),
            (Kind::Number, "2.500", "2500"),
            (Kind::Number, "12,5", "12,5"),
            (Kind::Number, "beaucoup", "beaucoup"),
            (Kind::Url, " www.exemple.fr ", "https://www.exemple.fr"),
            (Kind::Url, "http://exemple.fr", "http://exemple.fr"),
            (Kind::Url, "", ""),
            (Kind::Text, "  Ada ", "Ada"),
        ] {
            assert_eq!(tidied(kind, typed), meant, "{typed}");
        }
    }
}
