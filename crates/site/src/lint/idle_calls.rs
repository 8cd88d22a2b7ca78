//! Calls whose literal arguments show that they have no effect: rendering would have to stop a page to tell of one.

use assets::{Assets, ImageRequest};
use content::Site;
use render::{Call, Called};
use source::Diagnostic;

use crate::markup::Markup;

/// What tools make style sheets and scripts of, and browsers do not read.
const UNREAD: [&str; 8] = [
    ".scss", ".sass", ".less", ".styl", ".ts", ".tsx", ".jsx", ".coffee",
];

/// A warning for each, of a sound site.
pub fn warnings(site: &Site, markups: &[Markup], assets: &Assets) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for markup in markups.iter().filter(|m| !m.source.is_of_theme()) {
        let calls = markup.outline.calls.iter();
        for call in calls.filter(|call| call.called == Called::Function) {
            let told = match call.name.as_str() {
                "asset" => unread(call),
                "image" => all_too_wide(call, site, assets),
                _ => None,
            };
            found.extend(told.map(|told| told.at(&markup.source, call.place.clone())));
        }
    }
    found
}

fn unread(call: &Call) -> Option<Diagnostic> {
    let mut names = call.first.iter().map(|name| &name.text);
    let name = names.find(|name| UNREAD.iter().any(|ending| name.ends_with(ending)))?;
    let message = format!("no browser reads `{name}`");
    let hint = "put what your tool makes of it into public/, and name that; `url` links to a file that visitors are to have";
    Some(Diagnostic::warning("idle-call", message).hint(hint))
}

/// That no width is made, since the picture itself is narrower than each.
fn all_too_wide(call: &Call, site: &Site, assets: &Assets) -> Option<Diagnostic> {
    let least = call.widths.iter().min()?;
    let [path] = &call.first[..] else {
        return None;
    };
    let find = |file| content::resolve_image(&path.text, file, &site.files);
    let file = find("content/site.yaml").or_else(|| find(""))?;
    let request = ImageRequest {
        file,
        widths: call.widths.clone(),
    };
    let width = assets.image(&request).ok()?.width;
    let message = format!(
        "`{}` is {width} pixels wide: none of the `widths` is made of it",
        path.text
    );
    let hint = "leave `widths` out, name narrower ones, or take a larger picture";
    (width < *least).then(|| Diagnostic::warning("idle-call", message).hint(hint))
}
