//! The error type of tiles.

use crate::{CheckpointError, ClusterError, RecordError};
use std::io;
use std::path::PathBuf;
use world::WorldError;

/// An error of [`Tiles`](crate::Tiles).
///
/// A call that fails before it changes anything says so. After an error of a collective call, such as
/// [`Tiles::step`](crate::Tiles::step), every further collective call of this worker returns [`TilesError::Broken`]. The other
/// workers fail as soon as this worker calls [`Tiles::fail`](crate::Tiles::fail) or is dropped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TilesError {
    /// Another worker died, stalled, failed or left, or cannot be reached.
    #[error(transparent)]
    Cluster(#[from] ClusterError),
    /// The world of this worker refused a value or a list.
    #[error(transparent)]
    World(#[from] WorldError),
    /// Another worker sent bytes that are not records.
    #[error("worker {worker} sent a damaged message: {source}")]
    Record {
        /// The worker that sent the bytes.
        worker: usize,
        /// The reason.
        source: RecordError,
    },
    /// A sprite cannot be added because its id is in use.
    #[error("sprite {id} cannot be added: its id is in use; choose another id, or remove the other sprite first")]
    IdInUse {
        /// The id.
        id: u64,
    },
    /// A sprite cannot be changed here, because this worker does not own it.
    #[error("sprite {id} is not owned by worker {worker}: it was removed, or another worker owns it")]
    NotOwned {
        /// The id.
        id: u64,
        /// This worker.
        worker: usize,
    },
    /// A new position of a sprite is out of range.
    #[error("position ({}, {}) of sprite {id} is out of range: both coordinates must be from -2^30 to 2^30", at[0], at[1])]
    OutOfRange {
        /// The id of the sprite.
        id: u64,
        /// The position.
        at: [i32; 2],
    },
    /// A checkpoint cannot be saved, or no checkpoint can be loaded.
    #[error(transparent)]
    Checkpoints(#[from] CheckpointError),
    /// One file of a checkpoint cannot be loaded.
    #[error("{}: {source}", path.display())]
    CheckpointFile {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: CheckpointError,
    },
    /// An earlier collective call failed.
    #[error("an earlier call failed on this worker or on another: start again, for example from a checkpoint")]
    Broken,
}

/// Returns an error about a temporary file without the name of that file, which the user has not chosen.
pub(crate) fn without_temporary_name(error: io::Error) -> io::Error {
    // Errors of `tempfile` are `{reason} at path {path}`, and the reason is private.
    match error.to_string().split_once(" at path ") {
        Some((reason, _)) => io::Error::new(error.kind(), reason),
        None => error,
    }
}
