//! One published file: its address, its bytes and how a browser may check and keep it.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use source::{Diagnostic, did_you_mean};
use xxhash_rust::xxh3::Xxh3;

use crate::Error;

/// Where every hashed file is published, with both slashes.
pub const FOLDER: &str = "/assets/";

/// Whether a file of an output, by its name, stands in [`FOLDER`].
pub fn is_hashed(name: &str) -> bool {
    name.starts_with(FOLDER.trim_start_matches('/'))
}

/// Assets by logical name: for a file of `public/`, its path in there.
pub(crate) type Manifest = BTreeMap<String, Arc<Asset>>;

/// The mistake of naming a file that public/ does not have; its place is still to be added.
pub(crate) fn missing(name: &str, manifest: &Manifest) -> Diagnostic {
    let known = manifest.keys().map(String::as_str);
    Diagnostic::error("missing-asset", format!("there is no `public/{name}`"))
        .maybe_hint(did_you_mean(name, known))
}

/// Where the bytes of an asset are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// In a file: to be copied, not linked, since an author may change it in place.
    File(PathBuf),
    /// In memory.
    Bytes(Arc<[u8]>),
}

/// A file to publish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asset {
    /// Address from the site's root, without the base path: `/assets/styles.3f2a9c1e.css`.
    pub url: String,
    /// Value of an `integrity` attribute: `sha256-` and the digest in base 64.
    pub integrity: String,
    /// The bytes.
    pub content: Content,
    /// Size in bytes.
    pub len: u64,
    /// Whether the name changes with the content, so that it may be cached for ever.
    pub immutable: bool,
}

impl Asset {
    /// An asset under [`FOLDER`] whose name carries the hash of its bytes; `name` may hold folders.
    pub fn hashed(name: &str, bytes: Arc<[u8]>) -> Arc<Self> {
        let (url, integrity) = named_by(name, &bytes);
        Arc::new(Self {
            url,
            integrity,
            len: bytes.len() as u64,
            content: Content::Bytes(bytes),
            immutable: true,
        })
    }

    /// The same bytes at a fixed address, which must be checked again at every visit.
    pub(crate) fn verbatim(&self, url: String) -> Arc<Self> {
        Arc::new(Self {
            url,
            immutable: false,
            ..self.clone()
        })
    }

    /// Its path below the output folder.
    pub fn output(&self) -> &str {
        self.url.trim_start_matches('/')
    }

    /// Its path below [`FOLDER`], for files that refer to it from there.
    pub(crate) fn file(&self) -> &str {
        self.url.trim_start_matches(FOLDER)
    }

    /// Writes the bytes, and tells whether they are still those that its name and its integrity were made from.
    ///
    /// # Errors
    ///
    /// When they cannot be read or written.
    pub fn write(&self, to: impl Write) -> Result<bool, CopyError> {
        let written = match &self.content {
            Content::Bytes(bytes) => copy(bytes.as_ref(), to),
            Content::File(path) => copy(File::open(path).map_err(CopyError::Read)?, to),
        };
        Ok(integrity_of(&written?.digest) == self.integrity)
    }

    /// Reads the bytes.
    ///
    /// # Errors
    ///
    /// When the file that holds them cannot be read.
    pub fn bytes(&self) -> Result<Arc<[u8]>, Error> {
        match &self.content {
            Content::Bytes(bytes) => Ok(Arc::clone(bytes)),
            Content::File(path) => std::fs::read(path)
                .map(Arc::from)
                .map_err(|e| Error::io("read", path, e)),
        }
    }
}

/// The address of a file that carries the hash of its bytes, and their integrity: of `fonts/body.woff2`,
/// `/assets/fonts/body.3f2a9c1e.woff2` and `sha256-…`.
pub(crate) fn named_by(name: &str, bytes: &[u8]) -> (String, String) {
    named_by_digest(name, &Sha256::digest(bytes))
}

/// A file that carries the hash of all that a reader gives, of which a part at a time is held; its bytes stand at a path.
///
/// # Errors
///
/// When it cannot be read.
pub(crate) fn of_file(name: &str, from: impl Read, path: PathBuf) -> io::Result<Asset> {
    let Copied { digest, len } = copy(from, io::sink())?;
    let (url, integrity) = named_by_digest(name, &digest);
    Ok(Asset {
        url,
        integrity,
        len,
        content: Content::File(path),
        immutable: true,
    })
}

fn named_by_digest(name: &str, digest: &[u8]) -> (String, String) {
    let (folder, file) = name.rsplit_once('/').map_or(("", name), |(d, f)| (d, f));
    let slash = if folder.is_empty() { "" } else { "/" };
    let (stem, extension) = split_extension(file);
    let hash = short(digest);
    let url = format!("{FOLDER}{folder}{slash}{stem}.{hash}{extension}");
    (url, integrity_of(digest))
}

/// A file name's stem and its extension with the dot (empty when there is none).
pub(crate) fn split_extension(file: &str) -> (&str, &str) {
    match file.rfind('.') {
        Some(dot) if dot > 0 => file.split_at(dot),
        _ => (file, ""),
    }
}

/// The last component of a path as text.
pub(crate) fn stem(path: &Path) -> String {
    let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned());
    readable(&stem.unwrap_or_default())
}

/// A name that needs no escaping in an address: lower-case ASCII letters, digits, `-` and `_`.
pub(crate) fn readable(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            'a'..='z' | '0'..='9' | '_' => out.push(c),
            'A'..='Z' => out.push(c.to_ascii_lowercase()),
            _ if out.ends_with('-') || out.is_empty() => {}
            _ => out.push('-'),
        }
    }
    let kept = out.trim_end_matches('-');
    if kept.is_empty() {
        "file".into()
    } else {
        kept.into()
    }
}

/// `sha256-…` of some bytes, for `integrity` attributes: digests do not compress, and the shortest
/// that browsers take is out of reach of anybody.
pub(crate) fn integrity(bytes: &[u8]) -> String {
    integrity_of(&Sha256::digest(bytes))
}

fn integrity_of(digest: &[u8]) -> String {
    format!("sha256-{}", STANDARD.encode(digest))
}

/// The integrity of what stands in a file.
///
/// # Errors
///
/// When it cannot be read.
pub fn integrity_of_file(path: &Path) -> io::Result<String> {
    Ok(integrity_of(&copy(File::open(path)?, io::sink())?.digest))
}

/// Which side of a copy failed.
#[derive(Debug)]
pub enum CopyError {
    /// What was to be copied cannot be read.
    Read(io::Error),
    /// The copy cannot be written.
    Write(io::Error),
}

impl From<CopyError> for io::Error {
    fn from(error: CopyError) -> Self {
        match error {
            CopyError::Read(error) | CopyError::Write(error) => error,
        }
    }
}

/// What was copied.
struct Copied {
    digest: Vec<u8>,
    len: u64,
}

/// Copies bytes, of which a part at a time is held.
fn copy(mut from: impl Read, mut to: impl Write) -> Result<Copied, CopyError> {
    let (mut hash, mut buffer, mut len) = (Sha256::new(), vec![0; 128 * 1024], 0);
    loop {
        let read = from.read(&mut buffer).map_err(CopyError::Read)?;
        let part = &buffer[..read];
        if part.is_empty() {
            let digest = hash.finalize().to_vec();
            return Ok(Copied { digest, len });
        }
        hash.update(part);
        to.write_all(part).map_err(CopyError::Write)?;
        len += part.len() as u64;
    }
}

/// Eight hexadecimal digits of a digest.
fn short(digest: &[u8]) -> String {
    let mut hash = hex(digest);
    hash.truncate(8);
    hash
}

/// A key of some bytes: other bytes have another one.
pub fn content_key(bytes: &[u8]) -> String {
    Key::default().part(bytes).finish()
}

/// A key made of several parts; no two different lists of parts give the same key. It names what only this machine
/// keeps, so its hash is the fastest of 128 bits.
#[derive(Default)]
pub(crate) struct Key(Xxh3);

impl Key {
    /// Adds a part.
    pub fn part(mut self, part: impl AsRef<[u8]>) -> Self {
        let part = part.as_ref();
        self.0.update(&(part.len() as u64).to_le_bytes());
        self.0.update(part);
        self
    }

    /// The key as 32 hexadecimal digits.
    pub fn finish(self) -> String {
        format!("{:032x}", self.0.digest128())
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_stem_and_extension() {
        let hash = short(&Sha256::digest(b"x"));
        assert_eq!(
            named_by("logo.svg", b"x").0,
            format!("/assets/logo.{hash}.svg")
        );
        assert_eq!(
            named_by("covers/a.svg", b"x").0,
            format!("/assets/covers/a.{hash}.svg")
        );
        assert_eq!(
            named_by("LICENSE", b"x").0,
            format!("/assets/LICENSE.{hash}")
        );
        assert_eq!(hash, "2d711642");
    }

    #[test]
    fn integrity_is_the_digest_in_base_64() {
        assert_eq!(
            integrity(b""),
            "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
        );
    }

    #[test]
    fn readable_names_hold_nothing_to_escape() {
        for (name, expected) in [
            ("Été à Cilaos", "t-cilaos"),
            ("IMG_2041 (1)", "img_2041-1"),
            ("...", "file"),
        ] {
            assert_eq!(readable(name), expected);
        }
    }

    #[test]
    fn keys_tell_where_a_part_ends() {
        let a = Key::default().part("ab").part("c").finish();
        let b = Key::default().part("a").part("bc").finish();
        assert_ne!(a, b);
    }
}
