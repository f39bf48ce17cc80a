//! The values that few sprites have.

use super::Scale;

/// The values of a sprite that few sprites have: its pivot and its scale, and whether it shows its transform as given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Extras {
    pub(crate) pivot: Option<[i32; 2]>,
    pub(crate) scale: Scale,
    /// Whether scale and angle apply as given. Otherwise, they are quantized.
    pub(crate) exact: bool,
}
