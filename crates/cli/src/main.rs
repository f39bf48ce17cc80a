//! The `hitmask` command: which sprites of a scene collide, a swarm to watch, a mask to look at.

mod args;
mod output;
mod pairs;
mod picture;
mod progress;
mod scene;
mod show;
mod swarm;

use anyhow::Context;
use args::{Args, Command};
use clap::Parser;
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run(Args::parse()) {
        Err(error) if !output::is_closed_pipe(&error) => {
            // A closed standard error leaves nobody to tell.
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

fn run(args: Args) -> anyhow::Result<()> {
    match args.command {
        Command::Pairs(args) => on_threads(args.threads, || pairs::run(&args)),
        Command::Swarm(args) => on_threads(args.threads, || swarm::run(&args)),
        Command::Show(args) => show::run(&args),
    }
}

/// Runs `work` in a pool of so many threads, or in the default pool.
fn on_threads(threads: Option<usize>, work: impl FnOnce() -> anyhow::Result<()> + Send) -> anyhow::Result<()> {
    match threads {
        None => work(),
        Some(threads) => rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .with_context(|| format!("cannot start {threads} threads"))?
            .install(work),
    }
}
