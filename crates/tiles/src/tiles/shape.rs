//! The box of a sprite, relative to its position.

use crate::Bounds;
use mask::Rect;

/// The shape of a resident relative to its position, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Shape {
    /// From the position to the top-left pixel of the shape.
    to_corner: [i32; 2],
    size: [i32; 2],
}

impl Shape {
    /// Returns the shape of a sprite at a position, from its box.
    pub(super) fn new(at: [i32; 2], of: Option<Rect>) -> Shape {
        let Rect { left, top, width, height } = of.unwrap_or(Rect::new(at[0], at[1], 0, 0));
        // A box has at most 2^30 pixels a side.
        Shape { to_corner: [left - at[0], top - at[1]], size: [width as i32, height as i32] }
    }

    /// Returns the top-left pixel of the shape at a position.
    #[inline(always)]
    pub(super) fn corner(self, at: [i32; 2]) -> [i32; 2] {
        [at[0] + self.to_corner[0], at[1] + self.to_corner[1]]
    }

    /// Returns the top-left pixel of the box around a way.
    #[inline(always)]
    pub(super) fn way_corner(self, from: [i32; 2], at: [i32; 2]) -> [i32; 2] {
        self.corner([from[0].min(at[0]), from[1].min(at[1])])
    }

    /// Returns the box around a way.
    #[inline(always)]
    pub(super) fn way_bounds(self, from: [i32; 2], at: [i32; 2]) -> Bounds {
        let (a, b) = (self.bounds(from), self.bounds(at));
        Bounds {
            left: a.left.min(b.left),
            top: a.top.min(b.top),
            right: a.right.max(b.right),
            bottom: a.bottom.max(b.bottom),
        }
    }

    /// Returns the distance from the position to the furthest edge of the shape along either axis.
    pub(super) fn reach(self) -> i32 {
        let edges = [0, 1].map(|axis| self.to_corner[axis].abs().max((self.to_corner[axis] + self.size[axis]).abs()));
        edges[0].max(edges[1])
    }

    /// Returns the box of the shape at a position.
    #[inline(always)]
    pub(super) fn bounds(self, at: [i32; 2]) -> Bounds {
        let [left, top] = self.corner(at).map(i64::from);
        Bounds { left, top, right: left + i64::from(self.size[0]), bottom: top + i64::from(self.size[1]) }
    }
}
