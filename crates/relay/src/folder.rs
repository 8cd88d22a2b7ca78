//! A folder of .eml files: one file a mail, whole or not there, the same file for a retry.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::mail::{Mail, hash, hexadecimal};
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
        sweep(&path);
        let probe = beside(&path.join("probe"));
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
    let own = Described {
        mail,
        fingerprint: hexadecimal(&mail.fingerprint()),
    };
    let described = folder.join(format!("{name}.json"));
    let description = serde_json::to_vec(&own).map_err(|_| disk("json"))?;
    // The description first: a mail that can be listed can be shown. Another process may have written one since, or this one
    // before it was started anew.
    if write_new(&described, &description)? == Written::Before && own.is_another(&described) {
        return Err(Failure::new(FailureKind::Conflict, "other-content"));
    }
    write_new(&folder.join(format!("{name}.eml")), &message.formatted()).map(drop)
}

/// A mail, and what it has in common with another that may stand for it.
#[derive(serde::Serialize)]
struct Described<'a> {
    #[serde(flatten)]
    mail: &'a Mail,
    fingerprint: String,
}

impl Described<'_> {
    /// Whether a description is that of another mail, or cannot be read.
    fn is_another(&self, path: &Path) -> bool {
        let written = fs::read(path).unwrap_or_default();
        let written: serde_json::Value = serde_json::from_slice(&written).unwrap_or_default();
        written["fingerprint"] != self.fingerprint
    }
}

/// Whether a file was there already.
#[derive(PartialEq, Eq)]
enum Written {
    Now,
    Before,
}

/// Writes a file, whole or not at all, unless one of its name is there.
fn write_new(path: &Path, bytes: &[u8]) -> Result<Written, Failure> {
    let beside = beside(path);
    let written = fs::File::create_new(&beside)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_data()))
        .and_then(|()| publish(&beside, path));
    // What a full disk took of it is no use to anybody.
    let _ = fs::remove_file(&beside);
    written.map_err(|error| disk(&error.kind().to_string()))
}

/// Gives a file its name, unless another has it. Where a file cannot have two names for a moment, one that comes in that
/// moment is replaced.
fn publish(from: &Path, to: &Path) -> io::Result<Written> {
    let Err(error) = fs::hard_link(from, to) else {
        return Ok(Written::Now);
    };
    match fs::metadata(to) {
        Ok(other) if other.is_file() => Ok(Written::Before),
        // What is no file is no mail either.
        Ok(_) => Err(error),
        Err(_) => fs::rename(from, to).map(|()| Written::Now),
    }
}

/// Where a file lies until it is whole: a name that no other process takes, nor this one again.
fn beside(path: &Path) -> PathBuf {
    let (process, number) = (std::process::id(), fastrand::u64(..));
    path.with_extension(format!("{process}-{number:x}.part"))
}

/// How old a file is that nobody goes on writing.
const LEFT_BEHIND: Duration = Duration::from_secs(3_600);

/// Removes what a process that was killed left behind.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
        if path.extension().is_some_and(|end| end == "part")
            && age().is_some_and(|age| age >= LEFT_BEHIND)
        {
            // It harms nobody where it stays.
            let _ = fs::remove_file(path);
        }
    }
}

fn disk(detail: &str) -> Failure {
    Failure::new(FailureKind::Refused, detail.replace(' ', "-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path, ending: &str) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).expect("the folder");
        let paths = entries.map(|entry| entry.expect("a file").path());
        paths
            .filter(|path| path.extension().is_some_and(|end| end == ending))
            .collect()
    }

    /// Another process, or this one started anew, knows of no key.
    #[test]
    fn a_mail_that_is_there_is_not_replaced_by_other_words() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let folder = folder.path();
        Folder::new(folder).expect("a folder");
        assert_eq!(write(folder, &Mail::saying("first")), Ok(()));
        assert_eq!(write(folder, &Mail::saying("first")), Ok(()));
        let other = write(folder, &Mail::saying("second")).map_err(|failure| failure.kind);
        assert_eq!(other, Err(FailureKind::Conflict));
        let mails = names(folder, "eml");
        assert_eq!(mails.len(), 1);
        let kept = fs::read_to_string(&mails[0]).expect("the mail");
        assert!(kept.contains("first") && !kept.contains("second"), "{kept}");
        // What was not written to its end is written by whoever comes with the same words.
        fs::remove_file(&mails[0]).expect("removed");
        assert_eq!(write(folder, &Mail::saying("first")), Ok(()));
        assert_eq!(names(folder, "eml").len(), 1);
    }

    #[test]
    fn what_a_killed_process_left_behind_is_removed() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let folder = folder.path();
        let now = std::time::SystemTime::now();
        for (name, age) in [("old.part", 2 * LEFT_BEHIND), ("new.part", Duration::ZERO)] {
            let file = fs::File::create(folder.join(name)).expect("a file");
            file.set_modified(now - age).expect("its time");
        }
        Folder::new(folder).expect("a folder");
        assert_eq!(names(folder, "part"), [folder.join("new.part")]);
    }
}
