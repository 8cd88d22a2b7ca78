//! Mistakes that the whole site shows and no single stage notices: one module for each sort.

pub mod blocks;
pub mod conflicts;
mod idle_calls;
mod ignored_folders;
pub mod placeholders;
mod stands_for;
mod undefined;
mod unknown_calls;
pub mod unknown_classes;
mod unknown_names;
mod unread_lists;
mod unshown;
mod unused;
mod unused_settings;

use render::Read;
use source::Diagnostic;

use crate::ground::Ground;

/// What is not used, not set, not shown or not there, of a site whose pages were made: beside a mistake what it means only
/// seems idle. `reads` are what the pages asked for.
pub fn found<'a>(ground: &Ground, reads: impl Iterator<Item = &'a Read>) -> Vec<Diagnostic> {
    let Ground {
        site,
        markups,
        assets,
        sources,
        ..
    } = ground;
    let mut found = unused::warnings(site, markups, sources);
    found.extend(undefined::found(site, markups));
    found.extend(unknown_names::warnings(site, markups, assets));
    found.extend(idle_calls::warnings(site, markups, assets));
    found.extend(ignored_folders::warnings(site, sources));
    found.extend(unused_settings::warnings(ground));
    found.extend(unread_lists::warnings(site, markups));
    let mut forms = unused::Forms::of(site);
    let mut reads = reads.inspect(|read| forms.hear(read));
    found.extend(unshown::warnings(site, reads.by_ref()));
    // The others are heard for their forms alone.
    if !site.forms.is_empty() {
        reads.for_each(drop);
    }
    found.extend(forms.warnings(site, markups, sources));
    found
}
