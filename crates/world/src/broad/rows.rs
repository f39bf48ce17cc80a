//! Sprites in storage order, which is that of a curve through the world: neighbours are near in memory.

use crate::column::Column;
use crate::masks::MaskStore;
use crate::sprites::{Appearance, Layers};
use crate::{Sprite, SpriteId, SpriteMut, WorldError, memory};

/// The rows of a layer, a sprite each, as columns: what moves and what is looked at in each refresh stands
/// apart from what seldom is. (Moving 100,000 sprites went from 0.40 ms, as structs of 40 bytes, to 0.27.)
/// A row whose sprite is gone is a hole until the next sort.
#[derive(Default)]
pub(crate) struct Rows {
    /// Null in holes.
    pub(crate) ids: Vec<SpriteId>,
    pub(super) positions: Vec<[i32; 2]>,
    pub(super) appearances: Vec<Appearance>,
    pub(super) layers: Column<Layers>,
    pub(super) pivots: Column<Option<[i32; 2]>>,
    /// Whether the row has changed since the last refresh.
    pub(crate) dirty: Vec<bool>,
    holes: usize,
    /// Rows from here on came after the last refresh: they stand in no tree yet, and their order is of no account.
    first_new: usize,
    /// The last of those that is a hole again, for the next sprite to stand in. In its place it has the one before it, or
    /// [`NO_FREE_ROW`].
    free_row: Option<u32>,
}

/// In place of a row, where there is none.
const NO_FREE_ROW: i32 = -1;

impl Rows {
    /// How many rows there are, holes included.
    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }

    pub(crate) fn holes(&self) -> usize {
        self.holes
    }

    /// How many rows have changed since the last refresh.
    pub(crate) fn dirty_count(&self) -> usize {
        self.dirty.iter().filter(|&&dirty| dirty).count()
    }

    /// Checks that there are as many holes as are counted.
    ///
    /// # Panics
    /// Where there are not.
    pub(crate) fn validate(&self) {
        assert_eq!(self.ids.iter().filter(|id| id.is_null()).count(), self.holes, "holes");
        let columns = [self.positions.len(), self.appearances.len(), self.dirty.len()];
        assert_eq!(columns, [self.len(); 3], "columns of one length");
        let seldom = [self.layers.stored(), self.pivots.stored()];
        assert!(seldom.iter().all(|&len| len == 0 || len == self.len()), "columns of one length, or empty");
    }

    /// A copy of the rows.
    pub(super) fn try_clone(&self) -> Result<Rows, WorldError> {
        let Rows { holes, first_new, free_row, .. } = *self;
        Ok(Rows {
            ids: memory::try_clone(&self.ids)?,
            positions: memory::try_clone(&self.positions)?,
            appearances: memory::try_clone(&self.appearances)?,
            layers: self.layers.try_clone()?,
            pivots: self.pivots.try_clone()?,
            dirty: memory::try_clone(&self.dirty)?,
            holes,
            first_new,
            free_row,
        })
    }

    /// Makes room for so many rows, of sprites like this one.
    pub(crate) fn reserve(&mut self, more: usize, like: &Sprite) -> Result<(), WorldError> {
        self.ids.try_reserve(more)?;
        self.positions.try_reserve(more)?;
        self.appearances.try_reserve(more)?;
        self.dirty.try_reserve(more)?;
        let rows = self.len();
        self.layers.reserve(like.layers, rows, more)?;
        self.pivots.reserve(like.pivot, rows, more)
    }

    /// Puts a sprite, for which there is room, into a row that came and went since the last refresh, or a new one at the
    /// end; and says into which.
    pub(crate) fn push(&mut self, id: SpriteId, sprite: Sprite) -> usize {
        if let Some(free) = self.free_row {
            let row = free as usize;
            self.free_row = u32::try_from(self.positions[row][0]).ok();
            self.holes -= 1;
            self.put(row, id, &sprite);
            return row;
        }
        self.ids.push(id);
        self.positions.push(sprite.at);
        self.appearances.push(sprite.appearance);
        self.dirty.push(true);
        let rows = self.len();
        self.layers.set(rows - 1, sprite.layers, rows);
        self.pivots.set(rows - 1, sprite.pivot, rows);
        rows - 1
    }

    /// Makes a row a hole.
    pub(crate) fn remove(&mut self, row: usize) -> Sprite {
        let sprite = self.sprite(row);
        self.ids[row] = SpriteId::default();
        self.dirty[row] = true;
        self.holes += 1;
        if row >= self.first_new {
            self.positions[row] = [self.free_row.map_or(NO_FREE_ROW, |free| free as i32), 0];
            self.free_row = Some(row as u32);
        }
        sprite
    }

    /// Takes over that a refresh has seen all rows.
    pub(crate) fn end_refresh(&mut self) {
        (self.first_new, self.free_row) = (self.len(), None);
    }

    /// Sets the layers of a row's sprite.
    pub(crate) fn set_layers(&mut self, row: usize, layers: Layers) -> Result<(), WorldError> {
        self.layers.reserve(layers, self.len(), 0)?;
        self.dirty[row] |= self.layers.get(row) != layers;
        self.layers.set(row, layers, self.len());
        Ok(())
    }

    /// A sprite, to change.
    #[inline]
    pub(crate) fn sprite_mut(&mut self, row: usize) -> SpriteMut<'_> {
        let Rows { ids, positions, appearances, dirty, .. } = self;
        SpriteMut { id: ids[row], at: &mut positions[row], appearance: &mut appearances[row], dirty: &mut dirty[row] }
    }

    /// All sprites, to change.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = SpriteMut<'_>> {
        let rows = self.ids.iter().zip(&mut self.positions).zip(&mut self.appearances).zip(&mut self.dirty);
        let sprites = rows.map(|(((&id, at), appearance), dirty)| SpriteMut { id, at, appearance, dirty });
        sprites.filter(|sprite| !sprite.id.is_null())
    }

    /// The same, shared among threads.
    #[cfg(feature = "rayon")]
    pub(crate) fn par_iter_mut(&mut self) -> impl rayon::iter::ParallelIterator<Item = SpriteMut<'_>> {
        use rayon::prelude::*;
        let rows = self.ids.par_iter().zip(&mut self.positions).zip(&mut self.appearances).zip(&mut self.dirty);
        let sprites =
            rows.with_min_len(1 << 12).map(|(((&id, at), appearance), dirty)| SpriteMut { id, at, appearance, dirty });
        sprites.filter(|sprite| !sprite.id.is_null())
    }

    /// Touches the rows that show a mask which was edited.
    pub(crate) fn mark_dirty_masks(&mut self, masks: &MaskStore) {
        for ((appearance, id), dirty) in self.appearances.iter().zip(&self.ids).zip(&mut self.dirty) {
            *dirty |= !id.is_null() && masks.is_dirty(appearance.mask);
        }
    }

    /// Puts the rows from `start` on into an order, which names each of them once, counted from `start`. It is
    /// used up. (In place, cycle by cycle: a row is moved once, and no second copy of them is needed.)
    pub(crate) fn permute(&mut self, start: usize, order: &mut [u32]) {
        for first in 0..order.len() {
            if order[first] as usize == first {
                continue;
            }
            let (id, sprite) = (self.ids[start + first], self.sprite(start + first));
            let mut to = first;
            loop {
                let from = std::mem::replace(&mut order[to], to as u32) as usize;
                if from == first {
                    break;
                }
                self.copy(start + from, start + to);
                to = from;
            }
            self.put(start + to, id, &sprite);
        }
        self.dirty[start..].fill(true);
    }

    #[inline]
    fn copy(&mut self, from: usize, to: usize) {
        self.ids[to] = self.ids[from];
        self.positions[to] = self.positions[from];
        self.appearances[to] = self.appearances[from];
        self.layers.copy(from, to);
        self.pivots.copy(from, to);
    }

    #[inline]
    fn put(&mut self, row: usize, id: SpriteId, sprite: &Sprite) {
        self.ids[row] = id;
        self.positions[row] = sprite.at;
        self.appearances[row] = sprite.appearance;
        self.layers.set(row, sprite.layers, self.ids.len());
        self.pivots.set(row, sprite.pivot, self.ids.len());
    }

    /// Drops the holes, which stand at the end.
    pub(crate) fn drop_holes(&mut self) {
        let alive = self.len() - std::mem::take(&mut self.holes);
        self.ids.truncate(alive);
        self.positions.truncate(alive);
        self.appearances.truncate(alive);
        self.dirty.truncate(alive);
        self.layers.truncate(alive);
        self.pivots.truncate(alive);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MaskId;
    use crate::slots::SlotId;

    #[test]
    fn rows_are_arranged_in_any_order() {
        // Every order of five rows, every choice of holes.
        let mut orders = vec![vec![]];
        for row in 0..5u32 {
            let longer = |order: &Vec<u32>| {
                (0..=order.len()).map(|at| [&order[..at], &[row], &order[at..]].concat()).collect::<Vec<_>>()
            };
            orders = orders.iter().flat_map(longer).collect();
        }
        assert_eq!(orders.len(), 120);
        for (order, gone) in orders.iter().flat_map(|order| (0..32).map(move |gone| (order, gone))) {
            let ids: Vec<SpriteId> = (0..5).map(|row| SpriteId(SlotId::from_bits(1 << 32 | row))).collect();
            let mut rows = Rows::default();
            (0..).zip(&ids).for_each(|(row, &id)| _ = rows.push(id, Sprite::new(MaskId::default(), [row, 0])));
            let is_gone = |row: &u32| gone >> row & 1 == 1;
            (0..5).filter(is_gone).for_each(|row| _ = rows.remove(row as usize));
            let (dead, alive): (Vec<u32>, Vec<u32>) = order.iter().partition(|row| is_gone(row));
            rows.permute(0, &mut [&alive[..], &dead].concat());
            rows.drop_holes();
            assert_eq!(rows.len(), alive.len());
            for (place, &row) in alive.iter().enumerate() {
                assert_eq!((rows.ids[place], rows.sprite(place).at[0]), (ids[row as usize], row as i32));
            }
        }
    }
}
