//! What the site's own content security policy blocks, and ids that stand twice: no build publishes it.

use std::collections::HashSet;
use std::sync::Arc;

use assets::Assets;
use content::Site;
use render::Page;
use source::{Diagnostic, Place, Sources};

use crate::finding::{self, Finding, tag};
use crate::foreign::Hosts;
use crate::headers;
use crate::html::{Document, Element, Parsed};
use crate::markup::Markup;
use crate::nesting;
use crate::places::{Places, Trace};
use crate::prefilter::is_suspect;

/// What a site allows.
#[derive(Debug)]
pub struct Policy<'a> {
    sources: &'a Sources,
    /// The inline scripts that its content security policy names by their hashes.
    scripts: Vec<Arc<[u8]>>,
    /// Where else than on the site something may be loaded from or sent to.
    hosts: Hosts,
}

impl<'a> Policy<'a> {
    /// The policy that a site is published with; its islands' components are among the sources.
    pub fn new(site: &Site, assets: &Assets, sources: &'a Sources) -> Self {
        let policy = headers::content_security_policy(site, assets);
        let names = assets.names().filter(|name| name.starts_with("inline/"));
        let named = names.filter_map(|name| assets.get(name));
        let allowed = named.filter(|asset| policy.contains(&format!("'{}'", asset.integrity)));
        Self {
            sources,
            scripts: allowed.filter_map(|asset| asset.bytes().ok()).collect(),
            hosts: Hosts::of(&site.config),
        }
    }

    /// What browsers would block or take out: what templates write themselves, at its place there, and
    /// what else finished pages were found to show.
    pub fn breaches(
        &self,
        site: &Site,
        places: &Places<'_>,
        markups: &[Markup],
        shown: Vec<Finding>,
    ) -> Vec<Diagnostic> {
        let mut found = self.of_templates(markups);
        let shown = finding::diagnostics(site, places, shown);
        let told = |new: &Diagnostic| {
            let is_same = |d: &Diagnostic| match d.code == "invalid-nesting" {
                true => d.message == new.message,
                false => d.place() == new.place(),
            };
            found.iter().any(|d| d.code == new.code && is_same(d))
        };
        let more: Vec<_> = shown.into_iter().filter(|new| !told(new)).collect();
        found.extend(more);
        found
    }

    fn of_templates(&self, markups: &[Markup]) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for markup in markups {
            let at = |diagnostic: Diagnostic, span| diagnostic.at(&markup.source, span);
            for element in &markup.document.elements {
                for (diagnostic, trace) in self.of_element(element) {
                    let attribute = match &trace {
                        Trace::Attribute(element, name) => element.attribute(name),
                        _ => None,
                    };
                    let span = attribute.map_or(&element.span, |a| &a.span);
                    found.push(at(diagnostic, span.clone()));
                }
                let is_whole = element
                    .attributes
                    .iter()
                    .all(|a| !a.name.contains(crate::markup::UNKNOWN));
                if element.name == "img" && is_whole && element.get("alt").is_none() {
                    found.push(at(missing_alt("this image"), element.span.clone()));
                }
            }
            for misplaced in nesting::read(&markup.document, &markup.code).found {
                found.push(at(misplaced.diagnostic(), misplaced.element.span.clone()));
            }
        }
        found
    }

    /// What a finished page shows.
    pub fn of_page(&self, places: &Places<'_>, page: &Page, document: &Parsed<'_>) -> Vec<Finding> {
        let html = document.html;
        if !is_suspect(html, |script| self.allows(script)) {
            return Vec::new();
        }
        // Rows outside of a table do not make a page suspect.
        let misplaced = nesting::read(document, &[]).found.into_iter();
        let misplaced = misplaced.filter(|m| matches!(&*m.within.name, "p" | "a"));
        let misplaced = misplaced.map(|m| {
            let printed = places.printed_in(page, m.within).map(Trace::Known);
            let trace = printed.unwrap_or_else(|| Trace::element(m.within));
            (m.diagnostic(), trace)
        });
        let found = self.of_document(document).into_iter();
        let found = found.map(|(diagnostic, trace)| {
            let made = self.component(html, &trace).map(Trace::Known);
            (diagnostic, made.unwrap_or(trace))
        });
        let finding = |(diagnostic, trace)| Finding {
            diagnostic,
            trace,
            route: page.route,
        };
        found.chain(misplaced).map(finding).collect()
    }

    /// The component of the island in which something stands.
    fn component(&self, html: &str, trace: &Trace) -> Option<Place> {
        let (Trace::Element(element) | Trace::Attribute(element, _)) = trace else {
            return None;
        };
        let before = html.get(..element.span.start)?;
        let (_, island) = before.rsplit_once("<site-island name=\"")?;
        let (name, rest) = island.split_once('"')?;
        if rest.contains("</site-island>") {
            return None;
        }
        let file = format!("islands/{name}/{name}.tsx");
        let source = self.sources.text(&file).ok()??.ok()?;
        Some(Place::new(
            &source,
            0..source.text().find('\n').unwrap_or(0),
        ))
    }

    fn allows(&self, script: &str) -> bool {
        self.scripts.iter().any(|s| **s == *script.as_bytes())
    }

    fn of_document(&self, document: &Document) -> Vec<(Diagnostic, Trace)> {
        let elements = document.elements.iter();
        let mut found: Vec<_> = elements.flat_map(|e| self.of_element(e)).collect();
        let (mut seen, mut told) = (HashSet::new(), HashSet::new());
        for element in document.elements.iter().filter(|e| !e.in_template) {
            let Some(id) = element.get("id").filter(|id| !id.is_empty()) else {
                continue;
            };
            if !seen.insert(id) && told.insert(id) {
                let message = format!("several elements of a page have the id `{id}`");
                let diagnostic = Diagnostic::error("duplicate-id", message)
                    .hint("give each its own: links and labels find only the first");
                found.push((diagnostic, Trace::attribute(element, "id")));
            }
        }
        found
    }

    fn of_element(&self, element: &Element) -> Vec<(Diagnostic, Trace)> {
        let mut found = Vec::new();
        for attribute in &element.attributes {
            let name = attribute.name.as_str();
            let (code, hint) = match name {
                "style" => (
                    "style-attribute",
                    "give it a class, or an attribute of SVG for what is computed",
                ),
                _ if name.len() > 2 && name.starts_with("on") => {
                    ("event-handler", "listen in islands/page.ts or in an island")
                }
                _ => continue,
            };
            let article = if name == "style" { "a" } else { "an" };
            let message = format!(
                "{} has {article} `{name}`, which the content security policy blocks",
                tag(element)
            );
            let trace = Trace::attribute(element, name);
            found.push((Diagnostic::error(code, message).hint(hint), trace));
        }
        let whole = match element.name.as_str() {
            "style" => Some((
                "style-element",
                "a `<style>`",
                "move the rules into the site's style sheet",
            )),
            "script" if is_code(element) && !self.allows(&element.text) => Some((
                "inline-script",
                "a script",
                "put it into islands/inline/NAME.ts and write `{{ inline_script(\"NAME\") }}`",
            )),
            _ => None,
        };
        found.extend(whole.map(|(code, what, hint)| {
            let message =
                format!("{what} stands in the page, which the content security policy blocks");
            (
                Diagnostic::error(code, message).hint(hint),
                Trace::element(element),
            )
        }));
        let blocked = self.hosts.blocked(element).into_iter();
        found.extend(blocked.map(|(told, name)| (told, Trace::attribute(element, name))));
        found
    }
}

/// Whether a script is code that stands in the page, rather than a file or a block of data.
fn is_code(element: &Element) -> bool {
    let kind = element
        .get("type")
        .unwrap_or_default()
        .trim()
        .to_ascii_lowercase();
    let is_code = matches!(
        kind.as_str(),
        "" | "module" | "importmap" | "speculationrules"
    ) || kind.contains("javascript")
        || kind.contains("ecmascript");
    is_code && element.get("src").is_none()
}

/// An image without a text (WCAG 2.2, 1.1.1).
pub fn missing_alt(what: &str) -> Diagnostic {
    Diagnostic::error("missing-alt", format!("{what} has no `alt`"))
        .hint("say what it shows, or write `alt=\"\"` if it only decorates")
}
