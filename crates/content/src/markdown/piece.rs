//! A run of text is looked at as one flow, of which each text event is a piece.

/// Where in the flow the text of an event lies.
pub(super) struct Piece {
    pub event: usize,
    pub start: usize,
    pub end: usize,
}
