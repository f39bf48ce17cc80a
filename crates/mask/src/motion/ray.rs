//! What a straight line through a mask meets.

use crate::{Line, Mask, Rect};
use core::ops::Range;

/// Where a ray meets the mask.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct RayHit {
    /// The first solid pixel on the line.
    pub at: [i32; 2],
    /// The pixel before it, which is free and may lie outside the mask; `None` where the line begins
    /// in a solid pixel.
    pub before: Option<[i32; 2]>,
    /// Steps from the beginning of the line.
    pub step: u32,
}

/// Questions about the pixels of a [`Line`]. Every `i32` is a legal end.
///
/// Cost: the line is cut to the tight box of the solid pixels at once; then it is a pixel after the other.
impl Mask {
    /// The first solid pixel on the line from one pixel to another.
    ///
    /// ```
    /// # use mask::Mask;
    /// let wall: Mask = "....#.\n....#.\n....#.".parse()?;
    /// let hit = wall.cast_ray([-3, 1], [1000, 1]).unwrap();
    /// assert_eq!((hit.at, hit.before, hit.step), ([4, 1], Some([3, 1]), 7));
    /// assert_eq!(wall.cast_ray([4, 0], [9, 0]).unwrap().before, None); // begins in the wall
    /// assert_eq!(wall.cast_ray([0, 0], [0, 9]), None);
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    #[must_use]
    pub fn cast_ray(&self, from: impl Into<[i32; 2]>, to: impl Into<[i32; 2]>) -> Option<RayHit> {
        self.cast_line(&Line::new(from, to), [0, 0])
    }

    /// The first solid pixel on a line that is moved by `at`. The line may lie beyond `i32` then; a pixel
    /// that is hit, and the one before it, never do.
    ///
    /// ```
    /// # use mask::{Line, Mask};
    /// let wall = Mask::filled(1, 5)?;
    /// let line = Line::new([2_000_000_000, 7], [-2_000_000_000, 7]);
    /// let hit = wall.cast_line(&line, [1_500_000_000, -5]).unwrap();
    /// assert_eq!((hit.at, hit.before, hit.step), ([0, 2], Some([1, 2]), 3_500_000_000));
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    #[must_use]
    pub fn cast_line(&self, line: &Line, at: impl Into<[i32; 2]>) -> Option<RayHit> {
        let line = line.moved(at.into());
        let steps = line.steps_in(&ranges(&self.bounds?));
        let (step, at) = (steps.start..).zip(line.walk(steps)).find(|&(_, [x, y])| self.solid(x as u32, y as u32))?;
        let step = step as u32;
        Some(RayHit { at, before: step.checked_sub(1).map(|before| line.at(before)), step })
    }

    /// All solid pixels on the line from one pixel to another, in its order. Those of the line from `to`
    /// to `from` are the same, in reverse.
    ///
    /// ```
    /// # use mask::Mask;
    /// let mask: Mask = "#.#\n.#.\n#.#".parse()?;
    /// assert!(mask.solid_on_line([2, 2], [0, 0]).eq([[2, 2], [1, 1], [0, 0]]));
    /// assert!(mask.solid_on_line([0, 1], [2, 1]).eq([[1, 1]]));
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    pub fn solid_on_line(
        &self,
        from: impl Into<[i32; 2]>,
        to: impl Into<[i32; 2]>,
    ) -> impl Iterator<Item = [i32; 2]> + '_ {
        let line = Line::new(from, to);
        let steps = self.bounds.map_or(0..0, |bounds| line.steps_in(&ranges(&bounds)));
        line.walk(steps).filter(|&[x, y]| self.solid(x as u32, y as u32))
    }
}

/// The columns and the rows of a rectangle.
fn ranges(rect: &Rect) -> [Range<i64>; 2] {
    [rect.left.into()..rect.right(), rect.top.into()..rect.bottom()]
}
