//! Moves of all sprites at once.

use super::changes::compare_handle;
use super::lives::Life;
use super::twin::Twin;
use bench::model::{Actor, Model, within};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

impl Life {
    /// Moves all sprites in one pass, and sometimes turns them.
    pub(crate) fn move_all(&mut self) {
        let Life { rng, twin, .. } = self;
        let Twin { world, model: Model { shapes, actors, .. }, .. } = twin;
        let mut seen = 0;
        for mut sprite in world.sprites_mut() {
            let actor = actors.get_mut(&sprite.id()).unwrap();
            compare_handle(&sprite, actor);
            let by = [rng.within(-4..5), rng.within(-4..5)];
            let at = [actor.at[0] + by[0], actor.at[1] + by[1]];
            assert_eq!(sprite.move_by(by).is_ok(), within(at.map(i64::from)));
            actor.at = if within(at.map(i64::from)) { at } else { actor.at };
            assert_eq!(sprite.position(), actor.at);
            if rng.below(16) == 0 {
                let turned = Actor { quarters: rng.below(4) as usize, ..*actor };
                let mut fits = || shapes.get_mut(&turned.mask).unwrap().pose(sprite.id(), &turned).is_some();
                let allowed = turned.quarters == actor.quarters || fits();
                assert_eq!(sprite.set_turn(turned.turn()).is_ok(), allowed);
                actor.quarters = if allowed { turned.quarters } else { actor.quarters };
            }
            seen += 1;
        }
        assert_eq!(seen, actors.len());
    }

    /// Moves all sprites so often that the rows are sorted again.
    pub(crate) fn storm(&mut self) {
        for _ in 0..9 {
            self.move_all();
            let _ = self.twin.world.refresh();
        }
    }

    /// Moves all sprites by one distance, sharing them among threads.
    pub(crate) fn move_all_in_parallel(&mut self) {
        let Life { rng, twin, .. } = self;
        let by = [rng.within(-4..5), rng.within(-4..5)];
        let seen = AtomicUsize::new(0);
        twin.world.par_sprites_mut().for_each(|mut sprite| {
            // Sprites beyond the limit stay, as in the model below.
            let _ = sprite.move_by(by);
            seen.fetch_add(1, Ordering::Relaxed);
        });
        for actor in twin.model.actors.values_mut() {
            let at = [actor.at[0] + by[0], actor.at[1] + by[1]];
            actor.at = if within(at.map(i64::from)) { at } else { actor.at };
        }
        assert_eq!(seen.into_inner(), twin.model.actors.len());
    }
}
