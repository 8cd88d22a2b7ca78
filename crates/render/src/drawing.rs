//! Contour maps in templates: of an entry, or wide ones for a page's head.

use minijinja::value::{Kwargs, Value};
use minijinja::{Error, State};

use crate::escape::escape;
use crate::mistake::text_of;
use crate::value::EntryObject;
use crate::view::View;

/// The contour map of an entry or slug; `ink` names the category's colour and becomes a class,
/// `lazy` loads it when it comes near.
pub fn cover(state: &mut State<'_, '_>, subject: Value, options: Kwargs) -> Result<Value, Error> {
    let view = View::of(state)?;
    let slug = match subject.downcast_object_ref::<EntryObject>() {
        Some(entry) => view.head(entry.index).reference().slug.to_string(),
        None => text_of(&subject)?.to_owned(),
    };
    let ink = options
        .get::<Option<String>>("ink")?
        .map(|ink| format!(" ink-{ink}"));
    let class = options
        .get::<Option<String>>("class")?
        .map(|class| format!(" {class}"));
    let drawing = Drawing {
        cover: view.cover(&slug)?,
        class: format!(
            "cover{}{}",
            ink.unwrap_or_default(),
            class.unwrap_or_default()
        ),
        title: options.get("title")?,
        is_lazy: options.get::<Option<bool>>("lazy")?.unwrap_or_default(),
    };
    options.assert_all_used()?;
    Ok(drawing.html(&view))
}

/// A wide contour map for a page's head.
pub fn field(state: &mut State<'_, '_>, seed: &str, options: Kwargs) -> Result<Value, Error> {
    let view = View::of(state)?;
    let width = options.get::<Option<u32>>("width")?.unwrap_or(1440);
    let height = options.get::<Option<u32>>("height")?.unwrap_or(800);
    let class = options
        .get::<Option<String>>("class")?
        .map(|class| format!(" {class}"));
    let drawing = Drawing {
        cover: view.field(seed, width, height)?,
        class: format!("field{}", class.unwrap_or_default()),
        title: options.get("title")?,
        is_lazy: false,
    };
    options.assert_all_used()?;
    Ok(drawing.html(&view))
}

/// What `cover` and `field` draw an `<svg>` from.
struct Drawing {
    cover: assets::Cover,
    class: String,
    title: Option<String>,
    is_lazy: bool,
}

impl Drawing {
    /// The `<svg>`. A lazy one has its address in `data-href`, which page.ts moves to `href` when the
    /// drawing comes near: browsers load the target of every `<use>` at once. Another stands in a
    /// `<noscript>` for those without scripts.
    fn html(&self, view: &View) -> Value {
        let label = match &self.title {
            Some(title) => format!("role=\"img\" aria-label=\"{}\"", escape(title)),
            None => "aria-hidden=\"true\"".to_owned(),
        };
        let drawn_from = |attribute: &str| {
            format!(
                "<svg class=\"{}\" viewBox=\"{}\" preserveAspectRatio=\"xMidYMid slice\" {label}><use {attribute}=\"{}{}#{}\"/></svg>",
                escape(&self.class),
                self.cover.view_box,
                view.base_path(),
                self.cover.asset.url,
                self.cover.id
            )
        };
        let at_once = drawn_from("href");
        Value::from_safe_string(if self.is_lazy {
            format!("{}<noscript>{at_once}</noscript>", drawn_from("data-href"))
        } else {
            at_once
        })
    }
}
