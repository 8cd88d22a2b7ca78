//! What a template sees without asking a function: `site`, `page` and `entry`; each key is read when it is used.

use std::sync::{Arc, OnceLock};

use content::language::Language;
use content::query::Query;
use content::route::{Route, Subject};
use minijinja::value::{Enumerator, Object, Value};

use crate::list;
use crate::pagination;
use crate::unnamed;
use crate::value::{EntryObject, NoEntry, entries, field, resolved};
use crate::view::{Setting, View};

/// The variables of a page.
pub fn variables(view: &Arc<View>) -> Value {
    let entry = match &view.route().subject {
        Subject::Entry(index) => EntryObject::value(view, *index),
        _ => Value::from_object(NoEntry(Arc::clone(view))),
    };
    let page = PageObject {
        view: Arc::clone(view),
        items: OnceLock::new(),
    };
    let site = SettingsObject {
        view: Arc::clone(view),
        keys: Vec::new(),
    };
    Value::from_pairs([
        ("site", Value::from_object(site)),
        ("page", Value::from_object(page)),
        ("entry", entry),
    ])
}

/// site.yaml, or an object in it.
#[derive(Debug)]
struct SettingsObject {
    view: Arc<View>,
    /// The keys that lead to it.
    keys: Vec<String>,
}

impl Object for SettingsObject {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let mut keys = self.keys.clone();
        keys.push(key.as_str()?.to_owned());
        let Some(found) = self.view.setting(&keys) else {
            return self.view.other_setting(&keys);
        };
        Some(match found {
            Setting::Value(found) => field(&self.view, None, &found),
            Setting::Object => Value::from_object(Self {
                view: Arc::clone(&self.view),
                keys,
            }),
        })
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        let keys = self.view.keys(&self.keys).into_iter();
        Enumerator::Values(keys.map(|key| Value::from(Arc::clone(key))).collect())
    }
}

/// The page that is rendered.
#[derive(Debug)]
struct PageObject {
    view: Arc<View>,
    /// What it lists, once that was asked for.
    items: OnceLock<Vec<usize>>,
}

const PAGE_KEYS: &[&str] = &[
    "path",
    "url",
    "canonical",
    "home",
    "origin",
    "is_home",
    "indexed",
    "modified",
    "language",
    "dir",
    "translations",
    "title",
    "value",
    "items",
    "term",
    "terms",
    "pagination",
    "to",
    "newest",
    "today",
];

impl Object for PageObject {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let (view, route) = (&self.view, self.view.route());
        let (title, value) = match &route.subject {
            Subject::Listing(listing) => {
                let value = listing.term.as_ref().map(|term| &*term.value);
                (listing.title.as_deref(), value)
            }
            Subject::Feed { title, .. } => (title.as_deref(), None),
            _ => (None, None),
        };
        Some(match key.as_str()? {
            "path" => Value::from(route.path.as_str()),
            "url" => Value::from(view.href(&route.path)),
            "canonical" => Value::from(view.absolute(canonical(view, route))),
            "home" => Value::from(view.href(&view.home())),
            "origin" => Value::from(view.origin()),
            "is_home" => Value::from(route.original == "/"),
            "indexed" => Value::from(route.indexed),
            "modified" => Value::from(route.modified.as_deref()),
            "language" => Value::from(view.language()),
            "dir" => Value::from(view.direction()),
            "translations" => translations(view),
            "title" => Value::from(title),
            "value" => Value::from(value),
            "items" => match &route.subject {
                Subject::Listing(_) | Subject::Feed { .. } => {
                    entries(view, self.items().iter().copied())
                }
                _ => Value::from(()),
            },
            "term" => match &route.subject {
                Subject::Listing(listing) => list::term(view, listing),
                _ => Value::from(()),
            },
            "terms" => match &route.subject {
                Subject::Listing(listing) => list::terms(view, listing),
                _ => Value::from(()),
            },
            "pagination" => match &route.subject {
                Subject::Listing(listing) => pagination::value(view, listing.pagination.as_ref()),
                _ => pagination::value(view, None),
            },
            "to" => match &route.subject {
                Subject::Redirect(target) => Value::from(resolved(view, None, target)),
                _ => Value::from(()),
            },
            "newest" => match &route.subject {
                Subject::Feed { .. } => {
                    let days = self.items().iter().filter_map(|i| view.head(*i).modified());
                    Value::from(days.max())
                }
                _ => Value::from(()),
            },
            "today" => Value::from(view.today()),
            name => unnamed::mistaken(name, PAGE_KEYS.iter().copied()),
        })
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(PAGE_KEYS)
    }
}

/// The path that search engines are told of a page: that of the original, where it stands in for a translation.
fn canonical<'a>(view: &View, route: &'a Route) -> &'a str {
    match &route.subject {
        Subject::Entry(index) if view.stands_in(*index) => &route.original,
        _ => &route.path,
    }
}

/// Every language of the site with the page that has the same content in it.
fn translations(view: &View) -> Value {
    let value = |(language, page): (&Language, Option<&Route>)| {
        unnamed::record([
            ("code", Value::from(language.code.as_str())),
            ("name", Value::from(language.name.as_str())),
            ("dir", Value::from(language.direction())),
            ("home", Value::from(view.href(&language.home()))),
            ("url", Value::from(page.map(|page| view.href(&page.path)))),
            (
                "is_current",
                Value::from(page.is_some_and(|page| page.path == view.route().path)),
            ),
        ])
    };
    view.translations().into_iter().map(value).collect()
}

impl PageObject {
    fn items(&self) -> &[usize] {
        self.items.get_or_init(|| {
            let ask = |query: &Query| self.view.query(query).unwrap_or_default();
            match &self.view.route().subject {
                Subject::Listing(listing) => listing.items.as_ref().map(ask).unwrap_or_default(),
                Subject::Feed { items, .. } => ask(items),
                _ => Vec::new(),
            }
        })
    }
}
