//! Files of public/ that nothing names: no page, style sheet, script, template or text of the site.

use std::collections::HashSet;

use percent_encoding::percent_decode_str;
use render::Read;
use source::{Diagnostic, Source, Sources};

use crate::rendered::Rendered;

/// What browsers, hosts and search engines ask for by itself.
const ASKED_FOR: [&str; 10] = [
    ".well-known/",
    "ads.txt",
    "apple-touch-icon",
    "browserconfig.xml",
    "CNAME",
    "favicon",
    "humans.txt",
    "icons/",
    "llms.txt",
    "robots.txt",
];

/// Kinds that a style sheet or a licence may keep beside those that it names.
const KEPT: [&str; 5] = ["woff2", "woff", "ttf", "otf", "eot"];

/// A warning for each; `texts` are those of the pages. What is published at its own address (`verbatim`) may be asked for from elsewhere.
pub fn unlinked(rendered: &Rendered, texts: &[String]) -> Vec<Diagnostic> {
    let (site, sources) = (&rendered.ground.site, &rendered.ground.sources);
    let files = sources.below("public").filter(|path| {
        let name = path.trim_start_matches("public/");
        let file = name.rsplit('/').next().unwrap_or(name);
        let kind = file.rsplit('.').next().unwrap_or_default();
        let verbatim = site
            .config
            .verbatim
            .iter()
            .map(|own| own.trim_start_matches('/'));
        let is_verbatim = |own: &str| name == own || own.ends_with('/') && name.starts_with(own);
        let is_note = ["README", "LICENSE", "LICENCE", "OFL"];
        sources.place(path) == *path
            && !verbatim.into_iter().any(is_verbatim)
            && !ASKED_FOR.iter().any(|own| name.starts_with(own))
            && !is_note.iter().any(|own| file.contains(own))
            && !KEPT.contains(&kind)
    });
    let files: Vec<&str> = files.collect();
    if files.is_empty() {
        return Vec::new();
    }
    let named = named(rendered, texts);
    let files = files.into_iter();
    let unnamed = files.filter(|path| !named.contains(path.rsplit('/').next().unwrap_or(path)));
    unnamed.map(|path| warning(path, sources)).collect()
}

fn warning(path: &str, sources: &Sources) -> Diagnostic {
    let name = path.trim_start_matches("public/");
    let message = format!("nothing names `{path}`");
    let hint = format!(
        "show it or link to it, or delete it; what others ask for at `/{name}` stands in `verbatim` of content/site.yaml"
    );
    let source = sources.text(path).ok().flatten().and_then(Result::ok);
    let source = source.unwrap_or_else(|| Source::new(path, ""));
    Diagnostic::warning("unlinked-file", message)
        .at(&source, 0..0)
        .hint(hint)
}

/// The last parts of all paths that pages, texts, templates, styles and scripts of the site name.
fn named(rendered: &Rendered, texts: &[String]) -> HashSet<String> {
    let mut names = HashSet::new();
    texts.iter().for_each(|text| collect(text, &mut names));
    let sources = &rendered.ground.sources;
    for folder in ["content", "templates", "islands", "public"] {
        for path in sources.below(folder) {
            if folder == "public" && !is_text(path) {
                continue;
            }
            if let Ok(Some(Ok(source))) = sources.text(path) {
                collect(&source.text(), &mut names);
            }
        }
    }
    // Names that a template puts together stand nowhere.
    for (read, _) in rendered.pages.iter().flat_map(|page| &page.reads) {
        let mut read = &**read;
        while let Read::In { read: inner, .. } = read {
            read = inner;
        }
        let name = match read {
            Read::Asset(name) => name,
            Read::Image { file, .. } => file,
            _ => continue,
        };
        names.insert(name.rsplit('/').next().unwrap_or(name).to_owned());
    }
    names
}

fn is_text(path: &str) -> bool {
    let kinds = [
        "css",
        "html",
        "js",
        "json",
        "mjs",
        "svg",
        "txt",
        "webmanifest",
        "xml",
    ];
    kinds.contains(&path.rsplit('.').next().unwrap_or_default())
}

/// Adds the words of a text that may be the names of files, as they are written and as addresses mean them.
fn collect(text: &str, names: &mut HashSet<String>) {
    let is_end = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '"' | '\''
                    | '('
                    | ')'
                    | '<'
                    | '>'
                    | '/'
                    | '='
                    | ','
                    | '#'
                    | '?'
                    | ':'
                    | '`'
                    | '['
                    | ']'
                    | '{'
                    | '}'
                    | '|'
                    | ';'
            )
    };
    for word in text.split(is_end).filter(|word| word.contains('.')) {
        names.insert(percent_decode_str(word).decode_utf8_lossy().into_owned());
    }
    // A name with spaces is a name in quotes or a link.
    for word in text.split(['"', '\'', '(', ')', '<', '>', '\n']) {
        if word.contains(' ') && word.len() < 200 && word.contains('.') {
            let name = word.trim().rsplit(['/', ':']).next().unwrap_or_default();
            names.insert(name.trim().to_owned());
        }
    }
}
