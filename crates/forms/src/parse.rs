//! YAML text to a [`Form`]: reads the keys, and leaves what refers to what to `check`.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::check::{Mention, check};
use crate::condition::Condition;
use crate::form::*;
use crate::problem::Problem;
use crate::reader::{Keys, Reader, Spot};
use crate::rules;
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
        let title = self.reader.required(&mut keys, "title").text;
        let description = self.text(&mut keys, "description");
        let thanks = self.path(&mut keys);
        let minimum_seconds = self
            .reader
            .number(&mut keys, "minimum_seconds")
            .unwrap_or(3);
        let advance_delay = self
            .reader
            .number(&mut keys, "advance_delay")
            .unwrap_or(300);
        let reset_delay = self.reader.number(&mut keys, "reset_delay");
        let draft_days = self.reader.number(&mut keys, "draft_days").unwrap_or(7);
        let progress = keys.get("progress").and_then(|node| self.progress(node));
        let recap = self.text(&mut keys, "recap");
        let buttons = self.texts(&mut keys, "buttons", &["submit", "sending"]);
        let steps = self.reader.filled_list(&mut keys, "steps");
        let steps: Vec<Step> = steps.iter().filter_map(|node| self.step(node)).collect();
        let carried = self.reader.list(&mut keys, "carried");
        let carried = carried
            .iter()
            .filter_map(|node| self.carried(node))
            .collect();
        let messages = self.messages(&mut keys, &steps);
        let toasts = self.toasts(&mut keys);
        let success = self
            .reader
            .node(&mut keys, "success")
            .and_then(|n| self.notice(n, "success"));
        let failure = self
            .reader
            .node(&mut keys, "failure")
            .and_then(|n| self.failure(n));
        let privacy = self
            .reader
            .node(&mut keys, "privacy")
            .and_then(|n| self.privacy(n));
        let honeypot = self
            .reader
            .node(&mut keys, "honeypot")
            .and_then(|n| self.honeypot(n));
        let mail = keys.get("mail").and_then(|node| self.mail(node));
        let newsletter = keys
            .get("newsletter")
            .and_then(|node| self.newsletter(node));
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
            minimum_seconds,
            advance_delay,
            reset_delay,
            draft_days,
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
            meta: Meta {
                honeypot: honeypot?,
                elapsed: "elapsed",
                source: "source",
                submission: "submissionId",
            },
            mail,
            newsletter,
        })
    }

    fn text(&mut self, keys: &mut Keys<'_>, key: &'static str) -> Option<String> {
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
        self.reader.finish(keys);
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
        self.reader.finish(inner);
        toasts
    }

    pub(crate) fn notice(&mut self, node: &Node, what: &str) -> Option<Notice> {
        let mut keys = self.reader.keys(node, what)?;
        let title = self.reader.required(&mut keys, "title").text;
        let text = self.reader.required(&mut keys, "text").text;
        let button = self.text(&mut keys, "button");
        self.reader.finish(keys);
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
        self.reader.finish(keys);
        Some(failure)
    }

    fn privacy(&mut self, node: &Node) -> Option<Privacy> {
        let mut keys = self.reader.keys(node, "privacy")?;
        let text = self.reader.required(&mut keys, "text").text;
        let link = self.reader.required(&mut keys, "link").text;
        self.reader.finish(keys);
        Some(Privacy { text, link })
    }

    fn honeypot(&mut self, node: &Node) -> Option<Honeypot> {
        let mut keys = self.reader.keys(node, "honeypot")?;
        let name = self.reader.required(&mut keys, "name");
        let label = self.reader.required(&mut keys, "label").text;
        self.names.push(name.clone());
        self.reader.finish(keys);
        Some(Honeypot {
            name: name.text,
            label,
        })
    }

    fn step(&mut self, node: &Node) -> Option<Step> {
        let mut keys = self.reader.keys(node, "a step")?;
        let id = self.reader.required(&mut keys, "id").text;
        let title = self.reader.required(&mut keys, "title").text;
        let description = self.text(&mut keys, "description");
        let advance = self.reader.flag(&mut keys, "advance");
        let fields = self.reader.filled_list(&mut keys, "fields");
        let fields = fields.iter().filter_map(|node| self.field(node)).collect();
        let outcome = keys.get("outcome").and_then(|node| self.outcome(node));
        self.reader.finish(keys);
        Some(Step {
            id,
            title,
            description,
            advance,
            fields,
            outcome,
        })
    }

    fn field(&mut self, node: &Node) -> Option<Field> {
        let mut keys = self.reader.keys(node, "a field")?;
        let name = self.reader.required(&mut keys, "name");
        self.names.push(name.clone());
        let kind_spot = self.reader.required(&mut keys, "kind");
        let kind = self.reader.word(&kind_spot, "kind of field", KINDS);
        let is_choice = matches!(kind, Kind::Choice | Kind::Multi);
        let control = self.control(&mut keys, is_choice);
        let options = self.reader.list(&mut keys, "options");
        let options: Vec<Choice> = options.iter().filter_map(|n| self.choice(n)).collect();
        if is_choice && options.is_empty() {
            let message = format!("the choice `{}` has no options", name.text);
            self.reader.report(&name.span, "form-options", message);
        } else if !is_choice && !options.is_empty() {
            let message = format!("`{}` is no choice, so it has no options", name.text);
            self.reader.report(&name.span, "form-options", message);
        }
        let max_length = self
            .reader
            .number(&mut keys, "max_length")
            .map(|max| max as usize);
        let pattern = rules::pattern(kind);
        let field = Field {
            kind,
            control,
            label: self.reader.required(&mut keys, "label").text,
            recap: self.text(&mut keys, "recap"),
            hint: self.text(&mut keys, "hint"),
            placeholder: self.text(&mut keys, "placeholder"),
            autocomplete: self.text(&mut keys, "autocomplete"),
            required: self.reader.flag(&mut keys, "required"),
            max_length: max_length.or(rules::default_length(kind)),
            rows: self.reader.number(&mut keys, "rows"),
            unit: self.text(&mut keys, "unit"),
            pattern: pattern.map(|(pattern, _)| pattern),
            pattern_code: pattern.map(|(_, code)| code),
            options,
            when: self.condition_at(&mut keys),
            clears: self.clears(&mut keys),
            countries: keys.get("countries").and_then(|node| self.countries(node)),
            name: name.text,
        };
        self.reader.finish(keys);
        Some(field)
    }

    fn control(&mut self, keys: &mut Keys<'_>, is_choice: bool) -> Option<Control> {
        let spot = self.reader.optional(keys, "control");
        match spot {
            Some(spot) if is_choice => Some(self.reader.word(&spot, "control", CONTROLS)),
            Some(spot) => {
                let message = "only choices have a `control`".to_owned();
                self.reader.report(&spot.span, "form-options", message);
                None
            }
            None => is_choice.then_some(Control::List),
        }
    }

    fn clears(&mut self, keys: &mut Keys<'_>) -> Vec<String> {
        let mut names = Vec::new();
        for node in self.reader.list(keys, "clears") {
            if let Some(spot) = self.reader.spot(node, "clears") {
                self.mentions.push(Mention::name(&spot));
                names.push(spot.text);
            }
        }
        names
    }

    fn choice(&mut self, node: &Node) -> Option<Choice> {
        let mut keys = self.reader.keys(node, "an option")?;
        let choice = Choice {
            value: self.reader.required(&mut keys, "value").text,
            label: self.reader.required(&mut keys, "label").text,
            description: self.text(&mut keys, "description"),
            icon: self.text(&mut keys, "icon"),
            when: self.condition_at(&mut keys),
        };
        self.reader.finish(keys);
        Some(choice)
    }

    fn countries(&mut self, node: &Node) -> Option<Countries> {
        let mut keys = self.reader.keys(node, "countries")?;
        let default = self.reader.required(&mut keys, "default");
        let label = self.reader.required(&mut keys, "label").text;
        let search = self.reader.required(&mut keys, "search").text;
        let empty = self.reader.required(&mut keys, "empty").text;
        let list = self.reader.filled_list(&mut keys, "list");
        let list: Vec<Country> = list.iter().filter_map(|node| self.country(node)).collect();
        if !list.iter().any(|country| country.code == default.text) {
            let message = format!("no country has the code `{}`", default.text);
            self.reader
                .report(&default.span, "form-unknown-word", message);
        }
        self.reader.finish(keys);
        Some(Countries {
            default: default.text,
            label,
            search,
            empty,
            list,
        })
    }

    fn country(&mut self, node: &Node) -> Option<Country> {
        let mut keys = self.reader.keys(node, "a country")?;
        let country = Country {
            code: self.reader.required(&mut keys, "code").text,
            name: self.reader.required(&mut keys, "name").text,
            flag: self.reader.required(&mut keys, "flag").text,
            dial_code: self.reader.required(&mut keys, "dial_code").text,
            max_digits: self.reader.number(&mut keys, "max_digits"),
        };
        self.reader.finish(keys);
        Some(country)
    }

    fn outcome(&mut self, node: &Node) -> Option<Outcome> {
        let mut keys = self.reader.keys(node, "outcome")?;
        let when = self
            .reader
            .node(&mut keys, "when")
            .and_then(|node| self.condition(node));
        let cases = self.reader.filled_list(&mut keys, "cases");
        let cases = cases.iter().filter_map(|node| self.case(node)).collect();
        self.reader.finish(keys);
        Some(Outcome { when: when?, cases })
    }

    fn case(&mut self, node: &Node) -> Option<Case> {
        let mut keys = self.reader.keys(node, "a case")?;
        let tone = self.reader.required(&mut keys, "tone");
        let case = Case {
            id: self.reader.required(&mut keys, "id").text,
            tone: self.reader.word(&tone, "tone", TONES).to_owned(),
            label: self.reader.required(&mut keys, "label").text,
            when: self.condition_at(&mut keys),
            title: self.text(&mut keys, "title"),
            text: self.reader.required(&mut keys, "text").text,
        };
        self.reader.finish(keys);
        Some(case)
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
        self.reader.finish(keys);
        Some(Carried {
            name: name.text,
            kind,
            from: from.map(|spot| spot.text),
            format,
            max_length,
        })
    }

    fn condition_at(&mut self, keys: &mut Keys<'_>) -> Option<Condition> {
        keys.get("when").and_then(|node| self.condition(node))
    }

    fn condition(&mut self, node: &Node) -> Option<Condition> {
        let mut keys = self.reader.keys(node, "when")?;
        let several = |parser: &mut Self, items: &[Node]| {
            items
                .iter()
                .filter_map(|node| parser.condition(node))
                .collect::<Vec<_>>()
        };
        let condition = if keys.get("all").is_some() {
            let items = self.reader.filled_list(&mut keys, "all");
            Condition::All {
                all: several(self, items),
            }
        } else if keys.get("any").is_some() {
            let items = self.reader.filled_list(&mut keys, "any");
            Condition::Any {
                any: several(self, items),
            }
        } else {
            let field = self.reader.required(&mut keys, "field");
            if keys.get("filled").is_some() {
                let filled = self.reader.flag(&mut keys, "filled");
                self.mentions.push(Mention::name(&field));
                Condition::Filled {
                    field: field.text,
                    filled,
                }
            } else {
                let items = self.reader.filled_list(&mut keys, "in");
                let values: Vec<Spot> = items
                    .iter()
                    .filter_map(|node| self.reader.spot(node, "in"))
                    .collect();
                self.mentions.push(Mention::name(&field));
                self.mentions
                    .extend(values.iter().map(|value| Mention::value(&field, value)));
                let values = values.into_iter().map(|spot| spot.text).collect();
                Condition::In {
                    field: field.text,
                    r#in: values,
                }
            }
        };
        self.reader.finish(keys);
        Some(condition)
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

const KINDS: &[(&str, Kind)] = &[
    ("text", Kind::Text),
    ("choice", Kind::Choice),
    ("multi", Kind::Multi),
    ("email", Kind::Email),
    ("phone", Kind::Phone),
    ("textarea", Kind::Textarea),
    ("url", Kind::Url),
    ("number", Kind::Number),
];

const CONTROLS: &[(&str, Control)] = &[
    ("list", Control::List),
    ("cards", Control::Cards),
    ("select", Control::Select),
];

const CARRIED: &[(&str, CarriedKind)] = &[
    ("text", CarriedKind::Text),
    ("list", CarriedKind::List),
    ("timestamp", CarriedKind::Timestamp),
];

const FORMATS: &[(&str, &str)] = &[("copy", "copy"), ("pairs", "pairs")];

const TONES: &[(&str, &str)] = &[("success", "success"), ("warning", "warning")];
