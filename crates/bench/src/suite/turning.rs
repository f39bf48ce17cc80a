//! Sprites that turn: tested under their maps, beside sprites whose angles are rounded to 64 steps, sprites that are not
//! turned, and a loop over the pixels of each pair.

use anyhow::Result;
use mask::Rect;
use std::hint::black_box;
use std::rc::Rc;
use suites::boxes::Boxes;
use suites::case::Case;
use suites::movers::{Frame, List, Ours, follow, frames, sorted};
use suites::peers::{BroadPhase, Rstar};
use suites::suite::{Family, SEED, Spec};
use testkit::scene::{Kind, Scene};
use testkit::{Grid, Rng, shape};
use world::{Angle, MaskId, Sprite, SpriteId, World};

/// The most degrees that a sprite turns in a step.
const SPIN: i32 = 5;
/// The angles of a circle in the rows whose angles are rounded.
const STEPS: u32 = 64;
/// The side of the terrain, and the angle at which it stands.
const TERRAIN: (u32, f64) = (1024, 20.0);

/// Every family.
#[must_use]
pub(super) fn families() -> Vec<Family> {
    let turning = "which sprites collide? All move 1 to 4 px and turn by up to 5 degrees";
    let dense = &format!("{turning}; 32 px, ten candidates each");
    let resting = "which sprites collide? All move 1 to 4 px, at angles that stay; 32 px";
    let terrain = "which sprites of 32 px touch a terrain of 1024 px that is turned by 20 degrees? All sprites move";
    let contacts = &format!("{turning}; and what are the area and the normal of each contact? 64 px");
    let sizes = [("1k-32", 1000, 32), ("1k-64", 1000, 64), ("1k-128", 1000, 128), ("5k-32", 5000, 32)];
    vec![
        family("turning", &format!("{turning}; 32, 64, 128, 32 px"), "pairs", &sizes, |n, side| {
            pairs(&Spinners::new(n, side, 1.0, true))
        }),
        family("turning-dense", dense, "pairs", &[("5k", 5000, 32)], |n, side| {
            pairs(&Spinners::new(n, side, 10.0, true))
        }),
        family("turning-resting", resting, "pairs", &[("5k", 5000, 32)], |n, side| {
            pairs(&Spinners::new(n, side, 1.0, false))
        }),
        family("turning-terrain", terrain, "pairs", &[("5k", 5000, 32)], terrain_under_movers),
        family("turning-contacts", contacts, "pixels", &[("1k", 1000, 64)], |n, side| {
            contacts_of(&Spinners::new(n, side, 1.0, true))
        }),
    ]
}

fn family(
    name: &str,
    title: &str,
    answer: &'static str,
    sizes: &[(&str, usize, u32)],
    build: fn(usize, u32) -> Result<Case>,
) -> Family {
    let spec = |&(size, n, side): &(&str, usize, u32)| Spec {
        name: format!("{name}-{size}"),
        n,
        against: Vec::new(),
        build: Box::new(move || build(n, side)),
    };
    Family {
        suite: "world",
        name: name.to_owned(),
        title: title.to_owned(),
        unit: "sprites",
        answer,
        specs: sizes.iter().map(spec).collect(),
    }
}

/// A scene, and the first angle and the spin of each sprite, in degrees.
struct Spinners {
    scene: Rc<Scene>,
    angles: Vec<f64>,
    spins: Vec<f64>,
}

/// The positions and the angles of all sprites.
struct Step {
    at: Frame,
    degrees: Vec<f64>,
    angles: Vec<Angle>,
}

impl Spinners {
    /// Sprites of 20 shapes, with about `candidates` candidates each.
    fn new(n: usize, side: u32, candidates: f64, turn: bool) -> Spinners {
        let (mut rng, shapes) = (Rng::new(SEED), shape::sprites(side, 20, SEED));
        let mut scene = Scene::new(Kind::Uniform, n, SEED).with_shapes(shapes, (0..n as u32).map(|i| i % 20).collect());
        // The scene is made for sprites of 32 px that stand upright. A turned box is some 1.12 times as wide.
        let scale = f64::from(side) / 32.0 * 1.12 / candidates.sqrt();
        scene.side = (f64::from(scene.side) * scale) as i32;
        scene.at.iter_mut().for_each(|at| *at = at.map(|c| (f64::from(c) * scale) as i32));
        let angles = (0..n).map(|_| f64::from(rng.below(360_000)) / 1000.0).collect();
        let spin =
            |rng: &mut Rng| if turn { f64::from(rng.within(-SPIN * 1000..SPIN * 1000 + 1)) / 1000.0 } else { 0.0 };
        Spinners { scene: Rc::new(scene), angles, spins: (0..n).map(|_| spin(&mut rng)).collect() }
    }

    /// The steps of a case, there and back.
    fn steps(&self) -> Result<Vec<Step>> {
        let frames = frames(&self.scene, 8);
        let last = frames.len() / 2;
        let steps = frames.into_iter().enumerate().map(|(i, at)| {
            let time = (last - i.abs_diff(last)) as f64;
            let degrees: Vec<f64> =
                self.angles.iter().zip(&self.spins).map(|(angle, spin)| angle + spin * time).collect();
            let angles = degrees.iter().map(|&degrees| Angle::degrees(degrees)).collect::<Result<_, _>>()?;
            Ok(Step { at, degrees, angles })
        });
        steps.collect()
    }

    /// A world of the scene. Its sprites turn in the first step.
    fn world(&self, steps: Option<u32>) -> Result<(World, Vec<SpriteId>)> {
        let (mut world, ids) = self.scene.to_world()?;
        let masks: Vec<MaskId> = world.mask_ids().collect();
        masks.into_iter().try_for_each(|mask| world.set_angle_steps(mask, steps))?;
        Ok((world, ids))
    }

    fn ours(&self, steps: Option<u32>) -> Result<Ours> {
        Ours::of(self.world(steps)?, 1, List::Collisions)
    }
}

fn turn(ours: &mut Ours, step: &Step) -> Result<(), world::WorldError> {
    ours.change_all(|mut sprite| {
        sprite.set_angle(step.angles[sprite.id().index()]).expect("a rotated sprite is small");
        follow(sprite, &step.at);
    })
}

fn pairs(spinners: &Spinners) -> Result<Case> {
    let scene = Rc::clone(&spinners.scene);
    let case = Case::asking(spinners.steps()?)
        .row_with("hitmask", spinners.ours(None)?, turn, Ours::read)
        .row("loop-over-pixels", move |step| sorted(Turned::all(&scene, step).pairs().map(|(pair, _)| pair)))
        .row_with("hitmask-64-steps", spinners.ours(Some(STEPS))?, turn, Ours::read)
        .aside()
        .row_with("hitmask-upright", spinners.ours(None)?, |ours, step| ours.step(&step.at), Ours::read)
        .aside();
    Ok(case.done())
}

fn contacts_of(spinners: &Spinners) -> Result<Case> {
    let ours = |steps| -> Result<_> {
        let (mut world, ids) = spinners.world(steps)?;
        world.set_limits(world.limits().parallel_from(usize::MAX));
        Ok((world, ids))
    };
    let ask = |(world, ids): &mut (World, Vec<SpriteId>), step: &Step| -> Result<u64> {
        for (&id, (&at, &angle)) in ids.iter().zip(step.at.iter().zip(&step.angles)) {
            let mut sprite = world.get_mut(id).expect("the sprite stays");
            sprite.move_to(at)?;
            sprite.set_angle(angle)?;
        }
        let contacts = world.step()?.contacts(|contact| (contact.area(), contact.normal()));
        Ok(black_box(contacts).into_iter().map(|(area, _)| area).sum())
    };
    let scene = Rc::clone(&spinners.scene);
    let case = Case::asking(spinners.steps()?)
        .row_with("hitmask", ours(None)?, ask, |_, area| area)
        .row("loop-over-pixels", move |step| {
            let turned = Turned::all(&scene, step);
            let contact = |[a, b]: [usize; 2]| {
                // The normal is the gradient of the area.
                for by in [[1, 0], [-1, 0], [0, 1], [0, -1]] {
                    black_box(turned.area(a, b, by));
                }
                turned.area(a, b, [0, 0])
            };
            turned.pairs().map(|((a, b), _)| contact([a as usize, b as usize])).sum::<u64>()
        })
        .row_with("hitmask-64-steps", ours(Some(STEPS))?, ask, |_, area| area)
        .aside();
    Ok(case.done())
}

/// Sprites that move over a turned terrain, which they alone collide with.
fn terrain_under_movers(n: usize, side: u32) -> Result<Case> {
    let mut rng = Rng::new(SEED);
    let mut scene = Scene::new(Kind::Uniform, n, SEED).with_shapes(shape::sprites(side, 20, SEED), vec![0; n]);
    scene.side = TERRAIN.0 as i32;
    scene.shape_of = (0..n as u32).map(|i| i % 20).collect();
    scene.at.iter_mut().for_each(|at| *at = [0; 2].map(|_: i32| rng.within(0..(TERRAIN.0 - side) as i32)));
    let caves: Vec<[i32; 3]> = (0..60)
        .map(|_| [rng.within(0..TERRAIN.0 as i32), rng.within(0..TERRAIN.0 as i32), rng.within(30..60)])
        .collect();
    let is_rock =
        |x: u32, y: u32| caves.iter().all(|[cx, cy, r]| (x as i32 - cx).pow(2) + (y as i32 - cy).pow(2) >= r * r);
    let land = shape::grid(TERRAIN.0, TERRAIN.0, is_rock);
    let ours = |steps| -> Result<Ours> {
        let (mut world, ids) = scene.to_world()?;
        for &id in &ids {
            let mut sprite = world.get_mut(id).expect("the sprite was spawned");
            sprite.set_layers(1)?;
            sprite.set_collides_with(2)?;
        }
        let mask = world.add_mask(shape::mask(&land))?;
        world.set_angle_steps(mask, steps)?;
        let land = Sprite::new(mask, [0, 0]).angle(Angle::degrees(TERRAIN.1)?).fixed(true);
        world.spawn(land.layers(2).collides_with(1))?;
        Ours::of((world, ids), 1, List::Collisions)
    };
    let frames = frames(&scene, 8);
    let (movers, rock) = (scene.clone(), land.clone());
    let step = |ours: &mut Ours, frame: &Frame| {
        ours.change_all(|sprite| {
            if sprite.id().index() < frame.len() {
                follow(sprite, frame);
            }
        })
    };
    let case = Case::asking(frames)
        .row_with("hitmask", ours(None)?, step, Ours::read)
        .row("loop-over-pixels", move |frame| {
            let terrain = Turned::new(&rock, [0, 0], TERRAIN.1);
            let touches = |&(_, (grid, at)): &(u32, (&Grid, [i32; 2]))| {
                Turned::new(grid, at, 0.0).area_with(&terrain, [0, 0], 1) > 0
            };
            let sprites = (0..).zip(movers.sprites_at(frame)).filter(touches);
            sorted(sprites.map(|(id, _)| (id, frame.len() as u32)))
        })
        .row_with("hitmask-64-steps", ours(Some(STEPS))?, step, Ours::read)
        .aside();
    Ok(case.done())
}

/// A turned picture, as a plain program maps it: with real numbers, from the center of each pixel back to a texel.
struct Turned<'a> {
    grid: &'a Grid,
    /// The middle of the picture in the world, and in the picture.
    middle: [[f64; 2]; 2],
    cos: f64,
    sin: f64,
    /// A box around the circle around the picture.
    aabb: Rect,
}

impl<'a> Turned<'a> {
    fn new(grid: &'a Grid, at: [i32; 2], degrees: f64) -> Turned<'a> {
        let half = [grid.width, grid.height].map(|side| f64::from(side) / 2.0);
        let radius = half[0].hypot(half[1]).ceil() as i32;
        let middle = [f64::from(at[0]) + half[0], f64::from(at[1]) + half[1]];
        let (sin, cos) = degrees.to_radians().sin_cos();
        let [left, top] = middle.map(|c| c.floor() as i32 - radius);
        let side = 2 * radius as u32 + 1;
        Turned { grid, middle: [middle, half], cos, sin, aabb: Rect { left, top, width: side, height: side } }
    }

    fn shows(&self, [x, y]: [i32; 2]) -> bool {
        let [in_world, in_picture] = self.middle;
        let [x, y] = [f64::from(x) + 0.5 - in_world[0], f64::from(y) + 0.5 - in_world[1]];
        let texel = [self.cos * x + self.sin * y + in_picture[0], self.cos * y - self.sin * x + in_picture[1]];
        self.grid.contains(texel.map(|c| c.floor() as i64))
    }

    /// The number of pixels, up to `most`, that this picture shares with another one that has moved.
    fn area_with(&self, other: &Turned<'_>, by: [i32; 2], most: u64) -> u64 {
        let moved = Rect { left: other.aabb.left + by[0], top: other.aabb.top + by[1], ..other.aabb };
        let Some(clip) = self.aabb.intersection(&moved) else { return 0 };
        let mut area = 0;
        for y in clip.top..clip.bottom() as i32 {
            for x in clip.left..clip.right() as i32 {
                area += u64::from(self.shows([x, y]) && other.shows([x - by[0], y - by[1]]));
                if area == most {
                    return area;
                }
            }
        }
        area
    }

    /// All sprites of a step.
    fn all(scene: &'a Scene, step: &Step) -> AllTurned<'a> {
        let sprites = scene.sprites_at(&step.at).into_iter().zip(&step.degrees);
        AllTurned(sprites.map(|((grid, at), &degrees)| Turned::new(grid, at, degrees)).collect())
    }
}

/// All sprites of a step.
struct AllTurned<'a>(Vec<Turned<'a>>);

impl AllTurned<'_> {
    fn area(&self, a: usize, b: usize, by: [i32; 2]) -> u64 {
        self.0[a].area_with(&self.0[b], by, u64::MAX)
    }

    /// The pairs that share a pixel.
    fn pairs(&self) -> impl Iterator<Item = ((u32, u32), u64)> + '_ {
        let boxes: Vec<Rect> = self.0.iter().map(|one| one.aabb).collect();
        let (own, at): (Vec<u32>, _) = ((0..boxes.len() as u32).collect(), vec![[0; 2]; boxes.len()]);
        let mut candidates = Vec::new();
        Rstar.candidates(Boxes::new(&boxes, &own, &at), &mut candidates);
        let area = |(a, b): (u32, u32)| self.0[a as usize].area_with(&self.0[b as usize], [0, 0], 1);
        candidates.into_iter().map(move |pair| (pair, area(pair))).filter(|&(_, area)| area > 0)
    }
}
