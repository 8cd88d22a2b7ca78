//! A folder of .eml files: one file a mail, whole or not there, the same file for a retry.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::mail::{Mail, hash};
use crate::mime;
use crate::provider::{Calling, Failure, FailureKind, Provider, blocking};

/// A folder of .eml files.
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Makes the folder when it is not there.
    ///
    /// # Errors
    ///
    /// It cannot be made, or nothing can be written in it.
    pub fn new(path: impl Into<PathBuf>) -> std::io::Result<Self> {
        let path = path.into();
        fs::create_dir_all(&path)?;
        let probe = path.join(format!("probe-{}.part", std::process::id()));
        fs::write(&probe, "")?;
        fs::remove_file(&probe)?;
        Ok(Folder { path })
    }

    /// Where the mails lie.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Provider for Folder {
    fn name(&self) -> &'static str {
        "folder"
    }

    fn send(&self, mail: &Arc<Mail>, time: Duration) -> Calling {
        let (folder, mail) = (self.path.clone(), Arc::clone(mail));
        blocking(time, move |fate| {
            fate.go_on()?;
            write(&folder, &mail)
        })
    }
}

fn write(folder: &Path, mail: &Mail) -> Result<(), Failure> {
    let message = mime::write(mail)?;
    let form: String = mail
        .key
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .collect();
    let name = format!("{form}-{}", &hash(&[&mail.key])[..16]);
    let description = serde_json::to_vec(mail).map_err(|_| disk("json"))?;
    // The description first: a mail that can be listed can be shown.
    write_whole(&folder.join(format!("{name}.json")), &description)?;
    write_whole(&folder.join(format!("{name}.eml")), &message.formatted())
}

fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let beside = path.with_extension(format!("{:?}.part", std::thread::current().id()));
    let written = fs::File::create(&beside)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_data()))
        .and_then(|()| fs::rename(&beside, path));
    written.map_err(|error| {
        // What a full disk took of it is no use to anybody.
        let _ = fs::remove_file(&beside);
        disk(&error.kind().to_string())
    })
}

fn disk(detail: &str) -> Failure {
    Failure::new(FailureKind::Refused, detail.replace(' ', "-"))
}
