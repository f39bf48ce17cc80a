//! The report of a run: a text summary and JSON.

use super::stats::{FRAME_MS, RunStats, StepStats, Summary};
use crate::args::SwarmArgs;
use anyhow::{Context, Result};
use serde::{Serialize, Serializer};
use std::io;
use std::io::Write;

/// The settings of a run and the times of its steps.
#[derive(Serialize)]
pub(crate) struct Report {
    sprites: u32,
    masks: usize,
    /// The width and the height of the world, in pixels.
    world: [i32; 2],
    seed: u64,
    /// The number of processes.
    workers: usize,
    /// The number of threads of each process.
    threads: usize,
    /// The peak memory of all processes together in bytes, if it is known. Otherwise, this process reports its own.
    #[serde(serialize_with = "memory_or_peak")]
    memory: Option<u64>,
    #[serde(skip)] // after the summary
    steps: Vec<StepStats>,
}

/// The JSON report.
#[derive(Serialize)]
struct JsonReport<'r> {
    #[serde(flatten)]
    report: &'r Report,
    #[serde(flatten)]
    stats: RunStats,
    steps: &'r [StepStats],
}

fn memory_or_peak<S: Serializer>(memory: &Option<u64>, out: S) -> Result<S::Ok, S::Error> {
    memory.or_else(peak_memory).serialize(out)
}

impl Report {
    pub(crate) fn new(args: &SwarmArgs, masks: usize, world: [i32; 2], workers: usize) -> Report {
        let SwarmArgs { sprites, seed, .. } = *args;
        let threads = rayon::current_num_threads();
        Report { sprites, masks, world, seed, workers, threads, memory: None, steps: Vec::new() }
    }

    pub(crate) fn add(&mut self, step: StepStats) -> Result<()> {
        let steps = self.steps.len() + 1;
        let no_memory = || format!("not enough memory for the times of {steps} steps: use a smaller --steps");
        self.steps.try_reserve(1).with_context(no_memory)?;
        self.steps.push(step);
        Ok(())
    }

    /// Sets the peak memory of all processes together, in bytes.
    pub(crate) fn set_memory(&mut self, bytes: Option<u64>) {
        self.memory = bytes;
    }

    pub(crate) fn steps(&self) -> &[StepStats] {
        &self.steps
    }

    /// Writes the settings, the summary and every step as JSON.
    pub(crate) fn write_json(&self, out: &mut impl Write) -> Result<()> {
        let report = JsonReport { report: self, stats: RunStats::of(&self.steps), steps: &self.steps };
        serde_json::to_writer_pretty(&mut *out, &report)?;
        Ok(writeln!(out)?)
    }

    /// Writes the summary as text.
    pub(crate) fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let Report { sprites, masks, world: [width, height], seed, workers, threads, .. } = *self;
        let steps = self.steps.len();
        writeln!(
            out,
            "{sprites} sprites of {masks} masks in {width} x {height} pixels, \
             {steps} steps, {}threads: {threads}, seed: {seed}\n",
            if workers > 1 { format!("workers: {workers}, ") } else { String::new() }
        )?;
        let stats = RunStats::of(&self.steps);
        writeln!(out, "time of a step     median       worst")?;
        for (name, Summary { median, worst }, meaning) in stats.times(workers) {
            writeln!(out, "{name:<12} {median:>9.2} ms {worst:>8.2} ms   {meaning}")?;
        }
        let Summary { median, worst } = stats.step_ms;
        let [median_share, worst_share] = [median, worst].map(|ms| 100.0 * ms / FRAME_MS);
        writeln!(
            out,
            "{:<12} {median_share:>9.0} %  {worst_share:>8.0} %    of {FRAME_MS:.1} ms, at 60 frames a second",
            "of a frame"
        )?;
        let [median_rate, worst_rate] = [median, worst].map(|ms| 1000.0 / ms);
        writeln!(
            out,
            "{:<12} {median_rate:>9.0}    {worst_rate:>8.0}      a second if a frame were only this step",
            "frames"
        )?;
        writeln!(out, "\npairs in a step    median       most")?;
        for (name, Summary { median, worst }) in [("boxes overlap", stats.candidates), ("collide", stats.collisions)] {
            writeln!(out, "{name:<13} {median:>11.0} {worst:>11.0}")?;
        }
        if let Some(bytes) = self.memory.or_else(peak_memory) {
            let whose = if workers > 1 { "all workers together" } else { "the process" };
            writeln!(out, "\npeak memory of {whose}: {:.0} MB", bytes as f64 / 1e6)?;
        }
        Ok(())
    }
}

/// Returns the peak memory of the process in bytes, if the system reports it.
pub(super) fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}
