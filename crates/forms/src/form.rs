//! A form's definition, as the islands, the templates and the relay read it.
//!
//! Serialised with camelCase keys, absent values left out. A definition is made by
//! [`Form::from_node`], which guarantees that names are unique, that rules, mail lines and
//! subjects name fields that exist, and that every message that a judgement needs is there.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::condition::Condition;
use crate::delivery::{MailLayout, Newsletter};
use crate::texts::{Buttons, FailureTexts, Notice, Privacy, Progress, Receipt, Toasts};

/// Everything that is to know of one form.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"), deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "camelCase", optional_fields))]
#[cfg_attr(test, ts(rename = "FormDefinition"))]
pub struct Form {
    /// The file's stem; the relay answers at `/api/forms/{id}`.
    #[serde(skip_deserializing)]
    pub id: String,
    /// The language that it is in, when that is not the one in which it was written.
    #[serde(skip)]
    #[cfg_attr(test, ts(skip))]
    pub language: Option<String>,
    /// The same form in other languages.
    #[serde(skip)]
    #[cfg_attr(test, ts(skip))]
    pub translations: Vec<Form>,
    /// The form's accessible name.
    pub title: String,
    /// One sentence under the title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Where a visitor without JavaScript is sent after success (a path of the site).
    pub thanks: String,
    /// A submission faster than this, in seconds, is refused by the island and tagged by the relay.
    #[serde(default = "three")]
    pub minimum_seconds: u32,
    /// Milliseconds between a choice and the next step, in steps that advance by themselves.
    #[serde(default = "three_hundred")]
    pub advance_delay: u32,
    /// Milliseconds after which the thank-you screen resets the form; absent: at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reset_delay: Option<u32>,
    /// Days after which a draft kept in the browser is forgotten.
    #[serde(default = "seven")]
    pub draft_days: u32,
    /// Titles over the steps, with `{n}` and `{total}`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<Progress>,
    /// Heading of the summary of earlier answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recap: Option<String>,
    /// What buttons say.
    pub buttons: Buttons,
    /// The questions, in order.
    pub steps: Vec<Step>,
    /// Values that a submission carries without a control.
    #[serde(default)]
    pub carried: Vec<Carried>,
    /// What is wrong with a value, by code; `{max}` stands for the limit.
    pub messages: BTreeMap<String, String>,
    /// Toasts by situation.
    #[serde(default)]
    pub toasts: Toasts,
    /// Shown in the form's place, or beside it, after success.
    pub success: Notice,
    /// What stays at the form after success; absent: nothing beside `success`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt: Option<Receipt>,
    /// Shown beside the form when sending failed.
    pub failure: FailureTexts,
    /// The short notice that stands at the form.
    pub privacy: Privacy,
    /// The fields that every form has beside its own.
    #[serde(rename(deserialize = "honeypot"))]
    pub meta: Meta,
    /// The mail to the owner; only its subject is serialised, for the prefilled `mailto:` link.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mail: Option<MailLayout>,
    /// The subscription that takes the place of a mail to the owner.
    #[serde(skip_serializing)]
    #[cfg_attr(test, ts(skip))]
    pub newsletter: Option<Newsletter>,
}

fn three() -> u32 {
    3
}

fn seven() -> u32 {
    7
}

fn three_hundred() -> u32 {
    300
}

/// Questions shown together.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"), deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "camelCase", optional_fields))]
pub struct Step {
    /// Unique in the form.
    pub id: String,
    /// The step's heading.
    pub title: String,
    /// One sentence under it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Whether choosing goes on to the next step by itself.
    #[serde(default)]
    pub advance: bool,
    /// In order.
    pub fields: Vec<Field>,
    /// A judgement shown under the step's questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// What a field holds, and so which control asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "lowercase"))]
#[cfg_attr(test, ts(rename = "FieldKind"))]
pub enum Kind {
    /// One of the options.
    Choice,
    /// Any of the options.
    Multi,
    /// One line.
    Text,
    /// One address.
    Email,
    /// Digits with a dial code.
    Phone,
    /// Several lines.
    Textarea,
    /// An address that starts with `http://` or `https://`.
    Url,
    /// A number that is not negative.
    Number,
}

/// How a question is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "lowercase"))]
pub enum Control {
    /// Large tiles, one a line.
    Cards,
    /// Radio buttons or checkboxes.
    List,
    /// A drop-down list.
    Select,
    /// Of a text: another page fills it in. It is shown as it is and can be taken off.
    Attached,
}

/// One question.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"), deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "camelCase", optional_fields))]
pub struct Field {
    /// The payload's key.
    pub name: String,
    /// What it holds.
    pub kind: Kind,
    /// How it is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub control: Option<Control>,
    /// The question.
    pub label: String,
    /// The label in the summary of earlier answers; absent: not in the summary.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recap: Option<String>,
    /// Help under the control.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// Shown in an empty control.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placeholder: Option<String>,
    /// The HTML `autocomplete` token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub autocomplete: Option<String>,
    /// Whether an empty value is refused when the field is shown.
    #[serde(default)]
    pub required: bool,
    /// Whether it is asked on every way through the form, though there is a condition.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub asked_anyway: Option<bool>,
    /// Characters allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_length: Option<usize>,
    /// Lines of a textarea.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<u32>,
    /// What a number counts, such as `€`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// What a filled value must match: a pattern for `new RegExp(pattern, 'u')`.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub pattern: Option<&'static str>,
    /// The code in `messages` for a value that does not match.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub pattern_code: Option<&'static str>,
    /// Of a choice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<Choice>>", optional))]
    pub options: Vec<Choice>,
    /// When the field is asked; absent: always.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    /// Fields that a change of this one empties.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<String>>", optional))]
    pub clears: Vec<String>,
    /// The country picker before a phone number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub countries: Option<Countries>,
}

/// One of a field's options.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"), deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "camelCase", optional_fields))]
pub struct Choice {
    /// The payload's value.
    pub value: String,
    /// What the visitor reads.
    pub label: String,
    /// A second line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// An icon's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    /// When the option is offered; absent: always.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
}

/// The countries of a phone field.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"), deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "camelCase", optional_fields))]
pub struct Countries {
    /// The code chosen at first.
    pub default: String,
    /// The picker's accessible name.
    pub label: String,
    /// In the search box.
    pub search: String,
    /// When the search finds nothing.
    pub empty: String,
    /// In order.
    pub list: Vec<Country>,
}

/// One country of a phone field.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"), deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "camelCase", optional_fields))]
pub struct Country {
    /// ISO 3166, two letters.
    pub code: String,
    /// As it is shown.
    pub name: String,
    /// An emoji.
    pub flag: String,
    /// With its plus sign.
    pub dial_code: String,
    /// Most digits after the dial code; absent: no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_digits: Option<u32>,
    /// What only this country's numbers begin with, among those that share their form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<String>>"))]
    pub prefixes: Vec<String>,
}

/// A judgement made from the answers, such as being eligible.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"), deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "camelCase", optional_fields))]
pub struct Outcome {
    /// When there is something to say.
    pub when: Condition,
    /// The first case whose condition holds is the outcome.
    pub cases: Vec<Case>,
}

/// One possible outcome.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"), deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "camelCase", optional_fields))]
#[cfg_attr(test, ts(rename = "OutcomeCase"))]
pub struct Case {
    /// Unique in the outcome.
    pub id: String,
    /// How the banner looks.
    pub tone: Tone,
    /// The label in the mail.
    pub label: String,
    /// When the case applies; absent: otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    /// The banner's heading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The banner's text.
    pub text: String,
}

/// How an outcome's banner looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "lowercase"))]
pub enum Tone {
    /// Good news.
    Success,
    /// Other news.
    Warning,
}

/// What a value without a control holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "lowercase"))]
pub enum CarriedKind {
    /// A text, empty by default.
    Text,
    /// A list of texts, empty by default.
    List,
    /// When it was submitted, as `Date.prototype.toISOString` writes it.
    Timestamp,
}

/// A value that a submission carries without a control.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"), deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "camelCase", optional_fields))]
pub struct Carried {
    /// The payload's key.
    pub name: String,
    /// What it holds.
    pub kind: CarriedKind,
    /// The field that it is made from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// How it is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<CarriedFormat>,
    /// Characters allowed, in each item of a list too.
    #[serde(default = "hundred")]
    pub max_length: usize,
}

fn hundred() -> usize {
    100
}

/// How a value is made from a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "lowercase"))]
pub enum CarriedFormat {
    /// As it is.
    Copy,
    /// Dial code, space, digits grouped by two.
    Pairs,
}

/// The names that every form has beside its own: elapsed time, page, submission.
pub(crate) const OWN_NAMES: [&str; 3] = ["elapsed", "source", "submissionId"];

/// The fields that every form has beside its own.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "Honeypot")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Meta {
    /// A text field that people do not see.
    pub honeypot: Honeypot,
    /// Milliseconds between the form's display and the submission (a number, or digits).
    #[serde(skip_deserializing)]
    pub elapsed: &'static str,
    /// The page's path with its query.
    #[serde(skip_deserializing)]
    pub source: &'static str,
    /// 8 to 64 letters, digits, `-` or `_`; the same for a retry of the same content.
    #[serde(skip_deserializing)]
    pub submission: &'static str,
}

/// A text field that people do not see.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"), deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "camelCase", optional_fields))]
pub struct Honeypot {
    /// The payload's key.
    pub name: String,
    /// For those who meet it all the same.
    pub label: String,
}

impl From<Honeypot> for Meta {
    fn from(honeypot: Honeypot) -> Self {
        Meta {
            honeypot,
            elapsed: OWN_NAMES[0],
            source: OWN_NAMES[1],
            submission: OWN_NAMES[2],
        }
    }
}

impl Form {
    /// The form in a language; as it was written when it is not translated into it.
    pub fn in_language(&self, language: &str) -> &Self {
        let is_it = |own: &&Self| {
            own.language
                .as_deref()
                .is_some_and(|own| own.eq_ignore_ascii_case(language))
        };
        self.translations.iter().find(is_it).unwrap_or(self)
    }

    /// Every question, in order.
    pub fn fields(&self) -> impl Iterator<Item = &Field> {
        self.steps.iter().flat_map(|step| &step.fields)
    }

    /// The question of that name.
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields().find(|field| field.name == name)
    }

    /// Whether a submission may hold this name: that of a question, of something carried, or one that every form has.
    pub fn takes(&self, name: &str) -> bool {
        let Meta {
            honeypot,
            elapsed,
            source,
            submission,
        } = &self.meta;
        self.field(name).is_some()
            || self.carried.iter().any(|carried| carried.name == name)
            || [honeypot.name.as_str(), elapsed, source, submission].contains(&name)
    }

    /// The form's outcome, when one of its steps has one.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.steps.iter().find_map(|step| step.outcome.as_ref())
    }

    /// The text for a code, `{max}` filled in.
    pub fn message(&self, code: &str, max: Option<usize>) -> String {
        let text = self.messages.get(code).map_or(code, String::as_str);
        match max {
            Some(max) => text.replace("{max}", &max.to_string()),
            None => text.to_owned(),
        }
    }
}

impl Field {
    /// When it is asked, and when its options are offered.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = &Condition> {
        let options = self
            .options
            .iter()
            .filter_map(|choice| choice.when.as_ref());
        self.when.iter().chain(options)
    }

    /// The label of an option's value, or the value itself.
    pub fn label_of<'a>(&'a self, value: &'a str) -> &'a str {
        self.options
            .iter()
            .find(|choice| choice.value == value)
            .map_or(value, |choice| &choice.label)
    }
}
