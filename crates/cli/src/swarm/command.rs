//! Runs the command: the steps, the live table, the outputs.

use super::live_table;
use super::mask_set::MaskSet;
use super::movie::Movie;
use super::report::Report;
use super::simulation::Simulation;
use crate::args::SwarmArgs;
use crate::escape_controls;
use crate::interrupt;
use crate::output::{self, Output, OutputTargets};
use crate::picture::{Canvas, Viewport};
use crate::progress::Progress;
use anyhow::{Context, Result};
use std::io::{self, Write};
use std::path::Path;

/// The largest part of the world that the picture shows, in pixels.
const PICTURE_SIZE: [u32; 2] = [1200, 800];
/// The largest part of the world that the movie shows, in pixels.
const MOVIE_SIZE: [u32; 2] = [320, 200];
/// The movie is scaled up, so that single pixels are visible.
const MOVIE_ZOOM: u32 = 2;

pub(crate) fn run(args: &SwarmArgs) -> Result<()> {
    let paths: Vec<&Path> =
        [Some(&args.picture), args.movie.as_ref(), args.report.as_ref()].into_iter().flatten().map(|p| &**p).collect();
    let targets = OutputTargets::resolve(&paths)?;
    let masks = match &args.masks {
        Some(folder) => MaskSet::from_folder(folder)?,
        None => MaskSet::generated(args.sprites, args.seed)?,
    };
    targets.check_inputs(masks.files())?;
    let placing = Progress::spinner("placing sprites");
    let mut swarm = Simulation::new(&masks, args.sprites, args.seed)?;
    drop(placing);
    let mut report = Report::new(args, masks.masks().len(), swarm.size());
    let movie_viewport = Viewport::centered(swarm.size(), MOVIE_SIZE, MOVIE_ZOOM);
    let start = |path: &Path| Movie::new(movie_viewport, Output::open(path)?).with_context(|| output::name(path));
    let mut movie = args.movie.as_deref().map(start).transpose()?.zip(args.movie.as_deref());

    interrupt::defer_first()?;
    let mut progress = Progress::with_table(args.steps as usize);
    for number in 0..args.steps {
        report.add(swarm.step()?)?;
        if let Some((movie, path)) = movie.as_mut().filter(|_| number < args.movie_frames) {
            movie.add(&draw(&mut swarm, movie_viewport)?).with_context(|| output::name(path))?;
        }
        progress.table(|| live_table::format(report.steps()));
        progress.add(1);
        if interrupt::is_interrupted() {
            break;
        }
    }
    drop(progress);
    if interrupt::is_interrupted() {
        let _ = writeln!(io::stderr(), "stopped after {} of {} steps", report.steps().len(), args.steps);
    }

    // No output is moved to its target before all outputs are complete.
    let viewport = Viewport::centered(swarm.size(), PICTURE_SIZE, 1);
    let canvas = draw(&mut swarm, viewport)?;
    let mut outputs = vec![Output::written(&args.picture, |out| Ok(canvas.write_png(out)?))?];
    if let Some((movie, path)) = movie {
        outputs.push(movie.finish().with_context(|| output::name(path))?);
    }
    if let Some(path) = &args.report {
        outputs.push(Output::written(path, |out| report.write_json(out))?);
    }
    outputs.into_iter().try_for_each(Output::finish)?;

    for path in paths {
        let _ = writeln!(io::stderr(), "wrote {}", escape_controls(&path.display().to_string()));
    }
    let mut out = Output::open(Path::new("-"))?;
    report.write_text(&mut out).context("standard output")?;
    out.finish()?;
    interrupt::raise_deferred().context("cannot end by the signal of Ctrl-C")
}

/// Draws the part of the world in a viewport, with the collisions of the last step.
fn draw(swarm: &mut Simulation, viewport: Viewport) -> Result<Canvas> {
    let mut canvas = Canvas::new(viewport)?;
    let visible = swarm.visible_in(viewport.world_rect())?;
    for (sprite, color) in &visible.sprites {
        if let Some(placed) = visible.view.shape(*sprite) {
            canvas.draw_mask(&placed, *color);
        }
    }
    let ids: Vec<_> = visible.sprites.iter().map(|(id, _)| *id).collect();
    canvas.draw_pairs(visible.view, &ids, &visible.candidates, &visible.collisions, |_| {})?;
    Ok(canvas)
}
