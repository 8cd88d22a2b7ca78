//! What scripts and styles are made from, and who makes them.

use source::Sources;

use crate::Settings;
use crate::inputs::Inputs;
use crate::node::Helper;

/// A site's sources and settings, with the helper that bundles and compiles them.
#[derive(Clone, Copy)]
pub(crate) struct Workshop<'a> {
    pub sources: &'a Sources,
    pub settings: &'a Settings,
    pub inputs: &'a Inputs<'a>,
    pub helper: &'a Helper,
}
