//! Whether an output is what a build without anything from before would write, byte for byte.

use std::path::Path;

use rayon::prelude::*;

use crate::build;
use crate::failure::BuildError;
use crate::journal::{Stamps, Told};
use crate::options::Options;
use crate::publish::{File, PublishError};
use crate::rendered::{Given, Output};
use crate::state::State;

/// Renders everything anew beside a finished build and compares; tells the first difference, in words. Files
/// of earlier releases stand outside the comparison.
pub fn difference(options: &Options, state: &State) -> Result<Option<String>, BuildError> {
    let given = Given::list(&options.root);
    let mut fresh = State::default();
    let finish = |output: Output<'_>| Ok::<_, PublishError>(File::Text(output.text));
    let rendered = build::render(options, &fresh, given, finish)?.finished()?;
    let (files, _) = build::output(options, &mut fresh, &rendered)?;
    let known = state.outputs();
    let is_earlier = |name: &str| matches!(files.get(name), Some(File::Kept(_)));
    if let Some(name) = files.keys().find(|name| !known.contains(name.as_str())) {
        return Ok(Some(format!("`{name}` is missing")));
    }
    if let Some(name) = known.iter().find(|name| !files.contains_key(**name)) {
        return Ok(Some(format!("`{name}` should not be there")));
    }
    let told = Told::new(
        &rendered.site,
        &rendered.diagnostics,
        (&files, &Stamps::new()),
    );
    if told != state.told() {
        return Ok(Some("the warnings or the sums differ".to_owned()));
    }
    let compared = files.par_iter().filter(|(name, _)| !is_earlier(name));
    let found: Result<Vec<_>, PublishError> = compared
        .map(|(name, file)| compare(name, &file.bytes()?, &options.out))
        .collect();
    Ok(found?.into_iter().flatten().next())
}

fn compare(name: &str, expected: &[u8], out: &Path) -> Result<Option<String>, PublishError> {
    let found = File::Kept(out.join(name)).bytes()?;
    if found == expected {
        return Ok(None);
    }
    let (expected, found) = (
        String::from_utf8_lossy(expected),
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
