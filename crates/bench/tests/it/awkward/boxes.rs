//! Awkward boxes, and the number of pairs that each peer finds.

use broccoli::aabb::BBox;
use parry2d::bounding_volume::Aabb;
use parry2d::math::Vector;
use parry2d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree, RTreeNum};

/// Left, top, right, bottom: the last pixels inside.
pub(crate) type Corners = [f64; 4];

pub(crate) const PEERS: [&str; 8] = [
    "rstar i32",
    "rstar f32",
    "rstar i32, inserted",
    "rstar f32, inserted",
    "parry2d",
    "parry2d, inserted",
    "broccoli i32",
    "broccoli f32",
];

/// Boxes in a row; in debug some peers take a minute for all.
const ROW: u32 = if cfg!(debug_assertions) { 10_000 } else { 100_000 };

const ENDS: Corners = [i32::MIN as f64, i32::MIN as f64, i32::MAX as f64, i32::MAX as f64];

/// The boxes of a question, and the number of pairs that share a pixel.
pub(crate) fn of(question: &str) -> (Vec<Corners>, usize) {
    let square = |at: f64| [at, at, at + 9.0, at + 9.0];
    let (least, most) = (f64::from(i32::MIN), f64::from(i32::MAX));
    let upwards = (0..20).flat_map(|i| [0.0, 5.0].map(|by| square(least + f64::from(i) * 40.0 + by)));
    let ends = upwards.chain((0..20).flat_map(|i| [9.0, 14.0].map(|by| square(most - f64::from(i) * 40.0 - by))));
    let couples = (0..50).flat_map(|i| [square(f64::from(i) * 40.0), square(f64::from(i) * 40.0 + 5.0)]);
    let with = |odd: Corners| couples.clone().chain([odd]).collect();
    match question {
        "no boxes" => (Vec::new(), 0),
        "one box" => (vec![square(0.0)], 0),
        "edges that touch, the end within" => (vec![[0.0, 0.0, 9.0, 9.0], [10.0, 0.0, 19.0, 9.0]], 0),
        "edges that touch, the end beyond" => (vec![[0.0, 0.0, 10.0, 10.0], [10.0, 0.0, 20.0, 10.0]], 0),
        "neighbours at 2^24" => {
            (vec![[16_777_216.0, 0.0, 16_777_216.0, 0.0], [16_777_217.0, 0.0, 16_777_217.0, 0.0]], 0)
        }
        "boxes at i32::MIN and MAX" => (ends.collect(), 40),
        "a box from i32::MIN to MAX" => (ends.chain([ENDS]).collect(), 120),
        "a corner that is NaN among 100 boxes" => (with([f64::NAN, 0.0, f64::NAN, 9.0]), 50),
        "an infinite box among 100" => {
            let all = f64::INFINITY;
            (with([-all, -all, all, all]), 150)
        }
        "2000 boxes on one point" => (vec![square(3.0); 2000], 1_999_000),
        "a long row of boxes" => {
            ((0..ROW).map(|i| [f64::from(i) * 10.0, 0.0, f64::from(i) * 10.0 + 8.0, 8.0]).collect(), 0)
        }
        _ => panic!("unknown question {question}"),
    }
}

pub(crate) const QUESTIONS: [&str; 11] = [
    "no boxes",
    "one box",
    "edges that touch, the end within",
    "edges that touch, the end beyond",
    "neighbours at 2^24",
    "boxes at i32::MIN and MAX",
    "a box from i32::MIN to MAX",
    "a corner that is NaN among 100 boxes",
    "an infinite box among 100",
    "2000 boxes on one point",
    "a long row of boxes",
];

fn rstar<N: RTreeNum>(boxes: &[Corners], number: fn(f64) -> N, insert: bool) -> usize {
    let leaf = |(&[l, t, r, b], index): (&Corners, usize)| {
        GeomWithData::new(Rectangle::from_corners([number(l), number(t)], [number(r), number(b)]), index)
    };
    let leaves = boxes.iter().zip(0..).map(leaf);
    let tree = if insert {
        let mut tree = RTree::new();
        leaves.for_each(|leaf| tree.insert(leaf));
        tree
    } else {
        RTree::bulk_load(leaves.collect())
    };
    let anywhere = AABB::from_corners([number(-1.0), number(-1.0)], [number(1.0), number(1.0)]);
    assert!(tree.locate_in_envelope_intersecting(anywhere).count() <= boxes.len());
    tree.intersection_candidates_with_other_tree(&tree).filter(|(a, b)| a.data < b.data).count()
}

fn parry2d(boxes: &[Corners], insert: bool) -> usize {
    let aabb = |&[l, t, r, b]: &Corners| Aabb::new(Vector::new(l as f32, t as f32), Vector::new(r as f32, b as f32));
    let (mut tree, mut workspace) = (Bvh::new(), BvhWorkspace::default());
    if insert {
        boxes.iter().map(aabb).zip(0..).for_each(|(aabb, index)| tree.insert(aabb, index));
        tree.optimize_incremental(&mut workspace);
        tree.refit(&mut workspace);
    } else {
        tree = Bvh::from_iter(BvhBuildStrategy::Binned, boxes.iter().map(aabb).enumerate());
    }
    let mut pairs = 0;
    tree.traverse_bvtt_single_tree::<false>(&mut workspace, &mut |_, _| pairs += 1);
    pairs
}

fn broccoli<N: broccoli::aabb::Num + Default>(boxes: &[Corners], number: fn(f64) -> N) -> usize {
    let bbox = |(&[l, t, r, b], index): (&Corners, usize)| {
        BBox::new(broccoli::rect(number(l), number(r), number(t), number(b)), index)
    };
    let mut list: Vec<BBox<N, usize>> = boxes.iter().zip(0..).map(bbox).collect();
    let mut pairs = 0;
    broccoli::Tree::new(&mut list).find_colliding_pairs(|_, _| pairs += 1);
    pairs
}

pub(crate) fn ask(peer: &str, question: &str) -> String {
    let (boxes, right) = of(question);
    let whole = boxes.as_flattened().iter().all(|c| c.is_finite());
    if peer.contains("i32") && !whole {
        return "no such number".to_owned();
    }
    let found = match peer {
        "rstar i32" => rstar(&boxes, |c| c as i32, false),
        "rstar f32" => rstar(&boxes, |c| c as f32, false),
        "rstar i32, inserted" => rstar(&boxes, |c| c as i32, true),
        "rstar f32, inserted" => rstar(&boxes, |c| c as f32, true),
        "parry2d" => parry2d(&boxes, false),
        "parry2d, inserted" => parry2d(&boxes, true),
        "broccoli i32" => broccoli(&boxes, |c| c as i32),
        "broccoli f32" => broccoli(&boxes, |c| c as f32),
        _ => panic!("unknown peer {peer}"),
    };
    if found == right { "right".to_owned() } else { format!("wrong: {found} pairs, not {right}") }
}
