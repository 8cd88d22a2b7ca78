//! Code to HTML with classes, for the languages that this program was compiled with.

use std::sync::{Arc, LazyLock};

use arborium::{Config, GrammarStore, Highlighter, HtmlFormat};

/// Compiled grammars, made on first use: constants that would cost milliseconds each time.
static GRAMMARS: LazyLock<Arc<GrammarStore>> = LazyLock::new(|| Arc::new(GrammarStore::new()));

/// Names that authors write for languages that have another name here.
const ALIASES: [(&str, &str); 9] = [
    ("js", "javascript"),
    ("jsx", "javascript"),
    ("ts", "typescript"),
    ("py", "python"),
    ("rs", "rust"),
    ("sh", "bash"),
    ("shell", "bash"),
    ("yml", "yaml"),
    ("vue", "html"),
];

/// The code as HTML with `<span class="…">` around what the language names, or none when the
/// language is not known.
pub fn highlight(language: &str, code: &str) -> Option<String> {
    let language = language.to_ascii_lowercase();
    let known = ALIASES.iter().find(|(alias, _)| *alias == language);
    let language = known.map_or(language.as_str(), |(_, name)| name);
    let config = Config {
        html_format: HtmlFormat::ClassNames,
        ..Config::default()
    };
    let mut highlighter = Highlighter::with_store_and_config(Arc::clone(&GRAMMARS), config);
    highlighter.highlight(language, code).ok()
}
