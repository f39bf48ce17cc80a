//! The trait of a broad phase in the report.

use crate::boxes::Boxes;

/// An algorithm that finds the boxes that share a pixel.
pub trait BroadPhase {
    /// The name of its row.
    fn name(&self) -> &'static str;

    /// Writes the pairs `(i, j)` of boxes that share a pixel, `i < j`, in any order, into an empty list. The caller
    /// repeats the call with boxes that moved a little, so a peer may keep its tree.
    fn candidates(&mut self, boxes: Boxes<'_>, pairs: &mut Vec<(u32, u32)>);
}

/// A pair, the smaller index first.
#[must_use]
pub fn ordered(a: u32, b: u32) -> (u32, u32) {
    (a.min(b), a.max(b))
}
