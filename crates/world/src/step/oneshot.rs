//! The collisions of placed masks, without a world.

use super::join::join;
use crate::geometry::Aabb;
use crate::pairs::{Batch, SortBuffers, sort};
use crate::sprites::check_position;
use crate::store::Lane;
use crate::threads::Threads;
use crate::tree::{Join, Tree};
use crate::{PlacedMask, WorldError, WorldLimits, memory};

/// Returns the pairs of masks that share a solid pixel, as indexes into `placed`. Each pair is listed once, with the
/// smaller index first, and the list is sorted.
///
/// The function suits applications that store their sprites elsewhere, for example in an entity component system. It
/// builds its trees for this call only. A [`World`](crate::World) keeps its trees from step to step, caches flipped and
/// rotated masks, and supports layers and fixed sprites.
///
/// ```
/// use hitmask::{Mask, PlacedMask, pairs};
///
/// let (rock, ship) = (Mask::filled(8, 8)?, Mask::filled(3, 2)?);
/// let placed = [
///     PlacedMask { mask: &ship, at: [0, 0] },
///     PlacedMask { mask: &rock, at: [2, 1] },
///     PlacedMask { mask: &ship, at: [90, 0] },
/// ];
/// assert_eq!(pairs(&placed)?, [(0, 1)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// - Returns [`WorldError::OutOfRange`] if a position is further than [`MAX_POSITION`](crate::MAX_POSITION) from 0.
/// - Returns [`WorldError::Full`] if there are more than 2^29 - 1 masks.
/// - Returns [`WorldError::TooManyPairs`] if there are more pairs than that of [`WorldLimits::DEFAULT`].
/// - Returns [`WorldError::NoMemory`] if memory allocation fails.
pub fn pairs(placed: &[PlacedMask]) -> Result<Vec<(u32, u32)>, WorldError> {
    let mut pairs = Vec::new();
    if are_few(placed, placed) {
        check(placed)?;
        few_pairs(placed, placed, |a, b| a < b, |a, b| (a, b), &mut pairs)?;
        return Ok(pairs);
    }
    let sorted = SortedBoxes::of(placed)?;
    let join = Join::within(&sorted.tree);
    sorted_pairs(join, [&sorted, &sorted], sort::key, |_, _| true, |a, b| (a, b), &mut pairs)?;
    Ok(pairs)
}

/// Returns the pairs that [`pairs`] returns, each with its number of shared pixels.
///
/// With the areas of the masks, it gives the intersection over union of all masks of an image, for example to find
/// detections of one object.
///
/// ```
/// use hitmask::{Mask, PlacedMask, pair_areas};
///
/// let cell = Mask::filled(10, 10)?;
/// let cells = [[0, 0], [8, 5], [90, 0]].map(|at| PlacedMask { mask: &cell, at });
/// assert_eq!(pair_areas(&cells)?, [(0, 1, 2 * 5)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns the errors of [`pairs`].
pub fn pair_areas(placed: &[PlacedMask]) -> Result<Vec<(u32, u32, u64)>, WorldError> {
    let mut areas = Vec::new();
    pair_areas_into(placed, |_, _| true, &mut areas)?;
    Ok(areas)
}

/// Fills a list with what [`pair_areas`] returns for the pairs that may collide, as [`cross_pairs_into`] does.
///
/// # Errors
/// Returns the errors of [`pairs`]. The list has no meaning then.
pub fn pair_areas_into(
    placed: &[PlacedMask],
    may_collide: impl Fn(u32, u32) -> bool + Sync,
    areas: &mut Vec<(u32, u32, u64)>,
) -> Result<(), WorldError> {
    if are_few(placed, placed) {
        check(placed)?;
        few_pairs(placed, placed, |a, b| a < b && may_collide(a, b), |a, b| (a, b, 0), areas)?;
    } else {
        let sorted = SortedBoxes::of(placed)?;
        let join = Join::within(&sorted.tree);
        sorted_pairs(join, [&sorted, &sorted], sort::key, may_collide, |a, b| (a, b, 0), areas)?;
    }
    count_areas(placed, placed, areas);
    Ok(())
}

/// Returns the pairs of a mask of `a` and a mask of `b` that share a solid pixel, as indexes into `a` and `b`. The list
/// is sorted by the index into `a`, then by the index into `b`.
///
/// The function suits two groups of sprites, such as bullets and enemies. Masks of one group are not compared with each
/// other. A mask that is in both groups is compared with itself.
///
/// ```
/// use hitmask::{Mask, PlacedMask, cross_pairs};
///
/// let (bullet, ship) = (Mask::filled(1, 1)?, Mask::filled(3, 2)?);
/// let bullets = [[5, 5], [2, 1]].map(|at| PlacedMask { mask: &bullet, at });
/// let ships = [[0, 0], [90, 0], [1, 1]].map(|at| PlacedMask { mask: &ship, at });
/// assert_eq!(cross_pairs(&bullets, &ships)?, [(1, 0), (1, 2)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns the errors of [`pairs`].
pub fn cross_pairs(a: &[PlacedMask], b: &[PlacedMask]) -> Result<Vec<(u32, u32)>, WorldError> {
    let mut pairs = Vec::new();
    cross_pairs_into(a, b, |_, _| true, &mut pairs)?;
    Ok(pairs)
}

/// Fills a list with the pairs that [`cross_pairs`] returns, of those that may collide. `may_collide` takes the index
/// into `a` and the index into `b`. The list is cleared first, and its memory is reused.
///
/// `may_collide` is called only for pairs whose boxes overlap, so it may look into tables of layers, owners or teams:
///
/// ```
/// use hitmask::{Mask, PlacedMask, cross_pairs_into};
///
/// let ship = Mask::filled(3, 2)?;
/// let shots = [[1, 1], [2, 1]].map(|at| PlacedMask { mask: &ship, at });
/// let ships = [[0, 0], [1, 0]].map(|at| PlacedMask { mask: &ship, at });
/// // The layers that each shot hits, and the layers that each ship is in.
/// let (hits, layers) = ([0b01, 0b11], [0b01, 0b10]);
/// let mut pairs = Vec::new(); // kept from frame to frame
/// let may_collide = |shot: u32, ship: u32| hits[shot as usize] & layers[ship as usize] != 0;
/// cross_pairs_into(&shots, &ships, may_collide, &mut pairs)?;
/// assert_eq!(pairs, [(0, 0), (1, 0), (1, 1)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns the errors of [`pairs`]. The list has no meaning then.
pub fn cross_pairs_into(
    a: &[PlacedMask],
    b: &[PlacedMask],
    may_collide: impl Fn(u32, u32) -> bool + Sync,
    pairs: &mut Vec<(u32, u32)>,
) -> Result<(), WorldError> {
    sorted_cross_pairs(a, b, may_collide, |a, b| (a, b), pairs)
}

/// Returns the pairs that [`cross_pairs`] returns, each with its number of shared pixels: the nonzero entries of the
/// table of overlaps of two groups.
///
/// With the areas of the masks, it gives the intersection over union of two sets of instance masks, such as those that
/// a program has found and the true ones:
///
/// ```
/// use hitmask::{Mask, PlacedMask, cross_areas};
///
/// let (found, truth) = (Mask::filled(10, 10)?, Mask::filled(10, 8)?);
/// let found = [[0, 0], [50, 0]].map(|at| PlacedMask { mask: &found, at });
/// let truths = [[5, 2], [90, 0]].map(|at| PlacedMask { mask: &truth, at });
/// let iou = |&(a, b, shared): &(u32, u32, u64)| {
///     let areas = found[a as usize].mask.count() + truths[b as usize].mask.count();
///     shared as f64 / (areas - shared) as f64
/// };
/// let areas = cross_areas(&found, &truths)?;
/// assert_eq!(areas, [(0, 0, 40)]);
/// assert_eq!(iou(&areas[0]), 40.0 / 140.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns the errors of [`pairs`].
pub fn cross_areas(a: &[PlacedMask], b: &[PlacedMask]) -> Result<Vec<(u32, u32, u64)>, WorldError> {
    let mut areas = Vec::new();
    cross_areas_into(a, b, |_, _| true, &mut areas)?;
    Ok(areas)
}

/// Fills a list with what [`cross_areas`] returns for the pairs that may collide, as [`cross_pairs_into`] does.
///
/// ```
/// use hitmask::{Mask, PlacedMask, cross_areas_into};
///
/// let square = Mask::filled(10, 10)?;
/// let squares = [[0, 0], [5, 0]].map(|at| PlacedMask { mask: &square, at });
/// let kinds = ["tree", "house"]; // only masks of equal kinds are compared
/// let mut areas = Vec::new();
/// cross_areas_into(&squares, &squares, |a, b| kinds[a as usize] == kinds[b as usize], &mut areas)?;
/// assert_eq!(areas, [(0, 0, 100), (1, 1, 100)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns the errors of [`pairs`]. The list has no meaning then.
pub fn cross_areas_into(
    a: &[PlacedMask],
    b: &[PlacedMask],
    may_collide: impl Fn(u32, u32) -> bool + Sync,
    areas: &mut Vec<(u32, u32, u64)>,
) -> Result<(), WorldError> {
    sorted_cross_pairs(a, b, may_collide, |a, b| (a, b, 0), areas)?;
    count_areas(a, b, areas);
    Ok(())
}

/// Counts the shared pixels of pairs.
fn count_areas(a: &[PlacedMask], b: &[PlacedMask], areas: &mut [(u32, u32, u64)]) {
    let count = |(first, second, shared): &mut (u32, u32, u64)| {
        let (first, second) = (&a[*first as usize], &b[*second as usize]);
        *shared = first.offset(second).map_or(0, |at| first.mask.overlap_area(second.mask, at));
    };
    let threads = threads_for(areas.len());
    let size = areas.len().div_ceil(threads.parts()).max(1);
    threads.run(areas.chunks_mut(size), |part| part.iter_mut().for_each(count));
}

/// Fills a list with the values of `pair` for the pairs of two groups that may collide and share a solid pixel, sorted.
fn sorted_cross_pairs<T: Copy + Default + Send>(
    a: &[PlacedMask],
    b: &[PlacedMask],
    may_collide: impl Fn(u32, u32) -> bool + Sync,
    pair: impl Fn(u32, u32) -> T + Sync,
    pairs: &mut Vec<T>,
) -> Result<(), WorldError> {
    if are_few(a, b) {
        check(a)?;
        check(b)?;
        return few_pairs(a, b, may_collide, pair, pairs);
    }
    let sorted = [SortedBoxes::of(a)?, SortedBoxes::of(b)?];
    let [first, second] = &sorted;
    let join = Join::between(&first.tree, &second.tree);
    sorted_pairs(join, [first, second], sort::ordered_key, may_collide, pair, pairs)
}

/// The number of pairs of masks up to which all pairs are compared. Two trees take 12 us, however few masks there are:
/// the rows `groupcollide` of the Python package's `bench/pygame_masks.py`.
const FEW_PAIRS: usize = 1024;

fn are_few(a: &[PlacedMask], b: &[PlacedMask]) -> bool {
    a.len().saturating_mul(b.len()) <= FEW_PAIRS
}

/// Compares every mask with every mask, and fills a list as [`sorted_pairs`] does.
fn few_pairs<T>(
    a: &[PlacedMask],
    b: &[PlacedMask],
    may_collide: impl Fn(u32, u32) -> bool,
    pair: impl Fn(u32, u32) -> T,
    pairs: &mut Vec<T>,
) -> Result<(), WorldError> {
    let tight = |one: &PlacedMask| one.bounds().map_or(Aabb::EMPTY, |bounds| Aabb::of(&bounds));
    let boxes = memory::try_collect(b.iter().map(tight))?;
    pairs.clear();
    for (first, i) in a.iter().zip(0..) {
        let Aabb([left, top, right, bottom]) = tight(first);
        for ((second, over), j) in b.iter().zip(&boxes).zip(0..) {
            let meet = (left <= over.0[2]) & (over.0[0] <= right) & (top <= over.0[3]) & (over.0[1] <= bottom);
            if meet && may_collide(i, j) && first.overlaps(second) {
                memory::try_push(pairs, pair(i, j))?;
            }
        }
    }
    Ok(())
}

/// Checks the number and the positions of masks.
fn check(placed: &[PlacedMask]) -> Result<(), WorldError> {
    if placed.len() > Lane::MAX_SPRITES {
        return Err(WorldError::Full { sprites: placed.len() });
    }
    placed.iter().try_for_each(|one| check_position(one.at.map(i64::from)).map(|_| ()))
}

/// Fills a list with the pairs of a join that may collide and that share a solid pixel, sorted, as `pair` makes them.
fn sorted_pairs<T: Copy + Default + Send>(
    trees: Join,
    sides: [&SortedBoxes; 2],
    key: fn(u32, u32) -> u64,
    may_collide: impl Fn(u32, u32) -> bool + Sync,
    pair: impl Fn(u32, u32) -> T + Sync,
    pairs: &mut Vec<T>,
) -> Result<(), WorldError> {
    let [first, second] = sides;
    let end = first.placed.len().max(second.placed.len());
    let threads = threads_for(end);
    let tasks = Join::tasks([trees], &threads)?;
    let mut lists = memory::try_collect((0..threads.parts()).map(|_| Vec::new()))?;
    let may_collide = &may_collide;
    join(&tasks, &threads, WorldLimits::DEFAULT.pairs, &mut lists, || {
        let mut batch = Batch::new();
        move |leaf_pairs, list| {
            for leaf_pair in leaf_pairs {
                batch.make_room(64, list)?;
                leaf_pair.each(|i, j| {
                    let (a, b) = (first.tree.leaf(leaf_pair.a).slots[i], second.tree.leaf(leaf_pair.b).slots[j]);
                    let collide = || first.placed[a as usize].overlaps(&second.placed[b as usize]);
                    batch.push_if(may_collide(a, b) && collide(), key(a, b));
                });
            }
            batch.flush(list)
        }
    })?;
    sort::sort(&lists, end, &threads, &SortBuffers::default(), pairs, |key| {
        let [a, b] = sort::numbers(key);
        pair(a, b)
    })
}

/// The threads that share a call with so many masks.
fn threads_for(count: usize) -> Threads {
    if count < WorldLimits::PARALLEL_FROM { Threads::one() } else { Threads::many(count) }
}

/// Placed masks, and a tree of their boxes.
struct SortedBoxes<'a> {
    placed: &'a [PlacedMask<'a>],
    /// The slots are the indexes of the masks.
    tree: Tree,
}

impl<'a> SortedBoxes<'a> {
    /// Sorts the masks that have solid pixels along a curve.
    fn of(placed: &'a [PlacedMask<'a>]) -> Result<SortedBoxes<'a>, WorldError> {
        check(placed)?;
        let boxed = placed.iter().zip(0..).filter_map(|(one, index)| Some((Aabb::of(&one.bounds()?), index)));
        let boxes: Vec<(Aabb, u32)> = memory::try_collect(boxed)?;
        Ok(SortedBoxes { placed, tree: Tree::of_boxes(&boxes)? })
    }
}
