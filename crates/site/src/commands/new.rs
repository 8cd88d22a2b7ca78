//! `site new`.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use content::Site;
use content::collection::Collection;
use content::field::Reference;
use content::slug;
use source::{Diagnostic, did_you_mean};

use super::arguments::SiteArguments;
use crate::archetype::Archetype;
use crate::console::{complain, say};
use crate::exit::Exit;
use crate::failure::Refusal;
use crate::moves::Before;
use crate::report;
use content::unwritten::MARK as UNWRITTEN;

/// What `site new` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  site new articles \"A title of one's own\"      writes content/articles/a-title-of-one-s-own.md
  site new articles \"Audit\" --root examples/minimal

The path is printed on standard output alone: `$EDITOR \"$(site new articles \"A title\")\"`.

The entry is valid but for the texts, pictures and names that only you know, which stand as `…`. The
optional fields stand below as comments with what the schema says of them. It is a draft:
`site build --drafts` shows it, and it is published once the line `draft: true` is gone. It is
written in YAML where most of the collection's entries are, else in Markdown. No file is ever
written over.")]
pub struct Arguments {
    /// The collection: the name of a folder of content/ with a `_schema.yaml`
    #[arg(value_name = "COLLECTION")]
    collection: String,
    /// What the entry is called; its address is made from it
    #[arg(value_name = "TITLE")]
    title: String,
    #[command(flatten)]
    pub(super) site: SiteArguments,
}

/// Writes a new entry, and says what to do next.
pub fn run(arguments: &Arguments) -> Exit {
    arguments
        .site
        .with_content(|before| write(arguments, before))
}

fn write(arguments: &Arguments, Before { site, loaded, .. }: Before<'_>) -> Exit {
    let schema = format!("content/{}/_schema.yaml", arguments.collection);
    let broken = about(&loaded.diagnostics, &schema);
    if !broken.is_empty() {
        report::diagnostics(&broken);
        return Exit::Content;
    }
    let (path, text) = match prepare(arguments, site) {
        Ok(prepared) => prepared,
        Err(refusal) => return report::refusal(&refusal),
    };
    match write_new(&arguments.site.root.join(&path), &text) {
        Ok(()) => finish(arguments, &path),
        Err(error) => report::world(&format!("cannot write `{path}`: {error}")),
    }
}

/// The diagnostics that concern a file.
fn about(diagnostics: &[Diagnostic], path: &str) -> Vec<Diagnostic> {
    let names = |d: &&Diagnostic| d.labels.iter().any(|l| l.source.path == path);
    diagnostics.iter().filter(names).cloned().collect()
}

/// The file to write, relative to the root, and its text.
fn prepare(arguments: &Arguments, site: &Site) -> Result<(String, String), Refusal> {
    let collection = find(&arguments.collection, site)?;
    let title = arguments
        .title
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let slug = slug_of(&title)?;
    let folder = format!("content/{}", collection.name);
    let reference = Reference {
        collection: collection.name.as_str().into(),
        slug: slug.as_str().into(),
    };
    let named = site
        .entry(&reference)
        .map(|index| site.entries[index].source.path.clone());
    let files = ["md", "yaml", "yml"].map(|ending| format!("{folder}/{slug}.{ending}"));
    let mut there = files
        .into_iter()
        .filter(|path| arguments.site.root.join(path).exists());
    if let Some(path) = named.or_else(|| there.next()) {
        return Err(Refusal::new(
            format!("`{}/{slug}` is there already: {path}", collection.name),
            "give the new entry another title, or edit that file",
        ));
    }
    let is_markdown = !is_mostly_yaml(collection, site);
    let archetype = Archetype {
        collection,
        title: &title,
        slug: &slug,
        today: &site.today,
        others: site.entries_of(&collection.name).collect(),
    };
    let ending = if is_markdown { "md" } else { "yaml" };
    Ok((
        format!("{folder}/{slug}.{ending}"),
        archetype.text(is_markdown),
    ))
}

fn find<'a>(name: &str, site: &'a Site) -> Result<&'a Collection, Refusal> {
    let names = || site.collections.iter().map(|c| c.name.as_str());
    site.collection(name.trim_matches('/')).ok_or_else(|| {
        let hint = did_you_mean(name, names()).unwrap_or_else(|| match names().next() {
            Some(_) => format!(
                "the collections are {}",
                names().collect::<Vec<_>>().join(", ")
            ),
            None => {
                format!("make one: content/{name}/_schema.yaml says what its entries look like")
            }
        });
        Refusal::new(format!("there is no collection `{name}`"), hint)
    })
}

/// Longest slug in bytes: file systems take 255, of which an ending and a host's own need some.
const LONGEST_SLUG: usize = 200;

fn slug_of(title: &str) -> Result<String, Refusal> {
    let slug = slug(title);
    let refuse = |message: String, hint: &str| Err(Refusal::new(message, hint));
    match slug.as_str() {
        "" => refuse(
            format!("no address can be made from the title `{title}`"),
            "a title holds at least one letter or digit",
        ),
        "index" | "con" | "prn" | "aux" | "nul" => refuse(
            format!("`{slug}` cannot be the name of an entry"),
            "give it a longer title; `title` can be changed in the file",
        ),
        long if long.len() > LONGEST_SLUG => refuse(
            format!("the title makes an address of {} bytes", long.len()),
            "give a shorter one; `title` can be changed in the file",
        ),
        _ => Ok(slug),
    }
}

fn is_mostly_yaml(collection: &Collection, site: &Site) -> bool {
    let files = site.entries_of(&collection.name).map(|e| &e.source.path);
    let (markdown, yaml): (Vec<_>, Vec<_>) = files.partition(|path| path.ends_with(".md"));
    yaml.len() > markdown.len()
}

fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = fs::File::create_new(path)?;
    file.write_all(text.as_bytes())
}

/// Reads the site again with the new entry in it, and says what to do next.
fn finish(arguments: &Arguments, path: &str) -> Exit {
    if !arguments.site.quiet {
        say!("{}", arguments.site.root.join(path).display());
    }
    let loaded = match arguments.site.load_all() {
        Ok(content) => content.loaded,
        Err(error) => return report::world(&error),
    };
    let entry = loaded
        .site
        .as_ref()
        .and_then(|site| site.entry_of_file(path));
    let address = entry.and_then(|entry| entry.path.clone());
    let mut left = about(&loaded.diagnostics, path);
    // How a text must look is worth saying before it is written; that `…` names nothing is not.
    let is_unwritten = |d: &Diagnostic| {
        let mut labels = d.labels.iter();
        labels.any(|label| label.source.text()[label.span.clone()] == *UNWRITTEN)
    };
    left.retain(|d| d.code == "invalid-value" || !is_unwritten(d));
    if !left.is_empty() {
        report::diagnostics(&left);
        complain!("the schema asks for what only you can give: mend this in the new file");
        return Exit::Content;
    }
    if !arguments.site.quiet {
        let place = address
            .map(|address| format!(" at {address}"))
            .unwrap_or_default();
        complain!(
            "next: write it, look at it{place} with `site serve --watch --drafts`, and remove `draft: true` to publish it"
        );
    }
    Exit::Done
}
