//! `site move`, `site delete` and the file of published addresses, over a tiny site that names its entries in every way.

use std::fs;
use std::path::Path;

use crate::fixture::{self, Outcome, Tree};

const SITE: &str = r##"
=== content/site.yaml
base_url: https://example.com
# Kept as it is.
redirects:
  /former: /notes/first
=== content/routes.yaml
routes:
  - { path: /, template: home.html }
=== content/notes/_schema.yaml
title: Note
type: object
additionalProperties: false
required: [title]
x-route: /notes/{slug}
x-template: note.html
properties:
  title: { type: string }
  see: { type: string, format: entry, x-collection: notes }
  also: { type: array, items: { type: string, format: entry, x-collection: notes } }
  more: { type: string, format: link }
  text: { type: string, format: markdown }
  picture: { type: string, format: image }
  picture_alt: { type: string }
=== content/notes/first.md
---
title: First   # a comment
picture: map.svg
picture_alt: ""
---
To [the second](second.md#part), ![a map](map.svg) and [itself](#own).

## Own
=== content/notes/second.md
---
title: Second
see: first
also: [first, third]
more: first.md
text: A [link](/notes/first#own) in a field.
aliases: [/old-second]
---
[file](first.md), [anchor](first.md#own), [address](/notes/first), [html](first.html "title"), [bare](first),
[by name][f], <a href="first.md">no link</a> here: `first.md`.

[f]: first.md "First"

## Part
=== content/notes/third.md (escaped)
---\r\ntitle: Third\r\n---\r\nBack to [first](first.md).\r\n
=== content/notes/map.svg
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>
=== content/notes/trip/index.md
---
title: Trip
---
![a map](plan.svg), [first](../first.md), [note](detail.md)
=== content/notes/trip/detail.md
---
title: Detail
---
[trip](index.md)
=== content/notes/trip/plan.svg
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>
=== content/essays/_schema.yaml
title: Essay
type: object
additionalProperties: false
required: [title]
x-route: /essays/{slug}
x-template: note.html
properties:
  title: { type: string }
  picture: { type: string, format: image }
  picture_alt: { type: string }
=== content/claims.yaml
claims:
  - { id: one, words: To, file: content/notes/first.md, kind: given, question: Is it so? }
=== templates/note.html
<!doctype html><html lang="en"><head><title>{{ entry.title }}</title></head><body>{{ entry.body }}</body></html>
=== templates/home.html
<!doctype html><html lang="en"><head><title>Home</title></head><body><a href="{{ url("/notes/first") }}">{{ entry("notes", "first").title }}</a></body></html>
"##;

/// What makes it a site of three languages: `guide` is translated into French, and stands in for itself in German.
const LANGUAGES: &str = r#"
=== content/site.yaml
base_url: https://example.com
languages: [{ code: en, name: English }, { code: fr, name: Français }, { code: de, name: Deutsch }]
=== content/notes/guide.md
---
title: Guide
---
To [first](first.md).
=== content/notes/guide.fr.md
---
title: Guide
---
Vers [la première](first.md).
=== content/notes/third.fr.md
---
title: Troisième
---
Vers [le guide](guide.md), [le même](guide.fr.md) et [encore](/fr/notes/guide).
"#;

struct Site(tempfile::TempDir);

impl Site {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fixture::write_site(
            folder.path(),
            &SITE.replace(", <a href=\"first.md\">no link</a>", ","),
        );
        let site = Self(folder);
        let built = site.run(&["build"]);
        assert_eq!((built.code, built.stderr.as_str()), (Some(0), ""));
        site
    }

    fn of_languages() -> Self {
        let site = Self::new();
        fixture::write_site(site.path(), LANGUAGES);
        site.done(&["build"]);
        site
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn run(&self, arguments: &[&str]) -> Outcome {
        fixture::run(fixture::site(self.path()).args(arguments))
    }

    fn text(&self, path: &str) -> String {
        fs::read_to_string(self.path().join(path)).expect("readable")
    }

    fn sources(&self) -> Tree {
        let files = fixture::tree(&self.path().join("content")).into_iter();
        let templates = fixture::tree(&self.path().join("templates"));
        files.chain(templates).collect()
    }

    #[track_caller]
    fn done(&self, arguments: &[&str]) -> String {
        let outcome = self.run(arguments);
        assert_eq!(
            (outcome.code, outcome.stderr.as_str()),
            (Some(0), ""),
            "{}",
            outcome.stdout
        );
        let built = self.run(&["build"]);
        assert_eq!((built.code, built.stderr.as_str()), (Some(0), ""));
        outcome.stdout
    }
}

#[test]
fn what_is_written_with_percent_signs_is_written_so_again() {
    let site = Site::new();
    let entry = "
=== content/notes/my plan.svg
<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"/>
=== content/notes/été.md
---
title: Summer
slug: ete
---
![a plan](my%20plan.svg)
=== content/notes/third.md
---
title: Third
---
[Summer](%C3%A9t%C3%A9.md), [the same](/notes/et%65).
";
    fixture::write_site(site.path(), entry);
    site.done(&["build"]);
    site.done(&["move", "notes/ete", "essays/summer"]);
    let moved = site.text("content/essays/summer.md");
    assert!(
        moved.contains("](../notes/my%20plan.svg)") || moved.contains("](my%20plan.svg)"),
        "{moved}"
    );
    let third = site.text("content/notes/third.md");
    assert!(
        third.contains("[Summer](../essays/summer.md), [the same](/essays/ete)"),
        "{third}"
    );
}

#[test]
fn whatever_names_an_entry_follows_it() {
    let site = Site::new();
    let before = site.sources();
    let arguments = ["move", "notes/first", "notes/primary"];
    let dry = site.run(&[&arguments[..], &["--dry-run"]].concat());
    assert_eq!(dry.code, Some(0), "{}", dry.stderr);
    assert_eq!(site.sources(), before, "a dry run writes nothing");
    let told = site.done(&arguments);
    assert_eq!(told, dry.stdout.replace("would change", "changed"));
    assert_eq!(
        told,
        "changed:
  content/notes/first.md -> content/notes/primary.md
  content/claims.yaml: 1 change
  content/notes/primary.md: 1 change
  content/notes/second.md: 10 changes
  content/notes/third.md: 1 change
  content/notes/trip/index.md: 1 change
  content/site.yaml: 1 change
  templates/home.html: 2 changes
"
    );
    assert_eq!(
        site.text("content/notes/second.md"),
        "---
title: Second
see: primary
also: [primary, third]
more: primary.md
text: A [link](/notes/primary#own) in a field.
aliases: [/old-second]
---
[file](primary.md), [anchor](primary.md#own), [address](/notes/primary), [html](primary.html \"title\"), [bare](primary),
[by name][f], here: `first.md`.

[f]: primary.md \"First\"

## Part
"
    );
    assert_eq!(
        site.text("content/notes/third.md"),
        "---\r\ntitle: Third\r\n---\r\nBack to [first](primary.md).\r\n"
    );
    assert!(site.text("content/notes/primary.md").starts_with(
        "---\ntitle: First   # a comment\npicture: map.svg\npicture_alt: \"\"\naliases: [/notes/first]\n---\n"
    ));
    assert!(
        site.text("content/site.yaml")
            .contains("# Kept as it is.\nredirects:\n  /former: /notes/primary\n")
    );
    assert!(
        site.text("templates/home.html")
            .contains("url(\"/notes/primary\") }}\">{{ entry(\"notes\", \"primary\")")
    );
    let old = fs::read_to_string(site.path().join("dist/notes/first.html")).expect("a redirect");
    assert!(old.contains("/notes/primary"));
    // And back: the alias goes, and every file is what it was, but for the alias of the new name.
    site.done(&["move", "/notes/primary", "/notes/first", "--no-alias"]);
    assert_eq!(site.sources(), before);
}

#[test]
fn a_folder_goes_as_a_whole_and_pictures_are_found_from_elsewhere() {
    let site = Site::new();
    let told = site.done(&["move", "content/notes/trip/index.md", "voyage"]);
    assert!(
        told.contains("content/notes/trip/plan.svg -> content/notes/voyage/plan.svg"),
        "{told}"
    );
    assert!(!site.path().join("content/notes/trip").exists());
    let second = site.text("content/notes/second.md");
    let without = second.replace("see: first\nalso: [first, third]\n", "");
    fs::write(site.path().join("content/notes/second.md"), without).expect("written");
    site.done(&["move", "content/notes/first.md", "content/essays/first.md"]);
    let first = site.text("content/essays/first.md");
    assert!(first.contains("picture: ../notes/map.svg"), "{first}");
    assert!(
        first.contains("[the second](../notes/second.md#part), ![a map](../notes/map.svg)"),
        "{first}"
    );
}

#[test]
fn translations_go_with_their_original() {
    let site = Site::of_languages();
    let before = site.sources();
    let told = site.done(&["move", "notes/guide", "manual"]);
    assert_eq!(
        told,
        "changed:
  content/notes/guide.fr.md -> content/notes/manual.fr.md
  content/notes/guide.md -> content/notes/manual.md
  content/notes/manual.fr.md: 1 change
  content/notes/manual.md: 1 change
  content/notes/third.fr.md: 3 changes
  content/site.yaml: 1 change
"
    );
    let third = site.text("content/notes/third.fr.md");
    assert!(
        third.contains(
            "[le guide](manual.md), [le même](manual.fr.md) et [encore](/fr/notes/manual)"
        ),
        "{third}"
    );
    for (old, new) in [("", ""), ("fr/", "/fr"), ("de/", "/de")] {
        let old = site.text(&format!("dist/{old}notes/guide.html"));
        assert!(old.contains(&format!("url={new}/notes/manual")), "{old}");
    }
    site.done(&["move", "/notes/manual", "/notes/guide", "--no-alias"]);
    assert_eq!(site.sources(), before);

    let refused = |arguments: &[&str], text: &str| {
        let outcome = site.run(arguments);
        assert_eq!(outcome.code, Some(2), "{}", outcome.stderr);
        assert!(outcome.stderr.contains(text), "{}", outcome.stderr);
        assert_eq!(site.sources(), before);
    };
    let file = "content/notes/guide.fr.md";
    refused(
        &["move", file, "manuel"],
        "move `content/notes/guide.md`, and its translations go along",
    );
    refused(
        &["move", "/fr/notes/guide", "/fr/notes/manuel"],
        "`slug` in its own file",
    );
    refused(
        &["move", "/fr/notes/guide", "/notes/manuel"],
        "they begin with `/fr/`",
    );
    let text = site
        .text(file)
        .replace("title: Guide", "title: Guide\nslug: mode-emploi");
    fs::write(site.path().join(file), text).expect("written");
    let third = "content/notes/third.fr.md";
    let text = site
        .text(third)
        .replace("/fr/notes/guide", "/fr/notes/mode-emploi");
    fs::write(site.path().join(third), text).expect("written");
    site.done(&["move", "/fr/notes/mode-emploi", "/fr/notes/notice"]);
    assert!(site.text(third).contains("[encore](/fr/notes/notice)"));
    assert!(
        site.text(file)
            .contains("slug: notice\naliases: [/fr/notes/mode-emploi]")
    );
    assert!(site.path().join("dist/fr/notes/notice.html").exists());
}

#[test]
fn an_original_is_deleted_with_its_translations_and_a_translation_alone() {
    let site = Site::of_languages();
    let third = site.path().join("content/notes/third.fr.md");
    let text = site.text("content/notes/third.fr.md");
    // Its original stands in for it: its address leads there still.
    fs::write(&third, text.replace(", [le même](guide.fr.md)", "")).expect("written");
    let told = site.done(&["delete", "content/notes/guide.fr.md"]);
    assert_eq!(told, "changed:\n  content/notes/guide.fr.md removed\n");
    assert!(site.path().join("dist/fr/notes/guide.html").exists());

    let site = Site::of_languages();
    let refused = site.run(&["delete", "notes/guide"]);
    assert!(
        refused
            .stderr
            .contains("`/de/notes/guide`, `/fr/notes/guide`, `/notes/guide` must lead somewhere"),
        "{}",
        refused.stderr
    );
    site.done(&["delete", "notes/guide", "--redirect", "/notes/third"]);
    assert!(!site.path().join("content/notes/guide.fr.md").exists());
    let third = site.text("content/notes/third.fr.md");
    assert!(
        third.contains("[le guide](/notes/third), [le même](/fr/notes/third)"),
        "{third}"
    );
    assert!(site.text("content/site.yaml").contains(
        "redirects:\n  /de/notes/guide: /de/notes/third\n  /fr/notes/guide: /fr/notes/third\n  /notes/guide: /notes/third\n"
    ));
}

#[test]
fn a_deleted_translation_leads_to_what_stands_there_afterwards() {
    let without_others = |site: &Site| {
        let third = site.path().join("content/notes/third.fr.md");
        fs::write(
            third,
            "---\ntitle: Troisième\n---\nVers [le guide](guide.md).\n",
        )
        .expect("written");
    };
    let named = ["/notes/guide", "content/notes/guide.md", "/fr/notes/guide"];
    for to in named {
        let site = Site::of_languages();
        without_others(&site);
        let told = site.run(&["delete", "content/notes/guide.fr.md", "--redirect", to]);
        let kept = "`/fr/notes/guide` has a page all the same, that of the original: no redirect is needed\n";
        assert_eq!((told.code, told.stderr.as_str()), (Some(0), kept), "{to}");
        assert_eq!(
            told.stdout,
            "changed:\n  content/notes/guide.fr.md removed\n"
        );
    }
    let own = |site: &Site| {
        let guide = site.path().join("content/notes/guide.fr.md");
        fs::write(
            guide,
            "---\ntitle: Guide\nroute: /le-guide\n---\nLe guide.\n",
        )
        .expect("written");
        "  /fr/le-guide: /fr/notes/guide\n"
    };
    let left_out = |site: &Site| {
        let settings = site.text("content/site.yaml");
        let settings = settings.replace("Français }", "Français, missing: leave-out }");
        fs::write(site.path().join("content/site.yaml"), settings).expect("written");
        // It asks for an entry, which French has not then.
        let home = "<!doctype html><html lang=\"en\"><head><title>Home</title></head></html>";
        fs::write(site.path().join("templates/home.html"), home).expect("written");
        "  /fr/notes/guide: /notes/guide\n"
    };
    for change in [&own as &dyn Fn(&Site) -> &'static str, &left_out] {
        for to in &named[..2] {
            let site = Site::of_languages();
            without_others(&site);
            let expected = change(&site);
            site.done(&["delete", "content/notes/guide.fr.md", "--redirect", to]);
            let settings = site.text("content/site.yaml");
            assert!(settings.ends_with(expected), "{to}: {settings}");
        }
    }
}

#[test]
fn what_cannot_be_moved_is_left_alone() {
    let site = Site::new();
    let before = site.sources();
    let check = |arguments: &[&str], code: i32, text: &str| {
        let outcome = site.run(arguments);
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
        assert_eq!(site.sources(), before);
    };
    check(
        &["move", "notes/frist", "b"],
        2,
        "did you mean `notes/first`?",
    );
    check(
        &["move", "notes/first", "second"],
        2,
        "`content/notes/second.md` is there already",
    );
    check(
        &["move", "notes/first", "/elsewhere/first"],
        2,
        "write `route: /elsewhere/first` into content/notes/first.md",
    );
    check(
        &["move", "notes/first", "content/note/first.md"],
        2,
        "did you mean `notes`?",
    );
    check(&["move", "notes", "essays"], 2, "a whole collection");
    check(&["move", "/", "/start"], 2, "content/routes.yaml:2");
    // The other collection has no such fields.
    check(&["move", "notes/second", "essays/second"], 1, "unknown-key");
    check(&["delete", "notes/first"], 2, "`--redirect TO`");
    check(
        &["delete", "notes/first", "--redirect", "/nowhere"],
        2,
        "no page has the address",
    );
    check(
        &["delete", "notes/first", "--redirect", "/notes/first"],
        2,
        "is what is deleted",
    );
    check(&["delete", "notes/first", "--gone"], 1, "broken-link");
}

#[test]
fn a_name_that_two_entries_have_is_neither() {
    let site = Site::new();
    let schema = "properties:\n  title: { type: string }\n";
    let files = [
        ("content/essays/early/_schema.yaml", schema),
        ("content/essays/early/one.md", "---\ntitle: One\n---\n"),
        (
            "content/essays/a.md",
            "---\ntitle: A\nslug: early/one\n---\n",
        ),
    ];
    let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
    fixture::write_tree(site.path(), &files.into());
    let before = site.sources();
    for arguments in [
        &["move", "essays/early/one", "two"][..],
        &["delete", "essays/early/one", "--gone"],
    ] {
        let told = site.run(arguments);
        assert_eq!(told.code, Some(2), "{}", told.stderr);
        let files = "name its file: `content/essays/a.md` or `content/essays/early/one.md`";
        assert!(told.stderr.contains(files), "{}", told.stderr);
        assert_eq!(site.sources(), before);
    }
}

#[test]
fn a_deleted_entry_leaves_no_dead_end() {
    let site = Site::new();
    site.done(&["routes", "--lock"]);
    fs::remove_file(site.path().join("content/claims.yaml")).expect("removed");
    fs::write(
        site.path().join("templates/home.html"),
        "<!doctype html><html lang=\"en\"><head><title>Home</title></head><body>Home</body></html>",
    )
    .expect("written");
    site.done(&["delete", "notes/first", "--redirect", "/notes/third"]);
    let second = site.text("content/notes/second.md");
    assert!(
        second.starts_with("---\ntitle: Second\nalso: [third]\nmore: /notes/third\n"),
        "{second}"
    );
    assert!(
        second.contains("[file](/notes/third), [anchor](/notes/third), [address](/notes/third)"),
        "{second}"
    );
    assert!(
        site.text("content/site.yaml")
            .contains("redirects:\n  /notes/first: /notes/third\n  /former: /notes/third\n")
    );
    site.done(&["delete", "/notes/trip/", "--gone"]);
    assert!(!site.path().join("content/notes/trip").exists());
    // Of two that link to each other neither can go first.
    let note = |name: &str| site.path().join(format!("content/notes/{name}.md"));
    for (own, other) in [("one", "two"), ("two", "one")] {
        let text = format!("---\ntitle: {own}\n---\n[The other]({other}.md).\n");
        fs::write(note(own), text).expect("written");
    }
    let refused = site.run(&["delete", "notes/one", "--gone"]);
    assert_eq!(refused.code, Some(1), "{}", refused.stderr);
    site.done(&["delete", "notes/one", "notes/two", "--gone"]);
    assert!(!note("one").exists() && !note("two").exists());
}

/// What makes it a site whose templates, data and fences name entries.
const NAMED: &str = r#"
=== content/_data/menu.yaml
- { path: /notes/third, title: Third }
=== content/claims.yaml
claims:
  - { id: one, words: Back, file: content/notes/third.md, kind: given, question: Is it so? }
=== content/notes/_schema.yaml
title: Note
type: object
additionalProperties: false
required: [title]
x-route: /notes/{slug}
x-template: note.html
properties:
  title: { type: string }
  lead: { type: string }
  by: { type: string, format: entry, x-collection: people }
  see: { type: string, format: entry, x-collection: notes }
  also: { type: array, items: { type: string, format: entry, x-collection: notes } }
  more: { type: string, format: link }
  text: { type: string, format: markdown }
  picture: { type: string, format: image }
  picture_alt: { type: string }
=== content/people/_schema.yaml
title: Person
type: object
additionalProperties: false
required: [title]
properties:
  title: { type: string }
=== content/people/ada.yaml
title: Ada
=== content/notes/fourth.md
---
title: Fourth
by: ada
lead: Before [the third](third.md#end).
---
```component tip
text: See [the third](third.md).
```

> - ```component typed
>   text: See [it](third.md "é")
>   of: third
>   picture: map.svg
>   alt: ""
>   ```
=== content/routes.yaml
routes:
  - { path: /, template: home.html, list: { collection: notes, where: { by: ada } } }
=== templates/components/tip.html
<aside>{{ text | markdown }}</aside>
=== templates/components/typed.html
<aside>{{ text }} {{ of.title }} {{ image(picture, alt="") }}</aside>
=== templates/components/typed.schema.yaml
type: object
additionalProperties: false
properties:
  text: { type: string, format: markdown }
  of: { type: string, format: entry, x-collection: notes }
  picture: { type: string, format: image }
  alt: { type: string, default: "" }
=== templates/note.html
<!doctype html><html lang="en"><head><title>{{ entry.title }}</title></head><body>
{% if entry.lead %}<p>{{ entry.lead | markdown }}</p>{% endif %}
{{ entry.body }}
</body></html>
=== templates/home.html
<!doctype html><html lang="en"><head><title>Home</title></head><body>
{% for link in data("menu") %}<a href="{{ url(link.path) }}">{{ link.title }}</a>{% endfor %}
{{ entry( 'notes', 'third' ).title }}
<a href="/notes/third?a=b">Third</a>
<a href="{{ url('/notes/trip#top') }}">Trip</a>
{% for note in collection("notes", where={"by": "ada"}) %}{{ note.title }}{% endfor %}
{% for note in collection("notes", where={"by": {"in": ["ada"]}, "slug": "third"}) %}{{ note.title }}{% endfor %}
{{ page.items|default([])|length }}</body></html>
"#;

impl Site {
    fn with_names() -> Self {
        let site = Self::new();
        fixture::write_site(site.path(), NAMED);
        site.done(&["build"]);
        site
    }
}

#[test]
fn what_templates_and_data_need_is_told_before_it_goes() {
    let site = Site::with_names();
    let before = site.sources();
    let refused = |arguments: &[&str], told: &[&str]| {
        let outcome = site.run(arguments);
        assert_eq!(outcome.code, Some(1), "{arguments:?}: {}", outcome.stdout);
        for text in told {
            let is_told = outcome.stderr.contains(text);
            assert!(is_told, "{arguments:?}: {text}: {}", outcome.stderr);
        }
        assert_eq!(site.sources(), before);
    };
    refused(
        &["delete", "people/ada", "--gone"],
        &["there is no entry `people/ada`\n --> content/routes.yaml:2:"],
    );
    let redirected = ["delete", "notes/trip", "--redirect", "/notes/second"];
    let outcome = site.run(&[&redirected[..], &["--dry-run"]].concat());
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    for (file, text) in [
        (
            "content/notes/fourth.md",
            "---\ntitle: Fourth\nby: ada\n---\nText.\n",
        ),
        (
            "content/routes.yaml",
            "routes:\n  - { path: /, template: home.html }\n",
        ),
        ("content/claims.yaml", "claims: []\n"),
    ] {
        fs::write(site.path().join(file), text).expect("written");
    }
    site.done(&["build"]);
    let home = site.text("templates/home.html");
    let only = |parts: &[&str]| {
        let is_kept = |line: &&str| parts.iter().any(|part| line.contains(part));
        let lines: Vec<&str> = home.lines().filter(is_kept).collect();
        let page = format!(
            "<!doctype html><html lang=\"en\"><head><title>H</title></head><body>{}</body></html>\n",
            lines.join("")
        );
        fs::write(site.path().join("templates/home.html"), page).expect("written");
    };
    let told = |arguments: &[&str], text: &str| {
        let outcome = site.run(arguments);
        assert_eq!(outcome.code, Some(1), "{arguments:?}: {}", outcome.stdout);
        assert!(outcome.stderr.contains(text), "{text}: {}", outcome.stderr);
    };
    let gone = ["delete", "people/ada", "--gone"];
    told(
        &gone,
        "there is no entry `people/ada`\n --> templates/home.html:6:",
    );
    let gone = ["delete", "notes/third", "--gone"];
    only(&["data(\"menu\")"]);
    told(
        &gone,
        "no page has the address `/notes/third`\n --> templates/home.html:1:",
    );
    only(&["entry("]);
    told(
        &gone,
        "there is no entry `notes/third`\n --> templates/home.html:1:",
    );
    told(
        &["delete", "notes/third", "--redirect", "/notes/second"],
        "there is no entry `notes/third`\n --> templates/home.html:1:",
    );
    only(&["?a=b"]);
    told(&gone, "error[broken-link]");
    only(&["data(", "trip"]);
    site.done(&["delete", "notes/third", "--redirect", "/notes/second#part"]);
    assert!(
        site.text("content/_data/menu.yaml")
            .contains("{ path: /notes/second#part,")
    );
    site.done(&["delete", "notes/trip", "--redirect", "/notes/second"]);
    let home = site.text("templates/home.html");
    assert!(home.contains("url('/notes/second')"), "{home}");
}

#[test]
fn what_templates_take_for_links_follows_and_so_do_lists() {
    let site = Site::with_names();
    let before = site.sources();
    site.done(&["move", "notes/third", "notes/3rd"]);
    let fourth = site.text("content/notes/fourth.md");
    assert!(
        fourth.ends_with(
            "lead: Before [the third](3rd.md#end).
---
```component tip
text: See [the third](3rd.md).
```

> - ```component typed
>   text: See [it](3rd.md \"é\")
>   of: 3rd
>   picture: map.svg
>   alt: \"\"
>   ```
"
        ),
        "{fourth}"
    );
    let home = site.text("templates/home.html");
    assert!(home.contains("entry( 'notes', '3rd' )"), "{home}");
    assert!(home.contains("href=\"/notes/3rd?a=b\""), "{home}");
    assert!(home.contains("\"slug\": \"3rd\""), "{home}");
    assert!(
        site.text("content/_data/menu.yaml")
            .contains("path: /notes/3rd,")
    );
    site.done(&["move", "notes/3rd", "third", "--no-alias"]);
    assert_eq!(site.sources(), before);

    site.done(&["move", "people/ada", "people/ada-lovelace"]);
    let home = site.text("templates/home.html");
    assert!(home.contains("where={\"by\": \"ada-lovelace\"}"), "{home}");
    assert!(home.contains("{\"in\": [\"ada-lovelace\"]}"), "{home}");
    let routes = site.text("content/routes.yaml");
    assert!(routes.contains("where: { by: ada-lovelace }"), "{routes}");

    let folder = "content/notes/below/fourth.md";
    site.done(&["move", "notes/fourth", folder]);
    let fourth = site.text(folder);
    for text in [
        "[the third](../third.md#end)",
        "[the third](../third.md).",
        "[it](../third.md",
        "picture: ../map.svg",
    ] {
        assert!(fourth.contains(text), "{fourth}");
    }
}

#[test]
fn numbers_that_order_files_stay() {
    const GUIDE: &str = "
=== content/guide/_schema.yaml
title: Page
type: object
additionalProperties: false
required: [title]
x-route: /guide/{path}
x-template: note.html
x-sort: file
properties:
  title: { type: string }
=== content/guide/01-start/index.md
---
title: Start
---
=== content/guide/01-start/01-install.md
---
title: Install
---
=== content/guide/02-more/01-deep.md
---
title: Deep
---
";
    let moved = |arguments: [&str; 2], expected: &str| {
        let site = Site::new();
        fixture::write_site(site.path(), GUIDE);
        site.done(&["build"]);
        let told = site.done(&[&["move"][..], &arguments, &["--no-alias"]].concat());
        let line = format!("  content/guide/01-start/{expected}\n");
        assert!(told.contains(&line), "{told}");
    };
    let install = "01-install.md -> content/guide/01-start/01-setup.md";
    moved(["guide/start/install", "guide/start/setup"], install);
    moved(["guide/start/install", "setup"], install);
    moved(["/guide/start/install", "/guide/start/setup"], install);
    let named = "01-install.md -> content/guide/01-start/07-setup.md";
    moved(["guide/start/install", "07-setup"], named);
    let plain = "01-install.md -> content/guide/start/setup.md";
    moved(
        ["guide/start/install", "content/guide/start/setup.md"],
        plain,
    );
    let more = "01-install.md -> content/guide/02-more/01-install.md";
    moved(["guide/start/install", "guide/more/install"], more);
    moved(["/guide/start/install", "/guide/more/install"], more);
    let begin = "01-install.md -> content/guide/01-begin/01-install.md";
    moved(["guide/start", "guide/begin"], begin);
    // What says its last part gets another one there.
    let site = Site::new();
    fixture::write_site(
        site.path(),
        &GUIDE.replace("title: Deep", "title: Deep\nslug: low"),
    );
    site.done(&["build"]);
    assert!(site.path().join("dist/guide/more/low.html").exists());
    let low = ["move", "/guide/more/low", "/guide/more/lower", "--no-alias"];
    site.done(&low);
    let text = fs::read_to_string(site.path().join("content/guide/02-more/01-deep.md"));
    assert!(text.expect("read").contains("slug: lower\n"));
    site.done(&["build"]);
    assert!(site.path().join("dist/guide/more/lower.html").exists());
}

#[test]
fn names_that_mean_more_to_yaml_are_quoted() {
    for name in ["123", "true", "1e3"] {
        let site = Site::new();
        fixture::write_site(site.path(), NAMED);
        site.done(&["build"]);
        site.done(&["move", "people/ada", name]);
        site.done(&["move", "notes/third", name]);
        let second = site.text("content/notes/second.md");
        assert!(
            second.contains(&format!("also: [first, \"{name}\"]")),
            "{second}"
        );
        let fourth = site.text("content/notes/fourth.md");
        for line in [format!("by: \"{name}\"\n"), format!("of: \"{name}\"\n")] {
            assert!(fourth.contains(&line), "{fourth}");
        }
        let routes = site.text("content/routes.yaml");
        assert!(
            routes.contains(&format!("{{ by: \"{name}\" }}")),
            "{routes}"
        );
    }
    let site = Site::new();
    let note = site.path().join("content/notes/first.md");
    let text = site.text("content/notes/first.md");
    for written in ["first", "'first'", "\"first\""] {
        fs::write(
            &note,
            text.replace("picture:", &format!("slug: {written}\npicture:")),
        )
        .expect("written");
        site.done(&["build"]);
        site.done(&["move", "/notes/first", "/notes/123", "--no-alias"]);
        let quoted = if written == "'first'" {
            "'123'"
        } else {
            "\"123\""
        };
        let moved = site.text("content/notes/first.md");
        assert!(moved.contains(&format!("slug: {quoted}\n")), "{moved}");
        site.done(&["move", "/notes/123", "/notes/first", "--no-alias"]);
    }
}

#[test]
fn a_redirect_to_an_address_with_a_comma_is_quoted() {
    for redirects in [
        "redirects: { /former: /notes/third }",
        "redirects:\n  /former: /notes/third",
    ] {
        let site = Site::new();
        let settings = site.text("content/site.yaml");
        let settings = settings.replace("redirects:\n  /former: /notes/first", redirects);
        fs::write(site.path().join("content/site.yaml"), &settings).expect("written");
        let note = "=== content/notes/fourth.md\n---\ntitle: Fourth\n---\nFour.\n";
        fixture::write_site(site.path(), note);
        site.done(&["build"]);
        let to = "https://example.org/a,b";
        site.done(&["delete", "notes/fourth", "--redirect", to]);
        let written = site.text("content/site.yaml");
        assert!(
            written.contains(&format!("/notes/fourth: \"{to}\"")),
            "{written}"
        );
    }
}

#[test]
fn a_published_address_does_not_disappear_unnoticed() {
    let site = Site::new();
    site.done(&["routes", "--lock"]);
    let file = "content/addresses.lock";
    let kept = site.text(file);
    assert!(kept.ends_with("\n/\n/former\n/notes/detail\n/notes/first\n/notes/second\n/notes/third\n/notes/trip\n/old-second\n"), "{kept}");
    let text = site.text("content/notes/second.md");
    fs::write(
        site.path().join("content/notes/second.md"),
        text.replace("title: Second", "title: Second\nslug: zweite"),
    )
    .expect("written");
    let first = site.text("content/notes/first.md");
    let build = site.run(&["build"]);
    assert_eq!(build.code, Some(0), "{}", build.stderr);
    assert!(build.stderr.contains("warning[lost-address]: `/notes/second` was published and leads nowhere now\n --> content/addresses.lock:8:1"), "{}", build.stderr);
    let check = site.run(&["check", "--publish"]);
    assert_eq!(check.code, Some(1));
    assert!(
        check.stderr.contains("error[lost-address]"),
        "{}",
        check.stderr
    );
    assert!(check.stderr.contains("warning[unlocked-address]: content/addresses.lock lacks 1 of the site's addresses, such as `/notes/zweite`"), "{}", check.stderr);
    fs::write(
        site.path().join("content/notes/second.md"),
        text.replace("[/old-second]", "[/old-second, /notes/second]")
            .replace("title: Second", "title: Second\nslug: zweite"),
    )
    .expect("written");
    site.done(&["routes", "--lock"]);
    let all = kept.replace("/old-second", "/notes/zweite\n/old-second");
    assert_eq!(site.text(file), all);
    assert_eq!(site.text("content/notes/first.md"), first);
}

/// What is no file of the site follows no move and stands in no list: whoever does not build hears of it too.
#[cfg(unix)]
#[test]
fn what_cannot_be_a_file_of_the_site_is_told_by_every_command() {
    let site = Site::new();
    let link = site.path().join("content/notes/out.md");
    std::os::unix::fs::symlink("/etc/hostname", link).expect("linked");
    let commands: [(&[&str], i32); 9] = [
        (&["move", "notes/third", "notes/last", "--dry-run"], 0),
        (&["delete", "notes/third", "--gone", "--dry-run"], 0),
        (&["new", "notes", "Fifth"], 0),
        (&["schema"], 1),
        (&["schema", "--cms"], 0),
        (&["routes"], 1),
        (&["routes", "--lock"], 1),
        (&["check", "--languages"], 1),
        (&["check"], 1),
    ];
    for (arguments, code) in commands {
        let outcome = site.run(arguments);
        let told =
            "error[outside-link]: `content/notes/out.md` is a link that leads out of `content/`";
        assert_eq!(
            outcome.stderr.matches(told).count(),
            1,
            "{arguments:?}: {}",
            outcome.stderr
        );
        assert_eq!(
            outcome.code,
            Some(code),
            "{arguments:?}: {}",
            outcome.stderr
        );
    }
    assert!(!site.path().join("content/addresses.lock").exists());
}

#[test]
fn published_addresses_that_cannot_be_read_are_not_written_over() {
    let site = Site::new();
    site.done(&["routes", "--lock"]);
    let file = site.path().join("content/addresses.lock");
    let mut kept = fs::read(&file).expect("read");
    kept.extend(b"/old-page\n/caf\xe9\n");
    fs::write(&file, &kept).expect("written");
    let commands: [&[&str]; 6] = [
        &["build"],
        &["check"],
        &["check", "--publish"],
        &["routes", "--lock"],
        &["move", "notes/first", "notes/fourth"],
        &["delete", "notes/first", "--redirect", "/notes/third"],
    ];
    for arguments in commands {
        let outcome = site.run(arguments);
        assert_eq!(outcome.code, Some(1), "{arguments:?}: {}", outcome.stderr);
        let told = outcome.stderr.matches("`content/addresses.lock`").count();
        assert_eq!(told, 1, "{arguments:?}: {}", outcome.stderr);
        assert_eq!(fs::read(&file).expect("read"), kept, "{arguments:?}");
    }
}

/// Runs the program as somebody for whom rights count: root reads everything.
#[cfg(unix)]
fn run_without_rights(site: &Site, path: &str, arguments: &[&str]) -> Outcome {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;
    const NOBODY: u32 = 65_534;
    let mut command = fixture::site(site.path());
    command.args(arguments);
    if fs::metadata("/proc/self").expect("a process").uid() == 0 {
        let mut chown = std::process::Command::new("chown");
        let given = chown.args(["-R", "65534:65534"]).arg(site.path());
        assert!(given.status().expect("chown").success());
        command.uid(NOBODY).gid(NOBODY);
    }
    let path = site.path().join(path);
    let before = fs::metadata(&path).expect("there").permissions();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).expect("taken");
    let outcome = fixture::run(&mut command);
    fs::set_permissions(&path, before).expect("given back");
    outcome
}

#[cfg(unix)]
#[test]
fn nothing_is_moved_or_deleted_beside_what_may_not_be_read() {
    let site = Site::new();
    site.done(&["routes", "--lock"]);
    fs::create_dir_all(site.path().join("content/_data")).expect("made");
    fs::write(site.path().join("content/_data/menu.json"), "{}").expect("written");
    fs::write(site.path().join("content/claims.yaml"), "").expect("written");
    let commands: [&[&str]; 2] = [
        &["move", "notes/first", "notes/fourth"],
        &["delete", "notes/first", "--redirect", "/notes/third"],
    ];
    for path in [
        "content/addresses.lock",
        "content/notes/second.md",
        "content/notes",
        "content/_data/menu.json",
        "content/claims.yaml",
        "templates/note.html",
    ] {
        for arguments in commands {
            let outcome = run_without_rights(&site, path, arguments);
            assert_eq!(outcome.code, Some(1), "{path}: {}", outcome.stderr);
            let told = format!("error[unreadable-file]: cannot read `{path}`: ");
            assert!(outcome.stderr.contains(&told), "{path}: {}", outcome.stderr);
            assert!(
                site.path().join("content/notes/first.md").exists(),
                "{path}"
            );
        }
    }
}

/// A collection whose entries name others in lists, objects and lists of objects.
const SHELVES: &str = "
=== content/shelves/_schema.yaml
title: Shelf
type: object
additionalProperties: false
x-route: /shelves/{slug}
x-template: shelf.html
properties:
  title: { type: string }
  best: { type: string, format: entry, x-collection: notes }
  also: { type: array, items: { type: string, format: entry, x-collection: notes } }
  pair:
    type: object
    additionalProperties: false
    properties:
      x: { type: string, format: entry, x-collection: notes }
      y: { type: string, format: entry, x-collection: notes }
  picks:
    type: array
    items:
      type: object
      additionalProperties: false
      properties:
        text: { type: string, format: entry, x-collection: notes }
        note: { type: string }
=== templates/shelf.html
<!doctype html><html lang=\"en\"><title>A shelf</title><h1>A shelf</h1>{{ entry.body }}</html>
=== templates/components/shelf.html
<aside>{{ picks | length }}</aside>
=== templates/components/shelf.schema.yaml
type: object
additionalProperties: false
properties:
  picks:
    type: array
    items:
      type: object
      additionalProperties: false
      properties:
        text: { type: string, format: entry, x-collection: notes }
        note: { type: string }
";

#[test]
fn references_are_taken_out_of_whatever_they_stand_in() {
    let yaml = [
        (
            "picks:\n  - text: first\n  - text: third\n    note: Best\n",
            "picks:\n  - text: first\n  - note: Best\n",
        ),
        (
            "picks:\n  - note: One\n    text: third # a word\n",
            "picks:\n  - note: One\n",
        ),
        ("picks:\n  - text: third\n", "picks:\n  - {}\n"),
        (
            "picks:\n  - { text: third, note: a }\n",
            "picks:\n  - { note: a }\n",
        ),
        ("also:\n  - third\ntitle: A\n", "also: []\ntitle: A\n"),
        (
            "also:\n  - third\n  - first\n  - third\n",
            "also:\n  - first\n",
        ),
        ("also: [first, third, third]\n", "also: [first]\n"),
        ("also: [third]\n", "also: []\n"),
        ("best:\n  third\ntitle: A\n", "title: A\n"),
        ("best: third\n", ""),
        ("{ title: P, best: third }\n", "{ title: P }\n"),
        ("pair: { x: third, y: first }\n", "pair: { y: first }\n"),
        ("pair: { x: third }\n", "pair: {}\n"),
        ("pair:\n  x: third\ntitle: A\n", "pair: {}\ntitle: A\n"),
    ];
    let yaml = yaml.map(|(old, new)| (format!("---\n{old}---\n"), format!("---\n{new}---\n")));
    let others = [
        (
            "+++\ntitle = \"A\"\nbest = \"third\"\nalso = [\"third\", \"first\"]\n+++\n",
            "+++\ntitle = \"A\"\nalso = [\"first\"]\n+++\n",
        ),
        (
            "{\n  \"title\": \"A\",\n  \"best\": \"third\"\n}\n",
            "{\n  \"title\": \"A\"\n}\n",
        ),
        (
            "---\ntitle: A\n---\n> ```component shelf\n> picks:\n>   - text: first\n>   - text: third\n>     note: Best\n> ```\n",
            "---\ntitle: A\n---\n> ```component shelf\n> picks:\n>   - text: first\n>   - note: Best\n> ```\n",
        ),
    ];
    let others = others.map(|(old, new)| (old.to_owned(), new.to_owned()));
    let all: Vec<(String, String)> = yaml.into_iter().chain(others).collect();
    let site = Site::new();
    fixture::write_site(site.path(), SHELVES);
    let file = |at: usize| format!("content/shelves/shelf-{at}.md");
    for (at, (old, _)) in all.iter().enumerate() {
        fs::write(site.path().join(file(at)), old).expect("written");
    }
    site.done(&["build"]);
    site.done(&["delete", "notes/third", "--gone"]);
    for (at, (old, new)) in all.iter().enumerate() {
        assert_eq!(site.text(&file(at)), *new, "{old}");
    }
}

#[test]
fn a_reference_that_cannot_be_taken_out_is_told_with_its_place() {
    let site = Site::new();
    fixture::write_site(site.path(), SHELVES);
    // Without its only field the object is not there, which is not the same.
    let shelf = "+++\npair.x = \"third\"\n+++\n";
    fs::write(site.path().join("content/shelves/one.md"), shelf).expect("written");
    site.done(&["build"]);
    let before = site.sources();
    let refused = site.run(&["delete", "notes/third", "--gone"]);
    assert_eq!(refused.code, Some(1), "{}", refused.stdout);
    assert!(
        refused.stderr.contains("content/shelves/one.md:2:"),
        "{}",
        refused.stderr
    );
    assert_eq!(site.sources(), before);
}

#[test]
fn what_must_name_the_deleted_entry_is_told_where_it_does() {
    let site = Site::new();
    fixture::write_site(site.path(), SHELVES);
    let schema = site.text("content/shelves/_schema.yaml") + "required: [best]\n";
    fs::write(site.path().join("content/shelves/_schema.yaml"), schema).expect("written");
    let shelf = "---\ntitle: A shelf\nbest: third\n---\n";
    fs::write(site.path().join("content/shelves/one.md"), shelf).expect("written");
    site.done(&["build"]);
    let refused = site.run(&["delete", "notes/third", "--gone"]);
    for told in [
        "error[missing-field]: without this reference, ",
        " --> content/shelves/one.md:3:7\n",
        "hint: name another entry here, or delete `content/shelves/one.md` too",
        "\n1 error\n",
    ] {
        assert!(refused.stderr.contains(told), "{told}: {}", refused.stderr);
    }
    let refused = site.run(&["delete", "notes/first", "--gone"]);
    let is_mend = |line: &&str| line.contains("hint: ");
    let hints: Vec<&str> = refused.stderr.lines().filter(is_mend).collect();
    let names = |hint: &&str| hint.contains("this names what is deleted");
    assert!(!hints.is_empty() && hints.iter().all(names), "{hints:?}");
}

#[test]
fn claims_about_a_deleted_entry_go_with_it() {
    let site = Site::new();
    let claim = |id: &str, words: &str, file: &str| {
        format!(
            "  - id: {id}\n    words: {words}\n    file: content/notes/{file}.md\n    kind: given\n    question: Is it so?\n"
        )
    };
    let [one, two, three] = [
        claim("one", "To", "first"),
        claim("two", "Back", "third"),
        claim("three", "bare", "second"),
    ];
    let write = |text: String| {
        fs::write(site.path().join("content/claims.yaml"), text).expect("written");
    };
    write(format!("# Kept.\nclaims:\n{one}  # Of this.\n{two}{three}"));
    let changed = site.done(&["delete", "notes/third", "--redirect", "/notes/second"]);
    assert!(
        changed.contains("content/claims.yaml: 1 change"),
        "{changed}"
    );
    let kept = format!("# Kept.\nclaims:\n{one}  # Of this.\n{three}");
    assert_eq!(site.text("content/claims.yaml"), kept);
}

#[test]
fn a_name_that_cannot_be_one_is_one_mistake() {
    let site = Site::new();
    let before = site.sources();
    for (to, told) in [
        ("A name", "error[invalid-address]: `A name` cannot"),
        ("essays/first", "error[unknown-key]: this is no entry of"),
    ] {
        let refused = site.run(&["move", "notes/second", to]);
        assert_eq!(refused.code, Some(1), "{}", refused.stdout);
        let (told, one) = (
            refused.stderr.contains(told),
            refused.stderr.contains("\n1 error\n"),
        );
        assert!(told && one, "{to}: {}", refused.stderr);
        assert_eq!(site.sources(), before);
    }
}

#[test]
fn a_reference_stays_where_only_a_translation_goes() {
    for option in [&["--gone"][..], &["--redirect", "/notes/first"], &[]] {
        let site = Site::of_languages();
        fixture::write_site(site.path(), SHELVES);
        let third = "---\ntitle: Troisième\n---\nTrois.\n";
        fs::write(site.path().join("content/notes/third.fr.md"), third).expect("written");
        let shelf = "---\nbest: guide\nalso: [guide]\n---\n";
        fs::write(site.path().join("content/shelves/one.md"), shelf).expect("written");
        let told = site.run(&[&["delete", "/fr/notes/guide"], option].concat());
        assert_eq!(told.code, Some(0), "{}", told.stderr);
        assert_eq!(site.text("content/shelves/one.md"), shelf);
    }
}

#[test]
fn what_was_moved_moves_back() {
    let check = |old: &str, there: &str, back: &str| {
        let site = Site::new();
        let file = |name: &str| format!("content/notes/{name}.md");
        fs::write(site.path().join(file("third")), format!("---\n{old}---\n")).expect("written");
        site.done(&["move", "notes/third", "notes/last"]);
        assert_eq!(site.text(&file("last")), format!("---\n{there}---\n"));
        site.done(&["move", "notes/last", "notes/third"]);
        assert_eq!(site.text(&file("third")), format!("---\n{back}---\n"));
    };
    let moved = "title: A\naliases: [/notes/third]\n";
    let back = "title: A\naliases: [/notes/last]\n";
    check("title: A\n", moved, back);
    check("title: A\naliases: []\n", moved, back);
    check("title: A\naliases:\n", moved, back);
    check(
        "{ title: A }\n",
        "{ aliases: [/notes/third], title: A }\n",
        "{ aliases: [/notes/last], title: A }\n",
    );
    check(
        "aliases:\n  - /notes/last\ntitle: A\n",
        "aliases:\n  - /notes/third\ntitle: A\n",
        "aliases:\n  - /notes/last\ntitle: A\n",
    );
    let site = Site::of_languages();
    site.done(&["move", "notes/guide", "manual"]);
    let settings = site.text("content/site.yaml");
    assert!(
        settings.ends_with("redirects:\n  /de/notes/guide: /de/notes/manual\n"),
        "{settings}"
    );
    site.done(&["move", "notes/manual", "guide"]);
    let settings = site.text("content/site.yaml");
    assert!(
        settings.ends_with("redirects:\n  /de/notes/manual: /de/notes/guide\n"),
        "{settings}"
    );
}

#[test]
fn what_nobody_could_visit_needs_no_other_address() {
    for state in ["draft: true", "date: 2999-01-01"] {
        let site = Site::of_languages();
        let schema = site.text("content/notes/_schema.yaml");
        let schema = schema + "  date: { type: string, format: date }\n";
        fs::write(site.path().join("content/notes/_schema.yaml"), schema).expect("written");
        let text = format!("---\ntitle: Plan\n{state}\n---\n");
        fs::write(site.path().join("content/notes/plan.md"), &text).expect("written");
        let settings = site.text("content/site.yaml");
        let moved = site.run(&["move", "notes/plan", "project"]);
        assert_eq!(moved.code, Some(0), "{}", moved.stderr);
        assert_eq!(site.text("content/notes/project.md"), text);
        assert_eq!(site.text("content/site.yaml"), settings);
        let deleted = site.run(&["delete", "notes/project"]);
        assert_eq!(deleted.code, Some(0), "{}", deleted.stderr);
    }
}

#[test]
fn an_address_that_differs_only_in_case_gets_no_alias() {
    let site = Site::new();
    let moved = site.run(&["move", "notes/third", "notes/Third"]);
    let told = "`/notes/third` leads nowhere from now on: `/notes/Third` differs only in upper and lower case\n";
    assert_eq!((moved.code, moved.stderr.as_str()), (Some(0), told));
    assert!(!site.text("content/notes/Third.md").contains("aliases"));
}

/// Calls a command that is killed at its nth rename; whether it came so far.
#[cfg(target_os = "linux")]
fn killed(site: &Site, nth: usize, arguments: &[&str]) -> bool {
    let inject = format!("inject=rename,renameat,renameat2:signal=SIGKILL:when={nth}");
    let mut command = std::process::Command::new("strace");
    command.args(["-f", "-q", "-o", "/dev/null", "-e", &inject]);
    let ours = fixture::site(site.path());
    command.current_dir(site.path()).arg(ours.get_program());
    let outcome = fixture::run(command.args(arguments));
    outcome.code != Some(0)
}

#[test]
#[cfg(target_os = "linux")]
fn a_move_or_deletion_that_is_killed_is_finished_by_the_next_command() {
    // Nothing but entries names the first note.
    let lonely = || {
        let site = Site::new();
        fs::remove_file(site.path().join("content/claims.yaml")).expect("removed");
        let page = "<!doctype html><html lang=\"en\"><head><title>Home</title></head><body>Home</body></html>";
        fs::write(site.path().join("templates/home.html"), page).expect("written");
        site
    };
    let calls: [&[&str]; 2] = [
        &["move", "notes/first", "notes/zero"],
        &["delete", "notes/first", "--redirect", "/notes/third"],
    ];
    for call in calls {
        let after = lonely();
        after.done(call);
        let (mut finished, mut nth) = (0, 1);
        loop {
            let site = lonely();
            let as_it_was = site.sources();
            if !killed(&site, nth, call) {
                break;
            }
            let next = site.run(&["routes"]);
            assert_eq!(next.code, Some(0), "{nth}: {}", next.stderr);
            let is_finished = next.stderr.contains("is finished now");
            match is_finished {
                true => assert!(site.sources() == after.sources(), "{nth}"),
                // It was stopped before anything was changed, or behind the last change.
                false => assert!(
                    site.sources() == as_it_was || site.sources() == after.sources(),
                    "{nth}"
                ),
            }
            assert!(!site.path().join(".site/change/steps.json").exists());
            finished += usize::from(is_finished);
            nth += 1;
        }
        assert!(finished > 2, "{call:?}: {finished} of {nth}");
    }
}
