//! The query for the sprites in a window.

use super::lanes::{BoxLanes, on_lanes};
use super::leaf::Leaf;
use super::tree::{MAX_LEVELS, Tree};
use crate::geometry::{Aabb, Aabb8};
use std::ops::ControlFlow;

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

impl Tree {
    /// Calls `visit` with each leaf that has boxes in a window, in the order of the tree, until `visit` breaks.
    #[inline(always)]
    pub(super) fn in_window<B>(
        &self,
        window: Window,
        visit: &mut impl FnMut(usize, &Leaf, Found) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        on_lanes!(lanes => self.in_window_with_lanes(lanes, window, visit))
    }

    #[inline(always)]
    fn in_window_with_lanes<B>(
        &self,
        lanes: impl BoxLanes,
        window: Window,
        visit: &mut impl FnMut(usize, &Leaf, Found) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let window = [window.outer, window.inner].map(Aabb8::splat);
        let top = self.nodes.len();
        if top == 0 {
            return ControlFlow::Continue(());
        }
        let (mut path, mut comparisons) = ([(0, 0); MAX_LEVELS], 0);
        path[top] = (0, lanes.in_window(&window, self.boxes(top, 0))[0]);
        let mut level = top;
        let found = loop {
            let (node, rest) = &mut path[level];
            if level == 1 {
                comparisons += u64::from(rest.count_ones());
                for lane in lanes_of(std::mem::take(rest)) {
                    let number = 8 * *node + lane;
                    let [lanes, inside] = lanes.in_window(&window, self.boxes(0, number));
                    visit(number, &self.leaves[number], Found { lanes, inside })?;
                }
            }
            if let Some(lane) = lanes_of(*rest).next() {
                *rest &= *rest - 1;
                let child = 8 * *node + lane;
                level -= 1;
                path[level] = (child, lanes.in_window(&window, self.boxes(level, child))[0]);
            } else if level < top {
                level += 1;
            } else {
                break ControlFlow::Continue(());
            }
        };
        self.debt.add_query(comparisons);
        found
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
