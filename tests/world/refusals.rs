//! What a world must refuse, and stay as it is.

use crate::lives::Life;
use crate::model::Actor;
use hitmask::world::{MAX_PIVOT, MAX_POSITION};
use hitmask::{SpriteId, WorldError};

impl Life {
    /// Asks for something that is to be refused. Nothing changes by it.
    pub(crate) fn ask_what_cannot_be(&mut self) {
        let gone = self.gone[self.rng.below(self.gone.len() as u32) as usize];
        let gone_mask = self.gone_masks[self.rng.below(self.gone_masks.len() as u32) as usize];
        let (mask, actor) = (self.any_mask(), self.actor());
        let world = &mut self.twin.world;
        let stale = WorldError::StaleSprite(gone);
        let stale_mask = WorldError::StaleMask(gone_mask);
        let which = self.rng.below(16);
        let refused = match which {
            0 => world.move_to(gone, actor.at),
            1 => world.move_by(gone, [1, 1]),
            2 => world.set_mask(gone, mask),
            3 => world.set_angle(gone, actor.angle()),
            4 => world.set_layers(gone, 1, 1),
            5 => world.despawn(gone).map(drop),
            6 => world.get_mut(gone).map(drop),
            7 => world.spawn(Actor { mask: gone_mask, at: [0, 0], pivot: None, ..actor }.sprite()).map(drop),
            8 => world.edit_mask(gone_mask, |_| panic!("there is no mask to edit")),
            9 => world.set_angles(gone_mask, 8),
            10 => world.remove_mask(gone_mask).map(drop),
            11 => world.spawn(Actor { at: [0, -MAX_POSITION - 1], ..actor }.sprite()).map(drop),
            12 => world.spawn(Actor { at: [0, 0], pivot: Some([MAX_PIVOT + 1, 0]), ..actor }.sprite()).map(drop),
            13 => world.set_angles(mask, 0),
            14 => world.set_angles(mask, 65_537),
            _ => return self.on_some(Life::ask_of_one),
        };
        match which {
            0..=6 => assert_eq!(refused, Err(stale)),
            7..=10 => assert_eq!(refused, Err(stale_mask)),
            11 => assert_eq!(refused, Err(WorldError::OutOfRange { at: [0, -i64::from(MAX_POSITION) - 1] })),
            12 => assert_eq!(refused, Err(WorldError::PivotOutOfRange { pivot: [MAX_PIVOT + 1, 0] })),
            _ => assert!(matches!(refused, Err(WorldError::Turned(_)))),
        }
        assert_eq!((world.get(gone), world.mask(gone_mask)), (None, None));
        self.twin.refused += 1;
        self.twin.compare();
    }

    /// The same of a sprite that is there.
    fn ask_of_one(&mut self, id: SpriteId) {
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
