//! Which icons a site uses: those that entries name, and those that templates and islands write out.

use std::collections::BTreeSet;

use content::Site;

/// The names of all icons of a site. A template names an icon literally, `icon("phone")`, or
/// takes it from a field of `format: icon`.
pub fn used(site: &Site) -> BTreeSet<String> {
    let mut names = site.icons.clone();
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
