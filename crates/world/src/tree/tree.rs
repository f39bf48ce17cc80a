//! A tree: leaves of eight sprites, and nodes of eight boxes above them.

use super::debt::SortDebt;
use super::lanes::vectorized;
use super::leaf::{Leaf, TreeLayers};
use crate::geometry::{Aabb, Aabb8};
use crate::slots::Slots;
use crate::store::{Columns, Lane};
use crate::variants::MaskStore;
use crate::{WorldError, memory};

/// The maximum number of levels. A tree has less than 2^30 lanes.
pub(super) const MAX_LEVELS: usize = 11;

/// A packed R-tree of sprites. Recursion down the tree is safe, because there are at most [`MAX_LEVELS`] levels.
#[derive(Default)]
pub(crate) struct Tree {
    /// The number of the tree, in its [`Lane`]s.
    pub(super) number: usize,
    /// The leaves along the curve, and behind them the loose leaves.
    pub(super) leaves: Vec<Leaf>,
    /// The levels above the leaves, from the lowest up. The top level is a single node.
    pub(super) nodes: Vec<Vec<Aabb8>>,
    /// The number of leaves along the curve. The loose leaves behind them have the sprites that have come or jumped
    /// since the last sort.
    pub(super) sorted: usize,
    /// Whether a sort has sorted the first leaves, and the next refresh sorts the last ones.
    pub(super) is_half_sorted: bool,
    /// The number of sprites in the leaves.
    pub(super) sprites: usize,
    /// The slots of sprites that wait for a lane.
    pub(super) pending: Vec<u32>,
    /// The leaves out of which a sprite was taken since the last refresh.
    pub(super) stale: Vec<u32>,
    /// Whether more leaves than those of `stale` may be such.
    pub(super) all_stale: bool,
    /// The mean half perimeter of a leaf after the last sort. A leaf that grows by more in a step has a sprite that
    /// jumped.
    pub(super) side: u64,
    /// Whether any of the sprites may be continuous.
    pub(super) may_have_paths: bool,
    pub(super) paths: PathBoxes,
    pub(super) layers: TreeLayers,
    pub(super) debt: SortDebt,
}

/// The boxes of the step in progress.
#[derive(Default)]
pub(super) struct PathBoxes {
    /// A bit for each lane of each leaf whose sprite has a path. Empty if the tree has none.
    pub(super) moving: Vec<u8>,
    /// The boxes of the leaves that have such a lane. All others are out of date.
    pub(super) leaves: Vec<Aabb8>,
    /// The boxes of the nodes.
    pub(super) nodes: Vec<Vec<Aabb8>>,
}

impl Tree {
    /// An empty tree.
    pub(super) fn new(number: usize) -> Tree {
        Tree { number, ..Tree::default() }
    }

    /// A copy of the tree.
    pub(super) fn try_clone(&self) -> Result<Tree, WorldError> {
        let mut nodes = memory::try_with_capacity(self.nodes.len())?;
        for level in &self.nodes {
            nodes.push(memory::try_clone(level)?);
        }
        Ok(Tree {
            leaves: memory::try_clone(&self.leaves)?,
            nodes,
            pending: memory::try_clone(&self.pending)?,
            stale: memory::try_clone(&self.stale)?,
            layers: self.layers.try_clone()?,
            debt: self.debt.clone(),
            paths: PathBoxes::default(),
            ..*self
        })
    }

    /// Whether a sprite was taken out since the last refresh.
    pub(super) fn is_stale(&self) -> bool {
        self.all_stale || !self.stale.is_empty()
    }

    /// Whether no sprite is in the tree.
    pub(super) fn is_empty(&self) -> bool {
        self.leaves.is_empty()
    }

    /// The number of levels, counting that of the leaves.
    #[inline(always)]
    pub(super) fn levels(&self) -> usize {
        if self.leaves.is_empty() { 0 } else { 1 + self.nodes.len() }
    }

    /// The boxes of a node or a leaf. In a step, they contain the paths.
    #[inline(always)]
    pub(super) fn boxes(&self, level: usize, node: usize) -> &Aabb8 {
        let PathBoxes { moving, leaves, nodes } = &self.paths;
        match level.checked_sub(1) {
            None if moving.get(node).is_some_and(|lanes| *lanes != 0) => &leaves[node],
            None => &self.leaves[node].boxes,
            Some(level) if moving.is_empty() => &self.nodes[level][node],
            Some(level) => &nodes[level][node],
        }
    }

    /// The smallest box around all sprites.
    pub(super) fn hull(&self) -> Aabb {
        self.nodes.last().map_or(Aabb::EMPTY, |top| top[0].hull())
    }

    /// The leaf of a lane.
    #[inline(always)]
    pub(crate) fn leaf(&self, lane: Lane) -> &Leaf {
        &self.leaves[lane.leaf()]
    }

    /// Reserves the memory for so many leaves and the nodes above them.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. The next refresh must do all work again.
    pub(super) fn reserve(&mut self, leaves: usize) -> Result<(), WorldError> {
        self.leaves.try_reserve(leaves.saturating_sub(self.leaves.len()))?;
        let (mut count, mut level) = (leaves, 0);
        while count > 1 || level == 0 {
            count = count.div_ceil(8).max(1);
            if level == self.nodes.len() {
                memory::try_push(&mut self.nodes, Vec::new())?;
            }
            let nodes = &mut self.nodes[level];
            nodes.try_reserve(count.saturating_sub(nodes.len()))?;
            level += 1;
        }
        Ok(())
    }

    /// Resizes the leaves and the nodes above them. [`Tree::reserve`] must have reserved the memory. New leaves are
    /// empty. Refits the nodes above the leaves from `first` on, and above those that are dropped.
    pub(super) fn resize(&mut self, leaves: usize, first: usize) {
        self.leaves.resize(leaves, Leaf::EMPTY);
        let (mut count, mut changed, mut level) = (leaves, first, 0);
        while count > 1 || level == 0 && count > 0 {
            let is_new = self.nodes[level].is_empty();
            self.nodes[level].resize(count.div_ceil(8), Aabb8::EMPTY);
            // A level that is new has the nodes below it, of which a refit may only know those that have changed.
            let known = if is_new { 0 } else { count.min(changed) };
            vectorized(
                #[inline(always)]
                || {
                    for child in known..8 * self.nodes[level].len() {
                        let hull = if child < count { self.boxes(level, child).hull() } else { Aabb::EMPTY };
                        self.nodes[level][child / 8].set(child % 8, hull);
                    }
                },
            );
            (count, changed) = (self.nodes[level].len(), known / 8);
            level += 1;
        }
        self.nodes.truncate(level);
    }

    /// Removes all leaves, which have no sprite.
    pub(super) fn clear(&mut self) {
        self.leaves.clear();
        self.nodes.clear();
        self.end_stale();
        self.layers.clear();
        self.may_have_paths = false;
        (self.sorted, self.is_half_sorted) = (0, false);
    }

    /// Notes that the leaves out of which sprites were taken are up to date.
    pub(super) fn end_stale(&mut self) {
        self.stale.clear();
        self.all_stale = false;
    }

    /// Takes a sprite out of the tree. The next refresh refits its leaf.
    pub(super) fn remove(&mut self, lane: Lane) {
        self.leaves[lane.leaf()].clear(lane.index() % 8);
        self.sprites -= 1;
        // Without the memory for the list, the next refresh refits the whole tree.
        self.all_stale |= memory::try_push(&mut self.stale, lane.leaf() as u32).is_err();
    }

    /// Checks the tree after a refresh. Returns the number of its sprites.
    ///
    /// # Panics
    /// Panics if a check fails.
    pub(super) fn validate(&self, columns: &Columns, slots: &Slots<Lane>, masks: &MaskStore) -> usize {
        assert!(self.pending.is_empty() && !self.is_stale(), "a refresh must place all sprites");
        assert!(self.sorted <= self.leaves.len());
        let mut below = self.leaves.len();
        for (level, nodes) in self.nodes.iter().enumerate() {
            assert_eq!(nodes.len(), below.div_ceil(8), "the number of nodes above level {level} is wrong");
            for child in 0..8 * nodes.len() {
                let hull = if child < below { self.boxes(level, child).hull() } else { Aabb::EMPTY };
                let aabb = nodes[child / 8].lane(child % 8);
                assert_eq!(aabb, hull, "a node above level {level} must hold the hull of child {child}");
            }
            below = nodes.len();
        }
        assert!(below <= 1, "the top level must be a single node");
        let mut sprites = 0;
        for (number, leaf) in self.leaves.iter().enumerate() {
            for lane in 0..8 {
                let (slot, place) = (leaf.slots[lane] as usize, Lane::new(self.number, 8 * number + lane));
                if leaf.variants[lane] == 0 {
                    assert!(leaf.boxes.lane(lane).is_empty(), "a lane without a sprite must have no box");
                    continue;
                }
                sprites += 1;
                assert_eq!(slots.in_slot(slot), Some(&place), "the sprite in slot {slot} names another lane");
                assert_eq!(leaf.variants[lane], columns.variant(slot), "the variant of slot {slot} is wrong");
                assert_eq!(leaf.boxes.lane(lane), columns.aabb(slot, masks), "the box of slot {slot} is wrong");
                self.layers.validate(number, lane, columns.layers().get(slot));
            }
        }
        assert_eq!(sprites, self.sprites, "the number of sprites is wrong");
        sprites
    }
}
