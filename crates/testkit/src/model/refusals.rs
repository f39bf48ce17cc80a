//! Calls that a world must refuse, and that leave it unchanged.

use super::actor::Actor;
use super::life::Life;
use crate::Choice;
use mask::MaskError;
use world::{MAX_ORIGIN, MAX_POSITION, SpriteId, WorldError};

impl<C: Choice> Life<C> {
    /// Makes a call that must be refused. The world stays unchanged.
    pub(super) fn make_refused_call(&mut self) {
        let gone = self.choices.one_of(&self.gone);
        let gone_mask = self.choices.one_of(&self.gone_masks);
        let (mask, actor) = (self.any_mask(), self.actor());
        let world = &mut self.twin.world;
        let stale = WorldError::StaleSprite(gone);
        let stale_mask = WorldError::StaleMask(gone_mask);
        let which = self.choices.below(20);
        let refused = match which {
            0 => world.move_to(gone, actor.at),
            1 => world.move_by(gone, [1, 1]),
            2 => world.get_mut(gone).and_then(|mut sprite| sprite.set_mask(mask)),
            3 => world.get_mut(gone).and_then(|mut sprite| sprite.set_angle(actor.angle())),
            4 => world.get_mut(gone).and_then(|mut sprite| sprite.set_layers(1)),
            5 => world.despawn(gone).map(drop),
            6 => world.get_mut(gone).map(drop),
            7 => world.spawn(Actor { mask: gone_mask, at: [0, 0], origin: None, ..actor }.sprite()).map(drop),
            8 => world.edit_mask(gone_mask, |_| -> () { panic!("a refused edit must not run") }),
            9 => world.set_angle_steps(gone_mask, 8),
            10 => world.remove_mask(gone_mask).map(drop),
            11 => world.spawn(Actor { at: [0, -MAX_POSITION - 1], ..actor }.sprite()).map(drop),
            12 => world.spawn(Actor { at: [0, 0], origin: Some([MAX_ORIGIN + 1.0, 0.0]), ..actor }.sprite()).map(drop),
            13 => world.set_angle_steps(mask, 0),
            14 => world.set_angle_steps(mask, 65_537),
            15 => world.get_mut(gone).and_then(|mut sprite| sprite.set_flip_x(true)),
            16 => world.get_mut(gone).and_then(|mut sprite| sprite.set_turn(actor.turn())),
            17 => world.get_mut(gone).map(|mut sprite| sprite.set_fixed(true)),
            18 => world.edit_mask(gone_mask, |_| -> () { panic!("a refused edit must not run") }),
            _ => return self.on_some(Self::make_refused_calls_for),
        };
        match which {
            0..=6 => assert_eq!(refused, Err(stale)),
            7..=10 => assert_eq!(refused, Err(stale_mask)),
            11 => assert_eq!(refused, Err(WorldError::OutOfRange { at: [0, -i64::from(MAX_POSITION) - 1] })),
            12 => assert_eq!(refused, Err(WorldError::OriginOutOfRange { origin: [MAX_ORIGIN + 1.0, 0.0] })),
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
        let gone_mask = self.choices.one_of(&self.gone_masks);
        let world = &mut self.twin.world;
        let beyond = i64::from(MAX_POSITION) + 1;
        assert_eq!(
            world.get_mut(id).and_then(|mut sprite| sprite.set_mask(gone_mask)),
            Err(WorldError::StaleMask(gone_mask))
        );
        let at = [MAX_POSITION + 1, i32::MIN];
        assert_eq!(world.move_to(id, at), Err(WorldError::OutOfRange { at: [beyond, i32::MIN.into()] }));
        let scale = [1.0, self.choices.one_of(&[0.0, -0.0, -2.0, f64::INFINITY, f64::NEG_INFINITY])];
        assert_eq!(
            world.get_mut(id).and_then(|mut sprite| sprite.set_scale(scale)),
            Err(WorldError::NotAScale { scale })
        );
        assert!(matches!(
            world.get_mut(id).and_then(|mut sprite| sprite.set_scale([f64::NAN, 1.0])),
            Err(WorldError::NotAScale { .. })
        ));
        let mut sprite = world.get_mut(id).unwrap();
        assert_eq!(sprite.move_to([0, MAX_POSITION + 1]), Err(WorldError::OutOfRange { at: [0, beyond] }));
        self.twin.refused += 5;
        self.twin.compare();
    }
}
