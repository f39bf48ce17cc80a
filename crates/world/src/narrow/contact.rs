//! A contact of two sprites: the shared pixels, the normal and the separating move.

use crate::geometry::Aabb;
use crate::masks::VariantNumber;
use crate::{Pair, Placed, SpriteId, View, memory};
use mask::{Rect, TransformedMask};
use std::fmt;

/// A contact: two sprites of a [`View`] that share a solid pixel.
///
/// Each method computes its result when it is called. Coordinates are world pixels, y down.
///
/// The normal and the penetration belong to the first sprite, `a`: they tell how `a` gets out of `b`.
/// [`Contact::normal_of`] and [`Contact::penetration_of`] answer for the sprite with a given id.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Contact<'w> {
    /// The first sprite. It is the sprite that was asked for first, or the sprite with the smaller id if the contact
    /// comes from a list of pairs.
    pub a: SpriteId,
    /// The second sprite.
    pub b: SpriteId,
    view: View<'w>,
    /// `a`, then `b`.
    colliders: [Collider; 2],
}

/// One of two sprites of a contact.
#[derive(Clone, Copy)]
pub(super) struct Collider {
    /// The box, in world pixels.
    pub(super) aabb: Aabb,
    /// The number of the mask variant.
    pub(super) number: VariantNumber,
}

impl fmt::Debug for Contact<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contact").field("a", &self.a).field("b", &self.b).finish_non_exhaustive()
    }
}

impl<'w> Contact<'w> {
    /// Builds the contact of two sprites that share a solid pixel.
    pub(super) fn new(view: View<'w>, Pair { a, b }: Pair, colliders: [Collider; 2]) -> Contact<'w> {
        Contact { a, b, view, colliders }
    }

    /// Returns the sprite of the contact that is not `id`. Returns `None` if `id` is not in the contact.
    #[must_use]
    pub fn other(self, id: SpriteId) -> Option<SpriteId> {
        Pair { a: self.a, b: self.b }.other(id)
    }

    /// Returns the topmost shared solid pixel, and the leftmost in its row.
    #[must_use]
    pub fn first(self) -> [i32; 2] {
        self.ask(
            |a, b, at| a.to_world(expect_shared(a.mask.overlap_first(b.mask, at))),
            |a, b| expect_shared(a.overlap_first(b)),
        )
    }

    /// Returns the number of shared solid pixels, which is at least 1.
    #[must_use]
    pub fn area(self) -> u64 {
        self.ask(|a, b, at| a.mask.overlap_area(b.mask, at), |a, b| a.overlap_area(b))
    }

    /// Returns the smallest box around the shared solid pixels.
    #[must_use]
    pub fn bounds(self) -> Rect {
        self.ask(
            |a, b, at| {
                let bounds = expect_shared(a.mask.overlap_bounds(b.mask, at));
                let [left, top] = a.to_world([bounds.left, bounds.top]);
                Rect { left, top, ..bounds }
            },
            |a, b| expect_shared(a.overlap_bounds(b)),
        )
    }

    /// Returns the unit vector along which `a` leaves `b`. `b` leaves `a` along the reverse.
    ///
    /// It equals [`Mask::overlap_normal`](mask::Mask::overlap_normal) of the mask of `a` with the mask of `b`.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn normal(self) -> [f64; 2] {
        let way_out = || Some(self.penetration());
        expect_shared(
            self.ask(|a, b, at| a.mask.normal_of_overlap(b.mask, at, way_out), |a, b| a.normal_of_overlap(b, way_out)),
        )
    }

    /// Returns the smallest move of `a`, in pixels, after which the two sprites share no solid pixel. The reverse move
    /// of `b` separates them too. Of several shortest moves, the result is the one with the smallest y, then the
    /// smallest x.
    ///
    /// It equals [`Mask::penetration`](mask::Mask::penetration) of the mask of `a` with the mask of `b`.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn penetration(self) -> [i32; 2] {
        let Contact { view, colliders: [a, b], .. } = self;
        let table = view.world.tables.reader().exact([b.number, a.number], [b.aabb, a.aabb].map(Aabb::sides));
        let offset = [a.aabb.0[0] - b.aabb.0[0], a.aabb.0[1] - b.aabb.0[1]];
        table.map(|table| table.way_out(offset)).unwrap_or_else(|| {
            let [a, b] = self.rendered();
            expect_shared(a.mask.penetration(b.mask, expect_shared(a.offset(&b))))
        })
    }

    /// Returns the unit vector along which the sprite `id` leaves the other sprite. Returns `None` if `id` is not in
    /// the contact.
    ///
    /// For `a`, the result is [`Contact::normal`]. For `b`, the result is the reverse of it, with one exception: if the
    /// normal comes from the penetration and several ways out are equally short, the result is the direction of `b`'s
    /// own [`Contact::penetration_of`].
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let (ground, ball) = (world.add_mask(Mask::filled(100, 40)?)?, world.add_mask(Mask::filled(8, 8)?)?);
    /// let ground = world.spawn(Sprite::new(ground, [0, 0]).fixed(true))?;
    /// let ball = world.spawn(Sprite::new(ball, [50, -6]))?;
    /// let contact = world.refresh()?.contact(ball, ground).unwrap();
    /// assert_eq!(contact.normal(), [0.0, -1.0]); // the ball goes up, out of the ground
    /// assert_eq!(contact.normal_of(ground), Some([0.0, 1.0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn normal_of(self, id: SpriteId) -> Option<[f64; 2]> {
        self.with_first(id).map(Contact::normal)
    }

    /// Returns the smallest move of the sprite `id`, in pixels, after which it shares no solid pixel with the other
    /// sprite. Of several shortest moves, the result is the one with the smallest y, then the smallest x.
    /// Returns `None` if `id` is not in the contact.
    ///
    /// For `a`, the result is [`Contact::penetration`]. For `b`, it has the same length, and is the reverse move unless
    /// several moves are equally short.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let (ground, ball) = (world.add_mask(Mask::filled(100, 40)?)?, world.add_mask(Mask::filled(8, 8)?)?);
    /// let ground = world.spawn(Sprite::new(ground, [0, 0]).fixed(true))?;
    /// let ball = world.spawn(Sprite::new(ball, [50, -6]))?;
    /// let contact = world.refresh()?.contact(ground, ball).unwrap();
    /// let out = contact.penetration_of(ball).unwrap();
    /// assert_eq!(out, [0, -2]);
    /// assert_eq!(contact.penetration_of(ground), Some([0, 2]));
    /// world.move_by(ball, out)?;
    /// assert!(world.refresh()?.contact(ground, ball).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn penetration_of(self, id: SpriteId) -> Option<[i32; 2]> {
        self.with_first(id).map(Contact::penetration)
    }

    /// The contact with the sprite `id` as the first sprite.
    pub(super) fn with_first(self, id: SpriteId) -> Option<Contact<'w>> {
        let Contact { a, b, view, colliders: [first, second] } = self;
        match id {
            _ if id == a => Some(self),
            _ if id == b => Some(Contact { a: b, b: a, view, colliders: [second, first] }),
            _ => None,
        }
    }

    /// Whether the two sprites share a solid pixel.
    #[inline(always)]
    pub(super) fn is_one(self) -> bool {
        let Contact { view, colliders: [a, b], .. } = self;
        let masks = &view.world.masks;
        let to_b = [0, 1].map(|axis| b.aabb.0[axis].wrapping_sub(a.aabb.0[axis]));
        masks.share_pixels([masks.variant(a.number), masks.variant(b.number)], to_b)
    }

    /// Asks the masks of the two sprites, and the offset from the first to the second, if both are rendered; otherwise
    /// their masks under maps.
    #[inline(always)]
    fn ask<T>(
        self,
        rendered: impl FnOnce(Placed, Placed, [i32; 2]) -> T,
        mapped: impl FnOnce(&TransformedMask, &TransformedMask) -> T,
    ) -> T {
        let masks = &self.view.world.masks;
        let [a, b] = self.colliders.map(|collider| collider.placed(self.view));
        if let (Some(a), Some(b)) = (a, b) {
            return rendered(a, b, expect_shared(a.offset(&b)));
        }
        let [a, b] = self.colliders.map(|one| masks.transformed(masks.variant(one.number), one.corner()));
        mapped(&a, &b)
    }

    /// The two mask variants. Those that are not rendered are rendered.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    fn rendered(self) -> [Placed<'w>; 2] {
        let masks = &self.view.world.masks;
        self.colliders.map(|one| {
            one.placed(self.view).unwrap_or_else(|| memory::or_panic(masks.placed(one.number, one.position(self.view))))
        })
    }
}

impl Collider {
    /// The mask variant, if it is rendered.
    #[inline(always)]
    fn placed(self, view: View<'_>) -> Option<Placed<'_>> {
        let (mask, in_mask) = view.world.masks.variant(self.number).mask()?;
        let corner = self.corner();
        Some(Placed { mask, at: [0, 1].map(|axis| corner[axis].wrapping_sub(in_mask[axis])) })
    }

    /// The top-left pixel of the box.
    fn corner(self) -> [i32; 2] {
        [self.aabb.0[0], self.aabb.0[1]]
    }

    /// The position of the sprite.
    fn position(self, view: View<'_>) -> [i32; 2] {
        let (corner, Aabb([left, top, ..])) = (self.corner(), view.world.masks.variant(self.number).outer);
        [corner[0].wrapping_sub(left), corner[1].wrapping_sub(top)]
    }
}

/// Unwraps a result that exists for every two sprites that share a solid pixel.
pub(super) fn expect_shared<T>(answer: Option<T>) -> T {
    answer.expect("the sprites of a contact are in the world and share a solid pixel")
}
