//! Penetration: the smallest move that separates two overlapping masks.

mod block;
mod search;

use crate::{Line, Mask};
pub(crate) use block::MaskPair;
pub(crate) use search::{Allowed, nearest_free_move, search};

/// The length of the longest near move, in pixels.
const NEAR: i32 = 8;
/// The near moves, the shortest first, of equally long ones the topmost, and of these the leftmost.
const NEAR_MOVES: [[i32; 2]; 196] = {
    let side = 2 * NEAR + 1;
    let (mut moves, mut count, mut squared) = ([[0; 2]; 196], 0, 1);
    while squared <= NEAR * NEAR {
        let mut place = 0;
        while place < side * side {
            let [x, y] = [place % side - NEAR, place / side - NEAR];
            if x * x + y * y == squared {
                moves[count] = [x, y];
                count += 1;
            }
            place += 1;
        }
        squared += 1;
    }
    moves
};

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
        let is_free = |[x, y]: [i32; 2]| !other.overlaps(self, [at[0] + x, at[1] + y]);
        // Most contacts are shallow, and a search takes 2.5 us or more. If the masks are apart after a move of 1, 2, 4 or
        // 8 pixels along an axis, the shortest move is one of the near ones. (Discs of 8 px anywhere in each other take a
        // tenth of the time so, of 16 px half, of 64 px 0.92.)
        let along = |length: i32| [[0, -length], [0, length], [-length, 0], [length, 0]].into_iter().any(is_free);
        if most <= i64::from(NEAR * NEAR) || [1, 2, 4, NEAR].into_iter().any(along) {
            let mut near = NEAR_MOVES.iter().take_while(|[x, y]| i64::from(x * x + y * y) <= most);
            return near.find(|near| is_free(**near)).copied();
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
