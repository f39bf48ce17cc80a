//! Bytes on their way from one worker to another.

use std::io::Write;
use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};
use timely::progress::Stamp;

/// A container of timely that holds the bytes of one worker for another. Between processes it is
///
/// ```text
///  8 bytes  the worker that sends, little-endian
///  8 bytes  twice the number of bytes, and 1 if the packet is the last one of the round, little-endian
///           the bytes, and zeros up to a multiple of 8
/// ```
#[derive(Clone, Default)]
pub(super) struct Packet {
    pub(super) source: usize,
    pub(super) target: usize,
    /// Whether the packet is the last one from its source to its target in this round.
    pub(super) is_last: bool,
    pub(super) contents: Contents,
}

#[derive(Clone)]
pub(super) enum Contents {
    /// Bytes of a worker of this process.
    Local(Vec<u8>),
    /// Bytes in a buffer of timely, after they came from another process.
    Remote(Bytes),
}

impl Default for Contents {
    fn default() -> Contents {
        Contents::Local(Vec::new())
    }
}

impl Contents {
    pub(super) fn as_slice(&self) -> &[u8] {
        match self {
            Contents::Local(bytes) => bytes,
            Contents::Remote(bytes) => bytes,
        }
    }
}

const HEADER: usize = 16;
/// The most bytes of a packet between processes, so that a peer is heard often and buffers stay small.
pub(super) const MAX_BYTES: usize = 1 << 19;

impl Accountable for Packet {
    fn record_count(&self) -> i64 {
        // Timely ignores containers without records, and makes some.
        i64::from(self.is_last || !self.contents.as_slice().is_empty())
    }
}

impl ContainerBytes for Packet {
    fn from_bytes(mut bytes: Bytes) -> Packet {
        let mut number = || {
            let at = bytes.len().min(8);
            bytes.extract_to(at).first_chunk().map_or(0, |&number| u64::from_le_bytes(number) as usize)
        };
        let (source, length) = (number(), number());
        let contents = Contents::Remote(bytes.extract_to((length / 2).min(bytes.len())));
        Packet { source, target: 0, is_last: length % 2 == 1, contents }
    }

    fn length_in_bytes(&self) -> usize {
        HEADER + self.contents.as_slice().len().next_multiple_of(8)
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let bytes = self.contents.as_slice();
        let padding = &[0; 8][..bytes.len().next_multiple_of(8) - bytes.len()];
        let length = 2 * bytes.len() as u64 + u64::from(self.is_last);
        let numbers = [self.source as u64, length].map(u64::to_le_bytes);
        for part in [numbers.as_flattened(), bytes, padding] {
            // Timely hands out a slice of `length_in_bytes` bytes, which cannot fail.
            let _ = writer.write_all(part);
        }
    }
}

/// Sends each packet to its target.
pub(super) struct ToTarget;

impl Distributor<Packet> for ToTarget {
    fn partition<T: Clone, P: Push<Message<T, Packet>>>(
        &mut self,
        packet: &mut Packet,
        stamp: &Stamp<T>,
        pushers: &mut [P],
    ) {
        let target = packet.target;
        Message::push_at(packet, stamp.clone(), &mut pushers[target]);
    }

    fn flush<T: Clone, P: Push<Message<T, Packet>>>(&mut self, _: &Stamp<T>, _: &mut [P]) {}
}
