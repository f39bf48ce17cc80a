//! The ways of a step, and the boxes around them.

use crate::broad::BroadPhase;
use crate::geometry::Aabb8;
use crate::row::Row;
use crate::{SpriteId, WorldError, memory};
use std::array;

/// Eight rows of a class with a sprite that has a way.
#[derive(Clone, Copy)]
pub(in crate::narrow) struct WayLeaf {
    /// A bit for each row that has a way.
    pub(super) moving: u8,
    /// Where each sprite stood at the last step, or stands now if it has no way.
    pub(super) from: [[i32; 2]; 8],
    /// The tight boxes where the sprites stand now.
    pub(in crate::narrow) now: Aabb8,
}

/// The ways of a class.
#[derive(Default)]
struct ClassWays {
    /// The numbers of the leaves with ways, ascending.
    leaves: Vec<u32>,
    ways: Vec<WayLeaf>,
    /// For each leaf of the class, one more than its index in `ways`, or 0. Empty if the class has no ways.
    index_of: Vec<u32>,
}

/// The ways of a step, by class.
pub(crate) struct Ways {
    classes: [ClassWays; Row::CLASSES],
    /// Whether the boxes in the trees are those around the ways.
    are_stretched: bool,
}

impl Default for Ways {
    fn default() -> Ways {
        Ways { classes: array::from_fn(|_| ClassWays::default()), are_stretched: false }
    }
}

impl Ways {
    /// The ways of the leaf that a row begins, if it has any.
    #[inline(always)]
    pub(in crate::narrow) fn leaf(&self, first: Row) -> Option<&WayLeaf> {
        let ClassWays { ways, index_of, .. } = &self.classes[first.class()];
        let index = *index_of.get(first.index() / 8)?;
        ways.get(index.wrapping_sub(1) as usize)
    }

    /// Whether the sprite of a row has a way.
    pub(in crate::narrow) fn has_way(&self, row: Row) -> bool {
        let lane = row.index() % 8;
        self.leaf(row.minus(lane)).is_some_and(|ways| ways.moving >> lane & 1 == 1)
    }

    /// Whether any sprite has a way.
    pub(in crate::narrow) fn are_any(&self) -> bool {
        self.classes.iter().any(|class| !class.leaves.is_empty())
    }

    /// Whether the step in progress has ways.
    pub(in crate::narrow) fn are_stretched(&self) -> bool {
        self.are_stretched
    }

    /// Finds the ways of all continuous sprites since the last step, after a refresh, and stretches the boxes of these
    /// sprites in the trees so that they contain the ways. [`Ways::shrink`] must follow.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. The trees are unchanged.
    pub(in crate::narrow) fn stretch(&mut self, broad: &mut BroadPhase) -> Result<(), WorldError> {
        for (class, ClassWays { leaves, ways, index_of }) in self.classes.iter_mut().enumerate() {
            leaves.clear();
            ways.clear();
            let most = broad.begin_step(class)?;
            memory::try_resize(index_of, 0, 0)?;
            memory::try_resize(index_of, most, 0)?;
            leaves.try_reserve(most)?;
            ways.try_reserve(most)?;
        }
        for (class, ClassWays { leaves, ways, index_of }) in self.classes.iter_mut().enumerate() {
            if index_of.is_empty() {
                continue;
            }
            broad.for_each_way_leaf(class, |leaf, moving, [from, at], boxes| {
                ways.push(WayLeaf { moving, from, now: *boxes });
                leaves.push(leaf);
                index_of[leaf as usize] = ways.len() as u32;
                stretch(boxes, &from, &at);
            });
            broad.replace_boxes(class, leaves, |_, _| {});
            self.are_stretched |= !leaves.is_empty();
        }
        Ok(())
    }

    /// Gives the trees the boxes of where the sprites stand.
    pub(in crate::narrow) fn shrink(&mut self, broad: &mut BroadPhase) {
        self.are_stretched = false;
        for (class, ClassWays { leaves, ways, .. }) in self.classes.iter().enumerate() {
            broad.replace_boxes(class, leaves, |index, boxes| *boxes = ways[index].now);
        }
    }

    /// The ids of the sprites that have a way.
    pub(in crate::narrow) fn ids(&self, broad: &BroadPhase) -> impl Iterator<Item = SpriteId> + Clone {
        self.classes.iter().enumerate().flat_map(move |(class, ClassWays { leaves, ways, .. })| {
            leaves.iter().zip(ways).flat_map(move |(&leaf, way)| {
                let ids = broad.ids(Row::first(class).plus(8 * leaf as usize));
                crate::packed::lanes_of(way.moving).map(move |lane| ids[lane])
            })
        })
    }
}

/// Stretches the boxes of the sprites of a leaf that have a way.
#[inline(always)]
fn stretch(boxes: &mut Aabb8, from: &[[i32; 2]; 8], at: &[[i32; 2]; 8]) {
    for lane in 0..8 {
        let (from, at) = (from[lane], at[lane]);
        let stretches = (from[0] ^ at[0] | from[1] ^ at[1] != 0) & (boxes.left[lane] <= boxes.right[lane]);
        // A way across the whole world wraps, and the edge is right all the same.
        let by = |end: i32, at: i32| if stretches { end.wrapping_sub(at) } else { 0 };
        let edge = |edge: &mut i32, by: i32| *edge = edge.wrapping_add(by);
        edge(&mut boxes.left[lane], by(from[0].min(at[0]), at[0]));
        edge(&mut boxes.top[lane], by(from[1].min(at[1]), at[1]));
        edge(&mut boxes.right[lane], by(from[0].max(at[0]), at[0]));
        edge(&mut boxes.bottom[lane], by(from[1].max(at[1]), at[1]));
    }
}
