//! The masks that entities share.

/// The masks that entities share.
#[derive(Debug, Default)]
pub(crate) struct SharedMasks {}
