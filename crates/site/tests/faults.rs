//! What is asked of the system while a site is published, in which order, and what comes of each call that fails.
//! `strace` records the calls and makes them fail.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::fixture::{self, Outcome};
use tempfile::TempDir;

/// A small site that names its version, built once.
fn built() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fixture::write_site(
        folder.path(),
        "=== content/routes.yaml\nroutes:\n  - { path: /, template: page.html }\n  - { path: /a/b, template: page.html }\n\
         === templates/page.html\n<!doctype html><title>{{ site.title }}</title><link href=\"{{ asset(\"a.css\") }}\">\n\
         === public/a.css\np { margin: 0 }\n",
    );
    set_version(folder.path(), 0);
    let outcome = fixture::run(fixture::site(folder.path()).arg("build"));
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    folder
}

fn set_version(root: &Path, version: usize) {
    let text = format!("base_url: https://example.com\ntitle: v{version}\n");
    fs::write(root.join("content/site.yaml"), text).expect("written");
    let sheet = format!("p {{ margin: {version}px }}\n");
    fs::write(root.join("public/a.css"), sheet).expect("written");
}

/// The version of a whole output, whatever hashed files of other releases stand beside it.
fn version(root: &Path) -> Result<String, String> {
    let tree = fixture::tree(&root.join("dist"));
    let page = |name: &str| {
        let bytes = tree.get(name).ok_or(format!("no {name}"))?;
        Ok::<_, String>(String::from_utf8_lossy(bytes).into_owned())
    };
    let (first, second) = (page("index.html")?, page("a/b.html")?);
    if first != second || !tree.contains_key("_headers") {
        return Err(format!("mixed: {first} {second}"));
    }
    let sheet = first
        .split("href=\"/")
        .nth(1)
        .and_then(|rest| rest.split('"').next());
    let sheet = page(sheet.ok_or("no sheet")?)?;
    let title = first
        .split("<title>")
        .nth(1)
        .and_then(|rest| rest.split('<').next());
    let title = title.ok_or("no title")?.to_owned();
    match sheet.contains(&format!("margin:{}px", title.trim_start_matches('v'))) || title == "v0" {
        true => Ok(title),
        false => Err(format!("{title} with {sheet}")),
    }
}

/// Builds while strace watches; gives the outcome and what it recorded.
fn traced(root: &Path, arguments: &[&str]) -> (Outcome, String) {
    let trace = root.join(".site/trace");
    let mut command = Command::new("strace");
    command.args(["-f", "-q", "-o"]).arg(&trace).args(arguments);
    let site = fixture::site(root);
    for (name, value) in site.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command
        .current_dir(root)
        .arg(site.get_program())
        .arg("build");
    let output = command
        .output()
        .expect("strace is installed, as `./build.sh test` does it");
    let trace = fs::read_to_string(&trace).unwrap_or_default();
    let outcome = Outcome {
        code: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    };
    (outcome, trace)
}

/// Builds a new version while one kind of call fails; gives the outcome.
fn failing(root: &Path, number: usize, call: &str, how: &str) -> Outcome {
    failing_traced(root, number, call, how).0
}

/// The same, with what `strace` saw.
fn failing_traced(root: &Path, number: usize, call: &str, how: &str) -> (Outcome, String) {
    set_version(root, number);
    let (trace, inject) = (format!("trace={call}"), format!("inject={call}:{how}"));
    traced(root, &["-e", &trace, "-e", &inject])
}

#[test]
fn everything_is_on_the_disk_before_the_exchange_and_the_exchange_before_the_end() {
    let folder = built();
    let root = folder.path();
    set_version(root, 1);
    let calls = "trace=openat,fsync,syncfs,renameat2,linkat,write";
    let (outcome, trace) = traced(root, &["-y", "-e", calls]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let lines: Vec<&str> = trace.lines().collect();
    let exchange = lines
        .iter()
        .position(|line| line.contains("RENAME_EXCHANGE"));
    let exchange = exchange.expect("an exchange");
    let before = &lines[..exchange];
    let is_in_staging = |line: &str| line.contains(".dist.staging-");
    // Every file that was written, and each folder that names one.
    for name in ["/index.html>", "/a/b.html>", "/a>", "/assets>"] {
        let is_it =
            |line: &&str| line.contains("fsync(") && is_in_staging(line) && line.contains(name);
        assert!(before.iter().any(is_it), "{name} is not synced:\n{trace}");
    }
    let is_write = |line: &&str| line.contains("write(") && is_in_staging(line);
    let is_sync = |line: &&str| line.contains("fsync(") && is_in_staging(line);
    let last_write = before.iter().rposition(is_write);
    let first_sync = before.iter().position(is_sync);
    assert!(last_write.is_some() && last_write < first_sync, "{trace}");
    let parent = format!("<{}>", root.canonicalize().expect("a path").display());
    let after = |line: &&str| line.contains("fsync(") && line.contains(&parent);
    assert!(
        lines[exchange..].iter().any(after),
        "the folder above is not synced:\n{trace}"
    );
}

#[test]
fn what_is_new_in_a_large_site_is_on_the_disk_before_the_exchange() {
    const LARGE: usize = 600;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = folder.path();
    fixture::write_site(
        root,
        "=== content/site.yaml\nbase_url: https://example.com\n\
         === content/notes/_schema.yaml\ntype: object\nx-route: /notes/{slug}\nx-template: note.html\n\
         === templates/note.html\n<!doctype html><title>A</title>{{ entry.body }}\n",
    );
    let note = |number: usize, text: &str| {
        let path = root.join(format!("content/notes/n{number}.md"));
        fs::write(path, text).expect("written");
    };
    (0..LARGE).for_each(|number| note(number, "First.\n"));
    // The third build is made in the output before the last one.
    for text in ["Second.\n", "Third.\n"] {
        assert_eq!(fixture::run(fixture::site(root).arg("build")).code, Some(0));
        (0..3).for_each(|number| note(number, text));
    }
    let (outcome, trace) = traced(root, &["-y", "-e", "trace=fsync,syncfs,renameat2"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let (before, _) = trace.split_once("RENAME_EXCHANGE").expect("an exchange");
    for name in ["/n0.html>", "/n1.html>", "/n2.html>", "/notes>"] {
        let is_it = |line: &str| line.contains("fsync(") && line.contains(name);
        assert!(before.lines().any(is_it), "{name} is not synced:\n{trace}");
    }
    assert!(!before.contains("/n9.html>"), "{trace}");
}

#[test]
fn where_folders_cannot_be_swapped_in_one_step_two_renames_do_it() {
    let folder = built();
    let root = folder.path();
    for (number, error) in ["EINVAL", "ENOSYS", "EOPNOTSUPP"].iter().enumerate() {
        let outcome = failing(root, number + 1, "renameat2", &format!("error={error}"));
        assert_eq!(outcome.code, Some(0), "{error}: {}", outcome.stderr);
        assert_eq!(version(root), Ok(format!("v{}", number + 1)));
        assert_eq!(fixture::leftovers(root), Vec::<String>::new());
    }
}

#[test]
fn a_kill_between_two_renames_is_mended_by_the_next_build() {
    let folder = built();
    let root = folder.path();
    // The second rename of a folder: the first one moved the old site away.
    set_version(root, 1);
    let (_, trace) = traced(
        root,
        &[
            "-e",
            "trace=rename,renameat2",
            "-e",
            "inject=renameat2:error=EINVAL",
        ],
    );
    let renames: Vec<&str> = trace
        .lines()
        .filter(|line| line.contains("rename("))
        .collect();
    let second = renames
        .iter()
        .position(|line| line.contains(".dist.staging-") && line.contains("\"./dist\""));
    let second = second.expect("a second rename") + 1;
    set_version(root, 2);
    let kill = format!("inject=rename:signal=KILL:when={second}");
    let (outcome, _) = traced(
        root,
        &[
            "-e",
            "trace=rename,renameat2",
            "-e",
            "inject=renameat2:error=EINVAL",
            "-e",
            &kill,
        ],
    );
    assert_ne!(outcome.code, Some(0));
    set_version(root, 3);
    let outcome = fixture::run(fixture::site(root).arg("build"));
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert_eq!(version(root), Ok("v3".to_owned()));
    assert_eq!(fixture::leftovers(root), Vec::<String>::new());
}

#[test]
fn each_way_in_which_the_exchange_fails_has_its_words() {
    let folder = built();
    let root = folder.path();
    for (error, code, expected) in [
        (
            "EXDEV",
            3,
            "error: `./dist` cannot be exchanged for the new site: it belongs to another file system than the folder that it is in\n  hint: where it comes from the image of a container",
        ),
        (
            "EBUSY",
            2,
            "error: `./dist` cannot be the output folder: it is a mount point",
        ),
        (
            "EACCES",
            3,
            "error: cannot write `./dist`: Permission denied",
        ),
        (
            "ENOSPC",
            3,
            "error: cannot write `./dist`: No space left on device (os error 28)\n  hint: make room",
        ),
        ("EIO", 3, "error: cannot write `./dist`: Input/output error"),
    ] {
        let outcome = failing(root, 1, "renameat2", &format!("error={error}"));
        assert_eq!(outcome.code, Some(code), "{error}: {}", outcome.stderr);
        assert!(
            outcome.stderr.starts_with(expected),
            "{error}: {}",
            outcome.stderr
        );
        assert_eq!(version(root), Ok("v0".to_owned()), "{error}");
        assert_eq!(fixture::leftovers(root), Vec::<String>::new(), "{error}");
    }
}

#[test]
fn what_fails_after_the_exchange_is_a_warning() {
    let folder = built();
    let root = folder.path();
    // What removes the old site; the lock's own file goes by `unlink`.
    let outcome = failing(root, 1, "unlinkat", "error=EIO");
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let expected = "warning: the new site is in place, but cannot remove `./.dist.staging-";
    assert!(outcome.stderr.starts_with(expected), "{}", outcome.stderr);
    assert_eq!(version(root), Ok("v1".to_owned()));
    assert_eq!(fixture::leftovers(root).len(), 1);
    set_version(root, 2);
    let outcome = fixture::run(fixture::site(root).arg("build"));
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
    assert_eq!(version(root), Ok("v2".to_owned()));
    assert_eq!(fixture::leftovers(root), Vec::<String>::new());
}

/// The calls by which a build reads and writes.
const CALLS: [&str; 9] = [
    "openat",
    "read",
    "write",
    "mkdir",
    "linkat",
    "fsync",
    "rename",
    "getdents64",
    "flock",
];

/// Row 51: whichever call fails, the output is the old site or the new one, and nobody is left without a word.
#[test]
fn row_51_every_call_that_fails_leaves_the_old_site_or_the_new_one() {
    let folder = built();
    let root = folder.path();
    // Past those of the loader, so that the program itself is what fails.
    let mut number = 0;
    for call in CALLS {
        set_version(root, number + 1);
        let (outcome, trace) = traced(root, &["-e", &format!("trace={call}")]);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        number += 1;
        let calls = trace
            .lines()
            .filter(|line| line.contains(&format!("{call}(")))
            .count();
        let step = (calls / 6).max(1);
        for when in (1..=calls).step_by(step) {
            let error = ["EIO", "ENOSPC", "EACCES", "EMFILE"][when % 4];
            number += 1;
            let before = version(root);
            let how = format!("error={error}:when={when}");
            let (outcome, trace) = failing_traced(root, number, call, &how);
            // Calls are counted a thread: that of the message itself may be the one that fails.
            let is_mute = trace
                .lines()
                .any(|line| line.contains("write(2,") && line.contains("INJECTED"));
            let after = version(root);
            let what = format!("{call} {when} {error}: {outcome:?}");
            let is_new = after == Ok(format!("v{number}"));
            assert!(
                is_new || after == before,
                "{what}: {after:?}, before {before:?}"
            );
            assert!(after.is_ok(), "{what}: {after:?}");
            match outcome.code {
                Some(0) => assert!(is_new, "{what}: not published"),
                // The loader of the system itself could not go on.
                Some(127) => {}
                Some(1..=3) => assert!(
                    is_mute || !outcome.stderr.is_empty(),
                    "{what}: without a word"
                ),
                _ => panic!("{what}"),
            }
        }
    }
}
