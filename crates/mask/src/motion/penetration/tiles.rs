//! The search by tiles, for masks of many runs.
//!
//! A tile is a window of moves for which all colliding moves are found at once, as [`Mask::colliding_offsets`] does for all offsets. It takes
//! long to begin, because it lays out the rows of the mask at rest. But rows with equal pixels take no further time, and each run of pixels takes little.

use super::search::{RankedMove, ranked, ring_tiles};
use crate::Mask;
use crate::kernel::WORD_BITS;
use crate::memory::{self, AllocError, or_panic};
use crate::motion::offsets::{OffsetWindow, RowSampling};

/// Sides of the tiles of moves that are searched: one small tile in the middle, then as many large ones as
/// necessary. Small tiles alone took nine times longer for discs of 1024 and 512 pixels deep in each other.
const TILE_SIDES: [i64; 2] = [WORD_BITS as i64 / 2, 1024];

/// The layout weight of [`RowSampling`]. It is low because few moves that a sample leaves open are shorter than the
/// best exit.
const LAYOUT_WEIGHT: u64 = 2;

/// Returns the first free move of `other` if it ranks before `best`, and `best` otherwise.
pub(super) fn nearest_free_move(mask: &Mask, other: &Mask, at: [i32; 2], best: RankedMove) -> RankedMove {
    match or_panic(mask.swap_if_cheaper(other)) {
        None => nearest_in_tiles(mask, other, at, best),
        Some(([theirs, mine], [right, down])) => nearest_in_tiles(&theirs, &mine, [at[0] + right, at[1] + down], best),
    }
}

fn nearest_in_tiles(mask: &Mask, other: &Mask, at: [i32; 2], mut best: RankedMove) -> RankedMove {
    let mut sampling = RowSampling::new(mask, other, LAYOUT_WEIGHT);
    for side in TILE_SIDES {
        for ring in 0.. {
            // The shortest move that a ring can add is parallel to an axis.
            let near = (ring * side - side / 2).max(0);
            if near * near > best.0 {
                return best;
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
    best
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
