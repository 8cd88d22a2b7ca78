//! Markdown fragments to HTML: links get their addresses, images their sizes, fences their components and islands.

use std::borrow::Cow;
use std::sync::Arc;

use content::field::Field;
use content::markdown::Fragment;
use minijinja::value::Value;
use minijinja::{Error, ErrorKind, State};

use crate::image::{self, Picture};
use crate::island::{self, Mount};
use crate::json;
use crate::value::{BodyObject, field};
use crate::view::View;

/// Renders a text as HTML. Component fences are rendered by templates/components/NAME.html with
/// the fence's keys as variables.
pub fn html(state: &mut State<'_, '_>, text: &BodyObject) -> Result<String, Error> {
    let view = &text.view;
    let mut html = String::new();
    let mut embeds = embeds(text).iter();
    for fragment in &text.body.fragments {
        match fragment {
            Fragment::Html(part) => html.push_str(part),
            Fragment::Link { href, .. } => {
                html.push_str(&escape(&link(view, text.entry, href)));
            }
            Fragment::Image {
                src, alt, title, ..
            } => {
                html.push_str(&picture(view, text.entry, (src, alt, title.as_deref()))?);
            }
            Fragment::Component { name, .. } => {
                html.push_str(&component(state, text, name, embeds.next())?);
            }
            Fragment::Island { name, on, .. } => {
                let props = embeds
                    .next()
                    .map_or_else(Value::default, |f| field(view, text.entry, f));
                let props = json::from_value(&props)?;
                let on = on.as_deref().unwrap_or("visible");
                let content = None;
                let mount = Mount {
                    name,
                    props,
                    on,
                    content,
                };
                html.push_str(&island::mount(view, mount)?);
            }
        }
    }
    Ok(html)
}

fn embeds(text: &BodyObject) -> &[Field] {
    match text.entry {
        Some(index) if text.is_main => &text.view.body(index).embeds,
        _ => &[],
    }
}

fn link(view: &Arc<View>, entry: Option<usize>, href: &str) -> String {
    crate::value::resolved(view, entry, href)
}

fn picture(
    view: &Arc<View>,
    entry: Option<usize>,
    (src, alt, title): (&str, &str, Option<&str>),
) -> Result<String, Error> {
    let file = entry.map_or("content/site.yaml", |i| view.head(i).source.path.as_str());
    let path = content::resolve_image(src, file, view.files()).map_err(|hint| {
        Error::new(
            ErrorKind::InvalidOperation,
            format!("there is no image `{src}`: {hint}"),
        )
    })?;
    image::html(
        view,
        &Picture {
            path: &path,
            alt,
            title,
            ..Picture::default()
        },
    )
}

fn component(
    state: &mut State<'_, '_>,
    text: &BodyObject,
    name: &str,
    data: Option<&Field>,
) -> Result<String, Error> {
    let file = format!("components/{name}.html");
    text.view.read(crate::view::Read::Template(file.clone()));
    let mut variables: Vec<(String, Value)> = Vec::new();
    if let Some(Field::Map(fields)) = data {
        let values = fields
            .iter()
            .map(|(k, f)| (k.to_string(), field(&text.view, text.entry, f)));
        variables.extend(values);
    }
    for name in ["site", "page", "entry"] {
        variables.extend(state.lookup(name).map(|value| (name.to_owned(), value)));
    }
    state
        .env()
        .get_template(&file)?
        .render(Value::from_pairs(variables))
}

/// Text escaped for HTML content and double-quoted attributes.
pub fn escape(text: &str) -> Cow<'_, str> {
    let special = |byte: &u8| matches!(byte, b'&' | b'<' | b'>' | b'"' | b'\'');
    let Some(first) = text.as_bytes().iter().position(special) else {
        return Cow::Borrowed(text);
    };
    let mut escaped = String::with_capacity(text.len() + 16);
    let mut done = 0;
    for (i, byte) in text.bytes().enumerate().skip(first) {
        let reference = match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            b'\'' => "&#39;",
            _ => continue,
        };
        escaped.push_str(&text[done..i]);
        escaped.push_str(reference);
        done = i + 1;
    }
    escaped.push_str(&text[done..]);
    Cow::Owned(escaped)
}
