//! The result of a step: its pairs, the pairs that began and ended, and the pairs of a sprite or of two sets of layers.

use crate::geometry::Aabb;
use crate::tree::{Window, lanes_of};
use crate::{Contact, Pair, SpriteId, View, World, memory};
use std::convert::Infallible;
use std::ops::ControlFlow;

/// The collisions of a step, and the changes since the previous step. All lists are sorted.
#[derive(Debug, Clone, Copy)]
pub struct Step<'w> {
    pub(super) world: &'w World,
}

impl<'w> Step<'w> {
    /// The last step of a world, which must be current.
    pub(crate) fn of(world: &'w World) -> Step<'w> {
        Step { world }
    }

    /// Returns the pairs of sprites that share a solid pixel, or have shared one on the path of a
    /// [continuous](crate::Sprite::continuous()) sprite.
    #[must_use]
    pub fn pairs(self) -> &'w [Pair] {
        &self.world.step_lists.pairs
    }

    /// Returns the pairs of this step that are not pairs of the previous step. The first step returns every pair.
    ///
    /// The list borrows the world. To change the world for each pair, collect what is to change first:
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, SpriteId, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(2, 2)?)?;
    /// let [coin, hero] = [[0, 0], [1, 1]].map(|at| world.spawn(Sprite::new(dot, at)).unwrap());
    /// let taken: Vec<SpriteId> = world.step()?.began().iter().filter_map(|pair| pair.other(hero)).collect();
    /// for coin in taken {
    ///     world.despawn(coin)?;
    /// }
    /// assert!(world.data(coin).is_some() && world.get(coin).is_none()); // gone; its data stays until the next step
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn began(self) -> &'w [Pair] {
        &self.world.step_lists.began
    }

    /// Returns the pairs of the previous step that are not pairs of this step: the sprites have parted, one of them was
    /// despawned, or their layers or two fixed sprites now exclude the pair.
    ///
    /// The list can name despawned sprites. The slots of these sprites are not reused before the next step, and until
    /// then [`View::data`] and [`World::data`] return their data.
    #[must_use]
    pub fn ended(self) -> &'w [Pair] {
        &self.world.step_lists.ended
    }

    /// Returns a view of the world at this step, for further queries.
    #[must_use]
    pub fn view(self) -> View<'w> {
        View::of(self.world)
    }
}

impl<'w> Step<'w> {
    /// Returns an iterator over the contacts of a sprite: of the pairs of [`Step::pairs`] that contain it, in the order
    /// of the pairs. The sprite is the first of each contact, so the normal and the penetration are its own. The
    /// iterator is empty if the id is stale. The contact of a pair that shares pixels only in passing is that of its
    /// [impact](Step::impact).
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let ball = world.add_mask(Mask::filled(8, 8)?)?;
    /// let [a, b, c] = [0, 7, 13].map(|x| world.spawn(Sprite::new(ball, [x, 0])).unwrap());
    /// let step = world.step()?;
    /// let touching: Vec<_> = step.contacts_of(b).map(|contact| contact.b).collect();
    /// assert_eq!(touching, [a, c]);
    /// assert_eq!(step.contacts_of(c).next().unwrap().normal(), [1.0, 0.0]); // pushed to the right
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: a traversal of the trees, and a binary search in the pairs for each sprite with a smaller id whose tight
    /// box overlaps. It does not depend on the number of other pairs.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    pub fn contacts_of(self, id: SpriteId) -> impl Iterator<Item = Contact<'w>> + use<'w> {
        self.pairs_of(id).filter_map(move |pair| self.known_contact(pair).with_first(id))
    }

    /// The pairs of this step that contain a sprite, sorted.
    pub(super) fn pairs_of(self, id: SpriteId) -> impl Iterator<Item = Pair> + use<'w> {
        let (view, pairs) = (self.view(), self.pairs());
        // The pairs in which the sprite comes second are scattered. Their first sprites are near the sprite.
        let mut before = Vec::new();
        if let Some(bounds) = view.bounds(id) {
            let window = Window { outer: Aabb::of(&bounds), inner: Aabb::EMPTY };
            let _ = view.world.trees.in_window(view.trees(None), window, |_, leaf, found| {
                let ids = lanes_of(found.lanes).map(|lane| view.id(leaf.slots[lane] as usize));
                for other in ids.filter(|&other| other < id) {
                    let pair = Pair { a: other, b: id };
                    if pairs.binary_search(&pair).is_ok() {
                        memory::or_panic(memory::try_push(&mut before, pair));
                    }
                }
                ControlFlow::<Infallible>::Continue(())
            });
        }
        let passing = self.world.step_lists.passing.iter().filter(|pair| pair.b == id).copied();
        memory::or_panic(memory::try_extend(&mut before, passing));
        before.sort_unstable();
        before.dedup();
        let after = &pairs[pairs.partition_point(|pair| pair.a < id)..];
        let after = &after[..after.partition_point(|pair| pair.a == id)];
        before.into_iter().chain(after.iter().copied())
    }

    /// Returns an iterator over the pairs of [`Step::began`] in which one sprite is in a layer of `layers_a` and the
    /// other is in a layer of `layers_b`: `[the sprite in a, the sprite in b]`. Each bit is a layer, as in
    /// [`Sprite::layers`](crate::Sprite::layers()).
    ///
    /// Each pair comes once, in the order of `began`. If both sprites fit both sets of layers, the sprite with the
    /// smaller id comes first. The layers are those of the sprites in this step.
    ///
    /// There is no such method for [`Step::ended`], which names despawned sprites too: their layers are no longer
    /// known. Their data is ([`View::data`](crate::View::data)).
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// const SHOT: u32 = 1;
    /// const ROCK: u32 = 2;
    /// # let mut world = World::new();
    /// let dot = world.add_mask(Mask::filled(4, 4)?)?;
    /// let rock = world.spawn(Sprite::new(dot, [0, 0]).layers(ROCK))?;
    /// let other = world.spawn(Sprite::new(dot, [1, 0]).layers(ROCK))?;
    /// let shot = world.spawn(Sprite::new(dot, [3, 3]).layers(SHOT))?;
    /// let hits: Vec<_> = world.step()?.began_between(SHOT, ROCK).collect();
    /// assert_eq!(hits, [[shot, rock], [shot, other]]); // the shot first, although it was spawned last
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: two look-ups for each pair that began.
    pub fn began_between(self, layers_a: u32, layers_b: u32) -> impl Iterator<Item = [SpriteId; 2]> + use<'w> {
        self.view().world.pairs_between(self.began(), layers_a, layers_b)
    }

    /// Returns an iterator over the pairs of [`Step::pairs`] in which one sprite is in a layer of `layers_a` and the
    /// other is in a layer of `layers_b`, as [`Step::began_between`] does for the pairs that began.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let square = world.add_mask(Mask::filled(8, 8)?)?;
    /// let [lava, hero] = [2, 1].map(|layers| world.spawn(Sprite::new(square, [0, 0]).layers(layers)).unwrap());
    /// world.step()?;
    /// let step = world.step()?; // they still overlap
    /// assert_eq!((step.began_between(1, 2).count(), step.pairs_between(1, 2).count()), (0, 1));
    /// assert!(step.pairs_between(1, 2).eq([[hero, lava]]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: two look-ups for each pair.
    pub fn pairs_between(self, layers_a: u32, layers_b: u32) -> impl Iterator<Item = [SpriteId; 2]> + use<'w> {
        self.view().world.pairs_between(self.pairs(), layers_a, layers_b)
    }
}
