//! Collisions of two sprites: the shared pixels, the normal and the separating move, for one pair or for many.

use crate::threads::*;
use crate::{Pair, Placed, SpriteId, Step, View, memory};
use mask::{Mask, Rect};
use std::fmt;

/// A collision: two sprites of a [`View`] that share a solid pixel.
///
/// Each method computes its result when it is called. Coordinates are world pixels, y down.
///
/// [`Collision::normal_of`] and [`Collision::penetration_of`] return how a sprite, given by its id, gets out of the
/// other. [`Collision::normal`] and [`Collision::penetration`] do not depend on the order in which the ids were given:
/// the normal points from [`pair`](Collision::pair)`().b`, which has the larger id, to `pair().a`, and the penetration
/// is a move of `pair().b`.
#[derive(Clone, Copy)]
pub struct Collision<'w> {
    pair: Pair,
    a: Placed<'w>,
    b: Placed<'w>,
    /// The top-left pixel of `b` in the frame of `a`.
    offset: [i32; 2],
}

/// The solid pixels that two sprites share, in world pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Overlap {
    /// The topmost shared pixel, and the leftmost in its row.
    pub first: [i32; 2],
    /// The number of shared pixels.
    pub area: u64,
    /// The smallest box around the shared pixels.
    pub bounds: Rect,
}

impl fmt::Debug for Collision<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Collision").field("pair", &self.pair).finish_non_exhaustive()
    }
}

impl<'w> Collision<'w> {
    /// Builds the collision of two sprites, without a test for a shared pixel. Returns `None` if an id is stale, or if
    /// the sprites are too far apart to overlap.
    fn known(view: View<'w>, pair: Pair) -> Option<Collision<'w>> {
        let (a, b) = (view.shape(pair.a)?, view.shape(pair.b)?);
        Some(Collision { pair, a, b, offset: a.offset(&b)? })
    }

    /// Returns the two sprites, the smaller id first.
    #[must_use]
    pub fn pair(self) -> Pair {
        self.pair
    }

    /// Returns the topmost shared solid pixel, and the leftmost in its row.
    #[must_use]
    pub fn first(self) -> [i32; 2] {
        self.a.to_world(expect_shared(self.a.mask.overlap_first(self.b.mask, self.offset)))
    }

    /// Returns the number of shared solid pixels, which is at least 1.
    #[must_use]
    pub fn area(self) -> u64 {
        self.a.mask.overlap_area(self.b.mask, self.offset)
    }

    /// Returns the smallest box around the shared solid pixels.
    #[must_use]
    pub fn bounds(self) -> Rect {
        let bounds = expect_shared(self.a.mask.overlap_bounds(self.b.mask, self.offset));
        let [left, top] = self.a.to_world([bounds.left, bounds.top]);
        Rect { left, top, ..bounds }
    }

    /// Returns [`first`](Collision::first), [`area`](Collision::area) and [`bounds`](Collision::bounds) together.
    #[must_use]
    pub fn overlap(self) -> Overlap {
        Overlap { first: self.first(), area: self.area(), bounds: self.bounds() }
    }

    /// Returns the unit normal of the collision, which points from `pair().b` to `pair().a`. The sprites separate if
    /// `b` moves against the normal, or if `a` moves along the normal.
    ///
    /// The result is `Some` for every collision. It equals [`Mask::overlap_normal`](mask::Mask::overlap_normal) of the
    /// mask of `a` with the mask of `b`. [`Collision::normal_of`] returns the direction for a sprite given by its id.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn normal(self) -> Option<[f64; 2]> {
        self.a.mask.overlap_normal(self.b.mask, self.offset)
    }

    /// Returns the smallest move of `pair().b`, in pixels, after which the two sprites share no solid pixel. The
    /// reverse move of `pair().a` separates them too. Of several shortest moves, the result is the one with the
    /// smallest y, then the smallest x.
    ///
    /// The result is `Some` for every collision. It equals [`Mask::penetration`](mask::Mask::penetration) of the mask
    /// of `a` with the mask of `b`. [`Collision::penetration_of`] returns the move for a sprite given by its id.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn penetration(self) -> Option<[i32; 2]> {
        self.a.mask.penetration(self.b.mask, self.offset)
    }

    /// Returns the unit vector along which the sprite `id` leaves the other sprite. Returns `None` if `id` is not in
    /// the pair.
    ///
    /// For `pair().b`, the result is the reverse of [`Collision::normal`]. For `pair().a`, the result is the normal.
    /// There is one exception: deep inside each other, where the normal comes from the penetration and several ways out
    /// are equally short, the result for `pair().a` is the direction of its own [`Collision::penetration_of`].
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// let (ground, ball) = (world.add_mask(Mask::filled(100, 40)?)?, world.add_mask(Mask::filled(8, 8)?)?);
    /// let ground = world.spawn(Sprite::new(ground, [0, 0]).fixed())?;
    /// let ball = world.spawn(Sprite::new(ball, [50, -6]))?;
    /// let collision = world.refresh()?.collision(ball, ground).unwrap();
    /// assert_eq!(collision.normal_of(ball), Some([0.0, -1.0])); // up, out of the ground
    /// assert_eq!(collision.normal_of(ground), Some([0.0, 1.0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn normal_of(self, id: SpriteId) -> Option<[f64; 2]> {
        let (mine, other, offset) = self.seen_from_other(id)?;
        // A subtraction instead of a negation, so that no component is -0.0.
        Some(other.overlap_normal(mine, offset)?.map(|c| 0.0 - c))
    }

    /// Returns the smallest move of the sprite `id`, in pixels, after which it shares no solid pixel with the other
    /// sprite. Of several shortest moves, the result is the one with the smallest y, then the smallest x.
    /// Returns `None` if `id` is not in the pair.
    ///
    /// For `pair().b`, the result is [`Collision::penetration`]. For `pair().a`, it has the length of `penetration`,
    /// and is its reverse unless several moves are equally short.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// let (ground, ball) = (world.add_mask(Mask::filled(100, 40)?)?, world.add_mask(Mask::filled(8, 8)?)?);
    /// let ground = world.spawn(Sprite::new(ground, [0, 0]).fixed())?;
    /// let ball = world.spawn(Sprite::new(ball, [50, -6]))?;
    /// let collision = world.refresh()?.collision(ground, ball).unwrap();
    /// let out = collision.penetration_of(ball).unwrap();
    /// assert_eq!(out, [0, -2]);
    /// assert_eq!(collision.penetration_of(ground), Some([0, 2]));
    /// world.move_by(ball, out)?;
    /// assert!(world.refresh()?.collision(ground, ball).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn penetration_of(self, id: SpriteId) -> Option<[i32; 2]> {
        let (mine, other, offset) = self.seen_from_other(id)?;
        other.penetration(mine, offset)
    }

    /// Returns the mask of the sprite `id`, the mask of the other sprite, and the offset of the first mask in the frame
    /// of the second.
    fn seen_from_other(self, id: SpriteId) -> Option<(&'w Mask, &'w Mask, [i32; 2])> {
        let (a, b) = (self.a.mask, self.b.mask);
        match id {
            _ if id == self.pair.b => Some((b, a, self.offset)),
            _ if id == self.pair.a => Some((a, b, self.offset.map(|c| -c))),
            _ => None,
        }
    }
}

/// Unwraps a result that exists for every two sprites that collide.
fn expect_shared<T>(answer: Option<T>) -> T {
    answer.expect("the sprites of a collision are in the world and share a solid pixel")
}

/// Collisions of given pairs.
impl<'w> View<'w> {
    /// Returns the collision of two sprites, regardless of their layers and of [`Sprite::fixed`](crate::Sprite::fixed). Returns `None` if the sprites share no solid
    /// pixel, if an id is stale, or if both ids are equal.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// let (ground, ball) = (world.add_mask(Mask::filled(100, 40)?)?, world.add_mask(Mask::filled(8, 8)?)?);
    /// let ground = world.spawn(Sprite::new(ground, [0, 0]).fixed())?;
    /// let ball = world.spawn(Sprite::new(ball, [50, -6]))?;
    /// let collision = world.refresh()?.collision(ball, ground).unwrap();
    /// assert_eq!((collision.pair().b, collision.first(), collision.area()), (ball, [50, 0], 16));
    /// assert_eq!(collision.penetration_of(ball), Some([0, -2])); // up, out of the ground
    /// assert_eq!(collision.normal_of(ball), Some([0.0, -1.0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn collision(self, a: SpriteId, b: SpriteId) -> Option<Collision<'w>> {
        if a == b {
            return None;
        }
        let collision = Collision::known(self, Pair { a: a.min(b), b: a.max(b) })?;
        collision.a.mask.overlaps(collision.b.mask, collision.offset).then_some(collision)
    }

    /// Returns the solid pixels that two sprites share, regardless of their layers. Returns `None` if the sprites share
    /// no solid pixel, if an id is stale, or if both ids are equal.
    #[must_use]
    pub fn overlap(self, a: SpriteId, b: SpriteId) -> Option<Overlap> {
        self.collision(a, b).map(Collision::overlap)
    }

    /// Calls `f` with the collision of each pair, and returns the results in the order of `pairs`. The result of a pair
    /// is `None` if its sprites do not collide, or if an id is stale. Layers are ignored.
    ///
    /// If the list has at least as many pairs as [`World::set_parallel_from`](crate::World::set_parallel_from) sets,
    /// the threads of the caller's rayon pool share the work. The returned list does not depend on the number of
    /// threads.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn map_pairs<T: Send>(self, pairs: &[Pair], f: impl Fn(Collision<'w>) -> T + Sync) -> Vec<Option<T>> {
        self.map(pairs, |pair| self.collision(pair.a, pair.b).map(&f))
    }

    /// Returns the results of `f` for each pair, in the order of `pairs`. Long lists are processed in parallel.
    fn map<T: Send>(self, pairs: &[Pair], f: impl Fn(&Pair) -> T + Sync) -> Vec<T> {
        let mut list = memory::or_panic(memory::try_with_capacity(pairs.len()));
        if self.world.parallel(pairs.len()) {
            pairs.par_iter().map(&f).collect_into_vec(&mut list);
        } else {
            list.extend(pairs.iter().map(&f));
        }
        list
    }
}

/// The collisions of a step.
impl<'w> Step<'w> {
    /// Calls `f` with the collision of each pair of [`Step::pairs`], and returns the results in the order of the pairs.
    ///
    /// As in [`View::map_pairs`], several threads share the work on a long list. The returned list does not depend on
    /// the number of threads.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Collision, Sprite, World};
    /// # let mut world = World::new();
    /// # let ball = world.add_mask(Mask::filled(8, 8)?)?;
    /// # for x in [0, 7, 13] { world.spawn(Sprite::new(ball, [x, 0]))?; }
    /// let step = world.step()?;
    /// assert_eq!(step.contacts(Collision::area), [8, 16]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn contacts<T: Send>(self, f: impl Fn(Collision<'w>) -> T + Sync) -> Vec<T> {
        let view = self.view();
        view.map(self.pairs(), |&pair| f(expect_shared(Collision::known(view, pair))))
    }
}
