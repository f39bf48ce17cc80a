//! Other broad phases, behind one trait: a new peer is a file, one `impl` and one line in [`all`].

mod broccoli;
mod grid;
mod parry2d;
mod rstar;

pub use broccoli::{Broccoli, BroccoliParallel};
pub use grid::Grid;
pub use parry2d::Parry2d;
pub use rstar::{Rstar, RstarKept};

use crate::boxes::Boxes;

/// A way to find which boxes share a pixel.
pub trait BroadPhase {
    /// What its row is called.
    fn name(&self) -> &'static str;

    /// Writes the pairs `(i, j)` of boxes that share a pixel, `i < j`, in any order, into a list that is
    /// empty. The boxes are asked again and again, each moved a little, so a peer may keep its tree.
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
