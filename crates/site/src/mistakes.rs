//! Which mistakes are only consequences of others: what follows from content that is wrong is not said again.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use content::Site;
use content::field::Reference;
use content::route::Subject;
use render::{Failure, Read, UNUSABLE_PICTURE};
use source::Diagnostic;

use crate::words::with_others;

/// Mistakes that leave an entry's values as templates expect them.
const HARMLESS: [&str; 6] = [
    "broken-link",
    "duplicate-route",
    "duplicate-slug",
    "missing-alt",
    "raw-html",
    "unknown-key",
];
/// How the names of schemas end.
const SCHEMAS: [&str; 3] = ["_schema.yaml", ".schema.yaml", "_defs.yaml"];
/// What is told of something that is not there: where a folder could not be read it may well be there.
const OF_ABSENCE: [&str; 21] = [
    "broken-anchor",
    "broken-form-action",
    "broken-link",
    "dangling-reference",
    "empty-route",
    "missing-asset",
    "missing-file",
    "missing-image",
    "missing-original",
    "missing-site",
    "missing-string",
    "no-schema",
    "search-without-pages",
    "unknown-class",
    "unknown-collection",
    "unknown-component",
    "unknown-drawing",
    "unknown-form",
    "unknown-icon",
    "unknown-island",
    "unknown-template",
];
/// How a template fails at a value that is not there or another than it expects.
const OF_VALUES: [&str; 2] = ["template-error", "undefined-variable"];
/// How what is given to scripts fails at such a value: of a list they are given what is sound.
const OF_SCRIPTS: [&str; 2] = ["broken-drawing", "broken-island"];

/// Whether a mistake is that a file or a folder could not be read.
pub fn is_unread(mistake: &Diagnostic) -> bool {
    mistake.code == "unreadable-file"
}

/// Whether a mistake is that a folder could not be read, of whose files none is known.
fn is_of_folder(mistake: &Diagnostic) -> bool {
    let file = mistake.about().file.as_deref();
    is_unread(mistake) && file.is_some_and(|file| file.ends_with('/'))
}

/// Takes out what may only follow from a folder that could not be read, the kind of a value that is not the one that
/// was written, and pages that show a character which is told where it is written.
pub fn without_consequences(diagnostics: &mut Vec<Diagnostic>) {
    let place = |d: &Diagnostic| {
        let label = d.labels.first()?;
        Some((label.source.path.clone(), label.span.clone()))
    };
    let misread = diagnostics.iter().filter(|d| d.code == "yaml-syntax");
    let misread: HashSet<_> = misread.filter_map(place).collect();
    if !misread.is_empty() {
        diagnostics.retain(|d| {
            d.code != "wrong-type" || !place(d).is_some_and(|at| misread.contains(&at))
        });
    }
    let is_control = |d: &Diagnostic| d.code == "control-character";
    let is_of_text = |d: &Diagnostic| d.about().pages.is_empty();
    if diagnostics.iter().any(|d| is_control(d) && is_of_text(d)) {
        diagnostics.retain(|d| !is_control(d) || is_of_text(d));
    }
    let folders = diagnostics.iter().filter(|d| is_of_folder(d));
    let folders: Vec<String> = folders.filter_map(|d| d.about().file.clone()).collect();
    if !folders.is_empty() {
        let is_below = |file: &String| folders.iter().any(|f| file != f && file.starts_with(f));
        diagnostics.retain(|d| {
            let follows = is_unread(d) && d.about().file.as_ref().is_some_and(is_below);
            !follows && !OF_ABSENCE.contains(&d.code)
        });
    }
}

/// What is known to be wrong before pages are rendered.
#[derive(Debug)]
pub struct KnownMistakes {
    /// Files with a mistake.
    files: BTreeSet<String>,
    /// Entries whose values are wrong.
    entries: BTreeSet<Reference>,
    /// Collections that such entries are part of, whose lists leave them out.
    collections: BTreeSet<Arc<str>>,
    /// Templates that could not be read.
    unread: BTreeSet<String>,
    /// Whether settings, a schema, a route or a form is wrong, on which any page may depend.
    is_general: bool,
}

impl KnownMistakes {
    /// What these diagnostics mean for a site.
    pub fn new(site: &Site, told: &[Diagnostic]) -> Self {
        let errors = || told.iter().filter(|d| d.is_error());
        let paths = |d: &Diagnostic| {
            let labels = d.labels.iter().map(|l| l.source.name().to_owned());
            let unread = d.about().file.iter().filter(|_| is_unread(d));
            labels.chain(unread.cloned()).collect::<Vec<_>>()
        };
        let files: BTreeSet<String> = errors().flat_map(paths).collect();
        let harmful = errors().filter(|d| !HARMLESS.contains(&d.code) || is_of_schema(d));
        let harmful: BTreeSet<String> = harmful.flat_map(paths).collect();
        let own = |path: &String| site.reference_of_file(path);
        let read = site
            .entries
            .iter()
            .filter(|e| harmful.contains(&e.source.path))
            .map(|e| e.reference.clone());
        let entries: BTreeSet<Reference> = harmful.iter().filter_map(own).chain(read).collect();
        let is_settings = |path: &String| {
            let is_yaml = path.ends_with(".yaml") || path.ends_with(".yml");
            own(path).is_none() && (is_yaml || path.starts_with("content/_data/"))
        };
        Self {
            files,
            collections: entries.iter().map(|e| Arc::clone(&e.collection)).collect(),
            entries,
            unread: harmful
                .iter()
                .filter_map(|path| path.strip_prefix("templates/"))
                .filter(|name| !site.templates.contains_key(*name))
                .map(str::to_owned)
                .collect(),
            is_general: harmful.iter().any(is_settings) || told.iter().any(is_of_folder),
        }
    }

    /// The site without entries with a mistake in its lists, so that the pages which list them show
    /// their own mistakes alone.
    pub fn listed(&self, site: Site) -> Site {
        site.without_listing(|entry| self.files.contains(&entry.source.path))
    }

    /// Whether a page fails with a mistake of this code only because of wrong values. No value breaks a picture.
    fn explains(&self, site: &Site, failure: &Failure, code: &str) -> bool {
        if UNUSABLE_PICTURE.contains(&code) {
            return false;
        }
        // Templates that could not be read are no templates of the site.
        let template =
            |read: &Read| matches!(read, Read::Template(name) if self.unread.contains(name));
        let route = &site.routes[failure.route];
        let subject = match &route.subject {
            // Where a redirect leads is told where it is written.
            Subject::Redirect(_) => self.files.contains(route.origin.source.name()),
            Subject::Entry(index) => self.entries.contains(&site.entries[*index].reference),
            _ => false,
        };
        let names = |read: &Read| {
            let entry = read.entry();
            entry.is_some_and(|entry| self.entries.contains(entry))
        };
        let touches = |read: &Read| {
            let lists = read.listed().is_some_and(|c| self.collections.contains(c));
            lists || names(read)
        };
        let depends = self.is_general || failure.reads.iter().any(|(read, _)| touches(read));
        let form = |read: &Read| {
            let file = |id: &String| format!("content/forms/{id}.yaml");
            matches!(read, Read::Form(id) if site.form(id).is_none() && self.files.contains(&file(id)))
        };
        let is_unread = |read: &Read| template(read) || form(read);
        let unread = failure.reads.iter().any(|(read, _)| is_unread(read));
        let is_given = || failure.reads.iter().any(|(read, _)| names(read));
        subject
            || unread
            || depends && OF_VALUES.contains(&code)
            || OF_SCRIPTS.contains(&code) && is_given()
    }

    /// The mistakes behind pages that could not be rendered, without what only follows from others
    /// or has been told.
    /// One in a shared template fails many pages: it is told once, with the first page's name and
    /// how many others there are.
    pub fn behind(
        &self,
        site: &Site,
        failures: Vec<Failure>,
        told: &[Diagnostic],
    ) -> Vec<Diagnostic> {
        let mut groups: Vec<Group> = Vec::new();
        // Of each message the groups, which differ by their places.
        let mut of_message: HashMap<String, Vec<usize>> = HashMap::new();
        let told: HashSet<&str> = told.iter().map(|d| &*d.message).collect();
        let new = failures.into_iter().flat_map(|mut failure| {
            let mut new = std::mem::take(&mut failure.pictures);
            new.push(failure.diagnostic.clone());
            let new = new
                .into_iter()
                .map(|new| (self.explains(site, &failure, new.code), new));
            new.collect::<Vec<_>>()
        });
        for (is_explained, new) in new {
            if told.contains(&*new.message) {
                continue;
            }
            let alike = of_message.entry(new.message.clone()).or_default();
            let same = |group: &usize| {
                let known = &groups[*group].named;
                (known.code, &known.labels) == (new.code, &new.labels)
            };
            match alike.iter().copied().find(same) {
                Some(group) => {
                    let group = &mut groups[group];
                    group.others += 1;
                    // Named is a page that shows the mistake by itself.
                    if group.is_explained && !is_explained {
                        (group.named, group.is_explained) = (new, false);
                    }
                }
                None => {
                    alike.push(groups.len());
                    groups.push(Group {
                        named: new,
                        others: 0,
                        is_explained,
                    });
                }
            }
        }
        let own = groups.into_iter().filter(|group| !group.is_explained);
        own.map(|group| with_others(group.named, group.others))
            .collect()
    }
}

/// Pages that fail alike.
struct Group {
    /// The mistake, with the page that is named.
    named: Diagnostic,
    /// How many other pages there are.
    others: usize,
    /// Whether other mistakes explain all of them.
    is_explained: bool,
}

/// Whether a schema says what nobody reads: nothing of what it describes is judged, and its entries are left out.
fn is_of_schema(mistake: &Diagnostic) -> bool {
    let place = mistake.labels.first().map(|label| label.source.name());
    let is_schema = |name: &str| SCHEMAS.iter().any(|end| name.ends_with(end));
    mistake.code == "unknown-key" && place.is_some_and(is_schema)
}
