//! Drawings and painted pictures in templates: SVG of the site's own programs and templates.

use assets::{FittedText, PaintRequest, TextBlock};
use minijinja::value::{Kwargs, Serde, Value};
use minijinja::{Error, State};

use crate::escape::escape;
use crate::json;
use crate::mistake::{failed, only};
use crate::view::View;

/// A drawing of `islands/drawings/`, shown by an external `<use>`; `lazy` loads it when it comes near,
/// `inline` gives the SVG itself, for a template that is painted.
pub fn drawing(
    state: &mut State<'_, '_>,
    name: &str,
    input: Option<Value>,
    options: Kwargs,
) -> Result<Value, Error> {
    let view = View::of(state)?;
    let class = options.get::<Option<String>>("class")?;
    let title = options.get::<Option<String>>("title")?;
    let is_lazy = options.get::<Option<bool>>("lazy")?.unwrap_or_default();
    let is_inline = options.get::<Option<bool>>("inline")?.unwrap_or_default();
    only(&options, &["class", "title", "lazy", "inline"])?;
    let input = match input {
        Some(input) => json::from_value(&input)?,
        None => serde_json::json!({}),
    };
    let Some(drawing) = view.drawing(name, input.to_string())? else {
        return Ok(Value::from_safe_string(String::new()));
    };
    if is_inline {
        let svg = drawing.asset.bytes().map_err(failed)?;
        // HTML knows the namespace by the element's name.
        let svg =
            String::from_utf8_lossy(&svg).replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1);
        return Ok(Value::from_safe_string(svg));
    }
    view.keep(&drawing.asset);
    let element = Element {
        drawing: &drawing,
        class: &class.unwrap_or_default(),
        title: title.as_deref(),
    };
    let at_once = element.html(&view, "href");
    Ok(Value::from_safe_string(match is_lazy {
        true => format!(
            "{}<noscript>{at_once}</noscript>",
            element.html(&view, "data-href")
        ),
        false => at_once,
    }))
}

/// What stands in the page for a drawing.
struct Element<'a> {
    drawing: &'a assets::Drawing,
    class: &'a str,
    title: Option<&'a str>,
}

impl Element<'_> {
    /// The `<svg>`. A lazy one has its address in `data-href`, which page.ts moves to `href` when the
    /// drawing comes near: browsers load the target of every `<use>` at once. Another stands in a
    /// `<noscript>` for those without scripts.
    fn html(&self, view: &View, attribute: &str) -> String {
        let label = match self.title {
            Some(title) => format!("role=\"img\" aria-label=\"{}\"", escape(title)),
            None => "aria-hidden=\"true\"".to_owned(),
        };
        format!(
            "<svg class=\"{}\" viewBox=\"{}\" preserveAspectRatio=\"xMidYMid slice\" {label}><use {attribute}=\"{}{}#{}\"/></svg>",
            escape(self.class),
            escape(&self.drawing.frame.view_box),
            view.base_path(),
            self.drawing.asset.url,
            escape(&self.drawing.frame.id)
        )
    }
}

/// The public address of a picture painted from a template that writes an SVG: it sees `site`, `page`
/// and the values that it is given.
pub fn picture_of(
    state: &mut State<'_, '_>,
    template: &str,
    values: Value,
    options: Kwargs,
) -> Result<String, Error> {
    let view = View::of(state)?;
    let width = options.get::<Option<u32>>("width")?.unwrap_or(1200);
    let height = options.get::<Option<u32>>("height")?.unwrap_or(630);
    only(&options, &["width", "height"])?;
    let known = ["site", "page"].map(|name| (name, state.lookup(name).unwrap_or_default()));
    let size = [
        ("width", Value::from(width)),
        ("height", Value::from(height)),
    ];
    let context =
        minijinja::value::merge_maps([values, Value::from_pairs(known.into_iter().chain(size))]);
    let svg = state.get_template(template)?.render(context)?;
    let request = PaintRequest {
        name: template,
        svg: &svg,
        width,
        height,
    };
    let asset = view.paint(request)?;
    let (origin, base) = (view.origin(), view.base_path());
    Ok(format!("{origin}{base}{}", asset.url))
}

/// A text in lines, `size` and `lines`: the first of `sizes` at which it fits `width` by `height`.
pub fn fit_lines(
    state: &mut State<'_, '_>,
    text: String,
    options: Kwargs,
) -> Result<Serde<FittedText>, Error> {
    let block = TextBlock {
        text,
        font: options.get("font")?,
        weight: options.get::<Option<u16>>("weight")?.unwrap_or(400),
        spacing: options.get::<Option<f32>>("spacing")?.unwrap_or_default(),
        sizes: options.get("sizes")?,
        leading: options.get::<Option<f32>>("leading")?.unwrap_or(1.2),
        width: options.get("width")?,
        height: options.get("height")?,
    };
    only(
        &options,
        &[
            "font", "weight", "spacing", "sizes", "leading", "width", "height",
        ],
    )?;
    View::of(state)?.fit_lines(&block).map(Serde)
}
