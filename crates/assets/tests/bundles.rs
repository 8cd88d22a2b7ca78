//! Scripts, styles and islands of a small site, made with the real Node and its packages.

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

use crate::site::{self, Site, rendered, text};
use assets::{Assets, Content, Settings, Store};

const SUMMITS: &str =
    r#"{"items":[{"name":"Neiges","places":["Cilaos"]},{"name":"Maïdo","places":["Mafate"]}]}"#;

#[test]
fn everything_that_is_published_has_a_hashed_name() {
    let site = Site::new();
    let (assets, diagnostics) = Assets::load(&site.sources(), site.settings()).unwrap();
    assert!(diagnostics.is_empty(), "{}", rendered(&diagnostics));
    let names: BTreeSet<_> = assets.all().map(|(name, _)| name).collect();
    for name in [
        "page.js",
        "runtime.js",
        "styles.css",
        "islands/Counter.js",
        "css/print.css",
    ] {
        assert!(names.contains(name), "{name} is not in {names:?}");
    }
    assert!(!names.contains("inline/head.js") && !names.contains(".DS_Store"));
    for (name, asset) in assets.all() {
        assert!(
            asset.url.starts_with("/assets/") || !asset.immutable,
            "{name}: {}",
            asset.url
        );
        assert!(asset.integrity.starts_with("sha256-"));
        assert_eq!(asset.bytes().unwrap().len() as u64, asset.len, "{name}");
    }
    assert_eq!(
        text(assets.get("inline/head.js").unwrap()),
        r#"(()=>{document.documentElement.classList.add("js");})();"#
    );
}

#[test]
fn threads_share_the_assets_and_ask_for_the_same_at_once() {
    let site = Site::new();
    let drawing = r#"export default () => '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><g id="a"/></svg>';"#;
    site.write("islands/drawings/empty.ts", drawing);
    let (assets, _) = Assets::load(&site.sources(), site.settings()).unwrap();
    let ask = || {
        let html = site::island(&assets, "Summits", SUMMITS, "i0-")
            .unwrap()
            .html;
        let drawing = assets.drawing("empty", "{}").unwrap().unwrap();
        (html, drawing.asset)
    };
    let answers: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
        threads.into_iter().map(|t| t.join().unwrap()).collect()
    });
    assert!(answers.iter().all(|answer| *answer == answers[0]));
}

#[test]
fn verbatim_files_also_keep_their_own_address() {
    let site = Site::new();
    let (assets, _) = Assets::load(&site.sources(), site.settings()).unwrap();
    let kept: Vec<_> = assets
        .all()
        .filter(|(_, a)| !a.immutable)
        .map(|(_, a)| a.url.clone())
        .collect();
    assert_eq!(kept, ["/.well-known/security.txt", "/favicon.ico"]);
}

#[test]
fn references_lead_to_hashed_files_from_wherever_their_file_is_published() {
    let site = Site::new();
    site.write(
        "public/print/page.css",
        "a{b:url(../logo.svg#x) url('/fonts/body.woff2') url(data:,)}",
    );
    site.write("public/fonts/body.woff2", "wOF2");
    site.write(
        "public/app.webmanifest",
        r#"{ "name": "src", "start_url": "/", "icons": [{ "src": "/logo.svg", "sizes": "any" }],
  "screenshots": [{ "src": "print/a b.png" }], "shortcuts": [{ "url": "contact?from=app" }] }"#,
    );
    site.write("public/print/a b.png", "picture");
    let mut settings = site.settings();
    settings.verbatim = vec!["print/".into(), "app.webmanifest".into()];
    let (assets, diagnostics) = Assets::load(&site.sources(), settings).unwrap();
    assert_eq!(rendered(&diagnostics), "");
    let file = |name: &str| assets.get(name).unwrap().url["/assets/".len()..].to_owned();
    let (logo, font, shot) = (
        file("logo.svg"),
        file("fonts/body.woff2"),
        file("print/a b.png"),
    );
    let sheet = |to: &str| format!("a{{b:url({to}{logo}#x) url('{to}{font}') url(data:,)}}");
    let app = |to: &str, home: &str, pages: &str| {
        format!(
            r#"{{ "name": "src", "start_url": "{home}", "icons": [{{ "src": "{to}{logo}", "sizes": "any" }}],
  "screenshots": [{{ "src": "{to}{shot}" }}], "shortcuts": [{{ "url": "{pages}contact?from=app" }}] }}"#
        )
    };
    assert_eq!(text(assets.get("print/page.css").unwrap()), sheet(""));
    assert_eq!(
        text(assets.get("app.webmanifest").unwrap()),
        app("", "../", "../")
    );
    let own: Vec<_> = assets
        .all()
        .filter(|(_, a)| !a.immutable)
        .map(|(_, a)| a)
        .collect();
    let at = |url: &str| text(own.iter().find(|a| a.url == url).unwrap());
    assert_eq!(at("/print/page.css"), sheet("../assets/"));
    assert_eq!(at("/app.webmanifest"), app("assets/", "./", ""));
}

#[test]
fn styles_hold_what_is_used_and_point_to_hashed_files() {
    let site = Site::new();
    let (assets, _) = Assets::load(&site.sources(), site.settings()).unwrap();
    let css = text(assets.get("styles.css").unwrap());
    let font = assets
        .get("fonts/body.woff2")
        .unwrap()
        .url
        .replace("/assets/", "");
    assert!(css.contains(&font), "{css}");
    assert!(css.contains(".grid-cols-3") && css.contains(".underline") && css.contains(".card{"));
    assert!(!css.contains(".hidden{"));
    let classes = assets.class_names();
    assert!(
        ["card", "underline"]
            .iter()
            .all(|name| classes.contains(*name))
    );
    assert!(assets.is_in_script("Counter") && !assets.is_in_script("Count"));
    let print = text(assets.get("css/print.css").unwrap());
    let name = |n: &str| assets.get(n).unwrap().url.replace("/assets/", "");
    assert!(
        print.contains(&format!("url({}#m)", name("logo.svg"))),
        "{print}"
    );
    let base = text(assets.get("css/base.css").unwrap());
    assert!(
        print.starts_with(&base) && !print.contains("@import"),
        "{print}"
    );
}

#[test]
fn islands_are_rendered_and_share_one_chunk_with_react() {
    let site = Site::new();
    let (assets, _) = Assets::load(&site.sources(), site.settings()).unwrap();
    let counter = site::island(&assets, "Counter", r#"{"start":3,"label":"Pas"}"#, "i0-").unwrap();
    assert!(
        counter.html.contains("<output id=\"_i0-R_0_\">3</output>"),
        "{}",
        counter.html
    );
    let told = rendered(&assets.console());
    let expected = "warning[island-console]: the island `Counter` wrote to the console: rendering Pas\n --> islands/Counter/Counter.tsx:1:1";
    assert!(told.starts_with(expected), "{told}");
    let summits = site::island(&assets, "Summits", SUMMITS, "i1-").unwrap();
    assert!(
        summits.html.contains("<!-- -->MAFATE<button"),
        "{}",
        summits.html
    );
    assert_eq!(counter.imports, summits.imports);
    assert!(counter.module.len < 1000 && summits.module.len < 1000);
    let chunk = &counter.imports[0];
    assert!(chunk.len > 100_000, "React is in {}", chunk.url);
    assert!(assets.contributors(&chunk.url)[0].0.contains("react-dom"));
    let published: BTreeSet<_> = assets.all().map(|(_, a)| a.url.clone()).collect();
    assert!(published.contains(&chunk.url) && published.contains(&counter.module.url));
}

#[test]
fn a_build_from_the_cache_starts_no_node_and_gives_the_same() {
    let site = Site::new();
    let (first, _) = Assets::load(&site.sources(), site.settings()).unwrap();
    let html = site::island(&first, "Summits", SUMMITS, "i0-")
        .unwrap()
        .html;
    let mut settings = site.settings();
    settings.node = "/nowhere/node".into();
    let (second, _) = Assets::load(&site.sources(), settings).unwrap();
    assert_eq!(
        site::island(&second, "Summits", SUMMITS, "i0-")
            .unwrap()
            .html,
        html
    );
    let all = |assets: &Assets| {
        assets
            .all()
            .map(|(n, a)| (n, a.url.clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(all(&first), all(&second));
    let asked = site::island(&second, "Summits", SUMMITS, "i7-")
        .unwrap_err()
        .to_string();
    assert!(
        asked.starts_with("cannot start Node (`/nowhere/node`)"),
        "{asked}"
    );
}

#[test]
fn names_do_not_depend_on_the_folder() {
    let urls = || {
        let site = Site::new();
        let (assets, _) = Assets::load(&site.sources(), site.settings()).unwrap();
        assets.all().map(|(_, a)| a.url.clone()).collect::<Vec<_>>()
    };
    assert_eq!(urls(), urls());
}

#[test]
fn a_change_is_seen_by_the_next_load() {
    let site = Site::new();
    let (first, _) = Assets::load(&site.sources(), site.settings()).unwrap();
    site.write("templates/home.html", "<p class=\"hidden\">");
    let (second, _) = first.reload(&site.sources(), site.settings()).unwrap();
    assert!(text(second.get("styles.css").unwrap()).contains(".hidden{"));
    assert_eq!(second.get("page.js"), first.get("page.js"));
    site.write("public/fonts/body.woff2", "wOF2 of another font");
    let (third, _) = second.reload(&site.sources(), site.settings()).unwrap();
    assert_ne!(
        third.get("styles.css").unwrap().url,
        second.get("styles.css").unwrap().url
    );
}

#[test]
fn only_what_is_made_from_a_changed_file_is_made_again() {
    let site = Site::new();
    site.write("content/word.json", r#"{"word":"un"}"#);
    let counter =
        "import { word } from \"../../content/word.json\";\nexport default () => <p>{word}</p>;\n";
    site.write("islands/Counter/Counter.tsx", counter);
    let made = |kind: &str| {
        let folder = site.root().join(".site").join(kind);
        fs::read_dir(folder).unwrap().count()
    };
    let html = |assets: &Assets| {
        let counter = site::island(assets, "Counter", "{}", "i0-").unwrap().html;
        (
            counter,
            site::island(assets, "Summits", SUMMITS, "i1-")
                .unwrap()
                .html,
        )
    };
    for development in [false, true] {
        let settings = || Settings {
            development,
            ..site.settings()
        };
        site.write("content/word.json", r#"{"word":"un"}"#);
        let (first, _) = Assets::load(&site.sources(), settings()).unwrap();
        let (one, summits) = html(&first);
        assert_eq!(one, "<p>un</p>");
        let (bundles, islands) = (made("bundles"), made("records/island"));

        site.write("islands/styles.css", format!("/* {development} */"));
        let (second, _) = first.reload(&site.sources(), settings()).unwrap();
        assert_eq!(html(&second), (one, summits.clone()));
        assert_eq!(
            (made("bundles"), made("records/island")),
            (bundles, islands),
            "a style sheet"
        );

        let button = format!("export const Button = () => <b>{development}</b>;");
        site.write("islands/ui/Button.tsx", button);
        let (third, _) = second.reload(&site.sources(), settings()).unwrap();
        let (one, other) = html(&third);
        assert_ne!(other, summits);
        assert!(other.contains(&format!("<b>{development}</b>")), "{other}");
        assert_eq!(
            (made("bundles"), made("records/island")),
            (bundles + 1, islands + 1),
            "one island"
        );

        // Not of the islands' folder, so that the bundle is made again in its place.
        site.write("content/word.json", r#"{"word":"deux"}"#);
        let (fourth, _) = third.reload(&site.sources(), settings()).unwrap();
        assert_eq!(
            (one.as_str(), html(&fourth)),
            ("<p>un</p>", ("<p>deux</p>".into(), other))
        );
        assert_eq!(made("records/island"), islands + 2);
        assert_ne!(
            fourth.all().find(|(name, _)| name == "islands/Counter.js"),
            third.all().find(|(name, _)| name == "islands/Counter.js")
        );
    }
}

#[test]
fn styles_that_are_made_again_and_again_are_those_of_a_first_build() {
    let site = Site::new();
    let sheet = |assets: &Assets| text(assets.get("styles.css").unwrap());
    let (mut assets, _) = Assets::load(&site.sources(), site.settings()).unwrap();
    let classes = [
        "hidden",
        "hidden flex",
        "flex 2xl:block",
        "flex nothing-of-this",
        "flex",
        "w-[2px]",
        "w-[3px] m-1",
        "m-1",
        "",
    ];
    for (round, classes) in classes.iter().enumerate() {
        site.write("templates/home.html", format!("<p class=\"{classes}\">"));
        if round % 3 == 2 {
            let css = format!("@import \"tailwindcss\";\n.own {{ margin: {round}px }}\n");
            site.write("islands/styles.css", css);
        }
        (assets, _) = assets.reload(&site.sources(), site.settings()).unwrap();
        let mut settings = site.settings();
        let elsewhere = tempfile::tempdir().unwrap();
        let props = site.root().join(".site/props.json");
        fs::copy(props, elsewhere.path().join("props.json")).unwrap();
        settings.store = Arc::new(Store::open(elsewhere.path()));
        let (first, _) = Assets::load(&site.sources(), settings).unwrap();
        assert_eq!(sheet(&assets), sheet(&first), "{classes}");
        for class in classes
            .split(' ')
            .filter(|class| class.starts_with(['h', 'f', 'm']))
        {
            assert!(sheet(&assets).contains(&format!(".{class}{{")), "{class}");
        }
    }
}

#[test]
fn saves_leave_two_bundles() {
    let site = Site::new();
    let settings = || Settings {
        development: true,
        ..site.settings()
    };
    let (mut assets, _) = Assets::load(&site.sources(), settings()).unwrap();
    for text in ["one", "two", "three", "two", "one", "four"] {
        site.write(
            "islands/Counter/Counter.tsx",
            format!("export default () => <p>{text}</p>;\n"),
        );
        (assets, _) = assets.reload(&site.sources(), settings()).unwrap();
        let html = site::island(&assets, "Counter", "{}", "i0-").unwrap().html;
        assert_eq!(html, format!("<p>{text}</p>"));
        assert!(assets.all().all(|(_, asset)| asset.bytes().is_ok()));
        let bundles = fs::read_dir(site.root().join(".site/bundles")).unwrap();
        assert_eq!(bundles.count(), 2, "{text}");
    }
}

/// The files of a development's Counter that hold React, by their addresses.
fn reacts(assets: &Assets) -> Vec<String> {
    let counter = site::island(assets, "Counter", r#"{"start":3,"label":"Pas"}"#, "i0-").unwrap();
    let imports = counter.imports.iter();
    let reacts = imports.filter(|asset| text(asset).contains("Hydration failed because"));
    reacts.map(|asset| asset.url.clone()).collect()
}

#[test]
fn development_has_source_maps_and_reacts_checks_beside_the_islands() {
    let site = Site::new();
    let settings = || Settings {
        development: true,
        ..site.settings()
    };
    let (first, _) = Assets::load(&site.sources(), settings()).unwrap();
    assert!(first.all().any(|(name, _)| name.ends_with(".js.map")));
    let react = reacts(&first);
    assert!(matches!(&react[..], [one] if one.starts_with("/assets/react-dom-client.")));

    let button = "import * as React from \"react\";\nexport const Button = () => React.createElement(\"b\");\n";
    site.write("islands/ui/Button.tsx", button);
    let (second, _) = first.reload(&site.sources(), settings()).unwrap();
    assert_eq!(reacts(&second), react);
}

#[test]
fn what_requires_react_is_given_the_islands_own() {
    let site = Site::new();
    let settings = || Settings {
        development: true,
        ..site.settings()
    };
    let (first, _) = Assets::load(&site.sources(), settings()).unwrap();
    let counter = fs::read_to_string(site.root().join("islands/Counter/Counter.tsx")).unwrap();
    let older =
        "const React = require(\"react\");\nmodule.exports = () => React.createElement(\"i\");\n";
    site.write("islands/ui/older.cjs", older);
    site.write(
        "islands/Counter/Counter.tsx",
        format!("import \"../ui/older.cjs\";\n{counter}"),
    );
    let (second, told) = first.reload(&site.sources(), settings()).unwrap();
    assert_eq!(rendered(&told), "");
    assert!(matches!(&reacts(&second)[..], [one] if one.starts_with("/assets/chunk.")));
}

#[test]
fn a_site_without_islands_never_needs_node() {
    let site = Site::new();
    site.remove("islands");
    site.write("public/styles.css", "p{margin:0}");
    let mut settings = site.settings();
    settings.node = "/nowhere/node".into();
    let (assets, diagnostics) = Assets::load(&site.sources(), settings).unwrap();
    assert!(diagnostics.is_empty());
    assert_eq!(text(assets.get("styles.css").unwrap()), "p{margin:0}");
    let unknown = site::island(&assets, "Faq", "{}", "")
        .unwrap_err()
        .diagnostic();
    assert_eq!(unknown.code, "unknown-island");
}

#[test]
fn files_of_public_are_copied_from_where_they_are() {
    let site = Site::new();
    let (assets, _) = Assets::load(&site.sources(), site.settings()).unwrap();
    let Content::File(path) = &assets.get("logo.svg").unwrap().content else {
        panic!()
    };
    assert_eq!(path, &site.root().join("public/logo.svg"));
}
