//! A world under changes for as long as one likes, compared with brute force.

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
/// Sprites come, go, move, turn, change their layers and what they show; masks are edited and replaced; the
/// trees and the number of threads change too. At every step contacts that began and ended must lead from the last
/// list to this one; every few steps a window of the world is compared with all of its sprites pairwise,
/// pixel by pixel, and now and then the world checks itself. Every fifty steps the bytes on the heap are counted, at
/// moments that are alike. Ends with status 1 at the first difference; where the heap rises for good more than three
/// times after the first two of these readings; where bytes are left of the world when it is gone; and where what is
/// resident goes on growing, which Linux alone tells.
#[derive(Parser)]
#[command(name = "soak", bin_name = "cargo run --release -p bench --bin soak --", verbatim_doc_comment)]
struct Args {
    /// How long, in seconds
    #[arg(value_parser = clap::value_parser!(u64).range(1..=31_536_000))]
    seconds: u64,
    /// How many sprites at most; at first an eighth more, at times fewer by up to a quarter
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    sprites: u64,
    /// The same seed makes the same changes, step by step
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// What growth of the heap is a rise, in percent
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
