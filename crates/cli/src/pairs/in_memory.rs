//! `hitmask pairs`: finds the colliding pairs of a scene in memory.

use super::table;
use super::table::Row;
use super::words::{Words, say};
use crate::args::PairsArgs;
use crate::channel::note_warnings;
use crate::ending;
use crate::output::{Output, OutputTargets};
use crate::picture::{Canvas, SpriteImage, Viewport};
use crate::progress::Progress;
use crate::replace::Complete;
use crate::scene::{NO_MEMORY_FOR_SPRITES, Origin, Scene, SceneSprite, Stretch};
use anyhow::{Context, Result};
use rayon::prelude::*;
use sheets::check_picture_memory;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io;
use std::io::Write;
use std::path::{Path, PathBuf};
use world::{Pair, PlacedMask, SpriteId, View, World, WorldError};

/// Overlaps measured in parallel at a time: enough work for every thread, in little memory.
const BATCH: usize = 1 << 14;

pub(crate) fn run(args: &PairsArgs) -> Result<()> {
    let targets = OutputTargets::resolve(&args.outputs())?;
    let scene = {
        let _progress = Progress::spinner("reading the scene");
        Scene::load(&args.scene, args.picture.is_some())?
    };
    note_warnings(&scene.warnings);
    targets.check_inputs(scene.files.iter().map(PathBuf::as_path))?;
    let (mut world, ids) = build_world(&scene).with_context(|| args.scene.display().to_string())?;
    world.set_limits(world.limits().pairs(args.pair_limit));
    let mut pairs = Vec::new();
    let view = {
        let _progress = Progress::spinner("testing");
        let view = world.refresh()?;
        view.collisions_into(&mut pairs).with_context(|| args.scene.display().to_string())?;
        view
    };

    let picture = args.picture.as_deref().map(|path| draw(path, &scene, &ids, view, &pairs)).transpose()?.flatten();
    let mut words = Words::new(args, |index| {
        let (sprite, _) = scene.sprites.get(index as usize)?;
        Some(scene.masks[sprite.mask as usize].name.as_str())
    });
    let table = Output::written(&args.out, |out| write_csv(out, &ids, view, &pairs, |row| words.add(row)))?;
    ending::commit(&table.into_iter().chain(picture).collect::<Vec<_>>())?;
    if !args.quiet {
        let mut boxes = 0;
        view.for_each_candidate(|_| boxes += 1);
        say(&words.lines(ids.len() as u64, Some(boxes), pairs.len() as u64));
    }
    Ok(())
}

/// Builds the world of a scene. Returns it with the ids of the sprites, in ascending order.
fn build_world(scene: &Scene) -> Result<(World, Vec<SpriteId>)> {
    let mut world = World::new();
    let masks = scene.masks.iter().map(|mask| world.add_mask(mask.mask.clone()));
    let masks = masks.collect::<Result<Vec<_>, _>>()?;
    let mut spawn = |index: usize, sprite: &SceneSprite, stretch: Stretch| {
        let mask = sprite.mask as usize;
        let sprite = sprite.to_world(stretch, masks[mask], scene.masks[mask].origin);
        world.spawn(sprite).with_context(|| format!("sprites[{index}]"))
    };
    let mut ids = Vec::new();
    ids.try_reserve_exact(scene.sprites.len()).context(NO_MEMORY_FOR_SPRITES)?;
    for (index, (sprite, stretch)) in scene.sprites.iter().enumerate() {
        ids.push(spawn(index, sprite, stretch)?);
    }
    Ok((world, ids))
}

/// Writes one line of CSV for each pair.
fn write_csv(out: &mut Output, ids: &[SpriteId], view: View, pairs: &[Pair], mut each: impl FnMut(&Row)) -> Result<()> {
    let index = |id: SpriteId| ids.binary_search(&id).expect("the ids of a new world ascend");
    let progress = Progress::counted("measuring overlaps", pairs.len());
    table::write_header(out)?;
    for batch in pairs.chunks(BATCH) {
        if out.is_reader_gone() {
            break;
        }
        let measure = |pair: &Pair| {
            let contact = view.contact(pair.a, pair.b).expect("the pair collides");
            (contact.area(), contact.bounds())
        };
        let measured: Vec<_> = batch.par_iter().map(measure).collect();
        for (pair, (area, bounds)) in batch.iter().zip(measured) {
            let pair = [pair.a, pair.b].map(|id| index(id) as u64);
            let row = Row { pair, area, bounds };
            table::write_row(out, &row)?;
            each(&row);
        }
        progress.add(batch.len());
    }
    Ok(())
}

/// Draws the scene into an output.
fn draw(path: &Path, scene: &Scene, ids: &[SpriteId], view: View, pairs: &[Pair]) -> Result<Option<Complete>> {
    let mut candidates = Vec::new();
    match view.candidates_into(&mut candidates) {
        Err(WorldError::TooManyPairs { limit }) => {
            let _ = writeln!(
                io::stderr(),
                "more than {limit} pairs of boxes overlap: the picture has no boxes, raise --pair-limit to draw them"
            );
        }
        other => other?,
    }
    let shape = |id: &SpriteId| view.shape(*id).expect("the sprites are in the world");
    let viewport =
        Viewport::enclosing(ids.iter().map(shape).map(|PlacedMask { mask, at }| (at, [mask.width(), mask.height()])));
    let mut canvas = Canvas::new(viewport)?;
    let mut images: HashMap<_, SpriteImage> = HashMap::new();
    let progress = Progress::counted("drawing", scene.sprites.len() + candidates.len() + pairs.len());
    for ((sprite, stretch), id) in scene.sprites.iter().zip(ids) {
        let SceneSprite { mask, flip_x, flip_y, turn, .. } = *sprite;
        let Stretch { angle, scale, origin } = stretch;
        let PlacedMask { mask: shown, at } = shape(id);
        let is_visible = shown.width() > 0 && shown.height() > 0;
        if let Some(picture) = scene.masks[mask as usize].picture.as_ref().filter(|_| is_visible) {
            let size = [shown.width(), shown.height()];
            // The origin of the mask is that of all its sprites that have none.
            let origin = origin.map(|Origin { point, fraction }| [point, fraction].map(|part| part.map(f64::to_bits)));
            let key = (mask, flip_x, flip_y, turn, angle, scale.map(f64::to_bits), origin);
            let image = match images.entry(key) {
                Entry::Occupied(image) => image.into_mut(),
                Entry::Vacant(vacant) => {
                    // Two copies: flipped and turned, or at full size and scaled.
                    check_picture_memory(2 * 4, picture.dimensions().into())?;
                    let image = match world::bindings::under_map(view, *id) {
                        None => SpriteImage::oriented(picture, flip_x, flip_y, turn),
                        Some(by) => {
                            check_picture_memory(2 * 4, size)?;
                            SpriteImage::mapped(picture, &by, at, size)
                        }
                    };
                    vacant.insert(canvas.scale(image))
                }
            };
            canvas.draw(image, at);
        }
        progress.add(1);
    }
    canvas.draw_pairs(view, ids, &candidates, pairs, |count| progress.add(count))?;
    Output::written(path, |out| Ok(canvas.write_png(out)?))
}
