//! The masks of a world. Sprites share the masks and the variants that have been shown.

use super::MaskId;
use super::numbers::{VariantNumber, VariantNumbers};
use super::transformed_variants::VariantClock;
use super::variants::{MaskVariant, MaskVariants};
use crate::broad::RowExtras;
use crate::geometry::Aabb;
use crate::slots::Slots;
use crate::sprites::{Appearance, Orientation};
use crate::{Angle, WorldError, memory};
use mask::{Mask, Turntable};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The slot of a mask.
#[inline(always)]
pub(super) fn slot(id: MaskId) -> usize {
    id.0.index() as usize
}

/// The values of an upright variant that a refresh reads.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct KnownVariant {
    /// The tight box, in the frame of the variant.
    pub(crate) tight: Aabb,
    /// The number of the variant in the offset tables.
    pub(crate) number: VariantNumber,
}

impl KnownVariant {
    /// A variant without solid pixels.
    pub(crate) const EMPTY: KnownVariant = KnownVariant { tight: Aabb::EMPTY, number: 0 };
}

/// Copies the tight boxes and the numbers of a mask's upright variants into the table. A variant that is not built yet
/// is not known.
pub(super) fn update_known_variants(known: &mut [Option<KnownVariant>], id: MaskId, variants: &MaskVariants) {
    let upright = variants.upright.iter().zip(variants.numbers.upright);
    for (known, (variant, number)) in known[slot(id) * Orientation::COUNT..].iter_mut().zip(upright) {
        *known = variant.get().map(|variant| KnownVariant { tight: variant.tight, number });
    }
}

/// The masks of a world.
#[derive(Default)]
pub(crate) struct MaskStore {
    pub(super) masks: Slots<MaskVariants>,
    /// Whether any mask is dirty.
    pub(super) dirty: bool,
    /// Each mask in each orientation, at `slot * 8 + orientation`, or `None` if it is unknown. A refresh looks up the
    /// box of every sprite, so the boxes are close together in memory.
    pub(super) known_variants: Vec<Option<KnownVariant>>,
    /// Whether a sprite may show a variant that is not in the table. Any thread may set it. (Boxed, because the compiler
    /// keeps nothing of a struct with atomics in registers.)
    pub(super) lacks_known_variants: Box<AtomicBool>,
    /// The time of uses of the scaled and rotated variants, and their memory. (Boxed for the same reason.)
    pub(super) clock: Box<VariantClock>,
    /// The memory of these variants after the last look for variants to drop, in bytes.
    pub(super) checked_bytes: usize,
    /// The refresh that found them.
    pub(super) checked_at: u64,
    /// Whether a variant with a number was dropped.
    pub(super) dropped_numbers: bool,
}

impl MaskStore {
    /// The number of angles of a circle, unless the user sets another number.
    pub(crate) const DEFAULT_ANGLES: u32 = 64;

    /// A copy that shares all masks and variants.
    pub(crate) fn try_clone(&self) -> Result<MaskStore, WorldError> {
        let masks = self.masks.try_clone(MaskVariants::clone)?;
        let lacks_known_variants = Box::new(AtomicBool::new(self.lacks_known_variants.load(Ordering::Relaxed)));
        Ok(MaskStore {
            masks,
            dirty: self.dirty,
            known_variants: memory::try_clone(&self.known_variants)?,
            lacks_known_variants,
            clock: Box::new(VariantClock { now: self.clock.now, bytes: self.variant_bytes().into() }),
            checked_bytes: self.checked_bytes,
            checked_at: self.checked_at,
            dropped_numbers: self.dropped_numbers,
        })
    }

    /// Adds a mask and returns its id.
    pub(crate) fn add(&mut self, mask: Arc<Mask>) -> Result<MaskId, WorldError> {
        self.masks.try_reserve(1)?;
        // The mask may receive a new slot, which is the last one.
        let variants = (self.masks.slot_count() + 1) * Orientation::COUNT;
        memory::try_resize(&mut self.known_variants, variants, None)?;
        let variants = MaskVariants::new(mask);
        let id = MaskId(self.masks.insert_with(|_| variants));
        update_known_variants(&mut self.known_variants, id, self.masks.get(id.0).expect("the mask was just added"));
        Ok(id)
    }

    /// The id of the mask in a slot, or `None` if the slot is vacant.
    pub(crate) fn id_at(&self, slot: usize) -> Option<MaskId> {
        self.masks.in_slot(slot).map(|_| MaskId(self.masks.id(slot as u32)))
    }

    /// The ids of all masks, in the order of the slots.
    pub(crate) fn ids(&self) -> impl Iterator<Item = MaskId> + '_ {
        self.masks.iter().map(|(id, _)| MaskId(id))
    }

    /// The variant of a sprite without extras, if it is known and has solid pixels.
    #[inline(always)]
    pub(crate) fn known_variant(&self, appearance: Appearance) -> Option<&KnownVariant> {
        let index = slot(appearance.mask) * Orientation::COUNT + appearance.orientation.index();
        let known = self.known_variants.get(index)?.as_ref()?;
        if appearance.angle == Angle::ZERO && !known.tight.is_empty() { Some(known) } else { None }
    }

    /// The mask itself, neither flipped nor turned.
    pub(crate) fn get(&self, id: MaskId) -> Result<&Arc<Mask>, WorldError> {
        self.masks.get(id.0).map(MaskVariants::mask).ok_or(WorldError::StaleMask(id))
    }

    /// Increments the number of sprites that show a mask. The mask must exist. Any thread may call it. If the variant
    /// is new, the table of known variants receives it at the next refresh.
    pub(crate) fn acquire(&self, appearance: Appearance) {
        let variants = self.masks.get(appearance.mask.0).expect("the mask of a sprite exists");
        variants.sprites.fetch_add(1, Ordering::Relaxed);
        let index = slot(appearance.mask) * Orientation::COUNT + appearance.orientation.index();
        if self.known_variants[index].is_none() {
            self.lacks_known_variants.store(true, Ordering::Relaxed);
        }
    }

    /// Decrements the number of sprites that show a mask. Any thread may call it.
    pub(crate) fn release(&self, id: MaskId) {
        let variants = self.masks.get(id.0).expect("the mask of a sprite is not removed");
        variants.sprites.fetch_sub(1, Ordering::Relaxed);
    }

    /// Adds the missing variants to the table of known variants, before a refresh.
    pub(crate) fn learn_variants(&mut self) {
        if std::mem::take(self.lacks_known_variants.get_mut()) {
            for (id, variants) in self.masks.iter() {
                update_known_variants(&mut self.known_variants, MaskId(id), variants);
            }
        }
    }

    /// The variants of a mask, to edit the mask. Drops all variants except the mask itself. They are built
    /// again when they are next shown.
    fn begin_edit(&mut self, id: MaskId) -> Result<&mut MaskVariants, WorldError> {
        self.mark_dirty(id)?;
        let variants = self.masks.get_mut(id.0).ok_or(WorldError::StaleMask(id))?;
        variants.upright[1..].iter_mut().for_each(|variant| _ = variant.take());
        let bytes = variants.transformed.take().map_or(0, |transformed| transformed.bytes());
        self.forget_bytes(bytes);
        self.masks.get_mut(id.0).ok_or(WorldError::StaleMask(id))
    }

    /// Marks a mask as changed since the last refresh. Its variants no longer have numbers.
    fn mark_dirty(&mut self, id: MaskId) -> Result<(), WorldError> {
        let variants = self.masks.get_mut(id.0).ok_or(WorldError::StaleMask(id))?;
        (variants.dirty, variants.numbers) = (true, VariantNumbers::default());
        self.dirty = true;
        self.known_variants[slot(id) * Orientation::COUNT..][..Orientation::COUNT].fill(None);
        Ok(())
    }

    /// Edits a mask with `edit`, and returns the result of `edit`. If the mask is shared, it is copied first.
    pub(crate) fn edit<R>(&mut self, id: MaskId, edit: impl FnOnce(&mut Mask) -> R) -> Result<R, WorldError> {
        /// Updates the tight box when dropped, even if the edit panics.
        struct RetightenOnDrop<'a>(&'a mut MaskVariant);
        impl Drop for RetightenOnDrop<'_> {
            fn drop(&mut self) {
                self.0.tight = Aabb::of_solid_pixels(&self.0.mask);
            }
        }
        let variant = self.begin_edit(id)?.upright[0].get_mut().expect("the first variant is the mask itself");
        if Arc::get_mut(&mut variant.mask).is_none() {
            variant.mask = Arc::new(variant.mask.try_clone()?);
        }
        let variant = RetightenOnDrop(variant);
        Ok(edit(Arc::get_mut(&mut variant.0.mask).expect("the mask was copied if it was shared")))
    }

    /// Replaces a mask by another, and returns the old one.
    pub(crate) fn replace(&mut self, id: MaskId, mask: Arc<Mask>) -> Result<Arc<Mask>, WorldError> {
        let variant = self.begin_edit(id)?.upright[0].get_mut().expect("the first variant is the mask itself");
        variant.tight = Aabb::of_solid_pixels(&mask);
        Ok(std::mem::replace(&mut variant.mask, mask))
    }

    /// Sets the number of equal angles of a circle, for the sprites that show the mask. `shown` are the appearances of
    /// all sprites.
    pub(crate) fn set_angles(
        &mut self,
        id: MaskId,
        angles: u32,
        shown: impl Iterator<Item = (Appearance, RowExtras)>,
    ) -> Result<(), WorldError> {
        // `Turntable::new` checks the number of angles before anything changes.
        Turntable::new(Arc::clone(self.get(id)?), angles, [0.0; 2])?;
        let old = self.masks.get(id.0).ok_or(WorldError::StaleMask(id))?;
        let mut new = MaskVariants::new(Arc::clone(old.mask()));
        (new.angles, new.sprites) = (angles, AtomicUsize::new(old.sprites()));
        if new.sprites() > 0 {
            // Builds the variants of all sprites now, so that a later refresh cannot fail.
            for (appearance, row) in shown.filter(|(appearance, _)| appearance.mask == id) {
                new.pose(
                    appearance,
                    [0, 0],
                    Some(&row),
                    &VariantClock { now: self.clock.now, ..VariantClock::default() },
                )?;
            }
        }
        let (bytes, old_bytes) = (new.transformed_bytes(), old.transformed_bytes());
        self.forget_bytes(old_bytes);
        *self.clock.bytes.get_mut() += bytes;
        *self.masks.get_mut(id.0).ok_or(WorldError::StaleMask(id))? = new;
        self.mark_dirty(id)
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
                    update_known_variants(&mut self.known_variants, MaskId(id), variants);
                }
            }
        }
    }

    /// Removes a mask that no sprite shows, and returns the mask.
    pub(crate) fn remove(&mut self, id: MaskId) -> Result<Arc<Mask>, WorldError> {
        let sprites = self.masks.get(id.0).ok_or(WorldError::StaleMask(id))?.sprites();
        if sprites > 0 {
            return Err(WorldError::MaskInUse { mask: id, sprites });
        }
        let removed = self.masks.remove(id.0).expect("the id is not stale");
        self.forget_bytes(removed.transformed_bytes());
        Ok(removed.mask().clone())
    }

    /// Checks the slots, the numbers of sprites and the table of known variants, after a refresh. `shown` are the
    /// appearances of all sprites.
    ///
    /// # Panics
    /// Panics if a check fails.
    pub(crate) fn validate(&self, shown: impl Iterator<Item = (Appearance, RowExtras)>) {
        self.masks.validate();
        let mut counts: BTreeMap<MaskId, usize> = BTreeMap::new();
        shown.for_each(|(appearance, _)| *counts.entry(appearance.mask).or_default() += 1);
        for (id, variants) in self.masks.iter().map(|(id, variants)| (MaskId(id), variants)) {
            assert_eq!(
                variants.sprites(),
                counts.remove(&id).unwrap_or_default(),
                "the number of sprites that show mask {id:?} is wrong"
            );
            let known = &self.known_variants[slot(id) * Orientation::COUNT..];
            for ((known, variant), number) in known.iter().zip(&variants.upright).zip(variants.numbers.upright) {
                let variant = variant.get().map(|variant| KnownVariant { tight: variant.tight, number });
                assert!(known.is_none() || *known == variant, "a known variant of mask {id:?} is wrong");
            }
        }
        assert!(counts.is_empty(), "sprites show removed masks: {counts:?}");
    }
}
