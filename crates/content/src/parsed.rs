//! Entries as the last load parsed them, for one in which most files are the same.
//!
//! Invariant: what parsing a file gives depends on nothing but the file and the [`ParsedWith`]: what other entries say is judged
//! behind it. A file is the same when its source is the very one, not one that says the same.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use source::Source;

use crate::entry::Entry;
use crate::highlight::Coloured;
use crate::reader::Findings;
use crate::texts::SourceTexts;

/// The entries of a load of which there was nothing to tell.
#[derive(Debug, Default)]
pub struct Parsed {
    with: ParsedWith,
    /// By their files, in the order of these.
    entries: Vec<Sound>,
}

/// An entry with what it names, as they were parsed.
#[derive(Clone, Debug)]
pub(crate) struct Sound {
    pub entry: Arc<Entry>,
    pub found: Arc<Findings>,
    /// The keys of the code that is coloured in it.
    pub code: Vec<String>,
}

/// What entries are parsed with.
#[derive(Clone, Debug, Default)]
struct ParsedWith {
    /// Settings, schemas and components.
    texts: BTreeMap<String, Arc<Source>>,
    files: BTreeSet<String>,
    islands: BTreeSet<String>,
    /// Whether drafts are part of the site.
    drafts: bool,
    /// The day of the build.
    today: String,
}

impl Parsed {
    /// What was parsed with these texts, with drafts or without, on a day.
    pub(crate) fn new(texts: &SourceTexts, drafts: bool, today: &str, entries: Vec<Sound>) -> Self {
        let read = read_first(texts).map(|source| (source.path.clone(), Arc::clone(source)));
        let with = ParsedWith {
            texts: read.collect(),
            files: texts.files.clone(),
            islands: texts.islands.clone(),
            drafts,
            today: today.to_owned(),
        };
        Self { with, entries }
    }

    /// The same when it is of use for another load: when these are what it was parsed with.
    pub(crate) fn if_with(&self, texts: &SourceTexts, drafts: bool, today: &str) -> Option<&Self> {
        let ParsedWith {
            texts: known,
            files,
            islands,
            drafts: with_drafts,
            today: day,
        } = &self.with;
        let is_known = |source: &Arc<Source>| {
            let known = known.get(&source.path);
            known.is_some_and(|known| Arc::ptr_eq(known, source))
        };
        let is_same = read_first(texts).count() == known.len()
            && read_first(texts).all(is_known)
            && (files, islands) == (&texts.files, &texts.islands)
            && (*with_drafts, day.as_str()) == (drafts, today);
        is_same.then_some(self)
    }

    /// What would be parsed on a later day, as far as it is known: all but the entries that are left out then.
    pub(crate) fn on_day(&self, day: &str, is_left_out: impl Fn(&Entry) -> bool) -> Self {
        let all = self.entries.iter();
        let left = all.filter(|sound| !is_left_out(&sound.entry));
        Self {
            with: ParsedWith {
                today: day.to_owned(),
                ..self.with.clone()
            },
            entries: left.cloned().collect(),
        }
    }

    /// The entry of a source, with the code that is coloured in it; none when the file is another, or that code is lost.
    pub(crate) fn of(
        &self,
        source: &Arc<Source>,
        known: Option<&Coloured>,
    ) -> Option<(Sound, Coloured)> {
        let path = |sound: &Sound| sound.entry.source.path.as_str().cmp(&source.path);
        let sound = &self.entries[self.entries.binary_search_by(path).ok()?];
        if !Arc::ptr_eq(&sound.entry.source, source) {
            return None;
        }
        let html = |key: &String| Some((key.clone(), known?.get(key)?.clone()));
        let coloured: Option<Coloured> = sound.code.iter().map(html).collect();
        Some((sound.clone(), coloured?))
    }
}

/// The texts that say how entries are parsed.
fn read_first(texts: &SourceTexts) -> impl Iterator<Item = &Arc<Source>> {
    let components = texts.templates.iter();
    let components = components.filter(|(name, _)| name.starts_with("components/"));
    texts
        .content
        .iter()
        .chain(components)
        .map(|(_, source)| source)
}

// Elsewhere every file is read, and parsed, again.
#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::{Duration, SystemTime};

    use source::Sources;

    use super::*;
    use crate::{LoadOptions, Loaded, load};

    const FILES: [(&str, &str); 5] = [
        (
            "content/site.yaml",
            "title: A\nbase_url: https://a.re\nlanguage: en\n",
        ),
        (
            "content/notes/_schema.yaml",
            "type: object\nproperties:\n  title: { type: string }\nx-route: /notes/{slug}\nx-template: note.html\n",
        ),
        ("content/notes/a.md", "---\ntitle: A\n---\n[b](b.md)\n"),
        (
            "content/notes/b.md",
            "---\ntitle: B\n---\n```rust\nlet b = 1;\n```\n",
        ),
        ("templates/note.html", "{{ entry.body }}"),
    ];

    #[test]
    fn an_entry_is_parsed_again_when_its_file_or_what_it_is_parsed_with_is_another() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, text).expect("written");
        };
        for (path, text) in FILES {
            write(path, text);
        }
        std::thread::sleep(Duration::from_secs(2));
        let mut options = LoadOptions {
            drafts: false,
            today: "2026-11-26".to_owned(),
            coloured: Some(Arc::default()),
            texts: None,
            entries: None,
        };
        let mut state: Option<(Sources, SystemTime, Loaded)> = None;
        // Which entries are the very ones of the load before.
        let mut again = |options: &LoadOptions| {
            let begun = SystemTime::now();
            let mut sources = Sources::list(folder.path()).0;
            if let Some((before, begun, _)) = &state {
                sources = sources.knowing(before, *begun, |_| false);
            }
            let entries = state.as_mut().and_then(|(.., last)| last.parsed.take());
            let known = LoadOptions {
                entries: entries.map(Arc::new),
                ..options.clone()
            };
            let loaded = load(&sources, &known).expect("loaded");
            assert_eq!(loaded.diagnostics, []);
            let whole = content_of(&load(&sources, options).expect("loaded"));
            assert_eq!(content_of(&loaded), whole);
            let old = state.as_ref().and_then(|(.., last)| last.site.as_ref());
            let old = old.map_or(&[][..], |site| &site.entries);
            let new = loaded.site.as_ref().expect("a site").entries.iter();
            let same = new.filter(|new| old.iter().any(|old| Arc::ptr_eq(old, new)));
            let same: Vec<String> = same.map(|entry| entry.id()).collect();
            state = Some((sources, begun, loaded));
            same
        };
        assert!(again(&options).is_empty());
        // Code that no cache has is coloured again.
        assert_eq!(again(&options), ["notes/a"]);
        let coloured = load(&Sources::list(folder.path()).0, &options);
        options.coloured = Some(coloured.expect("loaded").coloured.into());
        assert_eq!(again(&options), ["notes/a", "notes/b"]);
        write("content/notes/a.md", "---\ntitle: C\n---\n[b](b.md)\n");
        assert_eq!(again(&options), ["notes/b"]);
        options.today = "2026-11-27".to_owned();
        assert!(again(&options).is_empty());
        write("content/notes/a.png", "");
        assert!(again(&options).is_empty());
        write(
            "content/notes/_schema.yaml",
            &FILES[1].1.replace("notes/", "n/"),
        );
        assert!(again(&options).is_empty());
    }

    /// What a load gives, as far as it can be told apart.
    fn content_of(loaded: &Loaded) -> String {
        let site = loaded.site.as_ref().expect("a site");
        let entries: Vec<_> = site
            .entries
            .iter()
            .map(|e| (e.id(), &e.fields, &e.path))
            .collect();
        let links: Vec<_> = loaded.links().map(|link| &link.what).collect();
        format!(
            "{entries:?} {links:?} {:?} {:?}",
            loaded.coloured, loaded.diagnostics
        )
    }
}
