//! The walk along a path, in stretches that double while nothing is hit.

use super::cache::SweptMaskCache;
use crate::{Line, Mask};
use core::ops::RangeInclusive;

/// Steps that are tested one by one before stretches are made: as many tests as a few stretches cost.
const SINGLE_STEPS: i64 = 24;

/// What a moving mask meets.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Sweep {
    /// The first contact, or `None` where the path is free.
    pub hit: Option<Contact>,
    /// How many times masks were laid over each other to find out. Testing each step would have looked
    /// as often as the path has steps up to the hit.
    pub looked_at: u64,
}

/// The first contact of a sweep.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Contact {
    /// The first offset of the path at which the masks overlap.
    pub at: [i32; 2],
    /// The offset one step before, at which they do not. `None` where they overlap from the start.
    pub before: Option<[i32; 2]>,
    /// Steps from the start of the path to `at`.
    pub step: u32,
    /// The contact normal at `at`, as [`Mask::overlap_normal`] has it: a unit vector that points from the
    /// moving mask to the one that was asked.
    pub normal: [f64; 2],
}

impl Mask {
    /// Moves `other` from one offset to another and says where it hits first.
    ///
    /// The path is the [`Line`] of whole-pixel steps from `from` to `to`, both included: as many steps
    /// as the longer axis has pixels, each to the nearest pixel of the exact line. The answer is the one
    /// that testing every step gives, so that nothing is tunnelled through, however long the path and
    /// however thin the masks. Every `i32` offset is legal.
    ///
    /// ```
    /// # use mask::Mask;
    /// let wall = Mask::filled(1, 50)?; // one pixel thick
    /// let bullet = Mask::filled(2, 2)?;
    /// let sweep = wall.sweep(&bullet, [-1_000_000, 20], [1_000_000, 24]);
    /// let hit = sweep.hit.unwrap();
    /// assert_eq!((hit.before, hit.at), (Some([-2, 22]), [-1, 22]));
    /// assert_eq!(hit.normal, [1.0, 0.0]);
    /// assert_eq!(sweep.looked_at, 1); // no other step comes near
    /// assert_eq!(wall.sweep(&bullet, [-9, -2], [9, -2]).hit, None);
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    ///
    /// Cost: steps at which the tight boxes are apart are never looked at. Of the others the first are
    /// tested one by one, then stretches of 2, 4, 8 and more steps at once, against everything that the
    /// moving mask covers in them: some hundred tests for 10,000 steps that graze all the way. The shapes
    /// of the stretches take at most some MiB, and are gone when it returns.
    #[must_use]
    pub fn sweep(&self, other: &Mask, from: impl Into<[i32; 2]>, to: impl Into<[i32; 2]>) -> Sweep {
        self.sweep_line(other, &Line::new(from, to), [0, 0], 0..=u32::MAX)
    }

    /// The same along a line of offsets that is moved by `at`, for some of its steps: what stands in the
    /// way before and after them is not looked at, and [`Contact::before`] is `None` where the masks overlap at
    /// the first. The line may lie beyond `i32` then; an offset that hits, and the one before it, never do.
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
        let mut sweep = Sweep { hit: None, looked_at: 0 };
        let (Some(mine), Some(theirs)) = (self.bounds, other.bounds) else { return sweep };
        let steps = line.steps_in(&[
            i64::from(mine.left) - theirs.right() + 1..mine.right() - i64::from(theirs.left),
            i64::from(mine.top) - theirs.bottom() + 1..mine.bottom() - i64::from(theirs.top),
        ]);
        let steps = steps.start.max(first)..steps.end.min(last + 1);
        let Some(step) = self.first_hit(other, &line, steps, &mut sweep.looked_at) else { return sweep };
        let at = line.place(step).map(|c| c as i32);
        let before = (step > first).then(|| line.place(step - 1).map(|c| c as i32));
        sweep.hit = self.overlap_normal(other, at).map(|normal| Contact { at, before, step: step as u32, normal });
        sweep
    }

    /// The first of the steps at which the masks overlap.
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
            // A stretch may not go beyond the path.
            if steps.end - position.step < 1 << level {
                level -= 1;
                continue;
            }
            if cache.is_free(level, position, looked_at) {
                position = cache.advance(position, 1 << level);
                level += u32::from(cache.pays_off(level + 1, steps.end - position.step));
                continue;
            }
            // The first step that hits is in this stretch: in its first half, or else in its second.
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
