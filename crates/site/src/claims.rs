//! What a site claims of its owner: what nobody vouches for yet, and the interview that settles it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io;
use std::path::Path;
use std::sync::Arc;

use content::Site;
use content::claims::{self, Claims, Stated, Voucher};
use content::route::Subject;
use source::yaml::{self, Node};
use source::{Diagnostic, Place, Source, Sources, did_you_mean};

use crate::check::Filler;
use crate::moves::Plan;

/// What is wrong with the claims of a site: reviews that are due, and samples that no claim is about.
pub fn judge(claims: &Claims, site: &Site, samples: &[Filler]) -> Vec<Diagnostic> {
    let Some(file) = &claims.source else {
        return Vec::new();
    };
    let due = claims.stated.iter().filter_map(|stated| {
        let day = stated.claim.review.as_deref()?;
        let message = format!("`{}` was to be reviewed by {day}", stated.claim.id);
        let place = of_key(file, &stated.node, "review");
        (day < site.today.as_str()).then(|| {
            Diagnostic::warning("claim-review", message)
                .on(&place)
                .hint("make sure that it still holds, then give it a later `review`")
        })
    });
    let covered: BTreeSet<&str> = claims
        .stated
        .iter()
        .map(|s| s.claim.file.as_str())
        .collect();
    let mut told = BTreeSet::new();
    let uncovered = samples.iter().filter(|sample| {
        let path = sample.source.path.as_str();
        sample.is_sample() && !covered.contains(path) && told.insert(path)
    });
    let uncovered = uncovered.map(|sample| {
        Diagnostic::warning("claim-missing", "no claim is about this sample")
            .at(&sample.source, sample.span.clone())
            .hint(format!("add one to {} with `kind: sample`", claims::FILE))
    });
    due.chain(uncovered).collect()
}

/// The claims that the owner did not give or confirm.
pub fn open(claims: &Claims) -> impl Iterator<Item = &Stated> {
    claims.stated.iter().filter(|s| !s.claim.kind.is_owner())
}

/// What must not go live: claims that the owner did not give or confirm, each at its words.
pub fn unconfirmed(claims: &Claims, site: &Site) -> Vec<Diagnostic> {
    let told = open(claims).map(|stated| {
        let claim = &stated.claim;
        let what = match claim.kind {
            Voucher::Sample => "is invented",
            _ => "is not confirmed by the owner",
        };
        let mistake = Diagnostic::error("unconfirmed", format!("`{}` {what}", claim.id))
            .on(&stated.place)
            .hint(format!("ask: {}", claim.question.trim()));
        match listed(&pages(site, stated)) {
            none if none.is_empty() => mistake,
            pages => mistake.note(format!("on {pages}")),
        }
    });
    told.collect()
}

/// A claim as an open page marks it.
#[derive(Debug, serde::Serialize)]
pub struct Marked<'a> {
    words: &'a str,
    kind: &'static str,
    question: &'a str,
    /// Its file and line.
    place: String,
    /// The addresses that show it, with the base path.
    pages: Vec<String>,
}

/// All claims, for open pages to find their words.
pub fn marked<'a>(claims: &'a Claims, site: &Site) -> Vec<Marked<'a>> {
    let marked = claims.stated.iter().map(|stated| {
        let Stated { claim, place, .. } = stated;
        let line = place.source.position(place.span.start).0;
        Marked {
            words: &claim.words,
            kind: claim.kind.name(),
            question: claim.question.trim(),
            place: format!("{}:{line}", claim.file),
            pages: pages(site, stated)
                .iter()
                .map(|page| format!("{}{page}", site.config.base_path))
                .collect(),
        }
    });
    marked.collect()
}

/// The addresses that show a claim.
fn pages(site: &Site, stated: &Stated) -> Vec<String> {
    match &stated.claim.page {
        Some(page) => vec![page.clone()],
        None => routes(site, &stated.claim.file),
    }
}

/// The pages that show a file, as a heading: its own, or the one that a claim of it names.
pub fn shown(claims: &Claims, site: &Site, file: &str) -> String {
    let own = routes(site, file);
    let mut of_file = claims.stated.iter().filter(|s| s.claim.file == file);
    match own.is_empty() {
        false => own.join(", "),
        true => of_file
            .find_map(|stated| stated.claim.page.clone())
            .unwrap_or_else(|| "other files".to_owned()),
    }
}

/// The addresses of a file's own pages.
fn routes(site: &Site, file: &str) -> Vec<String> {
    let shows = |subject: &Subject, origin: &Place| match subject {
        Subject::Entry(index) => site.entries[*index].source.path == file,
        Subject::Redirect(_) => false,
        _ => origin.source.path == file,
    };
    let routes = site.routes.iter().filter(|r| shows(&r.subject, &r.origin));
    routes.map(|route| route.path.to_string()).collect()
}

/// Addresses in a sentence.
fn listed(pages: &[String]) -> String {
    let quoted: Vec<String> = pages.iter().map(|page| format!("`{page}`")).collect();
    quoted.join(", ")
}

/// The questions of the claims that the owner has not confirmed, as Markdown to send to them and to read
/// back with [`Answers::read`]: what must be answered before going live first, then what the brief says.
pub fn interview(claims: &Claims, site: &Site) -> String {
    let open: Vec<&Stated> = open(claims).collect();
    let stated = claims.stated.iter();
    let given: Vec<&Stated> = stated.filter(|s| s.claim.kind == Voucher::Given).collect();
    let said = &claims.interview;
    let all = open.len() + given.len();
    let mut text = format!("# {} ({all})\n\n{}\n", said.title, said.how.trim());
    let parts = [(&said.open, open), (&said.given, given)];
    for (title, asked) in parts.into_iter().filter(|(_, asked)| !asked.is_empty()) {
        let _ = write!(text, "\n# {title} ({})\n", asked.len());
        ask(&mut text, &asked, site);
    }
    text
}

/// Writes questions, page by page.
fn ask(text: &mut String, asked: &[&Stated], site: &Site) {
    let mut by_page: BTreeMap<String, Vec<&Stated>> = BTreeMap::new();
    for stated in asked {
        let mut page = listed(&pages(site, stated));
        if page.is_empty() {
            page = format!("`{}`", stated.claim.file);
        }
        by_page.entry(page).or_default().push(stated);
    }
    for (page, claims) in by_page {
        let _ = write!(text, "\n## {page}\n");
        for Stated { claim, place, .. } in claims {
            let words = claim.words.split_whitespace().collect::<Vec<_>>().join(" ");
            let line = place.source.position(place.span.start).0;
            let _ = write!(
                text,
                "\n### {}\n\n> {words}\n\n{} ({}, {} line {line})\n\n- confirmed:\n- words:\n",
                claim.id,
                claim.question.trim(),
                claim.kind.name(),
                claim.file,
            );
        }
    }
}

/// What an owner answered.
#[derive(Debug)]
pub struct Answers {
    source: Arc<Source>,
    given: Vec<Answer>,
}

#[derive(Debug)]
struct Answer {
    claim: String,
    /// Where the claim is named.
    place: std::ops::Range<usize>,
    confirmed: String,
    words: String,
}

/// How an owner agrees.
const YES: [&str; 4] = ["yes", "y", "oui", "true"];

impl Answers {
    /// Reads an interview that was filled in.
    pub fn read(path: &Path) -> io::Result<Self> {
        let source = Source::new(path.display().to_string(), source::read_text(path)?);
        let mut given: Vec<Answer> = Vec::new();
        let mut is_in_words = false;
        let mut start = 0;
        for line in source.text().split_inclusive('\n') {
            let text = line.trim();
            if let Some(claim) = text.strip_prefix("### ") {
                given.push(Answer {
                    claim: claim.trim().to_owned(),
                    place: start..start + line.trim_end().len(),
                    confirmed: String::new(),
                    words: String::new(),
                });
                is_in_words = false;
            } else if let Some(answer) = given.last_mut() {
                let said = |name| {
                    text.get(1..)?
                        .trim_start()
                        .strip_prefix(name)
                        .map(str::trim)
                };
                if let Some(confirmed) = said("confirmed:") {
                    confirmed.clone_into(&mut answer.confirmed);
                } else if let Some(words) = said("words:") {
                    words.clone_into(&mut answer.words);
                    is_in_words = true;
                } else if text.is_empty() {
                    is_in_words = false;
                } else if is_in_words {
                    // Editors wrap long lines.
                    answer.words = format!("{} {text}", answer.words);
                }
            }
            start += line.len();
        }
        Ok(Self { source, given })
    }

    /// What the answers change in the files: claims are confirmed, and corrected words written into both the
    /// claim and the text that makes it.
    ///
    /// # Errors
    ///
    /// Answers that cannot be taken, each at its place; then none is.
    pub fn apply(&self, claims: &Claims, sources: &Sources) -> Result<Applied, Vec<Diagnostic>> {
        let mut applied = Applied::default();
        let Some(file) = &claims.source else {
            let message = format!("there is no {}", claims::FILE);
            return Err(vec![Diagnostic::error("claim-answer", message)]);
        };
        let mut mistakes = Vec::new();
        for answer in &self.given {
            let confirmed = answer
                .confirmed
                .trim_end_matches(['.', '!', ' ', '\u{a0}', '\u{202f}']);
            let agrees = YES.contains(&confirmed.to_lowercase().as_str());
            if answer.words.is_empty() && !agrees {
                if !confirmed.is_empty() {
                    let message = format!("`{}` does not say yes", answer.confirmed);
                    let mistake = Diagnostic::error("claim-answer", message)
                        .at(&self.source, answer.place.clone())
                        .hint("write `yes`, or the true words behind `words:`");
                    mistakes.push(mistake);
                }
                continue;
            }
            let named = |s: &&Stated| s.claim.id == answer.claim;
            let Some(stated) = claims.stated.iter().find(named) else {
                let names = claims.stated.iter().map(|s| s.claim.id.as_str());
                let message = format!("no claim is named `{}`", answer.claim);
                let mistake = Diagnostic::error("claim-answer", message)
                    .at(&self.source, answer.place.clone());
                mistakes.push(mistake.maybe_hint(did_you_mean(&answer.claim, names)));
                continue;
            };
            applied.answered += 1;
            applied.edit(&of_key(file, &stated.node, "kind"), "confirmed");
            if !answer.words.is_empty() {
                let quoted = serde_json::Value::from(answer.words.as_str()).to_string();
                applied.edit(&of_key(file, &stated.node, "words"), &quoted);
                applied.edit(&stated.place, &answer.words);
            }
        }
        for (path, edits) in &applied.plan.edits {
            if let (true, Ok(Some(Ok(source)))) = (path.ends_with(".yaml"), sources.text(path)) {
                let new = source.with_text(edits.applied(&source.text()));
                mistakes.extend(yaml::parse(&new, 0..new.text().len()).1);
            }
        }
        match mistakes.is_empty() {
            true => Ok(applied),
            false => Err(mistakes),
        }
    }
}

/// What answers make of a site's files.
#[derive(Debug, Default)]
pub struct Applied {
    /// Number of claims that were settled.
    pub answered: usize,
    /// What they change in files.
    pub plan: Plan,
}

impl Applied {
    fn edit(&mut self, place: &Place, text: &str) {
        self.plan.edit(&place.source.path, place.span.clone(), text);
    }
}

fn of_key(file: &Arc<Source>, node: &Node, key: &str) -> Place {
    Place::new(file, node.get(key).unwrap_or(node).span.clone())
}
