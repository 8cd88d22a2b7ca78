//! Reads the plainest YAML, which most front matter is: keys with values, lists, mappings and blocks of text below them, no
//! anchor, no tag, few escapes.
//!
//! The library knows all of YAML and takes twenty times as long. What is read here is read alike
//! there (`reads_what_the_library_reads`); anything else is left to it.

mod block;
mod inline;
mod scalar;

pub(super) use block::parse;

#[cfg(test)]
mod tests {
    use super::super::{library, parse as read};
    use crate::Source;

    /// Values of which some are plain, some nearly.
    const VALUES: &[&str] = &[
        "a",
        "Été 2024",
        "\"Un titre : le test\"",
        "'it is'",
        "\"\"",
        "''",
        "\"a\\nb\"",
        "\"a\"b\"",
        "'a''b'",
        "2024-01-15",
        "2024-1-5",
        "0",
        "12",
        "012",
        "1.5",
        "-3",
        "1e3",
        "0x1F",
        "123456789012",
        "true",
        "True",
        "no",
        "null",
        "~",
        "nan",
        "[a, b, c]",
        "[]",
        "[ a ,b ]",
        "[a, 1, 2024-01-15]",
        "[true]",
        "[a,]",
        "[[a]]",
        "[\"a\", b]",
        "[a: b]",
        "a: b",
        "a:",
        "a #b",
        "a # b",
        "# b",
        "a, b",
        "- a",
        "&a b",
        "*a",
        "!a b",
        "|",
        ">",
        "{ a: b }",
        "a ",
        " a",
        "",
        "a\tb",
        "l’été",
        "l'été",
        "«\u{a0}a\u{a0}»",
        "\"l'été\"",
        "'a \"b\"'",
        "'a\\b'",
        "l'été, (ici) ; là !",
        "a/b?",
        "a + 5 %",
        "a - b",
        "é\u{301}",
        "\"\u{feff}\"",
        "\"«\u{202f}a\"",
        "word-word_word.md",
        "a b  c",
        "ﬁn",
        "π",
        "名前",
        "9 lives",
        "5-erreurs",
        "15+",
        "75 %",
        "3 200 €",
        "2014-2023",
        "12e+3",
        "12e+3+",
        "1-",
        "1e-",
        "0x1-2",
        "-year",
        "-inf",
        "-nan",
        "-é",
        "--a",
        "0x1G",
        "1e3s",
        "0o8z",
        "1_000m",
        "12 : x",
        "3D",
        "1_000",
        "12:30",
        "<<",
        "=",
        "?",
        "\"a\" b",
        "Infinity",
        "Yes",
        "o",
        "\"tab\there\"",
        "\"\u{85}\"",
        "\"\u{2028}\"",
        "ª",
        "ⅷ",
        "[a b, c-d]",
        "[a b",
        "a]",
        "false",
        "-12",
        "-0",
        "0.5",
        "1.50",
        ".5",
        "1.",
        "00.5",
        "1.2.3",
        "123456.789",
        "https://exemple.re/a?b=c",
        "a:b: c",
        "a :b",
        "a::b",
        "12:30:00",
        "[\"a, b\", 'c', false, -1.5]",
        "[ ]",
        "{}",
        "{ a: 1, b: [c, \"d\"] }",
        "{ a: {b: c} , d: true }",
        "{a: b, a: c}",
        "{a, b}",
        "{a: }",
        "{ a: 'b' }x",
        "[a: b, c]",
        "[a]b",
        "[[a], [b, [c]]]",
        "[{ a: 1 }, { b: 2 }]",
        "Prix : 5 €",
        "a — b… «\u{a0}c\u{a0}»",
        "b: c",
        "#a",
        "a#b",
        "a # b#",
        "/a#b",
        "[a#b, c #d]",
        "\u{a0}#a",
        "€",
        "− 62 €",
        "÷ 4",
        "« a »",
        "→ b",
        "🇫🇷",
        "a 🙂",
        "{ a: €, b: − 3 }",
        "\"a\\\"b\"",
        "\"\\\\\"",
        "\"a\\n\\nb\", c",
        "\"\\t\"",
        "\"\\",
        "'a\\n'",
        "['a\\', \"b\\\\\"]",
    ];

    /// Texts in which 1 and 2 are values.
    const SHAPES: &[&str] = &[
        "a:\n  - 1\n  - 2\nb: c\n",
        "a:\n- 1\n- 2\nb: c\n",
        "a:\n  b: 1\n  c:\n    d: 2\ne: f\n",
        "a:\n  - b: 1\n    c: 2\n  - d: e\n",
        "a:\n  - b: 1\n    c:\n      - 2\n      - d\n    e: f\n",
        "a:\n  -   b: 1\n      c: 2\n",
        "a:\n  -   b: 1\n    c: 2\n",
        "a:\n  - - 1\n    - 2\n",
        "a:\n  -\n    b: 1\n",
        "a: { b: 1, c: 2 }\n",
        "a: [1, {b: 2}]\n",
        "a:\n  - { b: 1 }\n  - [2]\n",
        "a: 1\n\n# note\nb:\n  # note\n\n  c: 2\n",
        "a:\nb: 1\nc:\n",
        "a:   1\nb : 2\n",
        "a: 1\n  2\n",
        "a:\n  1\nb: 2\n",
        "a:\n    b: 1\n  c: 2\n",
        "a:\n  - b\n    1\n  - 2\n",
        "a:\n  - b\n   - 1\n",
        "a:\n  - b\n - 1\n",
        "a:\n  b: 1\n c: 2\n",
        "  a: 1\n  b: 2\n",
        "- 1\n- 2\n",
        "- a: 1\n  b: 2\n- c\n",
        "a: 1 # 2\n",
        "a:\n\t- 1\n",
        "a:\n  b: 1\n  b: 2\n",
        "a: >-\n  1\nb: 2\n",
        "a: >-\n  1\n\n\n  2\nb: c\n",
        "a: >-\n\n  1\n  2\n",
        "a: >-\n  1\n\n  2",
        "a: >-\n  1\n\nb: 2\n",
        "a: >-\n  1\n  \n  2\nb: c\n",
        "a: >-\n  1\n  2",
        "a: >-\n  1\n    2\nb: c\n",
        "a: >-\n  1\n\n  2\nb: c\n",
        "a: >-\nb: 1\n",
        "a: >-\n  1\n# 2\nb: c\n",
        "a: >-\n  # 1\nb: c\n",
        "a:\n  - b: >-\n      1\n      2\n    c: d\n",
        "a:\n  - b: >-\n    1\n",
        "a: |\n  1\n  2\nb: c\n",
        "a: |\n  1\n\n\n  2\n",
        "a: |\n  1\n    2\n  c\nb: c\n",
        "a: |\n    1\n  2\n",
        "a: |\n\n  1\n",
        "a: |\n  1\n\nb: 2\n",
        "a: |\n  1\n   \n  2\n",
        "a: |\n  1\n  2",
        "a: |\nb: 1\n",
        "a: |\n  1\n# 2\nb: c\n",
        "a: |\n  # 1\n  - 2\nb: c\n",
        "a:\n  - b: |\n      1\n      2\n    c: d\n",
        "a:\n  - b: |\n    1\n",
        "a: |-\n  1\n",
        "$a: 1\nx-b: 2\n",
        "a: /1\nb: /2\n",
        "a: >-\n  1\n  2\n",
        "a: b\n  \n  \nc: 1\n",
        "1: 2\n",
        "a: 1\r\nb: 2\n",
    ];

    /// Every text that is read here is read alike by the library.
    #[test]
    fn reads_what_the_library_reads() {
        let mut plain = 0;
        let mut check = |text: String| {
            let source = Source::new("a.yaml", format!("--\n{text}"));
            if let Some(node) = super::parse(&source.text()[3..], 3) {
                plain += 1;
                let (known, found) = library(&source, 3..source.text().len());
                assert_eq!((Some(&node), found.len()), (known.as_ref(), 0), "{text:?}");
                assert_eq!(read(&source, 3..source.text().len()).0, Some(node));
            }
        };
        for value in VALUES {
            check(format!("key: {value}"));
            check(format!("key: {value}\n"));
            check(format!("key_2: {value}\nother: b\n"));
            check(format!("title: b\nkey: {value}\n"));
            check(format!("k-1: {value}\n"));
            for other in VALUES {
                check(format!("a: {value}\nb: {other}\n"));
                check(format!("a: [{value}, {other}]\n"));
                check(format!("a: {value} {other}\n"));
            }
        }
        for (i, value) in VALUES.iter().enumerate() {
            for step in [1, 2, 7, 19, 40, 53] {
                let other = VALUES[(i + step) % VALUES.len()];
                for shape in SHAPES {
                    check(shape.replace('1', value).replace('2', other));
                }
            }
        }
        for text in [
            "",
            "\n",
            "a: b\n\n",
            "a: b\n\nc: d\n",
            "a: b\n c: d\n",
            "a: b\n c\n",
            "a: b\na: c\n",
            "é: b\n",
            "a: b\n...\n",
            "a: b\n---\n",
            "yes: b\n",
            "null: b\n",
        ] {
            check(text.to_owned());
        }
        assert!(plain > 2_000, "{plain}");
    }
}
