//! An image as HTML: its variants with their widths, its size, and when it loads.

use std::sync::Arc;

use minijinja::Error;

use crate::escape::escape;
use crate::view::View;

/// Widths that suit phones and screens when a template names none, in pixels.
const WIDTHS: [u32; 4] = [400, 800, 1200, 1600];

/// The widest image that is made: no format for the web holds a wider one.
pub const WIDEST: u32 = 16_383;

/// What a template or a text says of an image.
#[derive(Debug, Default)]
pub struct Picture<'a> {
    /// The file, relative to the site's root.
    pub path: &'a str,
    /// What it shows; empty when it only decorates.
    pub alt: &'a str,
    /// A caption on hover.
    pub title: Option<&'a str>,
    /// Widths to make, in pixels; none for the usual ones.
    pub widths: Vec<u32>,
    /// How wide it is shown, as the `sizes` attribute says it.
    pub sizes: Option<&'a str>,
    /// Classes of the `<img>`.
    pub class: Option<&'a str>,
    /// Whether it may be the one image of its page that loads at once; by default it may.
    pub priority: Option<bool>,
}

/// Whether a text is a list of widths as the `sizes` attribute has it: each ends with a length, `auto` or a function.
pub fn are_sizes(text: &str) -> bool {
    let mut depth = 0_usize;
    let parts = text.split(|c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    });
    let is_length = |part: &str| {
        let last = part.split_whitespace().last().unwrap_or_default();
        let unit = last.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let is_unit = !unit.is_empty() && unit.chars().all(|c| c.is_ascii_alphabetic());
        last == "auto" || last == "0" || last.ends_with(')') || is_unit && unit.len() < last.len()
    };
    { parts }.all(is_length)
}

/// The image as `<picture>` or `<img>`.
pub fn html(view: &Arc<View>, picture: &Picture<'_>) -> Result<String, Error> {
    // One image of a page comes first: others would only compete with it.
    let is_first = {
        let mut record = view.record();
        let is_first = picture.priority != Some(false) && !record.has_first_image;
        record.has_first_image |= is_first;
        is_first
    };
    let widths = match picture.widths.is_empty() {
        true => WIDTHS.to_vec(),
        false => picture.widths.clone(),
    };
    let made = view.image(picture.path, widths)?;
    let base = view.base_path();
    let sizes = escape(picture.sizes.unwrap_or("100vw"));
    let mut sources = String::new();
    for source in &made.sources {
        let set: Vec<String> = source
            .srcset
            .iter()
            .map(|(asset, width)| {
                view.keep(asset);
                format!("{base}{} {width}w", asset.url)
            })
            .collect();
        sources += &format!(
            "<source type=\"{}\" srcset=\"{}\" sizes=\"{sizes}\">",
            source.mime,
            set.join(", ")
        );
    }
    view.keep(&made.fallback);
    let mut img = format!(
        "<img src=\"{base}{}\" alt=\"{}\"",
        made.fallback.url,
        escape(picture.alt)
    );
    img += &format!(" width=\"{}\" height=\"{}\"", made.width, made.height);
    if let Some(class) = picture.class {
        img += &format!(" class=\"{}\"", escape(class));
    }
    if let Some(title) = picture.title {
        img += &format!(" title=\"{}\"", escape(title));
    }
    img += match is_first {
        true => " fetchpriority=\"high\" decoding=\"async\">",
        false => " loading=\"lazy\" decoding=\"async\">",
    };
    Ok(match sources.is_empty() {
        true => img,
        false => format!("<picture>{sources}{img}</picture>"),
    })
}
