//! Folders beside content/ that look as if they were read: those of other generators, and collections in the wrong place.

use content::Site;
use source::{Diagnostic, Sources};

/// What others call the folder of files that are published as they are.
const PUBLIC: [&str; 2] = ["static", "images"];
/// What others call those of texts.
const TEXTS: [&str; 4] = ["posts", "_posts", "_drafts", "_pages"];
/// What others call those of templates.
const TEMPLATES: [&str; 3] = ["layouts", "_layouts", "_includes"];
/// What others call that of data.
const DATA: [&str; 2] = ["_data", "data"];

/// A warning for each.
pub fn warnings(site: &Site, sources: &Sources) -> Vec<Diagnostic> {
    let theme = sources.theme().and_then(Result::ok);
    let names = sources.beside().iter();
    names
        .filter_map(|name| warning(site, theme, name))
        .collect()
}

fn warning(site: &Site, theme: Option<&str>, name: &str) -> Option<Diagnostic> {
    let is_one = |names: &[&str]| names.contains(&name);
    let is_theme =
        theme.is_some_and(|theme| theme.trim_start_matches("./").split('/').next() == Some(name));
    let hint = match () {
        () if is_theme => return None,
        () if site.collection(name).is_some() => {
            format!("move its files into content/{name}/")
        }
        () if is_one(&PUBLIC) => {
            "files for visitors stand in public/, pictures of a text beside it".to_owned()
        }
        () if is_one(&TEXTS) => {
            "texts stand in the folder of a collection, such as content/articles/".to_owned()
        }
        () if is_one(&TEMPLATES) => "templates stand in templates/".to_owned(),
        () if name == "forms" => "move its files into content/forms/".to_owned(),
        () if is_one(&DATA) => "move its files into content/_data/".to_owned(),
        () => return None,
    };
    let warning = Diagnostic::warning(
        "ignored-file",
        format!("nothing reads the folder `{name}/`"),
    );
    Some(warning.hint(hint))
}
