//! `site schema`, `site completions`, `site man` and `site routes`: what they write or print, and what they leave as it was.

use std::fs;
use std::path::Path;

use crate::fixture::{self, Outcome};

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
  icon: { type: string, format: icon }
=== public/icons/kite.svg
<svg viewBox='0 0 1 1'/>
=== templates/guide.html
<!doctype html>
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
    "./.site/schemas/_relay.json": ["content/forms/_relay.yaml"],
    "./.site/schemas/_schemas.json": ["content/**/_schema.yaml", "content/_defs.yaml", "content/_data/**/*.schema.yaml", "templates/components/*.schema.yaml"]
  }
}
"#;

fn site() -> tempfile::TempDir {
    fixture::folder_of(SITE)
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
    assert_eq!(outcome.stderr, "9 schemas written to ./.site/schemas\n");
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
    let icon = jsonschema::validator_for(&guide).expect("a schema");
    assert!(icon.is_valid(&serde_json::json!({ "title": "A", "icon": "kite" })));
    assert!(!icon.is_valid(&serde_json::json!({ "title": "A", "icon": "kit" })));
    let own = read(folder.path(), ".site/schemas/_schemas.json");
    let of_schemas = jsonschema::validator_for(&own).expect("a schema");
    for (schema, is_valid) in [
        ("type: string\nformat: entry\nx-collection: authors", true),
        ("type: string\nformat: entry\nx-collection: author", false),
        (
            "required: [title]\nproperties: { title: { type: string, x-other: 1 } }",
            true,
        ),
        ("requird: [title]", false),
        ("properties: { title: { type: strng } }", false),
        ("items: { formt: date }", false),
    ] {
        let source = source::Source::new("", schema);
        let (node, _) = source::yaml::parse(&source, 0..schema.len());
        let json = node.expect("YAML").to_json();
        assert_eq!(of_schemas.is_valid(&json), is_valid, "{schema}");
    }
    let template = &own["properties"]["x-template"];
    assert_eq!(template["examples"], serde_json::json!(["guide.html"]));
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
fn words_of_forms_are_completed_where_there_are_several_languages() {
    let site = fixture::project().join("crates/site/tests/sites/languages");
    let folder = tempfile::tempdir().expect("a temporary folder");
    for part in ["content", "templates"] {
        fixture::copy(&site.join(part), &folder.path().join(part));
    }
    let outcome = schema(folder.path(), &[]);
    for line in [
        r#""./.site/schemas/_forms.json": ["content/forms/*.yaml", "!content/forms/_*.yaml", "!content/forms/*.*.yaml"]"#,
        r#""./.site/schemas/_words.json": ["content/forms/*.*.yaml", "!content/forms/_*.yaml"]"#,
        r#""./.site/schemas/_relay-words.json": ["content/forms/_relay.*.yaml"]"#,
    ] {
        assert!(outcome.stdout.contains(line), "{}", outcome.stdout);
    }
    for (name, file) in [("_words", "contact"), ("_relay-words", "_relay")] {
        let own = read(folder.path(), &format!(".site/schemas/{name}.json"));
        let own = jsonschema::validator_for(&own).expect("a schema");
        let file = folder.path().join(format!("content/forms/{file}.fr.yaml"));
        let source = source::Source::new("", fs::read_to_string(file).expect("readable"));
        let (node, _) = source::yaml::parse(&source, 0..source.text().len());
        assert!(own.is_valid(&node.expect("YAML").to_json()), "{name}");
        assert!(!own.is_valid(&serde_json::json!({ "titel": "A" })));
    }
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
fn zed_is_told_of_the_same_schemas() {
    let folder = site();
    let path = folder.path().join(".zed/settings.json");
    fs::create_dir_all(folder.path().join(".zed")).expect("made");
    fs::write(&path, "{\n  // mine\n  \"tab_size\": 2,\n}\n").expect("written");
    for _ in 0..2 {
        let outcome = schema(folder.path(), &["--zed", "--quiet"]);
        assert_eq!((outcome.stderr.as_str(), outcome.code), ("", Some(0)));
    }
    let text = fs::read_to_string(&path).expect("there");
    assert!(text.contains("// mine\n  \"tab_size\": 2,"), "{text}");
    let settings: serde_json::Value =
        serde_json::from_str(&text.replace("// mine", "").replace(",\n}", "\n}")).expect("JSON");
    let own: serde_json::Value = serde_json::from_str(SETTINGS).expect("JSON");
    let told = &settings["lsp"]["yaml-language-server"]["settings"]["yaml"]["schemas"];
    assert_eq!(*told, own["yaml.schemas"], "{text}");
    let both = schema(folder.path(), &["--zed", "--vscode"]);
    assert_eq!(both.code, Some(2));
}

/// The schema of @sveltia/cms, as its package publishes it.
const SVELTIA: &str = include_str!("fixture/sveltia-cms.schema.json");

/// A collection with a field of every shape, in two languages.
const EVERYTHING: &str = "
=== content/site.yaml
base_url: https://example.com/sub
languages: [{ code: en, name: English }, { code: fr, name: Français }]
=== content/docs/people/_schema.yaml
title: Person
type: object
additionalProperties: false
required: [name]
properties:
  name: { type: string }
=== content/docs/people/ada.yaml
name: Ada
=== content/posts/_schema.yaml
title: Post
type: object
additionalProperties: false
required: [title, shown, steps]
x-route: /posts/{slug}
x-template: post.html
x-sort: [-day, title]
properties:
  title: { type: string, minLength: 1, maxLength: 60, description: What it is called. }
  summary: { type: string, maxLength: 200 }
  code: { type: string, pattern: '^[A-Z]+$' }
  aside: { type: string, format: markdown }
  day: { type: string, format: date }
  at: { type: string, format: date-time }
  shown: { type: boolean, default: true }
  count: { type: integer, minimum: 1, maximum: 9 }
  price: { type: [number, 'null'], title: Price in euros }
  kind: { enum: [small, large], default: small }
  kinds: { type: array, items: { enum: [a, b] }, uniqueItems: true }
  tags: { type: array, items: { type: string }, maxItems: 4 }
  author: { type: string, format: entry, x-collection: docs/people }
  authors: { type: array, items: { type: string, format: entry, x-collection: docs/people } }
  picture: { type: string, format: image }
  picture_alt: { type: string }
  source: { type: string, format: uri }
  mail: { type: string, format: email }
  place: { type: object, additionalProperties: false, required: [town], properties: { town: { type: string } } }
  steps: { type: array, minItems: 1, items: { $ref: '#/$defs/step' } }
  labels: { type: object, additionalProperties: { type: string } }
  shape: { oneOf: [{ type: string }, { type: object }] }
$defs:
  step:
    type: object
    additionalProperties: false
    required: [text]
    properties:
      text: { type: string }
      then: { type: array, items: { $ref: '#/$defs/step' } }
=== content/posts/a.md
---
title: A
shown: true
steps: [{ text: One }]
updated: 2025-01-01
---
Text.
=== templates/post.html
<p>{{ entry.title }}</p>
";

#[test]
fn an_editor_in_the_browser_has_a_control_for_every_field() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fixture::write_site(folder.path(), EVERYTHING);
    fs::create_dir(folder.path().join(".git")).expect("made");
    let outcome = schema(folder.path(), &["--cms"]);
    assert_eq!(
        (outcome.stdout.as_str(), outcome.code),
        ("./admin/config.json\n./admin/index.html\n", Some(0))
    );
    let told = "note: `shape` of `posts` may hold values of several shapes: the editor keeps it as it is\n";
    assert!(outcome.stderr.contains(told), "{}", outcome.stderr);
    let config = read(folder.path(), "admin/config.json");
    let published = serde_json::from_str(SVELTIA).expect("JSON");
    let published = jsonschema::validator_for(&published).expect("a schema");
    let breaches: Vec<String> = published
        .iter_errors(&config)
        .map(|e| e.to_string())
        .collect();
    assert!(breaches.is_empty(), "{breaches:?}");
    let people = &config["collections"][0];
    for (key, value) in [
        ("name", "docs-people"),
        ("folder", "content/docs/people"),
        ("extension", "yaml"),
        ("identifier_field", "name"),
    ] {
        assert_eq!(people[key], value);
    }
    let posts = &config["collections"][1];
    assert_eq!(
        (&posts["extension"], &posts["i18n"]),
        (&"md".into(), &true.into())
    );
    assert_eq!(
        posts["sortable_fields"],
        serde_json::json!({ "fields": ["day", "title"], "default": { "field": "day", "direction": "descending" } })
    );
    let fields = posts["fields"].as_array().expect("a list");
    let field = |name: &str| fields.iter().find(|field| field["name"] == name);
    let check = |name: &str, expected: serde_json::Value| {
        let found = field(name).unwrap_or_else(|| panic!("no control for {name}"));
        for (key, value) in expected.as_object().expect("an object") {
            assert_eq!(
                found.get(key).unwrap_or(&serde_json::Value::Null),
                value,
                "{name}.{key}"
            );
        }
    };
    use serde_json::json;
    check(
        "title",
        json!({ "widget": "string", "required": true, "minlength": 1, "maxlength": 60, "hint": "What it is called.", "i18n": true }),
    );
    check("summary", json!({ "widget": "text", "required": false }));
    check(
        "code",
        json!({ "widget": "string", "pattern": ["^[A-Z]+$", "must match ^[A-Z]+$"] }),
    );
    check("aside", json!({ "widget": "markdown" }));
    check(
        "day",
        json!({ "widget": "datetime", "type": "date", "format": "YYYY-MM-DD", "i18n": "duplicate" }),
    );
    check("at", json!({ "widget": "datetime", "type": null }));
    check(
        "shown",
        json!({ "widget": "boolean", "default": true, "required": false }),
    );
    check(
        "count",
        json!({ "widget": "number", "value_type": "int", "min": 1, "max": 9 }),
    );
    check(
        "price",
        json!({ "widget": "number", "value_type": "float", "label": "Price in euros" }),
    );
    check(
        "kind",
        json!({ "widget": "select", "options": ["small", "large"], "multiple": null, "default": "small" }),
    );
    check(
        "kinds",
        json!({ "widget": "select", "options": ["a", "b"], "multiple": true, "label": "Kinds" }),
    );
    check("tags", json!({ "widget": "list", "max": 4 }));
    let author = json!({ "widget": "relation", "collection": "docs-people", "value_field": "{{slug}}", "display_fields": ["name"], "multiple": null });
    check("author", author);
    check(
        "authors",
        json!({ "widget": "relation", "collection": "docs-people", "multiple": true }),
    );
    check("picture", json!({ "widget": "image" }));
    check(
        "picture_alt",
        json!({ "widget": "string", "label": "Picture alt" }),
    );
    check("source", json!({ "widget": "string", "type": "url" }));
    check("mail", json!({ "widget": "string", "type": "email" }));
    check("place", json!({ "widget": "object" }));
    check(
        "steps",
        json!({ "widget": "list", "min": 1, "required": true }),
    );
    check("labels", json!({ "widget": "keyvalue" }));
    check("shape", json!({ "widget": "hidden" }));
    check("slug", json!({ "widget": "string", "i18n": true }));
    check("draft", json!({ "widget": "boolean" }));
    check("updated", json!({ "widget": "datetime" }));
    check(
        "body",
        json!({ "widget": "markdown", "modes": ["raw", "rich_text"] }),
    );
    assert_eq!(field("expires"), None, "no entry uses it");
    assert_eq!(
        field("place").expect("there")["fields"][0]["required"],
        true
    );

    // What the owner wrote stays, what follows from the site is written anew.
    let own = fs::read_to_string(folder.path().join("admin/config.json")).expect("there");
    let own = own.replace("OWNER/REPOSITORY", "ada/boats");
    fs::write(folder.path().join("admin/config.json"), own).expect("written");
    fs::write(folder.path().join("admin/index.html"), "mine").expect("written");
    fixture::write_site(
        folder.path(),
        "=== content/site.yaml\nbase_url: https://example.org\n",
    );
    let outcome = schema(folder.path(), &["--cms", "--quiet"]);
    assert_eq!(
        (
            outcome.stdout.as_str(),
            outcome.stderr.as_str(),
            outcome.code
        ),
        ("", "", Some(0))
    );
    let config = read(folder.path(), "admin/config.json");
    assert_eq!(config["backend"]["repo"], "ada/boats");
    assert_eq!(config["site_url"], "https://example.org/");
    assert_eq!(
        (config.get("i18n"), &config["collections"][1]["i18n"]),
        (None, &false.into())
    );
    assert!(published.is_valid(&config));
    assert_eq!(
        fs::read_to_string(folder.path().join("admin/index.html")).expect("there"),
        "mine"
    );
    fs::write(folder.path().join("admin/config.json"), "backend: x").expect("written");
    let outcome = schema(folder.path(), &["--cms"]);
    assert_eq!(outcome.code, Some(1));
    assert!(
        outcome
            .stderr
            .starts_with("error: `./admin/config.json` holds no configuration"),
        "{}",
        outcome.stderr
    );
    assert_eq!(schema(folder.path(), &["--cms", "--zed"]).code, Some(2));
}

#[test]
fn a_site_below_its_repository_is_named_from_there() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fixture::write_site(&folder.path().join("shop/site"), SITE);
    fs::create_dir(folder.path().join(".git")).expect("made");
    assert_eq!(
        schema(&folder.path().join("shop/site"), &["--cms"]).code,
        Some(0)
    );
    let config = read(folder.path(), "shop/site/admin/config.json");
    assert_eq!(config["media_folder"], "shop/site/public");
    assert_eq!(
        config["collections"][0]["folder"],
        "shop/site/content/authors"
    );
}

#[test]
fn files_of_somebody_else_are_not_written_over() {
    let folder = site();
    let check = |arguments: &[&str], name: &str, first: &str| {
        let run = || fixture::run(fixture::site(folder.path()).args(arguments));
        assert_eq!(run().code, Some(0), "{arguments:?}");
        assert_eq!(
            run().code,
            Some(0),
            "it may write over its own: {arguments:?}"
        );
        let path = folder.path().join(name);
        fs::write(&path, "{ \"name\": \"mine\" }").expect("written");
        fs::remove_file(folder.path().join(first)).expect("removed");
        let outcome = run();
        assert_eq!(outcome.code, Some(2), "{arguments:?}");
        assert!(outcome.stderr.contains(name), "{}", outcome.stderr);
        let text = fs::read_to_string(&path).expect("there");
        assert_eq!(text, "{ \"name\": \"mine\" }");
        assert!(!folder.path().join(first).exists(), "nothing was written");
    };
    check(
        &["schema", "--out", "own"],
        "own/_strings.json",
        "own/_site.json",
    );
    let host = ["host", "cloudflare", "--out", "deploy"];
    fs::create_dir(folder.path().join("deploy")).expect("made");
    let path = folder.path().join("deploy/wrangler.toml");
    fs::write(&path, "name = \"mine\"\n").expect("written");
    let outcome = fixture::run(fixture::site(folder.path()).args(host));
    assert_eq!(outcome.code, Some(2), "{}", outcome.stderr);
    assert_eq!(
        fs::read_to_string(&path).expect("there"),
        "name = \"mine\"\n"
    );
    fs::remove_file(&path).expect("removed");
    for _ in 0..2 {
        let outcome = fixture::run(fixture::site(folder.path()).args(host));
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let man = |target: &str| fixture::run(fixture::site(folder.path()).args(["man", target]));
    let outcome = man("man1");
    assert_eq!(
        (outcome.stdout.as_str(), outcome.code),
        ("man1/site.1\n", Some(0))
    );
    let help = fixture::run(fixture::site(folder.path()).arg("--help")).stdout;
    let (_, list) = help.split_once("Commands:\n").expect("a list of commands");
    let names = list.lines().take_while(|line| !line.is_empty());
    let names = names.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let mut count = 0;
    for name in names
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
    {
        let page = fs::read_to_string(folder.path().join(format!("man1/site-{name}.1")));
        let page = page.unwrap_or_else(|_| panic!("no page for {name}"));
        assert!(
            page.contains(".SH NAME") && page.contains("Examples:"),
            "{name}: {page}"
        );
        count += 1;
    }
    assert!(count > 12, "{count}");
    assert_eq!(man("man1").code, Some(0), "it may write over its own");
    fs::write(folder.path().join("man1/site-build.1"), "mine").expect("written");
    fs::remove_file(folder.path().join("man1/site.1")).expect("removed");
    let outcome = man("man1");
    assert_eq!(outcome.code, Some(2));
    assert!(
        outcome.stderr.contains("man1/site-build.1"),
        "{}",
        outcome.stderr
    );
    assert!(
        !folder.path().join("man1/site.1").exists(),
        "nothing was written"
    );
    fs::write(folder.path().join("file"), "").expect("written");
    assert_eq!(man("file").code, Some(3));
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
