//! Whether a site is as sound after a change as it was before: what a build tells of it, and pages that miss something.

use std::collections::BTreeMap;
use std::path::Path;

use content::claims::Claims;
use source::{Diagnostic, Sources};

use super::plan::Plan;
use crate::build;
use crate::check;
use crate::failure::BuildError;
use crate::ground::Given;
use crate::lock;
use crate::options::Options;
use crate::rendered::Rendered;
use crate::state::State;

/// What `site check` alone tells of what is not there: in a page, or in a claim.
const MISSING: [&str; 4] = [
    "broken-anchor",
    "broken-link",
    "claim-file",
    "missing-asset",
];

/// The mistakes that a site has after a change and not before.
///
/// # Errors
///
/// When the site cannot be rendered for another reason than mistakes.
pub fn new_mistakes(
    root: &Path,
    plan: &Plan,
    sources: &Sources,
) -> Result<Vec<Diagnostic>, BuildError> {
    lock::check_cache(&Options::trial(root).cache())?;
    let mut found = mistakes(root, &plan.sources(sources)?)?;
    if found.is_empty() {
        return Ok(found);
    }
    let mut known: BTreeMap<(&str, String), usize> = BTreeMap::new();
    for mistake in mistakes(root, sources)? {
        let message = plan.named(&mistake.message);
        *known.entry((mistake.code, message)).or_default() += 1;
    }
    found.retain(|mistake| {
        let left = known.get_mut(&(mistake.code, mistake.message.clone()));
        left.is_none_or(|left| std::mem::replace(left, left.saturating_sub(1)) == 0)
    });
    Ok(found.into_iter().map(|new| plan.explained(new)).collect())
}

/// The mistakes of a site, and of the same with its drafts when it has some.
fn mistakes(root: &Path, sources: &Sources) -> Result<Vec<Diagnostic>, BuildError> {
    let mut found: Vec<Diagnostic> = Vec::new();
    for drafts in [false, true] {
        let options = Options {
            drafts,
            ..Options::trial(root)
        };
        let given = Given {
            sources: sources.with(|_| false, []),
            ..Given::default()
        };
        let rendered = build::render(&options, &State::default(), given, check::text_of);
        let (all, is_whole) = match rendered {
            Ok((rendered, texts)) => {
                let is_whole = rendered.ground.site.left_out.is_empty();
                (missing(&rendered, &texts)?, is_whole)
            }
            Err(BuildError::Mistakes(all)) => (all, false),
            Err(error) => return Err(error),
        };
        let is_known = |new: &Diagnostic| {
            let same = |old: &Diagnostic| (old.code, &old.message) == (new.code, &new.message);
            drafts && found.iter().any(same)
        };
        let new = all.into_iter().filter(|d| d.is_error() && !is_known(d));
        let new: Vec<Diagnostic> = new.collect();
        found.extend(new);
        if is_whole {
            break;
        }
    }
    Ok(found)
}

/// What finished pages and claims name that is not there.
fn missing(rendered: &Rendered, texts: &[String]) -> Result<Vec<Diagnostic>, BuildError> {
    let mut found = check::check(rendered, texts).diagnostics;
    found.extend(Claims::read(&rendered.ground.sources)?.mistakes);
    found.retain(|mistake| MISSING.contains(&mistake.code));
    Ok(found)
}
