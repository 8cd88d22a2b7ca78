//! What comes in through dependencies is what `deny.toml` allows, and the bill of materials names all of it.

mod fixture;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

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
