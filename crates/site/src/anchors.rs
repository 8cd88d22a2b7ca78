//! Anchors that texts link to, looked for in the finished pages.

use std::collections::{HashMap, HashSet};

use content::AnchorCheck;
use source::Diagnostic;

use crate::html::Parsed;

/// Most comparisons of what is not there with what is, on a page: to guess at each of thousands, of which few are shown,
/// takes minutes.
const MOST_GUESSES: usize = 200_000;

/// Links to anchors that only finished pages can prove, by the page's path.
#[derive(Debug, Default)]
pub struct Anchors<'a>(HashMap<&'a str, Vec<&'a AnchorCheck>>);

impl<'a> Anchors<'a> {
    /// The links by their pages. A page that could not be rendered has been reported already.
    pub fn new(checks: &'a [AnchorCheck]) -> Self {
        let mut by_path: HashMap<_, Vec<_>> = HashMap::new();
        for check in checks {
            by_path.entry(check.path.as_str()).or_default().push(check);
        }
        Self(by_path)
    }

    /// The pages that are linked to.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.0.keys().copied()
    }

    /// A diagnostic for each link to a page whose anchor is on none of its elements.
    pub fn broken(&self, path: &str, document: &Parsed<'_>) -> Vec<Diagnostic> {
        let Some(checks) = self.0.get(path) else {
            return Vec::new();
        };
        let ids: HashSet<&str> = document.ids().collect();
        let broken = checks.iter().filter(|check| !check.holds(&ids));
        let (none, guesses) = (HashSet::new(), MOST_GUESSES / ids.len().max(1));
        let told = broken.enumerate();
        told.map(|(at, check)| check.mistake(if at < guesses { &ids } else { &none }))
            .collect()
    }
}
