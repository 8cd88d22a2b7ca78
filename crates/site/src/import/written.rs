//! Where links and pictures are written in a text: destinations, definitions, images of Markdown and of HTML.

use std::ops::Range;

/// The destination of a link in a part of a text: all of it, or what stands between its parentheses or behind its
/// definition. `link` is that link as the engine read it.
pub fn destination(
    text: &str,
    span: Range<usize>,
    link: Option<&str>,
) -> Option<(Range<usize>, String)> {
    let part = text.get(span.clone())?;
    if let Some(found) = link.and_then(|link| attribute_near(text, &span, link)) {
        return Some(found);
    }
    if !part.starts_with(['[', '<', '!']) {
        return Some((span, part.to_owned()));
    }
    if let Some(at) = part.rfind("](") {
        let start = span.start + at + 2;
        let rest = &text[start..span.end];
        let open = rest.len() - rest.trim_start_matches(['<', ' ']).len();
        let len = rest[open..]
            .find([')', ' ', '>', '\n'])
            .unwrap_or(rest.len() - open);
        let range = start + open..start + open + len;
        return Some((range.clone(), text[range].to_owned()));
    }
    let label = part
        .trim_end_matches("[]")
        .rsplit('[')
        .next()?
        .trim_end_matches(']');
    let definition = text
        .to_lowercase()
        .find(&format!("[{}]:", label.to_lowercase()))?;
    let start = definition + label.len() + 3;
    let rest = text.get(start..)?;
    let open = rest.len() - rest.trim_start_matches([' ', '<', '\n']).len();
    let len = rest[open..]
        .find(['\n', ' ', '>'])
        .unwrap_or(rest.len() - open);
    let range = start + open..start + open + len;
    Some((range.clone(), text[range].to_owned()))
}

/// The HTML image at a part of a text, and its source.
pub fn element(text: &str, span: &Range<usize>) -> Option<(Range<usize>, String)> {
    let part = text.get(span.clone())?;
    if part.starts_with("![") {
        return None;
    }
    // Where HTML is indented the place of its image is only near.
    let line = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let in_part = part.find("<img").map(|at| span.start + at);
    let start = in_part.or_else(|| text[line..span.end].rfind("<img").map(|at| line + at))?;
    let end = start + text[start..].find('>')? + 1;
    let src = attribute(&text[start..end], "src")?;
    Some((start..end, src))
}

/// The text of an HTML image.
pub fn alternative(element: &str) -> Option<String> {
    attribute(element, "alt").filter(|alt| !alt.trim().is_empty())
}

/// The value of an attribute.
fn attribute(element: &str, name: &str) -> Option<String> {
    let value = element.split(&format!("{name}=")).nth(1)?;
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
    let value = match quote {
        Some(quote) => value[1..].split(quote).next()?,
        None => value.split([' ', '>']).next()?,
    };
    Some(value.to_owned())
}

/// An image: the whole of it, its text and its source.
pub struct Image {
    /// Its place.
    pub whole: Range<usize>,
    /// Its place.
    pub alt: Range<usize>,
    /// Its place.
    pub src: Range<usize>,
}

/// The image that a part of a text is, or whose source it is.
pub fn image(text: &str, span: &Range<usize>) -> Option<Image> {
    let start = match text[span.clone()].starts_with("![") {
        true => span.start,
        false => text[..span.start].rfind("![")?,
    };
    let mut depth = 0_i32;
    let close = text[start + 1..].char_indices().find_map(|(at, c)| {
        depth += match c {
            '[' => 1,
            ']' => -1,
            _ => 0,
        };
        (depth == 0).then_some(start + 1 + at)
    })?;
    let rest = text[close + 1..].strip_prefix('(')?;
    let from = close + 2;
    let open = rest.len() - rest.trim_start_matches(['<', ' ']).len();
    let len = rest[open..].find([')', ' ', '>', '\n'])?;
    let end = closing_parenthesis(text, from)?;
    // An image before this place is another one.
    (span.start < end && start <= span.start).then_some(())?;
    Some(Image {
        whole: start..end,
        alt: start + 2..close,
        src: from + open..from + open + len,
    })
}

/// Behind the parenthesis that closes what is open at a place.
fn closing_parenthesis(text: &str, from: usize) -> Option<usize> {
    let mut depth = 1;
    let mut quote = None;
    for (at, c) in text[from..].char_indices() {
        match (quote, c) {
            (None, '"') => quote = Some('"'),
            (Some('"'), '"') => quote = None,
            (Some(_), _) => {}
            (None, '(') => depth += 1,
            (None, ')') => depth -= 1,
            (None, '\n') if text[from + at..].starts_with("\n\n") => return None,
            _ => {}
        }
        if depth == 0 {
            return Some(from + at + 1);
        }
    }
    None
}

/// The `href` of HTML nearest to a part of a text that is a link: where HTML is indented, places are only near.
fn attribute_near(text: &str, span: &Range<usize>, link: &str) -> Option<(Range<usize>, String)> {
    let part = &text[span.clone()];
    if part.starts_with('[') || is_written(part, link) {
        return None;
    }
    let hrefs = text.match_indices("href=").filter_map(|(at, name)| {
        let start = at + name.len() + 1;
        let quote = text.get(..start)?.chars().next_back()?;
        let href = text[start..].split(quote).next()?;
        let is_it = matches!(quote, '"' | '\'') && is_written(href, link);
        is_it.then(|| (start..start + href.len(), href.to_owned()))
    });
    hrefs.min_by_key(|(range, _)| range.start.abs_diff(span.start))
}

/// Whether a part of a text is a link.
fn is_written(part: &str, link: &str) -> bool {
    part.trim().replace("&amp;", "&") == link
}

/// The words of a file's name.
pub fn named(src: &str) -> String {
    let file = src
        .split(['?', '#'])
        .next()
        .unwrap_or(src)
        .rsplit('/')
        .next()
        .unwrap_or(src);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let words = stem.replace(['-', '_', '[', ']'], " ").replace("%20", " ");
    match words.trim() {
        "" => "image".to_owned(),
        words => words.to_owned(),
    }
}
