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
//! A frame of data holds a part of timely's own stream of messages. A frame of failure holds a [`ClusterError`] in the
//! format of postcard.

use super::error::ClusterError;

pub(super) const HEADER: usize = 16;
/// The most bytes that follow a header: as many as timely collects before it writes.
pub(super) const MAX_BYTES: usize = 1 << 16;

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
            Kind::Data | Kind::Failure => MAX_BYTES,
            _ => 0,
        };
        if length > limit {
            return Err(format!("a frame of {length} bytes, the limit is {limit}"));
        }
        Ok(Header { kind, length, checksum: u32::from_le_bytes(checksum) })
    }

    /// Compares contents with the checksum, or describes the damage.
    pub(super) fn check(&self, contents: &[u8]) -> Result<(), String> {
        let is_intact = crc32fast::hash(contents) == self.checksum;
        is_intact.then_some(()).ok_or_else(|| format!("a frame of {} damaged bytes", self.length))
    }
}

/// Returns the contents of a frame of failure.
pub(super) fn write_failure(error: &ClusterError) -> Vec<u8> {
    // Errors are plain data, so writing them cannot fail.
    postcard::to_allocvec(error).unwrap_or_default()
}

/// Reads the contents of a frame of failure, or `None` if they are damaged.
pub(super) fn read_failure(bytes: &[u8]) -> Option<ClusterError> {
    let (error, rest) = postcard::take_from_bytes(bytes).ok()?;
    rest.is_empty().then_some(error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TokenError;
    use std::time::Duration;

    #[test]
    fn headers_are_read_as_written_and_damage_is_described() {
        for (kind, length) in [(Kind::Data, MAX_BYTES), (Kind::Failure, 77), (Kind::Goodbye, 0), (Kind::Ready, 0)] {
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
        assert!(lie(Kind::Data, MAX_BYTES + 1).unwrap_err().contains("the limit is 65536"));
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
            ClusterError::NoAnswer { worker: 70_000, address, waited: seconds },
            ClusterError::Failed { worker: 3, message: "ä".repeat(100) },
            ClusterError::Token(TokenError::Length { length: 3 }).for_peers(9),
        ] {
            let bytes = write_failure(&error);
            assert_eq!(read_failure(&bytes), Some(error));
            assert!((0..bytes.len()).all(|length| read_failure(&bytes[..length]).is_none()));
            assert_eq!(read_failure(&[&bytes[..], &[0]].concat()), None);
        }
    }
}
