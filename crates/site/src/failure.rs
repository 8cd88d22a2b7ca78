//! Why nothing was built, or done.

use source::Diagnostic;

use crate::publish::PublishError;

/// Why nothing was built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The author's mistakes: the output is as it was.
    #[error("{} mistakes", .0.iter().filter(|d| d.is_error()).count())]
    Mistakes(Vec<Diagnostic>),
    /// A file could not be read.
    #[error(transparent)]
    Read(#[from] source::ReadError),
    /// Scripts, styles or images could not be made.
    #[error(transparent)]
    Assets(#[from] assets::Error),
    /// The output could not be written.
    #[error(transparent)]
    Publish(#[from] PublishError),
}

/// Why a call is refused, and what to do about it.
#[derive(Debug)]
pub struct Refusal {
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub hint: String,
}

impl Refusal {
    /// A refusal with its hint.
    pub fn new(message: impl Into<String>, hint: impl Into<String>) -> Self {
        let (message, hint) = (message.into(), hint.into());
        Self { message, hint }
    }
}
