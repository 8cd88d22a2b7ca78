//! Sites with mistakes: each is a sound site with a few files changed, and the exact text that the build prints.
//!
//! `UPDATE=1 cargo test -p site broken::` writes the texts anew: read them before you commit.

use std::fs;
use std::path::Path;

use crate::fixture::{self, Outcome, Section, Tree};

const SOUND: &str = include_str!("fixture/sound.txt");

#[test]
fn every_mistake_is_named_and_leaves_the_output_as_it_was() {
    let sound = tempfile::tempdir().expect("a temporary folder");
    let built = build_sound(sound.path());
    let failures: Vec<String> = fixture::listed("broken")
        .iter()
        .filter_map(|case| check(case, &built).err())
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// Builds the sound site and gives its output.
fn build_sound(folder: &Path) -> Tree {
    fixture::write_site(&folder.join("site"), SOUND);
    let outcome = build(folder);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert_eq!(outcome.stderr, "", "the sound site has nothing to report");
    fixture::tree(&folder.join("site/dist"))
}

fn build(folder: &Path) -> Outcome {
    fixture::run(fixture::site(folder).args(["build", "--root", "site"]))
}

/// Writes the sound site with its output, changes it as the case says, and builds it.
fn check(case: &Path, built: &Tree) -> Result<(), String> {
    let name = case.file_stem().expect("a name").to_string_lossy();
    let text = fs::read_to_string(case).expect("readable");
    let (prose, mut sections) = fixture::sections(&text);
    let expected = match sections.last() {
        Some(last) if last.head == "stderr" => sections.pop().map(|s| s.body).unwrap_or_default(),
        _ => String::new(),
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = folder.path().join("site");
    fixture::write_site(&root, SOUND);
    fixture::write_tree(&root.join("dist"), built);
    sections.iter().for_each(|s| fixture::write(&root, s));
    let outcome = build(folder.path());
    if fixture::updates() && outcome.stderr != expected {
        rewrite(case, &prose, &sections, &outcome.stderr);
    } else if outcome.stderr != expected {
        return Err(format!(
            "{name}: other text than expected\n--- expected\n{expected}--- found\n{}",
            outcome.stderr
        ));
    }
    if outcome.code != Some(1) || !outcome.stdout.is_empty() {
        return Err(format!(
            "{name}: exit code {:?} instead of 1, standard output {:?}",
            outcome.code, outcome.stdout
        ));
    }
    match fixture::difference(built, &fixture::tree(&root.join("dist"))) {
        None => Ok(()),
        Some(difference) => Err(format!("{name}: the output changed: {difference}")),
    }
}

fn rewrite(case: &Path, prose: &str, sections: &[Section], stderr: &str) {
    let mut text = prose.to_owned();
    for section in sections {
        text += &format!("=== {}\n{}", section.head, section.body);
    }
    text += &format!("=== stderr\n{stderr}");
    fs::write(case, text).expect("written");
}
