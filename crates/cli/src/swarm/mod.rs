//! `hitmask swarm`: moves many bouncing sprites, finds every exact collision at each step, and reports the times.

mod command;
mod distributed;
mod folder;
mod live_table;
mod mask_set;
mod movie;
mod placing;
mod procedural;
mod report;
mod rng;
mod shapes;
mod simulation;
mod stats;
mod step_stats;
mod visible;

pub(crate) use command::{announce, run, run_worker};
