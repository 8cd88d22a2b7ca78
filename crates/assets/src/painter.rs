//! SVG to pixels with this project's own fonts only, so that every machine paints the same.

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder as _};
use resvg::{tiny_skia, usvg};

use crate::Error;

/// The family of titles, in bold.
pub(crate) const DISPLAY: &str = "Bricolage Grotesque";
/// The family of everything else, in medium and semibold.
pub(crate) const BODY: &str = "Instrument Sans";

const FONTS: [&[u8]; 3] = [
    include_bytes!("../fonts/BricolageGrotesque_700Bold.ttf"),
    include_bytes!("../fonts/InstrumentSans_500Medium.ttf"),
    include_bytes!("../fonts/InstrumentSans_600SemiBold.ttf"),
];

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

impl Painter {
    pub fn new() -> Self {
        let mut options = usvg::Options::default();
        let fonts = options.fontdb_mut();
        for font in FONTS {
            fonts.load_font_data(font.to_vec());
        }
        options.font_family = BODY.into();
        Self { options }
    }

    /// Reads an SVG; `what` names it in the error.
    pub fn read(&self, svg: &str, what: &str) -> Result<usvg::Tree, Error> {
        usvg::Tree::from_str(svg, &self.options).map_err(|e| Error::Drawing {
            what: what.to_owned(),
            reason: e.to_string(),
        })
    }

    /// The width of a text in the display family at 100 pixels.
    pub fn display_width(&self, text: &str) -> f32 {
        let escaped = escape(text);
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><text \
             font-family=\"{DISPLAY}\" font-weight=\"700\" font-size=\"100\" \
             letter-spacing=\"-2\" xml:space=\"preserve\">{escaped}</text></svg>"
        );
        let tree = self.read(&svg, "a text");
        tree.map_or(0.0, |tree| tree.root().abs_bounding_box().width())
    }

    /// Paints a drawing as PNG.
    pub fn png(&self, drawing: &usvg::Tree, canvas: Canvas<'_>) -> Result<Vec<u8>, Error> {
        let failed = |reason: String| Error::Drawing {
            what: format!("a picture of {} by {} pixels", canvas.width, canvas.height),
            reason,
        };
        let mut pixels = tiny_skia::Pixmap::new(canvas.width, canvas.height)
            .ok_or_else(|| failed("it is too large".into()))?;
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

/// A text as XML.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // The fonts have one no-break space; XML has no control characters.
            '\u{202F}' => out.push('\u{A0}'),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
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

    #[test]
    fn longer_texts_are_wider() {
        let painter = Painter::new();
        let (one, two) = (
            painter.display_width("Cilaos"),
            painter.display_width("Cilaos Cilaos"),
        );
        assert!(one > 200.0 && two > 2.0 * one);
    }
}
