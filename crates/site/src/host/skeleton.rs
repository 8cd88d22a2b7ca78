//! Fills a file that is written but for some values: what stands between guillemets.

/// Fills a skeleton in one pass, so that no value is read for more than it is. `«name»` becomes its value, whose further
/// lines are indented like the first; a line that holds nothing else goes when the value is empty. What stands between
/// the lines `«if name»` and `«end»` stays where the value is not empty, behind `«unless name»` where it is.
pub fn fill(skeleton: &str, values: &[(&str, String)]) -> String {
    let value = |name: &str| {
        let known = values.iter().find(|(known, _)| *known == name);
        known.map_or("", |(_, value)| value.as_str())
    };
    let mut text = String::new();
    // Whether each open condition holds.
    let mut open: Vec<bool> = Vec::new();
    for line in skeleton.lines() {
        let bare = line.trim();
        let alone = bare
            .strip_prefix('«')
            .and_then(|bare| bare.strip_suffix('»'));
        let condition = alone.and_then(|alone| alone.split_once(' '));
        match (alone, condition) {
            (_, Some(("if", name))) => open.push(!value(name).is_empty()),
            (_, Some(("unless", name))) => open.push(value(name).is_empty()),
            (Some("end"), _) => drop(open.pop()),
            _ if open.contains(&false) => {}
            (Some(name), _) if !name.contains('»') && value(name).is_empty() => {}
            _ => text += &format!("{}\n", filled(line, value)),
        }
    }
    text
}

fn filled<'a>(line: &'a str, value: impl Fn(&str) -> &'a str) -> String {
    let indent = &line[..line.len() - line.trim_start().len()];
    let mut parts = line.split('«');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once('»').unwrap_or((part, ""));
        text += &value(name).replace('\n', &format!("\n{indent}"));
        text += rest;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn a_value_is_filled_in_once_and_lines_come_and_go_with_theirs() {
        let skeleton = "a «x»\n  «list»\n«if none»\ngone\n«end»\n«none»\n«unless none»\n«if x»\nstays «x»«none».\n«end»\n«end»\n";
        let values = [
            ("x", "«list»".to_owned()),
            ("list", "1\n2".to_owned()),
            ("none", String::new()),
        ];
        assert_eq!(
            fill(skeleton, &values),
            "a «list»\n  1\n  2\nstays «list».\n"
        );
    }
}
