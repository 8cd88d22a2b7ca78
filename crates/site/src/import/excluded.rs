//! Files that the settings of a generator leave out of its site: they do not come.

use regex::Regex;
use serde_json::Value;

use super::origin::{Generator, Origin};
use super::patterns::captured_all;
use super::report::{Report, Topic};

/// A rule that leaves files out, or takes them back in.
struct Rule {
    pattern: Regex,
    /// What the settings say.
    says: String,
    excludes: bool,
}

/// How far a `*` of a pattern goes.
#[derive(Clone, Copy)]
enum Star {
    /// Over slashes too.
    Anything,
    /// Up to the next slash.
    Name,
}

/// Takes the files that are left out from those of the site, and tells each.
pub fn take_out(origin: &mut Origin, report: &mut Report) {
    let rules = match origin.generator {
        Generator::Hugo => of_hugo(origin, report),
        Generator::Zola => of_zola(origin),
        Generator::Jekyll => of_jekyll(origin),
        Generator::Eleventy => of_eleventy(origin),
        Generator::Astro | Generator::MdBook => Vec::new(),
    };
    let files = std::mem::take(&mut origin.files);
    origin.files = files
        .into_iter()
        .filter(|file| {
            let last = rules.iter().rfind(|rule| rule.pattern.is_match(file));
            let excluding = last.filter(|rule| rule.excludes);
            if let Some(rule) = excluding {
                let what = format!("the settings leave it out: `{}`", rule.says);
                report.tell(Topic::Left, (file, 0), what);
            }
            excluding.is_none()
        })
        .collect();
}

/// `ignoreFiles`, and `excludeFiles` of what is mounted as content.
fn of_hugo(origin: &Origin, report: &mut Report) -> Vec<Rule> {
    let mut rules = Vec::new();
    for text in texts(&origin.config, "/ignoreFiles") {
        // It is held against whole paths; no file's path from the site's folder begins with a slash.
        let pattern = text
            .replace("^/", "^")
            .replace("\\/content/", "\\b/?content/");
        match Regex::new(&pattern) {
            Ok(pattern) => rules.push(Rule {
                pattern,
                says: format!("ignoreFiles: {text}"),
                excludes: true,
            }),
            Err(_) => report.tell(
                Topic::Left,
                ("the settings", 0),
                format!(
                    "`ignoreFiles: {text}` cannot be read: look for pages that should not be here"
                ),
            ),
        }
    }
    let languages = origin.config.get("languages").and_then(Value::as_object);
    let mut off = texts(&origin.config, "/disableLanguages");
    for (code, settings) in languages.into_iter().flatten() {
        if settings.get("disabled") == Some(&true.into()) {
            off.push(code.clone());
        }
    }
    for code in off {
        let glob = format!("**/*.{code}.*");
        rules.extend(rule(
            "",
            &glob,
            Star::Name,
            format!("languages.{code}: disabled"),
        ));
        let folder =
            super::origin::text_at(&origin.config, &format!("languages.{code}.contentDir"));
        let says = format!("languages.{code}: disabled");
        rules.extend(folder.and_then(|folder| rule("", &folder, Star::Name, says)));
    }
    let mounts = origin.config.pointer("/module/mounts");
    for mount in mounts.and_then(Value::as_array).into_iter().flatten() {
        let source = mount.get("source").and_then(Value::as_str);
        let folder = format!("{}/", source.unwrap_or("content").trim_matches('/'));
        for glob in texts(mount, "/excludeFiles") {
            let glob = glob.trim_start_matches('/');
            let says = format!("excludeFiles: {glob}");
            rules.extend(rule(&folder, glob, Star::Name, says));
        }
    }
    rules
}

/// `ignored_content` and `ignored_static`, held against names and paths.
fn of_zola(origin: &Origin) -> Vec<Rule> {
    let mut rules = Vec::new();
    for (key, folder) in [
        ("ignored_content", "content/"),
        ("ignored_static", "static/"),
    ] {
        for glob in texts(&origin.config, &format!("/{key}")) {
            let folder = format!("{folder}(?:.*/)?");
            let says = format!("{key}: {glob}");
            rules.extend(rule_at(&folder, &glob, Star::Anything, says));
        }
    }
    rules
}

/// `exclude`, which takes whatever begins like it, but for what `include` names; and copies that editors leave.
fn of_jekyll(origin: &Origin) -> Vec<Rule> {
    let mut rules = Vec::new();
    for glob in texts(&origin.config, "/exclude") {
        let glob = glob.trim_start_matches("./").trim_start_matches('/');
        let pattern = format!("^{}", expression(glob, Star::Anything));
        rules.extend(Regex::new(&pattern).ok().map(|pattern| Rule {
            pattern,
            says: format!("exclude: {glob}"),
            excludes: true,
        }));
    }
    let backup = Regex::new(r"(?:^|/)[#~]|~(?:/|$)").ok();
    rules.extend(backup.map(|pattern| Rule {
        pattern,
        says: "names with # or ~".to_owned(),
        excludes: true,
    }));
    for glob in texts(&origin.config, "/include") {
        let taken = rule("", &glob, Star::Anything, format!("include: {glob}"));
        rules.extend(taken.map(|rule| Rule {
            excludes: false,
            ..rule
        }));
    }
    rules
}

/// `.eleventyignore` and `.gitignore` of the folder and of that of the texts, `ignores.add` of the settings, and the folder
/// of the output.
fn of_eleventy(origin: &Origin) -> Vec<Rule> {
    let script = origin.settings_script();
    let mut rules = Vec::new();
    let is_git_ignored = !script.contains("setUseGitIgnore(false)");
    let git = is_git_ignored.then_some(".gitignore");
    let mut folders = vec!["", origin.content.as_str()];
    folders.dedup();
    for folder in folders {
        for name in git.into_iter().chain([".eleventyignore"]) {
            let path = origin.root.join(format!("{folder}{name}"));
            let text = source::read_text(&path).unwrap_or_default();
            let lines = text.lines().map(str::trim);
            for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
                let (glob, excludes) = match line.strip_prefix('!') {
                    Some(glob) => (glob, false),
                    None => (line, true),
                };
                let says = format!("{folder}{name}: {line}");
                let found = rule(folder, glob, Star::Name, says);
                rules.extend(found.map(|rule| Rule { excludes, ..rule }));
            }
        }
    }
    for glob in captured_all(r#"ignores\.add\(\s*["'`]([^"'`]+)"#, &script) {
        let says = format!("ignores.add: {glob}");
        rules.extend(rule("", &glob, Star::Name, says));
    }
    for folder in captured_all(r#"output\s*:\s*["']([^"']+)"#, &script) {
        let says = format!("output: {folder}");
        rules.extend(rule("", &folder, Star::Name, says));
    }
    rules
}

/// The texts of a list, or one text.
pub fn texts(config: &Value, pointer: &str) -> Vec<String> {
    match config.pointer(pointer) {
        Some(Value::String(one)) => vec![one.clone()],
        Some(Value::Array(all)) => {
            let texts = all.iter().filter_map(Value::as_str);
            texts.map(str::to_owned).collect()
        }
        _ => Vec::new(),
    }
}

/// A rule that takes the files which a pattern below a folder fits, and what stands in folders that it fits.
fn rule(folder: &str, glob: &str, star: Star, says: String) -> Option<Rule> {
    rule_at(&regex::escape(folder), glob, star, says)
}

/// The same below a folder that is an expression itself.
fn rule_at(folder: &str, glob: &str, star: Star, says: String) -> Option<Rule> {
    let bare = glob.trim_start_matches("./").trim_matches('/');
    let pattern = Regex::new(&format!("^{folder}{}(?:/|$)", expression(bare, star))).ok()?;
    Some(Rule {
        pattern,
        says,
        excludes: true,
    })
}

/// Whether a pattern fits a whole path.
pub fn fits(glob: &str, path: &str) -> bool {
    let pattern = Regex::new(&format!("^{}$", expression(glob, Star::Name)));
    pattern.is_ok_and(|pattern| pattern.is_match(path))
}

/// A pattern with `*`, `**`, `?`, `[…]` and `{a,b}` as an expression.
fn expression(glob: &str, star: Star) -> String {
    let mut text = String::new();
    let (mut rest, mut depth) = (glob, 0);
    while let Some(c) = rest.chars().next() {
        let (len, part) = match c {
            '*' if rest.starts_with("**/") => (3, "(?:.*/)?".to_owned()),
            '*' if rest.starts_with("**") => (2, ".*".to_owned()),
            '*' => match star {
                Star::Anything => (1, ".*".to_owned()),
                Star::Name => (1, "[^/]*".to_owned()),
            },
            '?' => (1, "[^/]".to_owned()),
            '[' if rest.contains(']') => {
                let end = rest.find(']').map_or(1, |at| at + 1);
                (end, rest[..end].replace("[!", "[^"))
            }
            '{' if rest.contains('}') => {
                depth += 1;
                (1, "(?:".to_owned())
            }
            '}' if depth > 0 => {
                depth -= 1;
                (1, ")".to_owned())
            }
            ',' if depth > 0 => (1, "|".to_owned()),
            c => (c.len_utf8(), regex::escape(c.encode_utf8(&mut [0; 4]))),
        };
        text += &part;
        rest = &rest[len..];
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_files_and_folders() {
        let check = |glob: &str, star: Star, file: &str, expected: bool| {
            let rule = rule("content/", glob, star, String::new()).expect("an expression");
            assert_eq!(rule.pattern.is_match(file), expected, "{glob} and {file}");
        };
        check("private", Star::Name, "content/private/a.md", true);
        check("private", Star::Name, "content/private.md", false);
        check("/private/", Star::Name, "content/private/a/b.md", true);
        check("*.txt", Star::Name, "content/a/b.txt", false);
        check("*.txt", Star::Anything, "content/a/b.txt", true);
        check("**/*.{txt,md}", Star::Name, "content/b.md", true);
        check("a/**", Star::Name, "content/a/b/c.md", true);
        check("[!a]?.md", Star::Name, "content/bé.md", true);
        check("[!a]?.md", Star::Name, "content/ab.md", false);
    }
}
