//! What the rows hold: the sprites, and their poses and boxes.

use super::broad_phase::BroadPhase;
use super::rows::Rows;
use crate::geometry::{Aabb, Aabb8, hull};
use crate::masks::{MaskStore, Pose};
use crate::row::Row;
use crate::sprites::Layers;
use crate::{Placed, Sprite, SpriteId, WorldError};

impl BroadPhase {
    #[inline(always)]
    fn rows(&self, row: Row) -> (&Rows, usize) {
        let tree = if row.is_fixed() { &self.fixed } else { &self.movers };
        (&tree.rows, row.index())
    }

    /// The sprite of a row, but for its data.
    pub(crate) fn sprite(&self, row: Row) -> Sprite {
        let (rows, index) = self.rows(row);
        Sprite { fixed: row.is_fixed(), ..rows.sprite(index) }
    }

    /// The layers of a row's sprite.
    #[inline]
    pub(crate) fn layers(&self, row: Row) -> Layers {
        let (rows, index) = self.rows(row);
        rows.layers.get(index)
    }

    /// The mask of a row's sprite and its top-left pixel, after a refresh.
    #[inline(always)]
    pub(crate) fn placed<'s>(&self, row: Row, masks: &'s MaskStore) -> Placed<'s> {
        let (rows, index) = self.rows(row);
        let pose = rows.pose(index, masks).expect("a refresh finds out which masks cannot be rotated");
        Placed { mask: pose.mask(), at: pose.at }
    }

    /// The id of a row's sprite.
    #[inline]
    pub(crate) fn id(&self, row: Row) -> SpriteId {
        let (rows, index) = self.rows(row);
        rows.ids[index]
    }

    /// The ids from a row on.
    #[inline(always)]
    pub(crate) fn ids(&self, row: Row) -> &[SpriteId] {
        let (rows, index) = self.rows(row);
        &rows.ids[index..]
    }

    /// Whether layers keep any two sprites apart.
    pub(crate) fn has_layers(&self) -> bool {
        !(self.movers.rows.layers.is_default() && self.fixed.rows.layers.is_default())
    }
}

impl Rows {
    /// A row's sprite, but for its data and whether it is fixed.
    pub(crate) fn sprite(&self, row: usize) -> Sprite {
        let (layers, pivot) = (self.layers.get(row), self.pivots.get(row));
        Sprite { at: self.positions[row], appearance: self.appearances[row], layers, pivot, fixed: false, data: 0 }
    }

    /// The pose of a row's sprite.
    #[inline(always)]
    fn pose<'s>(&self, row: usize, masks: &'s MaskStore) -> Result<Pose<'s>, WorldError> {
        masks.pose(self.appearances[row], self.positions[row], self.pivots.get(row))
    }

    /// The tight box of a row's sprite as it stands now.
    #[inline(always)]
    pub(crate) fn aabb(&self, row: usize, masks: &MaskStore) -> Result<Aabb, WorldError> {
        if self.ids[row].is_null() {
            return Ok(Aabb::EMPTY);
        }
        if self.pivots.is_default()
            && let Some(aabb) = masks.known_aabb(self.appearances[row], self.positions[row])
        {
            return Ok(aabb);
        }
        Ok(self.pose(row, masks)?.aabb())
    }

    /// Sets the boxes of the eight rows of a leaf, and says what is around them.
    #[inline(always)]
    pub(crate) fn fill_leaf(&self, masks: &MaskStore, leaf: usize, boxes: &mut Aabb8) -> Result<Aabb, WorldError> {
        let mut aabb = [Aabb::EMPTY; 8];
        let rows = 8 * leaf..self.len().min(8 * leaf + 8);
        for (aabb, row) in aabb.iter_mut().zip(rows) {
            *aabb = self.aabb(row, masks)?;
        }
        *boxes = Aabb8::of(aabb);
        Ok(hull(&aabb))
    }
}
