//! Two sprites.

use crate::SpriteId;

/// Two sprites, the smaller id first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Pair {
    /// The one with the smaller id.
    pub a: SpriteId,
    /// The other.
    pub b: SpriteId,
}

impl Pair {
    /// Two different sprites. (No branch: which is the smaller nobody can predict.)
    #[inline(always)]
    pub(super) fn of(a: SpriteId, b: SpriteId) -> Pair {
        let ids = [a, b];
        let first = usize::from(b.index() < a.index());
        Pair { a: ids[first], b: ids[1 - first] }
    }
}
