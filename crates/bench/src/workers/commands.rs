//! The commands of worker 0, and what every worker does for one.

use super::swarm::Swarm;
use anyhow::{Result, ensure};

pub(super) const STEP: u8 = 1;
pub(super) const LIST: u8 = 2;
pub(super) const ECHO: u8 = 3;
pub(super) const QUIT: u8 = 4;

/// Collects the pairs of the last step on worker 0. Collective.
pub(super) fn list(swarm: &mut Swarm) -> Result<Vec<[u64; 2]>> {
    let pairs = swarm.tiles.last_step().pairs().to_vec();
    Ok(swarm.tiles.gather_pairs(&pairs)?)
}

/// Sends bytes to all workers. Collective.
pub(super) fn echo(swarm: &mut Swarm, length: usize) -> Result<()> {
    let bytes = vec![swarm.tiles.worker() as u8; length];
    for (worker, bytes) in swarm.tiles.gather_to_all(&bytes)?.iter().enumerate() {
        ensure!(bytes.len() == length && bytes.last().is_none_or(|&last| last == worker as u8), "bytes were lost");
    }
    Ok(())
}
