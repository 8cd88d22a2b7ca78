//! Judges a submission by its form's definition, reporting everything that is wrong at once.

use std::collections::BTreeSet;

use crate::form::{Carried, CarriedKind, Field, Form, Kind};
use crate::rules;
use crate::submission::{Accepted, Answer, FieldError, Input, Submission, Suspicion};
use source::pointer;

impl Form {
    /// Accepts a submission or says everything that is wrong with it.
    ///
    /// A field that is not asked (its condition does not hold) is left out; a missing answer that will be required whatever
    /// the other missing ones turn out to be is told at once. What only looks like a robot's is accepted with its suspicions.
    ///
    /// # Errors
    ///
    /// One error a mistake, in the order of the form, unknown names last.
    pub fn judge(&self, submission: &Submission<'_>) -> Result<Accepted<'_>, Vec<FieldError>> {
        let mut judgement = Judgement {
            form: self,
            submission,
            anyway: self.asked_anyway(&|name| submission.text(name).trim()),
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
    /// What is asked whatever the answers are that are missing.
    anyway: BTreeSet<&'s str>,
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
        let is_asked = self.asked(field);
        let empty = match &answer {
            Answer::Text(text) => text.is_empty(),
            Answer::List(items) => items.is_empty(),
        };
        if empty && field.required && (is_asked || self.anyway.contains(field.name.as_str())) {
            self.refuse(&field.name, "required", None);
        }
        if !is_asked {
            return;
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
        let submission = self.submission;
        let mut reported: Vec<&str> = Vec::new();
        for (name, _) in &submission.inputs {
            if self.form.takes(name) || reported.contains(&name.as_ref()) {
                continue;
            }
            reported.push(name);
            // A name is the sender's text: it is shortened and its separators are escaped.
            let short: String = name.chars().filter(|c| !is_control(*c)).take(60).collect();
            self.refuse(&pointer::step(&short), "unknown_field", None);
            if reported.len() == rules::LIST_ITEMS {
                break;
            }
        }
    }
}

/// Without what stands unseen around it, line breaks as `\n`, a phone's spaces plain and its dial code first; a dial
/// code alone is no number, an address of the web gets its scheme, and a number loses its spaces and thousands
/// separators. `islands/ui/form/tidy.ts` does the same.
fn tidied(kind: Kind, text: &str) -> String {
    let text = text.trim_matches(|c: char| c.is_whitespace() || is_unseen(c));
    match kind {
        Kind::Textarea => text
            .replace("\r\n", "\n")
            .replace(['\r', '\u{2028}', '\u{2029}'], "\n"),
        Kind::Phone => {
            let plain = plain_phone(text);
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

/// Plain spaces, and an international number from its plus sign on: `(+262) 692`, `+ 262 692` and
/// `tel:+262 692` are `+262 692`.
fn plain_phone(text: &str) -> String {
    let plain = text.replace(char::is_whitespace, " ");
    let number = plain.strip_prefix("tel:").unwrap_or(&plain);
    let number = number.strip_prefix('(').unwrap_or(number);
    let Some(number) = number.strip_prefix(['+', '＋']) else {
        return plain;
    };
    let number = number.trim_start_matches(' ');
    let code = number.find(|c: char| !c.is_ascii_digit());
    let (code, rest) = number.split_at(code.unwrap_or(number.len()));
    format!("+{code}{}", rest.strip_prefix(')').unwrap_or(rest))
}

/// Digits and one comma before the decimals: `2 500,50 €`, `2.500,50` and `2,500.50` are the same number. Groups of
/// three count as such only where nothing else can be meant, and what is no number stays none.
/// `islands/ui/plainNumber.ts` does the same.
fn plain_number(text: &str) -> String {
    let text: String = text
        .chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '\'' | '’' | '€'))
        .collect();
    let by_points = text.split_at(text.find(',').unwrap_or(text.len()));
    let by_commas = text.split_at(text.find('.').unwrap_or(text.len()));
    let are_commas_sure = !by_commas.1.is_empty() || text.matches(',').count() > 1;
    let plain = if let Some(whole) = ungrouped(by_points.0, '.') {
        whole + by_points.1
    } else if let Some(whole) = ungrouped(by_commas.0, ',').filter(|_| are_commas_sure) {
        whole + by_commas.1
    } else {
        text
    };
    plain.replacen('.', ",", 1)
}

/// A whole number without the sign before each group of three digits; None when it has no such groups.
fn ungrouped(whole: &str, sign: char) -> Option<String> {
    let is_digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let (first, groups) = whole.split_once(sign)?;
    let digits = first.strip_prefix('-').unwrap_or(first);
    let begins = matches!(digits.len(), 1..=3) && !digits.starts_with('0') && is_digits(digits);
    let goes_on = groups
        .split(sign)
        .all(|group| group.len() == 3 && is_digits(group));
    (begins && goes_on).then(|| whole.replace(sign, ""))
}

/// Marks of direction and joiners, which come along unseen with a copied text.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
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
        let cases = include_str!("../tests/tidied.json");
        let cases: Vec<(Kind, String, String)> = serde_json::from_str(cases).expect("cases");
        for (kind, typed, meant) in cases {
            assert_eq!(tidied(kind, &typed), meant, "{typed}");
        }
    }
}
