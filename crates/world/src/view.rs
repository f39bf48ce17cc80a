//! A view of the world as it stood at a refresh: what collides, and what is where.

use crate::broad::{JOBS, Job};
use crate::narrow::{self, Way};
use crate::order;
use crate::packed::{Block, Extent};
use crate::still::{Kept, Still};
use crate::threads::*;
use crate::{Placed, SpriteId, World, WorldError, memory};
use mask::Rect;
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

impl Pair {
    /// Two different sprites. (No branch: which is the smaller nobody can predict.)
    #[inline(always)]
    fn of(a: SpriteId, b: SpriteId) -> Pair {
        let ids = [a, b];
        let first = usize::from(b.index() < a.index());
        Pair { a: ids[first], b: ids[1 - first] }
    }
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
    /// Beyond [`World::pair_limit`], and where there is no memory. [`View::candidates_into`] gives an error instead.
    #[must_use]
    pub fn candidates(self) -> Vec<Pair> {
        let mut pairs = Vec::new();
        memory::given(self.candidates_into(&mut pairs));
        pairs
    }

    /// The same into a list, which is emptied first.
    ///
    /// # Errors
    /// [`WorldError::TooManyPairs`], [`WorldError::NoMemory`], and the list is left empty.
    pub fn candidates_into(self, pairs: &mut Vec<Pair>) -> Result<(), WorldError> {
        self.kept_or(Kept::Candidates, pairs, |jobs, pairs| self.list(Kept::Candidates, jobs, self.way(), pairs))
    }

    /// The pairs that share a solid pixel, sorted.
    ///
    /// # Panics
    /// Beyond [`World::pair_limit`], and where there is no memory. [`View::collisions_into`] gives an error instead.
    #[must_use]
    pub fn collisions(self) -> Vec<Pair> {
        let mut pairs = Vec::new();
        memory::given(self.collisions_into(&mut pairs));
        pairs
    }

    /// The same into a list, which is emptied first.
    ///
    /// # Errors
    /// [`WorldError::TooManyPairs`], [`WorldError::NoMemory`], and the list is left empty.
    pub fn collisions_into(self, pairs: &mut Vec<Pair>) -> Result<(), WorldError> {
        self.kept_or(Kept::Collisions, pairs, |jobs, pairs| {
            self.list(Kept::Collisions, jobs, self.way(), pairs)?;
            self.sort(pairs);
            Ok(())
        })
    }

    /// Gives `visit` the candidates, on this thread, in the order of the trees: no list is made, however many
    /// there are.
    pub fn for_each_candidate(self, mut visit: impl FnMut(Pair)) {
        let _ = self.world.broad.run(&mut all(|block| self.each_candidate(block, &mut visit)));
    }

    /// Gives `visit` every pair that shares a solid pixel, on this thread, in the order of the trees: no
    /// list is made, however many there are.
    pub fn for_each_collision(self, mut visit: impl FnMut(Pair)) {
        let _ = self.world.broad.run(&mut all(|block| self.each_collision(block, &mut visit)));
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
        if !self.way().parallel {
            return self.for_each_collision(visit);
        }
        let jobs = memory::given(self.world.broad.jobs(Extent::All, JOBS));
        jobs.into_par_iter().for_each(|job| _ = job.run(&mut all(|block| self.each_collision(block, &visit))));
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

/// Blocks one by one, all of them.
fn all(mut take: impl FnMut(Block)) -> impl FnMut(&[Block]) -> ControlFlow<Infallible> {
    move |blocks| {
        blocks.iter().for_each(|&block| take(block));
        ControlFlow::Continue(())
    }
}

impl<'w> View<'w> {
    pub(crate) fn of(world: &'w World) -> View<'w> {
        View { world, layers: None }
    }

    /// A list that is kept, or else made now, and kept where that is worth it.
    fn kept_or(
        self,
        kept: Kept,
        pairs: &mut Vec<Pair>,
        make: impl FnOnce(&[Job], &mut Vec<Pair>) -> Result<(), WorldError>,
    ) -> Result<(), WorldError> {
        let World { still, broad, .. } = self.world;
        if let Some(kept) = still.get(kept) {
            pairs.clear();
            if kept.len() > self.world.pair_limit() {
                return Err(WorldError::TooManyPairs { limit: self.world.pair_limit() });
            }
            pairs.try_reserve(kept.len())?;
            pairs.extend_from_slice(kept);
            return Ok(());
        }
        pairs.clear();
        make(&broad.jobs(Extent::All, self.way().jobs())?, pairs)?;
        // A list that is kept only saves time: without memory for it there is none.
        if still.wants(pairs.len(), self.world.len())
            && let Ok(list) = memory::list(pairs.iter().copied())
        {
            still.keep(kept, list);
        }
        Ok(())
    }

    /// Lists pairs of some jobs, unsorted.
    fn list(self, kept: Kept, jobs: &[Job], way: Way, pairs: &mut Vec<Pair>) -> Result<(), WorldError> {
        match kept {
            Kept::Candidates => narrow::list(jobs, way, &self.world.still.spare, pairs, |block, pairs| {
                self.each_candidate(block, |pair| pairs.push(pair));
            }),
            Kept::Collisions => narrow::list(jobs, way, &self.world.still.spare, pairs, |block, pairs| {
                self.each_collision(block, |pair| pairs.push(pair));
            }),
        }
    }

    fn sort(self, pairs: &mut Vec<Pair>) {
        let mut spare = self.world.still.sorting.take();
        order::sort(pairs, &mut spare, self.world.slots.capacity());
        self.world.still.sorting.give(spare);
    }

    /// Adds the pairs of sprites that have changed to a list that was kept, so that it is worth keeping still.
    ///
    /// # Errors
    /// [`WorldError::TooManyPairs`] where it is not; [`WorldError::NoMemory`].
    pub(crate) fn add_changed(self, kept: Kept, pairs: &mut Vec<Pair>) -> Result<(), WorldError> {
        let mut changed = Vec::new();
        let way = Way { limit: Still::most_pairs(self.world.len()), ..self.way() };
        self.list(kept, &self.world.broad.jobs(Extent::Changed, way.jobs())?, way, &mut changed)?;
        if let Kept::Candidates = kept {
            return memory::extend(pairs, changed.into_iter());
        }
        self.sort(&mut changed);
        order::merge(pairs, &changed)
    }

    fn way(self) -> Way {
        Way { parallel: self.world.parallel(self.world.len()), limit: self.world.pair_limit() }
    }

    /// Gives `pair` the pairs of a block that layers do not keep apart.
    #[inline(always)]
    fn each_meeting(self, block: Block, mut pair: impl FnMut(usize, usize)) {
        let broad = &self.world.broad;
        block.each(|i, j| {
            if broad.layers(block.a + i as u32).may_meet(broad.layers(block.b + j as u32)) {
                pair(i, j);
            }
        });
    }

    /// Gives `pair` the candidates of a block.
    #[inline(always)]
    fn each_candidate(self, block: Block, mut pair: impl FnMut(Pair)) {
        let broad = &self.world.broad;
        let (a, b) = (broad.ids(block.a), broad.ids(block.b));
        if broad.layered() {
            self.each_meeting(block, |i, j| pair(Pair::of(a[i], b[j])));
        } else {
            block.each(|i, j| pair(Pair::of(a[i], b[j])));
        }
    }

    /// Gives `pair` the pairs of a block that share a solid pixel.
    #[inline(always)]
    fn each_collision(self, block: Block, mut pair: impl FnMut(Pair)) {
        let (a, b) = (self.world.broad.ids(block.a), self.world.broad.ids(block.b));
        self.each_meeting(block, |i, j| {
            if self.placed(block.a + i as u32).overlaps(&self.placed(block.b + j as u32)) {
                pair(Pair::of(a[i], b[j]));
            }
        });
    }

    /// The mask of a body as it stands, and its top-left pixel.
    #[inline(always)]
    pub(crate) fn placed(self, body: u32) -> Placed<'w> {
        let stand = self.world.broad.stand(body, &self.world.shapes);
        let stand = stand.expect("a refresh finds out which masks cannot be turned");
        Placed { mask: stand.mask(), at: stand.at }
    }

    /// The sprite of a body.
    #[inline]
    pub(crate) fn id(self, body: u32) -> SpriteId {
        self.world.broad.id(body)
    }

    /// The body of a sprite, `None` for a stale id.
    pub(crate) fn body(self, id: SpriteId) -> Option<u32> {
        self.world.slots.get(id).copied()
    }

    /// Whether each of two bodies is in a layer that the other collides with.
    pub(crate) fn may_meet(self, a: u32, b: u32) -> bool {
        self.world.broad.layers(a).may_meet(self.world.broad.layers(b))
    }

    /// Whether queries see a body.
    pub(crate) fn sees(self, body: u32) -> bool {
        self.layers.is_none_or(|layers| self.world.broad.layers(body).is_in(layers))
    }
}
