//! What stops the builds of later days: an entry that waits for its day is judged before it comes.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::left_out::{Reason, expired};
use crate::load::{Loaded, load};
use crate::options::LoadOptions;
use crate::site::Site;
use source::{Diagnostic, ReadError, Severity, Sources};

/// How many of the next days are looked at one by one; behind them only the last one is, on which all entries have come.
const MOST_DAYS: usize = 7;

impl Site {
    /// The days on which entries appear that are not published yet, as `YYYY-MM-DD`.
    pub fn coming_days(&self) -> BTreeSet<&str> {
        let all = self.left_out.values();
        let days = all.filter_map(|left_out| match &left_out.reason {
            Reason::Scheduled { day } => Some(day.as_str()),
            _ => None,
        });
        days.collect()
    }
}

/// Warns of what stops the builds of the days on which entries appear, and not that of the day that was loaded. What
/// is the same on these days is not parsed again.
///
/// # Errors
///
/// When a file cannot be read.
pub fn ahead(
    sources: &Sources,
    options: &LoadOptions,
    loaded: &Loaded,
) -> Result<Vec<Diagnostic>, ReadError> {
    let (Some(site), Some(parsed)) = (&loaded.site, &loaded.parsed) else {
        return Ok(Vec::new());
    };
    let mut warnings: Vec<Diagnostic> = Vec::new();
    let days = site.coming_days();
    let last = days.iter().skip(MOST_DAYS).next_back();
    for day in days.iter().take(MOST_DAYS).chain(last) {
        let parsed = parsed.on_day(day, |entry| expired(&entry.node, day).is_some());
        let then = LoadOptions {
            today: (*day).to_owned(),
            entries: Some(Arc::new(parsed)),
            ..options.clone()
        };
        let found = load(sources, &then)?.diagnostics;
        let new = warned(found, [&loaded.diagnostics[..], &warnings], day);
        warnings.extend(new);
    }
    Ok(warnings)
}

/// The errors among what was found of the site of a later day, as warnings; without those that are known, as errors or as
/// such warnings.
pub fn warned(found: Vec<Diagnostic>, known: [&[Diagnostic]; 2], day: &str) -> Vec<Diagnostic> {
    let is_known = |new: &Diagnostic| {
        let is_same = |old: &Diagnostic| {
            (old.code, &old.message, &old.labels) == (new.code, &new.message, &new.labels)
        };
        known.into_iter().flatten().any(is_same)
    };
    let errors = found.into_iter().filter(|d| d.is_error() && !is_known(d));
    let note = format!("a build of {day} stops here: an entry has appeared by then");
    errors
        .map(|error| Diagnostic {
            severity: Severity::Warning,
            ..error.note(&note)
        })
        .collect()
}
