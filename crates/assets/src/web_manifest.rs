//! The addresses of a web app manifest: its pictures become hashed files, its pages stay where they are.

use std::ops::Range;
use std::sync::Arc;

use source::document::Syntax;
use source::href;
use source::yaml::{Kind, Node};
use source::{Diagnostic, Source};

use crate::asset::{self, Manifest};
use crate::css;

/// Keys whose text is the address of a picture.
const PICTURE: &str = "src";
/// Keys whose text is the address of a page.
const PAGES: [&str; 3] = ["start_url", "scope", "url"];

/// The manifest with addresses relative to the assets' folder, where it is published; `name` is its
/// path in `public/`. A missing picture and broken JSON are reported at their places.
pub(crate) fn link(
    source: &Arc<Source>,
    name: &str,
    manifest: &Manifest,
) -> (String, Vec<Diagnostic>) {
    let text = source.text();
    if let Err(error) = serde_json::from_str::<serde_json::Value>(&text) {
        let line: usize = text
            .split_inclusive('\n')
            .take(error.line().saturating_sub(1))
            .map(str::len)
            .sum();
        let at = (line + error.column().saturating_sub(1)).min(text.len());
        let reason = error.to_string();
        let reason = reason.split(" at line ").next().unwrap_or_default();
        let message = format!("this web manifest is not JSON: {reason}");
        let broken = Diagnostic::error("broken-manifest", message).at(source, at..at);
        return (text.to_string(), vec![broken]);
    }
    let mut diagnostics = Vec::new();
    let base = name.rsplit_once('/').map_or("", |(folder, _)| folder);
    let (linked, mistakes) = rewrite(source, |reference| {
        let address = reference.address.as_str();
        if !css::is_local(address) {
            return None;
        }
        let (path, suffix) = href::split(address);
        if reference.is_page {
            let name = css::resolve(base, path)?;
            let slash = if path.ends_with('/') && !name.is_empty() {
                "/"
            } else {
                ""
            };
            return Some(format!("../{name}{slash}{suffix}"));
        }
        match css::find(base, path, |name| manifest.contains_key(name)) {
            Ok(name) => Some(format!("{}{suffix}", manifest[&name].file())),
            Err(name) => {
                let missing = asset::missing(&name, manifest);
                diagnostics.push(missing.at(source, reference.span.clone()));
                None
            }
        }
    });
    diagnostics.extend(mistakes);
    (linked, diagnostics)
}

/// An address in a manifest.
pub(crate) struct ManifestLink {
    pub address: String,
    /// Where it stands, without its quotes.
    pub span: Range<usize>,
    /// Whether it leads to a page rather than a picture.
    pub is_page: bool,
}

/// The manifest with some of its addresses replaced; `replace` gives none to leave one alone. What is wrong with the
/// JSON is told.
pub(crate) fn rewrite(
    source: &Arc<Source>,
    mut replace: impl FnMut(&ManifestLink) -> Option<String>,
) -> (String, Vec<Diagnostic>) {
    let text = source.text();
    let (node, mistakes) = Syntax::Json.parse(source, 0..text.len());
    let mut links = Vec::new();
    node.iter().for_each(|node| references(node, &mut links));
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for link in links {
        if let Some(new) = replace(&link) {
            out.push_str(&text[from..link.span.start - 1]);
            out.push_str(&serde_json::Value::from(new).to_string());
            from = link.span.end + 1;
        }
    }
    out.push_str(&text[from..]);
    (out, mistakes)
}

/// Every address below a value in its order: texts whose key says that they are one.
fn references(value: &Node, found: &mut Vec<ManifestLink>) {
    match &value.kind {
        Kind::List(items) => items.iter().for_each(|item| references(item, found)),
        Kind::Map(entries) => {
            for (key, value) in entries {
                let is_page = PAGES.contains(&key.name.as_str());
                match &value.kind {
                    Kind::Text(address) if is_page || key.name == PICTURE => {
                        found.push(ManifestLink {
                            address: address.clone(),
                            span: value.span.start + 1..value.span.end - 1,
                            is_page,
                        });
                    }
                    _ => references(value, found),
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_addresses_and_nothing_else() {
        let text = r#"{"name":"src","start_url" : "/","icons":[{"src":"a \" b.png","sizes":"any"}],
            "list":["src","x"],"shortcuts":[{"url":"/contact","icons":[{ "src": "c.png" }]}]}"#;
        let mut found = Vec::new();
        let source = Source::new("app.webmanifest", text);
        let (same, mistakes) = rewrite(&source, |link| {
            found.push(text[link.span.clone()].to_owned());
            None
        });
        assert_eq!((same.as_str(), mistakes), (text, Vec::new()));
        assert_eq!(found, ["/", r#"a \" b.png"#, "/contact", "c.png"]);
    }

    #[test]
    fn replaces_what_it_is_told_to() {
        let source = Source::new("app.webmanifest", r#"{"start_url":"/","src":"a.png"}"#);
        let (out, _) = rewrite(&source, |link| {
            (!link.is_page).then(|| format!("{}\"é", link.address))
        });
        assert_eq!(out, r#"{"start_url":"/","src":"a.png\"é"}"#);
    }

    #[test]
    fn an_address_that_is_given_twice_is_told() {
        let source = Source::new(
            "public/app.webmanifest",
            r#"{"start_url":"/","start_url":"/b"}"#,
        );
        let (_, found) = link(&source, "app.webmanifest", &Manifest::default());
        let codes: Vec<_> = found.iter().map(|d| (d.code, d.place())).collect();
        let place = "public/app.webmanifest:1:18".to_owned();
        assert_eq!(codes, [("duplicate-key", Some(place))]);
    }
}
