//! Tiny sites with their expected output, compared byte for byte; `UPDATE=1` writes it anew.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::fixture::{self, Tree};

#[test]
fn every_site_builds_to_its_expected_output() {
    let mut failures = Vec::new();
    for source in sites() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let built = build(&copied(&source, &folder.path().join("site")), |_| {});
        let expected = expected(&source);
        if fixture::updates() {
            if expected.exists() {
                fs::remove_dir_all(&expected).expect("removed");
            }
            fixture::write_tree(&expected, &built);
        } else if let Some(difference) = fixture::difference(&fixture::tree(&expected), &built) {
            failures.push(format!("{}: {difference}", source.display()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn the_output_depends_on_nothing_but_the_site() {
    for source in sites() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path();
        let reference = build(&copied(&source, &path.join("site")), |_| {});
        let elsewhere = copied(&source, &path.join("another place/à côté"));
        let variants: [(&str, Tree); 4] = [
            (
                "one thread",
                build(&path.join("site"), |c| {
                    c.env("RAYON_NUM_THREADS", "1");
                }),
            ),
            (
                "another time zone and language",
                build(&path.join("site"), |c| {
                    c.env("TZ", "Pacific/Kiritimati");
                    c.env("LANG", "tr_TR.UTF-8").env("LC_ALL", "tr_TR.UTF-8");
                }),
            ),
            ("another folder", build(&elsewhere, |_| {})),
            (
                "a second time over the first",
                build(&path.join("site"), |_| {}),
            ),
        ];
        for (what, variant) in variants {
            let difference = fixture::difference(&reference, &variant);
            assert_eq!(difference, None, "{}: {what}", source.display());
        }
    }
}

#[test]
fn no_output_holds_what_the_security_policy_forbids() {
    for source in sites() {
        for (name, bytes) in fixture::tree(&expected(&source)) {
            if name.ends_with(".html") {
                let html = String::from_utf8(bytes).expect("UTF-8");
                let place = format!("{}: {name}", source.display());
                assert_eq!(forbidden(&html), Vec::<String>::new(), "{place}");
            }
        }
    }
}

#[test]
fn the_search_for_forbidden_things_finds_them() {
    let found = |html: &str| forbidden(html).len();
    assert_eq!(found("<p style=\"color:red\">"), 1);
    assert_eq!(found("<p\nSTYLE='color:red'>"), 1);
    assert_eq!(found("<a href=\"/\" onclick=\"x()\">"), 1);
    assert_eq!(found("<script>alert(1)</script>"), 1);
    assert_eq!(found("<style>p { color: red }</style>"), 1);
    assert_eq!(found("<a href=\"javascript:alert(1)\">"), 1);
    assert_eq!(
        found(
            "<p class=\"style\">style=\"x\" once=1</p><a href=\"/?onx=1\" title=\"a onclick=b\">"
        ),
        0
    );
    assert_eq!(
        found("<script type=\"application/ld+json\">{}</script><script src=\"/a.js\"></script>"),
        0
    );
}

/// The sites, and the example that newcomers start with.
fn sites() -> Vec<PathBuf> {
    let mut sites = fixture::listed("sites");
    sites.push(fixture::project().join("examples/minimal"));
    sites
}

/// Where a site's expected output stands: beside its sources, the example's among the others.
fn expected(source: &Path) -> PathBuf {
    match source.starts_with(fixture::tests()) {
        true => source.join("expected"),
        false => fixture::tests().join("fixture/minimal"),
    }
}

/// Copies a site's sources, without its outputs.
fn copied(source: &Path, to: &Path) -> PathBuf {
    for folder in ["content", "templates", "public", "themes"] {
        if source.join(folder).is_dir() {
            fixture::copy(&source.join(folder), &to.join(folder));
        }
    }
    to.to_owned()
}

/// Builds a site without Node and gives its output. Nothing may be reported.
fn build(root: &Path, prepare: impl FnOnce(&mut Command)) -> Tree {
    let out = root.join("dist");
    let mut command = fixture::site(root.parent().expect("a folder"));
    command.arg("build").arg("--root").arg(root).arg("--out");
    command.arg(&out).env("PATH", "/nowhere");
    prepare(&mut command);
    let outcome = fixture::run(&mut command);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert_eq!(
        outcome.stderr,
        "",
        "{} has nothing to report",
        root.display()
    );
    fixture::tree(&out)
}

/// The tags of a page that a strict content security policy would not obey.
fn forbidden(html: &str) -> Vec<String> {
    let mut found = Vec::new();
    for tag in tags(html) {
        let names: Vec<&str> = tag
            .attributes
            .iter()
            .map(|(name, _)| name.as_str())
            .collect();
        let handler = |name: &&str| *name == "style" || name.starts_with("on");
        let script = tag.attributes.iter().any(|(name, value)| {
            matches!(name.as_str(), "href" | "src" | "action")
                && value.trim().to_lowercase().starts_with("javascript:")
        });
        let is_data = |(name, value): &(String, String)| name == "type" && value.contains("json");
        let inline =
            tag.name == "script" && !names.contains(&"src") && !tag.attributes.iter().any(is_data);
        if names.iter().any(handler) || script || inline || tag.name == "style" {
            found.push(format!("<{} {names:?}>", tag.name));
        }
    }
    found
}

/// An opening tag: its name and attributes, in lower case.
struct Tag {
    name: String,
    attributes: Vec<(String, String)>,
}

/// The opening tags of a page, read character by character so that neither texts nor values of
/// attributes are taken for attributes.
fn tags(html: &str) -> Vec<Tag> {
    let mut tags = Vec::new();
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        rest = &rest[start + 1..];
        if rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let (tag, after) = read_tag(rest);
            // What stands inside a script is not HTML.
            rest = match tag.name.as_str() {
                "script" => after.find("</script").map_or("", |end| &after[end..]),
                _ => after,
            };
            tags.push(tag);
        }
    }
    tags
}

fn read_tag(text: &str) -> (Tag, &str) {
    let is_end = |c: char| c.is_whitespace() || matches!(c, '>' | '/');
    let (name, mut rest) = text.split_at(text.find(is_end).unwrap_or(text.len()));
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
        if rest.is_empty() || rest.starts_with('>') {
            break;
        }
        let is_end = |c: char| is_end(c) || c == '=';
        let (name, after) = rest.split_at(rest.find(is_end).unwrap_or(rest.len()).max(1));
        let (value, after) = match after.trim_start().strip_prefix('=') {
            Some(value) => read_value(value.trim_start()),
            None => ("", after),
        };
        attributes.push((name.to_lowercase(), value.to_owned()));
        rest = after;
    }
    let name = name.to_lowercase();
    (Tag { name, attributes }, rest)
}

fn read_value(text: &str) -> (&str, &str) {
    for quote in ['"', '\''] {
        if let Some(quoted) = text.strip_prefix(quote) {
            return quoted.split_once(quote).unwrap_or((quoted, ""));
        }
    }
    let is_end = |c: char| c.is_whitespace() || c == '>';
    text.split_at(text.find(is_end).unwrap_or(text.len()))
}
