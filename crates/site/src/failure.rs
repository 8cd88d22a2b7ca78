//! Why nothing was built, or done, and how the program ends for it.

use std::fmt::Display;

use source::Diagnostic;

use crate::exit::Exit;
use crate::moves::WriteError;
use crate::publish::PublishError;
use crate::serve::ServeError;

/// Why nothing was built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The author's mistakes: the output is as it was.
    #[error("{} mistakes", .0.iter().filter(|d| d.is_error()).count())]
    Mistakes(Vec<Diagnostic>),
    /// A file could not be read.
    #[error(transparent)]
    Read(source::ReadError),
    /// Scripts, styles or images could not be made.
    #[error(transparent)]
    Assets(#[from] assets::Error),
    /// The output could not be written.
    #[error(transparent)]
    Publish(#[from] PublishError),
}

impl From<source::ReadError> for BuildError {
    /// That the rights of a file keep it from being read is told as any mistake, whoever reads it first.
    fn from(error: source::ReadError) -> Self {
        match error.mistake() {
            Some(mistake) => Self::Mistakes(vec![mistake]),
            None => Self::Read(error),
        }
    }
}

impl BuildError {
    /// Either the author's mistakes, or how the world failed.
    pub fn cause(&self) -> Result<&dyn Failure, &[Diagnostic]> {
        match self {
            Self::Mistakes(found) => Err(found),
            Self::Read(error) => Ok(error),
            Self::Assets(error) => Ok(error),
            Self::Publish(error) => Ok(error),
        }
    }
}

/// How the world failed, in words.
pub trait Failure: Display {
    /// How to mend it, when that is known.
    fn hint(&self) -> Option<&str> {
        None
    }

    /// How the program ends for it.
    fn exit(&self) -> Exit {
        Exit::World
    }
}

impl Failure for String {}
impl Failure for &str {}
impl Failure for ServeError {}

impl Failure for source::ReadError {
    fn hint(&self) -> Option<&str> {
        self.hint()
    }
}

impl Failure for assets::Error {
    fn hint(&self) -> Option<&str> {
        self.hint()
    }
}

impl Failure for PublishError {
    fn hint(&self) -> Option<&str> {
        self.hint()
    }

    fn exit(&self) -> Exit {
        match self {
            Self::Refused { .. } | Self::Foreign { .. } => Exit::Call,
            Self::Busy(_) => Exit::Busy,
            _ => Exit::World,
        }
    }
}

impl Failure for WriteError {
    fn hint(&self) -> Option<&str> {
        match self {
            Self::Cache(error) => error.hint(),
            Self::Refused { .. } | Self::HalfDone { .. } | Self::List { .. } => None,
        }
    }

    fn exit(&self) -> Exit {
        match self {
            Self::Cache(error) => error.exit(),
            Self::Refused { .. } | Self::HalfDone { .. } | Self::List { .. } => Exit::World,
        }
    }
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

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn a_file_that_may_not_be_read_is_a_mistake_whoever_reads_it() {
        let error = |kind: std::io::ErrorKind| {
            let path = PathBuf::from("content/a.md");
            let place = "content/a.md".to_owned();
            let error = kind.into();
            BuildError::from(source::ReadError { path, place, error })
        };
        let BuildError::Mistakes(told) = error(std::io::ErrorKind::PermissionDenied) else {
            panic!("no mistake");
        };
        assert_eq!(told[0].code, "unreadable-file");
        assert!(error(std::io::ErrorKind::NotFound).cause().is_ok());
    }

    #[test]
    fn whoever_waits_in_vain_ends_alike() {
        let busy = || PublishError::Busy(PathBuf::from(".site/lock"));
        let (built, moved) = (BuildError::Publish(busy()), WriteError::Cache(busy()));
        for failure in [built.cause().expect("no mistake"), &moved] {
            assert_eq!(failure.exit(), Exit::Busy);
            assert!(failure.hint().is_some_and(|hint| hint.contains("--wait")));
        }
    }
}
