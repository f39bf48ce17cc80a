//! A packed R-tree over rows of boxes.
//!
//! The rows are sorted along a Hilbert curve through the centres of their boxes; each eight that follow each
//! other are a leaf, each eight leaves a node, and so on up to one. There are no pointers: node `i` of a level
//! holds the boxes of nodes `8 i` to `8 i + 7` of the level below, and leaf `i` those of the rows `8 i` to
//! `8 i + 7` (Kamel and Faloutsos, On packing R-trees, 1993; Roussopoulos and Leifker, 1985).
//!
//! ```text
//!   level 2                       [ . . . . . . . . ]                     the top: up to 8 boxes of level 1
//!   level 1     [ . . . . . . . . ][ . . . . . . . . ] …                  each of 8 boxes of leaves
//!   level 0   [........][........][........][........] …                  leaves: a row in each lane
//! ```
//!
//! The tree is joined with itself, each pair of nodes once. Two nodes are compared box by box at one stroke:
//! the result is 64 bits, one for each pair of children, and most of them are 0.
//!
//! Sprites move little from step to step, so that the curve's order stays good for a while: between sorts
//! the tree is only refitted. `layer.rs` decides when to sort.

mod boxes;
mod hilbert;
mod join;
mod lanes;
mod search;
mod sort;

pub(crate) use boxes::{Box8, Corners, hull};
pub(crate) use join::{Block, Extent, Part, split};
pub(crate) use search::{Search, in_order};
pub(crate) use sort::{Cells, Sort};

use crate::threads::*;
use crate::{WorldError, memory};
use mask::Rect;
use std::ops::ControlFlow;

/// Nodes above leaves that a thread refits at a time.
const RUN: usize = 64;

/// The most levels of a tree, of at most 2^31 rows.
const LEVELS: usize = 11;

/// A packed R-tree. Recursion down its levels is bounded, since they are few.
#[derive(Default)]
pub(crate) struct Packed {
    /// The leaves first. Empty where there are no rows; else at least two, and the last is one node.
    levels: Vec<Vec<Box8>>,
    /// Of each node, the children below which the last refit has changed something, a bit each; of a leaf, the
    /// rows. Without a level nothing has.
    changed: Vec<Vec<u8>>,
}

impl Packed {
    /// Makes room for so many rows. New ones have no box. Where that is refused there is room for more or fewer, until
    /// it is asked for again.
    pub(crate) fn resize(&mut self, rows: usize) -> Result<(), WorldError> {
        let mut nodes = rows.div_ceil(8);
        let mut level = 0;
        while nodes > 0 {
            if level == self.levels.len() {
                self.levels.push(Vec::new());
            }
            memory::resize(&mut self.levels[level], nodes, Box8::NONE)?;
            level += 1;
            nodes = if nodes == 1 && level > 1 { 0 } else { nodes.div_ceil(8) };
        }
        self.levels.truncate(level);
        Ok(())
    }

    /// Makes it a tree over so many boxes, in their order.
    pub(crate) fn load(
        &mut self,
        rows: usize,
        parallel: bool,
        corners: impl Fn(usize) -> Corners + Sync,
    ) -> Result<(), WorldError> {
        self.resize(rows)?;
        let fill = |leaf: usize, boxes: &mut Box8| {
            *boxes = Box8::NONE;
            (8 * leaf..rows.min(8 * leaf + 8)).for_each(|row| boxes.set(row % 8, corners(row)));
            Ok(boxes.hull())
        };
        self.refit(parallel, fill)
    }

    /// Lets `fill` set every leaf, by its number, and say what is around it; and refits the levels above.
    pub(crate) fn refit<E: Send>(
        &mut self,
        parallel: bool,
        fill: impl Fn(usize, &mut Box8) -> Result<Corners, E> + Sync,
    ) -> Result<(), E> {
        let [leaves, nodes, above @ ..] = &mut self.levels[..] else { return Ok(()) };
        // A run of nodes, from one on, and their leaves.
        let run = |first: usize, nodes: &mut [Box8], leaves: &mut [Box8]| {
            lanes::on_best(
                #[inline(always)]
                || {
                    for (number, (node, leaves)) in nodes.iter_mut().zip(leaves.chunks_mut(8)).enumerate() {
                        let mut hulls = [Corners::NONE; 8];
                        for (lane, leaf) in leaves.iter_mut().enumerate() {
                            hulls[lane] = fill(8 * (first + number) + lane, leaf)?;
                        }
                        *node = Box8::of(hulls);
                    }
                    Ok(())
                },
            )
        };
        if parallel {
            let leaves = leaves.par_chunks_mut(8 * RUN);
            let fill = |(number, (nodes, leaves))| run(RUN * number, nodes, leaves);
            nodes.par_chunks_mut(RUN).zip(leaves).enumerate().try_for_each(fill)?;
        } else {
            run(0, nodes, leaves)?;
        }
        let mut below = nodes;
        for nodes in above {
            for (node, children) in nodes.iter_mut().zip(below.chunks(8)) {
                *node = Box8::NONE;
                children.iter().enumerate().for_each(|(lane, child)| node.set(lane, child.hull()));
            }
            below = nodes;
        }
        Ok(())
    }

    /// Lets `fill` set the leaves of some rows, which ascend, and refits what is above them.
    pub(crate) fn refit_some(
        &mut self,
        rows: &[u32],
        mut fill: impl FnMut(usize, &mut Box8) -> Result<(), WorldError>,
    ) -> Result<(), WorldError> {
        self.changed.clear();
        for level in &self.levels {
            let mut changed = Vec::new();
            memory::resize(&mut changed, level.len(), 0)?;
            self.changed.push(changed);
        }
        let mut dirty = memory::list(rows.iter().copied())?;
        for level in 0..self.levels.len() {
            let (below, above) = self.levels.split_at_mut(level);
            for child in dirty.iter().map(|&child| child as usize) {
                self.changed[level][child / 8] |= 1 << (child % 8);
                if let Some(below) = below.last() {
                    above[0][child / 8].set(child % 8, below[child].hull());
                }
            }
            dirty.iter_mut().for_each(|node| *node /= 8);
            dirty.dedup();
            if level == 0 {
                dirty.iter().try_for_each(|&leaf| fill(leaf as usize, &mut above[0][leaf as usize]))?;
            }
        }
        Ok(())
    }

    /// Forgets what the last refit has changed.
    pub(crate) fn settle(&mut self) {
        self.changed.clear();
    }

    /// The children of a node below which the last refit has changed something.
    #[inline(always)]
    fn changed(&self, level: u32, node: u32) -> u64 {
        self.changed.get(level as usize).map_or(0, |nodes| nodes[node as usize].into())
    }

    /// The leaves: a row in each lane.
    pub(crate) fn leaves(&self) -> &[Box8] {
        self.levels.first().map_or(&[], |leaves| leaves)
    }

    /// The box of a row.
    pub(crate) fn row(&self, row: usize) -> Corners {
        self.levels[0][row / 8].lane(row % 8)
    }

    /// The smallest box around all.
    pub(crate) fn hull(&self) -> Corners {
        self.levels.last().map_or(Corners::NONE, |top| top[0].hull())
    }

    /// Gives `visit` the rows whose boxes share a pixel with `rect`, in the order of the tree, until it breaks.
    pub(crate) fn in_rect<B>(&self, rect: &Rect, visit: &mut impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        if rect.width == 0 || rect.height == 0 || self.levels.is_empty() {
            return ControlFlow::Continue(());
        }
        self.below(self.levels.len() - 1, 0, &Box8::splat(Corners::of(rect)), visit)
    }

    /// The same below a node.
    fn below<B>(
        &self,
        level: usize,
        node: usize,
        wanted: &Box8,
        visit: &mut impl FnMut(u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut meets = lanes::Portable.meets_each(wanted, &self.levels[level][node]);
        while meets != 0 {
            let child = 8 * node + meets.trailing_zeros() as usize;
            meets &= meets - 1;
            match level {
                0 => visit(child as u32)?,
                _ => self.below(level - 1, child, wanted, visit)?,
            }
        }
        ControlFlow::Continue(())
    }

    /// Checks that every node holds the boxes around its children, and that there is room for just so many rows.
    ///
    /// # Panics
    /// Where it does not.
    pub(crate) fn validate(&self, rows: usize) {
        assert_eq!(self.leaves().len(), rows.div_ceil(8), "leaves of {rows} rows");
        for level in 1..self.levels.len() {
            let (below, nodes) = (&self.levels[level - 1], &self.levels[level]);
            assert_eq!(nodes.len(), below.len().div_ceil(8), "nodes of level {level}");
            for (child, boxes) in below.iter().enumerate() {
                assert_eq!(nodes[child / 8].lane(child % 8), boxes.hull(), "level {level}, child {child}");
            }
        }
        assert!(self.levels.last().is_none_or(|top| top.len() == 1 && self.levels.len() > 1), "the top is one node");
        assert!((rows..8 * self.leaves().len()).all(|row| self.row(row).is_none()), "a box beyond the rows");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scattered(count: u32, spread: u32) -> Vec<Rect> {
        let mut state = 7u32;
        let mut next = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % below
        };
        let rect = |_| Rect {
            left: next(spread) as i32 - spread as i32 / 2,
            top: next(spread) as i32 - spread as i32 / 2,
            width: 1 + next(40),
            height: 1 + next(40),
        };
        (0..count).map(rect).collect()
    }

    /// A tree over boxes in their order.
    fn tree(boxes: &[Rect]) -> Packed {
        let mut tree = Packed::default();
        tree.load(boxes.len(), false, |row| Corners::of(&boxes[row])).unwrap();
        tree.validate(boxes.len());
        tree
    }

    /// The boxes along the curve.
    fn sorted(boxes: &[Rect]) -> Vec<Rect> {
        let tree = tree(boxes);
        let mut sort = Sort::default();
        sort.all(tree.leaves(), boxes.len(), tree.hull()).unwrap();
        sort.order().iter().map(|&row| boxes[row as usize]).collect()
    }

    fn pairs<'a>(parts: impl Iterator<Item = Part<'a>>, enough: usize) -> Vec<(u32, u32)> {
        let mut pairs = Vec::new();
        for part in split(parts, enough).unwrap() {
            let _ = part.run(&mut |blocks: &[Block]| {
                let pair = |block: &Block, i, j| (block.a + i as u32, block.b + j as u32);
                blocks.iter().for_each(|block| block.each(|i, j| pairs.push(pair(block, i, j))));
                ControlFlow::<()>::Continue(())
            });
        }
        pairs.sort_unstable();
        pairs
    }

    fn meeting(a: &[Rect], b: &[Rect]) -> Vec<(u32, u32)> {
        let mut all = Vec::new();
        for (i, a) in (0..).zip(a) {
            all.extend((0..).zip(b).filter(|(_, b)| a.intersection(b).is_some()).map(|(j, _)| (i, j)));
        }
        all
    }

    #[test]
    fn joins_and_queries_are_those_of_every_box_with_every_other() {
        let others = [tree(&scattered(0, 300)), tree(&scattered(70, 350)), tree(&scattered(600, 350))];
        for count in (0..=100).chain([511, 512, 513, 700]) {
            let boxes = sorted(&scattered(count, 300));
            let tree = tree(&boxes);
            let expected: Vec<(u32, u32)> = meeting(&boxes, &boxes).into_iter().filter(|(a, b)| a < b).collect();
            for enough in [1, 64] {
                assert_eq!(pairs(Part::within(&tree, Extent::All), enough), expected, "{count} boxes");
            }
            for (other, boxes_of_other) in others.iter().zip([0, 70, 600].map(|count| scattered(count, 350))) {
                for enough in [1, 64] {
                    let between = pairs(Part::between(&tree, other, Extent::All), enough);
                    assert_eq!(between, meeting(&boxes, &boxes_of_other), "{count} and {}", boxes_of_other.len());
                    let turned = pairs(Part::between(other, &tree, Extent::All), enough);
                    assert_eq!(turned, meeting(&boxes_of_other, &boxes), "{} and {count}", boxes_of_other.len());
                }
            }
            for height in 0..7 {
                let window = Rect { left: -30, top: -50, width: 70, height };
                let mut found = Vec::new();
                let _ = tree.in_rect(&window, &mut |row| {
                    found.push((0, row));
                    ControlFlow::<()>::Continue(())
                });
                found.sort_unstable();
                assert_eq!(found, meeting(&[window], &boxes));
            }
        }
    }

    #[test]
    fn some_leaves_are_refitted_as_all_are() {
        let mut boxes = sorted(&scattered(700, 300));
        let mut some = tree(&boxes);
        for step in 0..40 {
            let rows = [(step * 37) % 700, (step * 91 + 5) % 700, (step * 91 + 6) % 700];
            rows.iter().for_each(|&row| boxes[row].left += step as i32);
            let mut dirty: Vec<u32> = rows.iter().map(|&row| row as u32).collect();
            dirty.sort_unstable();
            dirty.dedup();
            let whole = tree(&boxes);
            let fill = |leaf: usize, eight: &mut Box8| {
                *eight = whole.leaves()[leaf];
                Ok(())
            };
            some.refit_some(&dirty, fill).unwrap();
            some.validate(700);
            assert!(some.levels == whole.levels, "step {step}");
            let all = pairs(Part::within(&some, Extent::All), 64);
            let changed = pairs(Part::within(&some, Extent::Changed), 64);
            let expected = all.into_iter().filter(|(a, b)| dirty.contains(a) || dirty.contains(b));
            assert!(changed.into_iter().eq(expected), "step {step}");
            let other = tree(&boxes[..100]);
            let (all, changed) =
                [Extent::All, Extent::Changed].map(|extent| pairs(Part::between(&some, &other, extent), 64)).into();
            let expected = all.into_iter().filter(|(a, _): &(u32, u32)| dirty.contains(a));
            assert!(changed.into_iter().eq(expected), "step {step}");
        }
    }

    #[test]
    fn boxes_at_the_ends_of_the_range_and_all_on_one_point() {
        let end = 1 << 30;
        let corner = |left, top| Rect { left, top, width: 64, height: 1 << 26 };
        let far = [corner(end, end), corner(-end, -end), corner(end, -end), corner(-end, end), corner(end + 63, end)];
        let boxes = sorted(&far);
        let [(a, b)] = pairs(Part::within(&tree(&boxes), Extent::All), 64)[..] else { panic!("one pair") };
        assert_eq!(boxes[a as usize].left.abs_diff(boxes[b as usize].left), 63);
        let pile = [corner(3, 3); 100];
        assert_eq!(pairs(Part::within(&tree(&sorted(&pile)), Extent::All), 64).len(), 100 * 99 / 2);
    }
}
