//! The address that a form is posted to, below the relay's: it names the form, and the language that is answered in.

use crate::form::Form;

const FORMS: &str = "/api/forms/";
const LANGUAGE: &str = "language=";

impl Form {
    /// Where the relay receives it, and answers in its language.
    pub fn address(&self) -> String {
        match &self.language {
            Some(language) => format!("{FORMS}{}?{LANGUAGE}{language}", self.id),
            None => format!("{FORMS}{}", self.id),
        }
    }

    /// What stands at the name's place in an address or a path; none when that is not where forms are.
    pub fn id_in(address: &str) -> Option<&str> {
        address.strip_prefix(FORMS)
    }

    /// The language that a query names.
    pub fn language_in(query: &str) -> Option<&str> {
        query
            .split('&')
            .find_map(|pair| pair.strip_prefix(LANGUAGE))
    }
}
