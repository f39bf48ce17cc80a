//! The broad phase over sprites that move: a packed R-tree, built afresh or refitted at each refresh.
//!
//! The boxes are sorted along a Hilbert curve through their centres; each eight that follow each other are
//! a leaf, each eight leaves a node, and so on up to one. There are no pointers: node `i` of a level holds
//! the boxes of nodes `8 i` to `8 i + 7` of the level below (Kamel and Faloutsos, On packing R-trees, 1993;
//! Roussopoulos and Leifker, 1985).
//!
//! ```text
//!   level 2                       [ . . . . . . . . ]                     the top: up to 8 boxes of level 1
//!   level 1     [ . . . . . . . . ][ . . . . . . . . ] …                  each of 8 boxes of leaves
//!   level 0   [........][........][........][........] …                  leaves: 8 sprites each
//!   bodies     12 7 3 …                                                   along the curve
//! ```
//!
//! The tree is joined with itself, each pair of nodes once. Two nodes are compared box by box at one stroke:
//! the result is 64 bits, one for each pair of children, and most of them are 0.
//!
//! Sprites move little from step to step, so that the curve's order stays good for a while: between sorts
//! the tree is only refitted. Refitting alone decays (2.4 to 4.0 ms after 20 steps in clusters).

mod boxes;
mod hilbert;
mod join;
mod lanes;
mod search;
mod sort;

pub(crate) use boxes::Corners;
pub(crate) use join::Part;
pub(crate) use search::{Search, in_order};

use boxes::Box8;
use mask::Rect;
use std::ops::ControlFlow;

/// Refreshes from one sort to the next.
const SORT_EVERY: u32 = 5;

/// A packed R-tree over the boxes of bodies.
#[derive(Default)]
pub(crate) struct Packed {
    /// The leaves first. Empty where there are no bodies; else the last level is one node.
    levels: Vec<Vec<Box8>>,
    /// The bodies in the lanes of the leaves.
    bodies: Vec<u32>,
    /// Which of the boxes given last stands in each lane.
    order: Vec<u32>,
    /// Refreshes since the last sort.
    age: u32,
}

impl Packed {
    /// Makes the tree one over the boxes of bodies, none of them empty.
    ///
    /// Where the bodies are the same as before, one by one, the tree may keep their order.
    pub(crate) fn update(&mut self, boxes: &[(Rect, u32)], same_bodies: bool) {
        if same_bodies && self.age + 1 < SORT_EVERY {
            self.age += 1;
        } else {
            self.age = 0;
            sort::along_curve(boxes, &mut self.order);
            self.bodies.clear();
            self.bodies.extend(self.order.iter().map(|&index| boxes[index as usize].1));
        }
        // Levels keep their memory from refresh to refresh.
        let mut old = std::mem::take(&mut self.levels).into_iter();
        let mut next = || old.next().unwrap_or_default();
        let mut level = next();
        boxes::pack(self.order.iter().map(|&index| Corners::of(&boxes[index as usize].0)), &mut level);
        while level.len() > 1 {
            let mut above = next();
            boxes::pack(level.iter().map(Box8::hull), &mut above);
            self.levels.push(std::mem::replace(&mut level, above));
        }
        if !level.is_empty() {
            self.levels.push(level);
        }
    }

    /// How many leaves there are.
    pub(crate) fn leaves(&self) -> usize {
        self.levels.first().map_or(0, Vec::len)
    }

    /// The boxes of a leaf and the bodies in them.
    pub(crate) fn boxes(&self, leaf: usize) -> impl Iterator<Item = (Rect, u32)> {
        let bodies = &self.bodies[8 * leaf..self.bodies.len().min(8 * leaf + 8)];
        bodies.iter().enumerate().map(move |(lane, &body)| (self.levels[0][leaf].lane(lane).rect(), body))
    }

    /// Gives `visit` the bodies whose boxes share a pixel with `rect`, in the order of the tree, until it breaks.
    pub(crate) fn in_rect<B>(&self, rect: &Rect, visit: &mut impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        match self.levels.len().checked_sub(1) {
            Some(top) if rect.width > 0 && rect.height > 0 => {
                self.meeting(&Box8::splat(Corners::of(rect)), top, 0, visit)
            }
            _ => ControlFlow::Continue(()),
        }
    }

    /// The same below a node. As deep as the tree is high.
    fn meeting<B>(
        &self,
        wanted: &Box8,
        level: usize,
        node: usize,
        visit: &mut impl FnMut(u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut meets = lanes::Portable.meets_each(wanted, &self.levels[level][node]);
        while meets != 0 {
            let child = 8 * node + meets.trailing_zeros() as usize;
            meets &= meets - 1;
            match level {
                0 => visit(self.bodies[child])?,
                _ => self.meeting(wanted, level - 1, child, visit)?,
            }
        }
        ControlFlow::Continue(())
    }

    /// Checks that every box lies in its parents'. For tests.
    #[cfg(test)]
    fn validate(&self) {
        for (level, nodes) in self.levels.iter().enumerate().skip(1) {
            let below = &self.levels[level - 1];
            assert_eq!(nodes.len(), below.len().div_ceil(8));
            for (child, node) in below.iter().enumerate() {
                assert_eq!(nodes[child / 8].lane(child % 8), node.hull(), "level {level}, child {child}");
            }
        }
        assert_eq!(self.levels.first().map_or(0, Vec::len), self.bodies.len().div_ceil(8));
        assert!(self.levels.last().is_none_or(|top| top.len() == 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scattered(count: u32, spread: u32) -> Vec<(Rect, u32)> {
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
        (0..count).map(rect).zip(0..).collect()
    }

    fn pairs(tree: &Packed) -> Vec<(u32, u32)> {
        let mut pairs = Vec::new();
        for part in Part::parts(tree, 1) {
            let _ = part.run(&mut |a: u32, b: u32| {
                pairs.push((a.min(b), a.max(b)));
                ControlFlow::<()>::Continue(())
            });
        }
        pairs.sort_unstable();
        pairs
    }

    #[test]
    fn joins_and_queries_are_those_of_every_box_with_every_other() {
        for count in (0..=100).chain([511, 512, 513, 700]) {
            let mut boxes = scattered(count, 300);
            let mut tree = Packed::default();
            for step in 0..7 {
                tree.update(&boxes, step > 0);
                tree.validate();
                let meet = |a: &(Rect, u32), b: &(Rect, u32)| a.0.intersection(&b.0).is_some();
                let mut expected = Vec::new();
                for (i, a) in boxes.iter().enumerate() {
                    expected.extend(boxes[i + 1..].iter().filter(|b| meet(a, b)).map(|b| (a.1, b.1)));
                }
                assert_eq!(pairs(&tree), expected, "{count} boxes, step {step}");
                let window = (Rect { left: -30, top: -50, width: 70, height: 1 + step }, 0);
                let mut found = Vec::new();
                let _ = tree.in_rect(&window.0, &mut |body| {
                    found.push(body);
                    ControlFlow::<()>::Continue(())
                });
                found.sort_unstable();
                let inside: Vec<u32> = boxes.iter().filter(|b| meet(&window, b)).map(|b| b.1).collect();
                assert_eq!(found, inside);
                boxes.iter_mut().for_each(|(rect, body)| rect.left += *body as i32 % 5 - 2);
            }
        }
    }

    #[test]
    fn boxes_at_the_ends_of_the_range_and_all_on_one_point() {
        let end = 1 << 30;
        let corner = |left, top| Rect { left, top, width: 64, height: 1 << 26 };
        let far = [corner(end, end), corner(-end, -end), corner(end, -end), corner(-end, end), corner(end + 63, end)];
        let boxes: Vec<(Rect, u32)> = far.into_iter().zip(0..).collect();
        let mut tree = Packed::default();
        tree.update(&boxes, false);
        assert_eq!(pairs(&tree), [(0, 4)]);
        let pile: Vec<(Rect, u32)> = (0..100).map(|body| (corner(3, 3), body)).collect();
        tree.update(&pile, false);
        assert_eq!(pairs(&tree).len(), 100 * 99 / 2);
    }
}
