//! Code as HTML with classes: what a piece of code is, never what it looks like.
//!
//! The classes are `hl-comment`, `hl-keyword`, `hl-string`, `hl-number`, `hl-constant`,
//! `hl-function`, `hl-type`, `hl-property`, `hl-tag`, `hl-attribute`, `hl-inserted` and
//! `hl-deleted`; variables, operators and punctuation have none.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use syntect::easy::ScopeRangeIterator;
use syntect::parsing::{ParseState, Scope, ScopeStack, SyntaxReference, SyntaxSet};
use syntect::util::LinesWithEndings;

use crate::escape::escape_text;

/// What the HTML of a piece of code depends on beside language and code: raised whenever a class, a
/// grammar or the way of writing changes.
pub const RECIPE: u32 = 3;

/// Code with a longer line stays without colours: what the grammars take for a line grows with its square.
pub(crate) const MOST_OF_A_LINE: usize = 8 * 1024;

/// Coloured code as HTML, by its language, a line end and the code.
pub type Coloured = BTreeMap<String, String>;

/// Colours code. The grammars cost tens of milliseconds to unpack, so what was coloured in an
/// earlier build is taken from there. Invariant: colouring depends on nothing but language, code
/// and [`RECIPE`], so a kept piece is what would be made again (test
/// `a_kept_piece_is_what_would_be_made`).
#[derive(Clone)]
pub struct Highlight {
    known: Option<Arc<Coloured>>,
    grammars: Arc<OnceLock<Grammars>>,
}

impl Default for Highlight {
    fn default() -> Self {
        Self::new(Some(Arc::default()))
    }
}

impl std::fmt::Debug for Highlight {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let pieces = self.known.as_ref().map_or(0, |known| known.len());
        write!(f, "Highlight ({pieces} pieces known)")
    }
}

impl Highlight {
    /// The code of an earlier build, and grammars that are unpacked when they are first asked for. With none, languages are
    /// known, but no code is coloured.
    pub fn new(known: Option<Arc<Coloured>>) -> Self {
        Self {
            known,
            grammars: Arc::default(),
        }
    }

    /// Whether code in this language can be coloured, or is meant to have no colours.
    pub(crate) fn knows(&self, language: &str) -> bool {
        let is_plain = |name: &&str| language.eq_ignore_ascii_case(name);
        if PLAIN.iter().any(&is_plain) || COMMON.iter().any(is_plain) {
            return true;
        }
        let grammars = self.grammars.get_or_init(Grammars::unpack);
        grammars.syntaxes.find_syntax_by_token(language).is_some()
    }

    /// Whether code in a language that has colours is left without them for a line that is too long.
    pub(crate) fn leaves(&self, language: &str, code: &str) -> bool {
        let is_plain = |name: &&str| language.eq_ignore_ascii_case(name);
        has_long_line(code) && !PLAIN.iter().any(is_plain) && self.knows(language)
    }

    /// A piece of an earlier build.
    pub(crate) fn known(&self, key: &str) -> Option<&str> {
        self.known.as_ref()?.get(key).map(String::as_str)
    }

    /// The language that was meant.
    pub(crate) fn suggestion(&self, language: &str) -> Option<String> {
        let grammars = self.grammars.get_or_init(Grammars::unpack);
        let names = grammars.syntaxes.syntaxes().iter();
        let names = names.flat_map(|s| {
            s.file_extensions
                .iter()
                .cloned()
                .chain([s.name.to_lowercase()])
        });
        let names: Vec<String> = names.collect();
        source::did_you_mean(&language.to_lowercase(), names.iter().map(String::as_str))
    }

    /// Code as HTML, which is added to `coloured` too; none when the language is not known, a line is too long, or
    /// no code is to be coloured.
    pub(crate) fn html(
        &self,
        language: &str,
        code: &str,
        coloured: &mut Coloured,
    ) -> Option<String> {
        let known = self.known.as_ref()?;
        if has_long_line(code) {
            return None;
        }
        let key = format!("{language}\n{code}");
        let html = match known.get(&key) {
            Some(html) => html.clone(),
            None => self
                .grammars
                .get_or_init(Grammars::unpack)
                .colour(language, code)?,
        };
        coloured.insert(key, html.clone());
        Some(html)
    }
}

fn has_long_line(code: &str) -> bool {
    code.len() > MOST_OF_A_LINE && code.lines().any(|line| line.len() > MOST_OF_A_LINE)
}

/// What marks code that has no colours.
const PLAIN: [&str; 6] = ["text", "txt", "plain", "plaintext", "console", "output"];
/// Languages that need no look at the grammars, which cost tens of milliseconds to unpack; test
/// `common_languages_are_known` holds them against the grammars.
const COMMON: [&str; 31] = [
    "bash",
    "c",
    "cpp",
    "cs",
    "css",
    "diff",
    "dockerfile",
    "go",
    "html",
    "java",
    "javascript",
    "js",
    "json",
    "kotlin",
    "lua",
    "makefile",
    "php",
    "python",
    "py",
    "rb",
    "ruby",
    "rs",
    "rust",
    "scss",
    "sh",
    "sql",
    "toml",
    "ts",
    "typescript",
    "xml",
    "yaml",
];

/// The grammars, and the class of each scope that has one.
struct Grammars {
    syntaxes: SyntaxSet,
    classes: Vec<(Scope, &'static str)>,
}

impl Grammars {
    fn unpack() -> Self {
        let scope = |(name, class): &(&str, _)| Some((Scope::new(name).ok()?, *class));
        Self {
            syntaxes: two_face::syntax::extra_newlines(),
            classes: CLASSES.iter().filter_map(scope).collect(),
        }
    }

    /// `language` is a name or an alias such as `rs`, `ts`, `sh`, `yml`, `vue`.
    fn colour(&self, language: &str, code: &str) -> Option<String> {
        let mut state = ParseState::new(self.syntax(language, code)?);
        let mut scopes = ScopeStack::new();
        let mut html = Writer::default();
        for line in LinesWithEndings::from(code) {
            let operations = state.parse_line(line, &self.syntaxes).ok()?;
            for (range, operation) in ScopeRangeIterator::new(&operations, line) {
                scopes.apply(operation).ok()?;
                let piece = &line[range];
                html.write(piece, self.class(&scopes, piece));
            }
        }
        html.switch("");
        Some(html.out)
    }

    fn syntax(&self, language: &str, code: &str) -> Option<&SyntaxReference> {
        // A snippet of PHP seldom opens with the tag that leaves HTML.
        if language.eq_ignore_ascii_case("php") && !code.contains("<?") {
            return self.syntaxes.find_syntax_by_name("PHP Source");
        }
        (!language.is_empty()).then(|| self.syntaxes.find_syntax_by_token(language))?
    }

    /// The class of a piece: of its innermost scope that is known.
    fn class(&self, scopes: &ScopeStack, piece: &str) -> &'static str {
        let known = |scope: &Scope| {
            let is_in = |(known, _): &&(Scope, _)| known.is_prefix_of(*scope);
            self.classes.iter().find(is_in)
        };
        let innermost = scopes.scopes.iter().rev().find_map(known);
        match innermost {
            // An operator that is a word, such as `AND` or `typeof`, reads as a keyword.
            Some((_, OPERATOR)) if piece.trim().chars().all(char::is_alphabetic) => "hl-keyword",
            Some((_, OPERATOR)) | None => "",
            Some((_, class)) => class,
        }
    }
}

/// Stands for an operator, which has a class only where it is a word.
const OPERATOR: &str = "operator";

/// The classes of scopes, which are named as Sublime Text's grammars name them; of two that hold
/// one scope the first counts. Operators and variables hide what is around them.
const CLASSES: &[(&str, &str)] = &[
    ("comment", "hl-comment"),
    ("constant.character.escape", "hl-string"),
    ("constant.numeric", "hl-number"),
    ("constant", "hl-constant"),
    ("string", "hl-string"),
    ("keyword.operator", OPERATOR),
    ("keyword", "hl-keyword"),
    ("storage.type.numeric", "hl-type"),
    ("storage", "hl-keyword"),
    ("entity.name.function", "hl-function"),
    ("variable.function", "hl-function"),
    ("support.function", "hl-function"),
    ("support.macro", "hl-function"),
    ("entity.name.tag.yaml", "hl-property"),
    ("entity.name.tag", "hl-tag"),
    ("entity.other.attribute-name", "hl-attribute"),
    ("support.type.property-name", "hl-property"),
    ("variable.other.member", "hl-property"),
    ("variable.other.property", "hl-property"),
    ("entity.name", "hl-type"),
    ("entity.other.inherited-class", "hl-type"),
    ("support.class", "hl-type"),
    ("support.type", "hl-type"),
    ("markup.inserted", "hl-inserted"),
    ("markup.deleted", "hl-deleted"),
    ("variable", ""),
    ("meta.interpolation", ""),
    ("meta.template.expression", ""),
];

/// Writes code piece by piece; neighbours of one class share an element.
#[derive(Default)]
struct Writer {
    out: String,
    class: &'static str,
    /// White space that is not written yet: it looks the same in every class, so it opens none.
    space: String,
}

impl Writer {
    fn write(&mut self, code: &str, class: &'static str) {
        if code.trim_ascii().is_empty() {
            return self.space.push_str(code);
        }
        self.switch(class);
        escape_text(&mut self.out, code);
    }

    fn switch(&mut self, class: &'static str) {
        let is_other = class != self.class;
        if is_other && !self.class.is_empty() {
            self.out.push_str("</span>");
        }
        self.out.push_str(&self.space);
        self.space.clear();
        if is_other && !class.is_empty() {
            self.out.push_str("<span class=\"");
            self.out.push_str(class);
            self.out.push_str("\">");
        }
        self.class = class;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_languages_are_known() {
        let grammars = Grammars::unpack();
        let unknown = COMMON
            .iter()
            .filter(|name| grammars.syntax(name, "<?").is_none());
        assert_eq!(unknown.collect::<Vec<_>>(), Vec::<&&str>::new());
    }

    #[test]
    fn a_kept_piece_is_what_would_be_made() {
        let mut coloured = Coloured::new();
        let made = Highlight::default().html("rust", "fn main() {}", &mut coloured);
        let has_class = |html: &String| html.contains("hl-keyword");
        assert!(made.as_ref().is_some_and(has_class));
        let second = Highlight::new(Some(Arc::new(coloured.clone())));
        let mut again = Coloured::new();
        assert_eq!(second.html("rust", "fn main() {}", &mut again), made);
        assert_eq!(again, coloured);
        assert_eq!(second.html("no such language", "x", &mut again), None);
    }

    #[test]
    fn code_with_a_line_without_end_has_no_colours() {
        let mut coloured = Coloured::new();
        let mut html = |code: &str| Highlight::default().html("sql", code, &mut coloured);
        let row = "insert into a values ('b', 1);";
        let rows = format!("{row}\n").repeat(MOST_OF_A_LINE / row.len() + 1);
        assert!(html(&rows).is_some_and(|html| html.contains("hl-keyword")));
        let line = row.repeat(MOST_OF_A_LINE / row.len() + 1);
        assert_eq!(html(&format!("select 1;\n{line}")), None);
        let highlight = Highlight::default();
        assert!(highlight.leaves("sql", &line) && !highlight.leaves("sql", &rows));
        assert!(!highlight.leaves("text", &line) && !highlight.leaves("klingon", &line));
    }

    #[test]
    fn an_operator_that_is_a_word_is_a_keyword() {
        let html = |language, code: &str| {
            let html = Highlight::default().html(language, code, &mut Coloured::new());
            html.unwrap_or_default()
        };
        let sql = html(
            "sql",
            "SELECT a AS b FROM c WHERE d AND e >= 1 OR f IN (2);",
        );
        for word in ["AS", "AND", "OR", "IN"] {
            assert!(
                sql.contains(&format!("hl-keyword\">{word}</span>")),
                "{word}: {sql}"
            );
        }
        assert!(sql.contains(" e &gt;= "), "{sql}");
        let php = html("php", "$a = $b && $c instanceof D;");
        assert!(php.contains("hl-keyword\">instanceof</span>"), "{php}");
        assert!(php.contains(" &amp;&amp; "), "{php}");
    }

    #[test]
    fn a_component_of_one_file_is_coloured_as_html() {
        let code = "<template>\n  <p class=\"a\">b</p>\n</template>\n";
        let html = Highlight::default().html("vue", code, &mut Coloured::new());
        assert!(html.is_some_and(|html| html.contains("hl-tag")));
    }
}
