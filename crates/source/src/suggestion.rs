//! The name that an author most likely meant by another.

/// A `did you mean` hint: the candidate nearest to a name, if one is near enough.
pub fn did_you_mean<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    nearest(name, candidates).map(|best| format!("did you mean `{best}`?"))
}

/// The candidate nearest to a name by edit distance, if one is near enough to be meant.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = name.to_lowercase();
    candidates
        .into_iter()
        .map(|c| (strsim::damerau_levenshtein(&lower, &c.to_lowercase()), c))
        .filter(|(distance, c)| *distance <= (name.len().max(c.len()) / 3).max(1))
        .min_by_key(|(distance, c)| (*distance, c.to_string()))
        .map(|(_, c)| c)
}

/// The candidates nearest to a name, however far away, the nearest first.
pub fn closest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    count: usize,
) -> Vec<&'a str> {
    let distance = |c: &&str| strsim::damerau_levenshtein(name, c);
    let mut candidates: Vec<&str> = candidates.into_iter().collect();
    candidates.sort_by_cached_key(|c| (distance(c), c.to_string()));
    candidates.truncate(count);
    candidates
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_meant_by_a_name_too_far_away() {
        assert_eq!(did_you_mean("zzz", ["title", "date"]), None);
        assert_eq!(nearest("titel", ["title", "date"]), Some("title"));
    }
}
