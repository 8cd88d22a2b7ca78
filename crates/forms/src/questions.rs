//! The questions of a definition: steps, fields, options, conditions, outcomes.

use crate::check::Mention;
use crate::condition::Condition;
use crate::form::{Case, Choice, Control, Countries, Country, Field, Kind, Outcome, Step};
use crate::parse::Parser;
use crate::reader::{Keys, Spot};
use crate::rules;
use crate::tree::Node;

impl Parser {
    pub(crate) fn step(&mut self, node: &Node) -> Option<Step> {
        let mut keys = self.reader.keys(node, "a step")?;
        let id = self.reader.required(&mut keys, "id").text;
        let title = self.reader.required(&mut keys, "title").text;
        let description = self.text(&mut keys, "description");
        let advance = self.reader.flag(&mut keys, "advance");
        let fields = self.reader.filled_list(&mut keys, "fields");
        let fields = fields.iter().filter_map(|node| self.field(node)).collect();
        let outcome = keys.get("outcome").and_then(|node| self.outcome(node));
        self.reader.finish(&keys);
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
        self.reader.finish(&keys);
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
        self.reader.finish(&keys);
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
        self.reader.finish(&keys);
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
        self.reader.finish(&keys);
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
        self.reader.finish(&keys);
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
        self.reader.finish(&keys);
        Some(case)
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
        self.reader.finish(&keys);
        Some(condition)
    }
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

const TONES: &[(&str, &str)] = &[("success", "success"), ("warning", "warning")];
