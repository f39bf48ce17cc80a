//! The query for the rows of a packed tree in a rectangle.

use super::lanes::PortableBoxes;
use super::tree::PackedTree;
use crate::geometry::{Aabb, Aabb8};
use mask::Rect;
use std::ops::ControlFlow;

impl PackedTree {
    /// Calls `visit` for each row whose box shares a pixel with `rect`, in the order of the tree, until `visit` breaks.
    pub(crate) fn in_rect<B>(&self, rect: &Rect, visit: &mut impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        if rect.width == 0 || rect.height == 0 || self.levels.is_empty() {
            return ControlFlow::Continue(());
        }
        self.rows_below(self.levels.len() - 1, 0, &Aabb8::splat(Aabb::of(rect)), visit)
    }

    /// Calls `visit` for each row below a node whose box shares a pixel with the box in all lanes of `wanted`.
    fn rows_below<B>(
        &self,
        level: usize,
        node: usize,
        wanted: &Aabb8,
        visit: &mut impl FnMut(u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut overlaps = PortableBoxes.overlaps_lanewise(wanted, &self.levels[level][node]);
        while overlaps != 0 {
            let child = 8 * node + overlaps.trailing_zeros() as usize;
            overlaps &= overlaps - 1;
            match level {
                0 => visit(child as u32)?,
                _ => self.rows_below(level - 1, child, wanted, visit)?,
            }
        }
        ControlFlow::Continue(())
    }
}
