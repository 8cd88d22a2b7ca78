//! The addresses of a web app manifest: its pictures become hashed files, its pages stay where they are.

use std::ops::Range;
use std::sync::Arc;

use source::href;
use source::{Diagnostic, Source, did_you_mean};

use crate::asset::Manifest;
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
    let text = text.as_str();
    if let Err(error) = serde_json::from_str::<serde_json::Value>(text) {
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
        return (text.to_owned(), vec![broken]);
    }
    let mut diagnostics = Vec::new();
    let base = name.rsplit_once('/').map_or("", |(folder, _)| folder);
    let linked = rewrite(text, |reference, address| {
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
                let missing =
                    Diagnostic::error("missing-asset", format!("there is no `public/{name}`"))
                        .at(source, reference.span.clone())
                        .maybe_hint(did_you_mean(&name, manifest.keys().map(String::as_str)));
                diagnostics.push(missing);
                None
            }
        }
    });
    (linked, diagnostics)
}

/// An address in a manifest.
pub(crate) struct ManifestLink {
    /// Byte range of the text without its quotes.
    pub span: Range<usize>,
    /// Whether it leads to a page rather than a picture.
    pub is_page: bool,
}

/// The manifest with some of its addresses replaced; `replace` gives none to leave one alone.
pub(crate) fn rewrite(
    text: &str,
    mut replace: impl FnMut(&ManifestLink, &str) -> Option<String>,
) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for reference in references(text) {
        let quoted = &text[reference.span.start - 1..reference.span.end + 1];
        let Ok(address) = serde_json::from_str::<String>(quoted) else {
            continue;
        };
        if let Some(new) = replace(&reference, &address) {
            out.push_str(&text[from..reference.span.start]);
            let new = serde_json::Value::from(new).to_string();
            out.push_str(&new[1..new.len() - 1]);
            from = reference.span.end;
        }
    }
    out.push_str(&text[from..]);
    out
}

/// Every address of a manifest in its order: texts whose key says that they are one.
fn references(text: &str) -> Vec<ManifestLink> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut key: Option<Range<usize>> = None;
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i] != b'"' {
            // A key is followed by a colon and its value; anything else forgets it.
            if !matches!(bytes[i], b':' | b' ' | b'\t' | b'\n' | b'\r') {
                key = None;
            }
            i += 1;
            continue;
        }
        let start = i + 1;
        let mut end = start;
        while end < bytes.len() && bytes[end] != b'"' {
            end += if bytes[end] == b'\\' { 2 } else { 1 };
        }
        if end >= bytes.len() {
            break;
        }
        match key.take() {
            None => key = Some(start..end),
            Some(name) => {
                let name = &text[name];
                let is_page = PAGES.contains(&name);
                if is_page || name == PICTURE {
                    found.push(ManifestLink {
                        span: start..end,
                        is_page,
                    });
                }
            }
        }
        i = end + 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_addresses_and_nothing_else() {
        let text = r#"{"name":"src","start_url" : "/","icons":[{"src":"a \" b.png","sizes":"any"}],
            "list":["src","x"],"shortcuts":[{"url":"/contact","icons":[{ "src": "c.png" }]}]}"#;
        let found: Vec<_> = references(text)
            .into_iter()
            .map(|r| &text[r.span])
            .collect();
        assert_eq!(found, ["/", r#"a \" b.png"#, "/contact", "c.png"]);
        assert!(references("{\"src\":\"").is_empty());
    }

    #[test]
    fn replaces_what_it_is_told_to() {
        let out = rewrite(
            r#"{"start_url":"/","src":"a.png"}"#,
            |reference, address| (!reference.is_page).then(|| format!("{address}\"é")),
        );
        assert_eq!(out, r#"{"start_url":"/","src":"a.png\"é"}"#);
    }
}
