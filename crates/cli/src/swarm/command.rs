//! Runs the command: the steps, the live table, the outputs.

use super::live_table;
use super::mask_set::MaskSet;
use super::movie::{Movie, Visible};
use super::report::Report;
use super::simulation::Simulation;
use super::stats::StepStats;
use crate::args::SwarmArgs;
use crate::channel::{is_child, note};
use crate::messages::escape_controls;
use crate::output::{Output, OutputTargets};
use crate::picture::{Canvas, Viewport};
use crate::progress::Progress;
use crate::replace::Complete;
use crate::{ending, interrupt, output};
use anyhow::{Context, Result};
use mask::Rect;
use std::path::Path;

/// The largest part of the world that the picture shows, in pixels.
const PICTURE_SIZE: [u32; 2] = [1200, 800];
/// The largest part of the world that the movie shows, in pixels.
const MOVIE_SIZE: [u32; 2] = [320, 200];
/// The movie is scaled up, so that single pixels are visible.
const MOVIE_ZOOM: u32 = 2;

/// A swarm that is played: in one world, or the part of a worker.
pub(super) trait Swarm {
    /// Returns the width and the height of the world.
    fn size(&self) -> [i32; 2];

    /// Runs a step. Returns also whether to stop after it, because of a Ctrl-C here or on another worker.
    fn step(&mut self) -> Result<(StepStats, bool)>;

    /// Returns the visible sprites and pairs, or `None` on a worker that draws nothing.
    fn visible_in(&mut self, rect: Rect) -> Result<Option<Visible<'_>>>;

    /// Returns whether this process writes the outputs.
    fn reports(&self) -> bool {
        true
    }

    /// Does what is due after a step: the last one of `steps`.
    fn after_step(&mut self, _steps: &[StepStats], _is_last: bool) -> Result<()> {
        Ok(())
    }

    /// Returns the peak memory of all processes, if it is not that of this process.
    fn peak_memory(&mut self) -> Result<Option<u64>> {
        Ok(None)
    }
}

impl Swarm for Simulation {
    fn size(&self) -> [i32; 2] {
        Simulation::size(self)
    }

    fn step(&mut self) -> Result<(StepStats, bool)> {
        Ok((Simulation::step(self)?, interrupt::is_interrupted()))
    }

    fn visible_in(&mut self, rect: Rect) -> Result<Option<Visible<'_>>> {
        Simulation::visible_in(self, rect).map(Some)
    }
}

/// Runs the swarm in this process.
pub(crate) fn run(args: &SwarmArgs) -> Result<()> {
    let targets = OutputTargets::resolve(&args.outputs())?;
    let masks = build_masks(args, &targets)?;
    let placing = Progress::spinner("placing sprites");
    let mut swarm = Simulation::new(&masks, args.sprites, args.seed)?;
    drop(placing);
    let report = Report::new(args, masks.masks().len(), swarm.size(), 1);
    let written = play(args, &mut swarm, report)?;
    finish(args, written)
}

/// Builds the masks, and checks that no output replaces one of their files.
pub(super) fn build_masks(args: &SwarmArgs, targets: &OutputTargets) -> Result<MaskSet> {
    let masks = match &args.masks {
        Some(folder) => MaskSet::from_folder(folder)?,
        None => MaskSet::generated(args.sprites, args.seed)?,
    };
    targets.check_inputs(masks.files())?;
    Ok(masks)
}

/// The outputs, which are not yet at their targets.
pub(super) struct Written {
    outputs: Vec<Complete>,
    report: Report,
}

/// Runs the steps, and writes the outputs if this process reports.
pub(super) fn play(args: &SwarmArgs, swarm: &mut dyn Swarm, mut report: Report) -> Result<Written> {
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
        swarm.after_step(report.steps(), number + 1 == args.steps || stop)?;
        progress.table(|| live_table::format(report.steps()));
        progress.add(1);
        if stop {
            if reports {
                note(&format!("stopped after {} of {} steps", number + 1, args.steps));
            }
            break;
        }
    }
    drop(progress);

    let mut outputs = Vec::new();
    let viewport = Viewport::centered(swarm.size(), PICTURE_SIZE, 1);
    let canvas = draw(swarm, viewport)?;
    report.set_memory(swarm.peak_memory()?);
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

/// Prints the report, then moves the outputs to their targets.
pub(super) fn finish(args: &SwarmArgs, Written { outputs, report }: Written) -> Result<()> {
    let mut out = Output::open(Path::new("-"))?;
    report.write_text(&mut out).context("standard output")?;
    out.complete()?;
    ending::commit(&outputs)?;
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
fn draw(swarm: &mut dyn Swarm, viewport: Viewport) -> Result<Option<Canvas>> {
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
