//! The long-lived Node helper: starts when it is first asked, is restarted once when it dies or
//! hangs, and is never waited for without limit.

mod mistake;
mod process;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::Value;

pub(crate) use mistake::{Mistake, read_source};
use process::{NoAnswer, Process};

use crate::asset::Key;
use crate::error::OLDEST_NODE;
use crate::store::{lock, write_atomically};
use crate::{Error, Settings};

/// How long Node may take to start, on a slow disk too.
const START: Duration = Duration::from_secs(30);

/// How many jobs may share the time of the process: scripts, styles and props.
const AT_ONCE: u32 = 3;

/// The helper's program.
const FILES: [(&str, &str); 7] = [
    ("main.mjs", include_str!("../../helper/main.mjs")),
    ("bundle.mjs", include_str!("../../helper/bundle.mjs")),
    ("mistakes.mjs", include_str!("../../helper/mistakes.mjs")),
    ("props.mjs", include_str!("../../helper/props.mjs")),
    ("styles.mjs", include_str!("../../helper/styles.mjs")),
    ("render.mjs", include_str!("../../helper/render.mjs")),
    ("draw.mjs", include_str!("../../helper/draw.mjs")),
];

/// The helper of one site. Dropping it ends the process.
#[derive(Debug)]
pub(crate) struct Helper {
    node: OsString,
    root: PathBuf,
    cache: PathBuf,
    /// What packages look at to know whether they are developed with.
    mode: &'static str,
    patience: Duration,
    process: Mutex<Option<Arc<Process>>>,
    /// Whose job may end the process or never end itself: one at a time, so that no other job pays for it.
    turn: Mutex<()>,
}

/// One thing to do.
#[derive(Debug)]
pub(crate) struct Job {
    /// Completes `could not …` and `had to …`.
    pub what: String,
    /// The request; `job` names its kind.
    pub request: Value,
    /// How long it may take; the helper's patience when that is less.
    pub patience: Duration,
    /// Whether it runs components or drawings.
    pub runs_code: bool,
}

/// What the helper answers when it works.
#[derive(Debug)]
pub(crate) enum Answer {
    /// The job is done.
    Done(Value),
    /// The authors' mistakes that prevent it.
    Mistakes(Vec<Mistake>),
    /// A component threw.
    Threw(Value),
}

/// Why nothing was made of the sources.
#[derive(Debug)]
pub(crate) enum Unmade {
    /// The authors' mistakes that prevent it.
    Mistakes(Vec<Mistake>),
    /// The world failed.
    World(Error),
}

impl From<Error> for Unmade {
    fn from(error: Error) -> Self {
        Self::World(error)
    }
}

impl Helper {
    pub fn new(root: &Path, settings: &Settings) -> Self {
        Self {
            node: settings.node.clone(),
            // Node resolves links before it resolves packages.
            root: root.canonicalize().unwrap_or_else(|_| root.to_path_buf()),
            cache: settings.store.folder().to_path_buf(),
            mode: settings.mode(),
            patience: settings.patience,
            process: Mutex::default(),
            turn: Mutex::default(),
        }
    }

    /// Has something made of the sources.
    pub fn make<T: DeserializeOwned>(&self, job: &Job) -> Result<T, Unmade> {
        match self.ask(job)? {
            Answer::Done(value) => Ok(parse(value, &job.what)?),
            Answer::Mistakes(mistakes) => Err(Unmade::Mistakes(mistakes)),
            Answer::Threw(_) => Err(unexpected(job).into()),
        }
    }

    /// Whether it serves a site with these settings.
    pub fn serves(&self, root: &Path, settings: &Settings) -> bool {
        let other = Self::new(root, settings);
        self.node == other.node
            && self.root == other.root
            && self.cache == other.cache
            && self.mode == other.mode
    }

    /// Hash of the helper's program: what it made depends on it. Asked for with every drawing, computed once.
    pub fn fingerprint() -> &'static str {
        static HASH: OnceLock<String> = OnceLock::new();
        HASH.get_or_init(|| {
            let key = FILES.iter().fold(Key::default(), |key, (name, text)| {
                key.part(name).part(text)
            });
            key.finish()
        })
    }

    /// Has a job done: one that runs what the site's authors wrote after every other such one.
    pub fn ask(&self, job: &Job) -> Result<Answer, Error> {
        let _turn = job.runs_code.then(|| lock(&self.turn));
        let patience = match job.runs_code {
            true => job.patience.min(self.patience),
            false => job.patience.min(self.patience * AT_ONCE),
        };
        let mut failure = None;
        for _ in 0..2 {
            let running = self.running()?;
            match running.ask(&job.request, patience) {
                Ok(answer) => return read(answer, job),
                Err(what) => {
                    self.process().take_if(|known| Arc::ptr_eq(known, &running));
                    failure = Some((what, running.end()));
                }
            }
        }
        let (what, output) = failure.unwrap_or((NoAnswer::Died, String::new()));
        Err(failed(what, job.what.clone(), patience, output))
    }

    fn process(&self) -> MutexGuard<'_, Option<Arc<Process>>> {
        lock(&self.process)
    }

    /// The process, which is started when it is first asked for.
    fn running(&self) -> Result<Arc<Process>, Error> {
        let mut process = self.process();
        if let Some(running) = &*process {
            return Ok(Arc::clone(running));
        }
        let started = Arc::new(self.start()?);
        *process = Some(Arc::clone(&started));
        Ok(started)
    }

    fn start(&self) -> Result<Process, Error> {
        let folder = self.cache.join("helper").join(Self::fingerprint());
        for (name, text) in FILES {
            let path = folder.join(name);
            if std::fs::read(&path).is_ok_and(|found| found == text.as_bytes()) {
                continue;
            }
            write_atomically(&path, text.as_bytes())?;
        }
        let program = std::path::absolute(folder.join("main.mjs"))
            .map_err(|e| Error::io("find", &folder, e))?;
        let mut command = Command::new(&self.node);
        // Stacks then name the lines of the .tsx, not those of the bundle.
        command
            .arg("--enable-source-maps")
            .arg(program)
            .arg(&self.root)
            .env("NODE_ENV", self.mode)
            .current_dir(&self.root);
        let process = Process::start(&mut command).map_err(|e| Error::NodeMissing {
            command: self.node.to_string_lossy().into_owned(),
            reason: e.to_string(),
        })?;
        match process.greeting(START) {
            Ok(version) if is_recent(&version) => Ok(process),
            Ok(found) => Err(Error::NodeTooOld { found }),
            Err(what) => {
                let output = process.end();
                Err(match self.version() {
                    Some(found) if !is_recent(&found) => Error::NodeTooOld { found },
                    _ => failed(what, "start".into(), START, output),
                })
            }
        }
    }

    /// The version of a Node that is too old to run the helper at all.
    fn version(&self) -> Option<String> {
        let output = Command::new(&self.node).arg("--version").output().ok()?;
        let version = String::from_utf8(output.stdout).ok()?;
        Some(version.trim().trim_start_matches('v').to_owned())
    }
}

/// A path as the helper gets it: absolute and without links, because places in source maps are
/// relative to where a file really is.
pub(crate) fn absolute(path: &Path) -> Result<String, Error> {
    let path = path
        .canonicalize()
        .map_err(|e| Error::io("find", path, e))?;
    Ok(path.to_string_lossy().into_owned())
}

fn is_recent(version: &str) -> bool {
    let major = version
        .split('.')
        .next()
        .and_then(|m| m.parse::<u32>().ok());
    major.is_some_and(|m| m >= OLDEST_NODE)
}

fn failed(what: NoAnswer, job: String, patience: Duration, output: String) -> Error {
    match what {
        NoAnswer::Died => Error::HelperDied { job, output },
        NoAnswer::Hung => Error::HelperHung {
            job,
            seconds: patience.as_secs(),
            output,
        },
    }
}

fn read(mut answer: Value, job: &Job) -> Result<Answer, Error> {
    if let Some(result) = answer.get_mut("result") {
        return Ok(Answer::Done(result.take()));
    }
    if let Some(mistakes) = answer.get_mut("mistakes") {
        return parse(mistakes.take(), &job.what).map(Answer::Mistakes);
    }
    if let Some(threw) = answer.get_mut("threw") {
        return Ok(Answer::Threw(threw.take()));
    }
    if let Some(package) = answer.get("missing").and_then(Value::as_str) {
        return Err(Error::PackageMissing {
            package: package.to_owned(),
        });
    }
    Err(Error::Helper {
        job: job.what.clone(),
        message: answer
            .get("error")
            .and_then(Value::as_str)
            .unwrap_or("no answer")
            .to_owned(),
    })
}

/// An answer that is none to the job.
pub(crate) fn unexpected(job: &Job) -> Error {
    Error::Helper {
        job: job.what.clone(),
        message: "its answer is not of the agreed shape".into(),
    }
}

/// Reads a part of an answer.
pub(crate) fn parse<T: DeserializeOwned>(value: Value, job: &str) -> Result<T, Error> {
    serde_json::from_value(value).map_err(|e| Error::Helper {
        job: job.to_owned(),
        message: format!("its answer is not of the agreed shape: {e}"),
    })
}
