//! The fragments while they are written: HTML is gathered in one string until something else comes.

use super::Fragment;
use crate::escape::{escape, escape_text};
use source::exact;

#[derive(Default)]
pub(super) struct Output {
    fragments: Vec<Fragment>,
    pub html: String,
}

impl Output {
    /// Appends finished HTML.
    pub(super) fn html(&mut self, html: &str) {
        self.html.push_str(html);
    }

    /// Appends text.
    pub(super) fn text(&mut self, text: &str) {
        escape_text(&mut self.html, text);
    }

    /// Appends an attribute.
    pub(super) fn attribute(&mut self, name: &str, value: &str) {
        self.html.push(' ');
        self.html.push_str(name);
        self.html.push_str("=\"");
        escape(&mut self.html, value);
        self.html.push('"');
    }

    /// Appends what has to be resolved.
    pub(super) fn fragment(&mut self, fragment: Fragment) {
        self.cut();
        self.fragments.push(fragment);
    }

    /// Ends the HTML at hand. It is copied, so that what is kept has no spare room.
    fn cut(&mut self) {
        if !self.html.is_empty() {
            self.fragments.push(Fragment::Html(self.html.clone()));
            self.html.clear();
        }
    }

    /// Appends fragments written elsewhere.
    pub(super) fn extend(&mut self, fragments: Vec<Fragment>) {
        for fragment in fragments {
            match fragment {
                Fragment::Html(html) => self.html(&html),
                other => self.fragment(other),
            }
        }
    }

    pub(super) fn finish(mut self) -> Vec<Fragment> {
        self.cut();
        exact(self.fragments)
    }
}
