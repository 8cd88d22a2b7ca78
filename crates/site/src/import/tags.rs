//! The tags of each generator in a text: their names, their arguments, and where they close.

use std::ops::Range;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::text::{Text, is_in};

/// A tag in a text.
pub struct Tag {
    pub range: Range<usize>,
    pub name: String,
    pub arguments: Vec<(Option<String>, String)>,
    pub closes: bool,
    /// Whether it stands alone on its line.
    pub is_alone: bool,
    pub is_in_code: bool,
}

impl Tag {
    pub fn argument(&self, names: &[&str]) -> Option<&str> {
        let named = |(name, _): &&(Option<String>, String)| {
            name.as_deref().is_some_and(|n| names.contains(&n))
        };
        self.arguments
            .iter()
            .find(named)
            .map(|(_, value)| value.as_str())
    }

    pub fn first(&self) -> Option<&str> {
        let plain = self.arguments.iter().find(|(name, _)| name.is_none());
        plain.map(|(_, value)| value.as_str())
    }
}

/// The arguments of a tag: words, quoted texts, `name=value` and `name: value`.
fn arguments(text: &str) -> Vec<(Option<String>, String)> {
    static ARGUMENT: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r#"(?s)(?:([\w-]+)\s*[=:]\s*)?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`|\{([^}]*)\}|([^\s,"'=]+))"#).ok()
    });
    let Some(argument) = ARGUMENT.as_ref() else {
        return Vec::new();
    };
    let found = argument.captures_iter(text).filter_map(|found| {
        let value = (2..=6).find_map(|group| found.get(group))?;
        Some((
            found.get(1).map(|name| name.as_str().to_owned()),
            value.as_str().to_owned(),
        ))
    });
    found.collect()
}

fn found(
    text: &str,
    pattern: &LazyLock<Option<Regex>>,
    read: impl Fn(&Captures<'_>) -> Option<(String, String, bool)>,
) -> Vec<Tag> {
    let Some(pattern) = pattern.as_ref() else {
        return Vec::new();
    };
    let tags = pattern.captures_iter(text).filter_map(|captures| {
        let (name, given, closes) = read(&captures)?;
        Some(Tag {
            range: captures.get(0)?.range(),
            arguments: arguments(&given),
            name,
            closes,
            is_alone: false,
            is_in_code: false,
        })
    });
    tags.collect()
}

/// `{{< name … >}}` and `{{% name … %}}`.
pub fn hugo(text: &str) -> Vec<Tag> {
    static TAG: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r#"\{\{([<%])\s*(/?)\s*([\w][\w./-]*)((?:"[^"]*"|`[^`]*`|[^"`>%]|>[^}]|%[^}])*?)/?\s*[>%]\}\}"#).ok()
    });
    found(text, &TAG, |c| {
        Some((c[3].to_owned(), c[4].to_owned(), &c[2] == "/"))
    })
}

/// `{{ name(…) }}`, `{% name(…) %}` and `{% end %}`.
pub fn zola(text: &str) -> Vec<Tag> {
    static TAG: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"(?s)\{\{\s*(\w+)\((.*?)\)\s*\}\}|\{%\s*(\w+)\((.*?)\)\s*%\}|\{%\s*(end)\s*%\}")
            .ok()
    });
    found(text, &TAG, |c| {
        let name = c.get(1).or(c.get(3)).or(c.get(5))?.as_str().to_owned();
        let given = c.get(2).or(c.get(4)).map_or("", |m| m.as_str());
        Some((name.clone(), given.to_owned(), name == "end"))
    })
}

/// `{% name … %}` and `{{ … }}`.
pub fn liquid(text: &str) -> Vec<Tag> {
    static TAG: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"(?s)\{%-?\s*(\w+)(.*?)-?%\}|\{\{-?(.*?)-?\}\}").ok());
    let mut tags = found(text, &TAG, |c| match (c.get(1), c.get(3)) {
        (Some(name), _) => Some((name.as_str().to_owned(), c[2].to_owned(), false)),
        (None, Some(value)) => Some((
            "value".to_owned(),
            format!("`{}`", value.as_str().trim()),
            false,
        )),
        _ => None,
    });
    for tag in &mut tags {
        tag.closes = tag.name.starts_with("end");
    }
    tags
}

/// `<Name …>`, `</Name>` and `<Name … />`, and `{/* … */}`.
pub fn jsx(text: &str) -> Vec<Tag> {
    static TAG: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r#"(?s)<(/?)([A-Z][\w.]*)((?:\s+(?:"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\}|[^<>"'{}])*?)?)\s*/?>|\{(/\*.*?\*/)\}"#).ok()
    });
    let mut tags = found(text, &TAG, |c| match c.get(4) {
        Some(_) => Some(("endcomment".to_owned(), String::new(), false)),
        None => Some((c[2].to_owned(), c[3].to_owned(), &c[1] == "/")),
    });
    let code = Text::new(text, 1).code();
    // Types such as `Vec<String>` stand in code.
    tags.retain(|tag| !is_in(&code, tag.range.start));
    tags
}

/// Parts that hold tags as text.
pub fn raw(tags: &[Tag]) -> Vec<Range<usize>> {
    let mut raw = Vec::new();
    let mut open = None;
    for tag in tags {
        match tag.name.as_str() {
            "raw" if open.is_none() => open = Some(tag.range.start),
            "endraw" => raw.extend(open.take().map(|start| start..tag.range.end)),
            _ => {}
        }
    }
    raw
}

/// The tag that closes another.
pub fn closing(tags: &[Tag], open: usize) -> Option<usize> {
    let tag = &tags[open];
    if tag.closes {
        return None;
    }
    let mut depth = 0;
    for (index, other) in tags.iter().enumerate().skip(open + 1) {
        let is_end = other.closes && other.name == tag.name
            || other.name == format!("end{}", tag.name)
            || other.name == "end" && tag.name != "end";
        if is_end && depth == 0 {
            return Some(index);
        }
        match () {
            () if is_end => depth -= 1,
            () if other.name == tag.name && !other.closes => depth += 1,
            () => {}
        }
    }
    None
}
