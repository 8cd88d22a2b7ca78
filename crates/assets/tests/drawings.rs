//! Icons, favicons, maps and cards of a small site.

// A panic is how a test fails, in its helping functions too.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod site;

use std::collections::BTreeSet;

use assets::{Assets, Card};
use site::{Site, text};

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
    assert_eq!(error.hint(), Some("run `npm ci --prefix islands`"));
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
    site.write("public/favicon.ico", "mine");
    let (assets, _) = Assets::load(&site.sources(), site.settings()).unwrap();
    assert_eq!(text(assets.get("favicon.ico").unwrap()), "mine");
}

#[test]
fn maps_are_kept_and_found_again() {
    let site = Site::new();
    let (assets, _) = Assets::load(&site.sources(), site.settings()).unwrap();
    let cover = assets.cover("sergos").unwrap();
    let svg = text(&cover.asset);
    assert!(cover.asset.url.starts_with("/assets/covers/sergos."));
    assert_eq!((cover.view_box.as_str(), cover.id), ("0 0 1600 1000", "m"));
    for part in [
        "id=\"m\"",
        "id=\"l\"",
        "currentColor",
        "class=\"index\"",
        &format!(">{}</text>", cover.summit.height),
    ] {
        assert!(svg.contains(part), "{part}");
    }
    assert!(!svg.contains("style") && !svg.contains("<script"));
    let field = assets.field("la-reunion", 1200, 700).unwrap();
    assert_eq!(field.summit.height, 3071);
    let (again, _) = assets.reload(&site.sources(), site.settings()).unwrap();
    assert_eq!(again.cover("sergos").unwrap().asset, cover.asset);
}

#[test]
fn a_social_card_is_a_png_of_1200_by_630() {
    let site = Site::new();
    let (assets, _) = Assets::load(&site.sources(), site.settings()).unwrap();
    let card = Card {
        title: "Réduire de 40 % le temps de développement <SaaS> & co\u{202F}?".into(),
        section: "Blog".into(),
        site: "Atelier".into(),
        slug: "reduire".into(),
        accent: None,
    };
    let asset = assets.social_card(&card).unwrap();
    let picture = image::load_from_memory(&asset.bytes().unwrap()).unwrap();
    assert_eq!((picture.width(), picture.height()), (1200, 630));
    assert!(asset.len < 300_000, "{}", asset.len);
    let red = Card {
        accent: Some("#FF0000".into()),
        ..card.clone()
    };
    assert_ne!(assets.social_card(&red).unwrap().url, asset.url);
    let wrong = Card {
        accent: Some("url(#x)".into()),
        ..card
    };
    let error = assets.social_card(&wrong).unwrap_err().to_string();
    assert!(error.contains("`url(#x)` is not a colour"), "{error}");
}
