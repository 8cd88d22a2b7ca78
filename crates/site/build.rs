//! Gives the program the documentation's page of each diagnostic, so that `site explain` needs no other file.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/content/diagnostics");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut pages = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        let code = path.file_stem().unwrap_or_default().to_string_lossy();
        if path.extension().is_some_and(|end| end == "yaml") && !code.starts_with('_') {
            pages.push(format!("({code:?}, include_str!({path:?})),\n"));
        }
    }
    pages.sort();
    let file = Path::new(&env::var_os("OUT_DIR").unwrap_or_default()).join("diagnostics.rs");
    fs::write(file, format!("&[{}]", pages.concat()))
}
