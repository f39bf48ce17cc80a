//! The connection to one peer: frames on a socket, and the stream of bytes that timely sees.
//!
//! Timely panics if a connection closes, and waits for ever if a peer stalls. A link shows neither to timely. On a
//! fault it stores the error for the worker and ends the stream after the last whole message, as if the peer had finished.

mod reader;
mod writer;

use super::frame;
use crate::cluster::error::ClusterError;
use crate::cluster::frame::Kind;
use crate::cluster::handshake::Peer;
use crate::cluster::heartbeat::SLICE;
use crate::cluster::shared::{Shared, lock};
use reader::Reader;
use std::io;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use timely::communication::allocator::zero_copy::stream::Stream;
use writer::Writer;

/// A connection to one peer. Clones share the connection.
#[derive(Clone)]
pub(super) struct Link(Arc<Wire>);

struct Wire {
    /// The worker at the other end.
    peer: usize,
    /// The worker at this end.
    me: usize,
    socket: TcpStream,
    reader: Mutex<Reader>,
    writer: Mutex<Writer>,
    shared: Arc<Shared>,
}

impl Link {
    pub(super) fn new(me: usize, peer: Peer, silence: Duration, shared: &Arc<Shared>) -> io::Result<Link> {
        let Peer { index, socket } = peer;
        socket.set_nonblocking(false)?;
        socket.set_nodelay(true)?;
        socket.set_read_timeout(Some(SLICE))?;
        socket.set_write_timeout(Some(SLICE))?;
        Ok(Link(Arc::new(Wire {
            peer: index,
            me,
            reader: Mutex::new(Reader::new(socket.try_clone()?, me, index, silence, Arc::clone(shared))),
            writer: Mutex::new(Writer::new(socket.try_clone()?, Arc::clone(shared))),
            socket,
            shared: Arc::clone(shared),
        })))
    }

    pub(super) fn peer(&self) -> usize {
        self.0.peer
    }

    /// Tells the peer that this worker is connected to all workers.
    pub(super) fn send_ready(&self) {
        lock(&self.0.writer).send(Kind::Ready, &[], None);
    }

    /// Returns whether the peer has said that it is connected to all workers.
    pub(super) fn is_ready(&self) -> bool {
        lock(&self.0.reader).ready
    }

    /// Reads what a peer says while workers meet, without waiting. Returns the failure of a peer that has died, stalled or
    /// given up.
    pub(super) fn poll(&self) -> Result<(), ClusterError> {
        let socket = &self.0.socket;
        let died = |_| ClusterError::Died { worker: self.0.peer };
        socket.set_nonblocking(true).map_err(died)?;
        let polled = lock(&self.0.reader).poll();
        socket.set_nonblocking(false).map_err(died)?;
        polled
    }

    /// Tells the peer that this worker is alive, if the connection is idle.
    pub(super) fn beat(&self) {
        // A writer at work proves life too.
        if let Ok(mut writer) = self.0.writer.try_lock() {
            writer.beat();
        }
    }

    /// Tells the peer why this worker gives up, until a deadline, and closes this end of the connection.
    pub(super) fn send_failure(&self, error: &ClusterError, deadline: Instant) {
        let failure = frame::write_failure(&error.for_peers(self.0.me));
        let mut writer = lock(&self.0.writer);
        writer.send(Kind::Failure, &failure, Some(deadline));
        writer.close();
    }

    /// Reads until the peer closes its end, so that the system does not throw away bytes that the peer has yet to read.
    pub(super) fn drain(&self, deadline: Instant) {
        let mut socket = &self.0.socket;
        let mut bytes = [0; 4096];
        while Instant::now() < deadline {
            match socket.read(&mut bytes) {
                Ok(1..) => {}
                Err(error) if writer::is_timeout(&error) => {}
                _ => return,
            }
        }
    }
}

impl Stream for Link {
    fn try_clone(&self) -> io::Result<Link> {
        Ok(self.clone())
    }

    /// Does nothing: the timeouts of the socket are how a link waits.
    fn set_nonblocking(&self, _: bool) -> io::Result<()> {
        Ok(())
    }

    /// Says goodbye. After a fault, the last frame is a frame of failure instead.
    fn shutdown(&self, _: Shutdown) -> io::Result<()> {
        if !self.0.shared.is_faulty() {
            let mut writer = lock(&self.0.writer);
            writer.send(Kind::Goodbye, &[], None);
            writer.close();
        }
        Ok(())
    }
}

impl Read for Link {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Ok(lock(&self.0.reader).read(buffer))
    }
}

impl Write for Link {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let bytes = &bytes[..bytes.len().min(frame::MAX_BYTES)];
        if !self.0.shared.is_faulty() {
            lock(&self.0.writer).send(Kind::Data, bytes, None);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
