//! Two masks, each under a map of its own, of which neither is made.
//!
//! The search goes from coarse to fine. A block of pixels falls, in each mask, into a rectangle that its
//! corners tell; where either mask has nothing solid there, or both have nothing else, the block is done.
//! Otherwise it is halved, until it is so small that its pixels are looked at one by one.
//!
//! At first the blocks are as large as the masks, and the rectangles are those of the mapped bounds; so
//! masks that are far apart cost one look, and those that are near cost what is near.

use super::TransformedMask;
use super::tile::Tile;
use crate::Rect;

/// The side of a block whose pixels are looked at one by one.
const LEAF_SIDE: u32 = 8;

/// Questions about two masks under maps that lead to the same plane. The answers are those of
/// [`Mask::transformed`](crate::Mask::transformed) for both, laid over each other, and the same whichever
/// is asked; no memory is asked for.
///
/// Cost: what lies near pixels that both could share. Both questions stop early: the first at a hit, the
/// second inside the box of what is found already.
impl TransformedMask<'_> {
    /// Whether any solid pixel is shared.
    #[must_use]
    pub fn overlaps(&self, other: &TransformedMask<'_>) -> bool {
        self.search(other, true).is_some()
    }

    /// The smallest box around the shared pixels, in the plane that the maps lead to.
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

/// A search for pixels that both have.
struct PairSearch<'a> {
    pair: [&'a TransformedMask<'a>; 2],
    /// Whether one is enough.
    any: bool,
    /// The box around those found.
    found: Option<Rect>,
}

impl PairSearch<'_> {
    /// Whether nothing in the block can change the answer.
    fn is_decided(&self, block: &Rect) -> bool {
        self.found.is_some_and(|found| self.any || found.union(block) == found)
    }

    /// Both have all pixels of a rectangle.
    fn add(&mut self, shared: Rect) {
        self.found = Some(self.found.map_or(shared, |found| found.union(&shared)));
    }

    /// Looks through a block.
    fn search_block(&mut self, block: Rect) {
        if self.is_decided(&block) {
            return;
        }
        let mine = self.pair[0].coarse_tile(&block);
        if mine == Tile::Air {
            return;
        }
        match (mine, self.pair[1].coarse_tile(&block)) {
            (_, Tile::Air) => return,
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

    /// Looks at the pixels of a block.
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
