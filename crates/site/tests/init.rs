//! `site init`: every kind of site in every language builds at once, passes its check, and can be read by everybody;
//! `site add`: what islands need comes to a site, and later versions of it.

use std::fs;
use std::path::Path;

use crate::fixture::{self, Outcome};

const KINDS: [&str; 5] = ["blank", "blog", "docs", "portfolio", "shop"];
const LANGUAGES: [&str; 2] = ["en", "fr"];

/// The least contrast of a text with its ground (WCAG 2.2, 1.4.3).
const LEAST_CONTRAST: f64 = 4.5;

fn site(folder: &Path, arguments: &[&str]) -> Outcome {
    fixture::run(fixture::site(folder).args(arguments))
}

#[test]
fn every_kind_builds_and_passes_its_check_at_once() {
    for (kind, language) in KINDS.into_iter().flat_map(|k| LANGUAGES.map(|l| (k, l))) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let begun = site(
            folder.path(),
            &["init", kind, "new", "--language", language],
        );
        assert_eq!(begun.code, Some(0), "{kind} {language}: {}", begun.stderr);
        assert!(
            begun.stdout.contains("site serve --watch --root new"),
            "{}",
            begun.stdout
        );
        for command in [["build", "--root", "new"], ["check", "--root", "new"]] {
            let outcome = site(folder.path(), &command);
            assert_eq!(
                outcome.code,
                Some(0),
                "{kind} {language}: {}",
                outcome.stderr
            );
            assert_eq!(
                outcome.stderr, "",
                "{kind} {language}: nothing to complain about"
            );
        }
        let published = site(folder.path(), &["check", "--publish", "--root", "new"]);
        assert_eq!(
            published.code,
            Some(1),
            "{kind} {language}: its texts are still to be replaced"
        );
        let new = folder.path().join("new");
        let tree = fixture::tree(&new.join("dist"));
        let pages = tree.iter().filter(|(name, _)| name.ends_with(".html"));
        let pages: Vec<_> = pages
            .map(|(name, bytes)| (name, String::from_utf8_lossy(bytes)))
            .collect();
        assert!(pages.len() > 1, "{kind} has pages");
        for (name, page) in pages {
            let mut scripts = page.split("<script").skip(1);
            let is_known = |script: &str| {
                let is_data = script.starts_with(" type=\"application/ld+json\">");
                is_data || name == "search.html" && script.contains("src=\"/_search/search.js\"")
            };
            assert!(scripts.all(is_known), "{kind}: {name} needs no script");
            assert!(
                page.contains(&format!("<html lang=\"{language}\" dir=\"ltr\">")),
                "{kind}: {name}"
            );
        }
        let ignored = fs::read_to_string(new.join(".gitignore")).expect("read");
        // A build that is stopped leaves its lock and its staging folder.
        assert!(ignored.lines().any(|line| line == "/.dist.*"), "{kind}");
        assert!(!new.join(language).exists());
    }
}

#[test]
fn a_blog_goes_on_with_new_articles() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    site(folder.path(), &["init", "blog"]);
    let outcome = site(folder.path(), &["new", "articles", "A third one"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert_eq!(site(folder.path(), &["build", "--drafts"]).code, Some(0));
    for page in [
        "articles/a-third-one.html",
        "tags/beginning.html",
        "about.html",
        "404.html",
        "atom.xml",
    ] {
        assert!(folder.path().join("dist").join(page).exists(), "{page}");
    }
}

/// A first day of a month is an ordinal number in French.
#[test]
fn the_french_blog_writes_days_as_french_does() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    site(folder.path(), &["init", "blog", "--language", "fr"]);
    let article = folder.path().join("content/articles/premier.md");
    let text = "---\ntitle: Premier\ndate: 2025-02-01\nsummary: Un jour.\n---\nUn texte.\n";
    fs::write(article, text).expect("written");
    let outcome = site(folder.path(), &["build"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let page = folder.path().join("dist/articles/premier.html");
    let page = fs::read_to_string(page).expect("built");
    assert!(page.contains(">1er\u{a0}février 2025<"), "{page}");
}

/// It has no other links yet.
#[test]
fn a_blank_site_leads_to_its_second_language() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    site(folder.path(), &["init", "blank"]);
    let settings = folder.path().join("content/site.yaml");
    let mut text = fs::read_to_string(&settings).expect("readable");
    text += "\nlanguages: [{ code: en, name: English }, { code: fr, name: Français }]\n";
    fs::write(settings, text).expect("written");
    let outcome = site(folder.path(), &["build"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let page = fs::read_to_string(folder.path().join("dist/index.html")).expect("built");
    assert!(page.contains("hreflang=\"fr\">Français</a>"), "{page}");
}

/// As the documentation tells it.
#[test]
fn a_blog_gets_a_second_language_and_loses_its_samples() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    site(folder.path(), &["init", "blog"]);
    site(
        folder.path(),
        &["init", "blog", "elsewhere", "--language", "fr"],
    );
    for name in ["words", "menu"] {
        let from = format!("elsewhere/content/_data/{name}.yaml");
        let to = format!("content/_data/{name}.fr.yaml");
        fs::copy(folder.path().join(from), folder.path().join(to)).expect("copied");
    }
    let settings = folder.path().join("content/site.yaml");
    let mut text = fs::read_to_string(&settings).expect("readable");
    text += "\nlanguages: [{ code: en, name: English }, { code: fr, name: Français }, { code: ar, name: العربية, dir: rtl }]\n";
    fs::write(settings, text).expect("written");
    let samples = [
        "articles/a-first-article",
        "articles/what-a-text-can-hold",
        "--gone",
    ];
    for arguments in [
        &[&["delete"], &samples[..]].concat()[..],
        &["build"],
        &["check"],
    ] {
        let outcome = site(folder.path(), arguments);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    }
    let page = |name: &str| fs::read_to_string(folder.path().join(name)).expect("built");
    let french = page("dist/fr.html");
    let link = "<a href=\"/\" lang=\"en\" hreflang=\"en\">English</a>";
    assert!(
        french.contains(link) && french.contains(">Étiquettes<"),
        "{french}"
    );
    let about = page("dist/fr/about.html");
    let marked = about.contains("<a href=\"/fr/about\" aria-current=\"page\">");
    let original = about.contains("<article lang=\"en\" dir=\"auto\">");
    assert!(marked && original, "{about}");
    assert!(page("dist/ar/about.html").contains("<html lang=\"ar\" dir=\"rtl\">"));
    let head = "<link rel=\"alternate\" hreflang=\"fr\" href=\"https://example.com/fr\">";
    assert!(page("dist/index.html").contains(head));
}

/// What a page of each new kind must have.
#[test]
fn pages_of_new_sites_hold_what_they_are_for() {
    for (kind, page, held) in [
        (
            "docs",
            "start/install.html",
            &[
                "<form role=\"search\" action=\"/search\">",
                "<a href=\"/start/install\" aria-current=\"page\">Install</a>",
                "<a href=\"/start\" rel=\"prev\">← Begin</a>",
                "rel=\"next\">The first result →</a>",
                "<a href=\"#command\">One command</a>",
                "<a class=\"heading-link\" href=\"#needs\"",
            ][..],
        ),
        (
            "portfolio",
            "index.html",
            &[
                "<img src=\"/assets/",
                "<h2><a href=\"/projects/harbour-map\">A map for a harbour</a></h2>",
                "<a href=\"mailto:hello@example.com\">",
                "<a href=\"/about\">About</a>",
            ],
        ),
        (
            "shop",
            "index.html",
            &[
                "<span class=\"price\">€18.50</span>",
                "<span class=\"price\">€52</span> · made to order",
                "<th scope=\"row\">Saturday</th>",
                "<a href=\"/categories/cups\">Cups</a>",
                "\"openingHours\":[\"Tu 10:00-18:00\",\"Fr 10:00-18:00\",\"Sa 09:00-13:00\"]",
            ],
        ),
        (
            "shop",
            "products/cup.html",
            &[
                "\"@type\":\"Product\",\"name\":\"Cup without a handle\"",
                "\"price\":18.5,\"priceCurrency\":\"EUR\",\"availability\":\"https://schema.org/InStock\"",
                "mailto:hello@example.com?subject=Cup%20without%20a%20handle\"",
                "<a href=\"/products/beaker\">Small beaker</a>",
            ],
        ),
        (
            "shop",
            "categories/cups.html",
            &["Small beaker", "Cup without a handle"],
        ),
    ] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        site(folder.path(), &["init", kind]);
        assert_eq!(site(folder.path(), &["build"]).stderr, "");
        let html = fs::read_to_string(folder.path().join("dist").join(page)).expect(page);
        for part in held {
            assert!(html.contains(part), "{kind}: {page} lacks {part}:\n{html}");
        }
    }
}

#[test]
fn a_product_of_the_shop_may_have_its_picture_beside_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    site(folder.path(), &["init", "shop"]);
    let products = folder.path().join("content/products");
    let product = products.join("cup.md");
    let text = fs::read_to_string(&product).expect("readable");
    let named = text.lines().find(|line| line.starts_with("image:"));
    let text = text.replace(named.expect("a picture"), "image: own.svg");
    fs::write(&product, text).expect("written");
    let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 4 3\"/>";
    fs::write(products.join("own.svg"), drawing).expect("written");
    let built = site(folder.path(), &["build"]);
    assert_eq!((built.code, built.stderr.as_str()), (Some(0), ""));
    let html = folder.path().join("dist/products/cup.html");
    let html = fs::read_to_string(html).expect("readable");
    let address = "\"image\":\"https://example.com/assets/images/own.";
    assert!(html.contains(address), "{html}");
}

#[test]
fn islands_come_to_a_site_that_is_there() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let refused = site(folder.path(), &["add", "islands"]);
    assert_eq!(refused.code, Some(2));
    assert_eq!(
        refused.stderr,
        "error: `.` has no content/site.yaml\n  hint: call it in the folder of a site, name that with `--root`, or begin one with `site init`\n"
    );
    site(folder.path(), &["init", "blank"]);
    let outcome = site(folder.path(), &["add", "islands"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(
        outcome.stdout.contains("npm install --prefix ./islands"),
        "{}",
        outcome.stdout
    );
    let own = fixture::tree(&fixture::project().join("islands/runtime"));
    assert_eq!(fixture::tree(&folder.path().join("islands/runtime")), own);
    assert!(folder.path().join("islands/.gitignore").exists());
    let package = |path: &Path| {
        let text = fs::read_to_string(path.join("islands/package.json")).expect("readable");
        serde_json::from_str::<serde_json::Value>(&text).expect("JSON")
    };
    let (new, ours) = (package(folder.path()), package(&fixture::project()));
    for list in ["dependencies", "devDependencies"] {
        for (name, version) in new[list].as_object().expect("packages") {
            assert_eq!(
                version, &ours[list][name],
                "{name} is what this project uses"
            );
        }
    }
}

/// A site that an earlier version brought islands to, some files of which its owner changed.
#[test]
fn a_new_version_updates_what_nobody_changed_and_tells_the_rest() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = folder.path();
    let read = |path: &str| fs::read_to_string(root.join("islands").join(path)).expect(path);
    let write = |path: &str, text: &str| {
        fs::write(root.join("islands").join(path), text).expect("written");
    };
    let add = || {
        let outcome = site(root, &["add", "islands"]);
        assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
        outcome.stdout
    };
    let lock = |path: &str, former: &str| {
        let line = |line: &str| match line.ends_with(&format!("  islands/{path}")) {
            true => format!("{:032x}  islands/{path}\n", source::hash(former.as_bytes())),
            false => format!("{line}\n"),
        };
        let text: String = read("added.lock").lines().map(line).collect();
        write("added.lock", &text);
    };
    site(root, &["init", "blank"]);
    add();
    assert_eq!(add(), "all is up to date\n");

    // Windows line ends are no change; a package of the owner's own is one, of which there is no news.
    let (runtime, packages) = (read("runtime/runtime.ts"), read("package.json"));
    write("runtime/runtime.ts", &runtime.replace('\n', "\r\n"));
    let own = packages.replace("\"react\":", "\"leaflet\": \"^2.0.0\",\n    \"react\":");
    write("package.json", &own);
    assert_eq!(
        add(),
        "kept     islands/package.json: you changed it\nall is up to date\n"
    );

    // An earlier version wrote these two otherwise, one more that is none of this version, and one that is gone.
    write("runtime/record.ts", "// The former.\n");
    lock("runtime/record.ts", "// The former.\n");
    lock("package.json", "{}\n");
    write("runtime/former.ts", "// None of this version.\n");
    let former = source::hash(b"// None of this version.\n");
    let locked = read("added.lock");
    write(
        "added.lock",
        &format!("{locked}{former:032x}  islands/runtime/former.ts\n"),
    );
    fs::remove_file(root.join("islands/tsconfig.json")).expect("removed");
    assert_eq!(
        add(),
        "kept     islands/package.json: you changed it; the new one is islands/package.json.new\n\
         removed  islands/runtime/former.ts\n\
         updated  islands/runtime/record.ts\n\
         written  islands/tsconfig.json\n"
    );
    assert_eq!(read("package.json"), own, "what its owner changed stays");
    assert_eq!(read("package.json.new"), packages);
    let ours = fixture::project().join("islands/runtime/record.ts");
    assert_eq!(
        read("runtime/record.ts"),
        fs::read_to_string(ours).expect("ours")
    );
    assert!(!root.join("islands/runtime/former.ts").exists());

    // It is said once; the owner has seen it.
    assert_eq!(
        add(),
        "kept     islands/package.json: you changed it\nall is up to date\n"
    );
}

#[test]
fn a_folder_is_named_as_the_next_command_takes_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let begun = site(folder.path(), &["init", "blank", "été 2026"]);
    let next = "`site serve --watch --root \"été 2026\"` shows it";
    assert!(begun.stdout.contains(next), "{}", begun.stdout);
    fs::write(folder.path().join("file"), "").expect("written");
    let refused = site(folder.path(), &["init", "blank", "file"]);
    assert_eq!(refused.code, Some(2));
    let why = "error: `file` is a file\n";
    assert!(refused.stderr.starts_with(why), "{}", refused.stderr);
}

#[test]
fn nothing_is_written_over() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::create_dir_all(folder.path().join("content")).expect("made");
    fs::write(folder.path().join("content/site.yaml"), "mine").expect("written");
    let outcome = site(folder.path(), &["init", "blank"]);
    assert_eq!(outcome.code, Some(2));
    assert_eq!(
        outcome.stderr,
        "error: `./content/site.yaml` is there already\n  hint: name a folder that is empty, or that is still to be made\n"
    );
    let tree = fixture::tree(folder.path());
    assert_eq!(
        tree.keys().map(String::as_str).collect::<Vec<_>>(),
        ["content/site.yaml"]
    );
}

/// Texts and links on both grounds, in the light theme and in the dark one.
#[test]
fn every_text_has_enough_contrast_in_both_themes() {
    for kind in KINDS {
        let folder = tempfile::tempdir().expect("a temporary folder");
        site(folder.path(), &["init", kind]);
        let style = fs::read_to_string(folder.path().join("public/style.css")).expect("written");
        let pair = |name: &str| -> [f64; 2] {
            let (_, rest) = style
                .split_once(&format!("--{name}: light-dark("))
                .expect(name);
            let (pair, _) = rest.split_once(')').expect("two colours");
            let colours: Vec<f64> = pair.split(", ").map(luminance).collect();
            colours.try_into().expect("two colours")
        };
        for (text, ground) in ["ink", "quiet", "accent"]
            .into_iter()
            .flat_map(|t| ["ground", "raised"].map(|g| (t, g)))
        {
            for (text_light, ground_light) in pair(text).into_iter().zip(pair(ground)) {
                let (high, low) = (text_light.max(ground_light), text_light.min(ground_light));
                let contrast = (high + 0.05) / (low + 0.05);
                assert!(
                    contrast >= LEAST_CONTRAST,
                    "{kind}: {text} on {ground}: {contrast:.2}"
                );
            }
        }
    }
}

/// The relative luminance of `#rrggbb`.
fn luminance(colour: &str) -> f64 {
    let part = |at: usize| {
        let value = u8::from_str_radix(&colour[at..at + 2], 16).expect("two digits");
        let value = f64::from(value) / 255.0;
        match value <= 0.04045 {
            true => value / 12.92,
            false => ((value + 0.055) / 1.055).powf(2.4),
        }
    };
    0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}
