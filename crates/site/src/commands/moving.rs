//! `site move`.

use std::collections::BTreeSet;
use std::sync::Arc;

use content::Loaded;
use content::entry::Entry;
use source::Diagnostic;

use super::arguments::ChangeArguments;
use crate::console::complain;
use crate::exit::Exit;
use crate::failure::BuildError;
use crate::moves::{self, Before, Destination, Leads, Plan, Published, StandIn, Subjects};
use crate::report;

/// What `site move` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  site move articles/a-title articles/better-title
  site move content/articles/a-title.md content/guides/a-title.md
  site move /blog/a-title /blog/better-title
  site move content/docs/start content/docs/begin --dry-run

OLD is a file or folder of content/, `collection/slug`, or the address of an entry. NEW is of these
too; a name alone stays in the folder. A page that is the `index.md` of a folder takes the folder along.
A number that orders a file stays, unless NEW has another or begins with content/.

Translations go along with their original, named as that is. Links in texts and in components (however
they are written), references, pictures beside the entry, literal addresses and names in templates and
lists, data, claims and redirects follow. The old address becomes an alias, so that it leads to the new
one. Only what changes is written: the other bytes of the files stay. The site is rendered as it would
be before anything is written: what would be a mistake then is told, and nothing happens. All is
written, or nothing.
A draft gets no alias, nor does an address that differs only in upper and lower case.")]
pub struct Arguments {
    /// What is moved: a file, a folder, `collection/slug`, or an address
    #[arg(value_name = "OLD")]
    old: String,
    /// Where to
    #[arg(value_name = "NEW")]
    new: String,
    /// Let the old address lead nowhere
    #[arg(long)]
    no_alias: bool,
    #[command(flatten)]
    pub(super) change: ChangeArguments,
}

/// Moves, and says what changed.
pub fn run(arguments: &Arguments) -> Exit {
    let given = &arguments.change;
    given.with_content(|before| change(arguments, before))
}

fn change(arguments: &Arguments, before: Before<'_>) -> Exit {
    let found = moves::find(before.site, &arguments.old);
    let found = found.and_then(|subjects| {
        let to = moves::destination(before, &subjects, &arguments.new)?;
        Ok((subjects, to))
    });
    let planned = match found {
        Ok((subjects, to)) => plan(arguments, before, &subjects, to),
        Err(refusal) => return report::refusal(&refusal),
    };
    match planned {
        Ok(plan) => arguments.change.carry_out(&plan, before.sources),
        // What would be no entry there is followed by nothing, which would all be told.
        Err(BuildError::Mistakes(found)) => report::unsound(&found),
        Err(error) => report::failure(&error),
    }
}

/// Everything that has to change.
fn plan(
    arguments: &Arguments,
    before: Before<'_>,
    subjects: &Subjects<'_>,
    to: Destination,
) -> Result<Plan, BuildError> {
    let Before { site, sources, .. } = before;
    let mut plan = Plan::default();
    match to {
        Destination::Files(files) => plan.renames = files,
        Destination::Field { name, value } => {
            let entry = subjects.entries[0];
            moves::set_field(&mut plan, entry, name, &value);
        }
    }
    // What the entries are called then is asked of the site as it will be.
    let after = plan.content(sources)?;
    let mut leads = Leads {
        files: plan.renames.clone(),
        ..Leads::default()
    };
    let files: BTreeSet<&str> = subjects
        .entries
        .iter()
        .map(|e| e.source.path.as_str())
        .collect();
    // What stands in for a missing translation has an address too.
    let moved = site
        .entries
        .iter()
        .filter(|entry| files.contains(entry.source.path.as_str()));
    let moved: Vec<&Entry> = moved.map(|entry| &**entry).collect();
    let mut gone = BTreeSet::new();
    for entry in &moved {
        let file = &entry.source.path;
        let file = plan.renames.get(file).unwrap_or(file);
        let is_it = |new: &&Arc<Entry>| new.source.path == *file && new.language == entry.language;
        let new = after.site.iter().flat_map(|site| &site.entries).find(is_it);
        let refused = refusals(&after, file, new.is_some());
        if !refused.is_empty() {
            return Err(BuildError::Mistakes(refused));
        }
        if let Some(new) = new {
            gone.extend(follow(&mut leads, entry, new));
        }
    }
    moves::rewrite(&mut plan, before, &leads)?;
    let without = former_addresses(arguments, &mut plan, before, &moved_to(&moved, &leads))?;
    gone.retain(|address| without.contains(address));
    moves::unlock(&mut plan, sources, &gone)?;
    Ok(plan)
}

/// Why a file is no entry at its new place, or one without an address.
fn refusals(after: &Loaded, file: &str, is_entry: bool) -> Vec<Diagnostic> {
    let is_told = |d: &&Diagnostic| d.is_error() && (!is_entry || d.code == "invalid-address");
    let told = after.diagnostics.iter().filter(is_told);
    let is_of_file = |d: &&Diagnostic| d.labels.first().is_some_and(|l| l.source.path == file);
    told.filter(is_of_file).cloned().collect()
}

/// Entries that have another address.
struct Readdressed<'a> {
    entry: &'a Entry,
    old: &'a str,
    new: &'a str,
}

fn moved_to<'a>(moved: &[&'a Entry], leads: &'a Leads) -> Vec<Readdressed<'a>> {
    let all = moved.iter().filter_map(|entry| {
        let old = entry.path.as_deref()?;
        let new = leads.paths.get(old)?;
        Some(Readdressed { entry, old, new })
    });
    all.collect()
}

/// Lets former addresses lead to those of now; gives those of them that are to lead nowhere.
fn former_addresses(
    arguments: &Arguments,
    plan: &mut Plan,
    before: Before<'_>,
    moved: &[Readdressed<'_>],
) -> Result<BTreeSet<String>, BuildError> {
    let published = Published::read(before.sources)?;
    let (mut stand_ins, mut without) = (Vec::new(), BTreeSet::new());
    for Readdressed { entry, old, new } in moved {
        let is_known = match entry.stands_in() {
            // Its redirect stands in the settings, which are read without the entry too.
            true => published.has(entry),
            false => published.knows(entry, old),
        };
        // Where file systems take them for one, a redirect would lie over the page.
        let is_same = old.to_lowercase() == new.to_lowercase();
        if is_same && is_known && !arguments.no_alias && !arguments.change.site.quiet {
            complain!(
                "`{old}` leads nowhere from now on: `{new}` differs only in upper and lower case"
            );
        }
        let former = (is_known && !is_same && !arguments.no_alias).then_some(*old);
        if arguments.no_alias || is_same {
            without.insert((*old).to_owned());
        }
        match entry.stands_in() {
            true => stand_ins.push(StandIn {
                now: (*new).to_owned(),
                former: former.map(str::to_owned),
            }),
            false => moves::follow_alias(plan, entry, new, former),
        }
    }
    moves::follow_redirects(plan, before.site, &stand_ins);
    Ok(without)
}

/// Notes how an entry is found now; gives its old address when that is another.
fn follow(leads: &mut Leads, old: &Entry, new: &Entry) -> Option<String> {
    if old.reference != new.reference {
        let (old, new) = (old.reference.clone(), new.reference.clone());
        leads.names.insert(old, new);
    }
    let (from, to) = (old.path.clone()?, new.path.clone()?);
    (from != to).then(|| {
        leads.paths.insert(from.clone(), to);
        from
    })
}
