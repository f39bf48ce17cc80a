//! The side of a worker that a launcher started.

use crate::records::{Record, send};
use crate::{ending, interrupt, records};
use anyhow::{Context, Result};
use std::error::Error;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::thread::Builder;
use std::time::Duration;
use std::{io, process, thread};
use tiles::{Cluster, ClusterError, HEARTBEAT, TilesError, Token};

/// The lines on standard input by which the launcher passes on a Ctrl-C, and says that nobody reads the output.
pub(super) const INTERRUPT: &str = "interrupt";
pub(super) const READER_GONE: &str = "reader gone";

/// How long a worker waits for the others. The launcher watches all of them, so this limit is never reached.
const CONNECT: Duration = Duration::from_secs(24 * 3600);

/// Tells the launcher the address of this worker, and receives the addresses of its peers.
pub(super) fn join(index: usize, workers: usize) -> Result<Cluster> {
    records::open();
    let beat = || {
        loop {
            send(&Record::Alive);
            thread::sleep(HEARTBEAT);
        }
    };
    Builder::new().name("heartbeat".into()).spawn(beat).context("cannot start a thread")?;
    let listener = TcpListener::bind("127.0.0.1:0").context("cannot listen on loopback")?;
    let address = listener.local_addr().context("cannot listen on loopback")?;
    send(&Record::Listening(address.to_string()));
    let mut lines = BufReader::new(io::stdin()).lines().map_while(io::Result::ok);
    let token = lines.next();
    let addresses: Vec<String> = lines.by_ref().take(workers).collect();
    let Some(token) = token.filter(|_| addresses.len() == workers) else { leave() };
    let token = Token::from_text(&token).context("the launcher sent no token")?;
    let obey = move || {
        for line in lines {
            match line.as_str() {
                INTERRUPT => interrupt::pass_on(),
                READER_GONE => records::close_output(),
                _ => {}
            }
        }
        leave()
    };
    Builder::new().name("launcher".into()).spawn(obey).context("cannot start a thread")?;
    // The launcher alone decides which worker has stalled.
    let cluster = Cluster::hosts(addresses, index, token).listener(listener).silence_limit(Duration::MAX);
    Ok(cluster.connect_within(CONNECT))
}

/// Ends the process after its launcher has ended or has given up.
fn leave() -> ! {
    ending::end(|| process::exit(1));
    unreachable!("the process has ended")
}

/// Reports the error that ends this worker. An error of the cluster is the consequence of another worker's.
pub(crate) fn report(error: &anyhow::Error, text: String) {
    let is_of_cluster = |cause: &(dyn Error + 'static)| {
        cause.is::<ClusterError>() || matches!(cause.downcast_ref(), Some(TilesError::Cluster(_)))
    };
    send(&Record::Failed { is_cause: !error.chain().any(is_of_cluster), error: text });
}
