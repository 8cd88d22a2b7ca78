//! Covers: contour maps drawn from a slug, as SVG for an external `<use>`.

use std::fmt::Write as _;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::asset::{Key, readable};
use crate::compress::brotli;
use crate::map::{Bezier, Frame, Point, Sheet, Survey, Wish};
use crate::store::{Made, Store};
use crate::{Asset, Error};

/// Raised whenever a map of the same slug would come out differently.
const RECIPE: &str = "cover 3";

/// The units of a cover: 16 by 10.
pub(crate) const COVER: Frame = Frame {
    width: 1600.0,
    height: 1000.0,
};

/// What a cover may weigh, compressed with brotli.
const BUDGET: usize = 6 * 1024;

/// How far a curve may be from its line, in map units: a third of a pixel on a card.
pub(crate) const TOLERANCE: f64 = 1.6;

/// The summit of the island on the hero's field, in metres: the Piton des Neiges.
const HIGHEST: u32 = 3071;

/// A contour map as an SVG to draw with an external `<use>`.
///
/// Lines and mark take `currentColor`. The drawing page steers them by custom properties, which an
/// external `<use>` inherits: `--contour-width` and `--contour-index-width` (in pixels on a cover,
/// in map units on a field), `--contour-line` (the colour of ordinary lines), `--contour-opacity`,
/// `--contour-tint` (the fill of each level, 0 to 1), `--contour-graticule` (the opacity of the
/// crosses), `--contour-label` (the font size of the summit's height) and `--contour-mark` (the
/// `display` of mark and height: `none` hides them, since no browser draws a font of size 0).
#[derive(Clone, Debug)]
pub struct Cover {
    /// The SVG file.
    pub asset: Arc<Asset>,
    /// Value for the `viewBox` of the drawing `<svg>`.
    pub view_box: String,
    /// The fragment to use: lines and summit. [`Cover::LINES`] are the lines alone.
    pub id: &'static str,
    /// The summit, in the units of the view box.
    pub summit: Summit,
}

impl Cover {
    /// The fragment of lines and summit.
    pub const WHOLE: &'static str = "m";
    /// The fragment of the lines alone.
    pub const LINES: &'static str = "l";
}

/// The highest point of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summit {
    /// From the left.
    pub x: i32,
    /// From the top.
    pub y: i32,
    /// Height in metres.
    pub height: u32,
}

/// The cover of a slug.
pub(crate) fn cover(store: &Store, slug: &str) -> Result<Cover, Error> {
    let key = Key::default().part(RECIPE).part(slug).finish();
    let kept = store.get_or_make("cover", &key, || {
        let (sheet, svg) = draw_cover(slug);
        Ok::<_, Error>(made(format!("covers/{}.svg", readable(slug)), &sheet, svg))
    })?;
    read(kept, COVER)
}

/// The field of a hero.
pub(crate) fn field(store: &Store, seed: &str, frame: Frame) -> Result<Cover, Error> {
    let size = format!("{}x{}", frame.width, frame.height);
    let key = Key::default()
        .part(RECIPE)
        .part("field")
        .part(seed)
        .part(size)
        .finish();
    let kept = store.get_or_make("cover", &key, || {
        let survey = Survey::new(Wish {
            seed,
            frame,
            summit: Some(Point::new(0.68, 0.4)),
            height: Some(HIGHEST),
        });
        let sheet = survey.draw(1.0);
        let svg = svg(&sheet, Style::Field);
        Ok::<_, Error>(made(format!("covers/{}.svg", readable(seed)), &sheet, svg))
    })?;
    read(kept, frame)
}

/// The relief of a slug.
pub(crate) fn survey(slug: &str) -> Survey {
    Survey::new(Wish {
        seed: slug,
        frame: COVER,
        summit: None,
        height: None,
    })
}

/// The map of a slug, simplified until it fits its budget.
fn draw_cover(slug: &str) -> (Sheet, String) {
    let survey = survey(slug);
    let mut tolerance = TOLERANCE;
    loop {
        let sheet = survey.draw(tolerance);
        let svg = svg(&sheet, Style::Cover);
        if brotli(svg.as_bytes()).len() <= BUDGET || tolerance > 20.0 {
            return (sheet, svg);
        }
        tolerance *= 1.3;
    }
}

fn made(name: String, sheet: &Sheet, svg: String) -> Made {
    let summit = Summit {
        x: round(sheet.summit.x),
        y: round(sheet.summit.y),
        height: sheet.height,
    };
    Made {
        files: vec![(name, svg.into_bytes())],
        facts: serde_json::json!(summit),
    }
}

fn read(kept: crate::store::Kept, frame: Frame) -> Result<Cover, Error> {
    let damaged = || Error::Drawing {
        what: "a cover".into(),
        reason: "its record in the cache is damaged".into(),
    };
    Ok(Cover {
        summit: serde_json::from_value(kept.facts).map_err(|_| damaged())?,
        asset: kept.assets.into_iter().next().ok_or_else(damaged)?,
        view_box: format!("0 0 {} {}", frame.width, frame.height),
        id: Cover::WHOLE,
    })
}

/// How lines are told to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// At any size with lines of the same width.
    Cover,
    /// Each level with a length of 1, so that one dash can draw it.
    Field,
}

/// The file: styles as presentation attributes, because no style sheet of the page reaches into an
/// external `<use>`, while custom properties are inherited.
fn svg(sheet: &Sheet, style: Style) -> String {
    let Frame { width, height } = sheet.frame;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\">\
         <g id=\"{}\"><g id=\"{}\" fill=\"currentColor\" fill-rule=\"evenodd\" \
         fill-opacity=\"var(--contour-tint,0)\" stroke=\"currentColor\" stroke-linejoin=\"round\">",
        Cover::WHOLE,
        Cover::LINES,
    );
    let extent = match style {
        Style::Cover => "vector-effect=\"non-scaling-stroke\"",
        Style::Field => "pathLength=\"1\"",
    };
    for level in &sheet.levels {
        let (class, attributes) = if level.index {
            ("index", "stroke-width=\"var(--contour-index-width,1.8)\"")
        } else {
            (
                "line",
                "stroke=\"var(--contour-line,currentColor)\" stroke-width=\"var(--contour-width,1)\" \
                 stroke-opacity=\"var(--contour-opacity,.6)\"",
            )
        };
        let _ = write!(svg, "<path class=\"{class}\" {attributes} {extent} d=\"");
        for (start, pieces) in &level.lines {
            write_path(&mut svg, *start, pieces);
        }
        svg.push_str("\"/>");
    }
    svg.push_str("</g>");
    write_graticule(&mut svg, sheet);
    let (x, y) = (round(sheet.summit.x), round(sheet.summit.y));
    // Triangle, gap and digits are centred together; a digit is about 6 units wide.
    let half = (9.6 + 6.0 * f64::from(sheet.height.ilog10() + 1)) / 2.0;
    // An own coordinate system one `em` wide: the page's font size steers mark and figure.
    let _ = write!(
        svg,
        "<g fill=\"currentColor\" display=\"var(--contour-mark,inline)\" font-size=\"var(--contour-label,40px)\" font-weight=\"600\">\
         <svg x=\"{x}\" y=\"{y}\" width=\"1em\" height=\"1em\" viewBox=\"0 0 10 10\" \
         overflow=\"visible\"><path d=\"M{} 3.3l3.8-6.8 3.8 6.8z\"/>\
         <text x=\"{}\" y=\"3.4\" font-size=\"10\">{}</text></svg></g></g></svg>",
        -half,
        9.6 - half,
        sheet.height
    );
    svg
}

/// The crosses of a grid, as on a sheet of a survey, except under the summit's mark.
fn write_graticule(svg: &mut String, sheet: &Sheet) {
    let frame = sheet.frame;
    const DISTANCE: i32 = 250;
    const ARM: i32 = 9;
    svg.push_str(
        "<path class=\"graticule\" fill=\"none\" stroke=\"currentColor\" \
         stroke-opacity=\"var(--contour-graticule,.5)\" vector-effect=\"non-scaling-stroke\" d=\"",
    );
    let (columns, rows) = (
        round(frame.width) / DISTANCE,
        round(frame.height) / DISTANCE,
    );
    let shift = (round(frame.width) - columns * DISTANCE) / 2;
    for row in 0..rows {
        for column in 0..=columns {
            let (x, y) = (shift + column * DISTANCE, row * DISTANCE + DISTANCE / 2);
            let off = Point::new(f64::from(x), f64::from(y)) - sheet.summit;
            if off.x.abs() < 130.0 && off.y.abs() < 50.0 {
                continue;
            }
            let _ = write!(svg, "M{} {y}h{}m-{ARM}-{ARM}v{}", x - ARM, 2 * ARM, 2 * ARM);
        }
    }
    svg.push_str("\"/>");
}

/// Closed pieces in whole, relative coordinates; rounding does not add up, since each is taken from
/// the rounded place before.
pub(crate) fn write_path(out: &mut String, start: Point, pieces: &[Bezier]) {
    let (mut x, mut y) = (round(start.x), round(start.y));
    let _ = write!(out, "M{x}{}{y}", separator(y));
    let mut first = true;
    for piece in pieces {
        out.push_str(if first { "c" } else { "" });
        for (i, point) in [piece.first, piece.second, piece.end]
            .into_iter()
            .enumerate()
        {
            for (j, value) in [round(point.x) - x, round(point.y) - y]
                .into_iter()
                .enumerate()
            {
                let begins = first && i == 0 && j == 0;
                let _ = write!(out, "{}{value}", if begins { "" } else { separator(value) });
            }
        }
        first = false;
        (x, y) = (round(piece.end.x), round(piece.end.y));
    }
    out.push('z');
}

fn separator(value: i32) -> &'static str {
    if value < 0 { "" } else { " " }
}

/// Map units are far from the limits of the type.
#[allow(clippy::cast_possible_truncation)]
fn round(value: f64) -> i32 {
    value.round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything that this project's own site draws a map for.
    const SLUGS: [&str; 30] = [
        "sergos",
        "heracles",
        "moneysync",
        "purrplan",
        "testimonial-hub",
        "pensees-positives",
        "code-adventure",
        "dnd974",
        "candidesk",
        "motors974",
        "findawine",
        "muzikannuaire",
        "night974",
        "bourseauxmateriaux",
        "propulse",
        "minorites",
        "bourbon-espace-environnement",
        "missions-agence-ema",
        "appaxel",
        "monrituel",
        "mapetitecouture",
        "hup",
        "15-outils-developpement-productivite",
        "reduire-temps-developpement-saas",
        "5-erreurs-critiques-projets-saas",
        "react-vue-angular-2024-comparaison",
        "etapes-cles-developpement-logiciel-sur-mesure-saas",
        "developpeur-senior-freelance-vs-juniors-projet-logiciel",
        "developpement-solutions-saas-sur-mesure-guide-complet",
        "logiciel-sports-automobile-agence-communication-sur-mesure",
    ];

    #[test]
    fn every_map_fits_its_budget_and_is_like_no_other() {
        let mut heights = std::collections::BTreeSet::new();
        for slug in SLUGS {
            let (sheet, svg) = draw_cover(slug);
            let size = brotli(svg.as_bytes()).len();
            assert!((2_000..=BUDGET).contains(&size), "{slug}: {size} bytes");
            assert!(
                (9..=19).contains(&sheet.levels.len()),
                "{slug}: {}",
                sheet.levels.len()
            );
            assert!(sheet.levels.iter().any(|level| level.index), "{slug}");
            let (x, y) = (sheet.summit.x / COVER.width, sheet.summit.y / COVER.height);
            assert!(
                (0.1..0.9).contains(&x) && (0.12..0.88).contains(&y),
                "{slug}: {x} {y}"
            );
            heights.insert(svg);
        }
        assert_eq!(heights.len(), SLUGS.len());
    }

    #[test]
    fn the_recipe_is_raised_when_a_map_changes() {
        let (_, svg) = draw_cover("sergos");
        let digest = crate::asset::short_hash(svg.as_bytes());
        assert_eq!((RECIPE, digest.as_str()), ("cover 3", "6894c0cc"));
    }

    #[test]
    fn a_tight_budget_is_met_by_fewer_pieces() {
        let survey = Survey::new(Wish {
            seed: "hup",
            frame: COVER,
            summit: None,
            height: None,
        });
        let size = |tolerance| brotli(svg(&survey.draw(tolerance), Style::Cover).as_bytes()).len();
        assert!(size(6.0) < size(1.0) * 3 / 4);
    }

    #[test]
    fn paths_are_whole_numbers_and_rounding_does_not_add_up() {
        let piece = |x: f64| Bezier {
            first: Point::new(x + 0.4, 0.0),
            second: Point::new(x + 0.8, -0.6),
            end: Point::new(x + 1.4, 0.0),
        };
        let mut path = String::new();
        write_path(
            &mut path,
            Point::new(0.0, -3.0),
            &[piece(0.0), piece(1.4), piece(2.8)],
        );
        assert_eq!(path, "M0-3c0 3 1 2 1 3 1 0 1-1 2 0 0 0 1-1 1 0z");
    }
}
