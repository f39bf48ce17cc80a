//! The query for the rows of a packed tree in a window.

use super::lanes::{BoxLanes, on_lanes};
use super::tree::{MAX_LEVELS, PackedTree};
use crate::geometry::{Aabb, Aabb8};
use std::ops::ControlFlow;

/// The box that a query searches, and a box of which it needs no pixel test.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    /// The rows whose boxes share a pixel with this box are visited.
    pub(crate) outer: Aabb,
    /// The rows whose boxes lie in this box are visited as inside.
    pub(crate) inner: Aabb,
}

/// Rows of a leaf that a query visits.
#[derive(Clone, Copy)]
pub(crate) struct LeafRows {
    /// The first row of the leaf.
    pub(crate) first: usize,
    /// Bit `i` is set if row `first + i` is visited.
    pub(crate) rows: u8,
    /// The rows whose boxes are inside [`Window::inner`].
    pub(crate) inside: u8,
}

impl PackedTree {
    /// Calls `visit` for each leaf with rows in a window, in the order of the tree, until `visit` breaks.
    pub(crate) fn in_window<B>(
        &self,
        window: Window,
        visit: &mut impl FnMut(LeafRows) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        on_lanes!(lanes => self.in_window_with_lanes(lanes, window, visit))
    }

    #[inline(always)]
    fn in_window_with_lanes<B>(
        &self,
        lanes: impl BoxLanes,
        window: Window,
        visit: &mut impl FnMut(LeafRows) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some(top) = self.levels.len().checked_sub(1) else { return ControlFlow::Continue(()) };
        let window = [window.outer, window.inner].map(Aabb8::splat);
        if self.is_flat() {
            for (leaf, boxes) in self.levels[0].iter().enumerate() {
                let [rows, inside] = lanes.in_window(&window, boxes);
                if rows != 0 {
                    visit(LeafRows { first: 8 * leaf, rows, inside })?;
                }
            }
            return ControlFlow::Continue(());
        }
        // The nodes from the top down to level 1, each with the children that are not visited yet.
        let mut path = [(0, 0); MAX_LEVELS];
        path[top] = (0, lanes.in_window(&window, &self.levels[top][0])[0]);
        let mut level = top;
        loop {
            let (node, rest) = &mut path[level];
            if level == 1 {
                for lane in lanes_of(std::mem::take(rest)) {
                    let leaf = 8 * *node + lane;
                    // Not in a closure, because only inlined code uses the vector instructions.
                    let [rows, inside] = lanes.in_window(&window, &self.levels[0][leaf]);
                    visit(LeafRows { first: 8 * leaf, rows, inside })?;
                }
            }
            if let Some(lane) = lanes_of(*rest).next() {
                *rest &= *rest - 1;
                let child = 8 * *node + lane;
                level -= 1;
                path[level] = (child, lanes.in_window(&window, &self.levels[level][child])[0]);
            } else if level < top {
                level += 1;
            } else {
                return ControlFlow::Continue(());
            }
        }
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
