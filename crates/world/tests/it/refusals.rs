//! A world after a refused call.

use mask::Mask;
use world::{Angle, BroadPhase, Sprite, SpriteId, World, WorldError};

/// An R*-tree is right after a refresh that follows a refused one. The refresh that sorts the rows failed half-way,
/// with some boxes already written; the next one updated only the boxes that differed, so that the R*-tree kept old
/// boxes.
#[test]
fn an_r_star_tree_follows_a_refresh_that_comes_after_a_refused_one() {
    for phase in 0..12 {
        let mut world = World::new();
        world.force_index(BroadPhase::RStar);
        let dot = world.add_mask(Mask::filled(4, 4).unwrap()).unwrap();
        let long = world.add_mask(Mask::filled(100, 1).unwrap()).unwrap();
        let ids: Vec<SpriteId> = (0..40).map(|n| world.spawn(Sprite::new(dot, [9 * n, 0])).unwrap()).collect();
        let tall = Sprite::new(long, [0, -5_000_000]).angle(Angle::degrees(45.0).unwrap()).scale([500.0, 1.0]);
        world.spawn(tall).unwrap();
        // All sprites move, so that the rows are sorted again in one of the phases.
        let move_all = |world: &mut World| world.sprites_mut().for_each(|mut one| one.move_by([0, 1]).unwrap());
        for _ in 0..phase {
            world.refresh().unwrap();
            move_all(&mut world);
        }
        let set_length = |world: &mut World, pixels: u32| {
            world.edit_mask(long, |mask| *mask = Mask::filled(pixels, 1).unwrap()).unwrap();
        };
        set_length(&mut world, 100_000);
        let error = world.refresh().unwrap_err();
        assert!(matches!(error, WorldError::CannotTransform { mask, .. } if mask == long), "phase {phase}: {error}");
        set_length(&mut world, 100);
        move_all(&mut world);
        world.validate().unwrap();
        let view = world.refresh().unwrap();
        assert!(view.collisions().unwrap().is_empty() && view.candidates().unwrap().is_empty(), "phase {phase}");
        assert_eq!(view.find([0, phase + 1]), [ids[0]]);
    }
}
