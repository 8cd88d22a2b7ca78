//! What is still to be translated: entries and strings that a language lacks, and translations older than their originals.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::process::Command;

use content::Site;
use content::entry::Entry;
use content::language::Language;
use source::{Diagnostic, Place, Source, Stamp};

use crate::words::count;

/// What one language lacks.
#[derive(Debug)]
pub struct TranslationState<'a> {
    language: &'a Language,
    /// How many entries are translated, and of how many.
    translated: (usize, usize),
    /// What is missing or too old, in the order of the files.
    pub findings: Vec<Untranslated>,
}

/// Something that is to be translated, or again.
#[derive(Debug)]
pub struct Untranslated {
    code: &'static str,
    message: String,
    hint: String,
    place: Place,
}

/// What is to be done in each language other than the site's own.
pub fn progress<'a>(site: &'a Site, root: &Path) -> Vec<TranslationState<'a>> {
    let times = Times::read(root);
    let others = site.config.languages.others();
    let all = others.map(|(at, language)| of_language(site, at, language, &times));
    all.collect()
}

fn of_language<'a>(
    site: &'a Site,
    at: usize,
    language: &'a Language,
    times: &Times<'_>,
) -> TranslationState<'a> {
    let own = |language| {
        let entries = site.entries.iter().map(|entry| &**entry);
        entries.filter(move |e: &&Entry| e.language == language && !e.stands_in())
    };
    let translations: HashMap<_, &Entry> = own(at).map(|e| (&e.reference, e)).collect();
    let mut findings = Vec::new();
    for original in own(0) {
        match translations.get(&original.reference) {
            Some(translation) => findings.extend(outdated(original, translation, times)),
            None => findings.push(untranslated(site, original, language)),
        }
    }
    findings.extend(site.strings.missing(at).map(|(key, place)| Untranslated {
        code: "untranslated",
        message: format!(
            "the string `{key}` is not translated into `{}`",
            language.code
        ),
        hint: format!("add `{}: …`", language.code),
        place: place.clone(),
    }));
    let lacking = site.lacking.iter().filter(|one| one.language == at);
    findings.extend(lacking.map(|one| Untranslated {
        code: "untranslated",
        message: one.message.clone(),
        hint: one.hint.clone(),
        place: one.place.clone(),
    }));
    TranslationState {
        language,
        translated: (translations.len(), own(0).count()),
        findings,
    }
}

fn untranslated(site: &Site, original: &Entry, language: &Language) -> Untranslated {
    let code = &language.code;
    let path = &original.source.path;
    let (stem, ending) = path.rsplit_once('.').unwrap_or((path, "md"));
    let own = format!(".{}", site.config.languages.own().code);
    let stem = stem.strip_suffix(own.as_str()).unwrap_or(stem);
    let file = format!("{stem}.{code}.{ending}");
    Untranslated {
        code: "untranslated",
        message: format!("`{}` is not translated into `{code}`", original.id()),
        hint: match site.left_out.contains_key(&file) {
            true => format!("`{file}` is a draft, hidden, or not published yet"),
            false => format!("write `{file}`"),
        },
        place: head_of(original),
    }
}

fn outdated(original: &Entry, translation: &Entry, times: &Times<'_>) -> Option<Untranslated> {
    let (first, then) = (times.of(&original.source)?, times.of(&translation.source)?);
    (first > then).then(|| Untranslated {
        code: "outdated-translation",
        message: format!(
            "`{}` changed on {}, its translation on {}",
            original.source.path,
            shown(first),
            shown(then)
        ),
        hint: "translate what changed since, and save or commit the translation".to_owned(),
        place: head_of(translation),
    })
}

/// Where the title of an entry stands, else its beginning.
fn head_of(entry: &Entry) -> Place {
    Place::new(&entry.source, entry.span_of("title"))
}

/// A time in seconds since 1970, to the minute.
fn shown(time: i64) -> String {
    let time = jiff::Timestamp::from_second(time).unwrap_or_default();
    time.strftime("%Y-%m-%d %H:%M").to_string()
}

impl TranslationState<'_> {
    /// What there is to do in a few lines.
    pub fn summary(&self) -> String {
        let (code, name) = (&self.language.code, &self.language.name);
        let (translated, all) = self.translated;
        let mut text = format!(
            "{code} ({name}): {translated} of {} translated",
            count(all, "text")
        );
        let old = |finding: &&Untranslated| finding.code == "outdated-translation";
        let old = self.findings.iter().filter(old).count();
        if old > 0 {
            text += &format!(", {old} older than the original");
        }
        for Untranslated {
            message,
            hint,
            place,
            ..
        } in &self.findings
        {
            let (line, _) = place.source.position(place.span.start);
            text += &format!("\n  {}:{line}  {message}: {hint}", place.source.path);
        }
        text
    }
}

impl Untranslated {
    /// As a warning, for other programs.
    pub fn diagnostic(&self) -> Diagnostic {
        Diagnostic::warning(self.code, self.message.clone())
            .on(&self.place)
            .hint(self.hint.clone())
    }
}

/// When files were last changed: by the last commit, or, where they are others since or there is no git, as the file
/// system says.
struct Times<'a> {
    root: &'a Path,
    committed: HashMap<String, i64>,
}

impl<'a> Times<'a> {
    fn read(root: &'a Path) -> Self {
        let committed = committed(root).unwrap_or_default();
        Self { root, committed }
    }

    fn of(&self, source: &Source) -> Option<i64> {
        if let Some(time) = self.committed.get(&source.path) {
            return Some(*time);
        }
        let stamp = Stamp::of(&self.root.join(&source.path))?;
        i64::try_from(stamp.modified / 1_000_000_000).ok()
    }
}

/// The times of the last commits of files below content/ that are as they were committed, in seconds since 1970; none
/// without git.
fn committed(root: &Path) -> Option<HashMap<String, i64>> {
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command
            .arg("-C")
            .arg(root)
            .args(["-c", "core.quotePath=false"]);
        let output = command
            .args(arguments)
            .args(["--", "content"])
            .output()
            .ok()?;
        let text = String::from_utf8(output.stdout).ok();
        text.filter(|_| output.status.success())
    };
    let changed = git(&["ls-files", "--modified"])?;
    let changed: HashSet<&str> = changed.lines().collect();
    let log = git(&[
        "log",
        "--format=%x00%ct",
        "--name-only",
        "--no-renames",
        "--relative",
    ])?;
    let mut times = HashMap::new();
    for commit in log.split('\0').skip(1) {
        let mut lines = commit.lines().filter(|line| !line.is_empty());
        let Some(Ok(time)) = lines.next().map(str::parse) else {
            continue;
        };
        for path in lines.filter(|path| !changed.contains(path)) {
            times.entry(path.to_owned()).or_insert(time);
        }
    }
    Some(times)
}
