//! The limits of a world.

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
    /// lists pairs returns [`WorldError::TooManyPairs`](crate::WorldError::TooManyPairs) if the list would be longer.
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
    /// The mask of a sprite that has kept its scale, angle and transform for eight refreshes is rendered, and shared by all
    /// sprites that show the same. If that would take more than the limit, the sprite is tested without rendering. Masks
    /// whose angles are rounded ([`World::set_angle_steps`](crate::World::set_angle_steps)) are rendered when a sprite first
    /// shows them.
    ///
    /// If these masks take more than the limit, the next refresh drops those that no sprite shows. A mask that a sprite
    /// shows is never dropped. The masks that [`World::add_mask`](crate::World::add_mask) adds, and their flips and quarter
    /// turns, do not count. A copy of a world shares these masks. A mask that one world drops stays in the other.
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
