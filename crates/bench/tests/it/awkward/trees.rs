//! Trees that are empty, full of equal boxes, deep, or used by several threads.

use broccoli::aabb::BBox;
use broccoli::aabb::pin::AabbPin;
use broccoli_rayon::prelude::{RayonBuildPar, RayonQueryPar};
use mask::Mask;
use parry2d::bounding_volume::Aabb;
use parry2d::math::Vector;
use parry2d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use rayon::{ThreadPool, ThreadPoolBuilder};
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};
use std::sync::{Arc, Mutex};
use std::thread;
use world::{Pair, Sprite, SpriteId, View, World, WorldError};

pub(crate) const PEERS: [&str; 4] = ["rstar", "parry2d", "broccoli", "hitmask"];

pub(crate) const QUESTIONS: [&str; 9] = [
    "an empty tree, asked",
    "an empty tree, removed from",
    "a tree emptied again, asked",
    "a heap: who is at the point",
    "a heap: all pairs visited",
    "a heap: a million pairs, then no more",
    "a heap, loaded and asked in a small stack",
    "a heap, box by box in a small stack",
    "pairs by four threads, twice",
];

/// Boxes at one point.
const HEAP: usize = if cfg!(debug_assertions) { 2_000 } else { 100_000 };
/// Boxes at one point, for trees that may get deep.
const DEEP: usize = if cfg!(debug_assertions) { 20_000 } else { 1_000_000 };
const SMALL_STACK: usize = 256 << 10;
/// Boxes in rows, each overlapping its neighbors.
const CROWD: usize = 100_000;
const ENOUGH: usize = 1_000_000;

/// The sizes of the questions.
pub(crate) fn sizes() -> String {
    format!("a heap is {HEAP} boxes on one point, and {DEEP} in a stack of {} KiB", SMALL_STACK >> 10)
}

type Leaf = GeomWithData<Rectangle<[i32; 2]>, usize>;
type Boxed = BBox<i32, usize>;

fn leaf(index: usize) -> Leaf {
    GeomWithData::new(Rectangle::from_corners([3, 3], [12, 12]), index)
}

fn boxed(index: usize) -> Boxed {
    BBox::new(broccoli::rect(3, 12, 3, 12), index)
}

fn aabb() -> Aabb {
    Aabb::new(Vector::new(3.0, 3.0), Vector::new(12.0, 12.0))
}

fn rstar_heap(count: usize) -> RTree<Leaf> {
    RTree::bulk_load((0..count).map(leaf).collect())
}

fn parry2d_heap(count: usize) -> Bvh {
    Bvh::from_iter(BvhBuildStrategy::Binned, (0..count).map(|index| (index, aabb())))
}

fn broccoli_heap(count: usize) -> Vec<Boxed> {
    (0..count).map(boxed).collect()
}

fn rstar_found(tree: &RTree<Leaf>) -> usize {
    tree.locate_in_envelope_intersecting(AABB::from_point([5, 5])).count()
}

fn parry2d_found(tree: &Bvh) -> usize {
    let point = Vector::new(5.0, 5.0);
    tree.intersect_aabb(&Aabb::new(point, point)).count()
}

fn parry2d_pairs(tree: &Bvh) -> usize {
    let mut pairs = 0;
    tree.traverse_bvtt_single_tree::<false>(&mut BvhWorkspace::default(), &mut |_, _| pairs += 1);
    pairs
}

/// The boxes at the point, by broccoli, whose rectangles must have an interior.
fn broccoli_found(list: &mut [Boxed]) -> usize {
    let (mut tree, mut found) = (broccoli::Tree::new(list), 0);
    let mut point = BBox::new(broccoli::rect(5, 6, 5, 6), 0_usize);
    tree.find_all_intersect_rect(AabbPin::new(&mut point), |_, _| found += 1);
    found
}

fn broccoli_pairs(list: &mut [Boxed]) -> usize {
    let mut pairs = 0;
    broccoli::Tree::new(list).find_colliding_pairs(|_, _| pairs += 1);
    pairs
}

/// The position of a box of the crowd.
fn place(index: usize) -> [i32; 2] {
    [index % 400, index / 400].map(|c| c as i32 * 7)
}

fn verdict(found: usize, right: usize) -> String {
    if found == right { "right".to_owned() } else { format!("wrong: {found}, not {right}") }
}

/// Runs `work` in a thread with a small stack.
fn in_small_stack(work: impl FnOnce() -> usize + Send + 'static) -> usize {
    let thread = thread::Builder::new().stack_size(SMALL_STACK).spawn(work).expect("the system allows another thread");
    thread.join().expect("it does not panic")
}

pub(crate) fn ask(peer: &str, question: &str) -> String {
    if peer == "hitmask" {
        return ours(question);
    }
    let all = HEAP * (HEAP - 1) / 2;
    match (question, peer) {
        ("an empty tree, asked", "rstar") => {
            let tree: RTree<Leaf> = RTree::new();
            let nearest = tree.nearest_neighbor([5, 5]).is_some();
            verdict(
                rstar_found(&tree) + tree.intersection_candidates_with_other_tree(&tree).count() + usize::from(nearest),
                0,
            )
        }
        ("an empty tree, asked", "parry2d") => {
            let (mut tree, mut workspace) = (Bvh::new(), BvhWorkspace::default());
            tree.refit(&mut workspace);
            tree.optimize_incremental(&mut workspace);
            verdict(parry2d_found(&tree) + parry2d_pairs(&tree), 0)
        }
        ("an empty tree, asked", _) => verdict(broccoli_found(&mut []) + broccoli_pairs(&mut []), 0),
        ("an empty tree, removed from", "rstar") => {
            let mut tree: RTree<Leaf> = RTree::new();
            let removed = tree.remove(&leaf(0)).is_some() || tree.pop_nearest_neighbor([5, 5]).is_some();
            let drained = tree.drain_in_envelope_intersecting(AABB::from_corners([0, 0], [9, 9])).count();
            verdict(usize::from(removed) + drained + tree.size(), 0)
        }
        ("an empty tree, removed from", "parry2d") => {
            let mut tree = Bvh::new();
            tree.remove(0);
            tree.remove(u32::MAX);
            verdict(tree.leaf_count() as usize, 0)
        }
        ("a tree emptied again, asked", "rstar") => {
            let mut tree = rstar_heap(100);
            (0..100).for_each(|index| assert!(tree.remove(&leaf(index)).is_some()));
            let again = tree.remove(&leaf(0)).is_some();
            verdict(rstar_found(&tree) + usize::from(again || tree.nearest_neighbor([5, 5]).is_some()), 0)
        }
        ("a tree emptied again, asked", "parry2d") => {
            let (mut tree, mut workspace) = (parry2d_heap(100), BvhWorkspace::default());
            (0..100).for_each(|index| tree.remove(index));
            tree.remove(0);
            tree.refit(&mut workspace);
            tree.optimize_incremental(&mut workspace);
            verdict(parry2d_found(&tree) + parry2d_pairs(&tree), 0)
        }
        ("a heap: who is at the point", "rstar") => verdict(rstar_found(&rstar_heap(HEAP)), HEAP),
        ("a heap: who is at the point", "parry2d") => verdict(parry2d_found(&parry2d_heap(HEAP)), HEAP),
        ("a heap: who is at the point", _) => verdict(broccoli_found(&mut broccoli_heap(HEAP)), HEAP),
        ("a heap: all pairs visited", "rstar") => {
            let tree = rstar_heap(HEAP);
            let pairs = tree.intersection_candidates_with_other_tree(&tree);
            verdict(pairs.filter(|(a, b)| a.data < b.data).count(), all)
        }
        ("a heap: all pairs visited", "parry2d") => verdict(parry2d_pairs(&parry2d_heap(HEAP)), all),
        ("a heap: all pairs visited", _) => verdict(broccoli_pairs(&mut broccoli_heap(HEAP)), all),
        ("a heap: a million pairs, then no more", "rstar") => {
            let tree = rstar_heap(HEAP);
            let pairs = tree.intersection_candidates_with_other_tree(&tree);
            verdict(pairs.filter(|(a, b)| a.data < b.data).take(ENOUGH).count(), ENOUGH)
        }
        ("a heap, loaded and asked in a small stack", "rstar") => {
            verdict(in_small_stack(|| rstar_found(&rstar_heap(DEEP))), DEEP)
        }
        ("a heap, loaded and asked in a small stack", "parry2d") => {
            verdict(in_small_stack(|| parry2d_found(&parry2d_heap(DEEP))), DEEP)
        }
        ("a heap, loaded and asked in a small stack", _) => {
            verdict(in_small_stack(|| broccoli_found(&mut broccoli_heap(DEEP))), DEEP)
        }
        ("a heap, box by box in a small stack", "rstar") => {
            let inserted = || {
                let mut tree = RTree::new();
                (0..DEEP).for_each(|index| tree.insert(leaf(index)));
                rstar_found(&tree)
            };
            verdict(in_small_stack(inserted), DEEP)
        }
        ("a heap, box by box in a small stack", "parry2d") => {
            let inserted = || {
                let (mut tree, mut workspace) = (Bvh::new(), BvhWorkspace::default());
                (0..DEEP as u32).for_each(|index| tree.insert(aabb(), index));
                tree.refit(&mut workspace);
                parry2d_found(&tree)
            };
            verdict(in_small_stack(inserted), DEEP)
        }
        ("pairs by four threads, twice", "broccoli") => twice(),
        _ => "cannot be said".to_owned(),
    }
}

/// A world of `count` sprites at the point, and their ids.
fn world_heap(count: usize) -> Result<(World, Vec<SpriteId>), WorldError> {
    let mut world = World::new();
    let mask = world.add_mask(Mask::filled(10, 10).expect("the mask is small"))?;
    let ids = (0..count).map(|_| world.spawn(Sprite::new(mask, [3, 3]))).collect::<Result<_, _>>()?;
    Ok((world, ids))
}

fn listed(view: View) -> Result<Vec<Pair>, WorldError> {
    let mut pairs = Vec::new();
    view.collisions_into(&mut pairs).map(|()| pairs)
}

/// The number of results in a world: at the point, near it, in pairs.
fn world_found(world: &mut World) -> Result<usize, WorldError> {
    let view = world.refresh()?;
    Ok(view.find([5, 5]).len() + view.nearest([5, 5], 9).len() + listed(view)?.len())
}

/// The answer of hitmask.
fn ours(question: &str) -> String {
    let answer = || match question {
        "an empty tree, asked" => Ok(verdict(world_found(&mut World::new())?, 0)),
        "an empty tree, removed from" | "a tree emptied again, asked" => {
            let (mut world, ids) = world_heap(100)?;
            ids.iter().try_for_each(|&id| world.despawn(id).map(drop))?;
            let again = world.despawn(ids[0]);
            assert_eq!(again, Err(WorldError::StaleSprite(ids[0])), "the id is stale");
            Ok(verdict(world_found(&mut world)?, 0))
        }
        "a heap: who is at the point" => Ok(verdict(world_heap(HEAP)?.0.refresh()?.find([5, 5]).len(), HEAP)),
        "a heap: all pairs visited" => {
            let mut pairs = 0;
            // Pairs of boxes, as the peers list.
            world_heap(HEAP)?.0.refresh()?.for_each_candidate(|_| pairs += 1);
            Ok(verdict(pairs, HEAP * (HEAP - 1) / 2))
        }
        "a heap: a million pairs, then no more" => {
            let (mut world, _) = world_heap(HEAP)?;
            world.set_limits(world.limits().pairs(ENOUGH));
            let refused = listed(world.refresh()?);
            let limit = WorldError::TooManyPairs { limit: ENOUGH };
            Ok(if refused == Err(limit) { "right: refused" } else { "wrong: not refused" }.to_owned())
        }
        "pairs by four threads, twice" => {
            let run = || {
                let mut world = World::new();
                let mask = world.add_mask(Mask::filled(10, 10).expect("the mask is small"))?;
                (0..CROWD).try_for_each(|index| world.spawn(Sprite::new(mask, place(index))).map(drop))?;
                four_threads().install(|| listed(world.refresh()?))
            };
            Ok(if run()? == run()? { "right" } else { "wrong: other pairs, or another order" }.to_owned())
        }
        _ => {
            let found = || world_heap(DEEP).and_then(|(mut world, _)| Ok(world.refresh()?.find([5, 5]).len()));
            Ok(verdict(in_small_stack(move || found().unwrap_or(0)), DEEP))
        }
    };
    answer().unwrap_or_else(|error: WorldError| format!("wrong: {error}"))
}

fn four_threads() -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(4).build().expect("the system allows the threads")
}

/// The pairs of a crowd in the order in which four threads find them, in two runs.
fn twice() -> String {
    let pool = four_threads();
    let run = || {
        let boxed = |index: usize| {
            let [x, y] = place(index);
            BBox::new(broccoli::rect(x, x + 9, y, y + 9), index)
        };
        let (mut list, pairs) = ((0..CROWD).map(boxed).collect::<Vec<Boxed>>(), Arc::new(Mutex::new(Vec::new())));
        let push = |a: AabbPin<&mut Boxed>, b: AabbPin<&mut Boxed>| {
            pairs.lock().expect("no thread panics").push((a.inner.min(b.inner), a.inner.max(b.inner)));
        };
        pool.install(|| broccoli::Tree::par_new(&mut list).par_find_colliding_pairs(push));
        pairs.lock().expect("no thread panics").clone()
    };
    let (mut one, mut two) = (run(), run());
    let same_order = one == two;
    one.sort_unstable();
    two.sort_unstable();
    match (one == two, same_order) {
        (false, _) => "wrong: other pairs".to_owned(),
        (true, false) => "the same pairs in another order".to_owned(),
        (true, true) => "right".to_owned(),
    }
}
