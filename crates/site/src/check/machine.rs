//! The addresses in what only programs read: feeds, the sitemap and the web manifest.

use super::address::{Named, Use};
use super::page::CheckedPage;
use crate::html::{Document, Element};
use crate::places::Trace;
use source::Diagnostic;

/// The XML elements whose text is an address.
const ADDRESSES: [&str; 4] = ["loc", "image:loc", "link", "comments"];

impl CheckedPage<'_> {
    /// Checks every address of a file that is no page, by the ending of its name.
    pub(super) fn check_file(&mut self, name: &str, text: &str) {
        if name.ends_with(".xml") {
            let document = Document::parse_xml(text);
            in_xml(&document).for_each(|address| self.named(address));
            for html in contents(&document) {
                for element in &Document::parse(html).elements {
                    self.addresses(element);
                }
            }
        } else if name.ends_with(".webmanifest") {
            match serde_json::from_str(text) {
                Ok(manifest) => in_manifest(&manifest).iter().for_each(|a| self.named(a)),
                Err(error) => {
                    let message = format!("`/{name}` is not JSON: {error}");
                    let hint = "write texts through `tojson`";
                    let mistake = Diagnostic::error("invalid-data-block", message);
                    self.report(mistake.hint(hint), Trace::Page);
                }
            }
        }
    }

    fn named(&mut self, address: &str) {
        self.links += 1;
        self.address(
            &Element::default(),
            &Named {
                purpose: Use::Link,
                attribute: "",
                address: address.to_owned(),
            },
        );
    }
}

/// The addresses of a feed or sitemap: texts of some elements, and `href` of links.
fn in_xml(document: &Document) -> impl Iterator<Item = &str> {
    let texts = |e: &&Element| ADDRESSES.contains(&e.name.as_str());
    document.elements.iter().filter_map(move |element| {
        let text = Some(element).filter(texts).map(|e| e.text.trim());
        let address = element.get("href").or(text)?;
        (!address.is_empty()).then_some(address)
    })
}

/// The HTML that a feed carries as text.
fn contents(document: &Document) -> impl Iterator<Item = &str> {
    let elements = document.elements.iter();
    let carriers = elements.filter(|e| e.get("type") == Some("html"));
    carriers.map(|e| e.text.as_str())
}

/// The addresses of a web manifest: where it starts, its pictures and its shortcuts.
fn in_manifest(value: &serde_json::Value) -> Vec<String> {
    match value {
        serde_json::Value::Object(map) => map
            .iter()
            .flat_map(|(key, value)| match (key.as_str(), value.as_str()) {
                ("src" | "start_url" | "scope" | "url", Some(address)) => {
                    vec![address.to_owned()]
                }
                _ => in_manifest(value),
            })
            .collect(),
        serde_json::Value::Array(items) => items.iter().flat_map(in_manifest).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_feeds_sitemaps_and_manifests() {
        let feed = "<feed><link rel=\"self\" href=\"/a?b&amp;c\"/><title>link</title><link>/d</link><x/></feed>";
        let check = |xml: &str, expected: &[&str]| {
            let document = Document::parse_xml(xml);
            let found: Vec<&str> = in_xml(&document).collect();
            assert_eq!(found, expected);
        };
        check(feed, &["/a?b&c", "/d"]);
        check("<url><loc> https://x.re/ </loc></url>", &["https://x.re/"]);
        let feed = "<content type=\"html\">&lt;a href=&quot;/x?a&amp;amp;b&quot;&gt;</content>";
        let document = Document::parse_xml(feed);
        let found: Vec<&str> = contents(&document).collect();
        assert_eq!(found, ["<a href=\"/x?a&amp;b\">"]);
        let manifest = r#"{"name":"/n","start_url":"/","icons":[{"src":"/i.svg","type":"x"}]}"#;
        let found = in_manifest(&serde_json::from_str(manifest).unwrap());
        assert_eq!(found, ["/", "/i.svg"]);
    }
}
