//! The data of a component's or an island's fence, with its places in the file that holds it.

use std::ops::Range;
use std::sync::Arc;

use crate::markdown::Fence;
use source::yaml::{self, Node};
use source::{Diagnostic, Source};

impl Fence {
    /// The data of the fence of a file, and what is wrong with it. The places are those of the source that is given back: the
    /// file, unless the fence is indented in several ways, so that its lines do not stand there as they are read.
    pub fn data(&self, source: &Arc<Source>) -> (Arc<Source>, Option<Node>, Vec<Diagnostic>) {
        let range = self.yaml_offset..self.yaml_offset + self.yaml.len();
        if source.text().get(range.clone()) == Some(&*self.yaml) {
            let (node, mistakes) = yaml::parse(source, range);
            return (Arc::clone(source), node, mistakes);
        }
        if let Some((text, range)) = self.unmarked(&source.text()) {
            let (node, mistakes) = yaml::parse(&source.with_text(text), range);
            return (Arc::clone(source), node, mistakes);
        }
        let alone = Source::new(source.path.clone(), self.yaml.as_str());
        let (node, mistakes) = yaml::parse(&alone, 0..self.yaml.len());
        (alone, node, mistakes)
    }

    /// The file's text with spaces for what stands before the lines of the fence, such as the marks of a quotation, and
    /// where the lines stand; none when it is not as wide before each.
    fn unmarked(&self, text: &str) -> Option<(String, Range<usize>)> {
        let start = text
            .get(..self.yaml_offset)?
            .rfind('\n')
            .map_or(0, |at| at + 1);
        let mut plain = text[..start].to_owned();
        let mut width = None;
        let mut lines = text[start..].split_inclusive('\n');
        for line in self.yaml.lines() {
            let whole = lines.next()?;
            let written = whole.trim_end_matches('\n');
            let before = written.strip_suffix(line)?.len();
            if !line.trim().is_empty() && *width.get_or_insert(before) != before {
                return None;
            }
            plain += &" ".repeat(before);
            plain += &whole[before..];
        }
        let end = plain.len();
        plain += &text[end..];
        Some((plain, start..end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_has_its_places_in_the_file_whatever_stands_before_its_lines() {
        let check = |text: &str, yaml: &str, is_of_file: bool| {
            let fence = Fence {
                name: "note".to_owned(),
                yaml: yaml.to_owned(),
                yaml_offset: text.find("component note\n").map_or(0, |at| at + 15),
                span: 0..0,
                on: None,
            };
            let source = Source::new("a.md", text);
            let (own, node, mistakes) = fence.data(&source);
            assert_eq!(mistakes.len(), 0, "{text}");
            assert_eq!(Arc::ptr_eq(&own, &source), is_of_file, "{text}");
            let node = node.expect("data");
            let value = node.get("b").expect("a value");
            assert_eq!(&own.text()[value.span.clone()], "é c", "{text}");
        };
        let yaml = "a: x\n\nb: é c\n";
        check("```component note\na: x\n\nb: é c\n```\n", yaml, true);
        check(
            "> ```component note\n> a: x\n>\n> b: é c\n> ```\n",
            yaml,
            true,
        );
        check(
            "- é\n\n  ```component note\n  a: x\n\n  b: é c\n  ```\nEnd.",
            yaml,
            true,
        );
        check(
            "- é\n\n  ```component note\n  a: x\n\n\tb: é c\n  ```\n",
            yaml,
            false,
        );
    }
}
