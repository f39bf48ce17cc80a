//! Compares a world under changes with brute force, for any length of time.

use anyhow::Result;
use bench::soak::{self, Plan};
use clap::Parser;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use std::alloc::System;
use std::time::Duration;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Changes a swarm for some time, and compares it with a plain model.
///
/// Sprites are spawned, despawned, moved, turned and shown with other masks and layers; masks are edited and
/// replaced; the index and the number of threads change too. At every step the contacts that began and ended
/// must lead from the last list to the new one. Every eighth step all sprites in a window of the world are
/// compared pairwise, pixel by pixel, and every tenth step the world validates itself. Every fifty steps, in
/// comparable states, the bytes on the heap are counted.
///
/// Ends with status 1 at the first difference; if the heap rises permanently more than three times after the
/// first two readings; if bytes of the world are left after it is dropped; and if resident memory, which only
/// Linux reports, keeps growing.
#[derive(Parser)]
#[command(name = "soak", bin_name = "cargo run --release -p bench --bin soak --", verbatim_doc_comment)]
struct Args {
    /// Duration in seconds
    #[arg(value_parser = clap::value_parser!(u64).range(1..=31_536_000))]
    seconds: u64,
    /// The largest number of sprites; an eighth more at first, up to a quarter fewer at times
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    sprites: u64,
    /// The seed of the changes; equal seeds give equal steps
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The growth of the heap that counts as a rise, in percent
    #[arg(long, default_value_t = 3)]
    growth: u64,
}

fn main() -> Result<()> {
    let Args { seconds, sprites, seed, growth } = Args::parse();
    let plan = Plan { time: Duration::from_secs(seconds), sprites: sprites as usize, seed, growth };
    let report = soak::run(&plan, live, &mut std::io::stdout())?;
    println!("No difference in {seconds} s: {report}");
    Ok(())
}

/// The bytes on the heap.
fn live() -> u64 {
    let stats = ALLOCATOR.stats();
    (stats.bytes_allocated - stats.bytes_deallocated) as u64
}
