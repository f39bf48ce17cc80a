//! The settings of a world.

use crate::{Index, World, threads};

/// What the user may set.
#[derive(Clone, Copy)]
pub(crate) struct Settings {
    pub(crate) pair_limit: usize,
    pub(crate) parallel_from: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { pair_limit: World::DEFAULT_PAIR_LIMIT, parallel_from: World::DEFAULT_PARALLEL_FROM }
    }
}

/// Settings.
impl World {
    /// How many pairs a list may have unless [`World::set_pair_limit`] says otherwise: 33,554,432, which
    /// take 512 MiB.
    pub const DEFAULT_PAIR_LIMIT: usize = 1 << 25;

    /// From how many sprites on the work is shared among threads unless [`World::set_parallel_from`]
    /// says otherwise: below, handing it out costs more than it saves.
    pub const DEFAULT_PARALLEL_FROM: usize = 20_000;

    /// How many pairs a list may have. A million sprites on one point are half a million million pairs:
    /// beyond the limit a list is refused with [`WorldError::TooManyPairs`].
    #[must_use]
    pub fn pair_limit(&self) -> usize {
        self.settings.pair_limit
    }

    /// Sets how many pairs a list may have.
    pub fn set_pair_limit(&mut self, pairs: usize) {
        self.settings.pair_limit = pairs;
    }

    /// Sets from how many sprites on the work is shared among the threads of the rayon pool that the
    /// caller is in. The answers do not depend on it.
    pub fn set_parallel_from(&mut self, sprites: usize) {
        self.settings.parallel_from = sprites;
    }

    /// Makes the world keep its sprites in trees of one kind. Answers do not depend on it, but for the order of
    /// [`View::candidates`] and of what is visited. Unless this is called, the world chooses: today, packed
    /// trees. The R*-tree takes its memory itself: where the system refuses that, the process ends.
    pub fn force_index(&mut self, index: Index) {
        self.broad.set_index(index);
    }

    /// Whether work on so many is shared among threads.
    pub(crate) fn parallel(&self, many: usize) -> bool {
        many >= self.settings.parallel_from && threads::count() > 1
    }
}
