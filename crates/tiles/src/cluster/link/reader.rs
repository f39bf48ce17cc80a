use super::writer::is_timeout;
use crate::cluster::ClusterError;
use crate::cluster::frame::{self, Header, Kind};
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

/// Reads frames, and hands the contents of data frames to timely. Headers of timely are handed over whole and checked.
pub(super) struct Reader {
    socket: BufReader<TcpStream>,
    me: usize,
    peer: usize,
    /// The longest silence that is allowed.
    silence: Duration,
    /// When the peer was last heard.
    heard: Instant,
    shared: Arc<Shared>,
    ready: bool,
    /// The contents of the current frame, and how many of its bytes timely has read.
    frame: Vec<u8>,
    used: usize,
    /// The header of the next message, how many of its bytes have arrived, and how many timely has read.
    header: [u8; HEADER],
    arrived: usize,
    delivered: usize,
    /// The bytes of the current message that timely has not read.
    message_left: usize,
    /// Whether `header` is or was the last one, which has no message.
    last: bool,
    /// Whether nothing more is read from the socket, after a goodbye or a fault.
    over: bool,
}

/// The reason why no more data comes.
enum End {
    Fault(ClusterError),
    Goodbye,
}

impl From<ClusterError> for End {
    fn from(fault: ClusterError) -> End {
        End::Fault(fault)
    }
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
            used: 0,
            header: [0; HEADER],
            arrived: 0,
            delivered: 0,
            message_left: 0,
            last: false,
            over: false,
        }
    }

    /// Returns whether the peer has said that it is connected to all workers.
    pub(super) fn is_ready(&self) -> bool {
        self.ready
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
        let mut done = 0;
        while done < buffer.len() {
            match self.advance(&mut buffer[done..], done == 0) {
                Ok(0) => break,
                Ok(count) => done += count,
                Err(fault) => {
                    self.shared.fail(fault);
                    // Timely may be about to read the message that the fault cut off.
                    self.shared.wait_for_gate();
                    self.over = true;
                }
            }
        }
        done
    }

    /// Reads some bytes. Returns 0 at the end of the stream, or if `wait` is false and no bytes are here.
    fn advance(&mut self, out: &mut [u8], wait: bool) -> Result<usize, ClusterError> {
        if self.over && self.arrived < HEADER && self.message_left == 0 && !self.last {
            (self.header, self.arrived, self.last) = ([0; HEADER], HEADER, true);
        }
        if self.arrived == HEADER {
            let count = out.len().min(HEADER - self.delivered);
            out[..count].copy_from_slice(&self.header[self.delivered..][..count]);
            self.delivered += count;
            if self.delivered == HEADER {
                (self.arrived, self.delivered) = (0, 0);
            }
            return Ok(count);
        }
        if self.message_left > 0 {
            let count = out.len().min(self.message_left);
            let count = match self.over {
                true => count,
                false => self.fill(&mut out[..count], wait).map_err(|end| self.early(end))?,
            };
            if self.over {
                out[..count].fill(0);
            }
            self.message_left -= count;
            return Ok(count);
        }
        if self.last {
            if wait && !self.over {
                self.part()?;
            }
            return Ok(0);
        }
        let mut header = self.header;
        let count = self.fill(&mut header[self.arrived..], wait).map_err(|end| self.early(end))?;
        self.header = header;
        self.arrived += count;
        if self.arrived == HEADER {
            self.check_header()?;
        }
        // No byte of a header is handed over before all of them are checked.
        if count == 0 { Ok(0) } else { self.advance(out, wait) }
    }

    /// Returns the fault of an end in the middle of timely's stream.
    fn early(&self, end: End) -> ClusterError {
        match end {
            End::Fault(fault) => fault,
            End::Goodbye => self.malformed("a goodbye in the middle of its messages".to_owned()),
        }
    }

    /// Waits for the goodbye after the last header.
    fn part(&mut self) -> Result<(), ClusterError> {
        match self.fill(&mut [0], true) {
            Err(End::Goodbye) => {
                self.shared.leave(self.peer);
                self.over = true;
                Ok(())
            }
            Err(End::Fault(fault)) => Err(fault),
            Ok(_) => Err(self.malformed("messages after the last one".to_owned())),
        }
    }

    fn check_header(&mut self) -> Result<(), ClusterError> {
        // A message of no bytes is whole as soon as its header is, so the length is set to 0 to read the other numbers.
        let mut bytes = self.header;
        bytes[32..40].fill(0);
        let length = self.header[32..40].iter().fold(0_u64, |length, &byte| length << 8 | u64::from(byte));
        let Some(header) = MessageHeader::try_read(&bytes) else { return Ok(()) };
        self.last = self.header == [0; HEADER];
        let to_me = header.target_lower == self.me && header.target_upper == self.me + 1;
        let fault = match length {
            _ if self.last => return Ok(()),
            1..=LIMIT if header.source == self.peer && to_me => {
                self.message_left = length as usize;
                return Ok(());
            }
            1..=LIMIT => format!("a message from worker {} to worker {}", header.source, header.target_lower),
            _ => format!("a message of {length} bytes, the limit is {LIMIT}"),
        };
        self.arrived = 0;
        Err(self.malformed(fault))
    }

    /// Reads contents of data frames. Returns 0 only if `wait` is false and no whole frame is here.
    fn fill(&mut self, out: &mut [u8], wait: bool) -> Result<usize, End> {
        while self.used == self.frame.len() {
            if !wait && !self.has_frame() {
                return Ok(0);
            }
            // Frames of other kinds than data and goodbye are empty.
            if self.next_frame()? == Kind::Goodbye {
                return Err(End::Goodbye);
            }
        }
        let count = out.len().min(self.frame.len() - self.used);
        out[..count].copy_from_slice(&self.frame[self.used..][..count]);
        self.used += count;
        Ok(count)
    }

    /// Returns whether the next frame can be read without waiting.
    fn has_frame(&self) -> bool {
        let here = self.socket.buffer();
        here.first_chunk().is_some_and(|header| {
            // A damaged frame needs no waiting either: its header is the fault.
            Header::parse(header).map_or(true, |header| here.len() >= frame::HEADER + header.length)
        })
    }

    /// Reads a frame. A frame of failure is an error.
    fn next_frame(&mut self) -> Result<Kind, ClusterError> {
        let mut header = [0; frame::HEADER];
        self.receive_all(&mut header)?;
        let header = Header::parse(&header).map_err(|what| self.malformed(what))?;
        let mut frame = std::mem::take(&mut self.frame);
        self.used = 0;
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
        match self.heard.elapsed() > self.silence {
            true => Err(ClusterError::Stalled { worker: self.peer, silence: self.silence }),
            false => Ok(()),
        }
    }

    fn malformed(&self, what: String) -> ClusterError {
        ClusterError::Malformed { worker: self.peer, what }
    }
}
