//! Runs the command: the steps, the live table, the outputs.

use super::distributed::DistributedSimulation;
use super::live_table;
use super::mask_set::MaskSet;
use super::movie::Movie;
use super::report::Report;
use super::simulation::Simulation;
use super::step_stats::StepStats;
use super::visible::Visible;
use crate::args::SwarmArgs;
use crate::channel::{is_child, note, report_progress};
use crate::interrupt;
use crate::messages::escape_controls;
use crate::output::{self, Output, OutputTargets};
use crate::picture::{Canvas, Viewport};
use crate::progress::Progress;
use crate::replace::Complete;
use crate::workers::{check_equal, commit, take_part};
use anyhow::{Context, Result, bail};
use mask::Rect;
use std::fs;
use std::path::Path;
use tiles::{CheckpointInfo, Cluster, Tiles, without_temporary_name};

/// The largest part of the world that the picture shows, in pixels.
const PICTURE_SIZE: [u32; 2] = [1200, 800];
/// The largest part of the world that the movie shows, in pixels.
const MOVIE_SIZE: [u32; 2] = [320, 200];
/// The movie is scaled up, so that single pixels are visible.
const MOVIE_ZOOM: u32 = 2;

/// Runs the swarm in this process.
pub(crate) fn run(args: &SwarmArgs) -> Result<()> {
    if args.checkpoint.is_some() {
        return run_worker(args, Cluster::threads(1));
    }
    let prepared = Prepared::new(args, true)?;
    let placing = Progress::spinner("placing sprites");
    let mut swarm = Swarm::One(Box::new(Simulation::new(&prepared.masks, args.sprites, args.seed)?));
    drop(placing);
    let report = Report::new(args, prepared.masks.masks().len(), swarm.size(), 1);
    let written = prepared.play(args, &mut swarm, report)?;
    finish(args, written)
}

/// Runs the part of a worker.
pub(crate) fn run_worker(args: &SwarmArgs, cluster: Cluster) -> Result<()> {
    let SwarmArgs { sprites, seed, steps, movie_frames, every, resume, .. } = *args;
    let frames = args.movie.as_ref().map(|_| movie_frames);
    // A worker that runs other settings would wait for rounds that its peers do not make.
    let options = format!("swarm {sprites} {seed} {steps} {frames:?} {:?} {every} {resume}", args.checkpoint.is_some());
    let work = |tiles: &mut Tiles| {
        let prepared = Prepared::new(args, tiles.worker() == 0);
        let prepared = tiles.agree(prepared)?;
        check_equal(tiles, prepared.job)?;
        prepared.play_distributed(args, tiles)
    };
    take_part(cluster, &options, work, |written| written.map_or(Ok(()), |written| finish(args, written)))
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

/// A swarm in one world, or the part of a worker.
enum Swarm<'t> {
    One(Box<Simulation>),
    Distributed(Box<DistributedSimulation<'t>>),
}

impl Swarm<'_> {
    fn size(&self) -> [i32; 2] {
        match self {
            Swarm::One(simulation) => simulation.size(),
            Swarm::Distributed(simulation) => simulation.size(),
        }
    }

    /// Runs a step. Returns also whether to stop after it, because of a Ctrl-C here or on another worker.
    fn step(&mut self) -> Result<(StepStats, bool)> {
        match self {
            Swarm::One(simulation) => Ok((simulation.step()?, interrupt::is_interrupted())),
            Swarm::Distributed(simulation) => simulation.step(interrupt::is_interrupted()),
        }
    }

    /// Returns the visible sprites and pairs, or `None` on a worker that draws nothing.
    fn visible_in(&mut self, rect: Rect) -> Result<Option<Visible<'_>>> {
        match self {
            Swarm::One(simulation) => simulation.visible_in(rect).map(Some),
            Swarm::Distributed(simulation) => simulation.visible_in(rect),
        }
    }

    /// Returns whether this process writes the outputs.
    fn reports(&self) -> bool {
        match self {
            Swarm::One(_) => true,
            Swarm::Distributed(simulation) => simulation.worker() == 0,
        }
    }

    /// Saves a checkpoint.
    fn save(&mut self, folder: &Path, job: u64, steps: &[StepStats]) -> Result<()> {
        match self {
            Swarm::One(_) => Ok(()),
            Swarm::Distributed(simulation) => simulation.save(folder, job, steps),
        }
    }
}

/// The masks and the outputs of a run.
struct Prepared {
    masks: MaskSet,
    /// A number of the masks and of the settings that decide where sprites are.
    job: u64,
}

/// The outputs, which are not yet at their targets.
struct Written {
    outputs: Vec<Complete>,
    report: Report,
}

impl Prepared {
    /// Builds the masks. If this process reports, it checks the outputs first.
    fn new(args: &SwarmArgs, reports: bool) -> Result<Prepared> {
        let targets = OutputTargets::resolve(&if reports { args.outputs() } else { Vec::new() })?;
        args.checkpoint.as_deref().filter(|_| !args.resume).map_or(Ok(()), check_folder)?;
        let masks = match &args.masks {
            Some(folder) => MaskSet::from_folder(folder)?,
            None => MaskSet::generated(args.sprites, args.seed)?,
        };
        targets.check_inputs(masks.files())?;
        let mut hasher = crc32fast::Hasher::new();
        masks.masks().iter().for_each(|mask| hasher.update(&mask.to_bytes()));
        let settings = crc32fast::hash(format!("swarm {} {}", args.sprites, args.seed).as_bytes());
        Ok(Prepared { masks, job: u64::from(hasher.finalize()) << 32 | u64::from(settings) })
    }

    /// Places the sprites or loads a checkpoint, then runs the steps. Returns the outputs on worker 0.
    fn play_distributed(&self, args: &SwarmArgs, tiles: &mut Tiles) -> Result<Option<Written>> {
        let (mut simulation, ids) = DistributedSimulation::new(tiles, &self.masks, args.sprites, args.seed)?;
        let mut report = Report::new(args, self.masks.masks().len(), simulation.size(), simulation.workers());
        let placing = Progress::spinner("placing sprites");
        match args.checkpoint.as_deref().filter(|_| args.resume) {
            Some(folder) => {
                let finished = simulation.load(folder, self.job)?;
                let continued = continue_report(args, &mut report, finished);
                simulation.tiles().agree(continued)?;
            }
            None => simulation.place(&ids, &self.masks, args.sprites, args.seed)?,
        }
        drop(placing);
        let mut swarm = Swarm::Distributed(Box::new(simulation));
        let written = self.play(args, &mut swarm, report)?;
        Ok(swarm.reports().then_some(written))
    }

    /// Runs the steps, and writes the outputs if this process reports.
    fn play(&self, args: &SwarmArgs, swarm: &mut Swarm, mut report: Report) -> Result<Written> {
        let reports = swarm.reports();
        let movie_viewport = Viewport::centered(swarm.size(), MOVIE_SIZE, MOVIE_ZOOM);
        let start = |path: &Path| Movie::new(movie_viewport, Output::open(path)?).with_context(|| output::name(path));
        let movie_path = args.movie.as_deref().filter(|_| reports);
        interrupt::defer_first()?;
        let mut movie = movie_path.map(start).transpose()?.zip(movie_path);
        let mut progress = Progress::with_table(args.steps as usize);
        progress.add(report.steps().len());
        for number in report.steps().len() as u32..args.steps {
            let (step, stop) = swarm.step()?;
            report.add(step)?;
            if args.movie.is_some() && number < args.movie_frames {
                let frame = draw(swarm, movie_viewport)?;
                if let Some(((movie, path), frame)) = movie.as_mut().zip(frame) {
                    movie.add(&frame).with_context(|| output::name(path))?;
                }
            }
            let saves = (number + 1) % args.every == 0 || number + 1 == args.steps || stop;
            if let Some(folder) = args.checkpoint.as_deref().filter(|_| saves) {
                swarm.save(folder, self.job, report.steps())?;
            }
            progress.table(|| live_table::format(report.steps()));
            progress.add(1);
            if reports {
                report_progress(number as usize + 1, args.steps as usize);
            }
            if stop {
                if reports {
                    note(&format!("stopped after {} of {} steps", number + 1, args.steps));
                }
                break;
            }
        }
        drop(progress);

        let mut outputs = Vec::new();
        let canvas = draw(swarm, Viewport::centered(swarm.size(), PICTURE_SIZE, 1))?;
        if let Swarm::Distributed(simulation) = swarm {
            report.set_memory(simulation.peak_memory()?);
        }
        if let Some(canvas) = canvas {
            outputs.extend(Output::written(&args.picture, |out| Ok(canvas.write_png(out)?))?);
        }
        if let Some((movie, path)) = movie {
            outputs.extend(movie.finish().with_context(|| output::name(path))?.complete()?);
        }
        if let Some(path) = args.report.as_ref().filter(|_| reports) {
            outputs.extend(Output::written(path, |out| report.write_json(out))?);
        }
        Ok(Written { outputs, report })
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

/// Prints the report, then moves the outputs to their targets.
fn finish(args: &SwarmArgs, Written { outputs, report }: Written) -> Result<()> {
    let mut out = Output::open(Path::new("-"))?;
    report.write_text(&mut out).context("standard output")?;
    out.complete()?;
    commit(outputs)?;
    if is_child() { Ok(()) } else { announce(args) }
}

/// Names the outputs on standard error. Ends the process by the signal if Ctrl-C ended the swarm early.
pub(crate) fn announce(args: &SwarmArgs) -> Result<()> {
    for path in args.outputs() {
        note(&format!("wrote {}", escape_controls(&path.display().to_string())));
    }
    interrupt::raise_deferred().context("cannot end by the signal of Ctrl-C")
}

/// Draws the part of the world in a viewport, with the collisions of the last step. Returns `None` on a worker that draws
/// nothing.
fn draw(swarm: &mut Swarm, viewport: Viewport) -> Result<Option<Canvas>> {
    let mut canvas = Canvas::new(viewport)?;
    let Some(visible) = swarm.visible_in(viewport.world_rect())? else { return Ok(None) };
    for (sprite, color) in &visible.sprites {
        if let Ok(placed) = visible.view.shape(*sprite) {
            canvas.draw_mask(&placed, *color);
        }
    }
    let ids: Vec<_> = visible.sprites.iter().map(|(id, _)| *id).collect();
    canvas.draw_pairs(visible.view, &ids, &visible.candidates, &visible.collisions, |_| {})?;
    Ok(Some(canvas))
}
