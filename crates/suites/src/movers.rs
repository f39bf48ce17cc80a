//! Scenes in motion: frames, and the contenders that step from one frame to the next.

use crate::boxes::Boxes;
use crate::peers::BroadPhase;
use anyhow::{Context, Result};
use mask::Mask;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::rc::Rc;
use testkit::naive;
use testkit::scene::Scene;
use world::{MaskId, Pair, SpriteId, SpriteMut, View, World, WorldError};

/// The positions of all sprites.
pub type Frame = Vec<[i32; 2]>;

/// Makes `count` consecutive frames, and their reverse, so that no sprite jumps between passes.
#[must_use]
pub fn frames(scene: &Scene, count: usize) -> Vec<Frame> {
    let mut moving = scene.clone();
    let there: Vec<Frame> = (0..count)
        .map(|_| {
            moving.step();
            moving.at.clone()
        })
        .collect();
    let back = there[1..count - 1].iter().rev().cloned().collect::<Vec<_>>();
    there.into_iter().chain(back).collect()
}

/// The kind of pairs to list.
#[derive(Debug, Clone, Copy)]
pub enum List {
    /// Pairs whose tight boxes share a pixel, in any order.
    Candidates,
    /// Pairs that share a solid pixel, sorted.
    Collisions,
}

impl List {
    fn of(self, view: View<'_>, pairs: &mut Vec<Pair>) -> Result<(), WorldError> {
        match self {
            List::Candidates => view.candidates_into(pairs),
            List::Collisions => view.collisions_into(pairs),
        }
    }
}

/// A world, its pool, and its reused list. One thread is the caller's own, as it is for the peers: passing work to a
/// pool and waiting for it is not part of a step.
pub struct Ours {
    pool: Option<ThreadPool>,
    parallel: bool,
    world: World,
    ids: Vec<SpriteId>,
    pairs: Vec<Pair>,
    list: List,
}

impl Ours {
    /// The world of a scene and its pool, if it has several threads. A sprite's index is its index in the scene, because
    /// the world is new.
    ///
    /// # Errors
    /// If the world of the scene does not fit the memory, or no thread starts.
    pub fn new(scene: &Scene, threads: usize, list: List) -> Result<Ours> {
        Ours::of(scene.to_world()?, threads, list)
    }

    /// A world with its sprites, and its pool, if it has several threads.
    ///
    /// # Errors
    /// If no thread starts.
    pub fn of((world, ids): (World, Vec<SpriteId>), threads: usize, list: List) -> Result<Ours> {
        let mut ours = Ours { pool: None, parallel: threads > 1, world, ids, pairs: Vec::new(), list };
        if threads > 1 {
            ours.pool = Some(pool(threads)?);
        } else {
            ours.world.set_limits(ours.world.limits().parallel_from(usize::MAX));
        }
        Ok(ours)
    }

    /// The world of a scene, for a caller who is in a pool of some threads.
    ///
    /// # Errors
    /// If the world of the scene does not fit the memory.
    pub fn in_pool(scene: &Scene, threads: usize, list: List) -> Result<Ours> {
        let (world, ids) = scene.to_world()?;
        Ok(Ours { pool: None, parallel: threads > 1, world, ids, pairs: Vec::new(), list })
    }

    /// Forbids offset tables, so that every candidate is tested pixel by pixel.
    pub fn without_tables(mut self) -> Ours {
        self.world.set_limits(self.world.limits().offset_table_bytes(0));
        self
    }

    /// Rounds the angles of all masks to some equal angles of a circle.
    ///
    /// # Errors
    /// If the number is not from 1 to 65,536.
    pub fn with_angle_steps(mut self, steps: u32) -> Result<Ours> {
        let masks: Vec<MaskId> = self.world.mask_ids().collect();
        masks.into_iter().try_for_each(|mask| self.world.set_angle_steps(mask, steps))?;
        Ok(self)
    }

    /// Moves every sprite and lists the pairs.
    ///
    /// # Errors
    /// If there is no memory for the pairs.
    pub fn step(&mut self, frame: &Frame) -> Result<(), WorldError> {
        self.change_all(|sprite| follow(sprite, frame))
    }

    /// Changes every sprite and lists the pairs.
    ///
    /// # Errors
    /// If there is no memory for the pairs.
    pub fn change_all(&mut self, change: impl Fn(SpriteMut) + Send + Sync) -> Result<(), WorldError> {
        let Ours { pool, parallel, world, pairs, list, .. } = self;
        install(pool.as_ref(), || {
            each(world, *parallel, change);
            list.of(world.refresh()?, pairs)
        })
    }

    /// Edits the mask that a sprite shows.
    ///
    /// # Errors
    /// If there is no such sprite.
    pub fn edit_mask_of(&mut self, place: usize, edit: impl FnOnce(&mut Mask)) -> Result<(), WorldError> {
        let id = self.ids[place];
        let sprite = self.world.get(id).ok_or(WorldError::StaleSprite(id))?;
        self.world.edit_mask(sprite.mask, edit)
    }

    /// Moves some sprites and lists the pairs.
    ///
    /// # Errors
    /// If there is no such sprite, or no memory for the pairs.
    pub fn move_some(&mut self, moved: &[(u32, [i32; 2])]) -> Result<(), WorldError> {
        let Ours { pool, world, ids, pairs, list, .. } = self;
        install(pool.as_ref(), || {
            for &(place, at) in moved {
                world.move_to(ids[place as usize], at)?;
            }
            list.of(world.refresh()?, pairs)
        })
    }

    /// The pairs as indexes of the scene.
    ///
    /// # Errors
    /// If the step failed.
    pub fn read(&self, asked: Result<(), WorldError>) -> Result<Vec<u64>> {
        asked?;
        Ok(sorted(self.pairs.iter().map(|pair| (pair.a.index() as u32, pair.b.index() as u32))))
    }
}

/// Moves every sprite.
pub fn move_all(world: &mut World, frame: &Frame, parallel: bool) {
    each(world, parallel, |sprite| follow(sprite, frame));
}

/// Moves a sprite to its position in a frame.
///
/// # Panics
/// If the frame has no position for the sprite.
pub fn follow(mut sprite: SpriteMut, frame: &Frame) {
    sprite.move_to(frame[sprite.id().index()]).expect("a scene lies within the limits");
}

/// Changes every sprite. Many sprites are changed by all threads of the pool, as a user would: two threads move a million
/// in 2.4 ms, one in 6.
fn each(world: &mut World, parallel: bool, change: impl Fn(SpriteMut) + Send + Sync) {
    if parallel && world.len() >= world::WorldLimits::PARALLEL_FROM {
        world.par_sprites_mut().for_each(change);
    } else {
        world.sprites_mut().for_each(change);
    }
}

/// A view of a world that never changes again: rows that only query need no refresh. The world stays until the program
/// ends, because the view borrows it.
///
/// # Errors
/// If there is no memory for the trees.
pub fn at_rest(mut world: World) -> Result<View<'static>, WorldError> {
    world.set_limits(world.limits().parallel_from(usize::MAX));
    Box::leak(Box::new(world)).refresh()
}

/// A pool of some threads.
///
/// # Errors
/// If no thread starts.
pub fn pool(threads: usize) -> Result<ThreadPool> {
    ThreadPoolBuilder::new().num_threads(threads).build().context("no threads")
}

/// Runs `work` in a pool, if there is one.
fn install<R: Send>(pool: Option<&ThreadPool>, work: impl FnOnce() -> R + Send) -> R {
    match pool {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

/// A peer and its reused list.
pub struct Peer {
    phase: Box<dyn BroadPhase>,
    /// The scene.
    pub scene: Rc<Scene>,
    /// The pairs of the last step, the smaller index first.
    pub pairs: Vec<(u32, u32)>,
}

impl Peer {
    /// A broad phase over the boxes of a scene.
    pub fn new(scene: &Rc<Scene>, phase: impl BroadPhase + 'static) -> Peer {
        Peer::boxed(scene, Box::new(phase))
    }

    /// A broad phase of any type over the boxes of a scene.
    #[must_use]
    pub fn boxed(scene: &Rc<Scene>, phase: Box<dyn BroadPhase>) -> Peer {
        Peer { phase, scene: Rc::clone(scene), pairs: Vec::new() }
    }

    /// Lists the pairs.
    pub fn step(&mut self, frame: &Frame) {
        self.pairs.clear();
        self.phase.candidates(Boxes::of(&self.scene, frame), &mut self.pairs);
    }

    /// Lists the pairs that share a pixel, by the naive loop.
    pub fn collide(&mut self, frame: &Frame) {
        self.step(frame);
        let sprites = self.scene.sprites_at(frame);
        self.pairs.retain(|&(a, b)| naive::share(sprites[a as usize], sprites[b as usize]));
    }

    /// The pairs in order.
    ///
    /// # Errors
    /// Never: other contenders may fail.
    pub fn read(&self, (): ()) -> Result<Vec<u64>> {
        Ok(sorted(self.pairs.iter().copied()))
    }
}

/// The pairs in order, each as one number: these are sorted and hashed in a fraction of the time.
pub fn sorted(pairs: impl Iterator<Item = (u32, u32)>) -> Vec<u64> {
    let mut pairs: Vec<u64> = pairs.map(|(a, b)| u64::from(a) << 32 | u64::from(b)).collect();
    pairs.sort_unstable();
    pairs
}
