//! The distributed world as one worker sees it.

use super::ids::PairLists;
use super::masks::Masks;
use super::outbox::Outbox;
use super::rebalance::Balance;
use super::residents::Residents;
use super::shape::SpritePath;
use super::step::StepTimes;
use crate::{Bounds, Cuts, Exchange, TilesError};
use mask::Mask;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use world::{MaskId, Sprite, World, WorldError, WorldLimits};

/// A world of sprites cut into tiles, one for each worker. Workers are threads, processes or hosts.
///
/// Every worker runs the same program with a `Tiles` of its own. A sprite has a global id, which the program chooses. The
/// worker in whose tile the sprite lies owns the sprite: it alone moves, changes and removes the sprite. A sprite that
/// moves to another tile changes its owner in the next step, with all its values and its data.
///
/// Some calls are collective: every worker makes them, in equal order. [`Tiles::step`] is collective. It exchanges the
/// sprites near the boundaries between tiles, and each worker then lists the collisions in its tile. Each pair is in
/// the list of exactly one worker. Together, the lists are equal to the lists of one [`World`] with all sprites.
///
/// ```
/// use mask::Mask;
/// use tiles::{Cluster, Exchange, Tiles};
/// use world::Sprite;
///
/// // Two workers: two threads of this process.
/// let connections = Cluster::threads(2).connect()?;
/// let lists: Vec<Vec<[u64; 2]>> = std::thread::scope(|scope| {
///     let run = |connection| {
///         let mut tiles = Tiles::new(Exchange::new(connection)?);
///         let ball = tiles.add_mask(Mask::filled(8, 8)?)?;
///         if tiles.worker() == 0 {
///             for id in 0..100 {
///                 tiles.add(id, Sprite::new(ball, [7 * id as i32, 0]))?; // each ball overlaps the next
///             }
///         }
///         let pairs = tiles.step()?.pairs().to_vec();
///         let all = tiles.gather_pairs(&pairs)?; // on worker 0
///         tiles.finish()?;
///         Ok::<_, Box<dyn std::error::Error + Send + Sync>>(all)
///     };
///     let workers: Vec<_> = connections.into_iter().map(|connection| scope.spawn(move || run(connection))).collect();
///     workers.into_iter().map(|worker| worker.join().unwrap()).collect::<Result<_, _>>()
/// }).unwrap();
/// assert_eq!(lists[0], (0..99).map(|id| [id, id + 1]).collect::<Vec<_>>());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Memory: about 90 bytes for each resident, in addition to the memory of a [`World`], and 20 more if there is a
/// [continuous](Sprite::continuous()) sprite. Residents are the sprites of this
/// worker and the sprites of other workers that touch its tile.
pub struct Tiles {
    pub(super) exchange: Exchange,
    pub(super) world: World,
    pub(super) residents: Residents,
    pub(super) masks: Masks,
    /// The partition of this step, and the partition of the previous step.
    pub(super) cuts: Cuts,
    pub(super) previous_cuts: Cuts,
    pub(super) balance: Balance,
    /// Sprites that this worker adds in the next step.
    pub(super) added: Vec<Added>,
    /// Residents that are new in this step, and what they were in the previous step, by id, if they came from another worker.
    pub(super) newcomers: Vec<Newcomer>,
    pub(super) newcomers_before: HashMap<u64, SpritePath>,
    /// The ids of removed sprites, and their boxes in the previous step.
    pub(super) removed: Vec<(u64, Bounds)>,
    pub(super) changes: Changes,
    /// The messages to each worker.
    pub(super) outboxes: Vec<Outbox>,
    /// The memory of the messages.
    pub(super) outgoing: Vec<Vec<u8>>,
    pub(super) lists: PairLists,
    pub(super) steps: u64,
    pub(super) times: StepTimes,
    pub(super) broken: bool,
}

/// A sprite that a worker adds.
pub(super) struct Added {
    pub(super) id: u64,
    pub(super) sprite: Sprite,
    /// Its place at the last step, if it comes from a checkpoint.
    pub(super) last: Option<[i32; 2]>,
}

/// A resident that is new in this step.
#[derive(Clone, Copy)]
pub(super) struct Newcomer {
    pub(super) id: u64,
    pub(super) sprite: Sprite,
    pub(super) last: Option<[i32; 2]>,
    pub(super) flags: u8,
}

/// The changes of a step, by slot. Few residents have an entry.
#[derive(Default)]
pub(super) struct Changes {
    /// The values of a resident in the previous step, if more than its position has changed.
    pub(super) changed: HashMap<usize, SpritePath>,
    /// The values of a resident in the previous step, if it came from another worker.
    pub(super) arrived: HashMap<usize, SpritePath>,
    /// The present values of a sprite that has left the tile, or `None` if the sprite was removed.
    pub(super) gone: HashMap<usize, Option<SpritePath>>,
}

impl Changes {
    fn is_empty(&self) -> bool {
        self.changed.is_empty() && self.gone.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.changed.clear();
        self.arrived.clear();
        self.gone.clear();
    }
}

impl fmt::Debug for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (worker, owned) = (self.worker(), self.owned());
        f.debug_struct("Tiles").field("worker", &worker).field("owned", &owned).finish_non_exhaustive()
    }
}

/// The tiles as a whole.
impl Tiles {
    /// Returns tiles without sprites, in a grid of as many tiles as there are workers.
    #[must_use]
    pub fn new(exchange: Exchange) -> Tiles {
        let workers = exchange.workers();
        let cuts = Cuts::balanced(workers, &mut []);
        Tiles {
            world: World::new(),
            residents: Residents::default(),
            masks: Masks::new(workers),
            previous_cuts: cuts.clone(),
            cuts,
            balance: Balance::default(),
            added: Vec::new(),
            newcomers: Vec::new(),
            newcomers_before: HashMap::new(),
            removed: Vec::new(),
            changes: Changes::default(),
            outboxes: (0..workers).map(|_| Outbox::default()).collect(),
            outgoing: vec![Vec::new(); workers],
            lists: PairLists::default(),
            steps: 0,
            times: StepTimes::default(),
            broken: false,
            exchange,
        }
    }

    /// Returns the number of this worker, from 0.
    #[must_use]
    pub fn worker(&self) -> usize {
        self.exchange.index()
    }

    /// Returns the number of workers.
    #[must_use]
    pub fn workers(&self) -> usize {
        self.exchange.workers()
    }

    /// Returns the number of sprites that this worker owns, without the sprites that it has added since the last step.
    #[must_use]
    pub fn owned(&self) -> usize {
        self.residents.owned()
    }

    /// Returns the number of finished steps.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Sets the number of finished steps, by which checkpoints are named: a program may not count the step that places the
    /// sprites. All workers must set the same number.
    pub fn set_steps(&mut self, steps: u64) {
        self.steps = steps;
        self.balance.restart(steps);
    }

    /// Returns the partition of the plane. All workers have equal partitions.
    ///
    /// The first step with sprites chooses the partition. A later step chooses a new one if a tile holds more than 256
    /// sprites and more than one and a half times the mean.
    #[must_use]
    pub fn cuts(&self) -> &Cuts {
        &self.cuts
    }

    /// Returns the world of this worker: its own sprites, and the ghosts. Positions are those of the last step.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Returns the limits of this worker's world.
    #[must_use]
    pub fn limits(&self) -> WorldLimits {
        self.world.limits()
    }

    /// Sets the limits of this worker's world. Pairs that this worker finds but another worker reports count for the
    /// limit of pairs too.
    pub fn set_limits(&mut self, limits: WorldLimits) {
        self.world.set_limits(limits);
    }

    /// Adds a mask, and returns its id on this worker. If the worker has an equal mask, it returns the id of that mask.
    ///
    /// Workers need not add the same masks: a mask travels to another worker once, with the first sprite that shows it.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`](world::WorldError::NoMemory) if the system refuses memory.
    pub fn add_mask(&mut self, mask: impl Into<Arc<Mask>>) -> Result<MaskId, TilesError> {
        Ok(self.masks.add(&mut self.world, mask.into())?)
    }

    pub(crate) fn insert_mask(&mut self, mask: Mask) -> Result<MaskId, WorldError> {
        self.masks.add(&mut self.world, Arc::new(mask))
    }

    /// Returns whether there has been no step, and no sprite was added.
    pub(crate) fn is_new(&self) -> bool {
        self.steps == 0 && self.added.is_empty() && self.residents.len() == 0
    }

    /// Returns whether no sprite has changed since the last step.
    pub(crate) fn is_after_step(&self) -> bool {
        let is_at = |(id, sprite): (u64, Sprite)| {
            let slot = self.residents.slot(id).and_then(|slot| self.world.id_at(slot));
            let is_at = slot.and_then(|id| self.world.get(id)).is_some_and(|known| known.position == sprite.position);
            is_at && !self.residents.slot(id).is_some_and(|slot| self.residents.has_jumped(slot))
        };
        self.added.is_empty() && self.removed.is_empty() && self.changes.is_empty() && self.sprites().all(is_at)
    }

    /// Sends equal bytes to every worker, this one included, and returns the bytes of every worker. Part of a collective
    /// call.
    pub(crate) fn send_to_all(&mut self, bytes: &[u8]) -> Result<Vec<Vec<u8>>, TilesError> {
        self.outgoing.iter_mut().for_each(|out| out.extend(bytes));
        Ok(self.exchange.round(&mut self.outgoing)?)
    }

    /// Waits for all workers. Part of a collective call. Of the workers that have failed, the one with the lowest number gets
    /// `Ok`, and must report its own error. The others receive that error.
    pub(crate) fn wait_for_failures(&mut self, has_failed: bool) -> Result<(), TilesError> {
        let all = self.send_to_all(&[has_failed.into()])?;
        match all.iter().position(|flag| flag[..] == [1]) {
            Some(first) if first != self.worker() => self.send_to_all(&[]).map(drop),
            _ => Ok(()),
        }
    }

    /// Calls a collective function once, and never again after an error.
    pub(crate) fn collective<T>(
        &mut self,
        call: impl FnOnce(&mut Tiles) -> Result<T, TilesError>,
    ) -> Result<T, TilesError> {
        if std::mem::replace(&mut self.broken, true) {
            return Err(TilesError::Broken);
        }
        let result = call(self);
        self.broken = result.is_err();
        result
    }

    /// Sends bytes to worker 0. Collective. Returns the bytes of every worker on worker 0, and an empty list on the others.
    ///
    /// # Errors
    /// Returns [`TilesError::Cluster`] if another worker fails.
    pub fn gather(&mut self, bytes: Vec<u8>) -> Result<Vec<Vec<u8>>, TilesError> {
        self.collective(|tiles| {
            tiles.outgoing[0] = bytes;
            let incoming = tiles.exchange.round(&mut tiles.outgoing)?;
            Ok(if tiles.worker() == 0 { incoming } else { Vec::new() })
        })
    }

    /// Sends bytes to all workers. Collective. Returns the bytes of every worker, on every worker.
    ///
    /// # Errors
    /// Returns [`TilesError::Cluster`] if another worker fails.
    pub fn gather_to_all(&mut self, bytes: &[u8]) -> Result<Vec<Vec<u8>>, TilesError> {
        self.collective(|tiles| tiles.send_to_all(bytes))
    }

    /// Waits for the results of all workers. Collective. Returns the result of this worker if all workers have succeeded.
    ///
    /// Of the workers that have failed, the one with the lowest number gets its own error back, and must then call
    /// [`Tiles::fail`]. The others wait for that call and get its message. So an error does not depend on who is faster.
    ///
    /// # Errors
    /// Returns the error of this worker, or [`TilesError::Cluster`] if another worker fails.
    pub fn agree<T, E: From<TilesError>>(&mut self, result: Result<T, E>) -> Result<T, E> {
        self.collective(|tiles| tiles.wait_for_failures(result.is_err()))?;
        result
    }

    /// Collects sorted lists of pairs on worker 0. Collective. Returns the pairs of every worker, sorted, on worker 0, and
    /// an empty list on the others.
    ///
    /// # Errors
    /// Returns [`TilesError::Cluster`] if another worker fails.
    pub fn gather_pairs(&mut self, pairs: &[[u64; 2]]) -> Result<Vec<[u64; 2]>, TilesError> {
        if self.workers() == 1 && !self.broken {
            return Ok(pairs.to_vec());
        }
        let bytes = pairs.iter().flatten().flat_map(|id| id.to_le_bytes()).collect();
        let lists = self.gather(bytes)?;
        let pair = |bytes: &[u8; 16]| {
            let [a, b] = [0, 8].map(|at| u64::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte])));
            [a, b]
        };
        let mut all: Vec<[u64; 2]> = lists.iter().flat_map(|list| list.as_chunks().0).map(pair).collect();
        // The lists are sorted, so this merges them.
        all.sort();
        Ok(all)
    }

    /// Waits until every worker calls it, then leaves the cluster. Collective.
    ///
    /// # Errors
    /// Returns [`TilesError::Cluster`] if another worker fails before it calls this function.
    pub fn finish(self) -> Result<(), TilesError> {
        if self.broken {
            return Err(TilesError::Broken);
        }
        Ok(self.exchange.finish()?)
    }

    /// Tells the other workers that this worker gives up, and why. Their collective calls then return
    /// [`ClusterError::Failed`](crate::ClusterError::Failed) with this message.
    ///
    /// Call it after an error of this worker. The other workers wait until then, or until this worker is dropped. In the second case
    /// they get [`ClusterError::LeftEarly`](crate::ClusterError::LeftEarly).
    pub fn fail(&mut self, message: &str) {
        self.broken = true;
        self.exchange.fail(message);
    }
}
