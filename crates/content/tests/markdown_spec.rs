//! Runs the specifications in `markdown/*.md`: every Markdown example against its HTML.
//!
//! `SPEC_UPDATE=1 cargo test -p content markdown_spec` writes what comes out today into the files, to be read as a diff.

use std::fmt::Write as _;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use content::markdown::{self, Body, Fragment, Html, Image, Options, Problem, Syntax};
use source::Source;

/// Stands before a body, so that places are seen to count from the start of the file.
const MATTER: &str = "---\ntitle: T\n---\n";

/// One example: what is given, and the blocks expected after it.
struct Example {
    file: PathBuf,
    line: usize,
    head: String,
    mode: String,
    markdown: String,
    expected: Vec<(String, String)>,
}

#[test]
fn examples_come_out_as_specified() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/markdown");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "md"))
        .collect();
    files.sort();
    let (mut count, mut failures) = (0, String::new());
    for file in files {
        let spec = fs::read_to_string(&file).unwrap();
        let mut updated = spec.clone();
        for example in examples(&file, &spec) {
            count += 1;
            for (kind, expected) in &example.expected {
                let actual = actual(&example, kind);
                if actual == *expected {
                    continue;
                }
                let place = format!("{}:{}", example.file.display(), example.line);
                writeln!(
                    failures,
                    "{place}: {kind}\n--- expected\n{expected}--- came out\n{actual}"
                )
                .unwrap();
                let after = format!("{}\n{}~~~~\n", example.head, example.markdown);
                if std::env::var_os("SPEC_UPDATE").is_none() {
                    continue;
                }
                let from = updated.find(&after).unwrap() + after.len();
                let head = format!("~~~~ {kind}\n");
                let from = from + updated[from..].find(&head).unwrap() + head.len();
                updated.replace_range(from..from + expected.len(), &actual);
            }
        }
        if std::env::var_os("SPEC_UPDATE").is_some() && updated != spec {
            fs::write(&file, updated).unwrap();
        }
    }
    assert!(count > 80, "only {count} examples were found");
    assert!(failures.is_empty(), "{failures}");
}

fn examples(file: &Path, spec: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut lines = spec.lines().enumerate();
    while let Some((line, text)) = lines.next() {
        let Some(head) = text.strip_prefix("~~~~ ") else {
            continue;
        };
        let block: String = lines
            .by_ref()
            .map(|(_, line)| line)
            .take_while(|line| *line != "~~~~")
            .flat_map(|line| [line, "\n"])
            .collect();
        match head.strip_prefix("markdown") {
            Some(mode) => examples.push(Example {
                file: file.to_owned(),
                line: line + 1,
                head: text.to_owned(),
                mode: mode.trim().to_owned(),
                markdown: block,
                expected: Vec::new(),
            }),
            None => {
                let example = examples.last_mut().expect("Markdown comes first");
                example.expected.push((head.to_owned(), block));
            }
        }
    }
    examples
}

fn actual(example: &Example, kind: &str) -> String {
    let options = Options {
        highlight: example.mode.contains("highlight").then(Default::default),
        french: !example.mode.contains("english"),
        html: match () {
            () if example.mode.contains("listed") => Html::Listed,
            () if example.mode.contains("all") => Html::All,
            () => Html::Refused,
        },
        syntax: Syntax {
            autolinks: true,
            math: example.mode.contains("math"),
            emoji: example.mode.contains("emoji"),
        },
    };
    let markdown = example.markdown.replace('␍', "\r").replace('→', "\t");
    let (body, problems) = if example.mode.contains("inline") {
        let mut body = markdown::parse_inline(&markdown, &options);
        let problems = std::mem::take(&mut body.problems);
        (body, list_problems(&problems, &markdown))
    } else if example.mode.contains("field") {
        let mut body = markdown::parse_text(&markdown, &options);
        let problems = std::mem::take(&mut body.problems);
        (body, list_problems(&problems, &markdown))
    } else {
        let source = Source::new("a.md", format!("{MATTER}{markdown}"));
        let (body, problems) =
            markdown::parse(&source, MATTER.len()..source.text().len(), &options);
        let rendered = problems.iter().map(|p| p.render() + "\n").collect();
        (body, rendered)
    };
    match kind {
        "html" => {
            let is_field = ["inline", "field"].iter().any(|m| example.mode.contains(m));
            let text = if is_field {
                markdown
            } else {
                MATTER.to_owned() + &markdown
            };
            visible(&html(&body, &text))
        }
        "problems" => visible(&problems),
        "outline" => visible(&outline(&body)),
        other => panic!("unknown block `{other}`"),
    }
}

/// No-break spaces and carriage returns as characters that a reader can tell apart.
fn visible(text: &str) -> String {
    let text = text
        .replace('\u{a0}', "⍽")
        .replace('\u{202f}', "⎵")
        .replace('\r', "␍");
    if text.is_empty() || text.ends_with('\n') {
        text
    } else {
        text + "\n"
    }
}

fn list_problems(problems: &[Problem], markdown: &str) -> String {
    let line = |p: &Problem| {
        format!(
            "{}: {} at `{}`\n",
            p.code,
            p.message,
            &markdown[p.span.clone()]
        )
    };
    problems.iter().map(line).collect()
}

/// The body's fragments; spans are offsets in `text`.
fn html(body: &Body, text: &str) -> String {
    let mut out = String::new();
    let mut was_html = false;
    for fragment in &body.fragments {
        let is_html = matches!(fragment, Fragment::Html(_));
        assert!(!(was_html && is_html), "adjacent HTML is one fragment");
        was_html = is_html;
        match fragment {
            Fragment::Html(html) => out.push_str(html),
            Fragment::Link { href, span } => {
                write!(out, "⟦link: {href} at {}⟧", place(span, text)).unwrap();
            }
            Fragment::Image(image) => {
                let Image {
                    src,
                    alt,
                    title,
                    span,
                } = &**image;
                let place = place(span, text);
                write!(out, "⟦image: {src} alt={alt:?} title={title:?} at {place}⟧").unwrap();
            }
            Fragment::Component(fence) => {
                let (name, yaml) = (&fence.name, &fence.yaml);
                let at = line(fence.yaml_offset, text);
                writeln!(out, "⟦component: {name} from line {at}\n{yaml}⟧").unwrap();
            }
            Fragment::Island(fence) => {
                let (name, yaml, on) = (&fence.name, &fence.yaml, &fence.on);
                let at = line(fence.yaml_offset, text);
                writeln!(out, "⟦island: {name} on={on:?} from line {at}\n{yaml}⟧").unwrap();
            }
        }
    }
    out
}

fn place(span: &Range<usize>, text: &str) -> String {
    text.get(span.clone()).unwrap_or("?").replace('\n', "↵")
}

fn line(offset: usize, text: &str) -> usize {
    text[..offset].matches('\n').count() + 1
}

fn outline(body: &Body) -> String {
    let mut out = String::new();
    for heading in &body.headings {
        writeln!(out, "{} #{} {}", heading.level, heading.id, heading.text).unwrap();
    }
    writeln!(out, "anchors: {}", body.anchors.join(" ")).unwrap();
    writeln!(out, "words: {}", body.words).unwrap();
    out
}
