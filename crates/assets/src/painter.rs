//! SVG to pixels with the site's own fonts only, so that every machine paints the same.

use std::collections::BTreeSet;
use std::sync::Arc;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder as _};
use resvg::usvg::fontdb::{Family, Query, Weight};
use resvg::{tiny_skia, usvg};
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider as _};

use crate::Error;

/// The font of a site that has none of its own in `public/fonts/`.
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

impl Painter {
    /// With the given fonts, or the engine's one when there is none.
    pub fn new(fonts: &[Arc<[u8]>]) -> Self {
        let mut options = usvg::Options::default();
        let database = options.fontdb_mut();
        for font in fonts {
            database.load_font_data(font.to_vec());
        }
        if database.is_empty() {
            database.load_font_data(FONT.to_vec());
        }
        let first = database.faces().next();
        let family = first.and_then(|face| face.families.first());
        options.font_family = family.map(|(name, _)| name.clone()).unwrap_or_default();
        Self { options }
    }

    /// Reads an SVG; `what` names it in the error.
    pub fn read(&self, svg: &str, what: &str) -> Result<usvg::Tree, Error> {
        let failed = |reason: String| Error::Drawing {
            what: what.to_owned(),
            reason,
        };
        if svg.len() > MOST_BYTES {
            return Err(failed(format!("it is longer than {} KB", MOST_BYTES >> 10)));
        }
        usvg::Tree::from_str(svg, &self.options).map_err(|e| failed(e.to_string()))
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
        width.ok_or_else(|| {
            let families = fonts.faces().flat_map(|face| &face.families);
            let known: BTreeSet<_> = families.map(|(name, _)| format!("`{name}`")).collect();
            let known: Vec<_> = known.into_iter().collect();
            Error::Drawing {
                what: "a text".into(),
                reason: format!("there is no font `{family}`; known: {}", known.join(", ")),
            }
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
        if let Some([red, green, blue]) = canvas.background.and_then(parse_colour) {
            pixels.fill(tiny_skia::Color::from_rgba8(red, green, blue, 255));
        }
        resvg::render(drawing, placed(drawing, canvas), &mut pixels.as_mut());
        encode(&pixels, canvas.background.is_some()).map_err(|e| failed(e.to_string()))
    }
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
    fn colours_are_read_or_refused() {
        assert_eq!(parse_colour("#0B6E78"), Some([0x0B, 0x6E, 0x78]));
        for wrong in ["0B6E78", "#fff", "#gggggg", "red", "#é1234"] {
            assert_eq!(parse_colour(wrong), None, "{wrong}");
        }
    }
}
