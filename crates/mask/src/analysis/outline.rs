//! The outline of the first component, as a walk over its pixels.

use crate::Mask;
use crate::memory::{self, or_panic};
use alloc::vec::Vec;

/// The eight neighbors of a pixel, clockwise on the screen from the right.
const NEIGHBORS: [[i32; 2]; 8] = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

impl Mask {
    /// Returns the pixels along the outside of the first component, in the order of a closed walk around it.
    ///
    /// The walk begins at the first solid pixel in raster order and goes clockwise on the screen, with the solid
    /// pixels to its right. Each step goes to one of the eight neighbors. The last pixel repeats the first, unless
    /// the component is a single pixel. Along a line that is one pixel thin, the walk returns over the same pixels.
    /// The walk ignores holes and all other components: see [`Mask::contours`]. The result is empty if no pixel is
    /// solid.
    ///
    /// The method is Moore's neighbor tracing. It ends when it would repeat its first step, not at its first return
    /// to the start. Cost: up to eight pixel tests for each pixel of the outline.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let mask: Mask = "..#\n##.\n##.".parse()?;
    /// assert_eq!(mask.outline(), [[2, 0], [1, 1], [1, 2], [0, 2], [0, 1], [1, 1], [2, 0]]);
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn outline(&self) -> Vec<[i32; 2]> {
        let Some(start) = self.pixels().next() else { return Vec::new() };
        let mut outline = Vec::new();
        push_pixel(&mut outline, start);
        // The walk treats the first pixel as reached from its left neighbor, which is empty.
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

    /// The direction of the next outline pixel after a step in `direction`, or `None` if the pixel has no solid
    /// neighbor. The search goes clockwise. It begins at an empty pixel that the search before passed and that
    /// neighbors both pixels of the step: to the left of an axis-parallel step, and behind and to the left of a
    /// diagonal step.
    fn next_direction(&self, [x, y]: [i32; 2], direction: usize) -> Option<usize> {
        let empty = direction + 6 - direction % 2;
        (empty..empty + 8).map(|direction| direction % 8).find(|&direction| {
            let [dx, dy] = NEIGHBORS[direction];
            self.contains([x + dx, y + dy])
        })
    }
}

fn push_pixel(outline: &mut Vec<[i32; 2]>, at: [i32; 2]) {
    or_panic(memory::try_push(outline, at).map_err(memory::for_list(outline.len() + 1, "pixels of an outline")));
}
