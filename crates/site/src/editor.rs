//! The part of an editor's settings that is the site's: the schemas of its YAML files. Everything else is left as it was.

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstRootNode};

/// An editor whose settings a workspace may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Editor {
    /// Visual Studio Code with the extension `redhat.vscode-yaml`, and others that read its settings.
    VsCode,
    /// Zed, which brings the YAML language server along.
    Zed,
}

impl Editor {
    /// The file of its settings below the site's folder.
    pub fn file(self) -> &'static str {
        match self {
            Self::VsCode => ".vscode/settings.json",
            Self::Zed => ".zed/settings.json",
        }
    }

    /// The keys that lead to the associations of schemas and files.
    fn keys(self) -> &'static [&'static str] {
        match self {
            Self::VsCode => &["yaml.schemas"],
            Self::Zed => &["lsp", "yaml-language-server", "settings", "yaml", "schemas"],
        }
    }
}

/// Settings with nothing but the associations of schemas and files.
pub fn settings(editor: Editor, associations: &[(String, Vec<String>)]) -> String {
    // An empty text always parses, and its root becomes an object.
    merge(editor, "", "", associations).unwrap_or_default()
}

/// Settings with the associations merged in. Comments, other keys and other schemas stay; those of
/// `folder` that are no longer there go. Fails with a reason when the text is not an editor's
/// settings.
pub fn merge(
    editor: Editor,
    text: &str,
    folder: &str,
    associations: &[(String, Vec<String>)],
) -> Result<String, String> {
    let root = CstRootNode::parse(text, &ParseOptions::default()).map_err(|e| e.to_string())?;
    let mut schemas = root
        .object_value_or_create()
        .ok_or("it is not an object in braces")?;
    for key in editor.keys() {
        schemas = schemas
            .object_value_or_create(key)
            .ok_or_else(|| format!("`{key}` is not an object in braces"))?;
    }
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
        let merged = merge(Editor::VsCode, before, "./s", &ours).expect("merges");
        assert_eq!(merged, expected);
        assert_eq!(
            merge(Editor::VsCode, &merged, "./s", &ours).expect("merges"),
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
            assert!(merge(Editor::VsCode, text, "./s", &[]).is_err(), "{text}");
        }
    }
}
