//! How the workers of a cluster find each other: each one connects to all with lower numbers, and accepts all with
//! higher ones.

use super::error::ClusterError;
use super::handshake::{Identity, Peer};
use super::heartbeat::{INTRODUCTION, Links, RETRY};
use super::shared::{Shared, lock};
use crate::cluster::link::Link;
use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// The action of this worker, for an error of the system.
const CONNECT: &str = "connect to another worker";

/// A worker that looks for its peers.
pub(super) struct Meeting<'a> {
    pub(super) identity: Identity,
    pub(super) addresses: &'a [String],
    pub(super) within: Duration,
    pub(super) silence: Duration,
    pub(super) shared: &'a Arc<Shared>,
    /// The links so far, on which this process sends signs of life.
    pub(super) links: &'a Links,
}

impl Meeting<'_> {
    /// Connects to all peers. Returns their links in the order of their numbers.
    pub(super) fn run(&self, listener: Option<TcpListener>) -> Result<Vec<Link>, ClusterError> {
        let deadline = Instant::now() + self.within;
        // A connected worker may have started later than this one, and then reports its own error later.
        let later = deadline + self.within / 8;
        // The listener stays open until all are connected, so that nobody is refused who comes early.
        let listener = listener.map_or_else(|| self.listen(), Ok)?;
        for index in 0..self.identity.index {
            self.connect(index, deadline)?;
        }
        self.accept_all(&listener, deadline)?;
        drop(listener);
        let mut links = lock(self.links).clone();
        links.iter().for_each(Link::send_ready);
        while let Some(late) = links.iter().find(|link| !link.is_ready()) {
            if Instant::now() >= later {
                return Err(self.no_answer(late.peer()));
            }
            self.pause()?;
        }
        links.sort_by_key(Link::peer);
        Ok(links)
    }

    /// Stores the link to a peer that has introduced itself.
    fn add(&self, peer: Peer) -> Result<(), ClusterError> {
        let link = Link::new(self.identity.index, peer, self.silence, self.shared);
        lock(self.links).push(link.map_err(ClusterError::system(CONNECT))?);
        Ok(())
    }

    /// Returns whether the link to a peer exists.
    fn has(&self, peer: usize) -> bool {
        lock(self.links).iter().any(|link| link.peer() == peer)
    }

    /// Waits a moment. Returns the fault of a peer that has died, stalled or given up in the meantime.
    fn pause(&self) -> Result<(), ClusterError> {
        thread::sleep(RETRY);
        lock(self.links).iter().try_for_each(Link::poll)
    }

    fn listen(&self) -> Result<TcpListener, ClusterError> {
        let worker = self.identity.index;
        let addresses = self.resolve(worker)?;
        let address = self.addresses[worker].clone();
        TcpListener::bind(&addresses[..]).map_err(|error| {
            let message = match error.kind() {
                ErrorKind::AddrInUse => "another program has the port: stop it, or choose another port".to_owned(),
                _ => error.to_string(),
            };
            ClusterError::CannotListen { worker, address, message }
        })
    }

    fn resolve(&self, worker: usize) -> Result<Vec<SocketAddr>, ClusterError> {
        let address = &self.addresses[worker];
        let resolved = address.to_socket_addrs().map(Iterator::collect::<Vec<_>>);
        resolved.map_err(|error| ClusterError::InvalidAddress {
            worker,
            address: address.clone(),
            message: error.to_string(),
        })
    }

    /// Connects to a worker with a lower number, which may not have started yet.
    fn connect(&self, index: usize, deadline: Instant) -> Result<(), ClusterError> {
        loop {
            // The name of a host may have another address after a restart.
            for address in self.resolve(index)? {
                let left = deadline.saturating_duration_since(Instant::now()).max(RETRY);
                if let Ok(socket) = TcpStream::connect_timeout(&address, left)
                    && !is_self_connected(&socket)
                {
                    let limit = self.silence.min(self.within);
                    return self.add(self.identity.connect(index, socket, &self.addresses[index], limit)?);
                }
            }
            if Instant::now() >= deadline {
                return Err(self.no_answer(index));
            }
            self.pause()?;
        }
    }

    /// Accepts all workers with higher numbers.
    fn accept_all(&self, listener: &TcpListener, deadline: Instant) -> Result<(), ClusterError> {
        listener.set_nonblocking(true).map_err(ClusterError::system(CONNECT))?;
        while let Some(missing) = (self.identity.index + 1..self.identity.workers).find(|&index| !self.has(index)) {
            match listener.accept() {
                Ok((socket, address)) => {
                    socket.set_nonblocking(false).map_err(ClusterError::system(CONNECT))?;
                    let limit = INTRODUCTION.min(self.within / 4);
                    let taken = |index| self.has(index);
                    self.add(self.identity.accept(socket, &address.to_string(), limit, taken)?)?;
                    continue;
                }
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
                // A connection that was closed before it was accepted is as good as none.
                Err(error) if error.kind() == ErrorKind::ConnectionAborted => {}
                Err(error) => return Err(ClusterError::system(CONNECT)(error)),
            }
            if Instant::now() >= deadline {
                return Err(self.no_answer(missing));
            }
            self.pause()?;
        }
        Ok(())
    }

    fn no_answer(&self, worker: usize) -> ClusterError {
        ClusterError::NoAnswer { worker, address: self.addresses[worker].clone(), waited: self.within }
    }
}

/// Returns whether a socket is connected to itself. This happens if nobody listens at a port that the system also gives
/// to sockets that connect.
fn is_self_connected(socket: &TcpStream) -> bool {
    matches!((socket.local_addr(), socket.peer_addr()), (Ok(here), Ok(there)) if here == there)
}
