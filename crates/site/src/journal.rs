//! What a build writes down for the next one: what it was made from, what each page read, and what it left in the
//! output.
//!
//! One file of two parts, so that a build after which nothing changed reads only the first: `Head` tells whether
//! something did, `Pages` which pages it concerns. Each part follows its length and its hash.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, BufWriter, Read as _, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use render::{Digest, Read, Reads};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use source::{Hash, Stamp};
use xxhash_rust::xxh3::Xxh3Default;

// By this path fuzz/src/journals.rs has it too, which compiles this file without the crate.
use super::atomic;

/// Raised whenever the file or what it means changes.
pub const FORMAT: &[u8; 16] = b"site journal 005";
/// The bytes before a part: its length and its hash.
const PREFIX: usize = 8 + 16;
/// So many bytes are hashed and written at once.
const BUFFER: usize = 1 << 16;

/// Files by name, with what they are known by.
pub type Stamps = BTreeMap<String, Stamp>;

/// Whether a file has the length and the date that it had.
pub fn is_same(old: &Stamp, now: &Stamp) -> bool {
    (old.len, old.modified) == (now.len, now.modified)
}

/// What tells whether anything changed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Head {
    /// The program, and what it was asked for.
    pub fingerprint: Digest,
    /// What tells the output folder from another one.
    pub folder: Digest,
    /// The day of the build.
    pub day: String,
    /// When the build began, as the file system tells the time: what was written later may be newer than
    /// what was read.
    pub began: u64,
    /// How many builds there were.
    pub build: u64,
    /// Which of them rendered every page last.
    pub whole: u64,
    /// The site's files.
    pub sources: Stamps,
    /// Files outside the site's folders, relative to its root.
    pub beside: Stamps,
    /// The names of the folders in the site's own that hold none of its files, but for that of the output.
    pub folders: BTreeSet<String>,
    /// The output's files; its folders end with a slash.
    pub outputs: Stamps,
    /// What there was to tell.
    pub told: BuildReport,
}

/// What a build tells its author.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuildReport {
    /// Number of HTML documents.
    pub documents: usize,
    /// Number of files in all.
    pub files: usize,
    /// Bytes of all files.
    pub bytes: u64,
    /// The first warnings, each without and with colours.
    pub warnings: Vec<[String; 2]>,
    /// How many there are in all.
    pub warned: usize,
    /// The entries that were left out.
    pub left_out: Option<String>,
}

/// What pages are made from.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Pages {
    /// What all pages are judged by: another digest, and each has to be judged again.
    pub rules: Digest,
    /// Every question of a page with the digest of its answer.
    pub reads: Reads,
    /// The pages, by their file in the output.
    pub pages: BTreeMap<String, Record>,
}

impl Pages {
    /// Whether every question that a page asked is there.
    fn is_whole(&self) -> bool {
        let mut asked = self.pages.values().flat_map(|record| &record.reads);
        asked.all(|place| (*place as usize) < self.reads.len())
    }
}

/// A page that was rendered without a mistake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Its site path.
    pub path: String,
    /// What it asked, in the order of asking, by the place in `Pages::reads`.
    pub reads: Vec<u32>,
    /// The files that it needs beside those that are always published.
    pub files: Vec<String>,
    /// The build that rendered it.
    pub build: u64,
    /// Why.
    pub cause: Cause,
}

/// Why a page was rendered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    /// There was none before.
    New,
    /// All were.
    Whole,
    /// What all pages are judged by was another.
    Rules,
    /// Its file in the output was not the one that had been written.
    Output,
    /// These questions had other answers than before.
    Answers(Vec<Read>),
}

/// The journal of a cache folder as it lies on disk.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
}

impl Journal {
    /// The journal at a path.
    pub fn at(path: PathBuf) -> Self {
        Self { path }
    }

    /// The path of another file of the same cache.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.path.with_file_name(name)
    }

    /// The first part; none when there is no journal, and an error for one that cannot be used.
    pub fn head(&self) -> io::Result<Option<Head>> {
        match open(&self.path) {
            Ok(file) => read_head(file).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The second part.
    pub fn pages(&self) -> io::Result<Pages> {
        read_pages(open(&self.path)?)
    }

    /// Writes both parts, in one step.
    pub fn write(&self, head: &Head, pages: &Pages) -> io::Result<()> {
        atomic::write_with(&self.path, |file| write_parts(file, head, pages))
    }
}

/// The first part of a journal.
pub fn read_head(mut file: impl io::Read) -> io::Result<Head> {
    let mut format = [0; FORMAT.len()];
    file.read_exact(&mut format)?;
    match &format == FORMAT {
        true => part(&mut file),
        false => Err(io::ErrorKind::InvalidData.into()),
    }
}

/// The second part of a journal, in which every page's questions are there.
pub fn read_pages(mut file: impl io::Read + Seek) -> io::Result<Pages> {
    file.seek(SeekFrom::Start(FORMAT.len() as u64))?;
    let (len, _) = prefix(&mut file)?;
    file.seek_relative(i64::try_from(len).map_err(io::Error::other)?)?;
    let pages: Pages = part(&mut file)?;
    match pages.is_whole() {
        true => Ok(pages),
        false => Err(io::ErrorKind::InvalidData.into()),
    }
}

/// Writes both parts of a journal.
pub fn write_parts(file: &mut (impl Write + Seek), head: &Head, pages: &Pages) -> io::Result<()> {
    file.write_all(FORMAT)?;
    add(file, head)?;
    add(file, pages)
}

/// Opens what a build wrote. Anything else of that name is refused: a pipe would make a build wait for ever.
pub fn open(path: &Path) -> io::Result<File> {
    match fs::symlink_metadata(path)?.is_file() {
        true => File::open(path),
        false => Err(io::ErrorKind::InvalidData.into()),
    }
}

/// A value that stands alone in a file; none when it cannot be read.
pub fn read_value<T: DeserializeOwned>(path: &Path) -> Option<T> {
    part(&mut open(path).ok()?).ok()
}

/// Writes a value into a file of its own.
pub fn write_value(path: &Path, value: &impl Serialize) -> io::Result<()> {
    atomic::write_with(path, |file| add(file, value))
}

/// Adds a value, which goes into the file as it is encoded: the whole of it is never in memory.
fn add(file: &mut (impl Write + Seek), value: &impl Serialize) -> io::Result<()> {
    let start = file.stream_position()?;
    file.write_all(&[0; PREFIX])?;
    let (len, hash) = (0, Xxh3Default::new());
    let mut part = BufWriter::with_capacity(BUFFER, Part { file, len, hash });
    rmp_serde::encode::write(&mut part, value).map_err(io::Error::other)?;
    let Part { file, len, hash } = part.into_inner()?;
    file.seek(SeekFrom::Start(start))?;
    file.write_all(&len.to_le_bytes())?;
    file.write_all(&hash.digest128().to_le_bytes())?;
    file.seek(SeekFrom::End(0)).map(drop)
}

/// A part while it is written.
struct Part<'a, F> {
    file: &'a mut F,
    len: u64,
    hash: Xxh3Default,
}

impl<F: Write> Write for Part<'_, F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.len += written as u64;
        self.hash.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The length of the part that comes next, and its hash.
fn prefix(file: &mut impl io::Read) -> io::Result<(u64, Hash)> {
    let (mut len, mut hash) = ([0; 8], [0; 16]);
    file.read_exact(&mut len)?;
    file.read_exact(&mut hash)?;
    Ok((u64::from_le_bytes(len), Hash::from_le_bytes(hash)))
}

/// The part that comes next.
fn part<T: DeserializeOwned>(file: &mut impl io::Read) -> io::Result<T> {
    let (len, expected) = prefix(file)?;
    let mut bytes = Vec::new();
    file.take(len).read_to_end(&mut bytes)?;
    if source::hash(&bytes) != expected {
        return Err(io::ErrorKind::InvalidData.into());
    }
    rmp_serde::from_slice(&bytes).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use content::field::Reference;

    use super::*;

    /// Bytes that were changed, cut or put in at random, the hash made to fit: what is read is a value or an error, never a
    /// panic and never more memory than the file is long.
    #[test]
    fn any_bytes_are_a_journal_or_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        let journal = Journal::at(folder.path().join("journal"));
        let asked = [
            Read::Body(Reference {
                collection: "notes".into(),
                slug: "a".into(),
            }),
            Read::Route("/".to_owned()),
        ];
        let record = Record {
            path: "/".to_owned(),
            reads: vec![0, 1],
            files: vec!["a.css".to_owned()],
            build: 3,
            cause: Cause::Answers(asked.to_vec()),
        };
        let pages = Pages {
            reads: asked
                .into_iter()
                .map(|read| (read.into(), Digest::default()))
                .collect(),
            pages: [("index.html".to_owned(), record)].into(),
            ..Pages::default()
        };
        let head = Head {
            day: "2026-11-22".to_owned(),
            ..Head::default()
        };
        journal.write(&head, &pages).expect("written");
        let whole = fs::read(&journal.path).expect("read");
        let start = FORMAT.len() + PREFIX;
        let middle = start + usize::from(whole[FORMAT.len()]);
        let mut state = 7_u64;
        let mut random = |below: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state as usize % below
        };
        let mut right = 0;
        for _ in 0..1_000 {
            let (mut bytes, mut end) = (whole.clone(), middle);
            for _ in 0..=random(3) {
                let at = start + random(bytes.len() - start);
                match random(3) {
                    0 => bytes[at] = random(256) as u8,
                    1 if at < end => (bytes.insert(at, random(256) as u8), end += 1).1,
                    _ => bytes[at] ^= 1 << random(8),
                }
            }
            // Half of them say the truth of themselves, so that the values are reached.
            if random(2) == 0 {
                for (from, to) in [(FORMAT.len(), end), (end, bytes.len())] {
                    let part = &bytes[from + PREFIX..to];
                    let (len, hash) = (part.len() as u64, source::hash(part));
                    bytes[from..from + 8].copy_from_slice(&len.to_le_bytes());
                    bytes[from + 8..from + PREFIX].copy_from_slice(&hash.to_le_bytes());
                }
            }
            bytes.truncate(bytes.len() - random(2) * random(bytes.len()));
            fs::write(&journal.path, bytes).expect("written");
            right += usize::from(journal.head().is_ok());
            right += usize::from(journal.pages().is_ok());
        }
        assert!(
            (100..1_900).contains(&right),
            "{right} of 2,000 parts are right"
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_a_link_or_a_folder_in_its_place_is_no_journal() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("folder")).expect("made");
        std::os::unix::fs::symlink(at("folder"), at("link")).expect("made");
        let mut mkfifo = std::process::Command::new("mkfifo");
        assert!(mkfifo.arg(at("pipe")).status().expect("mkfifo").success());
        for name in ["folder", "link", "pipe"] {
            let journal = Journal::at(at(name));
            let told = journal.head().map_err(|error| error.kind());
            assert_eq!(told.err(), Some(io::ErrorKind::InvalidData), "{name}");
            assert!(journal.pages().is_err(), "{name}");
            assert!(read_value::<Head>(&at(name)).is_none(), "{name}");
        }
        assert!(matches!(Journal::at(at("none")).head(), Ok(None)));
    }

    #[test]
    fn pages_that_refer_to_questions_that_are_not_there_are_refused() {
        let record = |place| Record {
            path: "/".to_owned(),
            reads: vec![0, place],
            files: Vec::new(),
            build: 1,
            cause: Cause::New,
        };
        for (place, is_right) in [(0, true), (1, false), (u32::MAX, false)] {
            let pages = Pages {
                reads: [(Read::Today.into(), Digest::default())]
                    .into_iter()
                    .collect(),
                pages: [("index.html".to_owned(), record(place))].into(),
                ..Pages::default()
            };
            let mut file = io::Cursor::new(Vec::new());
            write_parts(&mut file, &Head::default(), &pages).expect("written");
            assert_eq!(read_pages(file).is_ok(), is_right, "{place}");
        }
    }
}
