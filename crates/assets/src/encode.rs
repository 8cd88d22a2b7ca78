//! Pixels: into sRGB, to a width, and into a file format; and the sizes of formats that stay as they are.

use fast_image_resize::images::Image;
use fast_image_resize::{PixelType, ResizeOptions, Resizer};
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{DynamicImage, ExtendedColorType, ImageEncoder as _};
use moxcms::{ColorProfile, Layout, TransformOptions};
use resvg::usvg::roxmltree;

/// Qualities at which no difference is seen at arm's length.
const WEBP_QUALITY: f32 = 78.0;
const JPEG_QUALITY: u8 = 82;
#[cfg(feature = "avif")]
const AVIF: (u8, u8) = (6, 62);

/// What an SVG says it is.
const SVG: &str = "http://www.w3.org/2000/svg";

/// How many pixels a side of a picture may have, as far as every format can say it.
pub(crate) const MOST_SIDE: u32 = 16_383;

/// A format that pixels are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Avif,
    WebP,
    Jpeg,
    Png,
}

impl Format {
    pub fn mime(self) -> &'static str {
        match self {
            Self::Avif => "image/avif",
            Self::WebP => "image/webp",
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
        }
    }

    pub fn extension(self) -> &'static str {
        match self {
            Self::Avif => ".avif",
            Self::WebP => ".webp",
            Self::Jpeg => ".jpg",
            Self::Png => ".png",
        }
    }
}

/// How large a picture is, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub width: u32,
    pub height: u32,
}

impl Size {
    /// The size at another width, with the same proportions.
    pub fn at(self, width: u32) -> Self {
        let (own, tall) = (u64::from(self.width), u64::from(self.height));
        // Rounded, so it fits: the width is at most the original's.
        let height = (tall * u64::from(width) + own / 2) / own.max(1);
        let height = u32::try_from(height).unwrap_or(self.height).max(1);
        Self { width, height }
    }
}

/// A picture with 8 bits a channel, in sRGB.
#[derive(Clone, Debug)]
pub(crate) struct Pixels {
    size: Size,
    /// Four bytes a pixel when it has transparency, else three.
    alpha: bool,
    bytes: Vec<u8>,
}

impl Pixels {
    /// Takes over a picture; a colour profile other than sRGB is applied, because it does not travel
    /// along.
    pub fn new(image: &DynamicImage, profile: Option<&[u8]>) -> Self {
        let alpha = image.color().has_alpha();
        let size = Size {
            width: image.width(),
            height: image.height(),
        };
        let bytes = if alpha {
            image.to_rgba8().into_raw()
        } else {
            image.to_rgb8().into_raw()
        };
        let mut pixels = Self { size, alpha, bytes };
        if let Some(converted) = profile.and_then(|profile| pixels.in_srgb(profile)) {
            pixels.bytes = converted;
        }
        pixels
    }

    /// The bytes in sRGB; none when the profile is damaged or not one of RGB.
    fn in_srgb(&self, profile: &[u8]) -> Option<Vec<u8>> {
        let layout = if self.alpha {
            Layout::Rgba
        } else {
            Layout::Rgb
        };
        let from = ColorProfile::new_from_slice(profile).ok()?;
        let options = TransformOptions::default();
        let srgb = ColorProfile::new_srgb();
        let transform = from
            .create_transform_8bit(layout, &srgb, layout, options)
            .ok()?;
        let mut converted = vec![0; self.bytes.len()];
        transform.transform(&self.bytes, &mut converted).ok()?;
        Some(converted)
    }

    /// The picture at a width, with its proportions.
    pub fn scaled(&self, width: u32) -> Result<Self, String> {
        let own = self.size;
        if width == own.width {
            return Ok(self.clone());
        }
        let size = own.at(width);
        let from = Image::from_vec_u8(own.width, own.height, self.rgba(), PixelType::U8x4)
            .map_err(|e| e.to_string())?;
        let mut to = Image::new(size.width, size.height, PixelType::U8x4);
        let options = ResizeOptions::new().use_alpha(self.alpha);
        Resizer::new()
            .resize(&from, &mut to, &options)
            .map_err(|e| e.to_string())?;
        let mut bytes = to.into_vec();
        if !self.alpha {
            bytes = bytes
                .chunks_exact(4)
                .flat_map(|rgba| &rgba[..3])
                .copied()
                .collect();
        }
        Ok(Self {
            size,
            alpha: self.alpha,
            bytes,
        })
    }

    /// Four bytes a pixel, which is the one layout that the resizer is compiled for.
    fn rgba(&self) -> Vec<u8> {
        if self.alpha {
            return self.bytes.clone();
        }
        let opaque = |rgb: &[u8]| [rgb[0], rgb[1], rgb[2], 255];
        self.bytes.chunks_exact(3).flat_map(opaque).collect()
    }

    /// The picture as a file.
    pub fn encode(&self, format: Format) -> Result<Vec<u8>, String> {
        let mut file = Vec::new();
        let written = match format {
            Format::WebP => return self.webp(),
            Format::Jpeg => {
                // A JPEG has no transparency, and only an opaque original asks for one.
                let encoder = JpegEncoder::new_with_quality(&mut file, JPEG_QUALITY);
                encoder.write_image(&self.bytes, self.size.width, self.size.height, self.kind())
            }
            Format::Png => {
                let (level, filter) = (CompressionType::Default, FilterType::Adaptive);
                let encoder = PngEncoder::new_with_quality(&mut file, level, filter);
                encoder.write_image(&self.bytes, self.size.width, self.size.height, self.kind())
            }
            #[cfg(feature = "avif")]
            Format::Avif => {
                let encoder = image::codecs::avif::AvifEncoder::new_with_speed_quality(
                    &mut file, AVIF.0, AVIF.1,
                );
                encoder.with_num_threads(Some(1)).write_image(
                    &self.bytes,
                    self.size.width,
                    self.size.height,
                    self.kind(),
                )
            }
            #[cfg(not(feature = "avif"))]
            Format::Avif => return Err("this program was built without AVIF".into()),
        };
        written.map_err(|e| e.to_string())?;
        Ok(file)
    }

    fn webp(&self) -> Result<Vec<u8>, String> {
        let encoder = if self.alpha {
            webp::Encoder::from_rgba(&self.bytes, self.size.width, self.size.height)
        } else {
            webp::Encoder::from_rgb(&self.bytes, self.size.width, self.size.height)
        };
        let encoded = encoder.encode_simple(false, WEBP_QUALITY);
        encoded
            .map(|memory| memory.to_vec())
            .map_err(|e| format!("{e:?}"))
    }

    fn kind(&self) -> ExtendedColorType {
        if self.alpha {
            ExtendedColorType::Rgba8
        } else {
            ExtendedColorType::Rgb8
        }
    }
}

/// The size that a GIF's header gives.
pub(crate) fn gif_size(bytes: &[u8]) -> Option<Size> {
    let number = |i: usize| {
        Some(u32::from(u16::from_le_bytes([
            *bytes.get(i)?,
            *bytes.get(i + 1)?,
        ])))
    };
    let (width, height) = (number(6)?, number(8)?);
    (width > 0 && height > 0).then_some(Size { width, height })
}

/// Whether a GIF shows something and goes on to the end of what it begins.
pub(crate) fn is_whole_gif(bytes: &[u8]) -> bool {
    // The bytes of a table of colours, by the flags that say whether there is one.
    let colours = |flags: u8| match flags & 0x80 {
        0 => 0,
        _ => 3 << ((flags & 7) + 1),
    };
    // Parts that each follow their length, up to an empty one.
    let behind_parts = |mut at: usize| loop {
        match bytes.get(at)? {
            0 => return Some(at + 1),
            length => at += 1 + usize::from(*length),
        }
    };
    let mut at = bytes.get(10).map(|flags| 13 + colours(*flags));
    let mut has_image = false;
    while let Some(start) = at {
        at = match bytes.get(start) {
            // An extension, or an image: what it is, then its data.
            Some(b'!') => behind_parts(start + 2),
            Some(b',') => {
                has_image = true;
                let flags = bytes.get(start + 9);
                flags.and_then(|flags| behind_parts(start + 11 + colours(*flags)))
            }
            // Its end, or what browsers take for it.
            Some(_) => return has_image,
            None => return has_image && start == bytes.len(),
        };
    }
    false
}

/// Whether a WebP is as long as it says.
pub(crate) fn is_whole_webp(bytes: &[u8]) -> bool {
    let length = bytes.get(4..8).and_then(|length| length.try_into().ok());
    length.is_some_and(|length| bytes.len() - 8 >= u32::from_le_bytes(length) as usize)
}

/// Whether a file is XML with an `<svg>` near its beginning.
pub(crate) fn is_svg(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]);
    head.trim_start_matches('\u{FEFF}')
        .trim_start()
        .starts_with('<')
        && head.contains("<svg")
}

/// The intrinsic size of an SVG: its width and height in pixels, else those of its view box.
pub(crate) fn svg_size(bytes: &[u8]) -> Result<Size, String> {
    let text = std::str::from_utf8(bytes).map_err(|e| e.to_string())?;
    let options = roxmltree::ParsingOptions {
        allow_dtd: true,
        ..Default::default()
    };
    let document =
        roxmltree::Document::parse_with_options(text.trim_start_matches('\u{FEFF}'), options)
            .map_err(|e| e.to_string())?;
    if let Some(active) = active_part(&document) {
        return Err(format!("it holds {active}"));
    }
    let root = document.root_element();
    if root.tag_name().namespace() != Some(SVG) {
        return Err(format!(
            "its `<svg>` lacks `xmlns=\"{SVG}\"`, without which browsers show nothing"
        ));
    }
    let length = |name| root.attribute(name).and_then(pixels);
    let view_box: Vec<f64> = root
        .attribute("viewBox")
        .unwrap_or_default()
        .split([' ', ',', '\n', '\t'])
        .filter_map(|n| n.parse().ok())
        .collect();
    let inner = match view_box[..] {
        [_, _, width, height] if width > 0.0 && height > 0.0 => Some((width, height)),
        _ => None,
    };
    let (width, height) = match (length("width"), length("height"), inner) {
        (Some(width), Some(height), _) => (width, height),
        (Some(width), None, Some((w, h))) => (width, width * h / w),
        (None, Some(height), Some((w, h))) => (height * w / h, height),
        (None, None, Some(inner)) => inner,
        _ => return Err("it has neither a `viewBox` nor a width and a height".into()),
    };
    // Lengths are positive and far below the limits of the type.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let whole = |length: f64| length.round().clamp(1.0, 1e6) as u32;
    Ok(Size {
        width: whole(width),
        height: whole(height),
    })
}

/// What of a drawing would run: a picture of the site runs nothing.
fn active_part(document: &roxmltree::Document<'_>) -> Option<String> {
    document.descendants().find_map(|node| {
        if node.tag_name().name().eq_ignore_ascii_case("script") {
            return Some("a `<script>`".to_owned());
        }
        let handler = node.attributes().find(|a| {
            let name = a.name().to_ascii_lowercase();
            name.starts_with("on")
                || a.value()
                    .trim_start()
                    .to_ascii_lowercase()
                    .starts_with("javascript:")
        });
        handler.map(|a| format!("the handler `{}`", a.name()))
    })
}

/// A length without a unit or in pixels.
fn pixels(length: &str) -> Option<f64> {
    let number = length
        .trim()
        .trim_end_matches("px")
        .trim()
        .parse::<f64>()
        .ok()?;
    (number > 0.0 && number.is_finite()).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_an_svg_is_its_own_or_its_view_box() {
        for (svg, expected) in [
            ("<svg width=\"20\" height=\"10px\"/>", Ok((20, 10))),
            ("<svg viewBox=\"0 0 30.4,15\"/>", Ok((30, 15))),
            (
                "<?xml version=\"1.0\"?><svg width=\"60\" viewBox=\"0 0 30 15\"/>",
                Ok((60, 30)),
            ),
            (
                "<svg width=\"100%\" height=\"100%\" viewBox=\"0 0 4 3\"/>",
                Ok((4, 3)),
            ),
            ("<svg viewBox=\"0 0 0 0\"/>", Err(())),
            ("<svg", Err(())),
        ] {
            let named = svg.replace("<svg ", &format!("<svg xmlns=\"{SVG}\" "));
            assert_eq!(
                svg_size(named.as_bytes()).map_err(|_| ()),
                expected.map(|(width, height)| Size { width, height }),
                "{svg}"
            );
        }
    }

    #[test]
    fn a_gif_is_whole_when_it_goes_on_to_its_end() {
        let gif = b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff!\xf9\x04\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";
        assert!(is_whole_gif(gif) && is_whole_gif(&[&gif[..], b"more"].concat()));
        // Browsers bear that the last byte is missing.
        let ends = (0..gif.len()).filter(|end| is_whole_gif(&gif[..*end]));
        assert_eq!(ends.collect::<Vec<_>>(), [gif.len() - 1]);
    }

    #[test]
    fn scaling_keeps_the_proportions() {
        let size = Size {
            width: 301,
            height: 200,
        };
        let pixels = Pixels {
            size,
            alpha: false,
            bytes: vec![9; 301 * 200 * 3],
        };
        let scaled = pixels.scaled(100).unwrap();
        assert_eq!(
            (scaled.size.width, scaled.size.height, scaled.bytes.len()),
            (100, 66, 100 * 66 * 3)
        );
        assert!(scaled.bytes.iter().all(|b| *b == 9));
        let flat = Pixels {
            size: Size {
                width: 900,
                height: 1,
            },
            alpha: true,
            bytes: vec![9; 900 * 4],
        };
        assert_eq!(flat.scaled(10).unwrap().size.height, 1);
    }
}
