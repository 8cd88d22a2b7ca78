//! Compiles a site's templates once and renders any of its routes with them.

use std::collections::BTreeMap;
use std::sync::Arc;

use assets::Assets;
use content::Site;
use content::route::{BUILT_IN_TEMPLATES, Subject};
use content::typography;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Value;
use minijinja::{AutoEscape, Environment, Error, Output, State, UndefinedBehavior};
use source::{Diagnostic, Source};

use crate::functions::{self, VIEW, ViewObject};
use crate::page::{Failure, Page};
use crate::value::{BodyObject, EntryObject, NoEntry, entries, field};
use crate::view::{Read, View};
use crate::{body, failure, filters};

/// Includes and macros nested deeper than this are a circle.
const MAX_RECURSION: usize = 80;
/// Steps that one page may take; a page of this size has long been a mistake.
const MAX_STEPS: u64 = 20_000_000;

/// A site's templates, compiled.
#[derive(Debug)]
pub struct Renderer {
    environment: Environment<'static>,
    sources: BTreeMap<String, Arc<Source>>,
    /// Why the templates that do not compile do not.
    mistakes: BTreeMap<String, Diagnostic>,
    site: Arc<Site>,
    assets: Arc<Assets>,
}

impl Renderer {
    /// Compiles every template of a site. Those that do not compile are diagnostics.
    pub fn new(site: &Arc<Site>, assets: &Arc<Assets>) -> (Self, Vec<Diagnostic>) {
        let mut environment = environment();
        let mut mistakes = BTreeMap::new();
        let mut sources = BTreeMap::new();
        let built_in = BUILT_IN_TEMPLATES.into_iter().zip(BUILT_IN_SOURCES);
        let built_in = built_in.map(|(name, text)| (name.to_owned(), Source::new(name, text)));
        let own = site
            .templates
            .iter()
            .map(|(name, source)| (name.clone(), typeset(site, source)));
        for (name, source) in built_in.chain(own) {
            if name.ends_with(".schema.yaml") {
                continue;
            }
            if let Err(error) = environment.add_template_owned(name.clone(), source.text.clone()) {
                mistakes.insert(name.clone(), failure::compile(&error, &source));
            }
            sources.insert(name, source);
        }
        let diagnostics = mistakes.values().cloned().collect();
        let renderer = Self {
            environment,
            sources,
            mistakes,
            site: Arc::clone(site),
            assets: Arc::clone(assets),
        };
        (renderer, diagnostics)
    }

    /// Renders the route at an index. Safe to call from many threads at once.
    pub fn render(&self, route: usize) -> Result<Page, Box<Failure>> {
        let view = View::new(&self.site, &self.assets, route);
        let template = view.route().template.clone();
        view.read(Read::Template(template.clone()));
        // A clone shares the compiled templates; only the page's own view is added to it, which
        // macros and includes then see as well.
        let mut environment = self.environment.clone();
        environment.add_global(VIEW, Value::from_object(ViewObject(Arc::clone(&view))));
        let rendered = environment
            .get_template(&template)
            .and_then(|t| t.render(context(&view)));
        let record = std::mem::take(&mut *view.record());
        let text = rendered.map_err(|error| {
            Box::new(Failure {
                route,
                diagnostic: failure::render(&error, &view, &self.sources, &self.mistakes),
                reads: record.reads.clone(),
            })
        })?;
        Ok(Page {
            route,
            text,
            assets: record.assets,
            islands: record.islands,
            reads: record.reads,
        })
    }
}

/// Sources of the built-in templates, in the order of `BUILT_IN_TEMPLATES`.
const BUILT_IN_SOURCES: [&str; 4] = [
    include_str!("templates/atom.xml"),
    include_str!("templates/redirect.html"),
    include_str!("templates/robots.txt"),
    include_str!("templates/sitemap.xml"),
];

/// A template's text with French typography, when the site is French.
fn typeset(site: &Site, source: &Arc<Source>) -> Arc<Source> {
    if !site.config.is_french() || !source.path.ends_with(".html") {
        return Arc::clone(source);
    }
    Source::new(
        source.path.clone(),
        typography::french_template(&source.text),
    )
}

fn environment() -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_recursion_limit(MAX_RECURSION);
    environment.set_fuel(Some(MAX_STEPS));
    let mut syntax = SyntaxConfig::builder();
    if let Ok(syntax) = syntax.trim_blocks(true).lstrip_blocks(true).build() {
        environment.set_syntax(syntax);
    }
    environment.set_auto_escape_callback(|name| {
        match name.ends_with(".html") || name.ends_with(".xml") {
            true => AutoEscape::Html,
            false => AutoEscape::None,
        }
    });
    environment.set_formatter(print);
    functions::add(&mut environment);
    filters::add(&mut environment);
    environment
}

/// Prints nothing for what is absent and HTML for Markdown texts.
fn print(out: &mut Output<'_>, state: &mut State<'_, '_>, value: &Value) -> Result<(), Error> {
    if value.is_none() {
        return Ok(());
    }
    if let Some(text) = value.downcast_object_ref::<BodyObject>() {
        let html = body::html(state, text)?;
        return out.write_str(&html).map_err(Error::from);
    }
    // The engine's own escaping would write every slash of an address as `&#x2f;`.
    if let (AutoEscape::Html, false, Some(text)) =
        (state.auto_escape(), value.is_safe(), value.as_str())
    {
        return out.write_str(&body::escape(text)).map_err(Error::from);
    }
    minijinja::escape_formatter(out, state, value)
}

/// What a template sees: `site`, `page` and `entry`.
fn context(view: &Arc<View>) -> Value {
    let route = view.route();
    let config = view.config();
    let mut page = vec![
        ("path", Value::from(route.path.as_str())),
        ("url", Value::from(config.href(&route.path))),
        ("canonical", Value::from(config.absolute(&route.path))),
        ("home", Value::from(config.href("/"))),
        ("origin", Value::from(config.origin.as_str())),
        ("is_home", Value::from(route.path == "/")),
        ("indexed", Value::from(route.indexed)),
        ("modified", Value::from(route.modified.as_deref())),
        ("language", Value::from(config.language.as_str())),
    ];
    let mut entry = Value::from_object(NoEntry);
    let (mut title, mut value, mut items, mut to, mut newest) = Default::default();
    match &route.subject {
        Subject::Entry(index) => entry = EntryObject::value(view, *index),
        Subject::Listing {
            title: given,
            value: of,
            items: query,
        } => {
            title = Value::from(given.as_deref());
            value = Value::from(of.as_deref());
            let found = query
                .as_ref()
                .and_then(|q| view.query(q).ok())
                .unwrap_or_default();
            items = entries(view, found);
        }
        Subject::Feed {
            title: given,
            items: query,
            ..
        } => {
            title = Value::from(given.as_deref());
            let found = view.query(query).unwrap_or_default();
            newest = Value::from(found.iter().filter_map(|i| view.head(*i).modified()).max());
            items = entries(view, found);
        }
        Subject::Redirect(target) => to = Value::from(crate::value::resolved(view, None, target)),
    }
    page.extend([
        ("title", title),
        ("value", value),
        ("items", items),
        ("to", to),
    ]);
    page.extend([("newest", newest), ("today", Value::from(view.today()))]);
    Value::from_pairs([
        ("site", field(view, None, view.site())),
        ("page", Value::from_pairs(page)),
        ("entry", entry),
    ])
}
