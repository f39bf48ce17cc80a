//! A tree: leaves of eight sprites with their layers, and nodes of eight boxes above them.

use super::lanes::vectorized;
use super::sort::SortDebt;
use crate::geometry::{Aabb, Aabb8};
use crate::slots::{Slots, VariantNumber};
use crate::sprites::Layers;
use crate::store::{Columns, Lane};
use crate::variants::{MaskStore, Variant};
use crate::{WorldError, memory};
use wide::i32x4;

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

/// Eight sprites. A lane without a sprite has slot 0, variant 0 and an empty box.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Leaf {
    /// The tight boxes. ([`Tree::boxes`](Tree::boxes) returns those around the paths.)
    pub(crate) boxes: Aabb8,
    pub(crate) slots: [u32; 8],
    pub(crate) variants: [VariantNumber; 8],
}

const _: () = assert!(size_of::<Leaf>() == 192, "a leaf must fill three cache lines");

impl Leaf {
    pub(super) const EMPTY: Leaf = Leaf { boxes: Aabb8::EMPTY, slots: [0; 8], variants: [0; 8] };

    /// Takes the sprite out of a lane.
    pub(super) fn clear(&mut self, lane: usize) {
        (self.slots[lane], self.variants[lane]) = (0, 0);
        self.boxes.set(lane, Aabb::EMPTY);
    }

    /// Copies a sprite from a lane of another leaf.
    #[inline(always)]
    pub(super) fn copy(&mut self, lane: usize, from: &Leaf, old: usize) {
        (self.slots[lane], self.variants[lane]) = (from.slots[old], from.variants[old]);
        self.boxes.set(lane, from.boxes.lane(old));
    }

    /// Sets the boxes of sprites at the given positions, and returns the smallest box around them. (Most leaves have
    /// sprites that show one variant, whose box is then read once.)
    #[inline(always)]
    pub(super) fn fill(&mut self, variants: &[Variant], positions: &[[i32; 2]; 8]) -> Aabb {
        let numbers = self.variants;
        let outer = |lane: usize| variants[numbers[lane] as usize].outer;
        let moved = |outer: Aabb, lane: usize| {
            // An empty box stays as it is.
            let [x, y] = positions[lane].map(|c| c & -i32::from(!outer.is_empty()));
            i32x4::from(outer.0) + i32x4::from([x, y, x, y])
        };
        if numbers.iter().fold(0, |different, number| different | (number ^ numbers[0])) == 0 {
            let alike = outer(0);
            return self.boxes.set_all(|lane| moved(alike, lane));
        }
        self.boxes.set_all(|lane| moved(outer(lane), lane))
    }
}

/// The layers of eight sprites.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(32))]
pub(super) struct Layers8 {
    pub(super) layer_bits: [u32; 8],
    pub(super) collision_bits: [u32; 8],
}

impl Layers8 {
    pub(super) const NONE: Layers8 = Layers8 { layer_bits: [0; 8], collision_bits: [0; 8] };

    /// The same layers in all lanes.
    pub(super) fn splat(layers: Layers) -> Layers8 {
        Layers8 { layer_bits: [layers.layer_bits; 8], collision_bits: [layers.collision_bits; 8] }
    }

    /// Sets the layers of a lane.
    pub(super) fn set(&mut self, lane: usize, layers: Layers) {
        (self.layer_bits[lane], self.collision_bits[lane]) = (layers.layer_bits, layers.collision_bits);
    }
}

/// The layers of the sprites of a tree. They are stored for each leaf only if sprites have different ones.
#[derive(Default)]
pub(super) struct TreeLayers {
    /// The layers that any of the sprites is in, and the layers that any of them collides with. `None` if there was no
    /// sprite since the last sort.
    union: Option<Layers>,
    /// Whether sprites may have different layers.
    differ: bool,
    /// The layers of each leaf, if sprites have different ones.
    eights: Vec<Layers8>,
}

/// Which pairs of a sprite of one tree and a sprite of another may collide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meeting {
    Never,
    Always,
    /// The layers of the two sprites decide.
    ByLayers,
}

impl TreeLayers {
    /// A copy.
    pub(super) fn try_clone(&self) -> Result<TreeLayers, WorldError> {
        Ok(TreeLayers { eights: memory::try_clone(&self.eights)?, ..*self })
    }

    /// Forgets the layers of all sprites.
    pub(super) fn clear(&mut self) {
        (self.union, self.differ) = (None, false);
        self.eights.clear();
    }

    /// Forgets the layers of the leaves. The next refit finds all of them.
    pub(super) fn forget_leaves(&mut self) {
        self.eights.clear();
    }

    /// Notes the layers of a sprite that is to be in the tree.
    pub(super) fn note(&mut self, layers: Layers) {
        let union = *self.union.get_or_insert(layers);
        self.differ |= union != layers;
        self.union = Some(Layers::from_bits(union.to_bits() | layers.to_bits()));
    }

    /// Sets the layers of a sprite that is in the tree, and has been noted.
    pub(super) fn set(&mut self, lane: usize, layers: Layers) {
        if let Some(eight) = self.eights.get_mut(lane / 8) {
            eight.set(lane % 8, layers);
        }
    }

    /// Brings the layers of the leaves up to date, of which those from `first` on have changed.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. The next call must begin at leaf 0.
    pub(super) fn refit(&mut self, leaves: &[Leaf], first: usize, columns: &Columns) -> Result<(), WorldError> {
        if !self.differ {
            return Ok(());
        }
        let first = first.min(self.eights.len());
        self.eights.truncate(first);
        let eight = |leaf: &Leaf| {
            let mut eight = Layers8::NONE;
            for lane in (0..8).filter(|&lane| leaf.variants[lane] != 0) {
                eight.set(lane, columns.layers().get(leaf.slots[lane] as usize));
            }
            eight
        };
        Ok(memory::try_extend(&mut self.eights, leaves[first..].iter().map(eight))?)
    }

    /// The layers of the sprites of a leaf.
    #[inline(always)]
    pub(super) fn of_leaf(&self, leaf: usize) -> Layers8 {
        match self.eights.get(leaf) {
            Some(eight) => *eight,
            None => Layers8::splat(self.union.unwrap_or_default()),
        }
    }

    /// Which pairs of these sprites and other ones may collide.
    pub(super) fn meeting(&self, other: &TreeLayers) -> Meeting {
        match self.union.zip(other.union) {
            Some((mine, theirs)) if mine.may_collide(theirs) => match self.differ || other.differ {
                true => Meeting::ByLayers,
                false => Meeting::Always,
            },
            _ => Meeting::Never,
        }
    }

    /// Whether any sprite may be in at least one of the given layers, and may collide with a sprite of other layers.
    pub(super) fn may_have(&self, in_layers: Option<u32>, meeting: Option<Layers>) -> bool {
        self.union.is_some_and(|union| {
            in_layers.is_none_or(|bits| union.is_in_any(bits)) && meeting.is_none_or(|other| union.may_collide(other))
        })
    }

    /// Checks the layers of a sprite in a lane of a leaf.
    ///
    /// # Panics
    /// Panics if they are wrong.
    pub(super) fn validate(&self, leaf: usize, lane: usize, layers: Layers) {
        let eight = self.of_leaf(leaf);
        let known = Layers::new(eight.layer_bits[lane], eight.collision_bits[lane]);
        assert_eq!(known, layers, "the layers of lane {lane} of leaf {leaf} are wrong");
    }
}
