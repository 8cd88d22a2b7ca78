//! Pictures painted from SVG that a template wrote, such as those that social networks show beside a link.

use std::sync::Arc;

use crate::asset::Key;
use crate::painter::{Canvas, Painter};
use crate::store::{Made, Store};
use crate::{Asset, Error};

/// Raised whenever a picture of the same SVG would come out differently.
const RECIPE: &str = "painted 3";

/// An SVG and the picture wanted of it.
#[derive(Clone, Copy, Debug)]
pub struct PaintRequest<'a> {
    /// The template that wrote it, which names the file and stands in messages.
    pub name: &'a str,
    /// The text.
    pub svg: &'a str,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
}

/// The picture as PNG, from the cache if it was painted before with the same fonts.
pub(crate) fn paint(
    store: &Store,
    fonts: &str,
    painter: &Painter,
    request: PaintRequest<'_>,
) -> Result<Arc<Asset>, Error> {
    let PaintRequest {
        name,
        width,
        height,
        ..
    } = request;
    // Most fonts have one no-break space only.
    let svg = request.svg.replace('\u{202F}', "\u{A0}");
    let key = Key::default().part(RECIPE).part(fonts).part(&svg);
    let key = key.part(format!("{width} {height}")).finish();
    let kept = store.get_or_make("painted", &key, || {
        let canvas = Canvas {
            width,
            height,
            background: Some("#ffffff"),
            share: 1.0,
        };
        let drawing = painter.read(&svg).map_err(|unpainted| Error::Drawing {
            what: format!("templates/{name}"),
            reason: unpainted.reason,
        })?;
        let png = painter.png(&drawing, canvas)?;
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        Ok::<_, Error>(Made {
            files: vec![(format!("pictures/{stem}.png"), png)],
            ..Made::default()
        })
    })?;
    let found = kept.assets.into_iter().next();
    found.ok_or_else(|| Error::damaged("a painted picture"))
}
