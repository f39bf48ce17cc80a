//! The masks of a world. Sprites share the masks and the variants that have been shown.

use super::list::{Kept, VariantList};
use crate::slots::{DataColumn, MaskId, SlotValue, Slots, VariantNumber};
use crate::sprites::{Appearance, Extras, MapExtras};
use crate::{WorldError, memory};
use mask::{DistanceField, Mask, MaskError, Turntable};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The masks of a world, and their variants.
#[derive(Default)]
pub(crate) struct MaskStore {
    pub(super) masks: Slots<StoredMask>,
    pub(super) list: VariantList,
    /// The masks that readers have rendered since the last refresh.
    pub(super) kept: Box<Kept>,
    /// The numbers of sprites whose maps do not change any more.
    pub(super) released: Box<Mutex<Vec<VariantNumber>>>,
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
    /// A copy that shares all masks and variants.
    pub(crate) fn try_clone(&self) -> Result<MaskStore, WorldError> {
        let has_unshown = Box::new(AtomicBool::new(self.has_unshown.load(Ordering::Relaxed)));
        let (masks, list) = (self.masks.try_clone(StoredMask::copy)?, self.list.try_clone()?);
        let data = Box::new(self.data.try_clone()?);
        let released = memory::try_clone(&self.released.lock().unwrap_or_else(PoisonError::into_inner))?;
        let released = Box::new(Mutex::new(released));
        Ok(MaskStore { masks, list, kept: Box::default(), released, has_unshown, data, ..*self })
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

    /// Takes back masks, the last ones that were added, so that the next one has the same id. No sprite may show them.
    pub(crate) fn undo_add(&mut self, ids: &[MaskId]) {
        for id in ids.iter().rev() {
            self.list.remove_all(*id, true);
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

    /// Notes that a sprite shows another mask. The masks must exist, unless they are null. Any thread may call it.
    pub(crate) fn change_shown(&self, [old, new]: [MaskId; 2]) {
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
    }

    /// A mask to change or to remove. Drops all its variants. They are made again when they are next shown.
    fn without_variants(&mut self, id: MaskId) -> Result<&mut StoredMask, WorldError> {
        let stored = self.masks.get_mut(id.0).ok_or(WorldError::StaleMask(id))?;
        stored.field = OnceLock::new();
        stored.steps = Vec::new();
        self.list.remove_all(id, std::mem::take(&mut stored.has_others));
        self.checked_bytes = self.checked_bytes.min(self.list.bytes);
        *self.kept = Kept::default();
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

    /// Sets the number of equal angles of a circle to which the angles of the sprites that show the mask are rounded, or
    /// `None` to round none.
    ///
    /// # Errors
    /// Returns [`WorldError::Mask`] if the number is not from 1 to 65,536.
    pub(crate) fn set_angles(&mut self, id: MaskId, angles: Option<u32>) -> Result<(), WorldError> {
        if let Some(angles) = angles {
            Turntable::new(Arc::clone(self.get(id)?), angles, [0.0; 2])?;
        }
        self.begin_change(id)?.angles = angles;
        Ok(())
    }

    /// The size of a mask, and the number of equal angles of a circle to which angles are rounded, if they are.
    pub(crate) fn size_and_angles(&self, id: MaskId) -> Result<([u32; 2], Option<u32>), WorldError> {
        let stored = self.stored(id)?;
        Ok((stored.size(), stored.angles))
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
}

/// A mask of a world.
pub(super) struct StoredMask {
    /// `None` in a vacant slot.
    pub(super) mask: Option<Arc<Mask>>,
    /// The number of equal angles of a circle to which angles are rounded, if they are.
    pub(super) angles: Option<u32>,
    /// The number of the variant at each of these angles, as far as it is known, for sprites that are rotated and
    /// nothing else.
    pub(super) steps: Vec<VariantNumber>,
    /// The distance field, from the first time that a sprite shows the mask under a map. An owned mask has none,
    /// because it is edited often.
    pub(super) field: OnceLock<Arc<DistanceField>>,
    /// The number of sprites that show the mask.
    pub(super) sprites: AtomicUsize,
    /// Whether the mask may have variants under a map or with an offset.
    pub(super) has_others: bool,
    /// Whether the mask goes with the sprites that show it.
    pub(super) is_owned: bool,
    /// The link of a vacant slot.
    pub(super) link: u32,
}

impl SlotValue for StoredMask {
    fn vacant(link: u32) -> StoredMask {
        let (mask, angles, steps, field, sprites, has_others, is_owned) = Default::default();
        StoredMask { mask, angles, steps, field, sprites, has_others, is_owned, link }
    }

    fn link(&self) -> u32 {
        self.link
    }
}

impl StoredMask {
    /// A new mask, which no sprite shows.
    pub(super) fn new(mask: Arc<Mask>) -> StoredMask {
        StoredMask { mask: Some(mask), ..StoredMask::vacant(0) }
    }

    pub(super) fn copy(&self) -> StoredMask {
        let sprites = AtomicUsize::new(self.sprites());
        StoredMask { mask: self.mask.clone(), steps: Vec::new(), field: self.field.clone(), sprites, ..*self }
    }

    /// The number of sprites that show the mask.
    pub(super) fn sprites(&self) -> usize {
        self.sprites.load(Ordering::Relaxed)
    }

    /// The mask itself.
    pub(super) fn mask(&self) -> &Arc<Mask> {
        self.mask.as_ref().expect("an occupied slot has a mask")
    }

    /// The width and the height of the mask.
    #[inline]
    pub(super) fn size(&self) -> [u32; 2] {
        [self.mask().width(), self.mask().height()]
    }

    /// The index in [`steps`](StoredMask::steps) of a sprite.
    #[inline]
    pub(super) fn step(&self, appearance: Appearance, extras: &Extras) -> Option<usize> {
        let MapExtras::Turned { angle, scale: [1.0, 1.0], origin: None } = extras.map else { return None };
        let is_upright = appearance.orientation.index() == 0 && extras.fraction == [0.0; 2];
        self.angles.filter(|_| is_upright).map(|angles| angle.step_of(angles) as usize)
    }

    /// Notes the number of the variant at a step. Without the memory, it stays unknown.
    pub(super) fn note_step(&mut self, step: usize, number: VariantNumber) {
        let Some(angles) = self.angles else { return };
        if self.steps.is_empty() && memory::try_resize(&mut self.steps, angles as usize, 0).is_err() {
            return;
        }
        self.steps[step] = number;
    }

    /// The distance field, which is made if there is none yet. An owned mask has none.
    ///
    /// # Errors
    /// Returns [`MaskError::OutOfMemory`] if the system refuses memory.
    #[inline]
    pub(super) fn field(&self) -> Result<Option<&Arc<DistanceField>>, MaskError> {
        if self.is_owned {
            return Ok(None);
        }
        if let Some(field) = self.field.get() {
            return Ok(Some(field));
        }
        let field = Arc::new(DistanceField::new(self.mask())?);
        Ok(Some(self.field.get_or_init(|| field)))
    }
}
