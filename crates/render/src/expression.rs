//! Expressions of templates that are longer than any person writes: the compiler would go as deep as they are long.

use std::ops::Range;

/// Operators in one row, such as `a ~ b ~ c`, `not not a`, `a.b.c` or `a|b|c`, and cases of one `{% if %}`.
const MOST: usize = 200;

/// The first expression of a template with too many operators in one row, or the case of an `{% if %}` that is one too
/// many.
pub(crate) fn too_long(text: &str) -> Option<Range<usize>> {
    let mut from = 0;
    // The cases of each `{% if %}` that is open.
    let mut cases = Vec::new();
    while let Some(at) = text[from..].find('{') {
        let start = from + at;
        from = start + 1;
        let Some(code) = text[from..].strip_prefix(['{', '%']) else {
            continue;
        };
        let (length, operators) = measure(code);
        let name = code.trim_start_matches(['-', '+']).trim_start();
        match name.split(|c: char| !c.is_alphanumeric()).next() {
            Some("if") => cases.push(0),
            Some("elif") => cases.iter_mut().last().into_iter().for_each(|n| *n += 1),
            Some("endif") => drop(cases.pop()),
            _ => {}
        }
        if operators > MOST || cases.last().is_some_and(|n| *n > MOST) {
            return Some(start..start + 2 + length.min(60));
        }
        from = start + 2 + length;
        while !text.is_char_boundary(from) {
            from += 1;
        }
    }
    None
}

/// The length of an expression, and the most operators in one row of it.
fn measure(code: &str) -> (usize, usize) {
    let bytes = code.as_bytes();
    // The operators of each bracket that is open; a comma begins anew.
    let (mut open, mut most, mut at) = (vec![0_usize], 0, 0);
    while let Some(byte) = bytes.get(at) {
        let is_word = |word: &[u8]| {
            let starts = at == 0 || !bytes[at - 1].is_ascii_alphanumeric();
            starts && bytes[at..].starts_with(word)
        };
        match byte {
            b'}' | b'%' if bytes.get(at + 1) == Some(&b'}') => break,
            b'"' | b'\'' => {
                at += 1;
                while let Some(inner) = bytes.get(at).filter(|inner| *inner != byte) {
                    at += if *inner == b'\\' { 2 } else { 1 };
                }
            }
            b'(' | b'[' | b'{' => {
                // Each call and each index is one more step of its row.
                open.iter_mut().last().into_iter().for_each(|row| *row += 1);
                open.push(0);
            }
            b')' | b']' | b'}' if open.len() > 1 => drop(open.pop()),
            b',' => open.iter_mut().last().into_iter().for_each(|row| *row = 0),
            b'~' | b'|' | b'.' | b'+' | b'-' | b'*' | b'/' | b'%' | b'=' | b'<' | b'>' => {
                open.iter_mut().last().into_iter().for_each(|row| *row += 1);
            }
            b'n' | b'o' | b'a' | b'i' | b'e'
                if [
                    &b"not "[..],
                    b"or ",
                    b"and ",
                    b"is ",
                    b"in ",
                    b"if ",
                    b"else ",
                ]
                .iter()
                .any(|word| is_word(word)) =>
            {
                open.iter_mut().last().into_iter().for_each(|row| *row += 1);
            }
            _ => {}
        }
        most = most.max(open.last().copied().unwrap_or(0));
        at += 1;
    }
    (at.min(bytes.len()), most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rows_without_end_are_too_long() {
        let check = |code: String, expected: bool| {
            let text = format!("<p>{{{{ {code} }}}}</p>{{% if a %}}é{{% endif %}}");
            assert_eq!(
                too_long(&text).is_some(),
                expected,
                "{}",
                &code[..code.len().min(40)]
            );
        };
        for one in ["\"a\" ~ ", "not ", "1 + ", "a and ", "a if b else "] {
            check(one.repeat(50_000) + "a", true);
            check(one.repeat(50) + "a", false);
        }
        check(format!("a{}", ".a".repeat(50_000)), true);
        check(format!("a{}", "|upper".repeat(50_000)), true);
        check(format!("a{}", "|f(1)".repeat(50_000)), true);
        check(format!("a{}", "[0]".repeat(50_000)), true);
        let cases = |count: usize| "{% elif b %}{% if c %}{% endif %}".repeat(count);
        check(
            format!("a }}}}{{% if a %}}{}{{% endif %}}{{{{ a", cases(50_000)),
            true,
        );
        check(
            format!("a }}}}{{%- if a %}}{}{{% endif %}}{{{{ a", cases(201)),
            true,
        );
        check(
            format!("a }}}}{{% if a %}}{}{{% endif %}}{{{{ a", cases(200)),
            false,
        );
        check(
            "a }}{% if a %}{% elif b %}{% endif %}{{ a".repeat(300),
            false,
        );
        // A long list is no long row, and what stands in texts is none.
        check(format!("[{}]", "a.b ~ c, ".repeat(5_000)), false);
        check(format!("\"{}\"", "~.|+".repeat(50_000)), false);
    }

    #[test]
    fn no_template_is_looked_through_again_for_each_expression() {
        let fastest = |piece: &str, bytes: usize| {
            let text = piece.repeat(bytes / piece.len());
            let once = |_| {
                let start = std::time::Instant::now();
                assert_eq!(too_long(std::hint::black_box(&text)), None);
                start.elapsed().as_secs_f64()
            };
            (0..3).map(once).fold(f64::MAX, f64::min)
        };
        for piece in [
            "{{ a }}",
            "{% if a %}",
            "{",
            "{{",
            "{# a #}",
            "{{ a",
            "{{ \"a",
        ] {
            let grows = || fastest(piece, 1 << 20) / fastest(piece, 1 << 16).max(1e-6);
            // Linear is 16, quadratic 256.
            assert!((0..4).any(|_| grows() < 81.0), "{piece}");
        }
    }
}
