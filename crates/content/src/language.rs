//! The languages of a site: what stands beside each in site.yaml, and which one a file's name or an address is of.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use crate::field::Field;
use crate::schema::list;
use source::yaml::{Kind, Node};
use source::{Diagnostic, Source, did_you_mean};

/// A language of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Language {
    /// As BCP 47 writes it: `fr`, `pt-BR`. Files of translations end with it, such as `guide.fr.md`.
    pub code: String,
    /// What it calls itself.
    pub name: String,
    /// Whether it is written from right to left.
    pub is_right_to_left: bool,
    /// What the paths of its pages begin with: `/fr`, nothing for the site's own language.
    pub prefix: String,
    /// Whether what is not translated stands in as it is, rather than being left out.
    pub falls_back: bool,
    /// What `site.title` and `site.description` are on its pages, where that is another.
    pub(crate) settings: BTreeMap<String, Arc<str>>,
}

impl Language {
    /// Whether its texts are typeset as French.
    pub fn is_french(&self) -> bool {
        typography::is_french(&self.code)
    }

    /// The site path of one of its pages, by the path in the site's own language.
    pub fn path(&self, own: &str) -> String {
        match (self.prefix.as_str(), own) {
            ("", own) => own.to_owned(),
            (prefix, "/") => prefix.to_owned(),
            (prefix, own) => format!("{prefix}{own}"),
        }
    }

    /// The path of its first page.
    pub fn home(&self) -> String {
        self.path("/")
    }

    /// `ltr` or `rtl`, as the attribute `dir` says it.
    pub fn direction(&self) -> &'static str {
        if self.is_right_to_left { "rtl" } else { "ltr" }
    }
}

/// Whether the addresses of a language may begin with a text, as the schema of site.yaml says it.
fn is_prefix(text: &str) -> bool {
    let is_sign = |c: u8| c.is_ascii_alphanumeric() || c == b'-';
    !text.is_empty() && text.bytes().all(is_sign)
}

/// The place of the site's own language among those of the site.
pub const OWN: usize = 0;

/// The languages of a site: its own first, the others in the order of `languages` in site.yaml.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Languages(Vec<Language>);

/// The keys of site.yaml that a language may have of its own.
const SETTINGS: [&str; 2] = ["title", "description"];

impl Languages {
    /// Reads `language` and `languages` of site.yaml.
    pub(crate) fn from_fields(fields: &Field) -> Self {
        let text = |field: &Field, name: &str| {
            let text = field.get(name).and_then(Field::as_text);
            text.map(str::to_owned)
        };
        let own = text(fields, "language").unwrap_or_else(|| "en".to_owned());
        let listed = match fields.get("languages") {
            Some(Field::List(items)) => items.as_slice(),
            _ => &[],
        };
        let read = |item: &Field| {
            let code = text(item, "code")?;
            // What cannot be one is told at the settings, and at nothing that is made of it.
            let prefix = text(item, "prefix").filter(|prefix| is_prefix(prefix));
            let prefix = prefix.unwrap_or_else(|| code.to_lowercase());
            let settings = SETTINGS.iter().filter_map(|name| {
                let value = item.get(name).and_then(Field::as_text)?;
                let value = match typography::is_french(&code) {
                    true => Arc::from(typography::french(value)),
                    false => Arc::from(value),
                };
                Some(((*name).to_owned(), value))
            });
            Some(Language {
                prefix: match code == own {
                    true => String::new(),
                    false => format!("/{prefix}"),
                },
                name: text(item, "name").unwrap_or_else(|| code.clone()),
                is_right_to_left: text(item, "dir").as_deref() == Some("rtl"),
                falls_back: text(item, "missing").as_deref() != Some("leave-out"),
                settings: settings.collect(),
                code,
            })
        };
        let mut languages: Vec<Language> = Vec::new();
        for language in listed.iter().filter_map(read) {
            let is_new = |known: &Language| !known.code.eq_ignore_ascii_case(&language.code);
            if languages.iter().all(is_new) {
                languages.push(language);
            }
        }
        languages.sort_by_key(|language| language.code != own);
        if languages.first().is_none_or(|first| first.code != own) {
            let own = Language {
                name: own.clone(),
                code: own,
                is_right_to_left: false,
                prefix: String::new(),
                falls_back: true,
                settings: BTreeMap::new(),
            };
            languages.insert(0, own);
        }
        Self(languages)
    }

    /// All of them, the site's own first.
    pub fn all(&self) -> &[Language] {
        &self.0
    }

    /// The site's own.
    pub fn own(&self) -> &Language {
        &self.0[OWN]
    }

    /// Those that pages are translated into, each with its place among all.
    pub fn others(&self) -> impl Iterator<Item = (usize, &Language)> {
        self.0.iter().enumerate().filter(|(at, _)| *at != OWN)
    }

    /// Whether there are others than the site's own.
    pub fn are_several(&self) -> bool {
        self.0.len() > 1
    }

    /// The language of a code.
    pub fn find(&self, code: &str) -> Option<usize> {
        self.0.iter().position(|language| language.code == code)
    }

    /// The codes of all, for suggestions.
    pub fn codes(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|language| language.code.as_str())
    }

    /// The mistake of a code that is none of them; its place is still to be added.
    pub(crate) fn unknown(&self, code: &str) -> Diagnostic {
        let primary = |code: &str| code.split('-').next().unwrap_or_default().to_lowercase();
        let alike = self.codes().find(|known| primary(known) == primary(code));
        let alike = alike.map(|known| format!("did you mean `{known}`?"));
        let meant = alike
            .or_else(|| did_you_mean(code, self.codes()))
            .unwrap_or_else(|| {
                let codes: Vec<&str> = self.codes().collect();
                match self.are_several() {
                    true => format!("the languages of content/site.yaml are {}", list(&codes)),
                    false => format!(
                        "its language is {}; others stand in `languages` of content/site.yaml",
                        list(&codes)
                    ),
                }
            });
        Diagnostic::error(
            "no-such-language",
            format!("`{code}` is no language of this site"),
        )
        .hint(meant)
    }

    /// A file's path without its ending and the language that its name gives, and that language. In a site of one
    /// language a dot is a dot.
    pub(crate) fn of_file<'a>(&self, path: &'a str) -> (&'a str, Option<usize>) {
        let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
        let named = stem.rsplit_once('.').filter(|_| self.are_several());
        let found = named.and_then(|(stem, code)| Some((stem, self.find(code)?)));
        found.map_or((stem, None), |(stem, language)| (stem, Some(language)))
    }

    /// The mistake, when a file's name ends with what looks like a language and is none of the site's.
    pub(crate) fn unknown_in(&self, source: &Arc<Source>) -> Option<Diagnostic> {
        if !self.are_several() || self.of_file(&source.path).1.is_some() {
            return None;
        }
        let (stem, ending) = source.path.rsplit_once('.')?;
        let (before, code) = stem.rsplit_once('.').filter(|(s, _)| !s.ends_with('/'))?;
        let mut parts = code.split('-');
        let primary = parts.next().unwrap_or_default();
        let is_code = (2..=3).contains(&primary.len())
            && primary.bytes().all(|b| b.is_ascii_alphabetic())
            && parts.all(|p| {
                (2..=8).contains(&p.len()) && p.bytes().all(|b| b.is_ascii_alphanumeric())
            });
        if !is_code {
            return None;
        }
        let file = |path: String| path.rsplit('/').next().unwrap_or_default().to_owned();
        let mistake = self.unknown(code).at(source, 0..0);
        Some(mistake.note(format!(
            "a name that is no language is written without the dot: `{}`",
            file(format!("{before}-{code}.{ending}"))
        )))
    }
}

/// A text of a YAML file that may be given for each language: `Blog`, or `{ en: Blog, fr: Le blog }`.
pub(crate) fn text_in(value: &Value, language: &Language, languages: &Languages) -> Option<String> {
    let text = match value {
        Value::Object(texts) => texts
            .get(&language.code)
            .or_else(|| texts.get(&languages.own().code))?,
        text => text,
    };
    text.as_str().map(str::to_owned)
}

/// The mistake of texts by language that lack one of those that a page is made in and that falls back on no other;
/// `named` says what they are, `has` which languages they have.
pub(crate) fn missing_text(
    named: &str,
    has: impl Fn(&str) -> bool,
    of: &[usize],
    languages: &Languages,
) -> Option<Diagnostic> {
    let has_own = has(&languages.own().code);
    let lacking = of.iter().map(|at| (*at, &languages.all()[*at]));
    let mut lacking = lacking.filter(|(_, language)| !has(&language.code));
    let is_needed =
        |(at, language): &(usize, &Language)| *at == 0 || !language.falls_back || !has_own;
    let (_, language) = lacking.find(is_needed)?;
    Some(without_text(named, language, languages))
}

/// The mistake of what says nothing in a language that falls back on no other.
pub(crate) fn without_text(named: &str, language: &Language, languages: &Languages) -> Diagnostic {
    let code = &language.code;
    let hint = match code == &languages.own().code {
        true => format!("add `{code}: …`: it stands in for other languages too"),
        false => format!(
            "add `{code}: …`, or let `{code}` fall back: `missing: fallback` in content/site.yaml"
        ),
    };
    Diagnostic::error("missing-string", format!("{named} is missing in `{code}`")).hint(hint)
}

/// The languages of two letters that there are (ISO 639-1, with the codes that others replaced).
const KNOWN: &str = "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de \
    dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id \
    ie ig ii ik in io is it iu iw ja ji jv jw ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li \
    ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa \
    pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th \
    ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu";

/// The mistake, when a code of two letters is that of no language.
fn unheard_of(node: &Node, source: &Arc<Source>) -> Option<Diagnostic> {
    let (message, hint) = unheard_of_code(node.as_text()?)?;
    let mistake = Diagnostic::error("no-such-language", message).hint(hint);
    Some(mistake.at(source, node.span.clone()))
}

/// What is wrong with a code whose language has two letters and is none, and how to mend it.
pub fn unheard_of_code(code: &str) -> Option<(String, &'static str)> {
    let primary = code.split('-').next()?;
    let is_known = || {
        KNOWN
            .split(' ')
            .any(|known| known.eq_ignore_ascii_case(primary))
    };
    let hint = "write the code of ISO 639-1, such as `en` or `pt-BR`";
    (primary.len() == 2 && !is_known()).then(|| (format!("there is no language `{primary}`"), hint))
}

/// What is wrong with the languages of site.yaml beyond its schema.
pub(crate) fn mistakes(
    node: &Node,
    languages: &Languages,
    source: &Arc<Source>,
) -> Vec<Diagnostic> {
    let own = node.get("language").into_iter();
    let mut found: Vec<Diagnostic> = own.filter_map(|own| unheard_of(own, source)).collect();
    let Some((key, list)) = node.entry("languages") else {
        return found;
    };
    let Kind::List(items) = &list.kind else {
        return found;
    };
    let mut codes: BTreeMap<String, &Node> = BTreeMap::new();
    let mut prefixes: BTreeMap<String, &Node> = BTreeMap::new();
    for item in items {
        let Some(code) = item.get("code").filter(|node| node.as_text().is_some()) else {
            continue;
        };
        found.extend(unheard_of(code, source));
        let name = code.as_text().unwrap_or_default();
        let twice = |first: &Node, second: &Node, message: String, hint: &str| {
            Diagnostic::error("duplicate-language", message)
                .label(source, second.span.clone(), "this one")
                .label(source, first.span.clone(), "and this one")
                .hint(hint)
        };
        if let Some(first) = codes.insert(name.to_lowercase(), code) {
            let message = format!("the language `{name}` is listed twice");
            found.push(twice(first, code, message, "remove one"));
            continue;
        }
        let is_own = name == languages.own().code;
        let written = item.get("prefix");
        if let (true, Some(prefix)) = (is_own, written) {
            let message = format!("the pages of `{name}`, the site's own language, have no prefix");
            let hint = "remove `prefix`, or make another language the site's own by `language`";
            found.push(
                Diagnostic::error("invalid-value", message)
                    .at(source, prefix.span.clone())
                    .hint(hint),
            );
        }
        let at = written.unwrap_or(code);
        let prefix = at.as_text().unwrap_or_default().to_lowercase();
        if let Some(first) = prefixes.insert(prefix.clone(), at).filter(|_| !is_own) {
            let message = format!("two languages have the addresses below `/{prefix}`");
            found.push(twice(first, at, message, "give one another `prefix`"));
        }
    }
    let own = &languages.own().code;
    if !codes.contains_key(&own.to_lowercase()) {
        let given = codes.values().filter_map(|node| node.as_text());
        let hint = did_you_mean(own, given)
            .unwrap_or_else(|| format!("add `- {{ code: {own}, name: … }}`, or change `language`"));
        let message = format!("`languages` does not list `{own}`, the site's own language");
        found.push(
            Diagnostic::error("missing-language", message)
                .at(source, key.span.clone())
                .hint(hint),
        );
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Fields;

    fn languages(others: &[&str]) -> Languages {
        let text = |s: &str| Field::Text(Arc::from(s));
        let map = |fields: Vec<(Arc<str>, Field)>| Field::from(Fields::from(fields));
        let item = |code: &&str| map(vec![(Arc::from("code"), text(code))]);
        let listed = [&"en"].into_iter().chain(others).map(item);
        Languages::from_fields(&map(vec![
            (Arc::from("language"), text("en")),
            (Arc::from("languages"), Field::List(listed.collect())),
        ]))
    }

    #[test]
    fn a_dot_names_a_language_only_where_there_are_several() {
        let check = |others: &[&str], path: &str, stem: &str, language, code: Option<&str>| {
            let languages = languages(others);
            assert_eq!(languages.of_file(path), (stem, language), "{path}");
            let found = languages.unknown_in(&Source::new(path, ""));
            assert_eq!(found.map(|d| d.code), code, "{path}");
        };
        let unknown = Some("no-such-language");
        check(&[], "a/b.fr.md", "a/b.fr", None, None);
        check(&["fr"], "a/b.fr.md", "a/b", Some(1), None);
        check(&["fr"], "a/b.en.md", "a/b", Some(0), None);
        check(&["fr", "pt-BR"], "a/b.pt-BR.yaml", "a/b", Some(2), None);
        check(&["fr"], "a/b.de.md", "a/b.de", None, unknown);
        check(&["fr"], "a/b.FR.md", "a/b.FR", None, unknown);
        check(&["fr"], "a/vue-3.4.md", "a/vue-3.4", None, None);
        check(&["fr"], "a.fr/b.md", "a.fr/b", None, None);
    }

    #[test]
    fn paths_begin_with_the_language() {
        let languages = languages(&["pt-BR"]);
        let paths = |at: usize| ["/", "/a"].map(|path| languages.all()[at].path(path));
        assert_eq!(paths(0), ["/", "/a"]);
        assert_eq!(paths(1), ["/pt-br", "/pt-br/a"]);
    }

    #[test]
    fn a_prefix_is_a_part_of_a_path() {
        for (text, expected) in [("br", true), ("PT-br2", true), ("", false), ("/br/", false)] {
            assert_eq!(is_prefix(text), expected, "{text}");
        }
    }
}
