//! Saves and restores the masks of a world.

use super::store::update_known_variants;
use super::variants::MaskVariants;
use super::{MaskId, MaskStore};
use crate::slots::{Slots, SlotsLoader};
use crate::sprites::Orientation;
use crate::{WorldError, memory};
use mask::{Mask, Turntable};
use std::sync::Arc;

impl MaskStore {
    /// The number of masks.
    pub(crate) fn len(&self) -> usize {
        self.masks.len()
    }

    /// The id, the number of angles and the mask of each mask, in the order of the slots.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (MaskId, u32, &Mask)> + Clone {
        self.masks.iter().map(|(id, variants)| (MaskId(id), variants.angles, &**variants.mask()))
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
        entries: impl ExactSizeIterator<Item = (MaskId, u32, Arc<Mask>)>,
        vacant: &[MaskId],
    ) -> Result<MaskStore, WorldError> {
        let mut loader = SlotsLoader::new(entries.len() + vacant.len())?;
        for (entry, (id, angles, mask)) in entries.enumerate() {
            let damaged = WorldError::damaged("masks", entry);
            let mut variants = MaskVariants::new(mask);
            if Turntable::new(Arc::clone(variants.mask()), angles, [0.0; 2]).is_err() {
                return Err(damaged("its angles must be 1 to 65536"));
            }
            variants.angles = angles;
            loader.occupy(id.0, variants).map_err(damaged)?;
        }
        // The slot that is vacated last is the next one to be used.
        for (entry, id) in vacant.iter().enumerate().rev() {
            loader.vacate(id.0).map_err(WorldError::damaged("vacant_masks", entry))?;
        }
        MaskStore::of_slots(loader.finish())
    }

    /// A store of the masks in the slots.
    fn of_slots(masks: Slots<MaskVariants>) -> Result<MaskStore, WorldError> {
        let mut store = MaskStore { masks, ..MaskStore::default() };
        memory::try_resize(&mut store.known_variants, store.masks.slot_count() * Orientation::COUNT, None)?;
        for (id, variants) in store.masks.iter() {
            update_known_variants(&mut store.known_variants, MaskId(id), variants);
        }
        Ok(store)
    }
}
