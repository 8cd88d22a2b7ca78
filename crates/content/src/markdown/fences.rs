//! Code blocks, and the fences that are components and islands.

use std::ops::Range;

use math_core::MathDisplay;
use pulldown_cmark::{CodeBlockKind, Event, TagEnd};

use super::misread::one_line;
use super::renderer::Renderer;
use super::{Fence, Fragment};
use crate::highlight::MOST_OF_A_LINE;
use crate::strategy;
use source::{Severity, nearest};

/// Languages that other programs draw.
const UNDRAWN: [&str; 4] = ["mermaid", "plantuml", "graphviz", "math"];

/// What says how an example is tested, and nothing of how it looks.
const OF_RUSTDOC: [&str; 9] = [
    "compile_fail",
    "edition2015",
    "edition2018",
    "edition2021",
    "edition2024",
    "ignore",
    "no_run",
    "rust",
    "should_panic",
];

impl Renderer<'_> {
    /// Writes the code block that begins at event `at`.
    pub(super) fn code_block(&mut self, at: usize, kind: &CodeBlockKind<'_>) -> usize {
        let end = self.end_of(at, TagEnd::CodeBlock);
        let range = self.events[at].1.clone();
        let mut code = String::new();
        for (event, _) in &self.events[at..end] {
            if let Event::Text(text) = event {
                code.push_str(text);
            }
        }
        let info = match kind {
            // What it swallowed is no data, and its language says nothing of it.
            CodeBlockKind::Fenced(_) if self.is_unclosed(&range, &code) => {
                self.code("", &code);
                return end + 1;
            }
            CodeBlockKind::Fenced(info) => info.trim(),
            CodeBlockKind::Indented => {
                self.report_indented(at, &code);
                ""
            }
        };
        let (kind, rest) = split(info);
        match kind {
            "component" | "island" => self.embed(info, at, code),
            "math" if self.options.syntax.math => {
                self.out.html("<p>");
                self.formula(code.trim(), MathDisplay::Block, &range);
                self.out.html("</p>\n");
            }
            _ if self.is_misspelt(kind, rest, &range) => self.code("", &code),
            _ => {
                let (language, more) = kind.split_once(',').unwrap_or((kind, ""));
                let more = more.split(',').map(str::trim);
                let mut more = more.filter(|word| !word.is_empty() && !OF_RUSTDOC.contains(word));
                self.report_unknown(more.next().unwrap_or_default(), &range);
                // The name of a file is for whoever reads the text as it is written.
                let is_attribute = rest.starts_with(['{', '[']) || rest.contains('=');
                self.report_unknown(if is_attribute { rest } else { "" }, &range);
                self.report_undrawn(language, &range);
                self.report_uncoloured(language, &range);
                self.report_long(language, &code, &range);
                self.code(language, &code);
            }
        }
        end + 1
    }

    /// Whether a word before a name is nearly the one of a component or an island, or what it is in French; that is reported.
    fn is_misspelt(&mut self, word: &str, rest: &str, range: &Range<usize>) -> bool {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let highlight = self.options.highlight.as_ref();
        let is_language = highlight.is_some_and(|highlight| highlight.knows(word));
        if rest.is_empty() || !rest.chars().all(is_name) || is_language {
            return false;
        }
        let Some(meant) = nearest(word, ["component", "island"]) else {
            return false;
        };
        let line = self.first_line(range);
        let message = format!("`{word}` is no word that a fence begins with");
        let problem = self.problem("unknown-language", message, &line);
        problem.severity = Severity::Warning;
        problem.hint = Some(format!("did you mean ```` ```{meant} {rest} ````?"));
        true
    }

    /// Titles, numbers of lines and the like, which other programs take from behind the language of a fence.
    fn report_unknown(&mut self, behind: &str, range: &Range<usize>) {
        if behind.is_empty() {
            return;
        }
        let line = self.first_line(range);
        let message = format!(
            "`{}` is not shown: a fence of code has a language and nothing else",
            one_line(behind)
        );
        let problem = self.problem("unread-markup", message, &line);
        problem.severity = Severity::Warning;
        problem.hint = Some(
            "remove it, or say it in the text above; what is to look otherwise is a component: ```` ```component NAME ````"
                .to_owned(),
        );
    }

    /// A drawing or a formula as text is shown as that text.
    fn report_undrawn(&mut self, language: &str, range: &Range<usize>) {
        if UNDRAWN.contains(&language) {
            let line = self.first_line(range);
            let message = format!("nothing draws `{language}`: this fence is shown as code");
            let problem = self.problem("undrawn-fence", message, &line);
            problem.severity = Severity::Warning;
            let hint = match language {
                "math" => {
                    "`math: true` in content/site.yaml shows it as a formula; write `text` behind the marks to show the code"
                }
                _ => "show it as an image, or write `text` behind the marks to show the code",
            };
            problem.hint = Some(hint.to_owned());
        }
    }

    /// Code in a language that no grammar knows stays without colours.
    fn report_uncoloured(&mut self, language: &str, range: &Range<usize>) {
        let Some(highlight) = &self.options.highlight else {
            return;
        };
        if language.is_empty() || UNDRAWN.contains(&language) || highlight.knows(language) {
            return;
        }
        let meant = self.may_guess().then(|| highlight.suggestion(language));
        let hint = meant.flatten().unwrap_or_else(|| {
            "write the name or the ending of files of a known language, or `text` for none"
                .to_owned()
        });
        let line = self.first_line(range);
        let message = format!("`{language}` is no language that can be coloured");
        let problem = self.problem("unknown-language", message, &line);
        problem.severity = Severity::Warning;
        problem.hint = Some(hint);
        problem.name = Some(language.to_owned());
    }

    /// Code with a line without end stays without colours too.
    fn report_long(&mut self, language: &str, code: &str, range: &Range<usize>) {
        let highlight = self.options.highlight.as_ref();
        if highlight.is_some_and(|highlight| highlight.leaves(language, code)) {
            let line = self.first_line(range);
            let most = MOST_OF_A_LINE / 1024;
            let message =
                format!("this code has a line of more than {most} KiB, and stays without colours");
            let problem = self.problem("long-line", message, &line);
            problem.severity = Severity::Warning;
            let hint = "break the line, or write `text` for a language without colours";
            problem.hint = Some(hint.to_owned());
        }
    }

    fn code(&mut self, language: &str, code: &str) {
        self.out.html("<pre class=\"code\"");
        if !language.is_empty() {
            self.out.attribute("data-language", language);
        }
        self.out.html(" tabindex=\"0\"><code>");
        let code = code.trim_end_matches('\n');
        let coloured = self
            .options
            .highlight
            .as_ref()
            .and_then(|h| h.html(language, code, &mut self.body.coloured));
        match coloured {
            Some(html) => self.out.html(&html),
            None => self.out.text(code),
        }
        self.out.html("</code></pre>\n");
    }

    /// Writes a component or an island.
    fn embed(&mut self, info: &str, at: usize, code: String) {
        let range = self.events[at].1.clone();
        let (kind, info) = split(info);
        let (name, arguments) = split(info);
        if name.is_empty() {
            let line = self.first_line(&range);
            self.problem("unnamed-fence", format!("this {kind} has no name"), &line)
                .hint = Some(format!("write its name behind `{kind}`"));
            return;
        }
        if !self.is_document {
            let line = self.first_line(&range);
            let message = format!("`{kind} {name}` is a fence that stands only in an entry's body");
            self.problem("fence-in-field", message, &line).hint = Some(
                "move it into the text of an `.md` file, or say the same in Markdown".to_owned(),
            );
            return;
        }
        let on = self.trigger(kind, arguments, &range);
        self.body.words += yaml_words(&code);
        let (yaml, start) = self.content(&range, code);
        let yaml_offset = self.span(&(start..start)).start;
        let (name, span) = (name.to_owned(), self.span(&self.first_line(&range)));
        let fence = Box::new(Fence {
            name,
            yaml,
            yaml_offset,
            span,
            on,
        });
        self.out.fragment(match kind {
            "component" => Fragment::Component(fence),
            _ => Fragment::Island(fence),
        });
    }

    /// The value of `on=…` behind an island's name.
    fn trigger(&mut self, kind: &str, arguments: &str, range: &Range<usize>) -> Option<String> {
        if arguments.is_empty() {
            return None;
        }
        let value = arguments.strip_prefix("on=").filter(|_| kind == "island");
        let value = value.map(|value| value.trim_matches('"'));
        if let Some(value) = value.filter(|value| strategy::is_strategy(value)) {
            return Some(value.to_owned());
        }
        let line = self.first_line(range);
        let message = format!("`{arguments}` is not understood behind the name of this {kind}");
        self.problem("fence-argument", message, &line).hint = Some(match kind {
            "island" => format!("write nothing, or `on=` with {}", strategy::KNOWN),
            _ => "write the values as YAML inside the fence".to_owned(),
        });
        None
    }

    /// The content of a fence as the source has it, when no list or quotation indents it, and
    /// where it starts; a YAML mistake then has its exact place, also with CRLF lines.
    fn content(&self, range: &Range<usize>, code: String) -> (String, usize) {
        let fence = &self.text[range.clone()];
        let first = fence.find('\n').map_or(fence.len(), |i| i + 1);
        let start = range.start + first;
        let content = &fence[first..];
        let content = &content[..content.rfind('\n').map_or(0, |i| i + 1)];
        if content.contains('\r') && content.replace("\r\n", "\n") == code {
            return (content.to_owned(), start);
        }
        (code, start)
    }

    /// Whether a fence swallows what stands below it: nothing closes it, or only the end of the next one does. That is
    /// reported.
    fn is_unclosed(&mut self, range: &Range<usize>, code: &str) -> bool {
        let fence = &self.text[range.clone()];
        let mark = if fence.starts_with('~') { '~' } else { '`' };
        let opening = run_of(fence, mark);
        let next = self.next_opening(range, code, &fence[..opening]);
        let last = fence.trim_end().rsplit('\n').next().unwrap_or_default();
        let last = last.trim_start_matches([' ', '\t', '>']);
        let is_mark = run_of(last, mark) == last.len() && last.len() >= opening;
        if next.is_none() && is_mark && fence.contains('\n') {
            return false;
        }
        let line = self.first_line(range);
        let message = match &next {
            Some(next) => {
                let next = one_line(&self.text[next.clone()]);
                format!("this fence is not closed before the next one, ```` {next} ````")
            }
            None => "nothing closes this fence".to_owned(),
        };
        let related = next.map(|next| (self.span(&next), "the next one begins here"));
        let problem = self.problem("unclosed-fence", message, &line);
        problem.related = related;
        let hint = "end it with a line of the marks that open it; one that shows a fence has more marks than that";
        problem.hint = Some(hint.to_owned());
        true
    }

    /// The line of a fence's content that opens a fence with as many marks and a word: none that is shown does, since the
    /// end of that one would be the end of both.
    fn next_opening(&self, range: &Range<usize>, code: &str, marks: &str) -> Option<Range<usize>> {
        // Most code holds no such marks.
        memchr::memmem::find(code.as_bytes(), marks.as_bytes())?;
        let mark = marks.chars().next()?;
        let fence = &self.text[range.clone()];
        let mut start = range.start;
        let mut lines = fence
            .split_inclusive('\n')
            .inspect(|line| start += line.len());
        lines.next()?;
        let opening = lines.zip(code.lines()).find(|(_, line)| {
            let text = line.trim_start_matches(' ');
            let info = text.trim_start_matches(mark).trim_start();
            let opens = is_info(info) && !info.contains(mark);
            line.len() - text.len() < 4 && run_of(text, mark) >= marks.len() && opens
        });
        let (written, line) = opening?;
        let begin = start - written.len() + written.find(line.trim_start_matches(' '))?;
        Some(begin..begin + line.trim().len())
    }
}

/// Whether what stands behind marks is what fences have there, and not a sentence of code that begins with marks: a word,
/// with options or the name of a component.
fn is_info(text: &str) -> bool {
    let (word, rest) = split(text);
    let is_named = matches!(word, "component" | "island") && !rest.contains(char::is_whitespace);
    let has_options = rest.starts_with('{') || rest.contains('=');
    word.starts_with(char::is_alphabetic) && (rest.is_empty() || is_named || has_options)
}

/// How many of a mark a line begins with.
fn run_of(line: &str, mark: char) -> usize {
    line.len() - line.trim_start_matches(mark).len()
}

/// The first word, and what comes behind it.
fn split(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

/// Roughly the words of the texts of a YAML mapping.
fn yaml_words(yaml: &str) -> usize {
    let lines = yaml.lines().map(|line| line.trim_start_matches([' ', '-']));
    lines
        .map(|line| match line.split_once(": ") {
            Some((key, value)) if !key.contains(' ') => value,
            _ if line.ends_with(':') && !line.contains(' ') => "",
            _ => line,
        })
        .flat_map(str::split_whitespace)
        .filter(|word| word.chars().any(char::is_alphabetic))
        .count()
}
