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
mod threads;

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
    match interrupt::watch().and_then(|()| run(args)) {
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
        Command::Pairs(args) => threads::work_on(args.threads, || pairs::run(&args)),
        Command::Swarm(args) => threads::work_on(args.threads, || swarm::run(&args)),
        Command::Show(args) => show::run(&args),
    }
}
