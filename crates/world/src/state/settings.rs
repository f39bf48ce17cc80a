//! The settings of a world.

use crate::{Index, World, threads};

/// The settings of a world.
#[derive(Clone, Copy)]
pub(crate) struct Settings {
    /// The maximum number of pairs in a list.
    pub(crate) pair_limit: usize,
    /// The number of sprites from which work runs on several threads.
    pub(crate) parallel_from: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { pair_limit: World::DEFAULT_PAIR_LIMIT, parallel_from: World::DEFAULT_PARALLEL_FROM }
    }
}

/// Settings.
impl World {
    /// The default of [`World::pair_limit`]: 33,554,432 pairs, which take 512 MiB.
    pub const DEFAULT_PAIR_LIMIT: usize = 1 << 25;

    /// The default of [`World::set_parallel_from`]: 20,000 sprites. With fewer sprites, distributing the work costs
    /// more time than the threads save.
    pub const DEFAULT_PARALLEL_FROM: usize = 20_000;

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

    /// Sets the number of sprites from which work runs on several threads: the threads of the caller's rayon pool. The
    /// default is [`World::DEFAULT_PARALLEL_FROM`].
    ///
    /// The results do not depend on this number.
    pub fn set_parallel_from(&mut self, sprites: usize) {
        self.settings.parallel_from = sprites;
    }

    /// Sets the kind of tree that the world keeps its sprites in. By default, the world chooses the kind. At present,
    /// it always chooses [`Index::Packed`].
    ///
    /// The results do not depend on the kind, except for the order of [`View::candidates`](crate::View::candidates) and
    /// of visits. If the system refuses memory for an R*-tree, the process aborts.
    pub fn force_index(&mut self, index: Index) {
        self.broad.set_index(index);
    }

    /// Returns whether work on `sprites` sprites runs on several threads.
    pub(crate) fn parallel(&self, sprites: usize) -> bool {
        sprites >= self.settings.parallel_from && threads::count() > 1
    }
}
