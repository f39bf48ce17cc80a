//! Which of the local pairs belong to the tile, which began, and which ended.
//!
//! A pair that overlaps in this step belongs to the tile that [`Cuts::tile_of_pair`] names. The worker of this tile has
//! both sprites, so the pair is reported once. Whether it began is a question about the previous step: if the worker had
//! both sprites then, its own list of pairs answers it. Otherwise, one of the sprites has just come from another worker,
//! with its previous path, and the previous shapes of the two sprites are tested again. In the same way, a pair that
//! is no longer in the list of the worker that reported it has ended if the present shapes do not overlap: a sprite that
//! leaves a tile sends its new position with its farewell.

use super::ids::{PairLists, Special};
use super::residents::{Residents, flag};
use super::shape::SpritePath;
use super::state::{Changes, Tiles};
use crate::{Cuts, TilesError};
use world::{Pair, SpriteId, View, WorldError};

impl Tiles {
    /// Runs the step of the world, and lists the pairs that belong to the tile of this worker.
    pub(super) fn list_pairs(&mut self) -> Result<(), TilesError> {
        let me = self.worker();
        let Tiles { world, residents, changes, cuts, previous_cuts, lists, .. } = self;
        let step = world.step()?;
        let events = Events { view: step.view(), residents, changes, cuts, previous_cuts, me };
        let PairLists { pairs, began, ended } = lists;

        let now = Special::new(residents, flag::STRAY | flag::BORDER | flag::ARRIVED);
        pairs.fill(step.pairs(), residents, &now, |pair| Ok(events.is_mine(pair)))?;
        began.fill(step.began(), residents, &now, |pair| Ok(events.is_mine(pair) && !events.collided(pair)?))?;
        let before = Special::new(residents, flag::STRAY | flag::WAS_BORDER | flag::GONE);
        ended.fill(step.ended(), residents, &before, |pair| Ok(events.was_mine(pair)? && !events.collides(pair)?))
    }

    /// Returns the questions about pairs after a step.
    pub(super) fn events<'t>(&'t self, view: View<'t>) -> Events<'t> {
        let Tiles { residents, changes, cuts, previous_cuts, .. } = self;
        Events { view, residents, changes, cuts, previous_cuts, me: self.worker() }
    }
}

pub(super) struct Events<'a> {
    view: View<'a>,
    residents: &'a Residents,
    changes: &'a Changes,
    cuts: &'a Cuts,
    previous_cuts: &'a Cuts,
    me: usize,
}

impl Events<'_> {
    /// Returns whether a pair of this step belongs to the tile of this worker.
    #[inline]
    pub(super) fn is_mine(&self, pair: &Pair) -> bool {
        let slots = [pair.a.index(), pair.b.index()];
        if !slots.iter().any(|&slot| self.residents.has(slot, flag::BORDER)) {
            return true;
        }
        let [a, b] = slots.map(|slot| self.residents.path_corner(slot));
        self.cuts.tile_of_pair(a, b) == self.me
    }

    /// Returns whether a pair of the previous step belonged to the tile of this worker.
    fn was_mine(&self, pair: &Pair) -> Result<bool, TilesError> {
        let slots = [pair.a.index(), pair.b.index()];
        if !slots.iter().any(|&slot| self.residents.has(slot, flag::WAS_BORDER)) {
            return Ok(true);
        }
        let [a, b] = slots.map(|slot| self.previous_corner(slot));
        Ok(self.previous_cuts.tile_of_pair(a?, b?) == self.me)
    }

    /// Returns the top-left pixel of the box around the path in the previous step of a sprite that was a resident then.
    fn previous_corner(&self, slot: usize) -> Result<[i32; 2], WorldError> {
        match self.changes.changed.get(&slot) {
            Some(path) => path.corner(self.view),
            None => Ok(self.residents.previous_corner(slot)),
        }
    }

    /// Returns whether a pair that is new in this world collided in the previous step.
    fn collided(&self, pair: &Pair) -> Result<bool, TilesError> {
        // If both sprites were here, the world would have listed the pair.
        if ![pair.a, pair.b].iter().any(|id| self.residents.has(id.index(), flag::ARRIVED)) {
            return Ok(false);
        }
        match [pair.a, pair.b].map(|id| self.previous(id)) {
            [Some(a), Some(b)] => self.collide(pair, [a, b]),
            _ => Ok(false),
        }
    }

    /// Returns whether a pair that is no longer in this world still collides, in the tile of another worker.
    fn collides(&self, pair: &Pair) -> Result<bool, TilesError> {
        // If both sprites are here, the world would have listed the pair.
        if ![pair.a, pair.b].iter().any(|id| self.residents.has(id.index(), flag::GONE)) {
            return Ok(false);
        }
        let here =
            |id: SpriteId| Some(SpritePath { sprite: self.view.get(id)?, from: self.residents.from(id.index()) });
        let now = |id: SpriteId| self.changes.gone.get(&id.index()).copied().unwrap_or_else(|| here(id));
        match [pair.a, pair.b].map(now) {
            [Some(a), Some(b)] => self.collide(pair, [a, b]),
            _ => Ok(false),
        }
    }

    /// Returns whether two sprites, the first one first, would be a pair of a step.
    fn collide(&self, pair: &Pair, [a, b]: [SpritePath; 2]) -> Result<bool, TilesError> {
        let [first, second] = [pair.a, pair.b].map(|id| self.residents.ids.get(id.index()));
        Ok(if first < second { a.collides(&b, self.view) } else { b.collides(&a, self.view) }?)
    }

    /// Returns what a resident was in the previous step, or `None` if it was added in this step.
    fn previous(&self, id: SpriteId) -> Option<SpritePath> {
        let slot = id.index();
        if self.residents.has(slot, flag::ADDED) {
            return None;
        }
        let before = self.changes.arrived.get(&slot).or_else(|| self.changes.changed.get(&slot)).copied();
        before.or_else(|| {
            let sprite = self.view.get(id)?.position(self.residents.previous[slot]);
            Some(SpritePath { sprite, from: self.residents.previous_from(slot) })
        })
    }
}
