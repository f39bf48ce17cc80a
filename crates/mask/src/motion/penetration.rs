//! Penetration: the smallest move that separates two overlapping masks.

use super::offsets::{OffsetWindow, RowSampling};
use crate::kernel::WORD_BITS;
use crate::memory::{self, AllocError, or_panic};
use crate::{Line, Mask, Rect};

/// Sides of the tiles of moves that are searched: one small tile in the middle, then as many large ones as
/// necessary. Small tiles alone took nine times longer for discs of 1024 and 512 pixels deep in each other.
const TILE_SIDES: [i64; 2] = [WORD_BITS as i64 / 2, 1024];

/// The layout weight of [`RowSampling`]. It is low because few moves that a sample leaves open are shorter than the
/// best exit.
const LAYOUT_WEIGHT: u64 = 2;

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
    /// Cost: up to 25 overlap tests if a move of at most two pixels along each axis suffices. Beyond two pixels,
    /// the cost is at most the cost of [`Mask::convolve`] for the moves that are no longer than the result. The
    /// moves are searched tile by tile, so the memory does not grow with their number. If sliding this mask over
    /// the other one is cheaper, both masks are copied.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn penetration(&self, other: &Mask, at: impl Into<[i32; 2]>) -> Option<[i32; 2]> {
        let at = at.into();
        if !self.overlaps(other, at) {
            return None;
        }
        // Most contacts are shallow. The 25 moves include every move of length sqrt(8) or less.
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

    /// Returns the smallest separating move of masks that overlap deeply.
    fn nearest_exit(&self, other: &Mask, at: [i32; 2]) -> Option<[i32; 2]> {
        let mut best = box_exits(&self.bounds?, &other.bounds?, at).into_iter().map(ranked).min()?;
        let mut sampling = RowSampling::new(self, other, LAYOUT_WEIGHT);
        for side in TILE_SIDES {
            for ring in 0.. {
                // The shortest move that a ring can add is parallel to an axis.
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

/// Returns the first free move of a tile of moves if it ranks before `best`, and `best` otherwise.
fn nearest_free(sampling: &mut RowSampling, at: [i32; 2], low: [i64; 2], side: i64, best: RankedMove) -> RankedMove {
    // Moves longer than the best one are skipped.
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
    // In each row, only moves that are as short as the best one are wanted. The last word may extend beyond the
    // tile.
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
        // The first free move of a word to the right of the middle, and the last free move to the left of it.
        let rightwards = u64::MAX.unbounded_shl((-x).clamp(0, WORD_BITS.into()) as u32);
        let moves =
            [(free & rightwards).trailing_zeros(), WORD_BITS.wrapping_sub(1 + (free & !rightwards).leading_zeros())];
        moves
            .into_iter()
            .filter(|&bit| bit < WORD_BITS)
            .fold(best, |best, bit| best.min(ranked([x + i64::from(bit), y])))
    })
}

/// Returns, for each side, the axis-parallel move after which the boxes do not overlap.
fn box_exits(mine: &Rect, theirs: &Rect, at: [i32; 2]) -> [[i64; 2]; 4] {
    let [x, y] = at.map(i64::from);
    [
        [i64::from(mine.left) - (theirs.right() + x), 0],
        [mine.right() - (i64::from(theirs.left) + x), 0],
        [0, i64::from(mine.top) - (theirs.bottom() + y)],
        [0, mine.bottom() - (i64::from(theirs.top) + y)],
    ]
}

/// The squared length of a move, its y and its x. The first move in this order is the result.
type RankedMove = (i64, i64, i64);

fn ranked([x, y]: [i64; 2]) -> RankedMove {
    (x * x + y * y, y, x)
}

/// Returns the tiles of a square ring around the middle tile, `ring` tiles away, as columns and rows of tiles.
fn ring_tiles(ring: i64) -> impl Iterator<Item = [i64; 2]> {
    (-ring..=ring).flat_map(move |row| {
        let step = if row.abs() == ring { 1 } else { 2 * ring };
        (-ring..=ring).step_by(step as usize).map(move |column| [column, row])
    })
}
