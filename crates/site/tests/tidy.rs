//! The project's own order: who may depend on whom, headers, sizes and names of files.

#[path = "fixture/imports.rs"]
mod imports;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::fixture;

const MOST_LINES: usize = 500;
const MOST_LINES_OF_A_FUNCTION: usize = 70;
const MOST_TUPLE_PARAMETERS: usize = 11;
const MOST_LINES_OF_AN_ISLAND: usize = 150;
const FORBIDDEN_NAMES: [&str; 6] = ["util", "utils", "common", "helpers", "manager", "misc"];

/// A file of the project: its path with forward slashes, and its text.
struct Source {
    path: String,
    text: String,
}

/// The texts below some folders of the project whose names end in one of `endings`.
fn sources(folders: &[&str], endings: &[&str]) -> Vec<Source> {
    let root = fixture::project();
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> = folders.iter().map(|f| root.join(f)).collect();
    while let Some(path) = open.pop() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if !matches!(
                &*name,
                "node_modules" | "target" | "dist" | ".site" | "generated"
            ) {
                let entries = fs::read_dir(&path).expect("readable").flatten();
                open.extend(entries.map(|e| e.path()));
            }
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            let relative = path.strip_prefix(&root).expect("in the project");
            found.push(Source {
                path: relative.to_string_lossy().replace('\\', "/"),
                text: fs::read_to_string(&path).expect("UTF-8"),
            });
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(!found.is_empty(), "no {endings:?} in {folders:?}");
    found
}

/// The Rust files of the crates and what is built beside them.
fn rust() -> Vec<Source> {
    sources(&["crates"], &[".rs"])
}

/// Which crates of the project each crate may depend on: the first table of ARCHITECTURE.md, of crates, what they own and
/// that.
fn may_depend_on() -> BTreeMap<String, BTreeSet<String>> {
    let text = fs::read_to_string(fixture::project().join("ARCHITECTURE.md")).expect("readable");
    let rows = text
        .lines()
        .skip_while(|line| !line.starts_with("| crate |"));
    let rows = rows.skip(2).map_while(|line| line.strip_prefix("| `"));
    let table: BTreeMap<String, BTreeSet<String>> = rows
        .map(|row| {
            let (name, rest) = row.split_once('`').expect("a crate");
            let below = rest.trim_end_matches([' ', '|']).rsplit(" | ").next();
            let below = below.unwrap_or_default().split(", ");
            let below = below.filter(|name| *name != "–").map(str::to_owned);
            (name.to_owned(), below.collect())
        })
        .collect();
    let is_crate = |name: &String| table.contains_key(name);
    assert!(
        table.len() > 5 && table.values().flatten().all(is_crate),
        "{table:?}"
    );
    table
}

fn report(rule: &str, breaches: Vec<String>) {
    assert!(breaches.is_empty(), "{rule}:\n{}", breaches.join("\n"));
}

#[test]
fn crates_depend_only_on_those_below_them() {
    let table = may_depend_on();
    let mut seen = BTreeSet::new();
    let mut breaches = Vec::new();
    for manifest in sources(&["crates"], &["Cargo.toml"]) {
        let name = manifest
            .path
            .split('/')
            .nth(1)
            .unwrap_or_default()
            .to_owned();
        let Some(allowed) = table.get(&name) else {
            breaches.push(format!(
                "crates/{name} is not in the table of ARCHITECTURE.md"
            ));
            continue;
        };
        let dependencies = own_dependencies(&manifest.text);
        for dependency in dependencies.difference(allowed) {
            breaches.push(format!("{name} depends on {dependency}"));
        }
        for said in allowed.difference(&dependencies) {
            breaches.push(format!("{name} does not depend on {said}"));
        }
        seen.insert(name);
    }
    let missing = table.keys().filter(|name| !seen.contains(*name));
    breaches.extend(missing.map(|name| format!("there is no crates/{name}")));
    report("who depends on whom", breaches);
}

/// The project's crates among the dependencies of a manifest, those of its tests left out.
fn own_dependencies(manifest: &str) -> BTreeSet<String> {
    let mut in_dependencies = false;
    let mut found = BTreeSet::new();
    for line in manifest.lines() {
        if let Some(section) = line.strip_prefix('[') {
            in_dependencies = section.contains("dependencies") && !section.starts_with("dev-");
        } else if in_dependencies && line.contains("path = \"../") {
            let name = line.split(['=', '.', ' ']).next().unwrap_or_default();
            found.insert(name.trim().to_owned());
        }
    }
    found
}

/// What `./build.sh` compiled `./build.sh test` uses: a library with other features would be compiled
/// again. `relay` differs on purpose, and with it the library that sends its mails.
#[test]
fn testing_compiles_no_library_that_building_has_compiled() {
    let built = libraries(&["--package", "site", "--edges", "no-dev"]);
    let tested = libraries(&["--workspace"]);
    let again = |(name, features): (&String, &BTreeSet<String>)| {
        let differs = tested.get(name).is_some_and(|other| other != features);
        let more = differs.then(|| {
            tested[name]
                .difference(features)
                .cloned()
                .collect::<Vec<_>>()
        });
        more.filter(|_| !name.starts_with("relay ") && !name.starts_with("lettre "))
            .map(|more| format!("{name}: tests want {}", more.join(" and ")))
    };
    assert!(
        built.len() > 100,
        "`cargo tree` lists {} libraries",
        built.len()
    );
    report("features differ", built.iter().filter_map(again).collect());
}

/// A crate that `.cargo/tests.toml` does not name would be optimised for its tests.
#[test]
fn every_crate_is_compiled_for_tests_in_one_way() {
    let root = fixture::project();
    let settings = fs::read_to_string(root.join(".cargo/tests.toml")).expect("readable");
    let (_, overrides) = settings
        .split_once("[profile.release.package]\n")
        .expect("overrides");
    let set: BTreeMap<&str, &str> = overrides
        .lines()
        .filter_map(|line| line.split_once(" = "))
        .collect();
    let crates: Vec<String> = may_depend_on().into_keys().collect();
    assert_eq!(
        set.keys().collect::<Vec<_>>(),
        crates.iter().collect::<Vec<_>>()
    );
    let ways: BTreeSet<&str> = set.into_values().collect();
    assert_eq!(ways.len(), 1, "{ways:?}");
}

/// Each library of a part of the workspace, with the sets of features that it is compiled with.
fn libraries(part: &[&str]) -> BTreeMap<String, BTreeSet<String>> {
    let mut libraries = BTreeMap::<_, BTreeSet<_>>::new();
    let tree = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--offline",
            "--prefix",
            "none",
            "--format",
            "{p}|{f}",
        ])
        .args(part)
        .output()
        .expect("cargo lists the libraries");
    for line in String::from_utf8_lossy(&tree.stdout).lines() {
        let Some((package, features)) = line.split_once('|') else {
            continue;
        };
        let package = package
            .split_whitespace()
            .take(2)
            .collect::<Vec<_>>()
            .join(" ");
        let features = features.trim_end_matches("(*)").trim();
        libraries
            .entry(package)
            .or_default()
            .insert(features.to_owned());
    }
    libraries
}

#[test]
fn a_rust_file_says_first_what_it_owns() {
    let without = rust().into_iter().filter(|f| !f.text.starts_with("//! "));
    report("`//!` is the first line", without.map(|f| f.path).collect());
}

#[test]
fn files_and_functions_stay_small() {
    let mut breaches = Vec::new();
    // Tests may be as long as their tables.
    for file in rust().into_iter().filter(|f| !f.path.contains("/tests/")) {
        let lines = lines_without_tests(&file.text).count();
        if lines > MOST_LINES {
            breaches.push(format!("{} has {lines} lines", file.path));
        }
        for (name, lines) in functions(&without_tests(&file.text)) {
            if lines > MOST_LINES_OF_A_FUNCTION {
                breaches.push(format!("{}: `{name}` has {lines} lines", file.path));
            }
        }
    }
    for file in sources(&["islands"], &[".ts", ".tsx"]) {
        let lines = file.text.lines().count();
        let most = match is_island(&file.path) {
            true => MOST_LINES_OF_AN_ISLAND,
            false => MOST_LINES,
        };
        if lines > most {
            breaches.push(format!("{} has {lines} lines, more than {most}", file.path));
        }
    }
    report("sizes", breaches);
}

/// The lines of a file up to the module of its own tests.
fn lines_without_tests(text: &str) -> impl Iterator<Item = &str> {
    let tests = text.find("#[cfg(test)]\nmod ");
    text[..tests.unwrap_or(text.len())].lines()
}

/// Name and number of lines of each function, as rustfmt lays them out: the closing brace stands
/// under the first letter of the signature.
fn functions(text: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let indent = line.len() - line.trim_start().len();
        let Some(name) = function_name(line.trim_start()) else {
            continue;
        };
        let closing = format!("{}}}", " ".repeat(indent));
        let length = lines[start..].iter().position(|l| *l == closing);
        let is_declaration = line.ends_with(';') || line.ends_with('}');
        if let (Some(length), false) = (length, is_declaration) {
            found.push((name.to_owned(), length + 1));
        }
    }
    found
}

/// A tuple that a signature takes apart hides how many parameters there are: what belongs together has a name, and the
/// rest stands alone. There may only be fewer of them.
#[test]
fn few_parameters_are_tuples() {
    let files = rust().into_iter().filter(|f| !f.path.contains("/tests/"));
    let counted = files.map(|file| (tuple_parameters(&without_tests(&file.text)), file.path));
    let counted: Vec<(usize, String)> = counted.filter(|(count, _)| *count > 0).collect();
    let all: usize = counted.iter().map(|(count, _)| count).sum();
    assert!(all <= MOST_TUPLE_PARAMETERS, "{all} tuples: {counted:#?}");
}

/// How many parameters of functions are tuples that are taken apart; other patterns have a name before them.
fn tuple_parameters(text: &str) -> usize {
    let lines: Vec<&str> = text.lines().collect();
    let starts = (0..lines.len()).filter(|at| function_name(lines[*at].trim_start()).is_some());
    let counts = starts.map(|start| {
        let end = lines[start..]
            .iter()
            .position(|l| l.contains('{') || l.ends_with(';'));
        let signature = lines[start..=start + end.unwrap_or_default()].join("\n");
        let signature = signature.split('{').next().unwrap_or_default();
        let patterns = signature.match_indices("): ").filter_map(|(at, _)| {
            let open = signature[..at].rfind('(')?;
            Some(signature[..open].ends_with(char::is_alphanumeric))
        });
        patterns.filter(|is_named| !is_named).count()
    });
    counts.sum()
}

fn function_name(line: &str) -> Option<&str> {
    let mut words = line.split(' ');
    let is_modifier = |w: &&str| {
        matches!(*w, "pub" | "const" | "async" | "unsafe" | "extern") || w.starts_with("pub(")
    };
    let first = words.find(|w| !is_modifier(w))?;
    let name = (first == "fn").then(|| words.next())??;
    name.split(['(', '<']).next()
}

/// Whether a file is an island's component: islands/NAME/NAME.tsx.
fn is_island(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    matches!(parts[..], ["islands", folder, file] if file.strip_suffix(".tsx") == Some(folder))
}

#[test]
fn files_of_a_crate_do_not_import_each_other_in_circles() {
    let files = rust();
    let mut breaches = Vec::new();
    for name in may_depend_on().into_keys() {
        let folder = format!("crates/{name}/src/");
        let own = files.iter().filter_map(|file| {
            let path = file.path.strip_prefix(folder.as_str())?;
            Some((path, file.text.as_str()))
        });
        let circles = imports::circles(&own.collect::<Vec<_>>()).into_iter();
        breaches.extend(circles.map(|circle| format!("{name}: {}", circle.join(", "))));
    }
    report("circles", breaches);
}

#[test]
fn names_say_what_a_file_is() {
    let files = sources(
        &["crates", "islands", "templates", "bench"],
        &[
            ".rs", ".ts", ".tsx", ".mjs", ".js", ".html", ".css", ".py", ".sh",
        ],
    );
    let breaches = files.iter().filter(|file| {
        let stem = |part: &str| part.split('.').next().unwrap_or_default().to_lowercase();
        let mut parts = file.path.split('/');
        parts.any(|part| FORBIDDEN_NAMES.contains(&stem(part).as_str()))
    });
    report("names", breaches.map(|f| f.path.clone()).collect());
}

#[test]
fn a_name_stands_for_one_type_of_a_crate() {
    let files = rust();
    let mut places: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for file in &files {
        let Some((name, path)) = file.path["crates/".len()..].split_once("/src/") else {
            continue;
        };
        // Each command has its own, and is asked for by its name.
        let is_its_own = |shared: &&str| path.starts_with("commands/") && *shared == "Arguments";
        for shared in shared_types(&file.text).filter(|shared| !is_its_own(shared)) {
            places.entry((name, shared)).or_default().push(path);
        }
    }
    let twice = places.into_iter().filter(|(_, paths)| paths.len() > 1);
    let breaches = twice.map(|((name, shared), paths)| format!("{name}: {shared}: {paths:?}"));
    report("two types of one name", breaches.collect());
}

/// The types of a file that other files can name.
fn shared_types(text: &str) -> impl Iterator<Item = &str> {
    lines_without_tests(text).filter_map(|line| {
        let line = line.trim_start().strip_prefix("pub")?;
        let line =
            line.split_once(") ").map_or(
                line,
                |(scope, rest)| {
                    if scope.starts_with('(') { rest } else { line }
                },
            );
        let mut words = line.split_whitespace();
        let is_type = matches!(words.next()?, "struct" | "enum" | "trait" | "type");
        let end = |c: char| !c.is_alphanumeric();
        is_type.then(|| words.next())??.split(end).next()
    })
}

#[test]
fn the_template_engine_is_named_in_render_only() {
    let files = sources(&["crates"], &[".rs", "Cargo.toml"])
        .into_iter()
        .filter(|file| {
            let may = ["crates/render/", "crates/site/tests/"];
            !may.iter().any(|folder| file.path.starts_with(folder))
                && code(&file.text).contains("minijinja")
        });
    report("minijinja", files.map(|f| f.path).collect());
}

#[test]
fn pages_see_the_site_through_one_door() {
    // The door, what it asks, and the construction of both.
    const BEHIND_THE_DOOR: [&str; 7] = [
        "answer.rs",
        "origin.rs",
        "renderer.rs",
        "view.rs",
        "view/language.rs",
        "view/names.rs",
        "view/pictures.rs",
    ];
    let mut breaches = Vec::new();
    for file in sources(&["crates/render/src"], &[".rs"]) {
        let is_behind = BEHIND_THE_DOOR.iter().any(|name| file.path.ends_with(name));
        if !is_behind {
            let found = around_the_door(&file.text).into_iter();
            breaches.extend(found.map(|name| format!("{}: {name}", file.path)));
        }
    }
    report("what a page uses is asked of its `View`", breaches);
}

/// A strategy that a text or a template may name has a script, and the other way round.
#[test]
fn every_strategy_of_islands_has_a_script() {
    let scripts = sources(&["islands/runtime/strategies"], &[".ts"]);
    let stem = |file: &Source| {
        file.path
            .rsplit('/')
            .next()?
            .strip_suffix(".ts")
            .map(str::to_owned)
    };
    let scripts: BTreeSet<String> = scripts.iter().filter_map(stem).collect();
    let named = content::strategy::STRATEGIES.into_iter().chain(["media"]);
    assert_eq!(scripts, named.map(str::to_owned).collect());
}

/// The names in a file's code by which a page could see more than it is written down to have asked.
fn around_the_door(text: &str) -> Vec<&'static str> {
    const WHOLE: [&str; 6] = ["Site", "Assets", "Config", "site", "assets", "files"];
    let code = code(&without_tests(text));
    let words: BTreeSet<&str> = code
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .collect();
    let is_field =
        |name: &str| code.contains(&format!(".{name}.")) || code.contains(&format!(".{name}("));
    let names = WHOLE
        .into_iter()
        .filter(|name| match name.starts_with(char::is_uppercase) {
            true => words.contains(name),
            false => is_field(name),
        });
    names.collect()
}

#[test]
fn content_and_render_neither_write_nor_ask_for_the_time() {
    const FORBIDDEN: [&str; 12] = [
        "fs::write(",
        "fs::rename(",
        "fs::copy(",
        "fs::remove_",
        "fs::create_dir",
        "fs::hard_link(",
        "File::create(",
        "OpenOptions::",
        "SystemTime::now(",
        "Instant::now(",
        "Timestamp::now(",
        "Zoned::now(",
    ];
    let pure = [
        "crates/source/src",
        "crates/validator/src",
        "crates/forms/src",
        "crates/content/src",
        "crates/render/src",
    ];
    let mut breaches = Vec::new();
    for file in sources(&pure, &[".rs"]) {
        let text = without_tests(&file.text);
        let found = FORBIDDEN.iter().filter(|name| text.contains(**name));
        breaches.extend(found.map(|name| format!("{}: {name}…)", file.path)));
    }
    report("pure crates", breaches);
}

/// Who may read files beside `source`, and which: none of a site's folders.
const READERS: [(&str, &str); 7] = [
    ("crates/assets/src/asset.rs", "what is published"),
    ("crates/assets/src/bundle.rs", "what was bundled"),
    ("crates/assets/src/icons.rs", "installed packages"),
    (
        "crates/assets/src/inputs.rs",
        "what scripts import from beside",
    ),
    (
        "crates/assets/src/node/mistake.rs",
        "what scripts import from beside",
    ),
    ("crates/assets/src/node/mod.rs", "the helper's own program"),
    ("crates/assets/src/store.rs", "the cache folder"),
];

#[test]
fn a_sites_folders_are_read_by_one_crate() {
    const READING: [&str; 5] = [
        "fs::read(",
        "fs::read_to_string(",
        "fs::read_dir(",
        "File::open(",
        "WalkDir::new(",
    ];
    let above = ["content", "assets", "render"].map(|name| format!("crates/{name}/src"));
    let above = above.each_ref().map(String::as_str);
    let mut breaches = Vec::new();
    for file in sources(&above, &[".rs"]) {
        if READERS.iter().any(|(path, _)| *path == file.path) {
            continue;
        }
        let text = without_tests(&file.text);
        let found = READING.iter().filter(|name| text.contains(**name));
        breaches.extend(found.map(|name| format!("{}: {name}…)", file.path)));
    }
    report("who reads files", breaches);
}

#[test]
fn only_site_knows_the_output_folder() {
    let crates = ["forms", "content", "assets", "render", "relay"];
    let folders: Vec<String> = crates
        .iter()
        .map(|name| format!("crates/{name}/src"))
        .collect();
    let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
    let files = sources(&folders, &[".rs"]).into_iter();
    let breaches = files.filter(|f| {
        let text = without_tests(&f.text);
        text.contains("\"dist\"") || text.contains("\"dist/")
    });
    report("dist/", breaches.map(|f| f.path).collect());
}

fn without_tests(text: &str) -> String {
    lines_without_tests(text).fold(String::new(), |all, line| all + line + "\n")
}

/// A text without the lines that are comments or attributes.
fn code(text: &str) -> String {
    let code = text.lines().filter(|line| {
        let line = line.trim_start();
        !line.starts_with("//") && !line.starts_with('#')
    });
    code.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_rules_above_can_be_broken() {
    let around = "use content::Site;\nfn f(view: &View) {\n    view.ground.assets.get(\"x\");\n}\n";
    assert_eq!(around_the_door(around), ["Site", "assets"]);
    assert!(around_the_door("use assets::Asset;\nfn f(view: &View) {}\n").is_empty());
    let function = "pub(crate) async fn long() {\n    a();\n    b();\n}\n";
    assert_eq!(functions(function), [("long".to_owned(), 4)]);
    let tuples = "fn f((a, b): (&A, &B), c: C) -> D {\n    g(|(a, b): (A, B)| a)\n}\nfn g(\n    (a, b): Both,\n    c: (C, D),\n    State(e): E,\n);\n";
    assert_eq!(tuple_parameters(tuples), 2);
    let manifest = "[dependencies]\nforms = { path = \"../forms\" }\n[dev-dependencies]\nsite = { path = \"../site\" }\n";
    let expected = BTreeSet::from(["forms".to_owned()]);
    assert_eq!(own_dependencies(manifest), expected);
    let inline = "[dependencies.content]\npath = \"../content\"\n";
    assert!(own_dependencies(inline).iter().all(|name| name == "path"));
    assert!(is_island("islands/Faq/Faq.tsx") && !is_island("islands/Faq/Item.tsx"));
    let types = "pub struct A<T>(T);\nenum B {}\n  pub(in crate::c) trait C {\npub fn d() {}\npub(crate) type E = (A) ;\n";
    assert!(shared_types(types).eq(["A", "C", "E"]));
    let with_tests = "fn a() {}\n\n#[cfg(test)]\nmod tests {\n    fn b() {}\n}\n";
    assert_eq!(lines_without_tests(with_tests).count(), 2);
}

#[test]
fn circles_are_found_through_exports_aliases_and_paths() {
    let check = |sources: &[(&str, &str)], expected: &[&[&str]]| {
        assert_eq!(imports::circles(sources), expected, "{sources:?}");
    };
    let circle: &[&[&str]] = &[&["a.rs", "b.rs"]];
    let root = ("lib.rs", "mod a;\nmod b;\npub use a::{A, Other as O};");
    check(
        &[
            root,
            ("a.rs", "use crate::b::B;"),
            ("b.rs", "use super::a::A;"),
        ],
        circle,
    );
    check(
        &[
            root,
            ("a.rs", "use crate::b;\nfn f() { b::f() }"),
            ("b.rs", "use crate::A;"),
        ],
        circle,
    );
    check(
        &[
            root,
            ("a.rs", "fn f() -> crate::b::B {}"),
            ("b.rs", "use crate::{O as X};"),
        ],
        circle,
    );
    check(
        &[root, ("a.rs", "use crate::b;"), ("b.rs", "use crate::A;")],
        &[],
    );
    check(
        &[
            root,
            ("a.rs", "use crate::b::B;"),
            ("b.rs", "// use crate::A;\nconst A: &str = \"crate::a::A\";"),
        ],
        &[],
    );
    let test = "fn b() {}\n\n#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}\n";
    check(&[root, ("a.rs", "use crate::b::b;"), ("b.rs", test)], &[]);
    let folder = [
        ("main.rs", "mod c;"),
        ("c/mod.rs", "mod d;\nuse d::D;\npub struct C;"),
        ("c/d.rs", "use super::C;"),
    ];
    check(&folder, &[&["c/d.rs", "c/mod.rs"]]);
}

/// The tests of a crate are one program: a file that it does not name would never run.
#[test]
fn every_file_of_tests_runs() {
    let files = rust();
    let of_folder = |folder: &str| {
        let names = files.iter().filter_map(|f| f.path.strip_prefix(folder));
        let names = names.filter_map(|name| name.strip_suffix(".rs"));
        names
            .filter(|name| !name.contains('/'))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let mut missing = Vec::new();
    let mut programs = 0;
    for main in files.iter().filter(|f| f.path.ends_with("/tests/main.rs")) {
        programs += 1;
        let folder = main.path.trim_end_matches("main.rs");
        let is_named = |name: &String| main.text.contains(&format!("\nmod {name};"));
        let others = of_folder(folder).into_iter().filter(|name| name != "main");
        missing.extend(
            others
                .filter(|name| !is_named(name))
                .map(|name| format!("{folder}{name}.rs")),
        );
    }
    assert!(programs > 4, "{programs} programs of tests");
    report("no module of main.rs", missing);
}

/// A promise whose test is gone is none.
#[test]
fn security_names_tests_that_exist() {
    let text = fs::read_to_string(fixture::project().join("SECURITY.md")).expect("readable");
    let code = sources(&["crates", "e2e", "release"], &[".rs", ".mjs", ".txt"]);
    let names = text.split('`').skip(1).step_by(2);
    let is_test = |name: &&str| {
        let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        let is_long = name.starts_with("row_") || name.matches('_').count() > 2;
        is_long && name.chars().all(is_word)
    };
    let tests: Vec<&str> = names.clone().filter(is_test).collect();
    assert!(tests.len() > 25, "{} tests are named", tests.len());
    let is_missing = |name: &&&str| {
        let function = format!("fn {name}(");
        !code.iter().any(|file| file.text.contains(&function))
    };
    let missing: Vec<String> = tests
        .iter()
        .filter(is_missing)
        .map(|name| (**name).to_owned())
        .collect();
    report("no such test", missing);
    let files = names
        .filter(|name| name.ends_with(".rs") || name.ends_with(".mjs") || name.ends_with(".txt"));
    let is_there = |name: &&str| {
        let (start, end) = name.split_once('*').unwrap_or((name, ""));
        let start = start.trim_end_matches(".txt");
        code.iter()
            .any(|file| file.path.contains(start) && file.path.ends_with(end))
    };
    let missing: Vec<String> = files
        .filter(|name| !is_there(name))
        .map(str::to_owned)
        .collect();
    report("no such file", missing);
    let rows = text.lines().filter_map(|line| {
        let mut cells = line.strip_prefix("| ")?.split(" | ");
        let number: usize = cells.next()?.parse().ok()?;
        let kept_by = cells.nth(1)?;
        assert!(
            kept_by.contains('`') || kept_by.starts_with("nothing: "),
            "{line}"
        );
        Some(number)
    });
    assert_eq!(rows.collect::<Vec<_>>(), (1..=63).collect::<Vec<_>>());
}
