//! The most bytes that a page may weigh, as site.yaml says it; a breach names the page and what weighs most.

use std::sync::Arc;

use assets::{Asset, Assets};
use content::Site;
use content::diagnostic::Diagnostic;
use render::Page;

/// A diagnostic for each page that weighs more, compressed, than `budgets` in site.yaml allows.
pub fn breaches(site: &Site, assets: &Assets, pages: &[Page]) -> Vec<Diagnostic> {
    if site.config.budgets.is_empty() {
        return Vec::new();
    }
    let mut breaches = Vec::new();
    for page in pages {
        if site.routes[page.route].output.ends_with(".html") {
            check_page(site, assets, page, &mut breaches);
        }
    }
    breaches
}

/// What a page weighs of one kind: the parts and their bytes.
struct Weight {
    kind: &'static str,
    parts: Vec<(String, u64)>,
}

fn check_page(site: &Site, assets: &Assets, page: &Page, breaches: &mut Vec<Diagnostic>) {
    let path = &site.routes[page.route].path;
    for weight in weights(assets, page) {
        let Some(most) = site.config.budgets.get(weight.kind) else {
            continue;
        };
        let total: u64 = weight.parts.iter().map(|(_, bytes)| bytes).sum();
        if total <= *most {
            continue;
        }
        let mut parts = weight.parts;
        parts.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));
        let mut diagnostic = Diagnostic::error(
            "over-budget",
            format!(
                "the page `{path}` has {total} bytes of {}, of which {most} are allowed",
                weight.kind
            ),
        )
        .hint(format!(
            "make the page lighter, or raise `budgets.{}` in content/site.yaml",
            weight.kind
        ));
        for (name, bytes) in parts.iter().take(5) {
            diagnostic = diagnostic.note(format!("{bytes} bytes: {name}"));
        }
        if let Some(place) = site.source.text.find("budgets:") {
            diagnostic = diagnostic.at(&site.source, place..place + "budgets".len());
        }
        breaches.push(diagnostic);
    }
}

fn weights(assets: &Assets, page: &Page) -> Vec<Weight> {
    let mut weights = vec![Weight {
        kind: "html",
        parts: vec![("the document".to_owned(), compressed(page.text.as_bytes()))],
    }];
    let linked = |suffix: &str| -> Vec<(String, u64)> {
        let named = assets.all().filter(|(name, asset)| {
            name.ends_with(suffix) && asset.immutable && page.text.contains(asset.url.as_str())
        });
        named
            .map(|(name, asset)| (name.to_owned(), weight_of(&asset)))
            .collect()
    };
    weights.push(Weight {
        kind: "css",
        parts: linked(".css"),
    });
    let runtime_and_page = linked(".js")
        .into_iter()
        .filter(|(name, _)| !name.starts_with("islands/"));
    weights.push(Weight {
        kind: "initial_js",
        parts: runtime_and_page.collect(),
    });
    for (name, (module, imports)) in page.islands.modules() {
        let parts = imports
            .iter()
            .chain([module])
            .map(|asset| (format!("{name}: {}", asset.url), weight_of(asset)));
        weights.push(Weight {
            kind: "island_js",
            parts: parts.collect(),
        });
    }
    let props = page.islands.props().iter().map(|props| {
        let name: String = props.chars().take(60).collect();
        (format!("`{name}…`"), props.len() as u64)
    });
    weights.push(Weight {
        kind: "props",
        parts: props.collect(),
    });
    weights
}

fn weight_of(asset: &Arc<Asset>) -> u64 {
    asset.bytes().map_or(asset.len, |bytes| compressed(&bytes))
}

/// Bytes as sent, by brotli at its highest quality, as the output is compressed.
fn compressed(bytes: &[u8]) -> u64 {
    assets::compress(bytes).brotli.len() as u64
}
