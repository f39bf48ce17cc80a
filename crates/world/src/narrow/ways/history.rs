//! The places of the continuous sprites at the last step.

use crate::{SpriteId, WorldError, memory};

/// The place of a continuous sprite at a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// The sprite, or the null id if it has jumped since.
    pub(crate) id: SpriteId,
    /// The position at the step.
    pub(crate) at: [i32; 2],
}

/// The places of the continuous sprites at the last step.
#[derive(Default)]
pub(crate) struct LastPlaces {
    /// One place for each sprite, in no order.
    places: Vec<Place>,
    /// The index of a sprite's place, by slot. It tells nothing if the place there belongs to another sprite.
    index_of: Vec<u32>,
    /// The places of a step in progress.
    next: Vec<Place>,
    /// The index of the last place that the step in progress has looked up, and one. The sprites of most steps come in the same order,
    /// so the next place is most often there, and no look-up has to wait for the memory.
    cursor: usize,
    /// Whether all sprites of the step in progress have come in the order of the last step.
    same_order: bool,
}

impl LastPlaces {
    /// A copy of the places.
    pub(crate) fn try_clone(&self) -> Result<LastPlaces, WorldError> {
        let (places, index_of) = (memory::try_clone(&self.places)?, memory::try_clone(&self.index_of)?);
        Ok(LastPlaces { places, index_of, ..LastPlaces::default() })
    }

    /// The position of a sprite at the last step, if it has one.
    #[cfg(feature = "serde")]
    #[inline(always)]
    pub(crate) fn get(&self, id: SpriteId) -> Option<[i32; 2]> {
        let &index = self.index_of.get(id.index())?;
        self.places.get(index as usize).filter(|place| place.id == id).map(|place| place.at)
    }

    /// Sets the place of a sprite at the last step.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn set(&mut self, id: SpriteId, at: [i32; 2]) -> Result<(), WorldError> {
        if let Some(place) = self.place_mut(id) {
            place.at = at;
            return Ok(());
        }
        self.places.try_reserve(1)?;
        if self.index_of.len() <= id.index() {
            memory::try_resize(&mut self.index_of, id.index() + 1, u32::MAX)?;
        }
        self.index_of[id.index()] = self.places.len() as u32;
        self.places.push(Place { id, at });
        Ok(())
    }

    /// Forgets the place of a sprite: it has no way in the next step.
    pub(crate) fn forget(&mut self, id: SpriteId) {
        if let Some(place) = self.place_mut(id) {
            place.id = SpriteId::default();
        }
    }

    fn place_mut(&mut self, id: SpriteId) -> Option<&mut Place> {
        let &index = self.index_of.get(id.index())?;
        self.places.get_mut(index as usize).filter(|place| place.id == id)
    }

    /// Begins a step without places.
    pub(super) fn begin(&mut self) {
        self.next.clear();
        (self.cursor, self.same_order) = (0, true);
    }

    /// Adds the place of a sprite to the step in progress. Returns where it stood at the last step, or stands now if it had no
    /// place then.
    #[inline(always)]
    pub(crate) fn push(&mut self, id: SpriteId, at: [i32; 2]) -> Result<[i32; 2], WorldError> {
        self.next.try_reserve(1)?;
        self.next.push(Place { id, at });
        if let Some(place) = self.places.get(self.cursor).filter(|place| place.id == id) {
            self.cursor += 1;
            return Ok(place.at);
        }
        self.look_up(id, at)
    }

    /// Does the work of [`LastPlaces::push`] if the sprite comes in another order than in the last step.
    #[cold]
    fn look_up(&mut self, id: SpriteId, at: [i32; 2]) -> Result<[i32; 2], WorldError> {
        self.same_order = false;
        let Some(&index) = self.index_of.get(id.index()) else {
            // The end of the step needs the memory, and has no error.
            memory::try_resize(&mut self.index_of, id.index() + 1, u32::MAX)?;
            return Ok(at);
        };
        let known = self.places.get(index as usize).filter(|place| place.id == id);
        if known.is_some() {
            self.cursor = index as usize + 1;
        }
        Ok(known.map_or(at, |place| place.at))
    }

    /// Ends a step: its places are the last ones now.
    pub(crate) fn end(&mut self) {
        std::mem::swap(&mut self.places, &mut self.next);
        if self.same_order && self.places.len() == self.next.len() {
            return;
        }
        for (index, place) in self.places.iter().enumerate() {
            self.index_of[place.id.index()] = index as u32;
        }
    }
}
