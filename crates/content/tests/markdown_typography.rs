//! French typography, as a table: `_` is U+00A0 and `~` is U+202F on the right.

use std::borrow::Cow;

use content::markdown::{self, Fragment, Html, Options, Syntax};
use content::typography::{self, french, french_template, french_title};
use proptest::prelude::*;

fn check(input: &str, expected: &str) {
    let expected = expected.replace('_', "\u{a0}").replace('~', "\u{202f}");
    assert_eq!(french(input), expected, "of `{input}`");
    assert_eq!(french(&expected), expected, "again, of `{input}`");
}

/// Checks that the text is left alone, and not even copied.
fn untouched(text: &str) {
    assert!(
        matches!(french(text), Cow::Borrowed(t) if t == text),
        "`{text}` became `{}`",
        french(text)
    );
}

#[test]
fn high_marks_get_a_narrow_space() {
    check("Bonjour !", "Bonjour~!");
    check("Bonjour!", "Bonjour~!");
    check("Bonjour  !", "Bonjour~!");
    check("Bonjour\u{a0}!", "Bonjour~!");
    check("Prêt ?! Oui ; non", "Prêt~?! Oui~; non");
    check("Prêt?!", "Prêt~?!");
    check("(déjà vu ?)", "(déjà vu~?)");
    check("(déjà vu?).", "(déjà vu~?).");
    check("le SaaS (et l'API)!", "le SaaS (et l’API)~!");
    check("Vraiment...?", "Vraiment...~?");
    check("100 % !", "100_%~!");
    check("Et alors ?…", "Et alors~?…");
    check("24h/24 et 7j/7!", "24h/24 et 7j/7~!");
    check("Une 🎉!", "Une 🎉~!");
}

#[test]
fn colons_get_a_wide_space() {
    check("Budget : 5", "Budget_: 5");
    check("Budget: 5", "Budget_: 5");
    check("Voici la liste:", "Voici la liste_:");
    check("Étape 1 : Le cadrage", "Étape 1_: Le cadrage");
    check("Budget\u{202f}: 5", "Budget_: 5");
    untouched("à 12:30");
    untouched("un rapport 16:9");
    untouched("std::fs et a :: b");
    untouched("le port localhost:8080");
}

#[test]
fn guillemets_hold_their_text() {
    check("« mot »", "«_mot_»");
    check("«mot»", "«_mot_»");
    check("«  mot  »", "«_mot_»");
    check("« Prêt ? » !", "«_Prêt~?_»~!");
    untouched("«\u{a0}mot\u{a0}»");
}

#[test]
fn straight_quotes_pair_up() {
    check("un \"mot\" ici", "un «_mot_» ici");
    check("(\"mot\")", "(«_mot_»)");
    check("\"Un\", \"deux\".", "«_Un_», «_deux_».");
    check("\"Prêt ?\", dit-il", "«_Prêt~?_», dit-il");
    check("\"mot\"!", "«_mot_»~!");
    check("l'\"idée\"", "l’«_idée_»");
    check("« \"a\" »", "«_«_a_»_»");
    check("\"un \"mot\" ici\"", "«_un «_mot_» ici_»");
    untouched("un écran de 27\" incurvé");
    untouched("class=\"a b\"");
    untouched("{\"a\":\"b\"}");
    untouched("un \"mot sans fin");
    untouched("un \"mot\n\nou deux\" ici");
}

#[test]
fn apostrophes_curl_between_letters() {
    check("l'île d'Yeu, aujourd'hui", "l’île d’Yeu, aujourd’hui");
    check("Qu'est-ce qu'on fait", "Qu’est-ce qu’on fait");
    check("l'index.html", "l’index.html");
    check("L'« idée »", "L’«_idée_»");
    untouched("les 'petits' riens");
    untouched("6'30 et 5'");
    untouched("tab['cle']");
}

#[test]
fn numbers_hold_together() {
    check("1 200 €", "1~200_€");
    check("1200 €", "1200_€");
    check("12 345 678,90 €", "12~345~678,90_€");
    check("de 10 000 € à 30 000 €", "de 10~000_€ à 30~000_€");
    check("+1 200 clients", "+1~200 clients");
    check("99,9 % et 99.9 %", "99,9_% et 99.9_%");
    check("5 h, 10 min, 20 ms", "5_h, 10_min, 20_ms");
    check("à 2 h 30", "à 2_h_30");
    check("3 Go et 5 km", "3_Go et 5_km");
    check("5 k€ ou 1 M€", "5_k€ ou 1_M€");
    check("n° 12 et N° 3", "n°_12 et N°_3");
    untouched("le 06 92 12 34 56");
    untouched("le +262 692 123 456");
    untouched("le 0692 123 456");
    untouched("en 2023 300 clients");
    check("le 15 janvier 2024", "le 15_janvier 2024");
    check("le 1er mai", "le 1er_mai");
    check(
        "5 sites, 3 mois, 12,5 heures",
        "5 sites, 3_mois, 12,5_heures",
    );
    check("de 24 à 48 heures", "de 24 à 48_heures");
    untouched("5 marsupiaux, 2 maisons, 1er marché");
    check("2 s'en vont", "2 s’en vont");
    untouched("70%");
}

#[test]
fn signs_stand_with_the_number_behind_them() {
    check("35 000 ÷ 98 ≈ 357 mois", "35~000_÷_98 ≈_357_mois");
    check("64 × 4 × 8 = 2 048", "64_×_4_×_8 =_2~048");
    check("400 − 62 − 18 = 320 €", "400 −_62 −_18 =_320_€");
    check("76 600 ÷ (45 × 60)", "76~600_÷_(45_×_60)");
    check("(n − 1) ÷ 2 ≤ 3", "(n_−_1)_÷_2 ≤_3");
    check("700 € × 3", "700_€_×_3");
    check("« × 3 »", "«_×_3_»");
    check("\"- 5\" × 3", "«_- 5_»_×_3");
    untouched("+ 3");
    untouched("a =3, a=3, 2×3");
    untouched("C + autre, a × b");
}

#[test]
fn a_line_of_a_heading_does_not_end_in_a_word_that_leads_on() {
    let heading = |text: &str| {
        let mut edits = Vec::new();
        typography::find_edits_of_heading(text, &mut edits);
        typography::apply(text, &edits).replace('\u{a0}', "_")
    };
    for (input, expected) in [
        ("La main pleine de magnésie", "La_main pleine de_magnésie"),
        ("le cadre, pour le meilleur", "le_cadre, pour_le_meilleur"),
        ("Ce qui n'a pas été ouvert", "Ce_qui_n’a pas été ouvert"),
        ("pour que les développeurs", "pour_que les_développeurs"),
        ("où quelqu'un a dit non", "où_quelqu’un a dit non"),
        ("par de l'infrastructure", "par_de l’infrastructure"),
        ("prêt à 16 heures", "prêt à_16_heures"),
        ("jusqu'en mars, celui dit", "jusqu’en_mars, celui dit"),
        (
            "y « entrer » ou `sortir`, le -",
            "y «_entrer_» ou `sortir`, le -",
        ),
        ("la  nuit et", "la  nuit et"),
        ("ce que les testeurs", "ce_que les_testeurs"),
        ("de la maisonnette", "de_la_maisonnette"),
        ("de la bibliothèque", "de la_bibliothèque"),
        ("où je recommande", "où_je_recommande"),
        ("Valeur pour l'entreprise", "Valeur pour_l’entreprise"),
        ("et de la maison", "et_de_la_maison"),
    ] {
        assert_eq!(heading(input), expected, "of `{input}`");
        let again = expected.replace('_', "\u{a0}");
        assert_eq!(heading(&again), expected, "again, of `{input}`");
    }
}

#[test]
fn a_title_holds_fewer_words_together_than_a_heading() {
    for (input, expected) in [
        ("Le guide du besoin", "Le_guide du_besoin"),
        ("Outils de développement", "Outils de développement"),
        (
            "Des API pour que vos logiciels",
            "Des_API pour_que_vos logiciels",
        ),
        ("l'art et le marketing", "l’art et le_marketing"),
        ("Je vous réponds sous 24 h", "Je_vous réponds sous_24_h"),
        ("Ils se parlent", "Ils se_parlent"),
    ] {
        assert_eq!(french_title(input).replace('\u{a0}', "_"), expected);
    }
}

#[test]
fn compounds_and_what_is_counted_stay_whole_in_prose_alone() {
    let options = Options {
        highlight: None,
        french: true,
        html: Html::Refused,
        syntax: Syntax::default(),
    };
    let html = |text: &str| {
        let body = markdown::parse_text(text, &options);
        let [Fragment::Html(html)] = &body.fragments[..] else {
            panic!("`{text}` is more than HTML");
        };
        html.replace('\u{2060}', "^").replace('\u{a0}', "_")
    };
    for (input, expected) in [
        ("un e-mail", "un e-^mail"),
        ("c'est-à-dire, peut-on", "c’est-^à-^dire, peut-^on"),
        ("du *sur*-mesure", "du <em>sur</em>-^mesure"),
        ("la sous-traitance", "la sous-^traitance"),
        ("un auto-entrepreneur", "un auto-entrepreneur"),
        ("le 2024-01-15, UTF-8 - non", "le 2024-01-15, UTF-8 - non"),
        ("le fichier src/a-b.rs", "le fichier src/a-b.rs"),
        ("`a-b`, e-\u{2060}mail", "<code>a-b</code>, e-^mail"),
        ("un talus de 30 degrés", "un talus de 30_degrés"),
        ("12,5 kilos, le 3 une dit", "12,5_kilos, le 3 une dit"),
        (
            "41 notes, 2,5 lots, 1 200 *euros*",
            "41_notes, 2,5_lots, 1\u{202f}200_<em>euros</em>",
        ),
        ("de 2 à 5 agents", "de 2_à_5_agents"),
        ("À 588 €, à  *19 h*, là 3", "À_588_€, à_<em>19_h</em>, là 3"),
        (
            "en 2024 nous, 3 et 4, 19 sur 20",
            "en 2024 nous, 3 et 4, 19 sur 20",
        ),
        (
            "Vue 3 Composition, 3 d'entre eux",
            "Vue 3 Composition, 3 d’entre eux",
        ),
        ("(114 000 - 28 000)", "(114\u{202f}000 - 28\u{202f}000)"),
        (
            "(114 000 − 28 000) ÷ 28 000",
            "(114\u{202f}000_−_28\u{202f}000)_÷_28\u{202f}000",
        ),
        ("400 − 62 = 338", "400 −_62 =_338"),
    ] {
        let expected = format!("<p>{expected}</p>\n");
        assert_eq!(html(input), expected);
    }
    untouched("un e-mail");
    untouched("un talus de 30 degrés");
    for plain in [
        "{% block title %}Un e-mail de 12 pages{% endblock %}",
        "<p>{% set kind %}e-mail{% endset %}",
        "{% macro name() %}12 pages{% endmacro %}",
    ] {
        assert_eq!(french_template(plain), plain);
    }
    assert_eq!(
        french_template("<div>{% block main %}e-mail <b>e-mail</b>{% endblock %} e-mail"),
        "<div>{% block main %}e-\u{2060}mail <b>e-\u{2060}mail</b>{% endblock %} e-\u{2060}mail"
    );
    assert_eq!(
        french_template("<title>Un e-mail</title><p title='Un e-mail'>Un e-mail"),
        "<title>Un e-mail</title><p title='Un e-mail'>Un e-\u{2060}mail"
    );
}

#[test]
fn code_and_addresses_stay_as_they_are() {
    for text in [
        "https://exemple.re/?a=1;b=2",
        "https://exemple.re/a?",
        "contact@exemple.re!",
        "exemple.re?",
        "src/main.rs: le début",
        "/contact?",
        "../a.md; b",
        "C:\\Windows",
        "C:\\a:",
        "foo::bar!",
        "a?b",
        "a ? b:c".split_at(3).1,
        "vec![1]",
        "println!(1)",
        "!important",
        "a != b",
        "main();",
        "snake_case!",
        "x=1;",
        ":smile: et :tada:",
        "bien ;) et :) et :-)",
        "&nbsp;! et AT&amp;T",
        "mot&nbsp;!",
        "(!) et (?)",
        "! seul",
        "...",
        "Bonjour",
        "",
        "\u{fffc}",
    ] {
        untouched(text);
    }
    check("Voir https://exemple.re !", "Voir https://exemple.re~!");
    check("caf&eacute;!", "caf&eacute;~!");
}

fn template(input: &str, expected: &str) {
    let expected = expected.replace('·', "\u{a0}").replace('~', "\u{202f}");
    assert_eq!(french_template(input), expected);
    assert_eq!(french_template(&expected), expected, "again, of `{input}`");
    assert_eq!(input.lines().count(), expected.lines().count());
}

#[test]
fn templates_get_it_in_literal_text() {
    template("<p>Prêt ?</p>", "<p>Prêt~?</p>");
    template("<p>{{ n }} ?</p>", "<p>{{ n }}~?</p>");
    template(
        "<p>{{ n }} € de {{ x }} m</p>",
        "<p>{{ n }}·€ de {{ x }} m</p>",
    );
    template("<p>d'{{ ville }}!</p>", "<p>d’{{ ville }}~!</p>");
    template("<b>Budget</b> : 5", "<b>Budget</b>·: 5");
    template(
        "<p>Voici le prix !</p><p>À 5 €, 2 × 3</p>",
        "<p>Voici le prix~!</p><p>À·5·€, 2·×·3</p>",
    );
    template("<b>Budget:</b> 5", "<b>Budget·:</b> 5");
    template("<p>a</p> : 5", "<p>a</p> : 5");
    template("un \"<em>mot</em>\" ici", "un «·<em>mot</em>·» ici");
    template("L'<code>x</code> ?", "L’<code>x</code>~?");
    template("<p>a\n  !</p>", "<p>a\n  !</p>");
    template("a < b ? c", "a < b~? c");
    template("mot{# c'est #} !", "mot{# c'est #}~!");
    template(
        "{% if a %}Oui !{% else %}Non !{% endif %}",
        "{% if a %}Oui~!{% else %}Non~!{% endif %}",
    );
}

#[test]
fn templates_keep_everything_else() {
    for same in [
        "{{ \"a ?\" }}",
        "{{ \"}} ?\" }}",
        "{% set a = \"c'est ?\" %}",
        "{# c'est ? #}",
        "<!-- c'est ? -->",
        "<script>let a = 'l'?b:c ;</script>",
        "<style>a { color : red }</style>",
        "<pre>a ?\nb ?</pre>",
        "<code>l'a ?</code>",
        "<kbd>a ?</kbd>",
        "<textarea>l'a ?</textarea>",
        "<a href=\"/a ?b='c'\" class=\"a : b\">x</a>",
        "<svg><title>l'a ?</title></svg>",
        "{% raw %}l'a ?{% endraw %}",
        "<meta name=\"viewport\" content=\"a : b\">",
        "<!doctype html>",
        "<a title=\"l",
        "{{ a",
        "<",
        "{",
        "</",
    ] {
        template(same, same);
    }
}

#[test]
fn templates_get_it_in_spoken_attributes() {
    template("<img alt=\"L'île !\">", "<img alt=\"L’île~!\">");
    template(
        "<a title='Prêt ?' href=\"/a ?\" aria-label=\"{{ x }} : y\">Oui</a> !",
        "<a title='Prêt~?' href=\"/a ?\" aria-label=\"{{ x }}·: y\">Oui</a>~!",
    );
    template(
        "<meta content=\"L'île !\" name=\"description\">",
        "<meta content=\"L’île~!\" name=\"description\">",
    );
    template(
        "<meta property=\"og:title\" content=\"L'île {{ \"a\" }} !\">",
        "<meta property=\"og:title\" content=\"L’île {{ \"a\" }}~!\">",
    );
    template(
        "<input placeholder=\"Prêt ?\"{% if a %} title=\"l'a\"{% endif %}>",
        "<input placeholder=\"Prêt~?\"{% if a %} title=\"l’a\"{% endif %}>",
    );
}

/// Pieces that make the rules meet each other.
fn pieces() -> impl Strategy<Value = String> {
    let pieces = [
        "a", "l", "qu", "é", "Z", "1", "12", "200", "000", " ", " ", "  ", "\u{a0}", "\u{202f}",
        "\n", "\n\n", "!", "?", ";", ":", "::", "'", "’", "\"", "\"", "«", "»", "(", ")", "[", "{",
        "}", ".", ",", "...", "…", "-", "–", "/", "\\", "@", "_", "=", "&amp;", "&nbsp;",
        "&eacute;", "€", "%", "h", "n°", "km", "https://", "www.", "\u{fffc}", "<", ">", "*", "🎉",
        "+", "s'", " × ", "÷", " − ", "≈", "à", " à ", "mois", " le ", "du ", "1er", "min",
        "e-mail", "\u{2060}",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..14).prop_map(|p| p.concat())
}

/// Pieces of a template, most of them broken.
fn template_pieces() -> impl Strategy<Value = String> {
    let pieces = [
        "<p>",
        "</p>",
        "<b>",
        "</b>",
        "<code>",
        "</code>",
        "<script>",
        "</script",
        "<br>",
        "<a title=\"",
        "\"",
        "'",
        ">",
        "<",
        "{{",
        "}}",
        "{%",
        "%}",
        "{#",
        "#}",
        "{% raw %}",
        "endraw",
        "else",
        "é",
        "mot",
        " !",
        " : ",
        "?",
        "« ",
        " »",
        "12 200 €",
        "\\",
        "<!--",
        "-->",
        "\n",
        "alt='",
        "=",
        "/>",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..16).prop_map(|p| p.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn french_twice_is_french_once(text in pieces()) {
        let once = french(&text).into_owned();
        prop_assert_eq!(french(&once), once.as_str(), "of {:?}", text);
    }

    #[test]
    fn prose_and_headings_twice_are_so_once(text in pieces()) {
        for find in [typography::find_edits_of_prose, typography::find_edits_of_heading] {
            let typeset = |text: &str| {
                let mut edits = Vec::new();
                find(text, &mut edits);
                typography::apply(text, &edits).into_owned()
            };
            let once = typeset(&text);
            prop_assert_eq!(typeset(&once), once.as_str(), "of {:?}", text);
        }
        let once = french_title(&text).into_owned();
        prop_assert_eq!(french_title(&once), once.as_str(), "of {:?}", text);
    }

    #[test]
    fn templates_twice_are_so_once(source in template_pieces()) {
        let once = french_template(&source).into_owned();
        prop_assert_eq!(french_template(&once), once.as_str(), "of {:?}", source);
    }

    #[test]
    fn french_takes_any_text(text in "\\PC{0,40}") {
        let once = french(&text).into_owned();
        prop_assert_eq!(french(&once), once.as_str());
    }

    #[test]
    fn templates_keep_their_lines(source in template_pieces()) {
        let once = french_template(&source).into_owned();
        prop_assert_eq!(once.matches('\n').count(), source.matches('\n').count());
    }
}
