//! The thread of a process that sends heartbeats to all peers and tells them of a fault, and all times of a cluster.

use super::error::ClusterError;
use super::shared::{Shared, lock};
use crate::cluster::link::Link;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use std::{io, thread};

#[derive(Default)]
pub(super) struct Heartbeat(Mutex<Option<JoinHandle<()>>>);

/// The links to the peers that this process has met so far.
pub(super) type Links = Arc<Mutex<Vec<Link>>>;

impl Heartbeat {
    /// Starts the thread. It runs until the links are closed, or until all peers were told of a fault.
    pub(super) fn start(links: Links, shared: Arc<Shared>, interval: Duration) -> io::Result<Heartbeat> {
        shared.set_tells(true);
        let beat = move || {
            loop {
                match shared.wait(interval) {
                    Ok(true) => return,
                    Ok(false) => lock(&links).iter().for_each(Link::beat),
                    Err(fault) => return farewell(&lock(&links), &fault, &shared),
                }
            }
        };
        let thread = thread::Builder::new().name("hitmask:heartbeat".to_owned()).spawn(beat)?;
        Ok(Heartbeat(Mutex::new(Some(thread))))
    }

    /// Waits until the thread has told all peers of the fault, or has seen that the links are closed.
    pub(super) fn join(&self) {
        if let Some(thread) = lock(&self.0).take() {
            // The thread does not panic: it only writes to sockets.
            let _ = thread.join();
        }
    }
}

/// Tells all peers why this process gives up.
fn farewell(links: &[Link], fault: &ClusterError, shared: &Shared) {
    let deadline = Instant::now() + LINGER;
    links.iter().for_each(|link| link.send_failure(fault, deadline));
    links.iter().for_each(|link| link.drain(deadline));
    shared.set_tells(false);
}

/// How long a worker waits by default for workers that have not started.
pub(super) const CONNECT: Duration = Duration::from_secs(8);
/// How long a program that connects may take to introduce itself. A worker does so at once.
pub(super) const INTRODUCTION: Duration = Duration::from_secs(2);
/// How long to wait before a refused connection is tried again, and between two looks for new connections.
pub(super) const RETRY: Duration = Duration::from_millis(5);

/// The time between two signs of life of a process, on each idle connection.
pub const HEARTBEAT: Duration = Duration::from_millis(500);
/// How long a process may give no sign of life before it counts as stalled, unless a program sets another limit.
pub const SILENCE: Duration = Duration::from_secs(4);

/// How long a process that gives up waits for its peers to read why. A peer that reads gives up too, and closes its end
/// at once, so only peers that do not read take this long.
pub(super) const LINGER: Duration = Duration::from_secs(2);

/// How long a blocked call on a socket takes before it looks for a fault.
pub(super) const SLICE: Duration = Duration::from_millis(50);
/// How long a worker sleeps while it waits for a round. A fault wakes it, so this limit only bounds the harm if a
/// wake-up is lost.
pub(super) const PARK: Duration = Duration::from_millis(200);
