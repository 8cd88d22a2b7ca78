//! Characters that no text of a site may hold, since one of them makes a whole feed unreadable.

use std::sync::Arc;

use crate::yaml::{Kind, Node};
use crate::{Diagnostic, Source};

/// Whether XML, and with it a feed, may not hold a character (XML 1.0, production 2).
fn is_control(c: char) -> bool {
    let is_white = matches!(c, '\t' | '\n' | '\r');
    c < ' ' && !is_white || matches!(c, '\u{fffe}' | '\u{ffff}')
}

/// The first character of a text that XML may not hold, and where it stands.
pub fn control_character(text: &str) -> Option<(usize, char)> {
    // Bytes that may begin one are rare, so that most texts are passed over in one look.
    let may_begin = |b: u8| b < b' ' && !matches!(b, b'\t' | b'\n' | b'\r') || b == 0xef;
    let may_hold = text.bytes().fold(false, |any, b| any | may_begin(b));
    let mut signs = may_hold.then(|| text.char_indices())?;
    signs.find(|(_, c)| is_control(*c))
}

/// What is called wrong with `what`, which holds such a character.
pub fn control_mistake(what: &str, c: char) -> Diagnostic {
    let message = format!("{what} holds the control character U+{:04X}", u32::from(c));
    Diagnostic::error("control-character", message)
}

/// The keys and texts of a tree that hold one: an escape can write what the text itself may not hold.
pub(crate) fn escaped(source: &Arc<Source>, node: &Node) -> Vec<Diagnostic> {
    let values = node.walk().into_iter().flat_map(|node| {
        let keys = match &node.kind {
            Kind::Map(entries) => entries.as_slice(),
            _ => &[],
        };
        let keys = keys.iter().map(|(key, _)| (key.name.as_str(), &key.span));
        keys.chain(node.as_text().map(|text| (text, &node.span)))
    });
    let told = values.filter_map(|(text, span)| {
        let (_, c) = control_character(text)?;
        let hint = "remove the escape; for the sign `\\` itself, write `\\\\`";
        let mistake = control_mistake("this text", c);
        Some(mistake.at(source, span.clone()).hint(hint))
    });
    told.collect()
}
