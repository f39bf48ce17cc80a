//! What bindings to other languages need, which name a sprite by a small number, and what `tiles` and tests need. The
//! options of queries come by name, as flags, or in a struct.

use crate::sprites::{MapExtras, StoredSprite, check_position, position_at};
use crate::{MaskId, Motion, Pair, PlacedMask, Sprite, SpriteId, Step, View, World, WorldError, memory};
use mask::{Rect, TransformedMask};

/// Slots: lists with one entry for each slot, and the ids of slots.
impl World {
    /// Returns the number of slots of sprites, including vacant ones. [`SpriteId::index`] of every sprite is less than
    /// this number.
    #[must_use]
    pub fn slot_count(&self) -> usize {
        self.slots.slot_count()
    }

    /// Returns the id of the sprite in a slot, or `None` if the slot is vacant.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// let id = world.spawn(Sprite::new(dot, [0, 0]))?;
    /// assert_eq!((world.id_at(id.index()), world.id_at(1)), (Some(id), None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn id_at(&self, slot: usize) -> Option<SpriteId> {
        self.slots.in_slot(slot).map(|_| SpriteId(self.slots.id(slot as u32)))
    }

    /// Returns the data of the sprite in a slot. If the slot is vacant but not free yet, it is the data of the removed
    /// sprite, as [`World::data`] returns it. Returns `None` if the slot is free.
    #[doc(hidden)]
    #[must_use]
    pub fn data_at(&self, slot: usize) -> Option<u64> {
        (self.slots.in_slot(slot).is_some() || self.slots.is_slot_waiting(slot)).then(|| self.masks.data.get(slot))
    }

    /// Adds `count` sprites, each as `make` returns it for its index, and returns their ids. `fail` makes the error of a
    /// sprite that cannot be added. After an error, the world is unchanged, as after that of [`World::spawn_many`].
    ///
    /// # Errors
    /// Returns the errors of `make` and `fail`.
    #[doc(hidden)]
    pub fn spawn_each<E>(
        &mut self,
        count: usize,
        mut make: impl FnMut(&World, usize) -> Result<Sprite, E>,
        fail: impl Fn(WorldError, usize) -> E,
    ) -> Result<Vec<SpriteId>, E> {
        self.reserve(count).map_err(|error| fail(error, 0))?;
        let mut ids = memory::try_with_capacity(count).map_err(|error| fail(error.into(), 0))?;
        let spawned = (0..count).try_for_each(|index| {
            let sprite = make(self, index)?;
            self.spawn_into(sprite, &mut ids).map_err(|error| fail(error, index))
        });
        self.all_or_none(spawned, ids)
    }

    /// Fills a list with the position of the sprite in each slot, in pixels. The entry of a vacant slot is
    /// `[i32::MIN, i32::MIN]`, which is out of range. The list is cleared first, and then has [`World::slot_count`]
    /// entries.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub fn positions_by_slot(&self, positions: &mut Vec<[i32; 2]>) -> Result<(), WorldError> {
        positions.clear();
        positions.try_reserve(self.slot_count())?;
        let position = |slot| self.slots.in_slot(slot).map_or([i32::MIN; 2], |_| self.columns.position(slot));
        positions.extend((0..self.slot_count()).map(position));
        Ok(())
    }

    /// Moves the sprite in each slot to the position at the index of the slot, in pixels. If there is an error, no
    /// sprite moves.
    ///
    /// Positions of vacant slots and positions beyond the slots are ignored. If the list is shorter than the number of
    /// slots, the sprites in the other slots keep their positions.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// let ids = [0, 1, 2].map(|x| world.spawn(Sprite::new(dot, [x, 0])).unwrap());
    /// let mut positions = Vec::new();
    /// world.positions_by_slot(&mut positions)?;
    /// positions.iter_mut().for_each(|[_, y]| *y += 5);
    /// world.sync_by_slot(&positions)?;
    /// assert_eq!(world.get(ids[2]).unwrap().position, [2, 5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`WorldError::OutOfRange`] if the position of an occupied slot is further than
    /// [`MAX_POSITION`](crate::MAX_POSITION) from 0.
    pub fn sync_by_slot(&mut self, positions: &[[i32; 2]]) -> Result<(), WorldError> {
        for (slot, at) in positions.iter().enumerate() {
            if let Err(error) = check_position(at.map(i64::from))
                && self.slots.in_slot(slot).is_some()
            {
                return Err(error);
            }
        }
        self.columns.sync(positions, &self.slots);
        Ok(())
    }

    /// Returns whether any sprite may have an angle, a scale, an origin, a transform or a fraction. Without one, a real
    /// position is rounded.
    #[doc(hidden)]
    #[must_use]
    pub fn has_fractions(&self) -> bool {
        self.columns.extras().stored() > 0
    }

    /// Moves the sprite in each slot to a point with fractions, as [`SpriteMut::place_at`](crate::SpriteMut::place_at)
    /// does. Points of vacant slots are ignored. After an error, no sprite has moved, unless the system refused memory.
    /// `fail` makes the error of a point, from its slot.
    ///
    /// # Errors
    /// Returns the errors of `fail`.
    #[doc(hidden)]
    pub fn place_by_slot<E>(&mut self, points: &[[f64; 2]], fail: impl Fn(WorldError, usize) -> E) -> Result<(), E> {
        self.place_slots(points).map_err(|(error, slot)| fail(error, slot))
    }

    /// (Not generic, so that it is compiled with this crate, in packages that are compiled for size.)
    fn place_slots(&mut self, points: &[[f64; 2]]) -> Result<(), (WorldError, usize)> {
        let mut positions = memory::try_with_capacity(points.len()).map_err(|error| (error.into(), 0))?;
        let mut fractions = Vec::new();
        for (slot, &at) in points.iter().enumerate() {
            let Some(id) = self.id_at(slot) else {
                positions.push([0, 0]);
                continue;
            };
            let extras = self.columns.extras().get(slot);
            let (position, fraction) = position_at(at, extras.map == MapExtras::NONE).map_err(|error| (error, slot))?;
            positions.push(position);
            if fraction != extras.fraction {
                memory::try_push(&mut fractions, (id, fraction)).map_err(|error| (error.into(), slot))?;
            }
        }
        for (id, fraction) in fractions {
            let placed = self.columns.sprite_mut(id, &self.masks).set_fraction(fraction);
            placed.map_err(|error| (error, id.index()))?;
        }
        self.columns.sync(&positions, &self.slots);
        Ok(())
    }

    /// Moves sprites to points with fractions, each as [`SpriteMut::place_at`](crate::SpriteMut::place_at) does. After
    /// an error, no sprite has moved, unless the system refused memory. `fail` makes the error of a point, from its
    /// index.
    ///
    /// # Errors
    /// Returns the errors of `fail`.
    #[doc(hidden)]
    pub fn place_each<E>(
        &mut self,
        points: &[[f64; 2]],
        id: impl Fn(usize) -> SpriteId,
        fail: impl Fn(WorldError, usize) -> E,
    ) -> Result<(), E> {
        let mut ids = memory::try_with_capacity(points.len()).map_err(|error| fail(error.into(), 0))?;
        for (index, &at) in points.iter().enumerate() {
            let id = id(index);
            let slot = self.slot_of(id).map_err(|error| fail(error, index))?;
            position_at(at, self.columns.extras().get(slot).map == MapExtras::NONE)
                .map_err(|error| fail(error, index))?;
            ids.push(id);
        }
        for (index, (id, &at)) in ids.into_iter().zip(points).enumerate() {
            self.columns.sprite_mut(id, &self.masks).place_at(at).map_err(|error| fail(error, index))?;
        }
        Ok(())
    }

    /// Returns the id of the mask in a slot, or `None` if the slot is vacant. [`MaskId::index`] is the slot of a mask.
    #[doc(hidden)]
    #[must_use]
    pub fn mask_id_at(&self, slot: usize) -> Option<MaskId> {
        self.masks.id_at(slot)
    }

    /// Returns an iterator over the ids of all masks, sorted.
    pub fn mask_ids(&self) -> impl Iterator<Item = MaskId> + '_ {
        self.masks.ids()
    }

    /// Returns an iterator over the pairs in which one sprite is in a layer of `layers_a` and the other is in a layer
    /// of `layers_b`: `[the sprite in a, the sprite in b]`. Each bit is a layer, as in
    /// [`Sprite::layers`](crate::Sprite::layers()).
    ///
    /// If both sprites fit both sets of layers, the first sprite of the pair comes first. A despawned sprite is in no
    /// layer. [`Step::pairs_between`] does this with the pairs of a step.
    ///
    /// Cost: two look-ups for each pair.
    #[doc(hidden)]
    pub fn pairs_between<'w>(
        &'w self,
        pairs: &'w [Pair],
        layers_a: u32,
        layers_b: u32,
    ) -> impl Iterator<Item = [SpriteId; 2]> + use<'w> {
        pairs.iter().filter_map(move |&Pair { a, b }| {
            let slot = |id: SpriteId| self.slot_of(id).ok();
            let is_in = |slot: usize, layers| self.columns.layers().get(slot).is_in_any(layers);
            let fits = |[a, b]: &[SpriteId; 2]| {
                slot(*a).is_some_and(|slot| is_in(slot, layers_a)) && slot(*b).is_some_and(|slot| is_in(slot, layers_b))
            };
            [[a, b], [b, a]].into_iter().find(fits)
        })
    }

    /// Returns the last step again if nothing has changed since. Returns `None` otherwise. It is made for programs that
    /// cannot hold the borrowed [`Step`], as the packages for other languages.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// let id = world.spawn(Sprite::new(dot, [3, 4]))?;
    /// world.step()?;
    /// assert!(world.last_step().is_some());
    /// world.move_by(id, [1, 0])?;
    /// assert!(world.last_step().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: that of [`World::view`].
    #[doc(hidden)]
    #[must_use]
    pub fn last_step(&self) -> Option<Step<'_>> {
        self.view().filter(|_| self.step_is_current).map(|view| Step::of(view.world))
    }

    /// Returns the shape that a sprite would have in this world, as [`View::shape`](crate::View::shape) does, without
    /// a refresh. A program that spreads its sprites over several worlds finds with it the worlds that a sprite
    /// touches.
    ///
    /// # Errors
    /// Returns the errors of [`World::spawn`], except [`WorldError::Full`].
    #[doc(hidden)]
    pub fn shape_of(&self, sprite: &Sprite) -> Result<PlacedMask<'_>, WorldError> {
        self.masks.shape(&StoredSprite::new(sprite)?)
    }

    /// Returns the box around a sprite in this world by which the trees find it, without a refresh: the smallest box around
    /// the solid pixels, or if the sprite is scaled, rotated or transformed, a box that may be larger. It follows from the
    /// mask and the map alone, so it is the same in every world. Returns `None` if the sprite shows no pixel.
    ///
    /// # Errors
    /// Returns the errors of [`World::spawn`], except [`WorldError::Full`].
    #[doc(hidden)]
    pub fn box_of(&self, sprite: &Sprite) -> Result<Option<Rect>, WorldError> {
        Ok(self.masks.outer(&StoredSprite::new(sprite)?)?.rect())
    }

    /// Sets whether the sprite with the smaller [data](crate::Sprite::data()) is the first of two sprites on a path,
    /// instead of the one with the smaller id. Between equal data, the id decides. The default is `false`. It is not
    /// saved.
    ///
    /// The offsets of two sprites on their [paths](crate::Sprite::continuous()) are those of the first from the second,
    /// and a place between two pixels is rounded. So which sprite is the first can decide whether two sprites touch. A
    /// program that spreads its sprites over several worlds needs an order that does not depend on the ids in a world.
    #[doc(hidden)]
    pub fn set_paths_by_data(&mut self, by_data: bool) {
        self.paths_by_data = by_data;
    }

    /// Refreshes the world, then checks its slots, columns, trees and masks against each other. It is for tests.
    ///
    /// # Errors
    /// Returns the errors of [`World::refresh`].
    ///
    /// # Panics
    /// Panics if a check fails. A failed check is a bug of this crate; please report it.
    #[doc(hidden)]
    pub fn validate(&mut self) -> Result<(), WorldError> {
        self.refresh()?;
        self.slots.validate();
        self.columns.validate(self.slots.slot_count());
        self.trees.validate(&self.columns, &self.slots, &self.masks);
        let World { slots, columns, masks, .. } = self;
        masks.validate(slots.iter().map(|(id, _)| columns.sprite(id.index() as usize)));
        self.tables.validate(&self.masks, self.limits.offset_table_bytes);
        Ok(())
    }
}

/// Returns the mask of a sprite under its map, which tells what pixel of the picture each pixel of the world shows.
/// Returns `None` if the id is stale, or if the sprite shows the picture as it is, flipped and turned.
#[must_use]
pub fn under_map(view: View<'_>, id: SpriteId) -> Option<TransformedMask<'_>> {
    view.world.masks.under_map(&view.world.columns.sprite(view.slot(id)?)).ok()?
}

/// Returns the box of a sprite in the world of a view, as [`World::box_of`] does.
///
/// # Errors
/// Returns the errors of [`World::spawn`], except [`WorldError::Full`].
pub fn box_of(view: View<'_>, sprite: &Sprite) -> Result<Option<Rect>, WorldError> {
    view.world.box_of(sprite)
}

/// The options of a query or a move.
#[derive(Debug, Clone, Copy, Default)]
pub struct QueryOptions {
    /// If set, only sprites in one of these layers count.
    pub layers: Option<u32>,
    /// Whether sensors block.
    pub with_sensors: bool,
    /// Whether a sprite that is overlapped at the start is hit.
    pub hit_from_inside: bool,
    /// The sprite that a query leaves out.
    pub without: Option<SpriteId>,
}

impl QueryOptions {
    /// Returns a view with the options.
    #[must_use]
    pub fn view(self, view: View<'_>) -> View<'_> {
        let view = self.layers.map_or(view, |layers| view.on_layers(layers));
        let view = self.without.map_or(view, |id| view.without(id));
        let view = if self.with_sensors { view.with_sensors() } else { view };
        if self.hit_from_inside { view.hit_from_inside() } else { view }
    }

    /// Returns a motion with the options.
    #[must_use]
    pub fn motion(self, motion: Motion) -> Motion {
        let motion = self.layers.map_or(motion, |layers| motion.on_layers(layers));
        let motion = if self.with_sensors { motion.with_sensors() } else { motion };
        if self.hit_from_inside { motion.hit_from_inside() } else { motion }
    }
}
