//! The most bytes that a page may weigh, as site.yaml says it; a breach names the page and what weighs most.

use std::sync::Arc;

use assets::{Asset, Assets};
use content::Site;
use render::{Page, Props, Read};
use source::Diagnostic;

use crate::scale::{Load, Scale};
use crate::search;
use crate::words::with_others;

/// How many contributors a breach names.
const NAMED: usize = 5;

/// What several pages share, such as a style sheet, is too heavy once: with the first page's name.
pub fn merged(breaches: impl IntoIterator<Item = Breach>) -> Vec<Diagnostic> {
    let mut merged: Vec<(Breach, usize)> = Vec::new();
    for breach in breaches {
        match merged
            .iter_mut()
            .find(|(known, _)| known.what == breach.what)
        {
            Some((_, others)) => *others += 1,
            None => merged.push((breach, 0)),
        }
    }
    let told = merged.into_iter();
    told.map(|(breach, others)| with_others(breach.diagnostic, others))
        .collect()
}

/// What of a page has a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BudgetKind {
    Html,
    Css,
    InitialJs,
    IslandJs,
    Props,
}

impl BudgetKind {
    /// Its key in site.yaml.
    fn key(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Css => "css",
            Self::InitialJs => "initial_js",
            Self::IslandJs => "island_js",
            Self::Props => "props",
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Html => "HTML",
            Self::Css => "CSS",
            Self::InitialJs => "JavaScript before any interaction",
            Self::IslandJs => "JavaScript for one island",
            Self::Props => "islands' props",
        }
    }
}

/// What a page has more of than it may.
struct Excess {
    kind: BudgetKind,
    weight: u64,
    most: u64,
}

/// A page above its budget.
#[derive(Debug)]
pub struct Breach {
    /// The kind, the weight and its heaviest parts.
    what: (BudgetKind, u64, Vec<(u64, String)>),
    diagnostic: Diagnostic,
}

/// What pages may weigh, and what they are weighed with.
#[derive(Debug)]
pub struct Budget<'a> {
    site: &'a Site,
    assets: &'a Assets,
    scale: &'a Scale,
}

/// Whoever weighs something of a page, by name.
type Parts<'a> = Vec<(String, Load<'a>)>;

impl<'a> Budget<'a> {
    /// The budget of a site, whose pages load these assets.
    pub fn new(site: &'a Site, assets: &'a Assets, scale: &'a Scale) -> Self {
        Self {
            site,
            assets,
            scale,
        }
    }

    /// What of a page weighs more, compressed, than `budgets` in site.yaml allows.
    pub fn breaches(&self, page: &Page, html: &str) -> Vec<Breach> {
        if self.site.config.budgets.is_empty() {
            return Vec::new();
        }
        let path = self.site.routes[page.route].path.as_str();
        let budget = |kind: BudgetKind| self.site.config.budgets.of(path, kind.key());
        let mut breaches = Vec::new();
        if let Some(most) = budget(BudgetKind::Html)
            && let Some(weight) = self.scale.above(&[Load::text(html)], most)
        {
            let kind = BudgetKind::Html;
            let excess = Excess { kind, weight, most };
            breaches.push(self.breach(path, excess, sections(html)));
        }
        let (styles, scripts): (Vec<_>, Vec<_>) = self
            .linked(page)
            .into_iter()
            .partition(|asset| asset.url.ends_with(".css"));
        for (kind, linked) in [(BudgetKind::Css, styles), (BudgetKind::InitialJs, scripts)] {
            let parts = linked.iter().map(|asset| self.script("", asset));
            let mut parts: Vec<_> = parts.collect();
            if kind == BudgetKind::InitialJs {
                let own = search::loaded(&self.site.config, html);
                parts.extend(own.map(|(address, text)| (address, Load::text(text))));
            }
            breaches.extend(self.judge(path, kind, parts));
        }
        for (name, (module, imports)) in page.islands.modules() {
            let files = imports.iter().chain([module]);
            let parts = files.map(|asset| self.script(name, asset)).collect();
            breaches.extend(self.judge(path, BudgetKind::IslandJs, parts));
        }
        let texts: Vec<_> = page.islands.props().iter().flat_map(properties).collect();
        let whole = page.islands.props().iter();
        let whole = whole.map(|props| (props.island.clone(), Load::text(&props.text)));
        if let Some(most) = budget(BudgetKind::Props)
            && let Some(weight) = self.above(whole.collect(), most)
        {
            let parts = texts
                .iter()
                .map(|(path, text)| (path.clone(), Load::text(text)));
            let kind = BudgetKind::Props;
            let excess = Excess { kind, weight, most };
            breaches.push(self.breach(path, excess, parts.collect()));
        }
        breaches
    }

    fn above(&self, parts: Parts<'_>, most: u64) -> Option<u64> {
        let loads: Vec<_> = parts.into_iter().map(|(_, load)| load).collect();
        self.scale.above(&loads, most)
    }

    fn judge(&self, path: &str, kind: BudgetKind, parts: Parts<'_>) -> Option<Breach> {
        let most = self.site.config.budgets.of(path, kind.key())?;
        let weight = self.above(parts.clone(), most)?;
        Some(self.breach(path, Excess { kind, weight, most }, parts))
    }

    /// The styles and scripts that a page asks for before any interaction.
    fn linked<'p>(&'p self, page: &'p Page) -> Vec<&'p Arc<Asset>> {
        let named = page.reads.iter().filter_map(|(read, _)| match &**read {
            // What stands in the page is weighed with it.
            Read::Asset(name) if !name.starts_with("inline/") => self.assets.get(name),
            _ => None,
        });
        let is_code =
            |asset: &&Arc<Asset>| asset.url.ends_with(".css") || asset.url.ends_with(".js");
        let mut linked = page.islands.preloaded();
        // The runtime asks for the table of the islands' modules at once.
        let named = named.filter(is_code).chain(page.islands.table());
        linked.extend(named.map(|asset| (asset.url.as_str(), asset)));
        linked.into_values().collect()
    }

    /// A file, named with the sources that make up most of it.
    fn script<'p>(&self, island: &str, asset: &'p Asset) -> (String, Load<'p>) {
        let sources = self.assets.contributors(&asset.url).iter().take(3);
        let sources: Vec<&str> = sources.map(|(source, _)| source.as_str()).collect();
        let mut name = asset.url.clone();
        if !island.is_empty() {
            name = format!("{island}: {name}");
        }
        if !sources.is_empty() {
            name += &format!(" ({})", sources.join(", "));
        }
        (name, Load::asset(asset))
    }

    fn breach(&self, path: &str, excess: Excess, parts: Parts<'_>) -> Breach {
        let Excess { kind, weight, most } = excess;
        let (key, of) = (kind.key(), kind.words());
        let mut weighed: Vec<(u64, String)> = parts
            .into_iter()
            .map(|(name, load)| (self.scale.exact(&load), name))
            .collect();
        weighed.sort_by(|a, b| b.cmp(a));
        weighed.truncate(NAMED);
        let mut diagnostic = Diagnostic::error(
            "over-budget",
            format!("the page `{path}` has {weight} bytes of {of} (compressed), of which {most} are allowed"),
        )
        .hint(format!(
            "make the page lighter, or raise `budgets.{key}` in content/site.yaml, for this page alone under `budgets.pages`"
        ));
        for (bytes, name) in &weighed {
            diagnostic = diagnostic.note(format!("{bytes} bytes: {name}"));
        }
        let setting = self.site.config.budgets.setting(path, key);
        diagnostic = diagnostic.on(&self.site.settings.place(&setting));
        Breach {
            what: (kind, weight, weighed),
            diagnostic,
        }
    }
}

/// The parts of a document that a reader of its source would name: its head, what begins its body,
/// its sections and footer, and the block of the islands' props.
fn sections(text: &str) -> Parts<'_> {
    const OPENERS: [&str; 5] = [
        "<head>",
        "<body",
        "<section",
        "<footer",
        "<script type=\"application/json\"",
    ];
    let mut starts: Vec<usize> = OPENERS
        .iter()
        .flat_map(|opener| text.match_indices(opener).map(|(start, _)| start))
        .collect();
    starts.sort_unstable();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let parts = starts.iter().zip(ends).map(|(start, end)| {
        let part = &text[*start..end];
        let tag = &part[..part.find('>').map_or(part.len(), |close| close + 1)];
        (format!("from `{tag}`"), Load::text(part))
    });
    parts.collect()
}

/// Each property of an island's props that is an object or a list, by its path, with its JSON.
fn properties(props: &Props) -> Vec<(String, String)> {
    let mut found = vec![(props.island.clone(), props.text.clone())];
    let value: serde_json::Value = serde_json::from_str(&props.text).unwrap_or_default();
    let outer = value.as_object().into_iter().flatten();
    for (name, inner) in outer {
        let path = format!("{}.{name}", props.island);
        let deeper = inner.as_object().into_iter().flatten();
        found.extend(deeper.map(|(key, value)| (format!("{path}.{key}"), value.to_string())));
        found.push((path, inner.to_string()));
    }
    found
}
