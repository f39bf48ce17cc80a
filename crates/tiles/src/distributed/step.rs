//! A step of the distributed world, and how long it takes.

use super::state::Tiles;
use crate::TilesError;
use std::time::{Duration, Instant};
use world::{Contact, Impact, Pair, SpriteId};

/// The collisions in the tile of a worker, and the changes since the previous step. All lists are sorted by global id, the
/// smaller id of a pair first.
///
/// Each pair is in the lists of exactly one worker. The worker may own neither sprite of the pair.
#[derive(Debug, Clone, Copy)]
pub struct TilesStep<'t> {
    tiles: &'t Tiles,
}

impl Tiles {
    /// Exchanges the sprites near the boundaries between tiles, and lists the collisions in the tile of this worker.
    /// Collective.
    ///
    /// Cost: one round, in which each worker sends one message to every other worker, with the sprites that touch the tile
    /// of the receiver and have changed. A second round comes first if the partition changes, and in every step up to the
    /// first step with sprites. One worker needs no round.
    ///
    /// # Errors
    /// An error is final for the whole cluster: see [`TilesError`].
    ///
    /// - Returns [`TilesError::Cluster`] if another worker died, stalled, left or failed.
    /// - Returns [`TilesError::IdInUse`] if this worker knows two sprites with one id. Equal ids on workers that do not know
    ///   both sprites are not noticed.
    /// - Returns the errors of [`World::step`](world::World::step) and [`World::spawn`](world::World::spawn).
    pub fn step(&mut self) -> Result<TilesStep<'_>, TilesError> {
        self.collective(Tiles::run_step)?;
        Ok(TilesStep { tiles: self })
    }

    /// Returns the lists of the last step, which are empty before the first step. It is not collective.
    #[must_use]
    pub fn last_step(&self) -> TilesStep<'_> {
        TilesStep { tiles: self }
    }

    fn run_step(&mut self) -> Result<(), TilesError> {
        let began = Instant::now();
        self.rebalance()?;
        let owned = self.residents.owned();
        self.route()?;
        for (outbox, out) in self.outboxes.iter_mut().zip(&mut self.outgoing) {
            outbox.drain_into(out, owned);
        }
        let incoming = self.exchange.round(&mut self.outgoing)?;
        let mut all_owned = Vec::with_capacity(incoming.len());
        for (worker, bytes) in incoming.iter().enumerate() {
            all_owned.push(self.receive(worker, bytes)?);
        }
        self.add_newcomers()?;
        let exchanged = Instant::now();
        self.world.sync_by_slot(&self.residents.at)?;
        self.world.refresh()?;
        let refreshed = Instant::now();
        self.list_pairs()?;
        self.times =
            StepTimes { exchange: exchanged - began, refresh: refreshed - exchanged, pairs: refreshed.elapsed() };
        self.residents.end_step(self.workers() > 1);
        self.changes.clear();
        self.steps += 1;
        self.balance.note(&all_owned, self.steps);
        Ok(())
    }
}

impl<'t> TilesStep<'t> {
    /// Returns the pairs of sprites that share a solid pixel, now or on the path of a
    /// [continuous](world::Sprite::continuous()) sprite. The sprite with the smaller id is the first of a pair on their
    /// path.
    #[must_use]
    pub fn pairs(self) -> &'t [[u64; 2]] {
        self.tiles.lists.pairs.pairs()
    }

    /// Returns the pairs that collide in this step, and did not collide in the previous step.
    #[must_use]
    pub fn began(self) -> &'t [[u64; 2]] {
        self.tiles.lists.began.pairs()
    }

    /// Returns the pairs that collided in the previous step, and do not collide in this step: the sprites have parted, one
    /// of them was removed, or their layers exclude the pair.
    #[must_use]
    pub fn ended(self) -> &'t [[u64; 2]] {
        self.tiles.lists.ended.pairs()
    }

    /// Returns the contact of a pair of [`TilesStep::pairs`]. Returns `None` if this worker does not know both sprites, or if
    /// they are not a pair of this step. Of a pair met only in passing, it is the contact of the impact. The ids of the contact are those of the
    /// worker's own world.
    #[must_use]
    pub fn contact(self, pair: [u64; 2]) -> Option<Contact<'t>> {
        let [a, b] = pair.map(|id| self.sprite_id(id));
        let contact = self.tiles.world.view()?.contact(a?, b?);
        contact.or_else(|| Some(self.impact(pair)?.contact))
    }

    /// Returns where the two sprites of a pair of [`TilesStep::pairs`] touched first in this step. See
    /// [`Step::impact`](world::Step::impact). Returns `None` if this worker does not know both sprites, or if they are not a pair. The
    /// ids of the impact are those of the worker's own world.
    #[must_use]
    pub fn impact(self, pair: [u64; 2]) -> Option<Impact<'t>> {
        let [a, b] = pair.map(|id| self.sprite_id(id));
        self.tiles.world.last_step()?.impact(Pair { a: a?, b: b? })
    }

    /// Returns the id of a sprite in the world of this worker.
    fn sprite_id(self, id: u64) -> Option<SpriteId> {
        self.tiles.sprite_id(self.tiles.residents.slot(id)?).ok()
    }

    /// Returns the number of pairs of sprites whose boxes of solid pixels overlap, whether or not they share a pixel. Each pair
    /// counts on exactly one worker.
    #[must_use]
    pub fn count_candidates(self) -> usize {
        let mut count = 0;
        if let Some(view) = self.tiles.world.view() {
            let events = self.tiles.events(view);
            view.for_each_candidate(|pair| count += usize::from(events.is_mine(&pair)));
        }
        count
    }

    /// Returns how long the parts of the step took on this worker.
    #[must_use]
    pub fn times(self) -> StepTimes {
        self.tiles.times
    }
}

/// The times of the parts of a step on one worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct StepTimes {
    /// The time to find, send, receive and apply what other workers must know, with the time of waiting for them.
    pub exchange: Duration,
    /// The time to update the trees ([`World::refresh`](world::World::refresh)).
    pub refresh: Duration,
    /// The time to list the collisions, the pairs that began and the pairs that ended.
    pub pairs: Duration,
}
