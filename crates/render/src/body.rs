//! Markdown fragments to HTML: links get their addresses, images their sizes, fences their components and islands.

use std::sync::Arc;

use content::field::Field;
use content::markdown::{Fragment, Image, encoded};
use minijinja::value::Value;
use minijinja::{Error, State};

use crate::escape::escape;
use crate::image::{self, Picture};
use crate::island::{self, Mount};
use crate::json;
use crate::mistake::in_text;
use crate::value::{BodyObject, SETTINGS, field, resolved};
use crate::view::View;

/// Renders a text as HTML. Component fences are rendered by templates/components/NAME.html with
/// the fence's keys as variables. What fails is told at its place in the text.
pub fn html(state: &mut State<'_, '_>, text: &BodyObject) -> Result<String, Error> {
    let parts = text.body.fragments.iter();
    let known = parts.map(|part| match part {
        Fragment::Html(finished) => finished.len(),
        _ => 64,
    });
    let mut html = String::with_capacity(known.sum());
    let mut embeds = embeds(text).iter();
    for (part, fragment) in text.body.fragments.iter().enumerate() {
        if let Fragment::Html(finished) = fragment {
            html.push_str(finished);
            continue;
        }
        let place = || text.view.place(text.entry, &text.body, part);
        let rendered = rendered(state, text, fragment, &mut embeds);
        let rendered = match fragment {
            Fragment::Image(_) => text.view.shown(rendered, place),
            _ => rendered,
        };
        html.push_str(&rendered.map_err(|error| in_text(error, place()))?);
    }
    Ok(html)
}

fn rendered<'a>(
    state: &mut State<'_, '_>,
    text: &BodyObject,
    fragment: &Fragment,
    embeds: &mut impl Iterator<Item = &'a Field>,
) -> Result<String, Error> {
    let view = &text.view;
    match fragment {
        Fragment::Html(finished) => Ok(finished.clone()),
        Fragment::Link { href, .. } => {
            Ok(escape(&encoded(&resolved(view, text.entry, href))).into_owned())
        }
        Fragment::Image(image) => picture(view, text.entry, image),
        Fragment::Component(fence) => component(state, text, &fence.name, embeds.next()),
        Fragment::Island(fence) => {
            let props = embeds.next();
            let props = props.map_or_else(Value::default, |f| field(view, text.entry, f));
            let mount = Mount {
                name: &fence.name,
                props: json::from_value(&props)?,
                on: fence.on.as_deref().unwrap_or("visible"),
                content: None,
            };
            island::mount(view, mount)
        }
    }
}

fn embeds(text: &BodyObject) -> &[Field] {
    match text.entry {
        Some(index) if text.is_main => text.view.body(index).embeds(),
        _ => &[],
    }
}

fn picture(
    view: &Arc<View>,
    entry: Option<usize>,
    Image {
        src, alt, title, ..
    }: &Image,
) -> Result<String, Error> {
    let file = entry.map_or(SETTINGS, |index| view.head(index).file());
    let path = view
        .image_file(src, file)
        .ok_or_else(|| view.no_image(src, file))?;
    image::html(
        view,
        &Picture {
            path: &path,
            alt,
            title: title.as_deref(),
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
    let template = state.get_template(&file)?;
    template.render(Value::from_pairs(variables))
}
