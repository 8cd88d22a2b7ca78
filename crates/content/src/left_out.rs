//! Which entries are not part of a build, and why.

use std::sync::Arc;

use crate::field::Reference;
use crate::options::LoadOptions;
use source::yaml::{Kind, Node};
use source::{Diagnostic, Source};

/// An entry that is not part of a build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// What it is called: its title, name or question, else its slug.
    pub title: String,
    /// Its collection and slug.
    pub reference: Reference,
    /// Why.
    pub reason: Reason,
}

/// Why an entry is not part of a build.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// It says `hidden: true`.
    Hidden,
    /// It says `draft: true`.
    Draft,
    /// Its date is a later day than that of the build.
    Scheduled {
        /// The day, as `YYYY-MM-DD`.
        day: String,
    },
    /// It expired on this day or before that of the build.
    Expired {
        /// The day, as `YYYY-MM-DD`.
        day: String,
    },
}

impl LeftOut {
    /// Drafts, future and expired entries are left out unless asked for; hidden ones always. What the file's name gives is
    /// the slug where the entry says none.
    pub(crate) fn of(named: Reference, node: &Node, options: &LoadOptions) -> Option<Self> {
        let flag = |name| matches!(node.get(name).map(|n| &n.kind), Some(Kind::Bool(true)));
        let dated = |name| day(node.get(name)?.as_text()?).map(str::to_owned);
        let scheduled = || dated("date").filter(|day| *day > options.today);
        let expired = || expired(node, &options.today).map(str::to_owned);
        let reason = match options.drafts {
            _ if flag("hidden") => Reason::Hidden,
            true => return None,
            false if flag("draft") => Reason::Draft,
            false => match scheduled() {
                Some(day) => Reason::Scheduled { day },
                None => Reason::Expired { day: expired()? },
            },
        };
        let mut names = ["title", "name", "question"].into_iter();
        let title = names.find_map(|name| node.get(name)?.as_text());
        let slug = node.get("slug").and_then(Node::as_text);
        Some(Self {
            title: title.unwrap_or(&named.slug).to_owned(),
            reference: match slug {
                Some(slug) => Reference {
                    slug: Arc::from(slug),
                    ..named
                },
                None => named,
            },
            reason,
        })
    }
}

/// The day that an entry expired on, when that is this one or an earlier one.
pub(crate) fn expired<'a>(node: &'a Node, today: &str) -> Option<&'a str> {
    let expires = day(node.get("expires")?.as_text()?)?;
    (expires <= today).then_some(expires)
}

/// The mistake of an entry that expires before it is published: no build would ever show it.
pub(crate) fn never_shown(source: &Arc<Source>, node: &Node) -> Option<Diagnostic> {
    let dated = |name| {
        let written = node.get(name)?;
        Some((day(written.as_text()?)?, written.span.clone()))
    };
    let ((first, date), (last, expires)) = (dated("date")?, dated("expires")?);
    let message = format!("this expires on {last} and appears on {first}: nobody ever sees it");
    let mistake = Diagnostic::error("never-shown", message)
        .label(source, expires, "expires")
        .label(source, date, "appears")
        .hint("write a day behind `date` in `expires`, or remove one of them");
    (last <= first).then_some(mistake)
}

/// The day that a date, with or without a time behind it, begins with; none when no calendar has it.
pub(crate) fn day(date: &str) -> Option<&str> {
    let day = date.get(..10)?;
    let rest = &date[10..];
    let is_whole = rest.is_empty() || rest.starts_with(['T', 't', ' ']);
    (is_whole && day.parse::<jiff::civil::Date>().is_ok()).then_some(day)
}
