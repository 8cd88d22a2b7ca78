//! A build over an earlier one: what it keeps, what it renders, and when it trusts nothing.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::fixture::{self, Outcome};
use tempfile::TempDir;

fn blog() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = folder.path().join("site");
    for part in ["content", "templates", "public"] {
        let from = fixture::tests().join("sites/blog").join(part);
        fixture::copy(&from, &root.join(part));
    }
    (folder, root)
}

fn build(root: &Path) -> Outcome {
    let outcome = fixture::run(fixture::site(root).arg("build"));
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    outcome
}

/// The output of a build without anything from before.
fn clean(root: &Path) -> fixture::Tree {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for part in ["content", "templates", "public"] {
        fixture::copy(&root.join(part), &folder.path().join(part));
    }
    build(folder.path());
    fixture::tree(&folder.path().join("dist"))
}

fn assert_as_clean(root: &Path) {
    let found = fixture::tree(&root.join("dist"));
    assert_eq!(fixture::difference(&clean(root), &found), None);
}

fn article(root: &Path) -> PathBuf {
    let mut articles: Vec<PathBuf> = fs::read_dir(root.join("content/articles"))
        .expect("articles")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "md"))
        .collect();
    articles.sort();
    articles.remove(0)
}

fn append(path: &Path, text: &str) {
    let old = fs::read_to_string(path).expect("read");
    fs::write(path, old + text).expect("written");
}

/// When each file of the output was written.
fn dates(root: &Path) -> Vec<(String, SystemTime)> {
    let dist = root.join("dist");
    let names = fixture::tree(&dist).into_keys();
    let dated = names.map(|name| {
        let date = fs::metadata(dist.join(&name)).and_then(|m| m.modified());
        (name, date.expect("dated"))
    });
    dated.collect()
}

#[test]
fn what_is_known_of_texts_is_written_when_one_is_another_and_trusted_when_it_is_whole() {
    let (_folder, root) = blog();
    build(&root);
    let texts = root.join(".site/texts");
    let date = || fs::metadata(&texts).and_then(|m| m.modified()).ok();
    let (whole, first) = (fs::read(&texts).expect("read"), date());
    append(&root.join("templates/article.html"), "<!-- 1 -->\n");
    build(&root);
    assert_as_clean(&root);
    assert_eq!(date(), first, "no text is another");
    append(&article(&root), "\n## More\n\nMore of *it*.\n");
    build(&root);
    assert_as_clean(&root);
    assert_ne!(fs::read(&texts).expect("read"), whole);
    let broken: [&[u8]; 4] = [&whole[..whole.len() / 2], &[], b"site texts   001", &whole];
    for (number, bytes) in broken.into_iter().enumerate() {
        fs::write(&texts, bytes).expect("written");
        append(&root.join("templates/article.html"), "<!-- again -->\n");
        append(&article(&root), &format!("\nRound {number}.\n"));
        build(&root);
        assert_as_clean(&root);
    }
}

#[test]
fn a_build_after_which_nothing_changed_writes_nothing_and_says_the_same() {
    let (_folder, root) = blog();
    let first = build(&root);
    let before = dates(&root);
    let again = build(&root);
    assert!(
        again.stdout.contains("nothing changed\n"),
        "{}",
        again.stdout
    );
    assert_eq!(again.stderr, first.stderr);
    assert_eq!(dates(&root), before);
    // A file that was only touched is the same file.
    let text = fs::read(article(&root)).expect("read");
    fs::write(article(&root), text).expect("written");
    assert!(build(&root).stdout.contains("nothing changed\n"));
}

#[test]
fn a_file_under_its_own_name_is_the_same_file_when_something_else_changes() {
    let (_folder, root) = blog();
    append(&root.join("content/site.yaml"), "verbatim: [note.txt]\n");
    fs::write(root.join("public/note.txt"), "a note").expect("written");
    fs::write(root.join("public/favicon.ico"), "an icon").expect("written");
    build(&root);
    let dated = || {
        let names = ["note.txt", "favicon.ico"];
        dates(&root)
            .into_iter()
            .filter(move |(name, _)| names.contains(&name.as_str()))
            .collect::<Vec<_>>()
    };
    let before = dated();
    assert_eq!(before.len(), 2);
    append(&article(&root), "\nMore.\n");
    build(&root);
    assert_eq!(dated(), before);
    assert_as_clean(&root);
    fs::write(root.join("public/note.txt"), "b note").expect("written");
    build(&root);
    assert_ne!(dated(), before);
    let note = fs::read_to_string(root.join("dist/note.txt"));
    assert_eq!(note.expect("read"), "b note");
}

#[test]
fn a_folder_that_nothing_reads_is_told_when_it_comes_and_no_longer_when_it_is_gone() {
    let (_folder, root) = blog();
    let first = build(&root);
    assert!(build(&root).stdout.contains("nothing changed\n"));
    let told = "nothing reads the folder `static/`";
    fs::create_dir(root.join("static")).expect("created");
    for _ in 0..2 {
        let outcome = build(&root);
        assert!(outcome.stderr.contains(told), "{}", outcome.stderr);
    }
    assert!(build(&root).stdout.contains("nothing changed\n"));
    fs::remove_dir(root.join("static")).expect("removed");
    assert_eq!(build(&root).stderr, first.stderr);
}

#[test]
fn one_text_renders_the_pages_that_show_it() {
    let (_folder, root) = blog();
    build(&root);
    append(&article(&root), "\nA last line.\n");
    let outcome = build(&root);
    assert!(outcome.stdout.contains(" rendered\n"), "{}", outcome.stdout);
    assert_as_clean(&root);
    let new = root.join("content/articles/zz-new.md");
    fs::copy(article(&root), &new).expect("copied");
    build(&root);
    assert_as_clean(&root);
    fs::remove_file(new).expect("removed");
    build(&root);
    assert_as_clean(&root);
}

/// The names of two entries are one text where a slug and a collection's name hold slashes.
#[test]
fn entries_whose_names_read_alike_are_told_apart() {
    let (_folder, root) = blog();
    let schema = |route: &str| {
        format!(
            "properties:\n  title: {{ type: string }}\nx-route: {route}\nx-template: alike.html\n"
        )
    };
    let page = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{{ entry.title }}</title></head><body>{{ entry.body }}</body></html>\n";
    let files = [
        ("content/docs/_schema.yaml", schema("/docs/{slug}")),
        ("content/docs/api/_schema.yaml", schema("/aaa/{slug}")),
        (
            "content/docs/a.md",
            "---\ntitle: A\nslug: api/x\n---\nA.\n".to_owned(),
        ),
        (
            "content/docs/api/x.md",
            "---\ntitle: X\n---\nX.\n".to_owned(),
        ),
        ("templates/alike.html", page.to_owned()),
    ];
    let files = files.map(|(name, text)| (name.to_owned(), text.into_bytes()));
    fixture::write_tree(&root, &files.into());
    build(&root);
    for name in ["content/docs/a.md", "content/docs/api/x.md"] {
        append(&root.join(name), "\nA last line.\n");
        build(&root);
        assert_as_clean(&root);
    }
}

/// As what copies files with their dates leaves, or a program that sets them.
#[cfg(unix)]
#[test]
fn a_text_of_the_same_length_and_date_is_seen_to_be_another() {
    let (_folder, root) = blog();
    build(&root);
    let path = article(&root);
    let date = fs::metadata(&path).and_then(|meta| meta.modified());
    let text = fs::read_to_string(&path).expect("read");
    let (before, behind) = text.rsplit_once(" de ").expect("French words");
    fs::write(&path, format!("{before} DE {behind}")).expect("written");
    let file = fs::File::options().write(true).open(&path).expect("opened");
    file.set_modified(date.expect("a date")).expect("set");
    build(&root);
    assert_as_clean(&root);
}

/// A file of the site's own stands for that of the theme as long as it is there; each time as a clean build has it.
#[test]
fn a_site_lays_its_files_over_those_of_its_theme() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let site = fixture::tests().join("sites/theme");
    let root = folder.path().join("site");
    for part in ["content", "templates", "public"] {
        fixture::copy(&site.join(part), &root.join(part));
    }
    fixture::copy(&site.join("themes/calm"), &folder.path().join("calm"));
    let settings = "base_url: https://example.com\ntitle: T\ntheme: ../calm\n";
    fs::write(root.join("content/site.yaml"), settings).expect("written");
    let verify = || {
        let outcome = fixture::run(fixture::site(&root).args(["build", "--verify"]));
        assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
        fs::read_to_string(root.join("dist/about.html")).expect("a page")
    };
    assert!(verify().contains("The page of the theme."));
    let own = root.join("templates/page.html");
    let theirs = folder.path().join("calm/templates/page.html");
    let text = |text: &str| {
        format!("{{% extends \"base.html\" %}}{{% block main %}}<h1>{text}</h1>{{% endblock %}}")
    };
    for (path, content, expected) in [
        (&own, Some(text("The site's.")), "The site's."),
        (&theirs, Some(text("Another of the theme.")), "The site's."),
        (&own, None, "Another of the theme."),
        (&theirs, Some(text("A third one.")), "A third one."),
    ] {
        match content {
            Some(content) => fs::write(path, content).expect("written"),
            None => fs::remove_file(path).expect("removed"),
        }
        assert!(verify().contains(expected), "{expected}");
    }
    // A theme of the theme gives nothing, and is not told any longer once it is gone.
    let of_theme = folder.path().join("calm/content/site.yaml");
    fs::create_dir_all(of_theme.parent().expect("a folder")).expect("created");
    fs::write(&of_theme, "theme: ../loud\n").expect("written");
    assert!(build(&root).stderr.contains("theme-of-theme"));
    fs::remove_file(&of_theme).expect("removed");
    assert_eq!(build(&root).stderr, "");
    let told = |arguments: &[&str]| fixture::run(fixture::site(&root).args(arguments)).stdout;
    assert_eq!(
        told(&["routes"]),
        "/       index.html                   content/routes.yaml\n/about  ../calm/templates/page.html  content/routes.yaml\n"
    );
    let why = told(&["why", "/about"]);
    assert!(
        why.contains("the template `page.html`, which is `../calm/templates/page.html`"),
        "{why}"
    );
    fs::remove_file(&theirs).expect("removed");
    let outcome = fixture::run(fixture::site(&root).arg("build"));
    assert_eq!(outcome.code, Some(1), "{}", outcome.stderr);
}

#[test]
fn an_output_that_somebody_changed_is_mended() {
    let (_folder, root) = blog();
    build(&root);
    let index = root.join("dist/index.html");
    append(&index, "<p>by hand</p>");
    build(&root);
    assert_as_clean(&root);
    // What is none of its files is not mended, but left to whoever put it there.
    let stray = root.join("dist/stray.txt");
    fs::write(&stray, "x").expect("written");
    let outcome = fixture::run(fixture::site(&root).arg("build"));
    assert_eq!((outcome.code, stray.exists()), (Some(2), true));
    fs::remove_file(&stray).expect("removed");
    build(&root);
    assert_as_clean(&root);
    fs::remove_dir_all(root.join("dist")).expect("removed");
    build(&root);
    assert_as_clean(&root);
}

#[test]
fn an_output_that_was_removed_is_put_back() {
    let (_folder, root) = blog();
    build(&root);
    let dist = root.join("dist");
    let before = fixture::tree(&dist);
    for _ in 0..2 {
        fs::remove_dir_all(&dist).expect("removed");
        let outcome = build(&root);
        assert!(outcome.stdout.contains("put back"), "{}", outcome.stdout);
        assert_eq!(fixture::difference(&before, &fixture::tree(&dist)), None);
        assert!(build(&root).stdout.ends_with("nothing changed\n"));
    }
    // What is another now is made.
    fs::remove_dir_all(&dist).expect("removed");
    append(&article(&root), "\nMore.\n");
    let outcome = build(&root);
    assert!(outcome.stdout.contains(" rendered\n"), "{}", outcome.stdout);
    assert_as_clean(&root);
    // A build that fails leaves the output as it was: gone.
    fs::remove_dir_all(&dist).expect("removed");
    let whole = fs::read(article(&root)).expect("read");
    append(&article(&root), "\n[nowhere](nowhere.md)\n");
    let outcome = fixture::run(fixture::site(&root).arg("build"));
    assert_eq!((outcome.code, dist.exists()), (Some(1), false));
    fs::write(article(&root), whole).expect("written");
    assert!(build(&root).stdout.contains("put back"));
    assert_as_clean(&root);
}

#[test]
fn another_output_has_copies_of_the_pages_that_are_the_same() {
    let (folder, root) = blog();
    let into = |name: &str| {
        let out = folder.path().join(name);
        let mut command = fixture::site(&root);
        let outcome = fixture::run(command.arg("build").arg("--out").arg(&out));
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        let difference = fixture::difference(&clean(&root), &fixture::tree(&out));
        assert_eq!(difference, None, "{name}");
        outcome.stdout
    };
    build(&root);
    assert!(into("second").contains("\n0 pages rendered"));
    // A file is none of another output, whatever is done to it.
    append(&root.join("dist/index.html"), "<p>by hand</p>");
    append(&folder.path().join("second/index.html"), "<p>by hand</p>");
    assert!(into("third").contains("\n1 page rendered"));
    append(&article(&root), "\nMore.\n");
    assert!(!into("fourth").contains("\n0 pages rendered"));
    // The first one is brought up to date as well, what was done to it included.
    build(&root);
    assert_as_clean(&root);
    assert!(build(&root).stdout.ends_with("nothing changed\n"));
    fs::remove_dir_all(root.join(".site/output")).expect("removed");
    into("fifth");
}

#[test]
fn what_somebody_changed_in_the_links_to_a_removed_output_is_mended() {
    let (_folder, root) = blog();
    let (dist, kept) = (root.join("dist"), root.join(".site/output"));
    build(&root);
    append(&kept.join("index.html"), "<p>by hand</p>");
    fs::write(kept.join("stray.txt"), "x").expect("written");
    fs::remove_dir_all(&dist).expect("removed");
    build(&root);
    assert!(!dist.join("stray.txt").exists());
    assert_as_clean(&root);
    // Another program or another order puts nothing back.
    fs::remove_dir_all(&dist).expect("removed");
    let outcome = fixture::run(fixture::site(&root).args(["build", "--drafts"]));
    assert!(
        outcome.stdout.starts_with("everything is built"),
        "{}",
        outcome.stdout
    );
    // Without the links everything is made.
    fs::remove_dir_all(&dist).expect("removed");
    fs::remove_dir_all(&kept).expect("removed");
    build(&root);
    assert_as_clean(&root);
    // What stands in their place is no folder of ours.
    fs::remove_dir_all(&dist).expect("removed");
    fs::remove_dir_all(&kept).expect("removed");
    fs::write(&kept, "x").expect("written");
    let outcome = fixture::run(fixture::site(&root).arg("build"));
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
}

#[test]
fn a_journal_that_is_broken_or_of_another_build_means_that_everything_is_built() {
    let (_folder, root) = blog();
    build(&root);
    let journal = root.join(".site/journal");
    let whole = fs::read(&journal).expect("read");
    let torn = whole[..whole.len() / 2].to_vec();
    let mut flipped = whole.clone();
    let last = flipped.len() - 1;
    flipped[last] ^= 1;
    for broken in [torn, flipped, b"something else".to_vec(), Vec::new()] {
        fs::write(&journal, broken).expect("written");
        append(&article(&root), "\nMore.\n");
        let outcome = build(&root);
        let note = "everything is built: the journal of the last build cannot be read\n";
        assert!(outcome.stdout.starts_with(note), "{}", outcome.stdout);
        assert_as_clean(&root);
    }
    let outcome = fixture::run(fixture::site(&root).args(["build", "--drafts"]));
    let note = "everything is built: the last build was by another program, or was asked";
    assert!(outcome.stdout.starts_with(note), "{}", outcome.stdout);
}

const UNSHOWN: &str = r#"
=== content/faq/_schema.yaml
title: Question
type: object
properties:
  question: { type: string }
  answer: { type: string }
=== content/faq/one.md
---
question: Who reads it?
answer: Nobody.
---

A long **answer**.

And more of it.
=== content/faq/two.md
---
question: And this one?
---
=== content/notes/_schema.yaml
title: Note
type: object
x-route: /notes/{slug}
x-template: note.html
properties:
  title: { type: string }
=== content/notes/first.md
---
title: A note
---
Its text.
=== templates/note.html
{% extends "base.html" %}
{% block main %}<h1>{{ entry.title }}</h1>{% for one in collection("faq") %}<p>{{ one.question }}</p>{% endfor %}{% endblock %}
"#;

const UNSHOWN_TOLD: &str = r#"warning[unshown-text]: no page shows the text below the front matter
 --> content/faq/one.md:6:1
  |
6 | A long **answer**.
  | ^^^^^^^^^^^^^^^^^^
  |
  = hint: write it in a field of content/faq/_schema.yaml, or remove it

warning[unshown-text]: no page shows the text below the front matter
 --> content/notes/first.md:4:1
  |
4 | Its text.
  | ^^^^^^^^^
  |
  = hint: write `{{ entry.body }}` in templates/note.html, or remove the text

2 warnings
"#;

/// Whatever pages the build renders, and whichever it keeps.
#[test]
fn a_text_that_no_page_shows_is_told_by_each_build() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fixture::write_site(folder.path(), include_str!("fixture/sound.txt"));
    let root = folder.path();
    fixture::write_site(root, UNSHOWN);
    let told = |outcome: Outcome| outcome.stderr;
    assert_eq!(told(build(root)).trim_end(), UNSHOWN_TOLD.trim_end());
    assert_eq!(told(build(root)).trim_end(), UNSHOWN_TOLD.trim_end());
    append(&article(root), "\nMore.\n");
    assert_eq!(told(build(root)).trim_end(), UNSHOWN_TOLD.trim_end());
    // Another page shows what the entry's own does not.
    let template = root.join("templates/note.html");
    let text = fs::read_to_string(&template).expect("read");
    let shown = text.replace("one.question }}</p>", "one.question }}</p>{{ one.body }}");
    fs::write(&template, shown.replace("</h1>", "</h1>{{ entry.body }}")).expect("written");
    assert_eq!(told(build(root)), "");
    append(&article(root), "\nAnd more.\n");
    assert_eq!(told(build(root)), "");
    // A list of the newest says nothing against the others.
    fs::write(
        root.join("content/faq/two.md"),
        "---\nquestion: Two?\n---\nA text.\n",
    )
    .expect("written");
    let limited = fs::read_to_string(&template).expect("read");
    fs::write(
        &template,
        limited.replace(r#"collection("faq")"#, r#"collection("faq", limit=1)"#),
    )
    .expect("written");
    assert_eq!(told(build(root)), "");
}
