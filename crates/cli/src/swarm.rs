//! `hitmask swarm`: many bouncing sprites, tested exactly at every step, and what that takes.

mod cast;
mod drawn;
mod folder;
mod live;
mod movie;
mod report;
mod rng;
mod simulation;
mod spread;

use crate::args::SwarmArgs;
use crate::interrupt;
use crate::memory::spare;
use crate::output::{self, Output, Places};
use crate::picture::{Canvas, Window};
use crate::plain;
use crate::progress::Progress;
use anyhow::{Context, Result};
use cast::Cast;
use movie::Movie;
use report::Report;
use simulation::Simulation;
use std::io::{self, Write};
use std::path::Path;

/// The middle of the world that the picture shows, and the movie.
const PICTURE: [u32; 2] = [1200, 800];
const MOVIE: [u32; 2] = [320, 200];
/// Twice as large as life, for single pixels to be seen.
const MOVIE_ZOOM: u32 = 2;

pub(crate) fn run(args: &SwarmArgs) -> Result<()> {
    let paths: Vec<&Path> =
        [Some(&args.picture), args.movie.as_ref(), args.report.as_ref()].into_iter().flatten().map(|p| &**p).collect();
    let places = Places::check(&paths)?;
    let cast = match &args.masks {
        Some(folder) => Cast::of_folder(folder)?,
        None => Cast::drawn(args.sprites, args.seed)?,
    };
    places.protect(cast.files())?;
    spare("making the masks")?;
    let placing = Progress::endless("placing sprites");
    let mut swarm = Simulation::new(&cast, args.sprites, args.seed)?;
    drop(placing);
    spare("placing the sprites")?;
    let mut report = Report::new(args, cast.masks().len(), swarm.size());
    let movie_window = Window::middle_of(swarm.size(), MOVIE, MOVIE_ZOOM);
    let begin = |path: &Path| Movie::new(movie_window, Output::open(path)?).with_context(|| output::name(path));
    let mut movie = args.movie.as_deref().map(begin).transpose()?.zip(args.movie.as_deref());

    interrupt::be_gentle()?;
    let mut progress = Progress::tabled(args.steps as usize);
    for number in 0..args.steps {
        report.add(swarm.step()?)?;
        spare("a step")?;
        if let Some((movie, path)) = movie.as_mut().filter(|_| number < args.movie_frames) {
            movie.add(&draw(&mut swarm, movie_window)?).with_context(|| output::name(path))?;
        }
        progress.table(|| live::table(report.steps()));
        progress.add(1);
        if interrupt::was_pressed() {
            break;
        }
    }
    drop(progress);
    if interrupt::was_pressed() {
        let _ = writeln!(io::stderr(), "stopped after {} of {} steps", report.steps().len(), args.steps);
    }

    // Nothing is put in its place before all of it is written.
    let written = |path: &Path, write: &dyn Fn(&mut Output) -> Result<()>| {
        let mut output = Output::open(path)?;
        write(&mut output).with_context(|| output::name(path))?;
        output.flush().with_context(|| output::name(path))?;
        anyhow::Ok(output)
    };
    let window = Window::middle_of(swarm.size(), PICTURE, 1);
    let canvas = draw(&mut swarm, window)?;
    let mut outputs = vec![written(&args.picture, &|out| Ok(canvas.write_png(out)?))?];
    if let Some((movie, path)) = movie {
        outputs.push(movie.finish().with_context(|| output::name(path))?);
    }
    if let Some(path) = &args.report {
        outputs.push(written(path, &|out| report.write_json(out))?);
    }
    outputs.into_iter().try_for_each(Output::finish)?;

    for path in paths {
        let _ = writeln!(io::stderr(), "wrote {}", plain(&path.display().to_string()));
    }
    let mut out = Output::stdout();
    report.write_text(&mut out).context("standard output")?;
    out.finish()?;
    interrupt::pass_on().context("cannot pass on Ctrl-C")
}

/// Draws a part of the world as it stands after the last step.
fn draw(swarm: &mut Simulation, window: Window) -> Result<Canvas> {
    let mut canvas = Canvas::new(window);
    let shown = swarm.shown(window.rect())?;
    for (sprite, color) in &shown.sprites {
        if let Some(placed) = shown.view.shape(*sprite) {
            canvas.draw_mask(&placed, *color);
        }
    }
    let ids: Vec<_> = shown.sprites.iter().map(|(id, _)| *id).collect();
    canvas.mark(shown.view, &ids, &shown.candidates, &shown.collisions, &Progress::none())?;
    Ok(canvas)
}
