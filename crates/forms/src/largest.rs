//! How large a body may be that a form makes.

use crate::form::{Carried, CarriedKind, Field, Form, Kind};
use crate::rules;

/// Bytes of a character outside of the first plane, escaped.
const CHARACTER: usize = 12;
/// Bytes of a byte, percent-encoded.
const BYTE: usize = 3;
/// Bytes around a value.
const AROUND: usize = 16;
/// Characters of a text about which nothing is said.
const LINE: usize = 500;

impl Form {
    /// Bytes of a body in which every text is as long as it may be, in the script and the encoding that take most.
    pub fn largest_body(&self) -> usize {
        let fields: usize = self.fields().map(of_field).sum();
        let carried: usize = self.carried.iter().map(of_carried).sum();
        let meta = 3 * LINE + rules::SOURCE_LENGTH * BYTE;
        fields + carried + meta
    }
}

fn of_field(field: &Field) -> usize {
    let choices = field.options.iter().map(|choice| choice.value.len());
    let choice = choices.max().unwrap_or(0) * BYTE;
    let text = field.max_length.unwrap_or(LINE) * CHARACTER;
    let (value, times) = match field.kind {
        Kind::Multi => (choice, rules::LIST_ITEMS),
        _ if field.options.is_empty() => (text, 1),
        _ => (choice, 1),
    };
    times * (field.name.len() * BYTE + value + AROUND)
}

fn of_carried(carried: &Carried) -> usize {
    let times = match carried.kind {
        CarriedKind::List => rules::LIST_ITEMS,
        CarriedKind::Text | CarriedKind::Timestamp => 1,
    };
    times * ((carried.name.len() + carried.max_length) * BYTE + AROUND)
}
