//! What a run took and found, for people and for programs.

use super::simulation::Step;
use super::spread::{FRAME_MS, Figures, Spread, ms};
use crate::args::SwarmArgs;
use anyhow::{Context, Result};
use serde::{Serialize, Serializer};
use std::io::{self, Write};

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

/// The report as a file.
#[derive(Serialize)]
struct File<'r> {
    #[serde(flatten)]
    run: &'r Run,
    /// The most memory that the program had, in bytes, where the system tells.
    memory: Option<u64>,
    #[serde(flatten)]
    figures: Figures,
    #[serde(serialize_with = "rows")]
    steps: &'r [Step],
}

/// Row by row: a list of them would take more memory than the steps.
fn rows<S: Serializer>(steps: &[Step], out: S) -> Result<S::Ok, S::Error> {
    out.collect_seq(steps.iter().map(Row::of))
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

impl Row {
    fn of(step: &Step) -> Row {
        Row {
            update_ms: ms(step.update),
            broad_ms: ms(step.broad),
            narrow_ms: ms(step.narrow),
            candidates: step.candidates,
            collisions: step.collisions,
            hash: format!("{:016x}", step.hash),
        }
    }
}

impl Report {
    pub(crate) fn new(args: &SwarmArgs, masks: usize, world: [i32; 2]) -> Report {
        let threads = rayon::current_num_threads();
        let run = Run { sprites: args.sprites, masks, world, seed: args.seed, threads };
        Report { run, steps: Vec::new() }
    }

    pub(crate) fn add(&mut self, step: Step) -> Result<()> {
        self.steps.try_reserve(1).context("no memory for the times of so many steps")?;
        self.steps.push(step);
        Ok(())
    }

    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Writes everything, for programs.
    pub(crate) fn write_json(&self, out: &mut impl Write) -> Result<()> {
        let (figures, steps) = (Figures::of(&self.steps), &self.steps);
        serde_json::to_writer_pretty(&mut *out, &File { run: &self.run, memory: most_memory(), figures, steps })?;
        Ok(writeln!(out)?)
    }

    /// Writes the summary, for people.
    pub(crate) fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let Run { sprites, masks, world: [width, height], seed, threads } = self.run;
        let steps = self.steps.len();
        writeln!(
            out,
            "{sprites} sprites of {masks} masks in {width} x {height} pixels, \
             {steps} steps, threads: {threads}, seed: {seed}\n"
        )?;
        let figures = Figures::of(&self.steps);
        let meanings = [
            "every sprite moves",
            "the tree follows, pairs of boxes that overlap",
            "of those, pairs that share a pixel",
            "all three",
        ];
        writeln!(out, "time of a step     median       worst")?;
        for ((name, Spread { median, worst }), meaning) in figures.times().into_iter().zip(meanings) {
            writeln!(out, "{name:<12} {median:>9.2} ms {worst:>8.2} ms   {meaning}")?;
        }
        let Spread { median, worst } = figures.step_ms;
        let [median_share, worst_share] = [median, worst].map(|ms| 100.0 * ms / FRAME_MS);
        writeln!(
            out,
            "{:<12} {median_share:>9.0} %  {worst_share:>8.0} %    of {FRAME_MS:.1} ms, sixty frames a second",
            "of a frame"
        )?;
        let [median_rate, worst_rate] = [median, worst].map(|ms| 1000.0 / ms);
        writeln!(out, "{:<12} {median_rate:>9.0}    {worst_rate:>8.0}      a second, were this all", "frames")?;
        writeln!(out, "\npairs in a step    median       most")?;
        for (name, Spread { median, worst }) in [("boxes overlap", figures.candidates), ("collide", figures.collisions)]
        {
            writeln!(out, "{name:<13} {median:>11.0} {worst:>11.0}")?;
        }
        if let Some(bytes) = most_memory() {
            writeln!(out, "\nmemory at most {:.0} MB, all of the program", bytes as f64 / 1e6)?;
        }
        Ok(())
    }
}

/// The most memory that the program had at any time, in bytes, where the system tells.
fn most_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}
