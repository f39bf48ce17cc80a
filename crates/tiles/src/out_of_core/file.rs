//! Scratch files: lists of bytes that share a file without a name.
//!
//! A file has no name from the start, or is removed by the system when its handle is closed. So no error, panic or signal
//! leaves a file behind. All lists of a stage share a file, so the number of open files does not grow with the scene.

use super::options::DiskJoinError;
use crate::RecordError;
use crate::error::without_temporary_name;
use std::fs::File;
use std::io;
use std::io::{BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file that is being written.
pub(super) struct ScratchFile {
    file: Arc<File>,
    folder: PathBuf,
    end: u64,
    /// The number of bytes that the file is expected to take.
    pub(super) needed: Option<u64>,
}

/// A list of bytes in a file: pieces in order.
#[derive(Clone, Default)]
pub(super) struct Extents {
    file: Option<Arc<File>>,
    pieces: Vec<(u64, u64)>,
}

impl ScratchFile {
    pub(super) fn create(folder: &Path) -> Result<ScratchFile, DiskJoinError> {
        let file = tempfile::tempfile_in(folder).map_err(|source| DiskJoinError::Scratch {
            folder: folder.to_owned(),
            action: "create",
            source: without_temporary_name(source),
        })?;
        Ok(ScratchFile { file: Arc::new(file), folder: folder.to_owned(), end: 0, needed: None })
    }

    /// Appends bytes to a list of this file.
    pub(super) fn append(&mut self, extents: &mut Extents, bytes: &[u8]) -> Result<(), DiskJoinError> {
        (&*self.file).write_all(bytes).map_err(|source| self.write_error(source))?;
        extents.file.get_or_insert_with(|| Arc::clone(&self.file));
        let length = bytes.len() as u64;
        match extents.pieces.last_mut() {
            Some((start, len)) if *start + *len == self.end => *len += length,
            _ => extents.pieces.push((self.end, length)),
        }
        self.end += length;
        Ok(())
    }

    fn write_error(&self, source: io::Error) -> DiskJoinError {
        let (folder, written, needed) = (self.folder.clone(), self.end, self.needed);
        match source.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                DiskJoinError::ScratchFull { folder, written, needed, source }
            }
            _ => DiskJoinError::Scratch { folder, action: "write", source },
        }
    }
}

impl Extents {
    /// Returns the number of bytes.
    pub(super) fn len(&self) -> u64 {
        self.pieces.iter().map(|(_, length)| length).sum()
    }

    /// Returns a reader of the bytes from `start` on, with a buffer.
    pub(super) fn reader(&self, start: u64, buffer: usize) -> BufReader<ExtentReader> {
        let mut skip = start;
        let mut pieces = self.pieces.clone();
        pieces.retain_mut(|(start, length)| {
            let skipped = skip.min(*length);
            skip -= skipped;
            (*start, *length) = (*start + skipped, *length - skipped);
            *length > 0
        });
        pieces.reverse();
        BufReader::with_capacity(buffer, ExtentReader { file: self.file.clone(), pieces })
    }
}

/// Reads the bytes of a list.
pub(super) struct ExtentReader {
    file: Option<Arc<File>>,
    /// The pieces left, the next one last.
    pieces: Vec<(u64, u64)>,
}

impl Read for ExtentReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (Some(file), Some((start, length))) = (&self.file, self.pieces.last_mut()) else { return Ok(0) };
        let wanted = buffer.len().min(usize::try_from(*length).unwrap_or(usize::MAX));
        let mut file = &**file;
        file.seek(SeekFrom::Start(*start))?;
        let count = loop {
            match file.read(&mut buffer[..wanted]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        if count == 0 && wanted > 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        (*start, *length) = (*start + count as u64, *length - count as u64);
        if *length == 0 {
            self.pieces.pop();
        }
        Ok(count)
    }
}

/// Converts an error of reading in a scratch folder.
pub(super) fn read_error(folder: &Path) -> impl Fn(io::Error) -> DiskJoinError + '_ {
    |source| DiskJoinError::Scratch { folder: folder.to_owned(), action: "read", source }
}

/// Converts an error of decoding in a scratch folder.
pub(super) fn damaged(folder: &Path) -> impl Fn(RecordError) -> DiskJoinError + '_ {
    |source| DiskJoinError::Damaged { folder: folder.to_owned(), source }
}
