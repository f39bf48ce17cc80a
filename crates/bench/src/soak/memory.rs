//! The memory of a run, which must not keep growing.

use anyhow::{Result, ensure};
use std::fmt;

/// Readings of memory in comparable states, which must not rise after the warm-up.
///
/// The least of a few consecutive readings counts, because a leak persists and a temporary peak does not. A few
/// permanent rises are allowed, because a full list doubles. A leak keeps rising.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemoryWatch {
    bound: Bound,
    readings: u64,
    /// The greatest reading of the warm-up, or the level of the last rise.
    warm: u64,
    rises: u64,
    /// The last readings, the newest first.
    last: [u64; MemoryWatch::CONSECUTIVE],
}

/// The growth that counts as a rise: the greater of both fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bound {
    /// In percent of the last level.
    pub percent: u64,
    /// In bytes.
    pub slack: u64,
}

impl MemoryWatch {
    /// Readings of the warm-up. The first follows the highest peak, so it is seldom exceeded.
    pub const WARM_UP: u64 = 2;

    /// The number of consecutive readings of which the least counts.
    pub const CONSECUTIVE: usize = 3;

    /// The number of permanent rises that are allowed.
    pub const RISES: u64 = 3;

    /// Creates a watch without readings.
    #[must_use]
    pub fn new(bound: Bound) -> MemoryWatch {
        MemoryWatch { bound, readings: 0, warm: 0, rises: 0, last: [0; MemoryWatch::CONSECUTIVE] }
    }

    /// Adds a reading, in bytes.
    ///
    /// # Errors
    /// If it is one rise too many, after the warm-up.
    pub fn read(&mut self, bytes: u64) -> Result<()> {
        self.readings += 1;
        self.last.rotate_right(1);
        self.last[0] = bytes;
        if self.readings <= MemoryWatch::WARM_UP {
            self.warm = self.warm.max(bytes);
        }
        let bound = self.warm + self.bound.slack.max(self.warm * self.bound.percent / 100);
        let least = self.last.into_iter().fold(bytes, u64::min);
        if least > bound {
            self.rises += 1;
            self.warm = least;
            ensure!(self.rises <= MemoryWatch::RISES, "memory keeps growing: {self}");
        }
        Ok(())
    }
}

impl fmt::Display for MemoryWatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let now = mib(self.last[0]);
        match self.readings {
            0 => write!(f, "unknown"),
            few if few < MemoryWatch::WARM_UP + MemoryWatch::CONSECUTIVE as u64 => {
                write!(f, "{now}, too early to judge")
            }
            many => write!(f, "{now} at reading {many}, {} warm, {} rises", mib(self.warm), self.rises),
        }
    }
}

fn mib(bytes: u64) -> String {
    format!("{:.2} MiB", bytes as f64 / f64::from(1 << 20))
}

/// The resident bytes of the process, on Linux only. `status` has them in KiB; `statm` has pages, whose size only C can
/// query.
pub(super) fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}
