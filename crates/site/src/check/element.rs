//! Rules for single elements: ids, images, what the content security policy forbids, and data blocks.

use std::collections::HashSet;

use super::page::{Page, tag};
use crate::html::Element;

/// Attributes that name other elements of the page by their ids.
const ID_LISTS: [&str; 12] = [
    "aria-activedescendant",
    "aria-controls",
    "aria-describedby",
    "aria-details",
    "aria-errormessage",
    "aria-flowto",
    "aria-labelledby",
    "aria-owns",
    "commandfor",
    "headers",
    "list",
    "popovertarget",
];

impl Page<'_> {
    /// Checks an element by itself.
    pub(super) fn element(&mut self, element: &Element) {
        self.references(element);
        self.forbidden_attributes(element);
        match element.name.as_str() {
            "img" => self.image(element),
            "script" => self.script(element),
            "style" => self.report(
                "style-element",
                (
                    "a `<style>` stands in the page, which the content security policy blocks"
                        .to_owned(),
                    "move the rules into the site's style sheet",
                ),
                ["<style".to_owned()],
            ),
            "iframe" if element.get("srcdoc").is_some() => self.report(
                "external-resource",
                (
                    "an `<iframe>` holds a page of its own".to_owned(),
                    "remove it: the content security policy blocks frames",
                ),
                ["srcdoc".to_owned()],
            ),
            _ => {}
        }
    }

    /// Every id is there once and is one word.
    pub(super) fn ids(&mut self) {
        let (mut seen, mut reported) = (HashSet::new(), HashSet::new());
        for id in self.document.ids() {
            let needles = || [format!("{{#{id}}}"), format!("id=\"{id}\""), id.to_owned()];
            if id.is_empty() || id.contains(char::is_whitespace) {
                let message = format!("`{id}` cannot be an id");
                self.report("invalid-id", (message, "an id is one word"), needles());
            } else if !seen.insert(id) && reported.insert(id) {
                let message = format!("several elements of a page have the id `{id}`");
                let hint = "give each its own: links and labels find only the first";
                self.report("duplicate-id", (message, hint), needles());
            }
        }
    }

    /// Elements that are named by their ids must be there.
    fn references(&mut self, element: &Element) {
        if element.in_template {
            return;
        }
        let of_label = match element.name.as_str() {
            "label" | "output" => Some("for"),
            "button" | "input" | "select" | "textarea" | "fieldset" => Some("form"),
            _ => None,
        };
        let ids = &self.ground.ids[&self.route];
        let named = ID_LISTS
            .into_iter()
            .chain(of_label)
            .flat_map(|name| element.words(name).map(move |id| (name, id)));
        let lost: Vec<(&str, &str)> = named.filter(|(_, id)| !ids.contains(id)).collect();
        for (name, id) in lost {
            self.report(
                "broken-id-reference",
                (
                    format!(
                        "the `{name}` of {} names `{id}`, which is no id of the page",
                        tag(element)
                    ),
                    "name the id of an element that is there, or remove the attribute",
                ),
                [
                    format!("{name}=\"{id}\""),
                    format!("\"{id}\""),
                    id.to_owned(),
                    format!("{name}="),
                ],
            );
        }
    }

    fn forbidden_attributes(&mut self, element: &Element) {
        for (name, value) in &element.attributes {
            if name == "style" {
                self.report(
                    "style-attribute",
                    (
                        format!(
                            "{} has a `style`, which the content security policy blocks",
                            tag(element)
                        ),
                        "give it a class, or an attribute of SVG for what is computed",
                    ),
                    [format!("style=\"{value}\""), "style=\"".to_owned()],
                );
            } else if name.len() > 2 && name.starts_with("on") {
                self.report(
                    "event-handler",
                    (
                        format!(
                            "{} has an `{name}`, which the content security policy blocks",
                            tag(element)
                        ),
                        "listen in islands/page.ts or in an island",
                    ),
                    [format!("{name}=\"{value}\""), format!("{name}=")],
                );
            }
        }
    }

    /// WCAG 2.2, 1.1.1, and dimensions, without which the page jumps when the image arrives.
    fn image(&mut self, element: &Element) {
        let src = element.get("src").unwrap_or_default();
        let needles = self.image_needles(src);
        if element.get("alt").is_none() {
            self.report(
                "missing-alt",
                (
                    format!("the image `{src}` has no `alt`"),
                    "say what it shows, or write `alt=\"\"` if it only decorates",
                ),
                needles.clone(),
            );
        }
        let is_length = |name| element.get(name).is_some_and(|v| v.parse::<u32>().is_ok());
        if !is_length("width") || !is_length("height") {
            self.report(
                "missing-dimensions",
                (
                    format!("the image `{src}` has no `width` and `height`"),
                    "make it with `image()`, or write both in pixels",
                ),
                needles,
            );
        }
    }

    fn image_needles(&self, src: &str) -> Vec<String> {
        let assets = &self.ground.rendered.assets;
        let base = self.ground.rendered.site.config.base_path.as_str();
        let url = src.strip_prefix(base).unwrap_or(src);
        let named = assets.all().find(|(_, asset)| asset.url == url);
        let file = url.rsplit('/').next().unwrap_or(url);
        let stem = file.split('.').next().unwrap_or(file);
        let named = named.map(|(name, _)| name.to_owned());
        named
            .into_iter()
            .chain([src.to_owned(), stem.to_owned()])
            .collect()
    }

    /// An inline script is a data block, or one that the content security policy names by its hash.
    fn script(&mut self, element: &Element) {
        let kind = element
            .get("type")
            .unwrap_or_default()
            .trim()
            .to_ascii_lowercase();
        let is_json = kind == "application/json" || kind.ends_with("+json");
        let is_code = matches!(
            kind.as_str(),
            "" | "module" | "importmap" | "speculationrules"
        ) || kind.contains("javascript")
            || kind.contains("ecmascript");
        if is_json {
            self.data_block(element, &kind);
        } else if is_code && element.get("src").is_none() {
            self.inline_script(&element.text);
        }
    }

    fn inline_script(&mut self, text: &str) {
        let known = self
            .ground
            .inline
            .iter()
            .find(|s| *s.bytes == *text.as_bytes());
        if known.is_some_and(|script| script.is_allowed) {
            return;
        }
        let first_line = text.trim().lines().next().unwrap_or_default();
        let needle = match known {
            Some(_) => "inline_script(",
            None => first_line,
        };
        let message = "a script stands in the page, which the content security policy blocks";
        let hint = "put it into islands/inline/NAME.ts and write `{{ inline_script(\"NAME\") }}`";
        self.report(
            "inline-script",
            (message.to_owned(), hint),
            [needle.to_owned()],
        );
    }

    fn data_block(&mut self, element: &Element, kind: &str) {
        let needles = [
            format!("type=\"{kind}\""),
            "json_ld(".to_owned(),
            "<script".to_owned(),
        ];
        let data: serde_json::Value = match serde_json::from_str(&element.text) {
            Ok(data) => data,
            Err(error) => {
                let message = format!("a block of `{kind}` is not JSON: {error}");
                let hint = "make it with `json_ld(…)`, which escapes what it is given";
                return self.report("invalid-data-block", (message, hint), needles);
            }
        };
        let items = match &data {
            serde_json::Value::Array(items) => items.iter().collect(),
            one => vec![one],
        };
        let named = items.iter().all(|item| item.get("@context").is_some());
        if kind == "application/ld+json" && !named {
            let message = "structured data has no `@context`".to_owned();
            let hint = "begin with `\"@context\": \"https://schema.org\"`";
            self.report("invalid-data-block", (message, hint), needles);
        }
        if kind == "application/json" && element.get("id") == Some("islands") {
            self.island_files(&data);
        }
    }

    /// The files that the islands' runtime will ask for: the table of modules and large props.
    fn island_files(&mut self, data: &serde_json::Value) {
        let props = data.get("props").and_then(|props| props.as_array());
        let files = props.into_iter().flatten().chain(data.get("modules"));
        for file in files.filter_map(|file| file.as_str()) {
            self.links += 1;
            if self.ground.addresses.resolve("/", file).is_err() {
                let message = format!("the islands need `{file}`, which is not published");
                let hint = "build again; the folder .site may be removed at any time";
                self.report(
                    "missing-asset",
                    (message, hint),
                    ["island_scripts(".to_owned()],
                );
            }
        }
    }
}
