//! The broad phase: a tree of movers (sprites that move) and a tree of fixed sprites.

use super::rows::Rows;
use super::sprite_tree::{RefreshChanges, SpriteTree};
use crate::masks::MaskStore;
use crate::packed::{ChangedRows, LeafRows, TreeVisitor, Window};
use crate::row::Row;
use crate::slots::Slots;
use crate::{Index, Sprite, SpriteId, SpriteMut, WorldError, memory};
use std::ops::ControlFlow;

/// The pair cache is in use if at most 1 / `CACHE_FRACTION` of all sprites, plus one, change between two refreshes.
const CACHE_FRACTION: usize = 32;

/// All sprites of a world, in one tree of movers and one tree of fixed sprites.
#[derive(Default)]
pub(crate) struct BroadPhase {
    pub(super) movers: SpriteTree,
    pub(super) fixed: SpriteTree,
}

impl BroadPhase {
    /// Returns a copy of both trees.
    pub(crate) fn try_clone(&self) -> Result<BroadPhase, WorldError> {
        Ok(BroadPhase { movers: self.movers.try_clone()?, fixed: self.fixed.try_clone()? })
    }

    /// Reserves room for `more` sprites of the kind of `like`.
    ///
    /// # Errors
    /// Returns [`WorldError::Full`] if the tree would have more than [`Row::MAX_ROWS`] rows, and
    /// [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn reserve(&mut self, more: usize, like: &Sprite) -> Result<(), WorldError> {
        let tree = if like.fixed { &mut self.fixed } else { &mut self.movers };
        // The rows of removed sprites count as rows until the next sort drops them.
        if more > Row::MAX_ROWS - tree.rows.len() {
            return Err(WorldError::Full { sprites: tree.rows.len() });
        }
        tree.rows.reserve(more, like)
    }

    /// Adds a sprite and returns its row. [`BroadPhase::reserve`] must have reserved room.
    pub(crate) fn push(&mut self, id: SpriteId, sprite: Sprite) -> Row {
        let (tree, first) = match sprite.fixed {
            true => (&mut self.fixed, Row::FIRST_FIXED),
            false => (&mut self.movers, Row::FIRST_MOVER),
        };
        first.plus(tree.rows.push(id, sprite))
    }

    /// Removes the sprite of a row and returns it.
    pub(crate) fn remove(&mut self, row: Row) -> Sprite {
        let sprite = self.sprite(row);
        let rows = if row.is_fixed() { &mut self.fixed.rows } else { &mut self.movers.rows };
        rows.remove(row.index());
        sprite
    }

    /// Returns mutable access to the sprite of a row.
    #[inline]
    pub(crate) fn sprite_mut<'w>(&'w mut self, row: Row, masks: &'w MaskStore) -> SpriteMut<'w> {
        let (rows, first) = if row.is_fixed() {
            (&mut self.fixed.rows, Row::FIRST_FIXED)
        } else {
            (&mut self.movers.rows, Row::FIRST_MOVER)
        };
        rows.sprite_mut(first, row.index(), masks)
    }

    /// Returns the rows of both trees, each with its first row: the movers, then the fixed sprites.
    pub(crate) fn all_rows_mut(&mut self) -> [(Row, &mut Rows); 2] {
        [(Row::FIRST_MOVER, &mut self.movers.rows), (Row::FIRST_FIXED, &mut self.fixed.rows)]
    }

    /// Moves the sprites whose kind has changed to the other tree.
    ///
    /// # Errors
    /// - Returns [`WorldError::Full`] if the other tree would have more than [`Row::MAX_ROWS`] rows.
    /// - Returns [`WorldError::NoMemory`] if the system refuses memory.
    fn move_between_trees(&mut self, slots: &mut Slots<Row>) -> Result<(), WorldError> {
        for first in [Row::FIRST_MOVER, Row::FIRST_FIXED] {
            let tree = if first.is_fixed() { &self.fixed } else { &self.movers };
            if !tree.rows.shared.any_moves() {
                continue;
            }
            for row in memory::try_collect(tree.rows.flags.moving_rows().map(|row| first.plus(row)))? {
                let (id, sprite) = (self.id(row), self.sprite(row));
                self.reserve(1, &sprite)?;
                self.remove(row);
                let slot = slots.get_mut(id.0).expect("a sprite in a row has a slot");
                *slot = self.push(id, sprite);
            }
            let tree = if first.is_fixed() { &mut self.fixed } else { &mut self.movers };
            tree.rows.shared.clear_moves();
        }
        Ok(())
    }

    /// Sets the kind of both trees.
    pub(crate) fn set_index(&mut self, index: Index) {
        self.movers.set_index(index);
        self.fixed.set_index(index);
    }

    /// Returns the kind of both trees.
    #[cfg(feature = "serde")]
    pub(crate) fn index(&self) -> Index {
        match self.movers.rstar {
            None => Index::Packed,
            #[cfg(feature = "rstar")]
            Some(_) => Index::RStar,
        }
    }

    /// Returns a record of changed rows in each of the two trees: the movers, then the fixed sprites.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn changed_rows(
        &self,
        rows: &(impl Iterator<Item = Row> + Clone),
    ) -> Result<[ChangedRows; 2], WorldError> {
        let of = |tree: &SpriteTree, fixed: bool| {
            let rows = rows.clone().filter(|row| row.is_fixed() == fixed);
            ChangedRows::of(&tree.packed, rows.map(Row::index))
        };
        Ok([of(&self.movers, false)?, of(&self.fixed, true)?])
    }

    /// Returns whether no row has changed since the last refresh.
    pub(crate) fn is_fresh(&self) -> bool {
        !self.movers.rows.flags.any() && !self.fixed.rows.flags.any()
    }

    /// Updates both trees. Returns the slots of the changed sprites, or [`RefreshChanges::All`] if they are unknown or
    /// too many for the pair cache.
    ///
    /// # Errors
    /// Returns the errors of [`SpriteTree::refresh`], and of the move of sprites between the trees.
    pub(crate) fn refresh(
        &mut self,
        masks: &MaskStore,
        slots: &mut Slots<Row>,
        parallel: bool,
    ) -> Result<RefreshChanges, WorldError> {
        self.move_between_trees(slots)?;
        let movers = self.movers.refresh(masks, slots, Row::FIRST_MOVER, parallel)?;
        let fixed = self.fixed.refresh(masks, slots, Row::FIRST_FIXED, parallel)?;
        let (RefreshChanges::Only(movers), RefreshChanges::Only(fixed)) = (movers, fixed) else {
            return Ok(RefreshChanges::All);
        };
        // An R*-tree does not record its changes.
        let records_changes = self.movers.rstar.is_none() && self.fixed.rstar.is_none();
        if !records_changes || CACHE_FRACTION * (movers.len() + fixed.len()) > slots.len() + CACHE_FRACTION {
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
    /// Panics if a tree fails a check, or if the number of rows does not match the number of sprites.
    pub(crate) fn validate(&self, masks: &MaskStore, slots: &Slots<Row>) {
        self.movers.validate(masks, slots, Row::FIRST_MOVER);
        self.fixed.validate(masks, slots, Row::FIRST_FIXED);
        let holes = self.movers.rows.holes() + self.fixed.rows.holes();
        assert_eq!(
            self.movers.rows.len() + self.fixed.rows.len(),
            slots.len() + holes,
            "there must be one row for each sprite and each hole"
        );
    }

    /// Calls `visit` for each leaf with rows in a window, until `visit` breaks. `visit` also gets the first of these rows.
    #[inline(always)]
    pub(crate) fn in_window<B>(
        &self,
        window: Window,
        mut visit: impl FnMut(Row, LeafRows) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.movers.in_window(window, &mut |leaf| visit(Row::FIRST_MOVER.plus(leaf.first), leaf))?;
        self.fixed.in_window(window, &mut |leaf| visit(Row::FIRST_FIXED.plus(leaf.first), leaf))
    }

    /// Visits rows, the nearest boxes of each tree first, until `visitor` stops the traversal.
    pub(crate) fn traverse<V: TreeVisitor>(&self, visitor: &mut V) -> ControlFlow<V::Stop> {
        self.movers.traverse(Row::FIRST_MOVER, visitor)?;
        self.fixed.traverse(Row::FIRST_FIXED, visitor)
    }
}
