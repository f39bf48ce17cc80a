//! The first bytes on a connection: both ends prove that they belong to the same cluster, and never send the token.
//!
//! ```text
//! worker that connects           worker that accepts
//! hello                  ---->
//!                        <----   hello
//! proof                  ---->
//!                        <----   verdict, proof
//! ```
//!
//! A hello is 60 bytes, with little-endian numbers. The magic number and the version stay in all versions.
//!
//! ```text
//! bytes  content
//!     8  magic number
//!     4  version of the protocol
//!     4  number of the worker
//!     4  number of workers
//!     8  fingerprint of the job
//!    32  random bytes, the challenge
//! ```
//!
//! A proof is HMAC-SHA-256 with the token over the name of the end and both hellos.

use super::error::{ClusterError, Difference};
use super::token::{Token, random};
use std::array;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

const MAGIC: [u8; 8] = *b"hitmask\n";
/// It grows with each change of the messages, also of those of a step.
const VERSION: u32 = 2;
const HELLO: usize = 60;

/// A socket with a worker of this cluster at its other end.
pub(super) struct Peer {
    pub(super) index: usize,
    pub(super) socket: TcpStream,
}

/// Who this worker is, and who its peers must be.
pub(super) struct Identity {
    pub(super) index: usize,
    pub(super) workers: usize,
    pub(super) job: u64,
    pub(super) token: Token,
}

/// The answer of the worker that accepts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Welcome = 0,
    OtherToken,
    Conflict,
}

/// The hello of a worker of this cluster and this run.
struct Hello {
    bytes: [u8; HELLO],
    index: usize,
}

impl Identity {
    /// Introduces this worker to worker `index`, which accepted the connection.
    pub(super) fn connect(
        &self,
        index: usize,
        socket: TcpStream,
        address: &str,
        limit: Duration,
    ) -> Result<Peer, ClusterError> {
        let mut talk = Talk { socket, address, deadline: Instant::now() + limit, limit, worker: Some(index) };
        let mine = self.hello()?;
        talk.write(&mine);
        let hello = talk.read_hello(self)?;
        if hello.index != index {
            let reason = format!("says that it is worker {}, but worker {index} was expected", hello.index);
            return Err(talk.stranger(&reason));
        }
        talk.write(&self.token.prove(&[b"connect", &mine, &hello.bytes]));
        let [verdict] = talk.read()?;
        let proof = talk.read()?;
        if verdict == Verdict::Conflict as u8 {
            let (address, reason) = (address.to_owned(), "the worker at this address rejects".to_owned());
            return Err(ClusterError::IndexTaken { worker: self.index, address, reason });
        }
        if verdict != Verdict::Welcome as u8 || !self.token.accepts(&[b"accept", &mine, &hello.bytes], &proof) {
            return Err(talk.foreign(Difference::Token));
        }
        Ok(Peer { index, socket: talk.socket })
    }

    /// Lets a worker introduce itself that has connected. `is_taken` returns whether its number is in use.
    pub(super) fn accept(
        &self,
        socket: TcpStream,
        address: &str,
        limit: Duration,
        is_taken: impl FnOnce(usize) -> bool,
    ) -> Result<Peer, ClusterError> {
        let mut talk = Talk { socket, address, deadline: Instant::now() + limit, limit, worker: None };
        let mine = self.hello()?;
        let hello = talk.read_hello(self);
        if !matches!(hello, Err(ClusterError::Stranger { .. })) {
            // A worker of another version or job needs this greeting to see why its own greeting is refused.
            talk.write(&mine);
        }
        let hello = hello?;
        let proof = talk.read()?;
        let worker = hello.index;
        let conflict = match worker {
            _ if worker == self.index => Some("is the number of this worker"),
            _ if worker < self.index || worker >= self.workers => Some("does not connect to this worker"),
            _ if is_taken(worker) => Some("is connected already"),
            _ => None,
        };
        let (verdict, answer) = match conflict {
            _ if !self.token.accepts(&[b"connect", &hello.bytes, &mine], &proof) => (Verdict::OtherToken, [0; 32]),
            Some(_) => (Verdict::Conflict, [0; 32]),
            None => (Verdict::Welcome, self.token.prove(&[b"accept", &hello.bytes, &mine])),
        };
        talk.write(&[verdict as u8]);
        talk.write(&answer);
        match (verdict, conflict) {
            (Verdict::OtherToken, _) => Err(talk.foreign(Difference::Token)),
            (_, Some(reason)) => {
                Err(ClusterError::IndexTaken { worker, address: address.to_owned(), reason: reason.to_owned() })
            }
            _ => Ok(Peer { index: worker, socket: talk.socket }),
        }
    }

    fn hello(&self) -> Result<[u8; HELLO], ClusterError> {
        let mut hello = [0; HELLO];
        let mut rest = &mut hello[..];
        let numbers = [VERSION, self.index as u32, self.workers as u32].map(u32::to_le_bytes);
        for part in [&MAGIC[..], numbers.as_flattened(), &self.job.to_le_bytes(), &random()?] {
            // The parts have 60 bytes.
            let _ = rest.write_all(part);
        }
        Ok(hello)
    }
}

/// A conversation with a program that may be anything.
struct Talk<'a> {
    socket: TcpStream,
    address: &'a str,
    deadline: Instant,
    /// The time from the start to the deadline.
    limit: Duration,
    /// The worker that should be at the address.
    worker: Option<usize>,
}

impl Talk<'_> {
    fn read_hello(&mut self, ours: &Identity) -> Result<Hello, ClusterError> {
        let magic: [u8; 8] = self.read()?;
        if magic != MAGIC {
            let text = String::from_utf8_lossy(&magic);
            return Err(self.stranger(&format!("began with {text:?}, not with the greeting of a worker")));
        }
        let version: [u8; 4] = self.read()?;
        let theirs = u32::from_le_bytes(version);
        if theirs != VERSION {
            return Err(self.foreign(Difference::Version(theirs, VERSION)));
        }
        let rest: [u8; HELLO - 12] = self.read()?;
        let number = |from: usize| u32::from_le_bytes(array::from_fn(|at| rest[from + at])) as usize;
        let (index, workers, job) = (number(0), number(4), u64::from_le_bytes(array::from_fn(|at| rest[8 + at])));
        if workers != ours.workers {
            return Err(self.foreign(Difference::Count(workers, ours.workers)));
        }
        if job != ours.job {
            return Err(self.foreign(Difference::Job));
        }
        let bytes = [&magic[..], &version, &rest].concat();
        Ok(Hello { bytes: array::from_fn(|at| bytes[at]), index })
    }

    /// Reads exactly `N` bytes, until the deadline.
    fn read<const N: usize>(&mut self) -> Result<[u8; N], ClusterError> {
        let mut bytes = [0; N];
        let mut done = 0;
        while done < N {
            let left = self.deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(self.late());
            }
            // A timeout of zero is not allowed, and the system may round a short one down.
            let left = left.max(Duration::from_millis(1));
            let count = self.socket.set_read_timeout(Some(left)).and_then(|()| self.socket.read(&mut bytes[done..]));
            match count {
                Ok(0) => return Err(self.hung_up()),
                Ok(count) => done += count,
                Err(error)
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted) => {
                }
                Err(_) => return Err(self.hung_up()),
            }
        }
        Ok(bytes)
    }

    /// Writes a few bytes, which fit into the pipe of a new connection. If the other end has closed it, the next read
    /// shows so.
    fn write(&mut self, bytes: &[u8]) {
        let _ = self.socket.write_all(bytes);
    }

    fn late(&self) -> ClusterError {
        match self.worker {
            Some(worker) => {
                ClusterError::NoIntroduction { worker, address: self.address.to_owned(), waited: self.limit }
            }
            None => self.stranger(&format!("did not introduce itself within {:.1} s", self.limit.as_secs_f32())),
        }
    }

    fn hung_up(&self) -> ClusterError {
        match self.worker {
            Some(worker) => ClusterError::Died { worker },
            None => self.stranger("hung up before it had introduced itself"),
        }
    }

    fn foreign(&self, reason: Difference) -> ClusterError {
        ClusterError::Foreign { address: self.address.to_owned(), reason }
    }

    fn stranger(&self, reason: &str) -> ClusterError {
        ClusterError::Stranger { address: self.address.to_owned(), reason: reason.to_owned() }
    }
}
