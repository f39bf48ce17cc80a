//! A view of the world as it stood at a refresh: what collides, and what is where.

use crate::broad::Job;
use crate::{Placed, SpriteId, World, WorldError, narrow};
use mask::Rect;
use rayon::prelude::*;
use std::convert::Infallible;
use std::fmt;
use std::ops::ControlFlow;

/// Two sprites, the smaller id first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pair {
    /// The one with the smaller id.
    pub a: SpriteId,
    /// The other.
    pub b: SpriteId,
}

/// The world as it stood at the last refresh. It asks without changing anything: copy it, send it to
/// other threads.
#[derive(Clone, Copy)]
pub struct View<'w> {
    pub(crate) world: &'w World,
    /// Only sprites in one of these are seen by queries.
    layers: Option<u32>,
}

impl fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View").field("sprites", &self.world.len()).finish_non_exhaustive()
    }
}

/// Pairs. A pair comes once, the smaller id first; two fixed sprites are never a pair, nor are sprites
/// whose layers do not meet.
impl<'w> View<'w> {
    /// The pairs whose tight boxes share a pixel: the broad phase alone. In an order that depends on
    /// where the sprites stand, not on threads; not sorted.
    ///
    /// # Panics
    /// Beyond [`World::pair_limit`]. [`View::candidates_into`] gives an error instead.
    #[must_use]
    pub fn candidates(self) -> Vec<Pair> {
        let mut pairs = Vec::new();
        self.candidates_into(&mut pairs).unwrap_or_else(|error| panic!("{error}"));
        pairs
    }

    /// The same into a list, which is emptied first.
    ///
    /// # Errors
    /// [`WorldError::TooManyPairs`], and the list stays as it was.
    pub fn candidates_into(self, pairs: &mut Vec<Pair>) -> Result<(), WorldError> {
        let listed =
            narrow::list(&self.world.broad, self.parallel(), self.world.pair_limit(), |a, b| self.may_meet(a, b))?;
        self.name(&listed, pairs);
        Ok(())
    }

    /// The pairs that share a solid pixel, sorted.
    ///
    /// # Panics
    /// Beyond [`World::pair_limit`]. [`View::collisions_into`] gives an error instead.
    #[must_use]
    pub fn collisions(self) -> Vec<Pair> {
        let mut pairs = Vec::new();
        self.collisions_into(&mut pairs).unwrap_or_else(|error| panic!("{error}"));
        pairs
    }

    /// The same into a list, which is emptied first.
    ///
    /// # Errors
    /// [`WorldError::TooManyPairs`], and the list stays as it was.
    pub fn collisions_into(self, pairs: &mut Vec<Pair>) -> Result<(), WorldError> {
        let listed = narrow::sorted_list(&self.world.broad, self.parallel(), self.world.pair_limit(), |a, b| {
            self.collide(a, b)
        })?;
        self.name(&listed, pairs);
        Ok(())
    }

    /// Gives `visit` the candidates, on this thread, in the order of the trees: no list is made, however many
    /// there are.
    pub fn for_each_candidate(self, mut visit: impl FnMut(Pair)) {
        for job in self.world.broad.jobs() {
            self.visit(job, |a, b| self.may_meet(a, b), &mut visit);
        }
    }

    /// Gives `visit` every pair that shares a solid pixel, on this thread, in the order of the trees: no
    /// list is made, however many there are.
    pub fn for_each_collision(self, mut visit: impl FnMut(Pair)) {
        for job in self.world.broad.jobs() {
            self.visit(job, |a, b| self.collide(a, b), &mut visit);
        }
    }

    /// The same on the threads of the rayon pool that the caller is in, where there are sprites enough
    /// ([`World::set_parallel_from`]): each pair once, on one of them, in no order. A panic of `visit` reaches
    /// the caller once, when the threads have stopped.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// use std::sync::atomic::{AtomicU64, Ordering};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// for _ in 0..1000 {
    ///     world.spawn(Sprite::new(dot, [0, 0]))?;
    /// }
    /// let pairs = AtomicU64::new(0);
    /// world.refresh()?.par_for_each_collision(|_| _ = pairs.fetch_add(1, Ordering::Relaxed));
    /// assert_eq!(pairs.into_inner(), 1000 * 999 / 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn par_for_each_collision(self, visit: impl Fn(Pair) + Sync) {
        let run = |job: Job| self.visit(job, |a, b| self.collide(a, b), &mut |pair| visit(pair));
        let jobs = self.world.broad.jobs();
        if self.parallel() { jobs.into_par_iter().for_each(run) } else { jobs.into_iter().for_each(run) }
    }
}

/// Questions about some sprites.
impl<'w> View<'w> {
    /// The same view, whose queries see only sprites in at least one of these layers, a bit each: all that asks
    /// what is where, near, on a ray or in the way. Lists of pairs are as before. Without it a view sees all
    /// sprites, even those in no layer.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// let ids = [0b01, 0b10].map(|layers| world.spawn(Sprite::new(dot, [3, 3]).layers(layers)).unwrap());
    /// let view = world.refresh()?;
    /// assert_eq!(view.on_layers(0b10).at_point([3, 3]), [ids[1]]);
    /// assert_eq!(view.at_point([3, 3]), ids);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn on_layers(self, layers: u32) -> View<'w> {
        View { layers: Some(layers), ..self }
    }

    /// The mask of a sprite as it stands, flipped and turned, and where its top-left pixel is. `None`
    /// for a stale id.
    #[must_use]
    pub fn shape(self, id: SpriteId) -> Option<Placed<'w>> {
        Some(self.placed(self.body(id)?))
    }

    /// The tight box around the solid pixels of a sprite. `None` where it has none, and for a stale id.
    #[must_use]
    pub fn bounds(self, id: SpriteId) -> Option<Rect> {
        self.shape(id)?.bounds()
    }
}

impl<'w> View<'w> {
    pub(crate) fn of(world: &'w World) -> View<'w> {
        View { world, layers: None }
    }

    fn parallel(self) -> bool {
        self.parallel_for(self.world.len())
    }

    /// Whether work on so many things is shared among threads.
    pub(crate) fn parallel_for(self, things: usize) -> bool {
        things >= self.world.limits.parallel_from && rayon::current_num_threads() > 1
    }

    /// Whether each of two bodies is in a layer that the other collides with.
    pub(crate) fn may_meet(self, a: u32, b: u32) -> bool {
        self.world.bodies.get(a).may_meet(self.world.bodies.get(b))
    }

    /// Whether two bodies share a solid pixel and may.
    fn collide(self, a: u32, b: u32) -> bool {
        self.may_meet(a, b) && self.placed(a).overlaps(&self.placed(b))
    }

    /// The mask of a body as it stands, and its top-left pixel.
    pub(crate) fn placed(self, body: u32) -> Placed<'w> {
        self.world.bodies.get(body).placed(&self.world.shapes)
    }

    /// The sprite of a body.
    pub(crate) fn id(self, body: u32) -> SpriteId {
        self.world.bodies.get(body).id
    }

    /// The body of a sprite, `None` for a stale id.
    pub(crate) fn body(self, id: SpriteId) -> Option<u32> {
        self.world.bodies.number(id)
    }

    /// Whether queries see a body.
    pub(crate) fn sees(self, body: u32) -> bool {
        self.layers.is_none_or(|layers| layers & self.world.bodies.get(body).layers != 0)
    }

    /// The ids of two bodies. The bodies have the order of their ids.
    fn pair(self, (a, b): (u32, u32)) -> Pair {
        Pair { a: self.id(a), b: self.id(b) }
    }

    /// Gives `visit` the pairs of a job for which `keep` holds.
    fn visit(self, job: Job, keep: impl Fn(u32, u32) -> bool, visit: &mut impl FnMut(Pair)) {
        let _ = job.run(&mut |a, b| {
            let (a, b) = (a.min(b), a.max(b));
            if keep(a, b) {
                visit(self.pair((a, b)));
            }
            ControlFlow::<Infallible>::Continue(())
        });
    }

    fn name(self, listed: &[(u32, u32)], pairs: &mut Vec<Pair>) {
        pairs.clear();
        pairs.extend(listed.iter().map(|&pair| self.pair(pair)));
    }
}
