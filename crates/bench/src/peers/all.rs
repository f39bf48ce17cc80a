//! The peers that the report compares.

use super::{BroadPhase, Broccoli, BroccoliParallel, Grid, Parry2d, Rstar};

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
