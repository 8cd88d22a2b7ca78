//! Which icons a site uses: those that entries name, and those that templates and islands write out.

use std::collections::BTreeSet;

use assets::Assets;
use content::Site;
use source::{Diagnostic, Place};

/// The names of all icons of a site. A template names an icon literally, `icon("phone")`, or
/// takes it from a field of `format: icon`.
pub fn used(site: &Site) -> BTreeSet<String> {
    let mut names: BTreeSet<String> = site.icons.keys().cloned().collect();
    for source in site.templates.values() {
        for (place, _) in source.text.match_indices("icon(") {
            let rest = source.text[place + "icon(".len()..].trim_start();
            let literal = rest.strip_prefix('"').and_then(|r| r.split_once('"'));
            let literal =
                literal.or_else(|| rest.strip_prefix('\'').and_then(|r| r.split_once('\'')));
            names.extend(literal.map(|(name, _)| name.to_owned()));
        }
    }
    names
}

/// A mistake for each place that names an icon which does not exist.
pub fn unknown(site: &Site, assets: &Assets) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (name, places) in &site.icons {
        let Err(error) = assets.icon(name) else {
            continue;
        };
        let at = |place: &Place| error.diagnostic().on(place);
        found.extend(places.iter().map(at));
    }
    found
}
