//! `hitmask swarm`: moves many bouncing sprites, finds every exact collision at each step, and reports the times.

mod command;
#[cfg(feature = "cluster")]
mod distributed;
mod folder;
mod live_table;
mod mask_set;
mod movie;
#[cfg(feature = "cluster")]
mod on_workers;
mod placing;
mod procedural;
mod report;
mod rng;
mod shapes;
mod simulation;
mod stats;
mod step_stats;
mod visible;

#[cfg(feature = "cluster")]
pub(crate) use command::announce;
pub(crate) use command::run;
#[cfg(feature = "cluster")]
pub(crate) use on_workers::run_worker;
