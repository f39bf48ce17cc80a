//! Runs the command as a process.

mod bad_scene;
mod bad_use;
mod common;
#[cfg(unix)]
mod folders;
#[cfg(unix)]
mod hostile_pictures;
#[cfg(unix)]
mod large_scenes;
#[cfg(unix)]
mod maps;
#[cfg(feature = "cluster")]
mod out_of_core;
mod outputs;
#[cfg(unix)]
mod overwrites;
mod pairs;
mod readme;
#[cfg(target_os = "linux")]
mod refused_memory;
#[allow(dead_code, reason = "the command uses this file too, and more of it")]
#[path = "../../src/swarm/rng.rs"]
mod rng;
mod sample_scene;
mod sheets;
mod show;
#[cfg(unix)]
mod signals;
mod swarm;
#[cfg(all(target_os = "linux", feature = "cluster"))]
mod workers;
