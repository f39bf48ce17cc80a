//! Variants of sprites: the appearance of a sprite is resolved to the number of a variant.

use super::store::{MaskStore, StoredMask};
use super::variant::{Content, Mapped, Shown, ShownMask, Variant, VariantKey, box_of, rounded};
use crate::geometry::Aabb;
use crate::slots::VariantNumber;
use crate::sprites::{Appearance, Extras, MapExtras, StoredSprite};
use crate::{MaskId, PlacedMask, SpriteId, WorldError, memory};
use mask::shared::RoundedMap;
use mask::{Affine, MaskError, TransformedMask};
use std::collections::BTreeMap;
use std::sync::PoisonError;

/// A map that has stood for so many refreshes is rendered.
const STANDING: u64 = 8;

/// After variants were dropped, the others take at most the budget less this part of it. So the next time comes only
/// after many variants were built, which takes longer than the look at all sprites.
const SPARE_FRACTION: usize = 8;

/// If the variants take more than the budget, the world looks at all sprites again after this many refreshes, because
/// variants that were shown may not be shown any more.
const PATIENCE: u64 = 64;

/// The farthest that a corner of a picture may be from the position of its sprite, in pixels. Differences of offsets and
/// positions then fit `i32`.
const MAX_REACH: f64 = (1u32 << 28) as f64;

/// Setters.
impl MaskStore {
    /// The number of the variant that a sprite shows, which showed `old` before, or 0 if only the next refresh finds
    /// it. Any thread may call it.
    ///
    /// # Errors
    /// - Returns [`WorldError::CannotTransform`] if the map has no inverse or reaches too far.
    /// - Returns [`WorldError::StaleMask`] if the mask does not exist.
    #[inline]
    pub(crate) fn find(
        &self,
        appearance: Appearance,
        extras: &Extras,
        old: VariantNumber,
    ) -> Result<VariantNumber, WorldError> {
        let stored = self.stored(appearance.mask)?;
        if stored.angles.is_none() && is_tame(extras, stored.size()) {
            return Ok(if self.is_mapped(old) { old } else { 0 });
        }
        let known = stored.step(appearance, extras).and_then(|step| stored.steps.get(step));
        if let Some(&number) = known.filter(|&&number| number != 0) {
            return Ok(number);
        }
        let shown = stored.shown(appearance, extras);
        if let Shown::Mapped { by, origin } = &shown {
            check_reach(by, *origin, stored.size())
                .map_err(|fault| WorldError::cannot_transform(appearance.mask, fault))?;
            if stored.angles.is_none() {
                return Ok(if self.is_mapped(old) { old } else { 0 });
            }
        }
        Ok(self.list.find(&VariantKey::new(appearance.mask, &shown)).unwrap_or(0))
    }

    /// Whether a number is that of a sprite whose map changes.
    #[inline]
    pub(crate) fn is_mapped(&self, number: VariantNumber) -> bool {
        matches!(self.list.variants[number as usize].content, Content::Mapped(_))
    }

    /// Notes that the sprite that had a number shows another one. Any thread may call it.
    pub(crate) fn release(&self, number: VariantNumber) {
        if self.is_mapped(number) {
            let mut released = self.released.lock().unwrap_or_else(PoisonError::into_inner);
            // Without the memory, the number stays in use until its mask goes.
            let _ = memory::try_push(&mut released, number);
        }
    }
}

/// Refreshes.
impl MaskStore {
    /// Begins a refresh.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn begin_refresh(&mut self) -> Result<(), WorldError> {
        self.now += 1;
        *self.kept = Default::default();
        let released = std::mem::take(self.released.get_mut().unwrap_or_else(PoisonError::into_inner));
        released.into_iter().for_each(|number| self.list.release(number));
        self.remove_unshown_owned()
    }

    /// The number of the variant that a sprite shows, which is made if it is new. `old` is the number that the sprite
    /// has.
    ///
    /// # Errors
    /// - Returns [`WorldError::CannotTransform`] if the map has no inverse or reaches too far.
    /// - Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn resolve(
        &mut self,
        id: SpriteId,
        appearance: Appearance,
        extras: &Extras,
        old: VariantNumber,
    ) -> Result<VariantNumber, WorldError> {
        let mask = appearance.mask;
        let stored = self.masks.get_mut(mask.0).ok_or(WorldError::StaleMask(mask))?;
        let shown = stored.shown(appearance, extras);
        let is_plain = matches!(shown, Shown::Upright { offset: [0, 0], .. });
        stored.has_others |= !is_plain;
        if let Shown::Mapped { by, origin } = &shown {
            // An edit may have made the mask larger since the setter checked it.
            check_reach(by, *origin, stored.size()).map_err(|fault| WorldError::cannot_transform(mask, fault))?;
            if stored.angles.is_none() {
                if self.list.bytes > 0
                    && let Some(number) = self.list.find(&VariantKey::new(mask, &shown))
                {
                    self.list.release(old);
                    return Ok(number);
                }
                if let Some(mapped) = self.list.mapped_mut(old)
                    && mapped.change(mask, stored, (by, *origin), self.now)?
                {
                    let outer = mapped.outer;
                    self.list.set_outer(old, outer);
                    return Ok(old);
                }
                let mapped = Mapped::new(mask, stored, (by, *origin), id, self.now)?;
                return self.list.set_mapped(old, mapped);
            }
        }
        let key = VariantKey::new(mask, &shown);
        let number = match self.list.find(&key) {
            Some(number) => number,
            None => {
                let variant =
                    Variant::render(stored, &shown).map_err(|fault| WorldError::cannot_transform(mask, fault))?;
                self.list.add(key, variant)?
            }
        };
        if let Some(step) = stored.step(appearance, extras) {
            stored.note_step(step, number);
        }
        Ok(number)
    }

    /// The sprites whose maps have stood for some refreshes.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn standing(&self) -> Result<Vec<SpriteId>, WorldError> {
        let stands = |mapped: &&Mapped| self.now > mapped.since && (self.now - mapped.since).is_multiple_of(STANDING);
        Ok(memory::try_collect(self.list.mapped.iter().flatten().filter(stands).map(|mapped| mapped.owner))?)
    }

    /// Replaces the own variant of a sprite whose map stands by the shared one, which is rendered if it is new, and
    /// returns its number. Returns `None` if rendering would take too much memory: the sprite then keeps its own variant,
    /// and is tested without rendering.
    pub(crate) fn settle(&mut self, number: VariantNumber, budget: usize) -> Option<VariantNumber> {
        let key = self.list.key(number)?;
        if let Some(settled) = self.list.find(&key) {
            self.list.release(number);
            return Some(settled);
        }
        if self.list.bytes + self.list.variants[number as usize].rendered_bytes() > budget {
            return None;
        }
        let variant = Variant::render(self.stored(key.mask).ok()?, &key.shown()).ok()?;
        self.list.add_instead(number, key, variant).ok()
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

    /// The memory of the variants that are rendered under a map, in bytes.
    pub(crate) fn variant_bytes(&self) -> usize {
        self.list.bytes
    }

    /// Drops variants that no sprite shows, if the variants take more than `budget` bytes. `shown` are the variants of
    /// all sprites.
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
            let mut is_shown = Vec::new();
            memory::try_resize(&mut is_shown, self.list.variants.len(), false)?;
            shown.for_each(|number| is_shown[number as usize] = true);
            let unshown = self.list.rendered().filter(|&number| !is_shown[number as usize]);
            let unshown = memory::try_collect(unshown)?;
            self.list.remove_each(unshown.into_iter());
            self.masks.values_mut().for_each(|stored| stored.steps.clear());
            (self.checked_bytes, self.checked_at) = (self.list.bytes, self.now);
        }
        Ok(())
    }

    /// Makes the next refresh look for variants to drop, if they take more than the budget.
    pub(crate) fn check_budget(&mut self) {
        self.checked_bytes = 0;
    }
}

/// Queries.
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

    /// Whether a number is that of a rendered variant. It may have gone.
    pub(crate) fn is_rendered(&self, number: VariantNumber) -> bool {
        self.list.variants.get(number as usize).is_some_and(|variant| variant.mask().is_some())
    }

    /// Whether the box of a variant is tight, so that each side of it has a solid pixel.
    #[inline(always)]
    pub(crate) fn is_tight(&self, number: VariantNumber) -> bool {
        self.all_are_tight() || self.list.is_upright(number)
    }

    /// Whether the boxes of all variants are tight.
    #[inline(always)]
    pub(crate) fn all_are_tight(&self) -> bool {
        self.list.under_maps == 0
    }

    /// A variant as a mask under a map, if the top-left pixel of its box is at a place.
    #[inline(always)]
    pub(crate) fn transformed<'s>(&'s self, variant: &'s Variant, corner: [i32; 2]) -> TransformedMask<'s> {
        match (&variant.content, self.list.mapped(variant)) {
            (Content::Mask { corner: in_mask, mask }, _) => {
                TransformedMask::placed(mask, [0, 1].map(|axis| corner[axis].wrapping_sub(in_mask[axis])))
            }
            (_, mapped) => mapped.expect("a mapped variant has a place in the list").at(corner),
        }
    }

    /// What a variant shows, if its sprite is at a position.
    #[inline(always)]
    pub(crate) fn shown(&self, number: VariantNumber, position: [i32; 2]) -> ShownMask<'_> {
        let variant = self.variant(number);
        match variant.placed(position) {
            Some(placed) => ShownMask::Rendered(placed),
            None => {
                let Aabb([left, top, ..]) = variant.outer;
                let corner = [position[0].wrapping_add(left), position[1].wrapping_add(top)];
                ShownMask::Mapped(self.transformed(variant, corner))
            }
        }
    }

    /// Whether two variants share a solid pixel, if `to_b` leads from the box of the first to that of the second.
    #[inline(always)]
    pub(crate) fn share_pixels(&self, [a, b]: [&Variant; 2], to_b: [i32; 2]) -> bool {
        if let (Some((mask, in_a)), Some((other, in_b))) = (a.mask(), b.mask()) {
            let at = |axis: usize| to_b[axis].wrapping_add(in_a[axis]).wrapping_sub(in_b[axis]);
            return mask.overlaps(other, [at(0), at(1)]);
        }
        self.transformed(a, [0, 0]).overlaps(&self.transformed(b, to_b))
    }

    /// The mask of a variant, if its sprite is at a position. A mask that is not rendered is rendered for the readers of
    /// this refresh.
    ///
    /// # Errors
    /// Returns [`WorldError::CannotTransform`] if the rendered mask would be too large, and [`WorldError::NoMemory`] if
    /// the system refuses memory.
    #[inline(always)]
    pub(crate) fn placed(&self, number: VariantNumber, position: [i32; 2]) -> Result<PlacedMask<'_>, WorldError> {
        match self.variant(number).placed(position) {
            Some(placed) => Ok(placed),
            None => self.rendered(self.list.key(number).expect("a mapped variant has a key"), position),
        }
    }

    /// The shape that a sprite would have.
    ///
    /// # Errors
    /// Returns the errors of [`MaskStore::find`] and of [`MaskStore::placed`].
    pub(crate) fn shape(&self, sprite: &StoredSprite) -> Result<PlacedMask<'_>, WorldError> {
        let number = self.find(sprite.appearance, &sprite.extras, 0)?;
        if number != 0
            && let Some(placed) = self.variant(number).placed(sprite.at)
        {
            return Ok(placed);
        }
        let shown = self.stored(sprite.appearance.mask)?.shown(sprite.appearance, &sprite.extras);
        self.rendered(VariantKey::new(sprite.appearance.mask, &shown), sprite.at)
    }

    #[cold]
    fn rendered(&self, key: VariantKey, position: [i32; 2]) -> Result<PlacedMask<'_>, WorldError> {
        let stored = self.stored(key.mask)?;
        let render =
            || Variant::render(stored, &key.shown()).map_err(|fault| WorldError::cannot_transform(key.mask, fault));
        let variant = self.kept.find_or_render(key, render)?;
        Ok(variant.placed(position).expect("the variant is rendered"))
    }

    /// The box that a sprite would have: a function of its mask and its map. Nothing is rendered.
    ///
    /// # Errors
    /// Returns the errors of [`MaskStore::find`].
    pub(crate) fn outer(&self, sprite: &StoredSprite) -> Result<Aabb, WorldError> {
        let id = sprite.appearance.mask;
        self.find(sprite.appearance, &sprite.extras, 0)?;
        let stored = self.stored(id)?;
        let outer = match stored.shown(sprite.appearance, &sprite.extras) {
            Shown::Mapped { by, origin } => box_of(&rounded(id, stored, (&by, origin))?),
            Shown::Upright { orientation, offset } => {
                let bounds = orientation.of_rect(Aabb::of_solid_pixels(stored.mask()), stored.size());
                bounds.translated(offset)
            }
        };
        Ok(outer.translated(sprite.at))
    }

    /// The mask of a sprite under its map, unless the sprite shows the bits of its mask as they are.
    ///
    /// # Errors
    /// Returns the errors of [`MaskStore::find`].
    pub(crate) fn under_map(&self, sprite: &StoredSprite) -> Result<Option<TransformedMask<'_>>, WorldError> {
        let (id, stored) = (sprite.appearance.mask, self.stored(sprite.appearance.mask)?);
        let Shown::Mapped { by, origin } = stored.shown(sprite.appearance, &sprite.extras) else { return Ok(None) };
        let map = rounded(id, stored, (&by, origin))?.translated(sprite.at);
        Ok(Some(map.show(stored.mask(), stored.field()?.map(|field| &**field))))
    }

    /// The map from the points of its mask to those of the world under which a sprite is shown.
    pub(crate) fn affine(&self, sprite: &StoredSprite) -> Result<Affine, WorldError> {
        let stored = self.stored(sprite.appearance.mask)?;
        let by = stored.shown(sprite.appearance, &sprite.extras).affine(stored.size());
        Ok(by.then(&Affine::translation(sprite.at.map(f64::from))))
    }

    /// Checks the slots, the numbers of sprites and the variants, after a refresh. `shown` are all sprites.
    ///
    /// # Panics
    /// Panics if a check fails.
    pub(crate) fn validate(&mut self, shown: impl Iterator<Item = StoredSprite>) {
        self.masks.validate();
        self.list.validate();
        let mut counts: BTreeMap<MaskId, usize> = BTreeMap::new();
        for StoredSprite { appearance, extras, variant, .. } in shown {
            let stored = self.stored(appearance.mask).expect("a sprite shows a mask that exists");
            let key = VariantKey::new(appearance.mask, &stored.shown(appearance, &extras));
            assert_eq!(self.list.key(variant), Some(key), "a sprite shows a wrong variant");
            *counts.entry(appearance.mask).or_default() += 1;
        }
        for (id, stored) in self.masks.iter().map(|(id, stored)| (MaskId(id), stored)) {
            let count = counts.remove(&id).unwrap_or_default();
            assert_eq!(stored.sprites(), count, "the number of sprites that show mask {id:?} is wrong");
        }
        assert!(counts.is_empty(), "sprites show removed masks: {counts:?}");
    }
}

impl StoredMask {
    /// How a sprite shows the mask.
    #[inline]
    pub(super) fn shown(&self, appearance: Appearance, extras: &Extras) -> Shown {
        Shown::new(appearance, extras, self.size(), self.angles)
    }
}

/// Whether a sprite is surely rotated or scaled, and its picture of moderate size: so its map is within all limits, and
/// its rendered mask has at most 2^16 x 2^16 pixels.
#[inline]
fn is_tame(extras: &Extras, [width, height]: [u32; 2]) -> bool {
    let MapExtras::Turned { angle, scale: [x, y], origin } = extras.map else { return false };
    let quarters = angle.to_degrees() / 90.0;
    let is_mapped = quarters != quarters.trunc() || [x, y] != [1.0; 2];
    let [left, top] = origin.unwrap_or_default();
    let far = x.max(y) * (f64::from(width) + f64::from(height) + left.abs() + top.abs());
    is_mapped && far < f64::from(1u32 << 15) && x.min(y) > 1.0 / 256.0
}

/// Checks that a picture can be rendered under a map, as motion needs it, and that no corner is farther than
/// [`MAX_REACH`] from the position.
#[inline]
fn check_reach(by: &Affine, origin: [f64; 2], size: [u32; 2]) -> Result<(), MaskError> {
    let [[a, b, x], [c, d, y]] = <[[f64; 3]; 2]>::from(*by);
    // The farthest corner from the origin, along each axis.
    let [width, height] = [0, 1].map(|axis| origin[axis].abs().max((f64::from(size[axis]) - origin[axis]).abs()));
    let reach = (a.abs() * width + b.abs() * height + x.abs()).max(c.abs() * width + d.abs() * height + y.abs());
    let largest = a.abs().max(b.abs()).max(c.abs()).max(d.abs());
    // Nearly all maps are tame: no number of the inverse is above 2^8, and no corner farther than 2^15 away.
    let determinant = (a * d - b * c).abs();
    if reach < f64::from(1u32 << 15) && largest < 256.0 * determinant && largest * largest < 256.0 * determinant {
        return Ok(());
    }
    check_far(by, origin, reach, size)
}

#[cold]
fn check_far(by: &Affine, origin: [f64; 2], reach: f64, size: [u32; 2]) -> Result<(), MaskError> {
    // The box of the whole picture is a bound for that of its solid pixels.
    RoundedMap::check(by, origin, size)?;
    if reach > MAX_REACH { Err(MaskError::TooFar { coordinate: reach }) } else { Ok(()) }
}
