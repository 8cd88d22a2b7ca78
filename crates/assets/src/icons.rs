//! One sprite of the icons that a site uses: its own, Lucide's, and the brands of Simple Icons.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::ErrorKind;
use std::sync::Arc;
use std::{fs, iter};

use resvg::usvg::roxmltree;
use source::{Diagnostic, ReadError, Source, Sources, did_you_mean};

use crate::asset::{Asset, Key};
use crate::{Error, Failure, Settings};

/// The sprite's logical name.
pub(crate) const NAME: &str = "icons.svg";

/// Raised whenever the same icons would give another sprite.
const RECIPE: &str = "icons 1";

/// What an icon of Simple Icons begins with.
const BRAND: &str = "brand-";

/// The packages that the site asks for.
const MANIFEST: &str = "islands/package.json";

/// Where icons lie, relative to the root.
const OWN: &str = "public/icons";
const LUCIDE: &str = "islands/node_modules/lucide-static/icons";
const BRANDS: &str = "islands/node_modules/simple-icons/icons";

/// An icon in the sprite.
#[derive(Clone, Debug)]
pub struct Icon {
    /// The sprite.
    pub sprite: Arc<Asset>,
    /// The fragment of the icon in it.
    pub id: String,
}

/// The sprite and the names that no collection knows.
#[derive(Debug, Default)]
pub(crate) struct Icons {
    /// None when no icon is used.
    pub sprite: Option<Arc<Asset>>,
    names: BTreeSet<String>,
    /// With a hint at one that is spelt nearly so.
    unknown: BTreeMap<String, String>,
}

impl Icons {
    /// Draws the sprite, or takes it from the cache, whether or not the packages are installed.
    pub fn load(sources: &Sources, settings: &Settings) -> Result<(Self, Vec<Diagnostic>), Error> {
        if settings.icons.is_empty() {
            return Ok((Self::default(), Vec::new()));
        }
        let names = settings.icons.clone();
        let key = key(sources, &names)?;
        let draw = || Drawn::new(sources, &names)?.complete();
        match settings.store.record("sprite", &key, |_, _| true, draw) {
            Ok(svg) => Ok((Self::new(names, svg), Vec::new())),
            Err(Incomplete::World(error)) => Err(error),
            Err(Incomplete::Drawn(drawn)) => {
                let is_known = |name: &String| !drawn.unknown.contains_key(name);
                let known = names.into_iter().filter(is_known).collect();
                let icons = Self {
                    unknown: drawn.unknown,
                    ..Self::new(known, drawn.svg)
                };
                Ok((icons, drawn.diagnostics))
            }
        }
    }

    fn new(names: BTreeSet<String>, svg: String) -> Self {
        Self {
            sprite: Some(Asset::hashed(NAME, svg.into_bytes().into())),
            names,
            unknown: BTreeMap::new(),
        }
    }

    /// An icon, if the sprite has it.
    pub fn get(&self, name: &str) -> Result<Icon, Failure> {
        if let Some(hint) = self.unknown.get(name) {
            let unknown = format!("there is no icon `{name}`");
            let unknown = Diagnostic::error("unknown-icon", unknown);
            return Err(unknown.hint(hint.clone()).into());
        }
        match &self.sprite {
            Some(sprite) if self.names.contains(name) => Ok(Icon {
                sprite: Arc::clone(sprite),
                id: name.to_owned(),
            }),
            _ => Err(Diagnostic::error(
                "icon-not-in-sprite",
                format!("the icon `{name}` is not in the sprite"),
            )
            .hint("write the icon's name literally in the template")
            .into()),
        }
    }
}

/// A sprite as it was drawn.
struct Drawn {
    svg: String,
    unknown: BTreeMap<String, String>,
    diagnostics: Vec<Diagnostic>,
}

/// Why a sprite is not kept.
enum Incomplete {
    /// Icons are missing or broken.
    Drawn(Drawn),
    /// The world failed.
    World(Error),
}

impl From<Error> for Incomplete {
    fn from(error: Error) -> Self {
        Self::World(error)
    }
}

impl Drawn {
    fn new(sources: &Sources, names: &BTreeSet<String>) -> Result<Self, Error> {
        if !sources.root().join(LUCIDE).is_dir() && needs_packages(sources, names)? {
            return Err(Error::PackageMissing {
                package: "lucide-static".into(),
            });
        }
        let mut drawn = Self {
            svg: "<svg xmlns=\"http://www.w3.org/2000/svg\"><!-- Lucide (ISC, \
                  lucide.dev/license) and Simple Icons (CC0) -->"
                .to_owned(),
            unknown: BTreeMap::new(),
            diagnostics: Vec::new(),
        };
        for name in names {
            let Some(source) = find(sources, name)? else {
                drawn
                    .unknown
                    .insert(name.clone(), suggestion(sources, name));
                continue;
            };
            if let Err(reason) = write_symbol(&mut drawn.svg, name, &source.text()) {
                let broken = format!("the icon `{name}` is not an SVG: {reason}");
                let broken = Diagnostic::error("corrupt-icon", broken).at(&source, 0..0);
                drawn.diagnostics.push(broken);
            }
        }
        drawn.svg.push_str("</svg>\n");
        Ok(drawn)
    }

    fn complete(self) -> Result<String, Incomplete> {
        match self.unknown.is_empty() && self.diagnostics.is_empty() {
            true => Ok(self.svg),
            false => Err(Incomplete::Drawn(self)),
        }
    }
}

/// What the sprite depends on.
fn key(sources: &Sources, names: &BTreeSet<String>) -> Result<String, Error> {
    let mut key = Key::default().part(RECIPE);
    for manifest in [MANIFEST, "islands/package-lock.json"] {
        key = key.part(sources.bytes(manifest)?.unwrap_or_default());
    }
    for name in names {
        let own = sources.bytes(&own(name))?;
        key = key.part(name).part(own.unwrap_or_default());
    }
    Ok(key.finish())
}

/// Whether some icon can only come from a package that the site asks for.
fn needs_packages(sources: &Sources, names: &BTreeSet<String>) -> Result<bool, Error> {
    let manifest = sources.bytes(MANIFEST)?.unwrap_or_default();
    let is_asked = String::from_utf8_lossy(&manifest).contains("\"lucide-static\"");
    Ok(is_asked && !names.iter().all(|name| sources.has(&own(name))))
}

/// Where an icon of the site's own lies.
fn own(name: &str) -> String {
    format!("{OWN}/{name}.svg")
}

/// The file of an icon.
fn find(sources: &Sources, name: &str) -> Result<Option<Arc<Source>>, Error> {
    let is_plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    if name.is_empty() || !name.bytes().all(is_plain) {
        return Ok(None);
    }
    let own = own(name);
    if let Some(bytes) = sources.bytes(&own)? {
        let place = sources.place(&own);
        return Ok(Some(Source::new(place, String::from_utf8_lossy(&bytes))));
    }
    let lucide = format!("{LUCIDE}/{name}.svg");
    let brand = name.strip_prefix(BRAND);
    for place in iter::once(lucide).chain(brand.map(|brand| format!("{BRANDS}/{brand}.svg"))) {
        let path = sources.root().join(&place);
        match fs::read(&path) {
            Ok(bytes) => return Ok(Some(Source::new(place, String::from_utf8_lossy(&bytes)))),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(ReadError { path, place, error }.into()),
        }
    }
    Ok(None)
}

/// Hints at an icon that exists and is spelt nearly so.
fn suggestion(sources: &Sources, name: &str) -> String {
    let near = did_you_mean(name, names(sources).iter().map(String::as_str));
    near.unwrap_or_else(|| {
        let (package, folder, collection) = match name.strip_prefix(BRAND) {
            Some(_) => ("simple-icons", BRANDS, "simpleicons.org"),
            None => ("lucide-static", LUCIDE, "lucide.dev"),
        };
        let (own, root) = (own(name), sources.root());
        if root.join(folder).is_dir() {
            return format!(
                "put it at `{own}`, or use a name of lucide.dev, or `{BRAND}` and one of simpleicons.org"
            );
        }
        let first = match root.join(MANIFEST).is_file() {
            true => "",
            false => "`site add islands`, then ",
        };
        format!(
            "put it at `{own}`; for those of {collection} install their package: {first}`npm install --prefix islands {package}`"
        )
    })
}

/// The names of all icons that a site can use: its own, and those of the packages that are installed.
pub fn names(sources: &Sources) -> BTreeSet<String> {
    let own = sources.below(OWN).map(|path| &path[OWN.len() + 1..]);
    let mut names: BTreeSet<String> = own.filter_map(|n| stem(n, "")).collect();
    for (folder, prefix) in [(LUCIDE, ""), (BRANDS, BRAND)] {
        let entries = fs::read_dir(sources.root().join(folder))
            .into_iter()
            .flatten();
        let entries = entries.filter_map(Result::ok);
        names.extend(entries.filter_map(|e| stem(e.file_name().to_str()?, prefix)));
    }
    names
}

/// The name of the icon that a file holds.
fn stem(file: &str, prefix: &str) -> Option<String> {
    Some(format!("{prefix}{}", file.strip_suffix(".svg")?))
}

/// Adds an SVG as a symbol: its view box, how it is painted, and its shapes.
fn write_symbol(sprite: &mut String, name: &str, svg: &str) -> Result<(), String> {
    const PAINT: [&str; 6] = [
        "fill",
        "fill-rule",
        "stroke",
        "stroke-width",
        "stroke-linecap",
        "stroke-linejoin",
    ];
    let document = roxmltree::Document::parse(svg).map_err(|e| e.to_string())?;
    let root = document.root_element();
    if root.tag_name().name() != "svg" {
        return Err("its root element is another".into());
    }
    let view_box = match root.attribute("viewBox") {
        Some(view_box) => view_box.to_owned(),
        None => match (root.attribute("width"), root.attribute("height")) {
            (Some(width), Some(height)) => format!("0 0 {width} {height}"),
            _ => return Err("it has no `viewBox`".into()),
        },
    };
    let _ = write!(sprite, "<symbol id=\"{name}\" viewBox=\"{view_box}\"");
    let paint: Vec<_> = PAINT
        .iter()
        .filter_map(|p| Some((p, root.attribute(*p)?)))
        .collect();
    // A brand's mark says nothing of its colour and would be black.
    if !paint
        .iter()
        .any(|(name, _)| matches!(**name, "fill" | "stroke"))
    {
        sprite.push_str(" fill=\"currentColor\"");
    }
    for (name, value) in paint {
        let _ = write!(sprite, " {name}=\"{value}\"");
    }
    sprite.push('>');
    for child in root.children().filter(roxmltree::Node::is_element) {
        if !matches!(
            child.tag_name().name(),
            "title" | "desc" | "metadata" | "script" | "style"
        ) {
            sprite.push_str(&svg[child.range()]);
        }
    }
    sprite.push_str("</symbol>");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_icon_of_a_package_that_is_not_installed_names_the_package() {
        let sources = Sources::from_bytes([("public/a.svg", "<svg/>")]);
        for (name, package) in [("house", "lucide-static"), ("brand-x", "simple-icons")] {
            let hint = suggestion(&sources, name);
            let command = format!("`npm install --prefix islands {package}`");
            assert!(hint.contains(&command), "{hint}");
            let own = format!("`public/icons/{name}.svg`");
            assert!(hint.contains(&own), "{hint}");
        }
    }

    #[test]
    fn a_symbol_keeps_shapes_and_paint_only() {
        let mut sprite = String::new();
        let line = "<!-- x --><svg class=\"a\" width=\"24\" height=\"24\" viewBox=\"0 0 24 24\" \
                    fill=\"none\" stroke=\"currentColor\"><title>t</title><path d=\"M0 0\"/>\n</svg>";
        write_symbol(&mut sprite, "a", line).unwrap();
        assert_eq!(
            sprite,
            "<symbol id=\"a\" viewBox=\"0 0 24 24\" fill=\"none\" stroke=\"currentColor\">\
             <path d=\"M0 0\"/></symbol>"
        );
        sprite.clear();
        write_symbol(&mut sprite, "b", "<svg viewBox=\"0 0 1 1\"><path/></svg>").unwrap();
        assert!(sprite.contains(" fill=\"currentColor\">"));
        assert!(write_symbol(&mut sprite, "c", "<svg><path/></svg>").is_err());
        assert!(write_symbol(&mut sprite, "d", "<svg").is_err());
    }
}
