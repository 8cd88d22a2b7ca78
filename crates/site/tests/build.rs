//! What `site build` answers: exit codes, what it prints, and which output folders it refuses.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use crate::fixture::{self, Outcome};
use tempfile::TempDir;

const SOUND: &str = include_str!("fixture/sound.txt");

fn sound() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fixture::write_site(&folder.path().join("site"), SOUND);
    folder
}

/// Runs `site` with arguments in a folder.
fn run(folder: &Path, arguments: &[&str]) -> Outcome {
    fixture::run(fixture::site(folder).args(arguments))
}

fn build_to(folder: &Path, out: &str) -> Outcome {
    run(folder, &["build", "--root", "site", "--out", out])
}

#[test]
fn a_day_that_is_none_is_told_before_anything_is_built() {
    let folder = sound();
    let build = |day: &str| {
        let mut site = fixture::site(folder.path());
        fixture::run(
            site.args(["build", "--root", "site"])
                .env("SOURCE_DATE_EPOCH", day),
        )
    };
    for day in ["abc", "12.5", " 1700000000", "100000000000000000000"] {
        let outcome = build(day);
        let told = format!("error: SOURCE_DATE_EPOCH is `{day}`, which is no number of seconds");
        assert_eq!(outcome.code, Some(2), "{day}");
        assert!(outcome.stderr.starts_with(&told), "{}", outcome.stderr);
    }
    assert!(!folder.path().join("site/dist").exists());
    assert_eq!(build("").code, Some(0));
}

#[test]
fn a_sound_site_says_what_was_built() {
    let folder = sound();
    let outcome = run(folder.path(), &["build", "--root", "site"]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
    let stdout = outcome.stdout;
    assert!(stdout.starts_with("3 pages in 4 files, "), "{stdout}");
    assert!(stdout.ends_with(" ms: site/dist\n"), "{stdout}");
    let quiet = run(folder.path(), &["build", "--root", "site", "--quiet"]);
    assert_eq!((quiet.stdout.as_str(), quiet.stderr.as_str()), ("", ""));
}

/// Builds as somebody for whom rights count: root reads everything.
fn build_without_rights(folder: &Path, path: &str) -> Outcome {
    const NOBODY: u32 = 65_534;
    let path = folder.join("site").join(path);
    let before = fs::metadata(&path).expect("there").permissions();
    let mut site = fixture::site(folder);
    site.args(["build", "--root", "site"]);
    if fs::metadata("/proc/self").expect("a process").uid() == 0 {
        let mut chown = Command::new("chown");
        let given = chown
            .args(["-R", &format!("{NOBODY}:{NOBODY}")])
            .arg(folder);
        assert!(given.status().expect("chown").success());
        site.uid(NOBODY).gid(NOBODY);
    }
    fs::set_permissions(&path, Permissions::from_mode(0o000)).expect("taken");
    let outcome = fixture::run(&mut site);
    fs::set_permissions(&path, before).expect("given back");
    outcome
}

#[test]
fn what_may_not_be_read_is_told_alone_and_beside_other_mistakes() {
    let folder = sound();
    for path in [
        "content/site.yaml",
        "content/routes.yaml",
        "content/articles/_schema.yaml",
        "content/articles/first.md",
        "content/articles",
        "content",
        "templates/base.html",
        "templates",
    ] {
        let Outcome { code, stderr, .. } = build_without_rights(folder.path(), path);
        let told = format!("error[unreadable-file]: cannot read `{path}`: ");
        assert_eq!(code, Some(1), "{path}: {stderr}");
        assert!(stderr.starts_with(&told), "{path}: {stderr}");
        assert!(stderr.contains("hint: see whose it is"), "{path}: {stderr}");
        assert!(stderr.contains("\n1 error\n"), "{path}: {stderr}");
    }
    // An icon of a package stands below the folder.
    let root = folder.path().join("site");
    fs::create_dir_all(root.join("islands/icons")).expect("made");
    let list = root.join("templates/list.html");
    let text = fs::read_to_string(&list).expect("read");
    let with_icon = text.replacen("<ul>", "{{ icon(\"sun\") }}<ul>", 1);
    assert_ne!(with_icon, text);
    fs::write(&list, with_icon).expect("written");
    let Outcome { code, stderr, .. } = build_without_rights(folder.path(), "islands");
    assert_eq!(code, Some(1), "{stderr}");
    assert!(
        stderr.starts_with("error[unreadable-file]: cannot read `islands`: "),
        "{stderr}"
    );
    assert!(stderr.contains("\n1 error\n"), "{stderr}");
    fs::write(&list, text).expect("written");
    let public = root.join("public");
    fs::create_dir_all(&public).expect("made");
    fs::write(public.join("data.bin"), "x").expect("written");
    fs::write(public.join("broken.css"), "a {").expect("written");
    let Outcome { code, stderr, .. } = build_without_rights(folder.path(), "public/data.bin");
    assert_eq!(code, Some(1), "{stderr}");
    for told in ["error[broken-style]", "cannot read `public/data.bin`"] {
        assert!(stderr.contains(told), "{stderr}");
    }
}

#[test]
fn a_theme_that_may_not_be_read_is_not_told_as_missing() {
    let folder = sound();
    let root = folder.path().join("site");
    fs::create_dir_all(root.join("themes/calm/templates")).expect("made");
    let settings = "base_url: https://example.com\ntitle: T\ntheme: themes/calm\n";
    fs::write(root.join("content/site.yaml"), settings).expect("written");
    for path in ["themes/calm", "themes"] {
        let Outcome { code, stderr, .. } = build_without_rights(folder.path(), path);
        let told = "error[unreadable-file]: cannot read `themes/calm`: ";
        assert_eq!(code, Some(1), "{path}: {stderr}");
        assert!(stderr.starts_with(told), "{path}: {stderr}");
        assert!(stderr.contains("\n1 error\n"), "{path}: {stderr}");
    }
}

#[test]
fn a_search_is_not_said_to_be_idle_where_its_pages_may_not_be_read() {
    let folder = sound();
    let settings = folder.path().join("site/content/site.yaml");
    let mut text = fs::read_to_string(&settings).expect("read");
    text.push_str("\nsearch: { pages: [/articles/*] }\n");
    fs::write(&settings, text).expect("written");
    let Outcome { code, stderr, .. } = build_without_rights(folder.path(), "content/articles");
    assert_eq!(code, Some(1), "{stderr}");
    assert!(!stderr.contains("search-without-pages"), "{stderr}");
    assert!(stderr.contains("\n1 error\n"), "{stderr}");
}

const UNASKED: &str = r#"
=== templates/old.html
<p>old</p>
=== templates/later.html
<p>later</p>
=== templates/list.html
{% extends "base.html" %}
{% macro item(article) %}<li>{{ article.title }}</li>{% endmacro %}
{% macro card(article) %}<li>{{ article.title }}</li>{% endmacro %}
{% block main %}
<h1>{{ t("all") }}</h1>
<p>{{ data("hours").open }}</p>
<ul>{% for article in page.items %}{{ item(article) }}{% endfor %}</ul>
{% endblock %}
=== content/articles/third.md
---
title: The third article
date: 2025-01-04
template: later.html
draft: true
---
=== content/_data/hours.yaml
open: 9
=== content/_data/deep/prices.csv
name,price
a,1
=== content/strings.yaml
all: All articles
none: No articles
"#;

const UNASKED_TOLD: &str = r#"warning[unused-data]: no template asks for the data `deep/prices`
 --> content/_data/deep/prices.csv:1:1
  |
1 | name,price
  | ^
  |
  = hint: write `data("deep/prices")`, or delete the file

warning[unused-string]: no template says the string `none`
 --> content/strings.yaml:2:1
  |
2 | none: No articles
  | ^^^^
  |
  = hint: write `t("none")`, or remove it

warning[unused-macro]: nothing calls the macro `card`
 --> templates/list.html:3:10
  |
3 | {% macro card(article) %}<li>{{ article.title }}</li>{% endmacro %}
  |          ^^^^
  |
  = hint: call it, or remove it

warning[unused-template]: no page has the template `old.html`
 --> templates/old.html:1:1
  |
1 | <p>old</p>
  | ^
  |
  = hint: name it in content/routes.yaml, a schema or an entry, or delete it
"#;

/// A draft's template is asked for; where a name is put together, any may be.
#[test]
fn what_nothing_asks_for_is_told_of_a_sound_site() {
    let folder = sound();
    let root = folder.path().join("site");
    fixture::write_site(&root, UNASKED);
    let outcome = run(folder.path(), &["build", "--root", "site"]);
    assert_eq!(outcome.code, Some(0));
    let told = outcome.stderr.trim_end();
    let (told, counted) = told.rsplit_once("\n\n").expect("several");
    assert_eq!(told, UNASKED_TOLD.trim_end());
    assert!(counted.starts_with("4 warnings"), "{counted}");
    let computed = r#"{% set name = "none" %}{{ t(name) }}{{ data("deep/" ~ "prices")[0].name }}
{% macro card() %}{{ card }}{% endmacro %}{% include "later" ~ ".html" %}"#;
    fs::write(root.join("templates/old.html"), computed).expect("written");
    let outcome = run(folder.path(), &["build", "--root", "site"]);
    assert!(!outcome.stderr.contains("unused-"), "{}", outcome.stderr);
}

const UNREACHED: &str = r#"
=== templates/list.html
{% extends "base.html" %}
{% set words = data("words") %}
{% block main %}
<h1>{{ t("all") }}</h1>
<p>{{ words.hello }}{{ words.helo | default("x") }}{{ words.sub.b }}{{ words.sub.c | default("x") }}</p>
{% if data("words").bye is defined %}<hr>{% endif %}
{% if page.path == "/never" %}
{{ t("al") }}{{ data("wrods").a }}{{ form("contact") }}{{ asset("styl.css") }}{{ t("a" ~ page.path) }}{{ t("all" if words else 'none') }}
{% for article in collection("artcles") %}{{ article.title }}{% endfor %}
{{ words.hello | uper }}{{ hullo() }}{{ entry("articles", "first").title }}{% if words is mapping2 %}{% endif %}
{% endif %}
<p>{{ "l'été" ~ words.nope | default('x') }}{{ 'words.none' }}</p>
{{ page.items | length }}
{% endblock %}
=== public/style.css
p { color: #123 }
=== content/_data/words.yaml
hello: Hello
sub: { b: B }
=== content/strings.yaml
all: All articles
=== posts/a.md
A text where another generator looks for it.
=== articles/b.md
And where nobody does.
"#;

const UNREACHED_TOLD: &str = "
warning[ignored-file]: nothing reads the folder `articles/`
= hint: move its files into content/articles/
warning[ignored-file]: nothing reads the folder `posts/`
= hint: texts stand in the folder of a collection, such as content/articles/
warning[unknown-name]: the data `words` has no key `helo`
--> templates/list.html:5:30
= hint: did you mean `hello`?
warning[unknown-name]: the data `words` has no key `c`
--> templates/list.html:5:82
= hint: did you mean `b`?
warning[unknown-name]: the data `words` has no key `bye`
--> templates/list.html:6:21
= hint: known: hello, sub
warning[unknown-name]: there is no string `al`
--> templates/list.html:8:7
= hint: did you mean `all`?
warning[unknown-name]: there is no data `wrods`
--> templates/list.html:8:23
= hint: did you mean `words`?
warning[unknown-name]: there is no form `contact`
--> templates/list.html:8:44
= hint: create content/forms/contact.yaml
warning[unknown-name]: there is no asset `styl.css`
--> templates/list.html:8:66
= hint: did you mean `style.css`?
warning[unknown-name]: there is no string `none`
--> templates/list.html:8:129
= hint: write it in content/strings.yaml: `none: …`
warning[unknown-name]: there is no collection `artcles`
--> templates/list.html:9:31
= hint: did you mean `articles`?
warning[unknown-name]: there is no filter `uper`
--> templates/list.html:10:18
= hint: did you mean `upper`?
warning[unknown-name]: there is no macro or function `hullo`
--> templates/list.html:10:28
= hint: known: absolute, alternates, asset, collection, data, debug, dict, drawing, entry, fit_lines, form, icon, image, \
inline_script, integrity, island, island_scripts, json_ld, namespace, nearest, next, picture_of, previous, range, related, \
routes, search, t, tags, today, url
warning[unknown-name]: there is no test `mapping2`
--> templates/list.html:10:91
= hint: did you mean `mapping`?
warning[unknown-name]: the data `words` has no key `nope`
--> templates/list.html:12:23
= hint: known: hello, sub
";

const IDLE_CALLS: &str = r#"
=== templates/list.html
{% extends "base.html" %}
{% block main %}
<h1>All</h1>
<link rel="stylesheet" href="{{ asset("a.scss") }}">
{{ image("dot.svg", alt="", widths=[400, 800]) }}{{ image("dot.svg", alt="", widths=[2, 400]) }}
{% set width = 400 %}{{ image("dot.svg", alt="", widths=[width]) }}
{{ page.items | length }}
{% endblock %}
=== public/a.scss
a { b: c }
=== public/dot.svg
<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>
"#;

#[test]
fn calls_that_have_no_effect_are_told() {
    let folder = sound();
    fixture::write_site(&folder.path().join("site"), IDLE_CALLS);
    let outcome = run(folder.path(), &["build", "--root", "site"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let told = outcome.stderr.lines();
    let told: Vec<&str> = told
        .filter(|l| l.starts_with(['w', 'e']) || l.contains("-->"))
        .map(str::trim)
        .collect();
    let expected = [
        "warning[idle-call]: no browser reads `a.scss`",
        "--> templates/list.html:4:33",
        "warning[idle-call]: `dot.svg` is 4 pixels wide: none of the `widths` is made of it",
        "--> templates/list.html:5:4",
    ];
    assert_eq!(told, expected);
}

#[test]
fn a_file_too_large_to_be_compressed_is_told_where_that_is_asked_for() {
    let folder = sound();
    let public = folder.path().join("site/public");
    fs::create_dir_all(&public).expect("made");
    // A file of holes takes no room.
    let film = fs::File::create(public.join("film.txt")).expect("made");
    film.set_len((64 << 20) + 1).expect("stretched");
    let told =
        "warning[not-compressed]: `public/film.txt` is not compressed: it is larger than 64 MiB";
    for (arguments, is_told) in [(&["--compress"][..], true), (&[][..], false)] {
        let arguments = [&["build", "--root", "site"][..], arguments].concat();
        let outcome = run(folder.path(), &arguments);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        assert_eq!(outcome.stderr.contains(told), is_told, "{}", outcome.stderr);
    }
}

/// A page that showed them would have failed: no page does.
#[test]
fn names_in_parts_that_no_page_shows_are_told() {
    let folder = sound();
    let root = folder.path().join("site");
    fixture::write_site(&root, UNREACHED);
    let outcome = run(folder.path(), &["build", "--root", "site"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let told = outcome.stderr.lines();
    let told =
        told.filter(|l| l.starts_with(['w', 'e']) || l.contains("-->") || l.contains("hint"));
    let told: Vec<&str> = told.map(str::trim).collect();
    assert_eq!(told.join("\n"), UNREACHED_TOLD.trim());
}

const ROWS: &str = r#"
=== templates/list.html
{% extends "base.html" %}
{% set menu = data("menu") %}
{% block main %}
<h1>All</h1>
{% for link in menu.links | sort(attribute="label") %}
<p>{{ link.label }}{{ link.lable | default("x") }}{{ link.icon | default("x") }}{{ link.badge | default("x") }}
{% for part in link.parts | default([]) %}{{ part.label }}{% endfor %}
{% for part in link.parts %}{{ part.lable | default("x") }}{% endfor %}</p>
{% endfor %}
{% for row in data("prices") if row.price > 5 %}
<p>{{ row.name }}{% if 3 == row.price %}three{% endif %}{{ row.price | float > 5 }}{{ row.name == "a" }}{{ row.size < 3 }}</p>
{% endfor %}
{% for one in data("typed") if one.price > 5 %}{{ one.price }}{% endfor %}
{{ page.items | length }}
{% endblock %}
=== content/_data/menu.yaml
links:
  - { label: A, parts: [] }
  - { label: B, icon: b, parts: [{ label: C }] }
=== content/_data/prices.csv
name,price,size
a,7,1
b,70,2
=== content/_data/typed.csv
price
7
=== content/_data/typed.schema.yaml
items: { properties: { price: { type: number } } }
"#;

const ROWS_TOLD: &str = "
warning[unknown-name]: the data `menu` has no key `lable`
--> templates/list.html:6:28
= hint: did you mean `label`?
warning[unknown-name]: the data `menu` has no key `lable`
--> templates/list.html:8:37
= hint: did you mean `label`?
warning[text-against-number]: `price` of the data `prices` is a text, which is compared with a number
--> templates/list.html:10:37
= hint: write `price | float`, or say `type: number` in content/_data/prices.schema.yaml
warning[text-against-number]: `price` of the data `prices` is a text, which is compared with a number
--> templates/list.html:11:33
= hint: write `price | float`, or say `type: number` in content/_data/prices.schema.yaml
warning[text-against-number]: `size` of the data `prices` is a text, which is compared with a number
--> templates/list.html:11:112
= hint: write `size | float`, or say `type: number` in content/_data/prices.schema.yaml
";

#[test]
fn what_rows_of_data_do_not_have_is_told_of_a_sound_site() {
    let folder = sound();
    fixture::write_site(&folder.path().join("site"), ROWS);
    let outcome = run(folder.path(), &["build", "--root", "site"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let told = outcome.stderr.lines().filter(|line| {
        let line = line.trim_start();
        ["warning[", "-->", "= hint:"]
            .iter()
            .any(|start| line.starts_with(start))
    });
    let told: Vec<&str> = told.map(str::trim).collect();
    assert_eq!(told.join("\n"), ROWS_TOLD.trim());
}

const IDLE: &str = r#"
=== content/site.yaml
base_url: https://example.com
title: A sound site
verbatim: [files, notes.txt, favicn.txt]
relay: { url: "https://relay.example" }
analytics: { src: "https://count.example/x.js", id: x }
budgets:
  pages:
    /artcles: { html: 90000 }
    /letters/*: { html: 90000 }
    /articles/third: { html: 90000 }
    /articles/*: { html: 90000 }
=== public/files/a.txt
a
=== public/favicon.txt
b
=== templates/later.html
<p>later</p>
=== content/articles/third.md
---
title: The third article
date: 2025-01-04
draft: true
---
=== content/articles/first.md
---
title: The first article
date: 2025-01-02
template: later.html
---
=== templates/list.html
{% extends "base.html" %}
{% block main %}
{% set heading = "All" %}
{% if wide is defined %}<hr>{% endif %}
<h1>{{ heading | default("x") }}{{ heding | default("") }}</h1>
<p>{{ 'hedding | default' }}{{ heading | upper | default('') }}</p>
{{ page.items | length }}
{% endblock %}
"#;

const IDLE_TOLD: &str = r#"warning[idle-setting]: `verbatim` names `files`, and public/ has no such file
 --> content/site.yaml:3:12
  |
3 | verbatim: [files, notes.txt, favicn.txt]
  |            ^^^^^
  |
  = hint: a folder ends with a slash: `files/`

warning[idle-setting]: `verbatim` names `notes.txt`, and public/ has no such file
 --> content/site.yaml:3:19
  |
3 | verbatim: [files, notes.txt, favicn.txt]
  |                   ^^^^^^^^^
  |
  = hint: put it at public/notes.txt, or remove it here

warning[idle-setting]: `verbatim` names `favicn.txt`, and public/ has no such file
 --> content/site.yaml:3:30
  |
3 | verbatim: [files, notes.txt, favicn.txt]
  |                              ^^^^^^^^^^
  |
  = hint: did you mean `favicon.txt`?

warning[idle-setting]: `relay` says where forms are posted, and there is no form
 --> content/site.yaml:4:1
  |
4 | relay: { url: "https://relay.example" }
  | ^^^^^
  |
  = hint: write one in content/forms/, or remove it

warning[idle-setting]: `analytics` names a script that no template loads
 --> content/site.yaml:5:1
  |
5 | analytics: { src: "https://count.example/x.js", id: x }
  | ^^^^^^^^^
  |
  = hint: load `site.analytics.src` in a template, or remove it

warning[idle-setting]: `budgets.pages` names `/artcles`, and no page has such an address
 --> content/site.yaml:8:5
  |
8 |     /artcles: { html: 90000 }
  |     ^^^^^^^^
  |
  = hint: did you mean `/articles`?

warning[idle-setting]: `budgets.pages` names `/letters/*`, and no page has such an address
 --> content/site.yaml:9:5
  |
9 |     /letters/*: { html: 90000 }
  |     ^^^^^^^^^^
  |
  = hint: write a path, or the beginning of paths before a `*`: `/blog/*`; `site routes` lists all

warning[undefined-variable]: nothing sets `wide`
 --> templates/list.html:4:7
  |
4 | {% if wide is defined %}<hr>{% endif %}
  |       ^^^^
  |
  = hint: write `{% set wide = … %}`, or remove the question

warning[undefined-variable]: nothing sets `heding`
 --> templates/list.html:5:36
  |
5 | <h1>{{ heading | default("x") }}{{ heding | default("") }}</h1>
  |                                    ^^^^^^
  |
  = hint: did you mean `heading`?
"#;

/// What is left out today has its settings already.
#[test]
fn settings_and_names_that_mean_nothing_are_told_of_a_sound_site() {
    let folder = sound();
    fixture::write_site(&folder.path().join("site"), IDLE);
    let outcome = run(folder.path(), &["build", "--root", "site"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let told = outcome.stderr.trim_end();
    let (told, counted) = told.rsplit_once("\n\n").expect("several");
    assert_eq!(told, IDLE_TOLD.trim_end());
    assert!(counted.starts_with("9 warnings"), "{counted}");
}

const UNREAD: &str = r#"
=== content/routes.yaml
routes:
  - { path: /articles, template: list.html, list: { collection: articles }, paginate: 1 }
  - { path: /few, template: pages.html, list: { collection: articles, limit: 1 }, paginate: 5 }
  - { path: /bare, template: bare.html, list: { collection: articles } }
  - { path: /tags, template: bare.html, terms: { collection: articles, field: tags } }
  - { path: /whole, template: whole.html, list: { collection: articles }, terms: { collection: articles, field: tags } }
  - { path: "/tags/{value}", template: bare.html, each: { collection: articles, field: tags } }
=== content/articles/third.md
---
title: The third article
date: 2025-01-04
updated: 2025-01-03
image_alt: A boat
---
Text.
=== content/articles/fourth.md
---
title: The fourth article
date: 2025-01-05
updated: 2026-01-02
image_alt: ""
---
Text.
=== content/articles/fifth.md
---
title: The fifth article
date: 2025-01-05
updated: 2025-01-06
---
Text.
=== templates/bare.html
<!doctype html>
<html lang="en"><head><title>Bare</title></head><body><h1>Bare</h1></body></html>
=== templates/pages.html
{% extends "base.html" %}
{% block main %}{% include "part.html" %}{% endblock %}
=== templates/part.html
{% for one in page.items %}<p>{{ one.title }}</p>{% endfor %}{% if page.pagination.next %}<p>More</p>{% endif %}
=== templates/whole.html
{% from "macros.html" import all %}
<!doctype html>
<html lang="en"><head><title>Whole</title></head><body><h1>Whole</h1>{{ all(page) }}</body></html>
=== templates/macros.html
{% macro all(of) %}{% for one in of.items %}<p>{{ one.title }}</p>{% endfor %}{{ of.terms | length }}{% endmacro %}
"#;

const FORM: &str = include_str!("sites/languages/content/forms/contact.yaml");

/// The messages of warnings, each with its place and line.
fn warned(stderr: &str) -> Vec<String> {
    let told = stderr.split("\n\n").filter_map(|one| {
        let (message, rest) = one.trim().strip_prefix("warning[")?.split_once('\n')?;
        let place = rest.trim_start().strip_prefix("--> ")?.lines().next()?;
        let (line, _) = place.rsplit_once(':')?;
        Some(format!("{line} {message}"))
    });
    told.collect()
}

#[test]
fn lists_pages_forms_and_values_that_nothing_shows_are_told() {
    let folder = sound();
    let root = folder.path().join("site");
    fixture::write_site(&root, UNREAD);
    fs::create_dir(root.join("content/forms")).expect("made");
    let form = FORM.replace("/about", "/articles");
    fs::write(root.join("content/forms/contact.yaml"), &form).expect("written");
    let outcome = run(folder.path(), &["build", "--root", "site"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let expected = [
        "content/articles/fourth.md:4 unmeant-value]: `updated` says 2026-01-02, and today is 2026-01-01",
        "content/articles/third.md:4 unmeant-value]: this changed on 2025-01-03, before it appeared on 2025-01-04",
        "content/articles/third.md:5 unmeant-value]: `image_alt` says what an image shows, and there is no `image`",
        "content/forms/contact.yaml:1 unused-form]: no page shows the form `contact`",
        "content/routes.yaml:2 idle-setting]: `paginate` of this page is read by nothing in `list.html`",
        "content/routes.yaml:3 idle-setting]: `limit: 1` leaves nothing for a second page of 5",
        "content/routes.yaml:4 idle-setting]: `list` of this page is read by nothing in `bare.html`",
        "content/routes.yaml:5 idle-setting]: `terms` of this page is read by nothing in `bare.html`",
    ];
    let mut told = warned(&outcome.stderr);
    told.sort();
    assert_eq!(told, expected, "{}", outcome.stderr);
}

#[test]
fn a_relay_that_answers_in_another_language_than_the_site_is_told() {
    let folder = sound();
    let root = folder.path().join("site");
    let write = |name: &str, text: &str| {
        let path = root.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    };
    let form = FORM.replace("/about", "/articles");
    write("content/forms/contact.yaml", &form);
    let list = fs::read_to_string(root.join("templates/list.html")).expect("read");
    let shown = "{% block main %}<p>{{ form(\"contact\").title }}</p>";
    write(
        "templates/list.html",
        &list.replace("{% block main %}", shown),
    );
    let check = |language: &str, relay: Option<&str>, expected: &[&str]| {
        let settings = format!("base_url: https://example.com\ntitle: A\nlanguage: {language}\n");
        write("content/site.yaml", &settings);
        if let Some(relay) = relay {
            write("content/forms/_relay.yaml", relay);
        }
        let outcome = run(folder.path(), &["build", "--root", "site"]);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        assert_eq!(warned(&outcome.stderr), expected, "{}", outcome.stderr);
        outcome.stderr
    };
    check("en", None, &[]);
    check("en-GB", None, &[]);
    let other = "form-words]: the relay answers in `en`, and the site is in `fr`";
    check(
        "fr",
        None,
        &[&format!("content/forms/contact.yaml:1 {other}")],
    );
    let relay = "texts: { back: Retour }\nlanguage: en\n";
    check(
        "fr",
        Some(relay),
        &[&format!("content/forms/_relay.yaml:2 {other}")],
    );
    let part =
        "content/forms/_relay.yaml:1 form-words]: what `_relay.yaml` leaves out is said in English";
    let told = check(
        "fr",
        Some("language: fr\ntexts: { back: Retour }\n"),
        &[part],
    );
    for (word, is_left_out) in [
        ("`texts.kept`", true),
        ("`texts.refusals.slow`", true),
        ("`dates.months`", true),
        ("`numbers.decimal`", true),
        ("`texts.back`", false),
    ] {
        assert_eq!(told.contains(word), is_left_out, "{word} {told}");
    }
}

#[test]
fn the_root_is_the_working_folder_when_none_is_named() {
    let folder = sound();
    let outcome = run(&folder.path().join("site"), &["build"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(folder.path().join("site/dist/articles.html").is_file());
}

#[test]
fn drafts_and_future_entries_are_built_on_demand() {
    let folder = sound();
    let write = |name: &str, front: &str| {
        let text = format!("---\ntitle: Another\n{front}\n---\nText.\n");
        fs::write(folder.path().join("site/content/articles").join(name), text).expect("written");
    };
    write("draft.md", "date: 2025-01-01\ndraft: true");
    write("future.md", "date: 2026-01-02");
    let there = |name: &str| {
        folder
            .path()
            .join("site/dist/articles")
            .join(name)
            .is_file()
    };
    assert_eq!(
        run(folder.path(), &["build", "--root", "site"]).code,
        Some(0)
    );
    assert!(there("first.html") && !there("draft.html") && !there("future.html"));
    let outcome = run(folder.path(), &["build", "--root", "site", "--drafts"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(there("first.html") && there("draft.html") && there("future.html"));
}

/// Defaults of every kind, of a collection, of a shared shape and of a component.
const DEFAULTS: &str = r##"
=== content/site.yaml
base_url: https://example.com
title: Defaults
language: fr
=== content/_defs.yaml
$defs:
  size: { type: string, enum: [small, large], default: large }
=== content/cooks/_schema.yaml
type: object
properties: { name: { type: string } }
=== content/cooks/ada.yaml
name: Ada
=== content/dishes/_schema.yaml
type: object
x-route: /{slug}
x-template: dish.html
properties:
  tags: { type: array, items: { type: string }, default: [hot, cold] }
  box: { type: object, properties: { width: { type: integer }, marks: { type: array, items: { type: string }, default: [x] } }, default: { width: 3 } }
  cook: { type: string, format: entry, x-collection: cooks, default: ada }
  text: { type: string, format: markdown, default: "**bold**" }
  call: { type: string, default: "Ah !" }
  size: { $ref: "#/$defs/size" }
  other: { $ref: "#/$defs/size", default: small }
=== content/dishes/soup.md
---
box: { width: 5 }
---
```component note
kind: plain
```
=== content/dishes/tart.md
---
tags: [cold]
---
=== templates/components/note.schema.yaml
type: object
properties:
  kind: { type: string }
  steps: { type: array, items: { type: string }, default: [one, two] }
=== templates/components/note.html
<p>{{ steps | join("+") }}</p>
=== templates/dish.html
<!doctype html>
<title>{{ entry.slug }}</title>
<p>{{ entry.box.width }} {{ entry.box.marks | join("+") }} {{ entry.cook.name }} {{ entry.call }} {{ entry.size }} {{ entry.other }}</p>
{{ entry.text }}
{{ entry.body }}
<p>{% for tag in tags("dishes") %}{{ tag.value }}={{ tag.count }} {% endfor %}</p>
<p>{% for dish in collection("dishes", where={"tags": "hot"}) %}{{ dish.slug }}{% endfor %}</p>
"##;

#[test]
fn a_default_is_read_as_if_it_had_been_given() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fixture::write_site(folder.path(), DEFAULTS);
    let outcome = run(folder.path(), &["build"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let page = |name: &str| {
        let page = fs::read_to_string(folder.path().join("dist").join(name)).expect("a page");
        page.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
    };
    let (soup, tart) = (page("soup.html"), page("tart.html"));
    for (text, part) in [
        (&tart, "<p>3 x Ada Ah\u{202f}! large small</p>"),
        (&soup, "<p>5 x Ada"),
        (&soup, "<strong>bold</strong>"),
        (&soup, "<p>one+two</p>"),
        (&soup, "cold=2"),
        (&soup, "hot=1"),
        (&tart, "<p>soup</p>"),
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn compressed_files_stand_beside_those_they_are_made_from() {
    let folder = sound();
    let words = "many words that repeat themselves ".repeat(60);
    let article = format!("---\ntitle: Long\ndate: 2025-01-01\n---\n{words}\n");
    fs::write(folder.path().join("site/content/articles/long.md"), article).expect("written");
    let outcome = run(folder.path(), &["build", "--root", "site", "--compress"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let tree = fixture::tree(&folder.path().join("site/dist"));
    let size = |name: &str| tree.get(name).map(Vec::len);
    let page = size("articles/long.html").expect("the page");
    for name in ["articles/long.html.br", "articles/long.html.gz"] {
        assert!(size(name).is_some_and(|s| s < page), "{name}");
    }
    assert_eq!(size("articles/first.html.br"), None, "too small to gain");
}

#[test]
fn wrong_calls_end_with_two_and_say_how_it_goes() {
    let folder = sound();
    let check = |arguments: &[&str], expected: &str| {
        let outcome = run(folder.path(), arguments);
        assert_eq!(outcome.code, Some(2), "{arguments:?}");
        assert!(outcome.stderr.contains(expected), "{}", outcome.stderr);
        assert_eq!(outcome.stdout, "");
    };
    check(&[], "Usage: site <COMMAND>");
    check(&["biuld"], "a similar subcommand exists: 'build'");
    check(
        &["build", "--rot", "site"],
        "a similar argument exists: '--root'",
    );
    check(&["build", "site"], "unexpected argument 'site'");
    check(&["build", "--out"], "a value is required for '--out <DIR>'");
    check(&["build", "--root", "nowhere"], "there is no such folder");
    check(
        &["build", "--root", "site/content/site.yaml"],
        "there is no such folder",
    );
}

#[test]
fn output_folders_that_hold_something_else_are_refused_and_left_alone() {
    let folder = sound();
    let path = folder.path();
    fs::create_dir_all(path.join("home/letters")).expect("created");
    fs::write(path.join("home/letters/one.txt"), "Dear").expect("written");
    fs::write(path.join("file"), "A file").expect("written");
    symlink("home", path.join("link")).expect("linked");
    symlink("nowhere", path.join("dangling")).expect("linked");
    let before = fixture::tree(path);
    let check = |out: &str, why: &str| {
        let outcome = build_to(path, out);
        let expected = format!("error: `{out}` cannot be the output folder: {why}\n");
        assert_eq!((outcome.code, outcome.stderr), (Some(2), expected));
    };
    let check_foreign = |out: &str, names: &str| {
        let outcome = build_to(path, out);
        let told = format!("error: `{out}` holds {names}, which no build that is remembered wrote");
        let first = outcome.stderr.lines().next().map(str::to_owned);
        assert_eq!((outcome.code, first), (Some(2), Some(told)));
        assert!(outcome.stderr.contains("hint: "), "{}", outcome.stderr);
    };
    check("file", "it is a file");
    check("link", "it is a symbolic link");
    check("dangling", "it is a symbolic link");
    check_foreign("home", "`letters/`");
    check_foreign("home/letters", "`one.txt`");
    check("site", "it holds the site's sources");
    check("site/content", "it is one of the site's source folders");
    check(
        "site/content/articles",
        "it is one of the site's source folders",
    );
    check(
        "site/templates/out",
        "it is one of the site's source folders",
    );
    check("site/public", "it is one of the site's source folders");
    check(".", "it has no name of its own");
    check("..", "it has no name of its own");
    check("/", "it has no name of its own");
    assert_eq!(fixture::difference(&before, &fixture::tree(path)), None);
}

#[test]
fn a_folder_that_is_empty_or_a_former_output_is_taken() {
    let folder = sound();
    fs::create_dir(folder.path().join("empty")).expect("created");
    for out in ["empty", "empty", "new/in/new"] {
        let outcome = build_to(folder.path(), out);
        assert_eq!(outcome.code, Some(0), "{out}: {}", outcome.stderr);
        assert!(
            folder
                .path()
                .join(out)
                .join("articles/first.html")
                .is_file()
        );
    }
}

#[test]
fn the_example_of_the_readme_builds_without_a_word() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = fixture::project().join("examples/minimal");
    for part in ["content", "templates", "public"] {
        fixture::copy(&root.join(part), &folder.path().join("minimal").join(part));
    }
    let build = ["build", "--root", "minimal"];
    let outcome = fixture::run(fixture::site(folder.path()).args(build).env("PATH", ""));
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
    let check = run(folder.path(), &["check", "--root", "minimal"]);
    assert_eq!(
        (check.code, check.stderr.as_str()),
        (Some(0), ""),
        "{}",
        check.stdout
    );
}

#[test]
fn whom_to_tell_of_a_weakness_is_a_file_of_its_own() {
    let folder = sound();
    let settings = folder.path().join("site/content/site.yaml");
    let with = |security: &str| {
        let text = format!("base_url: https://example.com/sub\ntitle: A\nlanguage: fr\n{security}");
        fs::write(&settings, text).expect("written");
        run(folder.path(), &["build", "--root", "site"])
    };
    let outcome = with("security: { contact: \"mailto:a@example.com\" }\n");
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
    let path = folder.path().join("site/dist/.well-known/security.txt");
    assert_eq!(
        fs::read_to_string(&path).expect("built"),
        "Contact: mailto:a@example.com\nExpires: 2027-01-01T00:00:00Z\nPreferred-Languages: fr\n\
         Canonical: https://example.com/sub/.well-known/security.txt\n"
    );
    let outcome = with(
        "security: { contact: \"https://example.com/a\", languages: [fr, en], policy: \"https://example.com/p\" }\n",
    );
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
    let text = fs::read_to_string(&path).expect("built");
    assert!(text.contains("Preferred-Languages: fr, en\n"), "{text}");
    assert!(text.ends_with("Policy: https://example.com/p\n"), "{text}");
    for wrong in [
        "a@example.com",
        "http://example.com",
        "mailto:a@b.re\\nPolicy: x",
    ] {
        let outcome = with(&format!("security: {{ contact: \"{wrong}\" }}\n"));
        assert_eq!(outcome.code, Some(1), "{wrong}");
    }
    assert_eq!(with("").code, Some(0));
    assert!(!path.exists());
}

/// What examples/bakery shows: two languages below the path of a host, lists spread over pages, a search in each.
#[test]
fn the_bakery_is_whole_in_both_languages() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = fixture::project().join("examples/bakery");
    for part in ["content", "templates", "public"] {
        fixture::copy(&root.join(part), &folder.path().join(part));
    }
    let sources: usize = fixture::tree(folder.path()).values().map(Vec::len).sum();
    assert!(sources < 300_000, "{sources} bytes for an example");
    for command in ["build", "check"] {
        let outcome = fixture::run(fixture::site(folder.path()).arg(command).env("PATH", ""));
        assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
    }
    let dist = fixture::tree(&folder.path().join("dist"));
    let text = |name: &str| match dist.get(name) {
        Some(bytes) => String::from_utf8_lossy(bytes),
        None => panic!("{name} was not built"),
    };
    for (language, prefix, word, first, heading) in [
        ("en", "", "rye", "the-log-is-rolled", ">A</h3>"),
        ("fr", "fr/", "seigle", "la-buche-est-roulee", ">Q</h3>"),
    ] {
        let journal = format!("{prefix}journal/");
        let posts = dist.keys().filter(|name| {
            let name = name.strip_prefix(&journal);
            name.is_some_and(|name| name.ends_with(".html") && !name.contains('/'))
        });
        assert_eq!(posts.count(), 45, "{language}");
        let page = |number: usize| text(&format!("{journal}page/{number}.html"));
        let cards = |page: &str| page.matches("<time datetime").count();
        assert!(text(&format!("{prefix}journal.html")).contains(first));
        assert_eq!((2..=5).map(|n| cards(&page(n))).sum::<usize>(), 36);
        assert!(!dist.contains_key(&format!("{journal}page/6.html")));
        let archive = text(&format!("{prefix}archive.html"));
        assert!(archive.contains("<h3>2023 ") && archive.contains(heading));
        for feed in ["atom.xml", "rss.xml"] {
            assert!(text(&format!("{prefix}{feed}")).contains(first));
        }
        assert!(dist.iter().any(|(name, bytes)| {
            let index = format!("_search/{language}/");
            name.starts_with(&index) && String::from_utf8_lossy(bytes).contains(word)
        }));
    }
    for (page, said) in [
        (
            "order.html",
            ["action=\"/api/forms/order\"", "Country loaf"],
        ),
        (
            "fr/order.html",
            [
                "action=\"/api/forms/order?language=fr\"",
                "Pain de campagne",
            ],
        ),
    ] {
        assert!(said.iter().all(|word| text(page).contains(word)), "{page}");
    }
    for name in dist.keys().filter(|name| name.ends_with(".html")) {
        let page = text(name);
        let is_lost = name.ends_with("404.html");
        let has_both = page.contains("hreflang=\"en\"") && page.contains("hreflang=\"fr\"");
        assert!(has_both || is_lost, "{name} leads to no other language");
        for attribute in [" href=\"/", " src=\"/", " action=\"/"] {
            let below = page.split(attribute).skip(1);
            // The relay stands at the root of the host.
            let is_outside = |rest: &&str| !rest.starts_with("bakery") && !rest.starts_with("api/");
            let outside: Vec<_> = below.filter(is_outside).collect();
            assert!(outside.is_empty(), "{name} leaves the base path");
        }
    }
}
