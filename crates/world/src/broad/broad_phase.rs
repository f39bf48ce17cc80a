//! The broad phase: the sprites that move and the fixed ones, and the trees over both.

use super::rows::Rows;
use super::sprite_tree::{RefreshChanges, SpriteTree};
use crate::masks::MaskStore;
use crate::packed::TreeVisitor;
use crate::row::Row;
use crate::slots::Slots;
use crate::sprites::Layers;
use crate::{Index, Sprite, SpriteId, SpriteMut, WorldError, memory};
use mask::Rect;
use std::ops::ControlFlow;

/// A world is still where fewer than one sprite in so many changes from refresh to refresh: its pairs are mended, not
/// listed anew.
const CACHE_FRACTION: usize = 32;

/// The sprites that move and those that are fixed, each in a tree of their own.
#[derive(Default)]
pub(crate) struct BroadPhase {
    pub(super) movers: SpriteTree,
    pub(super) fixed: SpriteTree,
}

impl BroadPhase {
    /// A copy of both trees.
    pub(crate) fn try_clone(&self) -> Result<BroadPhase, WorldError> {
        Ok(BroadPhase { movers: self.movers.try_clone()?, fixed: self.fixed.try_clone()? })
    }

    /// Makes room for so many sprites like this one.
    pub(crate) fn reserve(&mut self, more: usize, like: &Sprite) -> Result<(), WorldError> {
        let tree = if like.fixed { &mut self.fixed } else { &mut self.movers };
        // Rows of sprites that have gone count until the next refresh.
        if more > Row::MAX_ROWS - tree.rows.len() {
            return Err(WorldError::Full { sprites: tree.rows.len() });
        }
        tree.rows.reserve(more, like)
    }

    /// Puts a sprite in, for which there is room, and says in which row.
    pub(crate) fn push(&mut self, id: SpriteId, sprite: Sprite) -> Row {
        let (tree, first) = match sprite.fixed {
            true => (&mut self.fixed, Row::FIRST_FIXED),
            false => (&mut self.movers, Row::FIRST_MOVER),
        };
        first.plus(tree.rows.push(id, sprite))
    }

    /// Removes the sprite of a row.
    pub(crate) fn remove(&mut self, row: Row) -> Sprite {
        let sprite = self.rows_mut(row).remove(row.index());
        Sprite { fixed: row.is_fixed(), ..sprite }
    }

    /// Sets the layers of a row's sprite.
    pub(crate) fn set_layers(&mut self, row: Row, layers: Layers) -> Result<(), WorldError> {
        self.rows_mut(row).set_layers(row.index(), layers)
    }

    /// The sprite of a row, to change.
    #[inline]
    pub(crate) fn sprite_mut(&mut self, row: Row) -> SpriteMut<'_> {
        self.rows_mut(row).sprite_mut(row.index())
    }

    fn rows_mut(&mut self, row: Row) -> &mut Rows {
        if row.is_fixed() { &mut self.fixed.rows } else { &mut self.movers.rows }
    }

    /// The rows of all sprites: of those that move, then of the fixed.
    pub(crate) fn all_rows_mut(&mut self) -> [&mut Rows; 2] {
        [&mut self.movers.rows, &mut self.fixed.rows]
    }

    /// Chooses the trees.
    pub(crate) fn set_index(&mut self, index: Index) {
        self.movers.set_index(index);
        self.fixed.set_index(index);
    }

    /// Which trees there are.
    #[cfg(feature = "serde")]
    pub(crate) fn index(&self) -> Index {
        if self.movers.rstar.is_some() { Index::RStar } else { Index::Packed }
    }

    /// Brings both trees up to date, and says what has changed.
    pub(crate) fn refresh(
        &mut self,
        masks: &MaskStore,
        slots: &mut Slots<Row>,
        parallel: bool,
    ) -> Result<RefreshChanges, WorldError> {
        let movers = self.movers.refresh(masks, slots, Row::FIRST_MOVER, parallel)?;
        let fixed = self.fixed.refresh(masks, slots, Row::FIRST_FIXED, parallel)?;
        let (RefreshChanges::Only(movers), RefreshChanges::Only(fixed)) = (movers, fixed) else {
            return Ok(RefreshChanges::All);
        };
        // A tree of the other kind does not know where something has changed.
        let knows = self.movers.rstar.is_none() && self.fixed.rstar.is_none();
        if !knows || CACHE_FRACTION * (movers.len() + fixed.len()) > slots.len() + CACHE_FRACTION {
            return Ok(RefreshChanges::All);
        }
        let mut changed = memory::try_with_capacity(movers.len() + fixed.len())?;
        for (rows, tree) in [(movers, &self.movers), (fixed, &self.fixed)] {
            let ids = rows.into_iter().map(|row| tree.rows.ids[row as usize]);
            changed.extend(ids.filter(|id| !id.is_null()).map(|id| id.index() as u32));
        }
        Ok(RefreshChanges::Only(changed))
    }

    /// Checks both trees.
    ///
    /// # Panics
    /// Where something does not agree.
    pub(crate) fn validate(&self, masks: &MaskStore, slots: &Slots<Row>) {
        self.movers.validate(masks, slots, Row::FIRST_MOVER);
        self.fixed.validate(masks, slots, Row::FIRST_FIXED);
        let holes = self.movers.rows.holes() + self.fixed.rows.holes();
        assert_eq!(self.movers.rows.len() + self.fixed.rows.len(), slots.len() + holes, "a row for each sprite");
    }

    /// Gives `visit` the rows whose boxes share a pixel with `rect`, until it breaks.
    pub(crate) fn in_rect<B>(&self, rect: &Rect, mut visit: impl FnMut(Row) -> ControlFlow<B>) -> ControlFlow<B> {
        self.movers.in_rect(rect, Row::FIRST_MOVER, &mut visit)?;
        self.fixed.in_rect(rect, Row::FIRST_FIXED, &mut visit)
    }

    /// Gives `visitor` the rows that it asks for, until it stops.
    pub(crate) fn traverse<V: TreeVisitor>(&self, visitor: &mut V) -> ControlFlow<V::Stop> {
        self.movers.traverse(Row::FIRST_MOVER, visitor)?;
        self.fixed.traverse(Row::FIRST_FIXED, visitor)
    }
}
