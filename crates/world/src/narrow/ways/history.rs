//! The places of the continuous sprites at the last step.

use crate::{SpriteId, WorldError, memory};

/// Places of sprites in a step: a column for the ids, and one for the positions.
#[derive(Default)]
struct Places {
    /// The null id for a sprite that has jumped since.
    ids: Vec<SpriteId>,
    at: Vec<[i32; 2]>,
}

impl Places {
    fn clear(&mut self) {
        self.ids.clear();
        self.at.clear();
    }

    #[inline(always)]
    fn extend(&mut self, ids: &[SpriteId], at: &[[i32; 2]]) -> Result<(), WorldError> {
        memory::try_append(&mut self.ids, ids)?;
        Ok(memory::try_append(&mut self.at, at)?)
    }
}

/// The places of the continuous sprites at the last step.
#[derive(Default)]
pub(crate) struct LastPlaces {
    /// One place for each sprite, in no order.
    places: Places,
    /// The index of a sprite's place, by slot. It tells nothing if the place there belongs to another sprite.
    index_of: Vec<u32>,
    /// The places of a step in progress.
    next: Places,
    /// One past the last place that the step in progress has looked up. Most steps visit the sprites in one order, so
    /// the next place is most often there, and needs no look-up by slot.
    cursor: usize,
    /// Whether all sprites of the step in progress have come in the order of the last step.
    same_order: bool,
}

impl LastPlaces {
    /// A copy of the places.
    pub(crate) fn try_clone(&self) -> Result<LastPlaces, WorldError> {
        let places = Places { ids: memory::try_clone(&self.places.ids)?, at: memory::try_clone(&self.places.at)? };
        Ok(LastPlaces { places, index_of: memory::try_clone(&self.index_of)?, ..LastPlaces::default() })
    }

    /// The index of a sprite's place.
    #[inline(always)]
    fn index(&self, id: SpriteId) -> Option<usize> {
        let index = *self.index_of.get(id.index())? as usize;
        self.places.ids.get(index).filter(|&&known| known == id).map(|_| index)
    }

    /// The position of a sprite at the last step, if it has one.
    #[cfg(feature = "serde")]
    #[inline(always)]
    pub(crate) fn get(&self, id: SpriteId) -> Option<[i32; 2]> {
        self.index(id).map(|index| self.places.at[index])
    }

    /// Sets the place of a sprite at the last step.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn set(&mut self, id: SpriteId, at: [i32; 2]) -> Result<(), WorldError> {
        if let Some(index) = self.index(id) {
            self.places.at[index] = at;
            return Ok(());
        }
        if self.index_of.len() <= id.index() {
            memory::try_resize(&mut self.index_of, id.index() + 1, u32::MAX)?;
        }
        let index = self.places.ids.len();
        self.places.extend(&[id], &[at])?;
        self.index_of[id.index()] = index as u32;
        Ok(())
    }

    /// Forgets the place of a sprite: it has no way in the next step.
    pub(crate) fn forget(&mut self, id: SpriteId) {
        if let Some(index) = self.index(id) {
            self.places.ids[index] = SpriteId::default();
        }
    }

    /// Begins a step without places.
    pub(super) fn begin(&mut self) {
        self.next.clear();
        (self.cursor, self.same_order) = (0, true);
    }

    /// Adds the places of the sprites of a leaf to the step in progress, those in `lanes`. Sets where each of them
    /// stood at the last step in `from`, unless it had no place then.
    #[inline(always)]
    pub(super) fn push_leaf(
        &mut self,
        lanes: u8,
        ids: &[SpriteId],
        at: &[[i32; 2]],
        from: &mut [[i32; 2]; 8],
    ) -> Result<(), WorldError> {
        let next = self.cursor..self.cursor + 8;
        if let (u8::MAX, Some(known)) = (lanes, self.places.ids.get(next.clone()))
            && known == ids
        {
            from.copy_from_slice(&self.places.at[next]);
            self.cursor += 8;
            return self.next.extend(ids, at);
        }
        for lane in (0..8).filter(|lane| lanes >> lane & 1 != 0) {
            from[lane] = self.push(ids[lane], at[lane])?;
        }
        Ok(())
    }

    /// Adds the place of a sprite to the step in progress. Returns where it stood at the last step, or stands now if it
    /// had no place then.
    #[inline(always)]
    pub(crate) fn push(&mut self, id: SpriteId, at: [i32; 2]) -> Result<[i32; 2], WorldError> {
        self.next.extend(&[id], &[at])?;
        if self.places.ids.get(self.cursor) == Some(&id) {
            self.cursor += 1;
            return Ok(self.places.at[self.cursor - 1]);
        }
        self.look_up(id, at)
    }

    /// Does the work of [`LastPlaces::push`] if the sprite comes in another order than in the last step.
    #[cold]
    fn look_up(&mut self, id: SpriteId, at: [i32; 2]) -> Result<[i32; 2], WorldError> {
        self.same_order = false;
        if self.index_of.len() <= id.index() {
            // The end of the step needs the memory, and has no error.
            memory::try_resize(&mut self.index_of, id.index() + 1, u32::MAX)?;
        }
        let Some(index) = self.index(id) else { return Ok(at) };
        self.cursor = index + 1;
        Ok(self.places.at[index])
    }

    /// Ends a step: its places are the last ones now.
    pub(crate) fn end(&mut self) {
        std::mem::swap(&mut self.places, &mut self.next);
        if self.same_order && self.places.ids.len() == self.next.ids.len() {
            return;
        }
        for (index, id) in self.places.ids.iter().enumerate() {
            self.index_of[id.index()] = index as u32;
        }
    }
}
