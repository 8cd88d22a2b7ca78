//! `site new` over tiny sites and the project's own: the entry is valid at once, and nothing is ever written over.

use std::fs;
use std::path::Path;

use crate::fixture::{self, Outcome};

const SITE: &str = "
=== content/site.yaml
base_url: https://example.com
=== content/authors/_schema.yaml
title: Author
type: object
additionalProperties: false
required: [name]
properties:
  name: { type: string }
=== content/authors/ada.yaml
name: Ada
=== content/articles/_schema.yaml
title: Article
type: object
additionalProperties: false
required: [id, title, date, kind, author, tags, steps, image, more, contact, rating]
x-route: /articles/{slug}
x-template: article.html
properties:
  id: { type: integer }
  title: { type: string, description: \"The heading: short.\" }
  date: { type: string, format: date }
  kind: { enum: [essay, 'note: short'] }
  author: { type: string, format: entry, x-collection: authors }
  tags: { type: array, items: { type: string }, minItems: 2, uniqueItems: true }
  steps: { type: array, minItems: 1, items: { $ref: '#/$defs/step' } }
  image: { type: string, format: image }
  image_alt: { type: string }
  more: { type: string, format: link }
  contact: { type: object, additionalProperties: false, required: [mail], properties: { mail: { type: string, format: email }, year: { type: integer } } }
  rating: { type: number, exclusiveMinimum: 0, maximum: 5 }
  subtitle: { type: [string, 'null'], description: Below the title. }
dependentRequired: { image: [image_alt] }
$defs:
  step: { type: object, additionalProperties: false, required: [text], properties: { text: { type: string, minLength: 3 } } }
=== content/articles/first.md
---
id: 7
title: First
date: 2025-01-01
kind: essay
author: ada
tags: [a, b]
steps: [{ text: one }]
image: /a.svg
image_alt: A
more: https://example.com
contact: { mail: a@example.com }
rating: 1
---
=== public/a.svg
<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>
=== templates/article.html
<h1>{{ entry.title }}</h1>{{ entry.author.name }}{% for step in entry.steps %}{{ step.text }}{% endfor %}{{ entry.body }}
";

fn site() -> tempfile::TempDir {
    fixture::folder_of(SITE)
}

fn new(folder: &Path, arguments: &[&str]) -> Outcome {
    fixture::run(fixture::site(folder).arg("new").args(arguments))
}

fn build(folder: &Path) -> Outcome {
    fixture::run(fixture::site(folder).args(["build", "--drafts"]))
}

#[test]
fn a_markdown_entry_has_valid_fields_and_the_others_as_comments() {
    let folder = site();
    let outcome = new(folder.path(), &["articles", "L'été : 1 « essai »"]);
    assert_eq!(outcome.stdout, "./content/articles/l-ete-1-essai.md\n");
    assert_eq!(
        outcome.stderr,
        "next: write it, look at it at /articles/l-ete-1-essai with `site serve --watch --drafts`, and remove `draft: true` to publish it\n"
    );
    let text = fs::read_to_string(folder.path().join("content/articles/l-ete-1-essai.md"));
    assert_eq!(
        text.expect("written"),
        "---
id: 1
title: \"L'été : 1 « essai »\"  # The heading: short.
date: 2026-01-01
kind: essay  # One of: essay, note: short.
author: …  # The slug of an entry of authors.
tags:
  - …
  - … 2
steps:
  - text: …..
image: …  # Fill in: the file of a picture.
image_alt: …
more: https://example.com
contact:
  mail: name@example.com
  # year: 1
rating: 1
draft: true  # Not published as long as this is here.
# subtitle: …  # Below the title.
# slug: …  # Last part of the address; the file's name when absent.
# route: …  # The page's address, instead of the collection's pattern.
# template: …  # The page's template, instead of the collection's.
# expires: 2027-01-01  # The day from which the entry is no longer part of the site.
# updated: 2026-01-01  # Day of the last real change, shown and put into the sitemap.
# aliases:  # Former addresses that redirect here.
#   - …
# sample: false  # Invented filler, to be replaced before going live.
# noindex: false  # Keeps the page out of search engines and the sitemap.
# hidden: false  # Keeps the entry out of the site.
# reading_time: 1  # Minutes; computed at 220 words a minute when absent.
---

…
"
    );
    let outcome = build(folder.path());
    assert_eq!(outcome.code, Some(1), "an author is still to be named");
    assert!(
        outcome
            .stderr
            .contains("  = hint: write the slug of an entry of authors, such as ada\n"),
        "{}",
        outcome.stderr
    );
    assert!(
        outcome
            .stderr
            .contains("error[missing-image]: there is no image `…`\n"),
        "{}",
        outcome.stderr
    );
    fill(folder.path(), "l-ete-1-essai");
    assert_eq!(build(folder.path()).code, Some(0));
    let page = folder.path().join("dist/articles/l-ete-1-essai.html");
    assert!(page.exists(), "a draft is built with --drafts");
}

#[test]
fn numbers_go_on_where_each_entry_has_its_own() {
    let folder = site();
    let path = |name: &str| folder.path().join(format!("content/articles/{name}.md"));
    let first = fs::read_to_string(path("first")).expect("readable");
    fs::write(path("second"), first.replace("id: 7", "id: 9")).expect("written");
    new(folder.path(), &["articles", "Third"]);
    let text = fs::read_to_string(path("third")).expect("written");
    assert!(text.contains("id: 10\n"), "the next of 7 and 9: {text}");
    fs::write(path("third"), first.replace("id: 7", "id: 9")).expect("written");
    new(folder.path(), &["articles", "Fourth"]);
    let text = fs::read_to_string(path("fourth")).expect("written");
    assert!(
        text.contains("id: 9\n"),
        "a number that several share stays: {text}"
    );
}

#[test]
fn a_number_is_not_that_of_the_first_entry_again_nor_a_text_that_of_the_item_before() {
    let folder = site();
    let schema = "=== content/parts/_schema.yaml
type: object
required: [id, title, rows, icon]
properties:
  id: { type: integer }
  title: { type: string }
  rows: { type: array, minItems: 2, items: { type: object, required: [id], properties: { id: { type: string, description: Its name. } } } }
  icon: { type: string, format: icon }
";
    fixture::write_site(folder.path(), schema);
    for (title, id) in [("One", 1), ("Two", 2), ("Three", 3)] {
        let made = new(folder.path(), &["parts", title]);
        assert_eq!(made.code, Some(0), "{}", made.stderr);
        let path = format!("content/parts/{}.md", title.to_lowercase());
        let text = fs::read_to_string(folder.path().join(path)).expect("written");
        let begin = format!(
            "---\nid: {id}\ntitle: {title}\nrows:\n  - id: …  # Its name.\n  - id: … 2  # Its name.\n\
             icon: …  # Fill in: the name of an icon.\n"
        );
        assert!(text.starts_with(&begin), "{text}");
    }
}

/// What only the author knows.
fn fill(folder: &Path, slug: &str) {
    let path = folder.join(format!("content/articles/{slug}.md"));
    let text = fs::read_to_string(&path).expect("written");
    let text = text.replace("author: …", "author: ada");
    fs::write(path, text.replace("image: …", "image: /a.svg")).expect("written");
}

#[test]
fn the_optional_fields_are_valid_once_uncommented() {
    let folder = site();
    new(folder.path(), &["articles", "Open"]);
    fill(folder.path(), "open");
    let path = folder.path().join("content/articles/open.md");
    let text = fs::read_to_string(&path).expect("written");
    // An address or a template of its own is the author's to name.
    let own = [
        "# slug: ",
        "# route: ",
        "# template: ",
        "# aliases: ",
        "#   - ",
    ];
    let lines = text.lines().map(|line| match line.trim_start() {
        rest if own.iter().any(|name| rest.starts_with(name)) => line.to_owned(),
        _ => line.replacen("# ", "", usize::from(line.trim_start().starts_with('#'))),
    });
    let open = lines.collect::<Vec<_>>().join("\n");
    assert_ne!(open, text);
    fs::write(&path, open).expect("written");
    // The site says when its pages changed last, which is no later than today.
    let mut today = fixture::site(folder.path());
    let today = today.env_remove("SOURCE_DATE_EPOCH");
    let outcome = fixture::run(today.args(["build", "--drafts"]));
    assert_eq!((outcome.stderr.as_str(), outcome.code), ("", Some(0)));
}

#[test]
fn an_entry_is_written_as_the_collections_others_are() {
    let folder = site();
    let outcome = new(folder.path(), &["authors", "Grace", "--quiet"]);
    assert_eq!((outcome.stdout.as_str(), outcome.stderr.as_str()), ("", ""));
    let text = fs::read_to_string(folder.path().join("content/authors/grace.yaml"));
    assert!(
        text.expect("written")
            .starts_with("name: Grace\ndraft: true  #")
    );
}

#[test]
fn refuses_what_cannot_be_made() {
    let folder = site();
    let check = |arguments: &[&str], expected: &str| {
        let before = fixture::tree(folder.path());
        let outcome = new(folder.path(), arguments);
        assert_eq!(outcome.stderr, expected);
        assert_eq!((outcome.stdout.as_str(), outcome.code), ("", Some(2)));
        assert_eq!(
            fixture::difference(&before, &fixture::tree(folder.path())),
            None
        );
    };
    check(
        &["article", "A"],
        "error: there is no collection `article`\n  hint: did you mean `articles`?\n",
    );
    check(
        &["../authors", "A"],
        "error: there is no collection `../authors`\n  hint: did you mean `authors`?\n",
    );
    check(
        &["x", "A"],
        "error: there is no collection `x`\n  hint: the collections are articles, authors\n",
    );
    check(
        &["articles", "First"],
        "error: `articles/first` is there already: content/articles/first.md\n  hint: give the new entry another title, or edit that file\n",
    );
    check(
        &["authors", " !? "],
        "error: no address can be made from the title `!?`\n  hint: a title holds at least one letter or digit\n",
    );
    check(
        &["authors", "Index"],
        "error: `index` cannot be the name of an entry\n  hint: give it a longer title; `title` can be changed in the file\n",
    );
    check(
        &["authors", &"é".repeat(201)],
        "error: the title makes an address of 201 bytes\n  hint: give a shorter one; `title` can be changed in the file\n",
    );
}

#[test]
fn says_what_only_the_author_can_give() {
    let folder = site();
    let changes = "=== content/authors/_schema.yaml\ntype: object\nrequired: [name, code]\nproperties:\n  name: { type: string }\n  code: { type: string, pattern: '^[A-Z]{3}$' }\n=== content/authors/ada.yaml\nname: Ada\ncode: ADA\n";
    fixture::write_site(folder.path(), changes);
    let outcome = new(folder.path(), &["authors", "Grace"]);
    assert_eq!(outcome.code, Some(1));
    assert!(
        outcome
            .stderr
            .contains(" --> content/authors/grace.yaml:2:7\n"),
        "{}",
        outcome.stderr
    );
    assert!(
        outcome.stderr.ends_with("mend this in the new file\n"),
        "{}",
        outcome.stderr
    );
}

/// The project's own site with what its last build left to reuse; the islands' dependencies are
/// not copied.
fn own_site(folder: &Path) {
    let project = fixture::project();
    fixture::copy(&project.join(".site"), &folder.join(".site"));
    for name in ["content", "templates", "public"] {
        fixture::copy(&project.join(name), &folder.join(name));
    }
    let islands = folder.join("islands");
    fs::create_dir(&islands).expect("created");
    for entry in fs::read_dir(project.join("islands"))
        .expect("listed")
        .flatten()
    {
        let (from, to) = (entry.path(), islands.join(entry.file_name()));
        if entry.file_name() == "node_modules" {
            std::os::unix::fs::symlink(from, to).expect("linked");
        } else if from.is_dir() {
            fixture::copy(&from, &to);
        } else {
            fs::copy(from, to).map(drop).expect("copied");
        }
    }
}

/// What an author names of what the project's site has.
const CHOSEN: [(&str, &str); 4] = [
    ("study", "appaxel"),
    ("template", "merci.html"),
    ("logo", "/favicon.svg"),
    ("icon", "sun"),
];

#[test]
fn every_collection_of_the_projects_site_can_begin_an_entry() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    own_site(folder.path());
    let collections = fs::read_dir(folder.path().join("content")).expect("listed");
    let mut begun = 0;
    for collection in collections.flatten().map(|entry| entry.path()) {
        if !collection.join("_schema.yaml").is_file() {
            continue;
        }
        let name = collection
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let outcome = new(
            folder.path(),
            &[&name, &format!("Un essai : {name}"), "--quiet"],
        );
        assert_eq!(
            (outcome.stderr.as_str(), outcome.code),
            ("", Some(0)),
            "{name}"
        );
        let entry = folder
            .path()
            .join(format!("content/{name}/un-essai-{name}.yaml"));
        if let Ok(text) = fs::read_to_string(&entry) {
            let written = CHOSEN.iter().fold(text, |text, (field, choice)| {
                text.replace(&format!("\n{field}: …"), &format!("\n{field}: {choice}"))
            });
            fs::write(entry, written).expect("written");
        }
        begun += 1;
    }
    assert!(begun > 0);
    // Islands are rendered by Node.
    fixture::packages();
    // One more entry of everything at once may weigh more than a page is allowed.
    let settings = folder.path().join("content/site.yaml");
    let text = fs::read_to_string(&settings).expect("read");
    let text = text.replace("\n  html: ", "\n  html: 1");
    let text = text.replace("{ html: ", "{ html: 1");
    fs::write(&settings, text).expect("written");
    // The site says when its pages changed last, which is no later than today.
    let mut today = fixture::site(folder.path());
    let today = today.env_remove("SOURCE_DATE_EPOCH");
    let outcome = fixture::run(today.args(["build", "--drafts"]));
    assert_eq!((outcome.stderr.as_str(), outcome.code), ("", Some(0)));
}
