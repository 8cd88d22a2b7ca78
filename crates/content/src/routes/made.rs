//! Routes as they are made, before they are judged.

use crate::route::Route;
use source::Place;

/// A route as it was made.
pub(super) struct MadeRoute {
    pub route: Route,
    /// Where its template is named.
    pub template: Place,
}

impl MadeRoute {
    /// A route whose template is the engine's own.
    pub fn built_in(route: Route) -> Self {
        let template = route.origin.clone();
        Self { route, template }
    }
}
