//! Social cards: the picture beside a link.

/// What stands on a social card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Card {
    /// The page's title.
    pub title: String,
    /// The part of the site it belongs to; may be empty.
    pub section: String,
    /// The site's name.
    pub site: String,
    /// The slug whose map is drawn.
    pub slug: String,
    /// Colour of the map as `#rrggbb`; none for the palette's accent.
    pub accent: Option<String>,
}
