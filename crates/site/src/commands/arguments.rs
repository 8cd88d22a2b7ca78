//! What several commands take.

use std::path::{Path, PathBuf};

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

/// A folder that is there.
fn folder(path: &str) -> Result<PathBuf, &'static str> {
    match Path::new(path).is_dir() {
        true => Ok(PathBuf::from(path)),
        false => Err("there is no such folder"),
    }
}
