//! Whether the relay takes what a form on a page sends: it refuses a post with a name that the form's definition lacks.

use content::Form;
use source::{Diagnostic, did_you_mean};

use super::page::CheckedPage;
use crate::html::Element;
use crate::places::Trace;

/// Elements whose names are sent.
const CONTROLS: [&str; 4] = ["input", "select", "textarea", "button"];

impl CheckedPage<'_> {
    /// Checks the controls of an element that is posted to a form.
    pub(super) fn controls(&mut self, element: &Element, form: &Form) {
        let document = self.document;
        let ends = document.ends.iter();
        let mut ends = ends.filter(|end| end.name == "form" && end.at >= element.span.end);
        let end = ends.next().map_or(usize::MAX, |end| end.at);
        let is_own = |control: &&Element| match control.get("form") {
            Some(id) => element.get("id") == Some(id),
            None => (element.span.end..end).contains(&control.span.start),
        };
        for control in document.elements.iter().filter(is_own) {
            if let Some(mistake) = refused(control, form) {
                self.report(mistake, Trace::attribute(control, "name"));
            }
        }
    }
}

/// Why the relay refuses what a control sends.
fn refused(control: &Element, form: &Form) -> Option<Diagnostic> {
    let name = control.get("name").filter(|name| !name.is_empty())?;
    let kind = control.get("type").unwrap_or_default().to_lowercase();
    let is_sent = CONTROLS.contains(&control.name.as_str())
        && !matches!(kind.as_str(), "reset" | "button")
        && control.get("disabled").is_none()
        && !control.in_template;
    if !is_sent {
        return None;
    }
    let id = &form.id;
    if control.name == "input" && kind == "file" {
        let message = format!("the form `{id}` cannot send the file `{name}`");
        let hint = "forms send texts alone: ask for an address where the file is, or for a mail";
        return Some(Diagnostic::error("unknown-control", message).hint(hint));
    }
    if form.takes(name) {
        return None;
    }
    let message = format!("the form `{id}` has no field `{name}`: every post of it is refused");
    let near = did_you_mean(name, form.fields().map(|field| field.name.as_str()));
    let hint = near.unwrap_or_else(|| {
        format!("define it in content/forms/{id}.yaml, or remove the `name` from the control")
    });
    Some(Diagnostic::error("unknown-control", message).hint(hint))
}
