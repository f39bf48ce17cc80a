//! The division of the memory budget, and what sprites and pairs take of it.

use super::DiskJoinError;
use super::reach::is_transformed;
use world::{Sprite, WorldLimits};

/// The memory of a sprite without layers and extras, in bytes: 80 in the world, 16 for its id and corner.
///
/// This constant and the next are peaks of the resident set (`VmHWM`) of `hitmask pairs --memory 8G`, which joins in one tile:
/// 97.0, 188.0 and 369.9 MiB for 1, 2 and 4 million sprites far apart, 105.1 MiB for a million with layers, 146.7 MiB with pivots,
/// 465.3 and 1525.5 MiB for a million with 11.7 and 46.5 million pairs.
const SPRITE: u64 = 96;
const LAYERS: u64 = 9;
const EXTRAS: u64 = 52;
/// The memory of a scaled or rotated mask in addition to its words.
const VARIANT: u64 = 256;
/// The memory of a pair of a tile, in bytes.
const PAIR: usize = 33;

/// The division of the memory.
#[derive(Debug, Clone, Copy)]
pub(super) struct Budget {
    pub(super) tables: usize,
    /// Scaled and rotated masks that are kept for the next sprites while sprites are added.
    pub(super) variants: usize,
    /// Buffers of files.
    pub(super) buffers: usize,
    /// The sprites of a tile, their scaled and rotated masks, and their pairs.
    pub(super) tile: usize,
}

impl Budget {
    /// The smallest budget beside the masks, in bytes.
    pub(super) const LEAST: usize = 1 << 20;

    /// Divides `memory` bytes, of which the masks take `masks`. At least `least` bytes must be left.
    pub(super) fn new(memory: usize, masks: usize, least: usize) -> Result<Budget, DiskJoinError> {
        let rest = memory.checked_sub(masks).filter(|&rest| rest >= least).ok_or(DiskJoinError::BudgetTooSmall {
            memory,
            least: masks.saturating_add(least),
            what: "the masks so far and the buffers".to_owned(),
        })?;
        let tables = (rest / 16).min(WorldLimits::DEFAULT.offset_table_bytes);
        let variants = (rest / 16).min(WorldLimits::DEFAULT.variant_bytes);
        let buffers = (rest / 8).min(1 << 26);
        Ok(Budget { tables, variants, buffers, tile: rest - tables - buffers })
    }

    /// Returns the weight of the sprites that a tile may have. The rest is for their pairs.
    pub(super) fn sprites(&self) -> u64 {
        // A world has at most 2^29 - 1 sprites.
        (self.tile as u64 / 4 * 3).min(((1 << 29) - 1) * SPRITE)
    }

    /// Returns a budget in which a sprite of a weight fits a block. `memory` is the present budget, in which it does not.
    pub(super) fn least_for_block(&self, memory: usize, weight: u64) -> usize {
        let masks = memory - (self.tile + self.tables + self.buffers);
        // A tile has at least 13 of 16 parts of the budget beside the masks, and a block 3 of 8 parts of the tile.
        let rest = u128::from(weight + 2) * (16 * 8) / (13 * 3) + 16;
        usize::try_from(rest).unwrap_or(usize::MAX).saturating_add(masks)
    }

    /// Returns the number of pairs that a list may have beside sprites of a weight.
    pub(super) fn pairs(&self, weight: u64) -> usize {
        (self.tile - usize::try_from(weight).unwrap_or(self.tile).min(self.tile)) / PAIR
    }
}

/// Returns the memory that a sprite takes in a world, in bytes. `variant` is the memory of its mask variant.
pub(super) fn weight(sprite: &Sprite, variant: u64) -> u64 {
    let extras = sprite.pivot.is_some() || sprite.scale != [1.0; 2] || sprite.exact;
    let layers = sprite.layers != 1 || sprite.collides_with != u32::MAX;
    // Sprites share equal variants, but a tile may have one sprite for each.
    let variant = if is_transformed(sprite) { VARIANT + variant } else { 0 };
    SPRITE + if extras { EXTRAS } else { 0 } + if layers { LAYERS } else { 0 } + variant
}

/// Returns the memory of a mask of a size, in bytes: its words, and a sixteenth for the summary.
pub(super) fn mask_bytes(width: u32, height: u32) -> u64 {
    u64::from(width.div_ceil(64)) * u64::from(height) * 17 / 2
}
