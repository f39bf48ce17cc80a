//! Moves of all sprites at once.

use super::actor::{Actor, within};
use super::change::{compare_handle, shared_pass};
use super::life::Life;
use super::plain::Model;
use super::twin::Twin;
use crate::Choice;
#[cfg(feature = "rayon")]
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

impl<C: Choice> Life<C> {
    /// Moves all sprites in one pass, and sometimes turns them.
    pub(super) fn move_all(&mut self) {
        let Life { choices, twin, .. } = self;
        let Twin { world, model: Model { shapes, actors, .. }, .. } = twin;
        let mut seen = 0;
        for mut sprite in world.sprites_mut() {
            let actor = actors.get_mut(&sprite.id()).unwrap();
            compare_handle(&sprite, actor);
            let by = [choices.within(-4..5), choices.within(-4..5)];
            let at = actor.moved(by);
            assert_eq!(sprite.move_by(by).is_ok(), within(at));
            actor.at = if within(at) { at.map(|c| c as i32) } else { actor.at };
            assert_eq!(sprite.position(), actor.at);
            if choices.below(16) == 15 {
                let turned = Actor { quarters: choices.below(4) as usize, ..*actor };
                let mut fits = || shapes.get_mut(&turned.mask).unwrap().fits(&turned);
                let is_allowed = turned.quarters == actor.quarters || (actor.linear.is_none() && fits());
                assert_eq!(sprite.set_turn(turned.turn()).is_ok(), is_allowed);
                actor.quarters = if is_allowed { turned.quarters } else { actor.quarters };
            }
            seen += 1;
        }
        assert_eq!(seen, actors.len());
    }

    /// Moves all sprites so often that the rows are sorted again.
    pub(super) fn storm(&mut self) {
        for _ in 0..9 {
            self.move_all();
            let _ = self.twin.world.refresh();
        }
    }

    /// Moves all sprites by one distance, sharing them among threads.
    pub(super) fn move_all_in_parallel(&mut self) {
        let Life { choices, twin, .. } = self;
        let by = [choices.within(-4..5), choices.within(-4..5)];
        let seen = AtomicUsize::new(0);
        shared_pass(&mut twin.world).for_each(|mut sprite| {
            // Sprites beyond the limit stay, as in the model below.
            let _ = sprite.move_by(by);
            seen.fetch_add(1, Ordering::Relaxed);
        });
        for actor in twin.model.actors.values_mut() {
            let at = actor.moved(by);
            actor.at = if within(at) { at.map(|c| c as i32) } else { actor.at };
        }
        assert_eq!(seen.into_inner(), twin.model.actors.len());
    }
}
