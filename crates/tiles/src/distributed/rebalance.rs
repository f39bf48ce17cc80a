//! Chooses the partition so that all tiles hold about as many sprites, and when to choose a new one.

use super::residents::flag;
use super::state::Tiles;
use crate::record::{read, write};
use crate::{Cuts, TilesError};
use serde::{Deserialize, Serialize};

/// All workers together send about this many positions. The share of one of two tiles is then off by less than a
/// percent.
const SAMPLE: usize = 1 << 17;

impl Tiles {
    /// Chooses a new partition if a tile holds more than one and a half times the mean: twice the mean, of two tiles,
    /// would be all sprites. All workers decide alike.
    pub(super) fn rebalance(&mut self) -> Result<(), TilesError> {
        self.previous_cuts.clone_from(&self.cuts);
        if self.workers() == 1 || !self.balance.is_due(self.steps) {
            return Ok(());
        }
        let sample = self.sample();
        let incoming = self.send_to_all(&sample)?;
        let mut samples = Vec::new();
        for (worker, bytes) in incoming.iter().enumerate() {
            samples.push(read(&mut &bytes[..]).map_err(|source| TilesError::Record { worker, source })?);
        }
        let mut points = merge(&samples);
        if points.is_empty() {
            return Ok(());
        }
        self.cuts = Cuts::balanced(self.workers(), &mut points);
        self.balance.note_cut(self.steps);
        Ok(())
    }

    /// Returns the number of sprites that this worker owns and adds, and the top-left pixels of some of them.
    fn sample(&self) -> Vec<u8> {
        let slots = (0..self.residents.ids.len()).filter(|&slot| self.residents.has(slot, flag::OWNED));
        let added = self.added.iter().map(|added| added.sprite.position);
        let all = slots.map(|slot| self.residents.corner(slot)).chain(added);
        let count = self.residents.owned() + self.added.len();
        let points = all.step_by(count.div_ceil(SAMPLE / self.workers() + 1).max(1)).collect();
        let mut out = Vec::new();
        write(&mut out, &Sample { count: count as u64, points });
        out
    }
}

/// The number of sprites of a worker, and some of their positions.
#[derive(Serialize, Deserialize)]
struct Sample {
    count: u64,
    points: Vec<[i32; 2]>,
}

/// Returns positions in which every worker has the share of its sprites.
fn merge(samples: &[Sample]) -> Vec<[i32; 2]> {
    let rate = |Sample { count, points }: &Sample| points.len() as f64 / *count as f64;
    let least = samples.iter().filter(|sample| sample.count > 0).map(rate).fold(1.0, f64::min);
    let mut merged = Vec::new();
    for Sample { count, points } in samples {
        let wanted = ((*count as f64 * least).ceil() as usize).clamp(1, points.len().max(1));
        merged.extend((0..wanted).filter_map(|index| points.get(index * points.len() / wanted)));
    }
    merged
}

/// A tile with fewer sprites is never too full: it would cost more to cut than it saves.
const FEW: u64 = 256;
/// The longest time between two attempts to cut a world that cannot be cut evenly is 256 steps.
const MOST_DOUBLED: u32 = 8;

/// When to choose a new partition.
#[derive(Default)]
pub(super) struct Balance {
    /// Whether there has been a partition of sprites.
    is_cut: bool,
    /// Whether a tile held too many sprites in the last step.
    is_uneven: bool,
    /// How often the time between two partitions was doubled, and the step from which the next one may come.
    doubled: u32,
    until: u64,
}

impl Balance {
    /// Returns whether the partition is to be chosen after a number of steps.
    pub(super) fn is_due(&self, steps: u64) -> bool {
        !self.is_cut || self.is_uneven && steps >= self.until
    }

    /// Notes that a partition was chosen after a number of steps.
    pub(super) fn note_cut(&mut self, steps: u64) {
        self.is_cut = true;
        self.until = steps + (1 << self.doubled);
        self.doubled = (self.doubled + 1).min(MOST_DOUBLED);
    }

    /// Continues after a number of steps.
    pub(super) fn restart(&mut self, steps: u64) {
        (self.doubled, self.until) = (0, steps);
    }

    /// Notes the number of sprites of each worker.
    pub(super) fn note(&mut self, owned: &[u64], step: u64) {
        let (most, total) = (owned.iter().copied().max().unwrap_or(0), owned.iter().sum::<u64>());
        self.is_uneven = most > FEW && 2 * u128::from(most) * owned.len() as u128 > 3 * u128::from(total);
        if !self.is_uneven && step > self.until {
            self.doubled = 0;
        }
    }
}
