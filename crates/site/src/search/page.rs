//! What a finished page has to read, by its headings: its main part, without menus, forms and what is hidden.

use source::html::{self, Token};

/// Left out with all that they hold.
const UNREAD: [&str; 14] = [
    "button", "dialog", "form", "head", "input", "nav", "noscript", "script", "select", "style",
    "svg", "template", "textarea", "video",
];

/// Elements between whose text and what stands around it there is no gap.
const IN_LINES: [&str; 21] = [
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "del", "dfn", "em", "i", "ins", "kbd", "mark",
    "q", "s", "small", "span", "strong", "u", "wbr",
];

/// Elements whose text is no part of a sentence with what stands around it.
const APART: [&str; 17] = [
    "caption",
    "dd",
    "div",
    "dt",
    "figcaption",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "li",
    "p",
    "pre",
    "summary",
    "td",
    "th",
];

/// What ends a sentence or leads to what follows.
const ENDS: [char; 9] = ['.', '!', '?', '…', ':', ';', ',', '·', '»'];

/// Keeps the line whole that it stands in, and is no part of a word.
const JOINER: char = '\u{2060}';

/// Where such an element begins or ends, while a page is read.
const APART_MARK: char = '\u{1f}';

/// The words of a page.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct PageWords {
    /// The language that it says it is in.
    pub language: String,
    /// Its first heading, or else its title.
    pub title: String,
    /// What stands above the first heading with an id, and below each.
    pub sections: Vec<Section>,
}

/// The text below a heading.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// Where it can be linked; empty for the beginning of the page.
    pub id: String,
    /// Its heading.
    pub heading: String,
    /// The text.
    pub text: String,
}

/// What is being read.
#[derive(Default)]
struct Reader {
    page: PageWords,
    title: String,
    /// The element that is left out, and how many of its name are open.
    skipped: Option<(String, usize)>,
    /// The heading that is open, and whether it is the page's own.
    heading: Option<(String, bool)>,
    in_title: bool,
    is_main: bool,
    /// Whether lines mean something, as in code.
    in_lines: bool,
}

impl PageWords {
    /// Reads a finished page; none when there is nothing to find in it.
    pub fn read(html: &str) -> Option<Self> {
        let has_main = memchr::memmem::find(html.as_bytes(), b"<main").is_some();
        let mut reader = Reader {
            is_main: !has_main,
            ..Reader::default()
        };
        reader.page.sections.push(Section::default());
        for token in html::tokens(html) {
            match token {
                Token::StartTag(tag) => {
                    let name = String::from_utf8_lossy(&tag.name).into_owned();
                    let get = |name: &str| {
                        let value = tag.attributes.get(name.as_bytes())?;
                        Some(String::from_utf8_lossy(value).into_owned())
                    };
                    reader.open(&name, get, tag.self_closing);
                }
                Token::EndTag(tag) => reader.close(&String::from_utf8_lossy(&tag.name)),
                Token::String(text) => reader.text(&String::from_utf8_lossy(&text.value)),
                _ => {}
            }
        }
        reader.finish()
    }
}

impl Reader {
    fn open(&mut self, name: &str, get: impl Fn(&str) -> Option<String>, is_closed: bool) {
        if let Some((skipped, count)) = &mut self.skipped {
            *count += usize::from(skipped == name && !is_closed);
            self.in_title |= name == "title" && skipped == "head";
            return;
        }
        match name {
            "html" => self.page.language = get("lang").unwrap_or_default().to_lowercase(),
            "main" => self.is_main = true,
            "pre" => self.in_lines = true,
            _ => {}
        }
        if name == "title" {
            self.in_title = true;
            self.skipped = Some((name.to_owned(), 1));
            return;
        }
        let is_off = get("hidden").is_some()
            || get("aria-hidden").as_deref() == Some("true")
            || get("data-search").is_some();
        if (UNREAD.contains(&name) || is_off) && !is_closed && !html::is_void(name) {
            self.skipped = Some((name.to_owned(), 1));
            return;
        }
        if is_heading(name) && self.is_main {
            let is_first = name == "h1" && self.page.title.is_empty();
            if let (false, Some(id)) = (is_first, get("id")) {
                self.page.sections.push(Section {
                    id,
                    ..Section::default()
                });
            }
            self.heading = Some((String::new(), is_first));
        }
        self.gap(name);
    }

    fn close(&mut self, name: &str) {
        if let Some((skipped, count)) = &mut self.skipped {
            self.in_title &= name != "title";
            if skipped == name {
                *count -= 1;
                if *count == 0 {
                    self.skipped = None;
                    self.gap(name);
                }
            }
            return;
        }
        if is_heading(name)
            && let Some((heading, is_first)) = self.heading.take()
        {
            let heading = one_line(&heading);
            let section = self.page.sections.last_mut();
            match (is_first, section) {
                (true, _) => self.page.title = heading,
                (_, Some(section)) if section.heading.is_empty() && !section.id.is_empty() => {
                    section.heading = heading;
                }
                (_, Some(section)) => section.text += &format!("{APART_MARK}{heading}"),
                _ => {}
            }
        }
        self.gap(name);
        match name {
            "main" => self.is_main = false,
            "pre" => self.in_lines = false,
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.in_title {
            self.title += text;
        }
        if self.skipped.is_some() || !self.is_main {
            return;
        }
        let lines = self
            .in_lines
            .then(|| text.replace('\n', APART_MARK.encode_utf8(&mut [0; 4])));
        let text = lines.as_deref().unwrap_or(text).replace(JOINER, "");
        match (&mut self.heading, self.page.sections.last_mut()) {
            (Some((heading, _)), _) => *heading += &text,
            (None, Some(section)) => section.text += &text,
            _ => {}
        }
    }

    fn gap(&mut self, name: &str) {
        if APART.contains(&name) {
            self.text(APART_MARK.encode_utf8(&mut [0; 4]));
        } else if !IN_LINES.contains(&name) {
            self.text(" ");
        }
    }

    fn finish(mut self) -> Option<PageWords> {
        if self.page.title.is_empty() {
            self.page.title = one_line(&self.title);
        }
        for section in &mut self.page.sections {
            section.text = one_line(&section.text);
        }
        let is_empty = |section: &Section| section.text.is_empty() && section.heading.is_empty();
        let has_text = !self.page.sections.iter().all(is_empty) || !self.page.title.is_empty();
        has_text.then_some(self.page)
    }
}

fn is_heading(name: &str) -> bool {
    matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
}

/// A text on one line, with a dot where what stands apart has no sign of its own at its end.
fn one_line(text: &str) -> String {
    let mut line = String::new();
    for part in text.split(APART_MARK) {
        // What keeps two characters on a line stays.
        let words = part
            .split([' ', '\n', '\t', '\r'])
            .filter(|w| !w.is_empty());
        let words = words.collect::<Vec<_>>().join(" ");
        if !line.is_empty() && !words.is_empty() {
            line += if line.ends_with(ENDS) { " " } else { " · " };
        }
        line += &words;
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_main_part_is_read_by_its_headings() {
        let html = "<!doctype html><html lang=fr-RE><head><title>T | Site</title></head><body><nav>Menu</nav>\
            <main><p>Avant <b>tou</b>t<h1>Un &amp; deux</h1><p hidden>rien<p>rien</p></p><p>L’île<br>bleue</p>\
            <form>Nom</form><div class=heading><h2 id=a>Part <em>A</em></h2><a href=#a></a></div><h3>sans</h3>texte\
            <svg><text>x</text></svg><div data-search=off><div>y</div>z</div>fin</main><footer>Pied</footer>";
        let page = PageWords::read(html).expect("something to read");
        let section = |id: &str, heading: &str, text: &str| Section {
            id: id.to_owned(),
            heading: heading.to_owned(),
            text: text.to_owned(),
        };
        assert_eq!(page.language, "fr-re");
        assert_eq!(page.title, "Un & deux");
        let expected = [
            section("", "", "Avant tout · L’île bleue"),
            section("a", "Part A", "sans · texte · fin"),
        ];
        assert_eq!(page.sections, expected);
        let table = "<p>Deux lignes.</p><table><tr><th>Poste<th>Jours</tr><tr><td>Écrire :</td><td>4</td></tr></table>";
        let table = PageWords::read(table).expect("a table");
        assert_eq!(
            table.sections[0].text,
            "Deux lignes. Poste · Jours · Écrire : 4"
        );
        let code = "<p>Un fichier :</p><pre><code>a: <b>1</b>\nb: 2\n</code></pre>Fin\nde page";
        let code = PageWords::read(code).expect("code");
        assert_eq!(
            code.sections[0].text,
            "Un fichier : a: 1 · b: 2 · Fin de page"
        );
        for void in [
            "embed hidden",
            "link aria-hidden=true",
            "track data-search=off",
        ] {
            let page = PageWords::read(&format!("<p>a<{void}>b</p><p>c</p>")).expect("text");
            assert_eq!(page.sections[0].text.replace(' ', ""), "ab·c", "{void}");
        }
        let joined = PageWords::read("<h2 id=a>Un e-\u{2060}mail</h2><p>sur-\u{2060}mesure</p>");
        let section = &joined.expect("a compound").sections[1];
        assert_eq!(
            (&*section.heading, &*section.text),
            ("Un e-mail", "sur-mesure")
        );
        let plain = PageWords::read("<title>Only a title</title>").expect("a title");
        assert_eq!(plain.title, "Only a title");
        assert_eq!(PageWords::read("<body></body>"), None);
    }
}
