//! What a page is written down to have asked, for every function and filter; and that asking again tells whether something changed.

use std::collections::BTreeSet;

use std::sync::Arc;

use crate::site::{PAGE, Site};
use render::Read;

const TODAY: &str = "2026-01-31";

/// What a template asks, and a change of the site after which one of the answers is another.
struct Case {
    /// The function or filter.
    name: &'static str,
    template: &'static str,
    /// The questions as JSON, those for the route and its template left out.
    reads: &'static [&'static str],
    change: (&'static str, &'static str),
}

#[test]
fn every_function_and_filter_writes_down_what_it_asks() {
    let cases: Vec<&Case> = FUNCTIONS.iter().chain(FILTERS).collect();
    let mut failures = Vec::new();
    for case in cases {
        let site = match matches!(
            case.name,
            "drawing" | "icon" | "inline_script" | "island" | "island_scripts"
        ) {
            true => Site::with_islands(),
            false => Site::new(),
        };
        failures.extend(check(case, site).err());
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

fn check(case: &Case, site: Site) -> Result<(), String> {
    let name = case.name;
    site.write("templates/page.html", case.template);
    let before = site.load(TODAY);
    let (_, page) = before.render(PAGE).map_err(|e| format!("{name}: {e}"))?;
    let reads: Vec<String> = page.reads[2..].iter().map(|(read, _)| json(read)).collect();
    if reads != case.reads {
        return Err(format!("{name}: {}", reads.join("\n")));
    }
    let again = site.load(TODAY);
    for (read, answer) in &page.reads {
        let kept: Read = serde_json::from_str(&json(read)).expect("a read");
        if kept != **read {
            return Err(format!("{name}: {read:?} comes back as {kept:?}"));
        }
        if again.answer(&kept) != *answer {
            return Err(format!("{name}: another answer to {read:?}"));
        }
    }
    if case.reads.is_empty() {
        return Ok(());
    }
    let (path, text) = case.change;
    let today = match path {
        "today" => text,
        path => {
            site.write(path, text);
            TODAY
        }
    };
    let after = site.load(today);
    let changed = |(read, answer): &(Arc<Read>, _)| after.answer(read) != *answer;
    if !page.reads.iter().any(changed) {
        return Err(format!("{name}: nothing tells that `{path}` changed"));
    }
    Ok(())
}

fn json(read: &Read) -> String {
    serde_json::to_string(read).expect("JSON")
}

#[test]
fn no_function_and_no_filter_is_left_out() {
    let check = |text: &str, call: &str, cases: &[Case]| {
        let names = text
            .split(call)
            .skip(1)
            .filter_map(|rest| rest.split('"').next());
        let tested: BTreeSet<&str> = cases.iter().map(|case| case.name).collect();
        assert_eq!(names.collect::<BTreeSet<_>>(), tested, "{call}");
    };
    check(
        include_str!("../src/functions.rs"),
        "add_function(\"",
        FUNCTIONS,
    );
    check(include_str!("../src/filters.rs"), "add_filter(\"", FILTERS);
}

const NONE: (&str, &str) = ("", "");
const FORM: (&str, &str) = (
    "content/forms/newsletter.yaml",
    include_str!("../../../content/forms/contact.yaml"),
);
const OTHER_STYLE: (&str, &str) = ("public/style.css", "b { color: blue }");
const OTHER_TITLE: (&str, &str) = (
    "content/notes/a.md",
    "---\ntitle: Another\ntags: [x, y]\n---\nText.\n",
);
const OTHER_ADDRESS: (&str, &str) = (
    "content/site.yaml",
    "base_url: https://example.org/other\nlanguage: fr-CA\nname: Other\n",
);

const ENGLISH: (&str, &str) = (
    "content/site.yaml",
    "base_url: https://example.com/sub\nlanguage: fr-CA\nname: Tiny\n",
);
const SEVERAL: &str = "base_url: https://example.com/sub\nlanguage: fr\nname: Tiny\nlanguages:\n  - { code: fr, name: Français }\n  - { code: en, name: English, title: Tiny site }\n";

const FUNCTIONS: &[Case] = &[
    Case {
        name: "collection",
        template: "{{ collection('notes', where={'tags': {'in': ['x']}}, sort='-title', offset=1, limit=2)|length }}",
        reads: &[
            r#"{"named":{"collection":"notes","field":"tags"}}"#,
            r#"{"named":{"collection":"notes","field":"title"}}"#,
            r#"{"query":{"collection":"notes","filters":[{"field":"tags","test":{"in":["x"]}}],"sort":[{"field":"title","descending":true}],"offset":1,"limit":2}}"#,
        ],
        change: (
            "content/notes/c.md",
            "---\ntitle: Third\ntags: [x]\n---\nLast.\n",
        ),
    },
    Case {
        name: "previous",
        template: "{{ previous(entry('notes', 'b')).slug }}",
        reads: &[
            r#"{"entry":{"collection":"notes","slug":"b"}}"#,
            r#"{"neighbour":{"entry":{"collection":"notes","slug":"b"},"step":-1}}"#,
            r#"{"head":{"collection":"notes","slug":"a"}}"#,
        ],
        change: ("content/notes/a.md", "---\ntitle: Zero\n---\nText.\n"),
    },
    Case {
        name: "next",
        template: "{{ next(entry('notes', 'b')).slug }}",
        reads: &[
            r#"{"entry":{"collection":"notes","slug":"b"}}"#,
            r#"{"neighbour":{"entry":{"collection":"notes","slug":"b"},"step":1}}"#,
            r#"{"head":{"collection":"notes","slug":"c"}}"#,
        ],
        change: ("content/notes/c.md", "---\ntitle: A\n---\nText.\n"),
    },
    Case {
        name: "related",
        template: "{{ related(entry('notes', 'a'), limit=1)|length }}",
        reads: &[
            r#"{"entry":{"collection":"notes","slug":"a"}}"#,
            r#"{"related":{"entry":{"collection":"notes","slug":"a"},"limit":1}}"#,
        ],
        change: (
            "content/notes/c.md",
            "---\ntitle: Third\ntags: [x, y]\n---\nLast.\n",
        ),
    },
    Case {
        name: "tags",
        template: "{{ tags('notes')|length }}",
        reads: &[
            r#"{"named":{"collection":"notes","field":"tags"}}"#,
            r#"{"facets":{"collection":"notes","field":"tags"}}"#,
        ],
        change: (
            "content/notes/c.md",
            "---\ntitle: Third\ntags: [x]\n---\nLast.\n",
        ),
    },
    Case {
        name: "url",
        template: "{{ url('/notes/a') }}",
        reads: &[r#""addresses""#, r#"{"path":"/notes/a"}"#],
        change: OTHER_ADDRESS,
    },
    Case {
        name: "absolute",
        template: "{{ absolute('/style.css') }}",
        reads: &[
            r#""addresses""#,
            r#"{"path":"/style.css"}"#,
            r#"{"asset":"style.css"}"#,
            r#""origin""#,
        ],
        change: OTHER_STYLE,
    },
    Case {
        name: "asset",
        template: "{{ asset('style.css') }}",
        reads: &[r#"{"asset":"style.css"}"#, r#""addresses""#],
        change: OTHER_STYLE,
    },
    Case {
        name: "integrity",
        template: "{{ integrity('style.css') }}",
        reads: &[r#"{"asset":"style.css"}"#],
        change: OTHER_STYLE,
    },
    Case {
        name: "inline_script",
        template: "{{ inline_script('head') }}",
        reads: &[r#"{"asset":"inline/head.js"}"#],
        change: ("islands/inline/head.ts", "document.title = 'x';\n"),
    },
    Case {
        name: "image",
        template: "{{ image('dot.svg', alt='A dot') }}",
        reads: &[
            r#"{"image_file":{"file":"content/site.yaml","src":"dot.svg"}}"#,
            r#"{"image":{"file":"public/dot.svg","widths":[400,800,1200,1600]}}"#,
            r#""addresses""#,
        ],
        change: (
            "public/dot.svg",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"5\" height=\"5\"/>",
        ),
    },
    Case {
        name: "drawing",
        template: "{{ drawing('square', {'side': 4}) }}",
        reads: &[
            r#"{"drawing":{"name":"square","input":"{\"side\":4}"}}"#,
            r#""addresses""#,
        ],
        change: (
            "islands/drawings/square.ts",
            "export default () => `<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"><g id=\"a\"/></svg>`;\n",
        ),
    },
    Case {
        name: "picture_of",
        template: "{{ picture_of('social-card.svg', {'title': 'Title'}) }}",
        reads: &[
            r#"{"template":"social-card.svg"}"#,
            r#"{"setting":["drawings"]}"#,
            r#""fonts""#,
            r#""origin""#,
            r#""addresses""#,
        ],
        change: OTHER_ADDRESS,
    },
    Case {
        name: "fit_lines",
        template: "{{ fit_lines('A title', font='Instrument Sans', sizes=[20], width=90, height=90).size }}",
        reads: &[r#""fonts""#],
        change: ("public/fonts/other.ttf", "another font"),
    },
    Case {
        name: "icon",
        template: "{{ icon('phone') }}",
        reads: &[r#"{"icon":"phone"}"#, r#""addresses""#],
        change: OTHER_ADDRESS,
    },
    Case {
        name: "island",
        template: "{{ island('Counter', {'start': 1, 'label': 'One'}) }}{{ island_scripts() }}",
        reads: &[
            r#"{"island":{"name":"Counter","props":"{\"start\":1,\"label\":\"One\"}","prefix":"i0-"}}"#,
            r#""addresses""#,
            r#"{"asset":"runtime.js"}"#,
        ],
        change: (
            "islands/ui/Button.tsx",
            "export const Button = () => null;\n",
        ),
    },
    Case {
        name: "island_scripts",
        template: "{{ island('Counter', {'start': 1, 'label': 'One'}) }}{{ island_scripts() }}",
        reads: &[
            r#"{"island":{"name":"Counter","props":"{\"start\":1,\"label\":\"One\"}","prefix":"i0-"}}"#,
            r#""addresses""#,
            r#"{"asset":"runtime.js"}"#,
        ],
        change: OTHER_ADDRESS,
    },
    Case {
        name: "data",
        template: "{{ data('hours')[0].day }}",
        reads: &[r#"{"data":"hours"}"#],
        change: ("content/_data/hours.csv", "day,from\nTuesday,8\n"),
    },
    Case {
        name: "form",
        template: "{{ form('newsletter').title }}",
        reads: &[r#"{"form":"newsletter"}"#],
        change: FORM,
    },
    Case {
        name: "search",
        template: "{{ search() }}",
        reads: &[
            r#"{"setting":["search"]}"#,
            r#""language""#,
            r#""origin""#,
            r#""addresses""#,
        ],
        change: OTHER_ADDRESS,
    },
    Case {
        name: "nearest",
        template: "{{ nearest() }}",
        reads: &[
            r#"{"setting":["search"]}"#,
            r#""language""#,
            r#""addresses""#,
            r#"{"translations":"/page"}"#,
        ],
        change: OTHER_ADDRESS,
    },
    Case {
        name: "json_ld",
        template: "{{ json_ld({'name': 'x'}) }}",
        reads: &[],
        change: NONE,
    },
    Case {
        name: "routes",
        template: "{{ routes()|length }}",
        reads: &[r#""routes""#, r#""origin""#, r#""addresses""#],
        change: ("content/notes/d.md", "---\ntitle: Fourth\n---\nNew.\n"),
    },
    Case {
        name: "today",
        template: "{{ today().year }}",
        reads: &[r#""today""#],
        change: ("today", "2027-01-01"),
    },
    Case {
        name: "t",
        template: "{{ t('more', what='a') }}",
        reads: &[r#"{"string":"more"}"#],
        change: ("content/strings.yaml", "more: Encore {what}\n"),
    },
    Case {
        name: "alternates",
        template: "{{ alternates() }}",
        reads: &[r#"{"translations":"/page"}"#],
        change: ("content/site.yaml", SEVERAL),
    },
];

const FILTERS: &[Case] = &[
    Case {
        name: "markdown",
        template: "{{ 'See [a note](/notes/a)'|markdown }}",
        reads: &[
            r#""language""#,
            r#"{"setting":["math"]}"#,
            r#"{"setting":["emoji"]}"#,
            r#"{"link":{"file":"content/site.yaml","page":null,"href":"/notes/a"}}"#,
            r#""addresses""#,
        ],
        change: OTHER_ADDRESS,
    },
    Case {
        name: "html",
        template: "{{ entry('notes', 'a').body|html }}",
        reads: &[
            r#"{"entry":{"collection":"notes","slug":"a"}}"#,
            r#"{"body":{"collection":"notes","slug":"a"}}"#,
            r#"{"head":{"collection":"notes","slug":"a"}}"#,
            r#"{"link":{"file":"content/notes/a.md","page":"/notes/a","href":"b.md"}}"#,
            r#""addresses""#,
        ],
        change: OTHER_TITLE,
    },
    Case {
        name: "plain",
        template: "{{ entry('notes', 'a').lead|plain }}",
        reads: &[
            r#"{"entry":{"collection":"notes","slug":"a"}}"#,
            r#"{"head":{"collection":"notes","slug":"a"}}"#,
        ],
        change: OTHER_TITLE,
    },
    Case {
        name: "date",
        template: "{{ '2024-01-15'|date }}",
        reads: &[r#""language""#],
        change: ENGLISH,
    },
    Case {
        name: "number",
        template: "{{ 1200|number }}",
        reads: &[r#""language""#],
        change: ENGLISH,
    },
    Case {
        name: "date_fr",
        template: "{{ '2024-01-15'|date_fr }}",
        reads: &[],
        change: NONE,
    },
    Case {
        name: "heading",
        template: "{{ 'Le mot'|heading }}",
        reads: &[r#""language""#],
        change: ENGLISH,
    },
    Case {
        name: "date_rfc822",
        template: "{{ '2024-01-15'|date_rfc822 }}",
        reads: &[],
        change: NONE,
    },
    Case {
        name: "number_fr",
        template: "{{ 1200|number_fr }}",
        reads: &[],
        change: NONE,
    },
    Case {
        name: "first_figure",
        template: "{{ '70 %'|first_figure }}",
        reads: &[],
        change: NONE,
    },
    Case {
        name: "sentences",
        template: "{{ 'A. B'|sentences(1) }}",
        reads: &[],
        change: NONE,
    },
    Case {
        name: "initial",
        template: "{{ 'Ada'|initial }}",
        reads: &[],
        change: NONE,
    },
    Case {
        name: "phone_digits",
        template: "{{ '+262 1'|phone_digits }}",
        reads: &[],
        change: NONE,
    },
    Case {
        name: "slug",
        template: "{{ 'Été'|slug }}",
        reads: &[],
        change: NONE,
    },
    Case {
        name: "tojson",
        template: "{{ site.owner|tojson }}",
        reads: &[
            r#"{"setting":["owner"]}"#,
            r#"{"keys":["owner"]}"#,
            r#"{"setting":["owner","city"]}"#,
            r#"{"setting":["owner","phone"]}"#,
            r#"{"setting":["owner","links"]}"#,
            r#"{"link":{"file":"content/site.yaml","page":null,"href":"/notes/a"}}"#,
            r#""addresses""#,
        ],
        change: OTHER_ADDRESS,
    },
    Case {
        name: "json",
        template: "{{ site.owner.city|json }}",
        reads: &[
            r#"{"setting":["owner"]}"#,
            r#"{"setting":["owner","city"]}"#,
        ],
        change: OTHER_ADDRESS,
    },
    Case {
        name: "absolute_links",
        template: "{{ '<a href=\"/x\">x</a>'|absolute_links('/y') }}",
        reads: &[r#""origin""#],
        change: OTHER_ADDRESS,
    },
    Case {
        name: "icon",
        template: "{{ 'phone'|icon }}",
        reads: &[r#"{"icon":"phone"}"#, r#""addresses""#],
        change: OTHER_ADDRESS,
    },
    Case {
        name: "group",
        template: "{% for g in collection('notes')|group('tags') %}{{ g.value }}{{ g.count }}{% endfor %}\
            {% for g in collection('notes')|group('title.initial') %}{{ g.value }}{{ g.count }}{% endfor %}",
        reads: &[
            r#"{"query":{"collection":"notes","filters":[],"sort":[],"offset":0,"limit":null}}"#,
            r#"{"head":{"collection":"notes","slug":"a"}}"#,
            r#"{"head":{"collection":"notes","slug":"b"}}"#,
            r#"{"head":{"collection":"notes","slug":"c"}}"#,
        ],
        change: (
            "content/notes/c.md",
            "---\ntitle: Third\ntags: [x]\n---\nLast.\n",
        ),
    },
    Case {
        name: "pick",
        template: "{{ collection('notes')|pick('title', 'place.town')|tojson }}",
        reads: &[
            r#"{"query":{"collection":"notes","filters":[],"sort":[],"offset":0,"limit":null}}"#,
            r#"{"head":{"collection":"notes","slug":"a"}}"#,
            r#"{"head":{"collection":"notes","slug":"b"}}"#,
            r#"{"head":{"collection":"notes","slug":"c"}}"#,
        ],
        change: OTHER_TITLE,
    },
];

/// The questions of a page with a template, those for the route and its template left out.
fn reads_of(site: &Site, template: &str) -> Vec<String> {
    site.write("templates/page.html", template);
    let (_, page) = site.load(TODAY).render(PAGE).expect("a page");
    page.reads[2..].iter().map(|(read, _)| json(read)).collect()
}

#[test]
fn page_and_site_are_asked_for_key_by_key() {
    let site = Site::new();
    let check = |template: &str, expected: &[&str]| {
        assert_eq!(reads_of(&site, template), expected, "{template}");
    };
    check("{{ page.title }}{{ page.path }}{{ page.is_home }}", &[]);
    check("{{ page.canonical }}", &[r#""origin""#, r#""addresses""#]);
    check("{{ page.today }}", &[r#""today""#]);
    check("{{ site.name }}", &[r#"{"setting":["name"]}"#]);
    check(
        "{{ site.owner.city }}",
        &[
            r#"{"setting":["owner"]}"#,
            r#"{"setting":["owner","city"]}"#,
        ],
    );
    check(
        "{% if site.owner %}yes{% endif %}",
        &[r#"{"setting":["owner"]}"#, r#"{"keys":["owner"]}"#],
    );
    check(
        "{% if site.slug is defined %}yes{% endif %}",
        &[
            r#"{"setting":["slug"]}"#,
            r#"{"keys":[]}"#,
            r#"{"declared":"slug"}"#,
            r#"{"setting":["theme"]}"#,
        ],
    );
    check("{% set unused = page %}{% set other = site %}", &[]);
}

#[test]
fn a_page_in_another_language_asks_in_that_language() {
    let site = Site::new();
    site.write("content/site.yaml", SEVERAL);
    site.write(
        "content/strings.yaml",
        "more: { fr: \"Lire {what} : suite\", en: \"Read {what}\" }\n",
    );
    site.write(
        "content/notes/b.en.md",
        "---\ntitle: The second\n---\nMore.\n",
    );
    site.write(
        "templates/page.html",
        "{{ t('more', what='a') }} ? {{ site.title }} {{ url('/notes/a') }} {{ entry('notes', 'b').title }}",
    );
    let now = site.load(TODAY);
    let (html, page) = now.render("/en/page").expect("a page");
    assert_eq!(html, "Read a ? Tiny site /sub/en/notes/a The second");
    let (html, _) = now.render("/page").expect("a page");
    assert_eq!(html, "Lire a\u{a0}: suite\u{202f}?  /sub/notes/a Second");
    let asked: Vec<_> = page.reads[2..].iter().map(|(read, _)| json(read)).collect();
    let within = |read: &str| format!("{{\"in\":{{\"language\":\"en\",\"read\":{read}}}}}");
    assert_eq!(
        asked,
        [
            within(r#"{"string":"more"}"#),
            within(r#"{"setting":["title"]}"#),
            r#""addresses""#.to_owned(),
            within(r#"{"path":"/notes/a"}"#),
            within(r#"{"entry":{"collection":"notes","slug":"b"}}"#),
            within(r#"{"head":{"collection":"notes","slug":"b"}}"#),
        ]
    );
    let stale = || {
        let now = site.load(TODAY);
        let others = page.reads.iter();
        let others = others.filter(|(read, answer)| now.answer(read) != *answer);
        others.map(|(read, _)| json(read)).collect::<Vec<_>>()
    };
    site.write("content/notes/b.md", "---\ntitle: Deuxième\n---\nMore.\n");
    assert_eq!(stale(), Vec::<String>::new());
    site.write("content/notes/b.en.md", "---\ntitle: Another\n---\nMore.\n");
    assert_eq!(
        stale(),
        [within(r#"{"head":{"collection":"notes","slug":"b"}}"#)]
    );
    site.write(
        "content/notes/a.en.md",
        "---\ntitle: A\nslug: one\n---\nMore.\n",
    );
    assert!(stale().contains(&within(r#"{"path":"/notes/a"}"#)));
}

#[test]
fn a_form_is_asked_for_in_the_language_of_the_page() {
    let site = Site::new();
    site.write("content/site.yaml", SEVERAL);
    site.write(
        "templates/page.html",
        "{{ form('newsletter').buttons.submit }} {{ url('/api/forms/newsletter') }}",
    );
    let now = site.load(TODAY);
    let (own, page) = now.render("/page").expect("a page");
    let (other, translated) = now.render("/en/page").expect("a page");
    assert_eq!(own, other);
    assert!(own.ends_with(" /api/forms/newsletter"), "{own}");
    let words = "buttons: { submit: Subscribe }\n";
    site.write("content/forms/newsletter.en.yaml", words);
    let now = site.load(TODAY);
    let (said, _) = now.render("/en/page").expect("a page");
    assert_eq!(said, "Subscribe /api/forms/newsletter?language=en");
    let stale = |page: &render::Page| {
        let others = page.reads.iter();
        others
            .filter(|(read, answer)| now.answer(read) != *answer)
            .count()
    };
    assert_eq!((stale(&page), stale(&translated)), (0, 1));
}

#[test]
fn includes_imports_extends_and_components_are_asked_for_wherever_they_stand() {
    let site = Site::new();
    site.write("templates/base.html", "{% block body %}{% endblock %}");
    let template = |name: &str| format!("{{\"template\":\"{name}\"}}");
    let check = |text: &str, expected: &[&str]| {
        let reads = reads_of(&site, text);
        let templates: Vec<_> = reads
            .into_iter()
            .filter(|r| r.contains("template"))
            .collect();
        let expected: Vec<_> = expected.iter().map(|name| template(name)).collect();
        assert_eq!(templates, expected, "{text}");
    };
    check("{% include 'part.html' %}", &["part.html"]);
    check(
        "{% include ['none.html', 'part.html'] %}",
        &["none.html", "part.html"],
    );
    check(
        "{% extends 'base.html' %}{% block body %}{% include 'part.html' %}{% endblock %}",
        &["base.html", "part.html"],
    );
    check(
        "{% from 'macros.html' import shout %}{{ shout('x') }}",
        &["macros.html", "part.html"],
    );
    site.write(
        "content/notes/b.md",
        "---\ntitle: Second\n---\n```component box\ntext: x\n```\n",
    );
    let reads = reads_of(&site, "{{ entry('notes', 'b').body }}");
    assert!(
        reads.contains(&template("components/box.html")),
        "{reads:?}"
    );
}

#[test]
fn a_text_changes_no_list_and_a_new_entry_changes_it() {
    let site = Site::new();
    site.write(
        "templates/page.html",
        "{% for note in collection('notes') %}{{ note.title }}{% endfor %}",
    );
    let (_, page) = site.load(TODAY).render(PAGE).expect("a page");
    let stale = |site: &Site| {
        let now = site.load(TODAY);
        let other = page
            .reads
            .iter()
            .filter(|(read, answer)| now.answer(read) != *answer);
        other.map(|(read, _)| json(read)).collect::<Vec<_>>()
    };
    site.write(
        "content/notes/b.md",
        "---\n# Longer.\ntitle: Second\ntags: [x]\n---\nOther.\n",
    );
    assert!(stale(&site).is_empty());
    site.write(
        "content/notes/b.md",
        "---\ntitle: Changed\ntags: [x]\n---\nOther.\n",
    );
    assert!(stale(&site).contains(&r#"{"head":{"collection":"notes","slug":"b"}}"#.to_owned()));
    site.write("content/notes/e.md", "---\ntitle: Z\n---\nNew.\n");
    assert!(
        stale(&site)
            .iter()
            .any(|read| read.starts_with(r#"{"query""#))
    );
}

/// The names of these entries are one text.
#[test]
fn entries_whose_names_read_alike_are_two_questions_and_two_groups() {
    let site = Site::new();
    let schema = |more: &str| format!("properties:\n  title: {{ type: string }}\n{more}");
    let to = |name: &str| {
        schema(&format!(
            "  to: {{ type: string, format: entry, x-collection: {name} }}\n"
        ))
    };
    site.write("content/docs/_schema.yaml", schema(""));
    site.write("content/docs/api/_schema.yaml", schema(""));
    site.write("content/ones/_schema.yaml", to("docs"));
    site.write("content/twos/_schema.yaml", to("docs/api"));
    site.write("content/docs/a.md", "---\ntitle: A\nslug: api/x\n---\n");
    site.write("content/docs/api/x.md", "---\ntitle: X\n---\n");
    site.write("content/ones/a.yaml", "to: api/x\n");
    site.write("content/twos/a.yaml", "to: x\n");
    let groups = "{% for g in collection('ones')|chain(collection('twos'))|group('to') %}{{ g.value.title }}{{ g.count }} {% endfor %}";
    site.write("templates/page.html", groups);
    let (text, page) = site.load(TODAY).render(PAGE).expect("a page");
    assert_eq!(text, "A1 X1 ");
    site.write("content/docs/api/x.md", "---\ntitle: Y\n---\n");
    let now = site.load(TODAY);
    let other = page
        .reads
        .iter()
        .filter(|(read, answer)| now.answer(read) != *answer);
    let other: Vec<String> = other.map(|(read, _)| json(read)).collect();
    assert_eq!(other, [r#"{"head":{"collection":"docs/api","slug":"x"}}"#]);
}

#[test]
fn the_language_of_an_entry_is_one_of_its_names() {
    let site = Site::new();
    site.write(
        "templates/page.html",
        "{% set note = entry('notes', 'a') %}{{ note.language }} {{ 'language' in note|list }}",
    );
    let (text, _) = site.load(TODAY).render(PAGE).expect("a page");
    assert_eq!(text, "fr True");
}

#[test]
fn pages_of_lists_and_of_values_ask_for_what_they_show() {
    let site = Site::new();
    let routes = |tail: &str| {
        let page = "{ path: /page, template: page.html, list: { collection: notes }, paginate: 2 }";
        let tags =
            "{ path: /tags, template: tags.html, terms: { collection: notes, field: tags } }";
        let routes = format!("routes:\n  - {page}\n  - {tags}\n{tail}");
        site.write("content/routes.yaml", routes);
    };
    routes("");
    site.write(
        "templates/page.html",
        "{% for n in page.pagination.numbers %}{{ n.url }}{% endfor %}{{ page['items']|length }}",
    );
    site.write(
        "templates/tags.html",
        "{% for t in page.terms %}{{ t.url }}{% endfor %}",
    );
    let now = site.load(TODAY);
    let (html, page) = now.render("/page/page/2").expect("a page");
    assert_eq!(html, "/sub/page/sub/page/page/21");
    let asked: Vec<_> = page.reads[2..].iter().map(|(read, _)| json(read)).collect();
    assert_eq!(
        asked,
        [
            r#""addresses""#,
            r#"{"query":{"collection":"notes","filters":[],"sort":[],"offset":2,"limit":1}}"#
        ]
    );
    let (_, tags) = now.render("/tags").expect("a page");
    let stale = |page: &render::Page| {
        let now = site.load(TODAY);
        let mut reads = page.reads.iter();
        reads.any(|(read, answer)| now.answer(read) != *answer)
    };
    assert!(!stale(&page) && !stale(&tags));
    routes(
        "  - { path: '/tags/{value}', template: page.html, each: { collection: notes, field: tags } }\n",
    );
    assert!(stale(&tags), "the values have pages now");
    site.write("content/notes/d.md", "---\ntitle: Fourth\n---\nNew.\n");
    assert!(stale(&page), "a page more, and another entry on it");
}
