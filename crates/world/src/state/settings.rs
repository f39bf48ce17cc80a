//! The settings of a world.

use crate::{Index, SpriteId, World};

/// The settings of a world.
#[derive(Clone, Copy)]
pub(crate) struct Settings {
    /// The maximum number of pairs in a list.
    pub(crate) pair_limit: usize,
    /// The number of sprites from which work runs on several threads, if the user has set one.
    pub(crate) parallel_from: Option<usize>,
    /// The number of bytes that the offset tables may take.
    pub(crate) offset_table_budget: usize,
    /// The number of bytes that the scaled and rotated variants of masks may take.
    pub(crate) variant_budget: usize,
    /// Whether ways compare the data of two sprites instead of their ids.
    pub(crate) ways_by_data: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            pair_limit: World::DEFAULT_PAIR_LIMIT,
            parallel_from: None,
            offset_table_budget: World::DEFAULT_OFFSET_TABLE_BUDGET,
            variant_budget: World::DEFAULT_VARIANT_BUDGET,
            ways_by_data: false,
        }
    }
}

/// Settings.
impl World {
    /// The default of [`World::pair_limit`]: 33,554,432 pairs, which take 512 MiB.
    pub const DEFAULT_PAIR_LIMIT: usize = 1 << 25;

    /// The number of sprites from which work runs on several threads before the world has measured its steps: 10,000.
    pub const DEFAULT_PARALLEL_FROM: usize = 10_000;

    /// Returns the maximum number of pairs in a list.
    ///
    /// The limit protects the memory: a million sprites on one point form about 500 billion pairs. A method that
    /// lists pairs returns [`WorldError::TooManyPairs`](crate::WorldError::TooManyPairs) if the list would be longer.
    #[must_use]
    pub fn pair_limit(&self) -> usize {
        self.settings.pair_limit
    }

    /// Sets the maximum number of pairs in a list. The default is [`World::DEFAULT_PAIR_LIMIT`].
    pub fn set_pair_limit(&mut self, pairs: usize) {
        self.settings.pair_limit = pairs;
    }

    /// Whether the first of two sprites is the first on their way too.
    #[inline(always)]
    pub(crate) fn is_way_order(&self, a: SpriteId, b: SpriteId) -> bool {
        if self.settings.ways_by_data {
            let key = |id: SpriteId| (self.data.get(id.index()), id);
            return key(a) < key(b);
        }
        a < b
    }

    /// Sets the number of sprites from which work runs on several threads: those of the caller's rayon pool, or outside
    /// of pools, threads of this library. 0 forces threads, and [`usize::MAX`] forbids them.
    ///
    /// By default, the world decides. [`World::step`] measures itself: from 1,000 sprites on, five of the first steps
    /// run on one thread and then five on several, and the world keeps the faster way. Steps that take less than 100 us
    /// stay on one thread. The world tries the other way again in one step of 256, and begins anew if the number of
    /// sprites doubles or halves. Steps in which few sprites change do not count. Until the world has measured its
    /// steps, work runs on several threads from [`World::DEFAULT_PARALLEL_FROM`] sprites on. Setting a number
    /// stops the measurement. Copies and saved worlds measure anew.
    ///
    /// The results do not depend on this number, or on the times of steps.
    pub fn set_parallel_from(&mut self, sprites: usize) {
        self.settings.parallel_from = Some(sprites);
    }

    /// Returns the number that [`World::set_parallel_from`] has set, or [`World::DEFAULT_PARALLEL_FROM`].
    #[must_use]
    pub fn parallel_from(&self) -> usize {
        self.settings.parallel_from.unwrap_or(World::DEFAULT_PARALLEL_FROM)
    }

    /// The default of [`World::set_offset_table_budget`]: 16 MiB.
    pub const DEFAULT_OFFSET_TABLE_BUDGET: usize = 1 << 24;

    /// Sets the memory that the offset tables may take, in bytes. The default is
    /// [`World::DEFAULT_OFFSET_TABLE_BUDGET`]. If the budget is 0, there are no tables.
    ///
    /// An offset table holds whether two masks collide, for each offset between them. The world makes tables for the
    /// pairs of masks of up to some 64 x 64 pixels that it tests most often, and then looks up most results instead of
    /// testing pixels. A table takes at most 2 KiB.
    ///
    /// The results do not depend on the tables. A change takes effect at the next refresh. The tables take at most
    /// 256 MiB, even if the budget is larger.
    ///
    /// ```
    /// # let mut world = world::World::new();
    /// world.set_offset_table_budget(0); // to save memory
    /// world.refresh()?;
    /// assert_eq!(world.offset_table_bytes(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_offset_table_budget(&mut self, bytes: usize) {
        self.settings.offset_table_budget = bytes;
    }

    /// Returns the memory that the offset tables may take, in bytes, as [`World::set_offset_table_budget`] sets it.
    #[must_use]
    pub fn offset_table_budget(&self) -> usize {
        self.settings.offset_table_budget
    }

    /// Returns the memory that the offset tables take at present, in bytes. Copies of a world share their tables.
    #[must_use]
    pub fn offset_table_bytes(&self) -> usize {
        self.tables.bytes()
    }

    /// The default of [`World::set_variant_budget`]: 64 MiB.
    pub const DEFAULT_VARIANT_BUDGET: usize = 1 << 26;

    /// Returns the memory that scaled and rotated masks may take, in bytes, as [`World::set_variant_budget`] sets it.
    #[must_use]
    pub fn variant_budget(&self) -> usize {
        self.settings.variant_budget
    }

    /// Sets the memory that scaled and rotated masks may take, in bytes. The default is
    /// [`World::DEFAULT_VARIANT_BUDGET`].
    ///
    /// The world builds a scaled or rotated mask when a sprite first shows it, and keeps it for other sprites. If these
    /// masks take more than the budget, the next refresh drops masks that no sprite shows, the least recently used
    /// first. A mask that is dropped is built again when a sprite shows it. A mask that a sprite shows is never
    /// dropped, so the masks take more than the budget if the shown ones do. The world then looks again after they have
    /// grown by an eighth, or after 64 refreshes. The masks that [`World::add_mask`] adds, and their flips and quarter
    /// turns, do not count.
    ///
    /// The results do not depend on the budget. A copy of a world shares these masks. A mask that one world drops stays
    /// in the other.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// let rock = world.add_mask(Mask::filled(64, 64)?)?;
    /// let id = world.spawn(Sprite::new(rock, [0, 0]).exact(true))?;
    /// world.set_variant_budget(1 << 16);
    /// for step in 0..1000 {
    ///     world.get_mut(id)?.set_scale([1.0 + f64::from(step) / 1000.0; 2])?; // a slow zoom
    ///     world.refresh()?;
    ///     assert!(world.variant_bytes() <= 1 << 16);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: a refresh that drops masks looks at every sprite. It drops an eighth of the budget or more, so few do.
    pub fn set_variant_budget(&mut self, bytes: usize) {
        self.settings.variant_budget = bytes;
        self.masks.check_budget();
    }

    /// Returns the memory that scaled and rotated masks take at present, in bytes.
    ///
    /// Cost: linear in the number of masks that sprites have first shown since the last refresh.
    #[must_use]
    pub fn variant_bytes(&self) -> usize {
        self.masks.variant_bytes()
    }

    /// Sets the kind of tree that the world keeps its sprites in. By default, the world chooses the kind. At present,
    /// it always chooses [`Index::Packed`].
    ///
    /// The results do not depend on the kind, except for the order of [`View::candidates`](crate::View::candidates) and
    /// of visits. If the system refuses memory for an R*-tree, the process aborts.
    pub fn force_index(&mut self, index: Index) {
        self.broad.set_index(index);
    }
}
