//! What is kept of the texts of entries between builds: a text that is the same is not read again, and its HTML is made
//! only when a page that shows it is rendered.
//!
//! One file: its format, what it was written for and by, the hash of all that follows, and then for each text its key,
//! the length of what is known of it, and that. A file that is not wholly so says nothing.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;
use std::io::{self, BufWriter, Read as _, Seek as _, SeekFrom, Write as _};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use assets::atomic;
use content::Site;
use content::text::{Remains, Remembered, Text};
use rayon::prelude::*;
use render::Digest;
use source::Hash;
use xxhash_rust::xxh3::Xxh3Default;

use crate::journal::open;

/// Raised whenever the file or what it means changes.
const FORMAT: &[u8; 16] = b"site texts   002";
/// The bytes before the texts: format, fingerprint and hash.
const HEAD: usize = 16 + 16 + 16;
/// The bytes before what is known of a text: its key and a length.
const PREFIX: usize = 16 + 4;
/// So many texts are encoded at once, each by the thread that is free.
const AT_ONCE: usize = 512;

/// What the last build knew of texts; nothing by default.
#[derive(Debug, Default)]
pub struct KeptTexts {
    keys: HashSet<Hash>,
    known: Option<Known>,
}

/// The texts of a file as they stand in it.
#[derive(Debug)]
struct Known {
    bytes: Vec<u8>,
    places: HashMap<Hash, Range<usize>>,
}

impl KeptTexts {
    /// What a file holds, when it is whole and was written by the same program that was asked for the same.
    pub fn read(path: &Path, fingerprint: Digest) -> Self {
        let known = Known::read(path, fingerprint);
        let keys = known.iter().flat_map(|known| known.places.keys());
        Self {
            keys: keys.copied().collect(),
            known,
        }
    }

    /// The same for whoever reads content, who may drop it then; given once.
    pub fn take(&mut self) -> Option<Arc<dyn Remembered>> {
        let known = self.known.take();
        known.map(|known| Arc::new(known) as _)
    }

    /// Writes down what is known of the texts of a site now, unless that is what was known.
    pub fn write(&self, path: &Path, fingerprint: Digest, site: &Site) -> io::Result<()> {
        let texts = site.entries.iter().filter_map(|entry| entry.body.as_ref());
        let texts = texts.filter_map(|text| Some((text.key()?, text)));
        let texts: BTreeMap<Hash, &Arc<Text>> = texts.collect();
        if texts.len() == self.keys.len() && texts.keys().all(|key| self.keys.contains(key)) {
            return Ok(());
        }
        let before = Known::read(path, fingerprint);
        let texts: Vec<(Hash, &Arc<Text>)> = texts.into_iter().collect();
        atomic::write_with(path, |file| {
            let mut hash = Xxh3Default::new();
            let mut out = BufWriter::new(&mut *file);
            out.write_all(&[0; HEAD])?;
            for some in texts.chunks(AT_ONCE) {
                let records = some.par_iter().map(|(key, text)| {
                    let old = before.as_ref().and_then(|before| before.bytes(*key));
                    record(*key, old, text)
                });
                for record in records.collect::<io::Result<Vec<_>>>()? {
                    hash.update(&record);
                    out.write_all(&record)?;
                }
            }
            out.flush()?;
            drop(out);
            write_head(file, fingerprint, hash.digest128())
        })
    }
}

impl Known {
    fn read(path: &Path, fingerprint: Digest) -> Option<Self> {
        let mut bytes = Vec::new();
        open(path).ok()?.read_to_end(&mut bytes).ok()?;
        let places = places(&bytes, fingerprint)?;
        Some(Self { bytes, places })
    }

    fn bytes(&self, key: Hash) -> Option<&[u8]> {
        self.bytes.get(self.places.get(&key)?.clone())
    }
}

impl Remembered for Known {
    fn get(&self, key: Hash) -> Option<Remains> {
        rmp_serde::from_slice(self.bytes(key)?).ok()
    }
}

/// A text as it stands in the file: as it stood there before, or anew.
fn record(key: Hash, old: Option<&[u8]>, text: &Text) -> io::Result<Vec<u8>> {
    let known = match old {
        Some(old) => Cow::Borrowed(old),
        None => Cow::Owned(rmp_serde::to_vec(text.remains()).map_err(io::Error::other)?),
    };
    let len = u32::try_from(known.len()).map_err(io::Error::other)?;
    Ok([&key.to_le_bytes()[..], &len.to_le_bytes(), &known].concat())
}

/// Who may read a file.
fn owner(fingerprint: Digest) -> [u8; 16] {
    source::hash_of(&fingerprint).to_le_bytes()
}

fn write_head(file: &mut File, fingerprint: Digest, hash: Hash) -> io::Result<()> {
    file.seek(SeekFrom::Start(0))?;
    let head = [&FORMAT[..], &owner(fingerprint), &hash.to_le_bytes()];
    file.write_all(&head.concat())
}

/// Where what is known of each text stands; none when the file is not whole, or another's.
fn places(bytes: &[u8], fingerprint: Digest) -> Option<HashMap<Hash, Range<usize>>> {
    let (head, texts) = bytes.split_at_checked(HEAD)?;
    let hash = source::hash(texts).to_le_bytes();
    if head != [&FORMAT[..], &owner(fingerprint), &hash].concat() {
        return None;
    }
    let (mut places, mut at) = (HashMap::new(), HEAD);
    while at < bytes.len() {
        let (key, len) = bytes.get(at..at + PREFIX)?.split_at(16);
        let key = Hash::from_le_bytes(key.try_into().ok()?);
        let start = at + PREFIX;
        at = start + u32::from_le_bytes(len.try_into().ok()?) as usize;
        bytes.get(start..at)?;
        places.insert(key, start..at);
    }
    Some(places)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_that_is_not_whole_or_anothers_says_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("texts");
        let (own, other) = (Digest::of("own"), Digest::of("other"));
        let text = [&7_u128.to_le_bytes()[..], &3_u32.to_le_bytes(), b"abc"].concat();
        let mut file = File::create(&path).expect("made");
        file.write_all(&[0; HEAD]).expect("written");
        file.write_all(&text).expect("written");
        write_head(&mut file, own, source::hash(&text)).expect("written");
        let known = |fingerprint| KeptTexts::read(&path, fingerprint).keys;
        assert_eq!(known(own), HashSet::from([7]));
        assert!(known(other).is_empty());
        let whole = fs::read(&path).expect("read");
        for at in 0..whole.len() {
            fs::write(&path, &whole[..at]).expect("written");
            assert!(known(own).is_empty(), "cut at {at}");
            let mut flipped = whole.clone();
            flipped[at] ^= 1;
            fs::write(&path, flipped).expect("written");
            assert!(known(own).is_empty(), "flipped at {at}");
        }
    }
}
