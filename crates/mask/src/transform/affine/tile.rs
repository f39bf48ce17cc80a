//! What a block of pixels shows, without a look at each.

use super::TransformedMask;
use crate::Rect;
use crate::kernel::span_bits;

/// What is known of the pixels of a block.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) enum Tile {
    /// None is solid.
    Air,
    /// Those that fall into the bounds of the mask's solid pixels are solid.
    Within,
    /// All are solid.
    Solid,
    /// Each must be looked at.
    #[default]
    Mixed,
}

impl TransformedMask<'_> {
    /// What the pixels of a block show, as far as the words that they fall into can tell; `None` where
    /// these are too many. Reads them up to the first that shows that they cannot tell.
    pub(super) fn tile(&self, block: &Rect) -> Option<Tile> {
        let Some((source, whole)) = self.source(block) else { return Some(Tile::Air) };
        if self.mask.columns(&source).len() as u64 * u64::from(source.height) > MAX_WORDS_READ {
            return None;
        }
        let (mut any, mut all) = (false, true);
        for column in self.mask.columns(&source) {
            let inside = span_bits(column, source.left as u32, source.right() as u32);
            for word in self.mask.rows(column, &source) {
                any |= word & inside != 0;
                all &= !word & inside == 0;
                if any && !all {
                    return Some(Tile::Mixed);
                }
            }
        }
        Some(match (any, whole) {
            (false, _) => Tile::Air,
            (true, false) => Tile::Within,
            (true, true) => Tile::Solid,
        })
    }

    /// The same, but where the words are too many only whether there is anything but air. That stops
    /// at the first solid pixel, which in so large a rectangle is near.
    pub(super) fn coarse_tile(&self, block: &Rect) -> Tile {
        self.tile(block).unwrap_or_else(|| {
            let solid = self.source(block).is_some_and(|(source, _)| self.mask.overlaps_rect(source));
            if solid { Tile::Mixed } else { Tile::Air }
        })
    }
}

/// The most words that are read for a block. One of 64 x 16 pixels, turned by 45 degrees, falls into some
/// 114; into more than this fall only blocks of masks that are scaled down, and large ones of a pair.
const MAX_WORDS_READ: u64 = 256;
