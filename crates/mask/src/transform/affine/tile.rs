//! Classification of a block of pixels without a test of each pixel.

use super::TransformedMask;
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

impl TransformedMask<'_> {
    /// Classifies a block by the words of the mask that its pixels map into, or returns `None` if there are more than
    /// [`MAX_WORDS_READ`] words. Reading stops when a solid and an empty pixel are found.
    pub(super) fn tile(&self, block: &Rect) -> Option<Tile> {
        let Some((source, whole)) = self.source(block) else { return Some(Tile::Empty) };
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

    /// Classifies a block as [`tile`](Self::tile) does. If there are too many words, the result is only `Empty` or
    /// `Mixed`. This test stops at the first solid pixel, which comes early in such a large rectangle.
    pub(super) fn coarse_tile(&self, block: &Rect) -> Tile {
        self.tile(block).unwrap_or_else(|| {
            let solid = self.source(block).is_some_and(|(source, _)| self.mask.overlaps(&Rect::from(source), [0, 0]));
            if solid { Tile::Mixed } else { Tile::Empty }
        })
    }
}

/// The most words that are read for a block. A block of 64 x 16 pixels, rotated by 45 degrees, maps into some 114
/// words. Only blocks of masks that are scaled down, and large blocks of a pair, map into more than this limit.
const MAX_WORDS_READ: u64 = 256;
