//! SVG to pixels with the site's own fonts only, so that every machine paints the same.

use std::collections::BTreeSet;
use std::sync::Arc;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder as _};
use resvg::usvg::fontdb::{Family, Query, Weight};
use resvg::usvg::roxmltree::{Document, ParsingOptions, TextPos};
use resvg::{tiny_skia, usvg};
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider as _};

use crate::Error;
use crate::extent::{self, Unpainted};

/// The font of the engine's own templates, and of a site that has none in `public/fonts/`.
const FAMILY: &str = "Instrument Sans";
const FONT: &[u8] = include_bytes!("../fonts/InstrumentSans_600SemiBold.ttf");

/// Paints SVG. Making one reads the fonts; painting needs nothing more.
#[derive(Debug)]
pub(crate) struct Painter {
    options: usvg::Options<'static>,
}

/// A size and a background for a picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Canvas<'a> {
    pub width: u32,
    pub height: u32,
    /// A colour as `#rrggbb` behind everything; none for transparency.
    pub background: Option<&'a str>,
    /// The share of the shorter side that the drawing takes, centred.
    pub share: f32,
}

/// Of a picture that is painted: as large as a large screen, twice over.
const MOST_PIXELS: u64 = 16_000_000;
/// Of a drawing that is painted.
const MOST_BYTES: usize = 1 << 20;
/// Elements and texts of a drawing, where its own abbreviations are written out.
const MOST_NODES: u32 = 200_000;
/// Pixels of the surfaces that are there at once while a drawing is painted, beside the picture: 128 MB.
const MOST_SURFACES: f64 = 32e6;
/// Pixels that the parts of a drawing may be painted over, one on the other: a second or two.
const MOST_PAINTED: f64 = 4e9;

impl Painter {
    /// With the given fonts, and the engine's one unless its family is among them. Names that stand for any font, such as
    /// `sans-serif`, mean the first.
    pub fn new(fonts: &[Arc<[u8]>]) -> Self {
        let mut options = usvg::Options::default();
        // A drawing has nothing but what stands in it.
        options.image_href_resolver.resolve_data = Box::new(|_, _, _| None);
        options.image_href_resolver.resolve_string = Box::new(|_, _| None);
        let database = options.fontdb_mut();
        for font in fonts {
            database.load_font_data(font.to_vec());
        }
        let families = { database.faces() }.flat_map(|face| &face.families);
        let has_own = { families }.any(|(name, _)| name == FAMILY);
        if !has_own {
            database.load_font_data(FONT.to_vec());
        }
        let first = database.faces().next();
        let first = first.and_then(|face| face.families.first());
        let first = first.map(|(name, _)| name.clone()).unwrap_or_default();
        database.set_serif_family(&first);
        database.set_sans_serif_family(&first);
        database.set_monospace_family(&first);
        database.set_cursive_family(&first);
        database.set_fantasy_family(&first);
        options.font_family = first;
        Self { options }
    }

    /// Reads an SVG.
    pub fn read(&self, svg: &str) -> Result<usvg::Tree, Unpainted> {
        if svg.len() > MOST_BYTES {
            return Err(format!("it is longer than {} KB", MOST_BYTES >> 10).into());
        }
        let options = ParsingOptions {
            allow_dtd: true,
            nodes_limit: MOST_NODES,
            ..ParsingOptions::default()
        };
        let document = Document::parse_with_options(svg, options).map_err(|error| Unpainted {
            reason: error.to_string(),
            at: offset(svg, error.pos()),
        })?;
        extent::check(&document)?;
        let tree = usvg::Tree::from_xmltree(&document, &self.options);
        let tree = tree.map_err(|e| Unpainted::from(e.to_string()))?;
        self.check_texts(tree.root())?;
        Ok(tree)
    }

    /// Says which texts of a group would be painted with another font than theirs, or as boxes.
    fn check_texts(&self, group: &usvg::Group) -> Result<(), String> {
        let mut checked = Ok(());
        for node in group.children() {
            checked = checked.and_then(|()| match node {
                usvg::Node::Group(inner) => self.check_texts(inner),
                usvg::Node::Text(text) => text.chunks().iter().try_for_each(|c| self.check_text(c)),
                usvg::Node::Path(_) | usvg::Node::Image(_) => Ok(()),
            });
            // Clips, masks and patterns hold texts too. That of a text is its outline.
            if !matches!(node, usvg::Node::Text(_)) {
                node.subroots(|root| {
                    if checked.is_ok() {
                        checked = self.check_texts(root);
                    }
                });
            }
        }
        checked
    }

    fn check_text(&self, chunk: &usvg::TextChunk) -> Result<(), String> {
        for span in chunk.spans() {
            let families = span.font().families();
            let names = families.iter().map_while(|family| match family {
                usvg::FontFamily::Named(name) => Some(name.as_str()),
                // Any font will do.
                _ => None,
            });
            let names: Vec<&str> = names.collect();
            let is_any = names.len() < families.len();
            if !is_any && !names.iter().any(|name| self.has(name)) {
                return Err(self.no_font(&names.join(", ")));
            }
        }
        let characters = chunk.text().chars().filter(|c| is_seen(*c));
        let lost: BTreeSet<char> = characters.filter(|c| !self.can_write(*c)).collect();
        if lost.is_empty() {
            return Ok(());
        }
        let lost: Vec<_> = lost.into_iter().map(|c| format!("`{c}`")).collect();
        let known = self.families();
        Err(format!("no font has {}; known: {known}", lost.join(", ")))
    }

    fn has(&self, family: &str) -> bool {
        let query = Query {
            families: &[Family::Name(family)],
            ..Query::default()
        };
        self.options.fontdb.query(&query).is_some()
    }

    /// Whether some font has a character, which then stands in for one that has not.
    fn can_write(&self, character: char) -> bool {
        let fonts = &self.options.fontdb;
        fonts.faces().any(|face| {
            let glyph = fonts.with_face_data(face.id, |data, index| {
                FontRef::from_index(data, index)
                    .ok()?
                    .charmap()
                    .map(character)
            });
            glyph.flatten().is_some()
        })
    }

    fn no_font(&self, family: &str) -> String {
        format!("there is no font `{family}`; known: {}", self.families())
    }

    /// The names of all fonts, in words.
    fn families(&self) -> String {
        let faces = self.options.fontdb.faces();
        let families = faces.flat_map(|face| &face.families);
        let known: BTreeSet<_> = families.map(|(name, _)| format!("`{name}`")).collect();
        known.into_iter().collect::<Vec<_>>().join(", ")
    }

    /// The width of a text in a font, in shares of the font's size.
    pub fn width(&self, text: &str, family: &str, weight: u16) -> Result<f32, Error> {
        let fonts = &self.options.fontdb;
        let query = Query {
            families: &[Family::Name(family)],
            weight: Weight(weight),
            ..Query::default()
        };
        let width = fonts.query(&query).and_then(|id| {
            fonts.with_face_data(id, |data, index| {
                let font = FontRef::from_index(data, index).ok()?;
                let metrics = font.glyph_metrics(Size::new(1.0), LocationRef::default());
                let characters = font.charmap();
                let advance = |c| metrics.advance_width(characters.map(c).unwrap_or_default());
                Some(text.chars().filter_map(advance).sum())
            })?
        });
        width.ok_or_else(|| Error::Drawing {
            what: "a text".into(),
            reason: self.no_font(family),
        })
    }

    /// Paints a drawing as PNG.
    pub fn png(&self, drawing: &usvg::Tree, canvas: Canvas<'_>) -> Result<Vec<u8>, Error> {
        let failed = |reason: String| Error::Drawing {
            what: format!("a picture of {} by {} pixels", canvas.width, canvas.height),
            reason,
        };
        let pixels = u64::from(canvas.width) * u64::from(canvas.height);
        let pixels = (pixels <= MOST_PIXELS)
            .then(|| tiny_skia::Pixmap::new(canvas.width, canvas.height))
            .flatten();
        let mut pixels = pixels.ok_or_else(|| failed("it is too large".into()))?;
        let view = placed(drawing, canvas);
        let left = MOST_PAINTED;
        let mut paint = Paint { left, view, canvas };
        let surfaces = paint.group(drawing.root());
        let surfaces = surfaces
            .map_err(|Spent| failed("its parts and filters take too much computing".into()))?;
        if surfaces > MOST_SURFACES {
            let what = "its groups, masks, clips, filters and patterns take too much memory: fewer of them may stand in each other";
            return Err(failed(what.into()));
        }
        if let Some([red, green, blue]) = canvas.background.and_then(parse_colour) {
            pixels.fill(tiny_skia::Color::from_rgba8(red, green, blue, 255));
        }
        resvg::render(drawing, view, &mut pixels.as_mut());
        encode(&pixels, canvas.background.is_some()).map_err(|e| failed(e.to_string()))
    }
}

/// Counts about how many pixels are painted for a drawing, were each part to fill its box; a filter's count for more.
struct Paint<'a> {
    left: f64,
    view: tiny_skia::Transform,
    canvas: Canvas<'a>,
}

/// Whoever has nothing left to paint with.
struct Spent;

impl Paint<'_> {
    /// What any part takes, as small as it may be.
    const PART: f64 = 1_000.0;

    fn spend(&mut self, pixels: f64) -> Result<(), Spent> {
        self.left -= pixels;
        if self.left < 0.0 { Err(Spent) } else { Ok(()) }
    }

    fn area(&self, area: tiny_skia::Rect) -> f64 {
        self.pixels(area, 1.0).max(Self::PART)
    }

    /// Pixels of an area of the drawing, each side at most so many times that of the picture.
    fn pixels(&self, area: tiny_skia::Rect, times: f32) -> f64 {
        let side = |length: f32, most: u32| f64::from((length + 4.0).min(most as f32 * times));
        let area = area.transform(self.view).map(|area| {
            side(area.width(), self.canvas.width) * side(area.height(), self.canvas.height)
        });
        area.unwrap_or_default()
    }

    /// Counts a group, and says how many pixels the surfaces have that are there at once while it is painted.
    fn group(&mut self, group: &usvg::Group) -> Result<f64, Spent> {
        let bounds = group.abs_layer_bounding_box().to_rect();
        let layer = self.area(bounds);
        let mut own = 0.0;
        if group.should_isolate() {
            self.spend(4.0 * layer)?;
            // What is outside of the picture is painted too where it may come into it.
            own = self.pixels(bounds, 5.0);
        }
        let view = group.abs_transform().post_concat(self.view);
        let mut most = 0.0_f64;
        for filter in group.filters() {
            let mut results = 2.0;
            for primitive in filter.primitives() {
                self.spend(layer * work(primitive.kind(), view))?;
                results += 1.0;
            }
            most = most.max(own * results);
        }
        let mut held = 0.0;
        let mut clip = group.clip_path();
        while let Some(path) = clip {
            // A clip, its mask, and what clips its parts.
            held += 1.25 * own;
            let inside = self.group(path.root())?;
            most = most.max(held + inside + own * f64::from(clips_within(path.root())));
            clip = path.clip_path();
        }
        let mut held = 0.0;
        let mut mask = group.mask();
        while let Some(inner) = mask {
            held += 1.25 * own;
            most = most.max(held + self.group(inner.root())?);
            mask = inner.mask();
        }
        for child in group.children() {
            most = most.max(self.node(child)?);
        }
        Ok(own + most)
    }

    fn node(&mut self, node: &usvg::Node) -> Result<f64, Spent> {
        match node {
            usvg::Node::Group(group) => self.group(group),
            usvg::Node::Image(image) => self
                .spend(self.area(image.abs_bounding_box()))
                .map(|()| 0.0),
            usvg::Node::Text(text) => self.group(text.flattened()),
            usvg::Node::Path(path) => {
                let fill = path.fill().map(usvg::Fill::paint);
                let stroke = path.stroke().map(usvg::Stroke::paint);
                let view = path.abs_transform().post_concat(self.view);
                let mut most = 0.0_f64;
                for paint in fill.into_iter().chain(stroke) {
                    if let usvg::Paint::Pattern(pattern) = paint {
                        let (x, y) = view.pre_concat(pattern.transform()).get_scale();
                        let tile = pattern.rect();
                        let tile = f64::from(tile.width() * x) * f64::from(tile.height() * y);
                        self.spend(tile)?;
                        most = most.max(tile + self.group(pattern.root())?);
                    }
                }
                self.spend(self.area(path.abs_stroke_bounding_box()))?;
                Ok(most)
            }
        }
    }
}

/// Whether a character is painted: not spaces, and not what only says how others are joined or shown.
fn is_seen(c: char) -> bool {
    let is_joiner = matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}');
    !is_joiner && !c.is_whitespace() && !c.is_control()
}

/// How often parts of a clip that are clipped themselves stand in each other, each of which has a surface.
fn clips_within(group: &usvg::Group) -> u16 {
    let groups = group.children().iter().filter_map(|child| match child {
        usvg::Node::Group(group) => Some(group),
        _ => None,
    });
    let depths = groups.map(|group| {
        let own = if group.clip_path().is_some() { 3 } else { 0 };
        own + clips_within(group)
    });
    depths.max().unwrap_or_default()
}

/// How much more a filter has to do for a pixel than to paint it, where its group is seen so.
fn work(kind: &usvg::filter::Kind, view: usvg::Transform) -> f64 {
    use usvg::filter::Kind;
    let window = |radius: f32, scale: f32| f64::from(2.0 * radius * scale + 1.0);
    match kind {
        Kind::Turbulence(noise) => 80.0 * f64::from(noise.num_octaves().max(1)),
        Kind::Morphology(grown) => {
            let (x, y) = view.get_scale();
            10.0 + window(grown.radius_x().get(), x) * window(grown.radius_y().get(), y)
        }
        Kind::ConvolveMatrix(matrix) => {
            let data = matrix.matrix();
            10.0 + 4.0 * f64::from(data.columns()) * f64::from(data.rows())
        }
        Kind::GaussianBlur(_)
        | Kind::DropShadow(_)
        | Kind::DiffuseLighting(_)
        | Kind::SpecularLighting(_) => 60.0,
        _ => 15.0,
    }
}

/// The byte at a place of a text.
fn offset(text: &str, place: TextPos) -> usize {
    let (row, column) = (place.row as usize, place.col as usize);
    let lines = text.split_inclusive('\n');
    let above: usize = lines.take(row.saturating_sub(1)).map(str::len).sum();
    let line = text.get(above..).unwrap_or_default();
    let before = line.chars().take(column.saturating_sub(1));
    above + before.map(char::len_utf8).sum::<usize>()
}

/// Scales and centres a drawing in its share of a canvas.
#[allow(clippy::cast_precision_loss)]
fn placed(drawing: &usvg::Tree, canvas: Canvas<'_>) -> tiny_skia::Transform {
    let (width, height) = (canvas.width as f32, canvas.height as f32);
    let size = drawing.size();
    let scale = (width / size.width()).min(height / size.height()) * canvas.share;
    let x = (width - size.width() * scale) / 2.0;
    let y = (height - size.height() * scale) / 2.0;
    tiny_skia::Transform::from_scale(scale, scale).post_translate(x, y)
}

fn encode(pixels: &tiny_skia::Pixmap, opaque: bool) -> image::ImageResult<Vec<u8>> {
    let colours = pixels.pixels().iter().map(|p| p.demultiply());
    let (bytes, kind): (Vec<u8>, _) = if opaque {
        (
            colours
                .flat_map(|c| [c.red(), c.green(), c.blue()])
                .collect(),
            ExtendedColorType::Rgb8,
        )
    } else {
        let bytes = colours.flat_map(|c| [c.red(), c.green(), c.blue(), c.alpha()]);
        (bytes.collect(), ExtendedColorType::Rgba8)
    };
    let mut png = Vec::new();
    let encoder =
        PngEncoder::new_with_quality(&mut png, CompressionType::Best, FilterType::Adaptive);
    encoder.write_image(&bytes, pixels.width(), pixels.height(), kind)?;
    Ok(png)
}

/// `#rrggbb` as three numbers.
pub(crate) fn parse_colour(colour: &str) -> Option<[u8; 3]> {
    let digits = colour
        .strip_prefix('#')
        .filter(|d| d.len() == 6 && d.is_ascii())?;
    let part = |i: usize| u8::from_str_radix(&digits[i..i + 2], 16).ok();
    Some([part(0)?, part(2)?, part(4)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_painted_with_its_font_and_all_its_characters_or_told() {
        let check = |font: &str, text: &str, expected: &str| {
            let svg = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"200\" height=\"40\"><g clip-path=\"url(#a)\"><rect width=\"200\" height=\"40\"/></g>\
                 <clipPath id=\"a\"><text y=\"30\" font-size=\"20\" {font}>{text}</text></clipPath></svg>"
            );
            let read = Painter::new(&[]).read(&svg);
            let told = read
                .map(|_| String::new())
                .unwrap_or_else(|told| told.reason);
            assert_eq!(told, expected, "{font} {text}");
        };
        check("", "Été\u{A0}: l’an\u{200D}", "");
        check("font-family=\"sans-serif\"", "any", "");
        check("font-family=\"Comic Sans MS, Instrument Sans\"", "one", "");
        check("font-family=\"Comic Sans MS, serif\"", "any", "");
        let known = "known: `Instrument Sans`";
        let told = format!("there is no font `Comic Sans MS`; {known}");
        check("font-family=\"Comic Sans MS\"", "none", &told);
        check(
            "",
            "le 日本 et 日",
            &format!("no font has `日`, `本`; {known}"),
        );
    }

    #[test]
    fn names_that_stand_for_any_font_are_painted() {
        let canvas = Canvas {
            width: 60,
            height: 20,
            background: None,
            share: 1.0,
        };
        let painter = Painter::new(&[]);
        let painted = |font: &str| {
            let svg = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"60\" height=\"20\"><text y=\"15\" font-family=\"{font}\">Text</text></svg>"
            );
            painter.png(&painter.read(&svg).unwrap(), canvas).unwrap()
        };
        assert_eq!(painted("sans-serif"), painted("Instrument Sans"));
        assert_ne!(
            painted("monospace"),
            painter
                .png(
                    &painter
                        .read(
                            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"60\" height=\"20\"/>"
                        )
                        .unwrap(),
                    canvas
                )
                .unwrap()
        );
    }

    #[test]
    fn colours_are_read_or_refused() {
        assert_eq!(parse_colour("#0B6E78"), Some([0x0B, 0x6E, 0x78]));
        for wrong in ["0B6E78", "#fff", "#gggggg", "red", "#é1234"] {
            assert_eq!(parse_colour(wrong), None, "{wrong}");
        }
    }
}
