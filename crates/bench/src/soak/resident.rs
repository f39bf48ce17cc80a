//! The memory of the process, which may not grow for ever.

use anyhow::{Result, ensure};
use std::fmt;

/// What allocators and threads keep for themselves: no growth below it counts.
const SLACK: u64 = 4 << 20;

/// The greatest memory in the warm-up and after it, in bytes; 0 where the system does not tell.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Resident {
    warm: u64,
    most: u64,
}

impl Resident {
    /// Reads what the process has in memory at the moment. Only Linux tells.
    ///
    /// # Errors
    /// As [`Resident::grow`].
    pub fn watch(&mut self, warming: bool, percent: u32) -> Result<()> {
        read().map_or(Ok(()), |bytes| self.grow(bytes, warming, percent))
    }

    /// Takes a reading into account.
    ///
    /// # Errors
    /// After the warm-up, where there are so many percent more than ever in it.
    pub fn grow(&mut self, bytes: u64, warming: bool, percent: u32) -> Result<()> {
        self.most = self.most.max(bytes);
        if warming || self.warm == 0 {
            self.warm = self.most;
        }
        let limit = self.warm + SLACK.max(self.warm / 100 * u64::from(percent));
        ensure!(bytes <= limit, "memory grew by more than {percent} %: {self}");
        Ok(())
    }
}

impl fmt::Display for Resident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.most == 0 {
            return write!(f, "memory not told");
        }
        let [warm, most] = [self.warm, self.most].map(|bytes| bytes as f64 / f64::from(1 << 20));
        write!(f, "{warm:.1} MiB after the warm-up, {most:.1} at most")
    }
}

/// The bytes that are resident. (`status` has them in KiB; `statm` has pages, of a size that only C tells.)
fn read() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}
