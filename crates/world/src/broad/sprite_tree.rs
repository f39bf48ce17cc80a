//! The sprites of a class and the tree over them, updated at every refresh.
//!
//! The rows are in the order of a Hilbert curve. A leaf of the tree is therefore eight consecutive rows, and every
//! traversal of the tree reads memory in order. As sprites move, the order decays, and joins and queries compare more
//! boxes. The tree counts the comparisons beyond those after the last sort. They are its debt. When the debt exceeds
//! the cost of a sort, a new sort begins. So a class that few others ask for is seldom sorted, however fast its sprites
//! move. (This is the rule of ski rental: the debt and the sorts together never take more than twice the time of the
//! best choice.)
//!
//! A sort runs in steps, so that no refresh takes much longer than the others: a refresh runs at most one step, and a
//! step runs after almost as many moves as there are sprites.
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
//!
//! A class that meets few others and that few ask has only the leaves ([`TreePolicy`]), and its rows are in the order
//! of their slots.

use super::gather::NewOrder;
use super::rows::Rows;
use super::tree_policy::{self, Demand, TreePolicy};
use crate::geometry::Aabb;
use crate::masks::MaskStore;
use crate::packed::{CurveGrid, CurveSort, PackedTree, TreeWork, WorkCounts};
use crate::row::Row;
use crate::slots::Slots;
use crate::threads::{self, Threads};
use crate::{WorldError, memory};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

/// The cost of a sort for each row. A sort begins if the debt has reached the cost of a sort.
const SORT_COST: u64 = 2;

/// If the debt is this many times the cost of a sort, the whole sort runs in one refresh: a sort in steps would be too
/// late for an order that decays so fast.
const URGENT: u64 = 2;

/// A query of a tree whose leaves have grown adds this cost to the debt. So fast sprites are sorted in each refresh if
/// there are a third as many queries as sprites.
const QUERY_DEBT: u64 = 12;

/// A step of a sort runs after as many moves as there are sprites, less 1 / `STILL_FRACTION`: if a few sprites stand
/// still while all others move, each refresh may run a step.
const STILL_FRACTION: usize = 16;

/// Rows that were added since the last sort form runs, until they are more than 1 / `TAIL_FRACTION` of all rows. Then
/// all rows are sorted.
const TAIL_FRACTION: usize = 4;

/// After a sort, all slots are updated in one pass if there are at most this many slots for each row. Otherwise, each
/// sprite is looked up.
const SLOTS_PER_ROW: usize = 4;

/// New rows are merged with the run before them if its leaves are at most this many times as many as theirs. (If rows
/// counted, single new rows would each stay a run, and the nodes above eight such leaves would span the world.)
const MERGED: usize = 2;

/// The leaves have grown if they have this many percent of their extent after the last sort.
const GROWTH_PERCENT: u64 = 125;

/// A home extends beyond the boxes of its leaf by at least this many times their extent. The reach doubles if many
/// sprites leave their homes although joins and queries do not suffer.
const LEAST_REACH: i64 = 2;
/// The largest reach of a home.
const MOST_REACH: i64 = 64;
/// Many sprites have left their homes if they are more than 1 / `MANY_LEFT` of all sprites.
const MANY_LEFT: usize = 8;

/// A refresh updates only the leaves of dirty rows if there are fewer dirty rows than this number, or fewer than
/// 1 / [`FEW_DIRTY_FRACTION`] of all rows.
const FEW_DIRTY: usize = 64;
/// See [`FEW_DIRTY`].
const FEW_DIRTY_FRACTION: usize = 8;

/// The changes that a refresh found: in a tree as rows, in the world as ids.
pub(crate) enum RefreshChanges<T> {
    /// All changed sprites.
    Only(Vec<T>),
    /// Many sprites changed, or the order of the rows.
    All,
}

/// The sprites of a class, and the tree over their boxes.
pub(crate) struct SpriteTree {
    pub(crate) rows: Rows,
    pub(crate) packed: PackedTree,
    /// The cost of the comparisons of leaves since the last refresh.
    pub(crate) work: TreeWork,
    sort: CurveSort,
    /// The home of each leaf: the area that its boxes may reach.
    homes: Vec<Aabb>,
    /// The number of rows in the order of the last sort.
    sorted: usize,
    /// The first row of each run. Every run begins with a leaf.
    runs: Vec<usize>,
    /// The first new row, which is in no order yet.
    tail: usize,
    /// The number of runs when the sort in progress began.
    sorting_runs: usize,
    /// The number of moves since the last step of the sort.
    moved: usize,
    /// The next step of the sort in progress: up to [`CurveSort::STEPS`], which applies the order. `None` if no sort is
    /// in progress.
    next_step: Option<u32>,
    /// The cost of the comparisons of leaves by joins and queries since the last sort, beyond those right after it.
    debt: u64,
    /// The cost of the comparisons of leaves from one refresh to the next, right after the last sort. `None` if there
    /// were none yet.
    least_work: Option<u64>,
    /// The extent of all leaves ([`PackedTree::leaf_extent`]) after the last sort.
    sorted_extent: u64,
    /// How far homes extend beyond the boxes of their leaves.
    reach: i64,
    /// The number of sprites that have left their homes since the last sort.
    left: usize,
    /// Queries up to this number add to the debt: none if the leaves have not grown.
    most_owing: u64,
    /// Whether there is a tree above the leaves. Without one, there are neither homes nor runs.
    policy: TreePolicy,
    /// Whether the last refresh failed half-way. The leaves and their homes can then hold different boxes.
    refresh_failed: bool,
}

impl SpriteTree {
    /// The tree of a class without sprites.
    pub(super) fn new(number: usize) -> SpriteTree {
        SpriteTree {
            rows: Rows::new(number),
            packed: PackedTree::default(),
            work: TreeWork::default(),
            sort: CurveSort::default(),
            homes: Vec::new(),
            sorted: 0,
            runs: Vec::new(),
            tail: 0,
            sorting_runs: 0,
            moved: 0,
            next_step: None,
            debt: 0,
            least_work: None,
            sorted_extent: 0,
            reach: LEAST_REACH,
            left: 0,
            most_owing: 0,
            policy: TreePolicy::NEW,
            refresh_failed: false,
        }
    }

    /// A copy of the rows, the tree and the state of the sort.
    pub(super) fn try_clone(&self) -> Result<SpriteTree, WorldError> {
        Ok(SpriteTree {
            rows: self.rows.try_clone()?,
            packed: self.packed.try_clone()?,
            work: self.work.clone(),
            sort: self.sort.try_clone()?,
            homes: memory::try_clone(&self.homes)?,
            runs: memory::try_clone(&self.runs)?,
            ..*self
        })
    }

    /// Updates the boxes, the tree and the order of the rows. `met` is the number of rows of the classes that the class
    /// meets. Returns the number of changed rows, and the changes.
    ///
    /// # Errors
    /// After an error, the work done so far stays. The next refresh does the rest.
    ///
    /// - Returns [`WorldError::CannotTransform`] if a mask cannot be rotated for a sprite.
    /// - Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn refresh(
        &mut self,
        met: usize,
        masks: &MaskStore,
        slots: &mut Slots<Row>,
        threads: &Threads,
    ) -> Result<(usize, RefreshChanges<Row>), WorldError> {
        let dirty = self.rows.flags.dirty_count();
        let WorkCounts { join, queries } = self.count_work();
        let (sprites, queries) = (self.rows.living(), queries as usize);
        let demand = Demand { sprites, met, changed: dirty, joined: join > 0, queries };
        self.policy.decide(&demand);
        let change = match self.policy.has_tree {
            has_tree if dirty == 0 && has_tree != self.packed.is_flat() => Ok(RefreshChanges::Only(Vec::new())),
            true => self.update(dirty, masks, slots, threads),
            false => self.update_flat(dirty, masks, slots, threads),
        };
        let counted = if TreePolicy::is_optional(&demand) { tree_policy::MOST_QUERIES as u64 } else { 0 };
        self.work.limit_queries(counted.max(self.most_owing));
        // After a failure, all rows stay dirty, so the next refresh repeats all work.
        self.refresh_failed = change.is_err();
        if self.refresh_failed {
            self.next_step = None;
        }
        self.rows.end_refresh(self.refresh_failed);
        Ok((dirty, change?))
    }

    /// Does the work of [`SpriteTree::refresh`], which then clears the flags of the rows.
    fn update(
        &mut self,
        dirty: usize,
        masks: &MaskStore,
        slots: &mut Slots<Row>,
        threads: &Threads,
    ) -> Result<RefreshChanges<Row>, WorldError> {
        let rows = self.rows.len();
        if self.packed.is_flat() {
            self.sorted = 0;
        }
        self.resize()?;
        self.moved += dirty;
        let cost = SORT_COST * rows as u64;
        let has_moved = self.moved >= rows - rows / STILL_FRACTION;
        let sort_now = TAIL_FRACTION * (rows - self.sorted) > rows
            || 2 * self.rows.holes() > rows
            || has_moved && self.debt >= URGENT * cost;
        let step = match sort_now {
            false if has_moved => self.next_step.or((self.debt >= cost).then_some(0)),
            _ => None,
        };
        // Whether the leaves have grown since the last sort before this refresh.
        let mut grown = false;
        if sort_now {
            self.refit_all(masks, threads, false)?;
            grown = self.has_grown();
            self.sort.run(&self.packed, rows, threads)?;
        }
        let arrange = sort_now || step == Some(CurveSort::STEPS);
        if arrange {
            self.choose_reach(cost);
            self.apply_order(slots, threads)?;
            self.next_step = None;
        }
        if arrange || step.is_some() {
            self.moved = 0;
        }
        let few = !self.refresh_failed && dirty < FEW_DIRTY.max(rows / FEW_DIRTY_FRACTION);
        let escaped = match few && !arrange {
            true => self.refit_dirty(masks)?,
            false => self.refit_all(masks, threads, !self.refresh_failed)?,
        };
        if self.refresh_failed {
            // The homes may not belong to the leaves.
            self.settle(0);
        }
        if !few || arrange {
            if arrange {
                self.sorted_extent = self.packed.leaf_extent();
            } else {
                grown = self.has_grown();
            }
            // If leaves grew before this sort, they may grow as much until the next refresh. So its queries count too.
            self.most_owing = if grown { URGENT * cost / QUERY_DEBT } else { 0 };
        }
        self.evict(&escaped, slots)?;
        if self.rows.len() > self.tail {
            let start = self.sort_tail(masks, slots)?;
            self.refit_from(start / 8, masks)?;
        }
        if let Some(step) = step.filter(|&step| step < CurveSort::STEPS) {
            self.sort.step(step, &self.packed, self.rows.len(), threads)?;
            self.next_step = Some(step + 1);
            if step == 0 {
                self.sorting_runs = self.runs.len();
            }
        }
        self.changes(few)
    }

    /// Does the work of [`SpriteTree::refresh`] without a tree.
    fn update_flat(
        &mut self,
        dirty: usize,
        masks: &MaskStore,
        slots: &mut Slots<Row>,
        threads: &Threads,
    ) -> Result<RefreshChanges<Row>, WorldError> {
        let rows = self.rows.len();
        let few = !self.refresh_failed && dirty < FEW_DIRTY.max(rows / FEW_DIRTY_FRACTION);
        let arrange =
            !self.packed.is_flat() || TAIL_FRACTION * (rows - self.sorted) > rows || 2 * self.rows.holes() > rows;
        if arrange {
            self.order_by_slot(slots, threads)?;
        }
        self.tail = self.rows.len();
        self.packed.resize(self.tail, true)?;
        match few && !arrange {
            true => self.refit_dirty(masks)?,
            false => self.refit_all(masks, threads, false)?,
        };
        self.changes(few)
    }

    /// The changes of a refresh.
    fn changes(&self, few: bool) -> Result<RefreshChanges<Row>, WorldError> {
        if !few {
            return Ok(RefreshChanges::All);
        }
        let dirty = self.rows.flags.dirty_rows().map(|row| self.rows.first.plus(row));
        Ok(RefreshChanges::Only(memory::try_collect(dirty)?))
    }

    /// Puts the rows into the order of their slots, and drops the holes.
    fn order_by_slot(&mut self, slots: &mut Slots<Row>, threads: &Threads) -> Result<(), WorldError> {
        let SpriteTree { rows, .. } = self;
        let mut order = memory::try_with_capacity(rows.len())?;
        let living = slots.iter().filter(|(_, row)| row.class() == rows.first.class());
        order.extend(living.map(|(_, row)| row.index() as u32));
        order.extend((0..rows.len() as u32).filter(|&row| rows.ids[row as usize].is_null()));
        rows.permute(NewOrder { start: 0, rows: &order }, threads)?;
        rows.drop_last(rows.holes());
        rows.end_new();
        rows.update_slots(0, slots);
        self.sorted = self.rows.len();
        (self.next_step, self.most_owing) = (None, 0);
        (self.homes, self.runs) = (Vec::new(), Vec::new());
        self.sort = CurveSort::default();
        Ok(())
    }

    /// Whether the leaves have grown since the last sort.
    fn has_grown(&self) -> bool {
        100 * self.packed.leaf_extent() > GROWTH_PERCENT * self.sorted_extent
    }

    /// Resizes the tree for the rows. New leaves have no home yet.
    fn resize(&mut self) -> Result<(), WorldError> {
        self.packed.resize(self.rows.len(), false)?;
        Ok(memory::try_resize(&mut self.homes, self.packed.leaves().len(), Aabb::EMPTY)?)
    }

    /// Adds the cost of the comparisons since the last refresh to the debt, except those that a sort would not save.
    fn count_work(&mut self) -> WorkCounts {
        let work = self.work.take();
        if work.join > 0 {
            self.debt += work.join.saturating_sub(*self.least_work.get_or_insert(work.join));
        }
        self.debt += QUERY_DEBT * work.queries.min(self.most_owing);
        work
    }

    /// Chooses the reach of the next homes. `cost` is the debt that a sort costs.
    fn choose_reach(&mut self, cost: u64) {
        let many_left = MANY_LEFT * self.left > self.rows.living();
        match self.debt < cost {
            true if many_left => self.reach = MOST_REACH.min(2 * self.reach),
            false => self.reach = LEAST_REACH.max(self.reach / 2),
            true => {}
        }
        (self.debt, self.least_work, self.left) = (0, None, 0);
    }

    /// Moves the sprites that have left the homes of the given leaves to new rows.
    fn evict(&mut self, leaves: &[u32], slots: &mut Slots<Row>) -> Result<(), WorldError> {
        let SpriteTree { rows, packed, homes, tail, left, .. } = self;
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
                *slot = rows.first.plus(rows.push(id, sprite));
                packed.clear_row(row);
                *left += 1;
            }
        }
        packed.refit_leaves(leaves, |_, _| Ok(()))
    }

    /// Gives the leaves from `leaf` on their homes.
    fn settle(&mut self, leaf: usize) {
        for (home, boxes) in self.homes.iter_mut().zip(self.packed.leaves()).skip(leaf) {
            *home = boxes.hull().grown(self.reach);
        }
    }

    /// Puts the rows into the order of the sort, and drops the holes. The boxes still have the old order.
    fn apply_order(&mut self, slots: &mut Slots<Row>, threads: &Threads) -> Result<(), WorldError> {
        let SpriteTree { rows, packed, sort, homes, reach, .. } = self;
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
        let parts = homes.chunks_mut(threads::ROWS / 8).zip(order[..sorted].chunks(threads::ROWS));
        threads.run(parts, |(homes, rows)| {
            for (home, rows) in homes.iter_mut().zip(rows.chunks(8)) {
                let hull = rows.iter().fold(Aabb::EMPTY, |hull, &row| hull.union(packed.row(row as usize)));
                *home = hull.grown(*reach);
            }
        });
        let (order, places) = sort.finish(threads)?;
        rows.permute(NewOrder { start: 0, rows: order }, threads)?;
        if slots.slot_count() / SLOTS_PER_ROW <= rows.len() {
            let first = rows.first;
            slots.update(threads, |&row| match row.class() == first.class() {
                true => first.plus(places[row.index()].load(Ordering::Relaxed) as usize),
                false => row,
            });
        } else {
            rows.update_slots(0, slots);
        }
        (self.sorted, self.tail) = (sorted, sorted);
        self.runs.clear();
        self.rows.drop_last(self.rows.holes());
        self.rows.end_new();
        self.resize()
    }

    /// Sorts the new rows, and the rows of runs that are not much longer. They are then the last run. Returns its first
    /// row, or an earlier one.
    fn sort_tail(&mut self, masks: &MaskStore, slots: &mut Slots<Row>) -> Result<usize, WorldError> {
        // Rows keep their places during a sort of all rows.
        let floor = if self.next_step.is_some() { self.sort.len() } else { self.sorted };
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
                let cell = cells.number(self.rows.aabb(row, masks));
                living.push(u64::from(cell) << 32 | (row - start) as u64);
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
        order.extend(
            padding.iter().copied().chain(living.iter().map(|&living| living as u32)).chain(dropped.iter().copied()),
        );
        self.runs.try_reserve(1)?;
        for row in start..self.rows.len().min(8 * self.packed.leaves().len()) {
            self.packed.clear_row(row);
        }
        self.rows.permute(NewOrder { start, rows: &order }, &Threads::one())?;
        self.rows.drop_last(dropped.len());
        self.tail = self.rows.len();
        self.runs.retain(|&run| run < start);
        if !living.is_empty() {
            self.runs.push(start + padding.len());
        }
        self.rows.update_slots(start, slots);
        self.resize()?;
        Ok(start)
    }

    /// Sets the boxes of all rows and of all nodes. If `check`, returns the leaves whose boxes have left their homes.
    fn refit_all(&mut self, masks: &MaskStore, threads: &Threads, check: bool) -> Result<Vec<u32>, WorldError> {
        let SpriteTree { rows, packed, homes, .. } = self;
        let (escaped, variants) = (Mutex::new(Vec::new()), masks.variants());
        packed.refit(
            threads,
            #[inline(always)]
            |leaf, boxes| {
                let hull = rows.fill_leaf(variants, leaf, boxes);
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
        let SpriteTree { rows, packed, homes, .. } = self;
        let (mut escaped, variants) = (Vec::new(), masks.variants());
        packed.refit_leaves(leaves, |leaf, boxes| {
            let hull = rows.fill_leaf(variants, leaf, boxes);
            let is_home = homes.get(leaf).is_none_or(|home| home.contains(hull));
            if is_home { Ok::<_, WorldError>(()) } else { Ok(memory::try_push(&mut escaped, leaf as u32)?) }
        })?;
        Ok(escaped)
    }

    /// Checks that rows, boxes, tree and slots agree after a successful refresh.
    ///
    /// # Panics
    /// Panics if a check fails.
    pub(crate) fn validate(&self, masks: &MaskStore, slots: &Slots<Row>) {
        self.rows.validate();
        self.packed.validate(self.rows.len());
        assert!(self.rows.len() == 0 || self.policy.has_tree != self.packed.is_flat(), "a flat tree must be wanted");
        assert!(self.runs.iter().all(|run| run % 8 == 0 && (self.sorted..self.tail).contains(run)), "{:?}", self.runs);
        // Each run has more than twice the leaves of all later ones, except below the rows that a sort holds in place.
        assert!(self.runs.len() < 40, "{} runs are not merged", self.runs.len());
        assert!(self.runs.is_sorted() && self.tail == self.rows.len(), "every row must be in the order or in a run");
        assert!(
            self.next_step.is_none()
                || self.runs.iter().filter(|&&run| run < self.sort.len()).count() == self.sorting_runs,
            "rows keep their places during a sort"
        );
        let homes = if self.packed.is_flat() { 0 } else { self.packed.leaves().len() };
        assert_eq!(self.homes.len(), homes, "every leaf of a tree must have a home");
        for (home, boxes) in self.homes.iter().zip(self.packed.leaves()) {
            assert!(home.contains(boxes.hull()), "a refresh must move the rows that have left their homes");
        }
        for row in 0..self.rows.len() {
            assert_eq!(self.rows.aabb(row, masks), self.packed.row(row), "the tree has a wrong box for row {row}");
            let id = self.rows.ids[row];
            assert!(
                id.is_null() || slots.get(id.0) == Some(&self.rows.first.plus(row)),
                "the slot of the sprite in row {row} names another row"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Sprite, World};
    use mask::Mask;

    #[test]
    fn fast_sprites_that_are_asked_a_lot_are_sorted_in_each_refresh() {
        let mut rng = fastrand::Rng::with_seed(6);
        let mut world = World::new();
        let mask = world.add_mask(Mask::filled(1, 1).unwrap()).unwrap();
        for _ in 0..3000 {
            world.spawn(Sprite::new(mask, [rng.i32(0..2000), rng.i32(0..2000)])).unwrap();
        }
        for step in 0..20 {
            // A few of them stand still.
            world
                .sprites_mut()
                .skip(10)
                .for_each(|mut sprite| sprite.move_by([rng.i32(1..90), rng.i32(-90..90)]).unwrap());
            let view = world.refresh().unwrap();
            (0..1400).for_each(|_| _ = view.find([rng.i32(0..2000), rng.i32(0..2000)]));
            let tree = world.broad.trees.iter().max_by_key(|tree| tree.rows.len()).unwrap();
            assert!(step < 3 || !tree.has_grown(), "step {step}");
        }
    }

    #[test]
    fn bullets_have_no_tree_until_many_queries_ask_them() {
        let mut rng = fastrand::Rng::with_seed(7);
        let mut world = World::new();
        let mask = world.add_mask(Mask::filled(2, 2).unwrap()).unwrap();
        let mut place = || [rng.i32(0..500), rng.i32(0..500)];
        let [bullet, target] = [[2, 1], [1, 2]];
        let ids: Vec<_> = (0..1030)
            .map(|sprite| {
                let [layers, with] = if sprite % 100 == 0 { target } else { bullet };
                world.spawn(Sprite::new(mask, place()).layers(layers).collides_with(with)).unwrap()
            })
            .collect();
        let mut is_flat = Vec::new();
        for step in 0..260 {
            world.sprites_mut().for_each(|mut sprite| sprite.move_by([1, 2]).unwrap());
            // Some of them come and go.
            for id in ids.iter().skip(step * 5 + 1).take(3) {
                let sprite = world.despawn(*id).unwrap();
                world.spawn(sprite).unwrap();
            }
            world.step().unwrap();
            let view = world.refresh().unwrap();
            let queries = if step == 100 { 2000 } else { 2 };
            (0..queries).for_each(|_| _ = view.find(place()));
            is_flat.push(world.broad.trees[0].packed.is_flat());
            world.validate().unwrap();
        }
        let changes: Vec<usize> = (1..260).filter(|&step| is_flat[step] != is_flat[step - 1]).collect();
        let [first, 101, last] = changes[..] else { panic!("{changes:?}") };
        assert!((20..40).contains(&first) && (170..240).contains(&last), "{changes:?}");
    }

    #[test]
    fn a_sort_in_steps_goes_on_while_sprites_jump() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut world = World::new();
        let mask = world.add_mask(Mask::filled(8, 8).unwrap()).unwrap();
        let mut ids = Vec::new();
        for _ in 0..3000 {
            ids.push(world.spawn(Sprite::new(mask, [rng.i32(0..600), rng.i32(0..600)])).unwrap());
        }
        let mut steps = [0; 4];
        for _ in 0..300 {
            for id in &ids {
                world.move_by(*id, [rng.i32(-2..3), rng.i32(-2..3)]).unwrap();
            }
            // Most of the sprites that jump have jumped a few steps before, so that rows at the end become holes.
            for _ in 0..12 {
                let among = if rng.u8(..8) > 0 { 30 } else { ids.len() };
                world.move_to(ids[rng.usize(..among)], [rng.i32(0..600), rng.i32(0..600)]).unwrap();
            }
            world.step().unwrap();
            world.validate().unwrap();
            let tree = world.broad.trees.iter().max_by_key(|tree| tree.rows.len()).unwrap();
            if let Some(step) = tree.next_step {
                steps[step as usize] += 1;
            }
        }
        assert!(steps[1..].iter().all(|&count| count > 2), "each step of a sort must have been taken: {steps:?}");
    }
}
