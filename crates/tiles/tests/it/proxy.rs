//! A proxy between two workers that can cut, freeze and damage their connection.

use crate::hosts;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

/// A fault of the bytes in one direction, after some bytes have passed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Fault {
    None,
    /// Both directions close.
    Cut(usize),
    /// Nothing passes any more, and the connection stays open.
    Freeze(usize),
    /// One bit flips.
    Flip(usize, u8),
    /// Bytes appear that no worker sent.
    Insert(usize, &'static [u8]),
}

/// How many bytes the handshake takes in each direction at most.
pub(crate) const HANDSHAKE: usize = 60 + 33;

/// The number of bytes that the target has sent, for threads that wait for some of them.
#[derive(Clone, Default)]
pub(crate) struct Sent(Arc<(Mutex<usize>, Condvar)>);

impl Sent {
    pub(crate) fn count(&self) -> usize {
        *self.0.0.lock().unwrap()
    }

    /// Waits until the target has sent `count` bytes.
    pub(crate) fn wait_for(&self, count: usize) {
        let (sent, changed) = &*self.0;
        let is_less = |sent: &mut usize| *sent < count;
        let waited = changed.wait_timeout_while(sent.lock().unwrap(), Duration::from_secs(60), is_less).unwrap();
        assert!(!waited.1.timed_out(), "the target sent {} of {count} bytes in a minute", *waited.0);
    }

    fn add(&self, count: usize) {
        *self.0.0.lock().unwrap() += count;
        self.0.1.notify_all();
    }
}

/// Accepts one connection and relays it to `target`. `up` is the fault of what the accepted end sends. Returns the
/// address, and the number of bytes that the target sends.
pub(crate) fn start(target: String, up: Fault, down: Fault) -> (String, Sent) {
    let (listener, address) = hosts::listener();
    let sent = Sent::default();
    let counted = sent.clone();
    thread::spawn(move || relay(listener.accept().unwrap().0, &target, up, down, &counted));
    (address, sent)
}

/// Relays a connection to `target` until both ends have closed it.
pub(crate) fn relay(near: TcpStream, target: &str, up: Fault, down: Fault, sent: &Sent) {
    let far = TcpStream::connect(target).unwrap();
    near.set_nodelay(true).unwrap();
    far.set_nodelay(true).unwrap();
    let (from, to) = (near.try_clone().unwrap(), far.try_clone().unwrap());
    thread::spawn(move || pass(from, to, up, |_| ()));
    pass(far, near, down, |count| sent.add(count));
}

fn pass(mut from: TcpStream, mut to: TcpStream, fault: Fault, count_passed: impl Fn(usize)) {
    let mut passed = 0;
    let mut bytes = vec![0; 1 << 16];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        let here = &mut bytes[..count];
        let reached = |at: usize| at.checked_sub(passed).filter(|&at| at < count);
        let written = match fault {
            Fault::Cut(at) if at < passed + count => {
                let _ = to.write_all(&here[..at.saturating_sub(passed)]);
                let _ = from.shutdown(Shutdown::Both);
                break;
            }
            Fault::Freeze(at) if at < passed + count => {
                let _ = to.write_all(&here[..at.saturating_sub(passed)]);
                // The connection stays open until the end of the tests.
                loop {
                    thread::park();
                }
            }
            Fault::Flip(at, bit) => {
                reached(at).into_iter().for_each(|at| here[at] ^= 1 << bit);
                to.write_all(here)
            }
            Fault::Insert(at, noise) => match reached(at) {
                Some(at) => to.write_all(&[&here[..at], noise, &here[at..]].concat()),
                None => to.write_all(here),
            },
            _ => to.write_all(here),
        };
        passed += count;
        if written.is_err() {
            break;
        }
        count_passed(count);
    }
    let _ = to.shutdown(Shutdown::Write);
}
