//! `site import` over a small site of each generator: what comes, what is told, and that it builds at once.

use std::fs;
use std::path::Path;

use crate::fixture::{self, Outcome, Tree};

/// A folder with one site of tests/import, and what became of it.
struct Import(tempfile::TempDir);

impl Import {
    fn of(name: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let text = fs::read_to_string(fixture::tests().join(format!("import/{name}.txt")))
            .expect("readable");
        fixture::write_site(&folder.path().join("old"), &text);
        Self(folder)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn run(&self, arguments: &[&str]) -> Outcome {
        fixture::run(fixture::site(self.path()).args(arguments))
    }

    /// Imports, builds and gives the new site's files and its output.
    #[track_caller]
    fn done(&self) -> (Tree, Tree) {
        let old = fixture::tree(&self.path().join("old"));
        let dry = self.run(&["import", "old", "new", "--dry-run"]);
        assert_eq!(dry.code, Some(0), "{}", dry.stderr);
        assert!(
            !self.path().join("new").exists(),
            "a dry run writes nothing"
        );
        let outcome = self.run(&["import", "old", "new"]);
        assert_eq!(
            (outcome.code, outcome.stderr.as_str()),
            (Some(0), ""),
            "{}",
            outcome.stdout
        );
        assert_eq!(
            fixture::tree(&self.path().join("old")),
            old,
            "nothing is written into the old site"
        );
        let site = fixture::tree(&self.path().join("new"));
        let built = self.run(&["build", "--root", "new"]);
        assert_eq!(built.code, Some(0), "{}", built.stderr);
        (site, fixture::tree(&self.path().join("new/dist")))
    }
}

#[track_caller]
fn text(tree: &Tree, path: &str) -> String {
    let bytes = tree
        .get(path)
        .unwrap_or_else(|| panic!("no {path} in {:#?}", tree.keys().collect::<Vec<_>>()));
    String::from_utf8(bytes.clone()).expect("UTF-8")
}

/// Every site is compared with the files that it must become; `UPDATE=1` writes them anew.
#[test]
fn every_generator_becomes_what_is_expected() {
    let mut failures = Vec::new();
    for case in fixture::listed("import") {
        let name = case
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        if case.extension().is_none_or(|ending| ending != "txt") {
            continue;
        }
        let import = Import::of(&name);
        let (mut site, output) = import.done();
        // The theme is the same for all.
        site.retain(|path, _| !path.starts_with("templates/") && path != "public/style.css");
        let pages = output
            .keys()
            .filter(|path| path.ends_with(".html"))
            .fold(String::new(), |all, path| all + path + "\n");
        site.insert("pages".to_owned(), pages.into_bytes());
        let expected = fixture::tests().join("import").join(&name);
        if fixture::updates() {
            let _ = fs::remove_dir_all(&expected);
            fixture::write_tree(&expected, &site);
        } else if let Some(difference) = fixture::difference(&fixture::tree(&expected), &site) {
            failures.push(format!("{name}: {difference}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn what_cannot_be_imported_is_left_alone() {
    let import = Import::of("hugo");
    let check = |arguments: &[&str], code: i32, text: &str| {
        let outcome = import.run(arguments);
        assert_eq!(
            outcome.code,
            Some(code),
            "{arguments:?}: {}",
            outcome.stderr
        );
        assert!(
            outcome.stderr.contains(text),
            "{arguments:?}: {}",
            outcome.stderr
        );
    };
    check(
        &["import", "nowhere", "new"],
        2,
        "there is no folder `nowhere`",
    );
    check(
        &["import", ".", "../elsewhere"],
        2,
        "`./old` holds the settings of Hugo: import that",
    );
    check(
        &["import", "old", "old/new"],
        2,
        "stands in the folder that is imported",
    );
    fs::create_dir(import.path().join("full")).expect("created");
    fs::write(import.path().join("full/a"), "").expect("written");
    check(&["import", "old", "full"], 2, "`full` is not empty");
    fs::write(import.path().join("file"), "").expect("written");
    check(&["import", "old", "file/new"], 3, "Not a directory");
    fs::create_dir_all(import.path().join("bare/content")).expect("created");
    fs::write(import.path().join("bare/content/site.yaml"), "").expect("written");
    check(
        &["import", "bare", "new"],
        2,
        "it is a site of this program already",
    );
    fs::create_dir_all(import.path().join("bare/_posts")).expect("created");
    check(
        &["import", "bare", "new"],
        2,
        "there are no pages in that folder",
    );
    let left: Vec<_> = fs::read_dir(import.path())
        .expect("readable")
        .flatten()
        .map(|e| e.file_name())
        .collect();
    assert_eq!(left.len(), 4, "nothing is left behind: {left:?}");
}

#[test]
fn an_empty_folder_takes_the_site() {
    let import = Import::of("hugo");
    fs::create_dir(import.path().join("new")).expect("created");
    let outcome = import.run(&["import", "old", "new", "--quiet"]);
    assert_eq!(
        (
            outcome.code,
            outcome.stdout.as_str(),
            outcome.stderr.as_str()
        ),
        (Some(0), "", "")
    );
    let site = fixture::tree(&import.path().join("new"));
    assert!(text(&site, "IMPORT.md").contains("old/") || site.contains_key("content/site.yaml"));
}

#[test]
fn what_an_import_left_that_was_ended_goes_with_the_next_one() {
    let import = Import::of("hugo");
    let at = |name: &str| import.path().join(name);
    let kept = [
        ".new.2.site-import",
        ".new.2023",
        ".new.notes.site-import",
        ".other.1.site-import",
    ];
    for name in kept.into_iter().chain([".new.1.site-import"]) {
        fs::create_dir(at(name)).expect("created");
        fs::write(at(name).join("a"), "").expect("written");
    }
    let busy = fs::File::open(at(kept[0])).expect("opened");
    busy.lock().expect("locked");
    let outcome = import.run(&["import", "old", "new", "--quiet"]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
    let entries = fs::read_dir(import.path()).expect("readable").flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.collect();
    names.sort();
    assert_eq!(names[..4], kept);
    assert_eq!(names[4..], ["new", "old"]);
}

#[test]
fn the_page_of_a_section_lists_what_it_holds_wherever_that_stands() {
    let (_, output) = Import::of("hugo-permalinks").done();
    let page = text(&output, "all/notes/index.html");
    let item = "<li><a href=\"/may/héllo-wörld-a-bs/\">";
    assert!(page.contains(item), "{page}");
}

#[test]
fn a_file_that_a_text_links_to_comes() {
    let import = Import::of("hugo");
    let old = import.path().join("old");
    for file in ["files/f.txt", "files/g.js", "files/theme.js", "robots.txt"] {
        let path = old.join("static").join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, "x").expect("written");
    }
    let page = "---\ntitle: Files\n---\n[One](/files/f.txt), [two](../files/g.js) and files/theme.js, [three](/robots.txt)\n";
    fs::write(old.join("content/files.md"), page).expect("written");
    let (site, output) = import.done();
    for (file, comes) in [
        ("files/f.txt", true),
        ("files/g.js", true),
        ("files/theme.js", false),
    ] {
        assert_eq!(output.contains_key(file), comes, "{file}");
    }
    let page = text(&site, "content/pages/files.md");
    assert!(page.contains("[One](/files/f.txt)"), "{page}");
}

#[test]
fn what_a_build_warns_of_is_in_the_report() {
    let import = Import::of("zola");
    let outcome = import.run(&["import", "old", "new"]);
    let report = fs::read_to_string(import.path().join("new/IMPORT.md")).expect("readable");
    let built = import.run(&["build", "--root", "new"]);
    assert!(!built.stderr.contains("section.html"), "{}", built.stderr);
    for warning in built.stderr.lines().filter(|l| l.starts_with("warning[")) {
        let (_, message) = warning.split_once("]: ").expect("a message");
        assert!(report.contains(message), "{message}: {report}");
    }
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
}

/// Whatever a site holds that is neither brought nor read nor spoken of is told, wherever it stands.
#[test]
fn nothing_is_left_behind_in_silence() {
    for case in fixture::listed("import") {
        if case.extension().is_none_or(|ending| ending != "txt") {
            continue;
        }
        let name = case.file_stem().expect("a name").to_string_lossy();
        let import = Import::of(&name);
        let odd = [
            "odd.xyz",
            "odd/deep/a.xyz",
            "src/odd.xyz",
            "content/odd.xyz",
            "assets/odd.rb",
        ];
        for file in odd {
            let path = import.path().join("old").join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, "x").expect("written");
        }
        let (site, _) = import.done();
        let report = text(&site, "IMPORT.md");
        for file in odd {
            let is_named = file
                .match_indices('/')
                .map(|(slash, _)| &file[..=slash])
                .chain([file])
                .any(|place| report.contains(&format!("- {place}: ")));
            let came = site
                .keys()
                .any(|path| path.ends_with(file.rsplit('/').next().expect("a name")));
            assert!(is_named || came, "{name}: {file} in {report}");
        }
    }
}

/// A feed, a list and the neighbours of entries hold no page that only lists them.
#[test]
fn the_page_of_a_dated_collection_is_none_of_its_entries() {
    let (site, output) = Import::of("hugo-menus").done();
    assert!(site.contains_key("content/pages/posts.md"));
    let feed = text(&output, "posts/index.xml");
    assert_eq!(feed.matches("<item>").count(), 2, "{feed}");
    let list = text(&output, "posts/index.html");
    for item in ["/posts/a/", "/posts/b/"] {
        assert!(list.contains(&format!("<li><a href=\"{item}\">")), "{list}");
    }
    let menu = text(&output, "fr/index.html");
    assert!(menu.contains(">Mes textes</a>"), "{menu}");
}
