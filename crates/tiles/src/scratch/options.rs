//! The options and the stages of a join on disk.

use std::path::PathBuf;
use world::WorldLimits;

/// The options of a [`DiskJoin`](crate::DiskJoin).
///
/// ```
/// use tiles::DiskJoinOptions;
///
/// let options = DiskJoinOptions { memory: 64 << 20, ..DiskJoinOptions::default() };
/// assert_eq!(options.folder, std::env::temp_dir());
/// ```
#[derive(Debug, Clone)]
pub struct DiskJoinOptions {
    /// The memory that the join may take, in bytes: masks, sprites, pairs, tables and buffers. The rest of the program
    /// does not count. The default is 256 MiB.
    ///
    /// The allocator of the system may keep some of the memory that was freed.
    pub memory: usize,
    /// The folder for scratch files. The default is the temporary folder of the system, which some systems keep in
    /// memory.
    pub folder: PathBuf,
    /// The maximum number of pairs. The default is that of [`WorldLimits::DEFAULT`].
    pub pair_limit: usize,
}

impl Default for DiskJoinOptions {
    fn default() -> DiskJoinOptions {
        DiskJoinOptions { memory: 256 << 20, folder: std::env::temp_dir(), pair_limit: WorldLimits::DEFAULT.pairs }
    }
}

/// The present stage of a join on disk, for a progress bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DiskJoinStage {
    /// Sprites are copied into the lists of tiles.
    Cutting {
        /// The number of sprites copied so far.
        done: u64,
        /// The number of sprites to copy.
        sprites: u64,
    },
    /// A tile is joined.
    Joining {
        /// The number of tiles joined so far.
        done: u64,
        /// The number of tiles known so far. It grows if a tile has to be cut.
        tiles: u64,
    },
    /// The pairs of all tiles are merged.
    Merging {
        /// The number of pairs.
        pairs: u64,
    },
}
