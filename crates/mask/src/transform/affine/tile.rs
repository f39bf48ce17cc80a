//! Classification of a block of pixels without a test of each pixel.

use super::map::{Block, FRACTION};
use super::transformed::TransformedMask;
use crate::Rect;
use crate::kernel::span_bits;

/// The known state of the pixels of a block.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) enum Tile {
    /// No pixel is solid.
    Empty,
    /// The solid pixels are exactly the pixels whose source lies in the bounds of the mask's solid pixels.
    Within,
    /// All pixels are solid.
    Solid,
    /// Each pixel must be tested.
    #[default]
    Mixed,
}

impl Tile {
    /// The state of pixels that lie within `reach` of a texel, in units of 2^-32, whose gap is known.
    #[inline(always)]
    fn around(gap: i64, reach: i64) -> Tile {
        match () {
            () if gap << FRACTION > reach => Tile::Empty,
            () if -gap << FRACTION > reach => Tile::Solid,
            () => Tile::Mixed,
        }
    }
}

impl TransformedMask<'_> {
    /// Classifies a block in the box by the words of the mask that its pixels map into, or returns `None` if there are
    /// more than [`MAX_WORDS_READ`] words. Reading stops when a solid and an empty pixel are found.
    pub(super) fn tile(&self, block: &Rect) -> Option<Tile> {
        let Some(bounds) = self.mask.bounds else { return Some(Tile::Empty) };
        let Some((source, whole)) = self.map.source(&bounds, block) else { return Some(Tile::Empty) };
        if self.mask.columns(&source).len() as u64 * u64::from(source.height()) > MAX_WORDS_READ {
            return None;
        }
        let (mut any, mut all) = (false, true);
        for column in self.mask.columns(&source) {
            let inside = span_bits(column, source.left, source.right);
            for word in self.mask.rows(column, &source) {
                any |= word & inside != 0;
                all &= !word & inside == 0;
                if any && !all {
                    return Some(Tile::Mixed);
                }
            }
        }
        Some(match (any, whole) {
            (false, _) => Tile::Empty,
            (true, false) => Tile::Within,
            (true, true) => Tile::Solid,
        })
    }

    /// Classifies a block of a pair, which may reach beyond the box by less than a side of it: from the distance field,
    /// by the distance about the texel in the middle. Without one, [`tile`](Self::tile) does, and if there are too many
    /// words, the result is only `Empty` or `Mixed`. That test stops at the first solid pixel, which comes early in
    /// such a large rectangle.
    #[inline(always)]
    pub(super) fn coarse_tile(&self, block: &Block) -> Tile {
        let Some(field) = self.field else { return self.tile_of_words(&block.rect()) };
        let (middle, reach) = self.map.middle(block);
        Tile::around(field.gap(middle.map(|c| c >> FRACTION)), reach)
    }

    /// Classifies a rectangle in the box as [`coarse_tile`](Self::coarse_tile) does.
    pub(super) fn tile_of_rect(&self, block: &Rect) -> Tile {
        let Some(field) = self.field else { return self.tile_of_words(block) };
        let (middle, reach) = self.map.middle_of(block);
        Tile::around(field.gap(middle.map(|c| c >> FRACTION)), reach)
    }

    fn tile_of_words(&self, block: &Rect) -> Tile {
        self.tile(block).unwrap_or_else(|| {
            let source = self.mask.bounds.and_then(|bounds| self.map.source(&bounds, block));
            let solid = source.is_some_and(|(source, _)| self.mask.overlaps(&Rect::from(source), [0, 0]));
            if solid { Tile::Mixed } else { Tile::Empty }
        })
    }
}

/// The most words that are read for a block. A block of 64 x 16 pixels, rotated by 45 degrees, maps into some 114
/// words. Only blocks of masks that are scaled down, and large blocks of a pair, map into more than this limit.
const MAX_WORDS_READ: u64 = 256;
