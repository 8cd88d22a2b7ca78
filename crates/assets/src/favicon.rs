//! Favicons in the sizes that browsers and phones ask for, from one SVG.

use std::sync::Arc;

use source::{Diagnostic, Source, Sources};

use crate::asset::{Key, Manifest};
use crate::painter::{Canvas, Painter};
use crate::store::Made;
use crate::{Error, Failure, Settings};

/// Raised whenever a picture of the same SVG would come out differently.
const RECIPE: &str = "favicon 3";

/// The source, in `public/`.
const SOURCE: &str = "favicon.svg";

/// The file that browsers ask for at its own address, whatever a page says.
pub(crate) const ICO: &str = "favicon.ico";

/// Name, size, whether it must be opaque, and the share that the drawing takes. Phones cut a
/// maskable icon to a circle of four fifths of its width.
const PICTURES: [(&str, u32, bool, f32); 5] = [
    ("favicon-32.png", 32, false, 1.0),
    ("favicon-180.png", 180, true, 0.78),
    ("favicon-192.png", 192, false, 1.0),
    ("favicon-512.png", 512, false, 1.0),
    ("favicon-maskable-512.png", 512, true, 0.58),
];

/// The sizes in the `.ico` file.
const SIZES: [u8; 3] = [16, 32, 48];

/// Adds the pictures that `public/` does not have itself; with all of them there is nothing to paint.
pub(crate) fn load(
    sources: &Sources,
    settings: &Settings,
    manifest: &mut Manifest,
) -> Result<Option<Diagnostic>, Error> {
    let source = match sources.text(&format!("public/{SOURCE}"))? {
        Some(Ok(source)) => source,
        Some(Err(diagnostic)) => return Ok(Some(diagnostic)),
        None => return Ok(None),
    };
    let paper = &settings.paper;
    let names = PICTURES.iter().map(|(name, ..)| *name).chain([ICO]);
    if names.clone().all(|name| manifest.contains_key(name)) {
        return Ok(None);
    }
    let key = Key::default()
        .part(RECIPE)
        .part(paper)
        .part(source.text().as_str())
        .finish();
    let kept = settings
        .store
        .get_or_make("favicon", &key, || paint(&source, paper));
    let kept = match kept {
        Ok(kept) => kept,
        Err(Failure::Mistake(mistake)) => return Ok(Some(*mistake)),
        Err(Failure::World(error @ Error::Drawing { .. })) => {
            let broken = Diagnostic::error("corrupt-image", error.to_string());
            return Ok(Some(broken.at(&source, 0..0)));
        }
        Err(Failure::World(error)) => return Err(error),
    };
    for (name, asset) in names.zip(kept.assets) {
        manifest
            .entry(name.to_owned())
            .or_insert_with(|| Arc::clone(&asset));
    }
    Ok(None)
}

fn paint(source: &Arc<Source>, paper: &str) -> Result<Made, Failure> {
    let painter = Painter::new(&[]);
    let drawing = painter.read(&source.text()).map_err(|unpainted| {
        let message = format!("cannot draw {SOURCE}: {}", unpainted.reason);
        Diagnostic::error("corrupt-image", message).at(source, unpainted.at..unpainted.at)
    })?;
    let mut made = Made::default();
    for (name, size, opaque, share) in PICTURES {
        let canvas = Canvas {
            width: size,
            height: size,
            background: opaque.then_some(paper),
            share,
        };
        made.files
            .push((name.into(), painter.png(&drawing, canvas)?));
    }
    let mut pictures = Vec::new();
    for size in SIZES {
        let canvas = Canvas {
            width: size.into(),
            height: size.into(),
            background: None,
            share: 1.0,
        };
        pictures.push((size, painter.png(&drawing, canvas)?));
    }
    made.files.push((ICO.into(), ico(&pictures)));
    Ok(made)
}

/// An icon file that holds PNG pictures: a header, an entry of 16 bytes for each, the pictures.
fn ico(pictures: &[(u8, Vec<u8>)]) -> Vec<u8> {
    // Three small pictures: neither their number nor their size comes near these types' limits.
    #[allow(clippy::cast_possible_truncation)]
    let (count, mut offset) = (pictures.len() as u16, 6 + 16 * pictures.len() as u32);
    let mut file = vec![0, 0, 1, 0];
    file.extend(count.to_le_bytes());
    for (size, png) in pictures {
        #[allow(clippy::cast_possible_truncation)]
        let len = png.len() as u32;
        // Width, height, no palette, reserved, one plane, 32 bits a pixel.
        file.extend([*size, *size, 0, 0, 1, 0, 32, 0]);
        file.extend(len.to_le_bytes());
        file.extend(offset.to_le_bytes());
        offset += len;
    }
    for (_, png) in pictures {
        file.extend(png);
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ico_points_to_its_pictures() {
        let file = ico(&[
            (16, b"\x89PNG one".to_vec()),
            (32, b"\x89PNG number two".to_vec()),
        ]);
        assert_eq!(&file[..6], [0, 0, 1, 0, 2, 0]);
        for (entry, expected) in [(6, &b"\x89PNG one"[..]), (22, b"\x89PNG number two")] {
            let number = |i: usize| u32::from_le_bytes(file[i..i + 4].try_into().unwrap()) as usize;
            let (len, offset) = (number(entry + 8), number(entry + 12));
            assert_eq!(&file[offset..offset + len], expected);
        }
    }
}
