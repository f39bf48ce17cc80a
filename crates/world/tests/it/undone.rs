//! Calls that add sprites and fail change nothing: later ids, the number of slots and the order of the sprites are those
//! of a twin that never called.

use mask::Mask;
use testkit::{Choice, Rng};
use world::{MaskId, Sprite, SpriteId, World, WorldError};

/// A random sprite, which may need columns that the world does not have yet.
fn any_sprite(rng: &mut Rng, masks: &[MaskId]) -> Sprite {
    let sprite = Sprite::new(rng.one_of(masks), [0; 2].map(|_: i32| rng.within(-20..20)));
    match rng.below(8) {
        0 => sprite.layers(rng.below(8)).collides_with(rng.below(8)),
        1 => sprite.data(u64::from(rng.below(9))),
        2 => sprite.origin([f64::from(rng.within(-3..4)), 2.0]).scale([1.5, 0.5]),
        3 => sprite.sensor(true).continuous(true),
        4 | 5 => sprite.fixed(true),
        _ => sprite,
    }
}

/// Compares all that a caller can see of two worlds.
fn compare(one: &mut World, twin: &mut World) {
    assert_eq!((one.slot_count(), one.len()), (twin.slot_count(), twin.len()));
    assert!(one.sprites().eq(twin.sprites()));
    let slots = 0..one.slot_count();
    assert!(
        slots.into_iter().all(|slot| (one.id_at(slot), one.data_at(slot)) == (twin.id_at(slot), twin.data_at(slot)))
    );
    let order = |world: &mut World| world.sprites_mut().map(|sprite| sprite.id()).collect::<Vec<_>>();
    assert_eq!(order(one), order(twin), "the order of storage");
}

#[test]
fn a_failed_spawn_many_leaves_later_ids_and_slots_as_they_were() {
    let mut failed = 0;
    for seed in 0..if cfg!(debug_assertions) { 60 } else { 600 } {
        let mut rng = Rng::new(seed);
        let mut world = World::new();
        let masks = [1, 3, 5].map(|side| world.add_mask(Mask::filled(side, side).unwrap()).unwrap());
        let gone = world.add_mask(Mask::filled(2, 2).unwrap()).unwrap();
        world.remove_mask(gone).unwrap();
        let mut twin = world.clone();
        let mut ids: Vec<SpriteId> = Vec::new();
        for _ in 0..40 {
            match rng.below(8) {
                0..=2 => {
                    let mut sprites: Vec<Sprite> = (0..rng.below(30)).map(|_| any_sprite(&mut rng, &masks)).collect();
                    let place = [rng.below(2) as i32 - (1 << 30) - 1, 0];
                    let (bad, error) = match rng.below(3) {
                        0 => (Sprite::new(gone, [0, 0]), WorldError::StaleMask(gone)),
                        1 if place[0] < -(1 << 30) => {
                            (Sprite::new(masks[0], place), WorldError::OutOfRange { at: place.map(i64::from) })
                        }
                        _ => {
                            let huge = Sprite::new(masks[2], [0, 0]).scale([1e9, 1e9]);
                            (huge, world.clone().spawn(huge).unwrap_err())
                        }
                    };
                    sprites.push(bad);
                    sprites.push(any_sprite(&mut rng, &masks));
                    assert_eq!(world.spawn_many(sprites), Err(error));
                    failed += 1;
                }
                3 => {
                    let sprites: Vec<Sprite> = (0..rng.below(9)).map(|_| any_sprite(&mut rng, &masks)).collect();
                    let [added, same] = [&mut world, &mut twin].map(|world| world.spawn_many(sprites.clone()).unwrap());
                    assert_eq!(added, same);
                    ids.extend(added);
                }
                4 | 5 if !ids.is_empty() => {
                    let id = ids.swap_remove(rng.below(ids.len() as u32) as usize);
                    [&mut world, &mut twin].into_iter().for_each(|world| _ = world.despawn(id).unwrap());
                }
                6 => {
                    [&mut world, &mut twin].into_iter().for_each(|world| _ = world.refresh().unwrap());
                }
                _ => {
                    let [pairs, same] = [&mut world, &mut twin].map(|world| {
                        let step = world.step().unwrap();
                        (step.pairs().to_vec(), step.began().to_vec(), step.ended().to_vec())
                    });
                    assert_eq!(pairs, same);
                }
            }
            compare(&mut world, &mut twin);
        }
        [&mut world, &mut twin].into_iter().for_each(|world| world.validate().unwrap());
        compare(&mut world, &mut twin);
    }
    println!("{failed} calls failed");
}

#[test]
fn a_failed_spawn_many_of_an_empty_world_leaves_it_empty() {
    let mut world = World::new();
    let dot = world.add_mask(Mask::filled(1, 1).unwrap()).unwrap();
    let sprites = [0, 1, 2, i32::MAX].map(|x| Sprite::new(dot, [x, 0]).data(7));
    world.spawn_many(sprites).unwrap_err();
    assert_eq!((world.slot_count(), world.len()), (0, 0));
    let id = world.spawn(Sprite::new(dot, [5, 5])).unwrap();
    assert_eq!((id.index(), world.step().unwrap().pairs().len(), world.data(id)), (0, 0, Some(0)));
    world.validate().unwrap();
}
