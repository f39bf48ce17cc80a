//! `hitmask swarm`: moves many bouncing sprites, finds every exact collision at each step, and reports the times.

mod command;
mod folder;
mod live_table;
mod mask_set;
mod movie;
mod placing;
mod procedural;
mod report;
#[allow(dead_code, unreachable_pub, reason = "the crate `bench` uses this file too, and more of it")]
pub(crate) mod rng;
mod shapes;
mod simulation;
mod stats;
mod step_stats;
mod tiled;
mod visible;

pub(crate) use command::{announce, run, run_worker};
