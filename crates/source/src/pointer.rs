//! JSON pointers (RFC 6901): the names on the way that one says, and a name as a part of one.

use std::borrow::Cow;

/// The names of a pointer's steps, from the outermost; an index is a name too.
pub fn steps(pointer: &str) -> impl Iterator<Item = Cow<'_, str>> {
    pointer
        .split('/')
        .skip(1)
        .map(|step| match step.contains('~') {
            // The tilde comes last: `~01` is `~1`, not a slash.
            true => Cow::Owned(step.replace("~1", "/").replace("~0", "~")),
            false => Cow::Borrowed(step),
        })
}

/// A name as a step of a pointer.
pub fn step(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_from_their_steps() {
        let check = |names: &[&str], expected: &str| {
            let written: String = names
                .iter()
                .map(|name| format!("/{}", step(name)))
                .collect();
            assert_eq!(written, expected);
            assert!(steps(&written).eq(names.iter().copied()), "{expected}");
        };
        check(&[], "");
        check(&[""], "/");
        check(&["steps", "2", "title"], "/steps/2/title");
        check(&["/blog/*", "html"], "/~1blog~1*/html");
        check(&["~1", "a~b/c"], "/~01/a~0b~1c");
    }
}
