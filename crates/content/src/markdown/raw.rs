//! The policy for raw HTML: a few inline elements without attributes pass, comments are dropped, all else is refused.

/// Elements that Markdown has no sign for and that cannot harm.
const ALLOWED: [&str; 6] = ["br", "kbd", "mark", "small", "sub", "sup"];

/// What becomes of a piece of raw HTML.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is written as it is.
    Pass(String),
    /// It is left out.
    Drop,
    /// It is a mistake.
    Refuse,
}

/// Judges a piece of raw HTML.
pub fn judge(html: &str) -> Verdict {
    let html = html.trim();
    if html.is_empty() || (html.starts_with("<!--") && html.ends_with("-->")) {
        return Verdict::Drop;
    }
    let inner = html.strip_prefix('<').and_then(|h| h.strip_suffix('>'));
    let Some(inner) = inner else {
        return Verdict::Refuse;
    };
    let (slash, name) = match inner.strip_prefix('/') {
        Some(name) => ("/", name),
        None => ("", inner),
    };
    let name = name.trim_end_matches('/').trim_end();
    match ALLOWED.contains(&name) {
        true => Verdict::Pass(format!("<{slash}{name}>")),
        false => Verdict::Refuse,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_plain_elements_only() {
        let check = |html: &str, expected: Verdict| assert_eq!(judge(html), expected, "{html}");
        check("<kbd>", Verdict::Pass("<kbd>".into()));
        check("</kbd>", Verdict::Pass("</kbd>".into()));
        check("<br />", Verdict::Pass("<br>".into()));
        check("<!-- note -->", Verdict::Drop);
        check("<kbd onclick=x>", Verdict::Refuse);
        check("<script>", Verdict::Refuse);
        check("<a href=x>", Verdict::Refuse);
    }
}
