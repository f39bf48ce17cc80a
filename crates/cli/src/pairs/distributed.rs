//! `hitmask pairs` on several processes.
//!
//! Every worker reads the scene, and adds its share of the sprites to the tiles. Worker 0 collects the table and writes
//! it. The table is moved to its target after all workers have done their part.

use super::table;
use super::words::{Words, say};
use crate::args::PairsArgs;
use crate::channel::{is_child, note_warnings, report_progress};
use crate::ending;
use crate::output::{Output, OutputTargets};
use crate::replace::Complete;
use crate::scene::Scene;
use crate::workers::{check_equal, take_part};
use anyhow::{Context, Result};
use mask::Rect;
use rayon::prelude::*;
use std::path::PathBuf;
use tiles::{Cluster, Tiles, TilesError, TilesStep};
use world::{Contact, WorldError};

/// A line of the table: a, b, area, left, top, width and height.
type Row = (u64, u64, u64, i32, i32, u32, u32);

/// How many lines to write between two reports of progress.
const REPORT: usize = 1 << 17;

pub(crate) fn run_worker(args: &PairsArgs, cluster: Cluster) -> Result<()> {
    // Worker 0 alone has an output.
    let finish = |listed: Option<Listed>| {
        let Some((outputs, lines)) = listed else { return Ok(()) };
        // The launcher listens until it has the outputs.
        if is_child() {
            say(&lines);
            return ending::commit(&outputs);
        }
        ending::commit(&outputs)?;
        say(&lines);
        Ok(())
    };
    take_part(cluster, &format!("pairs {}", args.pair_limit), |tiles| list(args, tiles), finish)
}

/// The outputs, which are not yet at their targets, and what to say about them.
type Listed = (Vec<Complete>, Vec<String>);

/// Lists all pairs. Returns the output on worker 0.
fn list(args: &PairsArgs, tiles: &mut Tiles) -> Result<Option<Listed>> {
    let scene = load(args, tiles.worker() == 0);
    let scene = tiles.agree(scene)?;
    check_equal(tiles, scene.checksum().into())?;
    let added = add(args, &scene, tiles);
    tiles.agree(added)?;
    tiles.set_limits(tiles.limits().pairs(args.pair_limit));
    let rows = rows(tiles.step().map_err(|error| match error {
        // The scene is not at fault if another worker fails.
        TilesError::Cluster(_) => error.into(),
        error => anyhow::Error::from(error).context(args.scene.display().to_string()),
    })?);
    let mut all = Vec::new();
    for bytes in tiles.gather(postcard::to_allocvec(&rows)?)? {
        let mut rows: Vec<Row> = postcard::from_bytes(&bytes).context("a worker sent damaged pairs")?;
        all.append(&mut rows);
    }
    if tiles.worker() > 0 {
        return Ok(None);
    }
    if all.len() > args.pair_limit {
        let error = WorldError::TooManyPairs { limit: args.pair_limit };
        return Err(error).with_context(|| args.scene.display().to_string());
    }
    all.par_sort_unstable();
    let mut words = Words::new(args, |index| {
        let (sprite, _) = scene.sprites.get(index as usize)?;
        Some(scene.masks[sprite.mask as usize].name.as_str())
    });
    let output = Output::written(&args.out, |out| write(out, &all, |row| words.add(row)))?;
    let lines = words.lines(scene.sprites.len() as u64, None, all.len() as u64);
    Ok(Some((output.into_iter().collect(), lines)))
}

/// Reads the scene. If this worker writes the output, it checks the output first.
fn load(args: &PairsArgs, writes: bool) -> Result<Scene> {
    let outputs = writes.then_some(args.out.as_path());
    let targets = OutputTargets::resolve(outputs.as_slice())?;
    let scene = Scene::load(&args.scene, false)?;
    if writes {
        note_warnings(&scene.warnings);
    }
    targets.check_inputs(scene.files.iter().map(PathBuf::as_path))?;
    Ok(scene)
}

/// Adds the share of the sprites of this worker.
fn add(args: &PairsArgs, scene: &Scene, tiles: &mut Tiles) -> Result<()> {
    let masks = scene.masks.iter().map(|mask| tiles.add_mask(mask.mask.clone()));
    let masks = masks.collect::<Result<Vec<_>, _>>().with_context(|| args.scene.display().to_string())?;
    let share = |worker: usize| (scene.sprites.len() as u128 * worker as u128 / tiles.workers() as u128) as usize;
    let (first, end) = (share(tiles.worker()), share(tiles.worker() + 1));
    for (index, (sprite, stretch)) in scene.sprites.iter().enumerate().take(end).skip(first) {
        let mask = sprite.mask as usize;
        let sprite = sprite.to_world(stretch, masks[mask], scene.masks[mask].origin);
        tiles.add(index as u64, sprite).with_context(|| format!("{}: sprites[{index}]", args.scene.display()))?;
    }
    Ok(())
}

/// Returns the lines of the table that this worker knows.
fn rows(step: TilesStep) -> Vec<Row> {
    // Every pair of the list collides.
    let contacts = step.pairs().iter().filter_map(|&pair| Some((pair, step.contact(pair)?)));
    let row = |([a, b], contact): ([u64; 2], Contact)| {
        let bounds = contact.bounds();
        (a, b, contact.area(), bounds.left, bounds.top, bounds.width, bounds.height)
    };
    contacts.map(row).collect()
}

fn write(out: &mut Output, rows: &[Row], mut each: impl FnMut(&table::Row)) -> Result<()> {
    table::write_header(out)?;
    for (done, &(a, b, area, left, top, width, height)) in rows.iter().enumerate() {
        if done % REPORT == 0 {
            report_progress(done, rows.len());
        }
        if out.is_reader_gone() {
            break;
        }
        let bounds = Rect::new(left, top, width, height);
        let row = table::Row { pair: [a, b], area, bounds };
        table::write_row(out, &row)?;
        each(&row);
    }
    Ok(())
}
