//! The islands' types and the definitions that their tests read, held to what is written here.
//!
//! `UPDATE=1 cargo test --release -p forms --lib` writes them anew.

use std::path::Path;

use source::{Source, yaml};
use ts_rs::{Config, TS};

use crate::*;

/// A file of islands/ui/form/ holds what is expected, or is made to.
#[track_caller]
fn check(name: &str, expected: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../islands/ui/form");
    let path = folder.join(name);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, expected).unwrap();
    }
    assert!(
        std::fs::read_to_string(&path).unwrap_or_default() == expected,
        "islands/ui/form/{name} is stale: run `UPDATE=1 cargo test --release -p forms --lib`"
    );
}

fn declared<T: TS + 'static>(config: &Config) -> String {
    let docs = T::docs().unwrap_or_default();
    format!("{}\nexport {}\n\n", docs.trim_end(), T::decl(config))
}

#[test]
fn the_islands_types_are_ours() {
    let config = Config::default().with_large_int("number");
    let mut text =
        "// Written by the tests of crates/forms: change the types there.\n\n".to_owned();
    for declaration in [
        declared::<Form>(&config),
        declared::<Progress>(&config),
        declared::<Buttons>(&config),
        declared::<Step>(&config),
        declared::<Field>(&config),
        declared::<Kind>(&config),
        declared::<Control>(&config),
        declared::<Choice>(&config),
        declared::<Condition>(&config),
        declared::<Countries>(&config),
        declared::<Country>(&config),
        declared::<Outcome>(&config),
        declared::<Case>(&config),
        declared::<Tone>(&config),
        declared::<Carried>(&config),
        declared::<CarriedKind>(&config),
        declared::<CarriedFormat>(&config),
        declared::<Toasts>(&config),
        declared::<Notice>(&config),
        declared::<Receipt>(&config),
        declared::<FailureTexts>(&config),
        declared::<Privacy>(&config),
        declared::<Meta>(&config),
        declared::<Honeypot>(&config),
        declared::<MailLayout>(&config),
    ] {
        text += &declaration;
    }
    let text = text.replace("/**\n * ", "/** ").replace("\n */", " */");
    let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
    check("definition.ts", &format!("{}\n", lines.join("\n")));
}

#[test]
fn the_islands_tests_read_our_definitions() {
    let forms = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/forms");
    let read = ["agence", "contact", "eligibilite", "newsletter"].map(|id| {
        let text = std::fs::read_to_string(forms.join(format!("{id}.yaml"))).unwrap();
        let source = Source::new(id, text);
        let (node, _) = yaml::parse(&source, 0..source.text().len());
        Form::from_node(id, &node.unwrap(), &source).unwrap()
    });
    let text = serde_json::to_string_pretty(&read).unwrap();
    check("fixture.json", &format!("{text}\n"));
}
