//! The `hitmask` command: finds the colliding sprites of a scene, times a swarm, prints a mask.
//!
//! [`main`] is the whole command. [`read_scene`] is public for the fuzzer.

mod args;
mod channel;
mod ending;
mod interrupt;
mod messages;
mod output;
mod pairs;
mod picture;
mod progress;
#[cfg(feature = "cluster")]
mod records;
mod replace;
mod scene;
mod show;
mod solid;
mod standard_output;
mod swarm;
mod threads;
#[cfg(feature = "cluster")]
mod workers;

use anyhow::Context;
#[cfg(feature = "cluster")]
use anyhow::bail;
use args::{Args, Command, PairsArgs, SwarmArgs};
use std::io;
use std::path::Path;
use std::process::ExitCode;
#[cfg(feature = "cluster")]
use tiles::Cluster;
#[cfg(feature = "cluster")]
use workers::Role;

/// Runs the command line of the process and returns its exit status.
#[must_use]
pub fn main() -> ExitCode {
    let args = match Args::read() {
        Ok(args) => args,
        Err(usage) => return print_usage(&usage),
    };
    match interrupt::listen().and_then(|()| run(args)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            ending::settle();
            report_failure(&error);
            ExitCode::FAILURE
        }
    }
}

/// Prints help, the version, or an error in the command line.
fn print_usage(usage: &clap::Error) -> ExitCode {
    if usage.use_stderr() {
        // A failed write to standard error cannot be reported anywhere.
        let _ = usage.print();
        return ExitCode::from(2);
    }
    match print_help(usage) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            report_failure(&error);
            ExitCode::FAILURE
        }
    }
}

/// Prints help or the version. It is no error if the reader closes the pipe.
fn print_help(usage: &clap::Error) -> anyhow::Result<()> {
    match usage.print() {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error).context("standard output"),
        _ => Ok(()),
    }
}

/// Prints an error and its causes on one line of standard error, or sends them to the launcher of this process.
fn report_failure(error: &anyhow::Error) {
    let text = messages::describe(error);
    #[cfg(feature = "cluster")]
    if channel::is_child() {
        return workers::report(error, text);
    }
    messages::print_error(&text);
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
        Command::Pairs(args) => run_pairs(&args),
        Command::Swarm(args) => run_swarm(&args),
        Command::Show(args) => show::run(&args),
    }
}

fn run_pairs(args: &PairsArgs) -> anyhow::Result<()> {
    if standard_output::is_named_by(&args.out) {
        standard_output::check()?;
    }
    play_pairs(args)?;
    pairs::announce(args);
    Ok(())
}

#[cfg(not(feature = "cluster"))]
fn play_pairs(args: &PairsArgs) -> anyhow::Result<()> {
    threads::run_on(args.threads, || pairs::run(args))
}

#[cfg(feature = "cluster")]
fn play_pairs(args: &PairsArgs) -> anyhow::Result<()> {
    match args.workers.role()? {
        Role::Alone => threads::run_on(args.threads, || match args.memory {
            Some(memory) => pairs::run_out_of_core(args, memory),
            None => pairs::run(args),
        }),
        Role::Launcher(workers) => {
            let name = || args.scene.display().to_string();
            // Every worker reads the scene, and a pipe can be read once.
            if !std::fs::metadata(&args.scene).with_context(name)?.is_file() {
                bail!("{}: is not a regular file, expected one with --workers: write the scene to a file", name());
            }
            workers::launch(workers, &args.outputs())
        }
        Role::Worker(cluster) => {
            threads::run_on(args.workers.threads(args.threads), || pairs::run_worker(args, cluster))
        }
    }
}

#[cfg(not(feature = "cluster"))]
fn run_swarm(args: &SwarmArgs) -> anyhow::Result<()> {
    threads::run_on(args.threads, || swarm::run(args))
}

#[cfg(feature = "cluster")]
fn run_swarm(args: &SwarmArgs) -> anyhow::Result<()> {
    match args.workers.role()? {
        Role::Alone => threads::run_on(args.threads, || match args.checkpoint {
            Some(_) => swarm::run_worker(args, Cluster::threads(1)),
            None => swarm::run(args),
        }),
        Role::Launcher(workers) => {
            // The workers end early with their report, and so does the launcher.
            interrupt::defer_first()?;
            workers::launch(workers, &args.outputs())?;
            swarm::announce(args)
        }
        Role::Worker(cluster) => {
            threads::run_on(args.workers.threads(args.threads), || swarm::run_worker(args, cluster))
        }
    }
}
