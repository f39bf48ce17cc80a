//! Pixel-perfect collision of more 2D sprites than one machine holds: a world cut into tiles over threads, processes and
//! hosts.
//!
//! - [`Cluster`] says which workers there are, and connects them. [`Exchange`] sends bytes between them, in rounds. It is built
//!   on timely dataflow. Every failure of a worker is a [`ClusterError`] that names the worker.
//! - [`Tiles`] is a world of sprites as one worker sees it. [`Tiles::step`] lists the pairs of sprites that share a solid
//!   pixel, those that began and those that ended. The lists of all workers together are the lists of one
//!   [`World`](world::World).
//! - [`Tiles::save`] and [`Tiles::load`] are checkpoints of all workers together.
//! - [`DiskJoin`] finds the pairs of a scene that is larger than memory, on one machine.
//! - [`Cuts`] is the partition of the plane that both use.
//!
//! ```
//! use mask::Mask;
//! use tiles::{Cluster, Exchange, Tiles};
//! use world::Sprite;
//!
//! // A cluster of one worker. `Cluster::threads(4)` has four, `Cluster::hosts` one on each machine.
//! let connection = Cluster::threads(1).connect()?.remove(0);
//! let mut tiles = Tiles::new(Exchange::new(connection)?);
//! let ball = tiles.add_mask(".##.\n####\n.##.".parse::<Mask>()?)?;
//! tiles.add(7, Sprite::new(ball, [0, 0]).data(2))?;
//! tiles.add(9, Sprite::new(ball, [9, 0]))?;
//! assert!(tiles.step()?.pairs().is_empty());
//!
//! tiles.update(|sprite| sprite.at[0] += 3 * sprite.data as i32)?; // each worker moves its own sprites
//! assert_eq!(tiles.step()?.began(), [[7, 9]]);
//! tiles.finish()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Guarantees
//!
//! - Each pair is reported once, by one worker, with the smaller id first. Lists are sorted by id.
//! - Pairs and events depend on where sprites stand, not on the number of workers, on the partition or on timing.
//! - If a worker of another process dies, is stopped, loses its network, fails or leaves, the calls of all others return an
//!   error in bounded time. A worker that computes without end is not noticed, and neither is a thread that stops.
//! - The network between hosts must be private: workers prove that they have the token of the cluster, but do not encrypt what
//!   they send.

mod checkpoint;
mod cluster;
mod cuts;
mod distributed;
mod error;
mod out_of_core;
mod record;

pub use checkpoint::{CheckpointError, CheckpointInfo};
pub use cluster::{
    Cluster, ClusterError, Connection, Difference, Exchange, HEARTBEAT, SILENCE, Token, TokenError, Watch,
};
pub use cuts::{Bounds, Cuts};
pub use distributed::{Moving, StepTimes, Tiles, TilesStep};
pub use error::TilesError;
pub use out_of_core::{DiskJoin, DiskJoinError, DiskJoinOptions, DiskJoinStage, JoinedPair, JoinedPairs};
pub use record::RecordError;

/// The code of the README, compiled and run by the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
