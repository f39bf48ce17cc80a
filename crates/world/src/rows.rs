//! Sprites in storage order, which is that of a curve through the world: neighbours are near in memory.

use crate::packed::{Box8, Corners};
use crate::shapes::Shapes;
use crate::{Sprite, SpriteId, SpriteMut, WorldError};
use rayon::prelude::*;
use slotmap::Key;
use std::sync::atomic::{AtomicBool, Ordering};

/// The rows of a layer, a sprite each. A row whose sprite is gone is a hole until the next sort.
#[derive(Default)]
pub(crate) struct Rows {
    pub(crate) sprites: Vec<Sprite>,
    /// Null in holes.
    pub(crate) ids: Vec<SpriteId>,
    /// Whether the row has changed since the last refresh.
    pub(crate) touched: Vec<bool>,
    holes: usize,
    /// Whether a sprite has had other layers than those it begins with.
    layered: AtomicBool,
}

impl Rows {
    /// How many rows there are, holes included.
    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }

    pub(crate) fn holes(&self) -> usize {
        self.holes
    }

    /// How many rows have changed since the last refresh.
    pub(crate) fn touched(&self) -> usize {
        self.touched.iter().filter(|&&touched| touched).count()
    }

    /// Whether layers keep any two sprites apart, as far as is known at the last refresh.
    pub(crate) fn layered(&self) -> bool {
        self.layered.load(Ordering::Relaxed)
    }

    /// The tight box of a row's sprite as it stands now.
    pub(crate) fn corners(&self, row: usize, shapes: &Shapes) -> Result<Corners, WorldError> {
        if self.ids[row].is_null() {
            return Ok(Corners::NONE);
        }
        Ok(shapes.stand(&self.sprites[row])?.corners())
    }

    /// Sets the boxes of the eight rows of a leaf.
    #[inline]
    pub(crate) fn fill_leaf(&self, shapes: &Shapes, leaf: usize, boxes: &mut Box8) -> Result<(), WorldError> {
        let rows = 8 * leaf..self.len().min(8 * leaf + 8);
        let mut layered = false;
        let mut filled = Box8::NONE;
        for (lane, row) in rows.enumerate() {
            layered |= self.sprites[row].is_layered();
            filled.set(lane, self.corners(row, shapes)?);
        }
        *boxes = filled;
        if layered {
            self.layered.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Checks that there are as many holes as are counted.
    ///
    /// # Panics
    /// Where there are not.
    pub(crate) fn validate(&self) {
        assert_eq!(self.ids.iter().filter(|id| id.is_null()).count(), self.holes, "holes");
        assert_eq!((self.sprites.len(), self.touched.len()), (self.len(), self.len()), "columns of one length");
    }

    pub(crate) fn reserve(&mut self, more: usize) {
        self.sprites.reserve(more);
        self.ids.reserve(more);
        self.touched.reserve(more);
    }

    /// Puts a sprite into a new row at the end.
    pub(crate) fn push(&mut self, id: SpriteId, sprite: Sprite) {
        self.sprites.push(sprite);
        self.ids.push(id);
        self.touched.push(true);
    }

    /// Makes a row a hole.
    pub(crate) fn remove(&mut self, row: usize) -> Sprite {
        self.ids[row] = SpriteId::null();
        self.touched[row] = true;
        self.holes += 1;
        self.sprites[row]
    }

    /// A sprite, to change.
    pub(crate) fn sprite_mut(&mut self, row: usize) -> SpriteMut<'_> {
        SpriteMut::new(self.ids[row], &mut self.sprites[row], &mut self.touched[row])
    }

    /// All sprites, to change.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = SpriteMut<'_>> {
        let rows = self.ids.iter().zip(&mut self.sprites).zip(&mut self.touched);
        rows.filter(|((id, _), _)| !id.is_null()).map(|((&id, sprite), touched)| SpriteMut::new(id, sprite, touched))
    }

    /// The same, shared among threads.
    pub(crate) fn par_iter_mut(&mut self) -> impl ParallelIterator<Item = SpriteMut<'_>> {
        let rows = self.ids.par_iter().zip(&mut self.sprites).zip(&mut self.touched).with_min_len(1 << 12);
        rows.filter(|((id, _), _)| !id.is_null()).map(|((&id, sprite), touched)| SpriteMut::new(id, sprite, touched))
    }

    /// Touches the rows that show a mask which was edited.
    pub(crate) fn touch_edited(&mut self, shapes: &Shapes) {
        for ((sprite, id), touched) in self.sprites.iter().zip(&self.ids).zip(&mut self.touched) {
            *touched |= !id.is_null() && shapes.edited(sprite);
        }
    }

    /// Puts the rows from `start` on into an order, which names each of them once, counted from `start`. It is
    /// used up. (In place, cycle by cycle: a sprite is moved once, and no second copy of them is needed.)
    pub(crate) fn arrange(&mut self, start: usize, order: &mut [u32]) {
        let (sprites, ids) = (&mut self.sprites[start..], &mut self.ids[start..]);
        for first in 0..order.len() {
            if order[first] as usize == first {
                continue;
            }
            let (sprite, id) = (sprites[first], ids[first]);
            let mut to = first;
            loop {
                let from = std::mem::replace(&mut order[to], to as u32) as usize;
                if from == first {
                    break;
                }
                (sprites[to], ids[to]) = (sprites[from], ids[from]);
                to = from;
            }
            (sprites[to], ids[to]) = (sprite, id);
        }
        self.touched[start..].fill(true);
    }

    /// Drops the holes, which stand at the end.
    pub(crate) fn drop_holes(&mut self) {
        let alive = self.len() - std::mem::take(&mut self.holes);
        self.sprites.truncate(alive);
        self.ids.truncate(alive);
        self.touched.truncate(alive);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MaskId;

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
            let mut slots = slotmap::SlotMap::<SpriteId, ()>::with_key();
            let ids: Vec<SpriteId> = (0..5).map(|_| slots.insert(())).collect();
            let mut rows = Rows::default();
            (0..).zip(&ids).for_each(|(row, &id)| rows.push(id, Sprite::new(MaskId::null(), [row, 0])));
            let is_gone = |row: &u32| gone >> row & 1 == 1;
            (0..5).filter(is_gone).for_each(|row| _ = rows.remove(row as usize));
            let (dead, alive): (Vec<u32>, Vec<u32>) = order.iter().partition(|row| is_gone(row));
            rows.arrange(0, &mut [&alive[..], &dead].concat());
            rows.drop_holes();
            assert_eq!(rows.len(), alive.len());
            for (place, &row) in alive.iter().enumerate() {
                assert_eq!((rows.ids[place], rows.sprites[place].at[0]), (ids[row as usize], row as i32));
            }
        }
    }
}
