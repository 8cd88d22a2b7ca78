//! `site init`: every kind of site in every language builds at once, passes its check, and can be read by everybody.

mod fixture;

use std::fs;
use std::path::Path;

use fixture::Outcome;

const KINDS: [&str; 2] = ["blank", "blog"];
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
            assert!(!page.contains("<script"), "{kind}: {name} needs no script");
            assert!(
                page.contains(&format!("<html lang=\"{language}\">")),
                "{kind}: {name}"
            );
        }
        assert!(new.join(".gitignore").exists() && !new.join(language).exists());
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

#[test]
fn islands_come_to_a_site_that_is_there() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    site(folder.path(), &["init", "blank"]);
    let outcome = site(folder.path(), &["init", "islands"]);
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
