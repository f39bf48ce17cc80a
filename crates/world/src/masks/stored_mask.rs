//! A mask of a world.

use super::id::VariantNumber;
use crate::memory;
use crate::slots::SlotValue;
use crate::sprites::{Appearance, Extras, MapExtras};
use mask::{DistanceField, Mask, MaskError};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// A mask of a world.
pub(super) struct StoredMask {
    /// `None` in a vacant slot.
    pub(super) mask: Option<Arc<Mask>>,
    /// The number of equal angles of a circle to which angles are rounded, if they are.
    pub(super) angles: Option<u32>,
    /// The number of the variant at each of these angles, as far as it is known, for sprites that are rotated and nothing
    /// else.
    pub(super) steps: Vec<VariantNumber>,
    /// The distance field, from the first time that a sprite shows the mask under a map. An owned mask has none, because
    /// it is edited often.
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
