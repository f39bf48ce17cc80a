//! A swarm that is changed for any length of time: the world is compared with a plain model on samples, and its memory
//! is watched.

mod compare;
mod memory;
mod swarm;

use anyhow::{Context, Result, anyhow, ensure};
pub use memory::{Bound, MemoryWatch};
use std::fmt;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
pub use swarm::{Counts, Swarm};

/// The parameters of a run.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// The duration.
    pub time: Duration,
    /// The largest number of sprites; an eighth more at first, up to a quarter fewer at times.
    pub sprites: usize,
    /// The seed of the changes; equal seeds give equal steps.
    pub seed: u64,
    /// The growth of the heap, in percent, that counts as a [rise](MemoryWatch).
    pub growth: u64,
}

/// The time between lines of progress.
const REPORT_EVERY: Duration = Duration::from_secs(5);
/// Steps between samples.
const SAMPLE_EVERY: u64 = 8;
/// Steps between calls of [`World::validate`](world::World::validate).
const VALIDATE_EVERY: u64 = 10;
/// Growth of the heap up to this many bytes is not a rise.
const SLACK: u64 = 256 << 10;
/// Bytes that may be left after the world is dropped: the queues of the thread pool.
const LEFT: u64 = 64 << 10;
/// Resident memory may double: an allocator keeps fragments, and some memory for every thread.
const RESIDENT: Bound = Bound { percent: 100, slack: 16 << 20 };

/// The result of a run so far.
#[derive(Debug, Clone, Copy)]
pub struct Report {
    /// Steps, each with its changes.
    pub steps: u64,
    /// Counts of changes and comparisons.
    pub counts: Counts,
    /// The bytes on the heap at each peak, exact to the byte.
    pub heap: MemoryWatch,
    /// The resident memory of the process at each peak.
    pub resident: MemoryWatch,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { changes, samples, sprites, pairs, began, ended, validated } = self.counts;
        write!(
            f,
            "{} steps, {changes} changes; {began} contacts began, {ended} ended; {samples} samples of {sprites} sprites \
             and {pairs} pairs, {validated} validations; heap {}; resident {}",
            self.steps, self.heap, self.resident
        )
    }
}

/// Changes a swarm until the time is over, and writes a line every few seconds. `live` returns the number of bytes that
/// the process has on the heap.
///
/// # Errors
/// At the first difference between the world and the model, with the number of the step; if the world panics; if memory
/// grows, or is left after the world is dropped.
pub fn run(plan: &Plan, live: impl Fn() -> u64, out: &mut impl Write) -> Result<Report> {
    // The pool of threads is created before anything is counted.
    rayon::join(|| (), || ());
    let (start, before) = (Instant::now(), live());
    let mut report = Report {
        steps: 0,
        counts: Counts::default(),
        heap: MemoryWatch::new(Bound { percent: plan.growth, slack: SLACK }),
        resident: MemoryWatch::new(RESIDENT),
    };
    let mut swarm = compare(plan, 0, || Ok(Swarm::new(plan.sprites, plan.seed)))?;
    let mut next = REPORT_EVERY;
    while start.elapsed() < plan.time {
        report.steps += 1;
        compare(plan, report.steps, || step(&mut swarm, &mut report, &live, before))?;
        report.counts = swarm.counts();
        if start.elapsed() >= next {
            next += REPORT_EVERY;
            writeln!(out, "{:>6} s: {report}", start.elapsed().as_secs())?;
        }
    }
    drop(swarm);
    let left = live().saturating_sub(before);
    ensure!(left <= LEFT, "{left} bytes are left after the world was dropped, expected at most {LEFT}");
    Ok(report)
}

/// Runs a part of a step. Differences, and faults of the world, panic; the panic prints what differs.
fn compare<T>(plan: &Plan, step: u64, part: impl FnOnce() -> Result<T>) -> Result<T> {
    let part = catch_unwind(AssertUnwindSafe(part));
    part.unwrap_or_else(|_| Err(anyhow!("the world differs from the model, or it panicked")))
        .with_context(|| format!("step {step} of seed {}, {} sprites", plan.seed, plan.sprites))
}

/// Changes the swarm, makes the comparisons that are due, and reads the memory at each peak.
fn step(swarm: &mut Swarm, report: &mut Report, live: impl Fn() -> u64, before: u64) -> Result<()> {
    let number = report.steps;
    swarm.change();
    swarm.twin.step_alone();
    if number.is_multiple_of(SAMPLE_EVERY) {
        swarm.sample();
    }
    if number.is_multiple_of(VALIDATE_EVERY) {
        swarm.validate();
    }
    if number.is_multiple_of(swarm::CYCLE) {
        report.heap.read(swarm.at_rest(live).saturating_sub(before))?;
        memory::resident().map_or(Ok(()), |bytes| report.resident.read(bytes))?;
    }
    Ok(())
}
