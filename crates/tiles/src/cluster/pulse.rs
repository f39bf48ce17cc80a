//! The thread of a process that proves to all peers that the process is alive, and that tells them of a fault.

use super::ClusterError;
use super::link::Link;
use super::shared::{Shared, lock};
use super::times::LINGER;
use std::io;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

#[derive(Default)]
pub(super) struct Pulse(Mutex<Option<JoinHandle<()>>>);

/// The links to the peers that this process has met so far.
pub(super) type Links = Arc<Mutex<Vec<Link>>>;

impl Pulse {
    /// Starts the thread. It runs until the links are closed, or until all peers were told of a fault.
    pub(super) fn start(links: Links, shared: Arc<Shared>, interval: Duration) -> io::Result<Pulse> {
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
        let thread = thread::Builder::new().name("hitmask:pulse".to_owned()).spawn(beat)?;
        Ok(Pulse(Mutex::new(Some(thread))))
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
