//! Icons in templates, drawn from the sprite.

use minijinja::value::{Kwargs, Value};
use minijinja::{Error, State};

use crate::escape::escape;
use crate::mistake::only;
use crate::view::View;

/// An icon of the sprite.
pub fn icon(state: &mut State<'_, '_>, name: &str, options: Kwargs) -> Result<Value, Error> {
    let view = View::of(state)?;
    let class = options
        .get::<Option<String>>("class")?
        .map(|class| format!(" {class}"));
    let title = options.get::<Option<String>>("title")?;
    only(&options, &["class", "title"])?;
    let icon = view.icon(name)?;
    let label = match title {
        Some(title) => format!("role=\"img\" aria-label=\"{}\"", escape(&title)),
        None => "aria-hidden=\"true\"".to_owned(),
    };
    Ok(Value::from_safe_string(format!(
        "<svg class=\"icon{}\" width=\"24\" height=\"24\" {label}><use href=\"{}{}#{}\"/></svg>",
        escape(&class.unwrap_or_default()),
        view.base_path(),
        icon.sprite.url,
        icon.id
    )))
}
