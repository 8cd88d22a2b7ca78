//! Formulas: LaTeX as MathML Core, which browsers show without a script.

use std::ops::Range;

use math_core::MathDisplay;

use super::renderer::Renderer;

impl Renderer<'_> {
    /// Writes a formula that stands at `place`.
    pub(super) fn formula(&mut self, latex: &str, display: MathDisplay, place: &Range<usize>) {
        let made = match is_bounded(latex) {
            true => Some(self.math.convert_with_global_state(latex, display)),
            false => None,
        };
        let (mathml, mistake) = match made.transpose() {
            Ok(None) => {
                let message = "this formula is longer or nested deeper than any that is read";
                (String::new(), Some((0..latex.len(), message.to_owned())))
            }
            Ok(Some(made)) if made.warnings.has_undefined_references() => {
                let message = "this formula refers to a label that none above it has";
                (made.mathml, Some((0..latex.len(), message.to_owned())))
            }
            Ok(Some(made)) => (made.mathml, None),
            Err(error) => {
                let message = message(&error);
                (String::new(), Some((error.0, message)))
            }
        };
        let is_linked = mathml.contains("<a href=\"") && !mathml.contains("<a href=\"#");
        let mistake = mistake.or_else(|| {
            let message = "a formula holds no link".to_owned();
            is_linked.then_some((0..latex.len(), message))
        });
        let Some((range, message)) = mistake else {
            self.out.html(&without_styles(&mathml));
            if let Some(plain) = &mut self.plain {
                plain.push_str(latex);
            }
            return;
        };
        let start = self.text[place.clone()].find(latex);
        let place = match start.map(|start| place.start + start) {
            // What is missing is shown at the last sign before.
            Some(start) if range.is_empty() => {
                let before = latex[..range.start].trim_end();
                let last = before.char_indices().next_back().map_or(0, |(at, _)| at);
                start + last..start + before.len()
            }
            Some(start) => start + range.start..start + range.end,
            None => self.first_line(place),
        };
        self.problem("broken-formula", message, &place).hint =
            Some("formulas are LaTeX as MathML can show it; a sign that stands for itself has a backslash".to_owned());
    }
}

/// The most levels of braces and environments, and the most commands: each costs room on the stack.
const DEEPEST: usize = 100;
const LONGEST: usize = 1_000;

/// Whether a formula can be read without running out of room.
fn is_bounded(latex: &str) -> bool {
    let (mut depth, mut deepest) = (0_usize, 0);
    for (at, sign) in latex.match_indices(['{', '}', '\\']) {
        let rest = &latex[at..];
        match sign {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            _ if rest.starts_with("\\left") || rest.starts_with("\\begin") => depth += 1,
            _ if rest.starts_with("\\right") || rest.starts_with("\\end") => {
                depth = depth.saturating_sub(1);
            }
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest <= DEEPEST && latex.matches('\\').count() <= LONGEST
}

/// What is wrong, said as everything else is.
fn message(error: &math_core::LatexError) -> String {
    let told = error.error_message();
    let told = told.trim_end_matches('.').replace('"', "`");
    let mut characters = told.chars();
    match characters.next() {
        Some(first) => first.to_lowercase().chain(characters).collect(),
        None => told,
    }
}

/// The same with classes and MathML's own attributes in the place of styles, which no policy has to allow.
fn without_styles(mathml: &str) -> String {
    let mut out = String::with_capacity(mathml.len());
    let mut rest = mathml;
    while let Some(end) = rest.find('>').map(|end| end + 1) {
        let start = rest[..end].rfind('<').unwrap_or(0);
        out.push_str(&rest[..start]);
        let tag = &rest[start..end];
        match tag.split_once(" style=\"") {
            Some((before, styled)) => {
                let (style, after) = styled.split_once('"').unwrap_or((styled, ">"));
                out.push_str(before);
                out.push_str(&attributes(style));
                out.push_str(after);
            }
            None => out.push_str(tag),
        }
        rest = &rest[end..];
    }
    out + rest
}

/// What says the same as a style.
fn attributes(style: &str) -> String {
    let (mut classes, mut out) = (Vec::new(), String::new());
    for declaration in style.split(';') {
        let Some((name, value)) = declaration.split_once(':') else {
            continue;
        };
        match (name.trim(), value.trim()) {
            ("text-align", side) => classes.push(format!("math-{side}")),
            ("padding-left", "1em") => classes.push("math-apart".to_owned()),
            ("padding-left", "0") => classes.push("math-close-left".to_owned()),
            ("padding-right", "0") => classes.push("math-close-right".to_owned()),
            ("padding-top", "0.1667em") => classes.push("math-strut".to_owned()),
            ("width", "100%") => classes.push("math-numbered".to_owned()),
            ("width", "50%" | "7.5%") => classes.push("math-margin".to_owned()),
            ("font-variant-caps", _) => classes.push("math-small-caps".to_owned()),
            ("color", color) => out += &format!(" mathcolor=\"{color}\""),
            ("font-size", size) => out += &format!(" mathsize=\"{size}\""),
            ("margin-left", length) => out += &format!(" width=\"{length}\""),
            (border, line) if border.starts_with("border-") => {
                let side = border.trim_start_matches("border-");
                let kind = if line.contains("dashed") {
                    "-dashed"
                } else {
                    ""
                };
                classes.push(format!("math-line-{side}{kind}"));
            }
            _ => {}
        }
    }
    match classes.is_empty() {
        true => out,
        false => format!(" class=\"{}\"{out}", classes.join(" ")),
    }
}
