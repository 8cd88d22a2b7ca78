//! Gives the program files that it must have with it: the documentation's page of each diagnostic for `site explain`, and
//! the sites that `site init` begins.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    // Asked for now: what was compiled may have been moved with its folder.
    let own = env::var_os("CARGO_MANIFEST_DIR").map_or_else(PathBuf::new, PathBuf::from);
    let mut pages = Vec::new();
    for path in files(&own.join("../../docs/content/diagnostics"))? {
        let code = path.file_stem().unwrap_or_default().to_string_lossy();
        if path.extension().is_some_and(|end| end == "yaml") && !code.starts_with('_') {
            pages.push(format!("({code:?}, include_str!({path:?})),\n"));
        }
    }
    write("diagnostics.rs", pages)?;
    let mut written = Vec::new();
    // What wakes islands is the same on every site.
    let runtime = own.join("../../islands/runtime");
    for (folder, place) in [
        (own.join("starters"), ""),
        (runtime, "islands/islands/runtime/"),
    ] {
        for path in files(&folder)? {
            let name = path.strip_prefix(&folder).unwrap_or(&path);
            let name = format!("{place}{}", name.display()).replace('\\', "/");
            written.push(format!("({name:?}, include_str!({path:?})),\n"));
        }
    }
    write("starters.rs", written)?;
    // At a fixed address the program starts in half the time, and is smaller: nothing in it must be moved first.
    let (system, library) = (target("OS"), target("ENV"));
    if system == "linux" && library == "gnu" {
        println!("cargo::rustc-link-arg-bin=site=-no-pie");
    }
    Ok(())
}

/// What the program is compiled for: its `OS`, or the C library that it uses (`ENV`).
fn target(part: &str) -> String {
    env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default()
}

/// Every file below a folder.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        match entry? {
            folder if folder.file_type()?.is_dir() => found.extend(files(&folder.path())?),
            file => found.push(file.path()),
        }
    }
    Ok(found)
}

/// A list in a file of its own, in alphabetical order.
fn write(name: &str, mut items: Vec<String>) -> io::Result<()> {
    items.sort();
    let file = Path::new(&env::var_os("OUT_DIR").unwrap_or_default()).join(name);
    fs::write(file, format!("&[{}]", items.concat()))
}
