//! `hitmask pairs`: a scene in, its collisions out.

use crate::args::PairsArgs;
use crate::memory::{ask, spare};
use crate::output::{self, Output, Places};
use crate::picture::{Art, Canvas, Window};
use crate::progress::Progress;
use crate::scene::{NO_MEMORY, Placement, Scene};
use anyhow::{Context, Result};
use rayon::prelude::*;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use world::{Overlap, Pair, SpriteId, Turn, View, World, WorldError};

/// Overlaps measured at a time: enough for every thread, little memory.
const BATCH: usize = 1 << 16;

pub(crate) fn run(args: &PairsArgs) -> Result<()> {
    let outputs: Vec<&Path> = [Some(&args.out), args.picture.as_ref()].into_iter().flatten().map(|p| &**p).collect();
    let places = Places::check(&outputs)?;
    let scene = {
        let _reading = Progress::endless("reading the scene");
        Scene::load(&args.scene, args.picture.is_some())?
    };
    spare("reading the scene")?;
    places.protect(scene.files.iter().map(PathBuf::as_path))?;
    let (mut world, ids) = build(&scene).with_context(|| args.scene.display().to_string())?;
    spare("placing the sprites")?;
    world.set_pair_limit(args.pair_limit);
    let mut pairs = Vec::new();
    let view = {
        let _testing = Progress::endless("testing");
        let view = world.refresh()?;
        view.collisions_into(&mut pairs).with_context(|| args.scene.display().to_string())?;
        view
    };

    spare("listing the pairs")?;
    // The picture first, but nothing is put in its place before all of it is written.
    let picture = args.picture.as_deref().map(|path| draw(path, &scene, &ids, view, &pairs)).transpose()?;
    let mut out = Output::open(&args.out)?;
    write(&mut out, &ids, view, &pairs).with_context(|| output::name(&args.out))?;
    out.finish()?;
    picture.map_or(Ok(()), Output::finish)
}

/// The scene's world, and the id of every sprite in it. The ids ascend.
fn build(scene: &Scene) -> Result<(World, Vec<SpriteId>)> {
    let mut world = World::new();
    let masks = scene.shapes.iter().map(|shape| world.add_mask(shape.mask.clone()));
    let masks = masks.collect::<Result<Vec<_>, _>>()?;
    let mut spawn = |(index, placed): (usize, &Placement)| {
        world.spawn(placed.sprite(masks[placed.shape])).with_context(|| format!("sprites[{index}]"))
    };
    let mut ids = Vec::new();
    ids.try_reserve_exact(scene.sprites.len()).context(NO_MEMORY)?;
    for sprite in scene.sprites.iter().enumerate() {
        ids.push(spawn(sprite)?);
    }
    Ok((world, ids))
}

/// Writes the table.
fn write(out: &mut Output, ids: &[SpriteId], view: View, pairs: &[Pair]) -> Result<()> {
    let index = |id: SpriteId| ids.binary_search(&id).expect("the ids of a fresh world ascend");
    let progress = Progress::counted("measuring overlaps", pairs.len());
    writeln!(out, "a,b,area,left,top,width,height")?;
    for batch in pairs.chunks(BATCH) {
        if out.is_deserted() {
            break;
        }
        let measure = |pair: &Pair| view.overlap(pair.a, pair.b).expect("the pair collides");
        let overlaps: Vec<Overlap> = batch.par_iter().map(measure).collect();
        for (pair, Overlap { area, bounds, .. }) in batch.iter().zip(overlaps) {
            let (a, b) = (index(pair.a), index(pair.b));
            writeln!(out, "{a},{b},{area},{},{},{},{}", bounds.left, bounds.top, bounds.width, bounds.height)?;
        }
        progress.add(batch.len());
    }
    Ok(())
}

/// Draws the scene into an output that is not yet in its place.
fn draw(path: &Path, scene: &Scene, ids: &[SpriteId], view: View, pairs: &[Pair]) -> Result<Output> {
    let mut candidates = Vec::new();
    match view.candidates_into(&mut candidates) {
        Err(WorldError::TooManyPairs { limit }) => {
            let _ = writeln!(io::stderr(), "more than {limit} pairs of boxes overlap: the picture has no boxes");
        }
        other => other?,
    }
    spare("listing the pairs of boxes")?;
    let size = |sprite: &Placement| {
        let mask = &scene.shapes[sprite.shape].mask;
        match sprite.turn {
            Turn::None | Turn::Half => [mask.width(), mask.height()],
            _ => [mask.height(), mask.width()],
        }
    };
    let window = Window::around(scene.sprites.iter().map(|sprite| (sprite.at, size(sprite))));
    let mut canvas = Canvas::new(window);
    let mut looks: HashMap<_, Art> = HashMap::new();
    let progress = Progress::counted("drawing", scene.sprites.len() + candidates.len() + pairs.len());
    for sprite in &scene.sprites {
        let Placement { shape, flip_x, flip_y, turn, .. } = *sprite;
        if let Some(picture) = &scene.shapes[shape].picture {
            let look = match looks.entry((shape, flip_x, flip_y, turn)) {
                Entry::Occupied(look) => look.into_mut(),
                Entry::Vacant(none) => {
                    let (width, height) = picture.dimensions();
                    // As it stands, and scaled.
                    ask(2 * 4 * u64::from(width) * u64::from(height), [width, height])?;
                    none.insert(canvas.fit(Art::oriented(picture, flip_x, flip_y, turn)))
                }
            };
            canvas.draw(look, sprite.at);
        }
        progress.add(1);
    }
    canvas.mark(view, ids, &candidates, pairs, &progress)?;
    let mut output = Output::open(path)?;
    canvas.write_png(&mut output).with_context(|| output::name(path))?;
    output.flush().with_context(|| output::name(path))?;
    Ok(output)
}
