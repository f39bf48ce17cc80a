//! Offset tables: the answers are those of the pixels with any budget, also while masks change.

use mask::Mask;
use testkit::Rng;
use testkit::model::Crowd;
use testkit::scene::{Kind, Scene};
use world::{Pair, Sprite, World, WorldLimits};

#[test]
fn crowds_with_tables_agree_with_the_pixels() {
    let (lives, rounds) = if cfg!(debug_assertions) { (6, 60) } else { (300, 200) };
    let (mut made, mut checks, mut pairs) = (0, 0, 0);
    for seed in 0..lives {
        let mut crowd = Crowd::new(Rng::new(seed));
        crowd.rounds(rounds);
        made += u64::from(crowd.most_bytes > 0);
        (checks, pairs) = (checks + crowd.twin.checks, pairs + crowd.twin.pairs);
    }
    println!("{lives} crowds, {checks} comparisons of {pairs} pairs, tables in {made}");
    assert!(2 * made > lives && checks >= lives * rounds as u64 / 4 && pairs > 10 * checks);
}

/// Runs the steps of a scene with a budget. Returns the pairs of each step, and the bytes of the tables after it.
fn run(budget: usize, steps: usize) -> (Vec<Vec<Pair>>, Vec<usize>) {
    let mut scene = Scene::new(Kind::Clustered, 3000, 4);
    let (mut world, ids) = scene.to_world().unwrap();
    world.set_limits(world.limits().offset_table_bytes(budget));
    let step = |_| {
        scene.step();
        world.sync(ids.iter().zip(&scene.at).map(|(&id, &at)| (id, at))).unwrap();
        let pairs = world.step().unwrap().pairs().to_vec();
        world.validate().unwrap();
        (pairs, world.offset_table_bytes())
    };
    (0..steps).map(step).unzip()
}

#[test]
fn tables_stay_within_their_budget_and_change_no_pair() {
    let steps = if cfg!(debug_assertions) { 40 } else { 300 };
    let (expected, none) = run(0, steps);
    assert!(none.iter().all(|&bytes| bytes == 0));
    for budget in [1, 100, 4 << 10, 64 << 10, WorldLimits::DEFAULT.offset_table_bytes] {
        let (pairs, bytes) = run(budget, steps);
        assert!(pairs == expected, "a budget of {budget} bytes");
        assert!(bytes.iter().all(|&bytes| bytes <= budget), "a budget of {budget} bytes");
        println!("a budget of {budget} bytes: {:?} bytes in the end", bytes.last());
        assert_eq!(bytes.last().is_some_and(|&bytes| bytes > 0), budget >= 4 << 10);
    }
}

#[test]
fn a_smaller_budget_frees_tables_at_the_next_refresh() {
    let mut world = World::new();
    let mask = world.add_mask(Mask::filled(5, 5).unwrap()).unwrap();
    let ids: Vec<_> = (0..400).map(|n| world.spawn(Sprite::new(mask, [n % 20 * 3, n / 20 * 3])).unwrap()).collect();
    for _ in 0..20 {
        world.step().unwrap();
        world.move_by(ids[0], [1, 0]).unwrap();
        world.refresh().unwrap().for_each_collision(|_| {});
    }
    assert!(world.offset_table_bytes() > 0);
    let pairs = world.step().unwrap().pairs().to_vec();
    world.set_limits(world.limits().offset_table_bytes(10));
    assert_eq!(world.refresh().unwrap().collisions().unwrap(), pairs);
    assert_eq!(world.offset_table_bytes(), 0);
}

/// A check of the tables once failed after the removal of a mask that had some.
#[test]
fn a_mask_that_has_tables_can_be_removed() {
    let mut world = World::new();
    let spawn = |world: &mut World, side: u32| {
        let mask = world.add_mask(Mask::filled(side, side).unwrap()).unwrap();
        let at = |n: i32| [n % 20 * 3, n / 20 * 3];
        (mask, (0..200).map(|n| world.spawn(Sprite::new(mask, at(n))).unwrap()).collect::<Vec<_>>())
    };
    let live = |world: &mut World| {
        for _ in 0..20 {
            let ids: Vec<_> = world.sprites().map(|(id, _)| id).take(1).collect();
            world.move_by(ids[0], [1, 0]).unwrap();
            world.step().unwrap();
            world.refresh().unwrap().for_each_collision(|_| {});
            world.validate().unwrap();
        }
    };
    let _ = spawn(&mut world, 5);
    let (mask, ids) = spawn(&mut world, 4);
    live(&mut world);
    assert!(world.offset_table_bytes() > 0);
    ids.into_iter().for_each(|id| _ = world.despawn(id).unwrap());
    world.remove_mask(mask).unwrap();
    world.validate().unwrap();
    // The new mask takes the slot of the removed one.
    let (_, ids) = spawn(&mut world, 6);
    live(&mut world);
    let view = world.refresh().unwrap();
    let pairs = view.collisions().unwrap();
    let expected = pairs.iter().all(|pair| view.contact(pair.a, pair.b).is_some());
    assert!(expected && pairs.iter().any(|pair| pair.other(ids[7]).is_some()));
}
