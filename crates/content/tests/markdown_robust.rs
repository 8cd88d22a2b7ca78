//! What no author writes: random Markdown is safe HTML, and pathological Markdown stays linear.

#[path = "../../../fuzz/src/seeds.rs"]
mod seeds;
#[path = "../../../fuzz/src/texts.rs"]
mod texts;

use std::hint::black_box;
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

use content::markdown::{self, Body, Fragment, Html, Options, Syntax};
use content::typography::{french, french_template};
use proptest::prelude::*;
use source::Source;

const OPTIONS: Options = Options {
    highlight: None,
    french: true,
    html: Html::Refused,
    syntax: Syntax {
        autolinks: true,
        math: true,
        emoji: true,
    },
};

/// Another policy for HTML, as safe.
const LISTED: Options = Options {
    html: Html::Listed,
    ..OPTIONS
};

fn pieces() -> impl Strategy<Value = String> {
    let pieces = [
        "a",
        "mot",
        " ",
        "\n",
        "\n\n",
        "\r\n",
        "# ",
        "## ",
        "{#a}",
        "{.b}",
        "*",
        "**",
        "_",
        "~~",
        "`",
        "```\n",
        "```rust\n",
        "```component a\n",
        "```island B on=load\n",
        "~~~\n",
        "> ",
        "- ",
        "1. ",
        "- [ ] ",
        "[",
        "]",
        "(",
        ")",
        "](b)",
        "](<b c> \"t\")",
        "![",
        "[^a]",
        "[^a]: ",
        "\n[^b]: ",
        "[^b]",
        "[r]",
        "\n[r]: /r \"t\"\n",
        "<b>",
        "</b>",
        "<kbd>",
        "</kbd>",
        "<br>",
        "<!--",
        "-->",
        "<script>",
        "<div onclick=x>\n",
        "</div>",
        "<details open class=\"a>b\">\n<summary>",
        "</summary>\n\n",
        "</details>\n\n",
        "\n\n<table><tr><td",
        " id=a>",
        "<p>",
        "<b id=a>",
        "<a href=javascript:x>",
        "</a>",
        "<img src=a alt=\"'\">",
        "<svg onload=x>",
        "</svg>",
        "<style>",
        "</style>",
        "<https://a.re>",
        "<a@b.re>",
        "javascript:x",
        "|",
        "|-|\n",
        "\n|a|b|\n|-|:-:|\n",
        "---\n",
        "===\n",
        "    ",
        "\t",
        "\\",
        "&amp;",
        "&#0;",
        "é",
        "\"",
        "'",
        " !",
        " : ",
        "« ",
        "12 200 €",
        "\u{fffc}",
        "\u{feff}",
        "https://a.re/?a",
        "www.a.re",
        "a@b.re",
        ":tada:",
        "$",
        "$$",
        "\\frac{",
        "}",
        "\\color{red}",
        "\\begin{align}a&=b\\end{align}",
        "\\text{<b}",
        "\n: ",
        "> [!NOTE]\n",
        "\n## h {.a lang=b onclick=c data-a=\"d}\n",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..24).prop_map(|p| p.concat())
}

/// Checks that the HTML is balanced and has nothing but the elements and attributes we write.
fn assert_safe(body: &Body) {
    let mut html = String::new();
    for fragment in &body.fragments {
        match fragment {
            Fragment::Html(part) => html.push_str(part),
            Fragment::Link { .. } => html.push('L'),
            _ => {}
        }
    }
    let mut open = Vec::new();
    let mut rest = html.as_str();
    while let Some(start) = rest.find('<') {
        let end = start + rest[start..].find('>').expect("every tag ends");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "in {html}");
            continue;
        }
        let (tag, is_closed) = match tag.strip_suffix('/') {
            Some(tag) => (tag, true),
            None => (tag, false),
        };
        let name = tag.split(' ').next().unwrap();
        let is_known = [&ELEMENTS[..], &LISTED_ELEMENTS, &MATHML]
            .concat()
            .contains(&name);
        assert!(is_known, "<{tag}> in {html}");
        if !is_closed && !["br", "col", "hr", "input", "wbr"].contains(&name) {
            open.push(name);
        }
        let mut attributes = &tag[name.len()..];
        while let Some(attribute) = attributes.strip_prefix(' ') {
            let len = attribute.find(['=', ' ']).unwrap_or(attribute.len());
            let attribute_name = &attribute[..len];
            let is_free = ["data-", "aria-"]
                .iter()
                .any(|p| attribute_name.starts_with(p));
            let is_known = is_free
                || ATTRIBUTES.contains(&attribute_name)
                || LISTED_ATTRIBUTES.contains(&attribute_name)
                || (MATHML.contains(&name) && MATHML_ATTRIBUTES.contains(&attribute_name));
            assert!(is_known, "<{tag}> in {html}");
            attributes = &attribute[len..];
            if let Some(value) = attributes.strip_prefix("=\"") {
                attributes = &value[value.find('"').expect("every value ends") + 1..];
            }
        }
        assert_eq!(attributes, "", "<{tag}> in {html}");
    }
    assert!(open.is_empty(), "{open:?} open in {html}");
    let ids: Vec<_> = html.match_indices(" id=\"").collect();
    assert_eq!(ids.len(), body.anchors.len(), "in {html}");
    let mut anchors = body.anchors.clone();
    anchors.sort();
    anchors.dedup();
    assert_eq!(anchors.len(), ids.len(), "ids are unique in {html}");
}

const ELEMENTS: [&str; 45] = [
    "p",
    "em",
    "strong",
    "del",
    "code",
    "pre",
    "a",
    "br",
    "hr",
    "ul",
    "ol",
    "li",
    "input",
    "blockquote",
    "aside",
    "dl",
    "dt",
    "dd",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "div",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "figure",
    "figcaption",
    "section",
    "sup",
    "sub",
    "kbd",
    "mark",
    "small",
    "span",
    "i",
    "b",
    "u",
    "details",
    "summary",
];
/// What a site that lets listed HTML in has besides.
const LISTED_ELEMENTS: [&str; 31] = [
    "abbr", "address", "article", "bdi", "bdo", "caption", "center", "cite", "col", "colgroup",
    "data", "dfn", "footer", "header", "ins", "nav", "q", "rp", "rt", "ruby", "s", "samp",
    "strike", "tfoot", "time", "var", "wbr", "img", "small", "span", "mark",
];
const LISTED_ATTRIBUTES: [&str; 8] = [
    "colspan", "datetime", "headers", "name", "reversed", "rowspan", "span", "value",
];
/// The elements of [MathML Core](https://www.w3.org/TR/mathml-core/) that a formula is made of, and `menclose` of MathML 3.
const MATHML: [&str; 28] = [
    "math",
    "menclose",
    "merror",
    "mfrac",
    "mi",
    "mmultiscripts",
    "mn",
    "mo",
    "mover",
    "mpadded",
    "mphantom",
    "mprescripts",
    "mroot",
    "mrow",
    "ms",
    "mspace",
    "msqrt",
    "mstyle",
    "msub",
    "msubsup",
    "msup",
    "mtable",
    "mtd",
    "mtext",
    "mtr",
    "munder",
    "munderover",
    "none",
];
/// What those elements say of themselves.
const MATHML_ATTRIBUTES: [&str; 26] = [
    "accent",
    "accentunder",
    "columnspan",
    "depth",
    "display",
    "displaystyle",
    "fence",
    "form",
    "height",
    "largeop",
    "linethickness",
    "lspace",
    "mathcolor",
    "mathsize",
    "mathvariant",
    "maxsize",
    "minsize",
    "movablelimits",
    "notation",
    "rspace",
    "scriptlevel",
    "separator",
    "stretchy",
    "symmetric",
    "voffset",
    "width",
];
const ATTRIBUTES: [&str; 19] = [
    "open",
    "lang",
    "dir",
    "data-a",
    "id",
    "class",
    "href",
    "rel",
    "title",
    "role",
    "aria-label",
    "aria-labelledby",
    "tabindex",
    "scope",
    "start",
    "type",
    "disabled",
    "checked",
    "data-language",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1_500) })]

    #[test]
    fn any_text_is_safe_html(text in pieces()) {
        let source = Source::new("a.md", format!("é\n{text}"));
        let (body, diagnostics) = markdown::parse(&source, 3..source.text().len(), &OPTIONS);
        assert_safe(&body);
        for fragment in &body.fragments {
            match fragment {
                Fragment::Html(html) => prop_assert!(!html.is_empty()),
                other => {
                    let span = other.span().expect("what is resolved has a place");
                    prop_assert!(span.start >= 3 && source.text().get(span.clone()).is_some());
                }
            }
        }
        for diagnostic in diagnostics {
            prop_assert!(!diagnostic.labels.is_empty());
            prop_assert!(!diagnostic.render().is_empty());
        }
        assert_safe(&markdown::parse_text(&text, &OPTIONS));
        assert_safe(&markdown::parse_text(&text, &LISTED));
        assert_safe(&markdown::parse(&source, 3..source.text().len(), &LISTED).0);
        assert_safe(&markdown::parse_inline(&text, &LISTED));
        let line = markdown::parse_inline(&text, &OPTIONS);
        assert_safe(&line);
        for problem in &line.problems {
            prop_assert!(text.get(problem.span.clone()).is_some(), "{:?}", problem);
        }
    }

    #[test]
    fn any_characters_are_taken(text in "\\PC{0,60}") {
        assert_safe(&markdown::parse_text(&text, &OPTIONS));
        assert_safe(&markdown::parse_text(&text, &LISTED));
    }
}

#[test]
fn every_listed_element_is_written_whole() {
    for element in LISTED_ELEMENTS {
        let upper = element.to_uppercase();
        assert_safe(&markdown::parse_text(&format!("<{upper}>"), &LISTED));
        assert_safe(&markdown::parse_text(
            &format!("a <{element}>b</{element}>"),
            &LISTED,
        ));
    }
}

#[test]
fn every_sign_of_a_formula_is_written_by_the_standard() {
    let signs: Vec<char> = ('\u{a0}'..'\u{20000}').collect();
    for signs in signs.chunks(64) {
        let formula: String = signs.iter().collect();
        assert_safe(&markdown::parse_text(&format!("$x{formula}y$"), &OPTIONS));
    }
    for formula in FORMULAS {
        let body = markdown::parse_text(&format!("$${formula}$$"), &OPTIONS);
        assert!(body.problems.is_empty(), "{formula}: {:?}", body.problems);
        assert_safe(&body);
    }
}

/// What is written with an attribute or an element of its own.
const FORMULAS: [&str; 19] = [
    r"\cfrac{1}{2}",
    r"\binom{a}{b}",
    r"\genfrac{}{}{2pt}{}{a}{b}",
    r"\big/ \Bigl( \biggr)",
    r"\left\langle a \middle| b \right\rangle",
    r"\cancel{a} \xcancel{b}",
    r"\underline{a} \overline{b} \underbrace{c}_{d}",
    r"\vphantom{a} \hphantom{b} \phantom{c}",
    r"a \! b \hspace{2em} c \quad d",
    r"\text{\textsc{a} \textbf{b}} \textit{c} \texttt{d}",
    r"\sum\limits_{a}^{b} \int\nolimits_c^d \lim_{e \to f} g",
    r"\sideset{_a^b}{_c^d}\sum",
    r"\begin{array}{|l:r|}\hline a & b \\ \hdashline c & d\end{array}",
    r"\begin{cases} a & b \\ c & d \end{cases}",
    r"\begin{multline} a \\ b \end{multline}",
    r"\operatorname*{argmax}_a \mathbf{b} \mathrm{d}x",
    r"\overset{a}{b} \underset{c}{d} \xrightarrow[e]{f}",
    r"{\color{red} a} \not= b \pmod n",
    r"\displaystyle a \textstyle b \scriptstyle c",
];

#[test]
fn what_fuzzing_begins_with_keeps_every_promise() {
    let each = |target: &str, holds: fn(&str)| {
        seeds::each(target, |bytes| holds(&String::from_utf8_lossy(bytes)));
    };
    each("front_matter", texts::front_matter);
    each("markdown", texts::markdown);
    each("typography", texts::typography);
    each("routes", texts::routes);
}

/// Texts that made one Markdown parser or another superlinear: a head, a repeated piece, a tail.
const SHAPES: &[(&str, &str, &str)] = &[
    ("", "*a ", ""),
    ("", "_a*", ""),
    ("", "**a *b ", ""),
    ("", "*a**b", ""),
    ("", "a**b", "c* "),
    ("", "~~a ", ""),
    ("", "[", ""),
    ("", "[a", ""),
    ("", "]", ""),
    ("", "![a](", ""),
    ("", "[a](b", ""),
    ("", "[a](<b", ""),
    ("", "[a][b] ", ""),
    ("", "[a]: x\n", ""),
    ("", "[x][]\n", "\n[x]: /y"),
    ("", "[ (](", ""),
    ("", "[a] (/", ""),
    ("", "$a$ ", ""),
    ("", "$$a", ""),
    ("$", "{", "$"),
    ("$", "\\sqrt ", "x$"),
    ("$$", "x^{", "$$"),
    ("", "www.", ""),
    ("", "https://a.b", ""),
    ("https://a.b/", ")", ""),
    ("", "a@", ""),
    ("", "a@b.c", ""),
    ("", ":a", ""),
    ("", ":tada: ", ""),
    ("", "| a |\n", ""),
    ("", "`a ``b ```c ", ""),
    ("", "\\`", ""),
    ("", "<a@b ", ""),
    ("", "<!--", ""),
    ("", "<?", ""),
    ("", "<b a=\"", ""),
    ("", "<kbd>", ""),
    ("", "a <b>", ""),
    ("a ", "<b></i>", ""),
    ("", "<div>\n\n", ""),
    ("", "<td>\n\n", ""),
    ("<div>", "<p>", ""),
    ("", "</kbd>", ""),
    ("", "&amp", ""),
    ("", "&#x1;", ""),
    (">", "> a\n", ""),
    ("", "- a\n", ""),
    ("- ", "- ", "a"),
    ("", "1. a\n\n", ""),
    ("", "## a\n", ""),
    ("", "## a {#b}\n", ""),
    ("", "a\n- [ ] b\n", ""),
    ("|a|\n|-|\n", "|b|\n", ""),
    ("", "a | ", "\n-|-\n"),
    ("", "[^a] ", "\n\n[^a]: b"),
    ("", "[^a]: b\n\n", "[^a]"),
    ("", "[^a", ""),
    ("", "[^a] ", ""),
    ("", "![a](b.jpg)\n\n", ""),
    ("", "```\na\n```\n", ""),
    ("```\n", "a\n", ""),
    ("", "~~~a\n", ""),
    ("", "<https://a.re> ", ""),
    ("", "a\\\n", ""),
    ("", "* * a\n", ""),
];

/// The same for typography alone.
const TEXTS: &[&str] = &[
    "a!",
    "! ",
    " !",
    "!",
    "a: ",
    ":",
    "l'",
    "'",
    "\"",
    "\"a ",
    "a\" ",
    "\"a\" ",
    "« ",
    " »",
    "«",
    "1 ",
    "1 000 ",
    " 000",
    "12",
    "1,",
    "n° ",
    "5 h ",
    "a.b!",
    "@",
    "a/!)",
    "(",
    "   ",
    "\u{a0}",
    "&a;",
    "&",
    "a;",
    "\u{fffc}!",
    "a\n\n\"",
    "é'",
    "!?",
    "x'y.z",
];

/// And for templates.
const TEMPLATES: &[&str] = &[
    "<",
    "<a title=\"",
    "{{",
    "{% raw %}",
    "<code>",
    "<code></b>",
    "<!--",
    "<b>l'a</b> ",
    "</",
    "<a b='{",
    "{{\"",
    "<meta content=\"",
    "{% if a %}l'a{% endif %}",
    "<a b=c ",
    "{",
];

/// How many times longer the larger input is, and the most that its time may grow: three times a
/// doubling. Linear is 16, quadratic 256; in between there is room for a busy machine.
const GROWTH: usize = 16;
const BOUND: f64 = 81.0;

/// How long it keeps the processor at work, at its best.
fn fastest(mut work: impl FnMut()) -> Duration {
    let once = |_| {
        let start = worked();
        work();
        worked() - start
    };
    (0..3).map(once).min().unwrap_or_default()
}

/// How long this thread was at work. On a busy machine what takes longer than a turn waits for many others, so that time
/// passes ten times as fast for it.
fn worked() -> Duration {
    // The system counts when the thread gives way.
    std::thread::yield_now();
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    match times.split(' ').next().and_then(|time| time.parse().ok()) {
        Some(time) => Duration::from_nanos(time),
        None => BEGUN.elapsed(),
    }
}

static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Says so when the time for a repeated piece grows faster than its length, each time it is tried.
fn superlinear(piece: &str, build: impl Fn(&str) -> String, work: impl Fn(&str)) -> Option<String> {
    let count = 4_000 / piece.len();
    let texts = [1, GROWTH].map(|n| build(&piece.repeat(n * count)));
    let mut ratio = 0.0;
    for _ in 0..4 {
        let [small, large] = texts.each_ref().map(|text| fastest(|| work(text)));
        ratio = large.as_secs_f64() / small.as_secs_f64().max(1e-6);
        if ratio < BOUND {
            return None;
        }
    }
    Some(format!(
        "{GROWTH} times {piece:?} takes {ratio:.0} times as long"
    ))
}

/// And for YAML, in front matter.
const YAML: &[&str] = &[
    "- a\n",
    "a: [",
    "\"a\\\"",
    "? a\n",
    "&a b\n",
    "a: b\n",
    "{a: ",
    "a:\n- b: 1\n  b: 2\n",
    "# a\n",
    "'",
    "a: |\n b\n",
    "--- \n",
    "\t",
    "*a ",
    "!",
];

/// Held by each measurement, so that they do not disturb each other.
static ALONE: Mutex<()> = Mutex::new(());

#[test]
fn pathological_yaml_stays_linear() {
    let _alone = ALONE.lock();
    let mut slow = Vec::new();
    for piece in YAML {
        let work = |text: &str| {
            let source = Source::new("a.yaml", text);
            let (node, diagnostics) = source::yaml::parse(&source, 0..text.len());
            let told: Vec<_> = diagnostics.iter().take(50).map(|d| d.render()).collect();
            black_box((node, told));
        };
        slow.extend(superlinear(piece, str::to_owned, work));
    }
    assert_eq!(slow, Vec::<String>::new());
}

#[test]
fn pathological_texts_stay_linear() {
    let _alone = ALONE.lock();
    let mut slow = Vec::new();
    for (head, piece, tail) in SHAPES {
        slow.extend(superlinear(
            piece,
            |body| format!("{head}{body}{tail}"),
            |text| {
                let body = markdown::parse_text(text, &OPTIONS);
                black_box(markdown::parse_text(text, &LISTED));
                let source = Source::new("a.md", text);
                black_box((body, markdown::parse(&source, 0..text.len(), &OPTIONS)));
            },
        ));
    }
    for piece in TEXTS {
        let work = |text: &str| drop(black_box(french(text)));
        slow.extend(superlinear(piece, str::to_owned, work));
    }
    for piece in TEMPLATES {
        let work = |text: &str| drop(black_box(french_template(text)));
        slow.extend(superlinear(piece, str::to_owned, work));
    }
    assert_eq!(slow, Vec::<String>::new());
}
