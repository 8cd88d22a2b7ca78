//! What the name of a file or its front matter says and its author hardly meant.

use std::sync::Arc;

use crate::collection::Collection;
use crate::entry::Entry;
use crate::left_out::day;
use crate::routes::address;
use crate::slug::slug;
use source::yaml::Node;
use source::{Diagnostic, Source};

/// That the `index` of a collection's own folder is called as that, where folders are no part of addresses: a warning for
/// each that says neither a slug nor an address.
pub(crate) fn indexes(all: &[Arc<Entry>], collections: &[Collection]) -> Vec<Diagnostic> {
    let told = all.iter().filter_map(|entry| {
        let name = &entry.reference.collection;
        let place = entry.stem.strip_prefix("content/")?;
        let is_index = place.strip_suffix("/index") == Some(name);
        let mut keys = ["slug", "route"].iter();
        if !is_index || !entry.is_original() || keys.any(|key| entry.node.get(key).is_some()) {
            return None;
        }
        let own = collections.iter().find(|own| *own.name == **name)?;
        let route = own.route.as_deref()?.replace("{slug}", "{path}");
        let path = entry.path.as_deref().filter(|_| own.route.as_ref() != Some(&route))?;
        let message = format!("this `index` is called as its folder, and stands at `{path}`");
        let hint = format!(
            "write `x-route: {route}`, by which folders are part of addresses, or the `route` of this page here, or rename the file"
        );
        let warning = Diagnostic::warning("unmeant-address", message);
        Some(warning.at(&entry.source, 0..0).hint(hint))
    });
    told.collect()
}

/// Addresses with accents are sent as `%C3%A9`, and file systems write accents in two ways.
pub(crate) fn accented(collection: &Collection, name: &str, source: &Arc<Source>) -> Diagnostic {
    // Folders and numbers stay: they make the address, or the order.
    let plain = |text: &str| {
        let parts = text.split('/').map(|part| match part.is_ascii() {
            true => part.to_owned(),
            false => slug(part),
        });
        parts.collect::<Vec<_>>().join("/")
    };
    let folder = format!("content/{}/", collection.name);
    let path = source.path.strip_prefix(&folder).unwrap_or(&source.path);
    let (stem, extension) = path.rsplit_once('.').unwrap_or_default();
    let file = format!("{}.{extension}", plain(stem));
    let folders = name.rsplit_once('/').map_or("", |(folders, _)| folders);
    // Other scripts have no plain letters to be written in: whoever knows the language transcribes them.
    let is_plain = file.is_ascii();
    let renamed = match is_plain {
        true => format!("rename the file to `{file}`, or write"),
        false => "rename the file in the letters a to z, or write".to_owned(),
    };
    // A slug says the last part of an address alone.
    let last = name.rsplit('/').next().unwrap_or(name);
    let kept = address::check(&format!("/{last}")).map(|()| format!("`slug: {last}`"));
    let hint = match kept {
        _ if !folders.is_ascii() => format!("{renamed} the whole address as `route`"),
        Ok(kept) if is_plain => format!("{renamed} `slug: {}` or {kept}", slug(last)),
        Ok(kept) => format!("{renamed} such a `slug`; {kept} keeps the address as it is"),
        Err(_) if is_plain => format!("{renamed} `slug: {}`", slug(last)),
        Err(_) => format!("{renamed} such a `slug`"),
    };
    let message = format!("the file's name puts `{name}` into the address of its page");
    Diagnostic::warning("accented-address", message)
        .at(source, 0..0)
        .hint(hint)
}

/// The day of a last change that is still to come, or lies before the day of the entry: the sitemap tells it to search engines.
pub(crate) fn updated(source: &Arc<Source>, node: &Node, today: &str) -> Option<Diagnostic> {
    let dated = |name| {
        let written = node.get(name)?;
        Some((day(written.as_text()?)?, written.span.clone()))
    };
    let (changed, place) = dated("updated")?;
    let date = dated("date");
    if let Some((first, date)) = date.clone().filter(|(first, _)| changed < *first) {
        let message = format!("this changed on {changed}, before it appeared on {first}");
        let warning = Diagnostic::warning("unmeant-value", message)
            .label(source, place, "changed")
            .label(source, date, "appeared");
        return Some(
            warning
                .hint("`updated` is the day of the last change after `date`: correct one of them"),
        );
    }
    // Whoever looks at an entry of a later day knows that all of it lies ahead.
    let is_ahead = date.is_some_and(|(first, _)| first > today);
    let message = format!("`updated` says {changed}, and today is {today}");
    let warning = Diagnostic::warning("unmeant-value", message).at(source, place);
    (changed > today && !is_ahead).then(|| {
        warning.hint("it is the day of the last change, which the sitemap tells; an entry waits for the day in `date`")
    })
}
