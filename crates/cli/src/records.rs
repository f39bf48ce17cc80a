//! The records that a worker sends to its launcher, on the standard output of the worker.

use crate::replace::Complete;
use serde::{Deserialize, Serialize};
use std::io;
use std::io::{BufRead, ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// The largest record. The bytes of an output come in records of 64 KiB.
const MAX: usize = 1 << 20;

/// A record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Record {
    /// The worker is alive. Every other record says so too.
    Alive,
    /// The worker listens at an address.
    Listening(String),
    /// Finished pieces of the work, and all pieces.
    Progress(usize, usize),
    /// Bytes for the standard output of the launcher.
    Output(Vec<u8>),
    /// A line for the standard error of the launcher.
    Note(String),
    /// All workers have done their part. The launcher moves these outputs to their targets.
    Complete(Vec<Complete>),
    /// The worker gives up. `is_cause` is false if another worker may be at fault.
    Failed { is_cause: bool, error: String },
}

impl Record {
    /// Writes the record after its length.
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let bytes = postcard::to_allocvec(self).map_err(io::Error::other)?;
        out.write_all(&(bytes.len() as u32).to_le_bytes())?;
        out.write_all(&bytes)?;
        out.flush()
    }

    /// Reads a record. Returns `None` at the end of the channel, and if the bytes are not a record.
    pub(crate) fn read(input: &mut impl BufRead) -> Option<Record> {
        let mut length = [0; 4];
        input.read_exact(&mut length).ok()?;
        let mut bytes = vec![0; Some(u32::from_le_bytes(length) as usize).filter(|&length| length <= MAX)?];
        input.read_exact(&mut bytes).ok()?;
        postcard::from_bytes(&bytes).ok()
    }
}

/// Whether this process is a worker of a launcher.
static IS_CHILD: AtomicBool = AtomicBool::new(false);
/// Whether the reader of the standard output of the launcher has closed it.
static IS_READER_GONE: AtomicBool = AtomicBool::new(false);

/// Sends everything to the launcher from now on.
pub(crate) fn open() {
    IS_CHILD.store(true, Ordering::SeqCst);
}

/// Returns whether everything goes to a launcher.
pub(crate) fn are_sent() -> bool {
    IS_CHILD.load(Ordering::SeqCst)
}

/// Drops all further bytes for the standard output of the launcher.
pub(crate) fn close_output() {
    IS_READER_GONE.store(true, Ordering::SeqCst);
}

/// Sends a record. If the launcher is gone, the end of standard input ends this process.
pub(crate) fn send(record: &Record) {
    let _ = record.write(&mut io::stdout().lock());
}

/// The standard output of the launcher.
pub(crate) struct LauncherOutput;

impl Write for LauncherOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if IS_READER_GONE.load(Ordering::SeqCst) {
            return Err(ErrorKind::BrokenPipe.into());
        }
        let bytes = &bytes[..bytes.len().min(1 << 16)];
        Record::Output(bytes.to_vec()).write(&mut io::stdout().lock())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_read_as_written() {
        let output = Complete { name: "o".into(), path: "/t/.o".into(), target: "/t/o".into() };
        let records = [
            Record::Alive,
            Record::Progress(0, usize::MAX),
            Record::Output(vec![7; 1 << 16]),
            Record::Complete(vec![output]),
            Record::Failed { is_cause: true, error: "ä".into() },
        ];
        let mut bytes = Vec::new();
        records.iter().for_each(|record| record.write(&mut bytes).unwrap());
        let mut input = &bytes[..];
        records.iter().for_each(|record| assert_eq!(Record::read(&mut input).as_ref(), Some(record)));
        assert_eq!(Record::read(&mut input), None);
        for noise in [&b"\xff\xff\xff\xff"[..], b"\x01\0\0\0\xff", b"\x02\0\0\0\0"] {
            assert_eq!(Record::read(&mut &noise[..]), None);
        }
    }
}
