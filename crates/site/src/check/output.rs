//! Files of the output folder that are gone, or no longer hold what was published: browsers keep hashed ones for a year.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use assets::{FOLDER, integrity_of_file};
use percent_encoding::percent_decode_str;
use rayon::prelude::*;
use source::{Diagnostic, Stamp};
use walkdir::WalkDir;

use super::address;
use crate::finding;
use crate::html::Document;
use crate::journal::{Journal, Stamps, is_same};
use crate::options::Options;
use crate::publish::{File, is_file};
use crate::releases;
use crate::rendered::Rendered;

/// A mistake for each file that is missing or damaged among those that the last build left in the folder, those that the
/// folder's own pages name, and the hashed ones of the site as it is now and of the releases that were published.
pub fn output(rendered: &Rendered, options: &Options) -> Vec<Diagnostic> {
    let out = &options.out;
    let (hashed, left) = (hashed(rendered), left(&options.journal(), out));
    let names: BTreeSet<&String> = hashed.keys().chain(left.keys()).collect();
    let states: Vec<(&String, State)> = names
        .into_par_iter()
        .map(|name| {
            let path = out.join(name);
            (name, State::of(&path, hashed.get(name), left.get(name)))
        })
        .collect();
    let of = |state: State| states.iter().filter(move |(_, one)| *one == state);
    let mut missing: BTreeMap<String, BTreeSet<String>> = of(State::Missing)
        .map(|(name, _)| ((*name).clone(), BTreeSet::new()))
        .collect();
    if left.is_empty() || !missing.is_empty() {
        missing.extend(named(rendered, out));
    }
    let missing = missing.iter().map(|(name, pages)| {
        let message = format!("`{}` is missing", out.join(name).display());
        let note = match pages.is_empty() {
            true => "the last build left it there".to_owned(),
            false => {
                let address = format!("{}/{name}", rendered.ground.site.config.base_path);
                let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
                format!("named as `{address}` {}", finding::on_pages(&pages))
            }
        };
        let diagnostic = Diagnostic::error("missing-output", message).note(note);
        // It is by this file that a build knows the folder for its own.
        diagnostic.hint(match name.as_str() {
            "_headers" => "empty the folder and build again: without this file it is not known to be a build's",
            _ => "build again: the next build writes it anew",
        })
    });
    let damaged = of(State::Damaged).map(|(name, _)| {
        let message = format!(
            "`{}` is damaged: its bytes are not those that were published",
            out.join(name).display()
        );
        let diagnostic = Diagnostic::error("damaged-file", message);
        diagnostic.hint("remove `.site/journal` and build again: the next build writes it anew")
    });
    missing.chain(damaged).collect()
}

/// The integrity of hashed files by name.
fn hashed(rendered: &Rendered) -> BTreeMap<String, String> {
    let published = releases::published(&rendered.ground.store).into_iter();
    let mut hashed: BTreeMap<String, String> = published.flat_map(|r| r.files).collect();
    let of_pages = rendered.pages.iter().flat_map(|page| page.assets.clone());
    let of_site = rendered.ground.assets.all().map(|(_, asset)| asset);
    let now = of_site.chain(of_pages).filter(|asset| asset.immutable);
    hashed.extend(now.map(|a| (a.output().to_owned(), a.integrity.clone())));
    hashed
}

/// The files that the last build left, where it left them in this folder: one of them at least has kept its date.
fn left(journal: &Journal, out: &Path) -> Stamps {
    let Ok(Some(head)) = journal.head() else {
        return Stamps::new();
    };
    let mut left = head.outputs;
    left.retain(|name, _| is_file(name));
    let is_here = |(name, old): (&String, &Stamp)| {
        Stamp::of(&out.join(name)).is_some_and(|now| is_same(old, &now))
    };
    match left.par_iter().any(is_here) {
        true => left,
        false => Stamps::new(),
    }
}

/// What became of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Sound,
    Missing,
    Damaged,
}

impl State {
    fn of(path: &Path, integrity: Option<&String>, left: Option<&Stamp>) -> Self {
        let now = match (Stamp::of(path), left) {
            (Some(now), _) => now,
            (None, Some(_)) => return Self::Missing,
            (None, None) => return Self::Sound,
        };
        // What cannot be read, or is a folder, is not what was published either.
        let is_sound = match (integrity, left) {
            (Some(integrity), _) => integrity_of_file(path).is_ok_and(|found| found == *integrity),
            // Somebody changed what has another date, and the next build sees it.
            (None, Some(old)) if is_same(old, &now) => old.hash.is_none_or(|hash| {
                let found = File::Kept(path.to_owned()).hash();
                found.is_ok_and(|found| found == hash)
            }),
            (None, _) => true,
        };
        match is_sound {
            true => Self::Sound,
            false => Self::Damaged,
        }
    }
}

/// The hashed files that pages of the folder name and that are not there, with the paths of these pages.
fn named(rendered: &Rendered, out: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let (site, config) = (&rendered.ground.site, &rendered.ground.site.config);
    let routes = site.routes.iter();
    let paths: BTreeMap<&Path, &str> = routes
        .map(|route| (Path::new(&route.output), route.path.as_str()))
        .collect();
    let start = format!("{}{FOLDER}", config.base_path);
    let name_of = |address: &str| {
        let local = address.strip_prefix(&config.origin).unwrap_or(address);
        let local = local
            .split(['?', '#'])
            .next()
            .filter(|l| l.starts_with(&start))?;
        let decoded = percent_decode_str(&local[config.base_path.len() + 1..]);
        Some(decoded.decode_utf8().ok()?.into_owned())
    };
    let files = WalkDir::new(out).into_iter().flatten();
    let pages = files.filter(|file| file.path().extension().is_some_and(|e| e == "html"));
    let named = pages.par_bridge().flat_map_iter(|file| {
        let own = file.path().strip_prefix(out).unwrap_or(file.path());
        let page = paths.get(own).map(|path| (*path).to_owned());
        let page = page.unwrap_or_else(|| own.display().to_string());
        let document = Document::parse(&fs::read_to_string(file.path()).unwrap_or_default());
        let addresses = document.elements.iter().flat_map(address::of);
        let names: BTreeSet<String> = addresses.filter_map(|n| name_of(&n.address)).collect();
        names.into_iter().map(move |name| (name, page.clone()))
    });
    let named: Vec<(String, String)> = named.collect();
    let mut missing = BTreeMap::<_, BTreeSet<_>>::new();
    for (name, page) in named {
        if missing.contains_key(&name) || !out.join(&name).exists() {
            missing.entry(name).or_default().insert(page);
        }
    }
    missing
}
