//! What must hold for any answers to a form.

use std::sync::OnceLock;

use forms::{Form, Input, Submission};
use source::{Source, yaml};

const CONTACT: &str = include_str!("../../content/forms/contact.yaml");

fn contact() -> &'static Form {
    static FORM: OnceLock<Form> = OnceLock::new();
    FORM.get_or_init(|| {
        let source = Source::new("contact.yaml", CONTACT);
        let (node, _) = yaml::parse(&source, 0..CONTACT.len());
        Form::from_node("contact", &node.expect("YAML"), &source).expect("a form")
    })
}

/// A form takes answers or says what is wrong with which field. Each line is `name=value`, `name#number` or `name[a,b`.
pub fn form(text: &str) {
    let inputs = text.lines().filter_map(|line| {
        let at = line.find(['=', '#', '['])?;
        let (name, value) = (&line[..at], &line[at + 1..]);
        let text = |value: &str| Input::Text(value.replace("\\n", "\n").into());
        let input = match line.as_bytes()[at] {
            b'#' => Input::Number(value.to_owned()),
            b'[' => Input::List(value.split(',').map(text).collect()),
            _ => text(value),
        };
        Some((name.to_owned().into(), input))
    });
    let submission = Submission {
        inputs: inputs.collect(),
        repeats: text.len().is_multiple_of(2),
    };
    match contact().judge(&submission) {
        Ok(accepted) => {
            let name = accepted.text("name");
            assert!(!name.contains(['\n', '\r', '\0']), "{name:?}");
            assert!(name.chars().count() <= 200);
        }
        Err(errors) => {
            assert!(!errors.is_empty());
            assert!(errors.iter().all(|error| error.pointer.starts_with('#')));
        }
    }
}
