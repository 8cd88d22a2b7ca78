//! What a style sheet says of others: the files it refers to, the classes it styles; and where it is broken.

use std::collections::BTreeSet;
use std::ops::Range;

use cssparser::{Parser, Token};
use serde::{Deserialize, Serialize};
use source::href;

/// A reference to another file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Reference {
    /// Byte range of the address, without its quotes.
    pub span: Range<usize>,
    /// Whether it names another style sheet (`@import`).
    pub import: bool,
}

/// What is wrong with a style sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Breach {
    /// Its place in bytes.
    pub span: Range<usize>,
    /// What it is.
    pub fault: Fault,
}

/// What can be wrong at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Fault {
    /// A text without its closing quote.
    Text,
    /// An address without its bracket, or with signs that need quotes.
    Address,
    /// A bracket that was never opened.
    Closing(char),
    /// A bracket that nothing closes.
    Unclosed,
    /// A declaration that browsers leave out.
    Empty,
    /// What stands among declarations and is none.
    NoDeclaration,
    /// A declaration that is a part of the one above it.
    Unseparated,
}

impl Fault {
    /// What to say of it.
    pub fn message(self) -> String {
        let message = match self {
            Self::Text => "this text has no closing quote",
            Self::Address => "this address is not closed or needs quotes",
            Self::Closing(bracket) => return format!("this `{bracket}` closes nothing"),
            Self::Unclosed => "this is never closed",
            Self::Empty => "this declaration has no value",
            Self::NoDeclaration => "this is no declaration: it has no `:`",
            Self::Unseparated => "there is no `;` before this declaration",
        };
        message.to_owned()
    }
}

/// What was found in a style sheet, in its order.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Findings {
    /// Comments and other strings hold none.
    pub references: Vec<Reference>,
    /// The names of classes in selectors.
    pub classes: BTreeSet<String>,
    /// Browsers read on behind a mistake, and leave out what no author would guess.
    pub breaches: Vec<Breach>,
}

/// Reads a style sheet.
pub(crate) fn read(css: &str) -> Findings {
    let mut findings = Findings::default();
    findings.walk(css, &mut Parser::new(css), Place::Top);
    findings
}

/// What surrounds the tokens that are read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Top,
    /// Between `{` and `}`.
    Block,
    /// Between `url(` and `)`.
    Address {
        import: bool,
    },
    /// Between other brackets.
    Brackets,
}

/// What was read since the last `;` or block: a declaration, the head of a rule, or an at-rule.
#[derive(Default)]
struct Statement {
    start: Option<usize>,
    is_at_rule: bool,
    is_import: bool,
    colons: usize,
    /// A word that begins a line.
    first_of_line: Option<Range<usize>>,
    /// One that is followed by a colon though a declaration is still open.
    unseparated: Option<Range<usize>>,
}

impl Findings {
    fn walk(&mut self, css: &str, input: &mut Parser<'_>, place: Place) {
        let mut statement = Statement::default();
        let (mut after_dot, mut after_line) = (false, true);
        loop {
            let start = input.position().byte_index();
            let Ok(token) = input.next_including_whitespace_and_comments().cloned() else {
                break;
            };
            let span = start..input.position().byte_index();
            if let Token::WhiteSpace(space) = token {
                after_line |= space.contains('\n');
                continue;
            }
            if matches!(token, Token::Comment(_)) {
                continue;
            }
            let begins_line = std::mem::take(&mut after_line);
            let is_class = std::mem::take(&mut after_dot);
            let word_of_line = statement.first_of_line.take();
            statement.start.get_or_insert(start);
            match token {
                Token::Delim('.') => after_dot = true,
                Token::Ident(name) if is_class => drop(self.classes.insert(name.to_string())),
                Token::Ident(_) if begins_line => statement.first_of_line = Some(span),
                Token::Colon => statement.colon(word_of_line),
                Token::AtKeyword(name) => {
                    statement.is_at_rule = true;
                    statement.is_import = name.eq_ignore_ascii_case("import");
                }
                Token::Semicolon => self.end(css, std::mem::take(&mut statement), start, place),
                Token::QuotedString(_) => self.string(css, span, statement.is_import, place),
                Token::UnquotedUrl(_) => {
                    let inner = css[span.clone()].trim_end_matches(')');
                    let inner = &inner["url(".len()..];
                    let start = span.start + "url(".len() + inner.len() - inner.trim_start().len();
                    let span = start..start + inner.trim().len();
                    let import = std::mem::take(&mut statement.is_import);
                    self.references.push(Reference { span, import });
                }
                Token::Function(name) if name.eq_ignore_ascii_case("url") => {
                    let import = std::mem::take(&mut statement.is_import);
                    self.nested(css, input, span, Place::Address { import });
                }
                Token::Function(_) | Token::ParenthesisBlock | Token::SquareBracketBlock => {
                    self.nested(css, input, span, Place::Brackets);
                }
                Token::CurlyBracketBlock => {
                    self.nested(css, input, span, Place::Block);
                    statement = Statement::default();
                }
                Token::BadString(_) => self.breach(span, Fault::Text),
                Token::BadUrl(_) => self.breach(span, Fault::Address),
                Token::CloseCurlyBracket => self.breach(span, Fault::Closing('}')),
                Token::CloseParenthesis => self.breach(span, Fault::Closing(')')),
                Token::CloseSquareBracket => self.breach(span, Fault::Closing(']')),
                _ => {}
            }
        }
        self.end(css, statement, input.position().byte_index(), place);
    }

    /// What stands between brackets that were just opened.
    fn nested(&mut self, css: &str, input: &mut Parser<'_>, open: Range<usize>, place: Place) {
        let mut end = css.len();
        let _ = input.parse_nested_block(|input| {
            self.walk(css, input, place);
            end = input.position().byte_index();
            Ok::<_, cssparser::ParseError<()>>(())
        });
        // References of an unclosed address are still told by their own reader.
        if end == css.len() {
            let bracket = open.end.saturating_sub(1)..open.end;
            self.breaches.retain(|b| b.fault != Fault::Unclosed);
            self.breach(bracket, Fault::Unclosed);
        }
    }

    fn string(&mut self, css: &str, span: Range<usize>, is_import: bool, place: Place) {
        let import = match place {
            Place::Address { import } => import,
            _ if is_import => true,
            _ => return,
        };
        let span = inside(css.as_bytes(), span.start, span.end);
        self.references.push(Reference { span, import });
    }

    /// The end of a statement that opened no block.
    fn end(&mut self, css: &str, statement: Statement, end: usize, place: Place) {
        let (Some(start), Place::Block) = (statement.start, place) else {
            return;
        };
        if statement.is_at_rule {
            return;
        }
        let written = css[start..end].trim_end();
        // Properties of an author's own may be empty, and so may what they begin with.
        let may_be_empty = written.starts_with("--") || written.starts_with("initial-value");
        if statement.colons == 1 && written.ends_with(':') && !may_be_empty {
            self.breach(start..start + written.len(), Fault::Empty);
        }
        if statement.colons == 0 {
            self.breach(start..end, Fault::NoDeclaration);
        }
        if let Some(word) = statement.unseparated {
            self.breach(word, Fault::Unseparated);
        }
    }

    fn breach(&mut self, span: Range<usize>, fault: Fault) {
        self.breaches.push(Breach { span, fault });
    }
}

impl Statement {
    fn colon(&mut self, word_of_line: Option<Range<usize>>) {
        if self.colons > 0 && self.unseparated.is_none() {
            self.unseparated = word_of_line;
        }
        self.colons += 1;
    }
}

/// The style sheet with some of its references replaced; `replace` gives none to leave one alone.
pub(crate) fn rewrite(
    css: &str,
    references: &[Reference],
    mut replace: impl FnMut(&str, &Reference) -> Option<String>,
) -> String {
    let mut out = String::with_capacity(css.len());
    let mut from = 0;
    for reference in references {
        if let Some(new) = replace(&css[reference.span.clone()], reference) {
            out.push_str(&css[from..reference.span.start]);
            out.push_str(&new);
            from = reference.span.end;
        }
    }
    out.push_str(&css[from..]);
    out
}

/// The style sheet with others in the place of the `@import`s that name them, as far as `sheet` gives their text: one file
/// less to ask for. What has a condition stays, and so does all before what stays: behind a rule no `@import` counts.
pub(crate) fn inline(
    css: &str,
    references: &[Reference],
    mut sheet: impl FnMut(&str) -> Option<String>,
) -> String {
    let mut out = css.to_owned();
    for import in references.iter().filter(|r| r.import).rev() {
        let whole = plain_import(css, &import.span);
        let Some((whole, text)) = whole.zip(sheet(&css[import.span.clone()])) else {
            break;
        };
        out.replace_range(whole, &text);
    }
    out
}

/// The statement that imports an address and says nothing else.
fn plain_import(css: &str, address: &Range<usize>) -> Option<Range<usize>> {
    let start = css[..address.start].rfind('@')?;
    let head = css[start..address.start].to_ascii_lowercase();
    let head = head.strip_prefix("@import")?.trim_start();
    let open = head.strip_prefix("url(").unwrap_or(head);
    let rest = &css[address.end..];
    let end = rest.find(';').unwrap_or(rest.len());
    let is_plain = |text: &str, around: &[char]| text.trim_matches(around).trim().is_empty();
    let whole = start..(address.end + end + 1).min(css.len());
    (is_plain(open, &['"', '\'', ' ']) && is_plain(&rest[..end], &['"', '\'', ')', ' ']))
        .then_some(whole)
}

/// The style sheet without what only its author reads: comments (but for `/*! licences */`) and spaces that part nothing.
pub(crate) fn compact(css: &str) -> String {
    let mut out = String::with_capacity(css.len());
    copy(css, &mut Parser::new(css), &mut out);
    out
}

/// Copies tokens up to the end of the block that `input` stands in, and tells whether the last is a semicolon.
fn copy(css: &str, input: &mut Parser<'_>, out: &mut String) -> bool {
    // What stood between the last token and this one; spaces behind a bracket or separator part nothing.
    let (mut between, mut after_separator) = ("", true);
    let (mut after_colon, mut after_semicolon) = (false, false);
    loop {
        let start = input.position().byte_index();
        let Ok(token) = input.next_including_whitespace_and_comments().cloned() else {
            return after_semicolon;
        };
        let text = &css[start..input.position().byte_index()];
        match token {
            Token::WhiteSpace(_) => {
                between = " ";
                continue;
            }
            Token::Comment(comment) if !comment.starts_with('!') => {
                // Two words that only a comment parts stay two.
                between = if between.is_empty() { "/**/" } else { between };
                continue;
            }
            _ => {}
        }
        let is_separator = matches!(token, Token::Comma | Token::CurlyBracketBlock);
        let is_semicolon = matches!(token, Token::Semicolon);
        // A custom property that is empty has a space for its value.
        if !is_separator && !after_separator || after_colon && is_semicolon {
            out.push_str(between);
        }
        (after_colon, after_semicolon) = (matches!(token, Token::Colon), is_semicolon);
        (between, after_separator) = ("", is_separator || is_semicolon || after_colon);
        out.push_str(text);
        let close = match token {
            Token::CurlyBracketBlock => '}',
            Token::SquareBracketBlock => ']',
            Token::ParenthesisBlock | Token::Function(_) => ')',
            _ => continue,
        };
        let ended = input
            .parse_nested_block(|input| Ok::<_, cssparser::ParseError<()>>(copy(css, input, out)));
        // The last declaration of a block ends with it.
        if close == '}' && ended.unwrap_or_default() {
            out.pop();
        }
        out.push(close);
    }
}

/// Whether an address points into the site: not to another host, and not into the sheet itself.
pub(crate) fn is_local(url: &str) -> bool {
    !(url.is_empty() || url.starts_with('#') || href::is_external(url))
}

/// The path below public/ that an address in a file of the folder `base` names; none when it leads out.
pub(crate) fn resolve(base: &str, path: &str) -> Option<String> {
    match path.starts_with('/') {
        true => href::join("", path),
        false => href::join(&format!("{base}/"), path),
    }
}

/// The file that an address in a file of the folder `base` names, as it is written or as browsers read it, else the name
/// that it would have.
pub(crate) fn find(base: &str, path: &str, has: impl Fn(&str) -> bool) -> Result<String, String> {
    let named = |path: &str| resolve(base, path).filter(|name| has(name));
    let read = href::decoded(path);
    let found = named(path).or_else(|| named(read.as_deref()?));
    let shown = read.as_deref().unwrap_or(path);
    found.ok_or_else(|| resolve(base, shown).unwrap_or_else(|| shown.to_owned()))
}

/// The inside of a string, which may lack its closing quote.
fn inside(bytes: &[u8], start: usize, end: usize) -> Range<usize> {
    let closed = end > start + 1 && bytes[end - 1] == bytes[start];
    start + 1..if closed { end - 1 } else { end }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compacts_what_only_an_author_reads() {
        for (css, expected) in [
            ("a { b : c ; }\n\n/* d */ e > f { }", "a{b :c }e > f{}"),
            (".a/* */.b, c/**/ d {}", ".a/**/.b,c d{}"),
            (
                "a::after { content: \" ;  \"; }",
                "a::after{content:\" ;  \"}",
            ),
            (
                "@media ( x ) { a\\, b { c: d( e , f ) } }",
                "@media (x){a\\, b{c:d(e,f)}}",
            ),
            (
                "/*! licence */ a{--b: ;c:url( x ) y}",
                "/*! licence */ a{--b: ;c:url( x ) y}",
            ),
            ("a{b:c", "a{b:c}"),
            (
                "@import 'x'; a { b: c; d :hover { --e: ; } }",
                "@import 'x';a{b:c;d :hover{--e: }}",
            ),
        ] {
            assert_eq!(compact(css), expected, "{css}");
        }
    }

    #[test]
    fn finds_references_and_nothing_else() {
        for (css, expected) in [
            ("a{src:url(/f/x.woff2)format('woff2')}", vec!["/f/x.woff2"]),
            ("a{b:url( \"a b.svg\" ) url('c')}", vec!["a b.svg", "c"]),
            ("/* url(no) */a{content:\"url(no)\"}", vec![]),
            (
                "@import 'x.css' screen;@import url(y.css);a{content:'z'}",
                vec!["x.css", "y.css"],
            ),
            ("a{content:'\\'url(no)'}", vec![]),
            ("é{b:URL(x)}", vec!["x"]),
            ("a{b:url(", vec![""]),
            ("a{b:url(\"", vec![""]),
            ("a{b:url(\"é", vec!["é"]),
        ] {
            let found = read(css).references;
            let found: Vec<_> = found.into_iter().map(|r| &css[r.span]).collect();
            assert_eq!(found, expected, "{css}");
        }
    }

    #[test]
    fn rewrites_only_what_it_is_told_to() {
        let css = "a{b:url(x) url(\"y\")}";
        let references = read(css).references;
        let out = rewrite(css, &references, |url, _| {
            (url == "y").then(|| "z.1".into())
        });
        assert_eq!(out, "a{b:url(x) url(\"z.1\")}");
    }

    #[test]
    fn imported_sheets_take_the_place_of_plain_imports() {
        let sheet = |name: &str| name.starts_with('y').then(|| format!(".{name}{{}}"));
        for (css, expected) in [
            (
                "@import 'y1'; @import url(y2);@IMPORT URL( \"y3\" )",
                ".y1{} .y2{}.y3{}",
            ),
            (
                "@layer a;@import 'y';b{c:url(y)}",
                "@layer a;.y{}b{c:url(y)}",
            ),
            ("@import 'y' print;a{}", "@import 'y' print;a{}"),
            ("@import url(y) layer(a)", "@import url(y) layer(a)"),
            (
                "@import 'y1';@import '//x';@import 'y2';",
                "@import 'y1';@import '//x';.y2{}",
            ),
        ] {
            assert_eq!(inline(css, &read(css).references, sheet), expected, "{css}");
        }
    }

    #[test]
    fn tells_where_a_sheet_is_broken() {
        for (css, expected) in [
            (
                "a { color: red; }\n@media (x) { .b:hover { c: d } }\n",
                vec![],
            ),
            ("a {\n  b: c;\n  &:hover { d: e }\n  @apply f g;\n}", vec![]),
            ("@theme { --x-*: initial; --y: a,\n b; }", vec![]),
            ("a{b:c}\n.d {\n  e: f;\n", vec![("{", Fault::Unclosed)]),
            ("a{b:c}}", vec![("}", Fault::Closing('}'))]),
            ("a {\n  b: c\n  d: e;\n}", vec![("d", Fault::Unseparated)]),
            ("a { b c; d: e }", vec![("b c", Fault::NoDeclaration)]),
            ("a { b: ; --c: ; --d:; e:f }", vec![("b:", Fault::Empty)]),
            ("a { b: c; d:\n}", vec![("d:", Fault::Empty)]),
            ("@property --a { syntax: '*'; initial-value: ; }", vec![]),
            ("a { b: 'c\n; }", vec![("'c", Fault::Text)]),
        ] {
            let found = read(css).breaches;
            let found: Vec<_> = found
                .iter()
                .map(|b| (&css[b.span.clone()], b.fault))
                .collect();
            assert_eq!(found, expected, "{css}");
        }
    }

    #[test]
    fn finds_the_classes_of_selectors() {
        let css = ".a.b>p .c\\:d{x:.5em url(e.svg)}@media(x){.f{.g &{h:i}}}";
        let classes = read(css).classes;
        assert!(
            classes.iter().eq(["a", "b", "c:d", "f", "g"]),
            "{classes:?}"
        );
    }

    #[test]
    fn tells_local_addresses() {
        for url in ["/a", "a.svg", "../a:b", "./x"] {
            assert!(is_local(url), "{url}");
        }
        for url in ["data:image/png;base64,x", "https://x/y", "//x/y", "#id", ""] {
            assert!(!is_local(url), "{url}");
        }
    }
}
