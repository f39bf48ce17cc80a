//! The leaves of a tree, and the layers of its sprites.

use crate::geometry::{Aabb, Aabb8};
use crate::slots::VariantNumber;
use crate::sprites::Layers;
use crate::store::Columns;
use crate::variants::Variant;
use crate::{WorldError, memory};
use wide::i32x4;

/// Eight sprites. A lane without a sprite has slot 0, variant 0 and an empty box.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Leaf {
    /// The tight boxes. ([`Tree::boxes`](super::tree::Tree::boxes) returns those around the paths.)
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
