//! Platforms against the plain definition of [`World::carry`], near and across the whole world: sprites are lists of
//! pixels, and all coordinates have 64 bits.

use mask::Mask;
use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};
use testkit::{Choice, Rng, seeds};
use world::{MAX_POSITION, Side, Sprite, SpriteId, World};

const MOST: i64 = MAX_POSITION as i64;
/// The side of the masks. If the corners of two sprites are further apart along an axis, the sprites share no pixel.
const SIDE: i64 = 7;

/// A sprite of the plain world.
#[derive(Clone)]
struct Thing {
    id: SpriteId,
    shape: usize,
    /// The position, and the top-left pixel from there.
    at: [i64; 2],
    off: [i64; 2],
    /// The layers that it is in, and those that it collides with.
    layers: [u32; 2],
    fixed: bool,
    sensor: bool,
    one_way: Option<Side>,
}

/// How deep one sprite is in another: the square of its way out, and the shared pixels.
type Depth = (i64, usize);

struct Plain {
    /// The pixels of each mask.
    shapes: Vec<BTreeSet<[i64; 2]>>,
    things: Vec<Thing>,
    /// The depths of two masks at an offset.
    depths: HashMap<(usize, usize, [i64; 2]), Depth>,
}

fn plus(at: [i64; 2], axis: usize, by: i64) -> [i64; 2] {
    let mut at = at;
    at[axis] += by;
    at
}

impl Plain {
    /// The number of pixels that a mask shares with another, which is at an offset.
    fn shared(&self, one: usize, other: usize, [x, y]: [i64; 2]) -> usize {
        self.shapes[one].iter().filter(|at| self.shapes[other].contains(&[at[0] - x, at[1] - y])).count()
    }

    /// How deep a sprite at a place is in another.
    fn depth(&mut self, one: &Thing, at: [i64; 2], other: &Thing) -> Depth {
        let offset = [0, 1].map(|axis| other.at[axis] + other.off[axis] - at[axis] - one.off[axis]);
        let (one, other) = (one.shape, other.shape);
        if offset.iter().any(|c| c.abs() > SIDE) {
            return (0, 0);
        }
        if let Some(&depth) = self.depths.get(&(one, other, offset)) {
            return depth;
        }
        let area = self.shared(one, other, offset);
        let free = |by: &[i64; 2]| self.shared(one, other, [offset[0] - by[0], offset[1] - by[1]]) == 0;
        let moves = (-2 * SIDE..=2 * SIDE).flat_map(|x| (-2 * SIDE..=2 * SIDE).map(move |y| [x, y]));
        let out = moves.filter(free).map(|[x, y]| x * x + y * y).min().unwrap();
        self.depths.insert((one, other, offset), (out, area));
        (out, area)
    }

    /// Whether a sprite blocks a step of another along an axis.
    fn blocks(&mut self, one: &Thing, at: [i64; 2], axis: usize, sign: i64, other: &Thing) -> bool {
        let [before, after] = [at, plus(at, axis, sign)].map(|at| self.depth(one, at, other));
        match other.one_way {
            None => after > before,
            Some(side) => {
                let enters = match side {
                    Side::Left => (0, 1),
                    Side::Right => (0, -1),
                    Side::Top => (1, 1),
                    Side::Bottom => (1, -1),
                };
                (axis, sign) == enters && before == (0, 0) && after != (0, 0)
            }
        }
    }

    /// The number of steps along an axis after which a sprite is blocked by another, at most `most`.
    fn steps_until(&mut self, one: &Thing, axis: usize, sign: i64, most: i64, other: &Thing) -> i64 {
        // Far from the other, nothing blocks.
        let away = sign * (other.at[axis] + other.off[axis] - one.at[axis] - one.off[axis]);
        let near = (away - SIDE - 2).max(0)..(away + SIDE + 2).min(most);
        near.into_iter()
            .find(|step| self.blocks(one, plus(one.at, axis, sign * step), axis, sign, other))
            .unwrap_or(most)
    }

    fn may_meet(one: &Thing, other: &Thing) -> bool {
        one.id != other.id && one.layers[0] & other.layers[1] != 0 && other.layers[0] & one.layers[1] != 0
    }

    /// How far a sprite gets along an axis, past some that are not in its way.
    fn free_steps(&mut self, one: &Thing, axis: usize, sign: i64, most: i64, passed: &BTreeSet<SpriteId>) -> i64 {
        let most = most.min(MOST - sign * one.at[axis]);
        let in_way = |other: &&Thing| Self::may_meet(one, other) && !other.sensor && !passed.contains(&other.id);
        let others: Vec<Thing> = self.things.iter().filter(in_way).cloned().collect();
        others.iter().map(|other| self.steps_until(one, axis, sign, most, other)).min().unwrap_or(most)
    }

    /// Whether a platform moves another sprite that it meets.
    fn may_push(platform: &Thing, one: &Thing) -> bool {
        Self::may_meet(platform, one) && !platform.sensor && !one.sensor && !one.fixed
    }

    fn thing(&self, id: SpriteId) -> Thing {
        self.things.iter().find(|one| one.id == id).unwrap().clone()
    }

    fn place(&mut self, id: SpriteId, at: [i64; 2]) {
        self.things.iter_mut().find(|one| one.id == id).unwrap().at = at;
    }

    /// The sprites that stand on a platform, and those that stand on these.
    fn riders_of(&mut self, platform: SpriteId) -> BTreeSet<SpriteId> {
        let (mut riders, mut bases) = (BTreeSet::new(), vec![self.thing(platform)]);
        while let Some(base) = bases.pop() {
            for one in self.things.clone() {
                let may_ride = Self::may_push(&base, &one) && one.id != platform && !riders.contains(&one.id);
                if may_ride && self.blocks(&one, one.at, 1, 1, &base) {
                    riders.insert(one.id);
                    bases.push(one);
                }
            }
        }
        riders
    }

    /// How far a sprite must move to clear a platform that moves from where it is.
    fn needed(&mut self, one: &Thing, platform: &Thing, axis: usize, by: i64) -> i64 {
        // Seen from the platform, the sprite comes towards it.
        by.abs() - self.steps_until(one, axis, -by.signum(), by.abs(), platform)
    }

    /// The definition. Returns the riders, the pushed and the crushed sprites.
    fn carry(&mut self, id: SpriteId, to: [i64; 2], riders: &BTreeSet<SpriteId>) -> [BTreeSet<SpriteId>; 3] {
        let (mut pushed, mut crushed) = (BTreeSet::new(), BTreeSet::new());
        let group: BTreeSet<SpriteId> = riders.iter().copied().chain([id]).collect();
        for (axis, to) in to.into_iter().enumerate() {
            let platform = self.thing(id);
            let (by, from) = (to - platform.at[axis], platform.at);
            let sign = by.signum();
            let ones: Vec<Thing> = riders.iter().map(|&rider| self.thing(rider)).collect();
            let alone: Vec<i64> = ones.iter().map(|one| self.free_steps(one, axis, sign, by.abs(), &group)).collect();
            // Who stops stops those who run into it. Looks again until nothing changes.
            let mut steps = alone.clone();
            loop {
                let mut again = alone.clone();
                for (one, again) in ones.iter().zip(&mut again) {
                    for (other, &gone) in ones.iter().zip(&steps).filter(|(_, gone)| **gone < by.abs()) {
                        if Self::may_meet(one, other) && !other.sensor && gone < *again {
                            let [here, there] =
                                [one, other].map(|one| Thing { at: plus(one.at, axis, sign * gone), ..one.clone() });
                            *again = gone + self.steps_until(&here, axis, sign, *again - gone, &there);
                        }
                    }
                }
                if again == steps {
                    break;
                }
                steps = again;
            }
            for (one, &gone) in ones.iter().zip(&steps) {
                let [one, base] =
                    [one, &platform].map(|one| Thing { at: plus(one.at, axis, sign * gone), ..one.clone() });
                if Self::may_push(&platform, &one) && self.needed(&one, &base, axis, by - sign * gone) > 0 {
                    crushed.insert(one.id);
                }
            }
            let others: Vec<Thing> = self.things.iter().filter(|one| !group.contains(&one.id)).cloned().collect();
            let mut pushes = Vec::new();
            for one in others.iter().filter(|one| Self::may_push(&platform, one)) {
                let needed = self.needed(one, &platform, axis, by);
                pushes.extend((needed > 0).then_some((needed, one.id)));
            }
            pushes.sort_unstable();
            self.place(id, plus(from, axis, by));
            for (one, &gone) in ones.iter().zip(&steps) {
                self.place(one.id, plus(one.at, axis, sign * gone));
            }
            for (needed, other) in pushes {
                let one = self.thing(other);
                if self.free_steps(&one, axis, sign, needed, &BTreeSet::from([id])) == needed {
                    self.place(other, plus(one.at, axis, sign * needed));
                    pushed.insert(other);
                } else {
                    crushed.insert(other);
                }
            }
        }
        let pushed = &pushed - &crushed;
        [riders.clone(), pushed, crushed]
    }
}

/// A world of few small sprites of all kinds near some places, and its plain twin.
fn scene(rng: &mut Rng, places: &[[i64; 2]]) -> (World, Plain) {
    let mut world = World::new();
    let count = 2 + rng.below(4) as usize;
    let shapes: Vec<BTreeSet<[i64; 2]>> = (0..count)
        .map(|_| {
            let [width, height] = [0; 2].map(|_: i32| 1 + i64::from(rng.below(SIDE as u32)));
            let kind = rng.below(4);
            let all = (0..height).flat_map(|y| (0..width).map(move |x| [x, y]));
            all.filter(|&[x, y]| match kind {
                0 => rng.below(3) > 0,
                1 => x == 0 || y == height - 1, // a corner
                _ => true,
            })
            .collect()
        })
        .collect();
    let masks: Vec<_> = shapes
        .iter()
        .map(|shape| {
            let mut mask = Mask::new(SIDE as u32, SIDE as u32).unwrap();
            shape.iter().for_each(|at| mask.set(at.map(|c| c as i32), true));
            world.add_mask(mask).unwrap()
        })
        .collect();
    let mut things = Vec::new();
    for _ in 0..3 + rng.below(8) {
        let shape = rng.below(count as u32) as usize;
        let origin = (rng.below(4) == 0).then(|| [0; 2].map(|_: i32| rng.within(-20..20)));
        let at = near(rng, places);
        let layers = [rng.one_of(&[1, 1, 1, 2, 3, 0]), rng.one_of(&[1, 3, u32::MAX, u32::MAX, 2])];
        let [fixed, sensor] = [rng.below(3) == 0, rng.below(6) == 0];
        let one_way = (rng.below(5) == 0).then(|| rng.one_of(&Side::ALL));
        let sprite = Sprite::new(masks[shape], at.map(|c| c as i32)).layers(layers[0]).collides_with(layers[1]);
        let mut sprite = sprite.fixed(fixed).sensor(sensor);
        (sprite.origin, sprite.one_way) = (origin.map(|origin| origin.map(f64::from)), one_way);
        let id = world.spawn(sprite).unwrap();
        let off = origin.unwrap_or_default().map(|c| -i64::from(c));
        things.push(Thing { id, shape, at, off, layers, fixed, sensor, one_way });
    }
    (world, Plain { shapes, things, depths: HashMap::new() })
}

/// A position in the world near one of some places.
fn near(rng: &mut Rng, places: &[[i64; 2]]) -> [i64; 2] {
    let reach = rng.one_of(&[6, 12, 25]);
    rng.one_of(places).map(|c| (c + i64::from(rng.within(-reach..reach + 1))).clamp(-MOST, MOST))
}

#[test]
fn carries_near_and_across_the_world_agree_with_the_definition() {
    const FAR: i64 = MOST / 2;
    let scenes = [
        &[[0, 0]][..],
        &[[0, 0], [40, 3]],
        &[[-MOST, 0], [MOST, 0]],
        &[[-MOST, 0], [MOST, 0], [FAR, 0], [0, 0]],
        &[[0, -MOST], [0, MOST], [0, 0]],
        &[[-MOST, -MOST], [MOST, MOST], [MOST, -MOST], [-MOST, MOST]],
    ];
    let rounds = if cfg!(debug_assertions) { 10 } else { 50 };
    let (mut carries, mut counts, mut far, mut both) = (0u64, [0u64; 3], 0u64, 0u64);
    for seed in seeds(20) {
        let mut rng = Rng::new(seed);
        for _ in 0..rounds {
            let places = rng.one_of(&scenes);
            let (mut world, mut plain) = scene(&mut rng, places);
            for _ in 0..10 {
                let one = rng.below(plain.things.len() as u32) as usize;
                let id = plain.things[one].id;
                let to = near(&mut rng, places);
                let some: BTreeSet<SpriteId> = (0..rng.below(4))
                    .map(|_| rng.one_of(&plain.things.iter().map(|one| one.id).collect::<Vec<_>>()))
                    .collect();
                let given: Vec<SpriteId> = some.iter().copied().collect();
                let given = rng.flip().then_some(given);
                let mut riders = if given.is_some() { some } else { plain.riders_of(id) };
                riders.remove(&id);
                let context = format!("seed {seed}: {:?} to {to:?} with {given:?} among {:?}", id, positions(&plain));
                let from = plain.things[one].at;
                let carried = world.carry(id, to.map(|c| c as i32), given.as_deref()).unwrap();
                let expected = plain.carry(id, to, &riders);
                let found = [&carried.riders, &carried.pushed, &carried.crushed];
                assert!(found.iter().all(|list| list.is_sorted_by(|a, b| a < b)), "{context}");
                let found = found.map(|list| list.iter().copied().collect::<BTreeSet<_>>());
                assert_eq!(found, expected, "{context}");
                for one in &plain.things {
                    let at = world.get(one.id).unwrap().position;
                    assert_eq!(at.map(i64::from), one.at, "{:?} of {context}", one.id);
                }
                carries += 1;
                far += u64::from((0..2).any(|axis| (to[axis] - from[axis]).abs() >= MOST));
                both += u64::from((0..2).all(|axis| to[axis] != from[axis]));
                (0..3).for_each(|list| counts[list] += expected[list].len() as u64);
                // Sprites that have left come back.
                let back = rng.below(plain.things.len() as u32) as usize;
                let (id, at) = (plain.things[back].id, near(&mut rng, places));
                world.move_to(id, at.map(|c| c as i32)).unwrap();
                plain.things[back].at = at;
            }
        }
    }
    println!("{carries} carries, {far} of them far: {counts:?} riders, pushed, crushed; {both} along both axes");
    assert!(counts.iter().all(|&count| count > carries / 50) && far.cmp(&(carries / 10)) == Ordering::Greater);
}

fn positions(plain: &Plain) -> Vec<(SpriteId, [i64; 2])> {
    plain.things.iter().map(|one| (one.id, one.at)).collect()
}
