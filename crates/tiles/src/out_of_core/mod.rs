//! Scenes larger than memory, joined tile by tile from scratch files.
//!
//! ```text
//!  push                cut                      join                   run
//!  sprites ──> spool ──> a list for each tile ──> a sorted run of pairs ──> merged pairs
//!                          │        ^              for each tile
//!                          └────────┘
//!                     tiles that do not fit
//! ```
//!
//! A sprite is copied into each tile that a box around it touches. A pair belongs to the tile of the top-left pixel that its
//! two boxes share, so each pair is reported once.

mod budget;
mod cut;
mod entry;
mod file;
mod join;
mod leaf;
mod merge;
mod options;

pub use join::DiskJoin;
pub use merge::{JoinedPair, JoinedPairs};
pub use options::{DiskJoinError, DiskJoinOptions, DiskJoinStage};
