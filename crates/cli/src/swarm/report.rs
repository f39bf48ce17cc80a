//! What a run took and found, for people and for programs.

use super::simulation::Step;
use crate::args::SwarmArgs;
use anyhow::Result;
use serde::Serialize;
use std::io::{self, Write};
use std::time::Duration;

/// The figures of a run.
pub(crate) struct Report {
    run: Run,
    steps: Vec<Step>,
}

/// What was run.
#[derive(Serialize)]
struct Run {
    sprites: u32,
    masks: usize,
    /// Width and height in pixels.
    world: [i32; 2],
    seed: u64,
    threads: usize,
}

/// The middle of many values, and the largest.
#[derive(Serialize)]
struct Spread {
    median: f64,
    worst: f64,
}

/// The report as a file.
#[derive(Serialize)]
struct File<'r> {
    #[serde(flatten)]
    run: &'r Run,
    update_ms: Spread,
    broad_ms: Spread,
    narrow_ms: Spread,
    step_ms: Spread,
    steps: Vec<Row>,
}

/// A step of it.
#[derive(Serialize)]
struct Row {
    update_ms: f64,
    broad_ms: f64,
    narrow_ms: f64,
    candidates: usize,
    collisions: usize,
    /// Of the pairs that collide, to compare runs by. As text: many readers of JSON have 53 bits.
    hash: String,
}

impl Report {
    pub(crate) fn new(args: &SwarmArgs, masks: usize, world: [i32; 2]) -> Report {
        let threads = rayon::current_num_threads();
        let run = Run { sprites: args.sprites, masks, world, seed: args.seed, threads };
        Report { run, steps: Vec::new() }
    }

    pub(crate) fn add(&mut self, step: Step) {
        self.steps.push(step);
    }

    /// Writes everything, for programs.
    pub(crate) fn write_json(&self, out: &mut impl Write) -> Result<()> {
        let row = |step: &Step| Row {
            update_ms: ms(step.update),
            broad_ms: ms(step.broad),
            narrow_ms: ms(step.narrow),
            candidates: step.candidates,
            collisions: step.collisions,
            hash: format!("{:016x}", step.hash),
        };
        let [update_ms, broad_ms, narrow_ms, step_ms] = self.times();
        let steps = self.steps.iter().map(row).collect();
        serde_json::to_writer_pretty(
            &mut *out,
            &File { run: &self.run, update_ms, broad_ms, narrow_ms, step_ms, steps },
        )?;
        Ok(writeln!(out)?)
    }

    /// Writes the summary, for people.
    pub(crate) fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let Run { sprites, masks, world: [width, height], seed, threads } = self.run;
        let steps = self.steps.len();
        writeln!(
            out,
            "{sprites} sprites of {masks} masks in {width} x {height} pixels, \
             {steps} steps on {threads} threads, seed {seed}\n"
        )?;
        let meanings =
            ["every sprite moves", "pairs whose boxes overlap", "of those, pairs that share a pixel", "all three"];
        writeln!(out, "time of a step     median       worst")?;
        for ((name, Spread { median, worst }), meaning) in
            ["update", "broad phase", "narrow phase", "step"].into_iter().zip(self.times()).zip(meanings)
        {
            writeln!(out, "{name:<12} {median:>9.2} ms {worst:>8.2} ms   {meaning}")?;
        }
        writeln!(out, "\npairs in a step    median       most")?;
        for (name, count) in
            [("boxes overlap", (|step| step.candidates) as fn(&Step) -> usize), ("collide", |step| step.collisions)]
        {
            let Spread { median, worst } = self.spread(|step| count(step) as f64);
            writeln!(out, "{name:<13} {median:>11.0} {worst:>11.0}")?;
        }
        Ok(())
    }

    /// Of update, broad phase, narrow phase and the whole step, in milliseconds.
    fn times(&self) -> [Spread; 4] {
        [
            self.spread(|step| ms(step.update)),
            self.spread(|step| ms(step.broad)),
            self.spread(|step| ms(step.narrow)),
            self.spread(|step| ms(step.update + step.broad + step.narrow)),
        ]
    }

    fn spread(&self, value: impl Fn(&Step) -> f64) -> Spread {
        let mut values: Vec<f64> = self.steps.iter().map(value).collect();
        values.sort_by(f64::total_cmp);
        let at = |index: usize| values.get(index).copied().unwrap_or(0.0);
        let (low, high) = (values.len().saturating_sub(1) / 2, values.len() / 2);
        Spread { median: (at(low) + at(high)) / 2.0, worst: values.last().copied().unwrap_or(0.0) }
    }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
