//! Masks that engines keep between steps.

use mask::Mask;
use std::hash::RandomState;
use world::bindings::KeptMasks;
use world::{Sprite, World};

type Masks = KeptMasks<u32, (), RandomState>;

fn add(masks: &mut Masks, world: &mut World, key: u32) -> Sprite {
    let (mask, size) = masks.add(key, (), Mask::filled(key, 2).unwrap().into(), None, world).unwrap();
    assert_eq!((size, masks.get(&key).unwrap().id), ([key, 2], mask));
    Sprite::new(mask, [0, 0])
}

#[test]
fn a_mask_that_no_sprite_shows_stays_for_a_while() {
    let (mut masks, mut world) = (Masks::default(), World::new());
    let [shown, ..] = [1, 2, 3].map(|key| add(&mut masks, &mut world, key));
    let shown = world.spawn(shown).unwrap();
    for step in 0..1000 {
        let before = world.mask_ids().count();
        masks.get(&3);
        masks.end_step(&mut world);
        assert!(world.mask_ids().count() == before || step > 200);
    }
    assert_eq!(masks.keys().count(), 2);
    world.despawn(shown).unwrap();
    (0..190).for_each(|_| _ = masks.end_step(&mut world));
    assert_eq!(masks.keys().count(), 2);
    (0..200).for_each(|_| _ = masks.end_step(&mut world));
    assert_eq!((masks.keys().count(), world.mask_ids().count()), (0, 0));
}

#[test]
fn a_mask_of_a_picture_that_has_changed_goes_with_the_last_sprite_that_shows_it() {
    let (mut masks, mut world) = (Masks::default(), World::new());
    let [old, idle] = [1, 2].map(|key| add(&mut masks, &mut world, key));
    let old = world.spawn(old).unwrap();
    masks.forget(|&key| key <= 2);
    masks.end_step(&mut world);
    assert_eq!((masks.get(&1).is_none(), world.mask_ids().count()), (true, 1));
    assert!(world.mask(idle.mask).is_none());
    world.despawn(old).unwrap();
    masks.end_step(&mut world);
    assert_eq!(world.mask_ids().count(), 0);
}

/// A wrong number of angles adds no mask.
#[test]
fn a_mask_with_a_wrong_number_of_angles_is_not_added() {
    let (mut masks, mut world) = (Masks::default(), World::new());
    let mask = std::sync::Arc::new(Mask::filled(3, 2).unwrap());
    assert!(masks.add(1, (), mask.clone(), Some(0), &mut world).is_err());
    assert_eq!((world.mask_ids().count(), masks.keys().count()), (0, 0));
    let (id, _) = masks.add(1, (), mask, Some(8), &mut world).unwrap();
    assert_eq!(world::bindings::angle_steps(&world, id), Some(8));
}
