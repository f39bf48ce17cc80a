//! The search for the shortest free move.
//!
//! The moves are searched in square tiles of 64 x 64 moves, from the middle outwards, and in blocks of a tile (see
//! `block.rs`). The best move so far bounds the search. At first, it is the shortest move parallel to an axis after
//! which the boxes of the two masks do not overlap.
//!
//! A move is open if it is neither known to collide nor longer than the best move. A block is searched in stages. The
//! first stage samples the rows of the moving mask that lie over the mask at rest: all of them if there are at most
//! eight, else three to eight. If this sample leaves no move open, as is usual deep inside, the block is done after a
//! row or two. Otherwise up to six open moves are tested with all pixels, the shortest first. If all six collide, the
//! next stage has four times as many rows. After a stage with all rows, the open moves are free.

use super::block::{MaskPair, MoveBlock};
use crate::kernel::{Lanes, WORD_BITS, on_level, span_bits};
use crate::{Mask, Rect};

/// The side of a tile of moves.
const TILE: i64 = WORD_BITS as i64;
/// The largest number of rows in the first sample.
const SAMPLE: i64 = 8;
/// The sample grows by this factor from stage to stage.
const SAMPLE_GROWTH: i64 = 4;
/// The number of open moves that are tested before the sample grows.
const MAX_TESTS: u32 = 6;

/// A move as its squared length, its y and its x, with the caller's signs. The result of the search is the free move
/// that comes first in this order.
pub(super) type RankedMove = (i64, i64, i64);

/// The search for the shortest free move of the mask `pair.moving`. A move is free if the masks share no pixel after
/// it.
#[derive(Clone, Copy)]
struct Search<'a> {
    pair: MaskPair<'a>,
    /// -1 if the two masks have exchanged their roles, so that the caller's moves have the opposite signs, else 1.
    sign: i64,
}

/// Finds the shortest move of `other`, from the offset `from`, after which the masks share no pixel. The tight boxes of
/// the two masks must overlap.
pub(super) fn nearest_free_move(mask: &Mask, other: &Mask, from: [i32; 2]) -> Option<[i32; 2]> {
    let (mine, theirs) = (mask.bounds()?, other.bounds()?);
    let at = from.map(i64::from);
    let area = |rect: Rect| u64::from(rect.width) * u64::from(rect.height);
    // The smaller mask moves, because the search goes through its rows.
    let search = if area(theirs) <= area(mine) {
        Search { pair: MaskPair { rest: mask, moving: other, at }, sign: 1 }
    } else {
        Search { pair: MaskPair { rest: other, moving: mask, at: at.map(|c| -c) }, sign: -1 }
    };
    let best = search.box_exit()?;
    let (_, y, x) = on_level!(lanes => search.run(lanes, best));
    Some([x as i32, y as i32])
}

#[inline(always)]
pub(super) fn ranked([x, y]: [i64; 2]) -> RankedMove {
    (x * x + y * y, y, x)
}

impl Search<'_> {
    /// The first free move if it ranks before `best`, and `best` otherwise.
    #[inline(always)]
    fn run<L: Lanes>(&self, lanes: L, mut best: RankedMove) -> RankedMove {
        for ring in 0.. {
            // The shortest move that a ring can add is parallel to an axis.
            let near = (ring * TILE - TILE / 2).max(0);
            if near * near > best.0 {
                break;
            }
            for tile in ring_tiles(ring) {
                best = self.search_tile(lanes, tile.map(|place| place * TILE - TILE / 2), best);
            }
        }
        best
    }

    /// The rank of a move of `pair.moving`.
    #[inline(always)]
    fn ranked(&self, [x, y]: [i64; 2]) -> RankedMove {
        ranked([self.sign * x, self.sign * y])
    }

    /// The shortest move parallel to an axis after which the boxes do not overlap.
    fn box_exit(&self) -> Option<RankedMove> {
        let MaskPair { rest, moving, at: [x, y] } = self.pair;
        let (rest, moving) = (rest.bounds()?, moving.bounds()?);
        let exits = [
            [i64::from(rest.left) - (moving.right() + x), 0],
            [rest.right() - (i64::from(moving.left) + x), 0],
            [0, i64::from(rest.top) - (moving.bottom() + y)],
            [0, rest.bottom() - (i64::from(moving.top) + y)],
        ];
        exits.into_iter().map(|exit| self.ranked(exit)).min()
    }

    /// The first free move of a tile if it ranks before `best`, and `best` otherwise. `[left, top]` is the tile's
    /// top-left move.
    #[inline(always)]
    fn search_tile<L: Lanes>(&self, lanes: L, [left, top]: [i64; 2], mut best: RankedMove) -> RankedMove {
        // The blocks next to the middle come first.
        let (rows, blocks) = (L::LEN as i64, TILE / L::LEN as i64);
        let middle = (-top / rows).clamp(0, blocks);
        let (mut above, mut below) = (middle, middle);
        while above > 0 || below < blocks {
            let distance = |block: i64| (top + block * rows).max(-(top + block * rows + rows - 1));
            let block = if below == blocks || above > 0 && distance(above - 1) < distance(below) {
                above -= 1;
                above
            } else {
                below += 1;
                below - 1
            };
            best = self.search_block(lanes, MoveBlock { left, top: top + block * rows }, best);
        }
        best
    }

    /// The first free move of a block if it ranks before `best`, and `best` otherwise.
    #[inline(always)]
    fn search_block<L: Lanes>(&self, lanes: L, block: MoveBlock, best: RankedMove) -> RankedMove {
        let distance = |from: i64, count: i64| from.max(-(from + count - 1)).max(0);
        let [x, y] = [distance(block.left, TILE), distance(block.top, L::LEN as i64)];
        if x * x + y * y > best.0 {
            return best;
        }
        let mut hits = lanes.splat(0);
        let rows = self.pair.rows_over::<L>(block);
        let count = rows.end - rows.start;
        // The rows that are the last to leave the mask at rest come first.
        let row = |index: i64| if block.top < 0 { rows.end - 1 - index } else { rows.start + index };
        // Deep inside, a single row leaves no move open.
        if count > 0 && self.pair.add_row(lanes, &mut hits, block, row(0)) {
            return best;
        }
        hits = hits | lanes.load(&self.longer_moves(block, best.0));
        if !lanes.any(!hits) {
            return best;
        }
        let mut stride = 1;
        while stride * SAMPLE < count {
            stride *= SAMPLE_GROWTH;
        }
        // The stride of the stage before: a stage skips the rows of earlier stages, and the first stage skips row 0.
        let mut before = count.max(1);
        loop {
            for index in (0..count).step_by(stride as usize).filter(|index| index % before != 0) {
                if self.pair.add_row(lanes, &mut hits, block, row(index)) {
                    return best;
                }
            }
            let mut words = [0; 8];
            lanes.store(hits, &mut words);
            for _ in 0..MAX_TESTS {
                let Some((open, lane, bit)) = self.first_open(&words[..L::LEN], block) else { return best };
                if stride == 1 || self.is_free(open) {
                    return best.min(open);
                }
                words[lane] |= 1 << bit;
            }
            hits = lanes.load(&words);
            before = stride;
            stride /= SAMPLE_GROWTH;
        }
    }

    /// The moves of a block whose squared length is more than `most`. Moves that are up to a pixel too long may be
    /// missing.
    #[inline(always)]
    fn longer_moves(&self, block: MoveBlock, most: i64) -> [u64; 8] {
        core::array::from_fn(|lane| {
            let y = block.top + lane as i64;
            let reach = libm::sqrt((most - y * y).max(0) as f64) as i64 + 1;
            let [start, end] = [-reach, reach + 1].map(|x| (x - block.left).clamp(0, TILE) as u32);
            !span_bits(0, start, end)
        })
    }

    /// The open move of a block that ranks first, its lane and its bit. `hits` has the moves that are not open.
    #[inline(always)]
    fn first_open(&self, hits: &[u64], block: MoveBlock) -> Option<(RankedMove, usize, u32)> {
        // The bits of the moves with x >= 0.
        let rightwards = u64::MAX.unbounded_shl((-block.left).clamp(0, TILE) as u32);
        let mut first: Option<(RankedMove, usize, u32)> = None;
        for (lane, hits) in hits.iter().enumerate() {
            // The shortest open move of a row is the nearest one with x >= 0 or the nearest one with x < 0.
            let [right, left] = [!hits & rightwards, !hits & !rightwards];
            let bits = [(right, right.trailing_zeros()), (left, (left | 1).ilog2())];
            for (_, bit) in bits.into_iter().filter(|(open, _)| *open != 0) {
                let rank = self.ranked([block.left + i64::from(bit), block.top + lane as i64]);
                if first.is_none_or(|(first, ..)| rank < first) {
                    first = Some((rank, lane, bit));
                }
            }
        }
        first
    }

    fn is_free(&self, (_, y, x): RankedMove) -> bool {
        let MaskPair { rest, moving, at } = self.pair;
        !rest.overlaps(moving, [at[0] + self.sign * x, at[1] + self.sign * y].map(|c| c as i32))
    }
}

/// The tiles that are `ring` tiles away from the middle tile, a square ring, as columns and rows of tiles.
fn ring_tiles(ring: i64) -> impl Iterator<Item = [i64; 2]> {
    (-ring..=ring).flat_map(move |row| {
        let step = if row.abs() == ring { 1 } else { 2 * ring };
        (-ring..=ring).step_by(step.max(1) as usize).map(move |column| [column, row])
    })
}
