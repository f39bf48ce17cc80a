//! Worlds of 1 to 20 kinds of sprites against every sprite tested with every other, while sprites change their kind.
//!
//! A kind is a set of sprites with equal layers, `collides_with` and `fixed`. Which of them have a tree of their own
//! must change no answer.

use mask::Mask;
use rayon::ThreadPoolBuilder;
use std::collections::BTreeSet;
use testkit::Rng;
use testkit::model::INDEXES;
use world::{Motion, Pair, Probe, Sprite, SpriteId, World};

/// The side of the square mask of all sprites, in pixels.
const SIDE: i32 = 6;
/// The side of the area that the sprites are in.
const AREA: i32 = 260;

/// The layers and the `fixed` of the sprites of a kind.
#[derive(Clone, Copy, PartialEq)]
struct Kind {
    layers: u32,
    collides_with: u32,
    fixed: bool,
}

/// A sprite as the oracle sees it.
#[derive(Clone, Copy)]
struct Box {
    id: SpriteId,
    at: [i32; 2],
    kind: Kind,
}

impl Box {
    fn may_collide(self, other: Box) -> bool {
        self.kind.layers & other.kind.collides_with != 0 && other.kind.layers & self.kind.collides_with != 0
    }

    fn overlaps(self, at: [i32; 2]) -> bool {
        (0..2).all(|axis| self.at[axis].abs_diff(at[axis]) < SIDE as u32)
    }
}

/// Which sprites change their kind in each step.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Changes {
    None,
    Few,
    All,
}

/// Kinds that seldom meet: bullets, targets, walls, and others. Kind 0 is the default.
fn kinds(count: usize) -> Vec<Kind> {
    let kind = |number: usize| match number {
        0 => Kind { layers: 1, collides_with: u32::MAX, fixed: false },
        1 => Kind { layers: 2, collides_with: 4, fixed: false },
        2 => Kind { layers: 4, collides_with: 2, fixed: true },
        _ => Kind { layers: 1 << number, collides_with: 1 << (number - 1) | 1 << (number + 1), fixed: number % 5 == 4 },
    };
    (0..count).map(kind).collect()
}

/// Lists what a world answers in each step, in the order of its lists.
fn run(count: usize, changes: Changes, threads: usize, index: usize) -> Vec<Vec<Pair>> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let (mut rng, kinds) = (Rng::new(count as u64), kinds(count));
    let mut world = World::new();
    world.set_limits(world.limits().parallel_from(if threads == 1 { usize::MAX } else { 0 }));
    world.force_index(INDEXES[index % INDEXES.len()]);
    let mask = world.add_mask(mask::Mask::filled(SIDE as u32, SIDE as u32).unwrap()).unwrap();
    let mut boxes: Vec<Box> = Vec::new();
    let spawn = |world: &mut World, rng: &mut Rng| {
        // Most sprites are of the second kind.
        let kind =
            kinds[(rng.below(3) as usize).min(1).max(rng.below(kinds.len() as u32) as usize).min(kinds.len() - 1)];
        let at = [0; 2].map(|_: i32| rng.within(0..AREA));
        let sprite = Sprite::new(mask, at).layers(kind.layers).collides_with(kind.collides_with);
        let id = world.spawn(if kind.fixed { sprite.fixed(true) } else { sprite }).unwrap();
        Box { id, at, kind }
    };
    boxes.extend((0..500).map(|_| spawn(&mut world, &mut rng)));
    let (mut lists, mut before) = (Vec::new(), BTreeSet::new());
    for step in 0..40 {
        for sprite in &mut boxes {
            sprite.at = sprite.at.map(|c| c + rng.within(-4..5));
            world.move_to(sprite.id, sprite.at).unwrap();
            let changes = match changes {
                Changes::None => false,
                Changes::Few => rng.below(50) == 0,
                Changes::All => true,
            };
            if changes {
                sprite.kind = kinds[rng.below(kinds.len() as u32) as usize];
                let mut handle = world.get_mut(sprite.id).unwrap();
                handle.set_layers(sprite.kind.layers).unwrap();
                handle.set_collides_with(sprite.kind.collides_with).unwrap();
                handle.set_fixed(sprite.kind.fixed);
            }
        }
        for _ in 0..5 {
            let gone = boxes.swap_remove(rng.below(boxes.len() as u32) as usize);
            world.despawn(gone.id).unwrap();
            boxes.push(spawn(&mut world, &mut rng));
        }
        let expected: BTreeSet<Pair> = (0..boxes.len())
            .flat_map(|a| (0..a).map(move |b| (a, b)))
            .map(|(a, b)| (boxes[a], boxes[b]))
            .filter(|(a, b)| !(a.kind.fixed && b.kind.fixed) && a.may_collide(*b) && a.overlaps(b.at))
            .map(|(a, b)| Pair { a: a.id.min(b.id), b: a.id.max(b.id) })
            .collect();
        pool.install(|| {
            let stepped = world.step().unwrap();
            let label = format!("step {step}, {count} kinds, {changes:?} change, {threads} threads");
            assert!(stepped.pairs().iter().eq(&expected), "pairs of {label}");
            assert!(stepped.began().iter().eq(expected.difference(&before)), "began in {label}");
            assert!(stepped.ended().iter().eq(before.difference(&expected)), "ended in {label}");
            lists.push(stepped.view().candidates().unwrap());
            let mut candidates = lists[step].clone();
            candidates.sort_unstable();
            assert!(candidates.iter().eq(&expected), "candidates of {label}"); // all pixels of all boxes are solid
        });
        before = expected;
        ask(&mut world, &boxes, &mut rng);
        world.validate().unwrap();
        if step == 25 {
            world = world.clone();
        }
    }
    lists
}

/// Compares queries on some layers with a look at each sprite.
fn ask(world: &mut World, boxes: &[Box], rng: &mut Rng) {
    let layers = rng.below(16) | 1 << rng.below(22);
    let point = [0; 2].map(|_: i32| rng.within(0..AREA));
    let in_layers = |one: &&Box| one.kind.layers & layers != 0;
    let all = world.refresh().unwrap();
    let view = all.on_layers(layers);
    let mut found: Vec<SpriteId> = boxes
        .iter()
        .filter(in_layers)
        .filter(|one| (0..2).all(|axis| (one.at[axis]..one.at[axis] + SIDE).contains(&point[axis])))
        .map(|one| one.id)
        .collect();
    found.sort_unstable();
    assert_eq!(view.find(Probe::Point(point)), found);
    let distance = |one: &Box| -> i64 {
        let off = |axis: usize| {
            let (c, first) = (i64::from(point[axis]), i64::from(one.at[axis]));
            (first - c).max(c - (first + i64::from(SIDE) - 1)).max(0)
        };
        off(0).pow(2) + off(1).pow(2)
    };
    let mut nearest: Vec<(i64, SpriteId)> = boxes.iter().filter(in_layers).map(|one| (distance(one), one.id)).collect();
    nearest.sort_unstable();
    let nearest: Vec<SpriteId> = nearest.into_iter().take(7).map(|(_, id)| id).collect();
    assert!(view.nearest(point, 7).iter().map(|near| near.id).eq(nearest));
    let one = boxes[rng.below(boxes.len() as u32) as usize];
    let way = one.at[0] + 30;
    let obstacles = boxes.iter().filter(|other| other.id != one.id && one.may_collide(**other));
    let obstacles: Vec<Box> = obstacles.copied().collect();
    let free = |at: [i32; 2]| obstacles.iter().all(|other| !other.overlaps(at));
    assert_eq!(all.is_free(one.id.at([way, one.at[1]])).unwrap(), free([way, one.at[1]]));
    if free(one.at) {
        let last = (one.at[0]..=way).take_while(|&x| free([x, one.at[1]])).last().unwrap();
        assert_eq!(all.sweep(one.id, [way, one.at[1]]).unwrap().at, [last, one.at[1]]);
        let mut world = world.clone();
        assert_eq!(world.move_until(one.id, [way, one.at[1]], Motion::STOP).unwrap().at, [last, one.at[1]]);
    }
}

#[test]
fn kinds_change_no_answer() {
    for count in [1, 2, 8, 20] {
        for changes in [Changes::None, Changes::Few, Changes::All] {
            for index in 0..INDEXES.len() {
                let serial = run(count, changes, 1, index);
                for threads in if cfg!(debug_assertions) { [2, 2] } else { [2, 32] } {
                    assert!(run(count, changes, threads, index) == serial, "{count} kinds, {threads} threads");
                }
            }
        }
    }
}

#[test]
fn sprites_of_which_one_side_asks_are_named_once_for_each_two_kinds() {
    let mut world = World::new();
    let dot = world.add_mask(Mask::filled(1, 1).unwrap()).unwrap();
    let mut rng = Rng::new(1);
    let sprites: Vec<_> = (0..60)
        .map(|_| {
            let [layers, wanted] = [0, 0].map(|_: i32| rng.below(4));
            let sprite = Sprite::new(dot, [0, 0]).layers(layers).collides_with(wanted).fixed(rng.below(2) == 0);
            (world.spawn(sprite).unwrap(), sprite)
        })
        .collect();
    let kind = |sprite: &Sprite| (sprite.layers, sprite.collides_with, sprite.fixed);
    let is_first =
        |(at, (_, one)): &(usize, &(SpriteId, Sprite))| sprites[..*at].iter().all(|(_, two)| kind(one) != kind(two));
    let firsts: Vec<_> = sprites.iter().enumerate().filter(is_first).map(|(_, sprite)| sprite).collect();
    let mut expected = Vec::new();
    for (a, one) in &firsts {
        for (b, two) in &firsts {
            let [asks, is_asked] =
                [one.collides_with & two.layers, two.collides_with & one.layers].map(|bits| bits != 0);
            if asks && !is_asked && !(one.fixed && two.fixed) {
                expected.push((*a, *b));
            }
        }
    }
    assert!(expected.len() > 20);
    assert_eq!(world.one_sided_layers(), expected);
}
