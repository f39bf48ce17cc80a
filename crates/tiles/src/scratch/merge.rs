//! The merge of sorted runs.

use super::DiskJoinError;
use super::file::{ExtentReader, Extents, read_error};
use super::runs::{JoinedPair, RunWriter, read_pair};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// The smallest buffer of a run, in bytes. Smaller reads cost more than a further pass over the pairs.
const LEAST_BUFFER: usize = 1 << 13;
const MOST_BUFFER: usize = 1 << 20;

/// The pairs of a [`DiskJoin`](crate::DiskJoin), sorted by both ids. They are read from the disk while the iterator advances.
///
/// After an error, the iterator ends.
pub struct JoinedPairs {
    runs: Vec<BufReader<ExtentReader>>,
    /// The next pair of each run, and the index of the run.
    heads: BinaryHeap<Reverse<([u64; 2], usize)>>,
    /// The pairs of `heads`, by run.
    pairs: Vec<Option<JoinedPair>>,
    left: u64,
    folder: PathBuf,
}

impl fmt::Debug for JoinedPairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JoinedPairs").field("left", &self.left).finish_non_exhaustive()
    }
}

impl JoinedPairs {
    /// Merges runs with `pairs` pairs in about `memory` bytes.
    pub(super) fn new(
        mut runs: Vec<Extents>,
        pairs: u64,
        memory: usize,
        folder: &Path,
    ) -> Result<JoinedPairs, DiskJoinError> {
        let most = (memory / LEAST_BUFFER).max(3) - 1;
        while runs.len() > most {
            // One file for each pass: the files of the last pass are closed and free their disk.
            let mut writer = RunWriter::new(folder, LEAST_BUFFER)?;
            for group in runs.chunks(most) {
                for pair in JoinedPairs::open(group, 0, memory, folder)? {
                    writer.add_sorted([pair?])?;
                }
            }
            runs = writer.finish()?;
        }
        JoinedPairs::open(&runs, pairs, memory, folder)
    }

    fn open(runs: &[Extents], left: u64, memory: usize, folder: &Path) -> Result<JoinedPairs, DiskJoinError> {
        let buffer = (memory / runs.len().max(1)).clamp(LEAST_BUFFER, MOST_BUFFER);
        let mut merge = JoinedPairs {
            runs: runs.iter().map(|run| run.reader(0, buffer)).collect(),
            heads: BinaryHeap::with_capacity(runs.len()),
            pairs: vec![None; runs.len()],
            left,
            folder: folder.to_owned(),
        };
        (0..runs.len()).try_for_each(|run| merge.advance(run))?;
        Ok(merge)
    }

    /// Returns the number of pairs that are left.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Reads the next pair of a run.
    fn advance(&mut self, run: usize) -> Result<(), DiskJoinError> {
        self.pairs[run] = read_pair(&mut self.runs[run]).map_err(read_error(&self.folder))?;
        self.heads.extend(self.pairs[run].map(|pair| Reverse((pair.ids(), run))));
        Ok(())
    }
}

impl Iterator for JoinedPairs {
    type Item = Result<JoinedPair, DiskJoinError>;

    fn next(&mut self) -> Option<Self::Item> {
        let Reverse((_, run)) = self.heads.pop()?;
        let pair = self.pairs[run]?;
        self.left = self.left.saturating_sub(1);
        if let Err(error) = self.advance(run) {
            self.heads.clear();
            return Some(Err(error));
        }
        Some(Ok(pair))
    }
}
