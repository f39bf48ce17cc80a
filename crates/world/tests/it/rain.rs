//! Many bullets and few targets against a comparison of each bullet with each target, while many or few queries ask the
//! tree of the bullets.

use rayon::ThreadPoolBuilder;
use std::collections::BTreeSet;
use testkit::Rng;
use testkit::model::INDEXES;
use world::{Pair, QuarterTurn, Sprite, SpriteId, World};

const BULLETS: usize = 1500;
/// More than the 64 sprites of a node.
const TARGETS: usize = 80;
/// The sides of the square masks of bullets and of targets, in pixels.
const SIDES: [i32; 2] = [3, 20];
/// The side of the area.
const AREA: i32 = 900;

/// A sprite as the oracle sees it.
#[derive(Clone, Copy)]
struct Square {
    id: SpriteId,
    at: [i32; 2],
    /// The top of the path since the last step, and the bottom. Bullets fly down.
    path: [i32; 2],
}

/// What happens in a step.
#[derive(Clone, Copy, PartialEq)]
enum Phase {
    Fly,
    /// The bullets stand, so the lists of pairs come from the cache.
    Stand,
    /// Bullets fly, and many queries ask them.
    Ask,
}

fn phase(step: usize) -> Phase {
    match step {
        30..36 => Phase::Stand,
        48..50 => Phase::Ask,
        _ => Phase::Fly,
    }
}

/// Lists the candidates of each step, in the order of the lists.
fn run(threads: usize, index: usize, continuous: bool) -> Vec<Vec<Pair>> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let mut rng = Rng::new(9);
    let mut world = World::new();
    world.set_limits(world.limits().parallel_from(if threads == 1 { usize::MAX } else { 0 }));
    world.force_index(INDEXES[index]);
    let masks = SIDES.map(|side| world.add_mask(mask::Mask::filled(side as u32, side as u32).unwrap()).unwrap());
    let place = |rng: &mut Rng| [0; 2].map(|_: i32| rng.within(0..AREA));
    let target = Sprite::new(masks[1], [0, 0]).layers(1).collides_with(2);
    let fire = |world: &mut World, rng: &mut Rng, at: [i32; 2]| {
        // A turned square is another variant of the same shape.
        let turn = if rng.below(4) == 0 { QuarterTurn::Quarter } else { QuarterTurn::None };
        let bullet = Sprite::new(masks[0], at).layers(2).collides_with(1).continuous(continuous);
        let id = world.spawn(bullet.turn(turn)).unwrap();
        Square { id, at, path: [at[1], at[1] + SIDES[0] - 1] }
    };
    let mut targets: Vec<Square> =
        (0..TARGETS).map(|_| Square { id: world.spawn(target).unwrap(), at: place(&mut rng), path: [0; 2] }).collect();
    let mut bullets: Vec<Square> = (0..BULLETS)
        .map(|_| {
            let at = place(&mut rng);
            fire(&mut world, &mut rng, at)
        })
        .collect();
    let (mut lists, mut before) = (Vec::new(), BTreeSet::new());
    for step in 0..80 {
        for target in &mut targets {
            target.at = target.at.map(|c| c + rng.within(-3..4));
            world.move_to(target.id, target.at).unwrap();
        }
        for bullet in &mut bullets {
            bullet.path[0] = bullet.at[1];
            if phase(step) != Phase::Stand {
                bullet.at[1] += rng.within(0..16);
                world.move_to(bullet.id, bullet.at).unwrap();
            }
            bullet.path[1] = bullet.at[1] + SIDES[0] - 1;
            if bullet.at[1] > AREA {
                world.despawn(bullet.id).unwrap();
                let at = [rng.within(0..AREA), rng.within(-9..9)];
                *bullet = fire(&mut world, &mut rng, at);
            }
            // A path begins at the last step, the first one where the bullet was spawned.
            if !continuous {
                bullet.path[0] = bullet.at[1];
            }
        }
        let near = |first: i32, last: i32, from: i32, side: i32| first < from + side && from <= last;
        let meets = |bullet: &Square, target: &Square, [top, bottom]: [i32; 2]| {
            near(bullet.at[0], bullet.at[0] + SIDES[0] - 1, target.at[0], SIDES[1])
                && near(top, bottom, target.at[1], SIDES[1])
        };
        let pairs = |on_path: bool| -> BTreeSet<Pair> {
            let all = targets.iter().flat_map(|target| bullets.iter().map(move |bullet| (bullet, target)));
            let now = |bullet: &Square| [bullet.at[1], bullet.path[1]];
            all.filter(|(bullet, target)| meets(bullet, target, if on_path { bullet.path } else { now(bullet) }))
                .map(|(bullet, target)| Pair { a: bullet.id.min(target.id), b: bullet.id.max(target.id) })
                .collect()
        };
        let expected = pairs(true);
        pool.install(|| {
            let stepped = world.step().unwrap();
            let label = format!("step {step}, {threads} threads, continuous: {continuous}");
            assert!(stepped.pairs().iter().eq(&expected), "pairs of {label}");
            assert!(stepped.began().iter().eq(expected.difference(&before)), "began in {label}");
            assert!(stepped.ended().iter().eq(before.difference(&expected)), "ended in {label}");
            lists.push(stepped.view().candidates().unwrap());
            let mut candidates = lists[step].clone();
            candidates.sort_unstable();
            assert!(candidates.into_iter().eq(pairs(false)), "candidates of {label}"); // all pixels are solid
        });
        world.validate().unwrap();
        ask(&mut world, &bullets, &mut rng, if phase(step) == Phase::Ask { 200 } else { usize::from(step % 4 == 0) });
        if step == 40 {
            world = world.clone();
        }
        before = expected;
    }
    lists
}

/// Compares queries for bullets with a look at each of them.
fn ask(world: &mut World, bullets: &[Square], rng: &mut Rng, count: usize) {
    let view = world.refresh().unwrap().on_layers(2);
    for _ in 0..count {
        let point = [0; 2].map(|_: i32| rng.within(0..AREA));
        let off = |c: i32, first: i32| i64::from((first - c).max(c - (first + SIDES[0] - 1)).max(0));
        let distance = |one: &Square| off(point[0], one.at[0]).pow(2) + off(point[1], one.at[1]).pow(2);
        let mut nearest: Vec<(i64, SpriteId)> = bullets.iter().map(|one| (distance(one), one.id)).collect();
        nearest.sort_unstable();
        let found = view.nearest(point, 5);
        assert!(found.iter().map(|near| near.id).eq(nearest[..5].iter().map(|(_, id)| *id)));
        let mut on_row: Vec<(i32, SpriteId)> = bullets
            .iter()
            .filter(|one| (one.at[1]..one.at[1] + SIDES[0]).contains(&point[1]) && one.at[0] + SIDES[0] > 0)
            .filter(|one| one.at[0] < AREA)
            .map(|one| (one.at[0].max(0), one.id))
            .collect();
        on_row.sort_unstable();
        let hits = view.cast_ray_all([0, point[1]], [AREA - 1, point[1]]);
        assert!(hits.iter().map(|hit| (hit.step as i32, hit.id)).eq(on_row));
        let mut inside: Vec<SpriteId> = nearest.iter().filter(|(off, _)| *off == 0).map(|(_, id)| *id).collect();
        inside.sort_unstable();
        assert_eq!(view.find(point), inside);
    }
}

#[test]
fn bullets_and_targets_give_the_answers_of_a_full_comparison() {
    for continuous in [false, true] {
        for index in 0..INDEXES.len() {
            let serial = run(1, index, continuous);
            for threads in [2, 8] {
                assert!(run(threads, index, continuous) == serial, "{threads} threads, continuous: {continuous}");
            }
        }
    }
}
