//! Plays a swarm in tiles: on several workers, or with checkpoints.

use super::command::{Swarm, build_masks, finish, play};
use super::distributed::DistributedSimulation;
use super::mask_set::MaskSet;
use super::movie::Visible;
use super::report::Report;
use super::stats::StepStats;
use crate::args::SwarmArgs;
use crate::channel::report_progress;
use crate::interrupt;
use crate::output::OutputTargets;
use crate::progress::Progress;
use crate::replace::without_temporary_name;
use crate::workers::{check_equal, take_part};
use anyhow::{Context, Result, bail};
use mask::Rect;
use std::fs;
use std::path::Path;
use tiles::{CheckpointInfo, Cluster, Tiles};

/// Runs the part of a worker.
pub(crate) fn run_worker(args: &SwarmArgs, cluster: Cluster) -> Result<()> {
    let SwarmArgs { sprites, seed, steps, movie_frames, every, resume, .. } = *args;
    let frames = args.movie.as_ref().map(|_| movie_frames);
    // A worker that runs other settings would wait for rounds that its peers do not make.
    let options = format!("swarm {sprites} {seed} {steps} {frames:?} {:?} {every} {resume}", args.checkpoint.is_some());
    let work = |tiles: &mut Tiles| {
        let masks = prepare(args, tiles.worker() == 0);
        let masks = tiles.agree(masks)?;
        let job = job(args, &masks);
        check_equal(tiles, job)?;
        let (mut simulation, ids) = DistributedSimulation::new(tiles, &masks, sprites, seed)?;
        let mut report = Report::new(args, masks.masks().len(), simulation.size(), simulation.workers());
        let placing = Progress::spinner("placing sprites");
        match args.checkpoint.as_deref().filter(|_| resume) {
            Some(folder) => {
                let finished = simulation.load(folder, job)?;
                let continued = continue_report(args, &mut report, finished);
                simulation.tiles().agree(continued)?;
            }
            None => simulation.place(&ids, &masks, sprites, seed)?,
        }
        drop(placing);
        let mut part = Part { simulation, args, job };
        let written = play(args, &mut part, report)?;
        Ok(part.reports().then_some(written))
    };
    take_part(cluster, &options, work, |written| written.map_or(Ok(()), |written| finish(args, written)))
}

/// Builds the masks. If this process reports, it checks the outputs first.
fn prepare(args: &SwarmArgs, reports: bool) -> Result<MaskSet> {
    let targets = OutputTargets::resolve(&if reports { args.outputs() } else { Vec::new() })?;
    args.checkpoint.as_deref().filter(|_| !args.resume).map_or(Ok(()), check_folder)?;
    build_masks(args, &targets)
}

/// Returns a number of the masks and of the settings that decide where sprites are.
fn job(args: &SwarmArgs, masks: &MaskSet) -> u64 {
    let mut hasher = crc32fast::Hasher::new();
    masks.masks().iter().for_each(|mask| hasher.update(&mask.to_bytes()));
    let settings = crc32fast::hash(format!("swarm {} {}", args.sprites, args.seed).as_bytes());
    u64::from(hasher.finalize()) << 32 | u64::from(settings)
}

/// Returns an error if checkpoints cannot be saved in a folder, now and not after the first steps.
fn check_folder(folder: &Path) -> Result<()> {
    if CheckpointInfo::any_in(folder)? {
        bail!("{}: has checkpoints of an earlier run: add --resume, or choose another folder", folder.display());
    }
    let create = || tempfile::tempfile_in(folder).map_err(without_temporary_name);
    let writable = fs::create_dir_all(folder).and_then(|()| create());
    writable.map(drop).with_context(|| folder.display().to_string())
}

/// The part of a worker.
struct Part<'a, 't> {
    simulation: DistributedSimulation<'t>,
    args: &'a SwarmArgs,
    job: u64,
}

impl Swarm for Part<'_, '_> {
    fn size(&self) -> [i32; 2] {
        self.simulation.size()
    }

    fn step(&mut self) -> Result<(StepStats, bool)> {
        self.simulation.step(interrupt::is_interrupted())
    }

    fn visible_in(&mut self, rect: Rect) -> Result<Option<Visible<'_>>> {
        self.simulation.visible_in(rect)
    }

    fn reports(&self) -> bool {
        self.simulation.worker() == 0
    }

    /// Saves a checkpoint if one is due, and tells the launcher how far the work is.
    fn after_step(&mut self, steps: &[StepStats], is_last: bool) -> Result<()> {
        let is_due = is_last || steps.len().is_multiple_of(self.args.every as usize);
        if let Some(folder) = self.args.checkpoint.as_deref().filter(|_| is_due) {
            self.simulation.save(folder, self.job, steps)?;
        }
        if self.reports() {
            report_progress(steps.len(), self.args.steps as usize);
        }
        Ok(())
    }

    fn peak_memory(&mut self) -> Result<Option<u64>> {
        self.simulation.peak_memory()
    }
}

/// Adds the steps of a checkpoint to the report.
fn continue_report(args: &SwarmArgs, report: &mut Report, finished: Vec<StepStats>) -> Result<()> {
    let done = finished.len();
    if done > args.steps as usize {
        bail!("--steps {}: the checkpoint has {done} steps already, expected at least as many", args.steps);
    }
    finished.into_iter().try_for_each(|step| report.add(step))
}
