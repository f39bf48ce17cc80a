//! Sprites of several kinds: fixed tiles and sprites that move over them, layers, teams, and frames of animations.

use anyhow::Result;
use std::rc::Rc;
use suites::case::Case;
use suites::movers::{Frame, frames, sorted};
use suites::suite::{Family, SEED, Spec};
use testkit::scene::{Kind, Scene};
use testkit::{Rng, shape};
use world::{MaskId, Pair, PlacedMask, Sprite, SpriteId, World, WorldError, pairs};

/// Frames there, followed by as many frames back.
const FRAMES: usize = 12;
/// The side of a tile, and the tiles of a row.
const TILE: i32 = 32;
const ROW: i32 = 317;
/// The frames of an animation, the animations, and the share of the sprites that show their next frame in a step.
const PICTURES: usize = 20;
const ANIMATIONS: usize = 8;
const TURNS: usize = 8;

/// Every family.
#[must_use]
pub(super) fn families() -> Vec<Family> {
    let family = |name: &str, title: &str, specs: Vec<Spec>| Family {
        suite: "kinds",
        name: name.to_owned(),
        title: title.to_owned(),
        unit: "sprites",
        answer: "pairs",
        specs,
    };
    let spec = |name: &str, n: usize, build: Box<dyn Fn() -> Result<Case>>| Spec {
        name: name.to_owned(),
        n,
        against: vec!["from-scratch"],
        build,
    };
    let over_tiles = [(200, "200"), (2000, "2k"), (10_000, "10k")].map(|(movers, name)| {
        spec(&format!("kinds-tiles-{name}"), movers, Box::new(move || Cast::over_tiles(movers).case()))
    });
    vec![
        family("kinds-tiles", "sprites that move over 100,000 fixed tiles, all of 32 px", over_tiles.into()),
        family(
            "kinds-layers",
            "six kinds of layers, of which each meets three; 32 px, all move",
            vec![spec("kinds-layers-50k", 50_000, Box::new(|| Cast::in_layers(50_000).case()))],
        ),
        family(
            "kinds-teams",
            "eight teams that ignore their own; 32 px, all move",
            vec![spec("kinds-teams-50k", 50_000, Box::new(|| Cast::in_teams(50_000).case()))],
        ),
        family(
            "kinds-animated",
            "160 frames of animation, all move, and an eighth shows its next frame in each step",
            vec![spec("kinds-animated-20k", 20_000, Box::new(|| Cast::animated(20_000).case()))],
        ),
    ]
}

/// What all contenders share. The sprites from `movers` on are fixed.
struct Cast {
    scene: Scene,
    movers: usize,
    /// The layers of each sprite, and the layers that it collides with.
    layers: Vec<[u32; 2]>,
    is_animated: bool,
}

impl Cast {
    fn over_tiles(movers: usize) -> Cast {
        let tiles = (ROW * ROW) as usize;
        let mut scene = Scene::new(Kind::Uniform, movers + tiles, SEED);
        let mut rng = Rng::new(SEED);
        scene.side = TILE * ROW;
        for (sprite, at) in scene.at.iter_mut().enumerate() {
            *at = match sprite.checked_sub(movers).map(|tile| tile as i32) {
                Some(tile) => [tile % ROW * TILE, tile / ROW * TILE],
                None => [0; 2].map(|_: i32| rng.within(0..TILE * (ROW - 1))),
            };
        }
        Cast { layers: vec![[1, u32::MAX]; scene.len()], scene, movers, is_animated: false }
    }

    fn in_layers(n: usize) -> Cast {
        let kind = |sprite: usize| (sprite % 6) as u32;
        // A kind meets itself and its two neighbors.
        let layers = |sprite| [kind(sprite), kind(sprite) + 1, kind(sprite) + 5].map(|kind| 1 << (kind % 6));
        let layers = (0..n).map(layers).map(|[own, next, last]| [own, own | next | last]).collect();
        Cast { scene: Scene::new(Kind::Uniform, n, SEED), movers: n, layers, is_animated: false }
    }

    fn in_teams(n: usize) -> Cast {
        let layers = (0..n).map(|sprite| [1 << (sprite % 8), 0xff & !(1 << (sprite % 8))]).collect();
        Cast { scene: Scene::new(Kind::Uniform, n, SEED), movers: n, layers, is_animated: false }
    }

    fn animated(n: usize) -> Cast {
        let grids = (0..ANIMATIONS * PICTURES).map(|picture| shape::rock(32, picture as u64)).collect();
        let shape_of = (0..n).map(|sprite| (sprite % ANIMATIONS * PICTURES) as u32).collect();
        let scene = Scene::new(Kind::Uniform, n, SEED).with_shapes(grids, shape_of);
        Cast { layers: vec![[1, u32::MAX]; n], scene, movers: n, is_animated: true }
    }

    /// The sprites that show another mask in a turn, and its index.
    fn changed(&self, turn: usize) -> impl Iterator<Item = (usize, u32)> {
        let turns = if self.is_animated { turn % TURNS..self.movers } else { 0..0 };
        let picture = move |sprite: usize| sprite % ANIMATIONS * PICTURES + (sprite / ANIMATIONS + turn) % PICTURES;
        turns.step_by(TURNS).map(move |sprite| (sprite, picture(sprite) as u32))
    }

    fn case(self) -> Result<Case> {
        let turns: Vec<(usize, Frame)> = frames(&self.scene, FRAMES).into_iter().enumerate().collect();
        let cast = Rc::new(self);
        let case = Case::asking(turns)
            .row_with("hitmask", Replay::new(&cast)?, |replay, (turn, at)| replay.play(*turn, at), Replay::read)
            .row_with(
                "from-scratch",
                (Rc::clone(&cast), cast.scene.at.clone(), cast.scene.shape_of.clone()),
                |(cast, at, shapes), (turn, frame)| from_scratch(cast, at, shapes, *turn, frame),
                |_, found| Ok(sorted(found?.into_iter())),
            );
        Ok(case.done())
    }
}

/// A world of the cast.
struct Replay {
    cast: Rc<Cast>,
    world: World,
    masks: Vec<MaskId>,
    ids: Vec<SpriteId>,
}

impl Replay {
    fn new(cast: &Rc<Cast>) -> Result<Replay> {
        let (mut world, scene) = (World::new(), &cast.scene);
        world.set_limits(world.limits().parallel_from(usize::MAX));
        let masks = scene.masks.iter().map(|mask| world.add_mask(mask.clone())).collect::<Result<Vec<_>, _>>()?;
        let sprites = scene.shape_of.iter().zip(&scene.at).zip(&cast.layers).enumerate();
        let sprites = sprites.map(|(sprite, ((&shape, &at), &[layers, collides_with]))| {
            let is_fixed = sprite >= cast.movers;
            Sprite::new(masks[shape as usize], at).layers(layers).collides_with(collides_with).fixed(is_fixed)
        });
        let ids = world.spawn_many(sprites)?;
        Ok(Replay { cast: Rc::clone(cast), world, masks, ids })
    }

    fn play(&mut self, turn: usize, at: &Frame) -> Result<(), WorldError> {
        for (&id, &at) in self.ids[..self.cast.movers].iter().zip(at) {
            self.world.move_to(id, at)?;
        }
        for (sprite, shape) in self.cast.changed(turn) {
            self.world.get_mut(self.ids[sprite])?.set_mask(self.masks[shape as usize])?;
        }
        self.world.step().map(|_| ())
    }

    fn read(&self, played: Result<(), WorldError>) -> Result<Vec<u64>> {
        played?;
        let pairs = self.world.clone().step()?.pairs().to_vec();
        Ok(sorted(pairs.iter().map(|Pair { a, b }| (a.index() as u32, b.index() as u32))))
    }
}

/// The pairs of all masks, without a world, of which those of fixed sprites and of layers that do not meet are dropped.
fn from_scratch(
    cast: &Cast,
    at: &mut Frame,
    shapes: &mut [u32],
    turn: usize,
    frame: &Frame,
) -> Result<Vec<(u32, u32)>, WorldError> {
    at[..cast.movers].copy_from_slice(&frame[..cast.movers]);
    cast.changed(turn).for_each(|(sprite, shape)| shapes[sprite] = shape);
    let placed =
        shapes.iter().zip(&*at).map(|(&shape, &at)| PlacedMask { mask: &cast.scene.masks[shape as usize], at });
    let placed: Vec<PlacedMask> = placed.collect();
    let mut found = pairs(&placed)?;
    found.retain(|&(a, b)| {
        let [[own, asks], [other, is_asked]] = [a, b].map(|sprite| cast.layers[sprite as usize]);
        own & is_asked != 0 && other & asks != 0 && (a as usize) < cast.movers
    });
    Ok(found)
}
