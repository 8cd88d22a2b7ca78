//! What is known of a site between builds, in memory and in its journal: which pages are still right and which are not.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use assets::{Asset, Assets};
use content::Site;
use content::route::Route;
use rayon::prelude::*;
use render::{Digest, Page, Read, Renderer};
use source::{Hash, ReadError, Sources, Stamp};

use crate::journal::{Cause, Head, Journal, Pages, Record, Stamps, Told};
use crate::publish::{File, Files, PublishError, is_file};
use crate::rendered::Rendered;
use crate::search::Search;
use crate::texts::Texts;

/// After so many builds that kept pages all are rendered again, so that the cache learns what is used.
const MOST_KEEPING: u64 = 100;

/// The file of texts beside the journal.
const TEXTS: &str = "texts";

/// Why a journal says nothing.
const OTHER: &str = "the last build was by another program, or was asked for something else";
const UNREADABLE: &str = "the journal of the last build cannot be read";

/// The state of a site after its last good build; nothing is known by default.
#[derive(Debug, Default)]
pub struct State {
    head: Option<Head>,
    pages: Pages,
    /// Where this is written down; none for what stays in memory.
    journal: Option<Journal>,
    /// The pages, by their file in the output, where these stay in memory.
    memory: HashMap<String, Kept>,
    /// Scripts, styles and images of the last build, with a Node helper that may run.
    pub assets: Option<Arc<Assets>>,
    /// The words of the pages, where these can be searched.
    pub search: Search,
    /// What the last build knew of texts.
    pub texts: Texts,
    /// The files of the output that are not as they were left, once that was looked for.
    altered: OnceLock<BTreeSet<String>>,
    /// What there is to say of the journal.
    pub note: Option<&'static str>,
}

/// A page in memory: its file, and those that it needs.
type Kept = (File, Vec<Arc<Asset>>);

/// What a build was asked for and made from.
#[derive(Clone, Copy, Debug)]
pub struct Basis<'a> {
    /// The program, what it was asked for, and the output folder.
    pub fingerprint: Digest,
    /// The day.
    pub day: &'a str,
    /// When the build began, as the file system tells the time.
    pub began: u64,
    /// The site's folder.
    pub root: &'a Path,
    /// The output folder.
    pub out: &'a Path,
}

impl State {
    /// The state that a journal tells of, where that is of the same program, asked for the same.
    pub fn read(journal: Journal, basis: Basis<'_>) -> Self {
        let (head, note) = match journal.head() {
            Ok(None) => (None, None),
            Ok(Some(head)) if head.fingerprint == basis.fingerprint => (Some(head), None),
            Ok(Some(_)) => (None, Some(OTHER)),
            Err(_) => (None, Some(UNREADABLE)),
        };
        Self {
            head,
            note,
            search: Search::at(journal.beside("search"), basis.fingerprint),
            journal: Some(journal),
            ..Self::default()
        }
    }

    /// What the last build told.
    pub fn told(&self) -> Told {
        let head = self.head.as_ref();
        head.map(|head| head.told.clone()).unwrap_or_default()
    }

    /// Whether anything is known.
    pub fn is_known(&self) -> bool {
        self.head.is_some()
    }

    /// What the last build left in the output.
    pub fn left(&self) -> Option<&Stamps> {
        self.head.as_ref().map(|head| &head.outputs)
    }

    /// The names of the files that the last build left.
    pub fn outputs(&self) -> BTreeSet<&str> {
        let head = self.head.iter();
        let names = head.flat_map(|head| head.outputs.keys().map(String::as_str));
        names.filter(|name| is_file(name)).collect()
    }

    /// Whether a build would change nothing: the sources are those of the last one, and its output is
    /// as it was left. Notes the stamps of files that were only touched.
    pub fn is_current(&mut self, basis: Basis<'_>, sources: &Sources) -> Result<bool, ReadError> {
        let Some(head) = &self.head else {
            return Ok(false);
        };
        let now = sources.stamps();
        let is_listed = now.keys().eq(head.sources.keys());
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
        if !head.beside.iter().all(is_beside) || !self.found_altered(basis.out).is_empty() {
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
            // A journal that cannot be written costs the next build the same hashes.
            if let Some((journal, pages)) = self
                .journal
                .as_ref()
                .and_then(|j| Some((j, j.pages().ok()?)))
            {
                let _ = journal.write(&head, &pages);
            }
            self.head = Some(head);
        }
        Ok(true)
    }

    /// Reads what the journal says of pages; when that cannot be read nothing is known.
    pub fn recall(&mut self) {
        let (Some(head), Some(journal)) = (&self.head, &self.journal) else {
            return;
        };
        if head.build - head.whole >= MOST_KEEPING {
            self.head = None;
            return;
        }
        match journal.pages() {
            Ok(pages) => {
                self.pages = pages;
                self.texts = Texts::read(&journal.beside(TEXTS), head.fingerprint);
            }
            Err(_) => (self.head, self.note) = (None, Some(UNREADABLE)),
        }
    }

    /// Whether each route has to be rendered, in their order. Unknown means that it has to.
    pub fn stale(
        &self,
        (site, renderer): (&Site, &Renderer),
        rules: Digest,
        out: &Path,
    ) -> Vec<bool> {
        if self.head.is_none() || self.pages.rules != rules {
            return vec![true; site.routes.len()];
        }
        let altered = self.found_altered(out);
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
    pub fn hear(&self, (site, renderer): (&Site, &Renderer), stale: &[bool]) {
        let kept = site.routes.iter().zip(stale).filter(|(_, stale)| !**stale);
        let records = kept.filter_map(|(route, _)| self.pages.pages.get(&route.output));
        let reads: BTreeSet<u32> = records.flat_map(|r| r.reads.iter().copied()).collect();
        let reads = reads
            .iter()
            .filter_map(|i| self.pages.reads.get_index(*i as usize));
        for (read, _) in reads.filter(|(read, _)| matches!(***read, Read::Island { .. })) {
            renderer.answer(read);
        }
    }

    /// The text of a page that is kept.
    pub fn text(&self, output: &str, out: &Path) -> Option<String> {
        let bytes = match self.memory.get(output) {
            Some((file, _)) => file.bytes(),
            None => File::Kept(out.join(output)).bytes(),
        };
        String::from_utf8(bytes.ok()?).ok()
    }

    /// Adds a page that is kept, with its files, to those of an output.
    pub fn keep(&self, output: &str, out: &Path, files: &mut Files) {
        if let Some((page, assets)) = self.memory.get(output) {
            files.insert(output.to_owned(), page.clone());
            for asset in assets {
                let name = asset.output().to_owned();
                files.entry(name).or_insert(File::Asset(Arc::clone(asset)));
            }
            return;
        }
        let own = self.pages.pages.get(output).map(|record| &record.files);
        for name in own
            .into_iter()
            .flatten()
            .map(String::as_str)
            .chain([output])
        {
            let file = || File::Kept(out.join(name));
            files.entry(name.to_owned()).or_insert_with(file);
        }
    }

    /// What the files of an output will be known by, once it is published.
    pub fn stamps(&self, files: &Files) -> Result<Stamps, PublishError> {
        let stamps = files.par_iter().map(|(name, file)| {
            let hash = match file {
                File::Asset(asset) if asset.immutable => None,
                _ => Some(self.hash(name, file)?),
            };
            let known = self.head.as_ref().and_then(|head| head.outputs.get(name));
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

    /// The hash of a file of an output.
    pub fn hash(&self, name: &str, file: &File) -> Result<Hash, PublishError> {
        let known = || self.head.as_ref()?.outputs.get(name)?.hash;
        let hash = match file {
            File::Staged(_, stamp) => stamp.hash,
            File::Kept(_) => known(),
            File::Text(_) | File::Bytes(_) | File::Asset(_) => None,
        };
        match (hash, file) {
            (Some(hash), _) => Ok(hash),
            (None, File::Text(text)) => Ok(source::hash(text.as_bytes())),
            (None, _) => Ok(source::hash(&file.bytes()?)),
        }
    }

    /// Which files are others than those of the same names that the last build left in the output; none when that
    /// cannot be said, or the output has other files.
    pub fn others<'a>(&self, out: &Path, files: &'a Stamps) -> Option<Vec<&'a str>> {
        let head = self.head.as_ref()?;
        let old = head.outputs.iter().filter(|(name, _)| is_file(name));
        if !old.clone().map(|(name, _)| name).eq(files.keys()) || !self.altered(out).is_empty() {
            return None;
        }
        let is_equal = |(old, new): (&Stamp, &Stamp)| {
            old.len == new.len && (new.hash.is_none() || old.hash == new.hash)
        };
        let all = files.iter().zip(old);
        let others = all.filter(|((_, new), (_, old))| !is_equal((old, new)));
        Some(others.map(|((name, _), _)| name.as_str()).collect())
    }

    /// Takes over what was rendered, beside what is kept, and writes it down; `outputs` gives the stamps of
    /// `files`, which stand where they belong.
    pub fn advance(
        &mut self,
        (rendered, basis): (&mut Rendered<File>, Basis<'_>),
        (outputs, files): (impl FnOnce() -> Stamps + Send, &Files),
    ) {
        let pages = std::mem::take(&mut rendered.pages);
        let pages = pages.into_iter().zip(std::mem::take(&mut rendered.files));
        let take = || self.take(rendered, pages.collect());
        let ((), outputs) = rayon::join(take, outputs);
        let before = self.head.take().unwrap_or_default();
        let build = before.build + 1;
        let is_whole = self
            .pages
            .pages
            .values()
            .all(|record| record.build == build);
        let sources = rendered.sources.stamps();
        let beside = rendered.assets.beside().into_iter().map(|path| {
            let stamp = Stamp::of(&basis.root.join(path)).unwrap_or_default();
            (path.to_owned(), stamp)
        });
        let head = Head {
            fingerprint: basis.fingerprint,
            day: basis.day.to_owned(),
            began: basis.began,
            build,
            whole: if is_whole { build } else { before.whole },
            sources: sources
                .into_iter()
                .map(|(path, stamp)| (path.to_owned(), stamp))
                .collect(),
            beside: beside.collect(),
            told: Told::new(&rendered.site, &rendered.diagnostics, (files, &outputs)),
            outputs,
        };
        self.assets = Some(Arc::clone(&rendered.assets));
        if let Some(journal) = &self.journal {
            let texts = journal.beside(TEXTS);
            // Without them the next build does everything again, or reads every text.
            let _ = rayon::join(
                || journal.write(&head, &self.pages),
                || self.texts.write(&texts, basis.fingerprint, &rendered.site),
            );
        }
        self.head = Some(head);
        self.altered = OnceLock::new();
    }

    /// Takes over the pages that were rendered, with their files.
    fn take(&mut self, rendered: &Rendered<File>, pages: Vec<(Page, File)>) {
        let (site, rules) = (&rendered.site, rendered.rules);
        let build = self.head.as_ref().map_or(1, |head| head.build + 1);
        let is_whole = self.head.is_none();
        if is_whole {
            self.pages = Pages::default();
            self.memory.clear();
        } else {
            let outputs: HashSet<&str> = site.routes.iter().map(|r| r.output.as_str()).collect();
            let is_there = |output: &String| outputs.contains(output.as_str());
            self.pages.pages.retain(|output, _| is_there(output));
            self.memory.retain(|output, _| is_there(output));
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
            self.put(&site.routes[page.route], (page, file), (build, cause));
        }
    }

    /// Takes over a page that a build rendered for a cause.
    pub fn put(&mut self, route: &Route, (page, file): (Page, File), (build, cause): (u64, Cause)) {
        let reads = page.reads.into_iter().map(|(read, digest)| {
            let (index, _) = self.pages.reads.insert_full(read, digest);
            u32::try_from(index).unwrap_or(u32::MAX)
        });
        let record = Record {
            path: route.path.clone(),
            reads: reads.collect(),
            files: page.assets.iter().map(|a| a.output().to_owned()).collect(),
            build,
            cause,
        };
        self.pages.pages.insert(route.output.clone(), record);
        if self.journal.is_none() {
            let kept = (file, page.assets);
            self.memory.insert(route.output.clone(), kept);
        }
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

    /// The files of the output that were not as they had been left when that was first asked.
    fn found_altered(&self, out: &Path) -> &BTreeSet<String> {
        let look = || self.altered(out).into_iter().map(str::to_owned).collect();
        self.altered.get_or_init(look)
    }

    /// The files of the output that are not as they were left; its folders end with a slash.
    fn altered(&self, out: &Path) -> BTreeSet<&str> {
        let written = self.head.iter().filter(|_| self.journal.is_some());
        let outputs: Vec<(&String, &Stamp)> = written.flat_map(|head| &head.outputs).collect();
        let is_altered = |(name, old): &(&String, &Stamp)| match Stamp::of(&out.join(name)) {
            Some(now) if !is_file(name) => now.modified != old.modified,
            Some(now) => !is_same(old, &now),
            None => true,
        };
        let altered = outputs.into_par_iter().filter(is_altered);
        altered.map(|(name, _)| name.as_str()).collect()
    }
}

/// Whether a file has the length and the date that it had.
pub fn is_same(old: &Stamp, now: &Stamp) -> bool {
    (old.len, old.modified) == (now.len, now.modified)
}
