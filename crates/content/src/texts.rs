//! The files of a site sorted by what they are for: settings, schemas, forms, templates, entries.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use crate::{front_matter, misnamed};
use pulldown_cmark::{Event, Parser, Tag};
use rayon::iter::Either;
use rayon::prelude::*;
use source::document::Syntax;
use source::{Diagnostic, ReadError, Source, Sources};

/// Bytes of all templates: what they are compiled to takes sixteen times as much, in each typography.
const MOST_OF_TEMPLATES: usize = 4 << 20;

/// The folder of content/ in which data stand.
pub(crate) const DATA: &str = "_data/";

/// What content/ and templates/ hold, and the names of everything else that entries may name.
#[derive(Debug)]
pub(crate) struct SourceTexts {
    /// The texts of content/ that are no entries, by their name below it.
    pub content: BTreeMap<String, Arc<Source>>,
    /// Those that may be entries, by their name below content/: each is read when it is parsed.
    pub entries: Vec<String>,
    /// The texts of templates/, by their name below it.
    pub templates: BTreeMap<String, Arc<Source>>,
    /// Files that pages may show or link to (public/ and those beside entries), by their path.
    pub files: BTreeSet<String>,
    /// Names of the islands that exist.
    pub islands: BTreeSet<String>,
    /// Paths of content/ and templates/ that are no text, but those of entries; their mistakes are reported already.
    pub failed: BTreeSet<String>,
}

impl SourceTexts {
    /// Reads the texts and lists the rest.
    pub fn read(sources: &Sources) -> Result<(Self, Vec<Diagnostic>), ReadError> {
        let is_text = |p: &&str| match p.starts_with("content/_data/") {
            true => Syntax::of(p).is_some(),
            false => [".md", ".yaml", ".yml"].iter().any(|e| p.ends_with(e)),
        };
        let (texts, others): (Vec<_>, Vec<_>) = sources.below("content").partition(is_text);
        let is_of_engine = |path: &&str| path.strip_prefix("content/").is_some_and(is_of_engine);
        let (texts, entries): (Vec<_>, Vec<_>) = texts.into_iter().partition(is_of_engine);
        let templates: Vec<&str> = sources.below("templates").collect();
        let all = texts.iter().chain(&templates);
        let mut failed: BTreeSet<String> = all.map(|path| (*path).to_owned()).collect();
        let (content, mut diagnostics) = sources.texts(&texts)?;
        let (templates, found) = within(MOST_OF_TEMPLATES, sources, &templates)?;
        diagnostics.extend(found);
        let (content, found) = without_conflicts(content);
        diagnostics.extend(found);
        let (templates, found) = without_conflicts(templates);
        diagnostics.extend(found);
        for source in content.iter().chain(&templates) {
            failed.remove(source.name());
        }
        let mut read = Self {
            content: by_name(content, "content/"),
            entries: entries.into_iter().map(below_content).collect(),
            templates: by_name(templates, "templates/"),
            files: sources
                .below("public")
                .chain(others)
                .map(str::to_owned)
                .collect(),
            islands: islands(sources),
            failed,
        };
        diagnostics.extend(read.take_misnamed());
        Ok((read, diagnostics))
    }

    /// The mistakes of files whose names are nearly those of the engine's own, which are texts no longer. That the right
    /// ones are not there would be told at all that leans on them: they count as unread.
    fn take_misnamed(&mut self) -> Vec<Diagnostic> {
        let content = self.content.keys().map(|name| format!("content/{name}"));
        let templates = self.templates.keys();
        let templates = templates.map(|name| format!("templates/{name}"));
        let others = self.files.iter().cloned();
        let all = content.chain(templates).chain(others);
        let named: Vec<_> = all
            .filter_map(|path| Some((misnamed::right_path(&path)?, path)))
            .collect();
        let mistakes = named.into_iter().map(|(right, path)| {
            self.files.remove(&path);
            let source = match path.split_once('/') {
                Some(("content", name)) => self.content.remove(name),
                Some(("templates", name)) => self.templates.remove(name),
                _ => None,
            };
            let own = right.strip_prefix("templates/");
            let is_there =
                self.has(&right) || own.is_some_and(|name| self.templates.contains_key(name));
            let mistake = misnamed::mistake(&path, &right, is_there);
            if !is_there {
                self.failed.insert(right);
            }
            match source {
                Some(source) => mistake.at(&source, 0..0),
                None => mistake,
            }
        });
        mistakes.collect()
    }

    /// The texts whose names begin and end so, by what stands between.
    pub fn between<'a>(
        texts: &'a BTreeMap<String, Arc<Source>>,
        start: &'a str,
        end: &'a str,
    ) -> impl Iterator<Item = (&'a str, &'a Arc<Source>)> {
        let named = texts.iter();
        named.filter_map(move |(name, source)| {
            let between = name.strip_prefix(start)?.strip_suffix(end)?;
            Some((between, source))
        })
    }

    /// Whether content/ and templates/ have a file, even one that could not be read.
    pub fn has(&self, path: &str) -> bool {
        let own = path.strip_prefix("content/");
        self.failed.contains(path) || own.is_some_and(|name| self.content.contains_key(name))
    }

    /// The innermost folder above a file of content/ that has a schema, even one that could not be read.
    pub fn folder_of_schema<'a>(&self, name: &'a str) -> Option<&'a str> {
        let mut above = name.rmatch_indices('/').map(|(end, _)| &name[..end]);
        above.find(|folder| self.has(&format!("content/{folder}/_schema.yaml")))
    }
}

/// A file of content/ by its name below it.
fn below_content(path: &str) -> String {
    path.strip_prefix("content/").unwrap_or(path).to_owned()
}

/// The texts without those that a merge left unfinished, and a mistake for each of these.
fn without_conflicts(texts: Vec<Arc<Source>>) -> (Vec<Arc<Source>>, Vec<Diagnostic>) {
    let judge = |source: Arc<Source>| match unfinished(&source) {
        None => Either::Left(source),
        Some(mistake) => Either::Right(mistake),
    };
    texts.into_par_iter().partition_map(judge)
}

/// The mistake of a text that a merge left unfinished.
pub(crate) fn unfinished(source: &Arc<Source>) -> Option<Diagnostic> {
    let message = "a merge of two versions was left unfinished";
    let mistake = Diagnostic::error("merge-conflict", message).at(source, conflict(source)?);
    Some(
        mistake
            .hint("choose what stays, and remove the lines of `<<<<<<<`, `=======` and `>>>>>>>`"),
    )
}

/// The first mark of a merge, unless it stands in code that shows one.
pub(crate) fn conflict(source: &Arc<Source>) -> Option<Range<usize>> {
    let text = source.text();
    let may_be = |mark: &str| memchr::memmem::find(text.as_bytes(), mark.as_bytes()).is_some();
    // In Markdown `>>>>>>>` alone is a quotation in a quotation.
    let is_markdown = source.path.ends_with(".md");
    if !may_be("<<<<<<<") && (is_markdown || !may_be(">>>>>>>")) {
        return None;
    }
    let shown = match is_markdown {
        true => code_blocks(source),
        false => Vec::new(),
    };
    let is_shown = |offset: usize| {
        let at = shown.partition_point(|block| block.end <= offset);
        shown.get(at).is_some_and(|block| block.contains(&offset))
    };
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let text = line.trim_end();
        let is_mark = |mark: &str| text == mark || text.starts_with(&format!("{mark} "));
        let is_either = is_mark("<<<<<<<") || is_mark(">>>>>>>") && !is_markdown;
        if is_either && !is_shown(offset) {
            return Some(offset..offset + text.len());
        }
        offset += line.len();
    }
    None
}

/// Where the blocks of code of a Markdown file stand, in their order. Its front matter has none: a fence in there opens
/// nothing, and would hide the whole text below.
fn code_blocks(source: &Arc<Source>) -> Vec<Range<usize>> {
    let text = source.text();
    let start = front_matter::split(source).map_or(0, |parts| parts.body.start);
    let events = Parser::new(&text[start..]).into_offset_iter();
    let blocks = events.filter(|(event, _)| matches!(event, Event::Start(Tag::CodeBlock(_))));
    blocks
        .map(|(_, range)| start + range.start..start + range.end)
        .collect()
}

fn by_name(sources: Vec<Arc<Source>>, folder: &str) -> BTreeMap<String, Arc<Source>> {
    let named = sources.into_iter().map(|source| {
        let name = source.name();
        let name = name.strip_prefix(folder).unwrap_or(name);
        (name.to_owned(), source)
    });
    named.collect()
}

/// Whether a file of content/ is kept for those who write it, by its name: one that begins with `_`, what an editor left
/// behind, and the README of a folder. The engine's own begin with `_` as well.
pub fn is_note(file: &str) -> bool {
    let is_readme = file.strip_prefix("README").is_some_and(is_of_readme);
    file.starts_with('_') || file.ends_with('~') || is_readme
}

/// Whether a README ends so: like the text of a folder, in any language, or like nothing that is read. One that ends like
/// data may be an entry or a form.
fn is_of_readme(ending: &str) -> bool {
    let is_word = |part: &str| {
        part.strip_prefix('.')
            .is_some_and(|word| !word.contains('.'))
    };
    match ending.strip_suffix(".md") {
        Some(language) => language.is_empty() || is_word(language),
        None if ending.is_empty() => true,
        None => ending.starts_with('.') && Syntax::of(&ending.to_lowercase()).is_none(),
    }
}

/// Whether a file of content/ is no entry: schemas, notes to editors, forms and settings.
pub(crate) fn is_of_engine(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or(name);
    let is_yaml_of_root = !name.contains('/') && !name.ends_with(".md");
    is_note(file) || name.starts_with("forms/") || name.starts_with(DATA) || is_yaml_of_root
}

/// Folders `islands/NAME` that hold a component `NAME.tsx`.
fn islands(sources: &Sources) -> BTreeSet<String> {
    let names = sources.below("islands").filter_map(|path| {
        let (folder, file) = path.strip_prefix("islands/")?.split_once('/')?;
        (file.strip_suffix(".tsx") == Some(folder)).then(|| folder.to_owned())
    });
    names.collect()
}

/// The first texts that come to so many bytes together; a mistake at the next one, after which hardly any is read.
fn within(
    most: usize,
    sources: &Sources,
    paths: &[&str],
) -> Result<(Vec<Arc<Source>>, Vec<Diagnostic>), ReadError> {
    const AT_ONCE: usize = 256;
    let (mut texts, mut diagnostics) = (Vec::new(), Vec::new());
    let mut all = 0;
    for paths in paths.chunks(AT_ONCE) {
        let (read, found) = sources.texts(paths)?;
        diagnostics.extend(found);
        for source in read {
            all += source.text().len();
            if all > most {
                let line = source.text().lines().next().unwrap_or_default().len();
                let message = format!("the templates come to more than {} MiB", most >> 20);
                let hint = "put what they show into content/, and scripts and styles into public/";
                let too_much = Diagnostic::error("file-too-large", message)
                    .label(&source, 0..line, "with this one")
                    .hint(hint);
                diagnostics.push(too_much);
                return Ok((texts, diagnostics));
            }
            texts.push(source);
        }
    }
    Ok((texts, diagnostics))
}
