//! `site why`.

use std::collections::BTreeSet;

use render::Read;
use source::{Sources, did_you_mean};

use super::arguments::SiteArguments;
use crate::console::{complain, say};
use crate::exit::Exit;
use crate::journal::{Cause, Head, Pages, Record};
use crate::options::Options;
use crate::words::count;

/// What `site why` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  site why /blog/first           what this page was made from, and why it was last rendered
  site why                       the pages that the last build rendered, and why

It tells what the last `site build` wrote down.")]
pub struct Arguments {
    #[command(flatten)]
    pub(super) site: SiteArguments,
    /// The page's address or path
    #[arg(value_name = "URL")]
    url: Option<String>,
}

/// Says why a page is what it is.
pub fn run(arguments: &Arguments) -> Exit {
    let root = &arguments.site.root;
    let journal = Options::of(root).journal();
    let (head, pages) = match (journal.head(), journal.pages()) {
        (Ok(Some(head)), Ok(pages)) => (head, pages),
        _ => {
            complain!(
                "error: no build has written down what it read\n  hint: run `site build` first"
            );
            return Exit::Call;
        }
    };
    let Some(url) = &arguments.url else {
        list(&head, &pages);
        return Exit::Done;
    };
    match find(&pages, url) {
        Some((output, record)) => {
            let (sources, _) = Sources::list(root);
            tell(&sources, &head, &pages, (output, record));
            Exit::Done
        }
        None => {
            complain!("error: there is no page `{url}`");
            let paths = pages.pages.values().map(|record| record.path.as_str());
            if let Some(hint) = did_you_mean(url, paths) {
                complain!("  hint: {hint}");
            }
            Exit::Call
        }
    }
}

/// The page at an address: whole, without origin, or below the base path.
fn find<'a>(pages: &'a Pages, url: &str) -> Option<(&'a str, &'a Record)> {
    let local = url.split_once("://").map_or(url, |(_, rest)| rest);
    let local = local.trim_start_matches(|c| c != '/' && local != url);
    let path = format!("/{}", local.split(['?', '#']).next()?.trim_matches('/'));
    let ends = path.match_indices('/').map(|(at, _)| &path[at..]);
    let mut records = ends.filter_map(|end| {
        let mut all = pages.pages.iter();
        all.find(|(_, record)| record.path == end)
    });
    records
        .next()
        .map(|(output, record)| (output.as_str(), record))
}

fn list(head: &Head, pages: &Pages) {
    let rendered = pages.pages.values().filter(|r| r.build == head.build);
    for record in rendered {
        say!("{}: {}", record.path, cause(&record.cause));
    }
}

fn tell(sources: &Sources, head: &Head, pages: &Pages, (output, record): (&str, &Record)) {
    say!("{} is `{output}`", record.path);
    let when = match head.build - record.build {
        0 => "by the last build".to_owned(),
        1 => "by the build before the last".to_owned(),
        n => format!(
            "{} ago",
            count(usize::try_from(n).unwrap_or(usize::MAX), "build")
        ),
    };
    say!("rendered {when}: {}", cause(&record.cause));
    say!("it read:");
    let reads = record.reads.iter();
    let reads = reads.filter_map(|index| pages.reads.get_index(*index as usize));
    for (read, _) in reads {
        match &**read {
            Read::Template(name) => {
                let name = format!("templates/{name}");
                match sources.place(&name) {
                    own if own == name => say!("  {read}"),
                    in_theme => say!("  {read}, which is `{in_theme}`"),
                }
            }
            _ => say!("  {read}"),
        }
    }
    // A file that was asked for in several ways is needed once.
    for file in record.files.iter().collect::<BTreeSet<_>>() {
        say!("it needs `{file}`");
    }
}

/// Why a page was rendered, in words.
fn cause(cause: &Cause) -> String {
    match cause {
        Cause::New => "there was no such page before".to_owned(),
        Cause::Whole => "everything was built".to_owned(),
        Cause::Rules => "the rules that all pages are judged by were changed".to_owned(),
        Cause::Output => "its file in the output had been changed".to_owned(),
        Cause::Answers(reads) => {
            let changed: Vec<String> = reads.iter().map(Read::to_string).collect();
            let verb = if changed.len() == 1 { "is" } else { "are" };
            format!("{} {verb} not what it was", changed.join(", "))
        }
    }
}
