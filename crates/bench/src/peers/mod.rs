//! Other broad phases, behind one trait. A new peer takes a file, one `impl` and one line in [`all`].

mod broccoli;
mod grid;
mod parry2d;
mod points;
mod rstar;

pub use broccoli::{Broccoli, BroccoliParallel};
pub use grid::Grid;
pub use parry2d::Parry2d;
pub use points::{ParryPoints, PointGrid, PointIndex, RstarPoints};
pub use rstar::{Rstar, RstarKept};

use crate::boxes::Boxes;

/// An algorithm that finds the boxes that share a pixel.
pub trait BroadPhase {
    /// The name of its row.
    fn name(&self) -> &'static str;

    /// Writes the pairs `(i, j)` of boxes that share a pixel, `i < j`, in any order, into an empty list. The caller
    /// repeats the call with boxes that moved a little, so a peer may keep its tree.
    fn candidates(&mut self, boxes: Boxes<'_>, pairs: &mut Vec<(u32, u32)>);
}

/// Every peer that takes boxes of up to `side` px.
#[must_use]
pub fn all(side: u32) -> Vec<Box<dyn BroadPhase>> {
    let mut peers: Vec<Box<dyn BroadPhase>> = vec![
        Box::new(Broccoli::default()),
        Box::new(BroccoliParallel::default()),
        Box::new(Parry2d::default()),
        Box::new(Rstar),
    ];
    if side <= Grid::CELL {
        peers.push(Box::new(Grid::default()));
    }
    peers
}

/// A pair, the smaller index first.
fn ordered(a: u32, b: u32) -> (u32, u32) {
    (a.min(b), a.max(b))
}
