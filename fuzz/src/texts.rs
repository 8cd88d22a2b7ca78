//! What must hold for any text of an author; what stands in `seeds/` is held by the crate's own tests too.

use content::markdown::{self, Fragment, Html, Options, Syntax};
use content::{front_matter, load, typography};
use source::{Diagnostic, Source, Sources, yaml};

/// A mistake is told at a place, whatever it is.
fn told(diagnostics: &[Diagnostic]) {
    for diagnostic in diagnostics.iter().take(20) {
        assert!(!diagnostic.render().is_empty());
    }
}

/// Front matter is found, read and told at bytes of the text.
pub fn front_matter(text: &str) {
    let source = Source::new("a.md", text);
    let parts = match front_matter::split(&source) {
        Ok(parts) => parts,
        Err(mistake) => return told(&[mistake]),
    };
    assert!(text.get(parts.data.clone()).is_some() && text.get(parts.body.clone()).is_some());
    assert!(parts.data.end <= parts.body.start);
    let (node, diagnostics) = yaml::parse(&source, parts.data.clone());
    assert!(node.is_some() || !diagnostics.is_empty());
    for node in node.iter().flat_map(yaml::Node::walk) {
        assert!(text.get(node.span.clone()).is_some(), "{:?}", node.span);
    }
    told(&diagnostics);
}

/// Markdown is HTML without a script, a style or a handler, and its places are bytes of the text.
pub fn markdown(text: &str) {
    let source = Source::new("a.md", text);
    for (html, french) in [(Html::Refused, true), (Html::Listed, false)] {
        let syntax = Syntax {
            autolinks: true,
            math: true,
            emoji: true,
        };
        let options = Options {
            highlight: None,
            french,
            html,
            syntax,
        };
        let (body, diagnostics) = markdown::parse(&source, 0..text.len(), &options);
        told(&diagnostics);
        let line = markdown::parse_inline(text, &options);
        let field = markdown::parse_text(text, &options);
        for fragment in [body, line, field].iter().flat_map(|body| &body.fragments) {
            match fragment {
                Fragment::Html(html) => safe(html),
                other => {
                    let span = other.span().expect("what is resolved has a place");
                    assert!(text.get(span.clone()).is_some());
                }
            }
        }
    }
}

/// No tag of an HTML text is one that runs or styles.
fn safe(html: &str) {
    for tag in html.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap_or_default();
        let name = tag.split([' ', '/']).find(|part| !part.is_empty());
        let is_bad = |name: &str| {
            [
                "script", "style", "iframe", "object", "svg", "form", "base", "meta", "link",
            ]
            .iter()
            .any(|bad| name.eq_ignore_ascii_case(bad))
        };
        assert!(!name.is_some_and(is_bad), "<{tag}>");
        let outside: String = tag.split('"').step_by(2).collect();
        assert!(
            !outside.contains(" on") && !outside.contains(" style="),
            "<{tag}>"
        );
    }
}

/// Typography changes signs and spaces, never a letter.
pub fn typography(text: &str) {
    let letters = |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).collect() };
    assert_eq!(letters(&typography::french(text)), letters(text));
    assert_eq!(letters(&typography::french_template(text)), letters(text));
}

/// Routes stay in the output, whatever asks for them: a line each of an entry's keys, then content/routes.yaml.
pub fn routes(text: &str) {
    let (entry, routes) = text.split_once("\n\n").unwrap_or((text, ""));
    let sources = Sources::from_bytes([
        ("content/site.yaml", "base_url: https://example.com\n".to_owned()),
        (
            "content/notes/_schema.yaml",
            "type: object\nx-route: /notes/{slug}\nx-template: a.html\nproperties: { tags: { type: array } }\n".to_owned(),
        ),
        ("content/notes/a.md", format!("---\n{entry}\n---\n[a](b.md)\n")),
        ("content/notes/b.md", "Text.\n".to_owned()),
        ("content/routes.yaml", routes.to_owned()),
        ("templates/a.html", "a".to_owned()),
    ]);
    let options = content::LoadOptions::all("2026-11-22");
    let Ok(loaded) = load(&sources, &options) else {
        return;
    };
    told(&loaded.diagnostics);
    for route in loaded.site.iter().flat_map(|site| site.routes.iter()) {
        let output = &route.output;
        let is_outside = output.starts_with('/') || output.split('/').any(|part| part == "..");
        let is_odd = output.contains(['\\', '\0', '\n', '\r']);
        assert!(!output.is_empty() && !is_outside && !is_odd, "{output:?}");
    }
}
