//! `site check --languages` over the tiny site of three languages: what is missing, and what is older than its original.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::fixture::{self, Outcome};

fn site() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut tree = fixture::tree(&fixture::tests().join("sites/languages"));
    tree.retain(|name, _| !name.starts_with("expected/"));
    fixture::write_tree(folder.path(), &tree);
    // All of one time.
    for name in tree.keys() {
        touch(folder.path(), name, 1_700_000_000);
    }
    folder
}

fn touch(folder: &Path, name: &str, seconds: u64) {
    let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
    let file = fs::File::options().write(true).open(folder.join(name));
    file.expect("opened").set_modified(time).expect("touched");
}

fn check(folder: &Path, arguments: &[&str]) -> Outcome {
    fixture::run(
        fixture::site(folder)
            .args(["check", "--languages"])
            .args(arguments),
    )
}

const MISSING: &str = "\
fr (Français): 7 of 9 texts translated
  content/guides/plane.md:2  `guides/plane` is not translated into `fr`: write `content/guides/plane.fr.md`
  content/manual/01-start/02-v1.2.md:2  `manual/start/v1.2` is not translated into `fr`: write `content/manual/01-start/02-v1.2.fr.md`
  content/strings.yaml:7  the string `fallen_back` is not translated into `fr`: add `fr: …`
  content/forms/contact.yaml:12  `contact.yaml` says `steps.message.fields.topic.options.tools.label`, which is not translated into `fr`: add it to `content/forms/contact.fr.yaml`
ar (العربية): 2 of 9 texts translated
  content/guides/glue.md:2  `guides/glue` is not translated into `ar`: write `content/guides/glue.ar.md`
  content/guides/plane.md:2  `guides/plane` is not translated into `ar`: write `content/guides/plane.ar.md`
  content/manual/01-start/02-v1.2.md:2  `manual/start/v1.2` is not translated into `ar`: write `content/manual/01-start/02-v1.2.ar.md`
  content/manual/01-start/10-five-steps.md:2  `manual/start/five-steps` is not translated into `ar`: write `content/manual/01-start/10-five-steps.ar.md`
  content/manual/01-start/index.md:2  `manual/start` is not translated into `ar`: write `content/manual/01-start/index.ar.md`
  content/manual/index.en.md:2  `manual/index` is not translated into `ar`: write `content/manual/index.ar.md`
  content/pages/about.yaml:1  `pages/about` is not translated into `ar`: write `content/pages/about.ar.yaml`
  content/forms/contact.yaml:1  the form `contact` is not translated into `ar`: write `content/forms/contact.ar.yaml`
  content/forms/contact.yaml:1  the relay's pages and mails are not translated into `ar`: write `content/forms/_relay.ar.yaml`
";

#[test]
fn what_is_not_translated_is_listed_by_language() {
    let folder = site();
    let told = check(folder.path(), &[]);
    assert_eq!((told.code, told.stderr.as_str()), (Some(0), ""));
    assert_eq!(told.stdout, MISSING);
    let json = check(folder.path(), &["--format", "json"]);
    let found: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    let found = found["diagnostics"].as_array().expect("a list");
    assert_eq!(found.len(), 13, "{}", json.stdout);
    for one in found {
        assert_eq!(one["severity"], "warning");
        assert_eq!(one["code"], "untranslated");
    }
    let files = ["content/forms/contact.yaml", "content/guides/glue.md"];
    for file in files {
        assert!(
            found.iter().any(|one| one["places"][0]["file"] == file),
            "{file}"
        );
    }
    // A draft is no translation yet.
    let name = folder.path().join("content/guides/glue.fr.md");
    let text = fs::read_to_string(&name).expect("readable");
    fs::write(&name, text.replacen("---\n", "---\ndraft: true\n", 1)).expect("written");
    let told = check(folder.path(), &[]).stdout;
    assert!(
        told.contains("`content/guides/glue.fr.md` is a draft"),
        "{told}"
    );
    assert_eq!(
        check(folder.path(), &["--drafts"]).stdout.lines().next(),
        MISSING.lines().next()
    );
}

#[test]
fn a_translation_that_is_older_than_its_original_is_told_by_the_time_of_files() {
    let folder = site();
    touch(folder.path(), "content/guides/saw.md", 1_700_000_120);
    let told = check(folder.path(), &[]).stdout;
    let line = "  content/guides/saw.fr.md:2  `content/guides/saw.md` changed on 2023-11-14 22:15, its translation on 2023-11-14 22:13: translate what changed since, and save or commit the translation\n";
    assert!(told.contains(line), "{told}");
    assert!(
        told.contains("7 of 9 texts translated, 1 older than the original\n"),
        "{told}"
    );
    touch(folder.path(), "content/guides/saw.fr.md", 1_700_000_180);
    assert!(!check(folder.path(), &[]).stdout.contains(line));
}

#[test]
fn commits_count_more_than_the_time_of_files() {
    let folder = site();
    let git = |arguments: &[&str], day: &str| {
        let identity = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
        let output = Command::new("git")
            .arg("-C")
            .arg(folder.path())
            .args(identity)
            .args(arguments)
            .env("GIT_COMMITTER_DATE", format!("{day}T10:00:00+0000"))
            .output()
            .expect("git runs");
        assert!(output.status.success(), "{output:?}");
    };
    git(&["init", "-q"], "2024-01-01");
    git(&["add", "."], "2024-01-01");
    git(&["commit", "-qm", "all"], "2024-01-01");
    touch(folder.path(), "content/guides/saw.md", 1_800_000_000);
    assert_eq!(check(folder.path(), &[]).stdout, MISSING);
    let edit = |name: &str, word: &str| {
        let path = folder.path().join(name);
        let text = fs::read_to_string(&path).expect("readable");
        fs::write(&path, text + word).expect("written");
    };
    edit("content/guides/saw.md", "\nMore.\n");
    git(&["commit", "-qam", "more"], "2024-02-01");
    let told = check(folder.path(), &[]).stdout;
    let old = "changed on 2024-02-01 10:00, its translation on 2024-01-01 10:00";
    assert_eq!(told.matches(old).count(), 2, "{told}");
    // What is not committed yet is as young as its file.
    edit("content/guides/saw.fr.md", "\nEncore.\n");
    assert_eq!(check(folder.path(), &[]).stdout.matches(old).count(), 1);
}

#[test]
fn a_site_of_one_language_has_nothing_to_translate() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = fixture::tests().join("sites/data");
    let mut tree = fixture::tree(&root);
    tree.retain(|name, _| !name.starts_with("expected/"));
    fixture::write_tree(folder.path(), &tree);
    let told = check(folder.path(), &[]);
    assert_eq!(told.code, Some(0));
    assert!(
        told.stdout.starts_with("the site has one language"),
        "{}",
        told.stdout
    );
}
