//! YAML text to a [`Form`]: reads the keys, and leaves what refers to what to `check`.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::check::{Mention, check};
use crate::form::{
    Carried, CarriedKind, Failure, Form, Honeypot, Meta, Notice, Privacy, Progress, Step,
};
use crate::problem::Problem;
use crate::reader::{Keys, Reader, Spot};
use crate::tree::{self, Node};

/// What reading a definition gathers beside the form itself.
#[derive(Default)]
pub(crate) struct Parser {
    pub reader: Reader,
    /// Where each name is given to a field or a carried value.
    pub names: Vec<Spot>,
    /// Where a name or an option's value is referred to.
    pub mentions: Vec<Mention>,
}

/// Parses and checks a definition. `id` is the file's stem.
///
/// # Errors
///
/// Every problem that was found, in the order of the text.
pub fn parse(id: &str, yaml: &str) -> Result<Form, Vec<Problem>> {
    if let Some(rest) = yaml.strip_prefix('\u{feff}') {
        let mark = yaml.len() - rest.len();
        return parse(id, rest).map_err(|mut problems| {
            for problem in &mut problems {
                problem.span = problem.span.start + mark..problem.span.end + mark;
            }
            problems
        });
    }
    let root = tree::read(yaml).map_err(|problem| vec![problem])?;
    let mut parser = Parser::default();
    let form = parser.form(id, &root);
    let mut problems = match &form {
        Some(form) => check(form, parser),
        None => parser.reader.problems,
    };
    problems.sort_by_key(|problem| problem.span.start);
    match form {
        Some(form) if problems.is_empty() => Ok(form),
        _ => Err(problems),
    }
}

impl Parser {
    fn form(&mut self, id: &str, root: &Node) -> Option<Form> {
        let mut keys = self.reader.keys(root, "the definition")?;
        let keys = &mut keys;
        let title = self.reader.required(keys, "title").text;
        let description = self.text(keys, "description");
        let thanks = self.path(keys);
        let minimum_seconds = self.reader.number(keys, "minimum_seconds");
        let advance_delay = self.reader.number(keys, "advance_delay");
        let reset_delay = self.reader.number(keys, "reset_delay");
        let draft_days = self.reader.number(keys, "draft_days");
        let progress = self.optional_part(keys, "progress", Self::progress);
        let recap = self.text(keys, "recap");
        let buttons = self.texts(keys, "buttons", &["submit", "sending"]);
        let steps = self.reader.filled_list(keys, "steps");
        let steps: Vec<Step> = steps.iter().filter_map(|node| self.step(node)).collect();
        let carried = self.reader.list(keys, "carried");
        let carried = carried
            .iter()
            .filter_map(|node| self.carried(node))
            .collect();
        let messages = self.messages(keys, &steps);
        let toasts = self.toasts(keys);
        let success = self.part(keys, "success", |parser, node| {
            parser.notice(node, "success")
        });
        let failure = self.part(keys, "failure", Self::failure);
        let privacy = self.part(keys, "privacy", Self::privacy);
        let meta = self.part(keys, "honeypot", Self::meta);
        let mail = self.optional_part(keys, "mail", Self::mail);
        let newsletter = self.optional_part(keys, "newsletter", Self::newsletter);
        if keys.get("mail").is_some() == keys.get("newsletter").is_some() {
            let message = "a form has either `mail` or `newsletter`".to_owned();
            self.reader
                .report(&keys.first_key(), "form-delivery", message);
        }
        self.reader.finish(keys);
        Some(Form {
            id: id.to_owned(),
            title,
            description,
            thanks,
            minimum_seconds: minimum_seconds.unwrap_or(3),
            advance_delay: advance_delay.unwrap_or(300),
            reset_delay,
            draft_days: draft_days.unwrap_or(7),
            progress,
            recap,
            buttons,
            steps,
            carried,
            messages,
            toasts,
            success: success?,
            failure: failure?,
            privacy: privacy?,
            meta: meta?,
            mail,
            newsletter,
        })
    }

    /// What a key that must be there holds.
    pub(crate) fn part<T>(
        &mut self,
        keys: &mut Keys<'_>,
        key: &'static str,
        read: impl FnOnce(&mut Self, &Node) -> Option<T>,
    ) -> Option<T> {
        let node = self.reader.node(keys, key)?;
        read(self, node)
    }

    fn optional_part<T>(
        &mut self,
        keys: &mut Keys<'_>,
        key: &'static str,
        read: impl FnOnce(&mut Self, &Node) -> Option<T>,
    ) -> Option<T> {
        let node = keys.get(key)?;
        read(self, node)
    }

    pub(crate) fn text(&mut self, keys: &mut Keys<'_>, key: &'static str) -> Option<String> {
        self.reader.optional(keys, key).map(|spot| spot.text)
    }

    fn path(&mut self, keys: &mut Keys<'_>) -> String {
        let spot = self.reader.required(keys, "thanks");
        if !spot.text.is_empty() && (!spot.text.starts_with('/') || spot.text.starts_with("//")) {
            let message = format!("`{}` is not a path of the site", spot.text);
            let hint = "write it from the root, such as `/merci`".to_owned();
            self.reader
                .report_with_hint(&spot.span, "form-path", (message, hint));
        }
        spot.text
    }

    fn progress(&mut self, node: &Node) -> Option<Progress> {
        let mut keys = self.reader.keys(node, "progress")?;
        let question = self.reader.required(&mut keys, "question").text;
        let last = self.reader.required(&mut keys, "last").text;
        self.reader.finish(&keys);
        Some(Progress { question, last })
    }

    /// A map of texts by name, some of which must be there.
    fn texts(
        &mut self,
        keys: &mut Keys<'_>,
        key: &'static str,
        wanted: &[&str],
    ) -> BTreeMap<String, String> {
        let mut texts = BTreeMap::new();
        let Some(node) = self.reader.node(keys, key) else {
            return texts;
        };
        let Some(inner) = self.reader.keys(node, key) else {
            return texts;
        };
        for (name, value) in inner.entries() {
            let Some(name) = self.reader.spot(name, key) else {
                continue;
            };
            if let Some(value) = self.reader.spot(value, &name.text) {
                texts.insert(name.text, value.text);
            }
        }
        for name in wanted {
            if !texts.contains_key(*name) {
                let message = format!("`{key}` has no `{name}`");
                self.reader
                    .report(&inner.first_key(), "form-missing-key", message);
            }
        }
        texts
    }

    fn messages(&mut self, keys: &mut Keys<'_>, steps: &[Step]) -> BTreeMap<String, String> {
        let mut wanted = vec![
            "required",
            "too_long",
            "control_character",
            "wrong_type",
            "unknown_field",
            "duplicate_field",
            "too_many",
        ];
        for field in steps.iter().flat_map(|step| &step.fields) {
            wanted.extend(field.pattern_code);
            if !field.options.is_empty() {
                wanted.push("choice_invalid");
            }
            if field.options.iter().any(|choice| choice.when.is_some()) {
                wanted.push("choice_unavailable");
            }
        }
        wanted.dedup();
        self.texts(keys, "messages", &wanted)
    }

    fn toasts(&mut self, keys: &mut Keys<'_>) -> BTreeMap<String, Notice> {
        let mut toasts = BTreeMap::new();
        let Some(node) = keys.get("toasts") else {
            return toasts;
        };
        let Some(mut inner) = self.reader.keys(node, "toasts") else {
            return toasts;
        };
        for (key, name) in [
            ("missing", "missing"),
            ("too_fast", "tooFast"),
            ("failed", "failed"),
            ("success", "success"),
        ] {
            if let Some(notice) = inner.get(key).and_then(|node| self.notice(node, key)) {
                toasts.insert(name.to_owned(), notice);
            }
        }
        self.reader.finish(&inner);
        toasts
    }

    pub(crate) fn notice(&mut self, node: &Node, what: &str) -> Option<Notice> {
        let mut keys = self.reader.keys(node, what)?;
        let title = self.reader.required(&mut keys, "title").text;
        let text = self.reader.required(&mut keys, "text").text;
        let button = self.text(&mut keys, "button");
        self.reader.finish(&keys);
        Some(Notice {
            title,
            text,
            button,
        })
    }

    fn failure(&mut self, node: &Node) -> Option<Failure> {
        let mut keys = self.reader.keys(node, "failure")?;
        let failure = Failure {
            text: self.reader.required(&mut keys, "text").text,
            offline: self.reader.required(&mut keys, "offline").text,
            busy: self.reader.required(&mut keys, "busy").text,
            retry: self.reader.required(&mut keys, "retry").text,
            mailto: self.reader.required(&mut keys, "mailto").text,
        };
        self.reader.finish(&keys);
        Some(failure)
    }

    fn privacy(&mut self, node: &Node) -> Option<Privacy> {
        let mut keys = self.reader.keys(node, "privacy")?;
        let text = self.reader.required(&mut keys, "text").text;
        let link = self.reader.required(&mut keys, "link").text;
        self.reader.finish(&keys);
        Some(Privacy { text, link })
    }

    fn meta(&mut self, node: &Node) -> Option<Meta> {
        let mut keys = self.reader.keys(node, "honeypot")?;
        let name = self.reader.required(&mut keys, "name");
        let label = self.reader.required(&mut keys, "label").text;
        self.names.push(name.clone());
        self.reader.finish(&keys);
        let honeypot = Honeypot {
            name: name.text,
            label,
        };
        Some(Meta {
            honeypot,
            elapsed: "elapsed",
            source: "source",
            submission: "submissionId",
        })
    }

    fn carried(&mut self, node: &Node) -> Option<Carried> {
        let mut keys = self.reader.keys(node, "a carried value")?;
        let name = self.reader.required(&mut keys, "name");
        self.names.push(name.clone());
        let kind = self.reader.required(&mut keys, "kind");
        let kind = self.reader.word(&kind, "kind of carried value", CARRIED);
        let from = self.reader.optional(&mut keys, "from");
        self.mentions.extend(from.iter().map(Mention::name));
        let format = self.reader.optional(&mut keys, "format");
        let format = format.map(|spot| self.reader.word(&spot, "format", FORMATS).to_owned());
        let max_length = self.reader.number(&mut keys, "max_length").unwrap_or(100) as usize;
        self.reader.finish(&keys);
        Some(Carried {
            name: name.text,
            kind,
            from: from.map(|spot| spot.text),
            format,
            max_length,
        })
    }

    /// Records the `{name}` placeholders of a text.
    pub(crate) fn placeholders(&mut self, spot: &Spot, allowed: &[&str]) {
        for (_, name) in placeholders(&spot.text) {
            if !allowed.contains(&name) {
                // Quotes and escapes may stand before it; the whole text's place is always right.
                let span = spot.span.clone();
                self.mentions.push(Mention::name(&Spot {
                    text: name.to_owned(),
                    span,
                }));
            }
        }
    }
}

/// The `{name}` placeholders of a text and where they stand in it.
pub fn placeholders(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let open = from + text[from..].find('{')?;
        let close = open + text[open..].find('}')?;
        from = close + 1;
        Some((open..from, &text[open + 1..close]))
    })
}

const CARRIED: &[(&str, CarriedKind)] = &[
    ("text", CarriedKind::Text),
    ("list", CarriedKind::List),
    ("timestamp", CarriedKind::Timestamp),
];

const FORMATS: &[(&str, &str)] = &[("copy", "copy"), ("pairs", "pairs")];
