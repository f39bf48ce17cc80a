//! Sorted runs of pairs in a scratch file.

use super::DiskJoinError;
use super::file::{ExtentReader, Extents, ScratchFile};
use mask::Rect;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

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
