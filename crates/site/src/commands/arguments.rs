//! What several commands take.

use std::path::{Path, PathBuf};

use source::{ReadError, Sources};

use crate::options;

/// Which site a command works on.
#[derive(Debug, clap::Args)]
pub struct SiteArguments {
    /// Folder of the site: it holds content/ and templates/
    #[arg(long, value_name = "DIR", default_value = ".", value_parser = folder)]
    pub root: PathBuf,
    /// Print nothing but errors
    #[arg(long, short)]
    pub quiet: bool,
}

impl SiteArguments {
    /// Reads the content as a build does, or with drafts and future entries.
    pub fn load(&self, drafts: bool) -> Result<content::Loaded, ReadError> {
        let (sources, _) = Sources::list(&self.root);
        let options = content::Options {
            drafts,
            today: options::today(),
            coloured: Default::default(),
            texts: None,
            entries: None,
        };
        content::load(&sources, &options)
    }

    /// Reads all content, drafts and future entries too.
    pub fn load_all(&self) -> Result<content::Loaded, ReadError> {
        let drafts = true;
        self.load(drafts)
    }
}

/// A folder that is there.
fn folder(path: &str) -> Result<PathBuf, &'static str> {
    match Path::new(path).is_dir() {
        true => Ok(PathBuf::from(path)),
        false => Err("there is no such folder"),
    }
}
