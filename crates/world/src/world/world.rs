//! The world: masks, sprites, the trees over the sprites, and the limits. It is made, copied, limited and refreshed
//! here.

use crate::offset_tables::OffsetTables;
use crate::pairs::{Spare, StepLists};
use crate::slots::Slots;
use crate::store::{Columns, Flags, Lane};
use crate::threads::Threads;
use crate::tree::Trees;
use crate::variants::MaskStore;
use crate::{BroadPhase, SpriteId, View, WorldError, memory};
use std::{fmt, iter};

/// A set of masks and of sprites that show them. It finds the sprites that share solid pixels.
///
/// Methods of `World` change masks and sprites. A change is cheap. [`World::refresh`] then updates the trees and
/// returns a [`View`], whose methods query the world. The cost of a refresh depends on how many sprites
/// have changed since the last refresh.
///
/// Memory: about 80 bytes for each sprite, 8 more if any sprite has [data](crate::Sprite::data()), and 64 more if any
/// sprite has an angle, a scale, an origin, a transform or a fraction. A sprite whose map has changed in the last eight
/// refreshes takes some 300 bytes more. Masks are shared between sprites. Masks, their
/// variants ([`WorldLimits::variant_bytes`](crate::WorldLimits#structfield.variant_bytes)), lists of pairs and offset
/// tables ([`WorldLimits::offset_table_bytes`](crate::WorldLimits#structfield.offset_table_bytes)) take memory in
/// addition.
#[derive(Default)]
pub struct World {
    pub(crate) masks: MaskStore,
    /// The ids, and the lane of each sprite in the trees.
    pub(crate) slots: Slots<Lane>,
    pub(crate) columns: Columns,
    pub(crate) trees: Trees,
    pub(crate) tables: OffsetTables,
    pub(crate) limits: WorldLimits,
    /// Whether paths compare the data of two sprites instead of their ids.
    pub(crate) paths_by_data: bool,
    pub(crate) step_lists: StepLists,
    /// The comparisons of leaves in the last join of a step.
    pub(crate) join_work: u64,
    /// (Not copied.)
    pub(crate) spare: Spare,
    /// Whether [`World::step`] has ever succeeded. From then on, only steps release slots. Before, refreshes release
    /// them.
    pub(crate) stepped: bool,
    /// Whether no refresh has found a change since the last step.
    pub(crate) step_is_current: bool,
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World").field("sprites", &self.len()).finish_non_exhaustive()
    }
}

/// The world as a whole.
impl World {
    /// Returns an empty world.
    #[must_use]
    pub fn new() -> World {
        World::default()
    }
}

/// Limits.
impl World {
    /// Returns the limits of the world.
    #[must_use]
    pub fn limits(&self) -> WorldLimits {
        self.limits
    }

    /// Sets the limits of the world. Start from [`World::limits`] to change one of them.
    pub fn set_limits(&mut self, limits: WorldLimits) {
        if limits.variant_bytes != self.limits.variant_bytes {
            self.masks.check_budget();
        }
        self.limits = limits;
    }

    /// Returns the memory that the offset tables take at present, in bytes. Copies of a world share their tables.
    #[must_use]
    pub fn offset_table_bytes(&self) -> usize {
        self.tables.bytes()
    }

    /// Returns the memory that scaled and rotated masks take at present, in bytes.
    ///
    /// Cost: linear in the number of masks that sprites have shown first since the last refresh.
    #[must_use]
    pub fn variant_bytes(&self) -> usize {
        self.masks.variant_bytes()
    }

    /// Whether the first of two sprites is the first on their path too.
    #[inline(always)]
    pub(crate) fn is_path_order(&self, a: SpriteId, b: SpriteId) -> bool {
        if self.paths_by_data {
            let key = |id: SpriteId| (self.masks.data.get(id.index()), id);
            return key(a) < key(b);
        }
        a < b
    }

    /// Sets the kind of tree that the world keeps its sprites in. By default, the world chooses the kind. At present,
    /// it always chooses [`BroadPhase::Packed`].
    ///
    /// The results do not depend on the kind, except for the order of [`View::candidates`](crate::View::candidates) and
    /// of visits. If the system refuses memory for an R*-tree, the process aborts.
    pub fn force_index(&mut self, index: BroadPhase) {
        self.trees.set_index(index);
    }
}

/// The limits of a world ([`World::limits`](crate::World::limits),
/// [`World::set_limits`](crate::World::set_limits)): how long lists may be, what memory caches may take, and when
/// threads are used. Apart from lists that become errors, the results do not depend on them.
///
/// ```
/// # use hitmask::World;
/// let mut world = World::new();
/// world.set_limits(world.limits().pairs(1000).offset_table_bytes(0));
/// assert_eq!((world.limits().pairs, world.limits().variant_bytes), (1000, 64 << 20));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct WorldLimits {
    /// The maximum number of pairs in a list. The default is 33,554,432 pairs, which take 512 MiB.
    ///
    /// The limit protects the memory: a million sprites on one point form about 500 billion pairs. A method that
    /// lists pairs returns [`WorldError::TooManyPairs`] if the list would be longer.
    pub pairs: usize,
    /// The number of sprites from which work runs on several threads: those of the caller's rayon pool, or outside of
    /// pools, threads of this library. 0 forces threads, and [`usize::MAX`] forbids them.
    ///
    /// By default, this is `None`, and work runs on several threads from [`WorldLimits::PARALLEL_FROM`] sprites on. A
    /// step in which few sprites change wakes no thread.
    pub parallel_from: Option<usize>,
    /// The memory that the offset tables may take, in bytes. The default is 16 MiB; 0 means no tables.
    ///
    /// An offset table holds whether two masks collide, for each offset between them. The world makes tables for the
    /// pairs of masks of up to some 64 x 64 pixels that it tests most often, and then looks up most results instead of
    /// testing pixels. A table takes at most 2 KiB. A change takes effect at the next refresh. The tables take at most
    /// 256 MiB, even if the limit is larger.
    pub offset_table_bytes: usize,
    /// The memory that scaled and rotated masks may take, in bytes. The default is 64 MiB.
    ///
    /// The mask of a sprite that has kept its scale, angle and transform for eight refreshes is rendered, and shared by
    /// all sprites that show the same. If that would take more than the limit, the sprite is tested without rendering.
    /// Masks whose angles are rounded ([`World::set_angle_steps`](crate::World::set_angle_steps)) are rendered when a
    /// sprite first shows them.
    ///
    /// If these masks take more than the limit, the next refresh drops those that no sprite shows. A mask that a sprite
    /// shows is never dropped. The masks that [`World::add_mask`](crate::World::add_mask) adds, and their flips and
    /// quarter turns, do not count. A copy of a world shares these masks. A mask that one world drops stays in the
    /// other.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let rock = world.add_mask(Mask::filled(64, 64)?)?;
    /// let id = world.spawn(Sprite::new(rock, [0, 0]))?;
    /// world.set_limits(world.limits().variant_bytes(1 << 16));
    /// for step in 0..1000 {
    ///     world.get_mut(id)?.set_scale([1.0 + f64::from(step) / 1000.0; 2])?; // a slow zoom
    ///     world.refresh()?;
    ///     assert!(world.variant_bytes() <= 1 << 16);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: a refresh that drops masks looks at every sprite. It drops an eighth of the limit or more, so few do.
    pub variant_bytes: usize,
}

impl Default for WorldLimits {
    fn default() -> WorldLimits {
        WorldLimits::DEFAULT
    }
}

impl WorldLimits {
    /// The limits of a new world.
    pub const DEFAULT: WorldLimits =
        WorldLimits { pairs: 1 << 25, parallel_from: None, offset_table_bytes: 1 << 24, variant_bytes: 1 << 26 };

    /// The number of sprites from which work runs on several threads by default: 10,000. Steps of fewer sprites take as
    /// long on one.
    pub const PARALLEL_FROM: usize = 10_000;

    /// Sets [`WorldLimits::pairs`](#structfield.pairs).
    #[must_use]
    pub const fn pairs(self, pairs: usize) -> WorldLimits {
        WorldLimits { pairs, ..self }
    }

    /// Sets [`WorldLimits::parallel_from`](#structfield.parallel_from): 0 forces threads, and [`usize::MAX`] forbids
    /// them.
    #[must_use]
    pub const fn parallel_from(self, sprites: usize) -> WorldLimits {
        WorldLimits { parallel_from: Some(sprites), ..self }
    }

    /// Sets [`WorldLimits::offset_table_bytes`](#structfield.offset_table_bytes).
    #[must_use]
    pub const fn offset_table_bytes(self, bytes: usize) -> WorldLimits {
        WorldLimits { offset_table_bytes: bytes, ..self }
    }

    /// Sets [`WorldLimits::variant_bytes`](#structfield.variant_bytes).
    #[must_use]
    pub const fn variant_bytes(self, bytes: usize) -> WorldLimits {
        WorldLimits { variant_bytes: bytes, ..self }
    }
}

/// Views of the world.
impl World {
    /// Updates the trees, and returns a view of the world in its current state.
    ///
    /// Cost: it depends on how many sprites have changed since the last refresh.
    ///
    /// # Errors
    /// - Returns [`WorldError::CannotTransform`] if a scaled or rotated mask would exceed the limits of a mask: an edit
    ///   replaced the mask of a scaled or rotated sprite by a larger one, or a saved world contained such a sprite. The
    ///   next refresh succeeds if the mask is smaller again, or if the sprite shows another scale, angle or mask.
    /// - Returns [`WorldError::NoMemory`] if the system refuses memory. The next refresh succeeds if there is enough
    ///   memory.
    pub fn refresh(&mut self) -> Result<View<'_>, WorldError> {
        self.refresh_on(&self.threads(self.len()))
    }

    /// Does the work of [`World::refresh`].
    pub(crate) fn refresh_on(&mut self, threads: &Threads) -> Result<View<'_>, WorldError> {
        self.masks.begin_refresh()?;
        let any_dirty = self.masks.any_dirty();
        self.columns.resolve(&mut self.masks, &self.slots, any_dirty)?;
        self.settle()?;
        let World { columns, trees, masks, slots, .. } = self;
        if columns.flags.any(Flags::STALE) || trees.are_stale() {
            self.step_is_current &= !columns.flags.any(Flags::DIRTY);
            trees.refresh(columns, slots, masks, threads)?;
        } else {
            // Sprites that were moved to where they stand have marked their blocks. (Of 100,000 such sprites, each move
            // until a hit took 25 us.)
            columns.flags.remove_all(Flags::STALE);
        }
        let World { tables, masks, columns, limits, slots, .. } = self;
        // Without the memory for it, nothing is dropped.
        let _ = masks.drop_variants(limits.variant_bytes, columns.variants().iter().copied());
        masks.end_refresh(|number| tables.forget(number));
        tables.update(masks, limits.offset_table_bytes, slots.len());
        if !self.stepped {
            self.slots.release(iter::empty());
        }
        Ok(View::of(self))
    }

    /// Brings the trees up to date after a sprite has moved and nothing else has changed. Cheaper than a refresh, which
    /// the sprite still needs: it stays dirty.
    ///
    /// # Errors
    /// Returns the errors of [`World::refresh`].
    pub(crate) fn follow(&mut self, id: SpriteId) -> Result<(), WorldError> {
        let World { columns, trees, masks, slots, .. } = self;
        let lane = slots.in_slot(id.index()).copied().filter(|lane| lane.is_placed());
        let is_reshaped = columns.flags.get(id.index()).any(Flags::RESHAPED);
        if is_reshaped || !lane.is_some_and(|lane| trees.follow(lane, columns, masks)) {
            self.refresh()?;
        }
        Ok(())
    }

    /// Renders the masks of sprites whose maps have stood for some refreshes.
    fn settle(&mut self) -> Result<(), WorldError> {
        for id in self.masks.standing()? {
            let Ok(slot) = self.slot_of(id) else { continue };
            if let Some(number) = self.masks.settle(self.columns.variant(slot), self.limits.variant_bytes) {
                self.columns.set_variant(slot, number);
            }
        }
        Ok(())
    }

    /// Returns a view of the world if nothing has changed since the last refresh. Returns `None` otherwise.
    ///
    /// It is made for programs that share a world between readers, and change and step it at one place:
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// let id = world.spawn(Sprite::new(dot, [3, 4]))?;
    /// assert!(world.view().is_none());
    /// world.step()?;
    /// let shared: &World = &world;
    /// assert_eq!(shared.view().unwrap().find([3, 4]), [id]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: reads a byte for each 512 sprites, and a byte for each of those 512 if one has changed since the last
    /// step.
    #[must_use]
    pub fn view(&self) -> Option<View<'_>> {
        (!self.masks.any_dirty() && !self.columns.flags.any(Flags::STALE)).then(|| View::of(self))
    }
}

impl World {
    /// The threads for work on some sprites.
    pub(crate) fn threads(&self, sprites: usize) -> Threads {
        let from = self.limits.parallel_from.unwrap_or(WorldLimits::PARALLEL_FROM);
        if sprites < from { Threads::one() } else { Threads::many(sprites) }
    }
}

/// Copies of a world.
impl World {
    /// Returns a copy of the world, for example to roll back to, or to try a move in.
    ///
    /// The ids of sprites and masks are equal in both worlds, including the ids of sprites and masks that are added
    /// later in the same order. The next [`World::step`] of the copy compares with the last step of the original.
    ///
    /// The worlds share the masks and their flipped, turned, scaled and rotated variants, so masks take no memory
    /// again. If one world edits a shared mask, it copies the mask first, and the other world keeps the old mask.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// let id = world.spawn(Sprite::new(dot, [0, 0]))?;
    /// let frame = world.try_clone()?;
    /// world.move_to(id, [5, 5])?;
    /// assert_eq!(world.get(id).unwrap().position, [5, 5]);
    /// world = frame; // back again
    /// assert_eq!(world.get(id).unwrap().position, [0, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: at most about as much as a step in which every sprite moves.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. The R*-trees of [`World::force_index`] are an
    /// exception: if the system refuses memory for them, the process aborts.
    pub fn try_clone(&self) -> Result<World, WorldError> {
        Ok(World {
            masks: self.masks.try_clone()?,
            slots: self.slots.try_clone(|&lane| lane)?,
            columns: self.columns.try_clone()?,
            trees: self.trees.try_clone()?,
            limits: self.limits,
            paths_by_data: self.paths_by_data,
            step_lists: self.step_lists.try_clone()?,
            tables: self.tables.try_clone()?,
            join_work: self.join_work,
            spare: Spare::default(),
            stepped: self.stepped,
            // The lists of the step are not copied.
            step_is_current: false,
        })
    }
}

/// Copies the world as [`World::try_clone`] does, for code that requires `Clone`.
impl Clone for World {
    /// A copy of the world.
    ///
    /// # Panics
    /// Panics if the system refuses memory. [`World::try_clone`] returns an error instead.
    fn clone(&self) -> World {
        memory::or_panic(self.try_clone())
    }
}

/// Help with layers.
impl World {
    /// Returns examples of sprites that never meet because only one of the two collides with a layer of the other: the
    /// sprite that does, then the other. It is for debugging: a hero falls through the ground if the ground's
    /// [`collides_with`](crate::Sprite::collides_with()) lacks the hero's layer.
    ///
    /// Sprites with equal `layers`, `collides_with` and `fixed` are of one kind. Each two kinds are named once, by
    /// their sprites with the smallest ids, and the list is sorted by these ids. Two kinds of fixed sprites never meet
    /// anyway, so they are not in the list. One side is often what you want: coins may look for the hero only.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// # let square = world.add_mask(Mask::filled(8, 8)?)?;
    /// const HERO: u32 = 1;
    /// const ENEMY: u32 = 2;
    /// const GROUND: u32 = 4;
    /// let hero = world.spawn(Sprite::new(square, [0, 0]).layers(HERO))?;
    /// let ground = world.spawn(Sprite::new(square, [0, 8]).layers(GROUND).collides_with(ENEMY).fixed(true))?;
    /// assert_eq!(world.one_sided_layers(), [(hero, ground)]); // the ground forgets the hero
    /// world.get_mut(ground)?.set_collides_with(ENEMY | HERO)?;
    /// assert!(world.one_sided_layers().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: a sort of all sprites, and a comparison of each two kinds. The list needs no refresh.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn one_sided_layers(&self) -> Vec<(SpriteId, SpriteId)> {
        let described = self.sprites().map(|(id, sprite)| ((sprite.layers, sprite.collides_with, sprite.fixed), id));
        let mut kinds = memory::or_panic(memory::try_collect(described));
        kinds.sort_unstable();
        kinds.dedup_by_key(|(kind, _)| *kind);
        let mut pairs = Vec::new();
        for (&((layers, wanted, fixed), id), rest) in (1..).map_while(|n| kinds.get(n - 1).zip(kinds.get(n..))) {
            for &((other_layers, other_wanted, other_fixed), other) in rest {
                let (asks, is_asked) = (wanted & other_layers != 0, other_wanted & layers != 0);
                if asks != is_asked && !(fixed && other_fixed) {
                    let pair = if asks { (id, other) } else { (other, id) };
                    memory::or_panic(memory::try_push(&mut pairs, pair));
                }
            }
        }
        pairs.sort_unstable();
        pairs
    }
}
