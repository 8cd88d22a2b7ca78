//! The site's own definitions: they parse, and they judge as the specification says.

use forms::{FieldError, Form, Input, Numbers, Submission, Suspicion};
use source::{Source, yaml};

#[allow(clippy::unwrap_used)] // A helper of tests is not seen as a test.
fn text_of(id: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../content/forms");
    std::fs::read_to_string(format!("{folder}/{id}.yaml")).unwrap()
}

fn load(id: &str) -> Form {
    parse(id, text_of(id))
}

#[allow(clippy::unwrap_used)] // A helper of tests is not seen as a test.
fn parse(id: &str, text: String) -> Form {
    let source = Source::new(format!("{id}.yaml"), text);
    let (node, _) = yaml::parse(&source, 0..source.text().len());
    Form::from_node(id, &node.unwrap(), &source).unwrap_or_else(|mistakes| {
        let lines: Vec<String> = mistakes.iter().map(|one| one.render()).collect();
        panic!("{}", lines.join("\n"))
    })
}

fn sent(values: &[(&str, &str)]) -> Submission<'static> {
    let inputs = values.iter().map(|(name, value)| {
        (
            (*name).to_owned().into(),
            Input::Text((*value).to_owned().into()),
        )
    });
    Submission {
        inputs: inputs.collect(),
        repeats: true,
    }
}

fn codes(errors: &[FieldError]) -> Vec<(&str, &str)> {
    errors
        .iter()
        .map(|error| (error.pointer.as_str(), error.code))
        .collect()
}

const ELIGIBLE: &[(&str, &str)] = &[
    ("nom", "Jeanne"),
    ("email", "jeanne@exemple.re"),
    ("telephone", "0692 12 34 56"),
    ("projet", "Un site"),
    ("budget", "1500"),
];

#[test]
fn every_definition_parses_and_serialises() {
    for id in ["contact", "agence", "eligibilite", "newsletter"] {
        let json = serde_json::to_value(load(id)).unwrap();
        assert_eq!(json["id"], id);
        assert_eq!(json["meta"]["honeypot"]["name"], "precisions");
        assert!(json["mail"].get("lines").is_none());
    }
}

/// What a relay reads of a body is reckoned from it: too little, and a long message is refused.
#[test]
fn the_largest_body_is_that_of_its_parts() {
    let (one, list) = (
        "{ name: ab, kind: text, max_length: 60 }",
        "{ name: ab, kind: list, max_length: 60 }",
    );
    let largest = |carried: &str, length: &str| {
        let text = text_of("newsletter");
        let carried = format!("carried: [{carried}]");
        let text = text.replace("carried: []", &carried);
        parse("newsletter", text.replace("max_length: 254", length)).largest_body()
    };
    let plain = largest("", "max_length: 254");
    // The address: its name, its text escaped, and what stands around it; then what every body may hold.
    assert_eq!(plain, 5 * 3 + 254 * 12 + 16 + 3 * 500 + 500 * 3);
    assert_eq!(largest("", "max_length: 300") - plain, 46 * 12);
    assert_eq!(largest(one, "max_length: 254") - plain, (2 + 60) * 3 + 16);
    assert_eq!(
        largest(list, "max_length: 254") - plain,
        20 * ((2 + 60) * 3 + 16)
    );
}

#[test]
fn the_choice_lists_are_the_specifications() {
    let list = |form: &Form, name: &str| {
        let field = form.field(name).unwrap();
        field
            .options
            .iter()
            .map(|choice| choice.value.clone())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let contact = load("contact");
    assert_eq!(
        list(&contact, "projectType"),
        "mobile-app web-app both not-sure"
    );
    assert_eq!(
        list(&contact, "projectStage"),
        "new-product optimize automate connect"
    );
    assert_eq!(list(&contact, "industry"), "idea specs mvp legacy");
    assert_eq!(list(&contact, "budget"), "small medium large enterprise");
    assert_eq!(list(&contact, "timeline"), "urgent soon planning exploring");
    assert_eq!(
        contact
            .field("phone")
            .unwrap()
            .countries
            .as_ref()
            .unwrap()
            .list
            .len(),
        15
    );
    let agency = load("agence");
    assert_eq!(
        list(&agency, "projectType"),
        "site-vitrine e-commerce application-web refonte-site seo ui-ux autre"
    );
    assert_eq!(
        list(&agency, "projectGoal"),
        "augmenter-ventes ameliorer-visibilite optimiser-processus moderniser-image \
         fideliser-clients autre"
    );
    assert_eq!(
        list(&agency, "timeline"),
        "urgent court-terme moyen-terme long-terme flexible"
    );
    assert_eq!(
        list(&agency, "budget"),
        "moins-5k 5k-10k 10k-20k plus-20k a-definir"
    );
    assert_eq!(
        list(&agency, "howDidYouFindUs"),
        "recherche-google reseaux-sociaux recommandation autre"
    );
    let eligibility = load("eligibilite");
    assert_eq!(
        list(&eligibility, "type"),
        "entreprise association autoentrepreneur"
    );
    assert_eq!(
        list(&eligibility, "taille"),
        "moins20 20-49 50plus moins10 10plus"
    );
    assert_eq!(
        list(&eligibility, "secteur"),
        "commerce services artisanat autre"
    );
    assert_eq!(
        list(&eligibility, "besoins"),
        "site-vitrine ecommerce strategie formation"
    );
}

#[test]
fn everything_wrong_is_said_at_once() {
    let long = "x".repeat(5_001);
    let errors = load("agence")
        .judge(&sent(&[
            ("projectType", "fusée"),
            ("name", "   "),
            ("email", "a@b"),
            ("website", "exemple"),
            ("message", &long),
            ("bcc", "x@y.re"),
        ]))
        .unwrap_err();
    assert_eq!(
        codes(&errors),
        [
            ("#/projectType", "choice_invalid"),
            ("#/projectGoal", "required"),
            ("#/name", "required"),
            ("#/email", "email_invalid"),
            ("#/website", "url_invalid"),
            ("#/message", "too_long"),
            ("#/bcc", "unknown_field"),
        ]
    );
    assert_eq!(errors[2].detail, "Ce champ est requis");
    assert_eq!(errors[3].detail, "Adresse email invalide");
    assert_eq!(
        errors[5].detail,
        "Texte trop long\u{a0}: 5000 caractères au plus"
    );
}

#[test]
fn control_characters_are_refused_and_line_breaks_kept_where_lines_are() {
    let form = load("contact");
    for c in [
        '\r', '\n', '\0', '\u{85}', '\u{2028}', '\u{2029}', '\u{7f}', '\u{9b}',
    ] {
        let errors = form
            .judge(&sent(&[("name", &format!("a{c}b")), ("email", "a@b.re")]))
            .unwrap_err();
        assert_eq!(codes(&errors), [("#/name", "control_character")], "{c:?}");
    }
    let message = "une\r\ndeux\rtrois\tquatre\u{2028}cinq";
    let accepted = form
        .judge(&sent(&[
            ("name", "a"),
            ("email", "a@b.re"),
            ("message", message),
        ]))
        .unwrap();
    assert_eq!(accepted.text("message"), "une\ndeux\ntrois\tquatre\ncinq");
    let errors = form
        .judge(&sent(&[
            ("name", "a"),
            ("email", "a@b.re"),
            ("message", "a\u{1b}[31m"),
        ]))
        .unwrap_err();
    assert_eq!(codes(&errors), [("#/message", "control_character")]);
}

#[test]
fn json_types_are_strict() {
    let form = load("eligibilite");
    let mut submission = sent(ELIGIBLE);
    submission.repeats = false;
    submission.inputs.extend([
        ("type".into(), Input::Other),
        ("besoins".into(), Input::Text("formation".into())),
        ("nom".into(), Input::Text("encore".into())),
        ("submissionId".into(), Input::Text("court".into())),
    ]);
    let errors = form.judge(&submission).unwrap_err();
    assert_eq!(
        codes(&errors),
        [
            ("#/type", "wrong_type"),
            ("#/secteur", "required"),
            ("#/nom", "duplicate_field"),
            ("#/besoins", "wrong_type"),
            ("#/submissionId", "wrong_type"),
        ]
    );
}

#[track_caller]
fn check_eligibility(choices: &[(&str, &str)], expected: Result<&str, &[(&str, &str)]>) {
    let form = load("eligibilite");
    let judged = form.judge(&sent(&[ELIGIBLE, choices].concat()));
    match (judged, expected) {
        (Ok(accepted), Ok(outcome)) => assert_eq!(accepted.outcome.as_deref(), Some(outcome)),
        (Err(errors), Err(expected)) => assert_eq!(codes(&errors), expected),
        (judged, expected) => panic!("{judged:?} is not {expected:?}"),
    }
}

#[test]
fn spaces_of_a_phone_become_plain() {
    for space in ['\u{a0}', '\u{202f}', '\u{2009}'] {
        let phone = format!("0692{space}12 34 56");
        let values: Vec<_> = [("type", "autoentrepreneur"), ("secteur", "services")]
            .into_iter()
            .chain(ELIGIBLE.iter().copied())
            .map(|(name, value)| {
                if name == "telephone" {
                    (name, &*phone)
                } else {
                    (name, value)
                }
            })
            .collect();
        let form = load("eligibilite");
        let accepted = form.judge(&sent(&values)).unwrap();
        assert_eq!(accepted.text("telephone"), "0692 12 34 56");
    }
}

#[test]
fn eligibility() {
    for (kind, size, outcome) in [
        ("entreprise", "moins20", "eligible"),
        ("entreprise", "20-49", "ineligible"),
        ("entreprise", "50plus", "ineligible"),
        ("association", "moins10", "eligible"),
        ("association", "10plus", "ineligible"),
    ] {
        let choices = [("type", kind), ("taille", size), ("secteur", "autre")];
        check_eligibility(&choices, Ok(outcome));
    }
    check_eligibility(
        &[("type", "autoentrepreneur"), ("secteur", "services")],
        Ok("eligible"),
    );
    // Without JavaScript every question is shown: a size that does not apply is left out.
    check_eligibility(
        &[
            ("type", "autoentrepreneur"),
            ("taille", "50plus"),
            ("secteur", "services"),
        ],
        Ok("eligible"),
    );
    check_eligibility(
        &[
            ("type", "association"),
            ("taille", "moins20"),
            ("secteur", "autre"),
        ],
        Err(&[("#/taille", "choice_unavailable")]),
    );
    // What will be asked whatever the missing answers turn out to be is missing too.
    check_eligibility(
        &[("type", "entreprise")],
        Err(&[("#/taille", "required"), ("#/secteur", "required")]),
    );
    check_eligibility(
        &[("type", "entreprise"), ("taille", "50plus")],
        Err(&[("#/secteur", "required")]),
    );
    check_eligibility(
        &[],
        Err(&[("#/type", "required"), ("#/secteur", "required")]),
    );
    check_eligibility(
        &[("type", "fusée"), ("taille", "moins20")],
        Err(&[("#/type", "choice_invalid"), ("#/secteur", "required")]),
    );
    check_eligibility(
        &[("taille", "moins20"), ("secteur", "autre")],
        Err(&[("#/type", "required")]),
    );
}

#[test]
fn what_is_asked_on_every_way_is_known_before_the_first_answer() {
    let form = load("eligibilite");
    let anyway = |name: &str| form.field(name).unwrap().asked_anyway;
    assert_eq!(anyway("secteur"), Some(true));
    // Not of those who work alone, and where nothing is a condition there is nothing to say.
    assert_eq!((anyway("taille"), anyway("nom")), (None, None));
    let given = |kind: &'static str| {
        let asked = form.asked_anyway(&|name| if name == "type" { kind } else { "" });
        asked.contains("taille")
    };
    assert!(given("association") && !given("autoentrepreneur") && !given(""));
}

#[test]
fn what_looks_like_a_robot_is_accepted_with_its_suspicions() {
    let form = load("contact");
    let person = [("name", "a"), ("email", "a@b.re")];
    let judge = |more: &[(&str, &str)]| form.judge(&sent(&[&person, more].concat())).unwrap();
    // As a form without a script: whoever knows the request judges that.
    assert_eq!(judge(&[]).suspicions, [Suspicion::Unscripted]);
    assert_eq!(
        judge(&[("elapsed", "")]).suspicions,
        [Suspicion::Unscripted]
    );
    for wrong in ["nan", "inf", "soon", "1e309"] {
        assert_eq!(
            judge(&[("elapsed", wrong)]).suspicions,
            [Suspicion::Untimed],
            "{wrong}"
        );
    }
    assert!(
        judge(&[("elapsed", "3000"), ("precisions", "")])
            .suspicions
            .is_empty()
    );
    assert_eq!(
        judge(&[("elapsed", "2999")]).suspicions,
        [Suspicion::TooFast]
    );
    assert_eq!(
        judge(&[("elapsed", "3000"), ("precisions", "x\r\n")]).suspicions,
        [Suspicion::Honeypot]
    );
}

#[test]
fn answers_are_shown_by_their_labels() {
    let numbers = Numbers {
        thousands: "\u{202f}".to_owned(),
        decimal: ",".to_owned(),
    };
    let form = load("eligibilite");
    let accepted = form
        .judge(&sent(
            &[
                ELIGIBLE,
                &[
                    ("type", "entreprise"),
                    ("taille", "moins20"),
                    ("secteur", "commerce"),
                    ("besoins", "strategie"),
                    ("besoins", "formation"),
                    ("besoins", "formation"),
                ],
            ]
            .concat(),
        ))
        .unwrap();
    assert_eq!(
        accepted.shown(&form, "budget", &numbers).unwrap(),
        "1\u{202f}500\u{a0}€"
    );
    assert_eq!(
        accepted.shown(&form, "besoins", &numbers).unwrap(),
        "Stratégie numérique, Formation"
    );
    assert_eq!(
        accepted.shown(&form, "taille", &numbers).unwrap(),
        "Moins de 20 salariés"
    );
    assert_eq!(accepted.outcome_label(&form), Some("Éligible"));
    let contact = load("contact");
    let accepted = contact
        .judge(&sent(&[
            ("name", " a "),
            ("email", "a@b.re"),
            ("phone", "+262-"),
        ]))
        .unwrap();
    assert_eq!(accepted.shown(&contact, "phone", &numbers), None);
    assert_eq!(accepted.shown(&contact, "name", &numbers).unwrap(), "a");
}

#[test]
fn a_newsletter_has_its_texts() {
    let newsletter = load("newsletter").newsletter.unwrap();
    assert_eq!(newsletter.address, "email");
    assert_eq!(newsletter.link_days, 7);
    assert_eq!(
        newsletter.confirmation.subject,
        "Confirmez votre inscription aux articles d’Atelier FAST"
    );
    // The last line break of a block is not part of the text.
    assert!(newsletter.left.text.ends_with("de la liste d’envoi."));
    assert!(load("contact").newsletter.is_none());
    assert_eq!(load("contact").mail.unwrap().offset_minutes(), 240);
}

#[allow(clippy::unwrap_used)] // A helper of tests is not seen as a test.
#[track_caller]
fn check_several(needs: Input<'static>, expected: Result<&[&str], &[(&str, &str)]>) {
    let form = load("eligibilite");
    let mut submission = sent(ELIGIBLE);
    submission.repeats = false;
    let kind = |name: &str, value: &str| (name.to_owned().into(), text(value));
    submission.inputs.extend([
        kind("type", "autoentrepreneur"),
        kind("secteur", "autre"),
        ("besoins".into(), needs),
    ]);
    match (form.judge(&submission), expected) {
        (Ok(accepted), Ok(expected)) => {
            let (_, answer) = accepted.answers().find(|(n, _)| *n == "besoins").unwrap();
            let expected = expected.iter().map(|one| (*one).to_owned()).collect();
            assert_eq!(*answer, forms::Answer::List(expected));
        }
        (Err(errors), Err(expected)) => assert_eq!(codes(&errors), expected),
        (judged, expected) => panic!("{judged:?} is not {expected:?}"),
    }
}

fn text(value: &str) -> Input<'static> {
    Input::Text(value.to_owned().into())
}

fn list(items: &[&str]) -> Input<'static> {
    Input::List(items.iter().map(|item| text(item)).collect())
}

#[test]
fn lists_are_judged_item_by_item() {
    check_several(list(&[]), Ok(&[]));
    check_several(
        list(&["formation", " strategie "]),
        Ok(&["formation", "strategie"]),
    );
    check_several(
        list(&["formation", "", "  ", "formation"]),
        Ok(&["formation"]),
    );
    check_several(text("formation"), Err(&[("#/besoins", "wrong_type")]));
    check_several(Input::Other, Err(&[("#/besoins", "wrong_type")]));
    check_several(
        Input::List(vec![text("formation"), Input::Other, text("fusée")]),
        Err(&[
            ("#/besoins/1", "wrong_type"),
            ("#/besoins/1", "choice_invalid"),
        ]),
    );
    let many = vec!["formation"; 21];
    check_several(list(&many), Err(&[("#/besoins", "too_many")]));
    check_several(list(&many[..20]), Ok(&["formation"]));
}

/// A list that was not sent is an empty one; one that was sent twice is that mistake and no other.
#[test]
fn a_list_may_be_missing_but_not_twice() {
    let judge = |form: &Form, more: &[Input<'static>]| {
        let mut submission = sent(ELIGIBLE);
        submission.repeats = false;
        let kind = |name: &str, value: &str| (name.to_owned().into(), text(value));
        let choices = [kind("type", "autoentrepreneur"), kind("secteur", "autre")];
        let more = more.iter().cloned().map(|one| ("besoins".into(), one));
        submission.inputs.extend(choices.into_iter().chain(more));
        match form.judge(&submission) {
            Ok(accepted) => {
                let answer = accepted.answers().find(|(name, _)| *name == "besoins");
                Ok(answer.map(|(_, answer)| answer.clone()))
            }
            Err(errors) => Err(codes(&errors)
                .iter()
                .map(|(pointer, code)| format!("{pointer} {code}"))
                .collect::<Vec<_>>()),
        }
    };
    let empty = Ok(Some(forms::Answer::List(Vec::new())));
    assert_eq!(judge(&load("eligibilite"), &[]), empty);
    let needed =
        text_of("eligibilite").replace("name: besoins", "name: besoins\n        required: true");
    let needed = parse("eligibilite", needed);
    let missing = Err(vec!["#/besoins required".to_owned()]);
    assert_eq!(judge(&needed, &[]), missing);
    let twice = Err(vec!["#/besoins duplicate_field".to_owned()]);
    assert_eq!(
        judge(&needed, &[list(&["formation"]), list(&["formation"])]),
        twice
    );
}

/// Of JSON, numbers are answers where numbers are asked for, and nowhere else.
#[test]
fn numbers_stand_where_numbers_are_asked_for() {
    let form = load("eligibilite");
    let number = |value: &str| Input::Number(value.to_owned());
    let judge = |name: &str, value: Input<'static>| {
        let mut submission = sent(ELIGIBLE);
        submission.repeats = false;
        submission.inputs.retain(|(known, _)| known != name);
        let kind = |name: &str, value: &str| (name.to_owned().into(), text(value));
        submission
            .inputs
            .extend([kind("type", "autoentrepreneur"), kind("secteur", "autre")]);
        submission.inputs.push((name.to_owned().into(), value));
        form.judge(&submission)
            .map(|accepted| {
                (
                    accepted.text("budget").to_owned(),
                    accepted.suspicions.clone(),
                )
            })
            .map_err(|errors| errors.iter().map(|error| error.code).collect::<Vec<_>>())
    };
    let untimed = vec![Suspicion::Untimed];
    assert_eq!(
        judge("budget", number("1500")),
        Ok(("1500".into(), untimed))
    );
    assert_eq!(judge("nom", number("1500")), Err(vec!["wrong_type"]));
    assert_eq!(
        judge("elapsed", number("42000")),
        Ok(("1500".into(), Vec::new()))
    );
    assert_eq!(judge("source", number("1")), Err(vec!["wrong_type"]));
    assert_eq!(judge("precisions", number("1")), Err(vec!["wrong_type"]));
}

#[test]
fn a_text_may_be_as_long_as_it_may_be_and_no_longer() {
    let form = load("contact");
    let judge = |name: &str, value: &str| {
        let person = [("name", "a"), ("email", "a@b.re"), (name, value)];
        match form.judge(&sent(&person)) {
            Ok(_) => None,
            Err(errors) => Some(errors[0].code),
        }
    };
    for (name, most) in [("message", 5_000), ("formattedPhone", 60)] {
        assert_eq!(judge(name, &"é".repeat(most)), None, "{name}");
        assert_eq!(
            judge(name, &"é".repeat(most + 1)),
            Some("too_long"),
            "{name}"
        );
    }
    assert_eq!(
        judge("formattedPhone", "a\u{7}b"),
        Some("control_character")
    );
    assert_eq!(judge("features", "a\u{7}b"), Some("control_character"));
}

/// What a form carries along is judged, and kept.
#[test]
fn what_is_carried_is_judged_and_kept() {
    let form = load("contact");
    let judge = |more: &[(&str, &str)]| {
        let person = [("name", "a"), ("email", "a@b.re")];
        form.judge(&sent(&[&person, more].concat()))
            .map(|accepted| {
                let kept = accepted
                    .answers()
                    .filter(|(name, _)| more.iter().any(|(n, _)| n == name));
                let kept = kept.map(|(name, answer)| (name.to_owned(), answer.clone()));
                let source = accepted.source.clone();
                (kept.collect::<Vec<_>>(), source)
            })
    };
    let is_refused = |more: &[(&str, &str)], expected: (&str, &str)| {
        let errors = judge(more).unwrap_err();
        assert_eq!(codes(&errors), [expected], "{more:?}");
    };
    let time = ("timestamp", "2026-11-21T08:30:00.000Z");
    let (kept, source) =
        judge(&[time, ("teamSize", " 3 "), ("source", "/contact\u{7}?a")]).unwrap();
    let is = |value: &str| forms::Answer::Text(value.to_owned());
    let expected = [
        ("teamSize".to_owned(), is("3")),
        (time.0.to_owned(), is(time.1)),
    ];
    assert!(
        kept.len() == 2 && expected.iter().all(|one| kept.contains(one)),
        "{kept:?}"
    );
    assert_eq!(source.as_deref(), Some("/contact?a"));
    assert!(judge(&[("timestamp", "")]).is_ok());
    // Only a time is held against the form of one.
    assert!(judge(&[("teamSize", "three")]).is_ok());
    is_refused(&[("timestamp", "yesterday")], ("#/timestamp", "wrong_type"));
    is_refused(
        &[("teamSize", "3"), ("teamSize", "4")],
        ("#/teamSize", "duplicate_field"),
    );
    is_refused(&[time, time], ("#/timestamp", "duplicate_field"));
    is_refused(
        &[("source", "/a"), ("source", "/b")],
        ("#/source", "duplicate_field"),
    );
}

#[test]
fn what_a_french_form_says_is_typeset_and_nothing_else() {
    let yaml = include_str!("../../../content/forms/newsletter.yaml");
    let yaml = yaml.replace(['\u{a0}', '\u{202f}'], " ");
    let yaml = yaml.replace("title: Presque fini !", "title: C'est presque fini !");
    let yaml = yaml.as_str();
    let source = Source::new("content/forms/newsletter.yaml", yaml);
    let (node, _) = yaml::parse(&source, 0..yaml.len());
    let node = node.unwrap();
    let plain = Form::from_node("newsletter", &node, &source).unwrap();
    let typeset = Form::from_node("newsletter", &forms::french_form(&node), &source).unwrap();
    assert_eq!(plain.success.title, "C'est presque fini !");
    assert_eq!(typeset.success.title, "C’est presque fini\u{202f}!");
    assert_eq!(typeset.thanks, plain.thanks);
    let same = |form: &Form| format!("{:?}", form.mail);
    assert_eq!(same(&typeset), same(&plain));
}

#[test]
fn a_dial_code_alone_is_no_number_and_anything_else_is_judged() {
    let form = load("contact");
    let judge = |phone: &str| {
        let person = [("name", "a"), ("email", "a@b.re"), ("phone", phone)];
        form.judge(&sent(&person))
            .map(|accepted| accepted.text("phone").to_owned())
    };
    assert_eq!(judge("+262-").as_deref(), Ok(""));
    let errors = judge("+26x-").unwrap_err();
    assert_eq!(codes(&errors), [("#/phone", "phone_invalid")]);
}

#[test]
fn of_unknown_names_the_first_twenty_are_told() {
    let form = load("contact");
    let names: Vec<String> = (0..30).map(|n| format!("x{n}")).collect();
    let unknown = names.iter().map(|name| (name.as_str(), "a"));
    let sent = sent(
        &[("name", "a"), ("email", "a@b.re")]
            .into_iter()
            .chain(unknown)
            .collect::<Vec<_>>(),
    );
    let errors = form.judge(&sent).unwrap_err();
    assert_eq!(errors.len(), 20);
    assert!(errors.iter().all(|error| error.code == "unknown_field"));
}
