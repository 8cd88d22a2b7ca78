//! Compiles a site's templates once and renders any of its routes with them.

use std::collections::BTreeMap;
use std::sync::Arc;

use assets::Assets;
use content::Site;
use content::language::Language;
use content::route::BUILT_IN_TEMPLATES;
use content::typography;
use minijinja::value::Value;
use minijinja::{AutoEscape, Environment, Error, ErrorKind, Output, State, UndefinedBehavior};
use source::{Diagnostic, Source};

use crate::answer::{AnswerSource, Templates};
use crate::concatenation::Compilable;
use crate::escape::escape;
use crate::functions::FunctionObject;
use crate::mistake::fail_with;
use crate::page::{Failure, Page};
use crate::product::Allowance;
use crate::read::{Digest, Read};
use crate::value::{BodyObject, EntryObject};
use crate::view::View;
use crate::{body, calls, context, expression, failure, filters, functions, island, tree};

/// Most levels that a page's templates may go down, of which an include counts about ten and a macro four; the most that
/// minijinja allows, for which each thread has room.
const MAX_RECURSION: usize = 500;
/// Steps that one page may take; a page of this size has long been a mistake.
const MAX_STEPS: u64 = 20_000_000;

/// A site's templates, compiled.
#[derive(Debug)]
pub struct Renderer {
    /// Why the templates that do not compile do not.
    mistakes: BTreeMap<String, Diagnostic>,
    answers: Arc<AnswerSource>,
}

impl Renderer {
    /// Compiles every template of a site. Those that do not compile are diagnostics.
    pub fn new(site: &Arc<Site>, assets: &Arc<Assets>) -> (Self, Vec<Diagnostic>) {
        let languages = site.config.languages.all();
        let own = site.config.languages.own().is_french();
        let is_own = |language: &Language| language.is_french() == own;
        let own = Compiled::new(site, own);
        let other = languages.iter().find(|language| !is_own(language));
        let other = other.map(|language| Compiled::new(site, language.is_french()));
        let compiled = |language| match &other {
            Some(other) if !is_own(language) => other,
            _ => &own,
        };
        let templates = languages.iter().map(|l| Arc::clone(&compiled(l).sources));
        let environments = languages.iter().map(|l| compiled(l).environment.clone());
        let answers = AnswerSource::new(site, assets, templates.collect(), environments.collect());
        let diagnostics = own.mistakes.values().cloned().collect();
        let renderer = Self {
            mistakes: own.mistakes,
            answers: Arc::new(answers),
        };
        (renderer, diagnostics)
    }

    /// The same templates, all of which compiled, over a site in which none of them and no language is another.
    pub fn over(&self, site: &Arc<Site>, assets: &Arc<Assets>) -> Self {
        let templates = self.answers.templates.clone();
        let environments = self.answers.environments.clone();
        Self {
            mistakes: self.mistakes.clone(),
            answers: Arc::new(AnswerSource::new(site, assets, templates, environments)),
        }
    }

    /// Asks a question of this state of the site, such as one that a page asked of an earlier one.
    pub fn answer(&self, read: &Read) -> Digest {
        self.answers.answer(read)
    }

    /// How many questions its pages asked, each counted once.
    pub fn asked(&self) -> usize {
        self.answers.asked.count()
    }

    /// Renders the route at an index: the finished file, and the page that it is of. Safe to call
    /// from many threads at once.
    pub fn render(&self, route: usize) -> Result<(String, Page), Box<Failure>> {
        let (text, page) = self.render_with(View::new(&self.answers, route), route)?;
        match self.asleep(&page) {
            None => Ok((text, page)),
            Some(diagnostic) => Err(Box::new(Failure {
                route,
                diagnostic,
                pictures: Vec::new(),
                reads: page.reads,
            })),
        }
    }

    /// The mistake of a page with an island that nothing wakes. A feed shows islands without scripts.
    fn asleep(&self, page: &Page) -> Option<Diagnostic> {
        let output = &self.answers.site.routes[page.route].output;
        let number = page
            .islands
            .asleep()
            .filter(|_| output.ends_with(".html"))?;
        let place = self.place_of_island(page.route, number)?;
        Some(island::asleep(&page.islands, place))
    }

    /// Where a page mounts its island of a number, from 0: found by rendering the page until there.
    pub fn place_of_island(&self, route: usize, number: usize) -> Option<Diagnostic> {
        let view = View::new(&self.answers, route);
        view.record().islands.sought = Some(number);
        let failure = self.render_with(view, route).err()?;
        Some(failure.diagnostic)
    }

    fn render_with(&self, view: Arc<View>, route: usize) -> Result<(String, Page), Box<Failure>> {
        let template = view.route().template.clone();
        let language = view.route().language;
        view.template(&template);
        let variables = context::variables(&view);
        view.record().variables = variables.clone();
        let rendered = view
            .environment()
            .get_template(&template)
            .and_then(|t| t.render(&variables));
        let record = std::mem::take(&mut *view.record());
        let asked = &self.answers.asked;
        let reads = record.reads.into_iter();
        let reads = reads.map(|(read, answer)| (asked.once(read), answer));
        let reads: Vec<_> = reads.collect();
        let mut failed = record.unusable;
        let rendered = record.failed.map_or(rendered, Err);
        let text = rendered.map_err(|error| failed.push(error)).ok();
        match text.filter(|_| failed.is_empty()) {
            Some(text) => {
                let page = Page {
                    route,
                    assets: record.assets,
                    islands: record.islands,
                    reads,
                };
                Ok((text, page))
            }
            None => {
                let templates = &self.answers.templates[language];
                let mut told: Vec<Diagnostic> = Vec::new();
                for error in &failed {
                    let new = failure::render(error, &view, templates, &self.mistakes);
                    let asked = reads.iter().map(|(read, _)| &**read);
                    let new = calls::named(new, templates, asked);
                    // A text that the page asks for twice fails twice.
                    let is_same = |known: &Diagnostic| {
                        (&known.message, &known.labels) == (&new.message, &new.labels)
                    };
                    if !told.iter().any(is_same) {
                        told.push(new);
                    }
                }
                // What ends the page is asked for last.
                let diagnostic = told
                    .pop()
                    .unwrap_or_else(|| Diagnostic::error("template-error", "the page failed"));
                Err(Box::new(Failure {
                    route,
                    diagnostic,
                    pictures: told,
                    reads,
                }))
            }
        }
    }
}

/// The templates of a site in one typography.
struct Compiled {
    environment: Environment<'static>,
    mistakes: BTreeMap<String, Diagnostic>,
    sources: Arc<Templates>,
}

impl Compiled {
    fn new(site: &Site, is_french: bool) -> Self {
        let mut environment = environment();
        let mut mistakes = BTreeMap::new();
        let mut sources = Templates::new();
        let mut allowance = Allowance::default();
        let built_in = BUILT_IN_TEMPLATES.into_iter().zip(BUILT_IN_SOURCES);
        let built_in = built_in.map(|(name, text)| (name.to_owned(), Source::new(name, text)));
        let own = site
            .templates
            .iter()
            .map(|(name, source)| (name.clone(), typeset(source, is_french)));
        for (name, source) in built_in.chain(own) {
            if name.ends_with(".schema.yaml") {
                continue;
            }
            let compiled = match expression::too_long(&source.text()) {
                Some(span) => Err(failure::too_long(&source, span)),
                None => allowance
                    .take(&source.text(), environment.syntax().clone())
                    .map_err(|span| failure::too_large(&source, span)),
            };
            let compiled = compiled.and_then(|()| {
                let read = Compilable::of(&source.text(), environment.syntax().clone());
                environment
                    .add_template_owned(name.clone(), read.text)
                    .map_err(|error| failure::compile(&error, &source))
            });
            if let Err(mistake) = compiled {
                mistakes.insert(name.clone(), mistake);
            }
            sources.insert(name, source);
        }
        Self {
            environment,
            mistakes,
            sources: Arc::new(sources),
        }
    }
}

/// Sources of the built-in templates, in the order of `BUILT_IN_TEMPLATES`.
const BUILT_IN_SOURCES: [&str; 8] = [
    include_str!("templates/atom.xml"),
    include_str!("templates/feed.json"),
    include_str!("templates/redirect.html"),
    include_str!("templates/robots.txt"),
    include_str!("templates/rss.xml"),
    include_str!("templates/security.txt"),
    include_str!("templates/sitemap.xml"),
    include_str!("templates/social-card.svg"),
];

/// A template's text with French typography, for pages in French.
fn typeset(source: &Arc<Source>, is_french: bool) -> Arc<Source> {
    if !is_french || !source.path.ends_with(".html") {
        return Arc::clone(source);
    }
    source.with_text(typography::french_template(&source.text()))
}

pub(crate) fn environment() -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_recursion_limit(MAX_RECURSION);
    environment.set_fuel(Some(MAX_STEPS));
    environment.set_syntax(tree::syntax());
    environment.set_auto_escape_callback(|name| {
        match [".html", ".xml", ".svg"]
            .iter()
            .any(|end| name.ends_with(end))
        {
            true => AutoEscape::Html,
            false => AutoEscape::None,
        }
    });
    environment.set_formatter(print);
    functions::add(&mut environment);
    filters::add(&mut environment);
    environment
}

/// The longest text that is printed at once.
const MOST_BYTES: usize = 16 << 20;

/// Prints nothing for what is absent and HTML for Markdown texts.
fn print(out: &mut Output<'_>, state: &mut State<'_, '_>, value: &Value) -> Result<(), Error> {
    if value.is_none() {
        return Ok(());
    }
    if value.as_str().is_some_and(|text| text.len() > MOST_BYTES) {
        let message = format!("this text is longer than {} MB", MOST_BYTES >> 20);
        return Err(Error::new(ErrorKind::InvalidOperation, message));
    }
    if let Some(entry) = value.downcast_object_ref::<EntryObject>() {
        let message = format!(
            "`{}` is an entry, not a text",
            entry.view.head(entry.index).id()
        );
        return Err(fail_with(message, "name a field of it, such as `.title`"));
    }
    if let Some(function) = value.downcast_object_ref::<FunctionObject>() {
        let message = format!("`{}` is a function, not a text", function.name);
        return Err(fail_with(
            message,
            format!("call it: `{}(…)`", function.name),
        ));
    }
    if let Some(text) = value.downcast_object_ref::<BodyObject>() {
        let html = body::html(state, text)?;
        return out.write_str(&html).map_err(Error::from);
    }
    // The engine's own escaping would write every slash of an address as `&#x2f;`.
    if let (AutoEscape::Html, false, Some(text)) =
        (state.auto_escape(), value.is_safe(), value.as_str())
    {
        return out.write_str(&escape(text)).map_err(Error::from);
    }
    minijinja::escape_formatter(out, state, value)
}
