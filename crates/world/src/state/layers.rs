//! Help with layers.

use crate::{SpriteId, World, memory};

/// Help with layers.
impl World {
    /// Returns examples of sprites that never meet because only one of the two collides with a layer of the other: the
    /// sprite that does, then the other. It is for debugging: a hero falls through the ground if the ground's
    /// [`collides_with`](crate::Sprite::collides_with()) lacks the hero's layer.
    ///
    /// Sprites with equal `layers`, `collides_with` and `fixed` are of one kind. Each two kinds are named once, by
    /// their sprites with the smallest ids, and the list is sorted by these ids. Two kinds of fixed sprites never meet
    /// anyway, so they are not in the list. One side is often what you want: coins may look for the hero only.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// # let square = world.add_mask(Mask::filled(8, 8)?)?;
    /// const HERO: u32 = 1;
    /// const ENEMY: u32 = 2;
    /// const GROUND: u32 = 4;
    /// let hero = world.spawn(Sprite::new(square, [0, 0]).layers(HERO))?;
    /// let ground = world.spawn(Sprite::new(square, [0, 8]).layers(GROUND).collides_with(ENEMY).fixed(true))?;
    /// assert_eq!(world.one_sided_layers(), [(hero, ground)]); // the ground forgets the hero
    /// world.get_mut(ground)?.set_collides_with(ENEMY | HERO)?;
    /// assert!(world.one_sided_layers().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: a sort of all sprites, and a comparison of each two kinds. The list needs no refresh.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn one_sided_layers(&self) -> Vec<(SpriteId, SpriteId)> {
        let described = self.sprites().map(|(id, sprite)| ((sprite.layers, sprite.collides_with, sprite.fixed), id));
        let mut kinds = memory::or_panic(memory::try_collect(described));
        kinds.sort_unstable();
        kinds.dedup_by_key(|(kind, _)| *kind);
        let mut pairs = Vec::new();
        for (&((layers, wanted, fixed), id), rest) in (1..).map_while(|n| kinds.get(n - 1).zip(kinds.get(n..))) {
            for &((other_layers, other_wanted, other_fixed), other) in rest {
                let (asks, is_asked) = (wanted & other_layers != 0, other_wanted & layers != 0);
                if asks != is_asked && !(fixed && other_fixed) {
                    let pair = if asks { (id, other) } else { (other, id) };
                    memory::or_panic(memory::try_push(&mut pairs, pair));
                }
            }
        }
        pairs.sort_unstable();
        pairs
    }
}
