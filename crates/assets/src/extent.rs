//! How much an SVG is once all that it uses stands where it is used: a few lines can draw each other without end, and
//! memory is taken for each part before anything is painted.

use std::collections::HashMap;

use resvg::usvg::roxmltree::{Document, Node, NodeId};

use crate::sheet::{DEEPEST, DrawingRules};

/// Bytes of the elements, their attributes and texts, each counted as often as it is drawn.
const MOST: usize = 8 << 20;
/// What an element counts beside its attributes.
const ELEMENT: usize = 128;
/// What a byte of text counts, which is painted as an outline, after all others of its line: 20,000 take half a second.
const LETTER: usize = 400;

/// Why an SVG is not painted.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unpainted {
    pub reason: String,
    /// Where in its text; at the start when it is the whole of it.
    pub at: usize,
}

impl From<String> for Unpainted {
    fn from(reason: String) -> Self {
        Self { reason, at: 0 }
    }
}

/// Says what is too much in a drawing, leads out of it, or is no drawing.
pub(crate) fn check(document: &Document<'_>) -> Result<(), Unpainted> {
    let elements = || document.descendants().filter(Node::is_element);
    for element in elements() {
        if let Some(reason) = outside(element) {
            let at = element.range().start;
            return Err(Unpainted { reason, at });
        }
    }
    weigh(document).map_err(Unpainted::from)
}

/// What an element shows that is not painted, though a browser would show it.
fn outside(element: Node<'_, '_>) -> Option<String> {
    let name = element.tag_name().name();
    let mut references = element.attributes().filter(|a| a.name() == "href");
    let is_elsewhere = references.any(|reference| !reference.value().trim().starts_with('#'));
    match name {
        "image" | "feImage" if is_elsewhere => Some(format!(
            "`<{name}>` shows another picture, which is not painted: draw it here"
        )),
        "use" if is_elsewhere => Some(
            "`<use>` shows a part of another file, which is not painted: draw it here".to_owned(),
        ),
        "foreignObject" => Some(
            "`<foreignObject>` shows what is no drawing, which is not painted: write it as `<text>`"
                .to_owned(),
        ),
        _ => None,
    }
}

fn weigh(document: &Document<'_>) -> Result<(), String> {
    let elements = || document.descendants().filter(Node::is_element);
    let css: String = elements()
        .filter(|element| element.tag_name().name() == "style")
        .flat_map(|style| style.children().filter_map(|text| text.text()))
        .collect();
    let mut ids = HashMap::<&str, Vec<Node<'_, '_>>>::new();
    for element in elements() {
        if let Some(id) = element.attribute("id") {
            ids.entry(id).or_default().push(element);
        }
    }
    let mut scale = Scale {
        ids,
        known: HashMap::new(),
        rules: css.matches('{').count(),
        sheet: DrawingRules::of(document)?,
        marker: 0,
        has_middles: css.contains("marker-mid") || css.contains("marker:"),
    };
    scale.has_middles |= elements()
        .flat_map(|element| element.attributes())
        .any(|attribute| is_of_middles(attribute.name(), attribute.value()));
    for element in elements().filter(|element| element.tag_name().name() == "marker") {
        scale.marker = scale.marker.max(scale.weigh(element, 0)?.bytes);
    }
    scale.known.clear();
    match scale.weigh(document.root_element(), 0)?.bytes <= MOST {
        true => Ok(()),
        false => Err("it is too much with all that its parts use and with its text".to_owned()),
    }
}

/// What an element is with all that it draws.
#[derive(Clone, Copy, Default)]
struct Weight {
    bytes: usize,
    /// How many shapes and texts inherit what is painted with.
    shapes: usize,
}

impl Weight {
    fn add(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_add(bytes);
    }

    /// Adds what is drawn within.
    fn add_drawn(&mut self, drawn: Self) {
        self.add(drawn.bytes);
        self.shapes = self.shapes.saturating_add(drawn.shapes);
    }
}

struct Scale<'a, 'input> {
    /// Where several elements have one id, some uses mean the first of them and others the last.
    ids: HashMap<&'a str, Vec<Node<'a, 'input>>>,
    /// None while an element is being weighed: what uses itself is not drawn.
    known: HashMap<NodeId, Option<Weight>>,
    /// How many rules of style each element is held against.
    rules: usize,
    sheet: DrawingRules<'a>,
    /// The largest marker.
    marker: usize,
    /// Whether markers stand elsewhere than at both ends.
    has_middles: bool,
}

impl<'a, 'input> Scale<'a, 'input> {
    fn of(&self, id: &str) -> Vec<Node<'a, 'input>> {
        self.ids.get(id).cloned().unwrap_or_default()
    }

    fn weigh(&mut self, element: Node<'a, 'input>, depth: usize) -> Result<Weight, String> {
        if let Some(known) = self.known.get(&element.id()) {
            return Ok(known.unwrap_or_default());
        }
        if depth > DEEPEST {
            return Err(format!(
                "its parts stand in each other more than {DEEPEST} times"
            ));
        }
        self.known.insert(element.id(), None);
        let name = element.tag_name().name();
        let mut weight = Weight {
            bytes: ELEMENT + self.rules,
            shapes: usize::from(SHAPES.contains(&name)),
        };
        let mut inherited = 0_usize;
        for attribute in element.attributes() {
            let (key, value) = (attribute.name(), attribute.value());
            weight.add(value.len());
            let used = value
                .trim()
                .strip_prefix('#')
                .filter(|_| key == "href" && name != "a");
            for used in used.map(|id| self.of(id)).unwrap_or_default() {
                weight.add_drawn(self.weigh(used, depth + 1)?);
            }
            if matches!(key, "d" | "points") {
                weight.add(self.marker.saturating_mul(self.vertices(value)));
            }
        }
        let attributes = element.attributes().map(|attribute| attribute.value());
        let values = attributes.chain(self.sheet.values(element));
        let used = values.flat_map(named).flat_map(|id| self.of(id));
        for used in used.collect::<Vec<_>>() {
            let bytes = self.weigh(used, depth + 1)?.bytes;
            weight.add(bytes);
            if used.tag_name().name() == "pattern" {
                inherited = inherited.saturating_add(bytes);
            }
        }
        for child in element.children() {
            if child.is_element() {
                weight.add_drawn(self.weigh(child, depth + 1)?);
            } else if TEXTS.contains(&name) {
                weight.add(child.text().unwrap_or_default().trim().len() * LETTER);
            }
        }
        weight.add(inherited.saturating_mul(weight.shapes));
        self.known.insert(element.id(), Some(weight));
        Ok(weight)
    }

    /// At most how many markers stand on a path.
    fn vertices(&self, path: &str) -> usize {
        match self.has_middles {
            true => path.len().div_ceil(2),
            false => 2 * path.matches(['M', 'm']).count().max(1),
        }
    }
}

/// Elements that are painted.
const SHAPES: [&str; 8] = [
    "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text",
];

/// Elements whose text is painted.
const TEXTS: [&str; 4] = ["text", "tspan", "textPath", "a"];

fn is_of_middles(name: &str, value: &str) -> bool {
    let is_style = name == "style" && (value.contains("marker-mid") || value.contains("marker:"));
    matches!(name, "marker" | "marker-mid") || is_style
}

/// The ids of `url(#id)`, which may have spaces around them, and in quotes anything within.
fn named(value: &str) -> impl Iterator<Item = &str> {
    let is_space = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r');
    value.match_indices("url(").filter_map(move |(at, start)| {
        let rest = value[at + start.len()..].trim_start_matches(is_space);
        let (quote, rest) = match rest.strip_prefix(['"', '\'']) {
            Some(inside) => (rest.chars().next(), inside.trim_start_matches(is_space)),
            None => (None, rest),
        };
        let rest = rest.strip_prefix('#')?;
        match quote {
            Some(quote) => rest.split(quote).next().map(str::trim_end),
            None => rest.split([' ', ')']).next(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_found_however_they_are_written() {
        let check = |value: &str, expected: &[&str]| {
            assert_eq!(named(value).collect::<Vec<_>>(), expected, "{value:?}");
        };
        check("url(#a)", &["a"]);
        check("a:url(#a);b:url(#b)", &["a", "b"]);
        check("url( \n\t'#a')", &["a"]);
        check("url(\"\r\n #a b \")", &["a b"]);
        check("url('#a)b')", &["a)b"]);
        check("url('#a url(b')", &["a url(b"]);
        check("url(a.svg#a) url() url(", &[]);
    }
}
