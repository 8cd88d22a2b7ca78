//! What a visitor sent, and what of it was accepted.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::form::{Form, Outcome};
use crate::settings::Numbers;

/// What a visitor sent, not judged yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Submission<'a> {
    /// Names and values in the order sent, repeated names included; borrowed from the body where
    /// they stand in it as they are.
    pub inputs: Vec<(Cow<'a, str>, Input<'a>)>,
    /// Whether a repeated name makes a list, as in urlencoded bodies; else it is a mistake.
    pub repeats: bool,
}

/// One value sent.
#[derive(Clone, Debug, PartialEq)]
pub enum Input<'a> {
    /// A text.
    Text(Cow<'a, str>),
    /// A number, as it was written.
    Number(String),
    /// A list.
    List(Vec<Input<'a>>),
    /// What no field takes: null, true, false, a map.
    Other,
}

impl Submission<'_> {
    /// The first text sent under a name, for showing it again; empty when there is none.
    pub fn text(&self, name: &str) -> &str {
        self.texts(name).next().unwrap_or("")
    }

    /// Every text sent under a name.
    pub fn texts<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a str> {
        self.inputs
            .iter()
            .filter(move |(key, _)| key == name)
            .flat_map(|(_, entry)| match entry {
                Input::List(items) => items.iter().filter_map(Input::as_text).collect(),
                entry => entry.as_text().into_iter().collect::<Vec<_>>(),
            })
    }
}

impl Input<'_> {
    /// The text of a text or a number.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Input::Text(text) => Some(text),
            Input::Number(text) => Some(text),
            Input::List(_) | Input::Other => None,
        }
    }
}

/// One thing wrong with a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    /// A JSON pointer as a URI fragment: `#/email`, `#/besoins/1`.
    pub pointer: String,
    /// Permanent, snake_case.
    pub code: &'static str,
    /// The form's message for the code, for the visitor.
    pub detail: String,
}

/// Why a submission looks like a robot's. It is delivered all the same, tagged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suspicion {
    /// The field that people do not see was filled in.
    Honeypot,
    /// Sent sooner after the form's display than a person types.
    TooFast,
    /// A script sent it, and does not say how long the typing took, as the form's own does.
    Untimed,
    /// Sent as a form, without a script that could say it. People do that too: whoever knows more judges.
    Unscripted,
}

/// A value that was accepted. Texts are trimmed and their line breaks are `\n`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Of one value; empty when nothing was given.
    Text(String),
    /// Of several.
    List(Vec<String>),
}

/// A submission without a mistake.
#[derive(Clone, Debug, Default)]
pub struct Accepted<'f> {
    /// By the form's names.
    pub(crate) answers: BTreeMap<&'f str, Answer>,
    /// The id of the outcome's case.
    pub outcome: Option<String>,
    /// Why it looks like a robot's.
    pub suspicions: Vec<Suspicion>,
    /// The page that the form stood on.
    pub source: Option<String>,
    /// The id that the browser gave.
    pub submission: Option<String>,
}

impl Accepted<'_> {
    /// The text given; empty when none was.
    pub fn text(&self, name: &str) -> &str {
        match self.answers.get(name) {
            Some(Answer::Text(text)) => text,
            _ => "",
        }
    }

    /// The answers by name, in the order of names.
    pub fn answers(&self) -> impl Iterator<Item = (&str, &Answer)> {
        self.answers.iter().map(|(name, answer)| (*name, answer))
    }

    /// What a person reads of an answer: labels instead of values, lists joined by commas, numbers
    /// with their unit. None when nothing was given.
    pub fn shown<'a>(
        &'a self,
        form: &'a Form,
        name: &str,
        numbers: &Numbers,
    ) -> Option<Cow<'a, str>> {
        let answer = self.answers.get(name)?;
        let field = form.field(name);
        let label = |value: &'a str| field.map_or(value, |field| field.label_of(value));
        let shown = match answer {
            Answer::Text(text) => Cow::Borrowed(label(text)),
            Answer::List(items) => {
                let labels: Vec<&str> = items.iter().map(|item| label(item)).collect();
                Cow::Owned(labels.join(", "))
            }
        };
        if shown.is_empty() {
            return None;
        }
        match field.and_then(|field| field.unit.as_deref()) {
            Some(unit) => Some(Cow::Owned(format!("{}\u{a0}{unit}", numbers.write(&shown)))),
            None => Some(shown),
        }
    }

    /// The label of the outcome's case.
    pub fn outcome_label<'f>(&self, form: &'f Form) -> Option<&'f str> {
        let id = self.outcome.as_deref()?;
        let cases = &form.outcome()?.cases;
        cases
            .iter()
            .find(|case| case.id == id)
            .map(|case| case.label.as_str())
    }
}

impl Outcome {
    /// The case that the answers lead to, `value` giving a field's value.
    pub fn case<'a>(&self, value: &impl Fn(&str) -> &'a str) -> Option<&crate::form::Case> {
        if !self.when.holds(value) {
            return None;
        }
        self.cases
            .iter()
            .find(|case| case.when.as_ref().is_none_or(|when| when.holds(value)))
    }
}
