//! An island that fails while it is rendered: the build names its line, the property, the template and the page.

use crate::fixture;

const SOUND: &str = include_str!("fixture/sound.txt");
const PROPS: &str = include_str!("fixture/props.txt");

const BROKEN: &str = r#"
=== templates/list.html
{% extends "base.html" %}
{% block main %}
{{ island("Summits", {"items": [{"name": "Maïdo"}, {"title": "Neiges"}]}) }}
{{ island_scripts() }}
{% endblock %}
=== islands/Summits/Summits.tsx
export default function Summits({ items }: { items: { name?: string; title?: string }[] }) {
  return <p>{items.map((item) => item.name!.toUpperCase())}</p>;
}
=== islands/runtime/runtime.ts
export {};
"#;

const TOLD: &str = r#"error[broken-island]: the island `Summits` cannot be rendered: Cannot read properties of undefined (reading 'toUpperCase')
 --> islands/Summits/Summits.tsx:2:45
  |
2 |   return <p>{items.map((item) => item.name!.toUpperCase())}</p>;
  |                                             ^
  |
 ::: templates/list.html:3:4
  |
3 | {{ island("Summits", {"items": [{"name": "Maïdo"}, {"title": "Neiges"}]}) }}
  |    ---------------------------------------------------------------------- mounted here
  |
  = note: the property read last is `items[1].name`
  = note: while rendering the page `/articles`

1 error
nothing was written: the output folder is as it was
"#;

const STYLED_TOLD: &str = r#"error[style-attribute]: `<p>` has a `style`, which the content security policy blocks
 --> islands/Summits/Summits.tsx:1:1
  |
1 | export default function Summits({ items }: { items: { name?: string; title?: string }[] }) {
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = note: on the page `/articles`
  = hint: give it a class, or an attribute of SVG for what is computed

1 error
nothing was written: the output folder is as it was
"#;

const ASLEEP: &str = r#"
=== templates/list.html
{% extends "base.html" %}
{% block main %}
{{ island("Toggle") }}
{% endblock %}
=== templates/article.html
{% extends "base.html" %}
{% block main %}
{{ island("Toggle", on="load") }}{{ island_scripts() }}
{{ entry.body }}
{% endblock %}
=== content/articles/second.md
---
title: The second article
date: 2025-01-02
author: ada
---
A text.

```island Toggle
{}
```
=== islands/Toggle/Toggle.tsx
export default function Toggle() {
  return <button type="button">Toggle</button>;
}
=== islands/runtime/runtime.ts
export {};
"#;

const ASLEEP_TOLD: &str = r#"error[island-asleep]: this island never wakes: it is mounted behind `island_scripts()`
 --> content/articles/second.md:8:1
  |
8 | ```island Toggle
  | ^^^^^^^^^^^^^^^^
  |
  = note: while rendering the page `/articles/second`
  = hint: move `{{ island_scripts() }}` to the end of the page, before `</body>`

error[island-asleep]: this island never wakes: the page does not call `island_scripts()` behind it
 --> templates/list.html:3:4
  |
3 | {{ island("Toggle") }}
  |    ^^^^^^^^^^^^^^^^
  |
  = note: while rendering the page `/articles`
  = hint: write `{{ island_scripts() }}` at the end of the page, before `</body>`

2 errors
nothing was written: the output folder is as it was
"#;

const EVERYTHING_TOLD: &str = r#"error[invalid-date]: `date` is not a date: `soon`
 --> content/articles/first.md:3:7
  |
3 | date: soon
  |       ^^^^
  |
  = hint: dates are written `2024-01-15`: year, month, day

error[yaml-syntax]: this quotation is never closed
 --> content/articles/fourth.md:2:8
  |
2 | title: "The fourth article
  |        ^^^^^^^^^^^^^^^^^^^
  |
  = hint: end it with `"`

error[unknown-icon]: there is no icon `sttar`
 --> content/articles/second.md:4:7
  |
4 | mark: sttar
  |       ^^^^^
  |
  = hint: did you mean `star`?

error[dangling-reference]: there is no entry `authors/grace`
 --> content/articles/second.md:5:9
  |
5 | author: grace
  |         ^^^^^
  |
  = hint: create content/authors/grace.md or .yaml

error[broken-anchor]: the page `/articles/third` has no anchor `#part`
 --> content/articles/second.md:7:14
  |
7 | See [a part](third.md#part) and [nothing](nothing.md).
  |              ^^^^^^^^^^^^^
  |
  = hint: link to the page alone, or give a heading this id: `## Title {#id}`

error[broken-link]: there is no file `content/articles/nothing.md`
 --> content/articles/second.md:7:43
  |
7 | See [a part](third.md#part) and [nothing](nothing.md).
  |                                           ^^^^^^^^^^
  |
  = hint: write the other file's relative path, or a site path that begins with `/`

error[over-budget]: the page `/articles/third` has 74 bytes of HTML (compressed), of which 30 are allowed
 --> content/site.yaml:3:12
  |
3 | budgets: { html: 30 }
  |            ^^^^
  |
  = hint: make the page lighter, or raise `budgets.html` in content/site.yaml, for this page alone under `budgets.pages`

error[unknown-key]: unknown key `titel`
 --> content/site.yaml:4:1
  |
4 | titel: Again
  | ^^^^^
  |
  = hint: did you mean `title`?

error[broken-island]: the island `Summits` cannot be rendered: Cannot read properties of undefined (reading 'toUpperCase')
 --> islands/Summits/Summits.tsx:2:45
  |
2 |   return <p>{items.map((item) => item.name!.toUpperCase())}</p>;
  |                                             ^
  |
 ::: templates/list.html:2:4
  |
2 | {{ island("Summits", {"items": [{"name": "Maïdo"}, {"title": "Neiges"}]}) }}
  |    ---------------------------------------------------------------------- mounted here
  |
  = note: the property read last is `items[1].name`
  = note: while rendering the page `/articles`

error[unknown-icon]: there is no icon `staar`
 --> templates/marks.html:1:10
  |
1 | {{ icon("staar") }}
  |          ^^^^^
  |
  = hint: did you mean `star`?

error[template-syntax]: unexpected end of input, expected end of block
 --> templates/part.html:1:13
  |
1 | {% if entry %}
  |             ^^
  |
  = hint: close the `{% if %}` of line 1 first: `{% endif %}`

11 errors
nothing was written: the output folder is as it was
"#;

/// Ten mistakes of ten kinds: in values, texts, settings, templates, an icon and an island.
const EVERYTHING: &str = r#"
=== content/site.yaml
base_url: https://example.com
title: A sound site
budgets: { html: 30 }
titel: Again
=== content/articles/_schema.yaml
title: Article
type: object
additionalProperties: false
required: [title, date]
x-route: /articles/{slug}
x-template: article.html
x-sort: -date
properties:
  title: { type: string }
  date: { type: string, format: date }
  mark: { type: string, format: icon }
  author: { type: string, format: entry, x-collection: authors }
=== content/articles/first.md
---
title: The first article
date: soon
author: ada
---
It begins.
=== content/articles/second.md
---
title: The second article
date: 2025-01-03
mark: sttar
author: grace
---
See [a part](third.md#part) and [nothing](nothing.md).
=== content/articles/third.md
---
title: The third article
date: 2025-01-04
---
And ends.
=== content/articles/fourth.md
---
title: "The fourth article
date: 2025-01-04
---
See [it](fourth.md).
=== public/icons/star.svg
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1"/></svg>
=== content/routes.yaml
routes:
  - { path: /articles, template: list.html, title: Articles, list: { collection: articles } }
  - { path: /marks, template: marks.html }
  - { path: /part, template: part.html }
  - { path: /whole, template: whole.html }
=== templates/article.html
<h1>{{ entry.title }}</h1>
<p>{{ entry.date | date_fr }}{% if entry.mark %}{{ icon(entry.mark) }}{% endif %}</p>
{{ entry.body }}
=== templates/marks.html
{{ icon("staar") }}
=== templates/part.html
{% if entry %}
=== templates/whole.html
{% include "part.html" %}
=== templates/list.html
{% for article in page.items %}{{ article.date | date_fr }}{% endfor %}
{{ island("Summits", {"items": [{"name": "Maïdo"}, {"title": "Neiges"}]}) }}
{{ island_scripts() }}
=== islands/Summits/Summits.tsx
export default function Summits({ items }: { items: { name?: string; title?: string }[] }) {
  return <p>{items.map((item) => item.name!.toUpperCase())}</p>;
}
=== islands/runtime/runtime.ts
export {};
"#;

/// An island on one page.
const TOGGLE: &str = r#"
=== templates/list.html
{{ island("Toggle") }}{{ island_scripts() }}
=== islands/Toggle/Toggle.tsx
export default function Toggle() {
  return <button type="button">Toggle</button>;
}
=== islands/runtime/runtime.ts
export {};
"#;

/// Another one, on a page of its own.
const COUNTER: &str = r#"
=== content/routes.yaml
routes:
  - { path: /articles, template: list.html, title: Articles, list: { collection: articles } }
  - { path: /counter, template: counter.html, title: Counter }
=== templates/counter.html
{{ island("Counter", {"start": 1}) }}{{ island_scripts() }}
=== islands/Counter/Counter.tsx
import { useState } from "react";

export default function Counter({ start }: { start: number }) {
  const [count, setCount] = useState(start);
  return <button type="button" onClick={() => setCount(count + 1)}>{count}</button>;
}
"#;

/// A build of the sound site with changes.
fn build(changes: &str) -> fixture::Outcome {
    let folder = site_with(&[changes]);
    let outcome = fixture::run(fixture::site(folder.path()).arg("build"));
    assert_eq!(outcome.code, Some(1), "{}", outcome.stderr);
    assert!(!folder.path().join("dist").exists());
    outcome
}

/// The sound site with other files and the packages that `./build.sh` installs.
fn site_with(changes: &[&str]) -> tempfile::TempDir {
    let packages = fixture::packages();
    let folder = tempfile::tempdir().expect("a temporary folder");
    fixture::write_site(folder.path(), SOUND);
    changes
        .iter()
        .for_each(|files| fixture::write_site(folder.path(), files));
    std::os::unix::fs::symlink(packages, folder.path().join("islands/node_modules"))
        .expect("linked");
    folder
}

#[test]
fn a_component_that_throws_is_shown_at_its_line_with_template_property_and_page() {
    let outcome = build(BROKEN);
    assert_eq!(outcome.stderr, TOLD);
}

#[test]
fn an_island_that_nothing_wakes_is_told_where_it_is_mounted() {
    let outcome = build(ASLEEP);
    assert_eq!(outcome.stderr, ASLEEP_TOLD);
}

#[test]
fn a_style_attribute_is_told_at_the_island_that_writes_it() {
    let thrower = "  return <p>{items.map((item) => item.name!.toUpperCase())}</p>;";
    let styled = "  return <p style={{ color: \"red\" }}>{items.length}</p>;";
    let outcome = build(&BROKEN.replace(thrower, styled));
    assert_eq!(outcome.stderr, STYLED_TOLD);
}

#[test]
fn one_run_tells_everything_and_nothing_twice() {
    let outcome = build(EVERYTHING);
    assert_eq!(outcome.stderr, EVERYTHING_TOLD);
}

/// An island that is given what an entry with a mistake does not have.
const MISGIVEN: &str = r#"
=== content/people/_schema.yaml
type: object
properties:
  title: { type: string }
  name: { type: string }
=== content/people/ada.yaml (escaped)
title: Ada\n\tname: Lovelace\n
=== templates/list.html
{% set ada = entry("people", "ada") %}
{{ island("Summits", {"items": [{"name": ada.name}]}) }}
{{ island_scripts() }}
"#;

#[test]
fn an_island_that_fails_for_a_wrong_entry_is_not_told_beside_it() {
    let (_, island) = BROKEN.split_once("=== islands").expect("an island");
    let changes = format!("{MISGIVEN}=== islands{island}");
    let outcome = build(&changes);
    let told = &outcome.stderr;
    assert!(told.contains("error[yaml-tab]"), "{told}");
    assert!(told.contains("\n1 error\n"), "{told}");
}

#[test]
fn props_are_checked_against_the_type_that_the_island_names() {
    let (site, told) = PROPS.split_once("=== stderr\n").expect("it ends so");
    let outcome = build(site);
    assert_eq!(outcome.stderr, told);
}

#[test]
fn an_island_that_stands_on_one_page_costs_no_other_page_a_byte() {
    let built = |changes: &[&str]| {
        let folder = site_with(changes);
        let outcome = fixture::run(fixture::site(folder.path()).arg("build"));
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        fixture::tree(&folder.path().join("dist"))
    };
    let (before, after) = (built(&[TOGGLE]), built(&[TOGGLE, COUNTER]));
    assert!(after.contains_key("counter.html"));
    let loaded = |name: &&String| name.ends_with(".html") || name.starts_with("assets/");
    for name in before.keys().filter(loaded) {
        assert!(after.get(name) == Some(&before[name]), "{name} changed");
    }
}

/// What lies in a cache of this kind: as long as it was, and without a byte that it had, as a disk may leave it.
fn zeroed(folder: &std::path::Path) -> usize {
    let mut files = 0;
    for entry in std::fs::read_dir(folder).expect("listed") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files += zeroed(&path);
        } else {
            let len = std::fs::metadata(&path).expect("there").len() as usize;
            std::fs::write(&path, vec![0; len]).expect("written");
            files += 1;
        }
    }
    files
}

#[test]
fn a_damaged_cache_is_made_again() {
    let drawn = r#"
=== templates/list.html
{% extends "base.html" %}
{% block main %}
{{ island("Summits", {}) }}
{{ drawing("hill", {"height": 3}) }}
{{ island_scripts() }}
{% endblock %}
=== islands/Summits/Summits.tsx
export default function Summits() {
  return <p>Summits</p>;
}
=== islands/drawings/hill.ts
export default function hill({ height }: { height: number }) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path id="hill" d="M0 ${height}"/></svg>`;
}
=== islands/runtime/runtime.ts
export {};
"#;
    let folder = site_with(&[drawn]);
    let built = || {
        let outcome = fixture::run(fixture::site(folder.path()).arg("build"));
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        fixture::tree(&folder.path().join("dist"))
    };
    let (sound, cache) = (built(), folder.path().join(".site"));
    for kind in ["files", "bundles"] {
        assert!(zeroed(&cache.join(kind)) > 0, "{kind}");
        // Nothing is kept for another reason.
        std::fs::remove_file(cache.join("journal")).expect("removed");
        std::fs::remove_dir_all(folder.path().join("dist")).expect("removed");
        let found = fixture::difference(&sound, &built());
        assert_eq!(found, None, "{kind}");
    }
}
