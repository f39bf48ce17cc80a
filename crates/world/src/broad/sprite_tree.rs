//! Sprites and the tree over them, kept up to date from refresh to refresh.
//!
//! The rows stand in the order of the curve, so that a leaf of the tree is eight rows that follow each other,
//! and whatever walks the tree walks memory in order. As sprites move, the order decays: it is made anew as
//! they go, one step of the work in each refresh in which most have moved, so that no refresh stands out.
//!
//! ```text
//!   rows     [ in the order of the last sort ................ ][ new, sorted among themselves ][ newer ]
//!                                                              ^ sorted                        ^ tail
//! ```

use super::rows::Rows;
use crate::masks::MaskStore;
use crate::packed::{CurveGrid, CurveSort, PackedTree, TreeVisitor};
use crate::row::Row;
use crate::rstar::RStarTree;
use crate::slots::Slots;
use crate::{Index, WorldError, memory};
use mask::Rect;
use std::ops::ControlFlow;

/// Steps from one order to the next: those of the sort, one that arranges the rows, and some of rest. Each is made
/// when as many sprites have moved as there are. (Refitting alone goes from 2.4 to 4.0 ms in 20 steps of clustered
/// sprites; a new order every 5, 8 or 12 steps, all moving 1 to 4 px, is within some 5 %.)
const SORT_PERIOD: u32 = 8;

/// New rows are sorted among themselves until they are one in so many; then all are sorted.
const TAIL_FRACTION: usize = 4;

/// Fewer rows than this, or than one in so many, are taken over one by one.
const FEW_DIRTY: usize = 64;
const FEW_DIRTY_FRACTION: usize = 8;

/// What a refresh found.
pub(crate) enum RefreshChanges {
    /// That these have changed: rows of a layer, or slots of a world.
    Only(Vec<u32>),
    /// That many have, or their order.
    All,
}

/// Sprites and the tree over them.
#[derive(Default)]
pub(crate) struct SpriteTree {
    pub(crate) rows: Rows,
    /// The boxes of the rows in its leaves, and a tree over them where no other is asked for.
    pub(crate) packed: PackedTree,
    /// The tree, where the user wants this one.
    pub(crate) rstar: Option<RStarTree>,
    sort: CurveSort,
    sorted: usize,
    tail: usize,
    /// Rows that moved since the last step.
    moved_since_sort: usize,
    sort_step: u32,
    /// Whether the last refresh was refused half-way: then the boxes are no guide to what the trees hold.
    refresh_failed: bool,
}

impl SpriteTree {
    /// A copy of rows and trees, and of the sort as far as it is.
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

    /// Brings boxes, tree and order up to date. `first` is the first row of the tree.
    ///
    /// # Errors
    /// [`WorldError::Turned`] where a mask cannot be turned as a sprite wants it; [`WorldError::NoMemory`]. What was
    /// done stands; the rest is done by the next refresh.
    pub(crate) fn refresh(
        &mut self,
        masks: &MaskStore,
        slots: &mut Slots<Row>,
        first: Row,
        parallel: bool,
    ) -> Result<RefreshChanges, WorldError> {
        let change = self.update(masks, slots, first, parallel);
        // What was left half-way is done all over.
        self.refresh_failed = change.is_err();
        if self.refresh_failed {
            self.sort_step = CurveSort::STEPS;
        }
        self.rows.dirty.fill(self.refresh_failed);
        self.rows.end_refresh();
        change
    }

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

    /// Makes the next step to a new order. Whether the rows are in it now.
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

    /// Puts the rows into the order of the sort, and drops the holes. Every row is touched by it.
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

    /// Sorts the new rows among themselves, so that their leaves are small.
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

    /// Tells the slots in which rows their sprites are, from one row on.
    fn update_slots(&self, from: usize, slots: &mut Slots<Row>, first: Row) {
        for (row, &id) in self.rows.ids.iter().enumerate().skip(from) {
            if let Some(slot) = slots.get_mut(id.0) {
                *slot = first.plus(row);
            }
        }
    }

    /// Sets the boxes of all rows, and those above.
    fn refit_all(&mut self, masks: &MaskStore, parallel: bool) -> Result<(), WorldError> {
        let SpriteTree { rows, packed, .. } = self;
        packed.refit(parallel, |leaf, boxes| rows.fill_leaf(masks, leaf, boxes))
    }

    /// Sets the boxes of the leaves with rows that were touched, and those above.
    fn refit_dirty(&mut self, masks: &MaskStore) -> Result<RefreshChanges, WorldError> {
        let SpriteTree { rows, packed, rstar, .. } = self;
        let dirty = rows.dirty.iter().enumerate().filter(|&(_, &dirty)| dirty);
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

    /// Chooses the tree.
    pub(crate) fn set_index(&mut self, index: Index) {
        let boxed = self.rows.len().min(8 * self.packed.leaves().len());
        self.rstar = (index == Index::RStar).then(|| RStarTree::load(&self.packed, boxed));
    }

    /// Checks rows, boxes and tree against each other, as they are after a refresh.
    ///
    /// # Panics
    /// Where they do not agree.
    pub(crate) fn validate(&self, masks: &MaskStore, slots: &Slots<Row>, first: Row) {
        self.rows.validate();
        self.packed.validate(self.rows.len());
        if let Some(rstar) = &self.rstar {
            rstar.validate(&self.packed, self.rows.len());
        }
        for row in 0..self.rows.len() {
            assert_eq!(self.rows.aabb(row, masks), Ok(self.packed.row(row)), "the box of row {row}");
            let id = self.rows.ids[row];
            assert!(id.is_null() || slots.get(id.0) == Some(&first.plus(row)), "the slot of row {row}");
        }
    }

    /// Gives `visit` the rows whose boxes share a pixel with `rect`, counted from `first`, until it breaks.
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

    /// Gives `visitor` the rows that it asks for, counted from `first`, until it stops.
    pub(crate) fn traverse<V: TreeVisitor>(&self, first: Row, visitor: &mut V) -> ControlFlow<V::Stop> {
        match &self.rstar {
            Some(rstar) => rstar.traverse(first, visitor),
            None => self.packed.traverse(first, visitor),
        }
    }
}
