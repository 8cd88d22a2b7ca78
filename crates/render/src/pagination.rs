//! `page.pagination`: which of several pages a list's page is, and the addresses of the others.

use std::fmt::{self, Formatter};
use std::sync::Arc;

use content::route::Pagination;
use minijinja::value::{Enumerator, Object, Value};

use crate::unnamed;
use crate::view::View;

/// Pages beside the present one, the first and the last that `numbers` names.
const NEIGHBOURS: usize = 2;

const KEYS: &[&str] = &[
    "number", "count", "size", "total", "first", "last", "previous", "next", "numbers", "pages",
];

/// The pagination of a page; false, with the same names, where it has none.
pub fn value(view: &Arc<View>, pagination: Option<&Pagination>) -> Value {
    match pagination {
        Some(pagination) => Value::from_object(PaginationObject {
            view: Arc::clone(view),
            pagination: pagination.clone(),
        }),
        None => Value::from_object(NoPagination),
    }
}

/// What a page has that stands alone: nothing, but templates may ask for it.
#[derive(Debug)]
struct NoPagination;

impl Object for NoPagination {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let name = key.as_str()?;
        Some(match KEYS.contains(&name) {
            true => Value::from(()),
            false => unnamed::mistaken(name, KEYS.iter().copied()),
        })
    }

    fn is_true(self: &Arc<Self>) -> bool {
        false
    }

    fn render(self: &Arc<Self>, _: &mut Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

#[derive(Debug)]
struct PaginationObject {
    view: Arc<View>,
    pagination: Pagination,
}

impl Object for PaginationObject {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let own = &self.pagination;
        let others = own.pages > 1;
        Some(match key.as_str()? {
            "number" => Value::from(own.number),
            "count" => Value::from(own.pages),
            "size" => Value::from(own.size),
            "total" => Value::from(own.total),
            "first" => Value::from(self.url(1)),
            "last" => Value::from(self.url(own.pages)),
            "previous" => Value::from((own.number > 1).then(|| self.url(own.number - 1))),
            "next" => Value::from((own.number < own.pages).then(|| self.url(own.number + 1))),
            "numbers" if others => self.numbers(),
            "pages" if others => (1..=own.pages).map(|number| self.page(number)).collect(),
            "numbers" | "pages" => Value::from(Vec::<Value>::new()),
            name => unnamed::mistaken(name, KEYS.iter().copied()),
        })
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(KEYS)
    }
}

impl PaginationObject {
    fn url(&self, number: usize) -> String {
        self.view.href(&self.pagination.path(number))
    }

    fn page(&self, number: usize) -> Value {
        Value::from_pairs([
            ("number", Value::from(number)),
            ("url", Value::from(self.url(number))),
            ("is_current", Value::from(number == self.pagination.number)),
        ])
    }

    /// The first page, the last, and those around the present one; where some are left out stands one
    /// without a number. A gap of one page is that page.
    fn numbers(&self) -> Value {
        let Pagination { number, pages, .. } = self.pagination;
        let is_near = |n: usize| n == 1 || n == pages || n.abs_diff(number) <= NEIGHBOURS;
        let mut shown = Vec::new();
        let near = number.saturating_sub(NEIGHBOURS + 1)..=number + NEIGHBOURS + 1;
        for n in [1, 2].into_iter().chain(near).chain([pages - 1, pages]) {
            let is_bridge = n > 1 && n < pages && is_near(n - 1) && is_near(n + 1);
            let is_new = shown.last().is_none_or(|last| n > *last);
            if (1..=pages).contains(&n) && is_new && (is_near(n) || is_bridge) {
                shown.push(n);
            }
        }
        let mut values = Vec::new();
        let mut last = 0;
        for n in shown {
            if n > last + 1 {
                values.push(Value::from_pairs([
                    ("number", Value::from(())),
                    ("url", Value::from(())),
                    ("is_current", Value::from(false)),
                ]));
            }
            values.push(self.page(n));
            last = n;
        }
        Value::from(values)
    }
}
