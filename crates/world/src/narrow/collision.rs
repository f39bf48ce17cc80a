//! Two sprites that share a solid pixel: what there is to know about it, and all of them at once.

use crate::threads::*;
use crate::{Pair, Placed, SpriteId, Step, View, memory};
use mask::Rect;
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

    /// The unit normal, from `pair().b` to `pair().a`: it is `b` that parts from `a` when it is moved against
    /// the normal, and `a` that parts from `b` when it is moved along it. See
    /// [`Mask::overlap_normal`](mask::Mask::overlap_normal), asked of `a`; it is never `None` there either where
    /// two collide.
    #[must_use]
    pub fn normal(self) -> Option<[f64; 2]> {
        self.a.mask.overlap_normal(self.b.mask, self.offset)
    }

    /// The smallest move of `pair().b` after which the two share no pixel, in pixels; `a` may as well make the
    /// reverse of it. Of moves of the same length the topmost, and of those the leftmost. See
    /// [`Mask::penetration`](mask::Mask::penetration), asked of `a`; it is never `None` there either where two
    /// collide.
    #[must_use]
    pub fn penetration(self) -> Option<[i32; 2]> {
        self.a.mask.penetration(self.b.mask, self.offset)
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
    /// assert_eq!(collision.penetration(), Some([0, -2])); // up, out of the ground
    /// assert_eq!(collision.normal(), Some([0.0, 1.0])); // from the ball to the ground
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
