//! Icons, favicons, drawings and painted pictures of a small site.

use std::collections::BTreeSet;

use crate::site::{self, Site, text};
use assets::{Assets, PaintRequest};

fn with_icons(site: &Site, names: &[&str]) -> Assets {
    let mut settings = site.settings();
    settings.icons = names.iter().map(|n| (*n).to_owned()).collect();
    let (assets, diagnostics) = Assets::load(&site.sources(), settings).unwrap();
    assert!(diagnostics.is_empty());
    assets
}

#[test]
fn the_sprite_holds_exactly_the_icons_that_are_used() {
    let site = Site::new();
    let assets = with_icons(&site, &["arrow-right", "brand-github", "summit"]);
    let icon = assets.icon("summit").unwrap();
    assert_eq!(icon.id, "summit");
    let sprite = text(&icon.sprite);
    let ids: Vec<_> = sprite
        .split("<symbol id=\"")
        .skip(1)
        .map(|s| s.split('"').next().unwrap())
        .collect();
    assert_eq!(ids, ["arrow-right", "brand-github", "summit"]);
    assert_eq!(assets.get("icons.svg"), Some(&icon.sprite));
    assert!(assets.get("icons/summit.svg").is_none());
    let other = assets.icon("house").unwrap_err();
    assert_eq!(other.diagnostic().code, "icon-not-in-sprite");
}

#[test]
fn an_unknown_icon_is_named_with_the_nearest_one() {
    let site = Site::new();
    let assets = with_icons(&site, &["arow-right", "brand-githob", "../x"]);
    for (name, hint) in [
        ("arow-right", Some("did you mean `arrow-right`?")),
        ("brand-githob", Some("did you mean `brand-github`?")),
    ] {
        let diagnostic = assets.icon(name).unwrap_err().diagnostic();
        assert_eq!(diagnostic.hint.as_deref(), hint);
        assert_eq!(diagnostic.message, format!("there is no icon `{name}`"));
    }
    let outside = assets.icon("../x").unwrap_err().diagnostic();
    assert_eq!(outside.code, "unknown-icon");
}

#[test]
fn the_sprite_outlives_its_packages() {
    let site = Site::new();
    site.write(
        "islands/package.json",
        r#"{"dependencies":{"lucide-static":"1"}}"#,
    );
    let before = with_icons(&site, &["arrow-right"]);
    std::fs::remove_file(site.root().join("islands/node_modules")).unwrap();
    let after = with_icons(&site, &["arrow-right"]);
    assert_eq!(after.get("icons.svg"), before.get("icons.svg"));
    let mut settings = site.settings();
    settings.icons = BTreeSet::from(["house".to_owned()]);
    let error = Assets::load(&site.sources(), settings).unwrap_err();
    assert_eq!(
        error.hint(),
        Some(
            "run `npm install --prefix islands`, after adding the package to islands/package.json if it is not there"
        )
    );
}

#[test]
fn favicons_come_from_one_svg() {
    let site = Site::new();
    let (assets, _) = Assets::load(&site.sources(), site.settings()).unwrap();
    for (name, size, opaque) in [
        ("favicon-32.png", 32, false),
        ("favicon-180.png", 180, true),
        ("favicon-192.png", 192, false),
        ("favicon-512.png", 512, false),
        ("favicon-maskable-512.png", 512, true),
    ] {
        let bytes = assets.get(name).unwrap().bytes().unwrap();
        let picture = image::load_from_memory(&bytes).unwrap();
        assert_eq!((picture.width(), picture.height()), (size, size), "{name}");
        let pixels = picture.to_rgba8();
        assert_eq!(pixels.get_pixel(0, 0)[3] == 255, opaque, "{name}");
        assert_eq!(
            &pixels.get_pixel(size / 2, size * 5 / 8).0[..3],
            [0xB9, 0x3A, 0x0B],
            "{name}"
        );
    }
    assert!(
        assets
            .get("favicon.ico")
            .unwrap()
            .bytes()
            .unwrap()
            .starts_with(&[0, 0, 1, 0, 3, 0])
    );
}

#[test]
fn a_broken_favicon_is_a_mistake_and_its_own_files_stay() {
    let site = Site::new();
    site.write("public/favicon.svg", "<svg");
    let (_, diagnostics) = Assets::load(&site.sources(), site.settings()).unwrap();
    assert!(
        site::rendered(&diagnostics).starts_with("error[corrupt-image]: cannot draw favicon.svg: ")
    );
    let site = Site::new();
    let raster = "data:image/png;base64,iVBORw0KGgo=";
    for (inside, expected) in [
        (
            format!("<image width=\"9\" height=\"9\" href=\"{raster}\"/>"),
            "`<image>` shows another picture, which is not painted: draw it here",
        ),
        (
            "<use href=\"logo.svg#mark\"/>".to_owned(),
            "`<use>` shows a part of another file, which is not painted: draw it here",
        ),
        (
            "<foreignObject><p/></foreignObject>".to_owned(),
            "`<foreignObject>` shows what is no drawing, which is not painted: write it as `<text>`",
        ),
        ("<é é>".to_owned(), "expected '=' not '>' at 3:5"),
    ] {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">\n<g>\n{inside}</g></svg>"
        );
        site.write("public/favicon.svg", svg);
        let (_, diagnostics) = Assets::load(&site.sources(), site.settings()).unwrap();
        let told = site::rendered(&diagnostics);
        let start = format!("error[corrupt-image]: cannot draw favicon.svg: {expected}\n");
        assert!(told.starts_with(&start), "{told}");
        let column = if inside.starts_with("<é") { 5 } else { 1 };
        let place = format!(" --> public/favicon.svg:3:{column}\n");
        assert!(told.contains(&place), "{told}");
    }
    // Whoever has all pictures needs none painted.
    for name in ["32", "180", "192", "512", "maskable-512"] {
        site.write(&format!("public/favicon-{name}.png"), "mine");
    }
    site.write("public/favicon.ico", "mine");
    let (_, diagnostics) = Assets::load(&site.sources(), site.settings()).unwrap();
    assert_eq!(site::rendered(&diagnostics), "");
    let site = Site::new();
    site.write("public/favicon.ico", "mine");
    let (assets, _) = Assets::load(&site.sources(), site.settings()).unwrap();
    assert_eq!(text(assets.get("favicon.ico").unwrap()), "mine");
}

const SQUARE: &str = include_str!("fixture/islands/drawings/square.ts");

#[test]
fn drawings_are_kept_and_need_no_node_again() {
    let site = Site::new();
    let (assets, _) = Assets::load(&site.sources(), site.settings()).unwrap();
    let drawing = assets.drawing("square", r#"{"side":4}"#).unwrap().unwrap();
    let (frame, url) = (&drawing.frame, &drawing.asset.url);
    assert_eq!(
        (frame.view_box.as_str(), frame.id.as_str()),
        ("0 0 4 4", "p")
    );
    assert!(url.starts_with("/assets/drawings/square."), "{url}");
    let other = assets.drawing("square", r#"{"side":5}"#).unwrap().unwrap();
    assert_ne!(&other.asset.url, url);
    let mut settings = site.settings();
    settings.node = "no-node".into();
    let (again, _) = Assets::load(&site.sources(), settings).unwrap();
    let kept = again.drawing("square", r#"{"side":4}"#).unwrap().unwrap();
    assert_eq!(kept.asset, drawing.asset);
}

#[test]
fn a_drawing_is_kept_although_another_file_of_the_islands_changes() {
    let site = Site::new();
    site.write(
        "islands/drawings/square.ts",
        "export { default } from './parts/part';",
    );
    site.write("islands/drawings/parts/part.ts", SQUARE);
    let draw = |expected: &str| {
        let (assets, _) = Assets::load(&site.sources(), site.settings()).unwrap();
        let drawing = assets.drawing("square", r#"{"side":4}"#).unwrap().unwrap();
        assert!(text(&drawing.asset).contains(expected));
        let records = site.root().join(".site/records/drawing");
        std::fs::read_dir(records).unwrap().count()
    };
    assert_eq!(draw("M0 0h4"), 1);
    site.write("islands/ui/other.ts", "export const other = 1;");
    assert_eq!(draw("M0 0h4"), 1);
    site.write(
        "islands/drawings/parts/part.ts",
        SQUARE.replace("M0 0", "M1 1"),
    );
    assert_eq!(draw("M1 1h4"), 2);
}

#[test]
fn a_drawing_that_cannot_be_used_is_a_mistake_at_its_file() {
    let programs = [
        (
            "export default () => '<svg/>';",
            "the drawing `wrong` cannot be used: its root is `svg`, not `svg` with",
        ),
        (
            "export default () => 7;",
            "the drawing `wrong` cannot be made: it answers number, not a string",
        ),
        (
            "export default async () => '';",
            "the drawing `wrong` cannot be made: it answers a promise, not a string",
        ),
        (
            "export default () => '<svg>🎉'.slice(0, 6);",
            "the drawing `wrong` cannot be made: half of a character stands after `<svg>`: cut texts",
        ),
        (
            "export default () => { throw '\\ud83c'; };",
            "the drawing `wrong` cannot be made: \u{fffd}",
        ),
        (
            "export const x = 1;",
            "the drawing `wrong` cannot be made: it has no default export that is a function",
        ),
        (
            "export default () => `${Math.random()}`;",
            "the drawing `wrong` cannot be made: `Math.random()` gives another drawing",
        ),
        (
            "export default () => `${Date.now()}`;",
            "the drawing `wrong` cannot be made: `Date.now()` gives another drawing",
        ),
        (
            "export default () => `${new Date()}`;",
            "the drawing `wrong` cannot be made: `new Date()` gives another drawing",
        ),
        (
            "export default () => { for (;;); };",
            "the Node helper did not make the drawing `wrong` within 1 s",
        ),
    ];
    let site = Site::new();
    let file = |number: usize| format!("islands/drawings/wrong{number}.ts");
    for (number, (program, _)) in programs.iter().enumerate() {
        site.write(&file(number), program);
    }
    // Bundling has all the time it needs.
    Assets::load(&site.sources(), site.settings()).unwrap();
    let mut settings = site.settings();
    settings.patience = std::time::Duration::from_secs(1);
    let (assets, _) = Assets::load(&site.sources(), settings).unwrap();
    for (number, (_, expected)) in programs.iter().enumerate() {
        let name = format!("wrong{number}");
        let told = assets.drawing(&name, "{}").unwrap_err().diagnostic();
        let expected = expected.replace("`wrong`", &format!("`{name}`"));
        assert!(told.message.starts_with(&expected), "{}", told.message);
        let place = told.labels.first();
        let is_placed = place.is_some_and(|label| label.source.path == file(number));
        assert_eq!(is_placed, told.code == "broken-drawing");
    }
}

#[test]
fn an_unknown_drawing_is_named_with_the_nearest_one() {
    let site = Site::new();
    let (assets, _) = Assets::load(&site.sources(), site.settings()).unwrap();
    for (name, hint) in [
        ("sqare", "did you mean `square`?"),
        ("mountain", "create islands/drawings/mountain.ts"),
    ] {
        let told = assets.drawing(name, "{}").unwrap_err().diagnostic();
        assert_eq!(told.message, format!("there is no drawing `{name}`"));
        assert_eq!(told.hint.as_deref(), Some(hint));
    }
}

#[test]
fn a_painted_picture_has_the_size_that_was_asked_for_and_the_fonts_of_the_site() {
    let site = Site::new();
    let paint = || {
        let (assets, _) = Assets::load(&site.sources(), site.settings()).unwrap();
        let request = PaintRequest {
            name: "card.svg",
            svg: "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 40 30\"><text y=\"20\">Co\u{202F}?</text></svg>",
            width: 400,
            height: 300,
        };
        assets.paint(request).unwrap()
    };
    let asset = paint();
    let picture = image::load_from_memory(&asset.bytes().unwrap()).unwrap();
    assert_eq!((picture.width(), picture.height()), (400, 300));
    assert!(asset.url.starts_with("/assets/pictures/card."));
    let fonts = concat!(env!("CARGO_MANIFEST_DIR"), "/../../public/fonts/");
    let font = std::fs::read(format!("{fonts}bricolage-grotesque-bold.ttf")).unwrap();
    site.write("public/fonts/own.ttf", font);
    assert_ne!(paint().url, asset.url);
}

#[test]
fn an_svg_that_cannot_be_painted_is_named() {
    let site = Site::new();
    let (assets, _) = Assets::load(&site.sources(), site.settings()).unwrap();
    let request = PaintRequest {
        name: "card.svg",
        svg: "<svg",
        width: 40,
        height: 30,
    };
    let error = assets.paint(request).unwrap_err().to_string();
    assert!(
        error.starts_with("cannot draw templates/card.svg: "),
        "{error}"
    );
}
