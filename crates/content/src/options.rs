//! What part of the content is built, for which day, and what earlier builds knew.

use std::sync::Arc;

use crate::config::Config;
use crate::highlight::{Coloured, Highlight};
use crate::language::Language;
use crate::markdown;
use crate::parsed::Parsed;
use crate::text::Remembered;

/// What is read.
#[derive(Clone, Debug)]
pub struct LoadOptions {
    /// Whether drafts, future entries and expired ones are part of the site.
    pub drafts: bool,
    /// The day of the build, as `YYYY-MM-DD`; entries after it are future ones.
    pub today: String,
    /// Code that was coloured before; none where nothing is rendered, and so no code need be coloured.
    pub coloured: Option<Arc<Coloured>>,
    /// Texts that were read before.
    pub texts: Option<Arc<dyn Remembered>>,
    /// Entries as they were parsed from these files before.
    pub entries: Option<Arc<Parsed>>,
}

impl LoadOptions {
    /// What is published on a day, given as `YYYY-MM-DD`; nothing is known of it.
    pub fn published(today: impl Into<String>) -> Self {
        Self {
            drafts: false,
            today: today.into(),
            coloured: Some(Arc::default()),
            texts: None,
            entries: None,
        }
    }

    /// All that there is on a day, drafts, future and expired entries too; nothing is known of it.
    pub fn all(today: impl Into<String>) -> Self {
        Self {
            drafts: true,
            ..Self::published(today)
        }
    }

    /// The same for a command that looks at content and renders no page: code is judged, and gets no colours, since the
    /// grammars take longer than all the rest.
    pub fn unrendered(self) -> Self {
        Self {
            coloured: None,
            ..self
        }
    }

    /// How the Markdown of each language of a site is read.
    pub(crate) fn markdown(&self, config: &Config) -> Vec<markdown::Options> {
        let highlight = || Highlight::new(self.coloured.clone());
        let own = |language: &Language| markdown::Options {
            highlight: config.highlight.then(highlight),
            french: language.is_french(),
            html: config.html,
            syntax: config.syntax,
        };
        config.languages.all().iter().map(own).collect()
    }
}
