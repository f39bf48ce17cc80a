//! The outline of the first part, as a walk over its pixels.

use crate::Mask;
use crate::memory::{self, Refused, given};
use alloc::vec::Vec;

/// The eight neighbours of a pixel, clockwise on the screen from the right.
const AROUND: [[i32; 2]; 8] = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

impl Mask {
    /// The pixels along the outside of the first part, in the order of a walk around it, closed.
    ///
    /// The walk begins at the first solid pixel in raster order and goes clockwise on the screen, solid
    /// pixels to its right; each step is to one of the eight neighbours. It ends with the pixel that it began
    /// with, but that a single pixel is told once. Where the part is thin, the walk comes back over the same
    /// pixels. Other parts and holes are not looked at: see [`Mask::contours`]. Empty where nothing is solid.
    ///
    /// This is Moore's neighbour tracing, ended where the first step would be taken again and not at the
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
        add(&mut outline, start);
        // The first pixel is as if reached from its left, where there is air.
        let Some(first) = self.next_around(start, 0) else { return outline };
        let (mut at, mut way) = (start, first);
        loop {
            at = [at[0] + AROUND[way][0], at[1] + AROUND[way][1]];
            add(&mut outline, at);
            let Some(next) = self.next_around(at, way) else { return outline };
            if at == start && next == first {
                return outline;
            }
            way = next;
        }
    }

    /// The way to the next pixel of the outline after a step that went `way`: clockwise from the neighbour
    /// that was looked at before that step and is air. It is a neighbour of both pixels: to the left of a
    /// step along an axis, behind to the left of one along a diagonal.
    fn next_around(&self, [x, y]: [i32; 2], way: usize) -> Option<usize> {
        let air = way + 6 - way % 2;
        (air..air + 8).map(|way| way % 8).find(|&way| {
            let [dx, dy] = AROUND[way];
            self.contains([x + dx, y + dy])
        })
    }
}

/// Adds a pixel to an outline.
fn add(outline: &mut Vec<[i32; 2]>, at: [i32; 2]) {
    given(memory::push(outline, at).map_err(Refused::list(outline.len() + 1, "pixels of an outline")));
}
