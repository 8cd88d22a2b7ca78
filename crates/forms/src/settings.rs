//! How the forms of a site are answered: the relay's own texts, dates, numbers and look.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use source::yaml::{self, Kind, Node, Tree};
use source::{Diagnostic, Source};

use crate::words::{self, Missing, Spoken};

/// The JSON Schema of the settings, written in YAML. What a site does not say is as its defaults.
pub const SETTINGS_SCHEMA: &str = include_str!("settings.schema.yaml");

/// What content/forms/_relay.yaml says. The schema describes each value.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Settings {
    pub language: String,
    pub home: String,
    pub privacy: String,
    pub texts: RelayTexts,
    pub dates: Dates,
    pub numbers: Numbers,
    pub look: Look,
    /// The same in other languages.
    #[serde(skip)]
    pub translations: Vec<Settings>,
}

/// What the relay says by itself.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct RelayTexts {
    pub back: String,
    pub kept: String,
    pub nothing_here: String,
    pub too_large: String,
    pub incomplete: String,
    pub cannot_leave: String,
    pub write_to: String,
    pub wait_minute: String,
    pub wait_minutes: String,
    pub wait_hours: String,
    pub colon: String,
    pub in_ascii: String,
    pub suspect_mark: String,
    pub suspect: String,
    pub honeypot: String,
    pub too_fast: String,
    pub untimed: String,
    pub may_be_copy: String,
    pub outbox: String,
    pub outbox_empty: String,
    pub outbox_text: String,
    pub outbox_headers: String,
    pub refusals: BTreeMap<String, String>,
}

/// How mails write dates.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Dates {
    pub day: String,
    pub first: String,
    pub moment: String,
    pub months: [String; 12],
}

/// How mails write numbers.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Numbers {
    pub thousands: String,
    pub decimal: String,
}

/// How pages and mails look: what stands in the files, once they are read.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Look {
    pub page: String,
    pub mail: String,
    pub mark: String,
    pub relief: String,
}

impl Settings {
    /// Reads the settings of a site; an empty tree gives the defaults.
    ///
    /// # Errors
    ///
    /// The first mistake of their shape.
    pub fn from_node(node: &Node, source: &Arc<Source>) -> Result<Self, Diagnostic> {
        spoken(node).read(source)
    }

    /// Adds the settings in another language, whose words `words` are, laid over those of `node`. Returns the words that are
    /// missing and every mistake.
    pub fn translate(
        &mut self,
        language: &str,
        node: &Node,
        words: Tree<'_>,
    ) -> (Vec<Missing>, Vec<Diagnostic>) {
        let said = Spoken {
            tree: words,
            language,
        };
        let laid = words::lay(&spoken(node), &said, "_relay.yaml", &words::SETTINGS);
        let mut mistakes = laid.mistakes;
        match laid.node.read::<Settings>(words.source) {
            Ok(settings) => self.translations.push(Settings {
                language: language.to_owned(),
                // As the addresses of a site's languages begin, unless the words say otherwise.
                home: match words.root.get("home") {
                    Some(_) => settings.home,
                    None => format!("/{}", language.to_lowercase()),
                },
                // The files that it names are read once.
                look: self.look.clone(),
                ..settings
            }),
            // The settings themselves cannot be read, which is told there.
            Err(mistake) if mistakes.is_empty() => mistakes.push(mistake),
            Err(_) => {}
        }
        (laid.missing, mistakes)
    }

    /// The settings in a language; as they are written when they are not translated into it.
    pub fn in_language(&self, language: &str) -> &Self {
        let is_it = |own: &&Self| own.language.eq_ignore_ascii_case(language);
        self.translations.iter().find(is_it).unwrap_or(self)
    }

    /// The address of the first page in the language of a site, by the site's address.
    pub fn home_of(&self, site: &str) -> String {
        format!("{site}/{}", self.home.trim_start_matches('/'))
    }

    /// The address of the page on privacy, by the site's address; None when they name none.
    pub fn privacy_of(&self, site: &str) -> Option<String> {
        let path = Some(&self.privacy).filter(|path| !path.is_empty());
        path.map(|path| format!("{site}/{}", path.trim_start_matches('/')))
    }

    /// The settings of a site that has none.
    ///
    /// # Errors
    ///
    /// None: a test reads them.
    pub fn plain() -> Result<Self, Diagnostic> {
        Self::from_node(&Node::null(0..0), &Source::new("", ""))
    }
}

/// The mistakes of the texts that settings say in the place of the defaults: what is filled in must be said, and nothing
/// else is filled in.
pub fn check_texts(node: &Node, source: &Arc<Source>) -> Vec<Diagnostic> {
    let plain = whole(&Node::null(0..0));
    let (Some(plain), Some(texts)) = (plain.get("texts"), node.get("texts")) else {
        return Vec::new();
    };
    let Kind::Map(texts) = &texts.kind else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (key, node) in texts {
        let said = plain.get(&key.name).and_then(Node::as_text);
        let (Some(text), Some(said)) = (node.as_text(), said) else {
            continue;
        };
        let path = format!("texts.{}", key.name);
        let mistakes = words::misfilled(&path, text, said, "the default");
        found.extend(mistakes.into_iter().map(|(message, hint)| {
            let mistake = Diagnostic::error("form-words", message);
            mistake.at(source, node.span.clone()).hint(hint)
        }));
    }
    found
}

/// The languages and scripts that are written from right to left.
const RIGHT_TO_LEFT: &str = "ar arc ckb dv fa he iw ks mzn nqo pnb ps sd syr ug ur yi \
    adlm arab hebr mand nkoo rohg samr syrc thaa";

/// Where the writing of a language begins, by its code: a script that it names counts more than its language.
pub fn direction(code: &str) -> &'static str {
    let mut parts = code.split('-');
    let language = parts.next().unwrap_or_default();
    let is_script = |part: &&str| part.len() == 4 && part.bytes().all(|b| b.is_ascii_alphabetic());
    let writing = parts.find(is_script).unwrap_or(language);
    let mut known = RIGHT_TO_LEFT.split_ascii_whitespace();
    match known.any(|one| one.eq_ignore_ascii_case(writing)) {
        true => "rtl",
        false => "ltr",
    }
}

impl RelayTexts {
    /// The title of a refusal, by its name.
    pub fn refusal<'a>(&'a self, name: &'a str) -> &'a str {
        self.refusals.get(name).map_or(name, String::as_str)
    }
}

impl Numbers {
    /// A number of digits with a dot or a comma, thousands apart.
    pub(crate) fn write(&self, number: &str) -> String {
        let (whole, decimals) = match number.split_once(['.', ',']) {
            Some((whole, decimals)) => (whole, Some(decimals)),
            None => (number, None),
        };
        let mut written = String::new();
        for (index, digit) in whole.chars().enumerate() {
            if index > 0 && (whole.len() - index).is_multiple_of(3) {
                written += &self.thousands;
            }
            written.push(digit);
        }
        if let Some(decimals) = decimals {
            written += &self.decimal;
            written += decimals;
        }
        written
    }
}

impl Look {
    /// Each part, to be replaced by what its file holds.
    pub fn parts(&mut self) -> [&mut String; 4] {
        [
            &mut self.page,
            &mut self.mail,
            &mut self.mark,
            &mut self.relief,
        ]
    }
}

/// What a site says over the defaults, with French typography where it speaks French.
fn spoken(node: &Node) -> Node {
    let whole = whole(node);
    let language = node.get("language").and_then(Node::as_text);
    match language.is_some_and(typography::is_french) {
        true => words::french(&whole, &words::SETTINGS),
        false => whole,
    }
}

/// What a site says over the defaults.
fn whole(node: &Node) -> Node {
    let schema = Source::new("settings.schema.yaml", SETTINGS_SCHEMA);
    let defaults = match yaml::parse(&schema, 0..schema.text().len()) {
        (Some(schema), _) => defaults(&schema),
        (None, _) => Node::null(0..0),
    };
    merged(defaults, node)
}

/// The defaults that a schema gives.
fn defaults(schema: &Node) -> Node {
    if let Some(default) = schema.get("default") {
        return default.clone();
    }
    let properties = schema.get("properties").map(|node| &node.kind);
    let Some(Kind::Map(properties)) = properties else {
        return Node::null(0..0);
    };
    let entries = properties.iter();
    Node {
        kind: Kind::Map(entries.map(|(key, s)| (key.clone(), defaults(s))).collect()),
        span: 0..0,
    }
}

/// One tree with what another says in its place.
fn merged(base: Node, own: &Node) -> Node {
    let (Kind::Map(mut entries), Kind::Map(more)) = (base.kind.clone(), &own.kind) else {
        return match own.kind {
            Kind::Null => base,
            _ => own.clone(),
        };
    };
    for (key, value) in more {
        match entries.iter_mut().find(|(known, _)| known.name == key.name) {
            Some(entry) => *entry = (key.clone(), merged(entry.1.clone(), value)),
            None => entries.push((key.clone(), value.clone())),
        }
    }
    Node {
        kind: Kind::Map(entries),
        span: own.span.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Settings, String> {
        let source = Source::new("_relay.yaml", text);
        let (node, _) = yaml::parse(&source, 0..text.len());
        let node = node.unwrap_or_else(|| Node::null(0..0));
        Settings::from_node(&node, &source).map_err(|mistake| {
            let place = mistake.place().unwrap_or_default();
            format!("{place}: {mistake}")
        })
    }

    #[test]
    fn what_is_not_said_is_plain_english() {
        let plain = Settings::plain().unwrap();
        assert_eq!(plain.texts.back, "Back to the site");
        assert_eq!(plain.texts.refusal("slow"), "Request too slow");
        let own = read("language: fr\ntexts: { refusals: { slow: Trop lent } }\n").unwrap();
        assert_eq!(own.language, "fr");
        assert_eq!(own.texts.refusal("slow"), "Trop lent");
        assert_eq!(own.texts.refusal("busy"), "Service busy");
        assert_eq!(own.dates.months[11], "December");
    }

    #[test]
    fn mistakes_have_their_place() {
        for (text, expected) in [
            ("tekst: a", "_relay.yaml:1:1: unknown field `tekst`"),
            (
                "texts:\n  back: 3\n",
                "_relay.yaml:2:9: `texts.back`: invalid type: integer `3`",
            ),
            (
                "dates: { months: [a] }",
                "_relay.yaml:1:18: `dates.months`: invalid length 1",
            ),
        ] {
            assert_eq!(read(text).unwrap_err(), expected);
        }
    }

    #[test]
    fn own_texts_say_what_is_filled_in_and_nothing_else() {
        let text =
            "texts:\n  wait_hours: Plus tard.\n  write_to: Écrire à {adress}\n  back: Retour\n";
        let source = Source::new("_relay.yaml", text);
        let (node, _) = yaml::parse(&source, 0..text.len());
        let found = check_texts(&node.unwrap(), &source);
        let told = found.iter().map(|mistake| {
            let hint = mistake.hint.as_deref().unwrap_or_default();
            format!(
                "{}: {mistake} ({hint})",
                mistake.place().unwrap_or_default()
            )
        });
        assert_eq!(
            told.collect::<Vec<_>>(),
            [
                "_relay.yaml:2:15: `texts.wait_hours` does not say `{count}`, which the default does (write `{count}` where it stands in this language)",
                "_relay.yaml:3:13: `texts.write_to` does not say `{address}`, which the default does (write `{address}` where it stands in this language)",
                "_relay.yaml:3:13: nothing fills in `{adress}` of `texts.write_to` (did you mean `address`?)",
            ]
        );
    }

    #[test]
    fn writing_begins_where_its_script_does() {
        for (code, expected) in [
            ("en", "ltr"),
            ("ar", "rtl"),
            ("AR-EG", "rtl"),
            ("he", "rtl"),
            ("az-Arab", "rtl"),
            ("ks-Deva", "ltr"),
            ("", "ltr"),
        ] {
            assert_eq!(direction(code), expected, "{code}");
        }
    }

    #[test]
    fn numbers() {
        let french = read("numbers: { thousands: \"\\u202f\", decimal: \",\" }").unwrap();
        for (number, expected) in [
            ("7", "7"),
            ("1500", "1\u{202f}500"),
            ("1234567.5", "1\u{202f}234\u{202f}567,5"),
        ] {
            assert_eq!(french.numbers.write(number), expected);
        }
        let plain = Settings::plain().unwrap().numbers;
        assert_eq!(plain.write("1234567,5"), "1,234,567.5");
    }
}
