//! Draws the covers and social cards of some slugs into a folder, to look at.
//!
//! `cargo run -p assets --example drawings -- FOLDER SLUG…`

use std::path::PathBuf;
use std::sync::Arc;

use assets::{Assets, Card, Settings, Store, compress};
use resvg::{tiny_skia, usvg};
use source::Sources;

const INKS: [&str; 6] = [
    "#0B6E78", "#6B4C8A", "#8A6412", "#3F6B34", "#B93A0B", "#5B5663",
];
const COLUMNS: u32 = 3;
const CARD: (u32, u32) = (480, 300);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("name a folder")?);
    let slugs: Vec<String> = arguments.collect();
    let sources = Arc::new(Sources::list(&folder).0);
    let settings = Settings::new(Arc::new(Store::open(folder.join(".site"))));
    let (assets, _) = Assets::load(&sources, settings)?;
    let rows = u32::try_from(slugs.len())?.div_ceil(COLUMNS);
    let mut picture = tiny_skia::Pixmap::new(COLUMNS * (CARD.0 + 24), rows * (CARD.1 + 24))
        .ok_or("nothing to draw")?;
    picture.fill(tiny_skia::Color::from_rgba8(0xF1, 0xEC, 0xE0, 0xFF));
    for (i, slug) in (0..).zip(&slugs) {
        let cover = assets.cover(slug)?;
        let svg = String::from_utf8(cover.asset.bytes()?.to_vec())?;
        println!(
            "{slug}: {} m, {} bytes compressed",
            cover.summit.height,
            compress(svg.as_bytes()).brotli.len()
        );
        std::fs::write(folder.join(format!("{slug}.svg")), &svg)?;
        let ink = INKS[i as usize % INKS.len()];
        let tree = usvg::Tree::from_str(&plain(&svg, ink), &usvg::Options::default())?;
        let mut card = tiny_skia::Pixmap::new(CARD.0, CARD.1).ok_or("no card")?;
        card.fill(tiny_skia::Color::from_rgba8(0xFA, 0xF7, 0xF0, 0xFF));
        resvg::render(
            &tree,
            tiny_skia::Transform::from_scale(0.3, 0.3),
            &mut card.as_mut(),
        );
        let x = i32::try_from(12 + (i % COLUMNS) * (CARD.0 + 24))?;
        let y = i32::try_from(12 + (i / COLUMNS) * (CARD.1 + 24))?;
        picture.draw_pixmap(
            x,
            y,
            card.as_ref(),
            &tiny_skia::PixmapPaint::default(),
            tiny_skia::Transform::identity(),
            None,
        );
    }
    for (i, slug) in slugs.iter().enumerate() {
        let card = assets.social_card(&Card {
            title: slug.replace('-', " "),
            section: "Étude de cas".into(),
            site: "Atelier".into(),
            slug: slug.clone(),
            accent: Some(INKS[i % INKS.len()].into()),
        })?;
        println!("{slug}: a card of {} bytes", card.len);
        std::fs::write(folder.join(format!("{slug}.png")), card.bytes()?)?;
    }
    let field = assets.field("la-reunion", 2400, 1400)?;
    let svg = field.asset.bytes()?;
    println!("field: {} bytes compressed", compress(&svg).brotli.len());
    std::fs::write(folder.join("field.svg"), &svg)?;
    picture.save_png(folder.join("covers.png"))?;
    Ok(())
}

/// The map without what only browsers know: custom properties and lines that do not scale.
fn plain(svg: &str, ink: &str) -> String {
    svg.replace("var(--contour-line,currentColor)", ink)
        .replace("currentColor", ink)
        .replace("var(--contour-tint,0)", ".025")
        .replace("var(--contour-index-width,1.8)", "6.2")
        .replace("var(--contour-graticule,.5)", ".5")
        .replace("var(--contour-width,1)", "3.4")
        .replace("var(--contour-opacity,.6)", ".6")
        .replace("var(--contour-label,40px)", "40px")
        .replace("var(--contour-mark,inline)", "inline")
        .replace(" vector-effect=\"non-scaling-stroke\"", "")
}
