//! A swarm that is changed for as long as one likes: the world compared with a plain model on samples, and its memory
//! watched.

mod compare;
mod memory;
mod swarm;

pub use memory::{Bound, Level};
pub use swarm::{Swarm, Told};

use anyhow::{Context, Result, anyhow, ensure};
use std::fmt;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// What is to be done.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// How long.
    pub time: Duration,
    /// How many sprites there are at most: at first an eighth more, at times fewer by up to a quarter.
    pub sprites: usize,
    /// The same seed makes the same changes, step by step.
    pub seed: u64,
    /// What growth of the heap, in percent, is a [rise](Level).
    pub growth: u64,
}

/// From one line of progress to the next.
const TELL: Duration = Duration::from_secs(5);
/// Steps from one sample to the next.
const SAMPLE_EVERY: u64 = 8;
/// Steps from one [`World::validate`](world::World::validate) to the next.
const VALIDATE_EVERY: u64 = 10;
/// Bytes of the heap below which no growth is a rise.
const SLACK: u64 = 256 << 10;
/// Bytes that may be left when the world is gone: what the pool of threads keeps of its queues.
const LEFT: u64 = 64 << 10;
/// What is resident may rise by as much again: an allocator keeps what lies between, and some for every thread.
const RESIDENT: Bound = Bound { percent: 100, slack: 16 << 20 };

/// What was done.
#[derive(Debug, Clone, Copy)]
pub struct Report {
    /// Steps, each with its changes.
    pub steps: u64,
    /// What was changed and compared.
    pub told: Told,
    /// The bytes on the heap at each high tide, to the byte.
    pub heap: Level,
    /// What is resident of the process then.
    pub resident: Level,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Told { changes, samples, sprites, pairs, began, ended, validated } = self.told;
        write!(
            f,
            "{} steps, {changes} changes; {began} contacts began, {ended} ended; {samples} samples of {sprites} sprites \
             and {pairs} pairs, {validated} validations; heap {}; resident {}",
            self.steps, self.heap, self.resident
        )
    }
}

/// Changes a swarm until the time is over, and writes a line every few seconds. `live` tells how many bytes the process
/// has on the heap.
///
/// # Errors
/// At the first difference between the world and the model, with the step at which it was found; where the world
/// panics; where memory grew, or is left behind by a world that is gone.
pub fn run(plan: &Plan, live: impl Fn() -> u64, out: &mut impl Write) -> Result<Report> {
    // The pool of threads is made before anything is counted.
    rayon::join(|| (), || ());
    let (start, before) = (Instant::now(), live());
    let mut report = Report {
        steps: 0,
        told: Told::default(),
        heap: Level::new(Bound { percent: plan.growth, slack: SLACK }),
        resident: Level::new(RESIDENT),
    };
    let mut swarm = Swarm::new(plan.sprites, plan.seed)?;
    let mut next = TELL;
    while start.elapsed() < plan.time {
        report.steps += 1;
        let step = AssertUnwindSafe(|| step(&mut swarm, &mut report, &live, before));
        let done = catch_unwind(step).unwrap_or_else(|_| Err(anyhow!("the world panicked")));
        done.with_context(|| format!("step {} of seed {}, {} sprites", report.steps, plan.seed, plan.sprites))?;
        report.told = swarm.told();
        if start.elapsed() >= next {
            next += TELL;
            writeln!(out, "{:>6} s: {report}", start.elapsed().as_secs())?;
        }
    }
    drop(swarm);
    let left = live().saturating_sub(before);
    ensure!(left <= LEFT, "{left} bytes are left of a world that is gone");
    Ok(report)
}

/// Changes the swarm, compares what is due, and reads the memory at high tide.
fn step(swarm: &mut Swarm, report: &mut Report, live: impl Fn() -> u64, before: u64) -> Result<()> {
    let number = report.steps;
    swarm.change()?;
    swarm.step()?;
    if number.is_multiple_of(SAMPLE_EVERY) {
        swarm.sample()?;
    }
    if number.is_multiple_of(VALIDATE_EVERY) {
        swarm.validate()?;
    }
    if number.is_multiple_of(swarm::TIDE) {
        report.heap.read(swarm.settled(live)?.saturating_sub(before))?;
        memory::resident().map_or(Ok(()), |bytes| report.resident.read(bytes))?;
    }
    Ok(())
}
