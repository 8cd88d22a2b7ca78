//! The one door through which a page asks for anything: each question is a `Read`, and is written down with its answer.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::fmt::{self, Formatter};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use assets::{Asset, Icon, IslandHtml};
use content::comparable::Comparable;
use content::entry::Entry;
use content::field::{Field, Reference};
use content::link::{self, Broken, Origin, Suffix, Target};
use content::markdown::{Body, Syntax};
use content::query::Query;
use content::route::Route;
use content::{Facet, Site};
use indexmap::map::Entry as Slot;
use minijinja::value::{Object, ObjectRepr, Value};
use minijinja::{Environment, Error, State};
use source::{Diagnostic, Place, did_you_mean};

use crate::answer::{self, AnswerSource};
use crate::mistake::{fail, failed};
use crate::origin;
use crate::page::PageIslands;
use crate::read::{Digest, Read, Reads};

mod language;
mod names;
mod pictures;

pub use pictures::UNUSABLE_PICTURE;

/// The name under which a page's view is known to its templates' functions.
pub const NAME: &str = "__view__";

/// What one page may see of the site while it is rendered, and what it asked for.
#[derive(Debug)]
pub struct View {
    answers: Arc<AnswerSource>,
    /// The site in the language of the page.
    site: Arc<Site>,
    route: usize,
    record: Mutex<Record>,
}

/// What a page asked for and made on the way.
#[derive(Debug, Default)]
pub struct Record {
    /// Every question with the digest of its answer, in the order of asking.
    pub reads: Reads<Read>,
    /// Entries whose fields or texts were asked for already: they are asked for most often.
    heads: BTreeSet<usize>,
    bodies: BTreeSet<usize>,
    /// Their HTML, which would be made again for the next to ask: a template asks whether there is any, then shows it.
    texts: Vec<Arc<Body>>,
    /// Fields as templates see them, by entry and name: loops ask for the same ones again.
    values: HashMap<usize, HashMap<String, Value>>,
    /// Files that the page needs beside those that are always published.
    pub assets: Vec<Arc<Asset>>,
    /// Islands mounted so far.
    pub islands: PageIslands,
    /// Whether the image that loads at once was shown.
    pub has_first_image: bool,
    /// What its template sees, for texts that are rendered apart from it.
    pub variables: Value,
    /// Why a text could not be made where nothing can fail.
    pub failed: Option<Error>,
    /// Why pictures cannot be shown, beside which the page goes on, so that all of them are told.
    pub unusable: Vec<Error>,
}

/// The fields of an entry and what follows from them.
#[derive(Clone, Copy, Debug)]
pub struct Head<'a>(&'a Entry);

impl<'a> Head<'a> {
    /// Its collection and slug.
    pub fn reference(self) -> &'a Reference {
        &self.0.reference
    }

    /// `collection/slug`.
    pub fn id(self) -> String {
        self.0.id()
    }

    /// The checked fields.
    pub fn fields(self) -> &'a Field {
        &self.0.fields
    }

    /// The site path of its page, when it has one.
    pub fn path(self) -> Option<&'a str> {
        self.0.path.as_deref()
    }

    /// What it is called.
    pub fn title(self) -> &'a str {
        self.0.title()
    }

    /// The day of the last real change.
    pub fn modified(self) -> Option<&'a str> {
        self.0.modified()
    }

    /// The file that it was read from.
    pub fn file(self) -> &'a str {
        &self.0.source.path
    }
}

/// The text of an entry and what follows from it.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a>(&'a Entry);

impl<'a> Text<'a> {
    /// Its words and headings; none for a YAML entry.
    pub fn outline(self) -> Option<&'a Arc<Body>> {
        self.0.body.as_ref().map(|text| text.outline())
    }

    /// The data of its component and island fences, in their order.
    pub fn embeds(self) -> &'a [Field] {
        &self.0.embeds
    }

    /// Minutes to read it.
    pub fn reading_time(self) -> u64 {
        self.0.reading_time()
    }
}

/// A value of site.yaml.
#[derive(Clone, Debug)]
pub enum Setting<'a> {
    /// An object, whose keys are questions of their own.
    Object,
    /// Anything else.
    Value(Cow<'a, Field>),
}

impl View {
    /// The view of the route at an index.
    pub fn new(answers: &Arc<AnswerSource>, route: usize) -> Arc<Self> {
        let language = answers.site.routes[route].language;
        let view = Self {
            answers: Arc::clone(answers),
            site: Arc::clone(&answers.spoken[language]),
            route,
            record: Mutex::default(),
        };
        view.ask(Read::Route(view.route().path.clone()));
        Arc::new(view)
    }

    /// The view of the page that is rendered.
    pub fn of(state: &mut State<'_, '_>) -> Result<Arc<Self>, Error> {
        let value = state.lookup(NAME);
        let object = value
            .as_ref()
            .and_then(Value::downcast_object::<ViewObject>);
        object
            .map(|object| Arc::clone(&object.0))
            .ok_or_else(|| fail("this function works only while a page is rendered"))
    }

    /// The templates in the language of the page, with this view for all of their functions, in macros and includes too.
    /// A clone shares what is compiled.
    pub fn environment(self: &Arc<Self>) -> Environment<'static> {
        let language = self.route().language;
        let mut environment = self.answers.environments[language].clone();
        environment.add_global(NAME, Value::from_object(ViewObject(Arc::clone(self))));
        // Every include, import and extend asks where its template is.
        let reader = Arc::clone(self);
        environment.set_path_join_callback(move |name, _| {
            reader.template(name);
            name.into()
        });
        environment
    }

    /// The record of this page. The lock is the page's own: no other page waits for it.
    pub fn record(&self) -> MutexGuard<'_, Record> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes down a question whose answer costs little.
    fn ask(&self, read: Read) {
        let mut record = self.record();
        if let Slot::Vacant(new) = record.reads.entry(read.asked_in(self.foreign())) {
            let digest = self.answers.answer(new.key());
            new.insert(digest);
        }
    }

    /// Writes down a question with the digest of the answer that it got.
    fn note(&self, read: Read, answer: Digest) {
        self.record()
            .reads
            .insert(read.asked_in(self.foreign()), answer);
    }

    fn reference(&self, entry: usize) -> Reference {
        self.answers.site.entries[entry].reference.clone()
    }

    /// The route that is rendered.
    pub fn route(&self) -> &Route {
        &self.answers.site.routes[self.route]
    }

    /// The text of a template was asked for.
    pub fn template(&self, name: &str) {
        self.ask(Read::Template(name.to_owned()));
    }

    /// A value of site.yaml by its keys.
    pub fn setting(&self, keys: &[String]) -> Option<Setting<'_>> {
        self.ask(Read::Setting(keys.to_vec()));
        let field = self.site.setting(keys)?;
        Some(match *field {
            Field::Map(_) => Setting::Object,
            _ => Setting::Value(field),
        })
    }

    /// The keys of an object of site.yaml.
    pub fn keys(&self, keys: &[String]) -> Vec<&Arc<str>> {
        self.ask(Read::Keys(keys.to_vec()));
        let values = &*self.answers.site.setting_values;
        let object = keys.iter().try_fold(values, |field, key| field.get(key));
        object.map(answer::keys_of).unwrap_or_default()
    }

    /// The address of a site path, below the base path and without the origin.
    pub fn href(&self, path: &str) -> String {
        self.ask(Read::Addresses);
        self.answers.site.config.href(path)
    }

    /// The path of the public address, without a trailing slash.
    pub fn base_path(&self) -> &str {
        self.ask(Read::Addresses);
        &self.answers.site.config.base_path
    }

    /// Scheme and host of the public address.
    pub fn origin(&self) -> &str {
        self.ask(Read::Origin);
        &self.answers.site.config.origin
    }

    /// The public address of a site path.
    pub fn absolute(&self, path: &str) -> String {
        format!("{}{}", self.origin(), self.href(path))
    }

    /// What lines of text may hold beside CommonMark: bare addresses are links in other texts alone.
    pub fn syntax(&self) -> Syntax {
        for name in ["math", "emoji"] {
            self.ask(Read::Setting(vec![name.to_owned()]));
        }
        self.answers.site.config.syntax
    }

    /// The fields of an entry.
    pub fn head(&self, index: usize) -> Head<'_> {
        if self.record().heads.insert(index) {
            self.note(Read::Head(self.reference(index)), self.answers.head(index));
        }
        Head(&self.answers.site.entries[index])
    }

    /// A field of an entry as templates see it, made when it is asked for first.
    pub fn once(&self, entry: usize, name: &str, made: impl FnOnce() -> Value) -> Value {
        let known = || self.record().values.get(&entry)?.get(name).cloned();
        known().unwrap_or_else(|| {
            let value = made();
            let mut record = self.record();
            let own = record.values.entry(entry).or_default();
            own.insert(name.to_owned(), value.clone());
            value
        })
    }

    /// The text of an entry.
    pub fn body(&self, index: usize) -> Text<'_> {
        if self.record().bodies.insert(index) {
            self.note(Read::Body(self.reference(index)), self.answers.body(index));
        }
        Text(&self.answers.site.entries[index])
    }

    /// The HTML of an entry's text; none for a YAML entry.
    pub fn html(&self, index: usize) -> Option<Arc<Body>> {
        let Text(entry) = self.body(index);
        let html = entry.body.as_ref()?.body();
        self.record().texts.push(Arc::clone(&html));
        Some(html)
    }

    /// The entry that a reference names.
    pub fn entry(&self, reference: &Reference) -> Option<usize> {
        self.ask(Read::Entry(reference.clone()));
        self.site.entry(reference)
    }

    /// The entries that answer a query; none when there is no such collection.
    pub fn query(&self, query: &Query) -> Option<Vec<usize>> {
        let found = self.site.query(query);
        self.note(
            Read::Query(Box::new(query.clone())),
            self.answers.ids(&found),
        );
        self.answers.site.collection(&query.collection)?;
        Some(found)
    }

    /// The names of the collections, for those who asked for another one.
    pub fn collections(&self) -> Vec<&str> {
        let collections = self.answers.site.collections.iter();
        collections.map(|c| c.name.as_str()).collect()
    }

    /// The neighbour of an entry in its collection's order: `step` is -1 or 1.
    pub fn neighbour(&self, entry: usize, step: isize) -> Option<usize> {
        let found = self.site.neighbour(entry, step);
        let entry = self.reference(entry);
        let digest = self.answers.ids(found.as_slice());
        self.note(Read::Neighbour { entry, step }, digest);
        found
    }

    /// Other entries of the same kind that share most with an entry.
    pub fn related(&self, entry: usize, limit: usize) -> Vec<usize> {
        let found = self.site.related(entry, limit);
        let entry = self.reference(entry);
        self.note(Read::Related { entry, limit }, self.answers.ids(&found));
        found
    }

    /// What a field can be compared with; the mistake, when the collection's schema does not name it.
    pub fn comparable(&self, collection: &str, field: &str) -> Result<Comparable<'_>, Diagnostic> {
        self.ask(Read::Named {
            collection: collection.to_owned(),
            field: field.to_owned(),
        });
        self.answers.comparable(collection, field)
    }

    /// The distinct values of a field with how many entries have each and their pages; none when there is no such
    /// collection.
    pub fn facets(&self, collection: &str, field: &str) -> Option<Vec<Facet>> {
        let facets = self.site.facets(collection, field);
        let is_known = self.answers.site.collection(collection).is_some();
        let (collection, field) = (collection.to_owned(), field.to_owned());
        self.note(Read::Facets { collection, field }, Digest::of(&facets));
        is_known.then_some(facets)
    }

    /// Where a link leads that is written in a file of content/.
    pub fn resolve(&self, place: Origin<'_>, href: &str) -> Result<Target, Broken> {
        let found = link::resolve(&self.site, place, href);
        let read = Read::Link {
            file: place.file.to_owned(),
            page: place.page.map(str::to_owned),
            href: href.to_owned(),
        };
        self.note(read, answer::target(&found).unwrap_or_default());
        found
    }

    /// Where a site path leads, with what is said behind it.
    pub fn resolve_path(&self, path: &str, suffix: Suffix) -> Result<Target, Broken> {
        self.ask(Read::Path(path.to_owned()));
        link::resolve_path(&self.site, path, suffix)
    }

    /// Whether a site path that leads nowhere is that of a page which could not be read; that is told already.
    pub fn is_unread(&self, path: &str) -> bool {
        link::leads_to_unread(&self.site, "", path)
    }

    /// The address of a link's target as pages write it; none for one outside the site.
    pub fn address(&self, target: &Target) -> Option<String> {
        self.ask(Read::Addresses);
        if let Target::File { name, .. } = target {
            self.asset(name).ok();
        }
        self.answers.address(target)
    }

    /// The routes that search engines may list, in the order of their paths.
    pub fn routes(&self) -> impl Iterator<Item = &Route> {
        self.ask(Read::Routes);
        self.answers.site.routes.iter().filter(|r| r.indexed)
    }

    /// A form's definition; fails with the forms that there are.
    pub fn form(&self, id: &str) -> Result<&content::Form, Vec<&str>> {
        self.ask(Read::Form(id.to_owned()));
        let known = || self.answers.site.forms.keys().map(String::as_str).collect();
        self.site.form(id).ok_or_else(known)
    }

    /// Where the relay receives a form, which answers in the language of the page; fails with the forms that there are.
    pub fn form_address(&self, id: &str) -> Result<String, Vec<&str>> {
        self.ask(Read::Setting(vec!["relay".to_owned(), "url".to_owned()]));
        let relay = self.answers.site.config.relay.as_deref();
        let relay = relay.unwrap_or_default().trim_end_matches('/');
        Ok(format!("{relay}{}", self.form(id)?.address()))
    }

    /// The value of a data file; fails with the names that there are.
    pub fn data(&self, name: &str) -> Result<&Field, Vec<&str>> {
        self.ask(Read::Data(name.to_owned()));
        let known = || self.site.data_names().collect();
        let found = self.site.data(name).map(|(_, value)| value);
        found.ok_or_else(known)
    }

    /// The day of the build, as `YYYY-MM-DD`.
    pub fn today(&self) -> &str {
        self.ask(Read::Today);
        &self.answers.site.today
    }

    /// A published file by its logical name; fails with a hint.
    pub fn asset(&self, name: &str) -> Result<Arc<Asset>, String> {
        self.ask(Read::Asset(name.to_owned()));
        let assets = &self.answers.assets;
        let Some(asset) = assets.get(name) else {
            let script = name
                .strip_prefix("inline/")
                .and_then(|name| name.strip_suffix(".js"));
            return Err(
                did_you_mean(name, assets.names()).unwrap_or_else(|| match script {
                    Some(script) => format!("write it at islands/inline/{script}.ts"),
                    None => format!("put the file at public/{name}"),
                }),
            );
        };
        self.keep(asset);
        Ok(Arc::clone(asset))
    }

    /// An icon of the sprite.
    pub fn icon(&self, name: &str) -> Result<Icon, Error> {
        self.ask(Read::Icon(name.to_owned()));
        let made = self.answers.assets.icon(name);
        let made = made.map_err(failed)?;
        self.keep(&made.sprite);
        Ok(made)
    }

    /// The HTML of an island with its modules.
    pub fn island(&self, name: &str, props: &str, prefix: &str) -> Result<IslandHtml, Error> {
        let made = answer::made_island(&self.answers.assets, name, props, prefix);
        let made = made.map_err(failed)?;
        let read = Read::Island {
            name: name.to_owned(),
            props: props.to_owned(),
            prefix: prefix.to_owned(),
        };
        self.note(read, answer::island(&made));
        Ok(made)
    }

    /// Notes a file that the page needs.
    pub fn keep(&self, asset: &Arc<Asset>) {
        self.record().assets.push(Arc::clone(asset));
    }

    /// Where a part of a text stands in an entry's file. Only for what fails: a page that was made
    /// knows no places, so they are no question of its own.
    pub fn place(&self, entry: Option<usize>, text: &Arc<Body>, part: usize) -> Option<Place> {
        origin::of_fragment(&self.answers.site.entries[entry?], text, part)
    }
}

/// A view as a template value.
#[derive(Debug)]
pub struct ViewObject(pub Arc<View>);

impl Object for ViewObject {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    /// Nothing: it is for functions, and holds the whole site.
    fn render(self: &Arc<Self>, _: &mut Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}
