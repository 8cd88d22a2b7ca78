//! The name that an author most likely meant by another.

/// A `did you mean` hint: the candidate nearest to a name, if one is near enough. Nobody means by a name what it says
/// already.
pub fn did_you_mean<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    let others = candidates.into_iter().filter(|other| *other != name);
    nearest(name, others).map(|best| format!("did you mean `{best}`?"))
}

/// The candidate nearest to a name by edit distance, if one is near enough to be meant; else the
/// shortest that goes on where the name ends, as `date_fr` does for `date` and `tags.html` for `tags`, or the longest
/// where the name goes on, as `slugify` does for `slug`.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > LONGEST {
        return None;
    }
    let lower = name.to_lowercase();
    let candidates = candidates.into_iter().filter(|c| c.len() <= LONGEST);
    let candidates: Vec<&str> = candidates.collect();
    let length = lower.chars().count();
    let distance = |c: &str| {
        let most = (name.len().max(c.len()) / 3).max(1);
        let other = c.to_lowercase();
        // The difference of lengths is the least that the distance can be, and costs next to nothing.
        let is_alike = other.chars().count().abs_diff(length) <= most;
        let distance = is_alike.then(|| strsim::damerau_levenshtein(&lower, &other))?;
        (distance <= most).then_some(distance)
    };
    let near = candidates
        .iter()
        .filter_map(|c| Some((distance(c)?, *c)))
        .min_by_key(|(distance, c)| (*distance, c.to_string()))
        .map(|(_, c)| c);
    let goes_on = |c: &&str| {
        let rest = c.to_lowercase();
        let rest = rest.strip_prefix(&lower);
        lower.len() >= SHORTEST && rest.is_some_and(|rest| rest.starts_with(['-', '_', '.']))
    };
    let longer = candidates.iter().copied().filter(goes_on);
    let near = near.or_else(|| longer.min_by_key(|c| (c.len(), c.to_string())));
    let begins = |c: &&str| c.len() > SHORTEST && lower.starts_with(&c.to_lowercase());
    let shorter = candidates.iter().copied().filter(begins);
    near.or_else(|| shorter.max_by_key(|c| (c.len(), c.to_string())))
}

/// Fewer characters begin too many names to say which is meant.
const SHORTEST: usize = 3;

/// The distance of two texts takes memory of the product of their lengths.
const LONGEST: usize = 255;

/// The candidates nearest to a name, however far away, the nearest first.
pub fn closest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    count: usize,
) -> Vec<&'a str> {
    let start = |text: &str| text[..text.floor_char_boundary(LONGEST)].to_owned();
    let name = start(name);
    let distance = |c: &&str| strsim::damerau_levenshtein(&name, &start(c));
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

    #[test]
    fn a_name_is_not_meant_by_itself() {
        assert_eq!(did_you_mean("title", ["title", "date"]), None);
        let meant = did_you_mean("title", ["title", "titles"]);
        assert_eq!(meant.as_deref(), Some("did you mean `titles`?"));
    }

    #[test]
    fn a_name_without_its_ending_means_the_file() {
        let templates = ["components/tags.html", "tag.html", "tags.html"];
        assert_eq!(nearest("tags", templates), Some("tags.html"));
    }

    #[test]
    fn names_without_end_are_compared_in_little_memory() {
        let name = "a".repeat(1 << 20);
        assert_eq!(nearest(&name, [&*format!("{name}b")]), None);
        assert_eq!(closest(&name, [&*format!("{name}b"), "b"], 1).len(), 1);
    }

    #[test]
    fn the_beginning_of_a_name_means_the_shortest_that_goes_on() {
        let filters = ["date_rfc822", "date_fr", "default"];
        assert_eq!(nearest("date", filters), Some("date_fr"));
        assert_eq!(nearest("dat", ["dates-of-fairs-and-markets"]), None);
        assert_eq!(nearest("to", ["to_be_or_not"]), None);
    }
}
