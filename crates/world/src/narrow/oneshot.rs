//! The collisions of placed masks, without a world.

use super::batch::Batch;
use super::leaf_pairs::PairWriter;
use super::lists::{ListOptions, fill_lists};
use super::sort::{self, SortBuffers};
use crate::broad::JoinTask;
use crate::geometry::Aabb;
use crate::packed::{CurveSort, LeafPair, PackedTree, PairFilter, SubtreePair, split};
use crate::row::Row;
use crate::sprites::check_position;
use crate::{Placed, World, WorldError, memory, threads};

/// Returns the pairs of masks that share a solid pixel, as indexes into `placed`. Each pair is listed once, with the
/// smaller index first, and the list is sorted.
///
/// The function suits applications that store their sprites elsewhere, for example in an entity component system. It
/// builds its trees for this call only. A [`World`] keeps its trees from step to step, caches flipped and rotated
/// masks, and supports layers and fixed sprites.
///
/// ```
/// use mask::Mask;
/// use world::{Placed, pairs};
///
/// let (rock, ship) = (Mask::filled(8, 8)?, Mask::filled(3, 2)?);
/// let placed = [
///     Placed { mask: &ship, at: [0, 0] },
///     Placed { mask: &rock, at: [2, 1] },
///     Placed { mask: &ship, at: [90, 0] },
/// ];
/// assert_eq!(pairs(&placed)?, [(0, 1)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// - Returns [`WorldError::OutOfRange`] if a position is further than [`MAX_POSITION`](crate::MAX_POSITION) from 0.
/// - Returns [`WorldError::Full`] if there are more than 2^31 - 1 masks.
/// - Returns [`WorldError::TooManyPairs`] if there are more pairs than [`World::DEFAULT_PAIR_LIMIT`].
/// - Returns [`WorldError::NoMemory`] if memory allocation fails.
pub fn pairs(placed: &[Placed]) -> Result<Vec<(u32, u32)>, WorldError> {
    if placed.len() > Row::MAX_ROWS {
        return Err(WorldError::Full { sprites: placed.len() });
    }
    placed.iter().try_for_each(|one| check_position(one.at.map(i64::from)).map(|_| ()))?;
    // The tree is loaded twice: in the order of the input, which gives the boxes to sort, then in curve order.
    let boxed = placed.iter().zip(0..).filter_map(|(one, index)| Some((Aabb::of(&one.bounds()?), index)));
    let boxes = memory::try_collect(boxed)?;
    let mut tree = PackedTree::default();
    let mut curve_sort = CurveSort::default();
    let parallel = placed.len() >= World::DEFAULT_PARALLEL_FROM && threads::count() > 1;
    tree.load(boxes.len(), parallel, |row| boxes[row].0)?;
    curve_sort.all(tree.leaves(), boxes.len(), tree.hull())?;
    let order = curve_sort.order();
    tree.load(boxes.len(), parallel, |row| boxes[order[row] as usize].0)?;
    let options = ListOptions { parallel, limit: World::DEFAULT_PAIR_LIMIT };
    let subtrees = split(SubtreePair::within(&tree, PairFilter::All), options.task_count())?;
    let tasks = memory::try_collect(subtrees.into_iter().map(JoinTask::Subtrees))?;
    let lists = memory::try_collect((0..options.list_count()).map(|_| Vec::new()))?;
    let lists = fill_lists(&tasks, options, lists, 0, || PlacedWriter { placed, boxes: &boxes, order })?;
    let mut pairs = Vec::new();
    sort::sort(&lists, placed.len(), parallel, &SortBuffers::default(), &mut pairs, |key| sort::numbers(key).into())?;
    Ok(pairs)
}

/// Writes the pairs of placed masks that share a solid pixel.
struct PlacedWriter<'a> {
    placed: &'a [Placed<'a>],
    /// The box of each mask that has solid pixels, and its index.
    boxes: &'a [(Aabb, u32)],
    /// The index of the box in each row.
    order: &'a [u32],
}

impl PairWriter<u64> for PlacedWriter<'_> {
    fn write(
        &mut self,
        leaf_pairs: &[LeafPair],
        batch: &mut Batch<u64>,
        list: &mut Vec<u64>,
    ) -> Result<(), WorldError> {
        for leaf_pair in leaf_pairs {
            batch.make_room(64, list)?;
            leaf_pair.each(|i, j| {
                let [a, b] = [leaf_pair.a.plus(i), leaf_pair.b.plus(j)]
                    .map(|row| self.boxes[self.order[row.index()] as usize].1);
                let collide = self.placed[a as usize].overlaps(&self.placed[b as usize]);
                batch.push_if(collide, sort::key(a, b));
            });
        }
        batch.flush(list)
    }
}
