//! The error type of checkpoints.

use crate::RecordError;
use std::io;
use std::path::PathBuf;
use world::WorldError;

/// An error of a checkpoint.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// A file or a folder cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file or the folder.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A file does not begin as a checkpoint.
    #[error("file is not a checkpoint of hitmask: expected it to begin with \"HITMASK CHECKPOINT\"")]
    NotACheckpoint,
    /// A checkpoint has a version that this program does not read.
    #[error(
        "checkpoint has version {version}, expected {}: resume it with the program that wrote it",
        super::format::VERSION
    )]
    Version {
        /// The version of the file.
        version: u32,
    },
    /// A checkpoint was written by a run with other settings.
    #[error(
        "checkpoint belongs to another run: use the settings and the masks of the run that wrote it, or another folder"
    )]
    OtherJob,
    /// The name of a file does not fit its content.
    #[error(
        "checkpoint is of worker {worker} of {workers} after step {step}, but its file name differs: rename the file back"
    )]
    Renamed {
        /// The worker that wrote the file.
        worker: usize,
        /// The number of workers of the run.
        workers: usize,
        /// The step.
        step: u64,
    },
    /// A folder has checkpoints of another number of workers.
    #[error("{}: the number of workers of the checkpoints is {found}, expected {expected}: resume with {found}", folder.display())]
    Workers {
        /// The folder.
        folder: PathBuf,
        /// The number of workers of the checkpoints.
        found: usize,
        /// The number of workers of this run.
        expected: usize,
    },
    /// No step has a checkpoint of every worker.
    #[error("{}: no step has a checkpoint of every worker: check the folder, or start a new run", folder.display())]
    Missing {
        /// The folder.
        folder: PathBuf,
    },
    /// A checkpoint ends early, or its bytes have changed since it was written.
    #[error("checkpoint is damaged: {reason}; restore it from a copy, or start again in another folder")]
    Damaged {
        /// The fault.
        reason: String,
    },
    /// A sprite or a mask of a checkpoint cannot be read.
    #[error("checkpoint is damaged: {0}")]
    Record(#[from] RecordError),
    /// The world refuses a sprite or a mask of a checkpoint.
    #[error("checkpoint cannot be loaded: {0}")]
    World(#[from] WorldError),
    /// A checkpoint is to be loaded into tiles that are not new.
    #[error("checkpoint must be loaded before the first step and before sprites are added")]
    NotNew,
    /// Sprites were added, removed, changed or moved since the last step.
    #[error("checkpoint must be saved right after a step: sprites have changed since the last step")]
    NotAfterStep,
}

impl CheckpointError {
    pub(super) fn damaged(reason: impl Into<String>) -> CheckpointError {
        CheckpointError::Damaged { reason: reason.into() }
    }
}
