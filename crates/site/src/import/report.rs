//! What an import has to tell: each thing that has no counterpart, that was changed or left out, at its file and line.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::words::count;

/// What is told, as headings in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// A page that the build would refuse: it came as a draft.
    Draft,
    /// A page that the former site did not publish or list: it came as a draft.
    Unpublished,
    /// A page or setting that has no counterpart and did not come.
    Left,
    /// A shortcode, tag or component without a counterpart.
    Shortcode,
    /// A link that leads nowhere among the pages that came.
    Link,
    /// A picture that is not there, or has no text.
    Picture,
    /// HTML that a text may not hold as it is.
    Html,
    /// A value unlike those of the other entries.
    Outlier,
    /// A field that is called otherwise now, or an address that is another.
    Changed,
    /// What a build of the new site warns of.
    Warning,
}

impl Topic {
    fn heading(self) -> &'static str {
        match self {
            Self::Draft => "Pages that came as drafts, because of a mistake to mend",
            Self::Unpublished => {
                "Pages that the former site did not publish or list, as drafts: remove `draft: true` to publish one"
            }
            Self::Left => "What did not come",
            Self::Shortcode => "Shortcodes, tags and components without a counterpart",
            Self::Link => "Links that lead to the former site",
            Self::Picture => "Pictures to look at",
            Self::Html => "HTML that is left out, or shown as text",
            Self::Outlier => "Values unlike the others of their field",
            Self::Changed => "Renamed fields and other addresses",
            Self::Warning => "Warnings of `site build`",
        }
    }

    fn noun(self) -> &'static str {
        match self {
            Self::Draft => "page with a mistake, as a draft",
            Self::Unpublished => "page that was not published or listed, as a draft",
            Self::Left => "file or setting that did not come",
            Self::Shortcode => "shortcode or tag without a counterpart",
            Self::Link => "link to the former site",
            Self::Picture => "picture to look at",
            Self::Html => "piece of HTML left out, or shown as text",
            Self::Outlier => "value unlike the others",
            Self::Changed => "renamed field or address",
            Self::Warning => "warning of `site build`",
        }
    }
}

/// All that there is to tell.
#[derive(Debug, Default)]
pub struct Report {
    told: BTreeMap<Topic, BTreeSet<(String, usize, String)>>,
}

impl Report {
    /// Tells something of a file's line; 0 is the whole file.
    pub fn tell(&mut self, kind: Topic, (file, line): (&str, usize), what: impl Into<String>) {
        let told = self.told.entry(kind).or_default();
        let new = (file.to_owned(), line, what.into());
        told.insert(new);
    }

    /// The files of which something is told.
    pub fn files(&self) -> BTreeSet<String> {
        let told = self.told.values().flatten();
        told.map(|(file, ..)| file.clone()).collect()
    }

    /// How much there is of a kind.
    pub fn count(&self, kind: Topic) -> usize {
        self.told.get(&kind).map_or(0, BTreeSet::len)
    }

    /// A line for each kind.
    pub fn summary(&self) -> Vec<String> {
        let kinds = self.told.iter();
        kinds
            .map(|(kind, told)| plural(told.len(), kind.noun()))
            .collect()
    }

    /// All of it, as Markdown.
    pub fn markdown(&self, head: &str) -> String {
        let mut text = format!("# What came, and what to look at\n\n{head}\n");
        for (kind, told) in &self.told {
            // A text takes everything.
            let _ = writeln!(text, "\n## {}\n", kind.heading());
            for (file, line, what) in told {
                let _ = match line {
                    0 => writeln!(text, "- {file}: {what}"),
                    line => writeln!(text, "- {file}:{line}: {what}"),
                };
            }
        }
        text
    }
}

/// `2 links to the former site`: the first word is what is counted.
fn plural(n: usize, noun: &str) -> String {
    let (first, rest) = noun.split_once(' ').unwrap_or((noun, ""));
    let rest = match n {
        1 => rest.to_owned(),
        _ => rest
            .replace("or tag ", "or tags ")
            .replace("or setting ", "or settings ")
            .replace("or address", "or addresses"),
    };
    let first = match first {
        "renamed" => {
            return format!(
                "{n} renamed field{}",
                if n == 1 {
                    " or address"
                } else {
                    "s or addresses"
                }
            );
        }
        "piece" if n != 1 => return format!("{n} pieces {rest}"),
        first => count(n, first),
    };
    format!("{first} {rest}")
}
