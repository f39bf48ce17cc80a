//! Penetration: the smallest move that separates two overlapping masks.

mod block;
mod search;
mod tiles;

use crate::{Line, Mask};

/// If one of the masks has no more words than this, the search takes less time than tests of the nearest moves.
const SMALL: u64 = 64;

/// Moves that separate overlapping masks. Each method returns `None` if the masks do not overlap.
impl Mask {
    /// Returns the smallest move of `other`, from the offset `at`, after which the two masks do not overlap.
    /// Returns `None` if they do not overlap at `at`.
    ///
    /// The smallest move has the smallest Euclidean length. Of several, the result is the topmost, and of equally
    /// high ones the leftmost. The result is exact: it equals a test of every possible move, not only of moves
    /// along the axes.
    ///
    /// ```
    /// # use mask::Mask;
    /// let ground = Mask::filled(100, 40)?;
    /// let ball: Mask = ".##.\n####\n.##.".parse()?;
    /// assert_eq!(ground.penetration(&ball, [50, -1]), Some([0, -2]));
    /// assert_eq!(ground.penetration(&ball, [50, -3]), None); // it lies on the ground
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    ///
    /// Cost: in proportion to the number of moves that are no longer than the result. 64 moves take some word operations for each
    /// run of pixels in the rows that both masks share, but most moves need only a few of the rows. The cost is at most about that of
    /// [`Mask::convolve`]. Large masks of many runs, such as noise, are copied if sliding this mask over the other one is cheaper.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn penetration(&self, other: &Mask, at: impl Into<[i32; 2]>) -> Option<[i32; 2]> {
        let at = at.into();
        if !self.overlaps(other, at) {
            return None;
        }
        // Large masks take long to search, and many contacts are shallow. The 25 moves include every move of length sqrt(8) or less.
        if self.words_in_bounds().min(other.words_in_bounds()) > SMALL {
            let mut near: [search::RankedMove; 25] =
                core::array::from_fn(|n| search::ranked([n as i64 % 5 - 2, n as i64 / 5 - 2]));
            near.sort_unstable();
            let near = near.map(|(_, y, x)| [x as i32, y as i32]);
            if let Some(free) = near.into_iter().find(|[x, y]| !self.overlaps(other, [at[0] + x, at[1] + y])) {
                return Some(free);
            }
        }
        search::nearest_free_move(self, other, at)
    }

    /// Returns the first move of `other` along a direction after which the two masks do not overlap.
    ///
    /// The moves are the whole-pixel steps of the [`Line`] from `[0, 0]` to `direction`, which is extended as far
    /// as necessary. The result is `None` if the masks do not overlap at the offset `at`, or if the direction is
    /// `[0, 0]`.
    ///
    /// ```
    /// # use mask::Mask;
    /// let ground = Mask::filled(100, 40)?;
    /// let box_ = Mask::filled(4, 4)?;
    /// assert_eq!(ground.penetration_along(&box_, [50, 8], [0, -1]), Some([0, -12]));
    /// assert_eq!(ground.penetration_along(&box_, [50, 8], [-1, -2]), Some([-6, -12]));
    /// # Ok::<(), mask::MaskError>(())
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
        let to = |step: i64| line.place(step).map(|c| c as i32);
        let free = |&[x, y]: &[i32; 2]| !self.overlaps(other, [at[0] + x, at[1] + y]);
        // The boxes are separate after at most as many steps as the masks are long, so nothing overflows.
        (1..).map(to).find(free)
    }
}
