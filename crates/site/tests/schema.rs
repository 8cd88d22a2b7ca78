//! `site schema`, `site completions` and `site routes`: what they write or print, and what they leave as it was.

mod fixture;

use std::fs;
use std::path::Path;

use fixture::Outcome;

const SITE: &str = "
=== content/site.yaml
base_url: https://example.com
owner: Ada
=== content/_schema.yaml
required: [owner]
properties:
  owner: { type: string }
=== content/_defs.yaml
$defs:
  note: { type: string, minLength: 1 }
=== content/authors/_schema.yaml
type: object
additionalProperties: false
properties:
  name: { $ref: '#/$defs/note' }
=== content/authors/ada.yaml
name: Ada
=== content/docs/guides/_schema.yaml
title: Guide
type: object
additionalProperties: false
required: [title]
properties:
  title: { type: string }
  author: { type: string, format: entry, x-collection: authors }
";

const SETTINGS: &str = r#"{
  "yaml.schemas": {
    "./.site/schemas/authors.json": ["content/authors/**/*.yaml", "!content/authors/**/_*.yaml"],
    "./.site/schemas/docs/guides.json": ["content/docs/guides/**/*.yaml", "!content/docs/guides/**/_*.yaml"],
    "./.site/schemas/_site.json": ["content/site.yaml"],
    "./.site/schemas/_routes.json": ["content/routes.yaml"],
    "./.site/schemas/_strings.json": ["content/strings.yaml"],
    "./.site/schemas/_claims.json": ["content/claims.yaml"],
    "./.site/schemas/_forms.json": ["content/forms/*.yaml", "!content/forms/_*.yaml"],
    "./.site/schemas/_relay.json": ["content/forms/_relay.yaml"]
  }
}
"#;

fn site() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fixture::write_site(folder.path(), SITE);
    folder
}

fn schema(folder: &Path, arguments: &[&str]) -> Outcome {
    fixture::run(fixture::site(folder).arg("schema").args(arguments))
}

fn read(folder: &Path, name: &str) -> serde_json::Value {
    let text = fs::read_to_string(folder.join(name)).expect("written");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn writes_every_schema_and_prints_the_settings() {
    let folder = site();
    let outcome = schema(folder.path(), &[]);
    assert_eq!(outcome.stderr, "8 schemas written to ./.site/schemas\n");
    assert_eq!((outcome.stdout.as_str(), outcome.code), (SETTINGS, Some(0)));
    let guide = read(folder.path(), ".site/schemas/docs/guides.json");
    assert_eq!(guide["properties"]["author"]["x-format"], "entry");
    assert_eq!(guide["required"], serde_json::json!(["title"]));
    assert_eq!(
        guide["properties"]["author"]["examples"],
        serde_json::json!(["ada"])
    );
    assert_eq!(
        guide["properties"]["draft"]["type"], "boolean",
        "the engine's own fields"
    );
    assert_eq!(guide["$defs"]["note"]["minLength"], 1, "shared definitions");
    let own = read(folder.path(), ".site/schemas/_site.json");
    assert_eq!(own["required"], serde_json::json!(["base_url", "owner"]));
    assert_eq!(
        read(folder.path(), ".site/schemas/_routes.json")["required"][0],
        "routes"
    );
    let again = fixture::tree(&folder.path().join(".site/schemas"));
    schema(folder.path(), &["--quiet"]);
    let other = fixture::tree(&folder.path().join(".site/schemas"));
    assert_eq!(fixture::difference(&again, &other), None);
}

#[test]
fn merges_into_an_editors_settings() {
    let folder = site();
    let outcome = schema(folder.path(), &["--vscode", "--quiet"]);
    assert_eq!((outcome.stderr.as_str(), outcome.stdout.as_str()), ("", ""));
    let path = folder.path().join(".vscode/settings.json");
    assert_eq!(fs::read_to_string(&path).expect("written"), SETTINGS);
    fs::write(&path, "{\n  // mine\n  \"a\": 1,\n  \"yaml.schemas\": {\n    \"./.site/schemas/gone.json\": [\"x\"],\n    \"https://example.com/x.json\": [\"y\"], // theirs\n  },\n}\n").expect("written");
    assert_eq!(schema(folder.path(), &["--vscode"]).code, Some(0));
    let text = fs::read_to_string(&path).expect("written");
    for kept in [
        "// mine",
        "\"a\": 1",
        "\"https://example.com/x.json\": [\"y\"]",
        "// theirs",
        "authors.json",
    ] {
        assert!(text.contains(kept), "{kept}: {text}");
    }
    assert!(!text.contains("gone.json"), "{text}");
    fs::write(&path, "[]").expect("written");
    let outcome = schema(folder.path(), &["--vscode", "--quiet"]);
    assert_eq!(outcome.code, Some(1));
    assert_eq!(fs::read_to_string(&path).expect("there"), "[]");
}

#[test]
fn another_folder_is_named_as_the_workspace_sees_it() {
    let folder = site();
    let outside = tempfile::tempdir().expect("a temporary folder");
    let outcome = schema(folder.path(), &["--out", "own/schemas", "--quiet"]);
    assert!(
        outcome.stdout.contains("\"./own/schemas/authors.json\""),
        "{}",
        outcome.stdout
    );
    let out = outside.path().to_string_lossy().into_owned();
    let outcome = schema(folder.path(), &["--out", &out, "--quiet"]);
    assert!(
        outcome.stdout.contains(&format!("\"{out}/authors.json\"")),
        "{}",
        outcome.stdout
    );
    assert!(outside.path().join("docs/guides.json").is_file());
}

#[test]
fn a_schema_that_cannot_be_read_is_named_and_the_others_are_written() {
    let folder = site();
    fixture::write_site(folder.path(), "=== content/authors/_schema.yaml\ntype: 3\n");
    let outcome = schema(folder.path(), &[]);
    assert_eq!(outcome.code, Some(1));
    assert!(
        outcome.stderr.starts_with("error[invalid-schema]:"),
        "{}",
        outcome.stderr
    );
    assert!(
        folder
            .path()
            .join(".site/schemas/docs/guides.json")
            .is_file()
    );
    assert!(!folder.path().join(".site/schemas/authors.json").exists());
}

#[test]
fn every_shell_is_taught_every_command() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let outcome = fixture::run(fixture::site(folder.path()).args(["completions", shell]));
        assert_eq!(
            (outcome.stderr.as_str(), outcome.code),
            ("", Some(0)),
            "{shell}"
        );
        for command in ["build", "check", "new", "schema", "serve", "completions"] {
            assert!(outcome.stdout.contains(command), "{shell} {command}");
        }
    }
    let outcome = fixture::run(fixture::site(folder.path()).args(["completions", "tcsh"]));
    assert_eq!(outcome.code, Some(2));
}

#[test]
fn every_address_is_listed_with_what_makes_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let changes = "
=== content/site.yaml
base_url: https://example.com/sub
redirects: { /old: /notes/a }
=== content/notes/_schema.yaml
type: object
x-route: /notes/{slug}
x-template: note.html
=== content/notes/a.md
---
title: A
aliases: [/former]
---
=== content/notes/b.md
---
title: B
draft: true
---
=== content/routes.yaml
routes: [{ path: /, template: home.html }]
=== templates/note.html
<p>{{ entry.title }}</p>
=== templates/home.html
<p>Home</p>
";
    fixture::write_site(folder.path(), changes);
    let routes = |arguments: &[&str]| {
        fixture::run(fixture::site(folder.path()).arg("routes").args(arguments))
    };
    let outcome = routes(&[]);
    assert_eq!((outcome.stderr.as_str(), outcome.code), ("", Some(0)));
    assert_eq!(
        outcome.stdout,
        "/         home.html      content/routes.yaml
/former   -> /notes/a    content/notes/a.md
/notes/a  note.html      content/notes/a.md
/old      -> /notes/a    content/site.yaml
"
    );
    let drafts = routes(&["--drafts"]).stdout;
    assert!(drafts.contains("/notes/b"), "{drafts}");
}
