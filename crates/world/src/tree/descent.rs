//! The descent of a tree to the leaves that a query needs: those in a window, or those nearest to something.
//!
//! The nearest boxes come first in a branch and bound search. It visits the children of a node from the nearest to the
//! farthest, and skips children beyond the limit (Roussopoulos, Kelley and Vincent, Nearest neighbor queries, 1995), so
//! most of the tree is never read.

use super::lanes::{BoxLanes, on_lanes};
use super::tree::{Leaf, MAX_LEVELS, Tree};
use crate::geometry::{Aabb, Aabb8};
use std::ops::ControlFlow;

/// A choice of the boxes and the leaves that a descent visits.
trait Descent {
    /// The lanes of a node that are left to visit, or those of a leaf.
    type Lanes: Copy;
    const NONE: Self::Lanes;
    /// The reason why the visitor stops the descent.
    type Stop;

    /// The lanes that are to be visited.
    fn prune(&self, boxes: &Aabb8) -> Self::Lanes;

    /// The next of the lanes. It is removed from them.
    fn next(&self, lanes: &mut Self::Lanes) -> Option<usize>;

    /// Visits a leaf. `Break` stops the descent.
    fn leaf(&mut self, number: usize, leaf: &Leaf, lanes: &mut Self::Lanes) -> ControlFlow<Self::Stop>;
}

impl Tree {
    /// Visits leaves until `descent` stops.
    #[inline(always)]
    fn descend<D: Descent>(&self, descent: &mut D) -> ControlFlow<D::Stop> {
        let top = self.nodes.len();
        if top == 0 {
            return ControlFlow::Continue(());
        }
        // The node, its lanes that are left, and those of the nodes above it.
        let (mut level, mut node, mut lanes) = (top, 0, descent.prune(self.boxes(top, 0)));
        let (mut path, mut comparisons) = ([(0, D::NONE); MAX_LEVELS], 0);
        let flow = 'descent: loop {
            if level == 1 {
                while let Some(lane) = descent.next(&mut lanes) {
                    let leaf = 8 * node + lane;
                    comparisons += 1;
                    let mut found = descent.prune(self.boxes(0, leaf));
                    let flow = descent.leaf(leaf, &self.leaves[leaf], &mut found);
                    if flow.is_break() {
                        break 'descent flow;
                    }
                }
            } else if let Some(lane) = descent.next(&mut lanes) {
                path[level] = (node, lanes);
                (level, node) = (level - 1, 8 * node + lane);
                lanes = descent.prune(self.boxes(level, node));
                continue;
            }
            if level == top {
                break ControlFlow::Continue(());
            }
            level += 1;
            (node, lanes) = path[level];
        };
        self.debt.add_query(comparisons);
        flow
    }

    /// Calls `visit` with each leaf that has boxes in a window, in the order of the tree, until `visit` breaks.
    #[inline(always)]
    pub(super) fn in_window<B>(
        &self,
        window: Window,
        visit: &mut impl FnMut(usize, &Leaf, Found) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let boxes = [window.outer, window.inner].map(Aabb8::splat);
        on_lanes!(lanes => self.descend(&mut InWindow { lanes, boxes, visit }))
    }

    /// Visits sprites, the nearest boxes first, until `visitor` stops the descent.
    pub(super) fn nearest_first<V: NearestFirst>(&self, visitor: &mut V) -> ControlFlow<V::Stop> {
        self.descend(visitor)
    }
}

/// The box that a query searches, and a box of which it needs no pixel test.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    /// The sprites whose boxes share a pixel with this box are visited.
    pub(crate) outer: Aabb,
    /// The sprites whose boxes lie in this box are visited as inside.
    pub(crate) inner: Aabb,
}

/// Sprites of a leaf that a query visits.
#[derive(Clone, Copy)]
pub(crate) struct Found {
    /// Bit `i` is set if the box of lane `i` shares a pixel with [`Window::outer`].
    pub(crate) lanes: u8,
    /// The lanes whose boxes are inside [`Window::inner`].
    pub(crate) inside: u8,
}

struct InWindow<'a, L, F> {
    lanes: L,
    boxes: [Aabb8; 2],
    visit: &'a mut F,
}

impl<B, L: BoxLanes, F: FnMut(usize, &Leaf, Found) -> ControlFlow<B>> Descent for InWindow<'_, L, F> {
    type Lanes = Found;
    const NONE: Found = Found { lanes: 0, inside: 0 };
    type Stop = B;

    #[inline(always)]
    fn prune(&self, boxes: &Aabb8) -> Found {
        let [lanes, inside] = self.lanes.in_window(&self.boxes, boxes);
        Found { lanes, inside }
    }

    #[inline(always)]
    fn next(&self, found: &mut Found) -> Option<usize> {
        let lane = lanes_of(found.lanes).next()?;
        found.lanes &= found.lanes - 1;
        Some(lane)
    }

    #[inline(always)]
    fn leaf(&mut self, number: usize, leaf: &Leaf, found: &mut Found) -> ControlFlow<B> {
        (self.visit)(number, leaf, *found)
    }
}

/// The places of the bits that are set, from the lowest on.
#[inline(always)]
pub(crate) fn lanes_of(mut bits: u8) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let lane = bits.trailing_zeros() as usize;
        (bits != 0).then(|| {
            bits &= bits - 1;
            lane
        })
    })
}

/// A choice of the sprites that a descent visits, the nearest boxes first.
pub(crate) trait NearestFirst {
    /// The distance of a box, in any unit.
    type Distance: Copy + PartialOrd;
    /// The reason why the visitor stops the descent.
    type Stop;

    /// The least possible distance of a sprite inside a box, or `None` to skip the box.
    fn distance(&self, aabb: Aabb) -> Option<Self::Distance>;

    /// The distance beyond which sprites are skipped, or `None` if there is no limit. The limit may shrink from
    /// visit to visit.
    fn limit(&self) -> Option<Self::Distance>;

    /// Visits a sprite. `Break` stops the descent.
    fn visit(&mut self, slot: usize) -> ControlFlow<Self::Stop>;
}

impl<V: NearestFirst> Descent for V {
    /// The distances of the lanes that are left.
    type Lanes = [Option<V::Distance>; 8];
    const NONE: Self::Lanes = [None; 8];
    type Stop = V::Stop;

    #[inline(always)]
    fn prune(&self, boxes: &Aabb8) -> Self::Lanes {
        std::array::from_fn(|lane| {
            Some(boxes.lane(lane)).filter(|aabb| !aabb.is_empty()).and_then(|aabb| self.distance(aabb))
        })
    }

    /// The lane with the least distance, if it is within the limit: visits so far may have lowered it. If distances
    /// are equal, the lower lane comes first.
    #[inline(always)]
    fn next(&self, lanes: &mut Self::Lanes) -> Option<usize> {
        let distances = lanes.iter().enumerate().filter_map(|(lane, &distance)| Some((distance?, lane)));
        let (distance, lane) = distances.reduce(|least, other| if other.0 < least.0 { other } else { least })?;
        lanes[lane] = None;
        (!self.limit().is_some_and(|limit| distance > limit)).then_some(lane)
    }

    #[inline(always)]
    fn leaf(&mut self, _: usize, leaf: &Leaf, lanes: &mut Self::Lanes) -> ControlFlow<V::Stop> {
        while let Some(lane) = self.next(lanes) {
            self.visit(leaf.slots[lane] as usize)?;
        }
        ControlFlow::Continue(())
    }
}
