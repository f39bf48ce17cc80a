//! The way out: the nearest offset that does not hit.

use super::offsets::{OffsetWindow, RowSampling};
use crate::kernel::WORD_BITS;
use crate::memory::{self, AllocError, or_panic};
use crate::{Line, Mask, Rect};

/// Moves are looked at in tiles: first a small one in the middle, then large ones, as many as it takes.
/// (Small tiles all the way took nine times longer for discs of 1024 and 512 pixels deep in each other.)
const TILE_SIDES: [i64; 2] = [WORD_BITS as i64 / 2, 1024];

/// A sample leaves little that is nearer than the best way out.
const LAYOUT_WEIGHT: u64 = 2;

/// Moves of another mask that free it. `None` where the masks do not overlap.
impl Mask {
    /// The smallest move of `other`, which stands at `at`, after which the two do not overlap.
    ///
    /// Smallest in Euclidean length; of several the topmost, and of those the leftmost. It is what testing
    /// every move gives, not only those along the axes.
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
    /// Cost: up to 25 tests for a way out of two pixels; beyond, at most that of [`Mask::convolve`] for the
    /// moves that are no longer than the answer, a tile at a time: memory does not grow with their number,
    /// but both masks are copied where it takes less to slide this one.
    #[must_use]
    pub fn penetration(&self, other: &Mask, at: impl Into<[i32; 2]>) -> Option<[i32; 2]> {
        let at = at.into();
        if !self.overlaps(other, at) {
            return None;
        }
        // Most contacts are shallow. These are all moves of a length up to the root of 8.
        let mut near: [RankedMove; 25] = core::array::from_fn(|n| ranked([n as i64 % 5 - 2, n as i64 / 5 - 2]));
        near.sort_unstable();
        let near = near.map(|(_, y, x)| [x as i32, y as i32]);
        if let Some(free) = near.into_iter().find(|[x, y]| !self.overlaps(other, [at[0] + x, at[1] + y])) {
            return Some(free);
        }
        match or_panic(self.swap_if_cheaper(other)) {
            None => self.nearest_exit(other, at),
            Some(([theirs, mine], [right, down])) => theirs.nearest_exit(&mine, [at[0] + right, at[1] + down]),
        }
    }

    /// The same of masks that are deep in each other.
    fn nearest_exit(&self, other: &Mask, at: [i32; 2]) -> Option<[i32; 2]> {
        let mut best = box_exits(&self.bounds?, &other.bounds?, at).into_iter().map(ranked).min()?;
        let mut sampling = RowSampling::new(self, other, LAYOUT_WEIGHT);
        for side in TILE_SIDES {
            for ring in 0.. {
                // The nearest move that a ring can add lies straight to one side.
                let near = (ring * side - side / 2).max(0);
                if near * near > best.0 {
                    let (_, y, x) = best;
                    return Some([x as i32, y as i32]);
                }
                if ring > 0 && side < TILE_SIDES[1] {
                    break;
                }
                for middle in ring_tiles(ring) {
                    let low = middle.map(|place| place * side - side / 2);
                    best = nearest_free(&mut sampling, at, low, side, best);
                }
            }
        }
        None
    }

    /// The first move of `other` along a direction after which the two do not overlap, in whole-pixel
    /// steps: those of the [`Line`] from `[0, 0]` to `direction`, which goes on as long as it takes.
    ///
    /// `None` where the masks do not overlap, and where the direction is `[0, 0]`.
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
    /// Cost: a test for each step.
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
        // The boxes part after at most as many steps as the masks are long: nothing overflows.
        (1..).map(to).find(free)
    }
}

/// The nearest free move of a tile of moves, if it ranks before the best one known.
fn nearest_free(sampling: &mut RowSampling, at: [i32; 2], low: [i64; 2], side: i64, best: RankedMove) -> RankedMove {
    // Only what is as near as the best one.
    let radius = libm::sqrt(best.0 as f64) as i64 + 1;
    let [left, top] = low.map(|low| low.max(-radius));
    let [right, bottom] = low.map(|low| (low + side).min(radius + 1));
    if left >= right || top >= bottom || ranked([0.clamp(left, right - 1), 0.clamp(top, bottom - 1)]).0 > best.0 {
        return best;
    }
    let (columns, rows) = ((right - left + 63) as usize / WORD_BITS as usize, (bottom - top) as usize);
    let RowSampling { mask, other, .. } = *sampling;
    let out_of_memory = AllocError::for_mask(mask.width, mask.height);
    let mut hits = or_panic(memory::try_zeros(columns * rows).map_err(&out_of_memory));
    let window = OffsetWindow { left: left + i64::from(at[0]), top: top + i64::from(at[1]), columns, rows };
    // Of each row, what is as near as the best one. The last word may go on behind the tile.
    let end = left + (columns * WORD_BITS as usize) as i64;
    let wanted = |row: usize| match best.0 - (top + row as i64).pow(2) {
        ..0 => 0..0,
        rest => {
            let [first, end] = [-rest.isqrt(), rest.isqrt() + 1].map(|x| x.clamp(left, end) - left);
            first as u32..end as u32
        }
    };
    let open = sampling.or_hits(&mut hits, window, wanted);
    let mut open = or_panic(open.map_err(out_of_memory));
    if !open.is_empty() {
        let rank = |&[x, y]: &[i64; 2]| ranked([left + x, top + y]);
        open.sort_unstable_by_key(rank);
        let free = |&(_, y, x): &RankedMove| !mask.overlaps(other, [at[0] + x as i32, at[1] + y as i32]);
        return open.iter().map(rank).find(free).map_or(best, |found| best.min(found));
    }
    let words = hits.chunks_exact(rows).zip((left..).step_by(WORD_BITS as usize));
    let words = words.flat_map(|(words, x)| words.iter().zip(top..).map(move |(&hits, y)| (!hits, x, y)));
    words.fold(best, |best, (free, x, y)| {
        // Of the free moves of a word the first to the right of the middle, and the last to the left.
        let rightwards = u64::MAX.unbounded_shl((-x).clamp(0, WORD_BITS.into()) as u32);
        let moves =
            [(free & rightwards).trailing_zeros(), WORD_BITS.wrapping_sub(1 + (free & !rightwards).leading_zeros())];
        moves
            .into_iter()
            .filter(|&bit| bit < WORD_BITS)
            .fold(best, |best, bit| best.min(ranked([x + i64::from(bit), y])))
    })
}

/// The moves straight to each side after which the boxes no longer overlap.
fn box_exits(mine: &Rect, theirs: &Rect, at: [i32; 2]) -> [[i64; 2]; 4] {
    let [x, y] = at.map(i64::from);
    [
        [i64::from(mine.left) - (theirs.right() + x), 0],
        [mine.right() - (i64::from(theirs.left) + x), 0],
        [0, i64::from(mine.top) - (theirs.bottom() + y)],
        [0, mine.bottom() - (i64::from(theirs.top) + y)],
    ]
}

/// The square of a move's length, then its y and x: what ranks first is the answer.
type RankedMove = (i64, i64, i64);

fn ranked([x, y]: [i64; 2]) -> RankedMove {
    (x * x + y * y, y, x)
}

/// The tiles, as columns and rows of them, that lie so many away from the middle one.
fn ring_tiles(ring: i64) -> impl Iterator<Item = [i64; 2]> {
    (-ring..=ring).flat_map(move |row| {
        let step = if row.abs() == ring { 1 } else { 2 * ring };
        (-ring..=ring).step_by(step as usize).map(move |column| [column, row])
    })
}
