//! The slots of despawned sprites, and when new sprites reuse them.

use mask::Mask;
use std::collections::BTreeSet;
use world::{MaskId, Pair, Sprite, SpriteId, World, WorldLimits};

/// A world with a mask of one pixel.
fn world() -> (World, MaskId) {
    let mut world = World::new();
    let dot = world.add_mask(Mask::filled(1, 1).unwrap()).unwrap();
    (world, dot)
}

fn spawn(world: &mut World, dot: MaskId) -> SpriteId {
    world.spawn(Sprite::new(dot, [0, 0])).unwrap()
}

fn ended(world: &mut World) -> Vec<Pair> {
    world.step().unwrap().ended().to_vec()
}

#[test]
fn a_slot_is_not_reused_while_ended_names_its_sprite() {
    let (mut world, dot) = world();
    let [a, b] = [0, 1].map(|_| spawn(&mut world, dot));
    world.step().unwrap();
    world.despawn(a).unwrap();
    let c = spawn(&mut world, dot);
    let gone = ended(&mut world);
    assert_eq!(gone, [Pair { a, b }]);
    assert_ne!(c.index(), gone[0].a.index());
    // Sprites that are spawned while the events of a step are handled do not reuse the slot either.
    let d = spawn(&mut world, dot);
    assert_ne!(d.index(), gone[0].a.index());
    assert!(ended(&mut world).is_empty());
    assert_eq!(spawn(&mut world, dot).index(), a.index());
    world.validate().unwrap();
}

#[test]
fn a_slot_waits_for_a_step_that_does_not_name_its_sprite() {
    let (mut world, dot) = world();
    let [a, b] = [0, 1].map(|_| spawn(&mut world, dot));
    let far = world.spawn(Sprite::new(dot, [9, 9])).unwrap();
    world.step().unwrap();
    [a, far].into_iter().for_each(|id| _ = world.despawn(id).unwrap());
    // Neither a refresh nor a refused step releases slots.
    world.refresh().unwrap();
    assert_eq!([4, 4].map(|x| world.spawn(Sprite::new(dot, [x, 0])).unwrap().index()), [3, 4]);
    world.set_limits(world.limits().pairs(0));
    world.step().unwrap_err();
    assert_eq!(spawn(&mut world, dot).index(), 5);
    world.set_limits(world.limits().pairs(WorldLimits::DEFAULT.pairs));
    assert_eq!(ended(&mut world), [Pair { a, b }]);
    // The step does not name the sprite that collided with no other, so its slot is free.
    assert_eq!(spawn(&mut world, dot).index(), far.index());
    assert_eq!(spawn(&mut world, dot).index(), 6);
    assert!(ended(&mut world).is_empty());
    assert_eq!(spawn(&mut world, dot).index(), a.index());
}

#[test]
fn a_world_without_steps_releases_slots_at_the_next_refresh() {
    let (mut world, dot) = world();
    let ids = [0, 1, 2].map(|_| spawn(&mut world, dot));
    ids.into_iter().for_each(|id| _ = world.despawn(id).unwrap());
    assert_eq!(spawn(&mut world, dot).index(), 3);
    world.refresh().unwrap();
    // The slot that was vacated last is reused first.
    assert_eq!([0, 1, 2, 3].map(|_| spawn(&mut world, dot).index()), [2, 1, 0, 4]);
    assert!(ids.iter().all(|&id| world.get(id).is_none()));
}

#[test]
fn the_slot_of_a_removed_mask_is_reused_at_once() {
    let (mut world, dot) = world();
    let mask = world.remove_mask(dot).unwrap();
    let again = world.add_mask(mask).unwrap();
    assert_eq!((again.to_bits() as u32, world.mask(dot)), (dot.to_bits() as u32, None));
    assert_ne!(again, dot);
}

/// Thousands of sprites are spawned and despawned. The world never has more slots than it had sprites within two steps.
#[test]
fn slots_are_reused() {
    let (mut world, dot) = world();
    let mut used = BTreeSet::new();
    for _ in 0..100 {
        let ids: Vec<SpriteId> = (0..50).map(|_| spawn(&mut world, dot)).collect();
        world.step().unwrap();
        used.extend(ids.iter().map(|id| id.index()));
        ids.into_iter().for_each(|id| _ = world.despawn(id).unwrap());
    }
    assert!(used.len() <= 150, "{} slots", used.len());
    world.validate().unwrap();
}
