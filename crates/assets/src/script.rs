//! The files that a script names to be loaded with it: `import`, `export … from` and `import()` of a text. No more of its
//! syntax is known than finds them: where a comment, a text, a template and a regular expression ends. A parser of the whole
//! language brings dozens of crates, and esbuild is there only where a site has islands.

use std::ops::Range;

/// Words behind which no value has ended, so that a slash begins a regular expression.
const BEFORE_VALUES: [&str; 16] = [
    "await",
    "case",
    "delete",
    "do",
    "else",
    "export",
    "extends",
    "in",
    "instanceof",
    "new",
    "of",
    "return",
    "throw",
    "typeof",
    "void",
    "yield",
];

/// Words whose parentheses hold a condition, behind which a statement begins.
const OF_CONDITIONS: [&str; 4] = ["for", "if", "while", "with"];

/// The insides of the texts by which a script names modules, in their order. One with an escape is none of them.
pub(crate) fn imports(script: &str) -> Vec<Range<usize>> {
    let tokens = Reader::new(script).read();
    let is = |index: Option<usize>, word: &str| {
        let token = index.and_then(|index| tokens.get(index));
        token.is_some_and(|token| token.kind != Kind::Text && &script[token.span.clone()] == word)
    };
    // `a.import(…)` is a method.
    let is_import = |index: Option<usize>| {
        let before = index.and_then(|index| index.checked_sub(1));
        is(index, "import") && !is(before, ".")
    };
    let names_module = |index: usize| {
        let before = |far: usize| index.checked_sub(far);
        let is_argument = is(before(1), "(") && is_import(before(2));
        let is_whole = is(Some(index + 1), ")") || is(Some(index + 1), ",");
        is(before(1), "from") || is_import(before(1)) || is_argument && is_whole
    };
    let texts = tokens.iter().enumerate();
    let texts = texts.filter(|(_, token)| token.kind == Kind::Text);
    let found = texts.filter(|(index, token)| {
        !script[token.span.clone()].contains('\\') && names_module(*index)
    });
    found.map(|(_, token)| token.span.clone()).collect()
}

/// The script with other names of modules, as far as `replace` gives one for each in its turn.
pub(crate) fn rewrite(script: &str, mut replace: impl FnMut(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(script.len());
    let mut from = 0;
    for span in imports(script) {
        if let Some(other) = replace(&script[span.clone()]) {
            out.push_str(&script[from..span.start]);
            out.push_str(&other);
            from = span.end;
        }
    }
    out + &script[from..]
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A name, a key word or a number.
    Word,
    /// What stands between quotes.
    Text,
    /// A regular expression or a part of a template.
    Value,
    /// A sign.
    Sign,
}

#[derive(Clone, Debug)]
struct Token {
    kind: Kind,
    span: Range<usize>,
    /// Whether a value may have ended with it, so that a slash divides.
    ends_value: bool,
}

struct Reader<'a> {
    script: &'a str,
    at: usize,
    tokens: Vec<Token>,
    /// Of each open parenthesis whether it holds a condition.
    parentheses: Vec<bool>,
    /// Of each open brace whether a template goes on behind it.
    braces: Vec<bool>,
}

impl<'a> Reader<'a> {
    fn new(script: &'a str) -> Self {
        Self {
            script,
            at: 0,
            tokens: Vec::new(),
            parentheses: Vec::new(),
            braces: Vec::new(),
        }
    }

    fn read(mut self) -> Vec<Token> {
        let bytes = self.script.as_bytes();
        if bytes.starts_with(b"#!") {
            self.at = self.line_end();
        }
        while let Some(&byte) = bytes.get(self.at) {
            let start = self.at;
            match byte {
                _ if byte.is_ascii_whitespace() => self.at += 1,
                b'/' if bytes[start..].starts_with(b"//") => self.at = self.line_end(),
                b'/' if bytes[start..].starts_with(b"/*") => {
                    let end = self.script[start + 2..].find("*/");
                    self.at = end.map_or(bytes.len(), |end| start + 2 + end + 2);
                }
                b'"' | b'\'' => self.text(byte),
                b'`' => self.template(),
                b'/' if !self.has_value() && self.expression_end().is_some() => {
                    let end = self.expression_end().unwrap_or(start + 1);
                    self.push(Kind::Value, end, true);
                }
                _ if is_of_word(byte) => self.word(),
                _ => self.sign(byte),
            }
        }
        self.tokens
    }

    /// Adds what stands from here up to a place.
    fn push(&mut self, kind: Kind, end: usize, ends_value: bool) {
        self.tokens.push(Token {
            kind,
            span: self.at..end,
            ends_value,
        });
        self.at = end;
    }

    fn has_value(&self) -> bool {
        self.tokens.last().is_some_and(|token| token.ends_value)
    }

    fn line_end(&self) -> usize {
        let rest = &self.script[self.at..];
        rest.find('\n')
            .map_or(self.script.len(), |end| self.at + end)
    }

    /// A text between quotes, which ends with its line at the latest.
    fn text(&mut self, quote: u8) {
        self.at += 1;
        let bytes = self.script.as_bytes();
        let mut end = self.at;
        while bytes.get(end).is_some_and(|b| *b != quote && *b != b'\n') {
            end += if bytes[end] == b'\\' { 2 } else { 1 };
        }
        let end = end.min(bytes.len());
        self.push(Kind::Text, end, true);
        self.at = (end + 1).min(bytes.len());
    }

    /// A template, from its quote or from the brace that ends an expression in it, up to the next of these.
    fn template(&mut self) {
        let bytes = self.script.as_bytes();
        let mut end = self.at + 1;
        loop {
            match bytes.get(end) {
                None => return self.push(Kind::Value, bytes.len(), true),
                Some(b'`') => return self.push(Kind::Value, end + 1, true),
                Some(b'$') if bytes.get(end + 1) == Some(&b'{') => {
                    self.braces.push(true);
                    return self.push(Kind::Value, end + 2, false);
                }
                Some(b'\\') => end += 2,
                Some(_) => end += 1,
            }
        }
    }

    /// Where a regular expression ends that begins here; none where nothing ends it on its line.
    fn expression_end(&self) -> Option<usize> {
        let bytes = self.script.as_bytes();
        let mut end = self.at + 1;
        let mut in_class = false;
        loop {
            match bytes.get(end)? {
                b'\n' => return None,
                b'\\' => end += 1,
                b'[' => in_class = true,
                b']' => in_class = false,
                b'/' if !in_class => return Some(end + 1),
                _ => {}
            }
            end += 1;
        }
    }

    fn word(&mut self) {
        let rest = &self.script.as_bytes()[self.at..];
        let len = rest.iter().position(|byte| !is_of_word(*byte));
        let end = self.at + len.unwrap_or(rest.len());
        let word = &self.script[self.at..end];
        let is_key = BEFORE_VALUES.contains(&word) && !self.is_behind(".");
        self.push(Kind::Word, end, !is_key);
    }

    fn is_behind(&self, sign: &str) -> bool {
        let last = self.tokens.last();
        last.is_some_and(|token| {
            token.kind == Kind::Sign && self.script[token.span.clone()] == *sign
        })
    }

    fn sign(&mut self, sign: u8) {
        let end = self.at + 1;
        let ends_value = match sign {
            b'(' => {
                let last = self.tokens.last();
                let word = last.map(|token| &self.script[token.span.clone()]);
                let is_condition = word.is_some_and(|word| OF_CONDITIONS.contains(&word));
                self.parentheses.push(is_condition);
                false
            }
            b')' => !self.parentheses.pop().unwrap_or_default(),
            b'{' => {
                self.braces.push(false);
                false
            }
            b'}' if self.braces.pop().unwrap_or_default() => return self.template(),
            b']' => true,
            // Behind a value it belongs to that.
            b'+' | b'-' if self.script.as_bytes().get(end) == Some(&sign) => {
                let has_value = self.has_value();
                return self.push(Kind::Sign, end + 1, has_value);
            }
            _ => false,
        };
        self.push(Kind::Sign, end, ends_value);
    }
}

/// Whether a byte can be part of a name or a number.
fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'#' | b'\\') || !byte.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_found_wherever_a_script_names_them() {
        let check = |script: &str, expected: &[&str]| {
            let found = imports(script).into_iter().map(|span| &script[span]);
            assert_eq!(found.collect::<Vec<_>>(), expected, "{script}");
        };
        check("import './a.js'", &["./a.js"]);
        check(
            "import a from \"./a.js\";import*as b from'./b.js'",
            &["./a.js", "./b.js"],
        );
        check(
            "import { a as \"b c\", d } from \"./a.js\" with { type: \"json\" }",
            &["./a.js"],
        );
        check(
            "export * from './a.js'; export { b } from './b.js'",
            &["./a.js", "./b.js"],
        );
        check(
            "const a = await import( './a.js' ); import(b); import('./c' + d)",
            &["./a.js"],
        );
        check("import('./a.js', { with: {} })", &["./a.js"]);
        check(
            "a.import('./a.js'); import.meta.url; ({ from: './b.js', import: './c.js' })",
            &[],
        );
        check(
            "// import './a.js'\n/* import './b.js' */ import './c.js'",
            &["./c.js"],
        );
        check("'import \"./a.js\"'; \"\\\" import './b.js'\"", &[]);
        check(
            "`import './a.js' ${ import(\"./b.js\") } import './c.js'`",
            &["./b.js"],
        );
        check("`${ { a: `${1}` } }`; import './a.js'", &["./a.js"]);
        check("a = /'/; import './a.js'", &["./a.js"]);
        check("if (a) /\"/.test(b); import './a.js'", &["./a.js"]);
        check("a = b / c; d = '/'; import './a.js'", &["./a.js"]);
        check(
            "a = (b) / c; e = f[0] / \"/\"; import './a.js'",
            &["./a.js"],
        );
        check("a++ / b; return /['\"]/; import './a.js'", &["./a.js"]);
        check("a = /[/'\"]/u.exec(b) / 2; import './a.js'", &["./a.js"]);
        check("#!/usr/bin/env 'node\nimport './a.js'", &["./a.js"]);
        check("import './\\u0061.js'; 'é'; import './b.js'", &["./b.js"]);
        check("'never ended\nimport './a.js'", &["./a.js"]);
        for cut in [
            "'", "'\\", "`", "`\\", "`${", "/", "/\\", "/[", "/*", "import(", "}", ")",
        ] {
            check(cut, &[]);
        }
    }
}
