//! Small inputs that ask for much: each ends soon, in little memory, with words, and none ends the program by itself.

use std::fs;
use std::path::Path;
use std::time::Instant;

use crate::fixture;

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
        ("{% set n = 10000000000 %}{{ \"x\" * n }}".to_owned(), "error[template-error]: repeated string is too large"),
        ("{% set a = \"x\" * 10000000 %}\n".repeat(60), "error[template-syntax]: the texts and lists that templates multiply"),
        ("{{ ((1,) * 100000000)|length }}".to_owned(), "error[template-syntax]: the texts and lists that templates multiply"),
        ("{% if 5 in [1] * 100000000 %}{% endif %}".to_owned(), "error[template-syntax]: the texts and lists that templates multiply"),
        ("{% set n = 100000000 %}{{ ((1,) * n)|length }}".to_owned(), "error[page-memory]"),
        // What stands in itself, or in each other, without end is gone through without end.
        ("{% set n = namespace() %}{% set n.a = n %}{{ n }}".to_owned(), "error[page-memory]"),
        ("{% set n = namespace() %}{% set m = namespace(a=n) %}{% set n.a = m %}{{ n == m }}".to_owned(), "error[page-memory]"),
        ("{% set n = namespace(a=1) %}{% for i in range(1000) %}{% for j in range(10000) %}{% set n.a = [n.a] %}{% endfor %}{% endfor %}".to_owned(), "error["),
        (format!("{{% if page.path %}}{}{{% endif %}}", "{% elif page.path %}".repeat(50_000)), "error[template-syntax]: this expression has too many operators"),
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
fn what_ends_the_program_is_told_in_the_format_that_was_asked_for() {
    let text = "{% set n = range(100000)|list %}{% for i in n %}{% set b = n|sort %}{% endfor %}";
    let folder = tempfile::tempdir().expect("a temporary folder");
    site(folder.path(), &index(text.to_owned()));
    let outcome = fixture::run(fixture::site(folder.path()).args(["check", "--format", "json"]));
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(1), ""));
    let told = "{\n  \"diagnostics\": [\n    {\n      \"code\": \"page-time\",";
    assert!(outcome.stdout.starts_with(told), "{}", outcome.stdout);
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

/// Whether a key stands twice is asked of each key of data; a hundred thousand of them must not be compared with each other.
#[test]
fn thousands_of_names_in_data_end_soon() {
    let names = || (0..100_000).map(|n| format!("\"a{n}\""));
    let pairs: Vec<String> = names().map(|name| format!("{name}: 1")).collect();
    let columns: Vec<String> = names().collect();
    for (file, text) in [
        (
            "content/_data/a.json",
            format!("{{ {} }}", pairs.join(", ")),
        ),
        ("content/_data/a.csv", format!("{}\n", columns.join(","))),
    ] {
        let began = Instant::now();
        let (code, said) = build(&[(file, text)]);
        assert_eq!(code, Some(0), "{file}: {said}");
        assert!(
            began.elapsed().as_secs() < 6,
            "{file}: {:?}",
            began.elapsed()
        );
    }
}

/// Where a route names its template is known when it is made, not looked for in the whole file.
#[test]
fn thousands_of_routes_without_a_template_end_soon() {
    let routes = (0..5_000).map(|n| format!("  - {{ path: /a{n}, template: b.html }}\n"));
    let text = format!("routes:\n{}", routes.collect::<String>());
    let began = Instant::now();
    let (code, said) = build(&[("content/routes.yaml", text)]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("error[unknown-template]"), "{said}");
    assert!(said.contains(" --> content/routes.yaml:2:28"), "{said}");
    assert!(began.elapsed().as_secs() < 6, "{:?}", began.elapsed());
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
fn drawings_that_are_painted_without_end_are_told() {
    let filter = |inside: &str| {
        format!(
            "<filter id=\"f\">{inside}</filter><rect filter=\"url(#f)\" width=\"1200\" height=\"630\"/>"
        )
    };
    let layer = "<g opacity=\".5\"><rect width=\"1200\" height=\"630\"/><rect width=\"900\" height=\"630\"/></g>";
    for (inside, expected) in [
        (
            filter(&"<feGaussianBlur stdDeviation=\"1000000\"/>".repeat(200)),
            Some(1),
        ),
        (
            filter(&"<feTurbulence baseFrequency=\"0.9\" numOctaves=\"1000\"/>".repeat(20)),
            Some(1),
        ),
        (
            filter("<feMorphology operator=\"dilate\" radius=\"500\"/>"),
            Some(1),
        ),
        (layer.repeat(8_000), Some(1)),
        (
            filter("<feDropShadow dx=\"4\" dy=\"4\" stdDeviation=\"9\"/>"),
            Some(0),
        ),
        (layer.repeat(8), Some(0)),
    ] {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1200 630\">{inside}</svg>"
        );
        let page = "<!doctype html><title>A</title><img alt=\"\" src=\"{{ picture_of(\"c.svg\", {}, width=1200, height=630) }}\">";
        let files = [
            ("templates/c.svg", svg),
            ("templates/index.html", page.to_owned()),
        ];
        let (code, said) = build(&files);
        let start: String = inside.chars().take(60).collect();
        assert_eq!(code, expected, "{start}: {said}");
        let words = "its parts and filters take too much computing";
        assert_eq!(said.contains(words), expected == Some(1), "{start}: {said}");
    }
}

/// Parts of a drawing that draw each other, and surfaces that are there at once, are counted before there are any.
#[test]
fn drawings_that_grow_without_end_are_told() {
    const WHOLE: &str = "<rect width=\"1200\" height=\"630\"/>";
    let within = |tag: &str, attribute: &str, depth: usize, times: usize| {
        let part = |n: usize| {
            let next = format!("<g {attribute}=\"url(#m{})\">{WHOLE}</g>", n + 1);
            let next = if n + 1 < depth {
                next.repeat(times)
            } else {
                WHOLE.to_owned()
            };
            format!("<{tag} id=\"m{n}\">{next}</{tag}>")
        };
        let all: String = (0..depth).map(part).collect();
        format!("{all}<g {attribute}=\"url(#m0)\">{WHOLE}</g>")
    };
    let uses = |depth: usize| {
        let part = |n: usize| {
            format!(
                "<g id=\"a{n}\">{}</g>",
                format!("<use href=\"#a{}\"/>", n + 1).repeat(2)
            )
        };
        let all: String = (0..depth).map(part).collect();
        format!("{all}<g id=\"a{depth}\">{WHOLE}</g>")
    };
    let pattern = |size: u32| {
        format!(
            "<pattern id=\"p\" width=\"{size}\" height=\"{size}\" patternUnits=\"userSpaceOnUse\"><circle r=\"9\"/></pattern><rect fill=\"url(#p)\" width=\"1200\" height=\"630\"/>"
        )
    };
    let marker = |path: usize| {
        format!(
            "<marker id=\"m\">{}</marker><path marker-mid=\"url(#m)\" d=\"M0 0{}\"/>",
            WHOLE.repeat(100),
            "h1".repeat(path)
        )
    };
    let filter = |results: usize| {
        format!(
            "<filter id=\"f\">{}</filter><rect filter=\"url(#f)\" width=\"1200\" height=\"630\"/>",
            "<feFlood/>".repeat(results)
        )
    };
    let (uses_of, memory, outside) = (
        "it is too much with all that its parts use",
        "take too much memory: fewer of them may stand in each other",
        "shows another picture, which is not painted",
    );
    for (inside, expected) in [
        (within("mask", "mask", 60, 1), memory),
        (within("mask", "mask", 6, 1), ""),
        (within("mask", "mask", 25, 2), uses_of),
        // However an id is written, and whichever of those that have it is meant.
        (
            within("mask", "mask", 25, 2)
                .replace("#m", "'&#10;#m x url(")
                .replace(")\"", "')\"")
                .replace("id=\"m", "id=\"m x url("),
            uses_of,
        ),
        (format!("{}{}", uses(17), "<g id=\"a1\"/>"), uses_of),
        // What styles use of each other.
        (
            format!(
                "<style>{}</style>{}",
                (0..25)
                    .map(|n| format!(".m{n} {{ mask: url(\n#m{n}) }}"))
                    .collect::<String>(),
                within("mask", "class", 25, 2)
                    .replace("class=\"url(#", "class=\"")
                    .replace(")\"", "\"")
            ),
            uses_of,
        ),
        (
            format!(
                "<style>z{} {{ fill: red }}</style>{}{WHOLE}{}",
                " g".repeat(8),
                "<g>".repeat(300),
                "</g>".repeat(300)
            ),
            "its styles take too much computing",
        ),
        (
            format!(
                "<style>{}g {{ {} }}</style>{WHOLE}",
                "g,".repeat(100_000),
                "x: y; ".repeat(50_000)
            ),
            "its styles have too many selectors and declarations",
        ),
        (
            within("mask", "mask", 3_000, 1),
            "its parts stand in each other more than 400 times",
        ),
        (
            format!(
                "{}{WHOLE}{}",
                "<g opacity=\".5\">".repeat(100),
                "</g>".repeat(100)
            ),
            memory,
        ),
        (
            format!(
                "{}{WHOLE}{}",
                "<g opacity=\".5\">".repeat(9),
                "</g>".repeat(9)
            ),
            "",
        ),
        (uses(30), uses_of),
        (uses(6), ""),
        (pattern(30_000), memory),
        (pattern(30), ""),
        (marker(20_000), uses_of),
        (marker(20), ""),
        (filter(200), memory),
        (filter(9), ""),
        (format!("<text>{}</text>", "x".repeat(100_000)), uses_of),
        (
            format!(
                "<style>*{{mask:url(#m)}}</style><mask id=\"m\">{}</mask>{}",
                WHOLE.repeat(300),
                WHOLE.repeat(900)
            ),
            uses_of,
        ),
        (
            "<image width=\"9\" height=\"9\" href=\"/etc/hostname\"/>".to_owned(),
            outside,
        ),
        (
            "<image width=\"9\" height=\"9\" href=\"data:image/svg+xml;base64,PHN2Zy8+\"/>"
                .to_owned(),
            outside,
        ),
        (
            "<image width=\"9\" height=\"9\" href=\"data:image/png;base64,iVBORw0KGgo=\"/>"
                .to_owned(),
            outside,
        ),
    ] {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1200 630\">{inside}</svg>"
        );
        let page = "<!doctype html><title>A</title>\n<img alt=\"\" src=\"{{ picture_of(\"c.svg\", {}, width=1200, height=630) }}\">";
        let files = [
            ("templates/c.svg", svg),
            ("templates/index.html", page.to_owned()),
        ];
        let (code, said) = build(&files);
        let start: String = inside.chars().take(90).collect();
        assert_eq!(
            code,
            Some(i32::from(!expected.is_empty())),
            "{start}: {said}"
        );
        assert!(said.contains(expected), "{start}: {said}");
        let is_placed = said.contains(" --> templates/index.html:2:");
        assert_eq!(is_placed, !expected.is_empty(), "{start}: {said}");
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
