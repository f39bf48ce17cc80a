//! The scaled and rotated variants of a mask.

use super::stable_list::StableList;
use super::variant_form::VariantForm;
use super::variants::MaskVariant;
use crate::sprites::Orientation;
use crate::{WorldError, memory};
use mask::{Affine, Mask};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// The shortest side, in pixels, of a scaled mask that has pixels. A thinner mask covers the center of a pixel only by
/// chance, and its map has no exact inverse.
const LEAST_SIDE: f64 = 1.0 / 65_536.0;

/// The place of a scaled or rotated variant in the list of its mask's variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct VariantPlace(pub(crate) u32);

/// No place.
impl Default for VariantPlace {
    fn default() -> VariantPlace {
        VariantPlace(u32::MAX)
    }
}

/// A scaled and rotated variant.
pub(super) struct TransformedVariant {
    pub(super) variant: MaskVariant,
    pub(super) form: VariantForm,
    /// The scale and the rotation, about `[0, 0]`.
    pub(super) map: Affine,
    /// The middle of the upright mask.
    pub(super) middle: [i32; 2],
    /// The offset from the middle to the top-left pixel of the variant.
    pub(super) from_middle: [i32; 2],
    pub(super) last_use: LastUse,
}

/// A variant that is rotated by one of the angles of the mask, and not scaled. It is in one cache line, because all
/// sprites of a world may rotate in every step. (With only its place here, steps in which all sprites rotate took half as
/// long again.)
pub(super) struct RotatedVariant {
    /// The variant of the place.
    pub(super) variant: MaskVariant,
    /// The offset from the top-left pixel of the upright mask to the top-left pixel.
    pub(super) from_top_left: [i32; 2],
    pub(super) place: VariantPlace,
    pub(super) last_use: LastUse,
}

/// The time when a sprite was last seen to show a variant. See [`VariantClock`].
#[derive(Default)]
pub(super) struct LastUse(AtomicU64);

impl LastUse {
    /// The time.
    pub(super) fn time(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Notes a use.
    #[inline]
    pub(super) fn note(&self, clock: &VariantClock) {
        // Threads read the same variants, so nothing is written twice.
        if self.time() != clock.now {
            self.0.store(clock.now, Ordering::Relaxed);
        }
    }
}

impl Clone for LastUse {
    fn clone(&self) -> LastUse {
        LastUse(self.time().into())
    }
}

/// The clock for the uses of variants, and the memory of all variants of a world.
#[derive(Default)]
pub(super) struct VariantClock {
    /// The number of refreshes.
    pub(super) now: u64,
    /// The memory of the transformed variants, in bytes. Variants that other copies of the world build are not counted
    /// before the next count of all.
    pub(super) bytes: AtomicUsize,
}

impl TransformedVariant {
    /// Builds a variant of an upright mask.
    pub(super) fn new(upright: &Mask, form: VariantForm, angles: u32) -> Result<TransformedVariant, mask::MaskError> {
        let middle = [upright.width(), upright.height()].map(|side| (side / 2) as i32);
        let ([width, height], map) = (form.factors(), form.map(angles));
        let least = (f64::from(upright.width()) * width).min(f64::from(upright.height()) * height);
        let (mask, from_middle) = if least < LEAST_SIDE {
            (Mask::new(0, 0)?, [0; 2])
        } else {
            upright.transformed(&Affine::translation(middle.map(|c| -f64::from(c))).then(&map))?
        };
        let last_use = LastUse::default();
        Ok(TransformedVariant { variant: MaskVariant::new(Arc::new(mask)), form, map, middle, from_middle, last_use })
    }

    /// A copy that shares the mask.
    fn share(&self) -> TransformedVariant {
        let TransformedVariant { form, map, middle, from_middle, .. } = *self;
        let (variant, last_use) = (self.variant.clone(), self.last_use.clone());
        TransformedVariant { variant, form, map, middle, from_middle, last_use }
    }

    /// The entry of a variant that is not scaled.
    fn rotated(&self, place: VariantPlace) -> RotatedVariant {
        let from_top_left = [0, 1].map(|axis| self.middle[axis] + self.from_middle[axis]);
        RotatedVariant { variant: self.variant.clone(), from_top_left, place, last_use: self.last_use.clone() }
    }

    /// The memory that the variant takes, in bytes: a mask has seven words more than its bits take.
    pub(super) fn bytes(&self) -> usize {
        let mask = &self.variant.mask;
        let words = mask.width().div_ceil(64) as usize * mask.height() as usize + 7;
        size_of::<TransformedVariant>() + size_of::<Mask>() + size_of::<u64>() * words
    }
}

/// The scaled and rotated variants of a mask, built when they are first shown.
///
/// A variant has a place until it is dropped. Rows with extras remember the place, and a table has the variants that are
/// only rotated. So the narrow phase reads variants without a lock. Only a variant that is new to its row is looked up by
/// its form.
pub(super) struct TransformedVariants {
    list: StableList<TransformedVariant>,
    /// The variants that are not scaled, by [`VariantForm::rotated_index`].
    by_angle: Box<[OnceLock<RotatedVariant>]>,
    places: Mutex<Places>,
    /// The memory of the variants, in bytes.
    bytes: AtomicUsize,
}

/// The places of a list.
#[derive(Default)]
struct Places {
    of: HashMap<VariantForm, VariantPlace>,
    /// The places whose variants were dropped.
    vacant: Vec<VariantPlace>,
}

impl TransformedVariants {
    /// An empty list for a mask with this number of angles.
    pub(super) fn new(angles: u32) -> Result<TransformedVariants, WorldError> {
        let by_angle = (0..Orientation::COUNT * angles as usize).map(|_| OnceLock::new());
        let by_angle = memory::try_collect(by_angle)?.into_boxed_slice();
        Ok(TransformedVariants {
            list: StableList::default(),
            by_angle,
            places: Mutex::default(),
            bytes: AtomicUsize::new(0),
        })
    }

    /// A copy that shares the masks. Each variant keeps its place.
    pub(super) fn try_clone(&self, angles: u32) -> Result<TransformedVariants, WorldError> {
        let by_angle = memory::try_collect((0..self.by_angle.len()).map(|_| OnceLock::new()))?.into_boxed_slice();
        let mut copy = TransformedVariants {
            list: StableList::default(),
            by_angle,
            places: Mutex::default(),
            bytes: AtomicUsize::new(self.bytes()),
        };
        let (from, to) = (self.lock(), copy.places());
        to.vacant = memory::try_clone(&from.vacant)?;
        to.of.try_reserve(from.of.len())?;
        to.of.extend(from.of.iter().map(|(&form, &place)| (form, place)));
        for &place in from.of.values() {
            if let Some(variant) = self.get(place) {
                let last_use = self.last_use(variant, angles);
                let variant = copy.list.set(place.0, TransformedVariant { last_use, ..variant.share() })?;
                if let Some(index) = variant.form.rotated_index(angles) {
                    copy.by_angle[index].get_or_init(|| variant.rotated(place));
                }
            }
        }
        drop(from);
        Ok(copy)
    }

    /// The memory of the variants, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    fn lock(&self) -> MutexGuard<'_, Places> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls `visit` for each variant, in no order, until it returns an error.
    pub(super) fn each(
        &self,
        mut visit: impl FnMut(VariantPlace, &TransformedVariant) -> Result<(), WorldError>,
    ) -> Result<(), WorldError> {
        let places = self.lock();
        let mut variants = places.of.values().filter_map(|&place| Some((place, self.get(place)?)));
        variants.try_for_each(|(place, variant)| visit(place, variant))
    }

    /// The places of all variants.
    fn places(&mut self) -> &mut Places {
        self.places.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// The variant of a place.
    #[inline]
    pub(super) fn get(&self, place: VariantPlace) -> Option<&TransformedVariant> {
        self.list.get(place.0)
    }

    /// A variant that is not scaled, by [`VariantForm::rotated_index`].
    #[inline(always)]
    pub(super) fn rotated(&self, index: usize) -> Option<&RotatedVariant> {
        self.by_angle[index].get()
    }

    /// The last use of a variant of the list.
    pub(super) fn last_use(&self, variant: &TransformedVariant, angles: u32) -> LastUse {
        let rotated = variant.form.rotated_index(angles).and_then(|index| self.rotated(index));
        let last_use = rotated.map(|rotated| &rotated.last_use).filter(|time| time.time() > variant.last_use.time());
        last_use.unwrap_or(&variant.last_use).clone()
    }

    /// The place of a form, if its variant is built. `hint` is where it may be.
    #[inline]
    pub(super) fn find(
        &self,
        form: VariantForm,
        angles: u32,
        hint: VariantPlace,
    ) -> Option<(VariantPlace, &TransformedVariant)> {
        if let Some(index) = form.rotated_index(angles) {
            let place = self.rotated(index)?.place;
            return Some((place, self.get(place)?));
        }
        if let Some(variant) = self.get(hint)
            && variant.form == form
        {
            return Some((hint, variant));
        }
        let place = *self.lock().of.get(&form)?;
        Some((place, self.get(place)?))
    }

    /// Adds a variant, and returns its place. If another thread has added an equal variant before, that one stays.
    #[cold]
    pub(super) fn add(
        &self,
        new: TransformedVariant,
        angles: u32,
        clock: &VariantClock,
    ) -> Result<(VariantPlace, &TransformedVariant), WorldError> {
        let form = new.form;
        let mut places = self.lock();
        if let Some(&place) = places.of.get(&form) {
            return Ok((place, self.get(place).expect("a form with a place has a variant")));
        }
        places.of.try_reserve(1)?;
        let place = places.vacant.last().copied().unwrap_or(VariantPlace(places.of.len() as u32));
        let bytes = new.bytes();
        let variant = self.list.set(place.0, new)?;
        places.vacant.pop();
        places.of.insert(form, place);
        if let Some(index) = form.rotated_index(angles) {
            self.by_angle[index].get_or_init(|| variant.rotated(place));
        }
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        clock.bytes.fetch_add(bytes, Ordering::Relaxed);
        Ok((place, variant))
    }

    /// Drops a variant. Returns the bytes that it took.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. The variant stays.
    pub(super) fn drop_variant(&mut self, form: VariantForm, angles: u32) -> Result<usize, WorldError> {
        let places = self.places();
        let Some(&place) = places.of.get(&form) else { return Ok(0) };
        memory::try_push(&mut places.vacant, place)?;
        places.of.remove(&form);
        if let Some(index) = form.rotated_index(angles) {
            self.by_angle[index].take();
        }
        let bytes = self.list.take(place.0).map_or(0, |variant| variant.bytes());
        *self.bytes.get_mut() -= bytes;
        Ok(bytes)
    }
}
