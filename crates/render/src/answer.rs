//! Answers to the questions of pages, as digests and from any state of the site: a page is stale when one differs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use assets::{Asset, Assets, Drawing, Icon, ImageRequest, Instance, IslandHtml, Picture};
use content::Site;
use content::comparable::Comparable;
use content::field::Field;
use content::language::OWN;
use content::link::{self, Broken, Origin, Suffix, Target};
use content::route::{Route, Subject};
use minijinja::Environment;
use source::{Diagnostic, Source};

use crate::asked::Asked;
use crate::digest::Told;
use crate::read::{Digest, Read};

/// The texts of templates by name.
pub type Templates = BTreeMap<String, Arc<Source>>;

/// The digests of data files, by name and language, each made where nobody waits for another.
type DataDigests = BTreeMap<(String, usize), Arc<OnceLock<Digest>>>;

/// What questions are answered from.
#[derive(Debug)]
pub struct AnswerSource {
    /// What was read.
    pub site: Arc<Site>,
    /// The same for each language, which questions of its pages are answered from.
    pub spoken: Vec<Arc<Site>>,
    /// What is published beside the pages.
    pub assets: Arc<Assets>,
    /// The templates as they are compiled for each language.
    pub templates: Vec<Arc<Templates>>,
    /// The engine that holds them compiled, for each language; languages of one typography have clones of one.
    pub environments: Vec<Environment<'static>>,
    heads: Vec<OnceLock<Digest>>,
    bodies: Vec<OnceLock<Digest>>,
    data: Mutex<DataDigests>,
    names: OnceLock<BTreeSet<Arc<str>>>,
    /// What pages asked.
    pub asked: Asked,
}

impl AnswerSource {
    /// The state of a site with these templates.
    pub fn new(
        site: &Arc<Site>,
        assets: &Arc<Assets>,
        templates: Vec<Arc<Templates>>,
        environments: Vec<Environment<'static>>,
    ) -> Self {
        Self {
            heads: vec![OnceLock::new(); site.entries.len()],
            bodies: vec![OnceLock::new(); site.entries.len()],
            data: Mutex::default(),
            names: OnceLock::new(),
            asked: Asked::default(),
            site: Arc::clone(site),
            spoken: (0..site.config.languages.all().len())
                .map(|language| Arc::new(site.in_language(language)))
                .collect(),
            assets: Arc::clone(assets),
            templates,
            environments,
        }
    }

    /// Asks a question again.
    pub fn answer(&self, read: &Read) -> Digest {
        self.known(&self.spoken[OWN], read).unwrap_or_default()
    }

    fn known(&self, site: &Site, read: &Read) -> Option<Digest> {
        Some(match read {
            Read::In { language, read } => {
                let language = site.config.languages.find(language)?;
                return self.known(&self.spoken[language], read);
            }
            Read::Route(path) => self.route(site.route(path)?),
            Read::Template(name) => Digest::of(&self.templates[OWN].get(name)?.text()),
            Read::Head(entry) => self.head(site.entry(entry)?),
            Read::Body(entry) => self.body(site.entry(entry)?),
            Read::Entry(entry) => site.entry(entry).map(|_| Digest::of("an entry"))?,
            Read::Query(query) => self.ids(&site.query(query)),
            Read::Neighbour { entry, step } => {
                self.ids(site.neighbour(site.entry(entry)?, *step).as_slice())
            }
            Read::Related { entry, limit } => self.ids(&site.related(site.entry(entry)?, *limit)),
            Read::Facets { collection, field } => Digest::of(&site.facets(collection, field)),
            Read::Named { collection, field } => {
                let of = self.comparable(collection, field);
                Digest::of(&of.map(|of| of.schema_text()).ok())
            }
            Read::Declared(name) => Digest::of(&self.declares(name)),
            Read::Link { file, page, href } => {
                let page = page.as_deref();
                target(&link::resolve(site, Origin { file, page }, href))?
            }
            Read::Path(path) => target(&link::resolve_path(site, path, Suffix::default()))?,
            Read::ImageFile { file, src } => {
                Digest::of(&content::resolve_image(src, file, &site.files)?)
            }
            Read::Form(id) => {
                let form = site.form(id)?;
                Digest::of(&(serde_json::to_value(form).ok()?, &form.language))
            }
            Read::Data(name) => self.data(site, name)?,
            Read::Setting(keys) => setting(&*site.setting(keys)?),
            Read::Keys(keys) => keys_and_whether_all(&*site.setting(keys)?),
            Read::Routes => {
                let listed = site.routes.iter().filter(|route| route.indexed);
                let code = |route: &Route| &site.config.languages.all()[route.language].code;
                let listed = listed.map(|r| (&r.path, &r.modified, &r.original, code(r)));
                let listed: Vec<_> = listed.collect();
                Digest::of(&listed)
            }
            Read::Today => Digest::of(&site.today),
            Read::Origin => Digest::of(&site.config.origin),
            Read::Addresses => Digest::of(&site.config.href("/page")),
            Read::Language => Digest::of(&site.spoken().code),
            Read::Direction => Digest::of(site.spoken().direction()),
            Read::String(key) => {
                let text = site.strings.get(key, site.language)?;
                Digest::of(&(text, &site.spoken().code))
            }
            Read::Translations(path) => self.translations(site.route(path)?),
            made => return self.made(made),
        })
    }

    /// What is made on demand: asking makes it, unless it is in the cache.
    fn made(&self, read: &Read) -> Option<Digest> {
        let assets = &self.assets;
        Some(match read {
            Read::Asset(name) => asset(assets.get(name)?),
            Read::Image { file, widths } => {
                let (file, widths) = (file.into(), widths.clone());
                picture(&assets.image(&ImageRequest { file, widths }).ok()?)
            }
            Read::Drawing { name, input } => drawing(assets.drawing(name, input).ok()?.as_ref()),
            Read::Fonts => Digest::of(&assets.fonts().collect::<Vec<_>>()),
            Read::Icon(name) => icon(&assets.icon(name).ok()?),
            Read::Island {
                name,
                props,
                prefix,
            } => island(&made_island(assets, name, props, prefix).ok()?),
            _ => return None,
        })
    }

    /// The languages with their names, and the page of each that has the content of a route.
    fn translations(&self, route: &Route) -> Digest {
        let languages = self.site.config.languages.all().iter();
        let languages = languages.map(|l| (&l.code, &l.name, l.direction(), &l.prefix));
        let pages = self.site.translations(route);
        let pages = pages.map(|page| (&page.path, page.language, page.indexed));
        Digest::of(&(languages.collect::<Vec<_>>(), pages.collect::<Vec<_>>()))
    }

    /// What a field can be compared with; the mistake, when the collection's schema does not name it.
    pub fn comparable(&self, collection: &str, field: &str) -> Result<Comparable<'_>, Diagnostic> {
        let own = self.site.collection(collection);
        own.map_or(Ok(Comparable::UNKNOWN), |own| own.comparable(field))
    }

    /// Whether any schema declares a name.
    pub fn declares(&self, name: &str) -> bool {
        self.names.get_or_init(|| self.site.names()).contains(name)
    }

    /// The address of a link's target as pages write it; none for one outside the site.
    pub fn address(&self, target: &Target) -> Option<String> {
        let config = &self.site.config;
        Some(match target {
            Target::External | Target::Anchor => return None,
            Target::Page { path, suffix } => config.href(&format!("{path}{suffix}")),
            Target::File { name, suffix } => match self.assets.get(name) {
                Some(asset) => format!("{}{}{suffix}", config.base_path, asset.url),
                None => format!("{}/{name}{suffix}", config.base_path),
            },
        })
    }

    /// Entries by their names: their places in the site mean nothing to another build.
    pub fn ids(&self, entries: &[usize]) -> Digest {
        let names = entries.iter().map(|i| &self.site.entries[*i].reference);
        Digest::of(&names.collect::<Vec<_>>())
    }

    /// The value of a data file, which may be long: its digest is made once.
    pub fn data(&self, site: &Site, name: &str) -> Option<Digest> {
        let (language, value) = site.data(name)?;
        let known = self.data.lock();
        let mut known = known.unwrap_or_else(PoisonError::into_inner);
        let digest = Arc::clone(known.entry((name.to_owned(), language)).or_default());
        drop(known);
        Some(*digest.get_or_init(|| Digest::of(&Told(value))))
    }

    /// All that a page sees of an entry but its text.
    pub fn head(&self, index: usize) -> Digest {
        *self.heads[index].get_or_init(|| {
            let entry = &self.site.entries[index];
            let (file, fields) = (&entry.source.path, Told(&entry.fields));
            let written = &self.site.config.languages.all()[entry.written].code;
            Digest::of(&(&entry.reference, file, &entry.path, fields, written))
        })
    }

    /// The text of an entry with the data of its fences.
    pub fn body(&self, index: usize) -> Digest {
        *self.bodies[index].get_or_init(|| {
            let entry = &self.site.entries[index];
            let embeds: Vec<_> = entry.embeds.iter().map(Told).collect();
            let body = entry.body.as_deref().map(content::text::Text::digest);
            Digest::of(&(body, embeds, entry.reading_time()))
        })
    }

    fn route(&self, route: &Route) -> Digest {
        let shown = match &route.subject {
            Subject::Entry(index) => {
                let stands_in = self.site.entries[*index].stands_in();
                Digest::of(&(self.ids(&[*index]), stands_in))
            }
            Subject::Listing(listing) => Digest::of(listing),
            Subject::Feed {
                collection,
                title,
                items,
            } => Digest::of(&(collection, title, items)),
            Subject::Redirect(to) => Digest::of(to),
        };
        let kind = std::mem::discriminant(&route.subject);
        let own = (&route.template, route.indexed, &route.modified);
        let other = (!route.is_original()).then(|| {
            let language = &self.site.config.languages.all()[route.language];
            (&language.code, &route.original)
        });
        Digest::of(&(own, kind, shown, other))
    }
}

/// The keys of an object, in their order.
pub fn keys_of(field: &Field) -> Vec<&Arc<str>> {
    match field {
        Field::Map(fields) => fields.iter().map(|(key, _)| key).collect(),
        _ => Vec::new(),
    }
}

/// The keys of an object, and whether there can be no others.
fn keys_and_whether_all(field: &Field) -> Digest {
    let is_closed = matches!(field, Field::Map(fields) if fields.is_closed);
    Digest::of(&(keys_of(field), is_closed))
}

/// A value of site.yaml; the keys of an object are questions of their own.
pub fn setting(field: &Field) -> Digest {
    match field {
        Field::Map(_) => Digest::of("an object"),
        field => Digest::of(&Told(field)),
    }
}

/// Where a link leads.
pub fn target(found: &Result<Target, Broken>) -> Option<Digest> {
    Some(match found.as_ref().ok()? {
        Target::External => Digest::of("outside"),
        Target::Anchor => Digest::of("anchor"),
        Target::Page { path, suffix } => Digest::of(&(path, suffix.to_string())),
        Target::File { name, suffix } => Digest::of(&(name, suffix.to_string())),
    })
}

/// The address of a file says what it holds.
pub fn asset(asset: &Asset) -> Digest {
    Digest::of(&(&asset.url, &asset.integrity))
}

/// The files of an image and its size.
pub fn picture(picture: &Picture) -> Digest {
    let sources = picture.sources.iter().map(|source| {
        let files = source.srcset.iter().map(|(file, width)| (&file.url, width));
        (source.mime, files.collect::<Vec<_>>())
    });
    let size = (picture.width, picture.height);
    Digest::of(&(size, &picture.fallback.url, sources.collect::<Vec<_>>()))
}

/// The file of a drawing and what is shown of it.
pub fn drawing(drawing: Option<&Drawing>) -> Digest {
    Digest::of(&drawing.map(|d| (&d.asset.url, &d.frame.view_box, &d.frame.id)))
}

/// The sprite and the icon's name in it.
pub fn icon(icon: &Icon) -> Digest {
    Digest::of(&(&icon.sprite.url, &icon.id))
}

/// An island as HTML; props that were never rendered are judged by what it takes.
pub fn made_island(
    assets: &Assets,
    name: &str,
    props: &str,
    prefix: &str,
) -> Result<IslandHtml, assets::Failure> {
    assets.island(&Instance {
        name,
        properties: props,
        identifier_prefix: prefix,
        judge: &|schema| match content::breaches_of_props(name, schema, props) {
            Some(breach) => Err(Box::new(breach)),
            None => Ok(()),
        },
    })
}

/// The HTML of an island and its modules.
pub fn island(island: &IslandHtml) -> Digest {
    let imports: Vec<_> = island.imports.iter().map(|file| &file.url).collect();
    Digest::of(&(&island.html, &island.module.url, imports))
}
