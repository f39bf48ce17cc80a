//! When to choose a new partition.

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
