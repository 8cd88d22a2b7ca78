//! What templates' values are where they are taken as texts: HTML, a name or nothing, never how the program keeps them.

use crate::site::{PAGE, Site};

const TODAY: &str = "2026-01-31";

/// The page that a template makes in the language of its site; what the author is told, when it fails.
fn rendered(template: &str) -> Result<String, String> {
    let site = Site::new();
    site.write("templates/page.html", format!("{FIRST}{template}"));
    let loaded = site.load(TODAY);
    loaded.render(PAGE).map(|(text, _)| text)
}

const FIRST: &str = "{% set first = entry(\"notes\", \"a\") %}";

fn check(template: &str, expected: &str) {
    assert_eq!(rendered(template).as_deref(), Ok(expected), "{template}");
}

#[test]
fn a_markdown_text_is_its_html_for_whoever_takes_it_as_a_text() {
    let html = "<p>The text of <a href=\"/sub/notes/b\">another</a>.</p>\n";
    let escaped =
        "&lt;p&gt;The text of &lt;a href=&quot;/sub/notes/b&quot;&gt;another&lt;/a&gt;.&lt;/p&gt;";
    check("{{ first.body }}", html);
    check("{{ first.body | safe }}", html);
    check("{{ first.body | string | safe }}", html);
    check("{{ first.body | trim }}", escaped);
    check("{{ first.body | upper }}", &escaped_upper(html.trim_end()));
    check("{{ \"x\" ~ first.body | trim }}", &format!("x{escaped}"));
    check(
        "{{ first.body | replace(\"another\", \"it\") | trim }}",
        &escaped.replace("another", "it"),
    );
    check(
        "{{ first.body | urlencode }}",
        "%3Cp%3EThe%20text%20of%20%3Ca%20href%3D%22/sub/notes/b%22%3Eanother%3C/a%3E.%3C/p%3E%0A",
    );
    let json = "\"\\u003cp\\u003eThe text of \\u003ca href=\\\"/sub/notes/b\\\"\\u003eanother\\u003c/a\\u003e.\\u003c/p\\u003e\\n\"";
    check("{{ first.body | tojson }}", json);
    check(
        "{{ first.lead | trim }}",
        "&lt;p&gt;See &lt;strong&gt;this&lt;/strong&gt;.&lt;/p&gt;",
    );
}

/// What `upper` makes of HTML, escaped; the line's end stays.
fn escaped_upper(html: &str) -> String {
    let upper = html.to_uppercase();
    let escaped = upper.replace('<', "&lt;").replace('>', "&gt;");
    format!("{}\n", escaped.replace('"', "&quot;"))
}

#[test]
fn what_a_text_shows_is_rendered_in_a_filter_too() {
    let site = Site::new();
    site.write(
        "content/notes/a.md",
        "---\ntitle: First\n---\n```component box\ntext: Hello\n```\n",
    );
    site.write(
        "templates/page.html",
        format!("{FIRST}{{{{ first.body | trim | safe }}}}"),
    );
    site.write(
        "templates/components/box.html",
        "<b>{{ text }} {{ page.path }} {{ site.name }}</b>",
    );
    let rendered = site.load(TODAY).render(PAGE).map(|(text, _)| text);
    assert_eq!(rendered.as_deref(), Ok("<b>Hello /page Tiny</b>"));
    site.write(
        "templates/components/box.html",
        "<b>{{ text }} {{ missing }}</b>",
    );
    let told = site.load(TODAY).render(PAGE).err().unwrap_or_default();
    assert!(told.contains("`missing` is not defined"), "{told}");
    assert!(
        told.contains("templates/components/box.html:1:18"),
        "{told}"
    );
}

#[test]
fn what_is_absent_is_an_empty_text_and_has_a_default() {
    let site = Site::new();
    let schema = "type: object\nadditionalProperties: false\nx-route: /notes/{slug}\nx-template: note.html\nproperties:\n  title: { type: string }\n  tags: { type: array, items: { type: string } }\n  code: { type: string }\n  void: { type: [string, \"null\"] }\n  place: { type: object, properties: { town: { type: string } } }\n  rows: { type: array, items: { type: object, additionalProperties: false, properties: { a: { type: string }, b: { type: string } } } }\n";
    site.write("content/notes/_schema.yaml", schema);
    site.write(
        "content/notes/a.md",
        "---\ntitle: First\nvoid: null\nrows: [{ a: x }]\n---\nText [b](b.md).\n",
    );
    let check = |template: &str, expected: &str| {
        site.write("templates/page.html", format!("{FIRST}{template}"));
        let rendered = site.load(TODAY).render(PAGE).map(|(text, _)| text);
        assert_eq!(rendered.as_deref(), Ok(expected), "{template}");
    };
    for absent in ["code", "void", "place", "place.town", "rows[0].b"] {
        let field = format!("first.{absent}");
        check(&format!("{{{{ \"c-\" ~ {field} ~ \"-\" }}}}"), "c--");
        check(&format!("{{{{ {field} ~ (none) ~ ({field}) }}}}"), "");
        check(
            &format!("{{{{ [first.title, {field}] | join(\"/\") | safe }}}}"),
            "First/",
        );
        for filter in [
            "upper",
            "trim",
            "title",
            "string",
            "lower",
            "capitalize",
            "escape",
        ] {
            check(&format!("{{{{ {field} | {filter} }}}}"), "");
        }
        check(&format!("{{{{ {field} | replace(\"N\", \"x\") }}}}"), "");
        check(
            &format!("{{{{ {field} | default(\"No code\") }}}}"),
            "No code",
        );
        check(
            &format!("{{{{ {field} | d(first.title) | upper }}}}"),
            "FIRST",
        );
        check(&format!("{{{{ {field} is defined }}}}"), "True");
    }
    for absent in ["code", "void", "place.town", "rows[0].b"] {
        let field = format!("first.{absent}");
        check(
            &format!("{{{{ {field} is none and {field} == none and not {field} }}}}"),
            "True",
        );
    }
    check("{{ \"ab\" | replace(\"b\", first.code) }}", "a");
    check(
        "{{ first.title | default(\"x\") ~ 0 | default(1) }}",
        "First0",
    );
}

#[test]
fn what_cannot_be_taken_is_told_with_what_is() {
    let told = |template: &str, expected: &[&str]| {
        let told = rendered(template).err().unwrap_or_default();
        for part in expected {
            assert!(told.contains(part), "{template}: {told}");
        }
    };
    told(
        "{{ entri | upper }}",
        &["`entri` is not defined", "did you mean `entry`?"],
    );
    told(
        "{{ first.title | replace(\"a\", entri) }}",
        &["`entri` is not defined"],
    );
    told(
        "{% if first.title == nul %}{% endif %}",
        &["`nul` is not defined"],
    );
    told("{{ \"x\" ~ entri }}", &["`entri` is not defined"]);
    told(
        "{% for m in data(\"hours\") %}{{ m.dya | upper }}{% endfor %}",
        &["`m.dya` is not defined"],
    );
    told(
        "{{ first.tags | map(\"upprr\") }}",
        &["no filter `upprr`", "`upper`"],
    );
    told(
        "{{ first.tags | select(\"foo\") | list }}",
        &["no test `foo`"],
    );
    told(
        "{{ [first] | selectattr(\"title\", \"foo\") | list }}",
        &["no test `foo`"],
    );
    told(
        "{% for row in data(\"cells\") %}{{ row.prise | default(\"x\") }}{% endfor %}",
        &["`row.prise` is not defined", "did you mean `price`?"],
    );
    told(
        "{{ data(\"cells\") | sort(attribute=\"prise\") | length }}",
        &["`prise` is not defined", "did you mean `price`?"],
    );
    told(
        "{% for row in data(\"rows\") %}{{ row.prise }}{% endfor %}",
        &["`row.prise` is not defined", "did you mean `price`?"],
    );
    told(
        "{% for row in data(\"rows\") %}{{ row.note }}{% endfor %}",
        &[
            "`row.note` is not defined",
            "not all that this stands for has `note`",
        ],
    );
    for filter in [
        "sort(attribute=\"price\")",
        "map(attribute=\"price\") | max",
        "groupby(\"price\")",
    ] {
        told(
            &format!("{{{{ data(\"cells\") | {filter} }}}}"),
            &["of which `10` stands before `9`", "NAME.schema.yaml"],
        );
    }
    told(
        "{{ data(\"cells\") | map(attribute=\"price\") | sum }}",
        &["`9` is a text, which cannot be added", "NAME.schema.yaml"],
    );
    told("{{ first.tags | upprr }}", &["no filter `upprr`"]);
    told(
        "{{ first.title.upper() }}",
        &["write `| upper` behind the value"],
    );
    told("{{ none | date }}", &["`date` cannot take", "`2026-01-31`"]);
    told(
        "{{ image(none, alt=\"x\") }}",
        &["`image` cannot take", "alt="],
    );
    told(
        "{{ data() }}",
        &["`data` is not given all", "`data(\"name\")`"],
    );
    told("{{ url() }}", &["`url` is not given all"]);
    told("{{ entry(\"notes/a\") }}", &["`entry` is not given all"]);
    told(
        "{{ related(first, 2) }}",
        &["`related` is given more", "limit=3"],
    );
    told(
        "{{ image(\"p.png\", \"alt\") }}",
        &["`image` is given more"],
    );
    told(
        "{{ image(\"public/dot.svg\", alt=\"\", widths=300) }}",
        &["`image` cannot take"],
    );
    for widths in ["[0]", "[99999]", "[]"] {
        let image = format!("{{{{ image(\"dot.svg\", alt=\"\", widths={widths}) }}}}");
        told(&image, &["`widths` names the widths"]);
    }
    for sizes in ["50", "nonsense", "50vw, 5"] {
        let image = format!("{{{{ image(\"dot.svg\", alt=\"\", sizes=\"{sizes}\") }}}}");
        told(&image, &["`sizes` says how wide"]);
    }
    told("{{ inline_script(\"x\") }}", &["islands/inline/x.ts"]);
    told(
        "{{ \"2026-01-31\" | date(style=\"short\") }}",
        &["has no name", "date(\"short\")"],
    );
    told(
        "{{ entry(\"notes\", \"b.md\").title }}",
        &["did you mean `notes/b`?"],
    );
}

#[test]
fn a_left_out_entry_is_told_as_such() {
    let site = Site::new();
    site.write(
        "content/notes/d.md",
        "---\ntitle: D\ndraft: true\n---\nD.\n",
    );
    site.write("templates/page.html", "{{ entry(\"notes\", \"d\").title }}");
    let told = site.load(TODAY).render(PAGE).err().unwrap_or_default();
    assert!(told.contains("it is a draft: publish it"), "{told}");
}

#[test]
fn other_values_are_a_name_or_nothing() {
    check("{{ \"x\" ~ first }}", "xnotes/a");
    check("{{ [first] }}", "[notes&#x2f;a]");
    check("{{ entry }}|{{ \"x\" ~ entry }}", "|x");
    check("{{ \"x\" ~ url }}", "xurl()");
    check("{{ page.pagination }}|{{ [page.pagination] }}", "|[]");
    check("{{ __view__ }}|{{ \"x\" ~ __view__ }}", "|x");
    for whole in ["page", "site", "first.toc", "first.place", "debug()"] {
        let text = rendered(&format!("{{{{ {whole} }}}}")).unwrap_or_default();
        let is_kept = ["View", "AnswerSource", "Arc", "Mutex", "Source {"];
        let found = is_kept.iter().find(|name| text.contains(**name));
        assert_eq!(found, None, "{whole}: {text}");
    }
}

/// Behind a number in the words of the site stand none in those of the engine.
#[test]
fn what_a_search_adds_to_a_number_goes_with_its_words() {
    let has_own = |template: &str| {
        let html = rendered(template).expect("a search");
        assert!(html.contains("&quot;near&quot;:"), "{html}");
        !html.contains("&quot;near&quot;:&quot;&quot;")
            && !html.contains("&quot;some&quot;:&quot;&quot;")
    };
    assert!(has_own("{{ search() }}"));
    assert!(!has_own("{{ search(many=\"{count} Treffer\") }}"));
    let all = "{{ search(many=\"{count} Treffer\", near=\" nah\", some=\" zum Teil\") }}";
    assert!(has_own(all));
}

#[test]
fn entries_and_functions_cannot_be_printed() {
    let told = |template: &str| rendered(template).err().unwrap_or_default();
    let of_entry = told("{{ first }}");
    assert!(
        of_entry.contains("`notes/a` is an entry, not a text"),
        "{of_entry}"
    );
    let of_function = told("{{ url }}");
    assert!(
        of_function.contains("`url` is a function, not a text"),
        "{of_function}"
    );
    assert!(of_function.contains("call it: `url(…)`"), "{of_function}");
}

#[test]
fn templates_may_include_each_other_forty_deep_and_macros_too() {
    let site = Site::new();
    let levels = |levels: usize| {
        for level in 0..levels {
            let next = level + 1;
            let text = format!("{level} {{% include \"deep-{next}.html\" %}}");
            site.write(&format!("templates/deep-{level}.html"), text);
        }
        site.write(&format!("templates/deep-{levels}.html"), "end");
        site.write("templates/page.html", "{% include \"deep-0.html\" %}");
        // As deep as the threads of any program are at least.
        let loaded = site.load(TODAY);
        let small = std::thread::Builder::new().stack_size(2 << 20);
        let page = move || loaded.render(PAGE).map(|(text, _)| text);
        small.spawn(page).expect("a thread").join().expect("room")
    };
    let text = levels(40).expect("within what is allowed");
    assert!(text.ends_with("39 end"), "{text}");
    let told = levels(60).expect_err("too deep");
    assert!(told.contains("include each other more than 4"), "{told}");
    assert!(told.contains("put some of them into one"), "{told}");
    let tree = "{% macro tree(n) %}{{ n }} {% if n %}{{ tree(n - 1) }}{% endif %}{% endmacro %}";
    site.write("templates/page.html", format!("{tree}{{{{ tree(60) }}}}"));
    let (text, _) = site
        .load(TODAY)
        .render(PAGE)
        .expect("within what is allowed");
    assert!(
        text.starts_with("60 59 ") && text.trim_end().ends_with("1 0"),
        "{text}"
    );
}
