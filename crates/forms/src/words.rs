//! The words of a form, or of the relay, in another language: laid over what was written, whose structure they leave alone.

use std::ops::Range;
use std::sync::Arc;

use serde_json::{Map, Value, json};
use source::yaml::{Key, Kind, Node, Tree};
use source::{Diagnostic, Source, did_you_mean};

use crate::delivery::placeholders;

/// Which parts of a definition are words. The tree of words is that of the definition; where that has a list, the
/// words name its items by what tells them apart.
pub(crate) enum Shape {
    /// A text.
    Text,
    /// An address, which may be the same in all languages.
    Address,
    /// Some keys of a mapping.
    Words(&'static [(&'static str, Shape)]),
    /// All texts of a mapping.
    Each,
    /// The items of a list, each under its name.
    List(Items),
}

impl Shape {
    /// What stands under a key of a mapping; none when that is no word.
    fn below(&self, name: &str) -> Option<&Shape> {
        match self {
            Words(keys) => keys.iter().find(|(key, _)| *key == name).map(|(_, of)| of),
            _ => Some(&Text),
        }
    }
}

/// How the words of a list's items are written.
pub(crate) struct Items {
    /// The key whose value is an item's name.
    named_by: &'static str,
    /// The key that an item is given which is written as a text alone.
    short_for: &'static str,
    of: &'static Shape,
}

use Shape::{Address, Each, List, Text, Words};

/// Items that are named by the value of a key.
const fn list(named_by: &'static str, short_for: &'static str, of: &'static Shape) -> Shape {
    List(Items {
        named_by,
        short_for,
        of,
    })
}

const NOTICE: Shape = Words(&[("title", Text), ("text", Text), ("button", Text)]);
const LETTER: Shape = Words(&[
    ("subject", Text),
    ("text", Text),
    ("button", Text),
    ("note", Text),
]);
const OPTION: Shape = Words(&[("label", Text), ("description", Text)]);
const COUNTRY: Shape = Words(&[("name", Text)]);
const CASE: Shape = Words(&[("title", Text), ("text", Text)]);
const FIELD: Shape = Words(&[
    ("label", Text),
    ("recap", Text),
    ("hint", Text),
    ("placeholder", Text),
    ("unit", Text),
    ("options", list("value", "label", &OPTION)),
    (
        "countries",
        Words(&[
            ("label", Text),
            ("search", Text),
            ("empty", Text),
            ("list", list("code", "name", &COUNTRY)),
        ]),
    ),
]);
const STEP: Shape = Words(&[
    ("title", Text),
    ("description", Text),
    ("fields", list("name", "label", &FIELD)),
    ("outcome", Words(&[("cases", list("id", "text", &CASE))])),
]);

/// What a form says to visitors. The mail to the owner stays in the owner's language.
pub(crate) const FORM: Shape = Words(&[
    ("title", Text),
    ("description", Text),
    ("thanks", Address),
    ("progress", Words(&[("question", Text), ("last", Text)])),
    ("recap", Text),
    ("buttons", Each),
    ("steps", list("id", "title", &STEP)),
    ("messages", Each),
    (
        "toasts",
        Words(&[
            ("missing", NOTICE),
            ("too_fast", NOTICE),
            ("failed", NOTICE),
            ("success", NOTICE),
        ]),
    ),
    ("success", NOTICE),
    ("receipt", Each),
    ("failure", Each),
    ("privacy", Each),
    ("honeypot", Words(&[("label", Text)])),
    (
        "newsletter",
        Words(&[
            ("page", Address),
            ("confirmation", LETTER),
            ("confirm", NOTICE),
            ("confirmed", NOTICE),
            ("expired", NOTICE),
            ("unsubscribe", NOTICE),
            ("unsubscribed", NOTICE),
        ]),
    ),
]);

/// What the relay says to visitors by itself.
pub(crate) const SETTINGS: Shape = Words(&[
    ("home", Address),
    ("privacy", Address),
    (
        "texts",
        Words(&[
            ("back", Text),
            ("kept", Text),
            ("nothing_here", Text),
            ("too_large", Text),
            ("incomplete", Text),
            ("cannot_leave", Text),
            ("write_to", Text),
            ("wait_minute", Text),
            ("wait_minutes", Text),
            ("wait_hours", Text),
            ("colon", Text),
            ("refusals", Each),
        ]),
    ),
]);

/// A word that a language lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Its keys, with dots between them.
    pub word: String,
    /// Where the original says it.
    pub span: Range<usize>,
}

/// What came of laying words over a definition.
pub(crate) struct Laid {
    pub node: Node,
    pub missing: Vec<Missing>,
    pub mistakes: Vec<Diagnostic>,
}

/// Words, and the language that they are in.
pub(crate) struct Spoken<'a> {
    pub tree: Tree<'a>,
    pub language: &'a str,
}

/// Lays words over a definition. `original` is the file that the structure stands in.
pub(crate) fn lay(definition: &Node, words: &Spoken<'_>, original: &str, shape: &Shape) -> Laid {
    let Spoken { tree, language } = *words;
    let mut layer = Layer {
        source: tree.source,
        original,
        is_french: typography::is_french(language),
        missing: Vec::new(),
        mistakes: Vec::new(),
    };
    let node = layer.lay(definition, Some(tree.root), shape, "");
    Laid {
        node,
        missing: layer.missing,
        mistakes: layer.mistakes,
    }
}

struct Layer<'a> {
    source: &'a Arc<Source>,
    original: &'a str,
    is_french: bool,
    missing: Vec<Missing>,
    mistakes: Vec<Diagnostic>,
}

impl Layer<'_> {
    fn lay(&mut self, definition: &Node, words: Option<&Node>, shape: &Shape, path: &str) -> Node {
        let words = words.filter(|words| words.kind != Kind::Null);
        let kind = match (shape, &definition.kind) {
            (Address, Kind::Text(_)) if words.is_none() => definition.kind.clone(),
            (Text | Address, Kind::Text(text)) => {
                Kind::Text(self.text(text, definition, words, path))
            }
            (Words(_) | Each, Kind::Map(_)) => {
                Kind::Map(self.mapping(definition, words, shape, path))
            }
            (List(of), Kind::List(items)) => Kind::List(self.list(items, words, of, path)),
            // A mistake of the definition, which is told there.
            (_, other) => other.clone(),
        };
        Node {
            kind,
            span: definition.span.clone(),
        }
    }

    fn text(&mut self, said: &str, definition: &Node, words: Option<&Node>, path: &str) -> String {
        let Some(words) = words else {
            if said.contains(char::is_alphabetic) {
                self.missing.push(Missing {
                    word: path.to_owned(),
                    span: definition.span.clone(),
                });
            }
            return said.to_owned();
        };
        let Some(text) = words.as_text() else {
            self.tell(
                &words.span,
                format!("`{path}` is a text"),
                "write it as one, in quotes where it holds signs of YAML".to_owned(),
            );
            return said.to_owned();
        };
        if text.trim().is_empty() && !said.trim().is_empty() {
            self.tell(
                &words.span,
                format!("`{path}` is empty"),
                "write it in this language, or remove the line: then the original is said"
                    .to_owned(),
            );
            return said.to_owned();
        }
        for (message, hint) in misfilled(path, text, said, "the original") {
            self.tell(&words.span, message, hint);
        }
        match self.is_french {
            true => typography::french(text).into_owned(),
            false => text.to_owned(),
        }
    }

    fn mapping(
        &mut self,
        definition: &Node,
        words: Option<&Node>,
        shape: &Shape,
        path: &str,
    ) -> Vec<(Key, Node)> {
        let Kind::Map(entries) = &definition.kind else {
            return Vec::new();
        };
        let of = |name: &str| shape.below(name);
        let below = |name: &str| match path {
            "" => name.to_owned(),
            path => format!("{path}.{name}"),
        };
        for (key, _) in self.entries(words, path, "write a key, a colon and a text on each line") {
            if of(&key.name).is_some() && definition.get(&key.name).is_some() {
                continue;
            }
            let known = entries.iter().map(|(key, _)| key.name.as_str());
            let known = known.filter(|name| of(name).is_some());
            self.unknown(&key, &below(&key.name), definition, known);
        }
        let laid = entries.iter().map(|(key, node)| {
            let own = words.and_then(|words| words.get(&key.name));
            let node = match of(&key.name) {
                Some(of) => self.lay(node, own, of, &below(&key.name)),
                None => node.clone(),
            };
            (key.clone(), node)
        });
        laid.collect()
    }

    fn list(&mut self, items: &[Node], words: Option<&Node>, of: &Items, path: &str) -> Vec<Node> {
        let name = |item: &Node| {
            item.get(of.named_by)
                .and_then(Node::as_text)
                .unwrap_or_default()
                .to_owned()
        };
        let names: Vec<String> = items.iter().map(name).collect();
        for (own, _) in self.entries(words, path, "name each item: `NAME: { … }`") {
            if !names.contains(&own.name) {
                let hint = did_you_mean(&own.name, names.iter().map(String::as_str));
                let hint = hint.unwrap_or_else(|| format!("known: {}", names.join(", ")));
                let message = format!("`{}` has no `{path}.{}`", self.original, own.name);
                self.tell(&own.span, message, hint);
            }
        }
        let laid = items.iter().zip(&names).map(|(item, name)| {
            let own = words.and_then(|words| words.get(name));
            let short = own
                .filter(|own| matches!(own.kind, Kind::Text(_)))
                .map(|own| Node {
                    kind: Kind::Map(vec![(
                        Key {
                            name: of.short_for.to_owned(),
                            span: own.span.clone(),
                        },
                        own.clone(),
                    )]),
                    span: own.span.clone(),
                });
            let words = short.as_ref().or(own);
            self.lay(item, words, of.of, &format!("{path}.{name}"))
        });
        laid.collect()
    }

    /// The entries of a mapping of words; what is none is told.
    fn entries(&mut self, words: Option<&Node>, path: &str, hint: &str) -> Vec<(Key, Node)> {
        match words.map(|words| (&words.kind, &words.span)) {
            Some((Kind::Map(entries), _)) => entries.clone(),
            Some((_, span)) => {
                let message = match path {
                    "" => "words are a mapping".to_owned(),
                    path => format!("`{path}` is a mapping of words"),
                };
                self.tell(span, message, hint.to_owned());
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    fn unknown<'n>(
        &mut self,
        key: &Key,
        path: &str,
        definition: &Node,
        known: impl Iterator<Item = &'n str> + Clone,
    ) {
        let original = self.original;
        let (message, hint) = match definition.get(&key.name) {
            Some(_) => (
                format!("`{path}` is no word"),
                format!("remove it: `{original}` says it for all languages"),
            ),
            None => (
                format!("`{original}` has no `{path}`"),
                did_you_mean(&key.name, known.clone()).unwrap_or_else(|| {
                    let known: Vec<&str> = known.collect();
                    format!("known here: {}", known.join(", "))
                }),
            ),
        };
        self.tell(&key.span, message, hint);
    }

    fn tell(&mut self, span: &Range<usize>, message: String, hint: String) {
        let mistake = Diagnostic::error("form-words", message);
        self.mistakes
            .push(mistake.at(self.source, span.clone()).hint(hint));
    }
}

/// A form's definition with French typography in what it says to visitors.
pub fn french_form(definition: &Node) -> Node {
    french(definition, &FORM)
}

/// A definition with French typography in its words.
pub(crate) fn french(definition: &Node, shape: &Shape) -> Node {
    let kind = match (shape, &definition.kind) {
        (Text, Kind::Text(text)) => Kind::Text(typography::french(text).into_owned()),
        (Words(_) | Each, Kind::Map(entries)) => {
            let entries = entries.iter().map(|(key, node)| {
                let node = match shape.below(&key.name) {
                    Some(of) => french(node, of),
                    None => node.clone(),
                };
                (key.clone(), node)
            });
            Kind::Map(entries.collect())
        }
        (List(Items { of, .. }), Kind::List(items)) => {
            Kind::List(items.iter().map(|item| french(item, of)).collect())
        }
        (_, other) => other.clone(),
    };
    Node {
        kind,
        span: definition.span.clone(),
    }
}

/// What is wrong with the placeholders of a text that stands in the place of another one, each with its hint; `other` is
/// what that one is called.
pub(crate) fn misfilled(path: &str, text: &str, said: &str, other: &str) -> Vec<(String, String)> {
    let lacks = |text: &str, name: &str| !placeholders(text).any(|own| own == name);
    let left_out = placeholders(said).filter(|name| lacks(text, name));
    let left_out = left_out.map(|name| {
        let message = format!("`{path}` does not say `{{{name}}}`, which {other} does");
        let hint = format!("write `{{{name}}}` where it stands in this language");
        (message, hint)
    });
    let unknown = placeholders(text).filter(|name| lacks(said, name));
    let unknown = unknown.map(|name| {
        let near = did_you_mean(name, placeholders(said));
        let hint = near.unwrap_or_else(|| format!("{other} does not say it: remove it"));
        (format!("nothing fills in `{{{name}}}` of `{path}`"), hint)
    });
    left_out.chain(unknown).collect()
}

/// A shape as JSON Schema, for editors: which keys there are is known only beside the original.
fn described(shape: &Shape) -> Value {
    let texts = json!({ "type": "string" });
    match shape {
        Text | Address => texts,
        Each => json!({ "type": "object", "additionalProperties": texts }),
        Words(keys) => {
            let keys = keys.iter();
            let keys = keys.map(|(key, of)| ((*key).to_owned(), described(of)));
            let keys: Map<String, Value> = keys.collect();
            json!({ "type": "object", "additionalProperties": false, "properties": keys })
        }
        List(Items { of, .. }) => json!({
            "type": "object",
            "additionalProperties": { "anyOf": [texts, described(of)] },
        }),
    }
}

/// The JSON Schema of a form's words, `content/forms/NAME.LANGUAGE.yaml`.
pub fn words_schema() -> Value {
    described(&FORM)
}

/// The JSON Schema of the relay's words, `content/forms/_relay.LANGUAGE.yaml`.
pub fn relay_words_schema() -> Value {
    described(&SETTINGS)
}
