//! What functions and filters take, for whoever gives them something else.

/// What one takes, as a hint.
pub fn of(name: &str) -> Option<&'static str> {
    let known = USAGE.iter().find(|(known, _)| *known == name);
    known.map(|(_, takes)| *takes)
}

const USAGE: [(&str, &str); 29] = [
    (
        "absolute",
        "write `absolute(entry)` or `absolute(\"/path\")`",
    ),
    ("asset", "write `asset(\"file of public/\")`"),
    (
        "collection",
        "write `collection(\"name\", where={…}, sort=\"-date\", limit=3)`: what stands behind the name has a name itself",
    ),
    (
        "data",
        "write `data(\"name\")`: the name of a file of content/_data/",
    ),
    (
        "date",
        "`date` takes a day such as `2026-01-31`, and its style as the first argument: `| date(\"short\")`",
    ),
    ("date_fr", "`date_fr` takes a day such as `2026-01-31`"),
    (
        "date_rfc822",
        "`date_rfc822` takes a day such as `2026-01-31`",
    ),
    ("drawing", "write `drawing(\"name\", {…}, class=\"…\")`"),
    ("entry", "write `entry(\"collection\", \"slug\")`"),
    (
        "first_figure",
        "`first_figure` takes a text, and a list of units",
    ),
    (
        "form",
        "write `form(\"name\")`: the name of a file of content/forms/",
    ),
    ("icon", "write `icon(\"name\")`"),
    (
        "image",
        "write `image(\"path\", alt=\"…\", widths=[400, 800])`: a path, then options by their names",
    ),
    ("initial", "`initial` takes a text"),
    (
        "inline_script",
        "write `inline_script(\"name\")`: the name of a script of islands/inline/",
    ),
    ("integrity", "write `integrity(\"file of public/\")`"),
    ("island", "write `island(\"Name\", {…}, on=\"visible\")`"),
    ("json_ld", "write `json_ld({…})`"),
    ("next", "write `next(entry)`"),
    ("number", "`number` takes a number"),
    ("phone_digits", "`phone_digits` takes a text"),
    (
        "picture_of",
        "write `picture_of(\"template.svg\", {…}, width=1200)`",
    ),
    ("previous", "write `previous(entry)`"),
    ("related", "write `related(entry, limit=3)`"),
    (
        "sentences",
        "`sentences` takes a text and how many: `| sentences(2)`",
    ),
    ("slug", "`slug` takes a text"),
    (
        "t",
        "write `t(\"key\")`: a key of content/strings.yaml, then values by their names",
    ),
    (
        "tags",
        "write `tags(\"collection\")` or `tags(\"collection\", \"field\")`",
    ),
    ("url", "write `url(entry)` or `url(\"/path\")`"),
];
