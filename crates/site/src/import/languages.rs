//! The languages of a site of Hugo or Zola, and which of its texts are written in which.

use serde_json::Value;

use super::origin::{Generator, Origin, text_at};

/// The languages of a site.
#[derive(Debug)]
pub struct Languages {
    /// What the settings call the site's own.
    pub own: String,
    /// What that calls itself.
    pub name: String,
    /// The others.
    pub others: Vec<Language>,
}

/// A language beside the site's own.
#[derive(Debug)]
pub struct Language {
    /// As the settings call it; addresses and names of files hold it.
    pub code: String,
    /// What it calls itself.
    pub name: String,
    /// The site's title in it.
    pub title: Option<String>,
    /// The site's description in it.
    pub description: Option<String>,
    /// Whether it is written from right to left.
    pub is_right_to_left: bool,
    /// The folder of its texts, with a slash at the end, where it has one of its own.
    pub folder: Option<String>,
}

impl Languages {
    /// Those that the settings name.
    pub fn of(origin: &Origin) -> Self {
        let config = &origin.config;
        let key = match origin.generator {
            Generator::Hugo => "defaultContentLanguage",
            _ => "default_language",
        };
        let own = text_at(config, key).unwrap_or_else(|| "en".to_owned());
        let name = text_at(config, &format!("languages.{own}.languageName"));
        Self {
            name: name.unwrap_or_else(|| own.clone()),
            others: match origin.generator {
                Generator::Hugo | Generator::Zola => others(config, &own),
                _ => Vec::new(),
            },
            own,
        }
    }

    /// Where a text stands below the folder of its language, without that in its name, and its language where that is
    /// not the site's own. None for a text that stands elsewhere.
    pub fn place(&self, file: &str, content: &str) -> Option<(String, Option<String>)> {
        let in_folder = self.others.iter().filter_map(|language| {
            let below = file.strip_prefix(language.folder.as_deref()?)?;
            Some((below.to_owned(), Some(language.code.clone())))
        });
        let nearest = in_folder.min_by_key(|(below, _)| below.len());
        let plain = file.strip_prefix(content);
        let is_nearer = |below: &str| plain.is_none_or(|plain| below.len() < plain.len());
        if let Some(found) = nearest.filter(|(below, _)| is_nearer(below)) {
            return Some(found);
        }
        let plain = plain?;
        let others = self.others.iter().map(|language| language.code.as_str());
        let codes: Vec<&str> = others.chain([self.own.as_str()]).collect();
        Some(match in_name(plain, &codes) {
            Some((below, code)) => (below, (code != self.own).then_some(code)),
            None => (plain.to_owned(), None),
        })
    }
}

/// The other languages that the settings name, but for those that are switched off.
fn others(config: &Value, own: &str) -> Vec<Language> {
    let all = config.get("languages").and_then(Value::as_object);
    let others = all.into_iter().flatten().filter(|(code, settings)| {
        code.as_str() != own && settings.get("disabled") != Some(&true.into()) && is_code(code)
    });
    let read = |(code, settings): (&String, &Value)| {
        let text = |names: &[&str]| names.iter().find_map(|name| text_at(settings, name));
        Language {
            code: code.clone(),
            name: text(&["languageName", "label"]).unwrap_or_else(|| code.clone()),
            title: text(&["title"]),
            description: text(&["description", "params.description"]),
            is_right_to_left: text(&["languageDirection", "direction"]).as_deref() == Some("rtl"),
            folder: text(&["contentDir"]).map(|path| format!("{}/", path.trim_matches('/'))),
        }
    };
    others.map(read).collect()
}

/// Whether the engine takes it for the code of a language.
fn is_code(code: &str) -> bool {
    let mut parts = code.split('-');
    let is_first =
        |part: &str| (2..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_lowercase());
    parts.next().is_some_and(is_first)
        && parts.all(|part| {
            (2..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric())
        })
}

/// A place without the language in its name, `a.fr.md`, and that language.
fn in_name(place: &str, codes: &[&str]) -> Option<(String, String)> {
    let (stem, ending) = place.rsplit_once('.')?;
    let (stem, code) = stem.rsplit_once('.')?;
    let code = codes
        .iter()
        .find(|known| known.eq_ignore_ascii_case(code))?;
    Some((format!("{stem}.{ending}"), (*code).to_owned()))
}
