//! The formulas that Hugo leaves to a script, between the marks of its settings: between dollars they are the engine's.

use std::ops::Range;

use regex::Regex;

use super::excluded::texts;
use super::origin::{Generator, Origin};
use super::text::{Text, is_in};

/// The settings of marks.
const PASSTHROUGH: &str = "/markup/goldmark/extensions/passthrough";

/// Whether the former site had formulas.
pub fn are_read(origin: &Origin) -> bool {
    let on = origin.config.pointer(&format!("{PASSTHROUGH}/enable"));
    origin.generator == Generator::Hugo && on == Some(&true.into())
}

/// Whether formulas begin with a mark.
fn begin_with(origin: &Origin, mark: &str) -> bool {
    let is_in = |kind: &str| {
        let pairs = origin
            .config
            .pointer(&format!("{PASSTHROUGH}/delimiters/{kind}"));
        let pairs = pairs
            .and_then(|pairs| pairs.as_array())
            .into_iter()
            .flatten();
        pairs
            .flat_map(|pair| texts(pair, ""))
            .any(|own| own == mark)
    };
    is_in("inline") || is_in("block")
}

/// Puts formulas between dollars, and a backslash before dollars that mean none.
pub fn convert(origin: &Origin, body: &mut Text) {
    let pattern = r"(?s)\\\((.+?)\\\)|\\\[(.+?)\\\]|\$\$.+?\$\$|\\\$|\$";
    let (true, Ok(pattern)) = (are_read(origin), Regex::new(pattern)) else {
        return;
    };
    let has = ["\\(", "\\[", "$$", "$"].map(|mark| begin_with(origin, mark));
    let code = body.code();
    let found = pattern.captures_iter(&body.text);
    let changes = found.filter_map(|found| {
        let whole = found.get(0)?;
        let new = match (found.get(1), found.get(2), whole.as_str()) {
            (Some(inner), ..) if has[0] => format!("${}$", inner.as_str().trim()),
            (_, Some(inner), _) if has[1] => format!("$${}$$", inner.as_str()),
            (None, None, "\\$") => return None,
            (None, None, "$") if !has[3] => "\\$".to_owned(),
            (None, None, block) if block.len() > 1 && !has[2] => block.replace('$', "\\$"),
            _ => return None,
        };
        (!is_in(&code, whole.start())).then_some((whole.range(), new))
    });
    let changes = changes.collect();
    body.replace(changes);
}

/// The formula around a place, with its dollars.
pub fn around(text: &str, at: usize) -> Option<Range<usize>> {
    let last = match text[at..].starts_with('$') {
        true => at,
        false => text[..at].rfind('$')?,
    };
    let start = text[..last].trim_end_matches('$').len();
    let inner = last + 1;
    let close = inner + text[inner..].find('$')?;
    let behind = text[close..].trim_start_matches('$').len();
    Some(start..text.len() - behind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_is_found_around_a_place() {
        let check = |text: &str, at: usize, expected: &str| {
            let range = around(text, at).expect("a formula");
            assert_eq!(&text[range], expected, "{text}");
        };
        check("a $b$ c", 3, "$b$");
        check("a $b$ c", 2, "$b$");
        check("a $$b$$ c", 4, "$$b$$");
    }
}
