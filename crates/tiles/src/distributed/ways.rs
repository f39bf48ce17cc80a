//! Ways of continuous sprites: where they begin, and what other workers must know of them.
//!
//! ```text
//!     cut
//!      |            The way of a sprite leads from its place at the last step to its place now. The sprite touches each
//!   a -|--> a       tile that the box around its way touches, as if it were a sprite of this size, so the workers of these
//!      |            tiles know it. A pair belongs to the tile of the top-left pixel that the two boxes share.
//! ```
//!
//! A worker that meets a sprite in the middle of its way learns where the way begins. A tile has no memory for ways before its
//! first continuous sprite.

use super::shape::{SpriteWay, Way};
use super::state::Tiles;
use crate::TilesError;
use world::{Sprite, WorldError};

impl Tiles {
    /// Returns a resident as it is now, with its way.
    pub(super) fn sprite_way(&self, slot: usize) -> Result<SpriteWay, TilesError> {
        Ok(SpriteWay { sprite: self.sprite(slot)?, from: self.residents.from(slot) })
    }

    /// Prepares for the first continuous sprite.
    pub(super) fn expect_ways(&mut self, sprite: &Sprite) -> Result<(), TilesError> {
        if !sprite.continuous || self.residents.has_ways {
            return Ok(());
        }
        // Workers have other ids of their own for the same sprites, and the ids for all decide which sprite of a pair a line
        // belongs to.
        for slot in self.residents.occupied() {
            let id = self.sprite_id(slot)?;
            self.world.set_data(id, self.residents.ids.get(slot))?;
        }
        self.world.set_ways_by_data(true);
        let still = |&from| Way { from, ..Way::default() };
        self.residents.ways = self.residents.previous.iter().map(still).collect();
        self.residents.has_ways = true;
        Ok(())
    }

    /// Returns where the way of a sprite that this worker owns began in the last step, if it had one. It is to be called after a
    /// step.
    pub(crate) fn way_to(&self, id: u64, sprite: &Sprite) -> Option<[i32; 2]> {
        let from = self.residents.previous_from(self.residents.slot(id)?);
        Some(from).filter(|&from| sprite.continuous && from != sprite.position)
    }

    /// Returns a sprite as the world of this worker stores it.
    pub(super) fn stored(&self, id: u64, sprite: Sprite) -> Sprite {
        sprite.data(if self.residents.has_ways { id } else { 0 })
    }

    /// Ends the way of a resident in this step.
    pub(super) fn jump(&mut self, slot: usize) -> Result<(), TilesError> {
        if self.residents.last_place(slot).is_some() {
            let id = self.sprite_id(slot)?;
            let at = self.world.get(id).ok_or(WorldError::StaleSprite(id))?.position;
            self.world.jump_to(id, at)?;
            let way = &mut self.residents.ways[slot];
            (way.placed, way.jumped) = (false, true);
        }
        Ok(())
    }
}
