//! The bytes of an answer: held, or read from the disk while they are sent where they may be more than memory holds.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::PathBuf;

use assets::MOST_COMPRESSED;
use axum::body::Body;
use source::Stamp;
use tokio::sync::mpsc::{Sender, channel};
use tokio_stream::wrappers::ReceiverStream;

use super::release::Release;
use crate::media::media_type;

/// A file above so many bytes that is not compressed is read while it is sent: a browser asks for a film by many parts.
const MOST_HELD: u64 = 1024 * 1024;
/// So many bytes are read at a time.
const AT_A_TIME: u64 = 128 * 1024;
/// So many times of that wait for whoever receives them.
const WAITING: usize = 4;

/// The bytes of a file as an answer has them.
pub enum Sent {
    /// In memory.
    Held(Vec<u8>),
    /// In a file that is read while it is sent, with its stamp.
    OnDisk(PathBuf, Stamp),
}

impl Sent {
    /// The bytes of a file of a release; none when it is not there, or not any more.
    pub fn of(release: &Release, name: &str) -> Option<Self> {
        let file = release.file(name)?;
        let most = if is_text(name) {
            MOST_COMPRESSED
        } else {
            MOST_HELD
        };
        match file.on_disk() {
            Some(path) if file.len() > most => Some(Self::OnDisk(path.into(), Stamp::of(path)?)),
            _ => file.bytes().ok().map(Self::Held),
        }
    }

    /// How many they are.
    pub fn len(&self) -> usize {
        match self {
            Self::Held(bytes) => bytes.len(),
            Self::OnDisk(_, stamp) => usize::try_from(stamp.len).unwrap_or(usize::MAX),
        }
    }

    /// Another one when they are others.
    pub fn digest(&self) -> String {
        match self {
            Self::Held(bytes) => digest(bytes),
            Self::OnDisk(_, Stamp { len, modified, .. }) => {
                digest(format!("{len} {modified}").as_bytes())
            }
        }
    }

    /// Some of them as the body of an answer.
    ///
    /// # Errors
    ///
    /// When the file cannot be read any more.
    pub fn part(&self, range: Range<usize>) -> io::Result<Body> {
        let path = match self {
            Self::Held(bytes) => return Ok(Body::from(bytes[range].to_vec())),
            Self::OnDisk(path, _) => path,
        };
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(range.start as u64))?;
        let (sender, receiver) = channel(WAITING);
        let part = file.take(range.len() as u64);
        tokio::task::spawn_blocking(move || send(part, &sender));
        Ok(Body::from_stream(ReceiverStream::new(receiver)))
    }
}

/// Sends all that a reader gives, until nobody receives it any more.
fn send(mut from: impl Read, to: &Sender<io::Result<Vec<u8>>>) {
    loop {
        let mut part = Vec::new();
        let read = from.by_ref().take(AT_A_TIME).read_to_end(&mut part);
        let is_last = !matches!(read, Ok(1..));
        let sent = match read {
            Ok(0) => return,
            read => to.blocking_send(read.map(|_| part)),
        };
        if is_last || sent.is_err() {
            return;
        }
    }
}

/// Another one when the bytes are others.
pub fn digest(bytes: &[u8]) -> String {
    format!("{:032x}", source::hash(bytes))
}

/// Whether compressing the file is worth it; pictures and fonts are compressed already.
pub fn is_text(name: &str) -> bool {
    let kind = media_type(name);
    kind.starts_with("text/") || ["json", "xml", "svg"].iter().any(|one| kind.contains(one))
}
