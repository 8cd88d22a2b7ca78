//! The files of a finished site, before they are in place.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use assets::{Asset, Content};
use source::{Hash, Stamp};

use super::error::PublishError;

/// A file of the output.
#[derive(Clone, Debug)]
pub enum File {
    /// A file that stands in the staging folder already.
    Staged(PathBuf, Stamp),
    /// Bytes that were made in this build.
    Text(Arc<String>),
    /// Bytes that were made in this build and are no text.
    Bytes(Vec<u8>),
    /// A published asset.
    Asset(Arc<Asset>),
    /// A file of the old output, or of the one that the last build made elsewhere, that stays.
    Kept(PathBuf),
}

impl File {
    /// Its size in bytes.
    pub fn len(&self) -> u64 {
        match self {
            File::Staged(_, stamp) => stamp.len,
            File::Text(text) => text.len() as u64,
            File::Bytes(bytes) => bytes.len() as u64,
            File::Asset(asset) => asset.len,
            File::Kept(path) => fs::metadata(path).map_or(0, |m| m.len()),
        }
    }

    /// Opens it, to be read by parts: a file of `public/` may be larger than memory.
    pub fn open(&self) -> Result<Box<dyn Read + '_>, PublishError> {
        let open = |path: &Path| -> Result<Box<dyn Read>, PublishError> {
            let file = fs::File::open(path).map_err(PublishError::unread(path))?;
            Ok(Box::new(file))
        };
        match self {
            File::Text(text) => Ok(Box::new(text.as_bytes())),
            File::Bytes(bytes) => Ok(Box::new(bytes.as_slice())),
            File::Staged(path, _) | File::Kept(path) => open(path),
            File::Asset(asset) => match &asset.content {
                Content::File(path) => open(path),
                Content::Bytes(bytes) => Ok(Box::new(bytes.as_ref())),
            },
        }
    }

    /// Where it stands on the disk; none when it was made in this build.
    pub fn on_disk(&self) -> Option<&Path> {
        match self {
            File::Text(_) | File::Bytes(_) => None,
            File::Staged(path, _) | File::Kept(path) => Some(path),
            File::Asset(asset) => match &asset.content {
                Content::File(path) => Some(path),
                Content::Bytes(_) => None,
            },
        }
    }

    /// The hash of its bytes.
    pub fn hash(&self) -> Result<Hash, PublishError> {
        match self {
            File::Text(text) => Ok(source::hash(text.as_bytes())),
            File::Bytes(bytes) => Ok(source::hash(bytes)),
            _ => {
                let path = self.on_disk().unwrap_or(Path::new(""));
                source::hash_by_parts(self.open()?).map_err(PublishError::unread(path))
            }
        }
    }

    /// Its bytes.
    pub fn bytes(&self) -> Result<Vec<u8>, PublishError> {
        let read = |path: &Path| fs::read(path).map_err(PublishError::unread(path));
        match self {
            File::Text(text) => Ok(text.as_bytes().to_vec()),
            File::Bytes(bytes) => Ok(bytes.clone()),
            File::Staged(path, _) | File::Kept(path) => read(path),
            File::Asset(asset) => match &asset.content {
                Content::File(path) => read(path),
                Content::Bytes(bytes) => Ok(bytes.to_vec()),
            },
        }
    }
}

/// The files of a site, by their path below the output folder.
pub type Files = BTreeMap<String, File>;
