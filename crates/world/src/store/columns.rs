//! The columns of the sprites.

use super::cells::{ExtrasColumn, LayersColumn, ModeColumn, SharedColumns};
use super::flags::{Flags, FlagsColumn};
use super::lane::Lane;
use crate::geometry::Aabb;
use crate::slots::{Slots, VariantNumber};
use crate::sprites::{Appearance, LastPlace, StoredSprite};
use crate::variants::MaskStore;
use crate::{MaskId, SpriteId, SpriteMut, WorldError, memory};
use std::convert::Infallible;

/// The sprites, stored as columns with an entry for each slot. A sprite keeps its slot, so nothing here ever moves.
///
/// ```text
///   slot         0        1        2        3      …
///   position     [ 10,-4  ][ 12, 3  ][        ][ 28,11  ]    8 bytes
///   appearance   [ rock,→ ][ ship,↑ ][        ][ rock,↓ ]   12 bytes: mask, flips and quarters
///   variant      [ 1      ][ 2      ][ 0      ][ 3      ]    4 bytes: the number of the shown variant, or 0
///   flags        [ dirty  ][        ][ changed][ fixed  ]    1 byte
///   layers, mode, last places                              8 bytes each, only if any sprite has them
///   extras                                                  64 bytes, only if any sprite is under a map
/// ```
///
/// The values that every refresh reads are stored apart from the values that few sprites have. (Moving 100,000 sprites
/// takes 0.27 ms. With structs of 40 bytes, it took 0.40 ms.)
#[derive(Default)]
pub(crate) struct Columns {
    pub(super) positions: Vec<[i32; 2]>,
    pub(super) appearances: Vec<Appearance>,
    pub(super) variants: Vec<VariantNumber>,
    pub(crate) flags: FlagsColumn,
    /// The values that handles share. (Boxed, because the compiler keeps nothing of a struct with atomics in registers.
    /// A refresh took 6 % longer.)
    pub(super) shared: Box<SharedColumns>,
    /// Where the continuous sprites stood at the last step: there their next paths begin. Empty if there is none.
    last_places: Vec<LastPlace>,
    /// Where the paths of the last step began, of sprites with [`Flags::PATH`]: the last places are those of this step
    /// already. (Not copied: the next step finds others.)
    path_starts: Vec<[i32; 2]>,
}

/// The number of a slot, and its values in the columns that a [`SpriteMut`] changes.
type NumberedSlot<'w> = (usize, (((&'w mut [i32; 2], &'w mut Appearance), &'w mut VariantNumber), &'w mut Flags));

/// A function that makes handles from the values of a slot, if there is a sprite.
fn handles<'w>(
    slots: &'w Slots<Lane>,
    shared: &'w SharedColumns,
    masks: &'w MaskStore,
) -> impl Fn(NumberedSlot<'w>) -> Option<SpriteMut<'w>> + Copy {
    #[inline(always)]
    move |(slot, (((at, appearance), variant), flags))| {
        let id = SpriteId(slots.id_in(slot)?);
        Some(SpriteMut { id, at, appearance, variant, flags, shared, masks })
    }
}

impl Columns {
    /// The number of slots.
    pub(crate) fn len(&self) -> usize {
        self.positions.len()
    }

    /// A copy of the columns.
    pub(crate) fn try_clone(&self) -> Result<Columns, WorldError> {
        let SharedColumns { layers, extras, modes } = &*self.shared;
        Ok(Columns {
            positions: memory::try_clone(&self.positions)?,
            appearances: memory::try_clone(&self.appearances)?,
            variants: memory::try_clone(&self.variants)?,
            flags: self.flags.try_clone()?,
            shared: Box::new(SharedColumns {
                layers: layers.try_clone()?,
                extras: extras.try_clone()?,
                modes: modes.try_clone()?,
            }),
            last_places: memory::try_clone(&self.last_places)?,
            path_starts: Vec::new(),
        })
    }

    /// Reserves room for `more` slots, and for sprites like `like`.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn reserve(&mut self, more: usize, like: &StoredSprite) -> Result<(), WorldError> {
        self.positions.try_reserve(more)?;
        self.appearances.try_reserve(more)?;
        self.variants.try_reserve(more)?;
        self.flags.reserve(more)?;
        let slots = self.len();
        self.shared.layers.reserve(like.layers, slots, more)?;
        self.shared.extras.reserve(like.extras, slots, more)?;
        self.shared.modes.reserve(like.mode, slots, more)?;
        if like.last_place != LastPlace::NONE || !self.last_places.is_empty() {
            self.last_places.try_reserve(slots + more - self.last_places.len())?;
        }
        Ok(())
    }

    /// Makes room in the columns for `slots` slots. [`Columns::reserve`] must have reserved it.
    pub(crate) fn grow(&mut self, slots: usize) {
        let nothing = StoredSprite::of_mask(MaskId::default());
        while self.len() < slots {
            self.positions.push(nothing.at);
            self.appearances.push(nothing.appearance);
            self.variants.push(0);
            self.flags.push();
        }
    }

    /// Puts a sprite into a slot, which may be the one after the last. [`Columns::reserve`] must have reserved the
    /// room.
    pub(crate) fn put(&mut self, slot: usize, sprite: &StoredSprite) {
        self.grow(slot + 1);
        (self.positions[slot], self.appearances[slot]) = (sprite.at, sprite.appearance);
        self.variants[slot] = sprite.variant;
        let (flags, slots) = (self.flags.get_mut(slot), self.positions.len());
        *flags = if sprite.fixed { Flags::NEW.or(Flags::FIXED) } else { Flags::NEW };
        flags.set_if(sprite.variant == 0, Flags::UNRESOLVED);
        flags.set_if(sprite.mode.continuous, Flags::CONTINUOUS);
        self.shared.layers.set(slot, sprite.layers, slots);
        self.shared.extras.set(slot, sprite.extras, slots);
        self.shared.modes.set(slot, sprite.mode, slots);
        if sprite.last_place != LastPlace::NONE || !self.last_places.is_empty() {
            self.last_places.resize(slots, LastPlace::NONE);
            self.last_places[slot] = sprite.last_place;
        }
    }

    /// Takes the sprite out of a slot.
    pub(crate) fn remove(&mut self, slot: usize) -> StoredSprite {
        let sprite = self.sprite(slot);
        self.variants[slot] = 0;
        *self.flags.get_mut(slot) = Flags::MOVED;
        sprite
    }

    /// Drops all slots from `slots` on.
    pub(crate) fn truncate(&mut self, slots: usize) {
        self.positions.truncate(slots);
        self.appearances.truncate(slots);
        self.variants.truncate(slots);
        self.flags.truncate(slots);
        self.shared.layers.truncate(slots);
        self.shared.extras.truncate(slots);
        self.shared.modes.truncate(slots);
        self.last_places.truncate(slots);
        self.path_starts.truncate(slots);
    }

    /// The sprite in a slot.
    pub(crate) fn sprite(&self, slot: usize) -> StoredSprite {
        StoredSprite {
            at: self.positions[slot],
            appearance: self.appearances[slot],
            variant: self.variants[slot],
            layers: self.shared.layers.get(slot),
            extras: self.shared.extras.get(slot),
            mode: self.shared.modes.get(slot),
            fixed: self.is_fixed(slot),
            last_place: self.last_place(slot),
        }
    }

    /// A handle to the sprite with an id.
    #[inline]
    pub(crate) fn sprite_mut<'w>(&'w mut self, id: SpriteId, masks: &'w MaskStore) -> SpriteMut<'w> {
        let Columns { positions, appearances, variants, flags, shared, .. } = self;
        let slot = id.index();
        let (at, appearance, variant) = (&mut positions[slot], &mut appearances[slot], &mut variants[slot]);
        SpriteMut { id, at, appearance, variant, flags: flags.get_mut(slot), shared, masks }
    }

    /// An iterator over handles to all sprites.
    pub(crate) fn iter_mut<'w>(
        &'w mut self,
        slots: &'w Slots<Lane>,
        masks: &'w MaskStore,
    ) -> impl Iterator<Item = SpriteMut<'w>> + use<'w> {
        let Columns { positions, appearances, variants, flags, shared, .. } = self;
        let all = positions.iter_mut().zip(appearances).zip(variants).zip(flags.all_mut()).enumerate();
        all.filter_map(handles(slots, shared, masks))
    }

    /// A parallel iterator over handles to all sprites.
    #[cfg(feature = "rayon")]
    pub(crate) fn par_iter_mut<'w>(
        &'w mut self,
        slots: &'w Slots<Lane>,
        masks: &'w MaskStore,
    ) -> impl rayon::iter::ParallelIterator<Item = SpriteMut<'w>> + use<'w> {
        use rayon::prelude::*;
        let Columns { positions, appearances, variants, flags, shared, .. } = self;
        let all = positions.par_iter_mut().zip(appearances).zip(variants).zip(flags.all_mut()).enumerate();
        all.with_min_len(1 << 12).filter_map(handles(slots, shared, masks))
    }

    /// Moves each sprite to the position at the index of its slot, if there is one. The positions must be in range.
    pub(crate) fn sync(&mut self, positions: &[[i32; 2]], slots: &Slots<Lane>) {
        let all = self.positions.iter_mut().zip(self.flags.all_mut()).zip(positions).enumerate();
        for (_, ((old, flags), &new)) in all.filter(|(slot, _)| slots.in_slot(*slot).is_some()) {
            flags.set_if(new != *old, Flags::MOVED);
            *old = new;
        }
    }

    /// Finds the variants that the sprites show whose appearances have changed, or whose masks have if `all`.
    ///
    /// # Errors
    /// Returns the errors of [`MaskStore::resolve`]. The next call does the rest.
    pub(crate) fn resolve(&mut self, masks: &mut MaskStore, slots: &Slots<Lane>, all: bool) -> Result<(), WorldError> {
        if all {
            for slot in (0..self.len()).filter(|&slot| slots.in_slot(slot).is_some()) {
                if masks.is_gone(self.variants[slot]) {
                    self.flags.get_mut(slot).set(Flags::MOVED.or(Flags::UNRESOLVED));
                }
            }
        }
        if !self.flags.any(Flags::UNRESOLVED) {
            return Ok(());
        }
        let Columns { appearances, variants, flags, shared, .. } = self;
        flags.try_for_each_with(Flags::UNRESOLVED, |slot, flags| {
            if let Some(id) = slots.id_in(slot) {
                let extras = shared.extras.get(slot);
                variants[slot] = masks.resolve(SpriteId(id), appearances[slot], &extras, variants[slot])?;
            }
            flags.remove(Flags::UNRESOLVED);
            flags.set(Flags::NEW_VARIANT);
            Ok(())
        })
    }

    /// Checks the lengths of the columns and the flags, after a refresh.
    ///
    /// # Panics
    /// Panics if a check fails.
    pub(crate) fn validate(&self, slots: usize) {
        let columns = [self.positions.len(), self.appearances.len(), self.variants.len(), self.flags.len()];
        assert_eq!(columns, [slots; 4], "all columns must have an entry for each slot");
        let SharedColumns { layers, extras, modes } = &*self.shared;
        let sparse = [layers.stored(), extras.stored(), modes.stored()];
        let sparse = sparse.into_iter().chain([self.last_places.len()]);
        assert!({ sparse }.all(|len| len == 0 || len == slots), "a sparse column must be full or empty");
        self.flags.validate();
    }
}

/// The values of single sprites.
impl Columns {
    #[inline(always)]
    pub(crate) fn position(&self, slot: usize) -> [i32; 2] {
        self.positions[slot]
    }

    /// The positions of all slots.
    #[inline(always)]
    pub(crate) fn positions(&self) -> &[[i32; 2]] {
        &self.positions
    }

    /// The variant that a sprite shows, as of the last refresh.
    #[inline(always)]
    pub(crate) fn variant(&self, slot: usize) -> VariantNumber {
        self.variants[slot]
    }

    /// The variants of all slots, 0 without a sprite.
    #[inline(always)]
    pub(crate) fn variants(&self) -> &[VariantNumber] {
        &self.variants
    }

    /// Sets the variant that a sprite shows, whose pixels are the same.
    pub(crate) fn set_variant(&mut self, slot: usize, variant: VariantNumber) {
        self.variants[slot] = variant;
        self.flags.get_mut(slot).set(Flags::NEW_VARIANT);
    }

    /// The tight box of a sprite.
    #[inline(always)]
    pub(crate) fn aabb(&self, slot: usize, masks: &MaskStore) -> Aabb {
        masks.variant(self.variants[slot]).outer.translated(self.positions[slot])
    }

    #[inline(always)]
    pub(crate) fn is_fixed(&self, slot: usize) -> bool {
        self.flags.get(slot).any(Flags::FIXED)
    }

    #[inline(always)]
    pub(crate) fn layers(&self) -> &LayersColumn {
        &self.shared.layers
    }

    #[inline(always)]
    pub(crate) fn extras(&self) -> &ExtrasColumn {
        &self.shared.extras
    }

    #[inline(always)]
    pub(crate) fn modes(&self) -> &ModeColumn {
        &self.shared.modes
    }
}

/// The paths of continuous sprites.
impl Columns {
    /// Where a sprite stood at the last step.
    pub(crate) fn last_place(&self, slot: usize) -> LastPlace {
        self.last_places.get(slot).copied().unwrap_or_default()
    }

    /// Sets where a sprite stood at the last step.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn set_last_place(&mut self, slot: usize, place: LastPlace) -> Result<(), WorldError> {
        if place != LastPlace::NONE || !self.last_places.is_empty() {
            memory::try_resize(&mut self.last_places, self.positions.len(), LastPlace::NONE)?;
            self.last_places[slot] = place;
        }
        self.flags.get_mut(slot).set(Flags::CHANGED);
        Ok(())
    }

    /// Prepares the paths of a step: each leads from the last place of a continuous sprite to its position. Returns
    /// whether any sprite may have one.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn begin_paths(&mut self) -> Result<bool, WorldError> {
        if !self.flags.any_with_all(Flags::MAY_HAVE_PATH) {
            return Ok(false);
        }
        let slots = self.len();
        memory::try_resize(&mut self.last_places, slots, LastPlace::NONE)?;
        memory::try_resize(&mut self.path_starts, slots, [0; 2])?;
        Ok(true)
    }

    /// Ends the paths of a step that has succeeded: the next ones begin where the sprites stand now.
    pub(crate) fn end_paths(&mut self) {
        let Columns { positions, flags, last_places, path_starts, .. } = self;
        if last_places.is_empty() {
            return;
        }
        let Ok(()) = flags.try_for_each_with(Flags::CHANGED.or(Flags::PATH), |slot, flags| {
            let (last, at) = (last_places[slot], positions[slot]);
            let has_path = flags.all(Flags::MAY_HAVE_PATH) & last.is_apart(at);
            if has_path {
                path_starts[slot] = last.0;
            }
            flags.remove(Flags::PATH);
            flags.set_if(has_path, Flags::PATH);
            last_places[slot] = if flags.any(Flags::CONTINUOUS) { LastPlace(at) } else { LastPlace::NONE };
            Ok::<_, Infallible>(())
        });
    }

    /// Where the path of a sprite in the last step began, if it had one.
    #[inline(always)]
    pub(crate) fn path_start(&self, slot: usize) -> Option<[i32; 2]> {
        self.flags.get(slot).any(Flags::PATH).then(|| self.path_starts.get(slot).copied()).flatten()
    }
}
