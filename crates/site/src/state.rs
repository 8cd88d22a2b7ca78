//! What is known of a site between builds, in memory and in its journal: which pages are still right and which are not.

mod keeping;

use std::collections::{BTreeSet, HashSet};
use std::path::{self, Path};
use std::sync::{Arc, OnceLock};

use assets::Assets;
use content::Site;
use content::route::Route;
use content::text::Remembered;
use rayon::prelude::*;
use render::{Digest, Page, Read, Renderer};
use source::{Hash, ReadError, Sources, Stamp};

use crate::journal::{BuildReport, Cause, Head, Journal, Pages, Record, Stamps, is_same};
use crate::options::Basis;
use crate::publish::{File, Files, PublishError, is_file, mirror};
use crate::rendered::Rendered;
use crate::search::Search;
use keeping::{Keeping, OnDisk};

/// After so many builds that kept pages all are rendered again, so that the cache learns what is used.
const MOST_KEEPING: u64 = 100;

/// Why a journal says nothing.
const OTHER: &str = "the last build was by another program, or was asked for something else";
const UNREADABLE: &str = "the journal of the last build cannot be read";

/// The state of a site after its last good build; nothing is known by default, and all stays in memory.
#[derive(Debug, Default)]
pub struct State {
    head: Option<Head>,
    /// Whether the last build made another output: its pages stand in the links to that one.
    is_elsewhere: bool,
    pages: Pages,
    /// Where the pages are.
    keeping: Keeping,
    /// Scripts, styles and images of the last build, with a Node helper that may run.
    assets: Option<Arc<Assets>>,
    /// The words of the pages, where these can be searched.
    search: Search,
    /// What there is to say of the journal.
    note: Option<&'static str>,
}

/// What a build made.
#[derive(Debug)]
pub struct BuildOutcome<'a> {
    /// The site, with the pages that were rendered, which are taken over.
    pub rendered: &'a mut Rendered,
    /// The files of these pages.
    pub files: Vec<File>,
    /// Every file of the output.
    pub all: &'a Files,
}

impl State {
    /// The state that a journal of a cache tells of, where that is of the same program, asked for the same.
    pub fn read(journal: Journal, basis: Basis<'_>, cache: &Path) -> Self {
        let (head, note) = match journal.head() {
            Ok(None) => (None, None),
            Ok(Some(head)) if head.fingerprint == basis.fingerprint => (Some(head), None),
            Ok(Some(_)) => (None, Some(OTHER)),
            Err(_) => (None, Some(UNREADABLE)),
        };
        let is_other = |head: &Head| head.folder != basis.folder();
        let is_elsewhere = head.as_ref().is_some_and(is_other);
        let out = match is_elsewhere {
            true => mirror::folder(cache),
            false => basis.out.to_owned(),
        };
        Self {
            head,
            is_elsewhere,
            note,
            search: Search::at(journal.beside("search"), basis.fingerprint),
            keeping: Keeping::OnDisk(OnDisk::new(out, journal)),
            ..Self::default()
        }
    }

    /// What the last build of this output wrote down.
    fn own(&self) -> Option<&Head> {
        self.head.as_ref().filter(|_| !self.is_elsewhere)
    }

    /// What the last build told.
    pub fn told(&self) -> BuildReport {
        let head = self.own();
        head.map(|head| head.told.clone()).unwrap_or_default()
    }

    /// Whether anything is known of this output.
    pub fn is_known(&self) -> bool {
        self.own().is_some()
    }

    /// Scripts, styles and images of the last build, with a Node helper that may run.
    pub fn assets(&self) -> Option<&Arc<Assets>> {
        self.assets.as_ref()
    }

    /// What there is to say of the journal.
    pub fn note(&self) -> Option<&'static str> {
        self.note
    }

    /// What the last build left in the output.
    pub fn left(&self) -> Option<&Stamps> {
        self.own().map(|head| &head.outputs)
    }

    /// The names of the files that the last build left.
    pub fn outputs(&self) -> BTreeSet<&str> {
        let head = self.own().into_iter();
        let names = head.flat_map(|head| head.outputs.keys().map(String::as_str));
        names.filter(|name| is_file(name)).collect()
    }

    /// Whether a build would change nothing: the sources are those of the last one, and its output is
    /// as it was left. Notes the stamps of files that were only touched.
    pub fn is_current(&mut self, basis: Basis<'_>, sources: &Sources) -> Result<bool, ReadError> {
        let Some(head) = self.own() else {
            return Ok(false);
        };
        let now = sources.stamps();
        let is_listed = now.keys().eq(head.sources.keys());
        let is_listed = is_listed && head.folders == folders(basis, sources);
        if head.day != basis.day || !is_listed {
            return Ok(false);
        }
        let mut touched = Vec::new();
        for ((path, now), old) in now.iter().zip(head.sources.values()) {
            match old {
                old if is_same(old, now) && now.is_settled(head.began) => {}
                Stamp { hash: None, .. } => return Ok(false),
                old if old.len != now.len => return Ok(false),
                old => touched.push((*path, *now, old.hash)),
            }
        }
        let is_beside = |(path, old): (&String, &Stamp)| {
            let now = Stamp::of(&basis.root.join(path));
            now.is_some_and(|now| is_same(old, &now) && now.is_settled(head.began))
        };
        let is_altered = || !self.keeping.found_altered(&head.outputs).is_empty();
        if !head.beside.iter().all(is_beside) || is_altered() {
            return Ok(false);
        }
        let unchanged: Result<Vec<bool>, _> = touched
            .par_iter()
            .map(|(path, _, hash)| Ok(sources.hash(path)? == *hash))
            .collect();
        if !unchanged?.into_iter().all(|same| same) {
            return Ok(false);
        }
        let touched: Vec<(String, Stamp)> = touched
            .into_iter()
            .map(|(path, now, hash)| (path.to_owned(), Stamp { hash, ..now }))
            .collect();
        if !touched.is_empty()
            && let Some(mut head) = self.head.clone()
        {
            head.sources.extend(touched);
            head.began = basis.began;
            if let Keeping::OnDisk(disk) = &self.keeping {
                disk.touch(&head);
            }
            self.head = Some(head);
        }
        Ok(true)
    }

    /// Reads what was written down of pages, and gives what is known of texts; when that cannot be read nothing is known.
    pub fn recall(&mut self) -> Option<Arc<dyn Remembered>> {
        let (Some(head), Keeping::OnDisk(disk)) = (&self.head, &mut self.keeping) else {
            return None;
        };
        if head.build - head.whole >= MOST_KEEPING {
            self.head = None;
            return None;
        }
        match disk.read(head.fingerprint) {
            Ok(pages) => {
                self.pages = pages;
                disk.take_texts()
            }
            Err(_) => {
                (self.head, self.note) = (None, Some(UNREADABLE));
                None
            }
        }
    }

    /// Whether each route has to be rendered, in their order. Unknown means that it has to.
    pub fn stale(&self, site: &Site, renderer: &Renderer, rules: Digest) -> Vec<bool> {
        let head = self.head.as_ref().filter(|_| self.pages.rules == rules);
        let Some(head) = head else {
            return vec![true; site.routes.len()];
        };
        let altered = self.keeping.found_altered(&head.outputs);
        let reads: Vec<(&Arc<Read>, &Digest)> = self.pages.reads.iter().collect();
        let answers: Vec<OnceLock<bool>> = vec![OnceLock::new(); reads.len()];
        let is_same = |index: &u32| {
            let (read, digest) = reads[*index as usize];
            let ask = || renderer.answer(read) == *digest;
            *answers[*index as usize].get_or_init(ask)
        };
        let is_there = |record: &Record, output: &str| {
            let mut files = record.files.iter().map(String::as_str).chain([output]);
            files.all(|name| !altered.contains(name))
        };
        // In the order of asking, up to the first answer that is another: what a page would not ask now
        // is not asked, and not made.
        let is_fresh = |record: &Record| record.reads.iter().all(is_same);
        let routes = site.routes.par_iter().map(|route| {
            let record = self.pages.pages.get(&route.output);
            let record = record.filter(|record| record.path == route.path);
            !record.is_some_and(|r| is_there(r, &route.output) && is_fresh(r))
        });
        routes.collect()
    }

    /// Asks for the islands of the pages that are kept, so that what these wrote is told again.
    pub fn hear(&self, site: &Site, renderer: &Renderer, stale: &[bool]) {
        let asked = self.asked(site, stale);
        for read in asked.filter(|read| matches!(read, Read::Island { .. })) {
            renderer.answer(read);
        }
    }

    /// What the pages asked that are kept, each question once; `stale` says of each route whether its page is not.
    pub fn asked(&self, site: &Site, stale: &[bool]) -> impl Iterator<Item = &Read> {
        let kept = site.routes.iter().zip(stale).filter(|(_, stale)| !**stale);
        let records = kept.filter_map(|(route, _)| self.pages.pages.get(&route.output));
        let mut is_asked = vec![false; self.pages.reads.len()];
        for index in records.flat_map(|record| &record.reads) {
            is_asked[*index as usize] = true;
        }
        let reads = self.pages.reads.keys().zip(is_asked);
        reads.filter_map(|(read, is_asked)| is_asked.then_some(&**read))
    }

    /// The text of a page that is kept.
    pub fn text(&self, output: &str) -> Option<String> {
        let bytes = self.keeping.file(output)?.bytes();
        String::from_utf8(bytes.ok()?).ok()
    }

    /// Adds a page that is kept, with its files, to those of an output.
    pub fn keep(&self, output: &str, files: &mut Files) {
        self.keeping
            .keep(output, self.pages.pages.get(output), files);
    }

    /// The files of the site's search, made of the pages among the files of its output.
    pub fn index(&mut self, site: &Site, files: &Files) -> Result<Files, PublishError> {
        let head = self.head.as_ref();
        let hash = |name: &str, file: &File| hash(head, name, file);
        self.search.files(site, files, hash)
    }

    /// Those of them that are others once these pages are what they are now; none when more than their words is.
    pub fn amend_index(&mut self, site: &Site, pages: &[(&Route, &File)]) -> Option<Files> {
        self.search.amend(site, pages)
    }

    /// What the files of an output will be known by, once it is published.
    pub fn stamps(&self, files: &Files) -> Result<Stamps, PublishError> {
        let stamps = files.par_iter().map(|(name, file)| {
            let known = self.head.as_ref().and_then(|head| head.outputs.get(name));
            let hash = match (file, known) {
                (File::Asset(asset), _) if asset.immutable => None,
                // One without a hash is named by it.
                (File::Kept(_), Some(known)) => known.hash,
                _ => Some(hash(self.head.as_ref(), name, file)?),
            };
            let len = match (file, known) {
                (File::Kept(_), Some(known)) => known.len,
                _ => file.len(),
            };
            let modified = 0;
            let stamp = Stamp {
                len,
                modified,
                hash,
                ..Stamp::default()
            };
            Ok((name.clone(), stamp))
        });
        stamps.collect()
    }

    /// Which files are others than those of the same names that the last build left in the output; none when that
    /// cannot be said, or the output has other files.
    pub fn others<'a>(&self, files: &'a Stamps) -> Option<Vec<&'a str>> {
        let head = self.own()?;
        let old = head.outputs.iter().filter(|(name, _)| is_file(name));
        let is_altered = || !self.keeping.altered(&head.outputs).is_empty();
        if !old.clone().map(|(name, _)| name).eq(files.keys()) || is_altered() {
            return None;
        }
        let is_equal = |(old, new): (&Stamp, &Stamp)| {
            old.len == new.len && (new.hash.is_none() || old.hash == new.hash)
        };
        let all = files.iter().zip(old);
        let others = all.filter(|((_, new), (_, old))| !is_equal((old, new)));
        Some(others.map(|((name, _), _)| name.as_str()).collect())
    }

    /// Takes over what was made, beside what is kept, and writes it down; `outputs` gives the stamps of its files, which
    /// stand where they belong.
    pub fn advance(
        &mut self,
        basis: Basis<'_>,
        made: BuildOutcome<'_>,
        outputs: impl FnOnce() -> Stamps + Send,
    ) {
        let BuildOutcome {
            rendered,
            files,
            all,
        } = made;
        let pages = std::mem::take(&mut rendered.pages);
        let take = || self.take(rendered, pages.into_iter().zip(files).collect());
        let ((), outputs) = rayon::join(take, outputs);
        let ground = &rendered.ground;
        let before = self.head.take().unwrap_or_default();
        let build = before.build + 1;
        let mut records = self.pages.pages.values();
        let is_whole = records.all(|record| record.build == build);
        let sources = ground.sources.stamps().into_iter();
        let beside = ground.assets.beside().into_iter().map(str::to_owned);
        let beside = beside.chain(settings_of_theme(basis, &ground.sources));
        let beside = beside.map(|path| {
            let stamp = Stamp::of(&basis.root.join(&path)).unwrap_or_default();
            (path, stamp)
        });
        let head = Head {
            fingerprint: basis.fingerprint,
            folder: basis.folder(),
            day: basis.day.to_owned(),
            began: basis.began,
            build,
            whole: if is_whole { build } else { before.whole },
            sources: sources
                .map(|(path, stamp)| (path.to_owned(), stamp))
                .collect(),
            beside: beside.collect(),
            folders: folders(basis, &ground.sources),
            told: BuildReport::new(&ground.site, &rendered.diagnostics, all, &outputs),
            outputs,
        };
        self.assets = Some(Arc::clone(&ground.assets));
        self.keeping.write(&head, &self.pages, &ground.site);
        self.keeping.stand_in(basis.out);
        self.is_elsewhere = false;
        self.head = Some(head);
    }

    /// Takes over the pages that were rendered, with their files.
    fn take(&mut self, rendered: &Rendered, pages: Vec<(Page, File)>) {
        let (site, rules) = (&rendered.ground.site, rendered.rules);
        let is_whole = self.head.is_none();
        if is_whole {
            self.pages = Pages::default();
            self.keeping.retain(|_| false);
        } else {
            let outputs: HashSet<&str> = site.routes.iter().map(|r| r.output.as_str()).collect();
            let is_there = |output: &str| outputs.contains(output);
            self.pages.pages.retain(|output, _| is_there(output));
            self.keeping.retain(is_there);
        }
        let causes: Vec<Cause> = pages
            .par_iter()
            .map(|(page, _)| match is_whole {
                true => Cause::Whole,
                false => self.cause(&site.routes[page.route].output, page, rules),
            })
            .collect();
        self.pages.rules = rules;
        // Growing step by step would leave as much room behind as all questions take.
        self.pages.reads.reserve(rendered.renderer.asked());
        for ((page, file), cause) in pages.into_iter().zip(causes) {
            self.put(&site.routes[page.route], page, file, cause);
        }
    }

    /// Takes over a page that was rendered for a cause after the last build.
    pub fn put(&mut self, route: &Route, page: Page, file: File, cause: Cause) {
        let reads = page.reads.into_iter().map(|(read, digest)| {
            let (index, _) = self.pages.reads.insert_full(read, digest);
            u32::try_from(index).unwrap_or(u32::MAX)
        });
        let record = Record {
            path: route.path.clone(),
            reads: reads.collect(),
            files: page.assets.iter().map(|a| a.output().to_owned()).collect(),
            build: self.head.as_ref().map_or(1, |head| head.build + 1),
            cause,
        };
        self.pages.pages.insert(route.output.clone(), record);
        self.keeping.put(&route.output, file, page.assets);
    }

    /// The paths of the pages that asked a question.
    pub fn readers(&self, read: &Read) -> Vec<String> {
        let index = self.pages.reads.get_index_of(read);
        let Some(index) = index.and_then(|index| u32::try_from(index).ok()) else {
            return Vec::new();
        };
        let records = self.pages.pages.par_iter();
        let records = records.filter(|(_, record)| record.reads.contains(&index));
        records.map(|(_, record)| record.path.clone()).collect()
    }

    /// Whether a page asked what depends on what a field of a collection's entries holds, though it shows none of it.
    pub fn compares(&self, collection: &str, field: &str) -> bool {
        let mut reads = self.pages.reads.keys();
        reads.any(|read| read.compares(collection, field))
    }

    /// Why a page had to be rendered.
    fn cause(&self, output: &str, page: &Page, rules: Digest) -> Cause {
        let Some(record) = self.pages.pages.get(output) else {
            return Cause::New;
        };
        let before: BTreeSet<usize> = record.reads.iter().map(|i| *i as usize).collect();
        let is_other = |(read, digest): &&(Arc<Read>, Digest)| {
            let known = self.pages.reads.get_full(read);
            known.is_some_and(|(i, _, old)| before.contains(&i) && old != digest)
        };
        let changed: Vec<Read> = page
            .reads
            .iter()
            .filter(is_other)
            .map(|(read, _)| Read::clone(read))
            .collect();
        match changed.is_empty() {
            true if self.pages.rules != rules => Cause::Rules,
            true => Cause::Output,
            false => Cause::Answers(changed),
        }
    }
}

/// The names of the folders in the site's own that hold none of its files, but for that of the output.
fn folders(basis: Basis<'_>, sources: &Sources) -> BTreeSet<String> {
    let absolute = |path: &Path| path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let out = absolute(basis.out);
    let is_other = |name: &&String| !out.starts_with(absolute(&basis.root.join(name)));
    sources.beside().iter().filter(is_other).cloned().collect()
}

/// The settings of the theme's own site, by which it may name a theme, where there are any.
fn settings_of_theme(basis: Basis<'_>, sources: &Sources) -> Option<String> {
    let theme = sources.theme()?.ok()?;
    let file = format!("{theme}/content/site.yaml");
    basis.root.join(&file).is_file().then_some(file)
}

/// The hash of a file of an output, of which the head tells what was left there.
fn hash(head: Option<&Head>, name: &str, file: &File) -> Result<Hash, PublishError> {
    let known = || head?.outputs.get(name)?.hash;
    let hash = match file {
        File::Staged(_, stamp) => stamp.hash,
        File::Kept(_) => known(),
        File::Text(_) | File::Bytes(_) | File::Asset(_) => None,
    };
    hash.map_or_else(|| file.hash(), Ok)
}
