//! The peers that the report compares.

use super::broccoli::{Broccoli, BroccoliParallel};
use super::grid::Grid;
use super::parry2d::Parry2d;
use suites::peers::{BroadPhase, Rstar};
use suites::suite::BroadPhases;

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

/// Every peer, and broccoli alone beside exact steps.
pub const ALL: BroadPhases =
    BroadPhases { all, alone: Some(("broccoli-broad-only", || Box::new(Broccoli::default()))) };
