use super::token::TokenError;
use serde::{Deserialize, Serialize};
use std::io;
use std::time::Duration;
use thiserror::Error;

/// An error that ends the work of all workers.
///
/// A worker that gives up sends its error to its peers. So every worker has the error of the worker that found the fault, and
/// not the consequences of the fault.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ClusterError {
    /// A cluster has no workers, or more processes than it can connect.
    #[error("number of workers must be from 1 to {limit}, got {workers}")]
    InvalidCount {
        /// The number of workers.
        workers: usize,
        /// [`Cluster::MAX_HOSTS`](crate::Cluster::MAX_HOSTS), or the largest number for threads.
        limit: usize,
    },
    /// The number of a worker is beyond the cluster.
    #[error("number of the worker must be below {workers}, the number of addresses, got {index}")]
    InvalidIndex {
        /// The number of the worker.
        index: usize,
        /// The number of workers.
        workers: usize,
    },
    /// An address does not name a host and a port.
    #[error("address of worker {worker} must be host:port, got {address:?}: {message}")]
    InvalidAddress {
        /// The worker that the address belongs to.
        worker: usize,
        /// The address.
        address: String,
        /// The error of the system.
        message: String,
    },
    /// The system refused something that workers need.
    #[error("cannot {action}: {message}")]
    System {
        /// The refused action.
        action: String,
        /// The error of the system.
        message: String,
    },
    /// This worker cannot listen at its address.
    #[error("worker {worker} cannot listen at {address}: {message}")]
    CannotListen {
        /// This worker.
        worker: usize,
        /// Its address.
        address: String,
        /// The reason.
        message: String,
    },
    /// A worker did not appear in time.
    #[error("worker {worker} did not answer at {address} within {:.1} s: was it started?", waited.as_secs_f32())]
    NoAnswer {
        /// The worker that is missing.
        worker: usize,
        /// The address at which it was expected.
        address: String,
        /// How long this worker waited.
        waited: Duration,
    },
    /// A program accepted the connection to a worker, and then did not introduce itself as the worker.
    #[error(
        "worker {worker} did not introduce itself at {address} within {:.1} s: the worker is stopped, or another \
         program has its port",
        waited.as_secs_f32()
    )]
    NoIntroduction {
        /// The worker that should be at the address.
        worker: usize,
        /// The address.
        address: String,
        /// How long this worker waited.
        waited: Duration,
    },
    /// A program that is no worker of this cluster connected, or answered at the address of a worker.
    #[error("{address} is not a worker of this cluster: it {reason}")]
    Stranger {
        /// The address of the program.
        address: String,
        /// The action of the program that no worker does.
        reason: String,
    },
    /// A program is a worker, but of another cluster or another run.
    #[error("the worker at {address} {reason}")]
    Foreign {
        /// The address of the peer.
        address: String,
        /// The difference.
        reason: Difference,
    },
    /// A peer has the number of another worker.
    #[error("{address} has the number {worker}, which {reason}: give each worker its own number")]
    IndexTaken {
        /// The number that the peer gave.
        worker: usize,
        /// The address of the peer.
        address: String,
        /// The conflict.
        reason: String,
    },
    /// The connection to a worker closed without a goodbye.
    #[error("worker {worker} died: its connection closed without a goodbye")]
    Died {
        /// The worker that died.
        worker: usize,
    },
    /// A worker is connected, but nothing was heard from it.
    #[error("worker {worker} stalled: nothing was heard from it for {:.1} s", silence.as_secs_f32())]
    Stalled {
        /// The worker that is silent.
        worker: usize,
        /// The longest silence that is allowed.
        silence: Duration,
    },
    /// The program of a worker called [`Exchange::fail`](crate::Exchange::fail).
    #[error("worker {worker} failed: {message}")]
    Failed {
        /// The worker that gave up.
        worker: usize,
        /// The message of the program.
        message: String,
    },
    /// A worker could not connect, for a reason of its own.
    #[error("worker {worker} gave up: {fault}")]
    GaveUp {
        /// The worker that gave up.
        worker: usize,
        /// The error of that worker.
        fault: Box<ClusterError>,
    },
    /// A worker panicked.
    #[error("worker {worker} panicked")]
    Panicked {
        /// The worker that panicked.
        worker: usize,
    },
    /// A connection of this process was not taken, so the workers at the other connections cannot begin.
    #[error(
        "{taken} of {connections} connections were taken within {:.1} s: make an Exchange of every connection, each on its own thread",
        waited.as_secs_f32()
    )]
    ConnectionUnused {
        /// The number of connections that were taken.
        taken: usize,
        /// The number of connections of this process.
        connections: usize,
        /// How long the workers waited: see [`Cluster::connect_within`](crate::Cluster::connect_within).
        waited: Duration,
    },
    /// A worker dropped its [`Exchange`](crate::Exchange), or finished it, while its peers were still at work.
    #[error("worker {worker} left before the others had finished")]
    LeftEarly {
        /// The worker that left.
        worker: usize,
    },
    /// A worker sent bytes that no worker of this version sends.
    #[error("worker {worker} sent {what}: the connection is damaged, or another program took it over")]
    Malformed {
        /// The worker.
        worker: usize,
        /// The bytes that it sent, in words.
        what: String,
    },
    /// A token cannot be used.
    #[error(transparent)]
    Token(#[from] TokenError),
}

/// The difference between a worker of this run and a worker of another cluster or another run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Difference {
    /// The version of the protocol: of the peer, and of this worker.
    #[error("uses version {0} of the protocol, this one version {1}: use the same program everywhere")]
    Version(u32, u32),
    /// The token.
    #[error("has another token: use the same token file everywhere")]
    Token,
    /// The job: see [`Cluster::job`](crate::Cluster::job).
    #[error("was started for another job: use the same command, options and input files everywhere")]
    Job,
    /// The number of workers: of the peer, and of this worker.
    #[error("counts {0} workers, this one counts {1}: use the same list of hosts everywhere")]
    Count(usize, usize),
}

impl ClusterError {
    /// Returns a function from an error of the system to the error of an action.
    pub(super) fn system(action: &str) -> impl Fn(io::Error) -> ClusterError {
        move |error| ClusterError::System { action: action.to_owned(), message: error.to_string() }
    }

    /// Returns the worker at fault, or `None` if the fault lies with this worker or with a stranger.
    #[must_use]
    pub fn culprit(&self) -> Option<usize> {
        match *self {
            ClusterError::Died { worker }
            | ClusterError::Stalled { worker, .. }
            | ClusterError::Failed { worker, .. }
            | ClusterError::GaveUp { worker, .. }
            | ClusterError::Panicked { worker }
            | ClusterError::LeftEarly { worker }
            | ClusterError::NoAnswer { worker, .. }
            | ClusterError::Malformed { worker, .. } => Some(worker),
            _ => None,
        }
    }

    /// Returns the error that the peers of worker `me` receive. A fault of `me` itself is attributed to `me`.
    pub(super) fn for_peers(&self, me: usize) -> ClusterError {
        match self.culprit() {
            Some(_) => self.clone(),
            None => ClusterError::GaveUp { worker: me, fault: Box::new(self.clone()) },
        }
    }
}
