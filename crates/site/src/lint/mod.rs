//! Mistakes that the whole site shows and no single stage notices: one module for each sort.

pub mod blocks;
pub mod conflicts;
mod idle_calls;
mod ignored_folders;
pub mod placeholders;
mod undefined;
mod unknown_calls;
pub mod unknown_classes;
mod unknown_names;
mod unshown;
mod unused;
mod unused_settings;

use std::collections::HashSet;

use content::field::Reference;
use source::Diagnostic;

use crate::ground::Ground;

pub use unshown::shown;

/// What is not used, not set, not shown or not there, of a site whose pages were made: beside a mistake what it means only
/// seems idle. `shown` are the entries whose text some page shows.
pub fn found(ground: &Ground, shown: &HashSet<&Reference>) -> Vec<Diagnostic> {
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
    found.extend(unshown::warnings(site, shown));
    found
}
