//! What the style sheets of a drawing make each of its elements use, as the painter reads them.

use std::collections::HashMap;

use resvg::usvg::roxmltree::{Document, Node, NodeId};
use simplecss::{AttributeOperator, Element, PseudoClass, StyleSheet};

/// Selectors with commas before them have each its own copy of the declarations: so many at most.
const MOST_DECLARATIONS: usize = 2_000_000;
/// Elements that are looked at to find those of a rule: a second or so.
const MOST_STEPS: f64 = 2e7;
/// How often elements of a drawing stand in each other.
pub(crate) const DEEPEST: usize = 400;

/// The rules of a drawing's style sheets.
pub(crate) struct DrawingRules<'a> {
    sheet: StyleSheet<'a>,
}

impl<'a> DrawingRules<'a> {
    /// Reads them, unless whoever paints would be at it without end.
    pub fn of(document: &'a Document<'_>) -> Result<Self, String> {
        let mut sheet = StyleSheet::new();
        let elements = || document.descendants().filter(Node::is_element);
        let styles = elements().filter(|element| element.tag_name().name() == "style");
        for css in styles.filter_map(|style| style.text()) {
            if css.matches(',').count() * css.matches(':').count() > MOST_DECLARATIONS {
                return Err("its styles have too many selectors and declarations".to_owned());
            }
            sheet.parse_more(css);
        }
        let mut depths = HashMap::<NodeId, usize>::new();
        for element in elements() {
            let above = element.parent().and_then(|above| depths.get(&above.id()));
            depths.insert(element.id(), above.map_or(1, |above| above + 1));
        }
        let deepest = depths.values().copied().max().unwrap_or_default();
        if deepest > DEEPEST {
            return Err(format!(
                "its parts stand in each other more than {DEEPEST} times"
            ));
        }
        // Each part of a selector may be any of the elements around the one that the next part is.
        let steps = sheet.rules.iter().map(|rule| {
            let parts = rule.selector.to_string().matches(' ').count();
            (1..=parts).fold(1.0, |steps, part| steps * deepest as f64 / part as f64)
        });
        match steps.sum::<f64>() * depths.len() as f64 <= MOST_STEPS {
            true => Ok(Self { sheet }),
            false => Err("its styles take too much computing".to_owned()),
        }
    }

    /// The values that rules give an element.
    pub fn values(&self, element: Node<'_, '_>) -> impl Iterator<Item = &'a str> {
        let element = Part(element);
        let rules = self.sheet.rules.iter();
        let rules = rules.filter(move |rule| rule.selector.matches(&element));
        rules.flat_map(|rule| rule.declarations.iter().map(|one| one.value))
    }
}

struct Part<'a, 'input>(Node<'a, 'input>);

impl Element for Part<'_, '_> {
    fn parent_element(&self) -> Option<Self> {
        self.0.parent_element().map(Part)
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.0.prev_sibling_element().map(Part)
    }

    fn has_local_name(&self, name: &str) -> bool {
        self.0.tag_name().name() == name
    }

    fn attribute_matches(&self, name: &str, operator: AttributeOperator<'_>) -> bool {
        let value = self.0.attribute(name);
        value.is_some_and(|value| operator.matches(value))
    }

    fn pseudo_class_matches(&self, class: PseudoClass<'_>) -> bool {
        class == PseudoClass::FirstChild && self.prev_sibling_element().is_none()
    }
}
