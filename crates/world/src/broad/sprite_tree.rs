//! Sprites and the tree over them, updated at every refresh.
//!
//! The rows are in the order of a Hilbert curve. A leaf of the tree is therefore eight consecutive rows, and every
//! traversal of the tree reads memory in order. As sprites move, the order decays. A new sort runs in steps, so that no
//! refresh takes much longer than the others: a refresh runs at most one step, and a step runs after as many moves as
//! there are sprites.
//!
//! A sprite that jumps would stretch its leaf across the world, and every join and query would look into that leaf. So
//! each leaf has a home, an area around its boxes at the last sort. If a sprite leaves the home of its leaf, its row
//! becomes a hole, and the sprite gets a new row at the end. New rows are sorted among themselves and form a run. A run
//! is merged with the run before it if that one is not much longer, so there are few runs.
//!
//! ```text
//!   rows     [ in the order of the last sort, with holes ......... ][ run ............ ][ run ][ new ]
//!                                                                  ^ sorted                   ^ tail
//! ```

use super::gather::NewOrder;
use super::rows::Rows;
use crate::geometry::Aabb;
use crate::masks::MaskStore;
use crate::packed::{CurveGrid, CurveSort, LeafRows, PackedTree, TreeVisitor, Window};
use crate::row::Row;
use crate::rstar::RStarTree;
use crate::slots::Slots;
use crate::threads::*;
use crate::{Index, WorldError, memory};
use mask::Rect;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

/// The number of steps from one order of the rows to the next: [`CurveSort::STEPS`] steps that sort, one step that
/// applies the order, and steps that do nothing. Each step runs after as many moves as there are sprites.
///
/// Without a new order, the refit of clustered sprites goes from 2.4 to 4.0 ms in 20 steps. With a new order every 5, 8
/// or 12 steps, and all sprites moving 1 to 4 px, the times differ by some 5 %.
const SORT_PERIOD: u32 = 8;

/// Rows that were added since the last sort form runs, until they are more than 1 / `TAIL_FRACTION` of all rows. Then
/// all rows are sorted.
const TAIL_FRACTION: usize = 4;

/// After a sort, all slots are updated in one pass if there are at most this many slots for each row. Otherwise, each
/// sprite is looked up.
const SLOTS_PER_ROW: usize = 4;

/// New rows are merged with the run before them if its leaves are at most this many times as many as theirs. (Rows alone
/// do not count: single new rows would each stay a run, and the nodes above eight such leaves would span the world.)
const MERGED: usize = 2;

/// All rows are sorted at once if the leaves have grown to this many percent of their extent after the last sort. Sprites that
/// move further in a few steps than a leaf is wide need this; the leaves of slow sprites grow less in a period.
const GROWTH_PERCENT: u64 = 150;

/// A home extends beyond the boxes of its leaf by this many times their extent.
const REACH: i64 = 2;

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
    /// The home of each leaf: the area that its boxes may reach.
    homes: Vec<Aabb>,
    /// The number of rows in the order of the last sort.
    sorted: usize,
    /// The first row of each run. Every run begins with a leaf.
    runs: Vec<usize>,
    /// The first new row, which is in no order yet.
    tail: usize,
    /// The number of moves since the last step of the sort.
    moved_since_sort: usize,
    /// The current step of the period, below [`SORT_PERIOD`].
    sort_step: u32,
    /// The extent of all leaves ([`PackedTree::leaf_extent`]) after the last sort.
    sorted_extent: u64,
    /// Whether the leaves have grown too large since then.
    has_grown: bool,
    /// Whether the last refresh failed half-way. The R*-tree and the leaves can then hold different boxes.
    refresh_failed: bool,
}

impl SpriteTree {
    /// Returns a copy of the rows, the trees and the state of the sort.
    pub(super) fn try_clone(&self) -> Result<SpriteTree, WorldError> {
        let SpriteTree { sorted, tail, moved_since_sort, sort_step, sorted_extent, has_grown, refresh_failed, .. } =
            *self;
        Ok(SpriteTree {
            rows: self.rows.try_clone()?,
            packed: self.packed.try_clone()?,
            rstar: self.rstar.clone(),
            sort: self.sort.try_clone()?,
            homes: memory::try_clone(&self.homes)?,
            sorted,
            runs: memory::try_clone(&self.runs)?,
            tail,
            moved_since_sort,
            sort_step,
            sorted_extent,
            has_grown,
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
        self.rows.end_refresh(self.refresh_failed);
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
        let dirty = self.rows.flags.dirty_count();
        if dirty == 0 {
            return Ok(RefreshChanges::Only(Vec::new()));
        }
        let rows = self.rows.len();
        self.resize()?;
        self.moved_since_sort += dirty;
        let sort_now = TAIL_FRACTION * (rows - self.sorted) > rows
            || 2 * self.rows.holes() > rows
            || self.has_grown && self.moved_since_sort >= rows;
        let advance = !sort_now && self.moved_since_sort >= rows;
        if sort_now {
            self.refit_all(masks, parallel, false)?;
            self.sort.run(self.packed.leaves(), rows, self.packed.hull(), parallel)?;
            self.moved_since_sort = 0;
            self.sort_step = CurveSort::STEPS;
        } else if advance {
            self.moved_since_sort = 0;
            self.sort_step = (self.sort_step + 1) % SORT_PERIOD;
        }
        let arrange = sort_now || advance && self.sort_step == CurveSort::STEPS;
        if arrange {
            self.apply_order(slots, first, parallel)?;
        }
        let few = !self.refresh_failed && dirty < FEW_DIRTY.max(rows / FEW_DIRTY_FRACTION);
        let escaped = match few && !arrange {
            true => self.refit_dirty(masks)?,
            false => self.refit_all(masks, parallel, !self.refresh_failed)?,
        };
        if self.refresh_failed {
            // The homes may not belong to the leaves.
            self.settle(0);
        }
        if !few || arrange {
            let extent = self.packed.leaf_extent();
            if arrange {
                self.sorted_extent = extent;
            }
            self.has_grown = 100 * extent > GROWTH_PERCENT * self.sorted_extent;
        }
        self.evict(&escaped, slots, first)?;
        if self.rows.len() > self.tail {
            let start = self.sort_tail(masks, slots, first)?;
            self.refit_from(start / 8, masks)?;
        }
        if advance && self.sort_step < CurveSort::STEPS {
            self.sort.step(self.sort_step, self.packed.leaves(), self.rows.len(), self.packed.hull(), parallel)?;
        }
        if let Some(rstar) = &mut self.rstar
            && (arrange || !few)
        {
            rstar.reload(&self.packed, self.rows.len());
        }
        if !few {
            return Ok(RefreshChanges::All);
        }
        let dirty = self.rows.flags.dirty_rows().map(|row| row as u32);
        Ok(RefreshChanges::Only(memory::try_collect(dirty)?))
    }

    /// Resizes the tree for the rows. New leaves have no home yet.
    fn resize(&mut self) -> Result<(), WorldError> {
        self.packed.resize(self.rows.len())?;
        memory::try_resize(&mut self.homes, self.packed.leaves().len(), Aabb::EMPTY)
    }

    /// Moves the sprites that have left the homes of the given leaves to new rows.
    fn evict(&mut self, leaves: &[u32], slots: &mut Slots<Row>, first: Row) -> Result<(), WorldError> {
        let SpriteTree { rows, packed, rstar, homes, tail, .. } = self;
        for &leaf in leaves {
            let home = homes[leaf as usize];
            for row in 8 * leaf as usize..(8 * leaf as usize + 8).min(*tail) {
                let aabb = packed.row(row);
                if aabb.is_empty() || home.contains(aabb) || rows.len() >= Row::MAX_ROWS {
                    continue;
                }
                let (id, sprite) = (rows.ids[row], rows.sprite(row));
                rows.reserve(1, &sprite)?;
                rows.remove(row);
                let slot = slots.get_mut(id.0).expect("a sprite in a row has a slot");
                *slot = first.plus(rows.push(id, sprite));
                if let Some(rstar) = rstar {
                    rstar.replace(row as u32, aabb, Aabb::EMPTY);
                }
                packed.clear_row(row);
            }
        }
        packed.refit_leaves(leaves, |_, _, _| Ok(()))
    }

    /// Gives the leaves from `leaf` on their homes.
    fn settle(&mut self, leaf: usize) {
        for (home, boxes) in self.homes.iter_mut().zip(self.packed.leaves()).skip(leaf) {
            *home = boxes.hull().grown(REACH);
        }
    }

    /// Puts the rows into the order of the sort, and drops the holes. The boxes still have the old order.
    fn apply_order(&mut self, slots: &mut Slots<Row>, first: Row, parallel: bool) -> Result<(), WorldError> {
        let SpriteTree { rows, packed, sort, homes, .. } = self;
        let order = sort.order();
        let mut sorted = order.len();
        memory::try_extend(order, sorted as u32..rows.len() as u32)?;
        if rows.holes() > 0 {
            // The holes go to the end.
            let mut holes = memory::try_with_capacity(rows.holes())?;
            let (mut place, mut sorted_holes) = (0, 0);
            order.retain(|&row| {
                let is_hole = rows.ids[row as usize].is_null();
                if is_hole {
                    holes.push(row);
                    sorted_holes += usize::from(place < sorted);
                }
                place += 1;
                !is_hole
            });
            order.extend(holes);
            sorted -= sorted_holes;
        }
        // The homes come from the boxes before this refresh, so a sprite that jumps just now does not stretch them.
        memory::try_resize(homes, sorted.div_ceil(8), Aabb::EMPTY)?;
        let settle = |(home, rows): (&mut Aabb, &[u32])| {
            let hull = rows.iter().fold(Aabb::EMPTY, |hull, &row| hull.union(packed.row(row as usize)));
            *home = hull.grown(REACH);
        };
        match parallel {
            true => homes.par_iter_mut().zip(order[..sorted].par_chunks(8)).for_each(settle),
            false => homes.iter_mut().zip(order[..sorted].chunks(8)).for_each(settle),
        }
        let (order, places) = sort.finish(parallel)?;
        rows.permute(NewOrder { start: 0, rows: order, parallel })?;
        if slots.slot_count() / SLOTS_PER_ROW <= rows.len() {
            slots.update(parallel, |&row| match row.is_fixed() == first.is_fixed() {
                true => first.plus(places[row.index()].load(Ordering::Relaxed) as usize),
                false => row,
            });
        } else {
            rows.update_slots(0, slots, first);
        }
        (self.sorted, self.tail) = (sorted, sorted);
        self.runs.clear();
        self.rows.drop_last(self.rows.holes());
        self.rows.end_new();
        self.resize()
    }

    /// Sorts the new rows, and the rows of runs that are not much longer. They are then the last run. Returns its first
    /// row, or an earlier one.
    fn sort_tail(&mut self, masks: &MaskStore, slots: &mut Slots<Row>, first: Row) -> Result<usize, WorldError> {
        // Rows keep their places during a sort of all rows.
        let floor = if self.sort_step < CurveSort::STEPS { self.sort.len() } else { self.sorted };
        let mut start = self.tail;
        for &run in self.runs.iter().rev() {
            if run < floor || start - run > MERGED * (self.rows.len() - start).next_multiple_of(8) {
                break;
            }
            start = run;
        }
        let cells = CurveGrid::of(self.packed.hull());
        let mut living = memory::try_with_capacity(self.rows.len() - start)?;
        let mut holes = Vec::new();
        for row in start..self.rows.len() {
            if self.rows.ids[row].is_null() {
                memory::try_push(&mut holes, (row - start) as u32)?;
            } else {
                living.push((cells.number(self.rows.aabb(row, masks)?), (row - start) as u32));
            }
        }
        living.sort_unstable();
        // Holes fill the last leaf of the run before: a leaf with rows of two runs would be large.
        let padding = if living.is_empty() { 0 } else { start.next_multiple_of(8) - start };
        while holes.len() < padding {
            memory::try_push(&mut holes, (self.rows.len() - start) as u32)?;
            self.rows.push_hole()?;
        }
        let (padding, dropped) = holes.split_at(padding);
        let mut order = memory::try_with_capacity(self.rows.len() - start)?;
        order.extend(padding.iter().copied().chain(living.iter().map(|&(_, row)| row)).chain(dropped.iter().copied()));
        self.runs.try_reserve(1)?;
        for row in start..self.rows.len().min(8 * self.packed.leaves().len()) {
            if let Some(rstar) = &mut self.rstar {
                rstar.replace(row as u32, self.packed.row(row), Aabb::EMPTY);
            }
            self.packed.clear_row(row);
        }
        self.rows.permute(NewOrder { start, rows: &order, parallel: false })?;
        self.rows.drop_last(dropped.len());
        self.tail = self.rows.len();
        self.runs.retain(|&run| run < start);
        if !living.is_empty() {
            self.runs.push(start + padding.len());
        }
        self.rows.update_slots(start, slots, first);
        self.resize()?;
        Ok(start)
    }

    /// Sets the boxes of all rows and of all nodes. If `check`, returns the leaves whose boxes have left their homes.
    fn refit_all(&mut self, masks: &MaskStore, parallel: bool, check: bool) -> Result<Vec<u32>, WorldError> {
        let SpriteTree { rows, packed, homes, .. } = self;
        let (escaped, have_extras) = (Mutex::new(Vec::new()), rows.have_extras());
        packed.refit(
            parallel,
            #[inline(always)]
            |leaf, boxes, numbers| {
                let hull = rows.fill_leaf(masks, have_extras, leaf, boxes, numbers)?;
                if check && !homes[leaf].contains(hull) {
                    memory::try_push(&mut escaped.lock().unwrap_or_else(PoisonError::into_inner), leaf as u32)?;
                }
                Ok::<_, WorldError>(hull)
            },
        )?;
        let mut escaped = escaped.into_inner().unwrap_or_else(PoisonError::into_inner);
        escaped.sort_unstable();
        Ok(escaped)
    }

    /// Sets the boxes of the leaves with dirty rows and of the nodes above them. Returns the leaves whose boxes have
    /// left their homes.
    fn refit_dirty(&mut self, masks: &MaskStore) -> Result<Vec<u32>, WorldError> {
        let leaves = memory::try_collect(self.rows.flags.dirty_leaves().map(|leaf| leaf as u32))?;
        self.refit_leaves(&leaves, masks)
    }

    /// Sets the boxes and the homes of the leaves from `leaf` on.
    fn refit_from(&mut self, leaf: usize, masks: &MaskStore) -> Result<(), WorldError> {
        let leaves = memory::try_collect(leaf as u32..self.packed.leaves().len() as u32)?;
        self.refit_leaves(&leaves, masks)?;
        self.settle(leaf);
        Ok(())
    }

    /// Sets the boxes of some leaves and of the nodes above them. Returns the leaves whose boxes have left their homes.
    fn refit_leaves(&mut self, leaves: &[u32], masks: &MaskStore) -> Result<Vec<u32>, WorldError> {
        let SpriteTree { rows, packed, rstar, homes, .. } = self;
        let (mut escaped, have_extras) = (Vec::new(), rows.have_extras());
        packed.refit_leaves(leaves, |leaf, boxes, numbers| {
            let old = *boxes;
            let hull = rows.fill_leaf(masks, have_extras, leaf, boxes, numbers)?;
            if let Some(rstar) = rstar {
                let changed = (0..8).filter(|&lane| old.lane(lane) != boxes.lane(lane));
                changed.for_each(|lane| rstar.replace((8 * leaf + lane) as u32, old.lane(lane), boxes.lane(lane)));
            }
            if homes[leaf].contains(hull) { Ok(()) } else { memory::try_push(&mut escaped, leaf as u32) }
        })?;
        Ok(escaped)
    }

    /// Sets the kind of the tree.
    pub(crate) fn set_index(&mut self, index: Index) {
        let boxed = self.rows.len().min(8 * self.packed.leaves().len());
        self.rstar = RStarTree::of_index(index, &self.packed, boxed);
    }

    /// Checks that rows, boxes, trees and slots agree after a successful refresh.
    ///
    /// # Panics
    /// Panics if a check fails.
    pub(crate) fn validate(&self, masks: &MaskStore, slots: &Slots<Row>, first: Row) {
        self.rows.validate();
        self.packed.validate(self.rows.len());
        assert!(self.runs.iter().all(|run| run % 8 == 0 && (self.sorted..self.tail).contains(run)), "{:?}", self.runs);
        // Each run has more than twice the leaves of all later ones, except below the rows that a sort holds in place.
        assert!(self.runs.len() < 40, "{} runs are not merged", self.runs.len());
        assert!(self.runs.is_sorted() && self.tail == self.rows.len(), "every row must be in the order or in a run");
        assert_eq!(self.homes.len(), self.packed.leaves().len(), "every leaf must have a home");
        for (home, boxes) in self.homes.iter().zip(self.packed.leaves()) {
            assert!(home.contains(boxes.hull()), "a refresh must move the rows that have left their homes");
        }
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

    /// Calls `visit` for each leaf with rows in a window, until `visit` breaks.
    pub(super) fn in_window<B>(
        &self,
        window: Window,
        visit: &mut impl FnMut(LeafRows) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match &self.rstar {
            Some(rstar) => rstar.in_rect(&window.outer.to_rect(), &mut |row| {
                let inside = u8::from(window.inner.contains(self.packed.row(row as usize)));
                visit(LeafRows { first: row as usize, rows: 1, inside })
            }),
            None => self.packed.in_window(window, visit),
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
