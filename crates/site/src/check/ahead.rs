//! What stops the build once all entries have come: the site is rendered as it is on the last of their days.

use source::Diagnostic;

use crate::build;
use crate::failure::BuildError;
use crate::ground::{Given, Ground};
use crate::options::Options;
use crate::rendered::Rendered;
use crate::state::State;

/// Warns of what is wrong with the pages of that day, and was not told of those of this one; of nothing where no entry
/// waits for its day.
///
/// # Errors
///
/// When the site cannot be rendered for another reason than mistakes.
pub fn ahead(
    options: &Options,
    rendered: &Rendered,
    told: &[Diagnostic],
) -> Result<Vec<Diagnostic>, BuildError> {
    let Ground { site, sources, .. } = &rendered.ground;
    let Some(day) = site.coming_days().pop_last() else {
        return Ok(Vec::new());
    };
    let then = Options {
        sketch: true,
        today: day.to_owned(),
        ..options.clone()
    };
    let given = Given {
        sources: sources.with(|_| false, []),
        ..Given::default()
    };
    let found = match build::render(&then, &State::default(), given, super::text_of) {
        Ok((rendered, texts)) => super::check(&rendered, &texts).diagnostics,
        Err(BuildError::Mistakes(found)) => found,
        Err(error) => return Err(error),
    };
    Ok(content::warned(found, [told, &[]], day))
}
