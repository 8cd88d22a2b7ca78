//! The documentation in docs/: it builds and passes its own check, what it shows is run, and it names all that the
//! program has.
//!
//! `UPDATE=1 cargo test -p site docs::` writes anew what is made from the program: the help of commands, the keys of
//! schemas, what the examples of functions give, and the examples of diagnostics.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::fixture::{self, Outcome};
use render::Called;
use serde_json::{Value, json};
use source::{Format, Source, yaml};

/// The site on which guides put their files, and which examples of functions ask.
const SAMPLE: &str = include_str!("fixture/boats.txt");

#[test]
fn the_documentation_builds_and_passes_its_check() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut tree = fixture::tree(&fixture::project().join("docs"));
    tree.retain(|name, _| !name.starts_with("dist/") && !name.starts_with(".site/"));
    fixture::write_tree(folder.path(), &tree);
    for command in ["build", "check"] {
        let outcome = fixture::run(fixture::site(folder.path()).arg(command));
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        assert_eq!(outcome.stderr, "", "nothing to complain about");
    }
    assert!(folder.path().join("dist/404.html").exists());
    for (language, title) in [
        ("en", "A site in ten minutes"),
        ("en", "broken-link"),
        ("fr", "Un site en dix minutes"),
        ("fr", "broken-link"),
    ] {
        let file = format!("dist/_search/{language}/all-pages.json");
        let found = fs::read_to_string(folder.path().join(file)).expect("built");
        let found: Vec<[String; 2]> = serde_json::from_str(&found).expect("what the script reads");
        let is_found = found.iter().any(|[_, own]| own == title);
        assert!(is_found, "{language}: {title}");
    }
}

#[test]
fn the_tutorial_works_as_it_stands() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut last = None;
    let mut runs = 0;
    for fence in fences(&page("ten-minutes")) {
        match fence.info.split_once(' ').unwrap_or((&fence.info, "")) {
            ("sh", expected) => {
                for line in fence.body.lines().filter(|l| !l.contains("serve")) {
                    let outcome = run(folder.path(), line);
                    let code = i32::from(expected == "fails");
                    assert_eq!(outcome.code, Some(code), "`{line}`: {}", outcome.stderr);
                    assert!(
                        code == 1 || !outcome.stderr.contains("warning"),
                        "{}",
                        outcome.stderr
                    );
                    last = Some(outcome);
                    runs += 1;
                }
            }
            ("text", "output") => {
                let told = last.as_ref().map(|outcome| outcome.stderr.as_str());
                assert_eq!(told, Some(fence.body.as_str()));
            }
            (_, path) => write(folder.path(), path, &fence.body),
        }
    }
    assert!(runs > 4, "the tutorial runs commands");
    for name in [
        "index.html",
        "articles/sailing.html",
        "atom.xml",
        "sitemap.xml",
    ] {
        let path = folder.path().join("dist").join(name);
        assert!(path.exists(), "{name} was not built");
    }
}

/// Runs a line of a shell that calls `site`.
fn run(folder: &Path, line: &str) -> Outcome {
    let words = line
        .strip_prefix("site ")
        .unwrap_or_else(|| panic!("`{line}` calls another program"));
    let (plain, quoted) = words.split_once(" \"").unwrap_or((words, ""));
    let quoted = quoted.strip_suffix('"');
    fixture::run(fixture::site(folder).args(plain.split(' ')).args(quoted))
}

/// Files that the other pages show, together on the sample site, and each template on it by itself.
#[test]
fn files_and_templates_of_guides_build() {
    let mut built = 0;
    for (name, text) in pages() {
        let fences = fences(&text);
        let files: Vec<&Fence> = fences.iter().filter(|f| f.info.contains('/')).collect();
        let snippets: Vec<&Fence> = fences.iter().filter(|f| f.info == "jinja").collect();
        if name == "ten-minutes" || files.len() + snippets.len() == 0 {
            continue;
        }
        let folder = tempfile::tempdir().expect("a temporary folder");
        fixture::write_site(folder.path(), SAMPLE);
        for file in &files {
            let (_, path) = file.info.split_once(' ').expect("a language and a path");
            write(folder.path(), path, &file.body);
        }
        let routes = folder.path().join("content/routes.yaml");
        let mut routed = fs::read_to_string(&routes).expect("readable");
        for (n, snippet) in snippets.iter().enumerate() {
            routed += &format!("  - {{ path: /snippet-{n}, template: snippet-{n}.html }}\n");
            let template = format!("templates/snippet-{n}.html");
            write(folder.path(), &template, &snippet.body);
        }
        // A guide's own routes leave the sample's page idle.
        if !routed.contains("index.html") {
            routed += "  - { path: /idle, template: index.html, title: Idle }\n";
        }
        fs::write(&routes, routed).expect("written");
        let outcome = fixture::run(fixture::site(folder.path()).arg("build"));
        assert_eq!(outcome.code, Some(0), "{name}: {}", outcome.stderr);
        assert_eq!(outcome.stderr, "", "{name}");
        built += 1;
    }
    assert!(built > 8, "only {built} pages show files");
}

/// So what a translation shows is run where the original is, and its anchors are those that others link to. It may lack what is
/// new: `site check --languages` tells of that.
#[test]
fn translations_show_no_code_and_no_parts_but_those_of_their_originals() {
    let code = |text: &str| -> Vec<(String, String)> {
        let shown = fences(text).into_iter();
        let shown = shown.filter(|fence| !fence.info.starts_with("component "));
        shown.map(|fence| (fence.info, fence.body)).collect()
    };
    let mut seen = 0;
    for (name, translation) in texts_of_pages() {
        let Some((original, "fr")) = name.split_once('.') else {
            assert!(!name.contains('.'), "{name}.md is in no language");
            continue;
        };
        let original = page(original);
        let mut rest = code(&original).into_iter();
        for shown in code(&translation) {
            let is_shown = rest.any(|own| own == shown);
            assert!(
                is_shown,
                "{name}.md shows what its original does not:\n{shown:?}"
            );
        }
        let mut rest = parts(&original).into_iter();
        for part in parts(&translation) {
            let is_there = rest.any(|own| own == part);
            assert!(
                is_there,
                "{name}.md has a heading `{{#{part}}}` that its original has not"
            );
        }
        seen += 1;
    }
    assert!(seen > 7, "{seen} translations");
}

/// The ids of a text's headings, given or made of plain words.
fn parts(markdown: &str) -> Vec<String> {
    let mut text = markdown.to_owned();
    for fence in fences(markdown) {
        text = text.replace(&fence.body, "");
    }
    let headings = text.lines().filter(|line| line.starts_with("##"));
    let id = |line: &str| match line.split_once("{#") {
        Some((_, id)) => id.trim_end_matches('}').to_owned(),
        None => line
            .trim_start_matches(['#', ' '])
            .to_lowercase()
            .replace(' ', "-"),
    };
    headings.map(id).collect()
}

#[test]
fn examples_of_functions_give_what_is_shown() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fixture::write_site(folder.path(), SAMPLE);
    let mut routes = "routes:\n".to_owned();
    let mut entries = data("functions");
    entries.retain(|_, entry| entry.get("example").is_some());
    for (name, entry) in &entries {
        let path = name.replace('_', "-");
        routes += &format!("  - {{ path: /{path}, template: {name}.html, noindex: true }}\n");
        write(
            folder.path(),
            &format!("templates/{name}.html"),
            text(entry, "example"),
        );
    }
    write(folder.path(), "content/routes.yaml", &routes);
    let strings = "read_more: Read more of {what}\n";
    write(folder.path(), "content/strings.yaml", strings);
    let outcome = fixture::run(fixture::site(folder.path()).arg("build"));
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    for (name, mut entry) in entries {
        let file = format!("dist/{}.html", name.replace('_', "-"));
        let given = fs::read_to_string(folder.path().join(file)).expect("built");
        entry["gives"] = json!(given.trim_end().to_owned() + "\n");
        hold("functions", &name, &entry);
    }
}

#[test]
fn commands_are_told_as_the_program_tells_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let help = |name: &str| fixture::run(fixture::site(folder.path()).args(["help", name])).stdout;
    let all = fixture::run(fixture::site(folder.path()).arg("--help")).stdout;
    let (_, list) = all.split_once("Commands:\n").expect("a list of commands");
    let names = list.lines().take_while(|line| !line.is_empty());
    let names = names.filter_map(|line| {
        line.split_whitespace()
            .next()
            .filter(|_| line.starts_with("  ") && !line.starts_with("   "))
    });
    let mut known = BTreeSet::new();
    for name in names.filter(|name| *name != "help") {
        hold(
            "commands",
            name,
            &json!({ "title": format!("site {name}"), "help": help(name) }),
        );
        assert!(
            page("commands").contains(&format!("\nname: {name}\n")),
            "commands.md lacks {name}"
        );
        known.insert(name.to_owned());
    }
    assert!(known.len() > 7, "{known:?}");
    assert_eq!(data("commands").into_keys().collect::<BTreeSet<_>>(), known);
}

#[test]
fn keys_are_those_of_the_schemas() {
    let schemas = [
        ("site", "content/src/schemas/site.yaml"),
        ("entry", "content/src/schemas/entry.yaml"),
        ("routes", "content/src/schemas/routes.yaml"),
        ("claims", "content/src/schemas/claims.yaml"),
        ("form", "forms/src/form.schema.yaml"),
        ("relay", "forms/src/settings.schema.yaml"),
    ];
    for (name, path) in schemas {
        let schema = read_yaml(&fixture::project().join("crates").join(path));
        let mut keys = Vec::new();
        collect(&schema, &schema, "", &mut Vec::new(), &mut keys);
        assert!(!keys.is_empty(), "{name} has keys");
        let title = format!("Keys of {name}");
        hold("schemas", name, &json!({ "title": title, "keys": keys }));
        let of = format!("```component keys\nof: {name}\n");
        assert!(
            pages().values().any(|page| page.contains(&of)),
            "no page shows {name}"
        );
    }
}

/// The keys of an object's schema and of those below it, each with its path.
fn collect<'a>(
    root: &'a Value,
    schema: &'a Value,
    at: &str,
    open: &mut Vec<&'a str>,
    keys: &mut Vec<Value>,
) {
    let required: Vec<&str> = texts(schema.get("required"));
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, own) in properties.into_iter().flatten() {
        let reference = own.get("$ref").and_then(Value::as_str);
        let child = reference
            .and_then(|r| root.pointer(r.trim_start_matches('#')))
            .unwrap_or(own);
        let path = format!("{at}{name}");
        let mut key = json!({ "name": path, "takes": takes(child) });
        if required.contains(&name.as_str()) {
            key["required"] = json!(true);
        }
        if let Some(default) = child.get("default") {
            key["default"] = json!(
                default
                    .as_str()
                    .map_or(default.to_string(), |d| format!("\"{d}\""))
            );
        }
        if let Some(text) = own.get("description").or(child.get("description")) {
            key["text"] = text.clone();
        }
        keys.push(key);
        if reference.is_some_and(|r| open.contains(&r)) {
            continue;
        }
        open.extend(reference);
        below(root, child, &path, open, keys);
        if reference.is_some() {
            open.pop();
        }
    }
}

/// The keys below a value: of an object, of a list's items, of values with any key.
fn below<'a>(
    root: &'a Value,
    schema: &'a Value,
    path: &str,
    open: &mut Vec<&'a str>,
    keys: &mut Vec<Value>,
) {
    collect(root, schema, &format!("{path}."), open, keys);
    for (keyword, mark) in [("items", "[]."), ("additionalProperties", ".*.")] {
        let Some(inner) = schema.get(keyword) else {
            continue;
        };
        let reference = inner.get("$ref").and_then(Value::as_str);
        if reference.is_some_and(|r| open.contains(&r)) {
            continue;
        }
        let inner = reference
            .and_then(|r| root.pointer(r.trim_start_matches('#')))
            .unwrap_or(inner);
        open.extend(reference);
        collect(root, inner, &format!("{path}{mark}"), open, keys);
        if reference.is_some() {
            open.pop();
        }
    }
}

/// What a schema takes, in a few words.
fn takes(schema: &Value) -> String {
    if let Some(choices) = schema.get("enum") {
        return texts(Some(choices)).join(", ");
    }
    let kind = |kind: &str| match kind {
        "string" => schema
            .get("format")
            .and_then(Value::as_str)
            .unwrap_or("text")
            .to_owned(),
        "integer" => "whole number".to_owned(),
        "boolean" => "true or false".to_owned(),
        "object" => "mapping".to_owned(),
        "null" => "nothing".to_owned(),
        "array" => match schema.get("items") {
            Some(items) if items.get("type").is_some() => format!("list: {}", takes(items)),
            _ => "list".to_owned(),
        },
        other => other.to_owned(),
    };
    match schema.get("type") {
        Some(Value::String(one)) => kind(one),
        several @ Some(_) => texts(several)
            .into_iter()
            .map(kind)
            .collect::<Vec<_>>()
            .join(" or "),
        None => "any value".to_owned(),
    }
}

#[test]
fn whatever_templates_can_name_is_in_the_reference() {
    let page = page("template-reference");
    let functions = data("functions");
    let sources = program("render");
    for call in ["env.add_function(\"", "env.add_filter(\""] {
        let names = behind(&sources, call);
        assert!(names.len() > 10, "{names:?}");
        for name in names {
            assert!(
                functions.contains_key(&name),
                "no docs/content/functions/{name}.yaml"
            );
            let shown = format!("```component function\nname: {name}\n");
            assert!(page.contains(&shown), "the reference does not show {name}");
        }
    }
    for called in [Called::Filter, Called::Test, Called::Function] {
        let names = called.names();
        let names = names.iter().filter(|name| !functions.contains_key(*name));
        for name in names {
            assert!(
                page.contains(&format!("`{name}`")),
                "the reference does not name {name}"
            );
        }
    }
    for (constant, object) in [("const PAGE_KEYS", "page"), ("const ENTRY_KEYS", "entry")] {
        let list = sources
            .split(constant)
            .nth(1)
            .and_then(|rest| rest.split("];").next());
        for name in list.expect("a list").split('"').skip(1).step_by(2) {
            let shown = format!("`{object}.{name}`");
            assert!(page.contains(&shown), "the reference does not name {shown}");
        }
    }
}

#[test]
fn keywords_and_formats_of_schemas_are_in_the_reference() {
    let page = page("schema-keywords");
    let keywords: BTreeSet<String> = ["content", "site"]
        .iter()
        .flat_map(|name| {
            behind(&program(name), "\"x-")
                .into_iter()
                .map(|rest| format!("x-{rest}"))
        })
        .filter(|name| !name.starts_with("x-content-type") && name != "x-format")
        .collect();
    assert!(keywords.len() >= 6, "{keywords:?}");
    let formats = Format::ALL.iter().map(|(name, _)| (*name).to_owned());
    for name in keywords.into_iter().chain(formats) {
        assert!(
            page.contains(&format!("| `{name}` |")),
            "the reference does not name {name}"
        );
    }
}

/// Codes are literals where mistakes are made, and stand in brackets wherever a test expects them.
#[test]
fn every_diagnostic_has_its_page() {
    let sources: String = ["source", "forms", "content", "assets", "render", "site"]
        .iter()
        .map(|name| program(name))
        .collect();
    let squeezed = sources.replace(char::is_whitespace, "");
    let makers = [
        "Diagnostic::error(\"",
        "Diagnostic::warning(\"",
        "problem(\"",
        "self.literal(\"",
        "self.report(\"",
        "mistake(\"",
        ".warning(\"",
        ".error(\"",
        "code:\"",
    ];
    let mut codes: BTreeSet<String> = makers
        .iter()
        .flat_map(|maker| behind(&squeezed, maker))
        .collect();
    for (_, text) in expected_texts() {
        for mark in ["error[", "warning["] {
            codes.extend(behind(&text, mark));
        }
    }
    codes.retain(|code| sources.contains(&format!("\"{code}\"")));
    assert!(codes.len() > 100, "{codes:?}");
    let pages = data("diagnostics");
    let missing: Vec<_> = codes
        .iter()
        .filter(|code| !pages.contains_key(*code))
        .collect();
    assert!(
        missing.is_empty(),
        "no page in docs/content/diagnostics for {missing:?}"
    );
    let gone: Vec<_> = pages
        .keys()
        .filter(|code| !sources.contains(&format!("\"{code}\"")))
        .collect();
    assert!(gone.is_empty(), "the program has no {gone:?} any more");
    let examples: BTreeMap<String, String> = expected_texts()
        .iter()
        .rev()
        .flat_map(|(_, text)| printed(text))
        .collect();
    for (code, mut page) in pages {
        assert_eq!(text(&page, "title"), code);
        match examples.get(&code) {
            Some(example) => page["example"] = json!(example),
            None => drop(page.as_object_mut().and_then(|page| page.remove("example"))),
        }
        hold("diagnostics", &code, &page);
    }
}

/// The files that tell mistakes apart by their codes.
const BY_CODE: [&str; 4] = [
    "site/src/mistakes.rs",
    "site/src/moves/plan.rs",
    "site/src/moves/trial.rs",
    "site/src/import/mend.rs",
];

#[test]
fn every_code_by_which_mistakes_are_told_apart_has_its_page() {
    let pages = data("diagnostics");
    let crates = fixture::project().join("crates");
    let mut codes = behind(&program("site"), ".code == \"");
    codes.extend(behind(&program("site"), ".code != \""));
    for file in BY_CODE {
        let text = fs::read_to_string(crates.join(file)).expect("readable");
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        let is_code = |c: char| c.is_ascii_lowercase() || c == '-';
        let literals = text.split('"').skip(1).step_by(2);
        let named = literals.filter(|text| text.contains('-') && text.chars().all(is_code));
        codes.extend(named.map(str::to_owned));
    }
    assert!(codes.len() > 30, "{codes:?}");
    codes.retain(|code| !pages.contains_key(code));
    assert!(codes.is_empty(), "no mistake has the codes {codes:?}");
}

/// Where mistakes are found that no build knows.
const ONLY_CHECKED: [&str; 4] = [
    "site/src/check/",
    "site/src/commands/check.rs",
    "site/src/claims.rs",
    "content/src/claims.rs",
];

#[test]
fn what_only_the_check_finds_stops_no_build_and_its_page_says_so() {
    let crates = fixture::project().join("crates");
    let files = fixture::tree(&crates).into_iter();
    let files = files.filter(|(path, _)| path.contains("/src/") && path.ends_with(".rs"));
    let files: Vec<(String, String)> = files
        .map(|(path, bytes)| {
            let text = String::from_utf8(bytes).expect("UTF-8");
            let made = text.split("#[cfg(test)]").next().unwrap_or_default();
            (path, made.split_whitespace().collect())
        })
        .collect();
    let makers = |mark: &str| -> Vec<&str> {
        let makers = files.iter().filter(|(_, text)| text.contains(mark));
        makers.map(|(path, _)| path.as_str()).collect()
    };
    let is_checked = |path: &&str| ONLY_CHECKED.iter().any(|place| path.starts_with(place));
    for (code, page) in data("diagnostics") {
        let mut found = makers(&format!("error(\"{code}\""));
        if found.is_empty() {
            found = makers(&format!("\"{code}\""));
        }
        let severity = text(&page, "severity");
        let is_of_check = found.iter().all(is_checked) && severity != "warning";
        assert_eq!(severity == "check", is_of_check, "{code}, of {found:?}");
    }
}

/// What the tests of broken sites expect to be printed, by file.
fn expected_texts() -> Vec<(PathBuf, String)> {
    let files = fixture::listed("broken").into_iter();
    files
        .map(|file| (file.clone(), fs::read_to_string(file).expect("readable")))
        .collect()
}

/// The diagnostics of a printed text by code, each without what follows it.
fn printed(text: &str) -> Vec<(String, String)> {
    let (_, stderr) = text.split_once("=== stderr\n").unwrap_or_default();
    let blocks = stderr
        .split("\n\n")
        .filter(|block| block.lines().count() > 1);
    let coded = blocks.filter_map(|block| {
        let (_, rest) = block.split_once('[')?;
        let (code, _) = rest.split_once(']')?;
        let short = block.lines().all(|line| line.chars().count() < 400);
        (short && block.starts_with(['e', 'w']))
            .then(|| (code.to_owned(), format!("{}\n", block.trim_end())))
    });
    coded.collect()
}

/// The texts of a crate, without its tests.
fn program(name: &str) -> String {
    let folder = fixture::project().join("crates").join(name).join("src");
    let files = fixture::tree(&folder)
        .into_iter()
        .filter(|(path, _)| path.ends_with(".rs"));
    let texts = files.map(|(_, bytes)| String::from_utf8(bytes).expect("UTF-8"));
    texts
        .map(|text| {
            text.split("#[cfg(test)]")
                .next()
                .unwrap_or_default()
                .to_owned()
        })
        .collect()
}

/// The names, of small letters, digits, `_` and `-`, that follow a mark.
fn behind(text: &str, mark: &str) -> BTreeSet<String> {
    let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
    let names = text
        .split(mark)
        .skip(1)
        .filter_map(|rest| rest.split(|c| !is_name(c)).next());
    names
        .filter(|name| name.len() > 2)
        .map(str::to_owned)
        .collect()
}

/// A fenced block: what stands behind its marks, and its lines.
struct Fence {
    info: String,
    body: String,
}

fn fences(markdown: &str) -> Vec<Fence> {
    let mut found = Vec::new();
    let mut open: Option<(usize, Fence)> = None;
    for line in markdown.lines() {
        let marks = line.len() - line.trim_start_matches('`').len();
        match &mut open {
            None if marks >= 3 => {
                let info = line[marks..].to_owned();
                open = Some((
                    marks,
                    Fence {
                        info,
                        body: String::new(),
                    },
                ));
            }
            Some((length, _)) if marks >= *length && line.len() == marks => {
                found.extend(open.take().map(|(_, fence)| fence));
            }
            Some((_, fence)) => fence.body += &format!("{line}\n"),
            None => {}
        }
    }
    found
}

fn content(collection: &str) -> PathBuf {
    fixture::project().join("docs/content").join(collection)
}

/// The texts of the pages by name, in the language of the documentation.
fn pages() -> BTreeMap<String, String> {
    let mut pages = texts_of_pages();
    pages.retain(|name, _| !name.contains('.'));
    pages
}

/// The texts of the pages by name, translations among them: `lists.fr`.
fn texts_of_pages() -> BTreeMap<String, String> {
    let files = fixture::tree(&content("pages")).into_iter();
    let pages = files.filter_map(|(name, bytes)| {
        Some((
            name.strip_suffix(".md")?.to_owned(),
            String::from_utf8(bytes).ok()?,
        ))
    });
    pages.collect()
}

fn page(name: &str) -> String {
    pages()
        .remove(name)
        .unwrap_or_else(|| panic!("no page {name}"))
}

/// The entries of a collection of data by name.
fn data(collection: &str) -> BTreeMap<String, Value> {
    let files = fixture::tree(&content(collection)).into_keys();
    let names = files.filter_map(|name| name.strip_suffix(".yaml").map(str::to_owned));
    let names = names.filter(|name| !name.starts_with('_'));
    names
        .map(|name| {
            (
                name.clone(),
                read_yaml(&content(collection).join(name + ".yaml")),
            )
        })
        .collect()
}

fn read_yaml(path: &Path) -> Value {
    let text = fs::read_to_string(path).expect("readable");
    let source = Source::new(path.to_string_lossy(), text);
    let (node, mistakes) = yaml::parse(&source, 0..source.text().len());
    assert!(mistakes.is_empty(), "{mistakes:?}");
    node.expect("not empty").to_json()
}

fn text<'a>(entry: &'a Value, key: &str) -> &'a str {
    entry.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn texts(list: Option<&Value>) -> Vec<&str> {
    let items = list.and_then(Value::as_array).into_iter().flatten();
    items.filter_map(Value::as_str).collect()
}

fn write(folder: &Path, path: &str, text: &str) {
    let section = fixture::Section {
        head: path.to_owned(),
        body: text.to_owned(),
    };
    fixture::write(folder, &section);
}

/// Holds an entry of data against what it should be; `UPDATE=1` writes it.
fn hold(collection: &str, name: &str, expected: &Value) {
    let path = content(collection).join(format!("{name}.yaml"));
    let found = match path.exists() {
        true => read_yaml(&path),
        false => Value::Null,
    };
    if fixture::updates() && found != *expected {
        return fs::write(&path, written(expected)).expect("written");
    }
    assert_eq!(&found, expected, "{}: `UPDATE=1` writes it", path.display());
}

/// An entry as YAML: long texts as blocks, other values as JSON, which YAML holds.
fn written(entry: &Value) -> String {
    let fields = entry.as_object().expect("an object").iter();
    let lines = fields.map(|(key, value)| match value {
        Value::String(text) if text.contains('\n') => {
            let lines = text.lines().map(|l| {
                if l.is_empty() {
                    "\n".to_owned()
                } else {
                    format!("  {l}\n")
                }
            });
            let mark = if text.starts_with(' ') { "|2" } else { "|" };
            format!("{key}: {mark}\n{}", lines.collect::<String>())
        }
        Value::Array(items) => {
            let items = items.iter().map(|item| format!("  - {item}\n"));
            format!("{key}:\n{}", items.collect::<String>())
        }
        other => format!("{key}: {other}\n"),
    });
    lines.collect()
}
