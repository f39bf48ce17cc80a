//! The masks of a world: shared by sprites, each with the variants that some sprite has shown.

use super::MaskId;
use super::variants::{MaskVariant, MaskVariants};
use crate::geometry::Aabb;
use crate::slots::Slots;
use crate::sprites::{Appearance, Orientation};
use crate::{Angle, WorldError, memory};
use mask::{Mask, Turntable};
use std::sync::Arc;

/// The slot of a mask.
#[inline(always)]
fn slot(id: MaskId) -> usize {
    id.0.index() as usize
}

/// Copies the tight boxes of the upright variants that exist into the table.
pub(super) fn update_tight_boxes(tight_boxes: &mut [Option<Aabb>], id: MaskId, variants: &MaskVariants) {
    for (tight, variant) in tight_boxes[slot(id) * Orientation::COUNT..].iter_mut().zip(&variants.upright) {
        *tight = variant.get().map(|variant| variant.tight);
    }
}

/// The masks of a world.
#[derive(Default)]
pub(crate) struct MaskStore {
    pub(super) masks: Slots<MaskVariants>,
    /// Whether any mask is dirty.
    pub(super) dirty: bool,
    /// The tight box of each mask in each orientation, at `slot * 8 + orientation`, or `None` if it is not
    /// known: what a refresh asks a million times, close together.
    pub(super) tight_boxes: Vec<Option<Aabb>>,
}

impl MaskStore {
    /// Angles of a circle unless the user sets another number.
    pub(crate) const DEFAULT_ANGLES: u32 = 64;

    /// A copy that shares all masks and variants.
    pub(crate) fn try_clone(&self) -> Result<MaskStore, WorldError> {
        let masks = self.masks.try_clone(MaskVariants::clone)?;
        Ok(MaskStore { masks, dirty: self.dirty, tight_boxes: memory::try_clone(&self.tight_boxes)? })
    }

    pub(crate) fn add(&mut self, mask: Arc<Mask>) -> Result<MaskId, WorldError> {
        self.masks.try_reserve(1)?;
        // A slot that was never used comes after all others.
        let tight_boxes = (self.masks.slot_count() + 1) * Orientation::COUNT;
        memory::try_resize(&mut self.tight_boxes, tight_boxes, None)?;
        let variants = MaskVariants::new(mask);
        let id = MaskId(self.masks.insert_with(|_| variants));
        update_tight_boxes(&mut self.tight_boxes, id, self.masks.get(id.0).expect("it was put in"));
        Ok(id)
    }

    /// The tight box of a sprite without a pivot, if it is known.
    #[inline(always)]
    pub(crate) fn known_aabb(&self, appearance: Appearance, at: [i32; 2]) -> Option<Aabb> {
        let index = slot(appearance.mask) * Orientation::COUNT + appearance.orientation.index();
        let &tight = self.tight_boxes.get(index)?;
        if appearance.angle == Angle::ZERO { Some(tight?.translated(at)) } else { None }
    }

    /// The mask, neither flipped nor turned.
    pub(crate) fn get(&self, id: MaskId) -> Result<&Arc<Mask>, WorldError> {
        self.masks.get(id.0).map(MaskVariants::mask).ok_or(WorldError::StaleMask(id))
    }

    /// Counts one sprite more that shows a mask, which must exist.
    pub(crate) fn acquire(&mut self, appearance: Appearance) {
        let variants = self.masks.get_mut(appearance.mask.0).expect("a mask that is shown exists");
        variants.sprites += 1;
        let index = slot(appearance.mask) * Orientation::COUNT + appearance.orientation.index();
        if self.tight_boxes[index].is_none() {
            update_tight_boxes(&mut self.tight_boxes, appearance.mask, variants);
        }
    }

    /// Counts one sprite less that shows a mask.
    pub(crate) fn release(&mut self, id: MaskId) {
        self.masks.get_mut(id.0).expect("a mask that is shown is not removed").sprites -= 1;
    }

    /// The variants of a mask that is about to change. All but the mask itself are dropped, and made again when they
    /// are next shown.
    fn begin_edit(&mut self, id: MaskId) -> Result<&mut MaskVariants, WorldError> {
        let variants = self.masks.get_mut(id.0).ok_or(WorldError::StaleMask(id))?;
        (self.dirty, variants.dirty) = (true, true);
        variants.upright[1..].iter_mut().for_each(|variant| _ = variant.take());
        variants.rotated.take();
        self.tight_boxes[slot(id) * Orientation::COUNT..][..Orientation::COUNT].fill(None);
        Ok(variants)
    }

    /// Lets `edit` change the mask.
    pub(crate) fn edit<R>(&mut self, id: MaskId, edit: impl FnOnce(&mut Mask) -> R) -> Result<R, WorldError> {
        /// Updates the tight box, even if the edit panics half-way.
        struct RetightenOnDrop<'a>(&'a mut MaskVariant);
        impl Drop for RetightenOnDrop<'_> {
            fn drop(&mut self) {
                self.0.tight = Aabb::of_solid_pixels(&self.0.mask);
            }
        }
        let variant = self.begin_edit(id)?.upright[0].get_mut().expect("filled when the mask was added");
        if Arc::get_mut(&mut variant.mask).is_none() {
            variant.mask = Arc::new(variant.mask.try_clone()?);
        }
        let variant = RetightenOnDrop(variant);
        Ok(edit(Arc::get_mut(&mut variant.0.mask).expect("nobody else holds it")))
    }

    /// Sets into how many angles a circle is divided for sprites that show the mask.
    pub(crate) fn set_angles(&mut self, id: MaskId, angles: u32) -> Result<(), WorldError> {
        // The turntable checks the number before anything changes.
        Turntable::new(Arc::clone(self.get(id)?), angles, [0.0; 2])?;
        self.begin_edit(id)?.angles = angles;
        Ok(())
    }

    /// Whether a mask may have changed since the last refresh.
    pub(crate) fn is_dirty(&self, id: MaskId) -> bool {
        self.dirty && self.masks.get(id.0).is_some_and(|variants| variants.dirty)
    }

    /// Whether any mask may have changed since the last refresh.
    pub(crate) fn any_dirty(&self) -> bool {
        self.dirty
    }

    /// Marks all masks as unchanged, after a refresh.
    pub(crate) fn clear_dirty(&mut self) {
        if std::mem::take(&mut self.dirty) {
            for (id, variants) in self.masks.iter_mut() {
                if std::mem::take(&mut variants.dirty) {
                    update_tight_boxes(&mut self.tight_boxes, MaskId(id), variants);
                }
            }
        }
    }

    /// Checks the slots, and the table of tight boxes against the variants.
    ///
    /// # Panics
    /// Where they do not agree.
    pub(crate) fn validate(&self) {
        self.masks.validate();
        for (id, variants) in self.masks.iter() {
            let known = self.tight_boxes[slot(MaskId(id)) * Orientation::COUNT..].iter().zip(&variants.upright);
            for (tight, variant) in known.filter(|(tight, _)| tight.is_some()) {
                assert_eq!(*tight, variant.get().map(|variant| variant.tight), "the tight box of {id:?}");
            }
        }
    }

    pub(crate) fn remove(&mut self, id: MaskId) -> Result<Arc<Mask>, WorldError> {
        let sprites = self.masks.get(id.0).ok_or(WorldError::StaleMask(id))?.sprites;
        if sprites > 0 {
            return Err(WorldError::MaskInUse { mask: id, sprites });
        }
        Ok(self.masks.remove(id.0).map(|variants| variants.mask().clone()).expect("it exists"))
    }
}
