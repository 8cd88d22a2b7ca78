//! A site's folder of forms: the definitions, and how the relay speaks and looks.

use std::path::Path;
use std::sync::Arc;

use forms::{Form, Settings};
use source::yaml::{self, Node};
use source::{Diagnostic, Source, Sources};

/// The settings' file, beside the forms.
const SETTINGS: &str = "_relay.yaml";

/// What a folder of forms says.
pub struct Definitions {
    /// The forms, by id.
    pub forms: Vec<Form>,
    /// How the relay speaks and looks.
    pub settings: Settings,
}

/// Reads a folder: a form in each `.yaml` file, and the settings in `_relay.yaml`.
///
/// # Errors
///
/// A file that cannot be read, a folder without forms, or the mistakes of the files as
/// `file:line:column: message`.
pub fn read_forms(folder: &Path) -> Result<Definitions, Vec<String>> {
    let failed = |error: std::io::Error| vec![format!("`{}`: {error}", folder.display())];
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        names.push(entry.map_err(failed)?.file_name());
    }
    names.sort();
    let ids = names
        .iter()
        .filter_map(|name| name.to_str()?.strip_suffix(".yaml"));
    let ids: Vec<&str> = ids.filter(|id| !id.starts_with('_')).collect();
    if ids.is_empty() {
        return Err(vec![format!("`{}` holds no .yaml file", folder.display())]);
    }
    let (mut forms, mut mistakes) = (Vec::new(), Vec::new());
    for id in ids {
        let form = read(folder, &format!("{id}.yaml"), &mut mistakes);
        match form.map(|(node, source)| Form::from_node(id, &node, &source)) {
            Some(Ok(form)) => forms.push(form),
            Some(Err(found)) => mistakes.extend(found.iter().map(told)),
            None => {}
        }
    }
    let own = match names.iter().any(|name| name == SETTINGS) {
        true => read(folder, SETTINGS, &mut mistakes),
        false => Some((Node::null(0..0), Source::new(SETTINGS, ""))),
    };
    let settings = own.map(|(node, source)| Settings::from_node(&node, &source));
    let settings = settings.and_then(|read| read.map_err(|found| mistakes.push(told(&found))).ok());
    match settings.map(|settings| dressed(folder, settings, &mut mistakes)) {
        Some(settings) if mistakes.is_empty() => Ok(Definitions { forms, settings }),
        _ => Err(mistakes),
    }
}

/// The tree of a file; none when it has a mistake.
fn read(folder: &Path, name: &str, mistakes: &mut Vec<String>) -> Option<(Node, Arc<Source>)> {
    let bytes = std::fs::read(folder.join(name))
        .map_err(|error| mistakes.push(format!("`{}`: {error}", folder.join(name).display())))
        .ok()?;
    let sources = Sources::from_bytes([(name, bytes)]);
    let source = sources.text(name).ok()??;
    let source = source.map_err(|found| mistakes.push(told(&found))).ok()?;
    let (node, found) = yaml::parse(&source, 0..source.text.len());
    mistakes.extend(found.iter().map(told));
    node.filter(|_| found.is_empty()).map(|node| (node, source))
}

/// The settings with what stands in the files that their look names.
fn dressed(folder: &Path, mut settings: Settings, mistakes: &mut Vec<String>) -> Settings {
    for part in settings.look.parts() {
        if part.ends_with(".css") || part.ends_with(".svg") {
            let path = folder.join(part.as_str());
            match std::fs::read_to_string(&path) {
                Ok(text) => *part = text,
                Err(error) => mistakes.push(format!("`{}`: {error}", path.display())),
            }
        }
    }
    settings
}

/// A mistake as `file:line:column: message`.
fn told(mistake: &Diagnostic) -> String {
    let place = mistake.place().unwrap_or_default();
    let hint = mistake.hint.iter().map(|hint| format!("\nhint: {hint}"));
    let hint: String = hint.collect();
    format!("{place}: {mistake} [{}]{hint}", mistake.code)
}
