//! A view of the world as it stood at a refresh: what collides, and what is where.

use crate::narrow::{self, Way};
use crate::packed::Block;
use crate::{Placed, SpriteId, World, WorldError};
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

impl Pair {
    /// Two different sprites. (No branch: which is the smaller nobody can predict.)
    #[inline(always)]
    fn of(a: SpriteId, b: SpriteId) -> Pair {
        let ids = [a, b];
        let first = usize::from(b.index() < a.index());
        Pair { a: ids[first], b: ids[1 - first] }
    }
}

/// What two sprites share, in world pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Overlap {
    /// The topmost shared pixel, the leftmost of its row.
    pub first: [i32; 2],
    /// How many solid pixels are shared.
    pub area: u64,
    /// The smallest box around them.
    pub bounds: Rect,
}

/// The world as it stood at the last refresh. It asks without changing anything: copy it, send it to
/// other threads.
#[derive(Clone, Copy)]
pub struct View<'w> {
    pub(crate) world: &'w World,
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
    /// [`WorldError::TooManyPairs`], and the list is left empty.
    pub fn candidates_into(self, pairs: &mut Vec<Pair>) -> Result<(), WorldError> {
        let broad = &self.world.broad;
        narrow::list(&broad.jobs(), self.way(), pairs, |block, pairs| {
            let (a, b) = (broad.ids(block.a), broad.ids(block.b));
            if broad.layered() {
                self.each_meeting(block, |i, j| pairs.push(Pair::of(a[i], b[j])));
            } else {
                block.each(|i, j| pairs.push(Pair::of(a[i], b[j])));
            }
        })
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
    /// [`WorldError::TooManyPairs`], and the list is left empty.
    pub fn collisions_into(self, pairs: &mut Vec<Pair>) -> Result<(), WorldError> {
        let way = self.way();
        narrow::list(&self.world.broad.jobs(), way, pairs, |block, pairs| {
            self.each_collision(block, |pair| pairs.push(pair));
        })?;
        if way.parallel {
            pairs.par_sort_unstable();
        } else {
            pairs.sort_unstable();
        }
        Ok(())
    }

    /// Gives `visit` every pair that shares a solid pixel, on this thread, in the order of the trees: no
    /// list is made, however many there are.
    pub fn for_each_collision(self, mut visit: impl FnMut(Pair)) {
        for job in self.world.broad.jobs() {
            let _ = job.run(&mut |blocks| {
                blocks.iter().for_each(|&block| self.each_collision(block, &mut visit));
                ControlFlow::<Infallible>::Continue(())
            });
        }
    }
}

/// Questions about one sprite, or two.
impl<'w> View<'w> {
    /// What two sprites share, whatever their layers: `None` where that is nothing, where an id is
    /// stale, and for a sprite and itself.
    #[must_use]
    pub fn overlap(self, a: SpriteId, b: SpriteId) -> Option<Overlap> {
        if a == b {
            return None;
        }
        let (a, b) = (self.shape(a)?, self.shape(b)?);
        let offset = a.offset(&b)?;
        let [x, y] = a.mask.overlap_first(b.mask, offset)?;
        let bounds = a.mask.overlap_bounds(b.mask, offset)?;
        Some(Overlap {
            first: [a.at[0] + x, a.at[1] + y],
            area: a.mask.overlap_area(b.mask, offset),
            bounds: Rect { left: a.at[0] + bounds.left, top: a.at[1] + bounds.top, ..bounds },
        })
    }

    /// The mask of a sprite as it stands, flipped and turned, and where its top-left pixel is. `None`
    /// for a stale id.
    #[must_use]
    pub fn shape(self, id: SpriteId) -> Option<Placed<'w>> {
        Some(self.placed(*self.world.slots.get(id)?))
    }

    /// The tight box around the solid pixels of a sprite. `None` where it has none, and for a stale id.
    #[must_use]
    pub fn bounds(self, id: SpriteId) -> Option<Rect> {
        self.shape(id)?.bounds()
    }
}

impl<'w> View<'w> {
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

    #[inline(always)]
    pub(crate) fn placed(self, body: u32) -> Placed<'w> {
        let stand = self.world.broad.stand(body, &self.world.shapes);
        let stand = stand.expect("a refresh finds out which masks cannot be turned");
        Placed { mask: stand.mask(), at: stand.at }
    }

    #[inline]
    pub(crate) fn id(self, body: u32) -> SpriteId {
        self.world.broad.id(body)
    }
}
