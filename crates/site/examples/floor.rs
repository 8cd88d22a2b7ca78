//! The least that a generator must do, to measure against: read every Markdown file, parse it, wrap it, write it.

use std::path::{Path, PathBuf};
use std::{fs, io};

use rayon::prelude::*;

fn main() -> io::Result<()> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let Some(output) = arguments.next() else {
        eprintln!("usage: floor OUTPUT SOURCE...");
        std::process::exit(2);
    };
    let mut files = Vec::new();
    for folder in arguments {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            files.extend(path.extension().is_some_and(|e| e == "md").then_some(path));
        }
    }
    files.par_iter().try_for_each(|file| page(file, &output))
}

fn page(file: &Path, output: &Path) -> io::Result<()> {
    let text = fs::read_to_string(file)?;
    let body = text.splitn(3, "---\n").nth(2).unwrap_or(&text);
    let mut html = String::with_capacity(text.len() * 2);
    html.push_str("<!doctype html><html><body>");
    let parser = pulldown_cmark::Parser::new_ext(body, pulldown_cmark::Options::all());
    pulldown_cmark::html::push_html(&mut html, parser);
    html.push_str("</body></html>");
    let folder = output
        .join("blog")
        .join(file.file_stem().unwrap_or_default());
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("index.html"), html)
}
