//! The collisions of given pairs and of a step, on one thread or several.

use super::collision::{Collider, Collision, Overlap, expect_shared};
use crate::{Pair, Placed, SpriteId, Step, View, memory};
use mask::Mask;

/// The number of pairs whose sprites are looked up together.
const BLOCK: usize = 32;
/// The number of parts of a long list for each thread.
const PARTS: usize = 8;

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
        let pair = Pair { a: a.min(b), b: a.max(b) };
        let colliders = self.colliders(pair, &[])?;
        colliders[0].placed.overlaps(&colliders[1].placed).then(|| Collision::new(self, pair, colliders))
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
        self.map(pairs, |pair, colliders| {
            let [a, b] = colliders.filter(|[a, b]| pair.a != pair.b && a.placed.overlaps(&b.placed))?;
            let in_order = if pair.a < pair.b { [a, b] } else { [b, a] };
            Some(f(Collision::new(self, Pair { a: pair.a.min(pair.b), b: pair.a.max(pair.b) }, in_order)))
        })
    }

    /// The results of `f` for each pair and its sprites, in the order of `pairs`. Long lists are processed in parallel.
    fn map<T: Send>(self, pairs: &[Pair], f: impl Fn(Pair, Option<[Collider<'w>; 2]>) -> T + Sync) -> Vec<T> {
        let tables = &self.world.tables;
        let masks = if pairs.len() < BLOCK { Vec::new() } else { tables.numbered_masks(&self.world.masks) };
        let map_part = |part: &[Pair]| {
            let mut list = memory::or_panic(memory::try_with_capacity(part.len()));
            let mut colliders = [None; BLOCK];
            for block in part.chunks(BLOCK) {
                // First the loads from memory, so that the processor waits for all of them at once.
                colliders.iter_mut().zip(block).for_each(|(to, pair)| *to = self.colliders(*pair, &masks));
                list.extend(block.iter().zip(&colliders).map(|(pair, colliders)| f(*pair, *colliders)));
            }
            list
        };
        let threads = self.world.threads(pairs.len());
        if threads.count() == 1 {
            return map_part(pairs);
        }
        let size = pairs.len().div_ceil(PARTS * threads.count()).max(1);
        let mut parts = memory::or_panic(memory::try_collect(pairs.chunks(size).map(|_| Vec::new())));
        threads.run(pairs.chunks(size).zip(&mut parts), |(pairs, part)| *part = map_part(pairs));
        let mut list = memory::or_panic(memory::try_with_capacity(pairs.len()));
        parts.iter_mut().for_each(|part| list.append(part));
        list
    }

    /// The collision of a pair of the last step.
    pub(super) fn known_collision(self, pair: Pair) -> Collision<'w> {
        Collision::new(self, pair, expect_shared(self.colliders(pair, &[])))
    }

    /// The two sprites of a pair. Returns `None` if an id is stale. `masks` are the masks by their numbers, as far as they
    /// are known.
    #[inline(always)]
    fn colliders(self, pair: Pair, masks: &[Option<(&'w Mask, [i32; 2])>]) -> Option<[Collider<'w>; 2]> {
        let rows = [self.row(pair.a)?, self.row(pair.b)?];
        Some(rows.map(|row| {
            let (aabb, number) = self.world.broad.boxed(row);
            let placed = match masks.get(usize::from(number)) {
                Some(&Some((mask, [left, top]))) => Placed { mask, at: [aabb.0[0] - left, aabb.0[1] - top] },
                _ => self.placed(row),
            };
            Collider { placed, aabb, number }
        }))
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
        view.map(self.pairs(), |pair, colliders| f(Collision::new(view, pair, expect_shared(colliders))))
    }
}
