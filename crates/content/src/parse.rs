//! One file of a collection to one entry: front matter, fields, text and the data of its fences.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use crate::collection::Collection;
use crate::entry::Entry;
use crate::field::{Field, Fields, Reference};
use crate::file_name::FileName;
use crate::filtered::Filtered;
use crate::front_matter::{self, Parts};
use crate::language::{Languages, OWN};
use crate::left_out::{LeftOut, Reason, never_shown};
use crate::markdown::{self, Body, Fence, Fragment};
use crate::misplaced::misplaced;
use crate::options::LoadOptions;
use crate::reader::{Findings, Link, Named, Reader, missing_image, resolve_image};
use crate::route::{self, NoAddress};
use crate::schema::Schema;
use crate::slips;
use crate::text::Text;
use crate::unmeant;
use crate::unread_keys::unread_keys;
use crate::unwritten;
use crate::validate::validate;
use source::document::Syntax;
use source::yaml::{Kind, Node};
use source::{Diagnostic, Place, Source, did_you_mean, exact};

/// What entries are parsed with.
pub(crate) struct Parser<'a> {
    /// What is read.
    pub options: &'a LoadOptions,
    /// The languages of the site.
    pub languages: &'a Languages,
    /// How Markdown is read in each.
    pub markdown: Vec<markdown::Options>,
    /// The collections.
    pub collections: &'a [Collection],
    /// The schemas of components, by the component's name.
    pub components: &'a BTreeMap<String, Schema>,
    /// Files that entries may show, by their path.
    pub files: &'a BTreeSet<String>,
    /// The texts of templates/, of which those of components are named by fences.
    pub templates: &'a BTreeMap<String, Arc<Source>>,
    /// Names of the islands that exist.
    pub islands: &'a BTreeSet<String>,
}

/// What became of a file.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// It is an entry; what it names is still to be judged.
    Entry(Arc<Entry>, Findings),
    /// It is not part of this build.
    LeftOut(LeftOut),
    /// It cannot be read as an entry.
    Failed,
}

/// What the data of a fence is for.
#[derive(Clone, Copy)]
enum Embedded<'a> {
    /// A component, with its schema if it has one.
    Component(&'a str, Option<&'a Schema>),
    /// An island, whose type says what it takes.
    Island,
}

impl Parser<'_> {
    /// Parses a file of a collection, whose text is needed no longer but by what is told of it.
    pub fn parse_and_let_go(
        &self,
        collection: &Collection,
        source: &Arc<Source>,
    ) -> (Outcome, Vec<Diagnostic>) {
        let parsed = self.parse(collection, source);
        source.let_go();
        parsed
    }

    /// Parses a file of a collection.
    pub fn parse(
        &self,
        collection: &Collection,
        source: &Arc<Source>,
    ) -> (Outcome, Vec<Diagnostic>) {
        let parts = if source.path.ends_with(".md") {
            match front_matter::split(source) {
                Ok(parts) => parts,
                Err(diagnostic) => return (Outcome::Failed, vec![diagnostic]),
            }
        } else {
            let len = source.text().len();
            Parts {
                syntax: Syntax::Yaml,
                data: 0..len,
                body: len..len,
            }
        };
        let (node, mut diagnostics) = parts.syntax.parse(source, parts.data.clone());
        let Some(node) = node else {
            // The text may hold mistakes of its own: report them in the same run.
            diagnostics.extend(markdown::parse(source, parts.body, self.markdown(source)).1);
            return (Outcome::Failed, diagnostics);
        };
        let node = match node.kind {
            Kind::Null => Node {
                kind: Kind::Map(Vec::new()),
                span: node.span,
            },
            _ => node,
        };
        let never = never_shown(source, &node);
        if let Some(why) = LeftOut::of(
            FileName::of(&source.path, collection, self.languages).reference(),
            &node,
            self.options,
        ) {
            // What is not finished may say anything.
            let is_dated = !matches!(why.reason, Reason::Hidden | Reason::Draft);
            let told = never.filter(|_| is_dated).into_iter().collect();
            return (Outcome::LeftOut(why), told);
        }
        diagnostics.extend(never);
        diagnostics.extend(unmeant::updated(source, &node, &self.options.today));
        diagnostics.extend(slips::in_curly_quotes(source, &node, &parts.data));
        let breaches = validate(&collection.schema, &node, source);
        if breaches.iter().any(|breach| breach.code == "unknown-key")
            && let Some(mistake) = misplaced(self.collections, collection, &node, source)
        {
            diagnostics.push(mistake);
            return (Outcome::Failed, diagnostics);
        }
        diagnostics.extend(breaches);
        let outcome = match self.entry(collection, source, node, parts.body) {
            Some((entry, mut findings)) => {
                diagnostics.append(&mut findings.diagnostics);
                Outcome::Entry(Arc::new(entry), findings)
            }
            None => Outcome::Failed,
        };
        (outcome, diagnostics)
    }

    /// The language that a file's name gives, else the site's own.
    fn language(&self, source: &Source) -> usize {
        self.languages.of_file(&source.path).1.unwrap_or(OWN)
    }

    fn markdown(&self, source: &Source) -> &markdown::Options {
        &self.markdown[self.language(source)]
    }

    fn reader<'a>(&'a self, schema: &'a Schema, source: &'a Arc<Source>) -> Reader<'a> {
        Reader::new(schema, source, self.markdown(source), self.files)
    }

    /// What the defaults of collections and components name, and what is wrong with them, each told once.
    pub fn defaults(&self) -> Findings {
        let components = self.components.values();
        let schemas = components.chain(self.collections.iter().map(|c| &c.schema));
        let mut all = Findings::default();
        schemas.for_each(|schema| all.add_once(self.reader(schema, &schema.source).defaults()));
        all
    }

    /// An entry of its front matter and the text below, and what was found in both.
    fn entry(
        &self,
        collection: &Collection,
        source: &Arc<Source>,
        node: Node,
        body: Range<usize>,
    ) -> Option<(Entry, Findings)> {
        let mut found = Findings::default();
        let fields = self
            .reader(&collection.schema, source)
            .read(&node, &mut found)?;
        let (body, embeds) = match source.path.ends_with(".md") {
            true => {
                let (text, embeds) = self.text(source, body, &mut found);
                (Some(Arc::new(text)), embeds)
            }
            false => (None, Vec::new()),
        };
        let text = |name: &str| fields.get(name).and_then(Field::as_text);
        let FileName {
            place, slug: named, ..
        } = FileName::of(&source.path, collection, self.languages);
        let slug = text("slug").map_or(named, str::to_owned);
        let is_named = self.language(source) != OWN || text("slug").or(text("route")).is_some();
        if !slug.is_ascii() && !is_named && collection.route.is_some() {
            let accented = unmeant::accented(collection, &slug, source);
            found.diagnostics.push(accented);
        }
        let path = match (text("route"), &collection.route) {
            (Some(route), _) => Some(route.to_owned()),
            (None, Some(pattern)) => match route::expand(pattern, &slug, &place, &fields) {
                Ok(path) => Some(path),
                Err(why) => {
                    let mistake = no_address(collection, &why, source, &node);
                    found.diagnostics.extend(mistake);
                    None
                }
            },
            (None, None) => None,
        };
        let flag = |name: &str| fields.get(name).is_some_and(Field::is_true);
        let template = text("template").or(collection.template.as_deref());
        let entry = Entry {
            reference: Reference {
                collection: Arc::from(collection.name.as_str()),
                slug: Arc::from(slug),
            },
            source: Arc::clone(source),
            stem: self.languages.of_file(&source.path).0.to_owned(),
            language: self.language(source),
            written: self.language(source),
            original: path.clone(),
            path,
            template: template.map(str::to_owned),
            sample: flag("sample"),
            noindex: flag("noindex"),
            samples: std::mem::take(&mut found.samples),
            unwritten: unwritten::places(&source.text(), &node, &fields, body.is_some()),
            opening: 0..source.text().find('\n').unwrap_or(0),
            node,
            body,
            embeds,
            fields,
        };
        Some((entry, found))
    }

    /// The text below the front matter, with the data of its fences.
    fn text(
        &self,
        source: &Arc<Source>,
        range: Range<usize>,
        found: &mut Findings,
    ) -> (Text, Vec<Field>) {
        let remembered = self.options.texts.as_deref();
        let (text, coloured, problems) =
            Text::read(source, range, self.markdown(source), remembered);
        let problems = problems.into_iter();
        let problems = problems.map(|mistake| self.with_meant_component(mistake));
        found.diagnostics.extend(problems);
        found.coloured.extend(coloured);
        let body = text.outline();
        found.links.extend(links(body, source));
        found.links = exact(std::mem::take(&mut found.links));
        let embeds = self.embeds(body, source, found);
        self.check_images(body, source, &mut found.diagnostics);
        (text, embeds)
    }

    /// The mistake of a fence in a language that nothing colours: what has the name of a component was meant to be one.
    fn with_meant_component(&self, mistake: Diagnostic) -> Diagnostic {
        let is_component = |name: &&str| {
            self.templates
                .contains_key(&format!("components/{name}.html"))
        };
        let name = mistake.about().name.as_deref();
        let name = name.filter(|name| mistake.code == "unknown-language" && is_component(name));
        let hint =
            name.map(|name| format!("write ```` ```component {name} ```` for the component"));
        mistake.maybe_hint(hint)
    }

    /// Reads the data of the text's component and island fences.
    fn embeds(&self, body: &Body, source: &Arc<Source>, found: &mut Findings) -> Vec<Field> {
        let mut embeds = Vec::new();
        for fragment in &body.fragments {
            let (fence, what) = match fragment {
                Fragment::Component(fence) => {
                    let name = &fence.name;
                    self.check_component(name, source, &fence.span, found);
                    let schema = self.components.get(name);
                    (fence, Embedded::Component(name, schema))
                }
                Fragment::Island(fence) => {
                    self.check_island(&fence.name, source, &fence.span, found);
                    (fence, Embedded::Island)
                }
                _ => continue,
            };
            let data = self.fence_data(fence, source, what, found);
            embeds.push(data.unwrap_or_else(|| Field::from(Fields::default())));
        }
        embeds
    }

    fn fence_data(
        &self,
        fence: &Fence,
        source: &Arc<Source>,
        what: Embedded<'_>,
        found: &mut Findings,
    ) -> Option<Field> {
        let (place, node, problems) = fence.data(source);
        found.diagnostics.extend(problems);
        let node = node?;
        if let Embedded::Component(name, _) = what
            && let Some(template) = self.templates.get(&format!("components/{name}.html"))
        {
            let filtered = Filtered::of(&template.text());
            found
                .diagnostics
                .extend(filtered.mistakes(&node, &place, self.markdown(source)));
        }
        match what {
            Embedded::Component(_, Some(schema)) => {
                found.diagnostics.extend(validate(schema, &node, &place));
                return self.reader(schema, &place).read(&node, found);
            }
            Embedded::Component(name, None)
                if !self
                    .templates
                    .contains_key(&format!("components/{name}.schema.yaml")) =>
            {
                let template = self.templates.get(&format!("components/{name}.html"));
                let unread = template.map(|template| unread_keys(name, template, &node, &place));
                found.diagnostics.extend(unread.unwrap_or_default());
            }
            // A schema with a mistake says nothing of what is given.
            Embedded::Component(..) | Embedded::Island => {}
        }
        Some(untyped(&node, self.markdown(source).french))
    }

    fn check_component(
        &self,
        name: &str,
        source: &Arc<Source>,
        span: &Range<usize>,
        found: &mut Findings,
    ) {
        let file = format!("components/{name}.html");
        if self.templates.contains_key(&file) {
            return;
        }
        let known = self
            .templates
            .keys()
            .filter_map(|t| t.strip_prefix("components/")?.strip_suffix(".html"));
        let hint = did_you_mean(name, known).unwrap_or_else(|| format!("create templates/{file}"));
        found.diagnostics.push(
            Diagnostic::error(
                "unknown-component",
                format!("there is no component `{name}`"),
            )
            .at(source, span.clone())
            .hint(hint),
        );
    }

    fn check_island(
        &self,
        name: &str,
        source: &Arc<Source>,
        span: &Range<usize>,
        found: &mut Findings,
    ) {
        if self.islands.contains(name) {
            return;
        }
        let hint = did_you_mean(name, self.islands.iter().map(String::as_str))
            .unwrap_or_else(|| format!("create islands/{name}/{name}.tsx"));
        found.diagnostics.push(
            Diagnostic::error("unknown-island", format!("there is no island `{name}`"))
                .at(source, span.clone())
                .hint(hint),
        );
    }

    /// Images of the text must exist.
    fn check_images(&self, body: &Body, source: &Arc<Source>, diagnostics: &mut Vec<Diagnostic>) {
        for fragment in &body.fragments {
            let Fragment::Image(image) = fragment else {
                continue;
            };
            let (src, span) = (&image.src, &image.span);
            if source::href::is_external(src) {
                diagnostics.push(
                    Diagnostic::error(
                        "external-image",
                        format!("the image `{src}` is on another host"),
                    )
                    .at(source, span.clone())
                    .hint("save it beside the entry: pages show nothing from elsewhere"),
                );
            } else if resolve_image(src, &source.path, self.files).is_none() {
                diagnostics
                    .push(missing_image(src, &source.path, self.files).at(source, span.clone()));
            }
        }
    }
}

/// The links of a text.
fn links<'a>(body: &'a Body, source: &'a Arc<Source>) -> impl Iterator<Item = Link> + 'a {
    body.fragments.iter().filter_map(|fragment| match fragment {
        Fragment::Link { href, span } => Some(Named {
            what: Arc::clone(href),
            place: Place::new(source, span.clone()),
        }),
        _ => None,
    })
}

/// A value that no schema describes: its texts are typeset, everything else is as written.
pub(crate) fn untyped(node: &Node, french: bool) -> Field {
    match &node.kind {
        Kind::Null => Field::Null,
        Kind::Bool(b) => Field::Bool(*b),
        Kind::Number(n) => Field::Number(n.clone()),
        Kind::Text(text) if french => Field::Text(Arc::from(typography::french(text))),
        Kind::Text(text) => Field::Text(Arc::from(text.as_str())),
        Kind::List(items) => Field::List(items.iter().map(|n| untyped(n, french)).collect()),
        Kind::Map(entries) => {
            let fields = entries
                .iter()
                .map(|(k, n)| (Arc::from(k.name.as_str()), untyped(n, french)));
            Field::from(Fields::from(fields.collect::<Vec<_>>()))
        }
    }
}

/// The mistake of an entry that lacks what its address is made of; that no entry has it is told at the schema.
fn no_address(
    collection: &Collection,
    why: &NoAddress,
    source: &Arc<Source>,
    node: &Node,
) -> Option<Diagnostic> {
    let pattern = collection.route.as_deref()?;
    let message = format!("no address can be made by `{pattern}`: {why}");
    let mistake = Diagnostic::error("invalid-address", message)
        .at(source, node.span.start..node.span.start)
        .hint(match why {
            NoAddress::Absent(_) => "give the entry this field, or make it required in the schema",
            _ => "name a field in `x-route` that holds one text or number",
        });
    collection.unknown_in_route().is_empty().then_some(mistake)
}
