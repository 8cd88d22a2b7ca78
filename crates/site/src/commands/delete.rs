//! `site delete`.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead, IsTerminal};

use content::entry::Entry;
use content::language::OWN;
use content::link::{self, Origin, Suffix, Target};
use content::{Loaded, Site};
use source::yaml::Kind;
use source::{Place, ReadError, Sources};

use super::arguments::ChangeArguments;
use crate::console::complain;
use crate::exit::Exit;
use crate::failure::{BuildError, Refusal};
use crate::moves::{self, Before, Leads, Plan, Published};
use crate::report;

/// What `site delete` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  site delete articles/a-title --redirect /blog
  site delete content/articles/a-title.md --redirect ../articles/other.md
  site delete /blog/a-title --gone --dry-run
  site delete articles/first articles/second --gone

ENTRY is a file or folder of content/, `collection/slug`, or the address of an entry. A page that is the
`index.md` of a folder takes the folder along, an original its translations. Entries that link to each
other go together.

Its address and its aliases must lead somewhere: `--redirect` writes that into `redirects` of
content/site.yaml, and links to the entry lead there too: from a translation to the page in its language,
where there is one afterwards. A translation for which its original stands in needs no redirect. `--gone`
lets them lead nowhere: visitors get the page of unknown addresses. Without either the command asks, on a terminal. References to the entry are
taken out of lists and optional fields, and claims about its file out of content/claims.yaml. The site is
rendered without it before anything is written: whatever still needs the entry, a template too, is told
with its place, and nothing happens.
All is written, or nothing. What nobody could visit yet, such as a draft, needs no redirect.")]
pub struct Arguments {
    /// What is deleted: files, folders, `collection/slug`, or addresses
    #[arg(value_name = "ENTRY", required = true)]
    entries: Vec<String>,
    /// Where its address leads from now on: an address of the site, a file of content/, or a web address
    #[arg(long, value_name = "TO", conflicts_with = "gone")]
    redirect: Option<String>,
    /// Let its address lead nowhere
    #[arg(long)]
    gone: bool,
    #[command(flatten)]
    pub(super) change: ChangeArguments,
}

/// Addresses that disappear, each with its language.
type Lost = BTreeMap<String, usize>;

/// What is deleted, with all files that go with it.
struct Doomed<'a> {
    entries: Vec<&'a Entry>,
    files: BTreeSet<String>,
}

impl<'a> Doomed<'a> {
    fn find(before: Before<'a>, names: &[String]) -> Result<Self, Refusal> {
        let mut all = Self {
            entries: Vec::new(),
            files: BTreeSet::new(),
        };
        for name in names {
            let subjects = moves::find(before.site, name)?;
            all.files.extend(subjects.files(before.sources));
            all.entries.extend(subjects.entries);
        }
        Ok(all)
    }

    /// All content as it is without them.
    fn without(&self, sources: &Sources) -> Result<Loaded, ReadError> {
        let plan = Plan {
            removed: self.files.clone(),
            ..Plan::default()
        };
        plan.content(sources)
    }

    /// Says which addresses have a page all the same: a redirect from there would hide it.
    fn tell_kept(&self, after: &Site) {
        let paths = self.entries.iter().filter_map(|e| e.path.as_deref());
        for path in paths.filter(|path| after.route(path).is_some()) {
            complain!(
                "`{path}` has a page all the same, that of the original: no redirect is needed"
            );
        }
    }
}

/// A deletion: the site as it is, what goes, and the site without it.
struct Deletion<'a> {
    before: Before<'a>,
    doomed: &'a Doomed<'a>,
    after: &'a Site,
    lost: Lost,
    /// Those of them that visitors may come to.
    known: BTreeSet<String>,
}

/// Deletes, and says what changed.
pub fn run(arguments: &Arguments) -> Exit {
    let given = &arguments.change;
    given.with_content(|before| change(arguments, before))
}

fn change(arguments: &Arguments, before: Before<'_>) -> Exit {
    let Before { site, sources, .. } = before;
    let doomed = match Doomed::find(before, &arguments.entries) {
        Ok(doomed) => doomed,
        Err(refusal) => return report::refusal(&refusal),
    };
    let after = match doomed.without(sources) {
        Ok(after) => after,
        Err(error) => return report::world(&error),
    };
    // Without settings that can be read there is no site afterwards, which the trial tells.
    let after = after.site.as_ref().unwrap_or(site);
    let published = match Published::read(sources) {
        Ok(published) => published,
        Err(error) => return report::failure(&error),
    };
    let lost = addresses(site, &doomed, after, |_, _| true);
    let known = addresses(site, &doomed, after, |entry, path| {
        published.knows(entry, path)
    });
    let deletion = Deletion {
        before,
        doomed: &doomed,
        after,
        lost,
        known: known.into_keys().collect(),
    };
    let leads_nowhere = arguments.gone || deletion.known.is_empty();
    let to = match (&arguments.redirect, leads_nowhere) {
        (Some(to), _) => deletion.target(to).map(Some),
        (None, true) => Ok(None),
        (None, false) => deletion.ask(),
    };
    let to = match to {
        Ok(to) => to,
        Err(refusal) => return report::refusal(&refusal),
    };
    if arguments.redirect.is_some() && deletion.lost.is_empty() && !arguments.change.site.quiet {
        doomed.tell_kept(after);
    }
    match deletion.plan(to) {
        Ok(plan) => arguments.change.carry_out(&plan, sources),
        Err(error) => report::failure(&error),
    }
}

/// The addresses that disappear, each with its language: of the entries and of what stands in for missing translations
/// of them, and those that lead to them. Where a deleted translation has a page all the same, its address stays.
fn addresses(
    site: &Site,
    doomed: &Doomed<'_>,
    after: &Site,
    counts: impl Fn(&Entry, &str) -> bool,
) -> Lost {
    let mut all = Lost::new();
    let entries = site.entries.iter();
    for entry in entries.filter(|entry| doomed.files.contains(&entry.source.path)) {
        let counts = |(path, _): &(String, usize)| counts(entry, path);
        let path = entry.path.clone().map(|path| (path, entry.language));
        all.extend(path.filter(counts));
        if let Some(Kind::List(aliases)) = entry.node.get("aliases").map(|node| &node.kind) {
            let aliases = aliases.iter().filter_map(|alias| alias.as_text());
            let aliases = aliases.map(|alias| (alias.to_owned(), entry.written));
            all.extend(aliases.filter(counts));
        }
    }
    all.retain(|path, _| after.route(path).is_none());
    all
}

/// Where readers of a language go instead, in the site as it is afterwards.
fn in_language(after: &Site, to: &str, language: usize) -> String {
    let (path, _) = link::split_suffix(to);
    let route = after.route(path).filter(|_| language != OWN);
    let mut own = route
        .into_iter()
        .flat_map(|route| after.translations(route));
    let own = own.find(|route| route.language == language);
    own.map_or_else(|| to.to_owned(), |route| route.path.clone())
}

/// What an address or a file of content/ is in a site.
fn resolve(site: &Site, doomed: &Doomed<'_>, to: &str) -> Result<Target, Refusal> {
    if to.starts_with("content/") {
        let entry = site.entry_of_file(to);
        let path = entry.and_then(|entry| entry.path.clone());
        let page = path.map(|path| Target::Page {
            path,
            suffix: Suffix::default(),
        });
        let hint = "name an address: `site routes` lists all";
        return page.ok_or_else(|| Refusal::new(format!("`{to}` is no entry with a page"), hint));
    }
    let from = Origin {
        file: doomed.entries.first().map_or("", |e| &e.source.path),
        page: None,
    };
    link::resolve(site, from, to).map_err(|broken| Refusal::new(broken.message, broken.hint))
}

impl Deletion<'_> {
    /// Where readers go instead: an address that there is without the entries, in the site as it is afterwards.
    fn target(&self, to: &str) -> Result<String, Refusal> {
        let to = to.trim();
        match resolve(self.after, self.doomed, to) {
            Ok(Target::External | Target::Anchor) => Ok(to.to_owned()),
            Ok(Target::File { name, suffix }) => Ok(format!("/{name}{suffix}")),
            Ok(Target::Page { path, suffix }) => Ok(format!("{path}{suffix}")),
            Err(refusal) => Err(match resolve(self.before.site, self.doomed, to) {
                Ok(Target::Page { path, .. }) => {
                    Refusal::new(format!("`{path}` is what is deleted"), "name another page")
                }
                _ => refusal,
            }),
        }
    }

    /// Asks where the addresses lead; an empty answer lets them lead nowhere.
    fn ask(&self) -> Result<Option<String>, Refusal> {
        let all: Vec<String> = self.known.iter().map(|path| format!("`{path}`")).collect();
        let all = all.join(", ");
        if !io::stdin().is_terminal() {
            let hint = "say where to with `--redirect TO`, or `--gone` if it may lead nowhere";
            return Err(Refusal::new(format!("{all} must lead somewhere"), hint));
        }
        complain!(
            "Where shall {all} lead? (an address, or nothing for the page of unknown addresses)"
        );
        let mut answer = String::new();
        let read = io::stdin().lock().read_line(&mut answer);
        read.map_err(|error| {
            Refusal::new(
                format!("no answer: {error}"),
                "give `--redirect TO` or `--gone`",
            )
        })?;
        match answer.trim() {
            "" => Ok(None),
            to => self.target(to).map(Some),
        }
    }

    /// Everything that has to change.
    fn plan(&self, to: Option<String>) -> Result<Plan, BuildError> {
        let Self {
            before,
            doomed,
            after,
            lost,
            ..
        } = self;
        let Before {
            site,
            loaded,
            sources,
        } = *before;
        let mut plan = Plan {
            removed: doomed.files.clone(),
            ..Plan::default()
        };
        plan.gone.clone_from(&doomed.files);
        plan.gone.extend(lost.keys().cloned());
        // A translation has the name of its original, which may stay.
        let is_gone = |reference: &content::field::Reference| {
            let is_it = |entry: &&Entry| entry.reference == *reference;
            after.entry(reference).is_none() && doomed.entries.iter().any(is_it)
        };
        let named = loaded.references().filter(|named| is_gone(&named.what));
        let places = named.map(|named| named.place.clone()).filter(|place| {
            !plan.removed.contains(&place.source.path) && moves::is_file(sources, &place.source)
        });
        let places: Vec<Place> = places.collect();
        moves::remove_values(&mut plan, site, &places);
        moves::remove_claims(&mut plan, site, sources)?;
        let gone = doomed.entries.iter().filter(|e| is_gone(&e.reference));
        plan.gone.extend(gone.map(|entry| entry.id()));
        plan.taken = places;
        let Some(to) = to else {
            moves::unlock(&mut plan, sources, &lost.keys().cloned().collect())?;
            return Ok(plan);
        };
        let redirects = lost.iter();
        let redirects =
            redirects.map(|(path, language)| (path.clone(), in_language(after, &to, *language)));
        let redirects: Vec<(String, String)> = redirects.collect();
        let gone = doomed.entries.iter();
        let gone = gone.map(|e| (e.source.path.clone(), in_language(after, &to, e.language)));
        let leads = Leads {
            gone: gone.collect(),
            paths: redirects.iter().cloned().collect(),
            ..Leads::default()
        };
        moves::rewrite(&mut plan, *before, &leads)?;
        moves::add_redirects(&mut plan, site, &redirects);
        Ok(plan)
    }
}
