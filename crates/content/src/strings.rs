//! content/strings.yaml: the words of templates in every language, asked for by name.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::language::{Language, Languages, OWN, without_text};
use crate::plural::{self, FORMS};
use crate::schema::{Own, Schema};
use crate::texts::SourceTexts;
use crate::validate::validate;
use source::yaml::{self, Kind, Node};
use source::{Diagnostic, Place, Source};

/// The file, below content/.
const FILE: &str = "strings.yaml";

/// The words of a site by their key.
#[derive(Debug, Default)]
pub struct Strings(BTreeMap<String, Words>);

/// What a key says in a language.
#[derive(Clone, Debug, Hash)]
pub enum Saying {
    /// Whatever the number.
    Plain(Arc<str>),
    /// By the form that goes with a number.
    Forms(BTreeMap<String, Arc<str>>),
}

impl Saying {
    /// What is said of a number in a language.
    pub fn of(&self, language: &str, number: &str) -> &str {
        match self {
            Self::Plain(text) => text,
            Self::Forms(forms) => {
                let form = forms.get(plural::form(language, number));
                // A form that only fractions have need not be there.
                let form = form.or_else(|| forms.values().next_back());
                form.map_or("", |text| text)
            }
        }
    }

    /// All that may be said.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        let (plain, forms) = match self {
            Self::Plain(text) => (Some(text), None),
            Self::Forms(forms) => (None, Some(forms.values())),
        };
        plain
            .into_iter()
            .chain(forms.into_iter().flatten())
            .map(|text| &**text)
    }
}

/// What a key says in each language.
#[derive(Debug)]
struct Words {
    /// By the language's place among the site's; none where it is missing.
    texts: Vec<Option<Saying>>,
    /// Where the key stands.
    place: Place,
}

impl Strings {
    /// Reads the file, if there is one.
    pub(crate) fn read(texts: &SourceTexts, languages: &Languages) -> (Self, Vec<Diagnostic>) {
        let Some(source) = texts.content.get(FILE) else {
            return (Self::default(), Vec::new());
        };
        let (root, mut diagnostics) = yaml::parse(source, 0..source.text().len());
        if let Some(root) = &root {
            diagnostics.extend(validate(&Schema::own(Own::Strings), root, source));
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
            let told = words.texts.iter().zip(languages.all());
            let told = match are_forms(&value) {
                true => told.take(1),
                false => told.take(usize::MAX),
            };
            let lacking = told.filter_map(|(text, language)| Some((text.as_ref()?, language)));
            let lacking = lacking.filter_map(|(text, language)| missing_form(text, &language.code));
            for (form, number, code) in lacking {
                let key = &key.name;
                let message = format!("the string `{key}` lacks the form `{form}` in `{code}`");
                let hint = format!("add `{form}: …`: it is said of {number}");
                let mistake = Diagnostic::error("missing-string", message);
                diagnostics.push(mistake.on(&words.place).hint(hint));
            }
            strings.insert(key.name, words);
        }
        (Self(strings), diagnostics)
    }

    /// What a key says in a language; in the site's own where that says nothing.
    pub fn get(&self, key: &str, language: usize) -> Option<&Saying> {
        let texts = &self.0.get(key)?.texts;
        texts[language].as_ref().or(texts[OWN].as_ref())
    }

    /// All keys.
    pub fn keys(&self) -> impl Iterator<Item = &str> + Clone {
        self.0.keys().map(String::as_str)
    }

    /// All keys with their places.
    pub fn places(&self) -> impl Iterator<Item = (&str, &Place)> {
        self.0
            .iter()
            .map(|(key, words)| (key.as_str(), &words.place))
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
) -> Vec<Option<Saying>> {
    let all = languages.all().iter();
    match &value.kind {
        Kind::Map(texts) if !are_forms(value) => {
            for (code, _) in texts {
                if languages.find(&code.name).is_none() {
                    let unknown = languages.unknown(&code.name);
                    diagnostics.push(unknown.at(source, code.span.clone()));
                }
            }
            let texts = all.map(|language| text(value.get(&language.code)?, language));
            texts.collect()
        }
        _ => all.map(|language| text(value, language)).collect(),
    }
}

/// Whether a mapping names forms of numbers rather than languages.
fn are_forms(value: &Node) -> bool {
    let Kind::Map(keys) = &value.kind else {
        return false;
    };
    !keys.is_empty()
        && keys
            .iter()
            .all(|(key, _)| FORMS.contains(&key.name.as_str()))
}

/// What a value says in a language.
fn text(value: &Node, language: &Language) -> Option<Saying> {
    let typeset = |text: &str| match language.is_french() {
        true => Arc::from(typography::french(text)),
        false => Arc::from(text),
    };
    match &value.kind {
        Kind::Map(forms) => {
            let forms = forms.iter();
            let forms =
                forms.filter_map(|(key, form)| Some((key.name.clone(), typeset(form.as_text()?))));
            Some(Saying::Forms(forms.collect()))
        }
        _ => value.as_text().map(|text| Saying::Plain(typeset(text))),
    }
}

/// The form that whole numbers have in a language and a text lacks, with the first such number.
fn missing_form<'a>(text: &Saying, code: &'a str) -> Option<(&'static str, usize, &'a str)> {
    let Saying::Forms(forms) = text else {
        return None;
    };
    let needed = (0..=100).map(|number| (plural::form(code, &number.to_string()), number, code));
    needed
        .into_iter()
        .find(|(form, ..)| !forms.contains_key(*form))
}

/// The mistake, when a key says nothing in a language that falls back on no other.
fn missing(key: &str, words: &Words, languages: &Languages) -> Option<Diagnostic> {
    let all = words.texts.iter().zip(languages.all()).enumerate();
    let needed = all.filter(|(at, (_, language))| *at == 0 || !language.falls_back);
    let mut codes = needed.filter(|(_, (text, _))| text.is_none());
    let (_, (_, language)) = codes.next()?;
    let mistake = without_text(&format!("the string `{key}`"), language, languages);
    Some(mistake.on(&words.place))
}
