//! What can be wrong in data of more than one syntax.

use std::ops::Range;
use std::sync::Arc;

use crate::{Diagnostic, Source};

/// A key that stands twice in one object.
pub(super) fn duplicate(
    source: &Arc<Source>,
    name: &str,
    at: Range<usize>,
    first: Range<usize>,
) -> Diagnostic {
    Diagnostic::error("duplicate-key", format!("the key `{name}` stands twice"))
        .label(source, at, "again here")
        .label(source, first, "first here")
        .hint("remove one of them")
}
