//! The sprites of a class and the tree over them, updated at every refresh.
//!
//! The rows are in the order of a Hilbert curve. A leaf of the tree is therefore eight consecutive rows, and every
//! traversal of the tree reads memory in order. [`SortPolicy`] decides when the rows are sorted again, and
//! `row_order` moves them.
//!
//! A class that meets few others and that few ask has only the leaves ([`TreePolicy`]), and its rows are in the order
//! of their slots.

use super::rows::Rows;
use super::sort_policy::{RowCounts, SortPolicy, SortStep};
use super::tree_policy::{Demand, TreePolicy};
use crate::geometry::Aabb;
use crate::masks::MaskStore;
use crate::packed::{PackedTree, TreeWork, curve_order};
use crate::row::Row;
use crate::slots::Slots;
use crate::threads::Threads;
use crate::{WorldError, memory};
use std::sync::{Mutex, PoisonError};

/// The changes that a refresh found: in a tree as rows, in the world as ids.
pub(crate) enum RefreshChanges<T> {
    /// All changed sprites.
    Only(Vec<T>),
    /// Many sprites changed.
    All,
}

/// The sprites of a class, and the tree over their boxes.
pub(crate) struct SpriteTree {
    pub(crate) rows: Rows,
    pub(crate) packed: PackedTree,
    /// The comparisons of leaves and the queries since the last refresh.
    pub(crate) work: TreeWork,
    /// The home of each leaf: the area that its boxes may reach. A flat tree has none.
    pub(super) homes: Vec<Aabb>,
    /// The number of rows in the order of the last sort. Rows behind them were added since.
    pub(super) sorted: usize,
    /// The first new row, which is in no run yet.
    pub(super) tail: usize,
    /// The order of the rows that the last refresh has found. Empty if it has found none.
    pub(super) new_order: Vec<u32>,
    sort_policy: SortPolicy,
    tree_policy: TreePolicy,
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
            homes: Vec::new(),
            sorted: 0,
            tail: 0,
            new_order: Vec::new(),
            sort_policy: SortPolicy::default(),
            tree_policy: TreePolicy::NEW,
            refresh_failed: false,
        }
    }

    /// A copy of the rows, the tree and the state of the sort.
    pub(super) fn try_clone(&self) -> Result<SpriteTree, WorldError> {
        Ok(SpriteTree {
            rows: self.rows.try_clone()?,
            packed: self.packed.try_clone()?,
            work: self.work.clone(),
            homes: memory::try_clone(&self.homes)?,
            new_order: memory::try_clone(&self.new_order)?,
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
        let (changed, work) = (self.rows.flags.dirty_count(), self.work.take());
        let (sprites, joined, queries) = (self.rows.living(), work.join > 0, work.queries as usize);
        let demand = Demand { sprites, met, changed, joined, queries };
        let has_tree = self.tree_policy.decide(&demand);
        self.sort_policy.note(work);
        let has_its_form = has_tree != self.packed.is_flat();
        let is_done = changed == 0 && has_its_form;
        // After a failure, all rows stay dirty, so the next refresh repeats all work.
        let changes = match has_tree {
            _ if is_done => Ok(RefreshChanges::Only(Vec::new())),
            true => self.update(changed, masks, slots, threads),
            false => self.update_flat(changed, masks, slots, threads),
        };
        self.work
            .limit_queries(TreePolicy::most_queries(&demand).max(SortPolicy::most_queries(self.rows.len(), changed)));
        self.refresh_failed = changes.is_err();
        if self.refresh_failed {
            (self.new_order, self.sort_policy) = (Vec::new(), SortPolicy::default());
        }
        self.rows.end_refresh(self.refresh_failed);
        Ok((changed, changes?))
    }

    /// Does the work of [`SpriteTree::refresh`] on a class with a tree.
    fn update(
        &mut self,
        changed: usize,
        masks: &MaskStore,
        slots: &mut Slots<Row>,
        threads: &Threads,
    ) -> Result<RefreshChanges<Row>, WorldError> {
        if self.packed.is_flat() {
            self.sorted = 0;
        }
        self.resize()?;
        let step = self.sort_policy.decide(self.counts(changed));
        if step == SortStep::Whole {
            self.refit(masks, threads)?;
            self.new_order = curve_order(&self.packed, 0, self.rows.len(), threads)?;
        }
        if let SortStep::Move | SortStep::Whole = step {
            self.arrange(slots, threads)?;
        }
        let few = self.are_few(changed);
        let escaped = match self.leaves_to_refit(few && matches!(step, SortStep::Nothing | SortStep::Find))? {
            Some(leaves) => self.refit_leaves(&leaves, masks)?,
            None => self.refit(masks, threads)?,
        };
        if self.refresh_failed {
            self.settle(0);
        } else {
            self.evict(&escaped, slots)?;
        }
        self.sort_new(masks, slots)?;
        if step == SortStep::Find {
            self.new_order = curve_order(&self.packed, 0, self.rows.len(), threads)?;
        }
        self.changes(few)
    }

    /// Does the work of [`SpriteTree::refresh`] without a tree.
    fn update_flat(
        &mut self,
        changed: usize,
        masks: &MaskStore,
        slots: &mut Slots<Row>,
        threads: &Threads,
    ) -> Result<RefreshChanges<Row>, WorldError> {
        let arrange = !self.packed.is_flat() || self.counts(changed).are_unsorted();
        if arrange {
            self.order_by_slot(slots, threads)?;
        }
        self.tail = self.rows.len();
        self.packed.resize(self.tail, true)?;
        let few = self.are_few(changed);
        match self.leaves_to_refit(few && !arrange)? {
            Some(leaves) => self.refit_leaves(&leaves, masks)?,
            None => self.refit(masks, threads)?,
        };
        self.changes(few)
    }

    fn counts(&self, changed: usize) -> RowCounts {
        let rows = self.rows.len();
        RowCounts { rows, holes: self.rows.holes(), added: rows - self.sorted, changed }
    }

    /// Whether so few rows have changed that it is faster to look for them than to refit all leaves. (Then the pair
    /// cache is updated, so a few movers among many fixed sprites count as few although they are a class.)
    fn are_few(&self, changed: usize) -> bool {
        !self.refresh_failed && changed <= 64.max(self.rows.len() / 8)
    }

    /// The changes of a refresh.
    fn changes(&self, few: bool) -> Result<RefreshChanges<Row>, WorldError> {
        if !few {
            return Ok(RefreshChanges::All);
        }
        let dirty = self.rows.flags.dirty_rows().map(|row| self.rows.first.plus(row));
        Ok(RefreshChanges::Only(memory::try_collect(dirty)?))
    }

    /// The leaves with dirty rows, or `None` if all leaves are to be refitted.
    fn leaves_to_refit(&self, few: bool) -> Result<Option<Vec<u32>>, WorldError> {
        let leaves = || memory::try_collect(self.rows.flags.dirty_leaves().map(|leaf| leaf as u32));
        Ok(if few { Some(leaves()?) } else { None })
    }

    /// Resizes the tree for the rows. New leaves have no home yet.
    pub(super) fn resize(&mut self) -> Result<(), WorldError> {
        self.packed.resize(self.rows.len(), false)?;
        Ok(memory::try_resize(&mut self.homes, self.packed.leaves().len(), Aabb::EMPTY)?)
    }

    /// Sets the boxes of all rows and of all nodes. Returns the leaves whose boxes have left their homes.
    fn refit(&mut self, masks: &MaskStore, threads: &Threads) -> Result<Vec<u32>, WorldError> {
        let SpriteTree { rows, packed, homes, .. } = self;
        let (escaped, variants) = (Mutex::new(Vec::new()), masks.variants());
        packed.refit(
            threads,
            #[inline(always)]
            |leaf, boxes| {
                let hull = rows.fill_leaf(variants, leaf, boxes);
                if homes.get(leaf).is_some_and(|home| !home.contains(hull)) {
                    memory::try_push(&mut escaped.lock().unwrap_or_else(PoisonError::into_inner), leaf as u32)?;
                }
                Ok::<_, WorldError>(hull)
            },
        )?;
        let mut escaped = escaped.into_inner().unwrap_or_else(PoisonError::into_inner);
        escaped.sort_unstable();
        Ok(escaped)
    }

    /// Sets the boxes of some leaves and of the nodes above them. Returns the leaves whose boxes have left their homes.
    pub(super) fn refit_leaves(&mut self, leaves: &[u32], masks: &MaskStore) -> Result<Vec<u32>, WorldError> {
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
        assert_eq!(self.tail, self.rows.len(), "every row must be in the order or in a run");
        assert!(self.new_order.len() <= self.rows.len(), "rows keep their places between the two halves of a sort");
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
        assert!((20..40).contains(&first) && (110..140).contains(&last), "{changes:?}");
    }

    #[test]
    fn a_sort_in_two_halves_goes_on_while_sprites_jump() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut world = World::new();
        let mask = world.add_mask(Mask::filled(8, 8).unwrap()).unwrap();
        let mut ids = Vec::new();
        for _ in 0..3000 {
            ids.push(world.spawn(Sprite::new(mask, [rng.i32(0..600), rng.i32(0..600)])).unwrap());
        }
        let mut halves = 0;
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
            let tree = world.broad.trees.iter().max_by_key(|tree| tree.rows.len()).unwrap();
            halves += usize::from(!tree.new_order.is_empty());
            world.validate().unwrap();
        }
        assert!(halves > 2, "{halves} sorts began");
    }
}
