//! Worlds unlike the scenes: masks that one sprite shows, that are edited, or that all sprites show rotated; pools of
//! threads for few sprites; moves of single sprites.

use anyhow::{Context, Result};
use mask::Rect;
use std::rc::Rc;
use suites::boxes::Boxes;
use suites::case::{Case, Times};
use suites::movers::{Frame, List, Ours, Peer, at_rest, follow, frames, pool, sorted};
use suites::peers::{BroadPhase, Rstar};
use suites::suite::{Family, SEED, Spec};
use testkit::scene::{Kind, Scene};
use testkit::{Grid, Rng, naive, shape};
use world::{Angle, Motion, Sprite, SpriteId, View, World, WorldError};

/// Every family.
#[must_use]
pub(super) fn families() -> Vec<Family> {
    let exact = |name: &str, size: &str, n, title: &str, build: fn(usize) -> Result<Case>| {
        family(name, &format!("which sprites collide? All move 1 to 4 px; 32 px; {title}"), &[(n, size)], build)
    };
    let few = &[(1000, "1k"), (10_000, "10k"), (100_000, "100k")];
    let moved =
        "how far can a sprite move? Up to 200 px there and back, all others stay; 32 px. Times are those of one move";
    vec![
        exact("exact-once", "5k", 5000, "one sprite for each mask", once),
        exact("exact-edited", "100k", 100_000, "20 masks, one of them edited in each step", edited),
        exact("exact-rotating", "100k", 100_000, "20 masks in 64 angle steps, the next angle in each step", rotating),
        family("pool-step", "which boxes meet? As step-uniform, in pools of one and two threads", few, |n| {
            pools(n, List::Candidates)
        }),
        family("pool-exact", "which sprites collide? As exact-uniform, in pools of one and two threads", few, |n| {
            pools(n, List::Collisions)
        }),
        Family { answer: "moves", ..family("move-until", moved, &[(50_000, "50k")], move_until) },
    ]
}

fn family(name: &str, title: &str, sizes: &[(usize, &str)], build: fn(usize) -> Result<Case>) -> Family {
    let spec = |&(n, size): &(usize, &str)| Spec {
        name: format!("{name}-{size}"),
        n,
        against: Vec::new(),
        build: Box::new(move || build(n)),
    };
    Family {
        suite: "world",
        name: name.to_owned(),
        title: title.to_owned(),
        unit: "sprites",
        answer: "pairs",
        specs: sizes.iter().map(spec).collect(),
    }
}

/// As many masks as sprites: nothing that is kept for a pair of masks is used twice.
fn once(n: usize) -> Result<Case> {
    let shapes = shape::sprites(32, n, SEED);
    let scene = Rc::new(Scene::new(Kind::Uniform, n, SEED).with_shapes(shapes, (0..n as u32).collect()));
    let ours = |threads| Ours::new(&scene, threads, List::Collisions);
    let case = Case::asking(frames(&scene, 6))
        .row_with("hitmask", ours(1)?, Ours::step, Ours::read)
        .row_with("hitmask-2t", ours(2)?, Ours::step, Ours::read)
        .row_with("hitmask-no-tables", ours(1)?.without_tables(), Ours::step, Ours::read)
        .row_with("naive-over-rstar", Peer::new(&scene, Rstar), Peer::collide, Peer::read);
    Ok(case.done())
}

/// A frame, and the corner of the edited mask in it.
struct EditedStep {
    at: Frame,
    corner: bool,
}

/// A pixel of one mask changes in each step: the corner of a disc, so that the tight box stays.
fn edited(n: usize) -> Result<Case> {
    let scene = Rc::new(Scene::new(Kind::Uniform, n, SEED));
    let ours = |threads| Ours::new(&scene, threads, List::Collisions);
    let place = scene.shape_of.iter().position(|&shape| shape == 0).context("no sprite shows the first mask")?;
    let edit = move |ours: &mut Ours, step: &EditedStep| {
        ours.edit_mask_of(place, |mask| mask.set([0, 0], step.corner))?;
        ours.step(&step.at)
    };
    let naive = |peer: &mut Peer, step: &EditedStep| {
        Rc::make_mut(&mut peer.scene).grids[0].solid[0] = step.corner;
        peer.collide(&step.at);
    };
    let steps = frames(&scene, 3).into_iter().enumerate();
    let case = Case::asking(steps.map(|(i, at)| EditedStep { at, corner: i % 2 == 0 }).collect())
        .row_with("hitmask", ours(1)?, edit, Ours::read)
        .row_with("hitmask-2t", ours(2)?, edit, Ours::read)
        .row_with("hitmask-no-tables", ours(1)?.without_tables(), edit, Ours::read)
        .row_with("naive-over-rstar", Peer::new(&scene, Rstar), naive, Peer::read)
        .row_with("hitmask-unedited", ours(1)?, |ours, step: &EditedStep| ours.step(&step.at), Ours::read)
        .aside();
    Ok(case.done())
}

/// The number of angles of a mask.
const ANGLES: usize = 64;

/// A frame, and the angle of the first sprite; every sprite is one angle ahead of the sprite before it.
struct RotatingStep {
    at: Frame,
    first: usize,
}

impl RotatingStep {
    fn angle(&self, sprite: usize) -> usize {
        (self.first + sprite) % ANGLES
    }
}

/// All sprites rotate to the next angle in each step, or back.
fn rotating(n: usize) -> Result<Case> {
    let scene = Rc::new(Scene::new(Kind::Uniform, n, SEED));
    let ours = |threads| Ours::new(&scene, threads, List::Collisions)?.with_angle_steps(ANGLES as u32);
    let degrees = |angle: usize| Angle::degrees(angle as f64 * 360.0 / ANGLES as f64);
    let angles: Vec<Angle> = (0..ANGLES).map(degrees).collect::<Result<_, _>>()?;
    let variants = Variants::new(&scene, &angles)?;
    let rotate = move |ours: &mut Ours, step: &RotatingStep| {
        ours.change_all(|mut sprite| {
            sprite.set_angle(angles[step.angle(sprite.id().index())]).expect("a rotated sprite is small");
            follow(sprite, &step.at);
        })
    };
    let first = [0, 1, 2, 1];
    let steps = frames(&scene, 3).into_iter().zip(first).map(|(at, first)| RotatingStep { at, first });
    let shape_of = scene.shape_of.clone();
    let case = Case::asking(steps.collect())
        .row_with("hitmask", ours(1)?, rotate.clone(), Ours::read)
        .row_with("hitmask-2t", ours(2)?, rotate.clone(), Ours::read)
        .row_with("hitmask-no-tables", ours(1)?.without_tables(), rotate, Ours::read)
        .row("naive-over-rstar", move |step: &RotatingStep| variants.collisions(&shape_of, step));
    Ok(case.done())
}

/// The rotated masks of a scene, for the oracle. Their pixels are the world's: that these are right is tested elsewhere.
struct Variants {
    /// The pixels of each shape at each angle, and their top-left pixel if the sprite is at [0, 0].
    grids: Vec<(Grid, [i32; 2])>,
    tight: Vec<Rect>,
}

impl Variants {
    fn new(scene: &Scene, angles: &[Angle]) -> Result<Variants> {
        let mut world = World::new();
        let mut ids = Vec::new();
        for mask in &scene.masks {
            let mask = world.add_mask(mask.clone())?;
            for &angle in angles {
                ids.push(world.spawn(Sprite::new(mask, [0, 0]).angle(angle))?);
            }
        }
        let view = world.refresh()?;
        let shape = |id: &SpriteId| view.shape(*id).map(|placed| (Grid::from(placed.mask), placed.at));
        let grids = ids.iter().map(shape).collect::<Result<_, _>>()?;
        let tight = ids.iter().map(|&id| view.bounds(id)).collect::<Option<_>>().context("a mask is empty")?;
        Ok(Variants { grids, tight })
    }

    fn collisions(&self, shape_of: &[u32], step: &RotatingStep) -> Vec<u64> {
        let variant = |(sprite, shape): (usize, &u32)| *shape * ANGLES as u32 + step.angle(sprite) as u32;
        let variant_of: Vec<u32> = shape_of.iter().enumerate().map(variant).collect();
        let sprite = |sprite: u32| {
            let ((grid, offset), at) = (&self.grids[variant_of[sprite as usize] as usize], step.at[sprite as usize]);
            (grid, [at[0] + offset[0], at[1] + offset[1]])
        };
        let mut pairs = Vec::new();
        Rstar.candidates(Boxes::new(&self.tight, &variant_of, &step.at), &mut pairs);
        sorted(pairs.into_iter().filter(|&(a, b)| naive::share(sprite(a), sprite(b))))
    }
}

/// A scene in pools of one and two threads, timed inside the pools.
fn pools(n: usize, list: List) -> Result<Case> {
    let scene = Rc::new(Scene::new(Kind::Uniform, n, SEED));
    let ours = |threads| Ours::in_pool(&scene, threads, list);
    let (who, peer): (_, fn(&mut Peer, &Frame)) = match list {
        List::Candidates => ("rstar", Peer::step),
        List::Collisions => ("naive-over-rstar", Peer::collide),
    };
    let case = Case::asking(frames(&scene, if n > 1000 { 10 } else { 32 }))
        .prepared_row_in_pool(pool(1)?, Times::Mean, "hitmask", ours(1)?, |_, _| (), Ours::step, Ours::read)
        .prepared_row_in_pool(pool(2)?, Times::Mean, "hitmask-2t", ours(2)?, |_, _| (), Ours::step, Ours::read)
        .row_with(who, Peer::new(&scene, Rstar), peer, Peer::read);
    Ok(case.done())
}

/// A move of a sprite.
struct Move {
    sprite: SpriteId,
    to: [i32; 2],
    /// Whether the sprite is on its way back.
    back: bool,
}

/// Moves that a sprite makes and takes back before the next sprite moves. [`World::move_until`] refreshes the world, in
/// which one sprite has moved, and sweeps. [`View::sweep`] sweeps along the same lines, in worlds that are refreshed.
fn move_until(n: usize) -> Result<Case> {
    let scene = Scene::new(Kind::Uniform, n, SEED);
    let ((mut world, ids), (home, _), (mut away, _)) = (scene.to_world()?, scene.to_world()?, scene.to_world()?);
    world.set_limits(world.limits().parallel_from(usize::MAX));
    let mut rng = Rng::new(SEED);
    let mut trips = Vec::new();
    for &sprite in ids.iter().step_by(50) {
        let from = scene.at[sprite.index()];
        let to = from.map(|place| (place + rng.within(-200..201)).clamp(0, scene.side));
        let stop = world.move_until(sprite, to, Motion::STOP)?.at;
        let end = world.move_until(sprite, from, Motion::STOP)?.at;
        world.move_to(sprite, from)?;
        away.move_to(sprite, stop)?;
        trips.extend((stop != from && end == from).then_some((sprite, from, to, stop)));
    }
    let (home, away) = (at_rest(home)?, at_rest(away)?);
    // All sprites are away at once there, so a few would meet each other.
    trips.retain(|&(sprite, from, to, stop)| {
        let sweep = |view: View<'_>, to| view.sweep(sprite, to).map(|swept| swept.at);
        sweep(home, to) == Ok(stop) && sweep(away, from) == Ok(from)
    });
    anyhow::ensure!(trips.len() > 100, "only {} sprites can move and come back", trips.len());
    let moves = trips
        .into_iter()
        .flat_map(|(sprite, from, to, _)| [Move { sprite, to, back: false }, Move { sprite, to: from, back: true }]);
    let read = |at: Result<[i32; 2], WorldError>| Ok((1, at?));
    let case = Case::asking(moves.collect())
        .row_with(
            "hitmask",
            world,
            |world, step: &Move| world.move_until(step.sprite, step.to, Motion::STOP).map(|moved| moved.at),
            move |_, at| read(at),
        )
        .row_with(
            "hitmask-sweep",
            (),
            move |(), step| (if step.back { away } else { home }).sweep(step.sprite, step.to).map(|swept| swept.at),
            move |(), at| read(at),
        );
    Ok(case.done())
}
