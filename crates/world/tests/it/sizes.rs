//! Trees of every small size, from which sprites are removed one by one.

use mask::{Mask, Rect};
use testkit::model::{Actor, INDEXES, Twin};
use testkit::{Rng, shape};
use world::{BroadPhase, Pair, Sprite, SpriteId, World};

#[derive(Debug, Clone, Copy)]
enum Order {
    Forwards,
    Backwards,
    Random,
}

/// Removes all sprites of a world of `count` sprites, comparing everything after each removal. Returns the number of
/// comparisons.
fn take_down(count: u32, order: Order, index: BroadPhase, fixed: bool) -> u64 {
    let mut rng = Rng::new(u64::from(count));
    let mut twin = Twin::default();
    twin.world.force_index(index);
    let mask = twin.add_mask(shape::disc(9));
    let spawn = |n: u32| {
        let at = [0; 2].map(|_: i32| rng.within(0..80));
        twin.spawn(Actor { fixed: fixed && n % 3 < 2, ..Actor::new(mask, at) }).unwrap()
    };
    let mut ids: Vec<SpriteId> = (0..count).map(spawn).collect();
    match order {
        Order::Forwards => {}
        Order::Backwards => ids.reverse(),
        Order::Random => (1..ids.len()).rev().for_each(|last| ids.swap(last, rng.below(last as u32 + 1) as usize)),
    }
    let window = Rect { left: 20, top: 20, width: 30, height: 30 };
    twin.check(window);
    for id in ids {
        twin.despawn(id);
        twin.check(window);
    }
    // An emptied world can be filled again.
    twin.spawn(Actor::new(mask, [0, 0])).unwrap();
    twin.check(window);
    twin.checks
}

#[test]
fn trees_of_0_to_100_sprites_lose_them_in_three_orders() {
    let (mut trees, mut checks) = (0, 0);
    let sizes = (0..=100).step_by(if cfg!(debug_assertions) { 9 } else { 1 });
    for (count, order) in sizes.flat_map(|count| [Order::Forwards, Order::Backwards, Order::Random].map(|o| (count, o)))
    {
        for (&index, fixed) in INDEXES.iter().flat_map(|index| [(index, false), (index, true)]) {
            checks += take_down(count, order, index, fixed);
            trees += 1;
        }
    }
    println!("{trees} trees, {checks} comparisons");
}

/// A level was once added to a still tree without the boxes below it: one more sprite, and no query found the others.
#[test]
fn still_trees_gain_and_lose_levels_one_sprite_at_a_time() {
    let everywhere = Rect { left: -9, top: -9, width: 9000, height: 9000 };
    for count in [1, 7, 8, 9, 63, 64, 65, 127, 128, 511, 512, 513, 4095, 4096] {
        for (&index, fixed) in INDEXES.iter().flat_map(|index| [(index, false), (index, true)]) {
            let mut world = World::new();
            world.force_index(index);
            let dot = world.add_mask(Mask::filled(4, 4).unwrap()).unwrap();
            let place = |n: i32| [n % 64 * 10, n / 64 * 10];
            (0..count).for_each(|n| _ = world.spawn(Sprite::new(dot, place(n)).fixed(fixed)).unwrap());
            world.step().unwrap();
            // Each of the new sprites touches one of the old ones, which do not touch each other.
            let new: Vec<SpriteId> = (0..12)
                .map(|more: i32| {
                    let [x, y] = place(more % count);
                    let id = world.spawn(Sprite::new(dot, [x + 3, y])).unwrap();
                    let pairs = world.step().unwrap().pairs().iter().filter(|pair| pair.other(id).is_some()).count();
                    assert_eq!(pairs as i32, 1 + more / count, "sprite {more} beside {count}");
                    assert_eq!(world.refresh().unwrap().find(everywhere).len() as i32, count + more + 1);
                    assert_eq!(world.refresh().unwrap().nearest([0, 0], 9999).len() as i32, count + more + 1);
                    world.validate().unwrap();
                    id
                })
                .collect();
            for (gone, &id) in new.iter().enumerate() {
                world.despawn(id).unwrap();
                world.step().unwrap();
                assert_eq!(world.refresh().unwrap().find(everywhere).len(), count as usize + 11 - gone);
                world.validate().unwrap();
            }
        }
    }
}

/// From 2^16 sprites on, a sort takes two refreshes, between which sprites come and go.
#[test]
fn large_trees_are_sorted_in_two_halves() {
    let (mut rng, mut world) = (Rng::new(5), World::new());
    let mask = world.add_mask(Mask::filled(6, 6).unwrap()).unwrap();
    let mut at: Vec<[i32; 2]> = (0..70_000).map(|_| [0; 2].map(|_: i32| rng.within(0..3000))).collect();
    let mut ids: Vec<SpriteId> = world.spawn_many(at.iter().map(|&at| Sprite::new(mask, at))).unwrap();
    let mut fewest = usize::MAX;
    for step in 0..24 {
        for (id, at) in ids.iter().zip(&mut at) {
            *at = at.map(|c| c + rng.within(-5..6));
            world.move_to(*id, *at).unwrap();
        }
        for _ in 0..50 {
            let (gone, place) = (rng.below(70_000) as usize, [0; 2].map(|_: i32| rng.within(0..3000)));
            world.despawn(ids[gone]).unwrap();
            (ids[gone], at[gone]) = (world.spawn(Sprite::new(mask, place)).unwrap(), place);
        }
        world.validate().unwrap();
        let mut candidates = world.refresh().unwrap().candidates().unwrap();
        fewest = fewest.min(candidates.len());
        if step % 6 == 5 {
            let mut fresh = World::new();
            let mask = fresh.add_mask(Mask::filled(6, 6).unwrap()).unwrap();
            let fresh_ids = fresh.spawn_many(at.iter().map(|&at| Sprite::new(mask, at))).unwrap();
            let index: std::collections::HashMap<SpriteId, SpriteId> = ids.iter().copied().zip(fresh_ids).collect();
            let mut expected = fresh.refresh().unwrap().candidates().unwrap();
            let pair = |pair: Pair| (index[&pair.a].min(index[&pair.b]), index[&pair.a].max(index[&pair.b]));
            let mut found: Vec<_> = candidates.drain(..).map(pair).collect();
            let mut expected: Vec<_> =
                expected.drain(..).map(|pair| (pair.a.min(pair.b), pair.a.max(pair.b))).collect();
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "step {step}");
        }
    }
    assert!(fewest > 10_000);
}
