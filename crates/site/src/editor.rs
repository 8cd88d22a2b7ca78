//! The part of an editor's settings that is the site's: `yaml.schemas`. Everything else is left as it was.

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstRootNode};

/// The settings' key.
const KEY: &str = "yaml.schemas";

/// Settings with nothing but the associations of schemas and files.
pub fn settings(associations: &[(String, Vec<String>)]) -> String {
    // An empty text always parses, and its root becomes an object.
    merge("", "", associations).unwrap_or_default()
}

/// Settings with the associations merged in. Comments, other keys and other schemas stay; those of
/// `folder` that are no longer there go. Fails with a reason when the text is not an editor's
/// settings.
pub fn merge(
    text: &str,
    folder: &str,
    associations: &[(String, Vec<String>)],
) -> Result<String, String> {
    let root = CstRootNode::parse(text, &ParseOptions::default()).map_err(|e| e.to_string())?;
    let settings = root
        .object_value_or_create()
        .ok_or("it is not an object in braces")?;
    let schemas = settings
        .object_value_or_create(KEY)
        .ok_or_else(|| format!("`{KEY}` is not an object in braces"))?;
    for property in schemas.properties() {
        let name = property.name().and_then(|name| name.decoded_value().ok());
        let is_ours = |name: &String| {
            let below = name
                .strip_prefix(folder)
                .and_then(|rest| rest.strip_prefix('/'));
            below.is_some() && !folder.is_empty()
        };
        let is_gone = name
            .filter(is_ours)
            .is_some_and(|name| associations.iter().all(|(schema, _)| *schema != name));
        if is_gone {
            property.remove();
        }
    }
    for (schema, globs) in associations {
        let globs = globs.iter().map(|glob| CstInputValue::from(glob.as_str()));
        let globs = CstInputValue::Array(globs.collect());
        match schemas.get(schema) {
            Some(property) => property.set_value(globs),
            None => drop(schemas.append(schema, globs)),
        }
    }
    let text = root.to_string();
    Ok(format!("{}\n", text.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(before: &str, expected: &str) {
        let ours = [("./s/a.json".to_owned(), vec!["content/a/*.yaml".to_owned()])];
        let merged = merge(before, "./s", &ours).expect("merges");
        assert_eq!(merged, expected);
        assert_eq!(
            merge(&merged, "./s", &ours).expect("merges"),
            merged,
            "twice is once"
        );
    }

    #[test]
    fn keeps_comments_other_keys_and_other_schemas() {
        check(
            "{\n    // mine\n    \"editor.rulers\": [100], // wide\n}\n",
            "{\n    // mine\n    \"editor.rulers\": [100], // wide\n    \"yaml.schemas\": {\n        \"./s/a.json\": [\"content/a/*.yaml\"]\n    },\n}\n",
        );
        check(
            "{\n  \"yaml.schemas\": {\n    \"./other.json\": \"x.yaml\",\n    \"./s/gone.json\": [],\n    \"./s/a.json\": []\n  },\n  \"a\": 1\n}\n",
            "{\n  \"yaml.schemas\": {\n    \"./other.json\": \"x.yaml\",\n    \"./s/a.json\": [\"content/a/*.yaml\"]\n  },\n  \"a\": 1\n}\n",
        );
    }

    #[test]
    fn refuses_what_is_not_settings() {
        for text in ["[1]", "{ \"yaml.schemas\": 3 }", "{ a"] {
            assert!(merge(text, "./s", &[]).is_err(), "{text}");
        }
    }
}
