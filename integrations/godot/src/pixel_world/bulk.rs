//! Moves of thousands of sprites in one call.

use super::state::{Bulk, State};
use crate::convert::{Fault, expected, no_pixel, place, real, sprite_id};
use godot::prelude::*;
use world::{SpriteId, WorldError};

impl Bulk {
    /// A sprite comes or goes.
    pub(crate) fn forget(&mut self) {
        self.is_checked = false;
    }

    fn knows(&self, ids: &PackedInt64Array) -> bool {
        let (known, ids) = (self.ids.as_slice(), ids.as_slice());
        self.is_checked && known.as_ptr() == ids.as_ptr() && known.len() == ids.len()
    }
}

impl State {
    /// Moves sprites to places: all, or none after an error.
    pub(super) fn set_positions(&mut self, ids: PackedInt64Array, places: &[Vector2]) -> Result<(), Fault> {
        if ids.len() != places.len() {
            let got = format!("{} ids and {} places", ids.len(), places.len());
            return Err(expected("there must be a place for each id", got).into());
        }
        if self.world.has_fractions() {
            let named = ids.as_slice().iter().map(|&id| self.free_sprite(id)).collect::<Result<Vec<_>, Fault>>()?;
            let points: Vec<_> = places.iter().map(|&at| real(at)).collect();
            return self.world.place_each(
                &points,
                |index| named[index],
                |error, index| match error {
                    WorldError::NotAPixel { .. } => no_pixel("a place", places[index]),
                    error => error.into(),
                },
            );
        }
        if ids.len() < self.world.slot_count() / 2 {
            let moves = ids.as_slice().iter().zip(places);
            let moves = moves.map(|(&id, &at)| Ok((self.free_sprite(id)?, place("a place", at)?)));
            let moves = moves.collect::<Result<Vec<_>, Fault>>()?;
            return Ok(self.world.sync(moves)?);
        }
        if !self.bulk.knows(&ids) {
            self.check_ids(ids)?;
        }
        let Bulk { ids, is_whole, places: by_slot, .. } = &mut self.bulk;
        if !*is_whole {
            self.world.positions_by_slot(by_slot)?;
        }
        for (&id, &at) in ids.as_slice().iter().zip(places) {
            by_slot[sprite_id(id).index()] = place("a place", at)?;
        }
        Ok(self.world.sync_by_slot(by_slot)?)
    }

    /// Checks that each id belongs to a sprite without a node, and keeps the list.
    fn check_ids(&mut self, ids: PackedInt64Array) -> Result<(), Fault> {
        const NOT_NAMED: [i32; 2] = [i32::MIN; 2];
        self.bulk.is_checked = false;
        let mut places = std::mem::take(&mut self.bulk.places);
        places.clear();
        places.resize(self.world.slot_count(), NOT_NAMED);
        let mut named = 0;
        for &id in ids.as_slice() {
            let id: SpriteId = self.free_sprite(id)?;
            if self.world.id_at(id.index()) != Some(id) {
                return Err(WorldError::StaleSprite(id).into());
            }
            named += usize::from(std::mem::take(&mut places[id.index()]) == NOT_NAMED);
        }
        self.bulk = Bulk { ids, is_checked: true, is_whole: named == self.world.len(), places };
        Ok(())
    }
}
