//! The settings of a former site, file by file: what cannot be read is told, and what was for its theme alone.

use std::io;
use std::path::Path;
use std::sync::Arc;

use serde_json::Value;
use source::document::Syntax;
use source::yaml::{Kind, Node};
use source::{Diagnostic, Source};

use super::report::{Report, Topic};

/// Keys below which a theme has settings of its own.
const PARAMETERS: [&str; 2] = ["params", "extra"];

/// The folder in which Hugo's settings stand, part by part.
pub const FOLDER: &str = "config/_default";
/// The parts of them that are read.
pub const PARTS: [&str; 6] = [
    "menus",
    "menu",
    "permalinks",
    "params",
    "taxonomies",
    "languages",
];
/// How the names of its files end.
pub const FORMATS: [&str; 4] = ["toml", "yaml", "yml", "json"];

/// Tells the settings of a theme, each at its line.
fn tell_each(of: &str, given: &Node, source: &Source, report: &mut Report) {
    let Kind::Map(entries) = &given.kind else {
        return;
    };
    let others = entries.iter().filter(|(key, _)| key.name != "description");
    for (key, _) in others {
        let what = format!(
            "`{of}.{}` was for the former theme: a setting of your own stands in content/site.yaml and is declared in content/_schema.yaml",
            key.name
        );
        let line = source.position(key.span.start).0;
        report.tell(Topic::Left, (&source.path, line), what);
    }
}

/// Where words of templates stand by their language.
const WORDS: &str = "translations";

/// Tells words that former templates said, which stay behind with these.
fn tell_words(of: &str, given: &Node, source: &Source, report: &mut Report) {
    let what = format!(
        "`{of}` were words of the former templates: those of your own stand in content/strings.yaml"
    );
    let line = source.position(given.span.start).0;
    report.tell(Topic::Left, (&source.path, line), what);
}

/// Tells the settings of a theme among all, also those of single languages.
pub fn tell_of_theme(all: &Node, source: &Source, report: &mut Report) {
    for part in PARAMETERS.into_iter().chain(["languages", WORDS]) {
        if let Some(given) = all.get(part) {
            tell_part(part, given, source, report);
        }
    }
}

/// Tells those of one part of all settings, which may stand in a file of its own.
pub fn tell_part(part: &str, given: &Node, source: &Source, report: &mut Report) {
    match &given.kind {
        Kind::Map(languages) if part == "languages" => {
            for (code, settings) in languages {
                for key in PARAMETERS {
                    if let Some(given) = settings.get(key) {
                        let of = format!("languages.{}.{key}", code.name);
                        tell_each(&of, given, source, report);
                    }
                }
                if let Some(given) = settings.get(WORDS) {
                    let of = format!("languages.{}.{WORDS}", code.name);
                    tell_words(&of, given, source, report);
                }
            }
        }
        _ if part == WORDS => tell_words(part, given, source, report),
        _ if PARAMETERS.contains(&part) => tell_each(part, given, source, report),
        _ => {}
    }
}

/// Reads what a folder of settings says for single languages, in files such as `params.fr.toml`, into what all say of
/// these; what is neither a setting of a theme nor a menu there is told as left.
pub fn of_languages(root: &Path, languages: &mut Value, report: &mut Report) {
    for (code, settings) in languages.as_object_mut().into_iter().flatten() {
        // Its menus are read where those of all languages are.
        for part in ["params", "permalinks", "taxonomies"] {
            let files = FORMATS.map(|ending| format!("{FOLDER}/{part}.{code}.{ending}"));
            let own = files
                .iter()
                .find_map(|file| self::settings(root, file, report));
            let Some((own, source)) = own else {
                continue;
            };
            if part == "params" {
                let of = format!("languages.{code}.{part}");
                tell_each(&of, &own, &source, report);
                if let Some(settings) = settings.as_object_mut() {
                    settings.insert(part.to_owned(), own.to_json());
                }
                continue;
            }
            let what = format!("its `{part}` of the language `{code}` stay behind");
            report.tell(Topic::Left, (&source.path, 0), what);
        }
    }
}

/// The settings of a file, if there is one; one that cannot be read is told.
pub fn settings(root: &Path, name: &str, report: &mut Report) -> Option<(Node, Arc<Source>)> {
    let text = match source::read_text(&root.join(name)) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            report.tell(Topic::Left, (name, 0), "it is no text");
            return None;
        }
        Err(_) => return None,
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let source = Source::new(name, text.replace("\r\n", "\n"));
    let (node, found) = Syntax::of(name)?.parse(&source, 0..source.text().len());
    if let (None, Some(mistake)) = (&node, found.first()) {
        let (line, why) = refused(mistake);
        report.tell(Topic::Left, (name, line), why);
    }
    Some((node?, source))
}

/// The line of a mistake, and what it says.
pub fn refused(mistake: &Diagnostic) -> (usize, String) {
    let label = mistake.labels.first();
    let line = label.map_or(0, |label| label.source.position(label.span.start).0);
    (line, format!("it cannot be read: {mistake}"))
}
