//! Arguments that are refused; a refused call changes nothing.

use mask::Mask;
use world::{Sprite, World, WorldError, pixel};

#[test]
fn stale_ids_and_far_positions_leave_the_world_as_it_was() {
    let mut world = World::new();
    let dot = world.add_mask(Mask::filled(1, 1).unwrap()).unwrap();
    let gone_mask = world.add_mask(Mask::filled(1, 1).unwrap()).unwrap();
    world.remove_mask(gone_mask).unwrap();
    let gone = world.spawn(Sprite::new(dot, [0, 0])).unwrap();
    world.despawn(gone).unwrap();
    let id = world.spawn(Sprite::new(dot, [0, 0])).unwrap();
    assert_ne!(id, gone, "an id was used twice");

    assert_eq!(world.move_to(gone, [1, 1]), Err(WorldError::StaleSprite(gone)));
    assert_eq!(world.move_by(gone, [1, 1]), Err(WorldError::StaleSprite(gone)));
    assert_eq!(world.despawn(gone), Err(WorldError::StaleSprite(gone)));
    assert_eq!(world.get_mut(gone).and_then(|mut sprite| sprite.set_mask(dot)), Err(WorldError::StaleSprite(gone)));
    assert_eq!(
        world.get_mut(id).and_then(|mut sprite| sprite.set_mask(gone_mask)),
        Err(WorldError::StaleMask(gone_mask))
    );
    assert_eq!(world.spawn(Sprite::new(gone_mask, [0, 0])), Err(WorldError::StaleMask(gone_mask)));
    assert_eq!(world.edit_mask(gone_mask, |mask| mask.fill()), Err(WorldError::StaleMask(gone_mask)));
    assert_eq!(world.remove_mask(dot), Err(WorldError::MaskInUse { mask: dot, sprites: 1 }));
    assert!(world.get(gone).is_none() && world.mask(gone_mask).is_none());

    let far = world::MAX_POSITION + 1;
    for at in [[far, 0], [0, -far], [i32::MIN, i32::MAX]] {
        let error = Err(WorldError::OutOfRange { at: at.map(i64::from) });
        assert_eq!(world.move_to(id, at), error);
        assert_eq!(world.spawn(Sprite::new(dot, at)).map(|_| ()), error);
    }
    world.move_to(id, [world::MAX_POSITION, 0]).unwrap();
    assert_eq!(
        world.move_by(id, [i32::MAX, 0]).unwrap_err(),
        WorldError::OutOfRange { at: [(1 << 30) + i64::from(i32::MAX), 0] }
    );
    assert_eq!(world.get(id).unwrap().position, [world::MAX_POSITION, 0]);
    assert!(world.spawn(Sprite::new(dot, [0, 0]).origin([f64::from(i32::MIN), 0.0])).is_err());
    assert_eq!(world.len(), 1);

    let view = world.refresh().unwrap();
    assert!(view.contact(id, gone).is_none() && view.overlapping(gone).is_empty());
    assert!(view.bounds(gone).is_none() && view.shape(gone).err() == Some(WorldError::StaleSprite(gone)));
    assert_eq!(view.find([world::MAX_POSITION, 0]), [id]);
}

#[test]
fn the_error_of_a_full_world_names_the_real_limit() {
    let mut world = World::new();
    let limit = (1 << 29) - 1;
    let error = world.reserve(limit + 1).unwrap_err();
    assert_eq!(error, WorldError::Full { sprites: 0 });
    assert!(error.to_string().contains(&format!("the limit is {limit};")), "{error}");
}

#[test]
fn a_pile_of_sprites_is_refused_with_the_limit_and_can_be_visited() {
    let mut world = World::new();
    let dot = world.add_mask(Mask::filled(1, 1).unwrap()).unwrap();
    for _ in 0..300 {
        world.spawn(Sprite::new(dot, [5, 5])).unwrap();
    }
    let all = 300 * 299 / 2;
    for parallel_from in [0, usize::MAX] {
        world.set_limits(world.limits().parallel_from(parallel_from));
        world.set_limits(world.limits().pairs(all - 1));
        let mut pairs = Vec::new();
        let error = WorldError::TooManyPairs { limit: all - 1 };
        assert_eq!(world.refresh().unwrap().collisions_into(&mut pairs), Err(error));
        assert_eq!(world.refresh().unwrap().candidates_into(&mut pairs), Err(error));
        assert!(pairs.is_empty());
        assert!(error.to_string().contains("more than 44849 pairs: spread the sprites"));
        world.set_limits(world.limits().pairs(all));
        assert_eq!(world.refresh().unwrap().collisions().unwrap().len(), all);
    }
    let mut visited = 0;
    world.refresh().unwrap().for_each_collision(|_| visited += 1);
    assert_eq!(visited, all);
}

#[test]
fn one_pair_too_many_is_refused_however_the_threads_end() {
    let mut world = World::new();
    let dot = world.add_mask(Mask::filled(1, 1).unwrap()).unwrap();
    // Far pairs, so that each thread finds some of them and no thread finds more than the limit.
    let pairs = 64;
    for pair in 0..pairs {
        for _ in 0..2 {
            world.spawn(Sprite::new(dot, [100 * pair, 0])).unwrap();
        }
    }
    world.set_limits(world.limits().parallel_from(0));
    let limit = pairs as usize - 1;
    world.set_limits(world.limits().pairs(limit));
    for time in 0..5_000 {
        let view = world.refresh().unwrap();
        assert_eq!(view.collisions(), Err(WorldError::TooManyPairs { limit }), "time {time}");
        assert_eq!(view.candidates(), Err(WorldError::TooManyPairs { limit }), "time {time}");
    }
}

#[test]
fn floating_positions_are_rounded_down_or_refused() {
    assert_eq!(pixel([-0.5, 2.999]).unwrap(), [-1, 2]);
    assert_eq!(pixel([f64::from(1 << 30) + 0.5, -f64::from(1 << 30)]).unwrap(), [1 << 30, -(1 << 30)]);
    for bad in
        [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 2e9, -2e9, f64::from(1 << 30) + 1.0, -f64::from(1 << 30) - 0.1]
    {
        assert!(matches!(pixel([0.0, bad]), Err(WorldError::NotAPixel { .. })));
    }
}
