//! The Node helper.

/// The oldest version of Node that the packages run on.
pub const OLDEST: u32 = 20;
