//! The walk along a path, in stretches whose length doubles as long as they are free.

use super::cache::SweptMaskCache;
use crate::{Line, Mask};
use core::ops::RangeInclusive;

/// The number of steps that are tested one by one before stretches are built. It costs as much as a few stretches.
const SINGLE_STEPS: i64 = 24;

/// The result of a sweep.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Sweep {
    /// The first contact, or `None` if the path is free.
    pub hit: Option<Contact>,
    /// Whether the masks overlap at the first tested step, so that the moving mask starts inside the other. The contact
    /// is then at this step, and [`Contact::before`] is `None`.
    pub started_inside: bool,
    /// The number of overlap tests that the sweep made, for tests of its cost.
    #[doc(hidden)]
    pub looked_at: u64,
}

/// The first contact of a sweep.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Contact {
    /// The first offset of the path at which the masks overlap.
    pub at: [i32; 2],
    /// The offset one step before `at`, at which the masks do not overlap. `None` if they overlap at the start.
    pub before: Option<[i32; 2]>,
    /// The number of steps from the start of the path to `at`.
    pub step: u32,
    /// The contact normal at `at`, as [`Mask::overlap_normal`] computes it: a unit vector that points from the
    /// moving mask to the mask at rest.
    pub normal: [f64; 2],
}

impl Mask {
    /// Moves `other` from one offset to another and finds the first offset at which it collides with this mask.
    ///
    /// The path is the [`Line`] of whole-pixel steps from `from` to `to`, both included. It has
    /// max(|dx|, |dy|) steps, and each step goes to the pixel nearest to the exact line. The result is the first hit of
    /// a test at every step. `other` therefore never tunnels through this mask, however long the path and however thin
    /// the masks are. Every `i32` offset is legal.
    ///
    /// ```
    /// # use mask::Mask;
    /// let wall = Mask::filled(1, 50)?; // one pixel thick
    /// let bullet = Mask::filled(2, 2)?;
    /// let sweep = wall.sweep(&bullet, [-1_000_000, 20], [1_000_000, 24]);
    /// let hit = sweep.hit.unwrap();
    /// assert_eq!((hit.before, hit.at), (Some([-2, 22]), [-1, 22]));
    /// assert_eq!(hit.normal, [1.0, 0.0]);
    /// assert_eq!(wall.sweep(&bullet, [-9, -2], [9, -2]).hit, None);
    /// assert!(wall.sweep(&bullet, [0, 20], [9, 20]).started_inside);
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    ///
    /// Cost: steps at which the bounds of the solid pixels are apart are not tested. The first of the other steps
    /// are tested one by one. Stretches of 2, 4, 8 and more steps follow, each in one test against all pixels that
    /// the moving mask covers during the stretch. A path of 10,000 steps that nearly touches this mask at every
    /// step takes a few hundred tests. The masks of the stretches take at most a few MiB and are freed before this
    /// method returns. If the system refuses this memory, there are more tests.
    #[must_use]
    pub fn sweep(&self, other: &Mask, from: impl Into<[i32; 2]>, to: impl Into<[i32; 2]>) -> Sweep {
        self.sweep_line(other, &Line::new(from, to), [0, 0], 0..=u32::MAX)
    }

    /// Moves `other` along a line of offsets that is translated by `at`, and finds the first of some steps at which
    /// it collides with this mask.
    ///
    /// Only the steps in `steps` are tested. [`Contact::before`] is `None` if the masks overlap at the first of
    /// these steps. The translated line may extend beyond the range of `i32`. The offset of the contact and the
    /// offset before it always lie within this range. For the guarantee and the cost, see [`Mask::sweep`].
    ///
    /// ```
    /// # use mask::{Line, Mask};
    /// let posts: Mask = "#...#".parse()?;
    /// let line = Line::new([100, 0], [110, 0]); // from the first post to the second and beyond
    /// let hit = posts.sweep_line(&Mask::filled(1, 1)?, &line, [-100, 0], 1..=10).hit.unwrap();
    /// assert_eq!((hit.at, hit.before, hit.step), ([4, 0], Some([3, 0]), 4));
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    #[must_use]
    pub fn sweep_line(&self, other: &Mask, line: &Line, at: impl Into<[i32; 2]>, steps: RangeInclusive<u32>) -> Sweep {
        let line = line.moved(at.into());
        let [first, last] = [*steps.start(), *steps.end()].map(i64::from);
        let mut sweep = Sweep { hit: None, started_inside: false, looked_at: 0 };
        let (Some(mine), Some(theirs)) = (self.bounds(), other.bounds()) else { return sweep };
        let steps = line.steps_in(&[
            i64::from(mine.left) - theirs.right() + 1..mine.right() - i64::from(theirs.left),
            i64::from(mine.top) - theirs.bottom() + 1..mine.bottom() - i64::from(theirs.top),
        ]);
        let steps = steps.start.max(first)..steps.end.min(last + 1);
        let Some(step) = self.first_hit(other, &line, steps, &mut sweep.looked_at) else { return sweep };
        let at = line.place(step).map(|c| c as i32);
        sweep.started_inside = step == first;
        let before = (step > first).then(|| line.place(step - 1).map(|c| c as i32));
        sweep.hit = self.overlap_normal(other, at).map(|normal| Contact { at, before, step: step as u32, normal });
        sweep
    }

    /// Returns the first of the given steps at which the masks overlap.
    fn first_hit(&self, other: &Mask, line: &Line, steps: core::ops::Range<i64>, looked_at: &mut u64) -> Option<i64> {
        let single = steps.start..steps.end.min(steps.start + SINGLE_STEPS);
        for (step, at) in single.clone().zip(line.walk(single.clone())) {
            *looked_at += 1;
            if self.overlaps(other, at) {
                return Some(step);
            }
        }
        let mut cache = SweptMaskCache::new(self, other, line);
        let (mut position, mut level) = (cache.position(single.end), 0);
        while position.step < steps.end {
            // A stretch must not extend beyond the path.
            if steps.end - position.step < 1 << level {
                level -= 1;
                continue;
            }
            if cache.is_free(level, position, looked_at) {
                position = cache.advance(position, 1 << level);
                level += u32::from(cache.pays_off(level + 1, steps.end - position.step));
                continue;
            }
            // The first hit is in this stretch: in its first half, or else in its second half.
            while level > 0 {
                level -= 1;
                if cache.is_free(level, position, looked_at) {
                    position = cache.advance(position, 1 << level);
                }
            }
            return Some(position.step);
        }
        None
    }
}
