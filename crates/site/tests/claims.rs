//! Claims over a tiny site: what `site check` says of them, the interview, and the answers taken back.

use std::fs;
use std::path::Path;

use crate::fixture::{self, Outcome};

const SITE: &str = r#"
=== content/site.yaml
base_url: https://example.com
title: Claims
=== content/pages/_schema.yaml
type: object
additionalProperties: false
required: [title, description]
x-route: /{slug}
x-template: page.html
properties:
  title: { type: string }
  description: { type: string }
  quote: { type: object, properties: { text: { type: string }, sample: { type: boolean } } }
=== content/pages/about.md
---
title: About
description: "For 15 years"
quote: { text: Splendid., sample: true }
---
I answer within
24 hours, and I am patient.
=== templates/page.html
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{{ entry.title }}</title>
<meta name="description" content="{{ entry.description }}">
<link rel="canonical" href="{{ page.canonical }}">{{ json_ld({"@context": "https://schema.org", "@type": "WebPage"}) }}</head>
<body><main><h1>{{ entry.title }}</h1>{{ entry.quote.text }}{{ entry.body }}</main></body></html>
"#;

const CLAIMS: &str = r#"
=== content/claims.yaml
claims:
  - id: years
    words: "15 years"
    file: content/pages/about.md
    kind: given
    question: How many years?
    review: 2020-01-01
  - id: delay
    words: within 24 hours
    file: content/pages/about.md
    kind: written
    question: How soon do you answer?
"#;

fn site(changes: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fixture::write_site(folder.path(), SITE);
    fixture::write_site(folder.path(), changes);
    folder
}

fn check(folder: &Path, arguments: &[&str]) -> Outcome {
    fixture::run(fixture::site(folder).arg("check").args(arguments))
}

#[test]
fn a_review_that_is_due_is_a_warning_and_what_is_open_is_counted() {
    let folder = site(CLAIMS);
    let outcome = check(folder.path(), &[]);
    assert_eq!(
        outcome.stderr,
        "warning[claim-review]: `years` was to be reviewed by 2020-01-01
 --> content/claims.yaml:7:13
  |
7 |     review: 2020-01-01
  |             ^^^^^^^^^^
  |
  = hint: make sure that it still holds, then give it a later `review`

1 warning
"
    );
    assert!(
        outcome
            .stdout
            .contains("; 1 sample and 1 unconfirmed claim: `site check --publish`")
    );
    assert_eq!(outcome.code, Some(0));
}

#[test]
fn what_nobody_vouches_for_is_refused_at_its_words() {
    let folder = site(CLAIMS);
    let outcome = check(folder.path(), &["--publish"]);
    let unconfirmed = "error[unconfirmed]: `delay` is not confirmed by the owner
 --> content/pages/about.md:6:10
  |
6 |   I answer within
  |  __________^
7 | | 24 hours, and I am patient.
  | |________^
  |
  = note: on `/about`
  = hint: ask: How soon do you answer?
";
    assert!(outcome.stderr.contains(unconfirmed), "{}", outcome.stderr);
    assert!(!outcome.stderr.contains("`years` is"), "{}", outcome.stderr);
    assert_eq!(
        outcome.stdout,
        "to replace or confirm before going live:
  /about
    content/pages/about.md  1 sample and 1 unconfirmed claim (lines 4, 6)
1 page, 1 link, 2 problems; 1 sample and 1 unconfirmed claim
"
    );
    assert_eq!(outcome.code, Some(1));
}

#[test]
fn claims_that_are_wrong_are_told_at_their_keys() {
    let wrong = CLAIMS
        .replace("within 24 hours", "within 48 hours")
        .replace(
            "file: content/pages/about.md\n    kind: given",
            "file: content/pages/abuot.md\n    kind: given",
        );
    let outcome = check(site(&wrong).path(), &[]);
    for expected in [
        "error[claim-file]: there is no file `content/pages/abuot.md`\n --> content/claims.yaml:4:11",
        "hint: did you mean `content/pages/about.md`?",
        "error[claim-words]: these words do not stand in content/pages/about.md any more\n --> content/claims.yaml:9:12",
        "warning[claim-missing]: no claim is about this sample\n --> content/pages/about.md:4:",
    ] {
        assert!(
            outcome.stderr.contains(expected),
            "{expected}\n{}",
            outcome.stderr
        );
    }
    let third = "  - { id: third, words: x, file: content/site.yaml, kind: rumour, question: x }\n";
    let twice = CLAIMS.replace("id: delay", "id: years") + third;
    let outcome = check(site(&twice).path(), &[]);
    for expected in [
        "error[claim-repeated]: two claims are named `years`\n --> content/claims.yaml:8:9",
        "error[invalid-choice]",
    ] {
        assert!(
            outcome.stderr.contains(expected),
            "{expected}\n{}",
            outcome.stderr
        );
    }
}

#[test]
fn an_interview_is_printed_and_its_answers_change_claim_and_text() {
    let folder = site(CLAIMS);
    let questions = check(folder.path(), &["--interview"]);
    assert!(
        questions
            .stdout
            .starts_with("# Questions (2)\n\nBehind `confirmed:` write `yes`"),
        "{}",
        questions.stdout
    );
    let asked = "# To answer before going live (1)\n\n## `/about`\n\n### delay\n\n> within 24 hours\n\nHow soon do you answer? \
                 (written, content/pages/about.md line 6)\n\n- confirmed:\n- words:\n";
    assert!(questions.stdout.contains(asked), "{}", questions.stdout);
    let given =
        "# From your brief: is it still true? (1)\n\n## `/about`\n\n### years\n\n> 15 years\n";
    assert!(questions.stdout.contains(given), "{}", questions.stdout);
    let file = folder.path().join("answers.md");
    let answers = |words: &str| {
        let text = questions
            .stdout
            .replacen("- words:", &format!("- words: {words}"), 1);
        fs::write(&file, text).expect("answers");
        check(folder.path(), &["--answers", "answers.md"])
    };
    // Nothing said, nothing changed.
    let before = fixture::tree(&folder.path().join("content"));
    assert_eq!(answers("").stdout, "0 answers taken\n");
    assert_eq!(fixture::tree(&folder.path().join("content")), before);

    // An editor's line break and bullet.
    let taken = answers("within\n  two days");
    assert_eq!(
        taken.stdout,
        "1 answer taken\n  content/claims.yaml\n  content/pages/about.md\n"
    );
    let read = |path: &str| fs::read_to_string(folder.path().join(path)).expect(path);
    assert!(read("content/pages/about.md").contains("I answer within two days, and I am"));
    let claims = read("content/claims.yaml");
    assert!(claims.contains("words: \"within two days\"\n"), "{claims}");
    assert!(
        claims.contains("kind: confirmed\n    question: How soon"),
        "{claims}"
    );
    assert!(
        !check(folder.path(), &["--publish"])
            .stderr
            .contains("unconfirmed")
    );
}

#[test]
fn marks_and_ends_of_lines_stay_where_an_answer_is_written() {
    let folder = site(CLAIMS);
    let path = folder.path().join("content/pages/about.md");
    let text = fs::read_to_string(&path).expect("readable");
    let text = text.replace("within\n24", "within 24");
    let dos = |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n"));
    fs::write(&path, dos(&text)).expect("written");
    let answers = "### delay\n- confirmed:\n- words: within two days\n";
    fs::write(folder.path().join("answers.md"), answers).expect("answers");
    let outcome = check(folder.path(), &["--answers", "answers.md"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let expected = dos(&text.replace("24 hours", "two days"));
    assert_eq!(fs::read_to_string(&path).expect("readable"), expected);
}

#[test]
fn an_interview_speaks_the_owner_s_language() {
    let folder = site(&CLAIMS.replace(
        "claims:\n",
        "interview: { title: Entretien, how: \"Répondez `oui`.\", open: Avant la mise en ligne, given: Le brief }\nclaims:\n",
    ));
    let text = check(folder.path(), &["--interview"]).stdout;
    let head =
        "# Entretien (2)\n\nRépondez `oui`.\n\n# Avant la mise en ligne (1)\n\n## `/about`\n";
    assert!(text.starts_with(head), "{text}");
    assert!(text.contains("\n# Le brief (1)\n"), "{text}");
}

#[test]
fn an_answer_that_is_neither_yes_nor_words_takes_none() {
    let folder = site(CLAIMS);
    let before = fixture::tree(&folder.path().join("content"));
    let answers = |said: &str| {
        let text =
            format!("### years\n* confirmed: Oui !\n### delay\n- confirmed: {said}\n- words:\n");
        let file = folder.path().join("answers.md");
        fs::write(&file, text).expect("answers");
        check(folder.path(), &["--answers", "answers.md"])
    };
    let outcome = answers("yes, but not in August");
    let told = "error[claim-answer]: `yes, but not in August` does not say yes
 --> answers.md:3:1
  |
3 | ### delay
  | ^^^^^^^^^
  |
  = hint: write `yes`, or the true words behind `words:`
";
    assert!(outcome.stderr.contains(told), "{}", outcome.stderr);
    assert_eq!(outcome.code, Some(1));
    assert_eq!(fixture::tree(&folder.path().join("content")), before);
    assert_eq!(
        answers("").stdout,
        "1 answer taken\n  content/claims.yaml\n"
    );
}

#[test]
fn an_answer_to_no_claim_takes_none() {
    let folder = site(CLAIMS);
    let answers = "### delai\n- confirmed: yes\n### delay\n- confirmed: yes\n";
    fs::write(folder.path().join("answers.md"), answers).expect("answers");
    let before = fixture::tree(&folder.path().join("content"));
    let outcome = check(folder.path(), &["--answers", "answers.md"]);
    assert!(
        outcome
            .stderr
            .contains("no claim is named `delai`\n --> answers.md:1:1"),
        "{}",
        outcome.stderr
    );
    assert!(
        outcome.stderr.contains("did you mean `delay`?"),
        "{}",
        outcome.stderr
    );
    assert_eq!(outcome.code, Some(1));
    assert_eq!(fixture::tree(&folder.path().join("content")), before);
}
