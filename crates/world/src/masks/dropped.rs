//! Variants that no sprite shows are dropped if the variants take more memory than their budget.

use super::store::slot;
use super::transformed_variants::VariantPlace;
use super::variant_form::VariantForm;
use super::variants::MaskVariants;
use super::{MaskId, MaskStore};
use crate::broad::RowExtras;
use crate::sprites::Appearance;
use crate::{WorldError, memory};
use mask::heapsort_by_key;
use std::sync::Arc;

/// After variants were dropped, the others take at most the budget less this part of it. So the next time comes only
/// after many variants were built, which takes longer than the look at all rows.
const SPARE_FRACTION: usize = 8;

/// If the variants take more than the budget, the world looks at all rows again after this many refreshes, because variants that were shown
/// may not be shown any more.
const PATIENCE: u64 = 64;

/// A built variant that no sprite shows. The first to be dropped come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct UnshownVariant {
    last_use: u64,
    mask: MaskId,
    form: VariantForm,
}

impl MaskStore {
    /// The memory of the scaled and rotated variants, in bytes.
    pub(crate) fn variant_bytes(&self) -> usize {
        self.masks.iter().map(|(_, variants)| variants.transformed_bytes()).sum()
    }

    /// Begins a refresh: all later uses of variants are newer than the earlier ones.
    pub(crate) fn advance_clock(&mut self) {
        self.clock.now += 1;
    }

    /// Drops variants that no sprite shows, the least recently used first, if the variants take more than `budget`
    /// bytes. `shown` are the appearances of all sprites, whose variants are all built.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. Some variants may then be dropped.
    pub(crate) fn drop_variants(
        &mut self,
        budget: usize,
        shown: impl Iterator<Item = (Appearance, RowExtras)>,
    ) -> Result<(), WorldError> {
        let mut bytes = *self.clock.bytes.get_mut();
        let has_grown = bytes > self.checked_bytes.saturating_add(self.checked_bytes / SPARE_FRACTION);
        if bytes <= budget || !has_grown && self.clock.now < self.checked_at + PATIENCE {
            return Ok(());
        }
        bytes = self.variant_bytes();
        if bytes > budget {
            let spare = budget - budget / SPARE_FRACTION;
            for UnshownVariant { mask, form, .. } in self.unshown_variants(shown)? {
                if bytes <= spare {
                    break;
                }
                let variants = self.masks.get_mut(mask.0).ok_or(WorldError::StaleMask(mask))?;
                let (dropped, had_number) = variants.drop_variant(form)?;
                bytes = bytes.saturating_sub(dropped);
                self.dropped_numbers |= had_number;
            }
        }
        *self.clock.bytes.get_mut() = bytes;
        self.checked_bytes = bytes;
        self.checked_at = self.clock.now;
        Ok(())
    }

    /// The variants that no sprite shows, the least recently used first.
    fn unshown_variants(
        &self,
        shown: impl Iterator<Item = (Appearance, RowExtras)>,
    ) -> Result<Vec<UnshownVariant>, WorldError> {
        let mut is_shown = Vec::new();
        memory::try_resize(&mut is_shown, self.masks.slot_count(), Vec::new())?;
        for (appearance, row) in shown {
            let Some(variants) = self.masks.get(appearance.mask.0) else { continue };
            let form = VariantForm::new(appearance, &row.extras, variants.angles);
            let Some(transformed) = variants.transformed.get().filter(|_| !form.is_upright()) else { continue };
            if let Some((VariantPlace(place), variant)) = transformed.find(form, variants.angles, row.place) {
                variant.last_use.note(&self.clock);
                let places: &mut Vec<bool> = &mut is_shown[slot(appearance.mask)];
                if places.len() <= place as usize {
                    memory::try_resize(places, place as usize + 1, false)?;
                }
                places[place as usize] = true;
            }
        }
        let mut unshown = Vec::new();
        for (mask, variants) in self.masks.iter().map(|(id, variants)| (MaskId(id), variants)) {
            let Some(transformed) = variants.transformed.get() else { continue };
            transformed.each(|VariantPlace(place), variant| {
                if is_shown[slot(mask)].get(place as usize) == Some(&true) {
                    return Ok(());
                }
                let (last_use, form) = (transformed.last_use(variant, variants.angles).time(), variant.form);
                Ok(memory::try_push(&mut unshown, UnshownVariant { last_use, mask, form })?)
            })?;
        }
        heapsort_by_key(&mut unshown, |&variant| variant);
        Ok(unshown)
    }

    /// Makes the next refresh look for variants to drop, if they take more than the budget.
    pub(crate) fn check_budget(&mut self) {
        self.checked_bytes = 0;
    }

    /// Whether a variant with a number was dropped since the last call.
    pub(crate) fn take_dropped_numbers(&mut self) -> bool {
        std::mem::take(&mut self.dropped_numbers)
    }

    /// Subtracts the memory of variants that were dropped with their mask, or because their mask was edited.
    pub(super) fn forget_bytes(&mut self, bytes: usize) {
        let total = self.clock.bytes.get_mut();
        *total = total.saturating_sub(bytes);
        self.checked_bytes = self.checked_bytes.min(*total);
    }
}

impl MaskVariants {
    /// Drops a scaled or rotated variant. Returns the bytes that it took, and whether it had a number. If copies of the
    /// world share the variants, they keep it.
    fn drop_variant(&mut self, form: VariantForm) -> Result<(usize, bool), WorldError> {
        let Some(shared) = self.transformed.get_mut() else { return Ok((0, false)) };
        if Arc::get_mut(shared).is_none() {
            *shared = Arc::new(shared.try_clone(self.angles)?);
        }
        let own = Arc::get_mut(shared).expect("nobody shares the copy");
        let Some((place, _)) = own.find(form, self.angles, VariantPlace::default()) else { return Ok((0, false)) };
        let had_number = self.numbers.transformed(place) != 0;
        self.numbers.set_transformed(place, 0)?;
        Ok((own.drop_variant(form, self.angles)?, had_number))
    }
}
