//! Texts broken into lines that fit, for drawings, which cannot do it themselves.

use std::ops::Range;

use serde::Serialize;

use crate::Error;
use crate::painter::Painter;

/// A text, how it is set, and the room for it. Lengths are in the drawing's units.
#[derive(Clone, Debug, PartialEq)]
pub struct TextBlock {
    /// The text; a no-break space stays inside its word.
    pub text: String,
    /// The font's family.
    pub font: String,
    /// From 100 to 900.
    pub weight: u16,
    /// Space between letters, in shares of the font's size.
    pub spacing: f32,
    /// Font sizes: the first that fits is taken.
    pub sizes: Vec<f32>,
    /// Distance between lines, in shares of the font's size.
    pub leading: f32,
    /// The room.
    pub width: f32,
    /// The room.
    pub height: f32,
}

/// A text in lines.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FittedText {
    /// The font's size.
    pub size: f32,
    /// From the first to the last, about equally long.
    pub lines: Vec<String>,
}

/// Of a text that is fitted into a room: each word is measured at each size.
const MOST_CHARACTERS: usize = 2_000;

/// Breaks a text at the first size at which it fits; shortens it when it fits at none.
pub(crate) fn fit(painter: &Painter, block: &TextBlock) -> Result<FittedText, Error> {
    let length = block.text.chars().count();
    if length > MOST_CHARACTERS {
        return Err(Error::Drawing {
            what: "a text".to_owned(),
            reason: format!(
                "it is {length} characters long, and at most {MOST_CHARACTERS} are fitted"
            ),
        });
    }
    let words: Vec<&str> = block
        .text
        .split([' ', '\n', '\t'])
        .filter(|word| !word.is_empty())
        .collect();
    let measure = |text: &str| {
        let letters = count(text.chars().count()) * block.spacing;
        let width = painter.width(text, &block.font, block.weight);
        width.map(|width| width + letters)
    };
    let widths = words.iter().map(|word| measure(word));
    let widths = widths.collect::<Result<Vec<f32>, _>>()?;
    let space = measure(" ")?;
    let widest = widths.iter().copied().fold(0.0, f32::max);
    let joined = |runs: Vec<Range<usize>>| runs.into_iter().map(|run| words[run].join(" "));
    for size in block.sizes.iter().copied() {
        let most = block.width / size;
        let needed = fill(&widths, space, most).len();
        if count(needed) * size * block.leading <= block.height && widest <= most {
            let lines = joined(balance(&widths, space, needed, most)).collect();
            return Ok(FittedText { size, lines });
        }
    }
    let size = block.sizes.last().copied().unwrap_or(16.0);
    let mut lines: Vec<String> = joined(fill(&widths, space, block.width / size)).collect();
    while lines.len() > 1 && count(lines.len()) * size * block.leading > block.height {
        lines.pop();
        if let Some(last) = lines.last_mut() {
            last.truncate(last.trim_end_matches('…').len());
            last.push('…');
        }
    }
    Ok(FittedText { size, lines })
}

/// Words into lines no wider than a width, as many in each as fit.
fn fill(widths: &[f32], space: f32, most: f32) -> Vec<Range<usize>> {
    let mut lines: Vec<Range<usize>> = Vec::new();
    let mut used = 0.0;
    for (i, width) in widths.iter().enumerate() {
        match lines.last_mut() {
            Some(line) if used + space + width <= most => {
                line.end = i + 1;
                used += space + width;
            }
            _ => {
                lines.push(i..i + 1);
                used = *width;
            }
        }
    }
    lines
}

/// The same number of lines, as even as they can be.
fn balance(widths: &[f32], space: f32, lines: usize, most: f32) -> Vec<Range<usize>> {
    let (mut low, mut high) = (0.0, most);
    for _ in 0..16 {
        let middle = f32::midpoint(low, high);
        let fits = widths.iter().all(|w| *w <= middle);
        if fits && fill(widths, space, middle).len() <= lines {
            high = middle;
        } else {
            low = middle;
        }
    }
    fill(widths, space, high)
}

/// A small count as a length.
#[allow(clippy::cast_precision_loss)]
fn count(number: usize) -> f32 {
    number as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn title(text: &str) -> FittedText {
        let block = TextBlock {
            text: text.to_owned(),
            font: "Instrument Sans".to_owned(),
            weight: 600,
            spacing: 0.0,
            sizes: vec![128.0, 96.0, 76.0, 60.0, 46.0],
            leading: 1.06,
            width: 760.0,
            height: 330.0,
        };
        fit(&Painter::new(&[]), &block).unwrap()
    }

    #[test]
    fn texts_are_broken_evenly_and_never_inside_a_no_break_space() {
        let fitted = title("Pourquoi choisir un développeur senior\u{A0}?");
        let expected = ["Pourquoi choisir", "un développeur", "senior\u{A0}?"];
        assert_eq!(fitted.lines, expected);
        assert_eq!((title("H-UP").size, title("").lines.len()), (128.0, 0));
    }

    #[test]
    fn a_text_without_end_is_shortened() {
        let fitted = title(&"interminable ".repeat(80));
        assert_eq!((fitted.size, fitted.lines.len()), (46.0, 6));
        assert!(fitted.lines[5].ends_with('…'));
    }

    #[test]
    fn a_font_that_is_not_there_is_named() {
        let error = Painter::new(&[]).width("x", "Comic", 400).unwrap_err();
        let told = "cannot draw a text: there is no font `Comic`; known: `Instrument Sans`";
        assert_eq!(error.to_string(), told);
    }
}
