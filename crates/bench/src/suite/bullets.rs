//! Bullets and targets: a frame of a game in which many sprites never collide with their like.
//!
//! Bullets of 8 px rain on targets of 48 px. The bullets collide with targets only, and the targets with bullets only. All of
//! them move. A question is a frame, and an answer the pairs of a target and a bullet that share a solid pixel.

use anyhow::Result;
use mask::Mask;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;
use suites::case::Case;
use suites::movers::{Frame, follow};
use suites::suite::{Family, SEED, Spec};
use testkit::{Choice, Rng, shape};
use world::{Pair, PlacedMask, Sprite, SpriteId, World, WorldError, cross_pairs};

/// The layer of the targets.
const TARGETS: u32 = 1;
/// The layer of the bullets.
const BULLETS: u32 = 2;
/// The sides of the masks of targets and of bullets, in pixels.
const SIDES: [u32; 2] = [48, 8];
/// Frames there, followed by as many frames back.
const FRAMES: usize = 24;

/// The number of bullets, the number of targets, and the side of the square that they are in, in pixels.
#[derive(Clone, Copy)]
struct Rain {
    name: &'static str,
    bullets: usize,
    targets: usize,
    side: i32,
}

/// How the bullets move.
#[derive(Clone, Copy, PartialEq)]
enum Bullets {
    /// Slowly, and down.
    Rain,
    /// By [`STEP`] pixels in each frame, up and down.
    Fast,
}

/// The path of a fast bullet in a frame, in pixels.
const STEP: i32 = 16;

/// The cases, from few candidates to many.
const RAINS: [Rain; 10] = [
    Rain { name: "2k-1", bullets: 2000, targets: 1, side: 1280 },
    Rain { name: "2k-4", bullets: 2000, targets: 4, side: 1280 },
    Rain { name: "2k-12", bullets: 2000, targets: 12, side: 1280 },
    Rain { name: "2k-50", bullets: 2000, targets: 50, side: 1280 },
    Rain { name: "20k-1", bullets: 20_000, targets: 1, side: 1280 },
    Rain { name: "20k-50", bullets: 20_000, targets: 50, side: 1280 },
    Rain { name: "100k-50", bullets: 100_000, targets: 50, side: 1920 },
    Rain { name: "20k-2k", bullets: 20_000, targets: 2000, side: 4000 },
    Rain { name: "20k-60-dense", bullets: 20_000, targets: 60, side: 500 },
    Rain { name: "20k-60-denser", bullets: 20_000, targets: 60, side: 250 },
];

/// The families.
#[must_use]
pub(super) fn families() -> Vec<Family> {
    let family = |name: &str, title: &str, answer: &'static str, build: fn(Rain) -> Result<Case>, rains: &[Rain]| {
        let spec = |&rain: &Rain| Spec {
            name: format!("{name}-{}", rain.name),
            n: rain.bullets,
            against: vec!["plain-loop"],
            build: Box::new(move || build(rain)),
        };
        let specs = rains.iter().map(spec).collect();
        Family { suite: "bullets", name: name.to_owned(), title: title.to_owned(), unit: "bullets", answer, specs }
    };
    vec![
        family("bullets", "which bullets of 8 px hit which targets of 48 px? All move", "pairs", hits, &RAINS),
        family(
            "bullets-sweep",
            "where does each bullet hit a target on its next 16 px? Moves are not timed",
            "hits",
            sweeps,
            &RAINS[8..],
        ),
        family(
            "bullets-continuous",
            "which bullets of 8 px touch a target of 48 px on their path of 16 px in this frame?",
            "bullets",
            continuous,
            &[RAINS[4], RAINS[5], RAINS[8], RAINS[9]],
        ),
    ]
}

/// The masks and the frames that all contenders share.
struct Story {
    rain: Rain,
    masks: [Arc<Mask>; 2],
    /// The targets, among all sprites: before slow bullets, and behind fast ones, because the path of a pair is that of
    /// its first sprite.
    targets: Range<usize>,
    /// The places of all sprites in each frame.
    frames: Vec<Frame>,
}

impl Story {
    fn new(rain: Rain, bullets_are: Bullets) -> Story {
        let Rain { bullets, targets, side, .. } = rain;
        let mut rng = Rng::new(SEED);
        let first = if bullets_are == Bullets::Fast { bullets } else { 0 };
        let is_target = first..first + targets;
        let mut at: Frame = (0..targets + bullets).map(|_| [0; 2].map(|_: i32| rng.within(0..side))).collect();
        let mut speeds: Vec<[i32; 2]> = (0..targets + bullets)
            .map(|sprite| match is_target.contains(&sprite) {
                true => [0; 2].map(|_: i32| rng.within(-2..3)),
                false => match bullets_are {
                    Bullets::Rain => [rng.within(-2..3), rng.within(3..9)],
                    Bullets::Fast => [rng.within(-STEP..STEP + 1), if rng.flip() { STEP } else { -STEP }],
                },
            })
            .collect();
        let mut step = |_| {
            for (sprite, (at, speed)) in at.iter_mut().zip(&mut speeds).enumerate() {
                for axis in 0..2 {
                    at[axis] += speed[axis];
                    if (0..side).contains(&at[axis]) {
                        continue;
                    }
                    // Targets turn back, and fast bullets. Rain that leaves comes back at the other side, as new bullets do.
                    if is_target.contains(&sprite) || bullets_are == Bullets::Fast {
                        at[axis] -= speed[axis];
                        speed[axis] = -speed[axis];
                    } else {
                        at[axis] = at[axis].rem_euclid(side);
                    }
                }
            }
            at.clone()
        };
        let there: Vec<Frame> = (0..FRAMES).map(&mut step).collect();
        let back = there[1..FRAMES - 1].iter().rev().cloned().collect::<Vec<_>>();
        let masks = [shape::ship(SIDES[0]), shape::disc(SIDES[1])].map(|grid| Arc::new(shape::mask(&grid)));
        Story { rain, masks, targets: is_target, frames: there.into_iter().chain(back).collect() }
    }

    /// The masks at their places in a frame: the targets, and the bullets.
    fn placed<'a>(&'a self, frame: &'a Frame) -> [impl ExactSizeIterator<Item = PlacedMask<'a>> + Clone; 2] {
        let targets = &frame[self.targets.clone()];
        let bullets = if self.targets.start == 0 { &frame[self.targets.end..] } else { &frame[..self.targets.start] };
        [(0, targets), (1, bullets)]
            .map(|(mask, at)| at.iter().map(move |&at| PlacedMask { mask: &self.masks[mask], at }))
    }

    /// A world of the sprites, on one thread.
    fn world(&self, continuous: bool) -> Result<World> {
        let mut world = World::new();
        world.set_limits(world.limits().parallel_from(usize::MAX));
        let [target, bullet] = [&self.masks[0], &self.masks[1]].map(|mask| world.add_mask(Arc::clone(mask)));
        let (target, bullet) = (target?, bullet?);
        for (sprite, &at) in self.frames[0].iter().enumerate() {
            world.spawn(match self.targets.contains(&sprite) {
                true => Sprite::new(target, at).layers(TARGETS).collides_with(BULLETS),
                false => Sprite::new(bullet, at).layers(BULLETS).collides_with(TARGETS).continuous(continuous),
            })?;
        }
        Ok(world)
    }
}

/// The order of the two loops over targets and bullets.
#[derive(Clone, Copy, PartialEq)]
enum Outer {
    Targets,
    Bullets,
}

/// Tests the box of each bullet against each target, and then their masks. A question moves the sprites of the loop's own list.
struct PlainLoop {
    story: Rc<Story>,
    at: Frame,
    outer: Outer,
    pairs: Vec<(u32, u32)>,
}

impl PlainLoop {
    /// Returns the loop in the order that is faster.
    fn new(story: &Rc<Story>) -> PlainLoop {
        let at = story.frames[0].clone();
        let mut plain = PlainLoop { story: Rc::clone(story), at, outer: Outer::Targets, pairs: Vec::new() };
        let [targets, bullets] = [Outer::Targets, Outer::Bullets].map(|outer| {
            plain.outer = outer;
            let time = |frame| {
                let start = Instant::now();
                plain.step(frame);
                start.elapsed()
            };
            story.frames.iter().take(4).map(time).min()
        });
        plain.outer = if targets < bullets { Outer::Targets } else { Outer::Bullets };
        plain
    }

    fn step(&mut self, frame: &Frame) {
        let PlainLoop { story, at, outer, pairs } = self;
        pairs.clear();
        at.copy_from_slice(frame);
        let (targets, bullets) = at.split_at(story.rain.targets);
        let [target_mask, bullet_mask] = [&*story.masks[0], &*story.masks[1]];
        let mut test = |target: usize, bullet: usize| {
            let [dx, dy] = [0, 1].map(|axis| bullets[bullet][axis] - targets[target][axis]);
            let [target_side, bullet_side] = SIDES.map(|side| side as i32);
            let meet = -bullet_side < dx && dx < target_side && -bullet_side < dy && dy < target_side;
            if meet && target_mask.overlaps(bullet_mask, [dx, dy]) {
                pairs.push((target as u32, (targets.len() + bullet) as u32));
            }
        };
        match outer {
            Outer::Targets => (0..targets.len()).for_each(|t| (0..bullets.len()).for_each(|b| test(t, b))),
            Outer::Bullets => (0..bullets.len()).for_each(|b| (0..targets.len()).for_each(|t| test(t, b))),
        }
    }

    fn read(&self, (): ()) -> Result<Vec<(u32, u32)>> {
        let mut pairs = self.pairs.clone();
        pairs.sort_unstable();
        Ok(pairs)
    }
}

/// Steps of a world, of the plain loop, and of `cross_pairs`.
fn hits(rain: Rain) -> Result<Case> {
    let story = Rc::new(Story::new(rain, Bullets::Rain));
    let step = |world: &mut World, frame: &Frame| -> Result<(), WorldError> {
        world.sprites_mut().for_each(|sprite| follow(sprite, frame));
        world.step().map(|_| ())
    };
    // The second step of a frame finds the same pairs.
    let read = |world: &World, stepped: Result<(), WorldError>| -> Result<Vec<(u32, u32)>> {
        stepped?;
        let pairs = world.clone().step()?.pairs().to_vec();
        Ok(pairs.iter().map(|pair| (pair.a.index() as u32, pair.b.index() as u32)).collect())
    };
    let plain = PlainLoop::new(&story);
    let cross = {
        let story = Rc::clone(&story);
        move |frame: &Frame| {
            let [targets, bullets] = story.placed(frame).map(Iterator::collect::<Vec<_>>);
            cross_pairs(&targets, &bullets)
        }
    };
    let targets = rain.targets as u32;
    let read_cross = move |(): &(), pairs: Result<Vec<(u32, u32)>, WorldError>| -> Result<Vec<(u32, u32)>> {
        Ok(pairs?.into_iter().map(|(target, bullet)| (target, bullet + targets)).collect())
    };
    let case = Case::asking(story.frames.clone())
        .row_with("hitmask", story.world(false)?, step, read)
        .row_with("plain-loop", plain, PlainLoop::step, PlainLoop::read)
        .row_with("cross-pairs", (), move |(), frame| cross(frame), read_cross);
    Ok(case.done())
}

/// The first of the next [`STEP`] steps down, up to `last`, that a target blocks. `at` is the bullet in the frame of the target. A
/// bullet that starts inside the target may leave it, but gets no deeper: neither a longer way out, nor more shared pixels on
/// an equally long one.
fn plain_block(target: &Mask, bullet: &Mask, at: [i32; 2], last: u32) -> Option<u32> {
    let after = |step: u32| [at[0], at[1] + step as i32];
    let depth = |at: [i32; 2]| {
        let out = bullet.penetration(target, at.map(|c| -c)).unwrap_or_default();
        out[0] * out[0] + out[1] * out[1]
    };
    let mut before = depth(at);
    let mut step = 0;
    while before > 0 && step < last {
        let now = depth(after(step + 1));
        let area = |step| target.overlap_area(bullet, after(step));
        if now > before || now == before && area(step + 1) > area(step) {
            return Some(step + 1);
        }
        (before, step) = (now, step + 1);
    }
    // Still inside at the end.
    if before > 0 {
        return None;
    }
    target.sweep(bullet, after(step), after(last)).hit.map(|hit| step + hit.step)
}

/// The next 16 px of each bullet in a frame: the number of hits, and a sum that tells other hits apart.
fn sweeps(rain: Rain) -> Result<Case> {
    let story = Rc::new(Story::new(rain, Bullets::Rain));
    let sum = |sum: u64, bullet: usize, target: usize, step: u32| {
        sum.wrapping_add((bullet as u64 + 1).wrapping_mul(target as u64 + 1).wrapping_mul(u64::from(step) + 1))
    };
    let ids: Vec<SpriteId> = story.world(false)?.sprites().map(|(id, _)| id).collect();
    let world = story.world(false)?;
    let ask = move |world: &mut World, frame: &Frame| -> Result<(u64, u64), WorldError> {
        let view = world.refresh()?.on_layers(TARGETS);
        let mut found = (0, 0);
        for (bullet, &id) in ids.iter().enumerate().skip(rain.targets) {
            let [x, y] = frame[bullet];
            if let Some(hit) = view.sweep(id, [x, y + STEP])?.hit {
                found = (found.0 + 1, sum(found.1, bullet, hit.id.index(), hit.step));
            }
        }
        Ok(found)
    };
    let prepare = |world: &mut World, frame: &Frame| world.sprites_mut().for_each(|sprite| follow(sprite, frame));
    let plain = Rc::clone(&story);
    let plain = move |frame: &Frame| {
        let [targets, bullets] = plain.placed(frame);
        let mut found = (0, 0);
        for (bullet, PlacedMask { mask, at: [x, y] }) in bullets.enumerate() {
            let mut first: Option<(u32, usize)> = None;
            for (target, other) in targets.clone().enumerate() {
                let [left, top] = [x - other.at[0], y - other.at[1]];
                let [target_side, bullet_side] = SIDES.map(|side| side as i32);
                if left <= -bullet_side || left >= target_side || top + STEP <= -bullet_side || top >= target_side {
                    continue;
                }
                // Targets come in the order of their ids, so a later one counts only if it blocks an earlier step.
                let last = first.map_or(STEP as u32, |(step, _)| step - 1);
                if let Some(step) = plain_block(other.mask, mask, [left, top], last) {
                    first = Some((step, target));
                }
            }
            if let Some((step, target)) = first {
                found = (found.0 + 1, sum(found.1, rain.targets + bullet, target, step));
            }
        }
        found
    };
    let case = Case::asking(story.frames.clone())
        .prepared_row("hitmask", world, prepare, ask, |_, found| Ok(found?))
        .row("plain-loop", plain);
    Ok(case.done())
}

/// The bullets that touch a target on their path from one frame to the next, and the same frames without paths and with
/// a sweep of each bullet.
fn continuous(rain: Rain) -> Result<Case> {
    let story = Rc::new(Story::new(rain, Bullets::Fast));
    let questions: Vec<[Frame; 2]> = (0..story.frames.len())
        .map(|frame| [frame, (frame + 1) % story.frames.len()].map(|frame| story.frames[frame].clone()))
        .collect();
    // A world makes the steps of all frames, so the places before a question are those of the step before, except once.
    type State = (World, Vec<Pair>);
    let prepare = |(world, _): &mut State, [from, _]: &[Frame; 2]| {
        if world.sprites().any(|(id, sprite)| sprite.position != from[id.index()]) {
            world.sprites_mut().for_each(|sprite| follow(sprite, from));
            let _ = world.step();
        }
    };
    let step = |(world, pairs): &mut State, [_, to]: &[Frame; 2]| -> Result<(), WorldError> {
        world.sprites_mut().for_each(|sprite| follow(sprite, to));
        pairs.clear();
        pairs.extend_from_slice(world.step()?.pairs());
        Ok(())
    };
    let stepped = |continuous| -> Result<State> {
        let mut world = story.world(continuous)?;
        world.step()?;
        Ok((world, Vec::new()))
    };
    let read = |(_, pairs): &State, stepped: Result<(), WorldError>| -> Result<Vec<u32>> {
        stepped?;
        let mut bullets: Vec<u32> = pairs.iter().map(|pair| pair.a.index() as u32).collect();
        bullets.dedup();
        Ok(bullets)
    };
    let ids: Vec<SpriteId> = story.world(false)?.sprites().map(|(id, _)| id).collect();
    // The targets stand where they are after the frame, and the bullets where they were before it.
    let place = move |world: &mut World, [from, to]: &[Frame; 2]| {
        world.sprites_mut().for_each(|sprite| {
            let is_target = sprite.id().index() >= rain.bullets;
            follow(sprite, if is_target { to } else { from });
        });
    };
    let sweep = move |world: &mut World, [_, to]: &[Frame; 2]| -> Result<Vec<u32>, WorldError> {
        let view = world.refresh()?.on_layers(TARGETS);
        let mut bullets = Vec::new();
        for (bullet, &id) in ids.iter().enumerate().take(rain.bullets) {
            let swept = view.sweep(id, to[bullet])?;
            if swept.hit.is_some() || swept.started_inside.is_some() {
                bullets.push(bullet as u32);
            }
        }
        Ok(bullets)
    };
    let plain = Rc::clone(&story);
    let plain = move |[from, to]: &[Frame; 2]| {
        let [targets, _] = plain.placed(to);
        let mut bullets = Vec::new();
        for bullet in 0..rain.bullets {
            let ([x0, y0], [x1, y1]) = (from[bullet], to[bullet]);
            let touches = targets.clone().any(|PlacedMask { mask, at: [left, top] }| {
                let [target_side, bullet_side] = SIDES.map(|side| side as i32);
                let near = |a: i32, b: i32, low: i32| a.max(b) > low - bullet_side && a.min(b) < low + target_side;
                let sweep = || mask.sweep(&plain.masks[1], [x0 - left, y0 - top], [x1 - left, y1 - top]);
                near(x0, x1, left) && near(y0, y1, top) && sweep().hit.is_some()
            });
            if touches {
                bullets.push(bullet as u32);
            }
        }
        bullets
    };
    let case = Case::asking(questions)
        .prepared_row("hitmask", stepped(true)?, prepare, step, read)
        .row("plain-loop", plain)
        .prepared_row("sweeps", story.world(false)?, place, sweep, |_, found| Ok(found?))
        .prepared_row("without-ways", stepped(false)?, prepare, step, read)
        .aside();
    Ok(case.done())
}
