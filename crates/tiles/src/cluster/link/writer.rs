use crate::cluster::frame::Kind;
use crate::cluster::heartbeat::LINGER;
use crate::cluster::shared::Shared;
use std::io;
use std::io::{ErrorKind, IoSlice, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::time::Instant;

/// Writes whole frames. Write errors are dropped here; the reader reports the cause.
pub(super) struct Writer {
    socket: TcpStream,
    shared: Arc<Shared>,
    /// The rest of a heartbeat that did not fit into the pipe.
    rest: Vec<u8>,
    /// Whether nothing more can be written.
    closed: bool,
}

pub(super) fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

impl Writer {
    pub(super) fn new(socket: TcpStream, shared: Arc<Shared>) -> Writer {
        Writer { socket, shared, rest: Vec::new(), closed: false }
    }

    /// Writes a frame. Gives up at a deadline, which begins with a fault if there is none yet.
    pub(super) fn send(&mut self, kind: Kind, contents: &[u8], mut deadline: Option<Instant>) {
        let rest = std::mem::take(&mut self.rest);
        let header = kind.header(contents);
        let mut parts = [&rest[..], &header, contents];
        while !self.closed && parts.iter().any(|part| !part.is_empty()) {
            match self.socket.write_vectored(&parts.map(IoSlice::new)) {
                Ok(0) => self.closed = true,
                Ok(mut written) => {
                    for part in &mut parts {
                        let count = written.min(part.len());
                        *part = &part[count..];
                        written -= count;
                    }
                }
                Err(error) if is_timeout(&error) => {
                    if self.shared.is_faulty() {
                        deadline.get_or_insert_with(|| Instant::now() + LINGER);
                    }
                    self.closed = deadline.is_some_and(|end| Instant::now() >= end);
                }
                Err(_) => self.closed = true,
            }
        }
    }

    /// Writes a heartbeat, or as much as fits into the pipe.
    pub(super) fn beat(&mut self) {
        if self.closed {
            return;
        }
        if self.rest.is_empty() {
            self.rest.extend(Kind::Heartbeat.header(&[]));
        }
        match self.socket.write(&self.rest) {
            Ok(written) => drop(self.rest.drain(..written)),
            Err(error) => self.closed = !is_timeout(&error),
        }
    }

    /// Closes this end of the connection.
    pub(super) fn close(&mut self) {
        self.closed = true;
        // An error says that the connection is already closed.
        let _ = self.socket.shutdown(Shutdown::Write);
    }
}
