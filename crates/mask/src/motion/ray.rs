//! Rays: the solid pixels on a straight line.

use crate::{Line, Mask, Rect, TransformedMask};
use core::ops::Range;

/// The first solid pixel that a ray meets.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct RayHit {
    /// The first solid pixel on the line.
    pub at: [i32; 2],
    /// The pixel one step before `at`, which is not solid and may lie outside the mask. `None` if the line begins
    /// in a solid pixel.
    pub before: Option<[i32; 2]>,
    /// The number of steps from the first pixel of the line to `at`.
    pub step: u32,
    /// The outward unit normal of the surface at `at`: the mean direction from `at` to the free pixels around it.
    /// `None` if the line begins in a solid pixel.
    ///
    /// The free pixels are the empty pixels within 5.5 pixels of `at`, from center to center, from which a path of such
    /// pixels leads to `before`. The pixels of a path share edges. So a thin wall has a normal on each side. If the
    /// directions cancel out, as they do around a single pixel, the normal points to `before`.
    pub normal: Option<[f64; 2]>,
}

/// Rays and lines. Every `i32` is a valid coordinate of either end.
///
/// Cost: the line is clipped to the bounds of the solid pixels in constant time. The remaining pixels are tested one by
/// one. The normal takes about 0.1 us.
impl Mask {
    /// Returns the first solid pixel on the line from one pixel to another, or `None` if no pixel on the line is
    /// solid.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let wall: Mask = "....#.\n....#.\n....#.".parse()?;
    /// let hit = wall.cast_ray([-3, 1], [1000, 1]).unwrap();
    /// assert_eq!((hit.at, hit.before, hit.step), ([4, 1], Some([3, 1]), 7));
    /// assert_eq!(hit.normal, Some([-1.0, 0.0])); // to the left, where the ray comes from
    /// assert_eq!(wall.cast_ray([4, 0], [9, 0]).unwrap().before, None); // begins in the wall
    /// assert_eq!(wall.cast_ray([0, 0], [0, 9]), None);
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    #[must_use]
    pub fn cast_ray(&self, from: impl Into<[i32; 2]>, to: impl Into<[i32; 2]>) -> Option<RayHit> {
        cast_line(self, &Line::new(from, to), [0, 0])
    }

    /// Returns the [`RayHit::step`] of [`cast_line`]. A world compares the steps of many masks and needs the
    /// whole hit of only one mask.
    #[doc(hidden)]
    #[must_use]
    pub fn first_step_on_line(&self, line: &Line, at: [i32; 2]) -> Option<u32> {
        let line = line.moved(at);
        let steps = line.steps_in(&ranges(&self.bounds()?));
        let mut pixels = (steps.start..).zip(line.walk(steps));
        pixels.find(|&(_, at)| self.solid_at(at)).map(|(step, _)| step as u32)
    }

    /// Returns the hit of [`cast_line`], given the result of [`Mask::first_step_on_line`].
    #[doc(hidden)]
    #[must_use]
    pub fn line_hit(&self, line: &Line, at: [i32; 2], step: u32) -> RayHit {
        let line = line.moved(at);
        let (at, before) = (line.at(step), step.checked_sub(1).map(|before| line.at(before)));
        RayHit { at, before, step, normal: before.map(|before| self.surface_normal(at, before)) }
    }

    /// Returns an iterator over all solid pixels on the line from one pixel to another, in the order of the line.
    ///
    /// The line from `to` to `from` yields the same pixels in reverse order.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let mask: Mask = "#.#\n.#.\n#.#".parse()?;
    /// assert!(mask.solid_on_line([2, 2], [0, 0]).eq([[2, 2], [1, 1], [0, 0]]));
    /// assert!(mask.solid_on_line([0, 1], [2, 1]).eq([[1, 1]]));
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    pub fn solid_on_line(
        &self,
        from: impl Into<[i32; 2]>,
        to: impl Into<[i32; 2]>,
    ) -> impl Iterator<Item = [i32; 2]> + '_ {
        let line = Line::new(from, to);
        let steps = self.bounds().map_or(0..0, |bounds| line.steps_in(&ranges(&bounds)));
        line.walk(steps).filter(|&at| self.solid_at(at))
    }
}

/// Returns the first solid pixel on a line that is translated by `at`, as [`Mask::cast_ray`] does. The translated line
/// may extend beyond `i32`; the pixel of the hit and the pixel before it never do.
#[doc(hidden)]
#[must_use]
pub fn cast_line(mask: &Mask, line: &Line, at: [i32; 2]) -> Option<RayHit> {
    Some(mask.line_hit(line, at, mask.first_step_on_line(line, at)?))
}

impl TransformedMask<'_> {
    /// Returns the hit of a ray, given the result of [`TransformedMask::first_step_on_line`].
    #[doc(hidden)]
    #[must_use]
    pub fn line_hit(&self, line: &Line, step: u32) -> RayHit {
        let (at, before) = (line.at(step), step.checked_sub(1).map(|before| line.at(before)));
        RayHit { at, before, step, normal: before.map(|before| self.surface_normal(at, before)) }
    }
}

fn ranges(rect: &Rect) -> [Range<i64>; 2] {
    [rect.left.into()..rect.right(), rect.top.into()..rect.bottom()]
}
