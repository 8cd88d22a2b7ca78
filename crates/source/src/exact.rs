//! Lists that are kept as long as their site.

/// The same list without spare room, which shrinking in place may leave.
pub fn exact<T>(mut items: Vec<T>) -> Vec<T> {
    let mut all = Vec::with_capacity(items.len());
    all.append(&mut items);
    all
}
