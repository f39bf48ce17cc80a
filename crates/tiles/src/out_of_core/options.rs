//! The options, the stages and the errors of a join on disk.

use crate::RecordError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;
use world::{WorldError, WorldLimits};

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

/// An error of a [`DiskJoin`](crate::DiskJoin). After an error, no scratch file is left.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DiskJoinError {
    /// A mask or a sprite is not valid, there are more pairs than the limit, or the system refuses memory.
    #[error(transparent)]
    World(#[from] WorldError),
    /// The memory budget is too small.
    #[error("memory budget is {memory} bytes, expected at least {least} bytes for {what}: raise the budget")]
    BudgetTooSmall {
        /// The budget, in bytes.
        memory: usize,
        /// The smallest budget that suffices for it, in bytes.
        least: usize,
        /// The thing that does not fit.
        what: String,
    },
    /// The disk of the scratch folder is full, or a limit on files is reached.
    #[error(
        "scratch folder {}: no room for more than {written} bytes{}: free some space or choose another scratch folder",
        folder.display(), needed.map_or(String::new(), |needed| format!(", expected room for {needed} bytes"))
    )]
    ScratchFull {
        /// The scratch folder.
        folder: PathBuf,
        /// The size of the scratch file that cannot grow, in bytes.
        written: u64,
        /// The number of bytes that the file needs, as far as known.
        needed: Option<u64>,
        /// The error of the system.
        source: io::Error,
    },
    /// A scratch file cannot be created, read or written.
    #[error("scratch folder {}: cannot {action} a scratch file: check the folder or choose another one", folder.display())]
    Scratch {
        /// The scratch folder.
        folder: PathBuf,
        /// The action that failed: "create", "read" or "write".
        action: &'static str,
        /// The error of the system.
        source: io::Error,
    },
    /// A scratch file does not hold what was written.
    #[error("scratch folder {}: a scratch file is damaged: check the disk", folder.display())]
    Damaged {
        /// The scratch folder.
        folder: PathBuf,
        /// The fault.
        source: RecordError,
    },
}
