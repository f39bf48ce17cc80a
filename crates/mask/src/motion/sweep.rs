//! Rays and sweeps: the solid pixels on a straight line, and the first step at which a mask that moves along a
//! straight path meets another mask.

use crate::{Line, Mask, Rect, TransformedMask};
use core::ops::{Range, RangeInclusive};

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

/// The number of steps that are tested one by one between two tests of a box. A test of a box takes as long as the
/// tests of a few steps.
const SINGLE_STEPS: i64 = 8;

/// The result of a sweep.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Sweep {
    /// The first hit, or `None` if the path is free.
    pub hit: Option<SweepHit>,
    /// Whether the masks share a pixel at the first tested step. The hit is then at this step, and
    /// [`SweepHit::before`] is `None`.
    pub started_inside: bool,
}

/// The first offset of a sweep at which the masks share a pixel.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct SweepHit {
    /// The first offset of the path at which the masks share a pixel.
    pub at: [i32; 2],
    /// The offset one step before `at`, at which the masks do not overlap. `None` if they overlap at the first tested
    /// step.
    pub before: Option<[i32; 2]>,
    /// The number of steps from the start of the path to `at`.
    pub step: u32,
    /// The normal of the surface that was hit: the [`Mask::overlap_normal`] of the moving mask at `at`, a vector of
    /// length 1 that points to the moving mask.
    pub normal: [f64; 2],
}

impl Mask {
    /// Moves `other` from one offset to another and finds the first offset at which it collides with this mask.
    ///
    /// The path is the [`Line`] from `from` to `to`, both included, which has max(|dx|, |dy|) steps. The result equals
    /// the first hit of a test at every step. `other` therefore never tunnels through this mask, however long the path
    /// and however thin the masks are. Every `i32` offset is valid.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let wall = Mask::filled(1, 50)?; // one pixel thick
    /// let bullet = Mask::filled(2, 2)?;
    /// let sweep = wall.sweep(&bullet, [-1_000_000, 20], [1_000_000, 24]);
    /// let hit = sweep.hit.unwrap();
    /// assert_eq!((hit.before, hit.at), (Some([-2, 22]), [-1, 22]));
    /// assert_eq!(hit.normal, [-1.0, 0.0]); // out of the wall, to the left, where the bullet is
    /// assert_eq!(wall.sweep(&bullet, [-9, -2], [9, -2]).hit, None);
    /// assert!(wall.sweep(&bullet, [0, 20], [9, 20]).started_inside);
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// Cost: steps at which the bounds of the solid pixels do not overlap take no time. A stretch of the other steps
    /// takes one test of a box if one of the masks has no solid pixel in the box over which the other one sweeps. After
    /// such a stretch, the next one is twice as long. Near solid pixels, each step takes one overlap test, and every
    /// eighth step one test of a box.
    #[must_use]
    pub fn sweep(&self, other: &Mask, from: impl Into<[i32; 2]>, to: impl Into<[i32; 2]>) -> Sweep {
        sweep_line(self, other, &Line::new(from, to), [0, 0], 0..=u32::MAX)
    }

    /// The step of the hit of [`sweep_line`], without its normal.
    #[doc(hidden)]
    #[must_use]
    pub fn first_step(&self, other: &Mask, line: &Line, at: [i32; 2], steps: RangeInclusive<u32>) -> Option<u32> {
        self.first_step_of(other, &line.moved(at), steps, &mut 0).map(|step| step as u32)
    }

    /// The first of the given steps of a line of offsets at which the masks share a pixel.
    fn first_step_of(&self, other: &Mask, line: &Line, steps: RangeInclusive<u32>, tests: &mut u64) -> Option<i64> {
        let [first, last] = [*steps.start(), *steps.end()].map(i64::from);
        let (mine, theirs) = (self.bounds()?, other.bounds()?);
        let steps = line.steps_in(&[
            i64::from(mine.left) - theirs.right() + 1..mine.right() - i64::from(theirs.left),
            i64::from(mine.top) - theirs.bottom() + 1..mine.bottom() - i64::from(theirs.top),
        ]);
        self.first_hit(other, line, steps.start.max(first)..steps.end.min(last + 1), tests)
    }

    /// The first of the given steps at which the masks share a pixel. The bounds of both must overlap at each step.
    fn first_hit(&self, other: &Mask, line: &Line, mut steps: Range<i64>, tests: &mut u64) -> Option<i64> {
        let mut length = 2 * SINGLE_STEPS;
        while !steps.is_empty() {
            let stretch = steps.start..steps.end.min(steps.start + length);
            if stretch.end - stretch.start > SINGLE_STEPS {
                *tests += 1;
                if self.is_free_along(other, line, &stretch) {
                    steps.start = stretch.end;
                    length *= 2;
                    continue;
                }
                length = (length / 2).max(SINGLE_STEPS);
                if length > SINGLE_STEPS {
                    continue;
                }
                length = 2 * SINGLE_STEPS;
            }
            let single = steps.start..steps.end.min(steps.start + SINGLE_STEPS);
            for (step, at) in single.clone().zip(line.walk(single.clone())) {
                *tests += 1;
                if self.overlaps(other, at) {
                    return Some(step);
                }
            }
            steps.start = single.end;
        }
        None
    }

    /// Whether one of the masks has no solid pixel in the box over which the other one sweeps in the given steps, so
    /// that no step collides.
    fn is_free_along(&self, other: &Mask, line: &Line, steps: &Range<i64>) -> bool {
        let ends = [line.place(steps.start), line.place(steps.end - 1)];
        // Whether `rest` has solid pixels in the box over which `moving` sweeps. `sign` is -1 if `self` is the moving
        // mask.
        let has_pixels = |rest: &Mask, moving: &Mask, sign: i64| {
            let Some(bounds) = moving.bounds() else { return false };
            let [low, high] = [0, 1].map(|end| {
                [0, 1].map(|axis| {
                    let [a, b] = ends.map(|place| sign * place[axis]);
                    if end == 0 { a.min(b) } else { a.max(b) }
                })
            });
            let swept = Rect::between(
                [i64::from(bounds.left) + low[0], i64::from(bounds.top) + low[1]],
                [bounds.right() + high[0], bounds.bottom() + high[1]],
            );
            swept.is_some_and(|swept| rest.overlaps(&swept, [0, 0]))
        };
        !has_pixels(self, other, 1) || !has_pixels(other, self, -1)
    }
}

/// Moves `other` along a line of offsets that is translated by `at`, and finds the first of the given steps at which it
/// collides with `mask`, as [`Mask::sweep`] does.
///
/// Steps outside `steps` and after the end of the line are not tested. The translated line may extend beyond `i32`; the
/// offset of the hit and the offset before it never do.
#[doc(hidden)]
#[must_use]
pub fn sweep_line(mask: &Mask, other: &Mask, line: &Line, at: [i32; 2], steps: RangeInclusive<u32>) -> Sweep {
    let (line, first) = (line.moved(at), i64::from(*steps.start()));
    let Some(step) = mask.first_step_of(other, &line, steps, &mut 0) else {
        return Sweep { hit: None, started_inside: false };
    };
    let at = line.near(step);
    let before = (step > first).then(|| line.near(step - 1));
    // Masks that overlap are near each other, so the offset is not `i32::MIN` and has a negative.
    let normal = other.overlap_normal(mask, at.map(|c| -c));
    let hit = normal.map(|normal| SweepHit { at, before, step: step as u32, normal });
    Sweep { hit, started_inside: step == first }
}

/// The number of steps and boxes that [`Mask::sweep`] tests on a line, for tests of its cost.
#[doc(hidden)]
#[must_use]
pub fn tests_of_sweep(mask: &Mask, other: &Mask, line: &Line) -> u64 {
    let mut tests = 0;
    let _ = mask.first_step_of(other, line, 0..=u32::MAX, &mut tests);
    tests
}
