//! Lists of content/routes.yaml that no template shows, and pages of theirs that no template leads to.

use std::collections::{BTreeMap, BTreeSet};

use content::Site;
use content::route::{Listing, Subject};
use source::Diagnostic;

use crate::markup::Markup;

/// A warning for each item of content/routes.yaml whose template, with all that it takes in, never asks for what the item
/// gives it. Of a template that takes in what only rendering knows nothing is told.
pub fn warnings(site: &Site, markups: &[Markup]) -> Vec<Diagnostic> {
    let templates = Templates::of(markups);
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for route in site.routes.iter() {
        let Subject::Listing(listing) = &route.subject else {
            continue;
        };
        // One item makes many pages.
        let item = (route.origin.source.path.as_str(), route.origin.span.start);
        let is_read = |names: &[&str]| templates.reads(&route.template, names).unwrap_or(true);
        if !seen.insert(item) {
            continue;
        }
        let template = &route.template;
        let told = unread(listing, is_read).map(|(what, key)| {
            let message = format!("`{key}` of this page is read by nothing in `{template}`");
            let warning = Diagnostic::warning("idle-setting", message).on(&route.origin);
            warning.hint(format!("{what} in the template, or remove `{key}`"))
        });
        found.extend(told);
    }
    found
}

/// What is to be shown of a listing that is not read, and its key.
fn unread(
    listing: &Listing,
    is_read: impl Fn(&[&str]) -> bool,
) -> Option<(&'static str, &'static str)> {
    let is_of_value = listing.term.is_some();
    if listing.pagination.is_some() && !is_read(&["pagination"]) {
        return Some(("lead to the further pages by `page.pagination`", "paginate"));
    }
    // A page of a value lists its entries without being asked to.
    if listing.items.is_some() && !is_of_value && !is_read(&["items", "pagination", "terms"]) {
        return Some(("show `page.items`", "list"));
    }
    let is_idle = listing.terms.is_some() && !is_read(&["terms", "items"]);
    is_idle.then_some(("show `page.terms`", "terms"))
}

/// The templates of a site by name.
struct Templates<'a>(BTreeMap<&'a str, &'a Markup>);

impl<'a> Templates<'a> {
    fn of(markups: &'a [Markup]) -> Self {
        Self(markups.iter().map(|own| (&*own.name, own)).collect())
    }

    /// Whether a template, or one that it names, asks for one of these names; none where that cannot be told: a built-in
    /// one, or one that takes in what only rendering knows.
    fn reads(&self, name: &str, names: &[&str]) -> Option<bool> {
        let mut waiting = vec![*self.0.get_key_value(name)?.0];
        let mut known: BTreeSet<&str> = waiting.iter().copied().collect();
        while let Some(name) = waiting.pop() {
            let outline = &self.0.get(name)?.outline;
            let is_named =
                |name: &&str| outline.names.contains(*name) || outline.texts.contains(*name);
            // A whole page in a loop or as JSON shows everything.
            let is_whole = outline.names.contains("tojson");
            if names.iter().any(is_named) || is_whole {
                return Some(true);
            }
            if outline.joins_unknown {
                return None;
            }
            for text in &outline.texts {
                let other = self.0.get_key_value(&**text).map(|(name, _)| *name);
                waiting.extend(other.filter(|other| known.insert(other)));
            }
        }
        Some(false)
    }
}
