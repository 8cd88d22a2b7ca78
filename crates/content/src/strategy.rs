//! When an island may wake; `islands/runtime/strategies/` has a script for each.

/// Strategies by their names, beside `media (…)`.
pub const STRATEGIES: [&str; 4] = ["load", "idle", "visible", "interaction"];

/// What messages name of them.
pub const KNOWN: &str = "`load`, `idle`, `visible`, `interaction` or `media (…)`";

/// Whether something names a strategy; a media query has as many opening parentheses as closing ones.
pub fn is_strategy(on: &str) -> bool {
    let query = on.strip_prefix("media ").map(str::trim);
    let is_query =
        |query: &str| !query.is_empty() && query.matches('(').count() == query.matches(')').count();
    STRATEGIES.contains(&on) || query.is_some_and(is_query)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strategies_are_names_and_media_queries() {
        let check = |on: &str, expected: bool| assert_eq!(is_strategy(on), expected, "{on}");
        STRATEGIES.iter().for_each(|name| check(name, true));
        check("media (min-width: 40em)", true);
        check("media screen and (min-width: 40em)", true);
        check("media", false);
        check("media ", false);
        check("media (min-width: 40em", false);
        check("hover", false);
    }
}
