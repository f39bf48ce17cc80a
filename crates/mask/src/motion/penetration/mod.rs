//! Penetration: the smallest move that separates two overlapping masks.

mod block;
mod search;

pub(crate) use block::MaskPair;
pub(crate) use search::{Allowed, nearest_free_move, search};

use crate::kernel::WORD_BITS;
use crate::{Line, Mask, heapsort_by_key};

/// The number of words within the bounds of a mask. If one of the masks has no more words, the search takes less time
/// than tests of the nearest moves.
const MAX_SEARCHED_WORDS: u32 = 64;

/// Moves of this mask, in pixels, out of another mask whose top-left pixel is at `at` in the frame of this mask.
impl Mask {
    /// Returns the shortest move of this mask after which the two masks share no pixel, or `None` if they share none
    /// now.
    ///
    /// If the result is `m`, the masks share no pixel with `other` at `at - m`. No move in any direction has a smaller
    /// Euclidean length. If several moves are equally short, the result is the topmost of them, and of equally high
    /// ones the leftmost. `other.penetration(self, -at)` is the shortest move of the other mask.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let ball: Mask = ".##.\n####\n.##.".parse()?;
    /// let ground = Mask::filled(100, 40)?;
    /// // The ball is at [50, -1] in the frame of the ground, so the ground is at [-50, 1] in the frame of the ball.
    /// assert_eq!(ball.penetration(&ground, [-50, 1]), Some([0, -2]));
    /// assert_eq!(ball.penetration(&ground, [-50, 3]), None); // the ball lies on the ground
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// Cost: in proportion to the number of moves that are no longer than the result. 64 neighboring moves take a few
    /// word operations for each run in the rows that lie over the other mask, but most moves need only a few of the
    /// rows.
    #[must_use]
    pub fn penetration(&self, other: &Mask, at: impl Into<[i32; 2]>) -> Option<[i32; 2]> {
        let at = at.into();
        if !self.overlaps(other, at) {
            return None;
        }
        // Masks that overlap are near each other, so the offset has a negative.
        let at = at.map(|c| -c);
        self.penetration_up_to(other, at, i64::MAX)
    }

    /// Returns the shortest move of this mask, from its offset `at` in the frame of `other`, after which the two masks
    /// share no pixel, as [`Mask::penetration`] does. Returns `None` if the square of its length is more than `most`.
    /// The masks must share a pixel now.
    #[doc(hidden)]
    #[must_use]
    pub fn penetration_up_to(&self, other: &Mask, at: [i32; 2], most: i64) -> Option<[i32; 2]> {
        // Large masks take long to search, and many contacts are shallow. The 25 moves include every move of length
        // sqrt(8) or less, so the first free one is the shortest of all.
        let words = |mask: &Mask| mask.bounds.map_or(0, |bounds| bounds.width().div_ceil(WORD_BITS) * bounds.height());
        if words(self).min(words(other)) > MAX_SEARCHED_WORDS {
            let mut near: [search::RankedMove; 25] =
                core::array::from_fn(|n| search::ranked([n as i64 % 5 - 2, n as i64 / 5 - 2]));
            heapsort_by_key(&mut near, |&rank| rank);
            let near =
                near.into_iter().take_while(|(squared, ..)| *squared <= most).map(|(_, y, x)| [x as i32, y as i32]);
            if let Some(free) = near.into_iter().find(|[x, y]| !other.overlaps(self, [at[0] + x, at[1] + y])) {
                return Some(free);
            }
            if most <= 8 {
                return None;
            }
        }
        let allowed = Allowed { squared: most, ..Allowed::up_to(at.map(i64::from), u32::MAX) };
        Some(nearest_free_move(other, self, at, allowed)?.map(|c| c as i32))
    }

    /// Returns the first move of this mask along a direction after which the two masks share no pixel.
    ///
    /// The moves are the pixels of the [`Line`] from `[0, 0]` to `direction`, which is extended as far as necessary.
    /// The result is `None` if the masks share no pixel now, or if the direction is `[0, 0]`.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let crate_ = Mask::filled(4, 4)?;
    /// let ground = Mask::filled(100, 40)?;
    /// assert_eq!(crate_.penetration_along(&ground, [-50, -8], [0, -1]), Some([0, -12]));
    /// assert_eq!(crate_.penetration_along(&ground, [-50, -8], [-1, -2]), Some([-6, -12]));
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// Cost: one overlap test for each step.
    #[must_use]
    pub fn penetration_along(
        &self,
        other: &Mask,
        at: impl Into<[i32; 2]>,
        direction: impl Into<[i32; 2]>,
    ) -> Option<[i32; 2]> {
        let (at, line) = (at.into(), Line::new([0, 0], direction));
        if line.steps() == 0 || !self.overlaps(other, at) {
            return None;
        }
        let free = |&[x, y]: &[i32; 2]| !self.overlaps(other, [at[0] - x, at[1] - y]);
        // A step moves the mask by a pixel along the longer axis. So the boxes are separate after at most as many steps
        // as both masks together are wide or high, and nothing overflows.
        (1..).map(|step| line.near(step)).find(free)
    }
}
