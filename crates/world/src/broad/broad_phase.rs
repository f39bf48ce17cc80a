//! The broad phase: a tree for each class of sprites.

use super::census::Census;
use super::class::{Class, ClassSet};
use super::sprite_tree::{RefreshChanges, SpriteTree};
use crate::masks::MaskStore;
use crate::packed::{ChangedRows, LeafRows, TreeVisitor, Window};
use crate::row::Row;
use crate::slots::Slots;
use crate::sprites::Layers;
use crate::sprites::RowSprite;
use crate::threads::Threads;
use crate::{Index, SpriteId, SpriteMut, WorldError, memory};
use std::array;
use std::ops::ControlFlow;

/// The pair cache is in use if at most 1 / `CACHE_FRACTION` of all sprites, plus one, change between two refreshes.
const CACHE_FRACTION: usize = 32;

/// The changed rows of each class.
pub(crate) type Changes = [ChangedRows; Row::CLASSES];

/// All sprites of a world, in a tree for each class.
pub(crate) struct BroadPhase {
    pub(super) trees: [SpriteTree; Row::CLASSES],
    /// The layers and the `fixed` of each class, side by side: each query reads them.
    pub(super) classes: [Class; Row::CLASSES],
    /// The classes that have rows.
    pub(super) used: ClassSet,
    pub(super) index: Index,
    pub(super) census: Census,
}

impl Default for BroadPhase {
    fn default() -> BroadPhase {
        BroadPhase {
            trees: array::from_fn(SpriteTree::new),
            classes: array::from_fn(Class::new),
            used: ClassSet::NONE,
            index: Index::default(),
            census: Census::default(),
        }
    }
}

impl BroadPhase {
    /// A copy of all trees.
    pub(crate) fn try_clone(&self) -> Result<BroadPhase, WorldError> {
        let BroadPhase { classes, used, index, census, .. } = *self;
        let mut copy = BroadPhase { classes, used, index, census, ..BroadPhase::default() };
        for (tree, old) in copy.trees.iter_mut().zip(&self.trees) {
            *tree = old.try_clone()?;
        }
        Ok(copy)
    }

    /// Reserves room for `more` sprites whose layers and `fixed` are equal to those of `like`.
    ///
    /// # Errors
    /// Returns [`WorldError::Full`] if the class would have more than [`Row::MAX_ROWS`] rows, and
    /// [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn reserve(&mut self, more: usize, like: &RowSprite) -> Result<(), WorldError> {
        self.reserve_in(self.class_of(like), more, like)
    }

    pub(super) fn reserve_in(&mut self, class: usize, more: usize, like: &RowSprite) -> Result<(), WorldError> {
        let rows = &mut self.trees[class].rows;
        // The rows of removed sprites count as rows until the next sort drops them.
        if more > Row::MAX_ROWS - rows.len() {
            return Err(WorldError::Full { sprites: rows.len() });
        }
        rows.reserve(more, like)
    }

    /// Adds a sprite and returns its row. [`BroadPhase::reserve`] must have reserved room.
    pub(crate) fn push(&mut self, id: SpriteId, sprite: RowSprite) -> Row {
        self.push_in(self.class_of(&sprite), id, sprite)
    }

    pub(super) fn push_in(&mut self, class: usize, id: SpriteId, sprite: RowSprite) -> Row {
        self.used = self.used.with(class);
        let rows = &mut self.trees[class].rows;
        Row::first(class).plus(rows.push(id, sprite))
    }

    /// Whether any sprite may have extras.
    pub(crate) fn has_extras(&self) -> bool {
        self.trees.iter().any(|tree| tree.rows.shared.extras.stored() > 0)
    }

    /// The number of rows of each class.
    pub(crate) fn row_counts(&self) -> [usize; Row::CLASSES] {
        array::from_fn(|class| self.trees[class].rows.len())
    }

    /// Takes back [`BroadPhase::push`], which returned this row. `before` are the numbers of rows before the first push
    /// that is taken back, and the last push is taken back first.
    pub(crate) fn undo_push(&mut self, row: Row, before: &[usize; Row::CLASSES]) -> RowSprite {
        let sprite = self.trees[row.class()].rows.undo_push(row.index(), before[row.class()]);
        self.used = self.used.filter(|class| self.trees[class].rows.len() > 0);
        sprite
    }

    /// Removes the sprite of a row and returns it.
    pub(crate) fn remove(&mut self, row: Row) -> RowSprite {
        self.trees[row.class()].rows.remove(row.index())
    }

    /// Returns mutable access to the sprite of a row.
    #[inline]
    pub(crate) fn sprite_mut<'w>(&'w mut self, row: Row, masks: &'w MaskStore) -> SpriteMut<'w> {
        self.trees[row.class()].rows.sprite_mut(row.index(), masks)
    }

    /// Returns handles to all sprites.
    pub(crate) fn iter_mut<'w>(&'w mut self, masks: &'w MaskStore) -> impl Iterator<Item = SpriteMut<'w>> + use<'w> {
        self.trees.iter_mut().flat_map(|tree| tree.rows.iter_mut(masks))
    }

    /// A parallel iterator over handles to all sprites.
    #[cfg(feature = "rayon")]
    pub(crate) fn par_iter_mut<'w>(
        &'w mut self,
        masks: &'w MaskStore,
    ) -> impl rayon::iter::ParallelIterator<Item = SpriteMut<'w>> + use<'w> {
        use rayon::prelude::*;
        self.trees.par_iter_mut().flat_map(|tree| tree.rows.par_iter_mut(masks))
    }

    /// Moves each sprite to the position at the index of its slot, if there is one. The positions must be in range.
    pub(crate) fn sync(&mut self, positions: &[[i32; 2]]) {
        self.used.iter().for_each(|class| self.trees[class].rows.sync(positions));
    }

    /// Sets how joins find their pairs.
    pub(crate) fn set_index(&mut self, index: Index) {
        self.index = index;
    }

    /// How joins find their pairs.
    #[cfg(feature = "serde")]
    pub(crate) fn index(&self) -> Index {
        self.index
    }

    /// A record of changed rows in each tree.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn changed_rows(&self, rows: &(impl Iterator<Item = Row> + Clone)) -> Result<Changes, WorldError> {
        let mut changes = array::from_fn(|_| ChangedRows::default());
        for class in self.used.iter() {
            let rows = rows.clone().filter(|row| row.class() == class);
            changes[class] = ChangedRows::of(&self.trees[class].packed, rows.map(Row::index))?;
        }
        Ok(changes)
    }

    /// Whether no row has changed since the last refresh.
    pub(crate) fn is_fresh(&self) -> bool {
        self.used.iter().all(|class| !self.trees[class].rows.flags.any())
    }

    /// Updates all trees. Returns the changed sprites, or [`RefreshChanges::All`] if they are unknown or
    /// too many for the pair cache.
    ///
    /// # Errors
    /// Returns the errors of [`SpriteTree::refresh`], and of the move of sprites to other classes.
    pub(crate) fn refresh(
        &mut self,
        masks: &MaskStore,
        slots: &mut Slots<Row>,
        threads: &Threads,
    ) -> Result<RefreshChanges<SpriteId>, WorldError> {
        self.classify(slots)?;
        let rows_met = |class: usize| {
            let met = self.used.iter().filter(|&other| self.may_collide(class, other));
            met.map(|other| self.trees[other].rows.len()).sum()
        };
        let met: [usize; Row::CLASSES] = array::from_fn(rows_met);
        let mut all = false;
        let mut changed = Vec::new();
        for class in self.used.iter() {
            let tree = &mut self.trees[class];
            let (count, changes) = tree.refresh(met[class], masks, slots, threads)?;
            self.census.note_changed(count);
            match changes {
                RefreshChanges::All => all = true,
                RefreshChanges::Only(rows) => {
                    let ids = rows.into_iter().map(|row| tree.rows.ids[row.index()]).filter(|id| !id.is_null());
                    memory::try_extend(&mut changed, ids)?;
                }
            }
        }
        self.used = self.used.filter(|class| self.trees[class].rows.len() > 0);
        if all || CACHE_FRACTION * changed.len() > slots.len() + CACHE_FRACTION {
            return Ok(RefreshChanges::All);
        }
        Ok(RefreshChanges::Only(changed))
    }

    /// Checks all trees.
    ///
    /// # Panics
    /// Panics if a tree fails a check, or if the number of rows does not match the number of sprites.
    pub(crate) fn validate(&self, masks: &MaskStore, slots: &Slots<Row>) {
        let mut living = 0;
        for (number, tree) in self.trees.iter().enumerate() {
            tree.validate(masks, slots);
            living += tree.rows.living();
            let alike = |row: usize| {
                tree.rows.ids[row].is_null() || tree.rows.sprite(row).layers == self.classes[number].layers
            };
            assert!(
                Class::is_mixed(number) || (0..tree.rows.len()).all(alike),
                "the sprites of class {number} must have equal layers"
            );
        }
        assert_eq!(living, slots.len(), "there must be one row for each sprite");
    }

    /// The classes that can have sprites in given layers, and with which a sprite of other layers may collide. `None`
    /// allows all layers.
    #[inline]
    pub(crate) fn classes_with(&self, in_layers: Option<u32>, meeting: Option<Layers>) -> ClassSet {
        self.used.filter(|class| {
            let layers = self.classes[class].layers;
            Class::is_mixed(class)
                || in_layers.is_none_or(|bits| layers.is_in_any(bits))
                    && meeting.is_none_or(|other| layers.may_collide(other))
        })
    }

    /// Calls `visit` for each leaf of some classes with rows in a window, until `visit` breaks. `visit` also gets the
    /// first of these rows.
    #[inline(always)]
    pub(crate) fn in_window<B>(
        &self,
        classes: ClassSet,
        window: Window,
        mut visit: impl FnMut(Row, LeafRows) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        classes.iter().try_for_each(|class| {
            let tree = &self.trees[class];
            tree.work.add_query();
            tree.packed.in_window(window, &mut |leaf| visit(Row::first(class).plus(leaf.first), leaf))
        })
    }

    /// Visits rows of some classes, the nearest boxes of each class first, until `visitor` stops the traversal.
    pub(crate) fn traverse<V: TreeVisitor>(&self, classes: ClassSet, visitor: &mut V) -> ControlFlow<V::Stop> {
        classes.iter().try_for_each(|class| {
            let tree = &self.trees[class];
            tree.work.add_query();
            tree.packed.traverse(Row::first(class), visitor)
        })
    }
}
