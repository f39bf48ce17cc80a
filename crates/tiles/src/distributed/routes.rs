//! Finds the workers that must learn about a sprite, and writes the messages to them.

use super::outbox::{Before, Change, Outbox};
use super::residents::flag;
use super::shape::{Shape, SpritePath};
use super::state::{Added, Newcomer, Tiles};
use crate::{Bounds, TilesError};
use std::collections::BTreeSet;

impl Tiles {
    /// Writes the messages of a step, and drops the sprites that have left the tile.
    pub(super) fn route(&mut self) -> Result<(), TilesError> {
        self.route_removed();
        if self.workers() > 1 {
            for slot in self.residents.near_border(self.cuts.bounds(self.worker())) {
                self.route_resident(slot)?;
            }
        }
        self.route_added()
    }

    fn route_removed(&mut self) {
        for (id, before) in std::mem::take(&mut self.removed) {
            for worker in self.previous_cuts.touched(before) {
                if worker != self.exchange.index() {
                    self.outboxes[worker].change(&Change::Remove { id });
                }
            }
        }
    }

    /// Routes a sprite that this worker owned in the previous step.
    fn route_resident(&mut self, slot: usize) -> Result<(), TilesError> {
        let me = self.worker();
        let (id, at) = (self.residents.ids.get(slot), self.residents.at[slot]);
        let bounds = self.residents.bounds(slot);
        let owner = self.cuts.tile_at(self.residents.corner(slot));
        let is_changed = self.residents.has(slot, flag::CHANGED);
        let is_moved = at != self.residents.previous[slot];
        let before: BTreeSet<usize> = self.previous_cuts.touched(self.previous_bounds(slot)?).chain([me]).collect();
        let now: BTreeSet<usize> = self.cuts.touched(bounds).chain([owner]).collect();
        let sprite = self.sprite(slot)?;
        let changed = self.changes.changed.get(&slot);
        for &worker in before.union(&now).filter(|&&worker| worker != me) {
            let (knew, knows) = (before.contains(&worker), now.contains(&worker));
            let outbox = &mut self.outboxes[worker];
            let owns = worker == owner;
            let mut record = |sprite, outbox: &mut Outbox| outbox.sprite(sprite, &mut self.masks, &self.world, worker);
            if !knew {
                let before = match changed {
                    Some(path) => Before::Changed(record(&path.sprite, outbox), path.from),
                    None => Before::Moved(self.residents.previous[slot], self.residents.previous_from(slot)),
                };
                let sprite = record(&sprite, outbox);
                let last = self.residents.last_place(slot);
                outbox.change(&Change::Arrive { id, owns, sprite, last, before });
                continue;
            }
            if self.residents.has_jumped(slot) {
                outbox.change(&Change::Jump { id });
            }
            if is_changed {
                let sprite = record(&sprite, outbox);
                outbox.change(&Change::Replace { id, owns, sprite });
            } else if knows && is_moved {
                outbox.moved(id, at);
            }
            if !knows {
                outbox.change(&Change::Leave { id, at });
            } else if owns && !is_changed {
                outbox.change(&Change::Own { id, data: sprite.data });
            }
        }
        if now.contains(&me) {
            self.residents.set_owned(slot, owner == me);
            self.residents.set(slot, flag::BORDER, owner != me || !self.cuts.bounds(me).encloses(bounds));
        } else {
            let from = self.residents.from(slot);
            self.drop_resident(slot, Some(SpritePath { sprite, from }))?;
        }
        Ok(())
    }

    /// Routes the sprites that this worker adds.
    fn route_added(&mut self) -> Result<(), TilesError> {
        let me = self.worker();
        for Added { id, sprite, last } in std::mem::take(&mut self.added) {
            let at = sprite.position;
            let shape = Shape::new(at, self.world.box_of(&sprite)?);
            let owner = self.cuts.tile_at(shape.corner(at));
            let bounds = shape.path_bounds(last.unwrap_or(at), at);
            let reach: BTreeSet<usize> = self.cuts.touched(bounds).chain([owner]).collect();
            for &worker in reach.iter().filter(|&&worker| worker != me) {
                let outbox = &mut self.outboxes[worker];
                let sprite = outbox.sprite(&sprite, &mut self.masks, &self.world, worker);
                outbox.change(&Change::Arrive { id, owns: worker == owner, sprite, last, before: Before::None });
            }
            if reach.contains(&me) {
                let is_inside = owner == me && self.cuts.bounds(me).encloses(bounds);
                let owned = if owner == me { flag::OWNED } else { 0 };
                let border = if is_inside { 0 } else { flag::BORDER };
                self.newcomers.push(Newcomer { id, sprite, last, flags: flag::ADDED | owned | border });
            }
        }
        Ok(())
    }

    /// Returns the box around the path of a sprite in the previous step. The sprite is a resident, and was one then.
    pub(super) fn previous_bounds(&self, slot: usize) -> Result<Bounds, TilesError> {
        match self.changes.changed.get(&slot) {
            Some(path) => Ok(path.bounds(&self.world)?),
            None => Ok(self.residents.previous_bounds(slot)),
        }
    }
}
