//! Drawings: SVG that the site's own programs in `islands/drawings/` make while building, kept by program and input.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use resvg::usvg::roxmltree::{Document, Node, ParsingOptions};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use source::{Diagnostic, Sources, did_you_mean};

use crate::asset::Key;
use crate::bundle::{Bundle, Program};
use crate::inputs::DRAWINGS;
use crate::island::Threw;
use crate::node::{self, Answer, Helper, Job, Mistake};
use crate::store::{Made, Store};
use crate::{Asset, Error, Failure};

/// Drawing takes some tenths of a second on a slow machine; this much means an endless loop.
const PATIENCE: Duration = Duration::from_secs(20);

/// The most bytes of a drawing, uncompressed.
const MOST: usize = 256 * 1024;

/// Elements that run, style or embed what is not in the drawing.
const FORBIDDEN: [&str; 6] = ["script", "style", "foreignObject", "image", "iframe", "a"];

/// A drawing, to be shown by an external `<use>`.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The SVG file.
    pub asset: Arc<Asset>,
    /// What the file says of itself.
    pub frame: DrawingFrame,
}

/// What a drawing says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawingFrame {
    /// The `viewBox` of its root.
    pub view_box: String,
    /// The first id in it: what a page uses.
    pub id: String,
}

/// Where drawings are made and kept.
pub(crate) struct Studio<'a> {
    pub sources: &'a Sources,
    pub store: &'a Store,
    pub bundle: &'a Bundle,
    pub helper: &'a Helper,
}

impl Studio<'_> {
    /// Has a drawing made, or takes it from the cache. None when its program could not be bundled,
    /// which was reported then.
    pub fn draw(&self, name: &str, input: &str) -> Result<Option<Drawing>, Failure> {
        let programs = &self.bundle.drawings;
        let program = programs.get(name).ok_or_else(|| {
            let hint = did_you_mean(name, programs.keys().map(String::as_str))
                .unwrap_or_else(|| format!("create {DRAWINGS}{name}.ts"));
            Diagnostic::error("unknown-drawing", format!("there is no drawing `{name}`")).hint(hint)
        })?;
        let Some((path, hash)) = &program.bundled else {
            return Ok(None);
        };
        let rules = Helper::fingerprint();
        let key = Key::default().part(rules).part(name).part(hash).part(input);
        let kept = self.store.get_or_make("drawing", &key.finish(), || {
            let svg = self.ask(name, program, path, input)?;
            let frame = inspect(&svg).map_err(|wrong| {
                let what = format!("the drawing `{name}` cannot be used: {wrong}");
                self.refused(program, Threw::without_place(what))
            })?;
            Ok::<_, Failure>(Made {
                files: vec![(format!("drawings/{name}.svg"), svg.into_bytes())],
                facts: json!(frame),
            })
        })?;
        let frame = serde_json::from_value(kept.facts).ok();
        let found = kept.assets.into_iter().next().zip(frame);
        let drawing = found.map(|(asset, frame)| Drawing { asset, frame });
        drawing.map(Some).ok_or_else(|| {
            let what = format!("the drawing `{name}`");
            Error::damaged(&what).into()
        })
    }

    fn ask(
        &self,
        name: &str,
        program: &Program,
        path: &Path,
        input: &str,
    ) -> Result<String, Failure> {
        let job = Job {
            what: format!("make the drawing `{name}`"),
            request: json!({
                "job": "draw",
                "program": node::absolute(path)?,
                "name": name,
                "input": input,
            }),
            patience: PATIENCE,
            runs_code: true,
        };
        match self.helper.ask(&job)? {
            Answer::Done(Value::String(svg)) => Ok(svg),
            Answer::Threw(value) => {
                let mut threw: Threw = node::parse(value, &job.what)?;
                threw.message = format!("the drawing `{name}` cannot be made: {}", threw.message);
                Err(self.refused(program, threw))
            }
            Answer::Done(_) | Answer::Mistakes(_) => Err(node::unexpected(&job).into()),
        }
    }

    /// A mistake at its line, else at the program as a whole.
    fn refused(&self, program: &Program, threw: Threw) -> Failure {
        let mistake = threw.mistake(self.sources);
        let mistake = Mistake {
            file: mistake.file.or_else(|| Some(program.source.clone())),
            ..mistake
        };
        mistake.error("broken-drawing", self.sources).into()
    }
}

/// What a drawing says of itself; fails with what is wrong in it.
fn inspect(svg: &str) -> Result<DrawingFrame, String> {
    if svg.len() > MOST {
        return Err(format!(
            "it has {} KiB, and at most {} are accepted",
            svg.len().div_ceil(1024),
            MOST / 1024
        ));
    }
    let document = Document::parse_with_options(svg, ParsingOptions::default())
        .map_err(|e| format!("it is not an SVG document: {e}"))?;
    let root = document.root_element();
    if !root.has_tag_name(("http://www.w3.org/2000/svg", "svg")) {
        let name = root.tag_name().name();
        return Err(format!(
            "its root is `{name}`, not `svg` with `xmlns=\"http://www.w3.org/2000/svg\"`"
        ));
    }
    for element in root.descendants().filter(Node::is_element) {
        let name = element.tag_name().name();
        if FORBIDDEN.contains(&name) {
            return Err(format!("`<{name}>` may not stand in a drawing"));
        }
        for attribute in element.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            if name == "style" || name.starts_with("on") {
                return Err(format!("the attribute `{name}` may not stand in a drawing"));
            }
            if leads_outside(name, value) {
                return Err(format!("`{value}` leads out of the drawing"));
            }
        }
    }
    let view_box = root
        .attribute("viewBox")
        .ok_or("its root has no `viewBox`")?;
    let mut ids = root.descendants().filter_map(|n| n.attribute("id"));
    let id = ids
        .next()
        .ok_or("nothing in it has an `id` that a page could use")?;
    Ok(DrawingFrame {
        view_box: view_box.to_owned(),
        id: id.to_owned(),
    })
}

fn leads_outside(attribute: &str, value: &str) -> bool {
    let mut urls = value.split("url(").skip(1);
    let is_own = |url: &str| url.trim_start_matches(['"', '\'', ' ']).starts_with('#');
    let linked = matches!(attribute, "href" | "src") && !value.starts_with('#');
    linked || urls.any(|url| !is_own(url))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(inside: &str, expected: &str) {
        let svg =
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 4 3\">{inside}</svg>");
        let told = inspect(&svg).map(|frame| format!("{} {}", frame.view_box, frame.id));
        assert_eq!(told.unwrap_or_else(|wrong| wrong), expected, "{inside}");
    }

    #[test]
    fn a_drawing_is_used_by_its_first_id_and_holds_nothing_foreign() {
        check("<g id=\"a\"><path id=\"b\"/></g>", "0 0 4 3 a");
        check(
            "<g id=\"a\" fill=\"url(#f)\"/><use href=\"#a\"/>",
            "0 0 4 3 a",
        );
        check("<g/>", "nothing in it has an `id` that a page could use");
        check("<script/>", "`<script>` may not stand in a drawing");
        check(
            "<g onload=\"x\"/>",
            "the attribute `onload` may not stand in a drawing",
        );
        check(
            "<g style=\"x\"/>",
            "the attribute `style` may not stand in a drawing",
        );
        check(
            "<use href=\"x.svg#a\"/>",
            "`x.svg#a` leads out of the drawing",
        );
        check(
            "<g fill=\"url('//x')\"/>",
            "`url('//x')` leads out of the drawing",
        );
        check(
            &" ".repeat(MOST),
            "it has 257 KiB, and at most 256 are accepted",
        );
    }

    #[test]
    fn what_is_not_an_svg_is_refused() {
        let wrong = "its root is `svg`, not `svg` with `xmlns=\"http://www.w3.org/2000/svg\"`";
        assert_eq!(inspect("<svg/>").unwrap_err(), wrong);
        assert!(
            inspect("hello")
                .unwrap_err()
                .starts_with("it is not an SVG document: ")
        );
    }
}
