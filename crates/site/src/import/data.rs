//! Data files of the former site: those that the engine reads come into content/_data/, the others are told.

use std::collections::BTreeMap;

use source::Sources;
use source::document::Syntax;

use super::origin::{Generator, Origin};
use super::report::{Report, Topic};
use super::settings::refused;

/// The data of which the new site's theme makes its menu.
const MENU: &str = "menu";

/// Takes the data files from those of the site, and gives what they become.
pub fn take_out(origin: &mut Origin, report: &mut Report) -> BTreeMap<String, String> {
    let folders = match origin.generator {
        Generator::Hugo => vec!["data/".to_owned()],
        Generator::Jekyll => vec!["_data/".to_owned()],
        Generator::Eleventy => vec![format!("{}_data/", origin.content), "_data/".to_owned()],
        Generator::Zola | Generator::Astro | Generator::MdBook => Vec::new(),
    };
    let mut data: BTreeMap<String, (String, String)> = BTreeMap::new();
    for file in std::mem::take(&mut origin.files) {
        let mut folders = folders.iter();
        let Some(below) = folders.find_map(|folder| file.strip_prefix(folder.as_str())) else {
            origin.files.push(file);
            continue;
        };
        let come = name(below).and_then(|(name, ending)| match data.contains_key(&name) {
            true => Err((0, format!("other data is called `{name}` already"))),
            false => Ok((format!("content/_data/{name}.{ending}"), name)),
        });
        let come = come.and_then(|(target, name)| Ok((name, (target, text(origin, &file)?))));
        match come {
            Ok((name, file)) => drop(data.insert(name, file)),
            Err((line, why)) => report.tell(Topic::Left, (&file, line), why),
        }
    }
    data.into_values().collect()
}

/// What a data file is called in the new site, with the ending; else why it is none.
fn name(below: &str) -> Result<(String, &str), (usize, String)> {
    let (stem, ending) = below.rsplit_once('.').unwrap_or((below, ""));
    let ending = match ending {
        "yml" | "yaml" => "yaml",
        "json" | "toml" | "csv" => ending,
        _ => {
            return Err((
                0,
                "no data that is read here: YAML, JSON, TOML and CSV are".to_owned(),
            ));
        }
    };
    let last = stem.rsplit('/').next().unwrap_or(stem);
    if last.starts_with('_') || last.eq_ignore_ascii_case("readme") {
        return Err((0, "data is not read from a file of this name".to_owned()));
    }
    // What stands behind a dot names a language, or a schema.
    let name = stem.replace('.', "-");
    Ok(match name.as_str() {
        MENU => (format!("former-{MENU}"), ending),
        _ => (name, ending),
    })
}

/// The text of a data file that the engine reads; else the line of what it refuses, and why.
fn text(origin: &Origin, file: &str) -> Result<String, (usize, String)> {
    let unread = |why: &dyn std::fmt::Display| (0, format!("it cannot be read: {why}"));
    let bytes = source::read_file(&origin.root.join(file)).map_err(|error| unread(&error))?;
    let text = Sources::from_bytes([(file, bytes)]).text(file);
    let source = match text.map_err(|error| unread(&error))? {
        Some(Ok(source)) => source,
        Some(Err(mistake)) => return Err(refused(&mistake)),
        None => return Err((0, "it is gone".to_owned())),
    };
    let syntax = Syntax::of(file).unwrap_or(Syntax::Yaml);
    let (_, found) = syntax.parse(&source, 0..source.text().len());
    match found.iter().find(|mistake| mistake.is_error()) {
        Some(mistake) => Err(refused(mistake)),
        None => Ok(source.text().as_str().to_owned()),
    }
}
