//! Scaled and rotated masks that no sprite shows are dropped if they take more memory than their budget.

use mask::Mask;
use testkit::Rng;
use testkit::model::{Crowd, Life};
use world::{Angle, MaskId, Pair, Sprite, SpriteId, World};

/// A world with a mask of 64 x 64 pixels that is rendered at each angle and scale, and a sprite that shows it.
fn one_sprite() -> (World, MaskId, SpriteId) {
    let mut world = World::new();
    let mask = world.add_mask(Mask::filled(64, 64).unwrap()).unwrap();
    world.set_angle_steps(mask, 64).unwrap();
    let id = world.spawn(Sprite::new(mask, [0, 0])).unwrap();
    (world, mask, id)
}

/// The address of the mask that a sprite shows.
fn shown(world: &mut World, id: SpriteId) -> *const Mask {
    world.refresh().unwrap().shape(id).unwrap().mask
}

#[test]
fn memory_stays_within_the_budget_while_a_sprite_zooms_and_rotates() {
    for budget in [20_000, 100_000] {
        let (mut world, mask, id) = one_sprite();
        world.set_limits(world.limits().variant_bytes(budget));
        let mut rounded = world.spawn(Sprite::new(mask, [500, 0])).unwrap();
        let mut most = 0;
        for step in 0..3000_u32 {
            let zoom = 1.0 + f64::from(step % 500) / 500.0;
            let angle = Angle::degrees(f64::from(step) * 0.37).unwrap();
            for id in [id, rounded] {
                world.get_mut(id).unwrap().set_scale([zoom, 2.0 - zoom / 2.0]).unwrap();
                world.get_mut(id).unwrap().set_angle(angle).unwrap();
            }
            if step % 100 == 99 {
                let sprite = world.despawn(rounded).unwrap();
                rounded = world.spawn(sprite).unwrap();
            }
            world.refresh().unwrap();
            most = most.max(world.variant_bytes());
            if step % 50 == 0 {
                world.validate().unwrap();
            }
        }
        assert!(most <= budget && most > budget / 2, "{most} of {budget}");
    }
}

/// Sprites in both trees, dirty or not, keep their variants, also if the budget is 0. All others go.
#[test]
fn a_variant_that_a_sprite_shows_is_never_dropped() {
    let (mut world, mask, id) = one_sprite();
    world.set_limits(world.limits().variant_bytes(0));
    let sprites: Vec<SpriteId> = (0..40)
        .map(|number| {
            let sprite = Sprite::new(mask, [number * 30, 0]).scale([1.0 + f64::from(number % 7) / 10.0, 1.0]);
            let sprite = if number % 2 == 0 { sprite.fixed(true) } else { sprite };
            let sprite = sprite.angle(Angle::degrees(f64::from(number % 5) * 20.0).unwrap());
            world.spawn(sprite).unwrap()
        })
        .collect();
    let before: Vec<_> = sprites.iter().map(|&id| shown(&mut world, id)).collect();
    let pairs = world.step().unwrap().pairs().to_vec();
    let mut drops = 0;
    for step in 0..200 {
        let bytes = world.variant_bytes();
        world.get_mut(id).unwrap().set_scale([1.0 + f64::from(step) / 100.0, 0.5]).unwrap();
        world.get_mut(id).unwrap().set_angle(Angle::degrees(f64::from(step)).unwrap()).unwrap();
        if step % 3 == 0 {
            world.move_by(sprites[7], [step % 2 * 2 - 1, 0]).unwrap();
            world.get_mut(sprites[9]).unwrap().set_fixed(step % 2 == 0);
        }
        world.refresh().unwrap();
        drops += usize::from(world.variant_bytes() < bytes);
    }
    assert!(drops > 5, "{drops}");
    assert!(sprites.iter().zip(before).all(|(&id, before)| shown(&mut world, id) == before));
    world.move_to(sprites[7], [7 * 30, 0]).unwrap();
    world.get_mut(sprites[9]).unwrap().set_fixed(false);
    world.despawn(id).unwrap();
    let rest: Vec<Pair> = pairs.into_iter().filter(|pair| pair.other(id).is_none()).collect();
    assert_eq!(world.step().unwrap().pairs(), rest);
    // Without sprites, all are dropped at the next look, which a new limit asks for.
    sprites.iter().for_each(|&id| _ = world.despawn(id).unwrap());
    world.set_limits(world.limits().variant_bytes(1));
    world.refresh().unwrap();
    assert_eq!(world.variant_bytes(), 0);
    world.validate().unwrap();
}

#[test]
fn a_copy_shares_variants_and_keeps_them_if_the_original_drops_them() {
    let (mut world, mask, id) = one_sprite();
    world.get_mut(id).unwrap().set_scale([1.5, 1.5]).unwrap();
    let first = shown(&mut world, id);
    let mut copy = world.try_clone().unwrap();
    assert_eq!((shown(&mut copy, id), copy.variant_bytes()), (first, world.variant_bytes()));
    // Each builds its later variants, and has those of before.
    world.get_mut(id).unwrap().set_scale([1.6, 1.6]).unwrap();
    copy.get_mut(id).unwrap().set_scale([1.6, 1.6]).unwrap();
    assert_ne!(shown(&mut world, id), shown(&mut copy, id));
    world.set_limits(world.limits().variant_bytes(0));
    world.refresh().unwrap();
    assert!(world.variant_bytes() < copy.variant_bytes());
    copy.get_mut(id).unwrap().set_scale([1.5, 1.5]).unwrap();
    assert_eq!(shown(&mut copy, id), first);
    // An edit of one world leaves the variants of the other.
    world.edit_mask(mask, |mask| mask.clear()).unwrap();
    assert_eq!(world.variant_bytes(), 0);
    assert_eq!(world.refresh().unwrap().bounds(id), None);
    assert_eq!(shown(&mut copy, id), first);
    [&mut world, &mut copy].into_iter().for_each(|world| world.validate().unwrap());
}

/// Equal histories with different budgets have equal ids, pairs and events.
#[test]
fn the_results_do_not_depend_on_the_budget() {
    for seed in 0..if cfg!(debug_assertions) { 20 } else { 300 } {
        let mut life = Life::new(Rng::new(31_000 + seed), [0, 0]);
        life.settle();
        let mut other = life.clone();
        for _ in 0..30 {
            life.operations(3, false);
            other.operations(3, false);
            life.twin.world.set_limits(life.twin.world.limits().variant_bytes(usize::MAX));
            other.twin.world.set_limits(other.twin.world.limits().variant_bytes(0));
            assert!(life.twin.world.sprites().eq(other.twin.world.sprites()));
        }
        let [life, other] = [life, other].map(|life| life.end());
        assert_eq!((life.events, life.pairs, life.refused), (other.events, other.pairs, other.refused), "seed {seed}");
    }
}

/// Variants with numbers in the offset tables are dropped, while other sprites use the tables.
#[test]
fn tables_stay_right_while_variants_are_dropped() {
    for seed in 0..if cfg!(debug_assertions) { 4 } else { 60 } {
        let mut crowd = Crowd::new(Rng::new(900 + seed));
        crowd.twin.world.set_limits(crowd.twin.world.limits().variant_bytes(0));
        crowd.rounds(60);
        assert!(crowd.twin.checks > 10);
    }
}

#[test]
fn variants_that_were_shown_over_the_budget_are_dropped_soon_after_their_sprites_are_gone() {
    let mut world = World::new();
    let mask = world.add_mask(Mask::filled(64, 64).unwrap()).unwrap();
    world.set_angle_steps(mask, 64).unwrap();
    let budget = 20_000;
    world.set_limits(world.limits().variant_bytes(budget));
    let zoomed = |k: u32| Sprite::new(mask, [0, 0]).scale([1.0 + f64::from(k) / 999.0; 2]);
    let ids: Vec<SpriteId> = (0..100).map(|k| world.spawn(zoomed(k)).unwrap()).collect();
    world.refresh().unwrap();
    assert!(world.variant_bytes() > budget, "shown variants are never dropped");
    for id in ids {
        world.despawn(id).unwrap();
    }
    for _ in 0..65 {
        world.refresh().unwrap();
    }
    assert!(world.variant_bytes() <= budget, "{}", world.variant_bytes());
}

#[test]
fn a_mask_gets_fewer_angles_while_its_variants_have_numbers() {
    let mut world = World::new();
    let mask = world.add_mask(Mask::filled(12, 20).unwrap()).unwrap();
    let angle = |k: u32| Angle::degrees(f64::from(k % 64) * 360.0 / 64.0).unwrap();
    let ids: Vec<SpriteId> = (0..640)
        .map(|k| world.spawn(Sprite::new(mask, [(k % 40) as i32 * 5, (k / 40) as i32 * 5]).angle(angle(k))).unwrap())
        .collect();
    for step in 0..100 {
        ids.iter().for_each(|&id| world.move_by(id, [1 - step % 2 * 2, 0]).unwrap());
        world.step().unwrap();
    }
    assert!(world.offset_table_bytes() > 0);
    // A scaled sprite, so that the mask has variants beside the upright ones.
    world.spawn(Sprite::new(mask, [900, 0]).scale([1.5; 2])).unwrap();
    for angles in [1, 3, 64] {
        world.set_angle_steps(mask, angles).unwrap();
        world.validate().unwrap();
        world.step().unwrap();
    }
}
