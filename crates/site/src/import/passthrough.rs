//! The files that Eleventy copies as they are, by the calls in its settings.

use super::excluded::fits;
use super::origin::Origin;
use super::patterns::{captured_all, captured_pairs};

/// A file or folder that is copied, and where it comes below the site's root.
#[derive(Debug)]
pub struct Copied {
    from: String,
    to: String,
}

/// What the settings of a site copy.
pub fn copies(origin: &Origin) -> Vec<Copied> {
    let script = origin.settings_script();
    let bare = |path: &str| {
        let path = path.trim_start_matches("./");
        path.trim_matches('/').to_owned()
    };
    let named = captured_all(r#"addPassthroughCopy\(\s*["'`]([^"'`]+)"#, &script);
    let named = named.iter().map(|path| {
        let from = bare(path);
        let to = from.strip_prefix(&origin.content).unwrap_or(&from);
        Copied {
            to: to.to_owned(),
            from,
        }
    });
    let tables = captured_all(r"addPassthroughCopy\(\s*\{([^}]*)\}", &script);
    let pairs = tables.iter().flat_map(|table| {
        captured_pairs(r#"["'`]([^"'`]+)["'`]\s*:\s*["'`]([^"'`]*)["'`]"#, table)
    });
    let moved = pairs.map(|[from, to]| Copied {
        from: bare(&from),
        to: bare(&to),
    });
    named.chain(moved).collect()
}

/// Where a file comes that the settings copy.
pub fn target(copies: &[Copied], origin: &Origin, file: &str) -> Option<String> {
    copies.iter().find_map(|Copied { from, to }| {
        if from.contains('*') {
            let name = file.rsplit('/').next().unwrap_or(file);
            let plain = file.strip_prefix(&origin.content).unwrap_or(file);
            let is_kept = to.contains('*');
            let moved = format!("{to}/{name}");
            return fits(from, file).then(|| match is_kept {
                true => plain.to_owned(),
                false => moved.trim_start_matches('/').to_owned(),
            });
        }
        let below = file.strip_prefix(from)?;
        match below.strip_prefix('/') {
            Some(below) => Some(format!("{to}/{below}").trim_start_matches('/').to_owned()),
            None => below.is_empty().then(|| to.clone()),
        }
    })
}
