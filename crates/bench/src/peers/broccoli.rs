//! broccoli: a tree of medians whose nodes are swept, on one thread or two.
//!
//! Each step builds the tree again, over a list of boxes with their indexes ("direct", 20 bytes), at the default
//! height. Alternatives measured at 10,000 to a million sprites are slower or as fast: the list kept in the order of
//! the last tree, `f32` corners, references instead of indexes, other heights.

use ::broccoli::aabb::BBox;
use ::broccoli::{Tree, rect};
use broccoli_rayon::prelude::{RayonBuildPar, RayonQueryPar};
use mask::Rect;
use rayon::{ThreadPool, ThreadPoolBuilder};
use suites::boxes::Boxes;
use suites::peers::{BroadPhase, ordered};

/// A box and its index. broccoli's boxes are closed, so the box ends at its last pixel.
type Indexed = BBox<i32, u32>;

/// Copies the boxes, on one thread in both rows: two threads are no faster.
fn fill(list: &mut Vec<Indexed>, boxes: Boxes<'_>) {
    let indexed = |(area, index): (Rect, u32)| {
        let Rect { left, top, width, height } = area;
        BBox::new(rect(left, left + width as i32 - 1, top, top + height as i32 - 1), index)
    };
    list.clear();
    list.extend(boxes.iter().zip(0..).map(indexed));
}

/// broccoli on one thread.
#[derive(Debug, Default)]
pub struct Broccoli {
    list: Vec<Indexed>,
}

impl BroadPhase for Broccoli {
    fn name(&self) -> &'static str {
        "broccoli"
    }

    fn candidates(&mut self, boxes: Boxes<'_>, pairs: &mut Vec<(u32, u32)>) {
        fill(&mut self.list, boxes);
        Tree::new(&mut self.list).find_colliding_pairs(|a, b| pairs.push(ordered(a.inner, b.inner)));
    }
}

/// broccoli on two threads.
#[derive(Debug)]
pub struct BroccoliParallel {
    list: Vec<Indexed>,
    pool: ThreadPool,
}

impl Default for BroccoliParallel {
    fn default() -> BroccoliParallel {
        let pool = ThreadPoolBuilder::new().num_threads(2).build().expect("a process may have two threads more");
        BroccoliParallel { list: Vec::new(), pool }
    }
}

/// The pairs of a subtree: its own, and the whole lists of subtrees that other threads returned, so that every pair is
/// copied once at any depth.
#[derive(Default)]
struct SubtreePairs {
    pairs: Vec<(u32, u32)>,
    others: Vec<Vec<(u32, u32)>>,
}

impl SubtreePairs {
    fn join(&mut self, other: SubtreePairs) {
        self.others.push(other.pairs);
        self.others.extend(other.others);
    }
}

impl BroadPhase for BroccoliParallel {
    fn name(&self) -> &'static str {
        "broccoli-2t"
    }

    fn candidates(&mut self, boxes: Boxes<'_>, pairs: &mut Vec<(u32, u32)>) {
        fill(&mut self.list, boxes);
        let whole = SubtreePairs { pairs: std::mem::take(pairs), others: Vec::new() };
        let whole = self.pool.install(|| {
            Tree::par_new(&mut self.list).par_find_colliding_pairs_acc_closure(
                whole,
                |_| SubtreePairs::default(),
                SubtreePairs::join,
                |part, a, b| part.pairs.push(ordered(a.inner, b.inner)),
            )
        });
        *pairs = whole.pairs;
        whole.others.iter().for_each(|others| pairs.extend_from_slice(others));
    }
}
