//! Overlap of two masks, each under its own map, without rendering either.
//!
//! The search goes from coarse to fine. A block of pixels is dropped if it shows no solid texel of one of the masks, and
//! taken whole if it shows only solid texels of both. Otherwise the block is quartered, until its pixels are few enough
//! to be tested one by one. The distance field of a mask decides a block by one byte. Without a field, the corners of the
//! block bound the rectangle of texels that it shows, and the words of this rectangle decide.
//!
//! The search begins with the intersection of the mapped bounds. So a search of masks that are far apart ends at once,
//! and a search of masks that are near each other visits only the region in which they are near.

use super::map::{Block, halves};
use super::tile::Tile;
use super::transformed::TransformedMask;
use crate::Rect;

/// The side of the blocks whose pixels are tested one by one, as a power of two.
const LEAF_LOG: u32 = 2;

/// The longest side that is not halved before the search for blocks.
const LONG_SIDE: u32 = 64;

/// The number of pixels that are tried before all others. Most pairs that collide share one of them.
const PROBES: u64 = 5;

/// So few pixels are tested one by one, without blocks.
const FEW_PIXELS: u64 = 100;

/// Overlap of two masks under maps into the same plane.
///
/// The results equal the results for two masks rendered with [`Mask::transformed`](crate::Mask::transformed). The
/// order of the two masks does not matter. A mask that stands upright takes part as one under a
/// [`translation`](crate::Affine::translation). No memory is allocated.
///
/// Cost: in proportion to the region near pixels that both masks could share.
/// [`overlaps`](TransformedMask::overlaps) stops at the first shared pixel,
/// [`overlap_first`](TransformedMask::overlap_first) skips blocks after the pixel that it has already found, and
/// [`overlap_bounds`](TransformedMask::overlap_bounds) skips blocks inside the box that it has already found.
impl TransformedMask<'_> {
    /// Returns whether the two masks share any solid pixel.
    #[must_use]
    pub fn overlaps(&self, other: &TransformedMask<'_>) -> bool {
        let Some(clip) = self.clip(other) else { return false };
        let area = u64::from(clip.width) * u64::from(clip.height);
        if area > PROBES && self.shares_a_probe(other, &clip) {
            return true;
        }
        let mut search = PairSearch { pair: [self, other], goal: Any(false), by_rows: false };
        match area {
            ..=FEW_PIXELS => search.search_pixels(&clip),
            _ => search.search(&clip),
        }
        search.goal.0
    }

    /// Returns the topmost shared solid pixel, and the leftmost in its row, in the plane of the maps, or `None` if
    /// there are no shared pixels.
    #[must_use]
    pub fn overlap_first(&self, other: &TransformedMask<'_>) -> Option<[i32; 2]> {
        self.search(other, First(None), false).0.map(|[y, x]| [x, y])
    }

    /// Returns the number of shared solid pixels.
    #[must_use]
    pub fn overlap_area(&self, other: &TransformedMask<'_>) -> u64 {
        self.search(other, Count(0), true).0
    }

    /// Returns the smallest box around the shared solid pixels, in the plane of the maps, or `None` if there are no
    /// shared pixels.
    #[must_use]
    pub fn overlap_bounds(&self, other: &TransformedMask<'_>) -> Option<Rect> {
        self.search(other, Bounds(None), true).0
    }

    /// The pixels that both masks may show.
    fn clip(&self, other: &TransformedMask<'_>) -> Option<Rect> {
        self.solid_frame?.intersection(&other.solid_frame?)
    }

    /// Whether both show a solid pixel in the middle of a block, or in the middle of one of its quarters.
    fn shares_a_probe(&self, other: &TransformedMask<'_>, block: &Rect) -> bool {
        let [width, height] = [block.width, block.height].map(|side| side as i32);
        let ([x, y], [dx, dy]) = ([block.left + width / 2, block.top + height / 2], [width / 4, height / 4]);
        let probes = [[x, y], [x - dx, y - dy], [x + dx, y - dy], [x - dx, y + dy], [x + dx, y + dy]];
        // Without branches, because nobody can guess the bits.
        probes.iter().fold(0, |any, &[x, y]| any | self.bit(self.map.at(x, y)) & other.bit(other.map.at(x, y))) != 0
    }

    fn search<G: Goal>(&self, other: &TransformedMask<'_>, goal: G, by_rows: bool) -> G {
        let mut search = PairSearch { pair: [self, other], goal, by_rows };
        if let Some(clip) = self.clip(other) {
            search.search(&clip);
        }
        search.goal
    }
}

/// The result of a search. It grows with the shared pixels that are found.
pub(super) trait Goal {
    /// Adds a rectangle whose pixels are all shared.
    fn add(&mut self, shared: Rect);

    /// Adds the shared pixels of a row, a bit for each: run by run.
    fn add_row(&mut self, left: i32, y: i32, mut bits: u64) {
        while bits != 0 {
            let start = bits.trailing_zeros();
            let width = (bits >> start).trailing_ones();
            self.add(Rect { left: left + start as i32, top: y, width, height: 1 });
            // Adding to the lowest bit of a run carries through the run.
            bits &= bits.wrapping_add(1 << start);
        }
    }

    /// Whether no pixel of the block can change the result any more.
    fn is_decided(&self, block: &Rect) -> bool;
}

/// Whether any pixels are shared.
pub(super) struct Any(pub(super) bool);

/// The row and the column of the first shared pixel.
struct First(Option<[i32; 2]>);

/// The number of shared pixels.
struct Count(u64);

/// The smallest box around the shared pixels.
pub(super) struct Bounds(pub(super) Option<Rect>);

impl Goal for Any {
    fn add(&mut self, _: Rect) {
        self.0 = true;
    }

    fn is_decided(&self, _: &Rect) -> bool {
        self.0
    }
}

impl Goal for First {
    fn add(&mut self, shared: Rect) {
        let first = [shared.top, shared.left];
        self.0 = Some(self.0.map_or(first, |found| found.min(first)));
    }

    fn is_decided(&self, block: &Rect) -> bool {
        self.0.is_some_and(|found| found <= [block.top, block.left])
    }
}

impl Goal for Count {
    fn add_row(&mut self, _: i32, _: i32, bits: u64) {
        self.0 += u64::from(bits.count_ones());
    }

    fn add(&mut self, shared: Rect) {
        self.0 += u64::from(shared.width) * u64::from(shared.height);
    }

    fn is_decided(&self, _: &Rect) -> bool {
        false
    }
}

impl Goal for Bounds {
    fn add(&mut self, shared: Rect) {
        self.0 = Some(self.0.map_or(shared, |found| found.union(&shared)));
    }

    fn is_decided(&self, block: &Rect) -> bool {
        self.0.is_some_and(|found| found.union(block) == found)
    }
}

/// A search for the solid pixels that two masks share.
pub(super) struct PairSearch<'a, G> {
    pub(super) pair: [&'a TransformedMask<'a>; 2],
    pub(super) goal: G,
    /// Whether to test rows of pixels instead of small blocks. Rows take less time if most pixels of a pair count.
    pub(super) by_rows: bool,
}

impl<G: Goal> PairSearch<'_, G> {
    /// Searches the pixels that both may show: halves them while a side is long, then goes block by block.
    ///
    /// A block may reach beyond the clip: by less than the shorter side of the clip, or by three pixels if that is more.
    /// Texel coordinates there still fit `i64`.
    pub(super) fn search(&mut self, clip: &Rect) {
        let [left, top] = [clip.left, clip.top];
        if clip.width.max(clip.height) > LONG_SIDE {
            if self.goal.is_decided(clip) {
                return;
            }
            match self.pair.map(|one| one.tile_of_rect(clip)) {
                [Tile::Empty, _] | [_, Tile::Empty] => return,
                [Tile::Solid, Tile::Solid] => return self.goal.add(*clip),
                _ => {}
            }
            halves(clip).iter().for_each(|half| self.search(half));
            return;
        }
        if self.by_rows {
            return self.search_rows(clip);
        }
        let log = clip.width.min(clip.height).next_power_of_two().ilog2().max(LEAF_LOG);
        for top in (top..clip.bottom() as i32).step_by(1 << log) {
            for left in (left..clip.right() as i32).step_by(1 << log) {
                self.search_block(&Block { left, top, log }, clip);
            }
        }
    }

    /// Drops a block, takes it whole, or quarters it.
    fn search_block(&mut self, block: &Block, clip: &Rect) {
        if self.goal.is_decided(&block.rect()) {
            return;
        }
        let mine = self.pair[0].coarse_tile(block);
        if mine == Tile::Empty {
            return;
        }
        match (mine, self.pair[1].coarse_tile(block)) {
            (_, Tile::Empty) => {}
            (Tile::Solid, Tile::Solid) => self.goal.add(block.within(clip)),
            _ if block.log <= LEAF_LOG => self.search_pixels(&block.within(clip)),
            _ => {
                let (log, side) = (block.log - 1, 1 << (block.log - 1));
                for [x, y] in [[0, 0], [side, 0], [0, side], [side, side]] {
                    let [left, top] = [block.left + x, block.top + y];
                    if left < clip.right() as i32 && top < clip.bottom() as i32 {
                        self.search_block(&Block { left, top, log }, clip);
                    }
                }
            }
        }
    }

    /// Tests the pixels of a rectangle of at most 64 columns row by row: the pixels whose texels lie in both masks.
    fn search_rows(&mut self, clip: &Rect) {
        let [Some(mine), Some(other)] = self.pair.map(|one| one.mask.bounds) else { return };
        let [of_mine, of_other] = self.pair;
        for y in clip.top..clip.bottom() as i32 {
            let run = of_mine.map.span(&mine, y, clip.left..clip.right() as i32);
            let run = of_other.map.span(&other, y, run);
            let bits = of_mine.bits(y, run.clone());
            if bits != 0 {
                self.goal.add_row(run.start, y, bits & of_other.bits(y, run));
            }
        }
    }

    fn search_pixels(&mut self, block: &Rect) {
        let [mine, other] = self.pair;
        for y in block.top..block.bottom() as i32 {
            let mut texels = self.pair.map(|one| one.map.at(block.left, y));
            for x in block.left..block.right() as i32 {
                if mine.solid(texels[0]) && other.solid(texels[1]) {
                    let pixel = Rect { left: x, top: y, width: 1, height: 1 };
                    self.goal.add(pixel);
                    if self.goal.is_decided(block) {
                        return;
                    }
                }
                for (texel, one) in texels.iter_mut().zip(self.pair) {
                    *texel = [texel[0].wrapping_add(one.map.u.by_x), texel[1].wrapping_add(one.map.v.by_x)];
                }
            }
        }
    }
}
