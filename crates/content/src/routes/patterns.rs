//! What the `x-route` and `x-template` of a schema make of no entry: told once at the schema, not at each entry.

use std::collections::HashSet;

use super::address;
use super::made::MadeRoute;
use crate::collection::Collection;
use crate::entry::Entry;
use crate::route::{Given, Subject};
use source::{Diagnostic, Place};

/// Takes away the pages of entries whose `x-route` makes no address of any of them, or one address of several, and tells it
/// at the schema.
pub(super) fn settle(given: &Given<'_>, routes: &mut Vec<MadeRoute>) -> Vec<Diagnostic> {
    let mut told = Vec::new();
    for collection in given.collections {
        let Some(pattern) = collection.route.as_deref() else {
            continue;
        };
        let is_by_pattern = |made: &MadeRoute| match made.route.subject {
            Subject::Entry(at) => {
                let entry = &given.entries[at];
                *entry.reference.collection == *collection.name && entry.node.get("route").is_none()
            }
            _ => false,
        };
        let mistake = of_characters(pattern).or_else(|| {
            let originals = routes.iter().filter(|made| made.route.is_original());
            let is_shared = !pattern.contains('{')
                && originals
                    .filter(|made| is_by_pattern(made))
                    .nth(1)
                    .is_some();
            is_shared.then(|| of_one_address(pattern))
        });
        let Some(mistake) = mistake else { continue };
        routes.retain(|made| !is_by_pattern(made));
        told.push(mistake.on(&collection.schema.place("/x-route")));
    }
    told
}

/// The mistake of a pattern that could make no address, whatever its fields are.
fn of_characters(pattern: &str) -> Option<Diagnostic> {
    let fields = pattern.split('{').skip(1);
    let fields = fields.filter_map(|part| Some(part.split_once('}')?.0));
    let plain = fields.fold(pattern.to_owned(), |plain, field| {
        plain.replacen(&format!("{{{field}}}"), "x", 1)
    });
    let mistake = match plain.contains('{') {
        // A brace that is never closed is told with the entry that has no address.
        true => return None,
        false => address::check(&plain).err()?,
    };
    let of_others = pattern.split('/').find_map(|part| part.strip_prefix(':'));
    Some(match of_others {
        Some(name) => {
            let message = format!("`:{name}` is no field: fields of an entry stand in braces");
            Diagnostic::error("invalid-address", message)
                .hint(format!("write `{{{name}}}` for `:{name}`"))
        }
        None => Diagnostic {
            message: mistake.message.replace(&plain, pattern),
            ..mistake
        },
    })
}

fn of_one_address(pattern: &str) -> Diagnostic {
    let message = format!("`{pattern}` is one address for many pages");
    let hint = format!(
        "write where the name of an entry stands, such as `{}/{{slug}}`",
        pattern.trim_end_matches('/')
    );
    Diagnostic::error("invalid-address", message).hint(hint)
}

/// The mistakes of entries that have an address or a template alone, and so no page: an address would be linked to. One that
/// names the address of another page is an entry for that page.
pub(super) fn halves(given: &Given<'_>, routes: &[MadeRoute]) -> Vec<Diagnostic> {
    let mut told: HashSet<(&str, Half)> = HashSet::new();
    let mut pages: Option<HashSet<&str>> = None;
    let mut found = Vec::new();
    for entry in given.entries.iter().filter(|entry| entry.is_original()) {
        let Some((half, collection)) = half(entry, given.collections) else {
            continue;
        };
        if let (Half::Address, Some(path)) = (half, &entry.path) {
            let all = || routes.iter().map(|made| &*made.route.path).collect();
            if pages.get_or_insert_with(all).contains(&**path) {
                continue;
            }
        }
        let (keyword, _) = half.keywords();
        if collection.schema.keyword(keyword).is_none() {
            found.push(half.of_entry(entry));
        } else if told.insert((&collection.name, half)) {
            found.push(half.of_schema(collection));
        }
    }
    found
}

/// What of a page an entry has.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Half {
    Address,
    Template,
}

/// The half of a page that an entry has; none where it has both, or neither.
fn half<'a>(entry: &Entry, collections: &'a [Collection]) -> Option<(Half, &'a Collection)> {
    let half = match (&entry.path, &entry.template) {
        (Some(_), None) => Half::Address,
        (None, Some(_)) => Half::Template,
        _ => return None,
    };
    let collection = collections
        .iter()
        .find(|own| *own.name == *entry.reference.collection)?;
    // That a pattern makes no address of an entry is told there.
    (half == Half::Address || collection.route.is_none()).then_some((half, collection))
}

impl Half {
    /// The keyword of schemas that gives it, and the one that gives the other half.
    fn keywords(self) -> (&'static str, &'static str) {
        match self {
            Self::Address => ("x-route", "x-template"),
            Self::Template => ("x-template", "x-route"),
        }
    }

    fn of_schema(self, collection: &Collection) -> Diagnostic {
        let (has, lacks) = self.keywords();
        let name = &collection.name;
        let example = match self {
            Self::Address => "x-template: NAME.html".to_owned(),
            Self::Template => format!("x-route: /{name}/{{slug}}"),
        };
        let message = format!("`{name}` has `{has}` and no `{lacks}`: its entries get no page");
        Diagnostic::error("missing-field", message)
            .on(&collection.schema.place(&format!("/{has}")))
            .hint(format!("add `{example}`, or remove `{has}`"))
    }

    fn of_entry(self, entry: &Entry) -> Diagnostic {
        let (has, lacks, example) = match self {
            Self::Address => ("route", "template", "template: NAME.html"),
            Self::Template => ("template", "route", "route: /ADDRESS"),
        };
        let message = format!("this has a `{has}` and no `{lacks}`: it gets no page");
        Diagnostic::error("missing-field", message)
            .on(&Place::new(&entry.source, entry.span_of(has)))
            .hint(format!("add `{example}`, or remove `{has}`"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_of_other_characters_makes_no_address() {
        let check = |pattern: &str, expected: Option<(&str, &str)>| {
            let mistake = of_characters(pattern);
            let found = mistake.as_ref().map(|mistake| {
                let hint = mistake.hint.as_ref().map(ToString::to_string);
                (mistake.message.clone(), hint.unwrap_or_default())
            });
            let expected = expected.map(|(message, hint)| (message.to_owned(), hint.to_owned()));
            assert_eq!(found, expected, "{pattern}");
        };
        check("/blog/{slug}", None);
        check("/blog/{year}/{slug}", None);
        check("/{path}", None);
        check("/about", None);
        check("/blog/{slug", None);
        check(
            "/blog/:slug",
            Some((
                "`:slug` is no field: fields of an entry stand in braces",
                "write `{slug}` for `:slug`",
            )),
        );
        check(
            "/blog/{slug}/",
            Some((
                "the address `/blog/{slug}/` ends with a slash",
                "leave the slash out; `urls: folder` in site.yaml adds it everywhere",
            )),
        );
        check(
            "{slug}",
            Some((
                "the address `{slug}` does not begin with `/`",
                "write it from the site's root, such as `/contact`",
            )),
        );
    }
}
