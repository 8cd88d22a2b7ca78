//! Routes of content/routes.yaml that show nothing.

use source::Diagnostic;
use source::yaml::Node;

use super::{Page, query};
use crate::query::Query;

impl Page<'_> {
    /// The warning for a list whose `offset` leaves nothing of it.
    pub(super) fn passes_over_all(&self) -> Option<Diagnostic> {
        let list = self.node.get("list")?;
        let Query { offset, .. } = query(list);
        let all = Query {
            offset: 0,
            limit: None,
            ..query(list)
        };
        let is_one = offset > 0 && self.node.get("each").is_none();
        let total = is_one.then(|| {
            self.index()
                .answer(&all, self.given.entries, self.given.today)
        })?;
        let total = total.len();
        let message = format!("`offset` passes over all that is listed: {total} of {total}");
        let warning = Diagnostic::warning("empty-route", message)
            .at(self.source, list.get("offset")?.span.clone())
            .hint("write a smaller one, or remove the page until there is more to list");
        (total > 0 && offset >= total).then_some(warning)
    }

    /// The warning for `each` of a field that nothing has, so that there is no page; a collection may still be empty.
    pub(super) fn no_page(&self, each: &Node) -> Option<Diagnostic> {
        let field = each.get("field")?;
        let collection = each.get("collection").and_then(Node::as_text)?;
        let mut entries = self.given.entries.iter();
        let has_entries = entries.any(|entry| *entry.reference.collection == *collection);
        let message = format!(
            "no page is made for `{}`: no entry of `{collection}` has `{}`",
            self.path,
            field.as_text()?
        );
        let warning = Diagnostic::warning("empty-route", message)
            .at(self.source, field.span.clone())
            .hint("give it to an entry, or name a field that entries have");
        has_entries.then_some(warning)
    }
}
