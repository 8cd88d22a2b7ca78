//! What a build tells its author, as the journal keeps it.

use content::Site;
use source::Diagnostic;
use source::diagnostic::MOST_SHOWN;

use crate::journal::{BuildReport, Stamps};
use crate::publish::{File, Files};
use crate::unpublished;

impl BuildReport {
    /// What there is to tell of a site with these files, of which some may have stamps.
    pub fn new(site: &Site, diagnostics: &[Diagnostic], files: &Files, stamps: &Stamps) -> Self {
        let len = |(name, file): (&String, &File)| match stamps.get(name) {
            Some(stamp) => stamp.len,
            None => file.len(),
        };
        let warnings = diagnostics.iter().take(MOST_SHOWN);
        Self {
            documents: files.keys().filter(|name| name.ends_with(".html")).count(),
            files: files.len(),
            bytes: files.iter().map(len).sum(),
            warnings: warnings
                .map(|d| [d.render(), d.render_coloured()])
                .collect(),
            warned: diagnostics.len(),
            left_out: unpublished::summary(site),
        }
    }
}
