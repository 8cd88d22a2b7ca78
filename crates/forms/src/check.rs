//! What a schema cannot say of a definition: that what it refers to exists, once.

use std::ops::Range;
use std::sync::Arc;

use source::yaml::{Kind as Yaml, Node};
use source::{Diagnostic, Source, did_you_mean, nearest};

use crate::condition::SHAPES;
use crate::delivery::{offset_minutes, placeholders};
use crate::form::{Kind, OWN_NAMES};
use crate::rules;

/// Every mistake in a definition, apart from those of its shape. What has the wrong shape is
/// passed over.
pub fn check(definition: &Node, source: &Arc<Source>) -> Vec<Diagnostic> {
    let fields: Vec<&Node> = items(definition, "steps")
        .flat_map(|step| items(step, "fields"))
        .collect();
    let carried: Vec<&Node> = items(definition, "carried").collect();
    let mut check = Check {
        definition,
        source,
        fields,
        carried,
        found: Vec::new(),
    };
    if matches!(definition.kind, Yaml::Map(_)) {
        check.blank_texts(definition, "");
        check.names();
        check.steps();
        check.answers();
        check.messages();
        check.delivery();
    }
    check.found
}

struct Check<'a> {
    definition: &'a Node,
    source: &'a Arc<Source>,
    fields: Vec<&'a Node>,
    carried: Vec<&'a Node>,
    found: Vec<Diagnostic>,
}

/// The items of a list below a key.
fn items<'n>(node: &'n Node, key: &str) -> std::slice::Iter<'n, Node> {
    let list = node.get(key).map(|node| &node.kind);
    let items: &[Node] = match list {
        Some(Yaml::List(items)) => items,
        _ => &[],
    };
    items.iter()
}

fn text<'n>(node: &'n Node, key: &str) -> Option<&'n str> {
    node.get(key)?.as_text()
}

/// The first key of a mapping: enough to find it.
fn opening(node: &Node) -> Range<usize> {
    match &node.kind {
        Yaml::Map(entries) if !entries.is_empty() => entries[0].0.span.clone(),
        _ => node.span.clone(),
    }
}

/// Words in backticks, separated by commas.
fn listed<'n>(words: impl IntoIterator<Item = &'n str>) -> String {
    let quoted: Vec<String> = words.into_iter().map(|word| format!("`{word}`")).collect();
    quoted.join(", ")
}

impl<'a> Check<'a> {
    fn report(&mut self, code: &'static str, place: Range<usize>, message: String) {
        let found = Diagnostic::error(code, message).at(self.source, place);
        self.found.push(found);
    }

    fn hint(&mut self, hint: impl Into<String>) {
        if let Some(last) = self.found.pop() {
            self.found.push(last.hint(hint));
        }
    }

    fn blank_texts(&mut self, node: &Node, name: &str) {
        match &node.kind {
            Yaml::Text(text) if text.trim().is_empty() => {
                self.report(
                    "form-empty",
                    node.span.clone(),
                    format!("`{name}` is empty"),
                );
            }
            Yaml::List(items) => items.iter().for_each(|item| self.blank_texts(item, name)),
            Yaml::Map(entries) => entries
                .iter()
                .for_each(|(key, value)| self.blank_texts(value, &key.name)),
            _ => {}
        }
    }

    fn names(&mut self) {
        let honeypot = self.definition.get("honeypot");
        let named: Vec<&Node> = (self.fields.iter().chain(&self.carried).copied())
            .chain(honeypot)
            .filter_map(|node| node.get("name"))
            .collect();
        let mut seen = OWN_NAMES.to_vec();
        for node in named {
            let Some(name) = node.as_text().filter(|name| !name.trim().is_empty()) else {
                continue;
            };
            let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
            if !name.chars().all(plain) || !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
                self.report(
                    "form-name",
                    node.span.clone(),
                    format!("`{name}` is not a name"),
                );
                self.hint("a name is a letter followed by letters and digits");
            }
            if seen.contains(&name) {
                let message = format!("the name `{name}` is taken");
                self.report("form-duplicate-name", node.span.clone(), message);
                self.hint("give each field a name of its own");
            }
            seen.push(name);
        }
    }

    fn steps(&mut self) {
        let mut ids: Vec<&str> = Vec::new();
        for step in items(self.definition, "steps") {
            if let Some(id) = step.get("id") {
                let name = id.as_text().unwrap_or_default();
                if ids.contains(&name) {
                    let message = format!("two steps have the id `{name}`");
                    self.report("form-duplicate-step", id.span.clone(), message);
                }
                ids.push(name);
            }
            self.advance(step);
            let Some(outcome) = step.get("outcome") else {
                continue;
            };
            self.condition(outcome.get("when"));
            items(outcome, "cases").for_each(|case| self.condition(case.get("when")));
        }
        let thanks = self.definition.get("thanks");
        let path = thanks.and_then(Node::as_text).unwrap_or("/");
        if let Some(node) = thanks.filter(|_| !path.starts_with('/') || path.starts_with("//")) {
            let message = format!("`{path}` is not a path of the site");
            self.report("form-path", node.span.clone(), message);
            self.hint("write it from the root, such as `/merci`");
        }
    }

    /// A step that goes on by itself has no button to do so.
    fn advance(&mut self, step: &Node) {
        let Some((key, value)) = step.entry("advance") else {
            return;
        };
        let is_choice = |field: &Node| text(field, "kind") == Some("choice");
        if matches!(value.kind, Yaml::Bool(true)) && !items(step, "fields").all(is_choice) {
            let message = "a step that advances by itself asks for nothing but choices".to_owned();
            self.report("form-idle", key.span.clone(), message);
            self.hint("remove `advance`, or move the other fields into a step of their own");
        }
    }

    /// The fields, their options and what those depend on.
    fn answers(&mut self) {
        for field in self.fields.clone() {
            self.condition(field.get("when"));
            items(field, "clears").for_each(|name| self.name(name));
            self.options(field);
            self.countries(field);
            self.idle(field);
        }
        for carried in self.carried.clone() {
            carried
                .get("from")
                .into_iter()
                .for_each(|name| self.name(name));
        }
    }

    fn options(&mut self, field: &Node) {
        let kind = text(field, "kind").unwrap_or_default();
        let is_choice = matches!(kind, "choice" | "multi");
        let (name, place) = match field.get("name") {
            Some(node) => (node.as_text().unwrap_or_default(), node.span.clone()),
            None => ("", opening(field)),
        };
        let mut values: Vec<&str> = Vec::new();
        for option in items(field, "options") {
            self.condition(option.get("when"));
            let Some(node) = option.get("value") else {
                continue;
            };
            let value = node.as_text().unwrap_or_default();
            if values.contains(&value) {
                let message = format!("`{name}` offers the value `{value}` twice");
                self.report("form-duplicate-option", node.span.clone(), message);
            }
            values.push(value);
        }
        self.labels(field, name);
        let is_known = is_choice || rules::kind(kind).is_some();
        if is_choice && values.is_empty() {
            let message = format!("the choice `{name}` has no options");
            self.report("form-options", place, message);
        } else if is_known && !is_choice && !values.is_empty() {
            let message = format!("`{name}` is no choice, so it has no options");
            self.report("form-options", place, message);
        }
        if let Some(control) = field.get("control").filter(|_| is_known) {
            let is_attached = control.as_text() == Some("attached");
            let message = match is_choice {
                true if is_attached => "a choice cannot be `attached`",
                false if !(is_attached && kind == "textarea") => "only choices have a `control`",
                _ => return,
            };
            self.report("form-options", control.span.clone(), message.to_owned());
        }
    }

    /// Options that a visitor cannot tell apart, unless a condition shows one of them only.
    fn labels(&mut self, field: &Node, name: &str) {
        let mut labels: Vec<&str> = Vec::new();
        for option in items(field, "options").filter(|option| option.get("when").is_none()) {
            let Some(node) = option.get("label") else {
                continue;
            };
            let label = node.as_text().unwrap_or_default();
            if labels.contains(&label) {
                let message = format!("two options of `{name}` are called `{label}`");
                self.report("form-duplicate-option", node.span.clone(), message);
                self.hint("give each a label of its own");
            }
            labels.push(label);
        }
    }

    /// Settings that a field of its kind does not follow.
    fn idle(&mut self, field: &Node) {
        let Some(kind) = text(field, "kind").filter(|kind| rules::kind(kind).is_some()) else {
            return;
        };
        let is_written = !matches!(kind, "choice" | "multi");
        let is_select = kind == "choice" && text(field, "control") == Some("select");
        let followed = [
            ("rows", kind == "textarea", "a `textarea`"),
            ("unit", kind == "number", "a `number`"),
            ("countries", kind == "phone", "a `phone`"),
            ("max_length", is_written && kind != "number", "a text"),
            (
                "placeholder",
                is_written || is_select,
                "a text or a `select`",
            ),
        ];
        for (key, is_followed, of) in followed {
            let Some((name, _)) = field.entry(key).filter(|_| !is_followed) else {
                continue;
            };
            let message = format!("`{key}` has no effect on a `{kind}`");
            self.report("form-idle", name.span.clone(), message);
            self.hint(format!("only {of} has it: remove it"));
        }
    }

    fn countries(&mut self, field: &Node) {
        let Some(countries) = field.get("countries") else {
            return;
        };
        let Some(default) = countries.get("default") else {
            return;
        };
        let code = default.as_text().unwrap_or_default();
        let codes: Vec<&str> = items(countries, "list")
            .filter_map(|country| text(country, "code"))
            .collect();
        if !codes.contains(&code) {
            let message = format!("no country has the code `{code}`");
            self.report("form-unknown-word", default.span.clone(), message);
            self.hint(format!("the codes: {}", listed(codes)));
        }
    }

    /// The messages that a judgement of these fields may need.
    fn messages(&mut self) {
        let Some(messages) = self.definition.get("messages") else {
            return;
        };
        for code in ["too_long", "too_many"] {
            self.only_filled(messages.get(code), &["max"]);
        }
        let receipt = self.definition.get("receipt");
        for key in ["reply", "sent"] {
            self.only_filled(receipt.and_then(|receipt| receipt.get(key)), &["moment"]);
        }
        let mut wanted = rules::CODES.to_vec();
        for field in &self.fields {
            let kind = text(field, "kind").and_then(rules::kind);
            wanted.extend(kind.and_then(rules::pattern).map(|(_, code)| code));
            if matches!(kind, Some(Kind::Choice | Kind::Multi)) {
                wanted.push("choice_invalid");
            }
            if items(field, "options").any(|option| option.get("when").is_some()) {
                wanted.push("choice_unavailable");
            }
        }
        let mut told = Vec::new();
        for code in wanted {
            if messages.get(code).is_none() && !told.contains(&code) {
                let message = format!("`messages` has no `{code}`");
                self.report("form-missing-key", opening(messages), message);
                self.hint(format!("add `{code}: …`, in words for your visitors"));
                told.push(code);
            }
        }
    }

    fn delivery(&mut self) {
        let parts = ["mail", "newsletter"].map(|key| self.definition.get(key));
        if parts[0].is_some() == parts[1].is_some() {
            let message = "a form has either `mail` or `newsletter`".to_owned();
            self.report("form-delivery", opening(self.definition), message);
        }
        if let Some(mail) = parts[0] {
            if let Some(subject) = mail.get("subject") {
                for name in placeholders(subject.as_text().unwrap_or_default()) {
                    // Quotes and escapes may stand before it; the whole text's place is always right.
                    self.known(name, subject.span.clone());
                }
            }
            mail.get("reply_to")
                .into_iter()
                .for_each(|name| self.name(name));
            let offset = mail.get("utc_offset");
            let written = offset.and_then(Node::as_text).unwrap_or_default();
            if let Some(node) = offset.filter(|_| offset_minutes(written).is_none()) {
                let message = format!("`{written}` is not an offset from UTC");
                self.report("form-offset", node.span.clone(), message);
                self.hint("write it as `\"+04:00\"`");
            }
            for line in items(mail, "lines") {
                let several = items(line, "of");
                let one = line.get("of").filter(|of| of.as_text().is_some());
                one.into_iter()
                    .chain(several)
                    .for_each(|of| self.line_source(of));
            }
        }
        if let Some(newsletter) = parts[1] {
            newsletter
                .get("address")
                .into_iter()
                .for_each(|name| self.name(name));
            self.newsletter(newsletter);
        }
    }

    /// The letters and pages of a newsletter, whose texts know the address and the link alone: no answer is filled in.
    fn newsletter(&mut self, newsletter: &'a Node) {
        let fields = |node: &'a Node| match &node.kind {
            Yaml::Map(fields) => fields.as_slice(),
            _ => &[],
        };
        for (part, texts) in fields(newsletter) {
            for (key, text) in fields(texts) {
                let known: &[&str] = match (&*part.name, &*key.name) {
                    ("confirmation", "text") => &["link"],
                    ("joined", "text") => &["address", "link"],
                    ("left", "text") => &["address"],
                    _ => &[],
                };
                self.only_filled(Some(text), known);
            }
        }
    }

    /// A text in which these values are filled in, and nothing else between braces: visitors would read the braces.
    fn only_filled(&mut self, node: Option<&Node>, known: &[&str]) {
        let Some((node, text)) = node.and_then(|node| Some((node, node.as_text()?))) else {
            return;
        };
        for other in placeholders(text).filter(|name| !known.contains(name)) {
            let message = format!("nothing is filled in for `{{{other}}}`");
            self.report("form-unknown-word", node.span.clone(), message);
            let values: Vec<String> = known.iter().map(|name| format!("`{{{name}}}`")).collect();
            self.hint(match values.is_empty() {
                true => "write it without braces: nothing is filled in here".to_owned(),
                false => format!("write {}", values.join(" or ")),
            });
        }
    }

    fn line_source(&mut self, node: &Node) {
        match node.as_text() {
            Some("@date" | "@source" | "@language") => {}
            Some("@outcome") => {
                let has_outcome = |step: &Node| step.get("outcome").is_some();
                if !items(self.definition, "steps").any(has_outcome) {
                    let message = "no step has an `outcome`".to_owned();
                    self.report("form-unknown-field", node.span.clone(), message);
                }
            }
            _ => self.name(node),
        }
    }

    /// A name that a field or a carried value must have.
    fn name(&mut self, node: &Node) {
        if let Some(name) = node.as_text() {
            self.known(name, node.span.clone());
        }
    }

    fn known(&mut self, name: &str, place: Range<usize>) {
        let is_shown = |carried: &&&Node| text(carried, "kind") != Some("timestamp");
        let carried = self.carried.iter().filter(is_shown);
        let names: Vec<&str> = (self.fields.iter().chain(carried))
            .filter_map(|node| text(node, "name"))
            .collect();
        if name.trim().is_empty() || names.contains(&name) {
            return;
        }
        let hint = did_you_mean(name, names.iter().copied())
            .unwrap_or_else(|| format!("the form's fields: {}", listed(names)));
        self.report(
            "form-unknown-field",
            place,
            format!("there is no field `{name}`"),
        );
        self.hint(hint);
    }

    fn condition(&mut self, node: Option<&Node>) {
        let keys = ["all", "any", "field", "in", "filled"];
        let Some((node, entries)) = node.and_then(|node| match &node.kind {
            Yaml::Map(entries) => Some((node, entries)),
            _ => None,
        }) else {
            return;
        };
        if entries
            .iter()
            .any(|(key, _)| !keys.contains(&key.name.as_str()))
        {
            return;
        }
        let has = keys.map(|key| node.get(key).is_some());
        match has {
            [true, false, false, false, false] | [false, true, false, false, false] => {
                let several = items(node, "all").chain(items(node, "any"));
                several.for_each(|one| self.condition(Some(one)));
            }
            [false, false, true, true, false] | [false, false, true, false, true] => {
                self.question(node);
            }
            _ => self.report("form-condition", opening(node), SHAPES.to_owned()),
        }
    }

    /// A condition on one field.
    fn question(&mut self, node: &Node) {
        let Some(name) = node.get("field") else {
            return;
        };
        self.name(name);
        let named = |field: &&&Node| text(field, "name") == name.as_text();
        let Some(field) = self.fields.iter().copied().find(|field| named(&field)) else {
            return;
        };
        let values: Vec<&str> = items(field, "options")
            .filter_map(|option| text(option, "value"))
            .collect();
        for value in items(node, "in") {
            let written = value.as_text().unwrap_or_default();
            if values.is_empty() || values.contains(&written) || written.is_empty() {
                continue;
            }
            let hint = match nearest(written, values.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("its values: {}", listed(values.iter().copied())),
            };
            let field = name.as_text().unwrap_or_default();
            let message = format!("`{field}` has no option `{written}`");
            self.report("form-unknown-option", value.span.clone(), message);
            self.hint(hint);
        }
    }
}
