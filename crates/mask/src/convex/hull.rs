//! The convex hull of the solid pixels.

use crate::Mask;
use alloc::vec::Vec;

impl Mask {
    /// Returns the convex hull of the solid pixels: the smallest convex polygon that contains all of them.
    ///
    /// Its points are corners of pixels: `[x, y]` is the top-left corner of the pixel `[x, y]`. They run clockwise on
    /// the screen, from the left corner of the top side, and no three of them are on a line. The hull of an empty mask
    /// has no points.
    ///
    /// Cost: linear in the words within the bounds and in the runs of solid pixels.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let mask: Mask = "..#..\n.....\n#...#".parse()?;
    /// assert_eq!(mask.convex_hull(), [[2, 0], [3, 0], [5, 2], [5, 3], [0, 3], [0, 2]]);
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn convex_hull(&self) -> Vec<[i32; 2]> {
        // The sides of the hull, both from the top to the bottom.
        let (mut left, mut right) = (Vec::new(), Vec::new());
        let mut runs = self.runs().peekable();
        while let Some(first) = runs.next() {
            let mut last = first;
            while let Some(next) = runs.next_if(|run| run.y == first.y) {
                last = next;
            }
            for y in [first.y, first.y + 1] {
                push_outside(&mut right, [last.right, y], 1);
                push_outside(&mut left, [first.left, y], -1);
            }
        }
        // Down the right side and up the left side.
        right.extend(left.drain(..).rev());
        let count = right.len();
        right.rotate_right(count.min(1));
        right
    }
}

/// Appends a point to a side of the hull, after removing the points that lie inside because of it. `turn` is 1 if the
/// side turns clockwise, and -1 if it turns counter-clockwise.
fn push_outside(side: &mut Vec<[i32; 2]>, point: [i32; 2], turn: i64) {
    while let [.., a, b] = side[..]
        && turn * cross(a, b, point) <= 0
    {
        side.pop();
    }
    side.push(point);
}

/// Twice the area of a triangle, above 0 if it runs clockwise on the screen.
pub(super) fn cross(a: [i32; 2], b: [i32; 2], c: [i32; 2]) -> i64 {
    let vector = |from: [i32; 2], to: [i32; 2]| [0, 1].map(|axis| i64::from(to[axis]) - i64::from(from[axis]));
    let ([x, y], [z, w]) = (vector(a, b), vector(b, c));
    x * w - y * z
}
