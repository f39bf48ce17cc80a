//! Overlap of two masks, each under its own map, without rendering either.
//!
//! The search goes from coarse to fine. The corners of a block of pixels bound the rectangle of each mask into
//! which the block maps. The block is decided if one of the two rectangles has no solid pixels, or if both have
//! only solid pixels. Otherwise the block is halved, until its pixels are few enough to be tested one by one.
//!
//! The search begins with the intersection of the mapped bounds. So a search of masks that are far apart ends at once,
//! and a search of masks that are near each other visits only the region in which they are near.

use super::TransformedMask;
use super::tile::Tile;
use crate::Rect;

/// The longest side of a block whose pixels are tested one by one.
const LEAF_SIDE: u32 = 8;

/// Overlap of two masks under maps into the same plane.
///
/// The results equal the results for two masks rendered with [`Mask::transformed`](crate::Mask::transformed). The
/// order of the two masks does not matter. No memory is allocated.
///
/// Cost: in proportion to the region near pixels that both masks could share.
/// [`overlaps`](TransformedMask::overlaps) stops at the first shared pixel, and
/// [`overlap_bounds`](TransformedMask::overlap_bounds) skips blocks inside the box that it has already found.
impl TransformedMask<'_> {
    /// Returns whether the two masks share any solid pixel.
    #[must_use]
    pub fn overlaps(&self, other: &TransformedMask<'_>) -> bool {
        self.search(other, true).is_some()
    }

    /// Returns the smallest box around the shared solid pixels, in the plane of the maps, or `None` if there are no
    /// shared pixels.
    #[must_use]
    pub fn overlap_bounds(&self, other: &TransformedMask<'_>) -> Option<Rect> {
        self.search(other, false)
    }

    fn search(&self, other: &TransformedMask<'_>, any: bool) -> Option<Rect> {
        let mut search = PairSearch { pair: [self, other], any, found: None };
        if let Some(block) = self.solid_frame?.intersection(&other.solid_frame?) {
            search.search_block(block);
        }
        search.found
    }
}

/// A search for the solid pixels that two masks share.
struct PairSearch<'a> {
    pair: [&'a TransformedMask<'a>; 2],
    /// Whether one shared pixel is enough.
    any: bool,
    /// The box around the shared pixels found so far.
    found: Option<Rect>,
}

impl PairSearch<'_> {
    /// Whether no pixel of the block can change the result any more.
    fn is_decided(&self, block: &Rect) -> bool {
        self.found.is_some_and(|found| self.any || found.union(block) == found)
    }

    /// Adds a rectangle whose pixels are all shared.
    fn add(&mut self, shared: Rect) {
        self.found = Some(self.found.map_or(shared, |found| found.union(&shared)));
    }

    fn search_block(&mut self, block: Rect) {
        if self.is_decided(&block) {
            return;
        }
        let mine = self.pair[0].coarse_tile(&block);
        if mine == Tile::Empty {
            return;
        }
        match (mine, self.pair[1].coarse_tile(&block)) {
            (_, Tile::Empty) => return,
            (Tile::Solid, Tile::Solid) => return self.add(block),
            _ if block.width.max(block.height) <= LEAF_SIDE => return self.search_pixels(&block),
            _ => {}
        }
        let [width, height] = [block.width.div_ceil(2), block.height.div_ceil(2)];
        if block.width > block.height {
            self.search_block(Rect { width, ..block });
            self.search_block(Rect { left: block.left + width as i32, width: block.width - width, ..block });
        } else {
            self.search_block(Rect { height, ..block });
            self.search_block(Rect { top: block.top + height as i32, height: block.height - height, ..block });
        }
    }

    fn search_pixels(&mut self, block: &Rect) {
        let sides = self.pair.map(|transformed| transformed.mask.bounds().map(|bounds| (transformed, bounds)));
        let [Some((mine, mine_in)), Some((other, other_in))] = sides else { return };
        for y in block.top..block.bottom() as i32 {
            let (my_row, other_row) = (mine.row(y), other.row(y));
            for x in block.left..block.right() as i32 {
                if my_row.solid(mine.mask, &mine_in, x) && other_row.solid(other.mask, &other_in, x) {
                    self.add(Rect { left: x, top: y, width: 1, height: 1 });
                    if self.any {
                        return;
                    }
                }
            }
        }
    }
}
