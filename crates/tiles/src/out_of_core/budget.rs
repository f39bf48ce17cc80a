//! The memory that sprites and masks take, and the division of the memory budget.

use super::options::DiskJoinError;
use world::{Angle, Sprite, WorldLimits};

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
    /// The memory of the extras of each sprite, which its weight does not have.
    extras: u64,
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
        Ok(Budget { tables, variants, buffers, tile: rest - tables - buffers, extras: 0 })
    }

    /// The budget of a join in which any sprite has extras.
    pub(super) fn with_extras(self) -> Budget {
        Budget { extras: EXTRAS, ..self }
    }

    /// The budget of the same join.
    pub(super) fn like(self, other: &Budget) -> Budget {
        Budget { extras: other.extras, ..self }
    }

    /// Returns the weight of the sprites that a tile may have. The rest is for their pairs.
    pub(super) fn sprites(&self) -> u64 {
        // A world has at most 2^29 - 1 sprites.
        (self.tile as u64 / 4 * 3 / (SPRITE + self.extras) * SPRITE).min(((1 << 29) - 1) * SPRITE)
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
        let weight = weight / SPRITE * (SPRITE + self.extras);
        (self.tile - usize::try_from(weight).unwrap_or(self.tile).min(self.tile)) / PAIR
    }
}

/// The memory of a sprite without layers and extras, in bytes: 80 in the world, 16 for its id and corner.
///
/// This constant and the next are peaks of the resident set (`VmHWM`) of `hitmask pairs --memory 8G`, which joins in
/// one tile: 97.0, 188.0 and 369.9 MiB for 1, 2 and 4 million sprites far apart, 105.1 MiB for a million with layers,
/// 146.7 MiB with the column of extras, which had 32 bytes then and has 64 now, 465.3 and 1525.5 MiB for a million with
/// 11.7 and 46.5 million pairs.
pub(super) const SPRITE: u64 = 96;
const LAYERS: u64 = 9;
/// The memory of a row of the column of extras. If any sprite of a world has some, each row has one.
pub(super) const EXTRAS: u64 = 84;
/// The memory of the map of a scaled or rotated sprite. A join does not render its mask.
const MAP: u64 = 420;

/// Returns the memory that a sprite takes in a world, in bytes, without its extras.
pub(super) fn weight(sprite: &Sprite) -> u64 {
    let layers = sprite.layers != 1 || sprite.collides_with != u32::MAX;
    let map = if is_transformed(sprite) { MAP } else { 0 };
    SPRITE + if layers { LAYERS } else { 0 } + map
}

/// Returns whether a sprite has extras.
pub(super) fn has_extras(sprite: &Sprite) -> bool {
    is_transformed(sprite) || sprite.origin.is_some() || sprite.fraction != [0.0; 2]
}

/// Returns the memory of a mask of a size, in bytes: its words, and a sixteenth for the summary.
pub(super) fn mask_bytes(width: u32, height: u32) -> u64 {
    u64::from(width.div_ceil(64)) * u64::from(height) * 17 / 2
}

/// Returns whether a sprite shows a scaled or rotated variant.
pub(super) fn is_transformed(sprite: &Sprite) -> bool {
    sprite.scale != [1.0; 2] || sprite.angle != Angle::ZERO || sprite.transform.is_some()
}
