//! The examples of the CommonMark specification, with `html: all`, against the HTML that it gives.

use std::fmt::Write as _;

use content::markdown::{self, Fragment, Html, Image, Options, Syntax};

const EXAMPLES: &str = include_str!("commonmark.txt");
const FENCE: &str = "````````````````````````````````";

#[test]
fn every_example_comes_out_as_the_specification_has_it() {
    let options = Options {
        highlight: None,
        french: false,
        html: Html::All,
        // The specification knows no bare addresses.
        syntax: Syntax {
            autolinks: false,
            ..Syntax::default()
        },
    };
    let (mut count, mut failures) = (0, String::new());
    for example in EXAMPLES.split(&format!("{FENCE} example\n")).skip(1) {
        let example = example.split(FENCE).next().unwrap().replace('→', "\t");
        let (text, expected) = example
            .split_once("\n.\n")
            .unwrap_or_else(|| example.split_once(".\n").unwrap());
        count += 1;
        let body = markdown::parse_text(&format!("{text}\n"), &options);
        let html: String = body.fragments.iter().map(html).collect();
        let (actual, expected) = (as_specified(html), plain(expected.to_owned()));
        if actual != expected {
            writeln!(
                failures,
                "--- example {count}\n{text}\n--- expected\n{expected}--- came out\n{actual}"
            )
            .unwrap();
        }
    }
    assert_eq!(count, 655);
    assert!(failures.is_empty(), "{failures}");
}

fn html(fragment: &Fragment) -> String {
    let mut out = String::new();
    match fragment {
        Fragment::Html(html) => out.push_str(html),
        Fragment::Link { href, .. } => markdown::escape(&mut out, &markdown::encoded(href)),
        Fragment::Image(image) => {
            let Image {
                src, alt, title, ..
            } = &**image;
            write!(out, "<img src=\"{src}\" alt=\"{alt}\"").unwrap();
            if let Some(title) = title {
                write!(out, " title=\"{title}\"").unwrap();
            }
            out.push('>');
        }
        _ => panic!("{fragment:?} is no CommonMark"),
    }
    out
}

/// What this Markdown has beside the specification's taken away.
fn as_specified(html: String) -> String {
    let mut html = html.replace(" rel=\"noopener\"", "");
    html = html.replace("<pre class=\"code\" tabindex=\"0\">", "<pre>");
    while let Some((before, rest)) = html
        .clone()
        .split_once("<pre class=\"code\" data-language=\"")
    {
        let (language, rest) = rest.split_once("\" tabindex=\"0\"><code>").unwrap();
        html = format!("{before}<pre><code class=\"language-{language}\">{rest}");
    }
    // An image alone in its paragraph is a figure, its title the caption.
    while let Some((before, rest)) = html.clone().split_once("<figcaption>") {
        let (caption, rest) = rest.split_once("</figcaption>").unwrap();
        html = format!(
            "{} title=\"{caption}\">{rest}",
            before.strip_suffix('>').unwrap()
        );
    }
    plain(html.replace("figure>", "p>"))
}

/// Differences that mean nothing: how void elements end, quotation marks in text, lines between elements and the space before, a last line of code.
fn plain(html: String) -> String {
    let unindented = |line: &str| match line.trim_start() {
        tag if tag.starts_with('<') && !tag.starts_with("</code>") => format!("{tag}\n"),
        _ => format!("{line}\n"),
    };
    let html: String = html.lines().map(unindented).collect();
    let mut html = html.replace(" />", ">").replace("&quot;", "\"");
    html = html.replace(">\n", ">").replace("\n<", "<");
    while html.contains("\n</code></pre>") {
        html = html.replace("\n</code></pre>", "</code></pre>");
    }
    html
}
