//! Small inputs that ask for much: each ends soon, in little memory, with words, and none ends the program by itself.

mod fixture;

use std::fs;
use std::path::Path;

/// A page and a note, with other files in place of some.
fn site(root: &Path, files: &[(&str, String)]) {
    fixture::write_site(
        root,
        "=== content/site.yaml\nbase_url: https://example.com\n\
         === content/routes.yaml\nroutes:\n  - { path: /, template: index.html }\n\
         === content/notes/_schema.yaml\ntype: object\nrequired: [title]\nx-route: /notes/{slug}\nx-template: note.html\n\
         properties:\n  title: { type: string }\n\
         === templates/note.html\n<!doctype html><title>{{ entry.title }}</title>{{ entry.body }}\n\
         === templates/index.html\n<!doctype html><title>A</title>\n",
    );
    for (name, text) in files {
        let path = root.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }
}

fn note(text: &str) -> [(&'static str, String); 1] {
    [("content/notes/a.md", format!("---\ntitle: A\n---\n{text}"))]
}

fn index(text: String) -> [(&'static str, String); 1] {
    [("templates/index.html", text)]
}

/// Builds; the exit code and what was said.
fn build(files: &[(&str, String)]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    site(folder.path(), files);
    let outcome = fixture::run(fixture::site(folder.path()).arg("build"));
    assert!(!folder.path().join("dist").exists() || outcome.code == Some(0));
    (outcome.code, outcome.stderr)
}

#[test]
fn templates_that_grow_without_end_are_told() {
    let doubled = "{% set a = a ~ a %}\n".repeat(60);
    let captured = "{% set a %}{{ a }}{{ a }}{% endset %}\n".repeat(60);
    for (text, expected) in [
        (format!("{{% set a = \"x\" %}}{doubled}{{{{ a }}}}"), "error[page-memory]: rendering `/`, by templates/index.html"),
        ("{% set n = namespace(a=\"x\") %}{% for i in range(60) %}{% set n.a = n.a ~ n.a %}{% endfor %}".to_owned(), "error[page-memory]"),
        ("{% set a = \"x\" * 100000 %}{{ ([a] * 100000)|join }}".to_owned(), "error[page-memory]"),
        ("{% for i in range(100000) %}{% for j in range(100000) %}xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx{% endfor %}{% endfor %}".to_owned(), "error["),
        (format!("{{% set a = \"x\" %}}{captured}"), "error[template-error]: this text is longer than 16 MB"),
        ("{{ \"x\" * 10000000000 }}".to_owned(), "error[template-error]: repeated string is too large"),
        (format!("{{{{ {}true }}}}", "not ".repeat(50_000)), "error[template-syntax]: this expression has too many operators"),
        (format!("{{{{ {}\"a\" }}}}", "\"a\" ~ ".repeat(50_000)), "error[template-syntax]: this expression has too many operators"),
        (format!("{{{{ {}1{} }}}}", "(".repeat(50_000), ")".repeat(50_000)), "error[template-syntax]"),
    ] {
        let (code, said) = build(&index(text.clone()));
        let start: String = text.chars().take(60).collect();
        assert_eq!(code, Some(1), "{start}: {said}");
        assert!(said.starts_with(expected), "{start}: {said}");
        assert!(said.contains(" --> templates/index.html:"), "{start}: {said}");
    }
}

#[test]
fn work_that_does_not_end_is_told() {
    for text in [
        "{% set n = range(100000)|list %}{% for i in n %}{% set b = n|sort %}{% endfor %}",
        "{% set n = range(100000)|list %}{% for i in n %}{% if \"a\" in n %}a{% endif %}{% endfor %}",
    ] {
        let (code, said) = build(&index(text.to_owned()));
        assert_eq!(code, Some(1), "{text}: {said}");
        let expected = "error[page-time]: rendering `/`, by templates/index.html, takes more than 1.5 seconds of computing";
        assert!(said.starts_with(expected), "{text}: {said}");
        assert!(said.contains(" --> templates/index.html:1:"), "{said}");
    }
}

#[test]
fn texts_nested_without_end_are_told() {
    for (text, line) in [
        ("- ".repeat(500_000) + "a", 4),
        ("> ".repeat(500_000) + "a", 4),
        ("*".repeat(200_000) + "a" + &"*".repeat(200_000), 4),
        (format!("a\n\n{}a", "1. > ".repeat(200)), 6),
    ] {
        let (code, said) = build(&note(&text));
        assert_eq!(code, Some(1), "{said}");
        assert!(said.starts_with("error[markdown-depth]"), "{said}");
        assert!(
            said.contains(&format!("content/notes/a.md:{line}:")),
            "{said}"
        );
    }
    assert_eq!(build(&note(&("> ".repeat(190) + "a"))).0, Some(0));
}

#[test]
fn texts_of_too_many_parts_are_told() {
    let table = format!("{}\n|{}\n", "|a".repeat(1_000), "-|".repeat(1_000));
    for (head, unit) in [
        ("", "- a\n\n"),
        ("", "- - - - - - a\n"),
        (&table, &*"|a".repeat(1_000)),
    ] {
        let text = head.to_owned() + &format!("{unit}\n").repeat(1_000_000 / unit.len());
        let (code, said) = build(&note(&text));
        assert_eq!(code, Some(1), "{said}");
        assert!(said.starts_with("error[markdown-size]"), "{said}");
        assert!(said.contains("content/notes/a.md:"), "{said}");
    }
}

/// A link to an anchor that is not there looks at every id of its page; thousands of them must not.
#[test]
fn thousands_of_links_to_nowhere_end_soon() {
    let headings: String = (0..20_000).map(|n| format!("## a{n}\n")).collect();
    let links: String = (0..20_000).map(|n| format!("[a](#b{n})\n")).collect();
    let (code, said) = build(&note(&format!("{headings}\n{links}")));
    assert_eq!(code, Some(1));
    assert!(said.starts_with("error[broken-anchor]"), "{said}");
    assert!(said.contains("\n20,000 errors\n"), "{said}");
}

#[test]
fn pictures_that_unpack_to_much_are_told() {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><rect width=\"5\" height=\"5\"/></svg>";
    for size in ["width=1000000000, height=630", "width=20000, height=20000"] {
        let page = format!(
            "<!doctype html><title>A</title><img alt=\"\" src=\"{{{{ picture_of(\"c.svg\", {{}}, {size}) }}}}\">"
        );
        let (code, said) = build(&[
            ("templates/c.svg", svg.to_owned()),
            ("templates/index.html", page),
        ]);
        assert_eq!(code, Some(1), "{said}");
        assert!(
            said.contains("it is too large") && said.contains("templates/index.html:1:"),
            "{said}"
        );
    }
}

#[test]
fn thousands_of_mistakes_are_counted_and_the_first_are_shown() {
    let (code, said) = build(&note(&"<sub>x\n\n".repeat(5_000)));
    assert_eq!(code, Some(1));
    assert_eq!(said.matches("error[").count(), 200, "{}", said.len());
    assert!(said.contains("more, which are not shown\n\n"), "{said}");
    let end = &said[said.len().saturating_sub(200)..];
    assert!(end.contains("\n5,000 errors\n"), "{end}");
}

/// A guess at what was meant looks at every name of a kind: of thousands of mistakes the first have one.
#[test]
fn thousands_of_unknown_names_end_soon() {
    let fences = |n: usize| format!("```pytho{n}\na\n```\n\n");
    let emoji = |n: usize| format!("a :smiley{n}:\n\n");
    for one in [&fences as &dyn Fn(usize) -> String, &emoji] {
        let mut files = note(&(0..20_000).map(one).collect::<String>()).to_vec();
        let settings = "base_url: https://example.com\nemoji: true\n";
        files.push(("content/site.yaml", settings.to_owned()));
        let (code, said) = build(&files);
        assert_eq!(code, Some(0), "{said}");
        assert_eq!(said.matches("did you mean").count(), 20, "{said}");
    }
}
