//! A scene in tiles, on threads of this process or on two processes.
//!
//! Worker 0 lives in the caller. The other worker waits for commands: a command is a round in which worker 0 sends a byte.
//! So the other worker takes no time from other rows, and begins a step when worker 0 does.

mod commands;
mod crew;
mod peer;
mod swarm;

pub use crew::{Crew, Place};
pub use peer::Peer;
