//! Names that a template asks for behind `default` or `is defined`, and that nothing ever sets.

use std::collections::BTreeSet;

use content::Site;
use render::Name;
use source::{Diagnostic, did_you_mean};

use crate::markup::Markup;

/// What every template knows, and what stands for itself.
const KNOWN: [&str; 7] = ["site", "page", "entry", "loop", "self", "super", "caller"];

/// A warning for each, where it stands.
pub fn warnings(site: &Site, markups: &[Markup]) -> Vec<Diagnostic> {
    let set = names(site, markups);
    let own = markups.iter().filter(|m| !m.source.is_of_theme());
    let unset = own.flat_map(|markup| {
        let asked = markup.outline.asked.iter();
        let unset = asked.filter(|asked| !set.contains(&*asked.name));
        unset.map(move |asked| (markup, asked))
    });
    unset
        .map(|(markup, asked)| warning(markup, asked, &set))
        .collect()
}

fn warning(markup: &Markup, Name { name, place }: &Name, set: &BTreeSet<&str>) -> Diagnostic {
    let near = did_you_mean(name, set.iter().copied());
    let hint =
        near.unwrap_or_else(|| format!("write `{{% set {name} = … %}}`, or remove the question"));
    Diagnostic::warning("undefined-variable", format!("nothing sets `{name}`"))
        .at(&markup.source, place.clone())
        .hint(hint)
}

/// All that is set, imported, looped over or given somewhere: an include is shown what those that include it set, and a
/// component the data of its fences.
fn names<'a>(site: &'a Site, markups: &'a [Markup]) -> BTreeSet<&'a str> {
    let mut names: BTreeSet<&str> = KNOWN.into();
    let schemas = site.components.values();
    for schema in schemas {
        names.extend(schema.names());
    }
    for embed in site.entries.iter().flat_map(|entry| &entry.embeds) {
        if let content::field::Field::Map(fields) = embed {
            names.extend(fields.iter().map(|(name, _)| &**name));
        }
    }
    let bindings = markups.iter().flat_map(|markup| &markup.outline.bindings);
    names.extend(bindings.map(|binding| &*binding.name));
    names
}
