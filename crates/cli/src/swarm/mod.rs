//! `hitmask swarm`: moves many bouncing sprites, finds every exact collision at each step, and reports the times.

mod command;
#[cfg(feature = "cluster")]
mod distributed;
mod live_table;
mod mask_set;
mod movie;
#[cfg(feature = "cluster")]
mod on_workers;
mod placing;
mod procedural;
mod report;
mod rng;
mod simulation;
mod stats;

#[cfg(feature = "cluster")]
pub(crate) use command::announce;
pub(crate) use command::run;
#[cfg(feature = "cluster")]
pub(crate) use on_workers::run_worker;
