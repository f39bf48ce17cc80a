//! Saves and restores the masks of a world.

use super::store::{MaskStore, StoredMask};
use crate::WorldError;
use crate::slots::{MaskId, SlotsLoader};
use mask::{Mask, Turntable};
use std::sync::Arc;

impl MaskStore {
    /// The number of masks.
    pub(crate) fn len(&self) -> usize {
        self.masks.len()
    }

    /// The id, the number of angles, whether it is owned, and the mask of each mask, in the order of the slots.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (MaskId, Option<u32>, bool, &Mask)> + Clone {
        self.masks.iter().map(|(id, stored)| (MaskId(id), stored.angles, stored.is_owned, &**stored.mask()))
    }

    /// The last ids of the vacant slots.
    pub(crate) fn vacant_ids(&self) -> impl Iterator<Item = MaskId> + Clone {
        self.masks.vacant_ids().map(MaskId)
    }

    /// The number of ids that [`MaskStore::vacant_ids`] returns.
    pub(crate) fn vacant_count(&self) -> usize {
        self.masks.vacant_count()
    }

    /// Restores masks from the results of [`MaskStore::entries`] and [`MaskStore::vacant_ids`]. No sprite shows them
    /// yet.
    ///
    /// # Errors
    /// - Returns [`WorldError::Damaged`] if an id or a number of angles is not valid.
    /// - Returns [`WorldError::Full`] if there are too many ids.
    /// - Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn restore(
        entries: impl ExactSizeIterator<Item = (MaskId, Option<u32>, bool, Arc<Mask>)>,
        vacant: &[MaskId],
    ) -> Result<MaskStore, WorldError> {
        let mut loader = SlotsLoader::new(entries.len() + vacant.len())?;
        for (entry, (id, angles, is_owned, mask)) in entries.enumerate() {
            let damaged = WorldError::damaged("masks", entry);
            if angles.is_some_and(|angles| Turntable::new(Arc::clone(&mask), angles, [0.0; 2]).is_err()) {
                return Err(damaged("its angles must be 1 to 65536"));
            }
            let stored = StoredMask { angles, is_owned, ..StoredMask::new(mask) };
            loader.occupy(id.0, stored).map_err(damaged)?;
        }
        // The slot that is vacated last is the next one to be used.
        for (entry, id) in vacant.iter().enumerate().rev() {
            loader.vacate(id.0).map_err(WorldError::damaged("vacant_masks", entry))?;
        }
        let (mut store, masks) = (MaskStore::default(), loader.finish());
        store.masks = masks;
        store.has_unshown = Box::new(true.into());
        Ok(store)
    }
}
