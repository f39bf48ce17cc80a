//! Lists by slot, masks by slot, and sprites whose values all change at once.

use mask::Mask;
use std::sync::Arc;
use testkit::Rng;
use world::{Angle, MaskId, Pair, QuarterTurn, Sprite, SpriteId, World, WorldError, WorldLimits};

/// A world after random spawns, despawns, moves and steps, with some vacant, some waiting and some reused slots.
fn lived(rng: &mut Rng) -> (World, [MaskId; 2]) {
    let mut world = World::new();
    let masks = [3, 9].map(|side| world.add_mask(Mask::filled(side, side).unwrap()).unwrap());
    for _ in 0..40 {
        for _ in 0..rng.below(9) {
            let at = [0; 2].map(|_: i32| rng.within(-30..30));
            let sprite = Sprite::new(masks[rng.below(2) as usize], at).data(rng.below(1000).into());
            world.spawn(if rng.below(3) == 0 { sprite.fixed(true) } else { sprite }).unwrap();
        }
        let ids: Vec<SpriteId> = world.sprites().map(|(id, _)| id).collect();
        ids.into_iter().filter(|_| rng.below(6) == 0).for_each(|id| _ = world.despawn(id).unwrap());
        if rng.below(2) == 0 {
            world.step().unwrap();
        }
    }
    (world, masks)
}

#[test]
fn slots_name_the_sprites_and_their_data() {
    let mut rng = Rng::new(1);
    for _ in 0..20 {
        let (world, _) = lived(&mut rng);
        let mut expected = vec![None; world.slot_count()];
        world.sprites().for_each(|(id, _)| expected[id.index()] = Some(id));
        let slots = 0..world.slot_count();
        assert!(slots.clone().map(|slot| world.id_at(slot)).eq(expected.iter().copied()));
        assert!(expected.iter().any(Option::is_none), "the test needs a vacant slot");
        for (id, slot) in expected.iter().zip(slots) {
            if let Some(id) = id {
                assert_eq!(world.data_at(slot), world.data(*id));
            }
        }
        assert_eq!((world.id_at(world.slot_count()), world.data_at(world.slot_count())), (None, None));
    }
}

#[test]
fn data_of_a_slot_lasts_until_the_slot_is_free() {
    let mut world = World::new();
    let dot = world.add_mask(Mask::filled(1, 1).unwrap()).unwrap();
    let [a, b] = [7, 8].map(|data| world.spawn(Sprite::new(dot, [0, 0]).data(data)).unwrap());
    world.step().unwrap();
    world.despawn(a).unwrap();
    assert_eq!((world.id_at(0), world.data_at(0)), (None, Some(7)));
    assert_eq!(world.step().unwrap().ended(), [Pair { a, b }]);
    assert_eq!(world.data_at(0), Some(7));
    world.step().unwrap();
    assert_eq!((world.data_at(0), world.data_at(1)), (None, Some(8)));
}

#[test]
fn positions_by_slot_are_those_of_the_sprites() {
    let mut rng = Rng::new(2);
    let mut list = vec![[9, 9]; 3];
    for _ in 0..20 {
        let (mut world, _) = lived(&mut rng);
        world.positions_by_slot(&mut list).unwrap();
        let mut expected = vec![[i32::MIN; 2]; world.slot_count()];
        world.sprites().for_each(|(id, sprite)| expected[id.index()] = sprite.position);
        assert_eq!(list, expected);

        let mut one_by_one = world.try_clone().unwrap();
        let length = rng.below(world.slot_count() as u32 + 5) as usize;
        let moved: Vec<_> = (0..length).map(|_| [0; 2].map(|_: i32| rng.within(-30..30))).collect();
        world.sync_by_slot(&moved).unwrap();
        for (slot, &at) in moved.iter().enumerate() {
            if let Some(id) = one_by_one.id_at(slot) {
                one_by_one.move_to(id, at).unwrap();
            }
        }
        assert!(world.sprites().eq(one_by_one.sprites()));
        assert_eq!(world.step().unwrap().pairs(), one_by_one.step().unwrap().pairs());
        world.validate().unwrap();
    }
}

#[test]
fn a_position_out_of_range_moves_nothing_and_counts_only_for_sprites() {
    let (mut world, _) = lived(&mut Rng::new(3));
    let mut before = Vec::new();
    world.positions_by_slot(&mut before).unwrap();
    let vacant = (0..before.len()).find(|&slot| world.id_at(slot).is_none()).unwrap();
    let last = world.sprites().last().unwrap().0.index();
    let far = [0, world::MAX_POSITION + 1];

    let mut moved: Vec<_> = before.iter().map(|[x, y]| [x + 1, y + 1]).collect();
    moved[last] = far;
    assert_eq!(world.sync_by_slot(&moved), Err(WorldError::OutOfRange { at: far.map(i64::from) }));
    let mut after = Vec::new();
    world.positions_by_slot(&mut after).unwrap();
    assert_eq!(after, before);

    (moved[last], moved[vacant]) = ([5, 5], far);
    world.sync_by_slot(&moved).unwrap();
    assert_eq!(world.get(world.id_at(last).unwrap()).unwrap().position, [5, 5]);
}

#[test]
fn a_sprite_with_all_values_set_is_the_sprite_spawned_with_them() {
    let mut rng = Rng::new(4);
    let mut world = World::new();
    let masks = ["##.\n.#.", "#####\n#...#", "#"].map(|text| world.add_mask(text.parse::<Mask>().unwrap()).unwrap());
    let mut random = || {
        let mut sprite = Sprite::new(masks[rng.below(3) as usize], [0; 2].map(|_: i32| rng.within(-9..9)));
        for option in 0..9 {
            if rng.below(2) == 0 {
                sprite = match option {
                    0 => sprite.flip_x(true),
                    1 => sprite.flip_y(true),
                    2 => sprite.turn(
                        [QuarterTurn::Quarter, QuarterTurn::Half, QuarterTurn::ThreeQuarters][rng.below(3) as usize],
                    ),
                    3 => sprite.angle(Angle::degrees(rng.below(360).into()).unwrap()),
                    4 => sprite.scale([0.5 + f64::from(rng.below(9)), 2.0]),
                    5 => sprite.origin([f64::from(rng.within(-3..9)), 2.25]),
                    6 => sprite.layers(rng.below(4)).collides_with(rng.below(8)),
                    7 => sprite.fixed(true).data(rng.below(9).into()),
                    _ => sprite.fraction([0.25, 0.5]),
                };
            }
        }
        sprite
    };
    let ids: Vec<_> = (0..12).map(|_| world.spawn(random()).unwrap()).collect();
    for round in 0..200 {
        let sprite = random();
        let id = ids[round % ids.len()];
        world.set_sprite(id, sprite).unwrap();
        assert_eq!(world.get(id), Some(sprite));
        let mut fresh = World::new();
        masks.iter().for_each(|&mask| _ = fresh.add_mask(world.mask(mask).unwrap().clone()).unwrap());
        world.sprites().for_each(|(_, sprite)| _ = fresh.spawn(sprite).unwrap());
        assert_eq!(world.step().unwrap().pairs(), fresh.step().unwrap().pairs());
        world.validate().unwrap();
    }
}

#[test]
fn a_sprite_that_cannot_be_set_stays_as_it_is() {
    let mut world = World::new();
    let [dot, wide] = [[1, 1], [1 << 12, 1 << 12]].map(|[w, h]| world.add_mask(Mask::filled(w, h).unwrap()).unwrap());
    let old = Sprite::new(dot, [1, 2]).layers(4).data(5);
    let id = world.spawn(old).unwrap();
    let stale = world.spawn(old).unwrap();
    world.despawn(stale).unwrap();
    let far = world::MAX_ORIGIN + 1.0;
    for (sprite, error) in [
        (Sprite::new(MaskId::default(), [0, 0]), WorldError::StaleMask(MaskId::default())),
        (Sprite::new(dot, [i32::MAX, 0]), WorldError::OutOfRange { at: [i32::MAX.into(), 0] }),
        (Sprite::new(dot, [0, 0]).origin([0.0, far]), WorldError::OriginOutOfRange { origin: [0.0, far] }),
    ] {
        assert_eq!(world.set_sprite(id, sprite.layers(9).data(9)), Err(error));
    }
    let huge = Sprite::new(wide, [0, 0]).layers(9).data(9).scale([1e9; 2]);
    assert!(matches!(world.set_sprite(id, huge), Err(WorldError::CannotTransform { .. })));
    assert_eq!(
        world.get_mut(id).and_then(|mut sprite| sprite.set_origin(Some([far, 0.0]))),
        Err(WorldError::OriginOutOfRange { origin: [far, 0.0] })
    );
    assert_eq!(world.get(id), Some(old));
    assert_eq!(world.set_sprite(stale, old), Err(WorldError::StaleSprite(stale)));
    world.get_mut(id).unwrap().set_origin(Some([0.0, 0.0])).unwrap();
    assert_eq!(world.get(id), Some(old.origin([0.0, 0.0])));
    world.get_mut(id).unwrap().set_origin(None).unwrap();
    assert_eq!(world.get(id), Some(old));
    world.validate().unwrap();
}

#[test]
fn many_sprites_despawn_together_and_stale_ids_are_skipped() {
    let (mut world, _) = lived(&mut Rng::new(5));
    let ids: Vec<SpriteId> = world.sprites().map(|(id, _)| id).collect();
    let stale = ids[0];
    world.despawn(stale).unwrap();
    assert_eq!(world.despawn_many([stale]), 0);
    assert_eq!(world.len(), ids.len() - 1);
    assert_eq!(world.despawn_many([ids[1], ids[2], ids[1]]), 2);
    assert!(world.sprites().map(|(id, _)| id).eq(ids[3..].iter().copied()));
    world.validate().unwrap();
}

#[test]
fn masks_have_slots_and_are_shared() {
    let mut world = World::new();
    let masks = [1, 2, 3].map(|side| Arc::new(Mask::filled(side, side).unwrap()));
    let ids = masks.clone().map(|mask| world.add_mask(mask).unwrap());
    assert_eq!(ids.map(MaskId::index), [0, 1, 2]);
    world.remove_mask(ids[1]).unwrap();
    assert!(world.mask_ids().eq([ids[0], ids[2]]));
    assert_eq!([0, 1, 2, 3].map(|slot| world.mask_id_at(slot)), [Some(ids[0]), None, Some(ids[2]), None]);
    let shared = world.mask(ids[2]).unwrap().clone();
    assert!(Arc::ptr_eq(&shared, &masks[2]) && world.mask(ids[1]).is_none());
    world.edit_mask(ids[2], Mask::clear).unwrap();
    assert_eq!((shared.count(), world.mask(ids[2]).unwrap().count()), (9, 0));
    let new = world.add_mask(Mask::filled(1, 1).unwrap()).unwrap();
    assert_eq!((new.index(), world.mask_id_at(1)), (1, Some(new)));
}

#[test]
fn sprites_show_a_replaced_mask() {
    let mut world = World::new();
    let [small, large] = [3, 9].map(|side| Arc::new(Mask::filled(side, side).unwrap()));
    let mask = world.add_mask(small.clone()).unwrap();
    let turned = Sprite::new(mask, [5, 0]).angle(Angle::degrees(45.0).unwrap());
    let ids = [Sprite::new(mask, [0, 0]), turned].map(|sprite| world.spawn(sprite).unwrap());
    assert!(world.step().unwrap().pairs().is_empty());
    assert!(Arc::ptr_eq(&world.replace_mask(mask, large.clone()).unwrap(), &small));
    assert_eq!(world.step().unwrap().began(), [Pair { a: ids[0], b: ids[1] }]);
    world.validate().unwrap();
    assert!(Arc::ptr_eq(&world.replace_mask(mask, small).unwrap(), &large));
    assert!(world.step().unwrap().pairs().is_empty());
    world.validate().unwrap();
    let gone = world.add_mask(large.clone()).unwrap();
    world.remove_mask(gone).unwrap();
    assert_eq!(world.replace_mask(gone, large).unwrap_err(), WorldError::StaleMask(gone));
}

#[test]
fn settings_are_read_as_they_were_set() {
    let mut world = World::new();
    assert_eq!(world.limits(), WorldLimits::default());
    let limits = WorldLimits::DEFAULT.pairs(66).parallel_from(77).offset_table_bytes(88).variant_bytes(99);
    world.set_limits(limits);
    let WorldLimits { pairs, parallel_from, offset_table_bytes, variant_bytes, .. } = world.limits();
    assert_eq!((pairs, parallel_from, offset_table_bytes, variant_bytes), (66, Some(77), 88, 99));
}
