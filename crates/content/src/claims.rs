//! content/claims.yaml: what a site says of its owner, where it says so, and who vouches for it.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use serde::Deserialize;
use source::yaml::{self, Kind, Node};
use source::{Diagnostic, Place, ReadError, Source, Sources, did_you_mean};

use crate::schema::{Own, Schema};
use crate::validate::validate;

/// The file.
pub const FILE: &str = "content/claims.yaml";

/// What is said, and why it may be.
#[derive(Clone, Debug, Deserialize)]
pub struct Claim {
    /// Its name among the claims.
    pub id: String,
    /// The exact words.
    pub words: String,
    /// The file that they stand in, from the site's root.
    pub file: String,
    /// Who vouches for it.
    pub kind: Voucher,
    /// What the owner must answer.
    pub question: String,
    /// A document or an address that shows it.
    pub source: Option<String>,
    /// The day from which it must be reviewed, as `YYYY-MM-DD`.
    pub review: Option<String>,
    /// The address that shows it, when the file does not tell.
    pub page: Option<String>,
}

/// Who vouches for a claim.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
pub enum Voucher {
    /// The owner's brief.
    Given,
    /// The owner, asked.
    Confirmed,
    /// Nobody yet: it was written for the owner.
    Written,
    /// Nobody: it is invented.
    Sample,
}

impl Voucher {
    /// Whether the owner stands behind it, so that it may be published.
    pub fn is_owner(self) -> bool {
        matches!(self, Self::Given | Self::Confirmed)
    }

    /// The word of the file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Given => "given",
            Self::Confirmed => "confirmed",
            Self::Written => "written",
            Self::Sample => "sample",
        }
    }
}

/// A claim whose words were found.
#[derive(Clone, Debug)]
pub struct Stated {
    /// What is claimed.
    pub claim: Claim,
    /// Where its words stand.
    pub place: Place,
    /// Its keys and values in [`FILE`].
    pub node: Node,
}

/// What an interview says beside its questions, in the owner's language.
#[derive(Clone, Debug, Deserialize)]
#[serde(default)]
pub struct Interview {
    /// Its title.
    pub title: String,
    /// How to answer.
    pub how: String,
    /// Heads what must be answered before going live.
    pub open: String,
    /// Heads what the brief says.
    pub given: String,
}

impl Default for Interview {
    fn default() -> Self {
        Self {
            title: "Questions".to_owned(),
            how: "Behind `confirmed:` write `yes` when the words are true as they stand. When they are not, write\n\
                  the true ones behind `words:`. What is left empty is asked again."
                .to_owned(),
            open: "To answer before going live".to_owned(),
            given: "From your brief: is it still true?".to_owned(),
        }
    }
}

/// The claims of a site.
#[derive(Debug, Default)]
pub struct Claims {
    /// The texts of their interview.
    pub interview: Interview,
    /// The file; none when the site keeps no claims.
    pub source: Option<Arc<Source>>,
    /// Those whose words stand where they say, in the order of the file.
    pub stated: Vec<Stated>,
    /// What is wrong with the file or with a claim.
    pub mistakes: Vec<Diagnostic>,
}

impl Claims {
    /// Reads the claims, and looks for the words of each.
    ///
    /// # Errors
    ///
    /// A file that is there cannot be read.
    pub fn read(sources: &Sources) -> Result<Self, ReadError> {
        let mut claims = Self::default();
        let Some(text) = sources.text(FILE)? else {
            return Ok(claims);
        };
        match text {
            Ok(source) => claims.read_all(&source, sources)?,
            Err(mistake) => claims.mistakes.push(mistake),
        }
        Ok(claims)
    }

    fn read_all(&mut self, source: &Arc<Source>, sources: &Sources) -> Result<(), ReadError> {
        let (root, mistakes) = yaml::parse(source, 0..source.text().len());
        self.mistakes.extend(mistakes);
        if let Some(root) = &root {
            self.mistakes
                .extend(validate(&Schema::own(Own::Claims), root, source));
        }
        self.source = Some(Arc::clone(source));
        let said = root.as_ref().and_then(|root| root.get("interview"));
        if let Some(Ok(interview)) = said.map(|node| node.read(source)) {
            self.interview = interview;
        }
        let list = root.as_ref().and_then(|root| root.get("claims"));
        let Some(Kind::List(nodes)) = list.map(|list| &list.kind) else {
            return Ok(());
        };
        let mut names = BTreeSet::new();
        for node in nodes {
            // The schema has told what is wrong with one that cannot be read.
            let Ok(claim) = node.read::<Claim>(source) else {
                continue;
            };
            let at = |key: &str| Place::new(source, node.get(key).unwrap_or(node).span.clone());
            if !names.insert(claim.id.clone()) {
                let message = format!("two claims are named `{}`", claim.id);
                self.mistakes
                    .push(Diagnostic::error("claim-repeated", message).on(&at("id")));
            }
            match sources.text(&claim.file)? {
                None => self.mistakes.push(no_file(&claim, sources).on(&at("file"))),
                Some(Err(mistake)) => self.mistakes.push(mistake),
                Some(Ok(text)) => match find(&text.text(), &claim.words) {
                    None => self.mistakes.push(no_words(&claim).on(&at("words"))),
                    Some(span) => self.stated.push(Stated {
                        place: Place::new(&text, span),
                        node: node.clone(),
                        claim,
                    }),
                },
            }
        }
        Ok(())
    }
}

fn no_file(claim: &Claim, sources: &Sources) -> Diagnostic {
    let message = format!("there is no file `{}`", claim.file);
    Diagnostic::error("claim-file", message)
        .about_file(&claim.file)
        .maybe_hint(did_you_mean(&claim.file, sources.below("content")))
}

fn no_words(claim: &Claim) -> Diagnostic {
    let message = format!("these words do not stand in {} any more", claim.file);
    Diagnostic::error("claim-words", message)
        .hint("give the words as they are now and ask again, or remove the claim")
}

/// Where words stand in a text; how much and which white space is between them does not count.
pub fn find(text: &str, words: &str) -> Option<Range<usize>> {
    let mut rest = words.split_whitespace();
    let first = rest.next()?;
    let starts = text.match_indices(first).map(|(start, _)| start);
    starts.into_iter().find_map(|start| {
        let mut end = start + first.len();
        for word in rest.clone() {
            let gap = text[end..].len() - text[end..].trim_start().len();
            let follows = gap > 0 && text[end + gap..].starts_with(word);
            end = follows.then_some(end + gap + word.len())?;
        }
        Some(start..end)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_whatever_white_space_is_between_them() {
        let found = |text: &'static str, words| find(text, words).map(|span| &text[span]);
        assert_eq!(found("a b\n  c d", "b c"), Some("b\n  c"));
        assert_eq!(found("plus de 15\u{a0}ans", "15 ans"), Some("15\u{a0}ans"));
        assert_eq!(found("15 an, 15 ans", "15 ans"), Some("15 ans"));
        assert_eq!(found("15ans", "15 ans"), None);
        assert_eq!(found("a", ""), None);
    }
}
