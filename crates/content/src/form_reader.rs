//! content/forms/ to checked forms, in each language that has words for them.

use std::collections::BTreeMap;
use std::sync::Arc;

use forms::{Form, Settings, french_form};
use source::yaml::{Node, Tree};
use source::{Diagnostic, Place, Source, did_you_mean, yaml};

use crate::lacking::Lacking;
use crate::language::{Language, Languages, OWN};
use crate::link::split_suffix;
use crate::reader::{Findings, Link, Named};
use crate::schema::{Own, Schema, list};
use crate::site::Site;
use crate::texts::SourceTexts;
use crate::validate::validate;

/// The file beside the forms that says how the relay speaks and looks.
const SETTINGS: &str = "_relay";
/// The language of what the relay says by itself.
const ENGLISH: &str = "en";

/// The forms of a site.
#[derive(Debug, Default)]
pub(crate) struct Forms {
    /// By id, with their translations.
    pub all: BTreeMap<String, Form>,
    /// What languages lack.
    pub lacking: Vec<Lacking>,
    /// Files of words that name no page for visitors without scripts.
    thankless: Vec<Thankless>,
}

/// A file of words without `thanks`.
#[derive(Debug)]
struct Thankless {
    form: String,
    language: usize,
    place: Place,
}

/// What a file of content/forms/ is, by its name.
enum Role<'a> {
    /// A form, or how the relay speaks.
    Original,
    /// The words of another file in a language of the site, by its place.
    Words(&'a str, usize),
    /// Neither.
    Mistake(Diagnostic),
}

/// What a file is whose name, without its ending, is `stem`.
fn role<'a>(
    stem: &'a str,
    source: &Arc<Source>,
    texts: &SourceTexts,
    languages: &Languages,
) -> Role<'a> {
    let Some((of, code)) = stem.rsplit_once('.') else {
        return Role::Original;
    };
    let has_original = of == SETTINGS || texts.has(&format!("content/forms/{of}.yaml"));
    match (languages.find(code), has_original) {
        (Some(OWN), true) => {
            let message = format!("`{of}.yaml` is in `{code}` already");
            let hint = format!("write its words there, and remove `{stem}.yaml`");
            let mistake = Diagnostic::error("form-words", message).at(source, 0..0);
            Role::Mistake(mistake.hint(hint))
        }
        (Some(language), true) => Role::Words(of, language),
        (Some(_), false) if languages.are_several() => {
            let message = format!("there is no form `{of}` of which these are the words");
            let stems =
                SourceTexts::between(&texts.content, "forms/", ".yaml").map(|(stem, _)| stem);
            let stems = stems.filter(|stem| !stem.contains('.') && *stem != SETTINGS);
            let hint = did_you_mean(of, stems).unwrap_or_else(|| {
                format!("write content/forms/{of}.yaml first: it says what is asked")
            });
            let mistake = Diagnostic::error("missing-original", message).at(source, 0..0);
            Role::Mistake(mistake.hint(hint))
        }
        (None, true) => Role::Mistake(languages.unknown(code).at(source, 0..0)),
        _ => Role::Original,
    }
}

/// The forms among the texts of content/, where they lead, and every mistake in them.
pub(crate) fn read(
    texts: &SourceTexts,
    languages: &Languages,
) -> (Forms, Findings, Vec<Diagnostic>) {
    let (mut read, mut findings) = (Forms::default(), Findings::default());
    let mut mistakes = Vec::new();
    let mut schema = None;
    let mut originals = BTreeMap::new();
    let mut words = Vec::new();
    for (id, source) in SourceTexts::between(&texts.content, "forms/", ".yaml") {
        match role(id, source, texts, languages) {
            Role::Words(of, language) => words.push((of, language, source)),
            Role::Mistake(mistake) => mistakes.push(mistake),
            Role::Original if id == SETTINGS => {
                let (node, found) = settings(texts, source);
                mistakes.extend(found);
                let privacy = node.as_ref().and_then(|node| node.get("privacy"));
                findings
                    .links
                    .extend(privacy.and_then(|node| link(node, source)));
                originals.insert(id, (node, source));
            }
            // Compiled for the first form: most sites have none.
            Role::Original => {
                let schema = schema.get_or_insert_with(|| Schema::own(Own::Forms));
                if let Some((form, links, node)) =
                    form(schema, (id, languages.own()), source, &mut mistakes)
                {
                    findings.links.extend(links);
                    read.all.insert(id.to_owned(), form);
                    originals.insert(id, (Some(node), source));
                }
            }
        }
    }
    let mut speaks = Vec::new();
    for (of, at, source) in words {
        speaks.push((of, at));
        let (own, found) = yaml::parse(source, 0..source.text().len());
        mistakes.extend(found);
        let own = own.unwrap_or_else(|| Node::null(0..0));
        let original = originals.get(of);
        let original = original.and_then(|(node, source)| {
            let root = node.as_ref()?;
            Some(Tree { root, source })
        });
        let words = Words {
            of,
            language: at,
            speech: &languages.all()[at],
            tree: Tree { root: &own, source },
        };
        mistakes.extend(read.translate(&words, original, &mut findings));
    }
    read.unspoken(&originals, &speaks, languages);
    mistakes.extend(read.answers_otherwise(&originals, languages.own()));
    (read, findings, mistakes)
}

/// A file of words.
struct Words<'a> {
    /// The name of the file whose words they are, without its ending.
    of: &'a str,
    /// The language that they are in, and its place among those of the site.
    speech: &'a Language,
    language: usize,
    tree: Tree<'a>,
}

impl Words<'_> {
    /// A warning where the relay's pages lead back to another page than the first one in their language.
    fn misled(&self, home: &str) -> Option<Diagnostic> {
        let first = self.speech.home();
        let message = format!(
            "the relay's pages lead back to `{home}`, and the first page in `{}` is `{first}`",
            self.speech.code
        );
        let written = self
            .tree
            .root
            .get("home")
            .map_or(0..0, |node| node.span.clone());
        let warning = Diagnostic::warning("form-words", message).at(self.tree.source, written);
        (home != first).then(|| warning.hint(format!("write `home: {first}`")))
    }
}

impl Forms {
    /// Lays words over what they are the words of. Returns their mistakes.
    fn translate(
        &mut self,
        words: &Words<'_>,
        original: Option<Tree<'_>>,
        findings: &mut Findings,
    ) -> Vec<Diagnostic> {
        let Words {
            of,
            language,
            speech: Language { code, .. },
            tree,
        } = *words;
        let source = tree.source;
        let lacking = |word: &str, place: Place| Lacking {
            language,
            message: format!("`{of}.yaml` says `{word}`, which is not translated into `{code}`"),
            hint: format!("add it to `{}`", source.path),
            place,
        };
        if of == SETTINGS {
            let nothing = Node::null(0..0);
            let node = original.map_or(&nothing, |original| original.root);
            // Without mistakes of its own it can be read; those are told already.
            let Ok(mut settings) = Settings::from_node(node, source) else {
                return Vec::new();
            };
            let (missing, found) = settings.translate(code, node, tree);
            let missing = missing.iter();
            let missing = missing.map(|one| Lacking {
                message: format!("the relay's `{}` is not translated into `{code}`", one.word),
                ..lacking(&one.word, Place::new(source, 0..0))
            });
            self.lacking.extend(missing);
            let privacy = tree.root.get("privacy");
            findings
                .links
                .extend(privacy.and_then(|node| link(node, source)));
            let home = &settings.in_language(code).home;
            return [found, words.misled(home).into_iter().collect()].concat();
        }
        let (Some(form), Some(original)) = (self.all.get_mut(of), original) else {
            return Vec::new();
        };
        let (missing, found) = form.translate(code, original, tree);
        let missing = missing.into_iter();
        let missing = missing.map(|one| lacking(&one.word, Place::new(original.source, one.span)));
        self.lacking.extend(missing);
        let page = tree
            .root
            .get("newsletter")
            .and_then(|node| node.get("page"));
        findings
            .links
            .extend(page.and_then(|node| link(node, source)));
        match tree.root.get("thanks") {
            Some(thanks) => findings.links.extend(link(thanks, source)),
            None => self.thankless.push(Thankless {
                form: of.to_owned(),
                language,
                place: Place::new(source, 0..0),
            }),
        }
        found
    }

    /// Notes the languages in which a form, or the relay, has no words at all.
    fn unspoken(
        &mut self,
        originals: &BTreeMap<&str, (Option<Node>, &Arc<Source>)>,
        speaks: &[(&str, usize)],
        languages: &Languages,
    ) {
        let of_relay = originals.get(SETTINGS);
        let first = of_relay.or_else(|| originals.values().next());
        let forms = originals.iter().filter(|(of, _)| **of != SETTINGS);
        let named = forms.map(|(of, (_, source))| (*of, *source));
        // Without forms the relay has nothing to say.
        let relay = first.filter(|_| !self.all.is_empty());
        let relay = relay.map(|(_, source)| (SETTINGS, *source));
        for (of, source) in named.chain(relay) {
            for (language, Language { code, .. }) in languages.others() {
                let is_its_own = || of == SETTINGS && speaks_alike(spoken(of_relay), code);
                if speaks.contains(&(of, language)) || is_its_own() {
                    continue;
                }
                self.lacking.push(Lacking {
                    language,
                    message: match of {
                        SETTINGS => {
                            format!("the relay's pages and mails are not translated into `{code}`")
                        }
                        of => format!("the form `{of}` is not translated into `{code}`"),
                    },
                    hint: format!("write `content/forms/{of}.{code}.yaml`"),
                    place: Place::new(source, 0..0),
                });
            }
        }
    }

    /// A warning where the relay, which speaks English until it is told otherwise, answers in another language than the
    /// site's own, or says some of it in English.
    fn answers_otherwise(
        &self,
        originals: &BTreeMap<&str, (Option<Node>, &Arc<Source>)>,
        own: &Language,
    ) -> Option<Diagnostic> {
        // Without forms the relay has nothing to say.
        self.all.first_key_value()?;
        let relay = originals.get(SETTINGS);
        let (node, source) = relay.or_else(|| originals.values().next())?;
        let code = &own.code;
        let language = spoken(relay);
        if !speaks_alike(language, code) {
            let message = format!("the relay answers in `{language}`, and the site is in `{code}`");
            let written = node.as_ref().filter(|_| relay.is_some());
            let written = written.and_then(|node| node.get("language"));
            let place = written.map_or(0..0, |node| node.span.clone());
            let warning = Diagnostic::warning("form-words", message).at(source, place);
            return Some(warning.hint(format!(
                "write `language: {code}` into content/forms/{SETTINGS}.yaml, and its words beside it"
            )));
        }
        let said = node.as_ref().filter(|_| !speaks_alike(code, ENGLISH))?;
        let unsaid = unsaid(Tree { root: said, source }, code);
        let unsaid: Vec<&str> = unsaid.iter().map(String::as_str).collect();
        let message = format!("what `{SETTINGS}.yaml` leaves out is said in English");
        let warning = Diagnostic::warning("form-words", message).at(source, 0..0);
        let hint = || format!("add in `{code}`: {}", list(&unsaid));
        (!unsaid.is_empty()).then(|| warning.hint(hint()))
    }

    /// Warnings for words that leave visitors without scripts on a page that is there in their own language.
    pub fn thanked_elsewhere(&self, site: &Site) -> Vec<Diagnostic> {
        let warning = |Thankless {
                           form,
                           language,
                           place,
                       }: &Thankless| {
            let (path, _) = split_suffix(&self.all.get(form)?.thanks);
            let mut translations = site.translations(site.route(path)?);
            let own = translations.find(|route| route.language == *language)?;
            let message = format!(
                "visitors without scripts are sent to `{path}`, which stands at `{}` in this language",
                own.path
            );
            let warning = Diagnostic::warning("form-words", message).on(place);
            (own.path != path).then(|| warning.hint(format!("add `thanks: {}`", own.path)))
        };
        self.thankless.iter().filter_map(warning).collect()
    }
}

/// The page that a value names, when it names one.
fn link(node: &Node, source: &Arc<Source>) -> Option<Link> {
    let path = node.as_text().filter(|path| !path.is_empty())?;
    Some(Named {
        what: Arc::from(path),
        place: Place::new(source, node.span.clone()),
    })
}

/// The language of the relay's own words.
fn spoken<'a>(relay: Option<&'a (Option<Node>, &Arc<Source>)>) -> &'a str {
    let node = relay.and_then(|(node, _)| node.as_ref());
    let language = node.and_then(|node| node.get("language"));
    language.and_then(Node::as_text).unwrap_or(ENGLISH)
}

/// Whether two codes are of one language, perhaps of two regions.
fn speaks_alike(one: &str, other: &str) -> bool {
    let language = |code: &str| code.split('-').next().map(str::to_lowercase);
    language(one) == language(other)
}

/// What the relay's settings leave to their English defaults: words for visitors, and how mails write dates and numbers.
fn unsaid(settings: Tree<'_>, code: &str) -> Vec<String> {
    let plain = Settings::plain().ok();
    // What is no word of it is judged elsewhere.
    let laid = plain.map(|mut plain| plain.translate(code, &Node::null(0..0), settings).0);
    let mut unsaid: Vec<String> = laid.into_iter().flatten().map(|one| one.word).collect();
    for (part, key) in [("dates", "months"), ("numbers", "decimal")] {
        let is_said = settings.root.get(part).and_then(|part| part.get(key));
        unsaid.extend(is_said.is_none().then(|| format!("{part}.{key}")));
    }
    unsaid
}

/// A form, the pages to which it leads a visitor without scripts, and what it was read from; none where there is an error among
/// what is told of it.
fn form(
    schema: &Schema,
    (id, language): (&str, &Language),
    source: &Arc<Source>,
    told: &mut Vec<Diagnostic>,
) -> Option<(Form, Vec<Link>, Node)> {
    let (node, mut mistakes) = yaml::parse(source, 0..source.text().len());
    let Some(node) = node else {
        told.append(&mut mistakes);
        return None;
    };
    mistakes.extend(validate(schema, &node, source));
    let is_sound = !mistakes.iter().any(Diagnostic::is_error);
    told.append(&mut mistakes);
    if is_sound {
        let typeset = language.is_french().then(|| french_form(&node));
        let form = Form::from_node(id, typeset.as_ref().unwrap_or(&node), source);
        let form = form.map_err(|found| told.extend(found)).ok()?;
        let page = node.get("newsletter").and_then(|node| node.get("page"));
        let named = [node.get("thanks"), page].into_iter().flatten();
        let links = named.filter_map(|named| link(named, source)).collect();
        return Some((form, links, node));
    }
    told.extend(forms::check(&node, source));
    None
}

/// The mistakes in how the relay speaks and looks; the relay alone reads what it says.
fn settings(texts: &SourceTexts, source: &Arc<Source>) -> (Option<Node>, Vec<Diagnostic>) {
    let (node, mut mistakes) = yaml::parse(source, 0..source.text().len());
    if let Some(node) = &node {
        mistakes.extend(validate(&Schema::own(Own::Relay), node, source));
        mistakes.extend(forms::check_texts(node, source));
    }
    let look = node.as_ref().and_then(|node| node.get("look"));
    for part in ["page", "mail", "mark", "relief"] {
        let Some(node) = look.and_then(|look| look.get(part)) else {
            continue;
        };
        let name = node.as_text().unwrap_or_default();
        let is_file = name.ends_with(".css") || name.ends_with(".svg");
        if is_file && !texts.files.contains(&format!("content/forms/{name}")) {
            let beside = texts.files.iter();
            let beside = beside.filter_map(|path| path.strip_prefix("content/forms/"));
            let hint = did_you_mean(name, beside);
            let hint = hint.unwrap_or_else(|| format!("put it at `content/forms/{name}`"));
            let mistake = Diagnostic::error("missing-file", format!("there is no file `{name}`"));
            mistakes.push(mistake.at(source, node.span.clone()).hint(hint));
        }
    }
    (node, mistakes)
}
