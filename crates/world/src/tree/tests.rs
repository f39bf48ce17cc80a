//! Tests of the trees against a comparison of every box with every other box.

use super::descent::{Found, Window, lanes_of};
use super::join::Join;
use super::tree::Tree;
use crate::geometry::Aabb;
use mask::Rect;
use std::ops::ControlFlow;

fn scattered(count: u32, spread: u32) -> Vec<Rect> {
    let mut rng = fastrand::Rng::with_seed(7);
    let middle = spread as i32 / 2;
    let rect = |_| {
        let [left, top] = [(); 2].map(|()| rng.i32(-middle..middle));
        Rect::new(left, top, rng.u32(1..=40), rng.u32(1..=40))
    };
    (0..count).map(rect).collect()
}

/// A tree over boxes, whose slots are their indexes.
fn tree(boxes: &[Rect]) -> Tree {
    let boxes: Vec<(Aabb, u32)> = boxes.iter().map(Aabb::of).zip(0..).collect();
    Tree::of_boxes(&boxes).unwrap()
}

/// The pairs of slots that a join finds, sorted.
fn pairs(join: Join, enough: usize) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    for task in join.split(enough).unwrap() {
        let mut found = task.leaf_pairs();
        while let Some(leaf_pairs) = found.next() {
            for leaf_pair in leaf_pairs {
                let (a, b) = (join.a.leaf(leaf_pair.a), join.b.leaf(leaf_pair.b));
                leaf_pair.each(|i, j| pairs.push((a.slots[i], b.slots[j])));
            }
        }
    }
    pairs.sort_unstable();
    pairs
}

fn overlapping(a: &[Rect], b: &[Rect]) -> Vec<(u32, u32)> {
    let mut all = Vec::new();
    for (i, a) in (0..).zip(a) {
        all.extend((0..).zip(b).filter(|(_, b)| a.intersection(b).is_some()).map(|(j, _)| (i, j)));
    }
    all
}

/// The pairs of a join within a tree, the smaller slot first, sorted.
fn unordered(mut pairs: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    pairs.iter_mut().for_each(|pair| *pair = (pair.0.min(pair.1), pair.0.max(pair.1)));
    pairs.sort_unstable();
    pairs
}

#[test]
fn joins_and_queries_find_the_pairs_of_a_full_comparison() {
    let others = [0, 70, 600].map(|count| scattered(count, 350));
    for count in (0..=100).chain([511, 512, 513, 700]) {
        let boxes = scattered(count, 300);
        let tree_of_boxes = tree(&boxes);
        let expected: Vec<(u32, u32)> = overlapping(&boxes, &boxes).into_iter().filter(|(a, b)| a < b).collect();
        for enough in [1, 64] {
            assert_eq!(unordered(pairs(Join::within(&tree_of_boxes), enough)), expected, "{count} boxes");
        }
        for other in &others {
            let tree_of_other = tree(other);
            for enough in [1, 64] {
                let between = pairs(Join::between(&tree_of_boxes, &tree_of_other), enough);
                assert_eq!(between, overlapping(&boxes, other), "{count} and {}", other.len());
                let turned = pairs(Join::between(&tree_of_other, &tree_of_boxes), enough);
                assert_eq!(turned, overlapping(other, &boxes), "{} and {count}", other.len());
            }
        }
        for side in [1, 2, 5, 20, 90, 200, 400] {
            let window = Rect::new(-(side as i32) / 2, -70, side, side);
            let [outer, inner] = [window, Rect { width: side.div_ceil(2), ..window }].map(|rect| Aabb::of(&rect));
            let mut found = Vec::new();
            let _ = tree_of_boxes.in_window(Window { outer, inner }, &mut |_, leaf, Found { lanes, inside }| {
                assert_eq!(inside & !lanes, 0);
                found.extend(lanes_of(lanes).map(|lane| (leaf.slots[lane] as usize, inside >> lane & 1 == 1)));
                ControlFlow::<()>::Continue(())
            });
            found.sort_unstable();
            let aabbs = boxes.iter().map(Aabb::of).enumerate();
            let expected = aabbs.filter(|&(slot, _)| overlapping(&[window], &boxes[slot..=slot]).len() == 1);
            let expected: Vec<_> = expected.map(|(slot, aabb)| (slot, inner.union(aabb) == inner)).collect();
            assert_eq!(found, expected, "{count} boxes in {side} px");
        }
    }
}

#[test]
fn boxes_at_the_ends_of_the_range_and_all_on_one_point() {
    let end = 1 << 30;
    let corner = |left, top| Rect { left, top, width: 64, height: 1 << 26 };
    let far = [corner(end, end), corner(-end, -end), corner(end, -end), corner(-end, end), corner(end + 63, end)];
    assert_eq!(unordered(pairs(Join::within(&tree(&far)), 64)), [(0, 4)]);
    let pile = [corner(3, 3); 100];
    assert_eq!(pairs(Join::within(&tree(&pile)), 64).len(), 100 * 99 / 2);
}
