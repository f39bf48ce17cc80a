//! Paths of continuous sprites: where they begin, and what other workers must know of them.
//!
//! ```text
//!     cut
//!      |            The path of a sprite leads from its place at the last step to its place now. The sprite touches each
//!   a -|--> a       tile that the box around its path touches, as if it were a sprite of this size, so the workers of these
//!      |            tiles know it. A pair belongs to the tile of the top-left pixel that the two boxes share.
//! ```
//!
//! A worker that meets a sprite in the middle of its path learns where the path begins. A tile has no memory for paths
//! before its first continuous sprite.

use super::shape::{PathStart, SpritePath};
use super::state::Tiles;
use crate::TilesError;
use world::{Sprite, WorldError};

impl Tiles {
    /// Returns a resident as it is now, with its path.
    pub(super) fn sprite_path(&self, slot: usize) -> Result<SpritePath, TilesError> {
        Ok(SpritePath { sprite: self.sprite(slot)?, from: self.residents.from(slot) })
    }

    /// Prepares for the first continuous sprite.
    pub(super) fn expect_paths(&mut self, sprite: &Sprite) -> Result<(), TilesError> {
        if !sprite.continuous || self.residents.has_paths {
            return Ok(());
        }
        // Workers have other ids of their own for the same sprites, and the ids for all decide which sprite of a pair a
        // line belongs to.
        for slot in self.residents.occupied() {
            let id = self.sprite_id(slot)?;
            self.world.set_data(id, self.residents.ids.get(slot))?;
        }
        self.world.set_paths_by_data(true);
        let still = |&from| PathStart { from, ..PathStart::default() };
        self.residents.paths = self.residents.previous.iter().map(still).collect();
        self.residents.has_paths = true;
        Ok(())
    }

    /// Returns where the path of a sprite that this worker owns began in the last step, if it had one. It is to be
    /// called after a step.
    pub(crate) fn path_start(&self, id: u64, sprite: &Sprite) -> Option<[i32; 2]> {
        let from = self.residents.previous_from(self.residents.slot(id)?);
        Some(from).filter(|&from| sprite.continuous && from != sprite.position)
    }

    /// Returns a sprite as the world of this worker stores it.
    pub(super) fn stored(&self, id: u64, sprite: Sprite) -> Sprite {
        sprite.data(if self.residents.has_paths { id } else { 0 })
    }

    /// Ends the path of a resident in this step.
    pub(super) fn jump(&mut self, slot: usize) -> Result<(), TilesError> {
        if self.residents.last_place(slot).is_some() {
            let id = self.sprite_id(slot)?;
            let at = self.world.get(id).ok_or(WorldError::StaleSprite(id))?.position;
            self.world.jump_to(id, at)?;
            let path = &mut self.residents.paths[slot];
            (path.placed, path.jumped) = (false, true);
        }
        Ok(())
    }
}
