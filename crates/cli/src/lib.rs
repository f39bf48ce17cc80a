//! The `hitmask` command: finds the colliding sprites of a scene, times a swarm, prints a mask.
//!
//! [`main`] is the whole command. [`read_scene`] is public for the fuzzer.

mod args;
mod interrupt;
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

/// Runs the command line of the process and returns its exit status.
#[must_use]
pub fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(usage) => return print_usage(&usage),
    };
    match interrupt::listen().and_then(|()| run(args)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => report_failure(&error),
    }
}

/// Prints help, the version, or an error in the command line.
fn print_usage(usage: &clap::Error) -> ExitCode {
    match usage.print() {
        Err(error) if !usage.use_stderr() && error.kind() != io::ErrorKind::BrokenPipe => {
            report_failure(&anyhow::Error::from(error).context("standard output"))
        }
        _ => ExitCode::from(if usage.use_stderr() { 2 } else { 0 }),
    }
}

/// Prints an error and its causes on one line of standard error.
fn report_failure(error: &anyhow::Error) -> ExitCode {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        // Some errors already end with the text of their cause.
        if !text.ends_with(&cause) {
            text = if text.is_empty() { cause } else { format!("{text}: {cause}") };
        }
    }
    // A failed write to standard error cannot be reported anywhere.
    let _ = writeln!(io::stderr(), "error: {}", escape_controls(&text));
    ExitCode::FAILURE
}

/// Escapes control characters: names of files and masks may hold commands to the terminal.
fn escape_controls(text: &str) -> String {
    let escaped = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(escaped).collect()
}

/// Reads a scene and every file that the scene names, as `hitmask pairs` does. Returns the number of sprites.
///
/// # Errors
/// Returns an error that names the file, the position in the file and the reason.
pub fn read_scene(path: &Path) -> anyhow::Result<usize> {
    Ok(scene::Scene::load(path, true)?.sprites.len())
}

fn run(args: Args) -> anyhow::Result<()> {
    match args.command {
        Command::Pairs(args) => threads::run_on(args.threads, || pairs::run(&args)),
        Command::Swarm(args) => threads::run_on(args.threads, || swarm::run(&args)),
        Command::Show(args) => show::run(&args),
    }
}
