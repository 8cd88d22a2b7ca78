//! The files of a former site that came nowhere, were not read, and are not spoken of: each is told, so that nothing is
//! left behind in silence.

use std::collections::{BTreeMap, BTreeSet};

use super::origin::{Generator, Origin};
use super::report::{Report, Topic};

/// Tells what is left of the files: a folder of which nothing came in one line, else file by file.
pub fn tell(origin: &Origin, listed: &[String], came: &BTreeSet<&str>, report: &mut Report) {
    let told = report.files();
    let is_left = |file: &str| {
        !came.contains(file)
            && !origin.is_settings(file)
            && !origin.was_read(file)
            && !told.contains(file)
    };
    let (left, known): (Vec<&str>, Vec<&str>) = listed
        .iter()
        .map(String::as_str)
        .partition(|file| is_left(file));
    let above = |file: &str| -> Vec<String> {
        let slashes = file.match_indices('/');
        slashes
            .map(|(slash, _)| file[..=slash].to_owned())
            .collect()
    };
    let kept: BTreeSet<String> = known.iter().flat_map(|file| above(file)).collect();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for file in left {
        let folder = above(file)
            .into_iter()
            .find(|folder| !kept.contains(folder));
        *places
            .entry(folder.unwrap_or_else(|| file.to_owned()))
            .or_default() += 1;
    }
    for (place, count) in places {
        let why = why(origin, &place);
        let what = match count {
            1 => why.to_owned(),
            _ => format!("none of its {count} files came: {why}"),
        };
        report.tell(Topic::Left, (&place, 0), what);
    }
}

/// What to do about a file or folder that is left.
fn why(origin: &Origin, place: &str) -> &'static str {
    let first = place.split_inclusive('/').next().unwrap_or(place);
    match (origin.generator, first) {
        (Generator::Hugo, "archetypes/") => "`site new` makes new entries from the schema",
        (Generator::Hugo, "i18n/") => {
            "words of the former theme: those of the new one stand in content/strings.yaml"
        }
        (Generator::Hugo | Generator::Zola, "themes/") => {
            "a former theme: what of it belongs to the site comes by hand"
        }
        (_, "assets/" | "sass/" | "_sass/") => {
            "for the former theme: what the new one needs comes into public/ by hand"
        }
        _ => "nothing reads it: what visitors need comes into content/ or public/ by hand",
    }
}
