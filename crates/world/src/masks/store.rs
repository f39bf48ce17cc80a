//! The masks of a world. Sprites share the masks and the variants that have been shown.

use super::MaskId;
use super::variant::VariantNumber;
use super::variant_list::VariantList;
use crate::broad::DataColumn;
use crate::slots::{SlotValue, Slots};
use crate::sprites::{Appearance, Orientation, RowSprite};
use crate::{WorldError, memory};
use mask::{Mask, Turntable};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A mask of a world.
pub(super) struct StoredMask {
    /// `None` in a vacant slot.
    pub(super) mask: Option<Arc<Mask>>,
    /// The number of equal angles of a circle.
    pub(super) angles: u32,
    /// The number of sprites that show the mask.
    pub(super) sprites: AtomicUsize,
    /// Whether the mask may have variants that are not upright, or have a pivot.
    pub(super) is_transformed: AtomicBool,
    /// Whether the mask goes with the sprites that show it.
    pub(super) is_owned: bool,
    /// The link of a vacant slot.
    pub(super) link: u32,
}

impl SlotValue for StoredMask {
    fn vacant(link: u32) -> StoredMask {
        let (mask, angles, sprites, is_transformed, is_owned) = Default::default();
        StoredMask { mask, angles, sprites, is_transformed, is_owned, link }
    }

    fn link(&self) -> u32 {
        self.link
    }
}

impl StoredMask {
    /// A new mask, which no sprite shows.
    pub(super) fn new(mask: Arc<Mask>) -> StoredMask {
        StoredMask { mask: Some(mask), angles: MaskStore::DEFAULT_ANGLES, ..StoredMask::vacant(0) }
    }

    fn copy(&self) -> StoredMask {
        let sprites = AtomicUsize::new(self.sprites());
        let is_transformed = AtomicBool::new(self.is_transformed.load(Ordering::Relaxed));
        StoredMask { mask: self.mask.clone(), sprites, is_transformed, ..*self }
    }

    /// The number of sprites that show the mask.
    pub(super) fn sprites(&self) -> usize {
        self.sprites.load(Ordering::Relaxed)
    }

    /// The mask itself.
    pub(super) fn mask(&self) -> &Arc<Mask> {
        self.mask.as_ref().expect("an occupied slot has a mask")
    }

    /// The width and the height of the mask in an orientation.
    pub(super) fn size(&self, orientation: Orientation) -> [u32; 2] {
        let [width, height] = [self.mask().width(), self.mask().height()];
        if orientation.turn().swaps_axes() { [height, width] } else { [width, height] }
    }
}

/// The masks of a world, and their variants.
#[derive(Default)]
pub(crate) struct MaskStore {
    pub(super) masks: Slots<StoredMask>,
    pub(super) list: VariantList,
    /// Whether any mask may have changed since the last refresh.
    pub(super) dirty: bool,
    /// The number of refreshes.
    pub(super) now: u64,
    /// The memory of the variants after the last look for variants to drop, in bytes.
    pub(super) checked_bytes: usize,
    /// The refresh that found them.
    pub(super) checked_at: u64,
    /// Whether an owned mask may be shown by no sprite. (Boxed, because the compiler keeps nothing of a struct with
    /// atomics in registers.)
    pub(super) has_unshown: Box<AtomicBool>,
    /// The data of each sprite, by slot. (It stands here because a handle to a sprite has 64 bytes, and a loop over
    /// handles that hold one reference more took 1.75 times as long.)
    pub(crate) data: Box<DataColumn>,
}

/// The masks.
impl MaskStore {
    /// The number of angles of a circle, unless the user sets another number.
    pub(crate) const DEFAULT_ANGLES: u32 = 64;

    /// A copy that shares all masks and variants.
    pub(crate) fn try_clone(&self) -> Result<MaskStore, WorldError> {
        let has_unshown = Box::new(AtomicBool::new(self.has_unshown.load(Ordering::Relaxed)));
        let (masks, list) = (self.masks.try_clone(StoredMask::copy)?, self.list.try_clone()?);
        let data = Box::new(self.data.try_clone()?);
        Ok(MaskStore { masks, list, has_unshown, data, ..*self })
    }

    /// Adds a mask and returns its id.
    pub(crate) fn add(&mut self, mask: Arc<Mask>) -> Result<MaskId, WorldError> {
        self.masks.try_reserve(1)?;
        Ok(MaskId(self.masks.insert_with(|_| StoredMask::new(mask))))
    }

    /// Adds a copy of a mask that goes with the sprites that show it. The copy shares the memory until an edit.
    pub(crate) fn add_owned(&mut self, mask: Arc<Mask>, like: MaskId) -> Result<MaskId, WorldError> {
        let angles = self.stored(like)?.angles;
        self.masks.try_reserve(1)?;
        let stored = StoredMask { angles, is_owned: true, ..StoredMask::new(mask) };
        self.has_unshown.store(true, Ordering::Relaxed);
        Ok(MaskId(self.masks.insert_with(|_| stored)))
    }

    /// Takes back masks, the last ones that were added, so that the next one has the same id. No sprite may show them, or
    /// any variant that is not in the list yet.
    pub(crate) fn undo_add(&mut self, ids: &[MaskId]) {
        self.list.drop_new();
        for id in ids.iter().rev() {
            self.list.remove_all(*id, false);
            self.masks.undo_insert(id.0);
            self.dirty = true;
        }
    }

    /// Whether a mask goes with the only sprite that shows it.
    pub(crate) fn is_owned_by_one(&self, id: MaskId) -> bool {
        self.stored(id).is_ok_and(|stored| stored.is_owned && stored.sprites() == 1)
    }

    /// Whether a sprite shows a mask.
    pub(crate) fn is_shown(&self, id: MaskId) -> bool {
        self.stored(id).is_ok_and(|stored| stored.sprites() > 0)
    }

    /// Removes the owned masks that no sprite shows.
    pub(super) fn remove_unshown_owned(&mut self) -> Result<(), WorldError> {
        if std::mem::take(self.has_unshown.get_mut()) {
            let unshown = self.masks.iter().filter(|(_, stored)| stored.is_owned && stored.sprites() == 0);
            for id in memory::try_collect(unshown.map(|(id, _)| MaskId(id)))? {
                self.remove(id)?;
            }
        }
        Ok(())
    }

    /// The id of the mask in a slot, or `None` if the slot is vacant.
    pub(crate) fn id_at(&self, slot: usize) -> Option<MaskId> {
        self.masks.in_slot(slot).map(|_| MaskId(self.masks.id(slot as u32)))
    }

    /// The ids of all masks, in the order of the slots.
    pub(crate) fn ids(&self) -> impl Iterator<Item = MaskId> + '_ {
        self.masks.iter().map(|(id, _)| MaskId(id))
    }

    /// The mask itself, neither flipped nor turned.
    pub(crate) fn get(&self, id: MaskId) -> Result<&Arc<Mask>, WorldError> {
        self.stored(id).map(StoredMask::mask)
    }

    pub(super) fn stored(&self, id: MaskId) -> Result<&StoredMask, WorldError> {
        self.masks.get(id.0).ok_or(WorldError::StaleMask(id))
    }

    /// Notes that a sprite shows another mask or another variant. The masks must exist, unless they are null. Any
    /// thread may call it.
    pub(crate) fn change_shown(&self, [old, new]: [MaskId; 2], old_variant: VariantNumber) {
        if old != new {
            if let Some(old) = self.masks.get(old.0)
                && old.sprites.fetch_sub(1, Ordering::Relaxed) == 1
                && old.is_owned
            {
                self.has_unshown.store(true, Ordering::Relaxed);
            }
            if let Some(new) = self.masks.get(new.0) {
                new.sprites.fetch_add(1, Ordering::Relaxed);
            }
        }
        self.list.note_use(old_variant, self.now);
    }

    /// A mask to change or to remove. Drops all its variants. They are built again when they are next shown.
    fn without_variants(&mut self, id: MaskId) -> Result<&mut StoredMask, WorldError> {
        self.absorb()?;
        let stored = self.masks.get_mut(id.0).ok_or(WorldError::StaleMask(id))?;
        self.list.remove_all(id, !std::mem::take(stored.is_transformed.get_mut()));
        self.checked_bytes = self.checked_bytes.min(self.list.bytes);
        Ok(stored)
    }

    /// A mask to change.
    fn begin_change(&mut self, id: MaskId) -> Result<&mut StoredMask, WorldError> {
        self.stored(id)?;
        self.dirty = true;
        self.without_variants(id)
    }

    /// Edits a mask with `edit`, and returns the result of `edit`. If the mask is shared, it is copied first.
    pub(crate) fn edit<R>(&mut self, id: MaskId, edit: impl FnOnce(&mut Mask) -> R) -> Result<R, WorldError> {
        let mask = self.begin_change(id)?.mask.as_mut().expect("an occupied slot has a mask");
        if Arc::get_mut(mask).is_none() {
            *mask = Arc::new(mask.try_clone()?);
        }
        Ok(edit(Arc::get_mut(mask).expect("the mask was copied if it was shared")))
    }

    /// Replaces a mask by another, and returns the old one.
    pub(crate) fn replace(&mut self, id: MaskId, mask: Arc<Mask>) -> Result<Arc<Mask>, WorldError> {
        Ok(self.begin_change(id)?.mask.replace(mask).expect("an occupied slot has a mask"))
    }

    /// Sets the number of equal angles of a circle, for the sprites that show the mask. `shown` are all sprites.
    pub(crate) fn set_angles(
        &mut self,
        id: MaskId,
        angles: u32,
        shown: impl Iterator<Item = RowSprite>,
    ) -> Result<(), WorldError> {
        // `Turntable::new` checks the number of angles before anything changes.
        Turntable::new(Arc::clone(self.get(id)?), angles, [0.0; 2])?;
        // Shows all sprites in a trial, so that a later refresh cannot fail.
        let mut trial = MaskStore::default();
        let mask = trial.add(Arc::clone(self.get(id)?))?;
        trial.masks.get_mut(mask.0).expect("the mask was just added").angles = angles;
        for RowSprite { appearance, extras, .. } in shown.filter(|sprite| sprite.appearance.mask == id) {
            let tried = trial.resolve(Appearance { mask, ..appearance }, &extras);
            tried.map_err(|error| match error {
                WorldError::CannotTransform { fault, .. } => WorldError::CannotTransform { mask: id, fault },
                other => other,
            })?;
        }
        self.begin_change(id)?.angles = angles;
        Ok(())
    }

    /// Removes a mask that no sprite shows, and returns the mask.
    pub(crate) fn remove(&mut self, id: MaskId) -> Result<Arc<Mask>, WorldError> {
        let sprites = self.stored(id)?.sprites();
        if sprites > 0 {
            return Err(WorldError::MaskInUse { mask: id, sprites });
        }
        self.without_variants(id)?;
        Ok(self.masks.remove(id.0).expect("the id is not stale").mask().clone())
    }

    /// Whether any mask may have changed since the last refresh.
    pub(crate) fn any_dirty(&self) -> bool {
        self.dirty
    }

    /// Makes the next refresh resolve what all sprites without a variant show.
    #[cfg(feature = "serde")]
    pub(crate) fn mark_dirty(&mut self) {
        self.dirty = true;
    }
}
