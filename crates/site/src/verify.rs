//! Whether an output is what a build without anything from before would write, byte for byte.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use assets::Store;
use rayon::prelude::*;

use crate::build;
use crate::failure::BuildError;
use crate::ground::Given;
use crate::journal::{BuildReport, Stamps};
use crate::lock::Lock;
use crate::options::Options;
use crate::publish::{File, PublishError};
use crate::rendered::Output;
use crate::state::State;

/// Where a clean build keeps what it makes, as long as it is compared.
const FOLDER: &str = "verify";
/// Of a file above so many bytes no line is shown.
const MOST_SHOWN: u64 = 10 * 1024 * 1024;

/// Makes everything anew beside a finished build, of nothing that builds kept, and compares; tells the first difference,
/// in words. Files of earlier releases stand outside the comparison.
pub fn difference(options: &Options, state: &State) -> Result<Option<String>, BuildError> {
    let _lock = Lock::acquire(&options.cache(), options.wait)?;
    let scratch = Scratch::make(options.cache().join(FOLDER))?;
    let given = Given {
        store: Some(Store::open(&scratch.0)),
        ..Given::list(&options.root)
    };
    let mut fresh = State::default();
    let finish = |output: Output<'_>| File::Text(output.text);
    let (mut rendered, files) = build::render(options, &fresh, given, finish)?;
    // Which releases there were is nothing that is made anew.
    rendered.ground.store = Arc::new(Store::open(options.cache()));
    let (files, _) = build::output(options, &mut fresh, &rendered, &files)?;
    let known = state.outputs();
    let is_earlier = |name: &str| matches!(files.get(name), Some(File::Kept(_)));
    if let Some(name) = files.keys().find(|name| !known.contains(name.as_str())) {
        return Ok(Some(format!("`{name}` is missing")));
    }
    if let Some(name) = known.iter().find(|name| !files.contains_key(**name)) {
        return Ok(Some(format!("`{name}` should not be there")));
    }
    let told = BuildReport::new(
        &rendered.ground.site,
        &rendered.diagnostics,
        &files,
        &Stamps::new(),
    );
    if told != state.told() {
        return Ok(Some("the warnings or the sums differ".to_owned()));
    }
    let compared = files.par_iter().filter(|(name, _)| !is_earlier(name));
    let found: Result<Vec<_>, PublishError> = compared
        .map(|(name, file)| compare(name, file, &options.out))
        .collect();
    Ok(found?.into_iter().flatten().next())
}

/// A folder that is empty at first and gone in the end.
struct Scratch(PathBuf);

impl Scratch {
    fn make(folder: PathBuf) -> Result<Self, PublishError> {
        let made = fs::remove_dir_all(&folder).or_else(|error| match error.kind() {
            io::ErrorKind::NotFound => Ok(()),
            _ => Err(error),
        });
        let made = made.and_then(|()| fs::create_dir(&folder));
        made.map_err(PublishError::io(&folder))?;
        Ok(Self(folder))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What stays is removed by the next one.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn compare(name: &str, expected: &File, out: &Path) -> Result<Option<String>, PublishError> {
    let found = File::Kept(out.join(name));
    if found.len() == expected.len() && found.hash()? == expected.hash()? {
        return Ok(None);
    }
    if found.len().max(expected.len()) > MOST_SHOWN {
        return Ok(Some(format!("`{name}` differs")));
    }
    let (expected, found) = (expected.bytes()?, found.bytes()?);
    let (expected, found) = (
        String::from_utf8_lossy(&expected),
        String::from_utf8_lossy(&found),
    );
    let mut lines = expected.lines().zip(found.lines()).enumerate();
    Ok(Some(match lines.find(|(_, (a, b))| a != b) {
        Some((line, (a, b))) => {
            let line = line + 1;
            format!("`{name}` differs at line {line}:\n  clean: {a}\n  found: {b}")
        }
        None => format!("`{name}` ends otherwise"),
    }))
}
