//! A swarm that is changed for as long as one likes: the world compared with a plain model on samples, and its memory
//! watched.

mod resident;
mod swarm;

pub use resident::Resident;
pub use swarm::{Swarm, Told};

use anyhow::{Context, Result, anyhow};
use std::fmt;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// What is to be done.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// How long.
    pub time: Duration,
    /// How many sprites there are at most; at times there are fewer, by up to a quarter.
    pub sprites: usize,
    /// The same seed makes the same changes, step by step.
    pub seed: u64,
    /// By how many percent memory may grow after the warm-up.
    pub growth: u32,
}

/// The warm-up is this share of the time, and no longer than [`WARM_UP`].
const WARM_UP_SHARE: u32 = 4;
/// By then every list has had its greatest length.
const WARM_UP: Duration = Duration::from_secs(120);
/// From one line of progress to the next.
const TELL: Duration = Duration::from_secs(5);
/// Steps from one sample to the next.
const SAMPLE_EVERY: u64 = 8;
/// Steps from one [`World::validate`](world::World::validate) to the next.
const VALIDATE_EVERY: u64 = 50;

/// What was done.
#[derive(Debug, Clone, Copy)]
pub struct Report {
    /// Steps, each with its changes.
    pub steps: u64,
    /// What was changed and compared.
    pub told: Told,
    /// The memory of the process.
    pub resident: Resident,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Told { changes, samples, sprites, pairs, began, ended, validated } = self.told;
        write!(
            f,
            "{} steps, {changes} changes; {began} contacts began, {ended} ended; {samples} samples of {sprites} sprites \
             and {pairs} pairs, {validated} validations; {}",
            self.steps, self.resident
        )
    }
}

/// Changes a swarm until the time is over, and writes a line every few seconds.
///
/// # Errors
/// At the first difference between the world and the model, with the step at which it was found; where the world
/// panics; where memory grew.
pub fn run(plan: &Plan, out: &mut impl Write) -> Result<Report> {
    let (start, warm_up) = (Instant::now(), WARM_UP.min(plan.time / WARM_UP_SHARE));
    let mut report = Report { steps: 0, told: Told::default(), resident: Resident::default() };
    let mut swarm = Swarm::new(plan.sprites, plan.seed)?;
    let mut next = TELL;
    while start.elapsed() < plan.time {
        report.steps += 1;
        let step = AssertUnwindSafe(|| step(&mut swarm, report.steps));
        let done = catch_unwind(step).unwrap_or_else(|_| Err(anyhow!("the world panicked")));
        done.with_context(|| format!("step {} of seed {}, {} sprites", report.steps, plan.seed, plan.sprites))?;
        report.told = swarm.told();
        // A step is long enough for it: reading takes some 10 us.
        report.resident.watch(start.elapsed() < warm_up, plan.growth)?;
        if start.elapsed() >= next {
            next += TELL;
            writeln!(out, "{:>6} s: {report}", start.elapsed().as_secs())?;
        }
    }
    Ok(report)
}

/// Changes the swarm, and compares what is due.
fn step(swarm: &mut Swarm, number: u64) -> Result<()> {
    swarm.change()?;
    swarm.step()?;
    if number.is_multiple_of(SAMPLE_EVERY) {
        swarm.sample()?;
    }
    if number.is_multiple_of(VALIDATE_EVERY) {
        swarm.validate()?;
    }
    Ok(())
}
