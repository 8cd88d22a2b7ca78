//! Footnotes: numbered in the order of their first mention, gathered at the end, with links back.

use std::collections::HashMap;

use super::Fragment;

/// The footnotes of a text.
#[derive(Debug, Default)]
pub struct Footnotes {
    numbers: HashMap<String, usize>,
    /// Mentions of each, by number less one.
    mentions: Vec<usize>,
    texts: HashMap<String, Vec<Fragment>>,
}

impl Footnotes {
    /// A mention: the HTML of its mark, and the id that the mark has.
    pub fn mention(&mut self, name: &str) -> (String, String) {
        let next = self.numbers.len() + 1;
        let number = *self.numbers.entry(name.to_owned()).or_insert(next);
        if number == next {
            self.mentions.push(0);
        }
        self.mentions[number - 1] += 1;
        let id = mark_id(number, self.mentions[number - 1]);
        let html = format!(
            "<sup class=\"footnote-mark\"><a href=\"#note-{number}\" id=\"{id}\" aria-label=\"Note {number}\">{number}</a></sup>"
        );
        (html, id)
    }

    /// The text of a footnote.
    pub fn define(&mut self, name: &str, text: Vec<Fragment>) {
        self.texts.insert(name.to_owned(), text);
    }

    /// The section at the end, and the ids in it. Notes that are never mentioned are left out.
    pub fn section(mut self) -> (Vec<Fragment>, Vec<String>) {
        let mut order: Vec<(String, usize)> = self.numbers.drain().collect();
        order.sort_by_key(|(_, number)| *number);
        let (mut fragments, mut ids) = (Vec::new(), Vec::new());
        if order.is_empty() {
            return (fragments, ids);
        }
        fragments.push(Fragment::Html(
            "<section class=\"footnotes\" role=\"doc-endnotes\" aria-label=\"Notes\">\n<ol>\n"
                .to_owned(),
        ));
        for (name, number) in order {
            let id = format!("note-{number}");
            fragments.push(Fragment::Html(format!("<li id=\"{id}\">")));
            let mut text = self.texts.remove(&name).unwrap_or_default();
            add_links_back(&mut text, number, self.mentions[number - 1]);
            fragments.append(&mut text);
            fragments.push(Fragment::Html("</li>\n".to_owned()));
            ids.push(id);
        }
        fragments.push(Fragment::Html("</ol>\n</section>\n".to_owned()));
        (fragments, ids)
    }
}

fn mark_id(number: usize, mention: usize) -> String {
    match mention {
        1 => format!("note-{number}-ref"),
        n => format!("note-{number}-ref-{n}"),
    }
}

/// Links back to each mention, inside the note's last paragraph where there is one.
fn add_links_back(text: &mut Vec<Fragment>, number: usize, mentions: usize) {
    let links: String = (1..=mentions)
        .map(|mention| {
            format!(
                " <a class=\"footnote-back\" href=\"#{}\" aria-label=\"Retour au texte, note {number}\">↩</a>",
                mark_id(number, mention)
            )
        })
        .collect();
    if let Some(Fragment::Html(html)) = text.last_mut() {
        if let Some(start) = html.strip_suffix("</p>\n") {
            *html = format!("{start}{links}</p>\n");
            return;
        }
    }
    text.push(Fragment::Html(links));
}
