//! Two sprites that share a solid pixel: what there is to know about it, and all of them at once.

use crate::threads::*;
use crate::{Pair, Placed, SpriteId, Step, View, memory};
use mask::{Mask, Rect};
use std::fmt;

/// Two sprites that share a solid pixel, of a [`View`]. It holds no answers: each is worked out when it is
/// asked for.
///
/// Places are in world pixels, y down. Directions concern the sprite with the larger id,
/// [`pair`](Collision::pair)`().b`, whichever way round the two were given.
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
    /// The topmost shared pixel, the leftmost of its row.
    pub first: [i32; 2],
    /// How many solid pixels are shared.
    pub area: u64,
    /// The smallest box around them.
    pub bounds: Rect,
}

impl fmt::Debug for Collision<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Collision").field("pair", &self.pair).finish_non_exhaustive()
    }
}

impl<'w> Collision<'w> {
    /// Two sprites that are known to share a solid pixel; `None` for a stale id, and for one too far off.
    fn known(view: View<'w>, pair: Pair) -> Option<Collision<'w>> {
        let (a, b) = (view.shape(pair.a)?, view.shape(pair.b)?);
        Some(Collision { pair, a, b, offset: a.offset(&b)? })
    }

    /// The two, the smaller id first.
    #[must_use]
    pub fn pair(self) -> Pair {
        self.pair
    }

    /// The topmost pixel that both have, the leftmost of its row.
    #[must_use]
    pub fn first(self) -> [i32; 2] {
        self.a.to_world(expect_shared(self.a.mask.overlap_first(self.b.mask, self.offset)))
    }

    /// How many solid pixels are shared, at least 1.
    #[must_use]
    pub fn area(self) -> u64 {
        self.a.mask.overlap_area(self.b.mask, self.offset)
    }

    /// The smallest box around the shared pixels.
    #[must_use]
    pub fn bounds(self) -> Rect {
        let bounds = expect_shared(self.a.mask.overlap_bounds(self.b.mask, self.offset));
        let [left, top] = self.a.to_world([bounds.left, bounds.top]);
        Rect { left, top, ..bounds }
    }

    /// The first pixel, the area and the box at once.
    #[must_use]
    pub fn overlap(self) -> Overlap {
        Overlap { first: self.first(), area: self.area(), bounds: self.bounds() }
    }

    /// The unit normal of the collision, from `pair().b` to `pair().a`: moving `b` against the normal, or `a` along it,
    /// parts the two. [`Collision::normal_of`] gives the direction for one of the sprites, whichever was spawned first.
    ///
    /// It is [`Mask::overlap_normal`](mask::Mask::overlap_normal), asked of the mask of `a`, and `Some` for every
    /// collision.
    #[must_use]
    pub fn normal(self) -> Option<[f64; 2]> {
        self.a.mask.overlap_normal(self.b.mask, self.offset)
    }

    /// The smallest move of `pair().b` after which the two share no pixel, in pixels; the reverse move of `a` parts them
    /// too. Of several moves of the same length it is the topmost, and of those the leftmost.
    /// [`Collision::penetration_of`] gives the move for one of the sprites, whichever was spawned first.
    ///
    /// It is [`Mask::penetration`](mask::Mask::penetration), asked of the mask of `a`, and `Some` for every collision.
    #[must_use]
    pub fn penetration(self) -> Option<[i32; 2]> {
        self.a.mask.penetration(self.b.mask, self.offset)
    }

    /// The unit vector along which the sprite `id` leaves the other, whichever of the two was spawned first. `None` if
    /// `id` is not of the pair.
    ///
    /// For `pair().b` it is the reverse of [`Collision::normal`]. For `pair().a` it is the normal itself, unless the
    /// sprites are so deep in each other that several ways out are equally short: then it is the way of
    /// [`Collision::penetration_of`].
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
    #[must_use]
    pub fn normal_of(self, id: SpriteId) -> Option<[f64; 2]> {
        let (mine, other, offset) = self.seen_from_other(id)?;
        // A difference, so that no component is -0.0.
        Some(other.overlap_normal(mine, offset)?.map(|c| 0.0 - c))
    }

    /// The smallest move of the sprite `id` after which it shares no pixel with the other, whichever of the two was
    /// spawned first, in pixels. Of several moves of the same length it is the topmost, and of those the leftmost.
    /// `None` if `id` is not of the pair.
    ///
    /// For `pair().b` it is [`Collision::penetration`]. For `pair().a` it has the same length and is the reverse of
    /// `penetration`, unless several moves are equally short.
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
    #[must_use]
    pub fn penetration_of(self, id: SpriteId) -> Option<[i32; 2]> {
        let (mine, other, offset) = self.seen_from_other(id)?;
        other.penetration(mine, offset)
    }

    /// The mask of a sprite of the pair, the mask of the other, and the offset of the first in the frame of the other.
    fn seen_from_other(self, id: SpriteId) -> Option<(&'w Mask, &'w Mask, [i32; 2])> {
        let (a, b) = (self.a.mask, self.b.mask);
        match id {
            _ if id == self.pair.b => Some((b, a, self.offset)),
            _ if id == self.pair.a => Some((a, b, self.offset.map(|c| -c))),
            _ => None,
        }
    }
}

/// What is asked of two that collide has an answer.
fn expect_shared<T>(answer: Option<T>) -> T {
    answer.expect("two sprites that collide are there and share a pixel")
}

/// Questions about two sprites.
impl<'w> View<'w> {
    /// The collision of two sprites, whatever their layers: `None` where they share no solid pixel, where an id
    /// is stale, and for a sprite and itself.
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

    /// What two sprites share, whatever their layers: `None` where that is nothing, where an id is
    /// stale, and for a sprite and itself.
    #[must_use]
    pub fn overlap(self, a: SpriteId, b: SpriteId) -> Option<Overlap> {
        self.collision(a, b).map(Collision::overlap)
    }

    /// What `f` makes of the collision of each pair, in their order; `None` for those that do not collide and
    /// for stale ids.
    ///
    /// Many pairs are shared among the threads of the rayon pool that the caller is in; the answer is the same
    /// for any number of them. See [`World::set_parallel_from`](crate::World::set_parallel_from).
    #[must_use]
    pub fn map_pairs<T: Send>(self, pairs: &[Pair], f: impl Fn(Collision<'w>) -> T + Sync) -> Vec<Option<T>> {
        self.map(pairs, |pair| self.collision(pair.a, pair.b).map(&f))
    }

    /// What `f` makes of each pair, in their order, in parallel where there are many.
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
    /// What `f` makes of the collision of each of [`Step::pairs`], in their order.
    ///
    /// In parallel as [`View::map_pairs`] is, with the same answer for any number of threads.
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
    #[must_use]
    pub fn contacts<T: Send>(self, f: impl Fn(Collision<'w>) -> T + Sync) -> Vec<T> {
        let view = self.view();
        view.map(self.pairs(), |&pair| f(expect_shared(Collision::known(view, pair))))
    }
}
