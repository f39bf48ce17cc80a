//! The division of the memory budget.

use super::DiskJoinError;
use super::weight::{EXTRAS, SPRITE};
use world::WorldLimits;

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
