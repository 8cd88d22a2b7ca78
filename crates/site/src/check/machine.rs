//! The addresses in what only programs read: feeds, the sitemap and the web manifest.

use super::address::{Named, Use};
use super::page::Page;
use crate::html::{Document, Element};
use crate::places::Trace;
use source::Diagnostic;

/// The XML elements whose text is an address.
const ADDRESSES: [&str; 4] = ["loc", "image:loc", "link", "comments"];

impl Page<'_> {
    /// Checks every address of a file that is no page, by the ending of its name.
    pub(super) fn check_file(&mut self, name: &str, text: &str) {
        if name.ends_with(".xml") {
            for address in in_xml(text) {
                self.named(&address);
            }
            for html in contents(text) {
                for element in &Document::parse(&html).elements {
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
fn in_xml(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (start, _) in text.match_indices('<') {
        let rest = &text[start + 1..];
        let Some(end) = rest.find('>') else { break };
        let (tag, after) = (&rest[..end], &rest[end + 1..]);
        let name = tag.split([' ', '\n', '\t', '/']).next().unwrap_or_default();
        if let Some((_, value)) = tag.split_once("href=\"") {
            let value = value.split('"').next().unwrap_or_default();
            found.push(unescape(value));
        } else if ADDRESSES.contains(&name) && !tag.ends_with('/') {
            let value = after.split('<').next().unwrap_or_default();
            found.push(unescape(value.trim()));
        }
    }
    found
}

/// The escaped HTML that a feed carries.
fn contents(text: &str) -> Vec<String> {
    let parts = text.split(" type=\"html\">").skip(1);
    parts
        .map(|part| unescape(part.split('<').next().unwrap_or_default()))
        .collect()
}

fn unescape(text: &str) -> String {
    let plain = text.replace("&lt;", "<").replace("&gt;", ">");
    let plain = plain.replace("&quot;", "\"").replace("&#39;", "'");
    plain.replace("&#x27;", "'").replace("&amp;", "&")
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
        assert_eq!(in_xml(feed), ["/a?b&c", "/d"]);
        assert_eq!(
            in_xml("<url><loc> https://x.re/ </loc></url>"),
            ["https://x.re/"]
        );
        let feed = "<content type=\"html\">&lt;a href=&quot;/x?a&amp;amp;b&quot;&gt;</content>";
        assert_eq!(contents(feed), ["<a href=\"/x?a&amp;b\">"]);
        let manifest = r#"{"name":"/n","start_url":"/","icons":[{"src":"/i.svg","type":"x"}]}"#;
        let found = in_manifest(&serde_json::from_str(manifest).unwrap());
        assert_eq!(found, ["/", "/i.svg"]);
    }
}
