//! The `hitmask` command: which sprites of a scene collide, a swarm to watch, a mask to look at.
//!
//! All of it is behind [`main`]; the library is there for the command itself, and for the fuzzer, which reads
//! scenes by [`read_scene`].

mod args;
mod interrupt;
mod memory;
mod output;
mod pairs;
mod picture;
mod progress;
mod scene;
mod show;
mod swarm;

use anyhow::anyhow;
use args::{Args, Command};
use clap::Parser;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// Does what the command line says, and gives the status to end with.
#[must_use]
pub fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(usage) => return say(&usage),
    };
    match interrupt::tame().and_then(|()| run(args)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failure(&error),
    }
}

/// Prints help, or what is wrong with the command line.
fn say(usage: &clap::Error) -> ExitCode {
    match usage.print() {
        Err(error) if !usage.use_stderr() && error.kind() != io::ErrorKind::BrokenPipe => {
            failure(&anyhow::Error::from(error).context("standard output"))
        }
        _ => ExitCode::from(if usage.use_stderr() { 2 } else { 0 }),
    }
}

fn failure(error: &anyhow::Error) -> ExitCode {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        // Some errors tell their cause themselves.
        if !text.ends_with(&cause) {
            text = if text.is_empty() { cause } else { format!("{text}: {cause}") };
        }
    }
    // A closed standard error leaves nobody to tell.
    let _ = writeln!(io::stderr(), "error: {}", plain(&text));
    ExitCode::FAILURE
}

/// Text on one line that moves no cursor: names of files and masks may hold anything.
fn plain(text: &str) -> String {
    let escaped = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(escaped).collect()
}

/// Reads a scene and everything that it names, as `hitmask pairs` does, and gives the number of its sprites.
///
/// # Errors
/// Whatever is wrong with the scene: the file, the place in it, the reason.
pub fn read_scene(path: &Path) -> anyhow::Result<usize> {
    Ok(scene::Scene::load(path, true)?.sprites.len())
}

fn run(args: Args) -> anyhow::Result<()> {
    match args.command {
        Command::Pairs(args) => on_threads(args.threads, || pairs::run(&args)),
        Command::Swarm(args) => on_threads(args.threads, || swarm::run(&args)),
        Command::Show(args) => show::run(&args),
    }
}

/// Runs `work` in a pool of so many threads, or of one for each processor.
fn on_threads(threads: Option<usize>, work: impl FnOnce() -> anyhow::Result<()> + Send) -> anyhow::Result<()> {
    // Not the pool that makes itself, which panics where it gets no threads.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build();
    let pool = pool.map_err(|refused| anyhow!("cannot start the threads: {refused}"))?;
    // A thread that would first come to work where memory has run out ends the program.
    pool.broadcast(|_| ());
    pool.install(work)
}
