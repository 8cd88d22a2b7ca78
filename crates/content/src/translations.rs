//! Entries beside their translations: which file translates which, and what stands in for what is not translated.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use crate::entries::Entries;
use crate::entry::Entry;
use crate::language::{Languages, OWN};
use crate::left_out::LeftOut;
use source::{Diagnostic, nearest};

/// Gives every translation the name of its original, its address and its template, and adds what stands in for
/// missing translations where a language falls back. Tells entries of one name too, since translations have that of
/// another.
pub(crate) fn settle(entries: &mut Entries, languages: &Languages) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    if languages.are_several() {
        translate(entries, languages, &mut diagnostics);
    }
    diagnostics.extend(entries.repeated());
    diagnostics
}

fn translate(entries: &mut Entries, languages: &Languages, diagnostics: &mut Vec<Diagnostic>) {
    let originals: HashMap<String, Arc<Entry>> = entries
        .all
        .iter()
        .filter(|entry| entry.is_original())
        .map(|entry| (entry.stem.clone(), Arc::clone(entry)))
        .collect();
    let (mut all, mut findings) = (Vec::new(), Vec::new());
    let given = std::mem::take(&mut entries.all).into_iter();
    for (entry, found) in given.zip(std::mem::take(&mut entries.findings)) {
        let settled = match originals.get(&entry.stem) {
            _ if entry.is_original() => entry,
            Some(original) => Arc::new(translated(&entry, original, languages)),
            // What is left out is left out in every language.
            None => match entries.of_stem(&entry.stem, languages) {
                Unread::LeftOut(why) => {
                    entries.left_out.insert(entry.source.path.clone(), why);
                    continue;
                }
                Unread::Failed => {
                    entries.failed.insert(entry.source.path.clone());
                    continue;
                }
                Unread::Missing => {
                    diagnostics.push(without_original(&entry, &originals));
                    entries.failed.insert(entry.source.path.clone());
                    continue;
                }
            },
        };
        all.push(settled);
        findings.push(found);
    }
    let known: HashSet<_> = all
        .iter()
        .map(|e| (e.reference.clone(), e.language))
        .collect();
    let originals = all.iter().filter(|entry| entry.is_original());
    let originals: Vec<Arc<Entry>> = originals.cloned().collect();
    for (at, language) in languages.others() {
        let missing = originals
            .iter()
            .filter(|e| language.falls_back && !known.contains(&(e.reference.clone(), at)));
        for original in missing {
            let path = original.path.as_ref().map(|path| language.path(path));
            all.push(Arc::new(original.standing_in(at, path)));
            // Its links are judged where they are written.
            findings.push(Arc::default());
        }
    }
    (entries.all, entries.findings) = (all, findings);
}

/// A translation with what its original gives.
fn translated(entry: &Entry, original: &Entry, languages: &Languages) -> Entry {
    let own = |name: &str| entry.node.get(name).is_some();
    // Where no pattern makes addresses, a slug takes the place of the last part of the original's.
    let beside = || {
        let (folder, _) = original.path.as_ref()?.rsplit_once('/')?;
        Some(format!("{folder}/{}", entry.reference.slug))
    };
    let path = match own("slug") || own("route") {
        true => entry.path.clone().or_else(beside),
        false => original.path.clone(),
    };
    let language = &languages.all()[entry.language];
    Entry {
        reference: original.reference.clone(),
        path: path.map(|path| language.path(&path)),
        original: original.path.clone(),
        template: match own("template") {
            true => entry.template.clone(),
            false => original.template.clone(),
        },
        noindex: entry.noindex || original.noindex,
        ..entry.clone()
    }
}

/// What became of the original of a translation that is no entry.
enum Unread {
    LeftOut(LeftOut),
    Failed,
    Missing,
}

impl Entries {
    fn of_stem(&self, stem: &str, languages: &Languages) -> Unread {
        let is_it = |path: &str| {
            let (own, language) = languages.of_file(path);
            own == stem && language.is_none_or(|language| language == OWN)
        };
        if let Some((_, why)) = self.left_out.iter().find(|(path, _)| is_it(path)) {
            return Unread::LeftOut(why.clone());
        }
        match self.failed.iter().any(|path| is_it(path)) {
            true => Unread::Failed,
            false => Unread::Missing,
        }
    }
}

fn without_original(entry: &Entry, originals: &HashMap<String, Arc<Entry>>) -> Diagnostic {
    let stem = entry.stem.as_str();
    let (_, ending) = entry.source.path.rsplit_once('.').unwrap_or_default();
    let message = format!("there is no `{stem}.{ending}` of which this is a translation");
    let folder = stem.rfind('/').map_or(0, |slash| slash + 1);
    let beside = originals.iter().filter_map(|(other, original)| {
        let name = other.strip_prefix(&stem[..folder])?;
        (!name.contains('/')).then_some((name, original))
    });
    let beside: BTreeMap<&str, &Arc<Entry>> = beside.collect();
    let hint = match nearest(&stem[folder..], beside.keys().copied()) {
        Some(near) => format!("did you mean `{}`?", beside[near].source.path),
        None => "write the original first, in the site's own language: its name has no language"
            .to_owned(),
    };
    Diagnostic::error("missing-original", message)
        .at(&entry.source, 0..0)
        .hint(hint)
}
