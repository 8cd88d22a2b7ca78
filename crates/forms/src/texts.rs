//! What a form says around its questions.

use serde::{Deserialize, Serialize};

/// What buttons say.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"), deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "camelCase", optional_fields))]
pub struct Buttons {
    /// Goes back to an earlier answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edit: Option<String>,
    /// Takes off what another page attached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detach: Option<String>,
    /// Goes on to the next step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// Goes back a step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<String>,
    /// In place of `submit` while the form is sent.
    pub sending: String,
    /// Sends the form.
    pub submit: String,
}

/// Toasts by situation.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"), deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "camelCase", optional_fields))]
pub struct Toasts {
    /// Sending failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed: Option<Notice>,
    /// A required answer is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<Notice>,
    /// The form was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub success: Option<Notice>,
    /// Sent sooner than a person types.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub too_fast: Option<Notice>,
}

/// Titles over the steps.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"), deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "camelCase", optional_fields))]
pub struct Progress {
    /// Over a question: `{n}/{total} : …`, where total counts the steps before the last.
    pub question: String,
    /// Over the last step.
    pub last: String,
}

/// What stays at the form after success.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"), deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "camelCase", optional_fields))]
pub struct Receipt {
    /// When the answer comes, with `{moment}`: `lundi matin`.
    pub reply: String,
    /// Over the copy of what was sent, with `{moment}`.
    pub sent: String,
    /// The button that opens the form again, to add something.
    pub more: String,
}

/// What stands beside the form when sending failed.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"), deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "camelCase", optional_fields))]
pub struct FailureTexts {
    /// The relay or the provider failed.
    pub text: String,
    /// The browser is offline.
    pub offline: String,
    /// The relay asks to wait.
    pub busy: String,
    /// The button that sends again.
    pub retry: String,
    /// The prefilled `mailto:` link.
    pub mailto: String,
}

/// The short privacy notice at a form.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"), deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "camelCase", optional_fields))]
pub struct Privacy {
    /// The notice.
    pub text: String,
    /// What the link to the privacy page says.
    pub link: String,
}

/// A title and a text.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"), deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "camelCase", optional_fields))]
pub struct Notice {
    /// The heading.
    pub title: String,
    /// The text.
    pub text: String,
    /// What its button says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub button: Option<String>,
}
