//! `site explain`.

use source::yaml;
use source::{Source, did_you_mean};

use crate::console::{complain, say};
use crate::exit::Exit;

/// The documentation's page of each diagnostic, by its code, in alphabetical order.
static PAGES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/diagnostics.rs"));

/// What `site explain` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  site explain                   every code, and what it means
  site explain broken-anchor     what it means, how to mend it, and an example

The code of a mistake stands in brackets where it begins: error[broken-anchor].")]
pub struct Arguments {
    /// The code of a mistake, such as broken-anchor
    code: Option<String>,
}

/// Prints what a code means, or all codes.
pub fn run(arguments: &Arguments) -> Exit {
    let Some(code) = &arguments.code else {
        let width = PAGES.iter().map(|(code, _)| code.len()).max().unwrap_or(0);
        for (code, page) in PAGES {
            let what = text(page, "what");
            let first = what.split_inclusive(". ").next().unwrap_or_default();
            say!("{code:width$}  {}", first.trim_end());
        }
        return Exit::Done;
    };
    let code = code
        .trim_start_matches("error")
        .trim_start_matches("warning");
    let code = code.trim_matches(['[', ']']);
    let Some((_, page)) = PAGES.iter().find(|(own, _)| *own == code) else {
        let codes = PAGES.iter().map(|(code, _)| *code);
        let hint = did_you_mean(code, codes);
        let hint = hint.unwrap_or_else(|| "`site explain` lists all codes".to_owned());
        complain!("error: no mistake has the code `{code}`: {hint}");
        return Exit::Call;
    };
    say!("{code}, {}\n", said_as(&text(page, "severity")));
    say!(
        "{}\n\nTo mend it: {}",
        text(page, "what"),
        text(page, "fix")
    );
    for (at, line) in text(page, "example").lines().enumerate() {
        say!("{}  {line}", if at == 0 { "\n" } else { "" });
    }
    Exit::Done
}

fn said_as(severity: &str) -> &str {
    match severity {
        "error" => "an error: nothing is built",
        "warning" => "a warning: the site is built all the same",
        "check" => "an error that only `site check` finds: the site is built all the same",
        "either" => "an error or a warning, by its place",
        other => other,
    }
}

/// A text of a page, its links as their words alone.
fn text(page: &str, key: &str) -> String {
    let source = Source::new("diagnostic.yaml", page);
    let (node, _) = yaml::parse(&source, 0..source.text().len());
    let text = node.as_ref().and_then(|node| node.get(key)?.as_text());
    let mut plain = String::new();
    let mut rest = text.unwrap_or_default();
    if key == "example" {
        return rest.to_owned();
    }
    while let Some((before, link)) = rest.split_once('[') {
        plain.push_str(before);
        match link.split_once("](") {
            Some((words, target)) if !words.contains(']') => {
                plain.push_str(words);
                rest = target.split_once(')').map_or("", |(_, rest)| rest);
            }
            _ => {
                plain.push('[');
                rest = link;
            }
        }
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_says_what_and_how_without_a_link() {
        assert!(PAGES.len() > 100, "{} pages", PAGES.len());
        for (code, page) in PAGES {
            for key in ["severity", "what", "fix"] {
                assert!(!text(page, key).trim().is_empty(), "{code}: {key}");
            }
            assert!(!text(page, "fix").contains("]("), "{code}");
        }
    }
}
