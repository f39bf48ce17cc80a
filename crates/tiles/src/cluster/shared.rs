//! The fault of the cluster, which all threads of a process share.

use super::error::ClusterError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::thread::Thread;
use std::time::Duration;

/// The first fault of the cluster, and the workers of this process, which a fault wakes.
#[derive(Debug, Default)]
pub(super) struct Shared {
    /// Whether `state` holds a fault or a worker that left. A worker that waits reads this flag in each of its steps.
    news: AtomicBool,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    fault: Option<ClusterError>,
    /// The first worker that left after its last round.
    left: Option<usize>,
    /// Whether the links of this process are closed.
    closed: bool,
    /// Whether a thread tells the peers in other processes of a fault, and has not done so.
    tells: bool,
    /// The threads of the workers of this process.
    workers: Vec<Thread>,
}

/// Locks a mutex. No thread leaves data half changed, so the panic of a thread spoils nothing.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// Waits until all `connections` of this process have called this function, each on its own thread. Fails for all
    /// of them after a time.
    pub(super) fn arrive(&self, connections: usize, within: Duration) -> Result<(), ClusterError> {
        let mut state = lock(&self.state);
        state.workers.push(thread::current());
        self.changed.notify_all();
        let waits = |state: &mut State| state.fault.is_none() && state.workers.len() < connections;
        let (state, time) =
            self.changed.wait_timeout_while(state, within, waits).unwrap_or_else(PoisonError::into_inner);
        let taken = state.workers.len();
        drop(state);
        if time.timed_out() {
            self.fail(ClusterError::ConnectionUnused { taken, connections, waited: within });
        }
        self.check(false)
    }

    /// Stores a fault and wakes all workers of this process. The first fault stays.
    pub(super) fn fail(&self, fault: ClusterError) {
        self.tell(|state| {
            state.fault.get_or_insert(fault);
        });
    }

    /// Stores that a worker left after its last round, and wakes all workers of this process.
    pub(super) fn leave(&self, worker: usize) {
        self.tell(|state| {
            state.left.get_or_insert(worker);
        });
    }

    /// Stores that a worker of this process has left, and that its links are closed, so that no heartbeats are needed.
    pub(super) fn close(&self, worker: usize) {
        self.leave(worker);
        self.tell(|state| state.closed = true);
    }

    fn tell(&self, change: impl FnOnce(&mut State)) {
        let mut state = lock(&self.state);
        change(&mut state);
        self.news.store(true, Ordering::SeqCst);
        state.workers.iter().for_each(Thread::unpark);
        self.changed.notify_all();
    }

    /// Sets whether a thread has yet to tell the peers in other processes of a fault.
    pub(super) fn set_tells(&self, tells: bool) {
        lock(&self.state).tells = tells;
        self.changed.notify_all();
    }

    /// Waits until the links are closed, or until the peers have been told of a fault. Returns the fault.
    pub(super) fn wait_until_told(&self) -> Option<ClusterError> {
        let waits = |state: &mut State| !state.closed && (state.fault.is_none() || state.tells);
        let state = self.changed.wait_while(lock(&self.state), waits).unwrap_or_else(PoisonError::into_inner);
        state.fault.clone()
    }

    /// Returns the fault of the cluster. A worker that left is a fault unless this worker is about to leave too.
    pub(super) fn check(&self, leaving: bool) -> Result<(), ClusterError> {
        if !self.news.load(Ordering::SeqCst) {
            return Ok(());
        }
        let mut state = lock(&self.state);
        if let (None, Some(worker), false) = (&state.fault, state.left, leaving) {
            state.fault = Some(ClusterError::LeftEarly { worker });
            self.changed.notify_all();
        }
        state.fault.clone().map_or(Ok(()), Err)
    }

    /// Returns whether there is a fault.
    pub(super) fn is_faulty(&self) -> bool {
        self.news.load(Ordering::SeqCst) && lock(&self.state).fault.is_some()
    }

    /// Waits for a fault, for the end of the links (`Ok(true)`), or for a time (`Ok(false)`).
    pub(super) fn wait(&self, time: Duration) -> Result<bool, ClusterError> {
        let calm = |state: &mut State| state.fault.is_none() && !state.closed;
        let (state, _) =
            self.changed.wait_timeout_while(lock(&self.state), time, calm).unwrap_or_else(PoisonError::into_inner);
        state.fault.clone().map_or(Ok(state.closed), Err)
    }
}
