//! Files that are named nearly as one of the engine's own: with `.yml` for `.yaml`, or in capitals.

use source::Diagnostic;

/// What the engine reads at the top of content/, without `.yaml`.
const OF_CONTENT: [&str; 6] = ["_defs", "_schema", "claims", "routes", "site", "strings"];

/// The path that a file was to have; none when it has that, or is none of the engine's own.
pub(crate) fn right_path(path: &str) -> Option<String> {
    let (folder, file) = path.rsplit_once('/')?;
    let (stem, ending) = file.rsplit_once('.')?;
    let is_yaml = ["yaml", "yml"]
        .iter()
        .any(|own| ending.eq_ignore_ascii_case(own));
    if !is_yaml {
        return None;
    }
    let is_below = |own: &str| {
        let rest = folder.strip_prefix(own);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let small = stem.to_ascii_lowercase();
    let right = match folder {
        "content" => OF_CONTENT.contains(&&*small).then_some(&*small),
        // What begins so is kept for oneself, but for the relay's settings.
        "content/forms" if stem.starts_with('_') => (small == "_relay").then_some("_relay"),
        "content/forms" => Some(stem),
        _ if is_below("templates/components") || is_below("content/_data") => {
            stem.ends_with(".schema").then_some(stem)
        }
        _ => (is_below("content") && small == "_schema").then_some("_schema"),
    };
    let right = format!("{}.yaml", right?);
    (right != file).then(|| format!("{folder}/{right}"))
}

/// The mistake of a file that was to have another path, where another file may stand.
pub(crate) fn mistake(path: &str, right: &str, is_there: bool) -> Diagnostic {
    let name = right.rsplit('/').next().unwrap_or(right);
    let hint = match is_there {
        true => format!("move what it says into `{right}`, and remove it"),
        false => format!("rename it to `{name}`"),
    };
    Diagnostic::error("ignored-file", format!("nothing reads `{path}`")).hint(hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_nearly_one_of_the_engines_own_means_it() {
        let check = |path: &str, right: Option<&str>| {
            assert_eq!(right_path(path).as_deref(), right, "{path}");
        };
        check("content/site.yml", Some("content/site.yaml"));
        check("content/Site.yaml", Some("content/site.yaml"));
        check("content/routes.YAML", Some("content/routes.yaml"));
        check("content/a/b/_schema.yml", Some("content/a/b/_schema.yaml"));
        check(
            "content/forms/Contact.yml",
            Some("content/forms/Contact.yaml"),
        );
        check(
            "content/forms/_relay.yml",
            Some("content/forms/_relay.yaml"),
        );
        check(
            "templates/components/note.schema.yml",
            Some("templates/components/note.schema.yaml"),
        );
        for other in [
            "content/site.yaml",
            "content/forms/Contact.yaml",
            "content/forms/_notes.yml",
            "content/_data/prices.yml",
            "content/articles/first.yml",
            "content/facts.yml",
            "public/site.yml",
            "templates/_schema.yml",
        ] {
            check(other, None);
        }
    }
}
