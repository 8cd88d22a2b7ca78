//! Which paths can be addresses: none that leaves the output folder or breaks a file system.

use crate::route::{Route, Subject};
use source::Diagnostic;
use source::href::decoded;

/// Longest name of a file on common file systems, in bytes; `.html` is part of it.
const MAX_NAME_BYTES: usize = 255;

/// Whether a path can be an address: it stays below the output folder and every file system takes
/// its names. The place of a mistake is still to be added.
pub(crate) fn check(path: &str) -> Result<(), Diagnostic> {
    let problem = |code, message: String, hint| Err(Diagnostic::error(code, message).hint(hint));
    if !path.starts_with('/') {
        return problem(
            "invalid-address",
            format!("the address `{path}` does not begin with `/`"),
            "write it from the site's root, such as `/contact`",
        );
    }
    let escapes = path.contains('\\')
        || path.contains('%')
        || path.contains("//")
        || path.split('/').any(|part| part == ".." || part == ".");
    if escapes {
        // As browsers write it, in place of its own letters.
        let plain = decoded(path).filter(|plain| *plain != path && check(plain).is_ok());
        if let Some(plain) = plain {
            let message = format!("the address `{path}` is written as browsers send it");
            let mistake = Diagnostic::error("invalid-address", message);
            return Err(mistake.hint(format!("write `{plain}`: the program encodes it")));
        }
        return problem(
            "path-escape",
            format!("the address `{path}` could leave the output folder"),
            "a slug holds letters, digits and hyphens: no `..`, `%`, `\\` or leading `/`",
        );
    }
    for part in path.split('/').skip(1) {
        if part.len() + ".html".len() > MAX_NAME_BYTES {
            return problem(
                "address-too-long",
                format!("a part of the address is {} bytes long", part.len()),
                "file systems take 250 at most: give the entry a shorter `slug`",
            );
        }
        let reserved = ["con", "prn", "aux", "nul"];
        let stem = part
            .split('.')
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase();
        let wrong =
            |c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '~' | '@' | '+'));
        if part.contains(wrong) || reserved.contains(&stem.as_str()) || part.ends_with('.') {
            return problem(
                "invalid-address",
                format!("`{part}` cannot be part of an address"),
                "use letters, digits and hyphens",
            );
        }
    }
    if path.len() > 1 && path.ends_with('/') {
        return problem(
            "invalid-address",
            format!("the address `{path}` ends with a slash"),
            "leave the slash out; `urls: folder` in site.yaml adds it everywhere",
        );
    }
    Ok(())
}

/// The mistake of a former address that is a pattern, or has a query; its place is still to be added.
pub(crate) fn of_redirect(route: &Route) -> Option<Diagnostic> {
    let path = &route.path;
    let Subject::Redirect(_) = &route.subject else {
        return None;
    };
    let (why, hint) = match () {
        () if path.contains('?') => (
            "an address is told by its path alone",
            "leave out what stands behind `?`, or write a rule of your host",
        ),
        () if path.contains(['*', ':']) => (
            "it is a pattern, not an address",
            "write a line for each former address, or one rule of your host for all",
        ),
        () => return None,
    };
    let message = format!("`{path}` cannot be redirected: {why}");
    Some(Diagnostic::error("invalid-address", message).hint(hint))
}

#[cfg(test)]
mod tests {
    #[test]
    fn refuses_addresses_that_leave_the_output_or_break_file_systems() {
        let check = |path: &str, expected: Option<&str>| {
            let code = super::check(path).err().map(|p| p.code);
            assert_eq!(code, expected, "{path}");
        };
        check("/blog/été-2024", None);
        check("/blog/../../etc/passwd", Some("path-escape"));
        check("/blog/%2e%2e", Some("path-escape"));
        check("/blog/a\\b", Some("path-escape"));
        check("/caf%C3%A9", Some("invalid-address"));
        check("/100%", Some("path-escape"));
        check("/blog//etc", Some("path-escape"));
        check("etc", Some("invalid-address"));
        check("/CON", Some("invalid-address"));
        check("/a b", Some("invalid-address"));
        check("/a?b", Some("invalid-address"));
        check(&format!("/{}", "a".repeat(251)), Some("address-too-long"));
    }
}
