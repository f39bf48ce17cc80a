//! Checkpoints: the sprites of all workers after a step, from which a run can go on.
//!
//! Each worker writes a file of its own. A checkpoint is complete if every worker has its file of the step. Workers confirm
//! to each other that they have written a step before they remove the step before it, so there is always a complete
//! checkpoint, whenever a worker dies.
//!
//! Pairs are not saved: they depend on the sprites only. After loading, one step finds them again.

mod block;
mod error;
mod folder;
mod format;
mod read;
mod save;
mod write;

pub use error::CheckpointError;
pub use read::CheckpointInfo;
