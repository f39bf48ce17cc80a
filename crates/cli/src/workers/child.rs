//! The side of a worker that a launcher started.

use super::signs::Sign;
use crate::interrupt;
use anyhow::{Context, Result};
use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpListener;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Builder};
use std::time::Duration;
use tiles::{Cluster, ClusterError, TilesError, Token};

/// The exit status of a worker of a launcher that ends only because of another worker or of the launcher, so that the
/// launcher can tell the cause from its consequences.
pub(super) const BECAUSE_OF_ANOTHER: u8 = 3;
/// The line on standard input by which the launcher passes on a Ctrl-C.
pub(super) const INTERRUPT: &str = "interrupt";

/// How long a worker of this machine may be silent: heartbeats on loopback are not late by seconds.
const SILENCE: Duration = Duration::from_millis(3500);

/// How long a worker waits for the others. The launcher watches all of them, so this limit is never reached.
const CONNECT: Duration = Duration::from_secs(24 * 3600);
/// The time between two signs of life for the launcher.
pub(super) const ALIVE: Duration = Duration::from_millis(500);

/// Whether this process was started by a launcher.
static IS_CHILD: AtomicBool = AtomicBool::new(false);

/// Tells the launcher the address of this worker, and learns the addresses of its peers.
pub(super) fn join(index: usize, workers: usize) -> Result<Cluster> {
    IS_CHILD.store(true, Ordering::SeqCst);
    let listener = TcpListener::bind("127.0.0.1:0").context("cannot listen on loopback")?;
    let address = listener.local_addr().context("cannot listen on loopback")?;
    let mut out = io::stdout();
    writeln!(out, "{address}").and_then(|()| out.flush()).context("cannot answer the launcher")?;
    let mut lines = BufReader::new(io::stdin()).lines();
    let mut line = || lines.next().and_then(io::Result::ok);
    // Without a launcher there is nobody to complain to.
    let Some(token) = line() else { leave() };
    let addresses: Vec<String> = (0..workers).map_while(|_| line()).collect();
    if addresses.len() < workers {
        leave();
    }
    let token = Token::from_text(&token).context("the launcher sent no token")?;
    let watch = move || {
        for line in lines.map_while(io::Result::ok) {
            if line == INTERRUPT {
                interrupt::pass_on();
            }
        }
        leave()
    };
    let show_life = || {
        loop {
            // If the launcher is gone, the end of standard input ends this worker.
            let _ = Sign::Alive.write(&mut io::stderr());
            thread::sleep(ALIVE);
        }
    };
    Builder::new().name("alive".into()).spawn(show_life).context("cannot start a thread")?;
    Builder::new().name("launcher".into()).spawn(watch).context("cannot start a thread")?;
    let cluster = Cluster::hosts(addresses, index, token).listener(listener);
    Ok(cluster.silence_limit(SILENCE).connect_within(CONNECT))
}

/// Returns whether this process was started by a launcher.
pub(crate) fn is_child() -> bool {
    IS_CHILD.load(Ordering::SeqCst)
}

/// Ends the process after its launcher has ended or has given up.
fn leave() -> ! {
    let _files = interrupt::remove_temporary_files();
    process::exit(BECAUSE_OF_ANOTHER.into())
}

/// Returns the exit status for an error. A worker that ends only because of another one says so to its launcher.
pub(crate) fn exit_status(error: &anyhow::Error) -> u8 {
    match cluster_error(error).filter(|_| is_child()).map(blame) {
        Some(Blame::Worker(worker)) => {
            // If the launcher is gone, the exit status is all that is left to say.
            let _ = Sign::Blame(worker).write(&mut io::stderr());
            BECAUSE_OF_ANOTHER
        }
        Some(Blame::Somebody) => BECAUSE_OF_ANOTHER,
        Some(Blame::Nobody) | None => 1,
    }
}

/// Whose fault an error is.
#[derive(Debug, PartialEq, Eq)]
enum Blame {
    Worker(usize),
    /// A worker that was stopped before it said its number, or a stranger.
    Somebody,
    Nobody,
}

fn cluster_error(error: &anyhow::Error) -> Option<&ClusterError> {
    error.chain().find_map(|cause| match cause.downcast_ref::<TilesError>() {
        Some(TilesError::Cluster(error)) => Some(error),
        _ => cause.downcast_ref::<ClusterError>(),
    })
}

fn blame(error: &ClusterError) -> Blame {
    match *error {
        ClusterError::Died { worker }
        | ClusterError::Stalled { worker, .. }
        | ClusterError::Failed { worker, .. }
        | ClusterError::LeftEarly { worker }
        | ClusterError::NoAnswer { worker, .. }
        | ClusterError::Malformed { worker, .. } => Blame::Worker(worker),
        ClusterError::Stranger { .. } => Blame::Somebody,
        _ => Blame::Nobody,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::anyhow;

    #[test]
    fn errors_of_others_are_found_in_a_chain() {
        let died = ClusterError::Died { worker: 4 };
        let blamed = |error: anyhow::Error| cluster_error(&error).map(blame);
        assert_eq!(blamed(anyhow!(died.clone()).context("step 7")), Some(Blame::Worker(4)));
        assert_eq!(blamed(anyhow!(TilesError::Cluster(died)).context("a").context("b")), Some(Blame::Worker(4)));
        assert_eq!(blamed(anyhow!(ClusterError::NoWorkers)), Some(Blame::Nobody));
        assert_eq!(blamed(anyhow!("no memory")), None);
    }
}
