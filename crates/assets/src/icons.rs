//! One sprite of the icons that a site uses: its own, Lucide's, and the brands of Simple Icons.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use resvg::usvg::roxmltree;
use source::{Diagnostic, Source, did_you_mean};

use crate::asset::{Asset, Key};
use crate::store::{read_if_there, write_atomically};
use crate::{Error, Failure, Settings};

/// The sprite's logical name.
pub(crate) const NAME: &str = "icons.svg";

/// Raised whenever the same icons would give another sprite.
const RECIPE: &str = "icons 1";

/// What an icon of Simple Icons begins with.
const BRAND: &str = "brand-";

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
    unknown: BTreeMap<String, Option<String>>,
}

impl Icons {
    /// Draws the sprite, or takes it from the cache when the packages are not installed.
    pub fn load(settings: &Settings) -> Result<(Self, Vec<Diagnostic>), Error> {
        if settings.icons.is_empty() {
            return Ok((Self::default(), Vec::new()));
        }
        let root = &settings.root;
        let mut icons = Self {
            names: settings.icons.clone(),
            ..Self::default()
        };
        let kept = kept_path(settings)?;
        if !root.join(LUCIDE).is_dir() && needs_packages(settings)? {
            let Some(sprite) = read_if_there(&kept)? else {
                return Err(Error::PackageMissing {
                    package: "lucide-static".into(),
                });
            };
            icons.sprite = Some(Asset::hashed(NAME, sprite.into()));
            return Ok((icons, Vec::new()));
        }
        let mut diagnostics = Vec::new();
        let mut sprite = String::from(
            "<svg xmlns=\"http://www.w3.org/2000/svg\"><!-- Lucide (ISC, lucide.dev/license) and \
             Simple Icons (CC0) -->",
        );
        for name in &settings.icons {
            let Some((path, svg)) = find(root, name)? else {
                icons.names.remove(name);
                icons.unknown.insert(name.clone(), suggestion(root, name));
                continue;
            };
            if let Err(reason) = write_symbol(&mut sprite, name, &svg) {
                let source = Source::new(path, svg);
                let broken = format!("the icon `{name}` is not an SVG: {reason}");
                diagnostics.push(Diagnostic::error("corrupt-icon", broken).at(&source, 0..0));
            }
        }
        sprite.push_str("</svg>\n");
        if icons.unknown.is_empty() && fs::read(&kept).ok().as_deref() != Some(sprite.as_bytes()) {
            write_atomically(&kept, sprite.as_bytes())?;
        }
        icons.sprite = Some(Asset::hashed(NAME, sprite.into_bytes().into()));
        Ok((icons, diagnostics))
    }

    /// An icon, if the sprite has it.
    pub fn get(&self, name: &str) -> Result<Icon, Failure> {
        if let Some(hint) = self.unknown.get(name) {
            let unknown = format!("there is no icon `{name}`");
            let unknown = Diagnostic::error("unknown-icon", unknown);
            return Err(unknown.maybe_hint(hint.clone()).into());
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

/// Where the sprite of these icons is kept.
fn kept_path(settings: &Settings) -> Result<PathBuf, Error> {
    let lock = read_if_there(&settings.root.join("islands/package-lock.json"))?;
    let mut key = Key::default().part(RECIPE).part(lock.unwrap_or_default());
    for name in &settings.icons {
        let own = read_if_there(&settings.root.join(OWN).join(format!("{name}.svg")))?;
        key = key.part(name).part(own.unwrap_or_default());
    }
    Ok(settings
        .cache
        .join("icons")
        .join(format!("{}.svg", key.finish())))
}

/// Whether some icon can only come from a package that the site asks for.
fn needs_packages(settings: &Settings) -> Result<bool, Error> {
    let manifest = read_if_there(&settings.root.join("islands/package.json"))?.unwrap_or_default();
    let asked = String::from_utf8_lossy(&manifest).contains("\"lucide-static\"");
    let own = |name: &String| {
        settings
            .root
            .join(OWN)
            .join(format!("{name}.svg"))
            .is_file()
    };
    Ok(asked && !settings.icons.iter().all(own))
}

/// The file of an icon, by its path from the root, and its text.
fn find(root: &Path, name: &str) -> Result<Option<(String, String)>, Error> {
    let plain = name
        .bytes()
        .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    if !plain || name.is_empty() {
        return Ok(None);
    }
    let mut places = vec![format!("{OWN}/{name}.svg"), format!("{LUCIDE}/{name}.svg")];
    if let Some(brand) = name.strip_prefix(BRAND) {
        places.push(format!("{BRANDS}/{brand}.svg"));
    }
    for place in places {
        if let Some(bytes) = read_if_there(&root.join(&place))? {
            return Ok(Some((place, String::from_utf8_lossy(&bytes).into_owned())));
        }
    }
    Ok(None)
}

/// Hints at an icon that exists and is spelt nearly so.
fn suggestion(root: &Path, name: &str) -> Option<String> {
    let mut names = BTreeSet::new();
    for (folder, prefix) in [(OWN, ""), (LUCIDE, ""), (BRANDS, BRAND)] {
        let entries = fs::read_dir(root.join(folder))
            .into_iter()
            .flatten()
            .filter_map(Result::ok);
        for entry in entries {
            if let Some(stem) = entry
                .file_name()
                .to_str()
                .and_then(|n| n.strip_suffix(".svg"))
            {
                names.insert(format!("{prefix}{stem}"));
            }
        }
    }
    did_you_mean(name, names.iter().map(String::as_str))
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
