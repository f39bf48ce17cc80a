//! Moves sprites to the class where they belong.
//!
//! A sprite begins in a mixed class, unless there is a single class of its layers. The sprites of a single class whose
//! layers change move to the mixed class. (So sprites whose layers change in every step move only once.) The [`Census`]
//! decides which sprites get a single class.
//!
//! [`Census`]: super::census::Census

use super::broad_phase::BroadPhase;
use super::census::Count;
use super::class::Class;
use super::row_flags::RowFlags;
use crate::row::Row;
use crate::slots::Slots;
use crate::sprites::RowSprite;
use crate::{WorldError, memory};
use mask::heapsort_by_key;
use std::cmp::Reverse;

impl BroadPhase {
    /// The number of the class that a new sprite joins: the single class of its layers, or a mixed class.
    pub(super) fn class_of(&self, sprite: &RowSprite) -> usize {
        let class = Class { layers: sprite.layers, fixed: sprite.fixed };
        let single = self.used.iter().find(|&number| !Class::is_mixed(number) && self.classes[number] == class);
        single.unwrap_or(Class::mixed(sprite.fixed))
    }

    /// Moves the sprites that have left their class to another one, and takes the census if it is time.
    ///
    /// # Errors
    /// - Returns [`WorldError::Full`] if a class would have more than [`Row::MAX_ROWS`] rows.
    /// - Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(super) fn classify(&mut self, slots: &mut Slots<Row>) -> Result<(), WorldError> {
        for number in self.used.iter() {
            let rows = &mut self.trees[number].rows;
            if !rows.layers_are_default() {
                self.census.note_relayered(rows.flags.new_layers_count());
            }
            if !rows.shared.take_any_may_leave() {
                continue;
            }
            let moved = self.move_leaving(number, slots);
            if moved.is_err() {
                self.trees[number].rows.shared.note_may_leave();
            }
            moved?;
        }
        // Before the first refresh, no row is in a tree, and a move to another class costs little.
        let is_first = self.used.iter().all(|number| self.trees[number].rows.is_new(0));
        if self.census.is_due(slots.len()) || is_first { self.take_census(slots) } else { Ok(()) }
    }

    /// Moves the sprites of a class whose flags tell that they may leave it.
    fn move_leaving(&mut self, number: usize, slots: &mut Slots<Row>) -> Result<(), WorldError> {
        let rows = &self.trees[number].rows;
        // A mixed class has sprites of all layers.
        let leaves: fn(RowFlags) -> bool =
            if Class::is_mixed(number) { RowFlags::toggles } else { RowFlags::may_leave };
        let rows = memory::try_collect(rows.flags.rows_with(leaves))?;
        for row in rows {
            let rows = &self.trees[number].rows;
            let sprite = rows.sprite(row);
            let class = Class { layers: sprite.layers, fixed: sprite.fixed };
            let old = self.classes[number];
            let to = if class == old {
                number
            } else if rows.is_new(row) || class.fixed != old.fixed {
                self.class_of(&sprite)
            } else {
                Class::mixed(class.fixed)
            };
            self.move_row(number, row, to, slots)?;
        }
        Ok(())
    }

    /// Moves the sprite of a row to a class.
    fn move_row(&mut self, from: usize, row: usize, to: usize, slots: &mut Slots<Row>) -> Result<(), WorldError> {
        if from == to {
            return Ok(());
        }
        let (id, sprite) = (self.trees[from].rows.ids[row], self.trees[from].rows.sprite(row));
        self.reserve_in(to, 1, &sprite)?;
        self.trees[from].rows.remove(row);
        let slot = slots.get_mut(id.0).expect("a sprite in a row has a slot");
        *slot = self.push_in(to, id, sprite);
        Ok(())
    }

    /// Gives single classes to the layers that deserve one.
    fn take_census(&mut self, slots: &mut Slots<Row>) -> Result<(), WorldError> {
        let counts = self.count_layers()?;
        for count in counts.iter().filter(|count| count.gets_class(&counts)) {
            let Some(number) = self.make_room(count.sprites, slots)? else { break };
            self.classes[number] = count.class;
            self.trees[number].rows.set_class(count.class);
            let layers = count.class.layers;
            self.move_all(Class::mixed(count.class.fixed), number, |sprite| sprite.layers == layers, slots)?;
        }
        Ok(())
    }

    /// The number of a single class that has no sprites. If all single classes have sprites, the smallest class loses
    /// its sprites to a mixed class, provided that they are fewer than half as many as `sprites`. Returns `None`
    /// otherwise.
    fn make_room(&mut self, sprites: usize, slots: &mut Slots<Row>) -> Result<Option<usize>, WorldError> {
        let living = |number: &usize| self.trees[*number].rows.living();
        let Some(smallest) = (0..Class::MIXED[0]).min_by_key(living).filter(|number| 2 * living(number) < sprites)
        else {
            return Ok(None);
        };
        self.move_all(smallest, Class::mixed(self.classes[smallest].fixed), |_| true, slots)?;
        Ok(Some(smallest))
    }

    /// Moves the sprites of a class that pass a test to another class.
    fn move_all(
        &mut self,
        from: usize,
        to: usize,
        moves: impl Fn(&RowSprite) -> bool,
        slots: &mut Slots<Row>,
    ) -> Result<(), WorldError> {
        for row in 0..self.trees[from].rows.len() {
            let rows = &self.trees[from].rows;
            if !rows.ids[row].is_null() && moves(&rows.sprite(row)) {
                self.move_row(from, row, to, slots)?;
            }
        }
        Ok(())
    }

    /// The layers of all sprites, the most frequent first.
    fn count_layers(&self) -> Result<Vec<Count>, WorldError> {
        /// Each row is compared with so many layers at most.
        const MOST_KINDS: usize = 64;
        let mut counts: Vec<Count> = Vec::new();
        for number in self.used.iter() {
            let rows = &self.trees[number].rows;
            let class = self.classes[number];
            let is_single = !Class::is_mixed(number);
            if is_single || rows.layers_are_default() {
                memory::try_push(&mut counts, Count { class, sprites: rows.living(), is_single })?;
                continue;
            }
            let first = counts.len();
            let mut place = first;
            for row in (0..rows.len()).filter(|&row| !rows.ids[row].is_null()) {
                let layers = rows.shared.layers.get(row);
                // Most sprites have the layers of the sprite before.
                if counts.get(place).is_none_or(|count| count.class.layers != layers) {
                    let known = counts[first..].iter().position(|count| count.class.layers == layers);
                    place = known.map_or(counts.len(), |known| first + known);
                    if known.is_none() && place - first < MOST_KINDS {
                        let class = Class { layers, ..class };
                        memory::try_push(&mut counts, Count { class, sprites: 0, is_single: false })?;
                    }
                }
                if let Some(count) = counts.get_mut(place) {
                    count.sprites += 1;
                }
            }
        }
        heapsort_by_key(&mut counts, |count| Reverse(count.sprites));
        Ok(counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sprite, SpriteId, World};
    use mask::Mask;

    /// The layers of bullets and of targets.
    const BULLET: [u32; 2] = [2, 1];
    const TARGET: [u32; 2] = [1, 2];

    /// A world of bullets, and the ids of the bullets.
    fn rain(bullets: usize) -> (World, Vec<SpriteId>) {
        let mut world = World::new();
        let dot = world.add_mask(Mask::filled(2, 2).unwrap()).unwrap();
        let [sprite, target] =
            [BULLET, TARGET].map(|[layers, with]| Sprite::new(dot, [0, 0]).layers(layers).collides_with(with));
        world.spawn(target).unwrap();
        let ids = (0..bullets as i32).map(|n| world.spawn(Sprite { position: [n, n], ..sprite }).unwrap()).collect();
        (world, ids)
    }

    /// The number of sprites in each class.
    fn sizes(world: &mut World) -> [usize; Row::CLASSES] {
        world.refresh().unwrap();
        world.broad.trees.each_ref().map(|tree| tree.rows.living())
    }

    #[test]
    fn sprites_that_meet_few_others_have_a_class_of_their_own() {
        let (mut world, ids) = rain(100);
        assert_eq!(sizes(&mut world), [100, 0, 0, 0, 0, 0, 1, 0]);
        // New sprites join the class, and sprites whose layers change leave it.
        let bullet = world.get(ids[0]).unwrap();
        world.spawn(bullet).unwrap();
        world.get_mut(ids[1]).unwrap().set_layers(4).unwrap();
        world.get_mut(ids[2]).unwrap().set_fixed(true);
        assert_eq!(sizes(&mut world), [99, 0, 0, 0, 0, 0, 2, 1]);
    }

    #[test]
    fn sprites_that_meet_all_others_share_a_class() {
        let (mut world, ids) = rain(100);
        for (n, &id) in ids.iter().enumerate() {
            let mut sprite = world.get_mut(id).unwrap();
            sprite.set_layers(1 << (n % 20)).unwrap();
            sprite.set_collides_with(u32::MAX).unwrap();
        }
        assert_eq!(sizes(&mut world), [0, 0, 0, 0, 0, 0, 101, 0]);
    }

    #[test]
    fn sprites_whose_layers_change_in_each_step_move_once() {
        let (mut world, ids) = rain(100);
        assert_eq!(sizes(&mut world)[0], 100);
        for step in 0..50 {
            ids.iter().for_each(|&id| world.get_mut(id).unwrap().set_layers(4 >> (step % 2)).unwrap());
            assert_eq!(sizes(&mut world)[Class::mixed(false)], 101, "step {step}");
        }
        // When the changes end, the class comes back.
        for _ in 0..20 {
            ids.iter().for_each(|&id| world.move_by(id, [1, 0]).unwrap());
            world.refresh().unwrap();
        }
        assert_eq!(sizes(&mut world)[0], 100);
    }

    #[test]
    fn the_largest_of_many_classes_are_single() {
        let (mut world, ids) = rain(2000);
        // Class `n` has 40 + 10 n sprites, or all others.
        let mut next = ids.iter();
        for n in 0..9 {
            let layers = 4 << n;
            next.by_ref().take(40 + 10 * n).for_each(|&id| world.get_mut(id).unwrap().set_layers(layers).unwrap());
        }
        assert_eq!(sizes(&mut world), [1280, 120, 110, 100, 90, 80, 221, 0]);
    }
}
