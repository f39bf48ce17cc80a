//! The numbers of variants in the offset tables.

use super::store::update_known_variants;
use super::transformed_variants::VariantPlace;
use super::variant_form::{VariantForm, VariantKey};
use super::variants::{MaskVariant, MaskVariants};
use super::{MaskId, MaskStore};
use crate::geometry::Aabb;
use crate::sprites::{Appearance, Extras, Orientation};
use crate::{WorldError, memory};
use mask::Mask;
use std::sync::Arc;

/// The number of a variant in the [offset tables](crate::offset_tables): 1 or more, or 0 if the variant has none.
pub(crate) type VariantNumber = u16;

/// The numbers of the variants of a mask.
#[derive(Clone, Default)]
pub(super) struct VariantNumbers {
    pub(super) upright: [VariantNumber; Orientation::COUNT],
    /// By place. Empty if no scaled or rotated variant has a number.
    transformed: Arc<Vec<VariantNumber>>,
}

impl VariantNumbers {
    /// The number of a scaled or rotated variant.
    #[inline]
    pub(super) fn transformed(&self, place: VariantPlace) -> VariantNumber {
        self.transformed.get(place.0 as usize).copied().unwrap_or_default()
    }

    /// Sets the number of a scaled or rotated variant.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(super) fn set_transformed(&mut self, place: VariantPlace, number: VariantNumber) -> Result<(), WorldError> {
        if self.transformed(place) != number {
            let mut numbers = memory::try_clone(&self.transformed)?;
            let count = numbers.len().max(place.0 as usize + 1);
            memory::try_resize(&mut numbers, count, 0)?;
            numbers[place.0 as usize] = number;
            self.transformed = Arc::new(numbers);
        }
        Ok(())
    }
}

impl MaskVariants {
    /// The built variant of a form, and its number.
    fn numbered(&self, form: VariantForm) -> Option<(&MaskVariant, VariantNumber)> {
        if form.is_upright() {
            return Some((self.upright[form.orientation()].get()?, self.numbers.upright[form.orientation()]));
        }
        let (place, found) = self.transformed.get()?.find(form, self.angles, VariantPlace::default())?;
        Some((&found.variant, self.numbers.transformed(place)))
    }
}

/// The variants by their keys, and their numbers in the offset tables.
impl MaskStore {
    /// The key of the variant that a sprite shows.
    pub(crate) fn variant_key(&self, appearance: Appearance, extras: &Extras) -> Option<VariantKey> {
        let variants = self.masks.get(appearance.mask.0)?;
        Some(VariantKey { mask: appearance.mask, form: VariantForm::new(appearance, extras, variants.angles) })
    }

    /// The mask of a variant and its tight box. Returns `None` if the variant is not built.
    pub(crate) fn variant(&self, key: VariantKey) -> Option<(&Mask, Aabb)> {
        let (MaskVariant { mask, tight }, _) = self.masks.get(key.mask.0)?.numbered(key.form)?;
        Some((mask, *tight))
    }

    /// The number of a variant, or 0 if it has none.
    pub(crate) fn number(&self, key: VariantKey) -> VariantNumber {
        let numbered = self.masks.get(key.mask.0).and_then(|variants| variants.numbered(key.form));
        numbered.map_or(0, |(_, number)| number)
    }

    /// Takes the numbers from all variants of all masks. The rows of the sprites that show them keep the old numbers.
    pub(crate) fn clear_numbers(&mut self) {
        for (id, variants) in self.masks.iter_mut() {
            variants.numbers = VariantNumbers::default();
            update_known_variants(&mut self.known_variants, MaskId(id), variants);
        }
    }

    /// Sets the number of a variant. The rows of the sprites that show the variant keep the old number.
    ///
    /// # Errors
    /// Returns [`WorldError::StaleMask`] if the mask does not exist, and [`WorldError::NoMemory`] if the system refuses
    /// memory.
    pub(crate) fn set_number(&mut self, key: VariantKey, number: VariantNumber) -> Result<(), WorldError> {
        let (VariantKey { mask, form }, stale) = (key, WorldError::StaleMask(key.mask));
        let variants = self.masks.get_mut(mask.0).ok_or(stale)?;
        if form.is_upright() {
            variants.numbers.upright[form.orientation()] = number;
        } else {
            let built =
                variants.transformed.get().and_then(|all| all.find(form, variants.angles, VariantPlace::default()));
            let (place, _) = built.ok_or(stale)?;
            variants.numbers.set_transformed(place, number)?;
        }
        update_known_variants(&mut self.known_variants, mask, variants);
        Ok(())
    }
}
