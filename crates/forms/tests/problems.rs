//! Broken definitions, each problem at its place, all of them in one run.

/// Each problem as `text at the span [code]: message (hint)`.
fn problems(yaml: &str) -> Vec<String> {
    let problems = forms::parse("essai", yaml).err().unwrap_or_default();
    problems
        .into_iter()
        .map(|problem| {
            let place = yaml[problem.span.clone()].lines().next().unwrap_or("");
            let hint = problem
                .hint
                .map_or(String::new(), |hint| format!(" ({hint})"));
            format!("{place} [{}]: {}{hint}", problem.code, problem.message)
        })
        .collect()
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
        &[
            "title [form-missing-key]: `thanks` is missing",
            "thank [form-unknown-key]: unknown key `thank` (did you mean `thanks`?)",
        ],
    );
    check(
        "required: true",
        "requierd: true",
        &["requierd [form-unknown-key]: unknown key `requierd` (did you mean `required`?)"],
    );
    check(
        "  choice_invalid: i\n",
        "",
        &["required [form-missing-key]: `messages` has no `choice_invalid`"],
    );
}

#[test]
fn names_and_kinds() {
    check(
        "name: choix",
        "name: nom",
        &["nom [form-duplicate-name]: the name `nom` is taken"],
    );
    check(
        "name: choix",
        "name: source",
        &["source [form-duplicate-name]: the name `source` is taken"],
    );
    check(
        "name: choix",
        "name: mon choix",
        &[
            "mon choix [form-name]: `mon choix` is not a name (a name is a letter followed by letters and digits)",
        ],
    );
    check(
        "kind: choice",
        "kind: choise",
        &[
            "choix [form-options]: `choix` is no choice, so it has no options",
            "choise [form-unknown-word]: `choise` is not a kind of field (did you mean `choice`?)",
        ],
    );
    check(
        "value: b",
        "value: a",
        &["choix [form-duplicate-option]: `choix` offers the value `a` twice"],
    );
    check(
        "options: [{ value: a, label: A }, { value: b, label: B }]",
        "rows: 2",
        &["choix [form-options]: the choice `choix` has no options"],
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
fn everything_at_once_and_in_order() {
    check(
        "title: Essai",
        "title: [1]\nx: 1",
        &[
            "[ [form-type]: `title` is a list, but a text is expected",
            "x [form-unknown-key]: unknown key `x` (known here: `title`, `description`, `thanks`, `minimum_seconds`, `advance_delay`, `reset_delay`, `draft_days`, `progress`, `recap`, `buttons`, `steps`, `carried`, `messages`, `toasts`, `success`, `failure`, `privacy`, `honeypot`, `mail`, `newsletter`)",
        ],
    );
    let broken = GOOD
        .replace("label: Nom, required: true", "label: Nom, required: oui")
        .replace("of: nom", "of: nim")
        .replace("kind: choice", "kind: 3");
    assert_eq!(problems(&broken).len(), 4, "{:#?}", problems(&broken));
}

#[test]
fn yaml_itself() {
    let found = problems("title: a\ntitle: b\n");
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("t [form-yaml]"), "{found:?}");
    assert_eq!(
        forms::parse("x", "\u{feff}title: [").unwrap_err()[0].code,
        "form-yaml"
    );
    assert_eq!(
        problems("- a"),
        ["- a [form-type]: `the definition` is a list, but a map is expected"]
    );
    assert_eq!(problems("").len(), 1);
}
