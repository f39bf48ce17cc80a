//! Platforms that carry and push, against moves pixel by pixel.

use super::crowd::crowd;
use mask::Mask;
use testkit::model::carrying;
use testkit::{Rng, seeds};
use world::{Carried, MAX_POSITION, Side, Sprite, SpriteId, World, WorldError};

#[test]
fn platforms_in_a_crowd() {
    let rounds = if cfg!(debug_assertions) { 60 } else { 700 };
    let mut counts = [0; 3];
    for seed in seeds(4) {
        let (mut twin, placed_grids) = crowd(seed, 110, [90, 160, 250, 400][seed as usize % 4]);
        let ids: Vec<SpriteId> = placed_grids.iter().map(|one| one.id).collect();
        let mut rng = Rng::new(seed);
        for round in 0..rounds {
            let id = ids[rng.below(ids.len() as u32) as usize];
            carrying::ridden(&mut twin, id);
            let [x, y] = twin.model.actors[&id].at;
            let reach = [3, 12, 40][rng.below(3) as usize];
            let to = [x + rng.within(-reach..reach + 1), y + rng.within(-reach..reach + 1)];
            let some: Vec<SpriteId> = (0..rng.below(4)).map(|_| ids[rng.below(ids.len() as u32) as usize]).collect();
            let found = carrying::carried(&mut twin, id, to, (round % 2 == 0).then_some(&some[..]));
            (0..3).for_each(|n| counts[n] += found[n]);
        }
    }
    println!("{counts:?} riders, pushed, crushed");
    assert!(counts.iter().all(|&count| count > rounds / 4));
}

/// A world with a lift of 40 x 4 pixels at [0, 100].
fn lift() -> (World, SpriteId) {
    let mut world = World::new();
    let plank = world.add_mask(Mask::filled(40, 4).unwrap()).unwrap();
    let lift = world.spawn(Sprite::new(plank, [0, 100]).fixed(true)).unwrap();
    (world, lift)
}

/// Adds a full rectangle.
fn add(world: &mut World, width: u32, height: u32, at: [i32; 2]) -> SpriteId {
    let mask = world.add_mask(Mask::filled(width, height).unwrap()).unwrap();
    world.spawn(Sprite::new(mask, at)).unwrap()
}

#[test]
fn a_lift_carries_a_stack_through_its_own_riders_and_stops_those_at_a_wall() {
    let (mut world, lift) = lift();
    let [crate_, hero, bird] = [[10, 92], [12, 84], [60, 50]].map(|at| add(&mut world, 8, 8, at));
    let wall = add(&mut world, 4, 8, [25, 84]);
    world.get_mut(wall).unwrap().set_fixed(true);
    let carried = world.carry(lift, [20, 90], None).unwrap();
    assert_eq!((&carried.riders[..], carried.pushed.len(), carried.crushed.len()), (&[crate_, hero][..], 0, 0));
    let at = |world: &World, id| world.get(id).unwrap().position;
    assert_eq!(at(&world, lift), [20, 90]);
    assert_eq!(at(&world, crate_), [30, 82]);
    assert_eq!(at(&world, hero), [17, 74]); // it stayed behind at the wall, and then went up
    assert_eq!(at(&world, bird), [60, 50]);
}

#[test]
fn a_lift_pushes_and_crushes() {
    let (mut world, lift) = lift();
    let [pushed, crushed] = [[50, 100], [70, 100]].map(|at| add(&mut world, 8, 8, at));
    let wall = add(&mut world, 4, 40, [80, 90]);
    world.get_mut(wall).unwrap().set_fixed(true);
    let carried = world.carry(lift, [15, 100], None).unwrap();
    assert_eq!(carried.pushed, [pushed]);
    assert_eq!(world.get(pushed).unwrap().position, [55, 100]);
    // The two do not fit between the lift and the wall.
    let carried = world.carry(lift, [35, 100], None).unwrap();
    assert_eq!(carried.crushed, [pushed, crushed]);
    assert_eq!(world.get(crushed).unwrap().position, [70, 100]);
    assert_eq!(world.get(lift).unwrap().position, [35, 100]);
}

#[test]
fn a_carried_sensor_carries_and_pushes_nobody() {
    let (mut world, cloud) = lift();
    world.get_mut(cloud).unwrap().set_sensor(true).unwrap();
    let [hero, other] = [[4, 92], [50, 98]].map(|at| add(&mut world, 8, 8, at));
    assert!(world.refresh().unwrap().touching(hero, [0, 1]).unwrap().is_empty());
    assert_eq!(world.carry(cloud, [20, 100], None), Ok(Carried::default()));
    assert_eq!([hero, other].map(|id| world.get(id).unwrap().position), [[4, 92], [50, 98]]);
    // Named riders go with it.
    let carried = world.carry(cloud, [25, 90], Some(&[hero])).unwrap();
    assert_eq!((carried.riders, carried.pushed, carried.crushed), (vec![hero], vec![], vec![]));
    assert_eq!(world.get(hero).unwrap().position, [9, 82]);
}

#[test]
fn sprites_that_a_lift_does_not_block_are_not_crushed() {
    let (mut world, lift) = lift();
    let riders = [0, 10, 20, 30].map(|x| add(&mut world, 8, 8, [x, 92]));
    let ceiling = add(&mut world, 60, 4, [0, 80]);
    world.get_mut(ceiling).unwrap().set_fixed(true);
    world.get_mut(riders[0]).unwrap().set_sensor(true).unwrap();
    world.get_mut(riders[1]).unwrap().set_fixed(true);
    world.get_mut(riders[2]).unwrap().set_layers(2).unwrap();
    world.get_mut(lift).unwrap().set_collides_with(1).unwrap();
    // The ceiling stops all, and the lift goes on.
    let carried = world.carry(lift, [0, 70], Some(&riders)).unwrap();
    assert_eq!((&carried.riders[..], carried.crushed), (&riders[..], vec![riders[3]]));
    assert_eq!(riders.map(|id| world.get(id).unwrap().position[1]), [84; 4]);
}

#[test]
fn a_sprite_is_pushed_or_crushed_and_never_both() {
    let mut world = World::new();
    let hook = Mask::from_fn(40, 20, |x, y| x < 4 || y >= 16).unwrap();
    let hook = world.add_mask(hook).unwrap();
    let lift = world.spawn(Sprite::new(hook, [0, 100]).fixed(true)).unwrap();
    let one = add(&mut world, 8, 8, [6, 105]);
    let ceiling = add(&mut world, 30, 3, [12, 101]);
    world.get_mut(ceiling).unwrap().set_fixed(true);
    // The post pushes it to the right, and the plank lifts it against the ceiling.
    let carried = world.carry(lift, [8, 92], Some(&[])).unwrap();
    assert_eq!((carried.pushed, carried.crushed), (vec![], vec![one]));
    assert_eq!(world.get(one).unwrap().position, [12, 105]);
}

#[test]
fn a_lift_that_passes_over_a_crushed_sprite_names_it() {
    let (mut world, lift) = lift();
    let one = add(&mut world, 8, 8, [50, 98]);
    let wall = add(&mut world, 4, 40, [58, 80]);
    world.get_mut(wall).unwrap().set_fixed(true);
    let carried = world.carry(lift, [100, 100], None).unwrap();
    assert_eq!((carried.pushed, carried.crushed), (vec![], vec![one]));
    assert!(world.refresh().unwrap().overlapping(lift).is_empty());
}

#[test]
fn a_lift_goes_from_end_to_end_of_the_world() {
    let end = MAX_POSITION;
    let (mut world, lift) = lift();
    let [rider, in_way] = [[end, 92], [0, 100]].map(|at| add(&mut world, 8, 8, at));
    for (from, to) in [([end, 100], [-end, 100]), ([-end, 100], [end, 100])] {
        world.move_to(lift, from).unwrap();
        world.move_to(rider, [from[0], 92]).unwrap();
        world.move_to(in_way, [0, 100]).unwrap();
        let carried = world.carry(lift, to, None).unwrap();
        // To the left, there is no place to push it to; to the right neither.
        assert_eq!((carried.riders, carried.pushed, carried.crushed), (vec![rider], vec![], vec![in_way]));
        assert_eq!([lift, rider, in_way].map(|id| world.get(id).unwrap().position), [to, [to[0], 92], [0, 100]]);
    }
    // One pixel less, and it is pushed to the very end.
    world.move_to(lift, [-end, 100]).unwrap();
    world.move_to(in_way, [-end + 40, 100]).unwrap();
    let carried = world.carry(lift, [end - 40, 100], Some(&[])).unwrap();
    assert_eq!((carried.pushed, carried.crushed), (vec![in_way], vec![]));
    assert_eq!(world.get(in_way).unwrap().position, [end, 100]);
}

#[test]
fn a_one_way_lift_passes_who_is_beside_it_and_lifts_who_is_above() {
    let (mut world, lift) = lift();
    world.get_mut(lift).unwrap().set_one_way(Some(Side::Top)).unwrap();
    let [beside, above] = [[50, 98], [20, 80]].map(|at| add(&mut world, 8, 8, at));
    let carried = world.carry(lift, [15, 80], Some(&[])).unwrap();
    assert_eq!(carried.pushed, [above]); // it was not a rider before, and is pushed up
    assert_eq!(world.get(above).unwrap().position, [20, 72]);
    assert_eq!(world.get(beside).unwrap().position, [50, 98]);
    assert!(carried.riders.is_empty() && carried.crushed.is_empty());
}

#[test]
fn a_lift_at_the_end_of_the_world_and_wrong_ids() {
    let (mut world, lift) = lift();
    let end = MAX_POSITION;
    world.move_to(lift, [end - 50, 100]).unwrap();
    let rider = add(&mut world, 2, 2, [end - 20, 98]);
    let carried = world.carry(lift, [end, 100], None).unwrap();
    assert_eq!((carried.riders, carried.crushed), (vec![rider], vec![]));
    assert_eq!(world.get(rider).unwrap().position, [end, 98]);
    let far = WorldError::OutOfRange { at: [i64::from(end) + 1, 0] };
    assert_eq!(world.carry(lift, [end + 1, 0], None), Err(far));
    world.despawn(rider).unwrap();
    assert_eq!(world.carry(lift, [0, 0], Some(&[rider])), Err(WorldError::StaleSprite(rider)));
    assert_eq!(world.carry(rider, [0, 0], None), Err(WorldError::StaleSprite(rider)));
    assert_eq!(world.get(lift).unwrap().position, [end, 100]);
    assert_eq!(world.carry(lift, [0, 0], None), Ok(Carried::default()));
}

#[test]
fn a_rider_that_a_wall_stops_stops_the_rider_behind_it() {
    let (mut world, lift) = lift();
    let wall = add(&mut world, 8, 8, [0, 92]);
    world.get_mut(wall).unwrap().set_fixed(true);
    let [a, b, c] = [8, 18, 26].map(|x| add(&mut world, 8, 8, [x, 92]));
    let carried = world.carry(lift, [-5, 100], None).unwrap();
    assert_eq!(carried.riders, [a, b, c]);
    let at = [a, b, c].map(|id| world.get(id).unwrap().position[0]);
    assert_eq!(at, [8, 16, 24]); // the first did not move, and the others closed up
    assert!(world.refresh().unwrap().collisions().unwrap().is_empty());
    // On the way back, nothing stops them, and none is in the way of another.
    world.carry(lift, [0, 100], None).unwrap();
    assert_eq!([a, b, c].map(|id| world.get(id).unwrap().position[0]), [13, 21, 29]);
}
