//! Images in several widths and formats, without metadata, kept by content.

use std::cell::OnceCell;
use std::fmt::Display;
use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;

use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};
use serde_json::json;
use source::{Diagnostic, Sources};

use crate::asset::{Key, Manifest, stem};
use crate::encode::{self, Format, MOST_SIDE, Pixels, Size};
use crate::store::{Kept, Made, Store};
use crate::{Asset, Error, Failure, metadata, unusable};

/// Raised whenever the same image would come out differently.
const RECIPE: &str = "image 1";

/// The widths of an image about which a page says nothing.
const WIDTHS: [u32; 4] = [480, 800, 1200, 1600];

/// The ending of a picture that nobody will see.
const SKETCH: &str = ".sketch";

const MOST_BYTES: usize = 30 << 20;
/// Of the pixels as they are decoded; a photograph of 24 million has 72 MB.
const MOST_DECODED: u64 = 100 << 20;

/// What a page wants of an image.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ImageRequest {
    /// The file, relative to the site's root, with `/`.
    pub file: String,
    /// The widths in pixels; those above the original's are left out. Empty: sensible ones.
    pub widths: Vec<u32>,
}

/// An image in several widths and formats.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Width of the original in pixels, the right way up.
    pub width: u32,
    /// Height of the original in pixels, the right way up.
    pub height: u32,
    /// The best format first, the original one last. SVG and animations have the original only.
    pub sources: Vec<PictureSource>,
    /// The one for `src`: the original format in the largest width.
    pub fallback: Arc<Asset>,
}

/// One format of an image.
#[derive(Clone, Debug)]
pub struct PictureSource {
    /// Media type: `image/webp`.
    pub mime: &'static str,
    /// The files with their widths in pixels, from the narrowest; at least one.
    pub srcset: Vec<(Arc<Asset>, u32)>,
}

/// Where images are looked for and kept.
pub(crate) struct Gallery<'a> {
    pub sources: &'a Sources,
    pub store: &'a Store,
    pub manifest: &'a Manifest,
    pub avif: bool,
    pub sketch: bool,
}

/// What the first bytes of a file say.
struct Head {
    kind: Kind,
    size: Size,
}

/// A file whose pixels are wanted.
struct Original<'a> {
    name: &'a str,
    bytes: &'a [u8],
    format: Format,
}

enum Kind {
    /// Goes out as it came: media type and extension.
    AsIs(&'static str, &'static str),
    /// Is decoded, scaled and encoded.
    Pixels(Format),
}

impl Gallery<'_> {
    /// The variants of an image.
    pub fn picture(&self, request: &ImageRequest) -> Result<Picture, Failure> {
        let name = request.file.as_str();
        let Some(bytes) = self.sources.read(name).map_err(Error::from)? else {
            let missing = format!("there is no image `{name}`");
            let missing = Diagnostic::error("missing-image", missing);
            return Err(missing.about_file(name).into());
        };
        let head = Head::read(&bytes, name)?;
        let widths = widths(&request.widths, head.size.width);
        if let Kind::Pixels(_) = head.kind {
            head.check_sides(&widths, name)?;
        }
        let kind = match head.kind {
            Kind::Pixels(format) if self.sketch => {
                decode(&bytes, name)?;
                Kind::AsIs(format.mime(), SKETCH)
            }
            kind => kind,
        };
        match kind {
            Kind::AsIs(mime, extension) => {
                let asset = self.unchanged(name, extension, bytes)?;
                let srcset = vec![(Arc::clone(&asset), head.size.width)];
                Ok(Picture {
                    width: head.size.width,
                    height: head.size.height,
                    sources: vec![PictureSource { mime, srcset }],
                    fallback: asset,
                })
            }
            Kind::Pixels(format) => {
                let original = Original {
                    name,
                    bytes: &bytes,
                    format,
                };
                let sources = self.scaled(&original, &widths)?;
                let last = sources.last().and_then(|source| source.srcset.last());
                Ok(Picture {
                    width: head.size.width,
                    height: head.size.height,
                    fallback: last
                        .map(|(asset, _)| Arc::clone(asset))
                        .ok_or_else(damaged)?,
                    sources,
                })
            }
        }
    }

    /// Every format in every width.
    fn scaled(
        &self,
        original: &Original<'_>,
        widths: &[u32],
    ) -> Result<Vec<PictureSource>, Failure> {
        let formats = formats(original.format, self.avif);
        let stem = stem(Path::new(original.name));
        let content = Key::default().part(RECIPE).part(original.bytes).finish();
        // Decoded once, and only when some width is not in the cache.
        let decoded = OnceCell::new();
        let mut sources: Vec<_> = formats
            .iter()
            .map(|f| PictureSource {
                mime: f.mime(),
                srcset: Vec::new(),
            })
            .collect();
        for &width in widths {
            let extensions = formats
                .iter()
                .map(|f| f.extension())
                .collect::<Vec<_>>()
                .join(" ");
            let key = Key::default()
                .part(&content)
                .part(width.to_string())
                .part(extensions);
            let key = key.part(&stem).finish();
            let kept = self.store.get_or_make("image", &key, || {
                let pixels = match decoded.get() {
                    Some(pixels) => pixels,
                    None => {
                        let pixels = decode(original.bytes, original.name)?;
                        decoded.get_or_init(|| pixels)
                    }
                };
                make(pixels, width, &formats, &format!("images/{stem}-{width}"))
            })?;
            for (source, asset) in sources.iter_mut().zip(kept.assets) {
                source.srcset.push((asset, width));
            }
        }
        Ok(sources)
    }

    /// The asset of a file that is published as it is.
    fn unchanged(
        &self,
        file: &str,
        extension: &str,
        bytes: Vec<u8>,
    ) -> Result<Arc<Asset>, Failure> {
        let public = file.strip_prefix("public/");
        if let Some(asset) = public.and_then(|name| self.manifest.get(name)) {
            return Ok(Arc::clone(asset));
        }
        let bytes = metadata::strip(&bytes).unwrap_or(bytes);
        let name = format!("images/{}{extension}", stem(Path::new(file)));
        let key = Key::default()
            .part(RECIPE)
            .part(&name)
            .part(&bytes)
            .finish();
        let kept: Kept = self.store.get_or_make("image", &key, || {
            Ok::<_, Failure>(Made {
                files: vec![(name, bytes)],
                facts: json!(null),
            })
        })?;
        kept.assets.into_iter().next().ok_or_else(damaged)
    }
}

fn damaged() -> Failure {
    Error::damaged("an image").into()
}

fn corrupt(name: &str, reason: impl Display) -> Failure {
    unreadable(name, reason, "open it and save it again")
}

fn unreadable(name: &str, reason: impl Display, hint: &str) -> Failure {
    let message = format!("the image `{name}` cannot be read: {reason}");
    let corrupt = Diagnostic::error("corrupt-image", message);
    let corrupt = corrupt.about_file(name);
    corrupt.hint(hint).into()
}

fn enormous(name: &str, size: &str, most: &str) -> Failure {
    let message =
        format!("the image `{name}` is too large: {size}, and at most {most} are accepted");
    let enormous = Diagnostic::error("enormous-image", message);
    enormous
        .about_file(name)
        .hint("scale it down to at most 4000 pixels a side, or cut it into several")
        .into()
}

impl Head {
    fn read(bytes: &[u8], name: &str) -> Result<Self, Failure> {
        if bytes.len() > MOST_BYTES {
            let size = format!("{} MB", bytes.len().div_ceil(1 << 20));
            return Err(enormous(name, &size, &format!("{} MB", MOST_BYTES >> 20)));
        }
        let corrupt = |reason: String| corrupt(name, reason);
        let as_is = |kind, size| Self { kind, size };
        if bytes.starts_with(b"GIF8") {
            let size = encode::gif_size(bytes).filter(|_| encode::is_whole_gif(bytes));
            let size = size.ok_or_else(|| corrupt("it ends too early".into()))?;
            return Ok(as_is(Kind::AsIs("image/gif", ".gif"), size));
        }
        if encode::is_svg(bytes) {
            let hint = "export it as plain SVG with a `viewBox` and without scripts, or mend it in a text editor";
            let size = encode::svg_size(bytes).map_err(|why| unreadable(name, why, hint))?;
            return Ok(as_is(Kind::AsIs("image/svg+xml", ".svg"), size));
        }
        let format = match image::guess_format(bytes) {
            Ok(ImageFormat::Jpeg) => Format::Jpeg,
            Ok(ImageFormat::Png) => Format::Png,
            Ok(ImageFormat::WebP) => Format::WebP,
            _ => return Err(unusable::unusable(bytes, name).into()),
        };
        if format == Format::Png && !has_small_profile(bytes) {
            let most = MOST_PROFILE >> 20;
            return Err(corrupt(format!(
                "its colour profile is larger than {most} MB, or damaged"
            )));
        }
        let is_whole = match format {
            Format::Jpeg => metadata::is_whole_jpeg(bytes),
            Format::WebP => encode::is_whole_webp(bytes),
            // Another one is decoded before anybody sees it.
            Format::Png => !is_animated_png(bytes) || png_chunks(bytes).any(|(k, _)| k == b"IEND"),
            Format::Avif => true,
        };
        if !is_whole {
            return Err(corrupt("it ends too early".into()));
        }
        let mut decoder = decoder(bytes).map_err(|e| corrupt(e.to_string()))?;
        let (width, height) = decoder.dimensions();
        if decoder.total_bytes() > MOST_DECODED {
            let decoded = decoder.total_bytes().div_ceil(1 << 20);
            let size = format!("{width} by {height} pixels are {decoded} MB");
            return Err(enormous(name, &size, &format!("{} MB", MOST_DECODED >> 20)));
        }
        let turned = decoder
            .orientation()
            .map(image::metadata::Orientation::to_exif);
        let size = match turned.is_ok_and(|o| o >= 5) {
            true => Size {
                width: height,
                height: width,
            },
            false => Size { width, height },
        };
        let is_animated = match format {
            Format::WebP => bytes.windows(4).take(4096).any(|w| w == b"ANIM"),
            Format::Png => is_animated_png(bytes),
            _ => false,
        };
        let kind = match is_animated {
            true => Kind::AsIs(format.mime(), format.extension()),
            false => Kind::Pixels(format),
        };
        Ok(Self { kind, size })
    }
}

impl Head {
    /// Refuses a picture that would have more pixels a side, at the largest of some widths, than formats can say.
    fn check_sides(&self, widths: &[u32], name: &str) -> Result<(), Failure> {
        let width = widths.last().copied().unwrap_or(self.size.width);
        let Size { width, height } = self.size.at(width);
        if width.max(height) <= MOST_SIDE {
            return Ok(());
        }
        let size = format!("{width} by {height} pixels");
        Err(enormous(name, &size, &format!("{MOST_SIDE} a side")))
    }
}

/// Of a colour profile, unpacked: the largest that printers use have 3 MB.
const MOST_PROFILE: usize = 8 << 20;

/// Whether a PNG has no packed colour profile, or one that can be unpacked: a small file can hold gigabytes of it.
fn has_small_profile(png: &[u8]) -> bool {
    png_chunks(png)
        .filter(|(kind, _)| *kind == b"iCCP")
        .all(|(_, data)| {
            // Its name, a zero, and the method of packing, of which there is one.
            let end = data.iter().position(|byte| *byte == 0);
            let packed = end.and_then(|end| data.get(end + 2..)).unwrap_or_default();
            let mut unpacked = vec![0; MOST_PROFILE];
            let result = libdeflater::Decompressor::new().zlib_decompress(packed, &mut unpacked);
            result.is_ok()
        })
}

/// Whether a PNG says before its pixels that it has several pictures.
fn is_animated_png(png: &[u8]) -> bool {
    let mut before = png_chunks(png).take_while(|(kind, _)| *kind != b"IDAT");
    before.any(|(kind, _)| kind == b"acTL")
}

/// The chunks of a PNG as far as they are whole, each with its kind and what it holds.
fn png_chunks(png: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let mut rest = png.get(8..).unwrap_or_default();
    std::iter::from_fn(move || {
        let [a, b, c, d, chunk @ ..] = rest else {
            return None;
        };
        let length = u32::from_be_bytes([*a, *b, *c, *d]) as usize;
        let data = chunk.get(4..)?.get(..length)?;
        // Behind it stands its sum.
        rest = chunk.get(8 + length..).unwrap_or_default();
        Some((&chunk[..4], data))
    })
}

fn decoder(bytes: &[u8]) -> image::ImageResult<impl ImageDecoder + '_> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format()?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(MOST_DECODED * 2);
    reader.limits(limits);
    reader.into_decoder()
}

/// The picture the right way up, in sRGB.
fn decode(bytes: &[u8], name: &str) -> Result<Pixels, Failure> {
    let corrupt = |e: image::ImageError| corrupt(name, e.to_string());
    let mut decoder = decoder(bytes).map_err(corrupt)?;
    let orientation = decoder.orientation().map_err(corrupt)?;
    let profile = decoder.icc_profile().map_err(corrupt)?;
    let mut image = DynamicImage::from_decoder(decoder).map_err(corrupt)?;
    image.apply_orientation(orientation);
    Ok(Pixels::new(&image, profile.as_deref()))
}

/// One width in all formats.
fn make(pixels: &Pixels, width: u32, formats: &[Format], name: &str) -> Result<Made, Failure> {
    let failed = |reason: String| {
        Failure::World(Error::Drawing {
            what: format!("`{name}`"),
            reason,
        })
    };
    let scaled = pixels.scaled(width).map_err(failed)?;
    let mut made = Made::default();
    for format in formats {
        let bytes = scaled.encode(*format).map_err(failed)?;
        made.files
            .push((format!("{name}{}", format.extension()), bytes));
    }
    Ok(made)
}

/// The formats of an image, the original one last.
fn formats(original: Format, avif: bool) -> Vec<Format> {
    let mut formats = Vec::new();
    if avif && cfg!(feature = "avif") {
        formats.push(Format::Avif);
    }
    if original != Format::WebP {
        formats.push(Format::WebP);
    }
    formats.push(original);
    formats
}

/// The widths to make: those asked for up to the original's, which stands in for larger ones.
fn widths(asked: &[u32], original: u32) -> Vec<u32> {
    let asked = if asked.is_empty() { &WIDTHS[..] } else { asked };
    let mut widths: Vec<u32> = asked
        .iter()
        .map(|w| (*w).min(original))
        .filter(|w| *w > 0)
        .collect();
    widths.sort_unstable();
    widths.dedup();
    // Two files of nearly the same width are one too many.
    if let [.., before, last] = widths[..]
        && last == original
        && !asked.contains(&last)
        && last - before < last / 16
    {
        widths.remove(widths.len() - 2);
    }
    if widths.is_empty() {
        vec![original]
    } else {
        widths
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_never_exceed_the_original() {
        for (asked, original, expected) in [
            (&[400, 800, 1600][..], 1000, &[400, 800, 1000][..]),
            (&[800, 400, 400], 4000, &[400, 800]),
            (&[800, 1600], 300, &[300]),
            (&[800, 1600], 820, &[820]),
            (&[], 1300, &[480, 800, 1200, 1300]),
            (&[], 5000, &[480, 800, 1200, 1600]),
            (&[0], 50, &[50]),
        ] {
            assert_eq!(widths(asked, original), expected, "{asked:?} of {original}");
        }
    }
}
