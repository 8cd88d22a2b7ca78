//! Rules for single elements: ids, what refers to them, images and data blocks.

use source::Diagnostic;

use super::page::CheckedPage;
use crate::finding::tag;
use crate::html::{Attribute, Element};
use crate::places::Trace;
use crate::policy::missing_alt;

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

impl CheckedPage<'_> {
    /// Checks an element by itself.
    pub(super) fn element(&mut self, element: &Element) {
        self.references(element);
        let invalid = |a: &&Attribute| {
            a.name == "id" && (a.value.is_empty() || a.value.contains(char::is_whitespace))
        };
        if let Some(id) = element
            .attributes
            .iter()
            .find(invalid)
            .filter(|_| !element.in_template)
        {
            let message = format!("`{}` cannot be an id", id.value);
            let mistake = Diagnostic::error("invalid-id", message).hint("an id is one word");
            self.report(mistake, Trace::attribute(element, "id"));
        }
        match element.name.as_str() {
            "img" => self.image(element),
            "script" => self.script(element),
            _ => {}
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
        let ids = &self.context.ids[&self.route];
        let named = ID_LISTS
            .into_iter()
            .chain(of_label)
            .flat_map(|name| element.words(name).map(move |id| (name, id)));
        let lost: Vec<(&str, &str)> = named.filter(|(_, id)| !ids.contains(id)).collect();
        for (name, id) in lost {
            let message = format!(
                "the `{name}` of {} names `{id}`, which is no id of the page",
                tag(element)
            );
            let hint = "name the id of an element that is there, or remove the attribute";
            let mistake = Diagnostic::error("broken-id-reference", message).hint(hint);
            self.report(mistake, Trace::attribute(element, name));
        }
    }

    /// WCAG 2.2, 1.1.1, and dimensions, without which the page jumps when the image arrives.
    fn image(&mut self, element: &Element) {
        let src = element.get("src").unwrap_or_default();
        let trace = || Trace::attribute(element, "src");
        if element.get("alt").is_none() {
            self.report(missing_alt(&format!("the image `{src}`")), trace());
        }
        let is_length = |name| element.get(name).is_some_and(|v| v.parse::<u32>().is_ok());
        if !is_length("width") || !is_length("height") {
            let message = format!("the image `{src}` has no `width` and `height`");
            let hint = "make it with `image()`, or write both in pixels";
            self.report(
                Diagnostic::error("missing-dimensions", message).hint(hint),
                trace(),
            );
        }
    }

    /// A script that stands in the page may be a block of data.
    fn script(&mut self, element: &Element) {
        let kind = element.get("type").unwrap_or_default();
        let kind = kind.trim().to_ascii_lowercase();
        if kind == "application/json" || kind.ends_with("+json") {
            self.data_block(element, &kind);
        }
    }

    fn data_block(&mut self, element: &Element, kind: &str) {
        let data: serde_json::Value = match serde_json::from_str(&element.text) {
            Ok(data) => data,
            Err(error) => {
                let message = format!("a block of `{kind}` is not JSON: {error}");
                let hint = "make it with `json_ld(…)`, which escapes what it is given";
                let mistake = Diagnostic::error("invalid-data-block", message);
                return self.report(mistake.hint(hint), Trace::element(element));
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
            let mistake = Diagnostic::error("invalid-data-block", message);
            self.report(mistake.hint(hint), Trace::element(element));
        }
        if kind == "application/json" && element.get("id") == Some("islands") {
            self.island_files(element, &data);
        }
    }

    /// The files that the islands' runtime will ask for: the table of modules and large props.
    fn island_files(&mut self, element: &Element, data: &serde_json::Value) {
        let props = data.get("props").and_then(|props| props.as_array());
        let files = props.into_iter().flatten().chain(data.get("modules"));
        for file in files.filter_map(|file| file.as_str()) {
            self.links += 1;
            if self.context.addresses.resolve("/", file).is_err() {
                let message = format!("the islands need `{file}`, which is not published");
                let hint = "build again; the folder .site may be removed at any time";
                let mistake = Diagnostic::error("missing-asset", message);
                self.report(mistake.hint(hint), Trace::element(element));
            }
        }
    }
}
