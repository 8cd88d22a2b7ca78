//! Where the pages of the last build are: in its output folder, with a journal of them, or in memory.

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use assets::Asset;
use content::Site;
use content::text::Remembered;
use rayon::prelude::*;
use render::Digest;
use source::Stamp;

use crate::journal::{Head, Journal, Pages, Record, Stamps, is_same};
use crate::publish::{File, Files, is_file};
use crate::texts::KeptTexts;

/// The file of texts beside the journal.
const TEXTS: &str = "texts";

/// Where the pages of the last build are.
#[derive(Debug)]
pub(super) enum Keeping {
    /// In the output folder, until the next build of the folder.
    OnDisk(OnDisk),
    /// In memory, by their file in the output.
    InMemory(HashMap<String, InMemory>),
}

/// A page in memory: its file, and those that it needs.
#[derive(Debug)]
pub(super) struct InMemory {
    file: File,
    assets: Vec<Arc<Asset>>,
}

/// An output folder, and what its last build wrote down.
#[derive(Debug)]
pub(super) struct OnDisk {
    out: PathBuf,
    journal: Journal,
    /// What the last build knew of texts.
    texts: KeptTexts,
    /// The files of the output that are not as they were left, once that was looked for.
    altered: OnceLock<BTreeSet<String>>,
}

impl Default for Keeping {
    fn default() -> Self {
        Self::InMemory(HashMap::new())
    }
}

impl Keeping {
    /// The file of a page that is kept.
    pub fn file(&self, output: &str) -> Option<File> {
        match self {
            Self::OnDisk(disk) => Some(File::Kept(disk.out.join(output))),
            Self::InMemory(pages) => pages.get(output).map(|page| page.file.clone()),
        }
    }

    /// Adds a page that is kept, with the files that it needs, to those of an output. `record` is what is known of it.
    pub fn keep(&self, output: &str, record: Option<&Record>, files: &mut Files) {
        match self {
            Self::OnDisk(disk) => {
                let needed = record.into_iter().flat_map(|record| &record.files);
                for name in needed.map(String::as_str).chain([output]) {
                    let file = || File::Kept(disk.out.join(name));
                    files.entry(name.to_owned()).or_insert_with(file);
                }
            }
            Self::InMemory(pages) => {
                let Some(InMemory { file, assets }) = pages.get(output) else {
                    return;
                };
                files.insert(output.to_owned(), file.clone());
                for asset in assets {
                    let name = asset.output().to_owned();
                    files.entry(name).or_insert(File::Asset(Arc::clone(asset)));
                }
            }
        }
    }

    /// Takes a page over that was rendered: its file, and those that it needs.
    pub fn put(&mut self, output: &str, file: File, assets: Vec<Arc<Asset>>) {
        if let Self::InMemory(pages) = self {
            pages.insert(output.to_owned(), InMemory { file, assets });
        }
    }

    /// Forgets the pages that are none any more.
    pub fn retain(&mut self, is_there: impl Fn(&str) -> bool) {
        if let Self::InMemory(pages) = self {
            pages.retain(|output, _| is_there(output));
        }
    }

    /// The files of the output that are not as they were left, as it is now; its folders end with a slash.
    pub fn altered<'a>(&self, left: &'a Stamps) -> BTreeSet<&'a str> {
        match self {
            Self::OnDisk(disk) => disk.altered(left),
            Self::InMemory(_) => BTreeSet::new(),
        }
    }

    /// The same when it was first asked for.
    pub fn found_altered(&self, left: &Stamps) -> &BTreeSet<String> {
        static NONE: BTreeSet<String> = BTreeSet::new();
        match self {
            Self::OnDisk(disk) => {
                let look = || disk.altered(left).into_iter().map(str::to_owned).collect();
                disk.altered.get_or_init(look)
            }
            Self::InMemory(_) => &NONE,
        }
    }

    /// Where pages are from now on, when they are on the disk.
    pub fn stand_in(&mut self, out: &Path) {
        if let Self::OnDisk(disk) = self {
            out.clone_into(&mut disk.out);
        }
    }

    /// Writes down what was built of a site. What cannot be written costs the next build time: it does everything again,
    /// or reads every text.
    pub fn write(&mut self, head: &Head, pages: &Pages, site: &Site) {
        if let Self::OnDisk(disk) = self {
            let texts = disk.journal.beside(TEXTS);
            let _ = rayon::join(
                || disk.journal.write(head, pages),
                || disk.texts.write(&texts, head.fingerprint, site),
            );
            disk.altered = OnceLock::new();
        }
    }
}

impl OnDisk {
    /// The folder that a journal tells of.
    pub fn new(out: PathBuf, journal: Journal) -> Self {
        Self {
            out,
            journal,
            texts: KeptTexts::default(),
            altered: OnceLock::new(),
        }
    }

    /// What was written down of pages for a build that is asked for the same; what it knew of texts waits to be taken.
    pub fn read(&mut self, fingerprint: Digest) -> io::Result<Pages> {
        let pages = self.journal.pages()?;
        self.texts = KeptTexts::read(&self.journal.beside(TEXTS), fingerprint);
        Ok(pages)
    }

    /// What the last build knew of texts; given once.
    pub fn take_texts(&mut self) -> Option<Arc<dyn Remembered>> {
        self.texts.take()
    }

    /// Writes down what is known of files that were only touched. What cannot be written costs the next build the same
    /// hashes.
    pub fn touch(&self, head: &Head) {
        if let Ok(pages) = self.journal.pages() {
            let _ = self.journal.write(head, &pages);
        }
    }

    fn altered<'a>(&self, left: &'a Stamps) -> BTreeSet<&'a str> {
        let is_altered = |(name, old): &(&String, &Stamp)| match Stamp::of(&self.out.join(name)) {
            Some(now) if !is_file(name) => now.modified != old.modified,
            Some(now) => !is_same(old, &now),
            None => true,
        };
        let left: Vec<(&String, &Stamp)> = left.iter().collect();
        let altered = left.into_par_iter().filter(is_altered);
        altered.map(|(name, _)| name.as_str()).collect()
    }
}
