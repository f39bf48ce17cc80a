use super::error::ClusterError;
use super::handshake::Identity;
use super::heartbeat::{CONNECT, HEARTBEAT, Heartbeat, Links, SILENCE};
use super::meet::Meeting;
use super::shared::Shared;
use super::token::Token;
use crate::cluster::link::Link;
use std::fmt;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::{Duration, Instant};
use timely::WorkerConfig;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::allocator::TcpBuilder;
use timely::communication::allocator::zero_copy::initialize::{CommsGuard, initialize_networking_from_sockets};
use timely::communication::{Allocator, Hooks};
use timely::worker::Worker;

/// The workers of a cluster, and which ones this process runs.
///
/// Workers have numbers from 0. Each worker does its part of the work, and all of them exchange bytes in rounds, see
/// [`Exchange`](crate::Exchange).
///
/// Workers of different processes must have equal tokens. A token does not hide what workers exchange, so the network
/// must be private.
///
/// ```
/// use tiles::{Cluster, Exchange};
///
/// let connections = Cluster::threads(3).connect()?;
/// let threads: Vec<_> = connections.into_iter().map(|connection| std::thread::spawn(move || {
///     let mut exchange = Exchange::new(connection)?;
///     let greeting = format!("I am {}", exchange.index()).into_bytes();
///     let incoming = exchange.round(&mut vec![greeting; 3])?;
///     exchange.finish()?;
///     Ok::<_, tiles::ClusterError>(incoming)
/// })).collect();
/// for thread in threads {
///     let incoming = thread.join().expect("no worker panics")?;
///     assert_eq!(incoming, [b"I am 0", b"I am 1", b"I am 2"]);
/// }
/// # Ok::<(), tiles::ClusterError>(())
/// ```
#[derive(Debug)]
pub struct Cluster {
    place: Place,
    job: u64,
    connect_within: Duration,
    silence_limit: Duration,
}

#[derive(Debug)]
enum Place {
    Threads(usize),
    Hosts { addresses: Vec<String>, index: usize, token: Token, listener: Option<TcpListener> },
}

impl Cluster {
    /// The largest number of processes in a cluster. Each process has two threads for every other one.
    pub const MAX_HOSTS: usize = 64;

    /// Returns a cluster of `workers` workers, all of them threads of this process.
    #[must_use]
    pub fn threads(workers: usize) -> Cluster {
        Cluster::new(Place::Threads(workers))
    }

    /// Returns a cluster of one worker at each address, `host:port`. This process runs worker `index`, which listens at
    /// its own address.
    #[must_use]
    pub fn hosts(addresses: Vec<String>, index: usize, token: Token) -> Cluster {
        Cluster::new(Place::Hosts { addresses, index, token, listener: None })
    }

    fn new(place: Place) -> Cluster {
        Cluster { place, job: 0, connect_within: CONNECT, silence_limit: SILENCE }
    }

    /// Sets the fingerprint of the work: the command, its options, its input. Workers with different fingerprints
    /// refuse each other. The default is 0.
    #[must_use]
    pub fn job(self, job: u64) -> Cluster {
        Cluster { job, ..self }
    }

    /// Sets how long [`connect`](Cluster::connect) waits for workers that have not started, and how long the first thread
    /// waits for the other connections of this process to be taken. The default is 8 seconds.
    #[must_use]
    pub fn connect_within(self, connect_within: Duration) -> Cluster {
        Cluster { connect_within, ..self }
    }

    /// Sets for how long a worker of another process may be silent before it counts as stalled. The default is 4
    /// seconds. The limit also applies while this worker waits for others to start.
    ///
    /// A worker that computes is not silent: each process sends heartbeats from a thread of its own. All processes
    /// should have equal limits. `Duration::MAX` is no limit, for a program that watches its processes itself: then no
    /// heartbeats are sent.
    #[must_use]
    pub fn silence_limit(self, silence_limit: Duration) -> Cluster {
        Cluster { silence_limit, ..self }
    }

    /// Sets a socket that already listens at the address of this worker. Workers that are threads need none.
    #[must_use]
    pub fn listener(mut self, socket: TcpListener) -> Cluster {
        if let Place::Hosts { listener, .. } = &mut self.place {
            *listener = Some(socket);
        }
        self
    }

    /// Connects all workers, and returns a connection for each worker of this process.
    ///
    /// # Errors
    /// Returns an error if the list of workers is empty or has more than [`Cluster::MAX_HOSTS`] processes, if the number of this worker or an address is not valid, or if this
    /// worker cannot listen. Returns an error that names the worker or the address if a worker does not connect in time, if
    /// its version, token, job or number of workers differs, or if a stranger connects.
    pub fn connect(self) -> Result<Vec<Connection>, ClusterError> {
        let shared = Arc::new(Shared::default());
        match self.place {
            Place::Threads(workers) => {
                check_count(workers, usize::MAX)?;
                let (builders, _no_threads) = builders(workers, vec![None], 0)?;
                let within = self.connect_within;
                let connection = |(index, builder)| Connection {
                    index,
                    workers,
                    shared: Arc::clone(&shared),
                    way: Way::Threads(builder, within),
                };
                Ok(builders.into_iter().enumerate().map(connection).collect())
            }
            Place::Hosts { addresses, index, token, listener } => {
                let workers = addresses.len();
                check_count(workers, Cluster::MAX_HOSTS)?;
                if index >= workers {
                    return Err(ClusterError::InvalidIndex { index, workers });
                }
                let links = Links::default();
                let beat = match self.silence_limit {
                    Duration::MAX => Duration::MAX,
                    limit => (limit / 8).min(HEARTBEAT),
                };
                let heartbeat = Heartbeat::start(Arc::clone(&links), Arc::clone(&shared), beat)
                    .map_err(ClusterError::system("start a thread"))?;
                let meeting = Meeting {
                    identity: Identity { index, workers, job: self.job, token },
                    addresses: &addresses,
                    within: self.connect_within,
                    silence: self.silence_limit,
                    shared: &shared,
                    links: &links,
                };
                let met = if workers == 1 { Ok(Vec::new()) } else { meeting.run(listener) };
                let links = met.inspect_err(|fault| {
                    // The thread tells all connected peers why this worker gives up.
                    shared.fail(fault.clone());
                    heartbeat.join();
                })?;
                Ok(vec![Connection { index, workers, shared, way: Way::Hosts(links, heartbeat) }])
            }
        }
    }
}

/// Returns an error if a cluster cannot have so many workers.
fn check_count(workers: usize, limit: usize) -> Result<(), ClusterError> {
    if workers == 0 || workers > limit { Err(ClusterError::InvalidCount { workers, limit }) } else { Ok(()) }
}

/// Returns the builders of timely's workers for `threads` threads of this process, and starts two threads for each
/// link.
fn builders(
    threads: usize,
    links: Vec<Option<Link>>,
    process: usize,
) -> Result<(Vec<TcpBuilder>, CommsGuard), ClusterError> {
    let hooks = Hooks::default();
    // The builders of threads alone are private to timely, so these always belong to a cluster, which may have one
    // process.
    let inner = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
    initialize_networking_from_sockets(inner, links, process, threads, hooks)
        .map_err(ClusterError::system("start a thread"))
}

/// The place of one worker in a connected cluster. Move it to the thread of the worker, and make an
/// [`Exchange`](crate::Exchange) of it there.
///
/// If a connection is dropped, the other workers end with [`ClusterError::LeftEarly`].
pub struct Connection {
    index: usize,
    workers: usize,
    shared: Arc<Shared>,
    way: Way,
}

/// How a worker reaches its peers.
enum Way {
    /// A thread waits for so long for the other connections of the process.
    Threads(TcpBuilder, Duration),
    Hosts(Vec<Link>, Heartbeat),
    /// The connection was taken.
    Taken,
}

/// The parts of a connection that an exchange takes.
pub(super) struct Taken {
    /// `None` if there is one worker.
    pub(super) worker: Option<Worker>,
    /// The threads of timely, which end after the worker is dropped.
    pub(super) threads: Option<CommsGuard>,
    /// `None` if all workers are threads.
    pub(super) heartbeat: Option<Heartbeat>,
}

impl Connection {
    /// Returns the number of this worker, from 0.
    #[must_use]
    pub fn index(&self) -> usize {
        self.index
    }

    /// Returns the number of workers in the cluster.
    #[must_use]
    pub fn workers(&self) -> usize {
        self.workers
    }

    pub(super) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    /// Builds the worker of timely on this thread, after all workers of this process have called this function.
    pub(super) fn take(mut self) -> Result<Taken, ClusterError> {
        let (connections, within) = match self.way {
            Way::Threads(_, within) => (self.workers, within),
            _ => (1, Duration::ZERO),
        };
        // Builders of timely wait for each other and panic if one of them is dropped.
        self.shared.arrive(connections, within)?;
        // A worker without a start time never parks: it would take a whole processor while it waits.
        let now = Some(Instant::now());
        let worker = |builder: TcpBuilder| Worker::new(WorkerConfig::default(), Allocator::Tcp(builder.build()), now);
        Ok(match std::mem::replace(&mut self.way, Way::Taken) {
            Way::Hosts(links, heartbeat) if self.workers > 1 => {
                let mut sockets: Vec<_> = links.into_iter().map(Some).collect();
                sockets.insert(self.index, None);
                let built = builders(1, sockets, self.index);
                let (mut builders, threads) = built.inspect_err(|error| {
                    // Otherwise the heartbeats would go on.
                    self.shared.fail(error.clone());
                    heartbeat.join();
                })?;
                Taken { worker: builders.pop().map(worker), threads: Some(threads), heartbeat: Some(heartbeat) }
            }
            Way::Hosts(_, heartbeat) => Taken { worker: None, threads: None, heartbeat: Some(heartbeat) },
            Way::Threads(builder, _) if self.workers > 1 => {
                Taken { worker: Some(worker(builder)), threads: None, heartbeat: None }
            }
            Way::Threads(..) | Way::Taken => Taken { worker: None, threads: None, heartbeat: None },
        })
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if !matches!(self.way, Way::Taken) {
            self.shared.fail(ClusterError::LeftEarly { worker: self.index });
        }
        if let Way::Hosts(_, heartbeat) = &self.way {
            heartbeat.join();
        }
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection").field("index", &self.index).field("workers", &self.workers).finish_non_exhaustive()
    }
}
