//! Social cards: the picture beside a link, with the page's title before its contour map.

use std::fmt::Write as _;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::asset::{Key, readable};
use crate::cover::{TOLERANCE, survey, write_path};
use crate::map::Sheet;
use crate::painter::{BODY, Canvas, DISPLAY, Painter, escape, parse_colour};
use crate::store::{Made, Store};
use crate::{Asset, Error, Palette};

/// Raised whenever a card of the same words would come out differently.
const RECIPE: &str = "social card 3";

const WIDTH: u32 = 1200;
const HEIGHT: u32 = 630;
const MARGIN: f32 = 72.0;
/// The room for the title.
const TITLE_WIDTH: f32 = 760.0;
const TITLE_HEIGHT: f32 = 330.0;
/// Sizes of the title, the largest that fits is taken.
const SIZES: [f32; 9] = [128.0, 112.0, 96.0, 86.0, 76.0, 68.0, 60.0, 52.0, 46.0];
const LEADING: f32 = 1.06;

/// What stands on a social card.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Card {
    /// The page's title.
    pub title: String,
    /// The part of the site it belongs to; may be empty.
    pub section: String,
    /// The site's name.
    pub site: String,
    /// The slug whose map is drawn.
    pub slug: String,
    /// Colour of the map as `#rrggbb`; none for the palette's accent.
    pub accent: Option<String>,
}

/// The card as PNG, from the cache if it was painted before.
pub(crate) fn social_card(
    store: &Store,
    palette: &Palette,
    painter: impl FnOnce() -> Arc<Painter>,
    card: &Card,
) -> Result<Arc<Asset>, Error> {
    let accent = card.accent.as_deref().unwrap_or(&palette.accent);
    let words = [&card.title, &card.section, &card.site, &card.slug];
    let colours = [palette.paper.as_str(), &palette.ink, &palette.ink_2, accent];
    let key = words
        .iter()
        .fold(Key::default().part(RECIPE), |key, word| key.part(word));
    let key = colours
        .iter()
        .fold(key, |key, colour| key.part(colour))
        .finish();
    let kept = store.get_or_make("social", &key, || {
        let painter = painter();
        let colours = Colours::new(palette, accent)?;
        let svg = draw(&painter, card, &colours);
        let what = format!("the social card of `{}`", card.slug);
        let drawing = painter.read(&svg, &what)?;
        let canvas = Canvas {
            width: WIDTH,
            height: HEIGHT,
            background: Some(colours.paper),
            share: 1.0,
        };
        Ok::<_, Error>(Made {
            files: vec![(
                format!("social/{}.png", readable(&card.slug)),
                painter.png(&drawing, canvas)?,
            )],
            ..Made::default()
        })
    })?;
    kept.assets
        .into_iter()
        .next()
        .ok_or_else(|| Error::Drawing {
            what: "a social card".into(),
            reason: "its record in the cache is damaged".into(),
        })
}

/// Colours that are known to be colours: they are written into the drawing.
struct Colours<'a> {
    paper: &'a str,
    ink: &'a str,
    ink_2: &'a str,
    accent: &'a str,
}

impl<'a> Colours<'a> {
    fn new(palette: &'a Palette, accent: &'a str) -> Result<Self, Error> {
        for colour in [palette.paper.as_str(), &palette.ink, &palette.ink_2, accent] {
            if parse_colour(colour).is_none() {
                return Err(Error::Drawing {
                    what: "a social card".into(),
                    reason: format!("`{colour}` is not a colour of the form `#rrggbb`"),
                });
            }
        }
        Ok(Self {
            paper: &palette.paper,
            ink: &palette.ink,
            ink_2: &palette.ink_2,
            accent,
        })
    }
}

fn draw(painter: &Painter, card: &Card, colours: &Colours<'_>) -> String {
    let sheet = survey(&card.slug).draw(TOLERANCE);
    let mut svg =
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\">");
    write_map(&mut svg, &sheet, colours);
    write_words(&mut svg, painter, card, colours);
    svg.push_str("</svg>");
    svg
}

/// The map with its summit in the right third, fading into the paper where the words are.
fn write_map(svg: &mut String, sheet: &Sheet, colours: &Colours<'_>) {
    const SCALE: f64 = 0.8;
    let Colours { paper, accent, .. } = colours;
    let frame = sheet.frame;
    let (width, height) = (f64::from(WIDTH), f64::from(HEIGHT));
    let x = (950.0 - sheet.summit.x * SCALE).max(width - frame.width * SCALE);
    let y = (250.0 - sheet.summit.y * SCALE).clamp(height - frame.height * SCALE, 0.0);
    let _ = write!(
        svg,
        "<g transform=\"translate({x} {y}) scale({SCALE})\" fill=\"{accent}\" \
         fill-rule=\"evenodd\" fill-opacity=\".03\" stroke=\"{accent}\" stroke-linejoin=\"round\">"
    );
    for level in &sheet.levels {
        let (width, opacity) = if level.index { (2.9, 1.0) } else { (1.5, 0.6) };
        let _ = write!(
            svg,
            "<path stroke-width=\"{width}\" stroke-opacity=\"{opacity}\" d=\""
        );
        for (start, pieces) in &level.lines {
            write_path(svg, *start, pieces);
        }
        svg.push_str("\"/>");
    }
    svg.push_str("</g>");
    // Opaque as far as the map's own left edge, which nobody should see.
    let from = (x + 12.0).max(300.0);
    let to = (from + 180.0).max(780.0);
    let _ = write!(
        svg,
        "<linearGradient id=\"f\" gradientUnits=\"userSpaceOnUse\" x1=\"{from}\" x2=\"{to}\" y1=\"0\" \
         y2=\"0\"><stop stop-color=\"{paper}\"/><stop offset=\".45\" stop-color=\"{paper}\" \
         stop-opacity=\".72\"/><stop offset=\"1\" stop-color=\"{paper}\" stop-opacity=\"0\"/>\
         </linearGradient><path fill=\"url(#f)\" d=\"M0 0h{WIDTH}v{HEIGHT}H0z\"/>"
    );
    let (x, y) = (x + sheet.summit.x * SCALE, y + sheet.summit.y * SCALE);
    let _ = write!(
        svg,
        "<g transform=\"translate({x} {y})\" fill=\"{accent}\"><path d=\"M-44 9l10-18 10 18z\"/>\
         <text x=\"-17\" y=\"9\" font-family=\"{BODY}\" font-weight=\"600\" font-size=\"26\">{}</text></g>",
        sheet.height
    );
}

fn write_words(svg: &mut String, painter: &Painter, card: &Card, colours: &Colours<'_>) {
    let Colours {
        ink, ink_2, accent, ..
    } = colours;
    let height = HEIGHT;
    if !card.section.is_empty() {
        let section = escape(&card.section.to_uppercase());
        let _ = write!(
            svg,
            "<text x=\"{MARGIN}\" y=\"104\" fill=\"{accent}\" font-family=\"{BODY}\" \
             font-weight=\"600\" font-size=\"25\" letter-spacing=\"2.6\">{section}</text>"
        );
    }
    let (size, lines) = wrap(painter, &card.title);
    let mut y = 160.0 + size * 0.78;
    for line in lines {
        let _ = write!(
            svg,
            "<text x=\"{MARGIN}\" y=\"{y}\" fill=\"{ink}\" font-family=\"{DISPLAY}\" \
             font-weight=\"700\" font-size=\"{size}\" letter-spacing=\"{}\">{}</text>",
            size * -0.02,
            escape(&line)
        );
        y += size * LEADING;
    }
    // The rule with its ticks, as at the head of a section of the site.
    let rule = height - 108;
    let _ = write!(
        svg,
        "<path fill=\"none\" stroke=\"{ink}\" stroke-width=\"2\" d=\"M{MARGIN} {rule}H1128"
    );
    for tick in 0..=12 {
        let _ = write!(svg, "M{} {rule}v-10", MARGIN + 88.0 * count(tick));
    }
    let baseline = height - 54;
    let _ = write!(
        svg,
        "\"/><text x=\"{MARGIN}\" y=\"{baseline}\" fill=\"{ink_2}\" font-family=\"{BODY}\" \
         font-weight=\"600\" font-size=\"28\">{}</text>",
        escape(&card.site)
    );
}

/// The title in lines at the largest size that fits; shortened when none does.
fn wrap(painter: &Painter, title: &str) -> (f32, Vec<String>) {
    // A no-break space stays inside its word.
    let words: Vec<&str> = title
        .split([' ', '\n', '\t'])
        .filter(|w| !w.is_empty())
        .collect();
    let widths: Vec<f32> = words
        .iter()
        .map(|w| painter.display_width(w) / 100.0)
        .collect();
    let space = (painter.display_width("a a") - 2.0 * painter.display_width("a")) / 100.0;
    for size in SIZES {
        let lines = fill(&widths, space, TITLE_WIDTH / size);
        let widest = widths.iter().copied().fold(0.0, f32::max) * size;
        let room = count(lines.len()) * size * LEADING <= TITLE_HEIGHT;
        if room && widest <= TITLE_WIDTH {
            let balanced = balance(&widths, space, lines.len(), TITLE_WIDTH / size);
            return (
                size,
                balanced
                    .iter()
                    .map(|run| words[run.clone()].join(" "))
                    .collect(),
            );
        }
    }
    let size = SIZES[SIZES.len() - 1];
    let mut lines: Vec<_> = fill(&widths, space, TITLE_WIDTH / size)
        .iter()
        .map(|run| words[run.clone()].join(" "))
        .collect();
    if lines.len() > 6 {
        lines.truncate(6);
        lines[5].push('…');
    }
    (size, lines)
}

/// Words into lines no wider than a width, as many in each as fit.
fn fill(widths: &[f32], space: f32, most: f32) -> Vec<std::ops::Range<usize>> {
    let mut lines: Vec<std::ops::Range<usize>> = Vec::new();
    let mut used = 0.0;
    for (i, width) in widths.iter().enumerate() {
        match lines.last_mut() {
            Some(line) if used + space + width <= most => {
                line.end = i + 1;
                used += space + width;
            }
            _ => {
                lines.push(i..i + 1);
                used = *width;
            }
        }
    }
    lines
}

/// The same number of lines, as even as they can be.
fn balance(widths: &[f32], space: f32, lines: usize, most: f32) -> Vec<std::ops::Range<usize>> {
    let (mut low, mut high) = (0.0, most);
    for _ in 0..16 {
        let middle = f32::midpoint(low, high);
        let fits = widths.iter().all(|w| *w <= middle);
        if fits && fill(widths, space, middle).len() <= lines {
            high = middle;
        } else {
            low = middle;
        }
    }
    fill(widths, space, high)
}

/// A small count as a length.
#[allow(clippy::cast_precision_loss)]
fn count(number: usize) -> f32 {
    number as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_broken_evenly_and_never_inside_a_no_break_space() {
        let painter = Painter::new();
        let (size, lines) = wrap(&painter, "Pourquoi choisir un développeur senior\u{A0}?");
        assert_eq!(
            lines,
            ["Pourquoi choisir", "un développeur", "senior\u{A0}?"]
        );
        assert!(size >= 76.0);
        assert_eq!(wrap(&painter, "H-UP"), (128.0, vec!["H-UP".to_owned()]));
        assert_eq!(wrap(&painter, "").1.len(), 0);
    }

    #[test]
    fn a_title_without_end_is_shortened() {
        let (size, lines) = wrap(&Painter::new(), &"interminable ".repeat(80));
        assert_eq!((size, lines.len()), (46.0, 6));
        assert!(lines[5].ends_with('…'));
    }
}
