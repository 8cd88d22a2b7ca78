//! One way for a mistake from whoever notices it to the author: a diagnostic as the cause of the engine's error.

use minijinja::value::{Kwargs, Value};
use minijinja::{Error, ErrorKind};
use source::{Diagnostic, Place};

/// An error with a message for the author.
pub fn fail(message: impl Into<String>) -> Error {
    failure(Diagnostic::error("template-error", message))
}

/// An error with a message for the author and how to mend it.
pub fn fail_with(message: impl Into<String>, hint: impl Into<String>) -> Error {
    failure(Diagnostic::error("template-error", message).hint(hint))
}

/// A mistake as an error of the template engine.
pub fn failure(diagnostic: Diagnostic) -> Error {
    Error::new(ErrorKind::InvalidOperation, diagnostic.message.clone()).with_source(diagnostic)
}

/// What cannot be made, as an error of the template engine.
pub fn failed(error: impl Into<assets::Failure>) -> Error {
    failure(error.into().diagnostic())
}

/// A name that nobody knows, and those that there are.
pub fn unknown<'a>(
    what: &str,
    name: &str,
    known: impl IntoIterator<Item = &'a str> + Clone,
) -> Error {
    fail_with(
        format!("there is no {what} `{name}`"),
        known_names(name, known),
    )
}

/// The name that was meant, else all that there are.
pub fn known_names<'a>(name: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    source::did_you_mean(name, known.clone()).unwrap_or_else(|| {
        let known: Vec<_> = known.into_iter().collect();
        match known.is_empty() {
            true => "there are none".to_owned(),
            false => format!("known: {}", known.join(", ")),
        }
    })
}

/// Fails when a function was given an option that it does not take.
pub fn only(options: &Kwargs, known: &[&str]) -> Result<(), Error> {
    let mut given = options.args();
    match given.find(|name| !known.contains(name)) {
        Some(name) => Err(unknown("option", name, known.iter().copied())),
        None => Ok(()),
    }
}

/// A failure of what a text of content/ shows, with its place there.
#[derive(Debug)]
pub struct InText {
    /// Where the text asks for it.
    pub place: Place,
    /// What failed.
    pub cause: Error,
}

impl std::fmt::Display for InText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.cause.fmt(f)
    }
}

impl std::error::Error for InText {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.cause)
    }
}

/// An error with the place in a text that leads to it, when that is known.
pub fn in_text(cause: Error, place: Option<Place>) -> Error {
    match place {
        Some(place) => {
            let message = cause.to_string();
            Error::new(ErrorKind::InvalidOperation, message).with_source(InText { place, cause })
        }
        None => cause,
    }
}

/// The cause of an error that is of a type.
pub fn cause<T: std::error::Error + 'static>(error: &Error) -> Option<&T> {
    let mut source = std::error::Error::source(error);
    while let Some(next) = source {
        if let Some(found) = next.downcast_ref() {
            return Some(found);
        }
        source = next.source();
    }
    None
}

/// The text that a function was given.
pub fn text_of(value: &Value) -> Result<&str, Error> {
    let kind = value.kind();
    let wrong = || match value.is_undefined() {
        true => fail_with(
            "expected a path or an entry, found nothing: what is named here is not given",
            "mend the name here or in the file of content/ that gives it; a schema of data tells such slips at their lines",
        ),
        false => fail(format!("expected a path or an entry, found {kind}")),
    };
    value.as_str().ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_nothing_is_known_it_is_said() {
        assert_eq!(known_names("price", []), "there are none");
        assert_eq!(known_names("price", ["menu"]), "known: menu");
    }
}
