//! content/strings.yaml: the words of templates in every language, asked for by name.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::language::Languages;
use crate::schema::Schema;
use crate::texts::Texts;
use crate::typography;
use crate::validate::validate;
use source::yaml::{self, Kind, Node};
use source::{Diagnostic, Place, Source};

/// The file, below content/.
const FILE: &str = "strings.yaml";

/// The words of a site by their key.
#[derive(Debug, Default)]
pub struct Strings(BTreeMap<String, Words>);

/// What a key says in each language.
#[derive(Debug)]
struct Words {
    /// By the language's place among the site's; none where it is missing.
    texts: Vec<Option<Arc<str>>>,
    /// Where the key stands.
    place: Place,
}

impl Strings {
    /// Reads the file, if there is one.
    pub(crate) fn read(texts: &Texts, languages: &Languages) -> (Self, Vec<Diagnostic>) {
        let Some(source) = texts.content.get(FILE) else {
            return (Self::default(), Vec::new());
        };
        let (root, mut diagnostics) = yaml::parse(source, 0..source.text.len());
        if let (Some(root), Ok(schema)) = (&root, Schema::for_strings()) {
            diagnostics.extend(validate(&schema, root, source));
        }
        let Some(Kind::Map(keys)) = root.map(|root| root.kind) else {
            return (Self::default(), diagnostics);
        };
        let mut strings = BTreeMap::new();
        for (key, value) in keys {
            let words = Words {
                texts: read(&value, source, languages, &mut diagnostics),
                place: Place::new(source, key.span),
            };
            // What is neither a text nor texts is told already.
            if matches!(value.kind, Kind::Map(_)) {
                diagnostics.extend(missing(&key.name, &words, languages));
            }
            strings.insert(key.name, words);
        }
        (Self(strings), diagnostics)
    }

    /// What a key says in a language; in the site's own where that says nothing.
    pub fn get(&self, key: &str, language: usize) -> Option<&Arc<str>> {
        let texts = &self.0.get(key)?.texts;
        texts[language].as_ref().or(texts[0].as_ref())
    }

    /// All keys.
    pub fn keys(&self) -> impl Iterator<Item = &str> + Clone {
        self.0.keys().map(String::as_str)
    }

    /// The keys that say nothing in a language, with their places.
    pub fn missing(&self, language: usize) -> impl Iterator<Item = (&str, &Place)> {
        let missing = self.0.iter();
        let missing = missing.filter(move |(_, words)| words.texts[language].is_none());
        missing.map(|(key, words)| (key.as_str(), &words.place))
    }
}

/// The texts of a key: one for all languages, or one each.
fn read(
    value: &Node,
    source: &Arc<Source>,
    languages: &Languages,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Option<Arc<str>>> {
    let all = languages.all().iter();
    let typeset = |text: &str, is_french: bool| match is_french {
        true => Arc::from(typography::french(text)),
        false => Arc::from(text),
    };
    match &value.kind {
        Kind::Map(texts) => {
            for (code, _) in texts {
                if languages.find(&code.name).is_none() {
                    let unknown = languages.unknown(&code.name);
                    diagnostics.push(unknown.at(source, code.span.clone()));
                }
            }
            let texts = all.map(|language| {
                let text = value.get(&language.code).and_then(Node::as_text)?;
                Some(typeset(text, language.is_french()))
            });
            texts.collect()
        }
        _ => {
            let text = value.as_text();
            all.map(|language| text.map(|text| typeset(text, language.is_french())))
                .collect()
        }
    }
}

/// The mistake, when a key says nothing in a language that falls back on no other.
fn missing(key: &str, words: &Words, languages: &Languages) -> Option<Diagnostic> {
    let all = words.texts.iter().zip(languages.all()).enumerate();
    let needed = all.filter(|(at, (_, language))| *at == 0 || !language.falls_back);
    let mut codes = needed.filter(|(_, (text, _))| text.is_none());
    let (_, (_, language)) = codes.next()?;
    let code = &language.code;
    let message = format!("the string `{key}` is missing in `{code}`");
    let hint = match code == &languages.own().code {
        true => format!("add `{code}: …`: it stands in for other languages too"),
        false => format!(
            "add `{code}: …`, or let `{code}` fall back: `missing: fallback` in content/site.yaml"
        ),
    };
    let mistake = Diagnostic::error("missing-string", message);
    Some(mistake.on(&words.place).hint(hint))
}
