//! Sprites and the tree over them, updated at every refresh.
//!
//! The rows are in the order of a Hilbert curve. A leaf of the tree is therefore eight consecutive rows, and every
//! traversal of the tree reads memory in order. As sprites move, the order decays. A new sort runs in steps, so that no
//! refresh takes much longer than the others: a refresh runs at most one step, and a step runs after as many moves as
//! there are sprites.
//!
//! ```text
//!   rows     [ in the order of the last sort ................ ][ new, sorted among themselves ][ newest ]
//!                                                              ^ sorted                        ^ tail
//! ```

use super::row_flags::RowFlags;
use super::rows::Rows;
use crate::masks::MaskStore;
use crate::packed::{CurveGrid, CurveSort, PackedTree, TreeVisitor};
use crate::row::Row;
use crate::rstar::RStarTree;
use crate::slots::Slots;
use crate::{Index, WorldError, memory};
use mask::Rect;
use std::ops::ControlFlow;

/// The number of steps from one order of the rows to the next: [`CurveSort::STEPS`] steps that sort, one step that
/// applies the order, and steps that do nothing. Each step runs after as many moves as there are sprites.
///
/// Without a new order, the refit of clustered sprites goes from 2.4 to 4.0 ms in 20 steps. With a new order every 5, 8
/// or 12 steps, and all sprites moving 1 to 4 px, the times differ by some 5 %.
const SORT_PERIOD: u32 = 8;

/// Rows that were added since the last sort are sorted among themselves, until they are more than
/// 1 / `TAIL_FRACTION` of all rows. Then all rows are sorted.
const TAIL_FRACTION: usize = 4;

/// A refresh updates only the leaves of dirty rows if there are fewer dirty rows than this number, or fewer than
/// 1 / [`FEW_DIRTY_FRACTION`] of all rows.
const FEW_DIRTY: usize = 64;
/// See [`FEW_DIRTY`].
const FEW_DIRTY_FRACTION: usize = 8;

/// The changes that a refresh found.
pub(crate) enum RefreshChanges {
    /// All changed sprites, as rows of a tree or as slots of a world.
    Only(Vec<u32>),
    /// Many rows changed, or their order changed.
    All,
}

/// Sprites in the rows of a tree, and the tree over their boxes.
#[derive(Default)]
pub(crate) struct SpriteTree {
    pub(crate) rows: Rows,
    /// The packed tree. Its leaves always hold the boxes of the rows, even if queries use `rstar`.
    pub(crate) packed: PackedTree,
    /// The R*-tree, if the user has chosen it.
    pub(crate) rstar: Option<RStarTree>,
    sort: CurveSort,
    /// The number of rows in the order of the last sort.
    sorted: usize,
    /// The first row in no order yet. The rows `sorted..tail` are sorted among themselves.
    tail: usize,
    /// The number of moves since the last step of the sort.
    moved_since_sort: usize,
    /// The current step of the period, below [`SORT_PERIOD`].
    sort_step: u32,
    /// Whether the last refresh failed half-way. The R*-tree and the leaves can then hold different boxes.
    refresh_failed: bool,
}

impl SpriteTree {
    /// Returns a copy of the rows, the trees and the state of the sort.
    pub(super) fn try_clone(&self) -> Result<SpriteTree, WorldError> {
        let SpriteTree { sorted, tail, moved_since_sort, sort_step, refresh_failed, .. } = *self;
        Ok(SpriteTree {
            rows: self.rows.try_clone()?,
            packed: self.packed.try_clone()?,
            rstar: self.rstar.clone(),
            sort: self.sort.try_clone()?,
            sorted,
            tail,
            moved_since_sort,
            sort_step,
            refresh_failed,
        })
    }

    /// Updates the boxes, the tree and the order of the rows. `first` is the first row of the tree.
    ///
    /// # Errors
    /// After an error, the work done so far stays. The next refresh does the rest.
    ///
    /// - Returns [`WorldError::CannotTransform`] if a mask cannot be rotated for a sprite.
    /// - Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn refresh(
        &mut self,
        masks: &MaskStore,
        slots: &mut Slots<Row>,
        first: Row,
        parallel: bool,
    ) -> Result<RefreshChanges, WorldError> {
        let change = self.update(masks, slots, first, parallel);
        // After a failure, all rows stay dirty, so the next refresh repeats all work.
        self.refresh_failed = change.is_err();
        if self.refresh_failed {
            self.sort_step = CurveSort::STEPS;
        }
        self.rows.flags.fill(if self.refresh_failed { RowFlags::DIRTY } else { RowFlags::CLEAN });
        self.rows.end_refresh();
        change
    }

    /// Does the work of [`SpriteTree::refresh`], which then clears the flags of the rows.
    fn update(
        &mut self,
        masks: &MaskStore,
        slots: &mut Slots<Row>,
        first: Row,
        parallel: bool,
    ) -> Result<RefreshChanges, WorldError> {
        if masks.any_dirty() {
            self.rows.mark_dirty_masks(masks);
        }
        self.packed.clear_changed();
        let dirty = self.rows.dirty_count();
        if dirty == 0 {
            return Ok(RefreshChanges::Only(Vec::new()));
        }
        let rows = self.rows.len();
        self.packed.resize(rows)?;
        let arranged = if TAIL_FRACTION * (rows - self.sorted) > rows || 2 * self.rows.holes() > rows {
            self.refit_all(masks, parallel)?;
            self.sort.all(self.packed.leaves(), rows, self.packed.hull())?;
            self.apply_order(slots, first)?;
            self.sort_step = CurveSort::STEPS;
            true
        } else {
            if rows > self.tail {
                self.sort_tail(masks, slots, first)?;
            }
            self.moved_since_sort += dirty;
            self.moved_since_sort >= rows && self.advance_sort(slots, first)?
        };
        if !arranged
            && !self.refresh_failed
            && self.rows.dirty_count() < FEW_DIRTY.max(self.rows.len() / FEW_DIRTY_FRACTION)
        {
            return self.refit_dirty(masks);
        }
        self.refit_all(masks, parallel)?;
        if let Some(rstar) = &mut self.rstar {
            *rstar = RStarTree::load(&self.packed, self.rows.len());
        }
        Ok(RefreshChanges::All)
    }

    /// Runs the next step of the sort. Returns whether the rows are now in the new order.
    fn advance_sort(&mut self, slots: &mut Slots<Row>, first: Row) -> Result<bool, WorldError> {
        self.moved_since_sort = 0;
        self.sort_step = (self.sort_step + 1) % SORT_PERIOD;
        if self.sort_step < CurveSort::STEPS {
            self.sort.step(self.sort_step, self.packed.leaves(), self.rows.len(), self.packed.hull())?;
        } else if self.sort_step == CurveSort::STEPS {
            self.apply_order(slots, first)?;
        }
        Ok(self.sort_step == CurveSort::STEPS)
    }

    /// Puts the rows into the order of the sort, and drops the holes. All rows are dirty afterwards.
    fn apply_order(&mut self, slots: &mut Slots<Row>, first: Row) -> Result<(), WorldError> {
        let order = self.sort.order();
        let ids = &self.rows.ids;
        let mut sorted = order.len();
        memory::try_extend(order, sorted as u32..ids.len() as u32)?;
        if self.rows.holes() > 0 {
            let alive = |row: &u32| !ids[*row as usize].is_null();
            let mut living = memory::try_with_capacity(order.len())?;
            living.extend(order.iter().copied().filter(alive));
            living.extend(order.iter().copied().filter(|row| !alive(row)));
            sorted = order[..sorted].iter().filter(|row| alive(row)).count();
            *order = living;
        }
        (self.sorted, self.tail) = (sorted, sorted);
        self.rows.permute(0, order);
        self.rows.drop_holes();
        self.update_slots(0, slots, first);
        self.packed.resize(self.rows.len())
    }

    /// Sorts the new rows among themselves, so that the boxes of their leaves are small.
    fn sort_tail(&mut self, masks: &MaskStore, slots: &mut Slots<Row>, first: Row) -> Result<(), WorldError> {
        let cells = CurveGrid::of(self.packed.hull());
        let key = |row: usize| self.rows.aabb(row, masks).map(|aabb| cells.number(aabb));
        let mut keys = memory::try_with_capacity(self.rows.len() - self.sorted)?;
        for row in self.sorted..self.rows.len() {
            keys.push(key(row)?);
        }
        let mut order = memory::try_collect(0..keys.len() as u32)?;
        order.sort_unstable_by_key(|&row| (keys[row as usize], row));
        self.rows.permute(self.sorted, &mut order);
        self.tail = self.rows.len();
        self.update_slots(self.sorted, slots, first);
        Ok(())
    }

    /// Writes the new row of each sprite into its slot, for the rows from `from` on.
    fn update_slots(&self, from: usize, slots: &mut Slots<Row>, first: Row) {
        for (row, &id) in self.rows.ids.iter().enumerate().skip(from) {
            if let Some(slot) = slots.get_mut(id.0) {
                *slot = first.plus(row);
            }
        }
    }

    /// Sets the boxes of all rows and of all nodes.
    fn refit_all(&mut self, masks: &MaskStore, parallel: bool) -> Result<(), WorldError> {
        let SpriteTree { rows, packed, .. } = self;
        packed.refit(parallel, |leaf, boxes| rows.fill_leaf(masks, leaf, boxes))
    }

    /// Sets the boxes of the leaves with dirty rows and of the nodes above them. Returns the dirty rows.
    fn refit_dirty(&mut self, masks: &MaskStore) -> Result<RefreshChanges, WorldError> {
        let SpriteTree { rows, packed, rstar, .. } = self;
        let dirty = rows.flags.iter().enumerate().filter(|(_, flags)| flags.is_dirty());
        let dirty = memory::try_collect(dirty.map(|(row, _)| row as u32))?;
        packed.refit_some(&dirty, |leaf, boxes| {
            let old = *boxes;
            rows.fill_leaf(masks, leaf, boxes)?;
            if let Some(rstar) = rstar {
                let changed = (0..8).filter(|&lane| old.lane(lane) != boxes.lane(lane));
                changed.for_each(|lane| rstar.replace((8 * leaf + lane) as u32, old.lane(lane), boxes.lane(lane)));
            }
            Ok(())
        })?;
        Ok(RefreshChanges::Only(dirty))
    }

    /// Sets the kind of the tree.
    pub(crate) fn set_index(&mut self, index: Index) {
        let boxed = self.rows.len().min(8 * self.packed.leaves().len());
        self.rstar = (index == Index::RStar).then(|| RStarTree::load(&self.packed, boxed));
    }

    /// Checks that rows, boxes, trees and slots agree after a successful refresh.
    ///
    /// # Panics
    /// Panics if a check fails.
    pub(crate) fn validate(&self, masks: &MaskStore, slots: &Slots<Row>, first: Row) {
        self.rows.validate();
        self.packed.validate(self.rows.len());
        if let Some(rstar) = &self.rstar {
            rstar.validate(&self.packed, self.rows.len());
        }
        for row in 0..self.rows.len() {
            assert_eq!(self.rows.aabb(row, masks), Ok(self.packed.row(row)), "the tree has a wrong box for row {row}");
            let id = self.rows.ids[row];
            assert!(
                id.is_null() || slots.get(id.0) == Some(&first.plus(row)),
                "the slot of the sprite in row {row} names another row"
            );
        }
    }

    /// Calls `visit` for each row whose box shares a pixel with `rect`, until `visit` breaks. `first` is the first row
    /// of the tree.
    pub(crate) fn in_rect<B>(
        &self,
        rect: &Rect,
        first: Row,
        visit: &mut impl FnMut(Row) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut visit = |row: u32| visit(first.plus(row as usize));
        match &self.rstar {
            Some(rstar) => rstar.in_rect(rect, &mut visit),
            None => self.packed.in_rect(rect, &mut visit),
        }
    }

    /// Visits rows, the nearest boxes first, until `visitor` stops the traversal. `first` is the first row of the tree.
    pub(crate) fn traverse<V: TreeVisitor>(&self, first: Row, visitor: &mut V) -> ControlFlow<V::Stop> {
        match &self.rstar {
            Some(rstar) => rstar.traverse(first, visitor),
            None => self.packed.traverse(first, visitor),
        }
    }
}
