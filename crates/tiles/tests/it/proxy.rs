//! A proxy between two workers that can cut, freeze and damage their connection.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
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

/// Accepts one connection and passes it on to `target`. `up` is the fault of what the accepted end sends. Returns the
/// address.
pub(crate) fn start(target: String, up: Fault, down: Fault) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    thread::spawn(move || {
        let (near, _) = listener.accept().unwrap();
        let far = TcpStream::connect(target).unwrap();
        near.set_nodelay(true).unwrap();
        far.set_nodelay(true).unwrap();
        let (from, to) = (near.try_clone().unwrap(), far.try_clone().unwrap());
        thread::spawn(move || pass(from, to, up));
        pass(far, near, down);
    });
    address
}

fn pass(mut from: TcpStream, mut to: TcpStream, fault: Fault) {
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
                // Longer than any limit of the tests.
                return thread::sleep(Duration::from_secs(20));
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
    }
    let _ = to.shutdown(Shutdown::Write);
}
