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
mod outputs;
#[cfg(unix)]
mod overwrites;
mod pairs;
#[cfg(target_os = "linux")]
mod refused_memory;
mod sample_scene;
mod show;
#[cfg(unix)]
mod signals;
mod swarm;
