use super::writer::is_timeout;
use crate::cluster::error::ClusterError;
use crate::cluster::frame;
use crate::cluster::frame::{Header, Kind};
use crate::cluster::shared::Shared;
use std::io::{BufRead, BufReader, Read};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};
use timely::communication::networking::MessageHeader;

/// The bytes of a header of timely: six numbers, big-endian. A header of zeros ends the stream.
const HEADER: usize = 48;
/// The most bytes of a message of timely after its header. Parcels are shorter, so a longer message is damage.
const LIMIT: u64 = 1 << 20;

/// Reads frames, and hands the messages of timely in them to timely, each one whole and checked. So a fault ends the stream
/// between two messages.
pub(super) struct Reader {
    socket: BufReader<TcpStream>,
    me: usize,
    peer: usize,
    /// The longest silence that is allowed.
    silence: Duration,
    /// When the peer was last heard.
    heard: Instant,
    shared: Arc<Shared>,
    /// Whether the peer has said that it is connected to all workers.
    pub(super) ready: bool,
    /// The contents of the last frame.
    frame: Vec<u8>,
    /// A part of timely's stream: bytes that timely has read, whole messages for timely, and the start of a message.
    stream: Vec<u8>,
    read: usize,
    whole: usize,
    /// Whether the header of zeros is in the stream.
    is_last: bool,
    /// Whether nothing more is read from the socket, after a goodbye or a fault.
    is_over: bool,
}

impl Reader {
    pub(super) fn new(socket: TcpStream, me: usize, peer: usize, silence: Duration, shared: Arc<Shared>) -> Reader {
        Reader {
            socket: BufReader::with_capacity(1 << 16, socket),
            me,
            peer,
            silence,
            heard: Instant::now(),
            shared,
            ready: false,
            frame: Vec::new(),
            stream: Vec::new(),
            read: 0,
            whole: 0,
            is_last: false,
            is_over: false,
        }
    }

    /// Reads what a peer says before it is ready. The socket must not block.
    pub(super) fn poll(&mut self) -> Result<(), ClusterError> {
        while !self.ready {
            match self.socket.fill_buf() {
                Ok([]) => return Err(ClusterError::Died { worker: self.peer }),
                Ok(_) => {
                    self.heard = Instant::now();
                    match self.next_frame()? {
                        Kind::Ready => self.ready = true,
                        Kind::Heartbeat => {}
                        kind => return Err(self.malformed(format!("{kind:?} before it was ready"))),
                    }
                }
                Err(error) if is_timeout(&error) => return self.check_silence(),
                Err(_) => return Err(ClusterError::Died { worker: self.peer }),
            }
        }
        Ok(())
    }

    /// Reads a part of timely's stream, and waits for at least one byte. Returns 0 at its end.
    pub(super) fn read(&mut self, buffer: &mut [u8]) -> usize {
        while self.read == self.whole && !self.is_over {
            if let Err(fault) = self.receive_messages() {
                self.shared.fail(fault);
                self.stream.truncate(self.whole);
                if !self.is_last {
                    self.stream.resize(self.whole + HEADER, 0);
                    self.whole = self.stream.len();
                }
                self.is_over = true;
            }
        }
        let count = buffer.len().min(self.whole - self.read);
        buffer[..count].copy_from_slice(&self.stream[self.read..][..count]);
        self.read += count;
        count
    }

    /// Appends the contents of a frame to the stream.
    fn receive_messages(&mut self) -> Result<(), ClusterError> {
        self.stream.drain(..self.read);
        self.whole -= std::mem::take(&mut self.read);
        match self.next_frame()? {
            Kind::Data if self.is_last => return Err(self.malformed("messages after the last one".to_owned())),
            Kind::Data => self.stream.extend_from_slice(&self.frame),
            Kind::Goodbye if self.is_last => {
                self.shared.leave(self.peer);
                self.is_over = true;
            }
            Kind::Goodbye => return Err(self.malformed("a goodbye in the middle of its messages".to_owned())),
            _ => {}
        }
        while let Some(length) = self.next_message()?
            && self.whole + length <= self.stream.len()
        {
            self.whole += length;
        }
        Ok(())
    }

    /// Checks the header of the next message, if the header has arrived. Returns the length of the message with its header.
    fn next_message(&mut self) -> Result<Option<usize>, ClusterError> {
        let Some(header) = self.stream[self.whole..].first_chunk::<HEADER>() else { return Ok(None) };
        let length = header[32..40].iter().fold(0_u64, |length, &byte| length << 8 | u64::from(byte));
        if *header == [0; HEADER] {
            self.is_last = true;
            // The stream ends with this header.
            let is_end = self.whole + HEADER == self.stream.len();
            return if is_end {
                Ok(Some(HEADER))
            } else {
                Err(self.malformed("messages after the last one".to_owned()))
            };
        }
        // A message of no bytes is whole as soon as its header is, so the length is set to 0 to read the other numbers.
        let mut bytes = *header;
        bytes[32..40].fill(0);
        let is_ours = MessageHeader::try_read(&bytes).is_some_and(|header| {
            header.source == self.peer && header.target_lower == self.me && header.target_upper == self.me + 1
        });
        match length {
            1..=LIMIT if is_ours => Ok(Some(HEADER + length as usize)),
            1..=LIMIT => Err(self.malformed("a message of or for another worker".to_owned())),
            _ => Err(self.malformed(format!("a message of {length} bytes, the limit is {LIMIT}"))),
        }
    }

    /// Reads a frame. A frame of failure is an error.
    fn next_frame(&mut self) -> Result<Kind, ClusterError> {
        let mut header = [0; frame::HEADER];
        self.receive_all(&mut header)?;
        let header = Header::parse(&header).map_err(|what| self.malformed(what))?;
        let mut frame = std::mem::take(&mut self.frame);
        frame.resize(header.length, 0);
        self.receive_all(&mut frame)?;
        header.check(&frame).map_err(|what| self.malformed(what))?;
        if header.kind == Kind::Failure {
            return Err(frame::read_failure(&frame).unwrap_or_else(|| self.malformed("a damaged failure".to_owned())));
        }
        self.frame = frame;
        Ok(header.kind)
    }

    fn receive_all(&mut self, mut out: &mut [u8]) -> Result<(), ClusterError> {
        while !out.is_empty() {
            let count = self.receive(out)?;
            out = &mut out[count..];
        }
        Ok(())
    }

    /// Reads at least one byte from the socket.
    fn receive(&mut self, out: &mut [u8]) -> Result<usize, ClusterError> {
        loop {
            if self.shared.is_faulty() {
                self.shared.check(true)?;
            }
            let fresh = self.socket.buffer().is_empty();
            match self.socket.read(out) {
                Ok(0) => return Err(ClusterError::Died { worker: self.peer }),
                Ok(count) => {
                    if fresh {
                        self.heard = Instant::now();
                    }
                    return Ok(count);
                }
                Err(error) if is_timeout(&error) => self.check_silence()?,
                Err(_) => return Err(ClusterError::Died { worker: self.peer }),
            }
        }
    }

    /// Returns an error if the peer has been silent for too long.
    fn check_silence(&self) -> Result<(), ClusterError> {
        let is_heard = self.heard.elapsed() <= self.silence;
        is_heard.then_some(()).ok_or(ClusterError::Stalled { worker: self.peer, silence: self.silence })
    }

    fn malformed(&self, what: String) -> ClusterError {
        ClusterError::Malformed { worker: self.peer, what }
    }
}
