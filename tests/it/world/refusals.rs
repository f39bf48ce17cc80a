//! Calls that a world must refuse, and that leave it unchanged.

use super::lives::Life;
use bench::model::Actor;
use hitmask::world::{MAX_PIVOT, MAX_POSITION};
use hitmask::{Angle, Index, Mask, MaskError, Sprite, SpriteId, World, WorldError};

impl Life {
    /// Makes a call that must be refused. The world stays unchanged.
    pub(crate) fn make_refused_call(&mut self) {
        let gone = self.gone[self.rng.below(self.gone.len() as u32) as usize];
        let gone_mask = self.gone_masks[self.rng.below(self.gone_masks.len() as u32) as usize];
        let (mask, actor) = (self.any_mask(), self.actor());
        let world = &mut self.twin.world;
        let stale = WorldError::StaleSprite(gone);
        let stale_mask = WorldError::StaleMask(gone_mask);
        let which = self.rng.below(20);
        let refused = match which {
            0 => world.move_to(gone, actor.at),
            1 => world.move_by(gone, [1, 1]),
            2 => world.set_mask(gone, mask),
            3 => world.set_angle(gone, actor.angle()),
            4 => world.set_layers(gone, 1, 1),
            5 => world.despawn(gone).map(drop),
            6 => world.get_mut(gone).map(drop),
            7 => world.spawn(Actor { mask: gone_mask, at: [0, 0], pivot: None, ..actor }.sprite()).map(drop),
            8 => world.edit_mask(gone_mask, |_| panic!("a refused edit must not run")),
            9 => world.set_angles(gone_mask, 8),
            10 => world.remove_mask(gone_mask).map(drop),
            11 => world.spawn(Actor { at: [0, -MAX_POSITION - 1], ..actor }.sprite()).map(drop),
            12 => world.spawn(Actor { at: [0, 0], pivot: Some([MAX_PIVOT + 1, 0]), ..actor }.sprite()).map(drop),
            13 => world.set_angles(mask, 0),
            14 => world.set_angles(mask, 65_537),
            15 => world.set_flips(gone, true, false),
            16 => world.set_turn(gone, actor.turn()),
            17 => world.set_fixed(gone, true),
            18 => world.try_edit_mask(gone_mask, |_| panic!("a refused edit must not run")),
            _ => return self.on_some(Life::make_refused_calls_for),
        };
        match which {
            0..=6 => assert_eq!(refused, Err(stale)),
            7..=10 => assert_eq!(refused, Err(stale_mask)),
            11 => assert_eq!(refused, Err(WorldError::OutOfRange { at: [0, -i64::from(MAX_POSITION) - 1] })),
            12 => assert_eq!(refused, Err(WorldError::PivotOutOfRange { pivot: [MAX_PIVOT + 1, 0] })),
            13 | 14 => assert!(matches!(refused, Err(WorldError::Mask(MaskError::AngleCount { .. })))),
            15..=17 => assert_eq!(refused, Err(stale)),
            _ => assert_eq!(refused, Err(stale_mask)),
        }
        assert_eq!((world.get(gone), world.mask(gone_mask)), (None, None));
        self.twin.refused += 1;
        self.twin.compare();
    }

    /// Makes some calls for an existing sprite that must be refused.
    fn make_refused_calls_for(&mut self, id: SpriteId) {
        let gone_mask = self.gone_masks[self.rng.below(self.gone_masks.len() as u32) as usize];
        let world = &mut self.twin.world;
        let beyond = i64::from(MAX_POSITION) + 1;
        assert_eq!(world.set_mask(id, gone_mask), Err(WorldError::StaleMask(gone_mask)));
        let at = [MAX_POSITION + 1, i32::MIN];
        assert_eq!(world.move_to(id, at), Err(WorldError::OutOfRange { at: [beyond, i32::MIN.into()] }));
        let mut sprite = world.get_mut(id).unwrap();
        assert_eq!(sprite.move_to([0, MAX_POSITION + 1]), Err(WorldError::OutOfRange { at: [0, beyond] }));
        self.twin.refused += 3;
        self.twin.compare();
    }
}

/// An R*-tree is right after a refresh that follows a refused one. The refresh that sorts the rows failed half-way,
/// with some boxes already written; the next one updated only the boxes that differed, so that the R*-tree kept old
/// boxes.
#[test]
fn an_r_star_tree_follows_a_refresh_that_comes_after_a_refused_one() {
    for phase in 0..12 {
        let mut world = World::new();
        world.force_index(Index::RStar);
        let dot = world.add_mask(Mask::filled(4, 4).unwrap()).unwrap();
        let long = world.add_mask(Mask::filled(100, 1).unwrap()).unwrap();
        world.set_angles(long, 8).unwrap();
        let ids: Vec<SpriteId> = (0..40).map(|n| world.spawn(Sprite::new(dot, [9 * n, 0])).unwrap()).collect();
        world.spawn(Sprite::new(long, [0, -500]).rotated(Angle::degrees(45.0).unwrap())).unwrap();
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
        assert_eq!(world.set_angles(long, 16), Err(error));
        set_length(&mut world, 100);
        move_all(&mut world);
        world.validate().unwrap();
        let view = world.refresh().unwrap();
        assert!(view.collisions().unwrap().is_empty() && view.candidates().unwrap().is_empty(), "phase {phase}");
        assert_eq!(view.find([0, phase + 1]), [ids[0]]);
    }
}
