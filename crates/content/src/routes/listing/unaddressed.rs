//! Values whose pages can have no address of their own.

use serde_json::Value;
use source::Diagnostic;

use super::Page;
use crate::filter::{Filter, Test};
use crate::query::Query;
use crate::route::Term;

impl Page<'_> {
    /// A value, and one before it, of which each would have the other's page.
    pub(super) fn same_address(&self, slug: &str, first: &str, term: &Term) -> Diagnostic {
        let language = &self.given.config.languages.all()[self.language];
        let path = language.path(&self.path.replace("{value}", slug));
        let message = format!(
            "`{first}` and `{}` would both have the page `{path}`",
            term.value
        );
        let mistake = Diagnostic::error("duplicate-route", message)
            .about_page(path)
            .hint(
            "write the value in one way everywhere, or choose words that differ in more than signs",
        );
        self.with_place_of_value(mistake, term)
    }

    /// A value of which no address can be made.
    pub(super) fn no_address(&self, term: &Term) -> Diagnostic {
        let value = &term.value;
        let message = format!("`{value}` has neither letters nor digits to make an address of");
        let mistake = Diagnostic::error("invalid-address", message).hint("write it in words");
        self.with_place_of_value(mistake, term)
    }

    /// A mistake at the first entry that has a value, and at the route that makes pages of values.
    fn with_place_of_value(&self, mistake: Diagnostic, term: &Term) -> Diagnostic {
        let query = Query {
            collection: term.collection.clone(),
            filters: vec![Filter {
                field: term.field.clone(),
                test: Test::Is(Value::from(&*term.value)),
            }],
            limit: Some(1),
            ..Query::default()
        };
        let entries = self.given.entries;
        let found = self.index().answer(&query, entries, self.given.today);
        let mistake = match found.first().map(|i| &entries[*i]) {
            Some(entry) => mistake.label(
                &entry.source,
                entry.span_of(&term.field),
                format!("`{}` stands here", term.value),
            ),
            None => mistake,
        };
        let place = self.place_of("path");
        mistake.label(&place.source, place.span, "pages are made here")
    }
}
