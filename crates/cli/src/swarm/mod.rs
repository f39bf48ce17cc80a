//! `hitmask swarm`: moves many bouncing sprites, finds every exact collision at each step, and reports the times.

mod command;
mod folder;
mod live_table;
mod mask_set;
mod movie;
mod procedural;
mod report;
#[allow(dead_code, unreachable_pub, reason = "the crate `bench` uses this file too, and more of it")]
mod rng;
mod shapes;
mod simulation;
mod stats;

pub(crate) use command::run;
