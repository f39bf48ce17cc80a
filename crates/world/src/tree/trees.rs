//! The trees of a world: which sprite is in which tree, and which trees are joined.
//!
//! In most games, most sprites never collide with their like: bullets hit ships, but no bullets. A single tree of all
//! sprites would still find every pair of bullets whose boxes overlap. So the layers of a sprite, and whether it is
//! fixed, tell the tree that it is in:
//!
//! ```text
//!   0        sprites that may collide with others of equal layers
//!   1 to 4   sprites that do not: a tree for each pair of `layers` and `collides_with`
//!   5        fixed sprites
//!   6        sprites that are in no layer or collide with none
//! ```
//!
//! If sprites have more than four pairs of layers that exclude themselves, such as eight teams, they are all in tree 0
//! until there are no sprites. (One tree for 20,000 bullets and a ship takes 5.8 times as long as two, and eight teams
//! in five trees compare 2.6 times as many leaves as in one.)

use super::descent::{Found, NearestFirst, Window, lanes_of};
use super::join::Join;
use super::refresh::{Changed, Sprites};
use super::tree::{Leaf, Meeting, Tree};
use crate::geometry::Aabb8;
use crate::slots::Slots;
use crate::sprites::Layers;
use crate::store::{Columns, Flags, Lane};
use crate::threads::Threads;
use crate::variants::MaskStore;
use crate::{WorldError, memory};
use std::array;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of trees.
const TREES: usize = 7;
/// The tree of sprites that may collide with others of equal layers.
const SHARED: usize = 0;
/// The trees of sprites that do not.
const OWN: Range<usize> = 1..5;
/// The tree of fixed sprites.
const FIXED: usize = 5;
/// The tree of sprites that never collide.
const NEVER: usize = 6;
/// If at most one sprite in so many has changed, the changed ones are listed.
const FEW_FRACTION: usize = 4;

/// The trees of a world.
pub(crate) struct Trees {
    pub(super) trees: [Tree; TREES],
    /// The layers of the sprites of each own tree.
    own: [Layers; TREES],
    /// Whether all sprites that move share a tree.
    all_share: bool,
    index: BroadPhase,
    /// Whether the step in progress has paths.
    pub(super) have_paths: bool,
    /// The comparisons of leaves by joins since the last call of [`Trees::begin_join`].
    work: AtomicU64,
    /// Whether the last refresh failed, and the next one must do all work.
    failed: bool,
}

impl Default for Trees {
    fn default() -> Trees {
        Trees {
            trees: array::from_fn(Tree::new),
            own: [Layers::default(); TREES],
            all_share: false,
            index: BroadPhase::default(),
            have_paths: false,
            work: AtomicU64::new(0),
            failed: false,
        }
    }
}

/// Some of the trees.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TreeSet(u8);

impl TreeSet {
    /// No tree.
    pub(crate) const NONE: TreeSet = TreeSet(0);

    /// Adds the tree of a lane.
    pub(crate) fn add(&mut self, lane: Option<Lane>) {
        self.0 |= lane.map_or(0, |lane| 1 << lane.tree());
    }

    /// Whether a tree is in both.
    pub(crate) fn meets(self, other: TreeSet) -> bool {
        self.0 & other.0 != 0
    }

    /// The trees with which a fixed sprite may collide.
    pub(crate) fn not_fixed(self) -> TreeSet {
        TreeSet(self.0 & !(1 << FIXED))
    }
}

impl Trees {
    /// A copy of the trees.
    pub(crate) fn try_clone(&self) -> Result<Trees, WorldError> {
        let Trees { own, all_share, index, failed, .. } = *self;
        let work = AtomicU64::new(self.work.load(Ordering::Relaxed));
        let mut copy = Trees { own, all_share, index, failed, work, ..Trees::default() };
        for (tree, old) in copy.trees.iter_mut().zip(&self.trees) {
            *tree = old.try_clone()?;
        }
        Ok(copy)
    }

    /// Sets how joins find pairs.
    pub(crate) fn set_index(&mut self, index: BroadPhase) {
        self.index = index;
    }

    /// How joins find pairs.
    #[cfg(feature = "serde")]
    pub(crate) fn index(&self) -> BroadPhase {
        self.index
    }

    /// The leaf of a lane.
    #[inline(always)]
    pub(crate) fn leaf(&self, lane: Lane) -> &Leaf {
        self.trees[lane.tree()].leaf(lane)
    }

    /// The boxes of the leaf of a lane. In a step, they contain the paths.
    #[inline(always)]
    pub(crate) fn boxes_of_leaf(&self, lane: Lane) -> &Aabb8 {
        self.trees[lane.tree()].boxes(0, lane.leaf())
    }

    /// Takes a sprite out of its tree, if it is in one.
    pub(crate) fn remove(&mut self, lane: Lane) {
        if lane.is_placed() {
            self.trees[lane.tree()].remove(lane);
        }
    }

    /// Whether a sprite was taken out since the last refresh, or the last refresh failed.
    pub(crate) fn are_stale(&self) -> bool {
        self.failed || self.trees.iter().any(Tree::is_stale)
    }

    /// Brings the trees up to date with the sprites, whose variants must be resolved.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. The next refresh repeats all work.
    pub(crate) fn refresh(
        &mut self,
        columns: &mut Columns,
        slots: &mut Slots<Lane>,
        masks: &MaskStore,
        threads: &Threads,
    ) -> Result<(), WorldError> {
        let refreshed = self.try_refresh(columns, slots, masks, threads);
        self.failed = refreshed.is_err();
        match self.failed {
            true => self.trees.iter_mut().for_each(|tree| tree.layers.forget_leaves()),
            false => columns.flags.remove_all(Flags::STALE),
        }
        refreshed
    }

    /// Brings the trees up to date after a move of one sprite, if that is simple. Returns whether they are.
    pub(crate) fn follow(&mut self, lane: Lane, columns: &Columns, masks: &MaskStore) -> bool {
        self.trees[lane.tree()].follow(lane, Sprites { columns, variants: masks.variants() })
    }

    fn try_refresh(
        &mut self,
        columns: &Columns,
        slots: &mut Slots<Lane>,
        masks: &MaskStore,
        threads: &Threads,
    ) -> Result<(), WorldError> {
        if self.failed {
            self.list_waiting(slots)?;
        }
        let counts = columns.flags.counts();
        if counts.any.any(Flags::NEW_KIND) {
            self.place(columns, slots)?;
        }
        if counts.any.any(Flags::NEW_VARIANT) {
            for slot in columns.flags.with(Flags::NEW_VARIANT) {
                if let Some(&lane) = slots.in_slot(slot).filter(|lane| lane.is_placed()) {
                    self.trees[lane.tree()].leaves[lane.leaf()].variants[lane.index() % 8] = columns.variant(slot);
                }
            }
        }
        let unmoved = if counts.dirty_fixed == 0 { self.trees[FIXED].sprites } else { 0 };
        let few = match self.failed {
            true => None,
            false => few_lanes(columns, slots, Flags::DIRTY, [counts.dirty, columns.len() - unmoved])?,
        };
        let sprites = Sprites { columns, variants: masks.variants() };
        for tree in &mut self.trees {
            let changed = match &few {
                Some(few) => Changed::Few(of_tree(few, tree.number)),
                None if tree.number == FIXED && counts.dirty_fixed == 0 && !self.failed => Changed::Few(&[]),
                None => Changed::Many,
            };
            tree.refresh(changed, sprites, slots, threads)?;
        }
        Ok(())
    }

    /// Lists the sprites that wait for a lane, after a refresh that failed.
    fn list_waiting(&mut self, slots: &Slots<Lane>) -> Result<(), WorldError> {
        self.trees.iter_mut().for_each(|tree| tree.pending.clear());
        for (id, &lane) in slots.iter().filter(|(_, lane)| !lane.is_placed() && **lane != Lane::NONE) {
            memory::try_push(&mut self.trees[lane.tree()].pending, id.index())?;
        }
        Ok(())
    }

    /// Puts the sprites that are new, or whose layers or `fixed` have changed, into the right trees.
    fn place(&mut self, columns: &Columns, slots: &mut Slots<Lane>) -> Result<(), WorldError> {
        self.all_share &= (0..TREES).any(|number| self.is_used(number));
        for slot in columns.flags.with(Flags::NEW_KIND) {
            let Some(&lane) = slots.in_slot(slot) else { continue };
            let layers = columns.layers().get(slot);
            let number = self.tree_for(layers, columns.is_fixed(slot));
            self.trees[number].layers.note(layers);
            self.trees[number].may_have_paths |= columns.flags.get(slot).any(Flags::CONTINUOUS);
            match lane.tree() == number {
                true if lane.is_placed() => self.trees[number].layers.set(lane.index(), layers),
                true => {}
                false => self.move_to(number, slot, slots)?,
            }
        }
        if self.all_share && OWN.into_iter().any(|number| self.is_used(number)) {
            for slot in 0..slots.slot_count() {
                if slots.in_slot(slot).is_some_and(|lane| OWN.contains(&lane.tree())) {
                    self.trees[SHARED].layers.note(columns.layers().get(slot));
                    self.move_to(SHARED, slot, slots)?;
                }
            }
        }
        Ok(())
    }

    /// The tree for a sprite.
    fn tree_for(&mut self, layers: Layers, fixed: bool) -> usize {
        if fixed {
            return FIXED;
        }
        if layers.layer_bits == 0 || layers.collision_bits == 0 {
            return NEVER;
        }
        if self.all_share || layers.may_collide(layers) {
            return SHARED;
        }
        if let Some(own) = OWN.into_iter().find(|&number| self.is_used(number) && self.own[number] == layers) {
            return own;
        }
        let Some(free) = OWN.into_iter().find(|&number| !self.is_used(number)) else {
            self.all_share = true;
            return SHARED;
        };
        self.trees[free].clear();
        self.own[free] = layers;
        free
    }

    /// Whether any sprite is in a tree, or waits for a lane of it.
    fn is_used(&self, number: usize) -> bool {
        self.trees[number].sprites > 0 || !self.trees[number].pending.is_empty()
    }

    /// Moves a sprite to a tree, in which it waits for a lane.
    fn move_to(&mut self, number: usize, slot: usize, slots: &mut Slots<Lane>) -> Result<(), WorldError> {
        memory::try_push(&mut self.trees[number].pending, slot as u32)?;
        if let Some(lane) = slots.in_slot_mut(slot) {
            self.remove(std::mem::replace(lane, Lane::waiting(number)));
        }
        Ok(())
    }

    /// Checks the trees after a refresh.
    ///
    /// # Panics
    /// Panics if a check fails.
    pub(crate) fn validate(&self, columns: &Columns, slots: &Slots<Lane>, masks: &MaskStore) {
        let placed: usize = self.trees.iter().map(|tree| tree.validate(columns, slots, masks)).sum();
        assert_eq!(placed, slots.len(), "each sprite must be in one tree");
        for (id, lane) in slots.iter() {
            let (slot, layers) = (id.index() as usize, columns.layers().get(id.index() as usize));
            let (meets_itself, never) =
                (layers.may_collide(layers), layers.layer_bits == 0 || layers.collision_bits == 0);
            let expected = match lane.tree() {
                FIXED => columns.is_fixed(slot),
                NEVER => never && !columns.is_fixed(slot),
                SHARED => !columns.is_fixed(slot) && !never && (self.all_share || meets_itself),
                own => !columns.is_fixed(slot) && !never && !meets_itself && self.own[own] == layers,
            };
            assert!(expected, "slot {slot} is in tree {}", lane.tree());
        }
    }
}

/// Joins and queries.
impl Trees {
    /// Begins to count the comparisons of a join of all trees.
    pub(crate) fn begin_join(&mut self) {
        *self.work.get_mut() = 0;
    }

    /// The comparisons of leaves since [`Trees::begin_join`].
    pub(crate) fn join_work(&self) -> u64 {
        self.work.load(Ordering::Relaxed)
    }

    /// Forgets the comparisons that an error has stopped.
    pub(crate) fn forget_join(&self) {
        self.trees.iter().for_each(|tree| tree.debt.forget_join());
    }

    /// The joins of each two trees whose sprites may collide.
    pub(crate) fn joins(&self) -> impl Iterator<Item = Join<'_>> {
        let pairs = (0..NEVER).flat_map(|a| (a..NEVER).map(move |b| (a, b)));
        pairs.filter_map(|(a, b)| {
            let (first, second) = (&self.trees[a], &self.trees[b]);
            let meeting = match (a, b) {
                (FIXED, FIXED) => Meeting::Never,
                _ => first.layers.meeting(&second.layers),
            };
            let join = if a == b { Join::within(first) } else { Join::between(first, second) };
            (meeting != Meeting::Never).then(|| join.of(meeting, self.index, &self.work))
        })
    }

    /// The trees that may have sprites in at least one of the given layers, and sprites with which a sprite of other
    /// layers may collide.
    #[inline]
    pub(crate) fn with(&self, in_layers: Option<u32>, meeting: Option<Layers>) -> TreeSet {
        let has = |tree: &Tree| !tree.is_empty() && tree.layers.may_have(in_layers, meeting);
        TreeSet(self.trees.iter().fold(0, |set, tree| set | u8::from(has(tree)) << tree.number))
    }

    /// Calls `visit` with each leaf of some trees that has boxes in a window, until `visit` breaks.
    #[inline(always)]
    pub(crate) fn in_window<B>(
        &self,
        TreeSet(set): TreeSet,
        window: Window,
        mut visit: impl FnMut(Lane, &Leaf, Found) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        lanes_of(set).try_for_each(|number| {
            let first = |leaf: usize| Lane::new(number, 8 * leaf);
            self.trees[number].in_window(window, &mut |number, leaf, found| visit(first(number), leaf, found))
        })
    }

    /// Visits the sprites of some trees, in each tree the nearest boxes first.
    pub(crate) fn nearest_first<V: NearestFirst>(
        &self,
        TreeSet(set): TreeSet,
        visitor: &mut V,
    ) -> ControlFlow<V::Stop> {
        lanes_of(set).try_for_each(|number| self.trees[number].nearest_first(visitor))
    }
}

/// The lanes of the sprites that have a flag, sorted, unless they are too many to be listed. `counts` are the number of
/// these sprites, and of the sprites of all trees in which they are.
///
/// # Errors
/// Returns [`WorldError::NoMemory`] if the system refuses memory.
pub(super) fn few_lanes(
    columns: &Columns,
    slots: &Slots<Lane>,
    flags: Flags,
    [count, all]: [usize; 2],
) -> Result<Option<Vec<Lane>>, WorldError> {
    if FEW_FRACTION * count > all {
        return Ok(None);
    }
    let mut lanes = memory::try_with_capacity(count)?;
    lanes.extend(columns.flags.with(flags).filter_map(|slot| slots.in_slot(slot).copied()));
    lanes.sort_unstable();
    Ok(Some(lanes))
}

/// The lanes of a tree, of sorted lanes.
pub(super) fn of_tree(lanes: &[Lane], tree: usize) -> &[Lane] {
    let [first, end] = [tree, tree + 1].map(|tree| lanes.partition_point(|&lane| lane < Lane::new(tree, 0)));
    &lanes[first..end]
}

/// How pairs of overlapping boxes are found. See [`World::force_index`](crate::World::force_index).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum BroadPhase {
    /// A packed R-tree in Hilbert order. The tree is refitted as sprites move, and finds pairs by a join with itself.
    #[default]
    Packed,
    /// An R*-tree of the `rstar` crate for each join, in which each sprite is looked up. Tests compare
    /// [`BroadPhase::Packed`] with it. Queries use the packed trees.
    ///
    /// Only with the feature `rstar`.
    #[cfg(feature = "rstar")]
    RStar,
}
