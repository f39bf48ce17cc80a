//! Sweeps of a sprite that starts inside others: it may leave, stand and slide, but gets no deeper.

use anyhow::Result;
use mask::Line;
use std::rc::Rc;
use suites::case::Case;
use suites::suite::{Family, SEED, Spec};
use testkit::{Rng, shape};
use world::{Sprite, SpriteId, World, WorldError};

/// The tiles of the ground, and the side of a tile. (Pairs of so large masks have no tables.)
const TILES: i32 = 8;
const TILE: i32 = 256;
/// The side of the hero, and how far a sweep goes along the ground.
const HERO: u32 = 30;
const WAY: i32 = 40;
/// The number of sweeps.
const SWEEPS: usize = 400;

/// Returns the families.
pub(super) fn families() -> Vec<Family> {
    let spec = |deep: i32| Spec {
        name: format!("sweeps-inside-{deep}"),
        n: deep as usize,
        against: vec!["each-step"],
        build: Box::new(move || sweeps(deep)),
    };
    vec![Family {
        suite: "queries",
        name: "sweeps-inside".into(),
        title: "how far does a disc of 30 px get in 40 px along the rough ground in which it stands?".into(),
        unit: "px deep",
        answer: "px",
        specs: [2, 8, 20].map(spec).into(),
    }]
}

/// Sweeps along the ground, inside and above it.
fn sweeps(deep: i32) -> Result<Case> {
    let mut rng = Rng::new(SEED);
    let steps: Vec<u32> = (0..TILE).map(|_| rng.below(4)).collect();
    let tile = shape::mask(&shape::grid(TILE as u32, TILE as u32, |x, y| y >= steps[x as usize]));
    let (tile, hero) = (Rc::new(tile), Rc::new(shape::mask(&shape::disc(HERO))));
    let mut world = World::new();
    let (ground, walker) = (world.add_mask((*tile).clone())?, world.add_mask((*hero).clone())?);
    for number in 0..TILES {
        world.spawn(Sprite::new(ground, [number * TILE, 0]).fixed(true))?;
    }
    let id = world.spawn(Sprite::new(walker, [0, -1000]))?;
    world.step()?;
    let top = deep - HERO as i32;
    let questions: Vec<[i32; 2]> = (0..SWEEPS).map(|_| [rng.within(0..(TILES - 1) * TILE), top]).collect();
    let ask = |(world, id): &mut (World, SpriteId), &[x, y]: &[i32; 2]| -> Result<i32, WorldError> {
        Ok(world.refresh()?.sweep(id.at([x, y]), [x + WAY, y])?.at[0] - x)
    };
    let free = move |state: &mut (World, SpriteId), &[x, y]: &[i32; 2]| ask(state, &[x, y - 2 * HERO as i32]);
    let read = |_: &(World, SpriteId), gone: Result<i32, WorldError>| Ok(gone? as u64);
    let each_step = move |(): &mut (), &from: &[i32; 2]| {
        let tiles: Vec<[i32; 2]> = (0..TILES).map(|number| [number * TILE, 0]).collect();
        let offset = |[x, y]: [i32; 2], at: [i32; 2]| [at[0] - x, at[1] - y];
        let depth = |of: &[i32; 2], at| {
            let out = hero.penetration(&tile, offset(at, *of)).unwrap_or_default();
            out[0] * out[0] + out[1] * out[1]
        };
        let area = |of: &[i32; 2], at| hero.overlap_area(&tile, offset(at, *of));
        let line = Line::new(from, [from[0] + WAY, from[1]]);
        let steps = line.points().zip(line.points().skip(1));
        let blocks = |of: &[i32; 2], [before, after]: [[i32; 2]; 2]| {
            let (was, is) = (depth(of, before), depth(of, after));
            is > was || is == was && is > 0 && area(of, after) > area(of, before)
        };
        let free = steps.take_while(|&(before, after)| !tiles.iter().any(|of| blocks(of, [before, after])));
        free.count() as i32
    };
    let case = Case::asking(questions)
        .row_with("hitmask", (world.clone(), id), ask, read)
        .row_with("each-step", (), each_step, |(), gone| Ok(gone as u64))
        .row_with("hitmask-free", (world, id), free, read)
        .aside();
    Ok(case.done())
}
