//! Sorted runs of pairs in a scratch file, and their merge.

use super::file::{ExtentReader, Extents, ScratchFile, read_error};
use super::options::DiskJoinError;
use mask::Rect;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::{fmt, io};

/// The smallest buffer of a run, in bytes. Smaller reads cost more than a further pass over the pairs.
const LEAST_BUFFER: usize = 1 << 13;
const MOST_BUFFER: usize = 1 << 20;

/// The pairs of a [`DiskJoin`](crate::DiskJoin), sorted by both ids. They are read from the disk while the iterator
/// advances.
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

/// Two sprites of a [`DiskJoin`](crate::DiskJoin) that share solid pixels. Positions are in world pixels, y down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct JoinedPair {
    /// The smaller id.
    pub a: u64,
    /// The larger id.
    pub b: u64,
    /// The number of shared pixels.
    pub area: u64,
    /// The topmost shared pixel, and the leftmost in its row.
    pub first: [i32; 2],
    /// The smallest box around the shared pixels.
    pub bounds: Rect,
}

impl JoinedPair {
    /// The number of bytes of a pair in a file.
    pub(super) const BYTES: usize = 48;

    pub(super) fn ids(&self) -> [u64; 2] {
        [self.a, self.b]
    }

    pub(super) fn to_bytes(self) -> [u8; JoinedPair::BYTES] {
        let JoinedPair { a, b, area, first, bounds: Rect { left, top, width, height } } = self;
        let longs = [a, b, area].map(u64::to_le_bytes);
        let shorts = [first[0] as u32, first[1] as u32, left as u32, top as u32, width, height].map(u32::to_le_bytes);
        let mut bytes = [0; JoinedPair::BYTES];
        bytes[..24].copy_from_slice(longs.as_flattened());
        bytes[24..].copy_from_slice(shorts.as_flattened());
        bytes
    }

    fn from_bytes(bytes: &[u8; JoinedPair::BYTES]) -> JoinedPair {
        let long = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
        let short = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        JoinedPair {
            a: long(0),
            b: long(8),
            area: long(16),
            first: [short(24) as i32, short(28) as i32],
            bounds: Rect { left: short(32) as i32, top: short(36) as i32, width: short(40), height: short(44) },
        }
    }
}

/// Reads the pairs of a run.
pub(super) fn read_pair(reader: &mut BufReader<ExtentReader>) -> io::Result<Option<JoinedPair>> {
    if reader.fill_buf()?.is_empty() {
        return Ok(None);
    }
    let mut bytes = [0; JoinedPair::BYTES];
    reader.read_exact(&mut bytes)?;
    Ok(Some(JoinedPair::from_bytes(&bytes)))
}

/// Writes sorted runs.
pub(super) struct RunWriter {
    file: ScratchFile,
    runs: Vec<Extents>,
    last: Option<[u64; 2]>,
    buffer: Vec<u8>,
    size: usize,
    pub(super) pairs: u64,
}

impl RunWriter {
    /// `buffer` is the size of the buffer in bytes.
    pub(super) fn new(folder: &Path, buffer: usize) -> Result<RunWriter, DiskJoinError> {
        let file = ScratchFile::create(folder)?;
        let size = buffer.max(JoinedPair::BYTES);
        Ok(RunWriter { file, runs: Vec::new(), last: None, buffer: Vec::with_capacity(size), size, pairs: 0 })
    }

    /// Adds pairs in order. They continue the current run if they come after its last pair.
    pub(super) fn add_sorted(&mut self, pairs: impl IntoIterator<Item = JoinedPair>) -> Result<(), DiskJoinError> {
        for pair in pairs {
            if self.last.is_none_or(|last| pair.ids() < last) {
                self.flush()?;
                self.runs.push(Extents::default());
            }
            self.last = Some(pair.ids());
            if self.buffer.len() + JoinedPair::BYTES > self.size {
                self.flush()?;
            }
            self.buffer.extend(pair.to_bytes());
            self.pairs += 1;
        }
        Ok(())
    }

    /// Returns the runs.
    pub(super) fn finish(mut self) -> Result<Vec<Extents>, DiskJoinError> {
        self.flush()?;
        Ok(self.runs)
    }

    fn flush(&mut self) -> Result<(), DiskJoinError> {
        if let Some(run) = self.runs.last_mut()
            && !self.buffer.is_empty()
        {
            self.file.append(run, &self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }
}
