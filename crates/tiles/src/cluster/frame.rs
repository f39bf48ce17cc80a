//! Frames: the bytes between two workers after the handshake.
//!
//! ```text
//! bytes  content
//!     4  number of bytes that follow the header, little-endian
//!     1  kind
//!     3  zero
//!     4  CRC-32 of the 8 bytes before
//!     4  CRC-32 of the bytes that follow the header
//! ```
//!
//! The checksums find damage before timely sees it: timely panics or waits for ever if it reads wrong counts.
//!
//! A frame of data holds a part of timely's own stream of messages. A frame of failure holds
//!
//! ```text
//! bytes  content
//!     1  which error
//!     4  the worker that the error names, little-endian
//!     8  a duration in milliseconds, little-endian
//!        a text in UTF-8
//! ```

use super::ClusterError;
use std::time::Duration;

pub(super) const HEADER: usize = 16;
/// The most bytes of a frame of data: as many as timely collects before it writes.
pub(super) const MAX_DATA: usize = 1 << 16;
/// The most bytes of a frame of failure.
pub(super) const MAX_FAILURE: usize = 13 + MAX_TEXT;
const MAX_TEXT: usize = 4096;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Data = 1,
    /// The peer is alive.
    Heartbeat,
    /// The peer is connected to all workers.
    Ready,
    /// The peer gives up, and says why.
    Failure,
    /// The peer has finished. No frame follows.
    Goodbye,
}

/// The header of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) kind: Kind,
    /// The number of bytes that follow.
    pub(super) length: usize,
    checksum: u32,
}

impl Kind {
    /// Returns the bytes of the header of a frame with contents.
    pub(super) fn header(self, contents: &[u8]) -> [u8; HEADER] {
        let mut header = [0; HEADER];
        header[..4].copy_from_slice(&(contents.len() as u32).to_le_bytes());
        header[4] = self as u8;
        let checksums = [crc32fast::hash(&header[..8]), crc32fast::hash(contents)];
        header[8..].copy_from_slice(checksums.map(u32::to_le_bytes).as_flattened());
        header
    }
}

impl Header {
    /// Reads the header of a frame, or describes why it cannot be one.
    pub(super) fn parse(header: &[u8; HEADER]) -> Result<Header, String> {
        let [a, b, c, d, kind, _, _, _, e, f, g, h, checksum @ ..] = *header;
        if u32::from_le_bytes([e, f, g, h]) != crc32fast::hash(&header[..8]) {
            return Err(format!("a frame with a damaged header, {header:02x?}"));
        }
        let length = u32::from_le_bytes([a, b, c, d]) as usize;
        let kinds = [Kind::Data, Kind::Heartbeat, Kind::Ready, Kind::Failure, Kind::Goodbye];
        let Some(kind) = kinds.into_iter().find(|&known| known as u8 == kind) else {
            return Err(format!("a frame of the unknown kind {kind}"));
        };
        let limit = match kind {
            Kind::Data => MAX_DATA,
            Kind::Failure => MAX_FAILURE,
            _ => 0,
        };
        if length > limit {
            return Err(format!("a frame of {length} bytes, the limit is {limit}"));
        }
        Ok(Header { kind, length, checksum: u32::from_le_bytes(checksum) })
    }

    /// Compares contents with the checksum, or describes the damage.
    pub(super) fn check(&self, contents: &[u8]) -> Result<(), String> {
        match crc32fast::hash(contents) == self.checksum {
            true => Ok(()),
            false => Err(format!("a frame of {} damaged bytes", self.length)),
        }
    }
}

/// Returns the contents of a frame of failure. `me` is the worker that sends it.
pub(super) fn write_failure(error: &ClusterError, me: usize) -> Vec<u8> {
    let own;
    let (code, worker, duration, text) = match error {
        ClusterError::Died { worker } => (1, worker, Duration::ZERO, ""),
        ClusterError::Stalled { worker, silence } => (2, worker, *silence, ""),
        ClusterError::LeftEarly { worker } => (3, worker, Duration::ZERO, ""),
        ClusterError::NoAnswer { worker, address, waited } => (4, worker, *waited, address.as_str()),
        ClusterError::Malformed { worker, what } => (5, worker, Duration::ZERO, what.as_str()),
        ClusterError::Failed { worker, message } => (6, worker, Duration::ZERO, message.as_str()),
        // All other errors are this worker's own.
        other => {
            own = other.to_string();
            (6, &me, Duration::ZERO, own.as_str())
        }
    };
    let mut bytes = vec![code];
    bytes.extend((*worker as u32).to_le_bytes());
    bytes.extend((duration.as_millis() as u64).to_le_bytes());
    let length = (0..=text.len().min(MAX_TEXT)).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    bytes.extend(&text.as_bytes()[..length]);
    bytes
}

/// Reads the contents of a frame of failure, or `None` if it is damaged.
pub(super) fn read_failure(bytes: &[u8]) -> Option<ClusterError> {
    let (&code, bytes) = bytes.split_first()?;
    let (worker, bytes) = bytes.split_first_chunk()?;
    let (duration, text) = bytes.split_first_chunk()?;
    let worker = u32::from_le_bytes(*worker) as usize;
    let duration = Duration::from_millis(u64::from_le_bytes(*duration));
    let text = String::from_utf8_lossy(text).into_owned();
    Some(match code {
        1 => ClusterError::Died { worker },
        2 => ClusterError::Stalled { worker, silence: duration },
        3 => ClusterError::LeftEarly { worker },
        4 => ClusterError::NoAnswer { worker, address: text, waited: duration },
        5 => ClusterError::Malformed { worker, what: text },
        6 => ClusterError::Failed { worker, message: text },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read_as_written_and_damage_is_described() {
        for (kind, length) in [(Kind::Data, MAX_DATA), (Kind::Failure, 77), (Kind::Goodbye, 0), (Kind::Ready, 0)] {
            let mut contents = vec![7; length];
            let bytes = kind.header(&contents);
            let header = Header::parse(&bytes).unwrap();
            assert_eq!((header.kind, header.length, header.check(&contents)), (kind, length, Ok(())));
            for bit in 0..HEADER * 8 {
                let mut bytes = bytes;
                bytes[bit / 8] ^= 1 << (bit % 8);
                assert!(Header::parse(&bytes).and_then(|header| header.check(&contents)).is_err(), "bit {bit}");
            }
            if let Some(last) = contents.last_mut() {
                *last ^= 128;
                assert!(header.check(&contents).is_err());
            }
        }
        let lie = |kind: Kind, length| Header::parse(&kind.header(&vec![0; length]));
        assert!(lie(Kind::Data, MAX_DATA + 1).unwrap_err().contains("the limit is 65536"));
        assert!(lie(Kind::Heartbeat, 1).is_err());
        assert!(Header::parse(b"GET / HTTP/1.1\r\n").is_err());
    }

    #[test]
    fn failures_are_read_as_written() {
        let seconds = Duration::from_secs(4);
        let address = "10.0.0.7:9000".to_owned();
        for error in [
            ClusterError::Died { worker: 7 },
            ClusterError::Stalled { worker: 1, silence: seconds },
            ClusterError::LeftEarly { worker: 0 },
            ClusterError::NoAnswer { worker: 70_000, address, waited: seconds },
            ClusterError::Malformed { worker: 3, what: "noise".to_owned() },
            ClusterError::Failed { worker: 3, message: "ä".repeat(100) },
        ] {
            let bytes = write_failure(&error, 9);
            assert_eq!(read_failure(&bytes), Some(error));
            assert!((0..13).all(|length| read_failure(&bytes[..length]).is_none()));
        }
        let long = ClusterError::Failed { worker: 3, message: format!("a{}", "ä".repeat(5000)) };
        assert!(write_failure(&long, 9).len() <= MAX_FAILURE);
        let own = read_failure(&write_failure(&ClusterError::NoWorkers, 9));
        assert_eq!(own, Some(ClusterError::Failed { worker: 9, message: ClusterError::NoWorkers.to_string() }));
    }
}
