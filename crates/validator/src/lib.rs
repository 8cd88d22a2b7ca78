//! JSON Schema 2020-12, for everything that is held against a schema.
//!
//! The library is generic, and whoever calls it compiles it: a megabyte for each crate. This one alone calls it, and what
//! it gives is not generic.

use serde_json::Value;

pub use jsonschema::ValidationError as Breach;
pub use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};

/// A schema, compiled.
#[derive(Debug)]
pub struct Validator(jsonschema::Validator);

impl Validator {
    /// Compiles a schema, formats included; those that the standard does not name ask for nothing. Fails for what is no
    /// JSON Schema 2020-12; the error's path is then one into the schema.
    pub fn new(schema: &Value) -> Result<Self, Breach<'_>> {
        let options = jsonschema::options()
            .with_draft(jsonschema::Draft::Draft202012)
            .should_validate_formats(true)
            // A domain without a dot is one of a local network: on a page it is half an address.
            .with_email_options(jsonschema::EmailOptions::default().with_required_tld())
            .should_ignore_unknown_formats(true);
        options.build(schema).map(Self)
    }

    /// Every breach of the schema in a value, in the order of the schema.
    pub fn breaches<'v>(&'v self, value: &'v Value) -> Vec<Breach<'v>> {
        self.0.iter_errors(value).collect()
    }
}
