//! The simulation in tiles: one worker's part of it.

use super::mask_set::MaskSet;
use super::movie::Visible;
use super::placing;
use super::placing::{Placing, bounce, pair_limit};
use super::report::peak_memory;
use super::stats::{StepStats, hash};
use anyhow::{Context, Result};
use mask::{Mask, Rect};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use tiles::{Moving, Tiles};
use world::{MaskId, Pair, QuarterTurn, Sprite, World};

/// A sprite for a picture: its id, position, limit, quarter turns, and whether it is flipped.
type Near = (u64, [i32; 2], u32, u8, bool);
/// The error of bytes that no worker of this version sends or saves.
const OTHER_VERSION: &str =
    "another version of the command has other stats and sprites: start all workers with one version";

/// The sprites of a swarm that a worker owns.
pub(crate) struct DistributedSimulation<'t> {
    tiles: &'t mut Tiles,
    masks: Vec<Arc<Mask>>,
    /// See [`Placing::limits`].
    limits: Vec<[i32; 2]>,
    size: [i32; 2],
    /// The world that pictures show, on worker 0.
    shown: Shown,
}

/// The sprites near a picture, from all workers.
#[derive(Default)]
struct Shown {
    world: World,
    /// The limit of each sprite, see [`Placing::limits`].
    limits: Vec<u32>,
    candidates: Vec<Pair>,
    collisions: Vec<Pair>,
}

/// The motion of a sprite, as the data that travels with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Motion {
    velocity: [i8; 2],
    limit: u32,
}

impl Motion {
    fn to_data(self) -> u64 {
        let [x, y] = self.velocity.map(|speed| u64::from(speed as u8));
        u64::from(self.limit) | x << 32 | y << 40
    }

    fn from_data(data: u64) -> Motion {
        Motion { velocity: [(data >> 32) as u8 as i8, (data >> 40) as u8 as i8], limit: data as u32 }
    }

    /// Moves a sprite to its next position inside the walls, and reverses the velocity at a wall.
    fn advance(sprite: &mut Moving, limits: &[[i32; 2]]) {
        let mut motion = Motion::from_data(sprite.data);
        let limits = limits[motion.limit as usize];
        for ((at, speed), limit) in sprite.at.iter_mut().zip(&mut motion.velocity).zip(limits) {
            let (to, is_reversed) = bounce(*at, (*speed).into(), limit);
            *at = to;
            *speed = if is_reversed { -*speed } else { *speed };
        }
        sprite.data = motion.to_data();
    }
}

impl<'t> DistributedSimulation<'t> {
    /// Creates a swarm without sprites. `masks` must not be empty.
    pub(crate) fn new(
        tiles: &'t mut Tiles,
        masks: &MaskSet,
        sprites: u32,
        seed: u64,
    ) -> Result<(DistributedSimulation<'t>, Vec<MaskId>)> {
        tiles.set_limits(tiles.limits().pairs(pair_limit(sprites)));
        let ids = masks.masks().iter().map(|mask| tiles.add_mask(mask.clone())).collect::<Result<Vec<_>, _>>()?;
        let limits = Placing::new(masks, sprites, seed).limits().to_vec();
        let simulation = DistributedSimulation {
            tiles,
            masks: masks.masks().to_vec(),
            limits,
            size: masks.world_size(sprites),
            shown: Shown::default(),
        };
        Ok((simulation, ids))
    }

    /// Adds all sprites at random positions. Collective.
    pub(crate) fn place(&mut self, ids: &[MaskId], masks: &MaskSet, sprites: u32, seed: u64) -> Result<()> {
        let (worker, workers) = (self.tiles.worker() as u64, self.tiles.workers() as u64);
        for (id, start) in (0u64..).zip(Placing::new(masks, sprites, seed)) {
            // Every worker draws all random numbers, and adds its share of the sprites.
            if id * workers / u64::from(sprites) == worker {
                let motion = Motion { velocity: start.velocity, limit: start.limit };
                self.tiles.add(id, start.sprite(ids).data(motion.to_data()))?;
            }
        }
        // This step builds the trees and takes much longer than a later one, so it does not count.
        self.tiles.step()?;
        self.tiles.set_steps(0);
        Ok(())
    }

    /// Returns the number of this worker.
    pub(crate) fn worker(&self) -> usize {
        self.tiles.worker()
    }

    /// Returns the number of workers.
    pub(crate) fn workers(&self) -> usize {
        self.tiles.workers()
    }

    /// Returns the tiles of this worker.
    pub(crate) fn tiles(&mut self) -> &mut Tiles {
        self.tiles
    }

    /// Returns the sum of the peak memory of all workers, in bytes. Collective. Returns `None` if a system does not report it.
    pub(crate) fn peak_memory(&mut self) -> Result<Option<u64>> {
        let bytes = self.tiles.gather_to_all(&peak_memory().unwrap_or(0).to_le_bytes())?;
        let number = |bytes: &Vec<u8>| bytes.first_chunk().copied().map(u64::from_le_bytes).filter(|&bytes| bytes > 0);
        Ok(bytes.iter().map(number).sum())
    }

    /// Returns the width and the height of the world.
    pub(crate) fn size(&self) -> [i32; 2] {
        self.size
    }

    /// Moves every sprite once, and finds the colliding pairs. Collective. Returns the stats of all workers together, and
    /// whether any worker wants to stop.
    ///
    /// The time of the exchange includes the time of waiting for slower workers. The candidates are counted afterwards,
    /// only to split the time into stages.
    pub(crate) fn step(&mut self, wants_to_stop: bool) -> Result<(StepStats, bool)> {
        let DistributedSimulation { tiles, limits, .. } = self;
        let began = Instant::now();
        tiles.update(|sprite| Motion::advance(sprite, limits))?;
        let moves = began.elapsed();
        let step = tiles.step()?;
        let (times, collisions, hash) = (step.times(), step.pairs().len(), hash(step.pairs().iter().copied()));
        let listing = Instant::now();
        let candidates = step.count_candidates();
        let join = listing.elapsed().min(times.pairs);
        let stats = StepStats {
            moves,
            exchange: times.exchange,
            refresh: times.refresh,
            join,
            pixels: times.pairs - join,
            candidates,
            collisions,
            hash,
        };
        let mut all: Option<StepStats> = None;
        let mut stop = false;
        for bytes in tiles.gather_to_all(&postcard::to_allocvec(&(stats, wants_to_stop))?)? {
            let (stats, stops): (StepStats, bool) = postcard::from_bytes(&bytes).context(OTHER_VERSION)?;
            all = Some(all.map_or(stats, |all| all.merge(stats)));
            stop |= stops;
        }
        Ok((all.unwrap_or(stats), stop))
    }

    /// Saves the sprites and the stats of all steps. Collective.
    pub(crate) fn save(&mut self, folder: &Path, job: u64, steps: &[StepStats]) -> Result<()> {
        Ok(self.tiles.save(folder, job, &postcard::to_allocvec(steps)?)?)
    }

    /// Loads what [`DistributedSimulation::save`] saved. Collective. Returns the stats of the finished steps.
    pub(crate) fn load(&mut self, folder: &Path, job: u64) -> Result<Vec<StepStats>> {
        postcard::from_bytes(&self.tiles.load(folder, job)?).context(OTHER_VERSION)
    }

    /// Returns the sprites in a rectangle of the world, and the pairs of the last step there, on worker 0. Collective.
    pub(crate) fn visible_in(&mut self, rect: Rect) -> Result<Option<Visible<'_>>> {
        let near = postcard::to_allocvec(&self.near(rect))?;
        let all = self.tiles.gather(near)?;
        if self.tiles.worker() > 0 {
            return Ok(None);
        }
        let mut sprites: Vec<Near> = Vec::new();
        for bytes in all {
            sprites.append(&mut postcard::from_bytes(&bytes).context(OTHER_VERSION)?);
        }
        sprites.sort_unstable_by_key(|&(id, ..)| id);
        self.shown = Shown::default();
        let Shown { world, limits, candidates, collisions } = &mut self.shown;
        let masks = self.masks.iter().map(|mask| world.add_mask(mask.clone())).collect::<Result<Vec<_>, _>>()?;
        for (_, at, limit, quarters, is_flipped) in sprites {
            let known = masks.get(limit as usize / 2).zip(QuarterTurn::ALL.get(usize::from(quarters)));
            let (&mask, &turn) = known.context(OTHER_VERSION)?;
            let sprite = Sprite::new(mask, at).turn(turn);
            world.spawn(if is_flipped { sprite.flip_x(true) } else { sprite })?;
            limits.push(limit);
        }
        let view = world.refresh()?;
        view.candidates_into(candidates)?;
        view.collisions_into(collisions)?;
        let color = |id: world::SpriteId| placing::color(limits[id.index()]);
        Ok(Some(Visible::new(view, rect, color, candidates, collisions)))
    }

    /// Returns the sprites of this worker in a rectangle, and those that may overlap a sprite in the rectangle.
    fn near(&self, rect: Rect) -> Vec<Near> {
        let largest = self.masks.iter().map(|mask| mask.width().max(mask.height())).max().unwrap_or(0);
        let margin = 2 * i64::from(largest);
        let is_near = |at: i32, from: i32, size: u32| {
            let from = i64::from(from);
            (from - margin..from + i64::from(size) + margin).contains(&i64::from(at))
        };
        let near = |moving: &Moving| {
            is_near(moving.at[0], rect.left, rect.width) && is_near(moving.at[1], rect.top, rect.height)
        };
        let record = |Moving { id, at, data }| {
            let sprite = self.tiles.get(id)?;
            let quarters = sprite.turn.quarters();
            Some((id, at, Motion::from_data(data).limit, quarters, sprite.flip_x))
        };
        self.tiles.positions().filter(near).filter_map(record).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::swarm::simulation::Simulation;
    use std::thread;
    use tiles::{Cluster, Exchange};

    #[test]
    fn motions_are_read_as_written() {
        for velocity in [[-4, 4], [1, -1], [127, -128]] {
            let motion = Motion { velocity, limit: u32::MAX };
            assert_eq!(Motion::from_data(motion.to_data()), motion);
        }
    }

    /// Compares the steps and a picture with the simulation in one world.
    #[test]
    fn tiles_step_and_show_what_one_world_does() {
        let (sprites, seed, rect) = (900, 5, Rect::new(100, 50, 400, 300));
        let masks = MaskSet::generated(sprites, seed).unwrap();
        let mut one = Simulation::new(&masks, sprites, seed).unwrap();
        let counts = |step: StepStats| (step.candidates, step.collisions, step.hash);
        let expected: Vec<_> = (0..5).map(|_| counts(one.step().unwrap())).collect();
        let shown = |visible: &Visible| {
            let placed = visible.sprites.iter().map(|&(id, color)| (visible.view.shape(id).unwrap().at, color));
            (placed.collect::<Vec<_>>(), visible.candidates.len(), visible.collisions.len())
        };
        let expected_picture = shown(&one.visible_in(rect).unwrap());
        assert!(expected_picture.0.len() > 20 && expected_picture.2 > 5);
        for workers in [1, 3] {
            let connections = Cluster::threads(workers).connect().unwrap();
            thread::scope(|scope| {
                for connection in connections {
                    let (masks, expected, expected_picture) = (&masks, &expected, &expected_picture);
                    scope.spawn(move || {
                        let mut tiles = Tiles::new(Exchange::new(connection).unwrap());
                        let (mut swarm, ids) = DistributedSimulation::new(&mut tiles, masks, sprites, seed).unwrap();
                        swarm.place(&ids, masks, sprites, seed).unwrap();
                        for (number, &expected) in expected.iter().enumerate() {
                            let (step, stop) = swarm.step(number == 4 && swarm.tiles.worker() + 1 == workers).unwrap();
                            assert_eq!((counts(step), stop), (expected, number == 4));
                        }
                        let picture = swarm.visible_in(rect).unwrap();
                        let picture = picture.map(|picture| shown(&picture));
                        assert_eq!(picture.as_ref(), (swarm.tiles.worker() == 0).then_some(expected_picture));
                        tiles.finish().unwrap();
                    });
                }
            });
        }
    }
}
