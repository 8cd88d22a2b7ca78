//! Hashed files of the output folder that no longer hold what their names were made from: browsers keep them for a year.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

use assets::integrity_of_file;
use rayon::prelude::*;
use source::Diagnostic;

use crate::releases;
use crate::rendered::Rendered;

/// A mistake for each damaged file among those of the site as it is now and of the releases that were published.
/// What is not in the folder is none.
pub fn damaged(rendered: &Rendered<String>, out: &Path) -> Vec<Diagnostic> {
    let published = releases::published(&rendered.store).into_iter();
    let mut expected: BTreeMap<String, String> = published.flat_map(|r| r.files).collect();
    let of_pages = rendered.pages.iter().flat_map(|page| page.assets.clone());
    let of_site = rendered.assets.all().map(|(_, asset)| asset);
    let now = of_site.chain(of_pages).filter(|asset| asset.immutable);
    expected.extend(now.map(|a| (a.output().to_owned(), a.integrity.clone())));
    let files = expected.par_iter().map(|(name, integrity)| {
        let path = out.join(name);
        let found = match integrity_of_file(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return None,
            // What cannot be read, or is a folder, is not what was published either.
            found => found.ok(),
        };
        (found.as_ref() != Some(integrity)).then(|| {
            let message = format!(
                "`{}` is damaged: its bytes are not those that were published",
                path.display()
            );
            let diagnostic = Diagnostic::error("damaged-file", message);
            diagnostic.hint("remove `.site/journal` and build again: the next build writes it anew")
        })
    });
    files.flatten().collect()
}
