//! The outline of the first part, as a walk over its pixels.

use crate::Mask;
use crate::memory::{self, AllocError, or_panic};
use alloc::vec::Vec;

/// The eight neighbors of a pixel, clockwise on the screen from the right.
const NEIGHBORS: [[i32; 2]; 8] = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

impl Mask {
    /// The pixels along the outside of the first part, in the order of a walk around it, closed.
    ///
    /// The walk begins at the first solid pixel in raster order and goes clockwise on the screen, solid
    /// pixels to its right; each step is to one of the eight neighbors. It ends with the pixel that it began
    /// with, but that a single pixel is told once. Where the part is thin, the walk comes back over the same
    /// pixels. Other parts and holes are not looked at: see [`Mask::contours`]. Empty where nothing is solid.
    ///
    /// This is Moore's neighbor tracing, ended where the first step would be taken again and not at the
    /// first return. Cost: up to eight looks for each pixel of the outline.
    ///
    /// ```
    /// # use mask::Mask;
    /// let mask: Mask = "..#\n##.\n##.".parse()?;
    /// assert_eq!(mask.outline(), [[2, 0], [1, 1], [1, 2], [0, 2], [0, 1], [1, 1], [2, 0]]);
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    #[must_use]
    pub fn outline(&self) -> Vec<[i32; 2]> {
        let Some(start) = self.pixels().next() else { return Vec::new() };
        let mut outline = Vec::new();
        push_pixel(&mut outline, start);
        // The first pixel is as if reached from its left, where there is air.
        let Some(first) = self.next_direction(start, 0) else { return outline };
        let (mut at, mut direction) = (start, first);
        loop {
            at = [at[0] + NEIGHBORS[direction][0], at[1] + NEIGHBORS[direction][1]];
            push_pixel(&mut outline, at);
            let Some(next) = self.next_direction(at, direction) else { return outline };
            if at == start && next == first {
                return outline;
            }
            direction = next;
        }
    }

    /// The way to the next pixel of the outline after a step that went `direction`: clockwise from the neighbor
    /// that was looked at before that step and is air. It is a neighbor of both pixels: to the left of a
    /// step along an axis, behind to the left of one along a diagonal.
    fn next_direction(&self, [x, y]: [i32; 2], direction: usize) -> Option<usize> {
        let air = direction + 6 - direction % 2;
        (air..air + 8).map(|direction| direction % 8).find(|&direction| {
            let [dx, dy] = NEIGHBORS[direction];
            self.contains([x + dx, y + dy])
        })
    }
}

/// Adds a pixel to an outline.
fn push_pixel(outline: &mut Vec<[i32; 2]>, at: [i32; 2]) {
    or_panic(memory::try_push(outline, at).map_err(AllocError::for_list(outline.len() + 1, "pixels of an outline")));
}
