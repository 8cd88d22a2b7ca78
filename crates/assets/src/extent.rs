//! How much an SVG is once all that it uses stands where it is used: a few lines can draw each other without end, and
//! memory is taken for each part before anything is painted.

use std::collections::HashMap;

use resvg::usvg::roxmltree::{Document, Node, NodeId};

/// Bytes of the elements, their attributes and texts, each counted as often as it is drawn.
const MOST: usize = 8 << 20;
/// What an element counts beside its attributes.
const ELEMENT: usize = 128;
/// What a byte of text counts, which is painted as an outline, after all others of its line: 20,000 take half a second.
const LETTER: usize = 400;
/// How often elements may stand in, or use, each other.
const DEEPEST: usize = 400;

/// Says what is too much in a drawing, or leads out of it.
pub(crate) fn check(document: &Document<'_>) -> Result<(), String> {
    let elements = || document.descendants().filter(Node::is_element);
    for element in elements() {
        let name = element.tag_name().name();
        let shown = element.attributes().filter(|attribute| {
            let href = attribute.value().trim();
            let is_ignored = href.starts_with("data:image/") && !href.starts_with("data:image/svg");
            attribute.name() == "href" && !href.starts_with('#') && !is_ignored
        });
        if matches!(name, "image" | "feImage") && shown.count() > 0 {
            return Err(format!(
                "`<{name}>` shows another picture, which is not painted: draw it here"
            ));
        }
    }
    let css: String = elements()
        .filter(|element| element.tag_name().name() == "style")
        .flat_map(|style| style.children().filter_map(|text| text.text()))
        .collect();
    let mut scale = Scale {
        ids: elements()
            .filter_map(|e| Some((e.attribute("id")?, e)))
            .collect(),
        known: HashMap::new(),
        rules: css.matches('{').count(),
        styled: Weight::default(),
        marker: 0,
        has_middles: css.contains("marker-mid") || css.contains("marker:"),
    };
    scale.has_middles |= elements()
        .flat_map(|element| element.attributes())
        .any(|attribute| is_of_middles(attribute.name(), attribute.value()));
    for element in elements().filter(|element| element.tag_name().name() == "marker") {
        scale.marker = scale.marker.max(scale.weigh(element, 0)?.bytes);
    }
    // A style may be that of each element.
    let mut styled = Weight::default();
    for id in named(&css) {
        if let Some(used) = scale.ids.get(id).copied() {
            styled.add(scale.weigh(used, 0)?.bytes);
        }
    }
    scale.styled = styled;
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
    ids: HashMap<&'a str, Node<'a, 'input>>,
    /// None while an element is being weighed: what uses itself is not drawn.
    known: HashMap<NodeId, Option<Weight>>,
    /// How many rules of style each element is held against.
    rules: usize,
    /// What styles use.
    styled: Weight,
    /// The largest marker.
    marker: usize,
    /// Whether markers stand elsewhere than at both ends.
    has_middles: bool,
}

impl<'a, 'input> Scale<'a, 'input> {
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
            bytes: ELEMENT + self.rules + self.styled.bytes,
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
            if let Some(used) = used.and_then(|id| self.ids.get(id).copied()) {
                weight.add_drawn(self.weigh(used, depth + 1)?);
            }
            if matches!(key, "d" | "points") {
                weight.add(self.marker.saturating_mul(self.vertices(value)));
            }
            for id in named(value) {
                let Some(used) = self.ids.get(id).copied() else {
                    continue;
                };
                let bytes = self.weigh(used, depth + 1)?.bytes;
                weight.add(bytes);
                if used.tag_name().name() == "pattern" {
                    inherited = inherited.saturating_add(bytes);
                }
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

/// The ids of `url(#id)`.
fn named(value: &str) -> impl Iterator<Item = &str> {
    value.split("url(").skip(1).filter_map(|rest| {
        let rest = rest
            .trim_start_matches(['"', '\'', ' '])
            .strip_prefix('#')?;
        rest.split([')', '"', '\'', ' ']).next()
    })
}
