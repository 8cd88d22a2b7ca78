//! The addresses that the text of an entry says where it cannot be read as one, so that links to them are not told as broken.

use crate::field::Field;
use crate::file_name::FileName;
use crate::route;
use source::Source;

/// The site paths in the lines of an entry that say them: its `route`, its `aliases`, and the address that its `slug` gives.
/// What follows from the file's name is known without its text.
pub(crate) fn said(source: &Source, named: &FileName<'_>) -> Vec<String> {
    let text = source.text();
    let mut paths = Vec::new();
    let mut key = "";
    for line in text.lines().skip_while(|line| line.trim() == "---") {
        if line.trim_end() == "---" {
            break;
        }
        let value = match line.split_once(':') {
            Some((name, value)) if !line.starts_with([' ', '-']) => {
                key = name;
                value
            }
            _ => line,
        };
        let mut words = value
            .split([',', '[', ']', ' ', '"', '\''])
            .filter(|word| !word.is_empty() && *word != "-");
        match key {
            "route" | "aliases" => {
                let said = words.filter(|word| word.starts_with('/'));
                paths.extend(said.map(str::to_owned));
            }
            "slug" => {
                let pattern = named.collection.route.as_deref().unwrap_or_default();
                let slug = words.next().unwrap_or_default();
                paths.extend(route::expand(pattern, slug, &named.place, &Field::Null));
            }
            _ => {}
        }
    }
    paths
}
