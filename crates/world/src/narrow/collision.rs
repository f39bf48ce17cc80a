//! A collision of two sprites: the shared pixels, the normal and the separating move.

use crate::geometry::Aabb;
use crate::masks::VariantNumber;
use crate::{Pair, Placed, SpriteId, View};
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
    view: View<'w>,
    pair: Pair,
    a: Collider<'w>,
    b: Collider<'w>,
}

/// One of two sprites that collide.
#[derive(Clone, Copy)]
pub(super) struct Collider<'w> {
    pub(super) placed: Placed<'w>,
    /// The tight box, in world pixels.
    pub(super) aabb: Aabb,
    /// The number of the mask variant in the offset tables.
    pub(super) number: VariantNumber,
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
    /// Builds the collision of two sprites that share a solid pixel.
    pub(super) fn new(view: View<'w>, pair: Pair, [a, b]: [Collider<'w>; 2]) -> Collision<'w> {
        Collision { view, pair, a, b }
    }

    /// Returns the two sprites, the smaller id first.
    #[must_use]
    pub fn pair(self) -> Pair {
        self.pair
    }

    /// Returns the topmost shared solid pixel, and the leftmost in its row.
    #[must_use]
    pub fn first(self) -> [i32; 2] {
        let [a, b] = self.masks();
        self.a.placed.to_world(expect_shared(a.overlap_first(b, self.offset())))
    }

    /// Returns the number of shared solid pixels, which is at least 1.
    #[must_use]
    pub fn area(self) -> u64 {
        let [a, b] = self.masks();
        a.overlap_area(b, self.offset())
    }

    /// Returns the smallest box around the shared solid pixels.
    #[must_use]
    pub fn bounds(self) -> Rect {
        let [a, b] = self.masks();
        let bounds = expect_shared(a.overlap_bounds(b, self.offset()));
        let [left, top] = self.a.placed.to_world([bounds.left, bounds.top]);
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
        self.normal_of_second()
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
        self.way_out_of_second()
    }

    /// Returns the unit vector along which the sprite `id` leaves the other sprite. Returns `None` if `id` is not in
    /// the pair.
    ///
    /// For `pair().b`, the result is the reverse of [`Collision::normal`]. For `pair().a`, the result is the normal.
    /// There is one exception. If the normal comes from the penetration and several ways out are equally short, the result for
    /// `pair().a` is the direction of its own [`Collision::penetration_of`].
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
        // A subtraction instead of a negation, so that no component is -0.0.
        Some(self.with_second(id)?.normal_of_second()?.map(|c| 0.0 - c))
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
        self.with_second(id)?.way_out_of_second()
    }

    /// The collision with the sprite `id` as the second sprite.
    fn with_second(self, id: SpriteId) -> Option<Collision<'w>> {
        match id {
            _ if id == self.pair.b => Some(self),
            _ if id == self.pair.a => Some(Collision { a: self.b, b: self.a, ..self }),
            _ => None,
        }
    }

    /// The two masks.
    fn masks(self) -> [&'w Mask; 2] {
        [self.a.placed.mask, self.b.placed.mask]
    }

    /// The top-left pixel of the second mask in the frame of the first.
    fn offset(self) -> [i32; 2] {
        expect_shared(self.a.placed.offset(&self.b.placed))
    }

    /// The normal that points from the second sprite to the first.
    fn normal_of_second(self) -> Option<[f64; 2]> {
        let [a, b] = self.masks();
        let normal = b.normal_of_overlap(a, self.offset().map(|c| -c), || self.way_out_of_second());
        normal.map(|normal| normal.map(|c| -c))
    }

    /// The smallest move of the second sprite that separates it from the first.
    fn way_out_of_second(self) -> Option<[i32; 2]> {
        let Collision { view, a, b, .. } = self;
        view.world.tables.reader().way_out([a.number, b.number], [a.aabb, b.aabb]).or_else(|| {
            let [a, b] = self.masks();
            b.penetration(a, self.offset().map(|c| -c))
        })
    }
}

/// Unwraps a result that exists for every two sprites that collide.
pub(super) fn expect_shared<T>(answer: Option<T>) -> T {
    answer.expect("the sprites of a collision are in the world and share a solid pixel")
}
