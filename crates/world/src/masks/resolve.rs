//! The variants of a world: what a sprite shows, resolved to the number of a variant.

use super::MaskId;
use super::store::{MaskStore, StoredMask};
use super::variant::{Variant, VariantNumber, middle};
use super::variant_key::VariantKey;
use crate::sprites::{Appearance, Extras, Orientation, RowSprite};
use crate::{Placed, WorldError};
use mask::Affine;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// After variants were dropped, the others take at most the budget less this part of it. So the next time comes only
/// after many variants were built, which takes longer than the look at all rows.
const SPARE_FRACTION: usize = 8;

/// If the variants take more than the budget, the world looks at all rows again after this many refreshes, because
/// variants that were shown may not be shown any more.
const PATIENCE: u64 = 64;

/// The variants.
impl MaskStore {
    /// The variants by number, after a refresh.
    #[inline(always)]
    pub(crate) fn variants(&self) -> &[Variant] {
        &self.list.variants
    }

    /// The variant of a number, after a refresh.
    #[inline(always)]
    pub(crate) fn variant(&self, number: VariantNumber) -> &Variant {
        &self.list.variants[number as usize]
    }

    /// The number of the variant that a sprite shows, which is built if it is new. It flips, turns, scales and rotates
    /// about its pivot, if there is one. Any thread may call it.
    ///
    /// # Errors
    /// - Returns [`WorldError::CannotTransform`] if the mask exceeds the limits of a mask, or if the pivot is too far
    ///   away.
    /// - Returns [`WorldError::StaleMask`] if the mask does not exist.
    /// - Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn resolve(&self, appearance: Appearance, extras: &Extras) -> Result<VariantNumber, WorldError> {
        let stored = self.stored(appearance.mask)?;
        let key = VariantKey::new(appearance, extras, stored.angles);
        Ok(self.find_or_build(stored, key)?.0)
    }

    /// The shape that a sprite would show. The errors are those of [`MaskStore::resolve`].
    pub(crate) fn shape(&self, sprite: &RowSprite) -> Result<Placed<'_>, WorldError> {
        let stored = self.stored(sprite.appearance.mask)?;
        let key = VariantKey::new(sprite.appearance, &sprite.extras, stored.angles);
        let (number, variant) = self.find_or_build(stored, key)?;
        self.list.note_use(number, self.now);
        Ok(variant.placed(sprite.at))
    }

    /// The angle, in degrees, at which a sprite shows its oriented mask.
    pub(crate) fn shown_angle(&self, sprite: &RowSprite) -> Result<f64, WorldError> {
        let angles = self.stored(sprite.appearance.mask)?.angles;
        Ok(VariantKey::new(sprite.appearance, &sprite.extras, angles).degrees(angles))
    }

    #[inline]
    fn find_or_build(&self, stored: &StoredMask, key: VariantKey) -> Result<(VariantNumber, &Variant), WorldError> {
        self.list.find(&key).map_or_else(|| self.build(stored, key), Ok)
    }

    /// Builds a variant: an upright one from the mask, a scaled or rotated one from an upright one, and one with a
    /// pivot from one without.
    #[cold]
    fn build(&self, stored: &StoredMask, key: VariantKey) -> Result<(VariantNumber, &Variant), WorldError> {
        let VariantKey { mask, orientation, pivot, .. } = key;
        let cannot = |source| WorldError::cannot_transform(mask, source);
        let upright = VariantKey::upright(mask, orientation);
        if key == upright {
            let mask = match orientation == Orientation::default() {
                true => Arc::clone(stored.mask()),
                false => Arc::new(orientation.apply(stored.mask())?),
            };
            return self.list.add(key, None, Variant::new(mask, [0; 2]));
        }
        stored.is_transformed.store(true, Ordering::Relaxed);
        let map = key.map(stored.angles);
        let Some(pivot) = pivot else {
            let (_, upright) = self.find_or_build(stored, upright)?;
            return self.list.add(key, None, upright.transformed(&key, &map).map_err(cannot)?);
        };
        let (base, without) = self.find_or_build(stored, key.without_pivot())?;
        let size = [stored.mask().width(), stored.mask().height()].map(i64::from);
        let pivot = orientation.map_pixel(pivot.map(i64::from), size).map(|c| c as i32);
        let variant = without.pivoted(pivot, middle(stored.size(orientation)), &map).map_err(cannot)?;
        self.list.add(key, Some(base), variant)
    }

    /// The point of its mask that a sprite shows at a point, which is relative to the top-left pixel of the variant.
    pub(crate) fn to_mask(&self, number: VariantNumber, point: [f64; 2]) -> Option<[f64; 2]> {
        let (key, without_pivot) = self.list.origin(number)?;
        let stored = self.stored(key.mask).ok()?;
        let oriented = if key.is_upright() {
            point
        } else {
            let middle = middle(stored.size(key.orientation));
            let from_middle = without_pivot.offset_from(middle);
            let back = key.map(stored.angles).inverse().ok()?;
            let [x, y] = back.apply([0, 1].map(|axis| point[axis] + f64::from(from_middle[axis])));
            [x + f64::from(middle[0]), y + f64::from(middle[1])]
        };
        Some(key.orientation.to_mask(oriented, stored.size(Orientation::default()).map(f64::from)))
    }

    /// The map of the points of a variant to those of its mask, and whether it is a mere flip and turn. `None` if there
    /// is no such variant.
    pub(crate) fn map_to_mask(&self, number: VariantNumber) -> Option<(Affine, bool)> {
        let [origin, x, y] =
            [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(|point| self.to_mask(number, point).unwrap_or_default());
        let row = |axis: usize| [x[axis] - origin[axis], y[axis] - origin[axis], origin[axis]];
        let (key, _) = self.list.origin(number)?;
        Some((Affine::from([row(0), row(1)]), key.is_upright()))
    }

    /// Brings the new variants into the list.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn absorb(&mut self) -> Result<(), WorldError> {
        self.list.absorb(self.now)
    }

    /// Begins a refresh: all later uses of variants are newer than the earlier ones.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn begin_refresh(&mut self) -> Result<(), WorldError> {
        self.now += 1;
        self.absorb()?;
        self.remove_unshown_owned()
    }

    /// Whether a sprite that shows the variant of this number must resolve it again: its mask has changed.
    #[inline]
    pub(crate) fn is_gone(&self, number: VariantNumber) -> bool {
        self.list.is_gone(number)
    }

    /// Ends a successful refresh. Calls `forget` with the numbers that other variants may get from now on, or that have
    /// a new variant.
    pub(crate) fn end_refresh(&mut self, forget: impl FnMut(VariantNumber)) {
        self.dirty = false;
        self.list.free_gone(forget);
    }

    /// The memory of the scaled and rotated variants and of those with a pivot, in bytes.
    pub(crate) fn variant_bytes(&self) -> usize {
        self.list.all_bytes()
    }

    /// Drops variants that no sprite shows, the least recently used first, if the variants take more than `budget`
    /// bytes. `shown` are the variants of all sprites.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn drop_variants(
        &mut self,
        budget: usize,
        shown: impl Iterator<Item = VariantNumber>,
    ) -> Result<(), WorldError> {
        let bytes = self.list.bytes;
        let has_grown = bytes > self.checked_bytes.saturating_add(self.checked_bytes / SPARE_FRACTION);
        if bytes > budget && (has_grown || self.now >= self.checked_at + PATIENCE) {
            self.list.remove_unshown(budget - budget / SPARE_FRACTION, shown)?;
            (self.checked_bytes, self.checked_at) = (self.list.bytes, self.now);
        }
        Ok(())
    }

    /// Makes the next refresh look for variants to drop, if they take more than the budget.
    pub(crate) fn check_budget(&mut self) {
        self.checked_bytes = 0;
    }

    /// Checks the slots, the numbers of sprites and the variants, after a refresh. `shown` are all sprites.
    ///
    /// # Panics
    /// Panics if a check fails.
    pub(crate) fn validate(&mut self, shown: impl Iterator<Item = RowSprite>) {
        self.masks.validate();
        self.list.validate();
        let mut counts: BTreeMap<MaskId, usize> = BTreeMap::new();
        for RowSprite { appearance, extras, variant, .. } in shown {
            assert_eq!(self.resolve(appearance, &extras), Ok(variant), "a sprite shows a wrong variant");
            *counts.entry(appearance.mask).or_default() += 1;
        }
        for (id, stored) in self.masks.iter().map(|(id, stored)| (MaskId(id), stored)) {
            let count = counts.remove(&id).unwrap_or_default();
            assert_eq!(stored.sprites(), count, "the number of sprites that show mask {id:?} is wrong");
        }
        assert!(counts.is_empty(), "sprites show removed masks: {counts:?}");
    }
}
