//! What comes in through dependencies is what `deny.toml` allows, and the bill of materials names all of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use crate::fixture;
use serde_json::Value;

/// The packages that Cargo.lock names and that are not the project's own: name, version and licence.
fn packages() -> Vec<(String, String, String)> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--locked", "--format-version", "1"])
        .current_dir(fixture::project())
        .output()
        .expect("cargo lists the packages");
    let all: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let all = all["packages"].as_array().expect("a list").iter();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let found: Vec<_> = all
        .filter(|package| !package["source"].is_null())
        .map(|p| (text(&p["name"]), text(&p["version"]), text(&p["license"])))
        .collect();
    assert!(found.len() > 200, "{} packages", found.len());
    found
}

/// The quoted texts behind a key of deny.toml, up to the end of its list.
fn listed(key: &str) -> Vec<String> {
    let text = fs::read_to_string(fixture::project().join("deny.toml")).expect("readable");
    let (_, list) = text.split_once(&format!("\n{key} = [\n")).expect("a list");
    let lines = list.lines().take_while(|line| *line != "]");
    let texts = lines.filter_map(|line| line.split('"').nth(1));
    texts.map(str::to_owned).collect()
}

#[test]
fn every_licence_is_one_that_is_allowed() {
    let allowed: BTreeSet<String> = listed("allow").into_iter().collect();
    let holds = |expression: &str| {
        // `/` is how crates wrote `OR` before they wrote expressions; parentheses stand around `OR` alone.
        let expression = expression.replace(" / ", " OR ").replace('/', " OR ");
        expression.split(" AND ").all(|part| {
            let mut choices = part.trim_matches(['(', ')']).split(" OR ");
            choices.any(|one| allowed.contains(one.trim_matches(['(', ')', ' '])))
        })
    };
    assert!(!holds("GPL-3.0-only") && !holds("MIT AND GPL-3.0-only") && !holds(""));
    let packages = packages();
    let refused: Vec<_> = packages
        .iter()
        .filter(|(_, _, licence)| !holds(licence))
        .collect();
    assert!(refused.is_empty(), "{refused:?}");
}

#[test]
fn every_duplicate_is_explained_and_every_explanation_is_of_one() {
    let mut versions = BTreeMap::<String, BTreeSet<String>>::new();
    for (name, version, _) in packages() {
        versions.entry(name).or_default().insert(version);
    }
    let explained: BTreeSet<String> = listed("skip").into_iter().collect();
    let mut used = BTreeSet::new();
    for (name, versions) in &versions {
        let all = versions.iter().map(|version| format!("{name}@{version}"));
        let (known, others): (Vec<_>, Vec<_>) = all.partition(|one| explained.contains(one));
        assert_eq!(
            others.len(),
            1,
            "of {name} {others:?} are not explained in deny.toml"
        );
        used.extend(known);
    }
    assert_eq!(used, explained, "deny.toml explains what is not there");
}

#[test]
fn the_bill_of_materials_names_every_package() {
    let make = || {
        let script = fixture::project().join(".ci/sbom.mjs");
        let output = Command::new("node").arg(script).output().expect("Node");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        output.stdout
    };
    let bytes = make();
    assert!(bytes == make(), "the same files give the same bytes");
    let bill: Value = serde_json::from_slice(&bytes).expect("JSON");
    assert_eq!(
        (&bill["bomFormat"], &bill["specVersion"]),
        (&"CycloneDX".into(), &"1.6".into())
    );
    let components = bill["components"].as_array().expect("a list");
    let named: BTreeSet<&str> = components
        .iter()
        .filter_map(|c| c["purl"].as_str())
        .collect();
    assert_eq!(named.len(), components.len(), "each stands there once");
    for (name, version, _) in packages() {
        let wanted = format!("pkg:cargo/{name}@{version}");
        assert!(named.contains(wanted.as_str()), "no {wanted}");
    }
    let react = |name: &&&str| name.starts_with("pkg:npm/react@");
    assert_eq!(named.iter().filter(react).count(), 1);
    let hashed = components.iter().filter(|c| c["hashes"].is_array()).count();
    assert!(
        hashed + 20 > components.len(),
        "{hashed} of {} are hashed",
        components.len()
    );
}

/// What a manifest asks for below `[dependencies]`: names, and versions of what is not the project's own.
fn asked(manifest: &str) -> BTreeMap<String, Option<String>> {
    let text = fs::read_to_string(fixture::project().join(manifest)).expect("readable");
    let list = text.split_once("\n[dependencies]\n");
    let lines = list
        .map_or("", |(_, list)| list)
        .lines()
        .take_while(|line| !line.starts_with('['));
    let dependencies = lines.filter_map(|line| line.split_once(" = "));
    let dependencies = dependencies.filter(|(name, _)| !name.starts_with([' ', '#']));
    let version = |value: &str| {
        let value = value.trim_start_matches("{ version = ");
        value
            .strip_prefix('"')?
            .split('"')
            .next()
            .map(str::to_owned)
    };
    dependencies
        .map(|(name, value)| (name.to_owned(), version(value)))
        .collect()
}

/// The names of what a manifest asks for and a file of the program uses.
fn used(file: &str, manifest: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(fixture::project().join(file)).expect("readable");
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let names = asked(manifest).into_keys();
    let is_used = |name: &String| {
        let path = format!("{}::", name.replace('-', "_"));
        text.match_indices(&path)
            .any(|(at, _)| !text[..at].ends_with(|c: char| c.is_alphanumeric() || "_:".contains(c)))
    };
    names.filter(is_used).collect()
}

/// The fuzz targets are a workspace of their own that compiles files of the program.
#[test]
fn fuzzing_has_the_versions_of_the_engine_and_every_target_its_seeds() {
    let project = fixture::project();
    let names = |folder: &str| -> BTreeSet<String> {
        let entries = fs::read_dir(project.join(folder))
            .expect("a folder")
            .flatten();
        let stems = entries.map(|entry| entry.path());
        stems
            .map(|path| {
                path.file_stem()
                    .expect("a name")
                    .to_string_lossy()
                    .into_owned()
            })
            .collect()
    };
    let mut versions = BTreeMap::<String, BTreeSet<Option<String>>>::new();
    for name in names("crates") {
        for (name, version) in asked(&format!("crates/{name}/Cargo.toml")) {
            versions.entry(name).or_default().insert(version);
        }
    }
    for manifest in ["fuzz/Cargo.toml", "fuzz/questions/Cargo.toml"] {
        let mut asked = asked(manifest);
        asked.retain(|name, version| version.is_some() && name != "libfuzzer-sys");
        assert!(asked.len() > 3, "{asked:?}");
        for (name, version) in asked {
            let engine = versions.get(&name);
            assert!(
                engine.is_some_and(|engine| engine.contains(&version)),
                "{manifest} asks for {name} {version:?}, the engine for {engine:?}"
            );
        }
    }
    let questions: BTreeSet<String> = asked("fuzz/questions/Cargo.toml").into_keys().collect();
    let used_by_questions = used("crates/render/src/read.rs", "crates/render/Cargo.toml");
    assert_eq!(questions, used_by_questions, "fuzz/questions/Cargo.toml");

    let there: BTreeSet<String> = asked("fuzz/Cargo.toml").into_keys().collect();
    let mut mirrored = 0;
    for source in names("fuzz/src") {
        let text = fs::read_to_string(project.join(format!("fuzz/src/{source}.rs"))).expect("text");
        for path in text.split("#[path = \"../../").skip(1) {
            let file = path.split('"').next().expect("a path");
            let needed = used(file, "crates/site/Cargo.toml");
            assert!(needed.is_subset(&there), "{file} uses {needed:?}");
            mirrored += 1;
        }
    }
    assert!(mirrored > 3, "{mirrored} files");

    let targets = names("fuzz/targets");
    let manifest = fs::read_to_string(project.join("fuzz/Cargo.toml")).expect("readable");
    let bins = manifest.split("[[bin]]\nname = \"").skip(1);
    let bins: BTreeSet<String> = bins
        .map(|bin| bin.split('"').next().unwrap().to_owned())
        .collect();
    let run = fs::read_to_string(project.join("fuzz/run")).expect("readable");
    let (_, run) = run.split_once("|| targets=(").expect("a list");
    let run = run.split(')').next().expect("an end").split(' ');
    let run: BTreeSet<String> = run.map(str::to_owned).collect();
    assert_eq!(targets, bins, "fuzz/Cargo.toml");
    assert_eq!(targets, run, "fuzz/run");
    assert_eq!(targets, names("fuzz/seeds"), "fuzz/seeds");
}
