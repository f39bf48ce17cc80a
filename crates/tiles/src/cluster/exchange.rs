use super::connection::{Connection, Taken};
use super::error::ClusterError;
use super::heartbeat::{Heartbeat, PARK};
use super::packet::{Contents, MAX_BYTES, Packet, ToTarget};
use super::shared::Shared;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;
use std::{fmt, mem, thread};
use timely::communication::allocator::zero_copy::initialize::CommsGuard;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::InputHandle;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::operators::Input;
use timely::dataflow::operators::generic::operator::Operator;
use timely::worker::Worker;

/// Exchanges bytes between all workers of a cluster, in rounds.
///
/// All workers call [`round`](Exchange::round) equally often, and [`finish`](Exchange::finish) after the last round. If
/// one worker dies, fails or leaves, the calls of all others return a [`ClusterError`] that names the worker, and so
/// does every later call.
///
/// An exchange stays on the thread that made it. If it is dropped before `finish`, its peers end with
/// [`ClusterError::LeftEarly`].
pub struct Exchange {
    index: usize,
    workers: usize,
    shared: Arc<Shared>,
    /// The number of rounds so far.
    round: u64,
    /// `None` if there is one worker.
    flow: Option<Flow>,
    /// The threads of timely, or `None` if all workers are threads of this process.
    threads: Option<CommsGuard>,
    heartbeat: Option<Heartbeat>,
    finished: bool,
}

/// Waits for the end of a cluster, on any thread of the process. See [`Exchange::watch`].
#[derive(Debug, Clone)]
pub struct Watch(Arc<Shared>);

impl Watch {
    /// Waits until the cluster has a fault and the workers of other processes have been told of it, or until this worker has
    /// finished. Returns the fault. The process may end then.
    #[must_use]
    pub fn wait(&self) -> Option<ClusterError> {
        self.0.wait_until_told()
    }
}

/// The dataflow: an input, an exchange, and a sink that fills the inbox. The timestamp is the number of the round.
struct Flow {
    input: InputHandle<u64, CapacityContainerBuilder<Packet>>,
    inbox: Rc<RefCell<Inbox>>,
    worker: Worker,
}

/// The bytes that have arrived.
struct Inbox {
    workers: usize,
    /// The first round that was not collected.
    first: u64,
    /// The rounds from `first`. A faster peer may be one round ahead.
    rounds: VecDeque<Round>,
}

/// The bytes of a round, by source, and the number of workers whose last packet has arrived.
#[derive(Default)]
struct Round {
    bytes: Vec<Vec<u8>>,
    complete: usize,
}

impl Inbox {
    /// Stores a packet. Returns the fault if no worker of this version sends such a packet: the round would never end.
    fn store(&mut self, round: u64, Packet { source, is_last, contents, .. }: &mut Packet) -> Result<(), ClusterError> {
        let malformed = |what| Err(ClusterError::Malformed { worker: *source, what });
        let Some(ahead @ 0..=1) = round.checked_sub(self.first).map(|ahead| ahead as usize) else {
            return malformed(format!("bytes of round {round} in round {}", self.first));
        };
        while self.rounds.len() <= ahead {
            self.rounds.push_back(Round { bytes: vec![Vec::new(); self.workers], complete: 0 });
        }
        let Round { bytes, complete } = &mut self.rounds[ahead];
        let Some(bytes) = bytes.get_mut(*source) else {
            return malformed(format!("bytes as worker {source} of {}", self.workers));
        };
        match contents {
            Contents::Local(all) if bytes.is_empty() => *bytes = mem::take(all),
            contents => bytes.extend_from_slice(contents.as_slice()),
        }
        *complete += usize::from(*is_last);
        Ok(())
    }

    /// Returns the bytes of the current round if those of all other workers have arrived.
    fn collect(&mut self) -> Option<Vec<Vec<u8>>> {
        if self.rounds.front()?.complete + 1 < self.workers {
            return None;
        }
        self.first += 1;
        self.rounds.pop_front().map(|round| round.bytes)
    }
}

impl Exchange {
    /// Takes the place of a worker, and waits until the other workers of this process have taken theirs.
    ///
    /// # Errors
    /// Returns the fault of the cluster if a worker has failed or left.
    pub fn new(connection: Connection) -> Result<Exchange, ClusterError> {
        let (index, workers, shared) = (connection.index(), connection.workers(), Arc::clone(connection.shared()));
        let Taken { worker, threads, heartbeat } = connection.take()?;
        let flow = worker.map(|worker| Flow::new(worker, workers, &shared));
        Ok(Exchange { index, workers, shared, round: 0, flow, threads, heartbeat, finished: false })
    }

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

    /// Returns a watch, with which another thread learns of the end of the cluster while this worker computes.
    #[must_use]
    pub fn watch(&self) -> Watch {
        Watch(Arc::clone(&self.shared))
    }

    /// Sends `outgoing[w]` to each worker `w`, and returns the bytes that each worker sent to this one in the same
    /// round.
    ///
    /// The lists of `outgoing` are left empty. Bytes of a worker for itself are passed on without a copy.
    ///
    /// # Errors
    /// Returns an error if a worker has died, stalled, failed or left.
    ///
    /// # Panics
    /// Panics if `outgoing` does not have one list for each worker.
    pub fn round(&mut self, outgoing: &mut [Vec<u8>]) -> Result<Vec<Vec<u8>>, ClusterError> {
        self.exchange(outgoing, false)
    }

    fn exchange(&mut self, outgoing: &mut [Vec<u8>], leaving: bool) -> Result<Vec<Vec<u8>>, ClusterError> {
        assert_eq!(outgoing.len(), self.workers, "a round needs one list of bytes for each worker");
        self.shared.check(leaving)?;
        let own = mem::take(&mut outgoing[self.index]);
        let Some(flow) = &mut self.flow else {
            return Ok(vec![own]);
        };
        // Threads of one process exchange lists of any length as they are.
        let longest = if self.threads.is_some() { MAX_BYTES } else { usize::MAX };
        flow.send(self.index, self.round, outgoing, longest);
        self.round += 1;
        loop {
            self.shared.check(leaving)?;
            // The first step sends. Timely's own progress would tell too that all packets of the round have arrived,
            // but only after all workers have told each other that theirs have, which takes twice as long.
            flow.worker.step_or_park(Some(PARK));
            if let Some(mut incoming) = flow.inbox.borrow_mut().collect() {
                incoming[self.index] = own;
                return Ok(incoming);
            }
        }
    }

    /// Tells all peers why this worker gives up. Their next calls return [`ClusterError::Failed`] with the number of
    /// this worker and the message.
    ///
    /// Waits until all workers of other processes have received the message, for at most 2 s. Text beyond 4096 bytes is cut off.
    pub fn fail(&self, message: &str) {
        let end = (0..=message.len().min(4096)).rev().find(|&end| message.is_char_boundary(end)).unwrap_or(0);
        let message = message[..end].to_owned();
        self.shared.fail(ClusterError::Failed { worker: self.index, message });
        self.heartbeat.iter().for_each(Heartbeat::join);
    }

    /// Waits until all workers have finished, then closes the exchange.
    ///
    /// # Errors
    /// Returns an error if a worker has died, stalled, failed or left. In this case not all workers may have finished.
    pub fn finish(mut self) -> Result<(), ClusterError> {
        self.exchange(&mut vec![Vec::new(); self.workers], true)?;
        // The threads of timely say goodbye, and wait for the goodbyes of all peers.
        self.flow = None;
        self.threads = None;
        self.shared.check(true)?;
        self.shared.close(self.index);
        self.finished = true;
        Ok(())
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        let worker = self.index;
        match thread::panicking() {
            _ if self.finished => {}
            true => self.shared.fail(ClusterError::Panicked { worker }),
            false => self.shared.fail(ClusterError::LeftEarly { worker }),
        }
        self.heartbeat.iter().for_each(Heartbeat::join);
        if thread::panicking() {
            // Timely passes a panic on to its threads, and the second panic would abort the process.
            mem::forget((self.flow.take(), self.threads.take()));
        }
        self.flow = None;
        self.threads = None;
    }
}

impl Flow {
    fn new(mut worker: Worker, workers: usize, shared: &Arc<Shared>) -> Flow {
        let inbox = Rc::new(RefCell::new(Inbox { workers, first: 0, rounds: VecDeque::new() }));
        let (sink, shared) = (Rc::clone(&inbox), Arc::clone(shared));
        let input = worker.dataflow(|scope| {
            let (input, stream) = scope.new_input::<Packet>();
            stream.sink(DistributorPact(|_| ToTarget), "Inbox", move |(packets, _)| {
                let mut inbox = sink.borrow_mut();
                packets.for_each(|stamp, packet| {
                    if let Some(&round) = stamp.stamp().as_singleton() {
                        inbox.store(round, packet).unwrap_or_else(|fault| shared.fail(fault));
                    }
                });
            });
            input
        });
        Flow { input, inbox, worker }
    }

    /// Sends bytes to all other workers, in packets of at most `longest` bytes, and ends the round of this worker.
    fn send(&mut self, source: usize, round: u64, outgoing: &mut [Vec<u8>], longest: usize) {
        for (target, bytes) in outgoing.iter_mut().enumerate() {
            let mut send = |bytes, is_last| {
                self.input.send_batch(&mut Packet { source, target, is_last, contents: Contents::Local(bytes) });
            };
            if target == source {
                continue;
            }
            if bytes.len() <= longest {
                send(mem::take(bytes), true);
            } else {
                let last = (bytes.len() - 1) / longest;
                bytes.chunks(longest).enumerate().for_each(|(at, chunk)| send(chunk.to_vec(), at == last));
                bytes.clear();
            }
        }
        self.input.advance_to(round + 1);
    }
}

impl fmt::Debug for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exchange").field("index", &self.index).field("workers", &self.workers).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parcel_of_another_round_or_source_is_a_fault() {
        let mut inbox = Inbox { workers: 2, first: 5, rounds: VecDeque::new() };
        let mut store = |round, source| inbox.store(round, &mut Packet { source, is_last: true, ..Packet::default() });
        assert_eq!((store(5, 1), store(6, 1)), (Ok(()), Ok(())));
        for (round, source) in [(4, 1), (7, 0), (5, 2)] {
            let fault = store(round, source).unwrap_err();
            assert!(matches!(fault, ClusterError::Malformed { worker, .. } if worker == source), "{fault}");
        }
    }
}
