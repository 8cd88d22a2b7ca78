//! Where something else answers than pages, each from the site's root and with all that stands below it; what is hashed
//! stands in a folder that `assets` names.

/// The relay, in a site with forms.
pub const RELAY: &str = "/api";
/// The search, in a site with one.
pub const SEARCH: &str = "/_search";
/// What `site serve` sends for its own client.
pub const CLIENT: &str = "/_site";
/// The mails that a preview of the relay kept.
pub const OUTBOX: &str = "/_outbox";
/// The list of what a build left out.
pub const LEFT_OUT: &str = "/_left-out";

/// Whether a path is an endpoint, or stands below it.
pub fn is_below(endpoint: &str, path: &str) -> bool {
    let below = path.strip_prefix(endpoint);
    below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_segments_are_below_an_endpoint() {
        let check =
            |path: &str, expected: bool| assert_eq!(is_below(OUTBOX, path), expected, "{path}");
        check("/_outbox", true);
        check("/_outbox/", true);
        check("/_outbox/a", true);
        check("/_outboxes", false);
        check("/a/_outbox", false);
        check("/_out", false);
    }
}
