//! The forms: those of a folder, or those that the program was built with.

use std::path::Path;

use forms::Form;
use source::{Diagnostic, Sources, yaml};

const EMBEDDED: &[(&str, &str)] = &[
    ("agence", include_str!("../../../content/forms/agence.yaml")),
    (
        "contact",
        include_str!("../../../content/forms/contact.yaml"),
    ),
    (
        "eligibilite",
        include_str!("../../../content/forms/eligibilite.yaml"),
    ),
    (
        "newsletter",
        include_str!("../../../content/forms/newsletter.yaml"),
    ),
];

/// The forms that the program was built with.
///
/// # Errors
///
/// The problems of the definitions, one a line.
pub fn embedded_forms() -> Result<Vec<Form>, Vec<String>> {
    parse_all(
        EMBEDDED
            .iter()
            .map(|(id, yaml)| ((*id).to_owned(), (*yaml).to_owned())),
    )
}

/// The forms of a folder, one `.yaml` file each.
///
/// # Errors
///
/// A file that cannot be read, a folder without forms, or the problems of the definitions as
/// `file:line:column: message`.
pub fn read_forms(folder: &Path) -> Result<Vec<Form>, Vec<String>> {
    let failed = |error: std::io::Error| vec![format!("`{}`: {error}", folder.display())];
    let mut sources = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let stem = path
            .file_stem()
            .and_then(|stem| stem.to_str())
            .unwrap_or("")
            .to_owned();
        if path
            .extension()
            .is_some_and(|extension| extension == "yaml")
            && !stem.starts_with('_')
        {
            let yaml = std::fs::read_to_string(&path)
                .map_err(|error| vec![format!("`{}`: {error}", path.display())])?;
            sources.push((stem, yaml));
        }
    }
    if sources.is_empty() {
        return Err(vec![format!("`{}` holds no .yaml file", folder.display())]);
    }
    sources.sort();
    parse_all(sources)
}

fn parse_all(
    sources: impl IntoIterator<Item = (String, String)>,
) -> Result<Vec<Form>, Vec<String>> {
    let (mut forms, mut mistakes) = (Vec::new(), Vec::new());
    for (id, yaml) in sources {
        match parse(&id, yaml) {
            Ok(form) => forms.push(form),
            Err(found) => mistakes.extend(found.iter().map(told)),
        }
    }
    if mistakes.is_empty() {
        Ok(forms)
    } else {
        Err(mistakes)
    }
}

fn parse(id: &str, yaml: String) -> Result<Form, Vec<Diagnostic>> {
    let path = format!("{id}.yaml");
    let sources = Sources::from_bytes([(path.clone(), yaml)]);
    let source = match sources.text(&path) {
        Ok(Some(text)) => text.map_err(|mistake| vec![mistake])?,
        // It was given a line above.
        _ => return Err(Vec::new()),
    };
    let (node, mistakes) = yaml::parse(&source, 0..source.text.len());
    match node {
        Some(node) if mistakes.is_empty() => Form::from_node(id, &node, &source),
        _ => Err(mistakes),
    }
}

/// A mistake as `file:line:column: message`.
fn told(mistake: &Diagnostic) -> String {
    let place = mistake.place().unwrap_or_default();
    let hint = mistake.hint.iter().map(|hint| format!("\nhint: {hint}"));
    format!(
        "{place}: {mistake} [{}]{}",
        mistake.code,
        hint.collect::<String>()
    )
}
