//! The search for the shortest free move.
//!
//! The moves are searched in square tiles of 64 x 64 moves, from the middle outwards, and in blocks of a tile (see
//! `block.rs`). The best move so far bounds the search. At first, it is the shortest move parallel to an axis after
//! which the moving mask is beside all masks at rest, or the longest move that the caller allows.
//!
//! A move is open if it is neither known to collide nor longer than the best move. A block is searched in stages. The
//! first stage samples the rows of the moving mask that lie over the masks at rest: all of them if there are at most
//! eight, else three to eight. If this sample leaves no move open, as is usual deep inside, the block is done after a
//! row or two. Otherwise up to six open moves are tested with all pixels, the shortest first. If all six collide, the
//! next stage has four times as many rows. After a stage with all rows, the open moves are free.

use super::block::{MaskPair, MoveBlock};
use crate::Mask;
use crate::kernel::{Lanes, WORD_BITS, on_level, span_bits};
use core::ops::Range;

/// The side of a tile of moves.
const TILE: i64 = WORD_BITS as i64;
/// The largest number of rows in the first sample.
const SAMPLE: i64 = 8;
/// The sample grows by this factor from stage to stage.
const SAMPLE_GROWTH: i64 = 4;
/// The number of open moves that are tested before the sample grows.
const MAX_TESTS: u32 = 6;

/// The largest length of a move along each axis. The square of a length then fits `i64`, also in the tiles at the ends.
const MAX_LENGTH: i64 = (1 << 31) - (1 << 10);

/// A move as its squared length, its y and its x, with the caller's signs. The result of the search is the free move
/// that comes first in this order.
pub(super) type RankedMove = (i64, i64, i64);

/// The moves that a search may return: a range along each axis, and the square of the largest length.
#[derive(Clone)]
pub(crate) struct Allowed {
    pub(crate) x: Range<i64>,
    pub(crate) y: Range<i64>,
    pub(crate) squared: i64,
}

/// The search for the shortest free move of a mask. A move is free if the mask shares no pixel with any of the masks at
/// rest after it.
struct Search<'p, 'a> {
    /// The moving mask, with each mask at rest.
    pairs: &'p mut [MaskPair<'a>],
    allowed: Allowed,
    /// -1 if the two masks have exchanged their roles, so that the caller's moves have the opposite signs, else 1.
    sign: i64,
}

impl Allowed {
    /// All moves from `at` that lead to an offset in `i32`, up to a length and to [`MAX_LENGTH`] along each axis.
    pub(crate) fn up_to(at: [i64; 2], length: u32) -> Allowed {
        let length = i64::from(length).min(MAX_LENGTH);
        // Without a limit, a move may have this length along each axis.
        let squared = if length == MAX_LENGTH { i64::MAX } else { length * length };
        let [x, y] = at.map(|at| {
            let [first, last] = [i32::MIN, i32::MAX].map(|end| i64::from(end) - at);
            first.max(-length)..last.min(length) + 1
        });
        Allowed { x, y, squared }
    }

    /// The moves with the opposite signs.
    fn reversed(&self) -> Allowed {
        let reversed = |range: &Range<i64>| 1 - range.end..1 - range.start;
        Allowed { x: reversed(&self.x), y: reversed(&self.y), ..*self }
    }

    pub(crate) fn contains(&self, [x, y]: [i64; 2]) -> bool {
        self.x.contains(&x) && self.y.contains(&y) && x * x + y * y <= self.squared
    }

    /// The columns and the rows of the tiles that have allowed moves.
    fn tiles(&self) -> [Range<i64>; 2] {
        [&self.x, &self.y].map(|range| {
            let tile = |place: i64| (place + TILE / 2).div_euclid(TILE);
            tile(range.start)..tile(range.end - 1) + 1
        })
    }
}

/// Finds the shortest allowed move of `other`, from the offset `from`, after which the two masks share no pixel. `None`
/// if no allowed move is free.
pub(crate) fn nearest_free_move(mask: &Mask, other: &Mask, from: [i32; 2], allowed: Allowed) -> Option<[i64; 2]> {
    let area = |mask: &Mask| mask.bounds().map_or(0, |rect| u64::from(rect.width) * u64::from(rect.height));
    let at = from.map(i64::from);
    // The smaller mask moves, because the search goes through its rows.
    if area(other) <= area(mask) {
        search(&mut [MaskPair { rest: mask, moving: other, at }], allowed, 1)
    } else {
        let pair = MaskPair { rest: other, moving: mask, at: at.map(|c| -c) };
        search(&mut [pair], allowed.reversed(), -1)
    }
}

/// Finds the shortest allowed move after which the moving mask of all `pairs` shares no pixel with any mask at rest.
pub(crate) fn search(pairs: &mut [MaskPair], allowed: Allowed, sign: i64) -> Option<[i64; 2]> {
    if allowed.x.is_empty() || allowed.y.is_empty() {
        return None;
    }
    let mut search = Search { pairs, allowed, sign };
    let none = (search.allowed.squared, i64::MAX, i64::MAX);
    let best = search.exits().map_or(none, |exit| exit.min(none));
    let best = on_level!(lanes => search.run(lanes, best));
    (best != none).then_some([best.2, best.1])
}

#[inline(always)]
pub(super) fn ranked([x, y]: [i64; 2]) -> RankedMove {
    (x * x + y * y, y, x)
}

impl Search<'_, '_> {
    /// The first free move if it ranks before `best`, and `best` otherwise.
    #[inline(always)]
    fn run<L: Lanes>(&mut self, lanes: L, mut best: RankedMove) -> RankedMove {
        let [columns, rows] = self.allowed.tiles();
        let away = |range: &Range<i64>| range.start.max(1 - range.end).max(0);
        let farthest = |range: &Range<i64>| (-range.start).max(range.end - 1);
        for ring in away(&columns).max(away(&rows))..=farthest(&columns).max(farthest(&rows)) {
            // The shortest move that a ring can add is parallel to an axis.
            let near = (ring * TILE - TILE / 2).max(0);
            if near * near > best.0 {
                break;
            }
            for tile in ring_tiles(ring, &columns, &rows) {
                best = self.search_tile(lanes, tile.map(|place| place * TILE - TILE / 2), best);
            }
        }
        best
    }

    /// The rank of a move of the moving mask.
    #[inline(always)]
    fn ranked(&self, [x, y]: [i64; 2]) -> RankedMove {
        ranked([self.sign * x, self.sign * y])
    }

    /// The shortest allowed move parallel to an axis after which the box of the moving mask is beside the boxes of all
    /// masks at rest.
    fn exits(&self) -> Option<RankedMove> {
        let boxes = self.pairs.iter().filter_map(|pair| Some((pair.rest.bounds()?, pair.moving.bounds()?, pair.at)));
        let exits = boxes.map(|(rest, moving, [x, y])| {
            [
                i64::from(rest.left) - (moving.right() + x),
                rest.right() - (i64::from(moving.left) + x),
                i64::from(rest.top) - (moving.bottom() + y),
                rest.bottom() - (i64::from(moving.top) + y),
            ]
        });
        let [left, right, up, down] =
            exits.reduce(|a, b| [a[0].min(b[0]), a[1].max(b[1]), a[2].min(b[2]), a[3].max(b[3])])?;
        let exits = [[left, 0], [right, 0], [0, up], [0, down]];
        exits.into_iter().filter(|&exit| self.allowed.contains(exit)).map(|exit| self.ranked(exit)).min()
    }

    /// Moves the pairs whose masks can collide after a move of a tile to the front. Returns their number.
    #[inline(always)]
    fn pairs_of_tile(&mut self, [left, top]: [i64; 2]) -> usize {
        let mut count = 0;
        for index in 0..self.pairs.len() {
            if self.pairs[index].may_collide([left, top], TILE) {
                self.pairs.swap(count, index);
                count += 1;
            }
        }
        count
    }

    /// The first free move of a tile if it ranks before `best`, and `best` otherwise. `[left, top]` is the tile's
    /// top-left move.
    #[inline(always)]
    fn search_tile<L: Lanes>(&mut self, lanes: L, [left, top]: [i64; 2], mut best: RankedMove) -> RankedMove {
        let count = self.pairs_of_tile([left, top]);
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
            best = self.search_block(lanes, &self.pairs[..count], MoveBlock { left, top: top + block * rows }, best);
        }
        best
    }

    /// The first free move of a block if it ranks before `best`, and `best` otherwise.
    #[inline(always)]
    fn search_block<L: Lanes>(&self, lanes: L, pairs: &[MaskPair], block: MoveBlock, best: RankedMove) -> RankedMove {
        let distance = |from: i64, count: i64| from.max(-(from + count - 1)).max(0);
        let [x, y] = [distance(block.left, TILE), distance(block.top, L::LEN as i64)];
        if x * x + y * y > best.0 {
            return best;
        }
        let mut hits = lanes.splat(0);
        // The rows that are the last to leave the mask at rest come first.
        let row = |rows: &Range<i64>, index: i64| if block.top < 0 { rows.end - 1 - index } else { rows.start + index };
        let mut most = 0;
        for pair in pairs {
            let rows = pair.rows_over::<L>(block);
            most = most.max(rows.end - rows.start);
            // Deep inside, a single row leaves no move open.
            if !rows.is_empty() && pair.add_row(lanes, &mut hits, block, row(&rows, 0)) {
                return best;
            }
        }
        hits = hits | lanes.load(&self.barred_moves(block, best.0));
        if !lanes.any(!hits) {
            return best;
        }
        let mut stride = 1;
        while stride * SAMPLE < most {
            stride *= SAMPLE_GROWTH;
        }
        // The stride of the stage before: a stage skips the rows of earlier stages, and the first stage skips row 0.
        let mut before = i64::MAX;
        loop {
            for pair in pairs {
                let rows = pair.rows_over::<L>(block);
                for index in (0..rows.end - rows.start).step_by(stride as usize).filter(|index| index % before != 0) {
                    if pair.add_row(lanes, &mut hits, block, row(&rows, index)) {
                        return best;
                    }
                }
            }
            let mut words = [0; 8];
            lanes.store(hits, &mut words);
            for _ in 0..MAX_TESTS {
                let Some((open, lane, bit)) = self.first_open(&words[..L::LEN], block) else { return best };
                if stride == 1 || self.is_free(pairs, open) {
                    return best.min(open);
                }
                words[lane] |= 1 << bit;
            }
            hits = lanes.load(&words);
            before = stride;
            stride /= SAMPLE_GROWTH;
        }
    }

    /// The moves of a block that are not allowed, or whose squared length is more than `most`. Moves that are up to a
    /// pixel too long may be missing.
    #[inline(always)]
    fn barred_moves(&self, block: MoveBlock, most: i64) -> [u64; 8] {
        core::array::from_fn(|lane| {
            let y = block.top + lane as i64;
            if !self.allowed.y.contains(&y) {
                return u64::MAX;
            }
            let reach = libm::sqrt((most - y * y).max(0) as f64) as i64 + 1;
            let ends = [self.allowed.x.start.max(-reach), self.allowed.x.end.min(reach + 1)];
            let [start, end] = ends.map(|x| (x - block.left).clamp(0, TILE) as u32);
            !span_bits(0, start, end.max(start))
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

    fn is_free(&self, pairs: &[MaskPair], (_, y, x): RankedMove) -> bool {
        pairs.iter().all(|&MaskPair { rest, moving, at }| {
            let at = [at[0] + self.sign * x, at[1] + self.sign * y];
            // Masks that are too far apart for an offset share nothing.
            let offset = at.map(i32::try_from);
            !matches!(offset, [Ok(x), Ok(y)] if rest.overlaps(moving, [x, y]))
        })
    }
}

/// The tiles that are `ring` tiles away from the middle tile, a square ring, as columns and rows of tiles. Only tiles
/// in the given columns and rows are listed.
fn ring_tiles(ring: i64, columns: &Range<i64>, rows: &Range<i64>) -> impl Iterator<Item = [i64; 2]> {
    let columns = columns.clone();
    (rows.start.max(-ring)..rows.end.min(ring + 1)).flat_map(move |row| {
        let is_whole = row.abs() == ring;
        let inner = if is_whole { columns.start.max(-ring)..columns.end.min(ring + 1) } else { 0..0 };
        let ends =
            if is_whole { [None; 2] } else { [-ring, ring].map(|column| columns.contains(&column).then_some(column)) };
        inner.chain(ends.into_iter().flatten()).map(move |column| [column, row])
    })
}
