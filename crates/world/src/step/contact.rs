//! The contact of two sprites: the shared pixels, the normal and the separating move. The contacts of given pairs and
//! of a step are found on one thread or several.

use crate::geometry::Aabb;
use crate::slots::VariantNumber;
use crate::tree::{Window, lanes_of};
use crate::{Pair, PlacedMask, SpriteId, Step, View, World, memory};
use mask::{Rect, TransformedMask};
use std::convert::Infallible;
use std::fmt;
use std::ops::ControlFlow;

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
        rendered: impl FnOnce(PlacedMask, PlacedMask, [i32; 2]) -> T,
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
    fn rendered(self) -> [PlacedMask<'w>; 2] {
        let masks = &self.view.world.masks;
        self.colliders.map(|one| {
            one.placed(self.view).unwrap_or_else(|| memory::or_panic(masks.placed(one.number, one.position(self.view))))
        })
    }
}

impl Collider {
    /// The mask variant, if it is rendered.
    #[inline(always)]
    fn placed(self, view: View<'_>) -> Option<PlacedMask<'_>> {
        let (mask, in_mask) = view.world.masks.variant(self.number).mask()?;
        let corner = self.corner();
        Some(PlacedMask { mask, at: [0, 1].map(|axis| corner[axis].wrapping_sub(in_mask[axis])) })
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

/// The number of pairs whose sprites are looked up together.
const BLOCK: usize = 32;

/// Contacts of given pairs.
impl<'w> View<'w> {
    /// Returns the contact of two sprites, regardless of their layers and of [`Sprite::fixed`](crate::Sprite::fixed()).
    /// Returns `None` if the sprites share no solid pixel, if an id is stale, or if both ids are equal.
    ///
    /// The normal and the penetration of the contact belong to the first of the two sprites:
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let (ground, ball) = (world.add_mask(Mask::filled(100, 40)?)?, world.add_mask(Mask::filled(8, 8)?)?);
    /// let ground = world.spawn(Sprite::new(ground, [0, 0]).fixed(true))?;
    /// let ball = world.spawn(Sprite::new(ball, [50, -6]))?;
    /// let contact = world.refresh()?.contact(ball, ground).unwrap();
    /// assert_eq!((contact.first(), contact.area()), ([50, 0], 16));
    /// assert_eq!(contact.penetration(), [0, -2]); // the ball goes up, out of the ground
    /// assert_eq!(contact.normal(), [0.0, -1.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn contact(self, a: SpriteId, b: SpriteId) -> Option<Contact<'w>> {
        let pair = Pair { a, b };
        self.colliders(pair).and_then(|colliders| self.contact_of(pair, colliders))
    }

    /// Returns the ids of the sprites that share a solid pixel with a sprite now, sorted. The list is empty if the id
    /// is stale.
    ///
    /// A sprite is in the list if the layers of both sprites allow a collision, the two are not both fixed, and the
    /// view includes the sprite ([`View::on_layers`]). Without a step, it answers where the sprites stand now;
    /// [`Step::contacts_of`] answers for the last step.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let ball = world.add_mask(Mask::filled(8, 8)?)?;
    /// let [a, b, c] = [0, 7, 13].map(|x| world.spawn(Sprite::new(ball, [x, 0])).unwrap());
    /// assert_eq!(world.refresh()?.overlapping(b), [a, c]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: a traversal of the trees, and an overlap test of each sprite whose tight box overlaps.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn overlapping(self, id: SpriteId) -> Vec<SpriteId> {
        let mut ids = Vec::new();
        let Some(slot) = self.slot(id) else { return ids };
        let (shown, fixed) = (self.shown(slot), self.world.columns.is_fixed(slot));
        let window = Window { outer: self.world.columns.aabb(slot, &self.world.masks), inner: Aabb::EMPTY };
        let trees = self.trees(Some(self.world.columns.layers().get(slot)));
        let _ = self.world.trees.in_window(trees, window, |_, leaf, found| {
            for other in lanes_of(found.lanes).map(|lane| leaf.slots[lane] as usize) {
                let may_collide = other != slot
                    && !(fixed && self.world.columns.is_fixed(other))
                    && self.sees(other)
                    && self.may_collide(other, slot);
                if may_collide && shown.overlaps(&self.shown(other)) {
                    memory::or_panic(memory::try_push(&mut ids, self.id(other)));
                }
            }
            ControlFlow::<Infallible>::Continue(())
        });
        ids.sort_unstable();
        ids
    }

    /// Calls `f` with the contact of each pair, and returns the results in the order of `pairs`. The result of a pair
    /// is `None` if its sprites share no solid pixel, or if an id is stale. Layers are ignored. The two ids of a pair
    /// may come in any order: the contact keeps it.
    ///
    /// If the list has at least as many pairs as
    /// [`WorldLimits::parallel_from`](crate::WorldLimits#structfield.parallel_from) sets, the threads of the caller's
    /// rayon pool share the work. The returned list does not depend on the number of threads.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn map_pairs<T: Send>(self, pairs: &[Pair], f: impl Fn(Contact<'w>) -> T + Sync) -> Vec<Option<T>> {
        self.map(pairs, |pair, colliders| Some(f(self.contact_of(pair, colliders?)?)))
    }

    /// The contact of two sprites, if they share a pixel and are not the same sprite.
    fn contact_of(self, pair: Pair, colliders: [Collider; 2]) -> Option<Contact<'w>> {
        let contact = Contact::new(self, pair, colliders);
        (pair.a != pair.b && contact.is_one()).then_some(contact)
    }

    /// The results of `f` for each pair and its sprites, in the order of `pairs`. Long lists are processed in parallel.
    fn map<T: Send>(self, pairs: &[Pair], f: impl Fn(Pair, Option<[Collider; 2]>) -> T + Sync) -> Vec<T> {
        let map_part = |part: &[Pair]| {
            let mut list = memory::or_panic(memory::try_with_capacity(part.len()));
            let mut colliders = [None; BLOCK];
            for block in part.chunks(BLOCK) {
                // First the loads from memory, so that the processor waits for all of them at once.
                colliders.iter_mut().zip(block).for_each(|(to, pair)| *to = self.colliders(*pair));
                list.extend(block.iter().zip(&colliders).map(|(pair, colliders)| f(*pair, *colliders)));
            }
            list
        };
        let threads = self.world.threads(pairs.len());
        if threads.count() == 1 {
            return map_part(pairs);
        }
        let size = pairs.len().div_ceil(threads.parts()).max(1);
        let mut parts = memory::or_panic(memory::try_collect(pairs.chunks(size).map(|_| Vec::new())));
        threads.run(pairs.chunks(size).zip(&mut parts), |(pairs, part)| *part = map_part(pairs));
        let mut list = memory::or_panic(memory::try_with_capacity(pairs.len()));
        parts.iter_mut().for_each(|part| list.append(part));
        list
    }

    /// The two sprites of a pair. Returns `None` if an id is stale.
    #[inline(always)]
    fn colliders(self, pair: Pair) -> Option<[Collider; 2]> {
        let slots = [self.slot(pair.a)?, self.slot(pair.b)?];
        let World { columns, masks, .. } = self.world;
        Some(slots.map(|slot| Collider { aabb: columns.aabb(slot, masks), number: columns.variant(slot) }))
    }
}

/// The contacts of a step.
impl<'w> Step<'w> {
    /// Returns the contact of two sprites, as [`View::contact`] does. The contact of a pair that shares pixels only in
    /// passing is that of its [impact](Step::impact).
    #[must_use]
    pub fn contact(self, a: SpriteId, b: SpriteId) -> Option<Contact<'w>> {
        let pair = Pair { a, b };
        match self.is_passing(pair) {
            true => self.impact(pair).map(|impact| impact.contact),
            false => self.view().contact(a, b),
        }
    }

    /// The contact of a pair of the step.
    pub(super) fn known_contact(self, pair: Pair) -> Contact<'w> {
        let view = self.view();
        match self.is_passing(pair) {
            true => expect_shared(self.impact(pair)).contact,
            false => Contact::new(view, pair, expect_shared(view.colliders(pair))),
        }
    }

    /// Calls `f` with the contact of each of some pairs of this step, such as those of [`Step::began`], and returns the
    /// results in the order of `pairs`. As in [`Step::contacts`], the contact of a pair that shares pixels only in
    /// passing is that of its [impact](Step::impact). For other pairs, it does what [`View::map_pairs`] does.
    ///
    /// ```
    /// # use hitmask::{Contact, Mask, Sprite, World};
    /// # let mut world = World::new();
    /// # let ball = world.add_mask(Mask::filled(8, 8)?)?;
    /// # for x in [0, 7, 13] { world.spawn(Sprite::new(ball, [x, 0]))?; }
    /// let step = world.step()?;
    /// assert_eq!(step.map_pairs(step.began(), Contact::area), [Some(8), Some(16)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn map_pairs<T: Send>(self, pairs: &[Pair], f: impl Fn(Contact<'w>) -> T + Sync) -> Vec<Option<T>> {
        let view = self.view();
        let contact = |pair: Pair, colliders: Option<_>| match self.is_passing(pair) {
            true => self.impact(pair).map(|impact| impact.contact),
            false => view.contact_of(pair, colliders?),
        };
        view.map(pairs, |pair, colliders| contact(pair, colliders).map(&f))
    }

    /// Calls `f` with the contact of each of some pairs of this step, and with the fraction of the path before the
    /// contact. If a sprite of the pair has a path, the contact is that of the [impact](Step::impact). Otherwise, the
    /// fraction is 0.
    pub(crate) fn map_touches<T: Send>(
        self,
        pairs: &[Pair],
        f: impl Fn(Contact<'w>, f64) -> T + Sync,
    ) -> Vec<Option<T>> {
        let view = self.view();
        let has_path = |id: SpriteId| view.slot(id).is_some_and(|slot| view.world.columns.path_start(slot).is_some());
        view.map(pairs, |pair, colliders| match has_path(pair.a) || has_path(pair.b) {
            true => self.impact(pair).map(|impact| f(impact.contact, impact.fraction)),
            false => view.contact_of(pair, colliders?).map(|contact| f(contact, 0.0)),
        })
    }

    /// Calls `f` with the contact of each pair of [`Step::pairs`], and returns the results in the order of the pairs.
    /// The contact of a pair that shares pixels only in passing is that of its [impact](Step::impact).
    ///
    /// As in [`View::map_pairs`], several threads share the work on a long list. The returned list does not depend on
    /// the number of threads.
    ///
    /// ```
    /// # use hitmask::{Contact, Mask, Sprite, World};
    /// # let mut world = World::new();
    /// # let ball = world.add_mask(Mask::filled(8, 8)?)?;
    /// # for x in [0, 7, 13] { world.spawn(Sprite::new(ball, [x, 0]))?; }
    /// let step = world.step()?;
    /// assert_eq!(step.contacts(Contact::area), [8, 16]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn contacts<T: Send>(self, f: impl Fn(Contact<'w>) -> T + Sync) -> Vec<T> {
        let view = self.view();
        view.map(self.pairs(), |pair, colliders| {
            f(match self.is_passing(pair) {
                true => expect_shared(self.impact(pair)).contact,
                false => Contact::new(view, pair, expect_shared(colliders)),
            })
        })
    }
}
