//! Tests of the packed tree against a comparison of every box with every other box.

use super::tree::PackedTree;
use super::{ChangedRows, Join, LeafPair, LeafRows, PairFilter, Window, curve_order, lanes_of};
use crate::geometry::{Aabb, Aabb8};
use crate::row::Row;
use crate::threads::Threads;
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

/// A tree over boxes in the given order.
fn tree(boxes: &[Rect]) -> PackedTree {
    let mut tree = PackedTree::default();
    tree.load(boxes.len(), &Threads::one(), |row| Aabb::of(&boxes[row])).unwrap();
    tree.validate(boxes.len());
    tree
}

/// A flat tree over boxes in the given order.
fn flat(boxes: &[Rect]) -> PackedTree {
    let mut tree = PackedTree::default();
    tree.resize(boxes.len(), true).unwrap();
    let fill = |leaf: usize, eight: &mut Aabb8| {
        boxes.iter().enumerate().skip(8 * leaf).take(8).for_each(|(row, aabb)| eight.set(row % 8, Aabb::of(aabb)));
        Ok::<_, ()>(Aabb::EMPTY)
    };
    tree.refit(&Threads::one(), fill).unwrap();
    tree.validate(boxes.len());
    tree
}

/// The boxes in the order of the curve.
fn sorted(boxes: &[Rect]) -> Vec<Rect> {
    let order = curve_order(&tree(boxes), 0, boxes.len(), &Threads::one()).unwrap();
    order.iter().map(|&row| boxes[row as usize]).collect()
}

fn pairs(join: Join, enough: usize) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    let mut tasks = Vec::new();
    join.split(enough, &mut tasks).unwrap();
    for subtree in tasks {
        let mut found = subtree.leaf_pairs();
        while let Some(leaf_pairs) = found.next() {
            let pair =
                |leaf_pair: &LeafPair, i, j| ((leaf_pair.a.index() + i) as u32, (leaf_pair.b.index() + j) as u32);
            leaf_pairs.iter().for_each(|leaf_pair| leaf_pair.each(|i, j| pairs.push(pair(leaf_pair, i, j))));
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

#[test]
fn joins_and_queries_find_the_pairs_of_a_full_comparison() {
    let others = [tree(&scattered(0, 300)), tree(&scattered(70, 350)), tree(&scattered(600, 350))];
    for count in (0..=100).chain([511, 512, 513, 700]) {
        let boxes = sorted(&scattered(count, 300));
        let tree = tree(&boxes);
        let expected: Vec<(u32, u32)> = overlapping(&boxes, &boxes).into_iter().filter(|(a, b)| a < b).collect();
        for enough in [1, 64] {
            assert_eq!(pairs(Join::within(&tree, Row::first(0), PairFilter::All), enough), expected, "{count} boxes");
        }
        for (other, boxes_of_other) in others.iter().zip([0, 70, 600].map(|count| scattered(count, 350))) {
            for enough in [1, 64] {
                let between = pairs(Join::between([&tree, other], [Row::first(0); 2], PairFilter::All), enough);
                assert_eq!(between, overlapping(&boxes, &boxes_of_other), "{count} and {}", boxes_of_other.len());
                let turned = pairs(Join::between([other, &tree], [Row::first(0); 2], PairFilter::All), enough);
                assert_eq!(turned, overlapping(&boxes_of_other, &boxes), "{} and {count}", boxes_of_other.len());
            }
        }
        for height in 1..7 {
            let window = Rect { left: -30, top: -50, width: 70, height };
            let mut found = Vec::new();
            let all = Window { outer: Aabb::of(&window), inner: Aabb::EMPTY };
            let _ = tree.in_window(all, &mut |LeafRows { first, rows, .. }| {
                found.extend(lanes_of(rows).map(|lane| (0, (first + lane) as u32)));
                ControlFlow::<()>::Continue(())
            });
            found.sort_unstable();
            assert_eq!(found, overlapping(&[window], &boxes));
        }
        for side in [1, 20, 90, 200, 400] {
            let window = Rect::new(-(side as i32) / 2, -70, side, side);
            let [outer, inner] = [window, Rect { width: side.div_ceil(2), ..window }].map(|rect| Aabb::of(&rect));
            let mut found = Vec::new();
            let _ = tree.in_window(Window { outer, inner }, &mut |LeafRows { first, rows, inside }| {
                assert_eq!(inside & !rows, 0);
                found.extend(lanes_of(rows).map(|lane| (first + lane, inside >> lane & 1 == 1)));
                ControlFlow::<()>::Continue(())
            });
            let aabbs = boxes.iter().map(Aabb::of).enumerate();
            let expected = aabbs.filter(|&(row, _)| overlapping(&[window], &boxes[row..=row]).len() == 1);
            let expected: Vec<_> = expected.map(|(row, aabb)| (row, inner.contains(aabb))).collect();
            assert_eq!(found, expected, "{count} boxes in {side} px");
        }
    }
}

#[test]
fn a_partial_refit_equals_a_full_refit() {
    let mut boxes = sorted(&scattered(700, 300));
    let mut some = tree(&boxes);
    for step in 0..40 {
        let rows = [(step * 37) % 700, (step * 91 + 5) % 700, (step * 91 + 6) % 700];
        rows.iter().for_each(|&row| boxes[row].left += step as i32);
        let mut dirty: Vec<u32> = rows.iter().map(|&row| row as u32).collect();
        dirty.sort_unstable();
        dirty.dedup();
        let whole = tree(&boxes);
        let fill = |leaf: usize, eight: &mut Aabb8| {
            *eight = whole.leaves()[leaf];
            Ok::<_, crate::WorldError>(())
        };
        let mut leaves: Vec<u32> = dirty.iter().map(|row| row / 8).collect();
        leaves.dedup();
        some.refit_leaves(&leaves, fill).unwrap();
        let rows = ChangedRows::of(&some, dirty.iter().map(|&row| row as usize)).unwrap();
        some.validate(700);
        assert!(some.levels == whole.levels, "step {step}");
        let all = pairs(Join::within(&some, Row::first(0), PairFilter::All), 64);
        let changed = pairs(Join::within(&some, Row::first(0), PairFilter::Changed([&rows; 2])), 64);
        let expected = all.into_iter().filter(|(a, b)| dirty.contains(a) || dirty.contains(b));
        assert!(changed.into_iter().eq(expected), "step {step}");
        // Trees of other heights.
        for count in [100, 60] {
            let other = tree(&boxes[..count]);
            let none = ChangedRows::of(&other, [].into_iter()).unwrap();
            let sides = [(&some, &rows, 0), (&other, &none, 1)];
            for [(a, rows_a, side), (b, rows_b, _)] in [sides, [sides[1], sides[0]]] {
                let join = |filter| pairs(Join::between([a, b], [Row::first(0); 2], filter), 64);
                let changed = join(PairFilter::Changed([rows_a, rows_b]));
                let expected = join(PairFilter::All).into_iter();
                let expected = expected.filter(|&pair| dirty.contains(&[pair.0, pair.1][side]));
                assert!(changed.into_iter().eq(expected), "step {step}, {count} boxes");
            }
        }
    }
}

#[test]
fn a_flat_tree_finds_the_pairs_and_rows_of_a_full_comparison() {
    let end = 1 << 30;
    for (count, few, spread) in [(0, 3, 9), (1, 1, 9), (7, 9, 50), (300, 40, 300), (300, 150, 5000), (9000, 70, 40_000)]
    {
        let [mut boxes, mut others] = [count, few].map(|count| scattered(count, spread));
        if count == 300 {
            // Boxes that reach across many strips, and boxes beyond them.
            let wide = |left, width| Rect { left, top: -20, width, height: 30 };
            boxes.extend([wide(-2500, 5000), wide(-end, 64), wide(end, 64)]);
            others.extend([wide(-end, 1 << 26), wide(end, 64)].iter().take(few as usize % 4));
        }
        others = sorted(&others);
        let (rows, tree) = (flat(&boxes), tree(&others));
        let expected = overlapping(&boxes, &others);
        let join = |filter| Join::between([&rows, &tree], [Row::first(0); 2], filter);
        for enough in [1, 64] {
            assert_eq!(pairs(join(PairFilter::All), enough), expected, "{count} and {few}");
        }
        let changed = |of: &PackedTree, rows: usize| ChangedRows::of(of, (0..rows).step_by(7)).unwrap();
        let changed = [changed(&rows, boxes.len()), changed(&tree, others.len())];
        let found = pairs(join(PairFilter::Changed([&changed[0], &changed[1]])), 1);
        let is_changed = |(a, b): &&(u32, u32)| a % 7 == 0 || b % 7 == 0;
        assert!(found.iter().eq(expected.iter().filter(is_changed)), "{count} and {few}");
        let window = Rect::new(-40, -30, 60, 50);
        let mut found = Vec::new();
        let _ = rows.in_window(Window { outer: Aabb::of(&window), inner: Aabb::EMPTY }, &mut |leaf| {
            found.extend(lanes_of(leaf.rows).map(|lane| (0, (leaf.first + lane) as u32)));
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(found, overlapping(&[window], &boxes));
    }
}

#[test]
fn boxes_at_the_ends_of_the_range_and_all_on_one_point() {
    let end = 1 << 30;
    let corner = |left, top| Rect { left, top, width: 64, height: 1 << 26 };
    let far = [corner(end, end), corner(-end, -end), corner(end, -end), corner(-end, end), corner(end + 63, end)];
    let boxes = sorted(&far);
    let [(a, b)] = pairs(Join::within(&tree(&boxes), Row::first(0), PairFilter::All), 64)[..] else {
        panic!("one pair")
    };
    assert_eq!(boxes[a as usize].left.abs_diff(boxes[b as usize].left), 63);
    let pile = [corner(3, 3); 100];
    assert_eq!(pairs(Join::within(&tree(&sorted(&pile)), Row::first(0), PairFilter::All), 64).len(), 100 * 99 / 2);
}
