//! Broken definitions, each mistake at its place, all of them in one run.

#[path = "../../../fuzz/src/answers.rs"]
mod answers;
#[path = "../../../fuzz/src/seeds.rs"]
mod seeds;

use forms::Form;
use source::{Source, yaml};

/// Each mistake as `text at the span [code]: message (hint)`.
#[allow(clippy::unwrap_used)] // A helper of tests is not seen as a test.
fn problems(text: &str) -> Vec<String> {
    let source = Source::new("essai.yaml", text);
    let (node, _) = yaml::parse(&source, 0..text.len());
    let mut mistakes = Form::from_node("essai", &node.unwrap(), &source)
        .err()
        .unwrap_or_default();
    source::diagnostic::sort(&mut mistakes);
    let told = mistakes.into_iter().map(|mistake| {
        let place = text[mistake.labels[0].span.clone()].lines().next();
        let hint = mistake.hint.as_ref();
        let hint = hint.map_or(String::new(), |hint| format!(" ({hint})"));
        let place = place.unwrap_or_default();
        format!("{place} [{}]: {mistake}{hint}", mistake.code)
    });
    told.collect()
}

const GOOD: &str = r#"
title: Essai
thanks: /merci
buttons: { submit: Envoyer, sending: Envoi }
steps:
  - id: un
    title: Un
    fields:
      - { name: nom, kind: text, label: Nom, required: true }
      - name: choix
        kind: choice
        label: Choix
        options: [{ value: a, label: A }, { value: b, label: B }]
messages:
  required: r
  too_long: t
  control_character: c
  wrong_type: w
  unknown_field: u
  duplicate_field: d
  too_many: m
  choice_invalid: i
success: { title: Merci, text: Bien reçu }
failure: { text: f, offline: o, busy: b, retry: r, mailto: m }
privacy: { text: p, link: l }
honeypot: { name: piege, label: Vide }
mail:
  subject: De {nom}
  intro: Bonjour
  reply_to: nom
  utc_offset: "+04:00"
  time_name: ici
  lines:
    - { label: Nom, of: nom }
"#;

#[track_caller]
fn check(from: &str, to: &str, expected: &[&str]) {
    assert!(GOOD.contains(from), "{from}");
    assert_eq!(problems(&GOOD.replace(from, to)), expected);
}

#[test]
fn a_good_definition_has_none() {
    assert_eq!(problems(GOOD), Vec::<String>::new());
}

#[test]
fn unknown_and_missing_keys() {
    check(
        "thanks: /merci",
        "thank: /merci",
        &["thank [wrong-value]: unknown field `thank` (did you mean `thanks`?)"],
    );
    check(
        "thanks: /merci\n",
        "",
        &["title [wrong-value]: missing field `thanks`"],
    );
    check(
        "  choice_invalid: i\n",
        "",
        &[
            "required [form-missing-key]: `messages` has no `choice_invalid` (add `choice_invalid: …`, in words for your visitors)",
        ],
    );
}

#[test]
fn a_newsletter_fills_in_the_address_and_the_link_alone() {
    let page = "{ title: T, text: T, button: B }";
    let newsletter = format!(
        "newsletter:\n  address: nom\n  confirmation: {{ subject: S, text: 'See {{link}}', button: B, note: 'By {{lien}}' }}\n  \
         confirm: {page}\n  confirmed: {page}\n  expired: {page}\n  unsubscribe: {page}\n  unsubscribed: {page}\n  \
         joined: {{ subject: S, text: 'Of {{address}}: {{link}}' }}\n  left: {{ subject: 'Of {{nom}}', text: 'Of {{nom}}' }}\n"
    );
    let (form, _) = GOOD.split_once("mail:\n  subject").expect("a mail");
    assert_eq!(
        problems(&format!("{form}{newsletter}")),
        [
            "'By {lien}' [form-unknown-word]: nothing is filled in for `{lien}` (write it without braces: nothing is filled in here)",
            "'Of {nom}' [form-unknown-word]: nothing is filled in for `{nom}` (write it without braces: nothing is filled in here)",
            "'Of {nom}' [form-unknown-word]: nothing is filled in for `{nom}` (write `{address}`)",
        ]
    );
}

#[test]
fn names_and_kinds() {
    check(
        "name: choix",
        "name: nom",
        &["nom [form-duplicate-name]: the name `nom` is taken (give each field a name of its own)"],
    );
    check(
        "name: choix",
        "name: source",
        &[
            "source [form-duplicate-name]: the name `source` is taken (give each field a name of its own)",
        ],
    );
    check(
        "name: choix",
        "name: mon choix",
        &[
            "mon choix [form-name]: `mon choix` is not a name (a name is a letter followed by letters and digits)",
        ],
    );
    check(
        "name: choix",
        "name: \"  \"",
        &["\"  \" [form-empty]: `name` is empty"],
    );
    check(
        "kind: choice",
        "kind: choise",
        &[
            "choise [wrong-value]: `steps[0].fields[1].kind`: unknown variant `choise` (did you mean `choice`?)",
        ],
    );
    check(
        "value: b",
        "value: a",
        &["a [form-duplicate-option]: `choix` offers the value `a` twice"],
    );
    check(
        "options: [{ value: a, label: A }, { value: b, label: B }]",
        "hint: Une",
        &["choix [form-options]: the choice `choix` has no options"],
    );
    check(
        "label: B }",
        "label: A }",
        &[
            "A [form-duplicate-option]: two options of `choix` are called `A` (give each a label of its own)",
        ],
    );
    check(
        "kind: choice\n",
        "kind: choice\n        max_length: 9\n",
        &[
            "max_length [form-idle]: `max_length` has no effect on a `choice` (only a text has it: remove it)",
        ],
    );
    check(
        "kind: text, label: Nom",
        "kind: text, rows: 2, label: Nom",
        &[
            "rows [form-idle]: `rows` has no effect on a `text` (only a `textarea` has it: remove it)",
        ],
    );
    check(
        "kind: text, label: Nom",
        "kind: text, control: attached, label: Nom",
        &["attached [form-options]: only choices have a `control`"],
    );
    check(
        "kind: choice\n",
        "kind: choice\n        control: attached\n",
        &["attached [form-options]: a choice cannot be `attached`"],
    );
    check(
        "kind: text, label: Nom",
        "kind: textarea, control: attached, label: Nom",
        &[],
    );
}

#[test]
fn references() {
    check(
        "De {nom}",
        "De {nm}",
        &["De {nm} [form-unknown-field]: there is no field `nm` (did you mean `nom`?)"],
    );
    check(
        "of: nom",
        "of: [nom, prenom]",
        &[
            "prenom [form-unknown-field]: there is no field `prenom` (the form's fields: `nom`, `choix`)",
        ],
    );
    check(
        "of: nom",
        "of: \"@outcome\"",
        &["\"@outcome\" [form-unknown-field]: no step has an `outcome`"],
    );
    check(
        "label: Nom, required: true",
        "label: Nom, when: { field: choix, in: [c] }",
        &["c [form-unknown-option]: `choix` has no option `c` (did you mean `a`?)"],
    );
    check(
        "label: Nom, required: true",
        "label: Nom, clears: [chiox]",
        &["chiox [form-unknown-field]: there is no field `chiox` (did you mean `choix`?)"],
    );
}

#[test]
fn conditions() {
    let check_when = |when: &str, expected: &[&str]| {
        let when = format!("label: Nom, when: {when}");
        check("label: Nom, required: true", &when, expected);
    };
    for good in [
        "{ field: choix, in: [a, b] }",
        "{ field: choix, filled: false }",
        "{ all: [{ field: choix, filled: true }, { any: [{ field: choix, in: [a] }] }] }",
    ] {
        check_when(good, &[]);
    }
    check_when(
        "{ field: choix, fild: true }",
        &["fild [wrong-value]: unknown field `fild` (did you mean `field`?)"],
    );
    let shapes = "[form-condition]: a condition has either `all`, or `any`, or a `field` with either `in` or `filled`";
    for (bad, key) in [
        ("{ field: choix }", "field"),
        ("{ in: [a] }", "in"),
        ("{ all: [], field: choix, filled: true }", "all"),
    ] {
        check_when(bad, &[&format!("{key} {shapes}")]);
    }
}

#[test]
fn mails() {
    check(
        "+04:00",
        "4 h",
        &["\"4 h\" [form-offset]: `4 h` is not an offset from UTC (write it as `\"+04:00\"`)"],
    );
    check(
        "reply_to: nom",
        "reply_to: non",
        &["non [form-unknown-field]: there is no field `non` (did you mean `nom`?)"],
    );
    check(
        "thanks: /merci",
        "thanks: //ailleurs",
        &[
            "//ailleurs [form-path]: `//ailleurs` is not a path of the site (write it from the root, such as `/merci`)",
        ],
    );
    check(
        "intro: Bonjour",
        "intro: \" \"",
        &["\" \" [form-empty]: `intro` is empty"],
    );
    check(
        "\nmail:",
        "\nnewsletter: {}\nmail:",
        &[
            "title [form-delivery]: a form has either `mail` or `newsletter`",
            "{ [wrong-value]: `newsletter`: missing field `address`",
        ],
    );
}

#[test]
fn all_references_at_once_and_in_order() {
    let broken = GOOD
        .replace("reply_to: nom", "reply_to: nim")
        .replace("of: nom", "of: nam")
        .replace("label: Choix", "label: Choix\n        clears: [num]");
    let places: Vec<String> = problems(&broken)
        .iter()
        .map(|one| one.split(' ').next().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(places, ["num", "nim", "nam"]);
}

#[test]
fn not_a_mapping() {
    assert_eq!(
        problems("- a"),
        [" [wrong-value]: a form is a mapping (write a key, a colon and a value on each line)"]
    );
    assert_eq!(problems("").len(), 1);
}

#[test]
fn what_fuzzing_begins_with_is_judged() {
    seeds::each("form", |bytes| {
        answers::form(&String::from_utf8_lossy(bytes));
    });
}
