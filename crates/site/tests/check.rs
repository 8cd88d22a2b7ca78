//! `site check` over tiny sites: what it finds on finished pages, where it says that it comes from, and its exit codes.

use std::fs;
use std::path::Path;

use crate::fixture::{self, Outcome};

/// A site in order, with a page that lists the others.
const SOUND: &str = r##"
=== content/site.yaml
base_url: https://example.com/sub
title: Sound
placeholders: [TO FILL IN, name@example.org]
=== content/_schema.yaml
properties:
  menu: { type: array, items: { type: object, properties: { label: { type: string }, href: { type: string } } } }
=== content/pages/_schema.yaml
title: Page
type: object
additionalProperties: false
required: [title, description]
x-route: /{slug}
x-template: page.html
properties:
  title: { type: string }
  description: { type: string }
  html: { type: string }
  quote: { type: object, properties: { text: { type: string }, sample: { type: boolean }, hidden: { type: boolean } } }
=== content/pages/home.md
---
title: Home
route: /
description: The first page
---
See [the other page](other.md#a-part), [a site](https://example.org), [a file](/map.svg).

## Here {#here}
=== content/pages/other.md
---
title: Other
description: The second page
---
## A part

Back [home](home.md#here).
=== public/map.svg
<svg xmlns="http://www.w3.org/2000/svg"><g id="m"/></svg>
=== templates/page.html
<!doctype html>
<html lang="{{ page.language }}">
<head>
<meta charset="utf-8">
<title>{{ entry.title }}</title>
<meta name="description" content="{{ entry.description }}">
<link rel="canonical" href="{{ page.canonical }}">
{{ json_ld({"@context": "https://schema.org", "@type": "WebPage"}) }}
</head>
<body>
<a href="#main">Skip</a>
{% if site.menu %}{% for link in site.menu %}<a href="{{ page.home[:-1] }}{{ link.href }}">{{ link.label }}</a>{% endfor %}{% endif %}
<main id="main" aria-labelledby="title"><h1 id="title">{{ entry.title }}</h1>
<svg><use href="{{ asset("map.svg") }}#m"/></svg>
<img src="{{ asset("map.svg") }}" alt="" width="10" height="10">
{{ entry.body }}
{% if entry.html %}{{ entry.html | safe }}{% endif %}
</main>
</body>
</html>
"##;

/// Checks the sound site with some files changed.
fn check(changes: &str, arguments: &[&str]) -> Outcome {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fixture::write_site(folder.path(), SOUND);
    fixture::write_site(folder.path(), changes);
    run(folder.path(), arguments)
}

fn run(folder: &Path, arguments: &[&str]) -> Outcome {
    let outcome = fixture::run(fixture::site(folder).arg("check").args(arguments));
    assert!(!folder.join("dist").exists(), "a check publishes nothing");
    outcome
}

/// Checks the sound site with some HTML on its second page, and gives the codes and messages found.
fn found(html: &str) -> Vec<String> {
    let html: String = html.lines().map(|line| format!("  {line}\n")).collect();
    let changes = format!(
        "=== content/pages/other.md\n---\ntitle: Other\ndescription: The second page\nhtml: |\n{html}---\n## A part\n"
    );
    let outcome = check(&changes, &[]);
    let lines = outcome.stderr.lines();
    lines
        .filter(|line| line.starts_with("error[") || line.starts_with("warning["))
        .map(str::to_owned)
        .collect()
}

#[test]
fn a_site_in_order_has_nothing_to_report() {
    let outcome = check("", &[]);
    assert_eq!(outcome.stderr, "");
    assert_eq!(outcome.stdout, "2 pages, 14 links, 0 problems\n");
    assert_eq!(outcome.code, Some(0));
}

#[test]
fn a_form_is_answered_in_the_language_of_its_page() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let site = fixture::project().join("crates/site/tests/sites/languages");
    for part in ["content", "templates"] {
        fixture::copy(&site.join(part), &folder.path().join(part));
    }
    let name = folder.path().join("templates/contact.html");
    let text = fs::read_to_string(&name).expect("readable");
    let written = |address: &str| {
        let text = text.replace("{{ url(\"/api/forms/contact\") }}", address);
        fs::write(&name, text).expect("written");
        let outcome = run(folder.path(), &[]);
        let told = outcome
            .stderr
            .lines()
            .filter(|line| line.contains("the form `contact`"));
        told.map(str::to_owned).collect::<Vec<_>>()
    };
    let mistake = |code: &str| {
        format!(
            "error[broken-form-action]: the form `contact` of a page in `{code}` is answered in another language"
        )
    };
    assert_eq!(written("{{ url(\"/api/forms/contact\") }}"), [""; 0]);
    assert_eq!(written("/api/forms/contact"), [mistake("fr")]);
    assert_eq!(written("/api/forms/contact?language=de"), [mistake("fr")]);
    assert_eq!(
        written("/api/forms/contact?language=fr"),
        [mistake("ar"), mistake("en")]
    );
}

#[test]
fn a_form_asks_for_what_its_definition_has() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let site = fixture::project().join("crates/site/tests/sites/languages");
    for part in ["content", "templates"] {
        fixture::copy(&site.join(part), &folder.path().join(part));
    }
    let name = folder.path().join("templates/contact.html");
    let text = fs::read_to_string(&name).expect("readable");
    let controls = "<input name=\"phone\"><input type=\"file\" name=\"email\"><button name=\"nam\">Go</button>\
                    <input name=\"website\"><input name=\"submissionId\"><button type=\"button\" name=\"x\"></button></form>\
                    <input name=\"elsewhere\">";
    fs::write(&name, text.replace("</form>", controls)).expect("written");
    let outcome = run(folder.path(), &[]);
    let told: Vec<&str> = outcome
        .stderr
        .lines()
        .filter(|line| line.starts_with("error[unknown-control]"))
        .collect();
    let expected = [
        "error[unknown-control]: the form `contact` has no field `phone`: every post of it is refused",
        "error[unknown-control]: the form `contact` cannot send the file `email`",
        "error[unknown-control]: the form `contact` has no field `nam`: every post of it is refused",
    ];
    assert_eq!(told, expected, "{}", outcome.stderr);
    assert!(
        outcome.stderr.contains("--> templates/contact.html:"),
        "{}",
        outcome.stderr
    );
}

#[test]
fn files_that_nothing_names_are_told() {
    let changes = "=== public/old picture.svg
<svg xmlns=\"http://www.w3.org/2000/svg\"/>
=== public/a/draft.txt
Nobody links to it.
=== public/a/linked.txt
One page links to it.
=== public/proof.txt
Somebody else asks for it.
=== public/favicon.svg
<svg xmlns=\"http://www.w3.org/2000/svg\"/>
=== content/pages/other.md
---
title: Other
description: The second page
---
[A file](/a/linked.txt) and [a part](#a-part).

## A part
";
    let outcome = check(changes, &[]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let told = outcome
        .stderr
        .lines()
        .filter(|line| line.starts_with("warning["));
    let told: Vec<&str> = told.collect();
    let expected = [
        "warning[unlinked-file]: nothing names `public/a/draft.txt`",
        "warning[unlinked-file]: nothing names `public/old picture.svg`",
        "warning[unlinked-file]: nothing names `public/proof.txt`",
    ];
    assert_eq!(told, expected);
    let site = "=== content/site.yaml\nbase_url: https://example.com\ntitle: A site\nlanguage: en\nverbatim: [proof.txt]\n";
    let outcome = check(&format!("{changes}{site}"), &[]);
    assert!(!outcome.stderr.contains("proof.txt"), "{}", outcome.stderr);
}

#[test]
fn a_finding_points_at_its_line_and_names_the_pages_once() {
    let outcome = check(
        "=== content/site.yaml\nbase_url: https://example.com/sub\nmenu:\n  - { label: Other, href: /othre }\n",
        &[],
    );
    assert_eq!(
        outcome.stderr,
        "error[broken-link]: nothing has the address `/sub/othre`
 --> content/site.yaml:3:27
  |
3 |   - { label: Other, href: /othre }
  |                           ^^^^^^
  |
  = note: on 2 pages: `/`, `/other`
  = hint: did you mean `/sub/other`?

1 error
"
    );
    assert_eq!(outcome.stdout, "2 pages, 16 links, 1 problem\n");
    assert_eq!(outcome.code, Some(1));
}

#[test]
fn findings_are_given_to_programs_with_their_places() {
    let changes = "=== content/site.yaml\nbase_url: https://example.com/sub\nmenu:\n  - { label: Été, href: /othre }\n";
    let json = check(changes, &["--format", "json"]);
    assert_eq!((&*json.stderr, json.code), ("", Some(1)));
    let json: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    let [found] = &json["diagnostics"].as_array().expect("a list")[..] else {
        panic!("{json}");
    };
    assert_eq!(found["code"], "broken-link");
    assert_eq!(found["hint"], "did you mean `/sub/other`?");
    let place = &found["places"][0];
    assert_eq!(
        (
            &place["file"],
            &place["line"],
            &place["column"],
            &place["end_column"]
        ),
        (
            &"content/site.yaml".into(),
            &3.into(),
            &25.into(),
            &31.into()
        )
    );

    let sarif = check(changes, &["--format", "sarif"]);
    let sarif: serde_json::Value = serde_json::from_str(&sarif.stdout).expect("JSON");
    let run = &sarif["runs"][0];
    assert_eq!(
        (&sarif["version"], &run["tool"]["driver"]["rules"][0]["id"]),
        (&"2.1.0".into(), &"broken-link".into())
    );
    let result = &run["results"][0];
    assert_eq!(
        (&result["ruleId"], &result["level"]),
        (&"broken-link".into(), &"error".into())
    );
    let physical = &result["locations"][0]["physicalLocation"];
    assert_eq!(physical["artifactLocation"]["uri"], "content/site.yaml");
    assert_eq!(physical["region"]["startLine"], 3);

    // What keeps pages from being made comes in the same form.
    let unread = check(
        "=== content/pages/other.md\n---\ntitel: Other\n---\n",
        &["--format", "sarif"],
    );
    assert!(
        unread.stdout.contains("\"ruleId\": \"missing-field\""),
        "{}",
        unread.stdout
    );
    assert_eq!((&*unread.stderr, unread.code), ("", Some(1)));
}

#[test]
fn what_only_programs_read_is_checked_too() {
    let outcome = check(
        r#"
=== content/routes.yaml
routes:
  - { path: /app.webmanifest, template: app.webmanifest }
  - { path: /list.xml, template: list.xml }
=== templates/app.webmanifest
{ "start_url": "/sub/start", "icons": [{ "src": "/sub/none.png" }], "name": "/n" }
=== templates/list.xml
<feed><link href="https://example.com/sub/other"/><link href="https://example.com/sub/gone"/>
<url><loc>https://example.com/sub/lost#x</loc></url>
<content type="html">&lt;a href="/sub/other#nowhere"&gt;</content></feed>
"#,
        &[],
    );
    let codes: Vec<&str> = outcome
        .stderr
        .lines()
        .filter(|line| line.starts_with("error["))
        .collect();
    assert_eq!(
        codes,
        [
            "error[broken-link]: nothing has the address `/sub/start`",
            "error[broken-link]: nothing has the address `/sub/none.png`",
            "error[broken-link]: nothing has the address `/sub/gone`",
            "error[broken-link]: nothing has the address `/sub/lost`",
            "error[broken-anchor]: the page `/other` has no anchor `#nowhere`",
        ],
        "{}",
        outcome.stderr
    );
    assert_eq!(outcome.code, Some(1));
}

#[test]
fn a_mistake_of_every_page_of_a_template_is_its_templates() {
    let template = SOUND
        .split("=== templates/page.html\n")
        .nth(1)
        .expect("the template");
    let template = template.replace(
        "<h1 id=\"title\">{{ entry.title }}</h1>",
        "<p id=\"title\">{{ entry.title }}</p>",
    );
    let outcome = check(&format!("=== templates/page.html\n{template}"), &[]);
    assert_eq!(
        outcome.stderr,
        "error[missing-h1]: the page has no `<h1>`
 --> templates/page.html:1:1
  |
1 | <!doctype html>
  | ^
  |
  = note: on 2 pages: `/`, `/other`
  = hint: begin its text with one `<h1>`

1 error
"
    );
}

#[test]
fn a_wrong_anchor_is_told_where_its_address_is_written() {
    let (_, page) = SOUND
        .split_once("=== templates/page.html\n")
        .expect("a template");
    let page = page.replace(
        "{{ entry.body }}",
        "{% include \"part.html\" %}{{ entry.body }}",
    );
    let told = |part: &str, data: &str, expected: &str| {
        let changes = format!(
            "=== templates/page.html\n{page}=== templates/part.html\n{part}\n=== content/_data/menu.yaml\n{data}"
        );
        let outcome = check(&changes, &[]);
        assert!(outcome.stderr.contains(expected), "{}", outcome.stderr);
        let is_alone = outcome.stderr.contains("\n1 error\n");
        assert!(is_alone, "{}", outcome.stderr);
    };
    let listed = "{% for link in data(\"menu\") %}<a href=\"{{ url(link.path) }}\">{{ link.title }}</a>{% endfor %}";
    let right = "- { path: /other, title: Z }\n";
    told(
        &format!("<a href=\"{{{{ url(\"/other#nope\") }}}}\">Z</a>{listed}"),
        right,
        "`#nope`\n --> templates/part.html:1:10\n",
    );
    told(
        listed,
        "- { path: /other, title: Y }\n- { path: \"/other#nope\", title: Z }\n",
        "`#nope`\n --> content/_data/menu.yaml:2:11\n",
    );
    told(
        listed,
        "- { path: /other, title: Y }\n- { path: /othre, title: Z }\n",
        " ::: content/_data/menu.yaml:2:11\n  |\n2 | - { path: /othre, title: Z }\n  |           ------ written here\n",
    );
}

#[test]
fn a_wrong_anchor_is_told_at_a_link_that_names_the_page_by_its_file() {
    let languages = "=== content/site.yaml\nbase_url: https://example.com/sub\ntitle: Sound\n\
        languages: [{ code: en, name: English }, { code: fr, name: Français }]\n\
        === content/pages/other.fr.md\n---\ntitle: Autre\ndescription: La seconde\n---\n## Une partie\n";
    let outcome = check(languages, &[]);
    let place = "the page `/fr/other` has no anchor `#a-part`\n --> content/pages/home.md:6:22\n";
    assert!(outcome.stderr.contains(place), "{}", outcome.stderr);
}

#[test]
fn a_page_says_that_its_language_is_written_from_right_to_left() {
    let languages = "=== content/site.yaml\nbase_url: https://example.com/sub\ntitle: Sound\n\
        languages: [{ code: en, name: English }, { code: ar, name: العربية, dir: rtl }]\n";
    let outcome = check(languages, &[]);
    let told = "error[missing-dir]: the page does not say that `ar` is written from right to left\n --> templates/page.html:2:1\n";
    assert!(outcome.stderr.contains(told), "{}", outcome.stderr);
    let (_, page) = SOUND
        .split_once("=== templates/page.html\n")
        .expect("a template");
    let lang = "lang=\"{{ page.language }}\"";
    let page = page.replace(lang, &format!("{lang} dir=\"{{{{ page.dir }}}}\""));
    let outcome = check(&format!("{languages}=== templates/page.html\n{page}"), &[]);
    assert!(
        !outcome.stderr.contains("missing-dir"),
        "{}",
        outcome.stderr
    );
}

#[test]
fn two_pages_do_not_say_the_same_of_themselves() {
    let outcome = check(
        "=== content/pages/other.md\n---\ntitle: Home\ndescription: The first page\n---\n## A part\n",
        &["--quiet"],
    );
    let heads: Vec<&str> = outcome
        .stderr
        .lines()
        .filter(|l| l.starts_with("error["))
        .collect();
    assert_eq!(
        heads,
        [
            "error[duplicate-description]: 2 pages have the description `The first page`",
            "error[duplicate-title]: 2 pages have the title `Home`",
        ]
    );
    for told in [
        " ::: content/pages/other.md:2:1\n",
        "= hint: give each a title of its own, in the field or the template's block that it is made from\n",
    ] {
        assert!(outcome.stderr.contains(told), "{}", outcome.stderr);
    }
    assert_eq!(outcome.stdout, "");
}

#[test]
fn an_integrity_is_that_of_its_file() {
    let (_, page) = SOUND
        .split_once("=== templates/page.html\n")
        .expect("a template");
    let told = |integrity: &str| {
        let link = format!(
            "<link rel=\"preload\" as=\"image\" href=\"{{{{ asset(\"map.svg\") }}}}\" integrity=\"{integrity}\">\n</head>"
        );
        let page = page.replace("</head>", &link);
        check(&format!("=== templates/page.html\n{page}"), &[]).stderr
    };
    assert_eq!(told("{{ integrity(\"map.svg\") }}"), "");
    let other = told("sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    let start = "error[wrong-integrity]: browsers will refuse `/sub/assets/map.";
    assert!(other.starts_with(start), "{other}");
}

#[test]
fn no_place_is_told_in_a_template_that_the_page_does_not_use() {
    let outcome = check(
        "=== content/site.yaml\nbase_url: https://example.com/sub\ntitle: Sound\nhtml: all\n\
         === content/pages/other.md\n---\ntitle: Other\ndescription: The second page\n---\n## A part\n\n\
         <p id=\"two words\">a</p>\n\
         === templates/list.html\n<p id=\"two words\">a</p>\n",
        &[],
    );
    let (_, told) = outcome
        .stderr
        .split_once("error[invalid-id]")
        .expect("told");
    let place = told.lines().nth(1).unwrap_or_default();
    assert!(place.contains("content/pages/other.md"), "{told}");
}

#[test]
fn every_rule_finds_its_mistake() {
    let none: [&str; 0] = [];
    let check = |html: &str, expected: &[&str]| assert_eq!(found(html), expected, "{html}");
    check(
        "<audio controls src=\"data:audio/ogg,\"></audio>",
        &["error[external-resource]: `<audio>` holds its content in a `data:` address"],
    );
    check("<p>fine</p>", &none);
    check(
        "<a href=\"/sub/other/\">x</a>",
        &["error[broken-link]: nothing has the address `/sub/other/`"],
    );
    check(
        "<a href=\"/other\">x</a>",
        &["error[outside-base-path]: the address `/other` is not below the site's `/sub`"],
    );
    check(
        "<a href=\"other#a-part\">x</a> <a href=\"?q=1#top\">x</a>",
        &none,
    );
    check(
        "<a href=\"https://example.com/sub/nowhere\">x</a>",
        &["error[broken-link]: nothing has the address `/sub/nowhere`"],
    );
    check("<a href=\"https://example.com/elsewhere\">x</a>", &none);
    check(
        "<a href=\"#a-prat\">x</a>",
        &["error[broken-anchor]: the page `/other` has no anchor `#a-prat`"],
    );
    check(
        "<a href=\"#\">x</a>",
        &["error[empty-link]: a link leads nowhere"],
    );
    check(
        "<a href=\"javascript:void(0)\">x</a>",
        &["error[unsafe-link]: a link has the scheme `javascript`"],
    );
    check(
        "<a href=\"tel:0262 00\">x</a>",
        &["error[malformed-link]: `tel:0262 00` is malformed"],
    );
    check(
        "<a href=\"http://example.org\">x</a>",
        &["warning[insecure-link]: `http://example.org` is not encrypted"],
    );
    check(
        "<a href=\"https://example.org\" target=\"_blank\">x</a>",
        &[
            "error[missing-noopener]: the link to `https://example.org` opens a tab that can steer this one",
        ],
    );
    check(
        "<img src=\"/sub/gone.png\" alt=\"\" width=\"1\" height=\"1\">",
        &["error[missing-asset]: nothing has the address `/sub/gone.png`"],
    );
    check(
        "<img src=\"data:,\" srcset=\"/sub/gone.png 2x\" alt=\"\" width=\"1\" height=\"1\">",
        &["error[missing-asset]: nothing has the address `/sub/gone.png`"],
    );
    check(
        "<img src=\"data:,\">",
        &[
            "error[missing-alt]: the image `data:,` has no `alt`",
            "error[missing-dimensions]: the image `data:,` has no `width` and `height`",
        ],
    );
    check(
        "<script src=\"https://example.org/x.js\"></script>",
        &[
            "error[external-resource]: `<script>` loads `https://example.org/x.js` from another host",
        ],
    );
    check(
        "<script>go()</script>",
        &[
            "error[inline-script]: a script stands in the page, which the content security policy blocks",
        ],
    );
    check(
        "<script type=\"application/ld+json\">{\"a\": }</script>",
        &[
            "error[invalid-data-block]: a block of `application/ld+json` is not JSON: expected value at line 1 column 7",
        ],
    );
    check(
        "<script type=\"application/ld+json\">{}</script>",
        &["error[invalid-data-block]: structured data has no `@context`"],
    );
    check(
        "<p style=\"color:red\" onclick=\"go()\">x</p>",
        &[
            "error[style-attribute]: `<p>` has a `style`, which the content security policy blocks",
            "error[event-handler]: `<p>` has an `onclick`, which the content security policy blocks",
        ],
    );
    check(
        "<style>p { color: red }</style>",
        &[
            "error[style-element]: a `<style>` stands in the page, which the content security policy blocks",
        ],
    );
    check(
        "<p id=\"twice\"></p><p id=\"twice\"></p><template><p id=\"twice\"></p></template>",
        &["error[duplicate-id]: several elements of a page have the id `twice`"],
    );
    check(
        "<p id=\"two words\"></p>",
        &["error[invalid-id]: `two words` cannot be an id"],
    );
    check(
        "<label for=\"nobody\">x</label><p aria-describedby=\"main nothing\"></p>",
        &[
            "error[broken-id-reference]: the `for` of `<label>` names `nobody`, which is no id of the page",
            "error[broken-id-reference]: the `aria-describedby` of `<p>` names `nothing`, which is no id of the page",
        ],
    );
    check(
        "<h1>Again</h1>",
        &["error[several-h1]: the page has 2 `<h1>`"],
    );
    check(
        "<form action=\"/sub/api/forms/contact\"></form><form action=\"/sub/send\"></form><form action=\"/sub/other\"></form>",
        &[
            "error[unknown-form]: there is no form `contact`",
            "error[broken-form-action]: nothing receives a form at `/sub/send`",
        ],
    );
    check(
        "<svg><use href=\"/sub/other#a-part\"/></svg><!-- <a href=\"/gone\"> --><p>&lt;a href=\"/gone\"&gt;</p>",
        &none,
    );
}

#[test]
fn html_that_browsers_mend_by_guessing_is_told_in_its_template() {
    let told = |written: &str, broken: &str| {
        let (_, template) = SOUND.split_once("=== templates/page.html\n").expect("one");
        assert!(template.contains(written), "{written}");
        let template = template.replacen(written, broken, 1);
        let outcome = check(&format!("=== templates/page.html\n{template}"), &[]);
        let mut lines = outcome.stderr.lines().filter(|line| !line.is_empty());
        // What a mistake hides is not told as missing.
        assert_eq!(
            outcome.stderr.matches("error[").count(),
            1,
            "{}",
            outcome.stderr
        );
        let begins = |line: &&str| line.starts_with("error[broken-html]");
        let message = lines.find(begins).unwrap_or_default().to_owned();
        let place = lines.next().unwrap_or_default().trim().to_owned();
        (message, place)
    };
    for (written, broken, message, place) in [
        (
            "<main ",
            "<!-- <main ",
            "nothing ends this comment: it hides all that stands behind it",
            "13:1",
        ),
        (
            "</html>",
            "</html",
            "nothing ends this tag: browsers leave it out with all that stands behind it",
            "20:1",
        ),
        (
            "<!doctype",
            "text <!doctype",
            "something stands before the document type: browsers show the page by old rules",
            "1:6",
        ),
        (
            "<meta charset=\"utf-8\">",
            "<meta charset=\"utf-8>",
            "this tag has a quote too few or too many: browsers read values as names",
            "4:1",
        ),
        (
            "id=\"main\"",
            "id=\"main\" id=\"more\"",
            "an attribute stands twice in this tag: browsers take the first",
            "13:1",
        ),
        ("<main ", "<div><main ", "nothing ends `<div>`", "13:1"),
        (
            "<h1 ",
            "<b><h1 ",
            "`<b>` is still open where `</main>` stands",
            "13:41",
        ),
        ("</main>", "</div></main>", "`</div>` ends nothing", "18:1"),
        (
            "</svg>",
            "",
            "`<svg>` is still open where `</main>` stands",
            "14:1",
        ),
    ] {
        let found = told(written, broken);
        let expected = format!("error[broken-html]: {message}");
        assert_eq!(
            found,
            (expected, format!("--> templates/page.html:{place}"))
        );
    }
}

#[test]
fn html_that_an_entry_leaves_open_is_not_blamed_on_a_template() {
    let (_, template) = SOUND.split_once("=== templates/page.html\n").expect("one");
    let branches =
        "{% if page.is_home %}<div id=\"a\">{% else %}<div>{% endif %}{{ entry.body }}</div>";
    let template = template.replacen("{{ entry.body }}", branches, 1);
    let settings = "base_url: https://example.com/sub\ntitle: Sound\nhtml: all\n";
    let front = "---\ntitle: Other\ndescription: The second page\n---\n## A part\n";
    let outcome = check(
        &format!(
            "=== content/site.yaml\n{settings}=== templates/page.html\n{template}\
             === content/pages/other.md\n{front}\n<div>\n\nOpen.\n"
        ),
        &[],
    );
    let told = &outcome.stderr;
    assert_eq!(told.matches("error[").count(), 1, "{told}");
    assert!(told.contains("content/pages/other.md:7:1"), "{told}");
}

#[test]
fn an_end_tag_with_attributes_is_told_beside_what_else_is_wrong() {
    let codes = |html: &str| {
        let lines = found(html);
        let codes = lines.iter().filter_map(|line| line.split_once(']'));
        codes
            .map(|(code, message)| {
                format!("{code}]{}", message.split('`').next().unwrap_or_default())
            })
            .collect::<Vec<_>>()
    };
    for (html, message) in [
        (
            "<p>a</p class=\"a\"><a href=\"/sub/nowhere\">b</a>",
            "an end tag has no attributes",
        ),
        (
            "<p class=\"a\"\">a</p><a href=\"/sub/nowhere\">b</a>",
            "this tag has a quote too few or too many: browsers read values as names",
        ),
    ] {
        let found = codes(html);
        assert!(
            found.contains(&format!("error[broken-html]: {message}")),
            "{found:?}"
        );
        assert!(
            found
                .iter()
                .any(|line| line.starts_with("error[broken-link]")),
            "{found:?}"
        );
    }
}

/// The site with samples and placeholders: of site.yaml, a whole entry, a block of one, and texts.
const FILLED: &str = "=== content/site.yaml
base_url: https://example.com/sub
placeholders: [TO FILL IN, name@example.org]
title: TO FILL IN
=== content/pages/other.md
---
title: Other
# TO FILL IN later
description: The second page
sample: true
quote: { text: Good, sample: true }
---
## A part

Write to <name@example.org>. TO FILL IN

```component aside
text: Invented
sample: true
```
=== templates/components/aside.html
<p>{{ text }}</p>
=== templates/components/aside.schema.yaml
type: object
properties: { text: { type: string }, sample: { type: boolean } }
=== content/pages/home.md
---
title: Home
route: /
description: The first page
quote: { text: Bad, sample: true, hidden: true }
---
=== content/pages/later.md
---
title: Later
description: A draft
draft: true
sample: true
---
TO FILL IN
";

#[test]
fn samples_and_placeholders_are_listed() {
    let outcome = check(FILLED, &[]);
    assert_eq!(outcome.stderr, "");
    assert_eq!(
        outcome.stdout,
        "to replace or confirm before going live:
  /other
    content/pages/other.md  3 samples and 2 placeholders (lines 5, 6, 10, 14)
  other files
    content/site.yaml       1 placeholder (line 3)
2 pages, 10 links, 0 problems; 3 samples and 3 placeholders: `site check --publish` refuses them
left out: 1 draft
"
    );
    assert_eq!(outcome.code, Some(0));
    let quiet = check(FILLED, &["--quiet"]);
    assert_eq!((quiet.stdout.as_str(), quiet.code), ("", Some(0)));
    let drafts = check(FILLED, &["--drafts"]);
    assert!(
        drafts
            .stdout
            .contains("  content/pages/later.md  1 sample and 1 placeholder (lines 5, 7)\n"),
        "{}",
        drafts.stdout
    );
}

#[test]
fn samples_and_placeholders_are_refused_before_publishing() {
    let outcome = check(FILLED, &["--publish"]);
    assert_eq!(
        outcome.stderr,
        "error[sample]: this content is invented
 --> content/pages/other.md:5:1
  |
5 | sample: true
  | ^^^^^^^^^^^^
  |
  = hint: write the real content and remove `sample: true`, or hide it with `hidden: true`

error[sample]: this content is invented
 --> content/pages/other.md:6:22
  |
6 | quote: { text: Good, sample: true }
  |                      ^^^^^^^^^^^^
  |
  = hint: write the real content and remove `sample: true`, or hide it with `hidden: true`

error[placeholder]: `name@example.org` is a placeholder
  --> content/pages/other.md:10:11
   |
10 | Write to <name@example.org>. TO FILL IN
   |           ^^^^^^^^^^^^^^^^
   |
   = hint: write the real text

error[placeholder]: `TO FILL IN` is a placeholder
  --> content/pages/other.md:10:30
   |
10 | Write to <name@example.org>. TO FILL IN
   |                              ^^^^^^^^^^
   |
   = hint: write the real text

error[sample]: this content is invented
  --> content/pages/other.md:14:1
   |
14 | sample: true
   | ^^^^^^^^^^^^
   |
   = hint: write the real content and remove `sample: true`, or hide it with `hidden: true`

error[placeholder]: `TO FILL IN` is a placeholder
 --> content/site.yaml:3:8
  |
3 | title: TO FILL IN
  |        ^^^^^^^^^^
  |
  = hint: write the real text

6 errors
"
    );
    assert_eq!(
        outcome.stdout,
        "to replace or confirm before going live:
  /other
    content/pages/other.md  3 samples and 2 placeholders (lines 5, 6, 10, 14)
  other files
    content/site.yaml       1 placeholder (line 3)
2 pages, 10 links, 6 problems; 3 samples and 3 placeholders\nleft out: 1 draft\n"
    );
    assert_eq!(outcome.code, Some(1));
}

#[test]
fn a_site_that_cannot_be_rendered_says_why() {
    let outcome = check(
        "=== content/pages/other.md\n---\ntitle: Other\n---\n## A part\n",
        &[],
    );
    assert!(
        outcome
            .stderr
            .starts_with("error[missing-field]: this page has no `description`\n")
    );
    assert!(
        outcome
            .stderr
            .ends_with("the pages could not be checked: mend these first\n")
    );
    assert_eq!((outcome.stdout.as_str(), outcome.code), ("", Some(1)));
}

/// Texts that `site new` left to be written, in an entry that is published and in a draft.
const UNWRITTEN: &str = "=== content/pages/other.md
---
title: Other
description: …
---
## A part

…
=== content/pages/later.md
---
title: Later
description: …
draft: true
---
";

#[test]
fn what_is_still_to_be_written_is_warned_of_and_refused_before_publishing() {
    let outcome = check(UNWRITTEN, &[]);
    assert_eq!(
        outcome.stderr,
        "warning[unwritten]: this is still to be written
 --> content/pages/other.md:3:14
  |
3 | description: …
  |              ^
  |
  = hint: write the real text; `site check --publish` refuses it

warning[unwritten]: this is still to be written
 --> content/pages/other.md:7:1
  |
7 | …
  | ^
  |
  = hint: write the real text; `site check --publish` refuses it

2 warnings
"
    );
    assert_eq!(outcome.code, Some(0));
    let outcome = check(UNWRITTEN, &["--publish"]);
    let codes = outcome.stderr.lines().filter(|l| l.contains("]: "));
    let codes: Vec<&str> = codes.collect();
    assert_eq!(codes, ["error[placeholder]: `…` is a placeholder"; 2]);
    assert_eq!(outcome.code, Some(1));
}

#[test]
fn a_run_says_what_it_left_out() {
    let entry = |name: &str, more: &str| {
        format!(
            "=== content/pages/{name}.md\n---\ntitle: {name}\ndescription: A {name}\n{more}\n---\n"
        )
    };
    let check = |changes: &[String], expected: &str| {
        let outcome = check(&changes.concat(), &[]);
        assert_eq!((outcome.stderr.as_str(), outcome.code), ("", Some(0)));
        let said = outcome.stdout.lines().find(|l| l.starts_with("left out"));
        assert_eq!(said.unwrap_or_default(), expected);
    };
    let schema = SOUND.split("=== content/pages/_schema.yaml\n").nth(1);
    let schema = schema
        .and_then(|rest| rest.split("=== ").next())
        .expect("it");
    let schema = format!(
        "=== content/pages/_schema.yaml\n{schema}  date: {{ type: string, format: date }}\n"
    );
    let draft = |name| entry(name, "draft: true");
    let later = |name, day: &str| entry(name, &format!("date: {day}"));
    check(&[], "");
    check(&[draft("one")], "left out: 1 draft");
    check(
        &[
            schema.clone(),
            draft("one"),
            draft("two"),
            later("three", "2026-12-01"),
        ],
        "left out: 2 drafts, 1 scheduled for 2026-12-01 (rebuild that day)",
    );
    check(
        &[
            schema,
            later("one", "2027-01-01"),
            later("two", "2026-02-03"),
            entry("three", "hidden: true"),
        ],
        "left out: 2 scheduled, the next for 2026-02-03 (rebuild that day), 1 hidden",
    );
}

#[test]
fn an_entry_is_judged_before_its_day() {
    let schema = SOUND.split("=== content/pages/_schema.yaml\n").nth(1);
    let schema = schema
        .and_then(|rest| rest.split("=== ").next())
        .expect("it");
    let entries = "=== content/pages/short.md
---
title: Short
description: It is there for a while
expires: 2026-02-15
---
=== content/pages/home.md
---
title: Home
route: /
description: The first page
---
See [what goes](short.md), [the other page](other.md#a-part).

## Here {#here}
=== content/pages/later.md
---
title: Later
description: It waits for its day
date: 2026-03-01
colour: red
html: <a href=\"https://example.com/sub/nowhere\">Nowhere</a>
---
See [the last](last.md).
=== content/pages/last.md
---
title: Last
description: It comes behind it
date: 2026-04-01
---
";
    let site = format!(
        "{SOUND}=== content/pages/_schema.yaml\n{schema}  date: {{ type: string, format: date }}\n{entries}"
    );
    let folder = fixture::folder_of(&site);
    let warnings = |command: &str| {
        let outcome = fixture::run(fixture::site(folder.path()).arg(command));
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        let lines = outcome.stderr.lines().filter(|line| {
            line.starts_with("warning[") || line.starts_with("error[") || line.contains(" a build ")
        });
        lines.map(|line| line.trim().to_owned()).collect::<Vec<_>>()
    };
    let note =
        |day: &str| format!("= note: a build of {day} stops here: an entry has appeared by then");
    let of_content = [
        "warning[broken-link]: `content/pages/short.md` expired on 2026-02-15".to_owned(),
        note("2026-03-01"),
        "warning[unknown-key]: unknown key `colour`".to_owned(),
        note("2026-03-01"),
        "warning[broken-link]: `content/pages/last.md` is not published before 2026-04-01"
            .to_owned(),
        note("2026-03-01"),
    ];
    assert_eq!(warnings("build"), of_content);
    // What was told is told again by a build that has nothing to do.
    assert_eq!(warnings("build"), of_content);
    assert_eq!(warnings("check"), of_content);
    fixture::write_site(
        folder.path(),
        &entries
            .replace("colour: red\n", "")
            .replace("short.md)", "other.md)"),
    );
    let checked = warnings("check");
    let of_page = [
        "warning[broken-link]: nothing has the address `/sub/nowhere`".to_owned(),
        note("2026-04-01"),
    ];
    assert_eq!(checked, [&of_page[..], &of_content[4..]].concat());
}

#[test]
fn files_that_keep_their_names_differ_in_more_than_case() {
    let changes = "=== content/site.yaml\nbase_url: https://example.com\ntitle: A site\nlanguage: en\nverbatim: [files/]\n\
                   === public/files/Map.txt\na\n=== public/files/map.txt\nb\n\
                   === public/files/\u{e9}.txt\na\n=== public/files/e\u{301}.txt\nb\n";
    let outcome = check(changes, &[]);
    assert_eq!(outcome.code, Some(1), "{}", outcome.stderr);
    let told = outcome.stderr.lines();
    let told: Vec<&str> = told.filter(|line| line.starts_with("error[")).collect();
    let expected = [
        "error[case-collision]: `public/files/Map.txt` and `public/files/map.txt` differ only in upper and lower case",
        "error[case-collision]: `public/files/e\u{301}.txt` and `public/files/\u{e9}.txt` differ only in how their letters are made of characters",
    ];
    assert_eq!(told, expected);
}
