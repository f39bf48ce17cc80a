//! Workers that reach each other by sockets, as workers of different processes do.

use std::net::TcpListener;
use std::thread;
use tiles::{Cluster, ClusterError, Exchange, Token};

pub(crate) const TOKEN: &str = "a token of the tests";

/// Returns the clusters of `workers` workers on loopback, each with a socket of its own.
pub(crate) fn clusters(workers: usize) -> Vec<Cluster> {
    let listeners: Vec<_> = (0..workers).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let addresses: Vec<_> = listeners.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect();
    let token = Token::from_text(TOKEN).unwrap();
    let cluster = |(index, listener)| Cluster::hosts(addresses.clone(), index, token.clone()).listener(listener);
    listeners.into_iter().enumerate().map(cluster).collect()
}

/// Connects each cluster on a thread of its own, does the work, and returns the results in order.
pub(crate) fn run<T: Send + 'static>(
    clusters: Vec<Cluster>,
    work: impl Fn(Exchange) -> Result<T, ClusterError> + Clone + Send + 'static,
) -> Vec<Result<T, ClusterError>> {
    let start = |cluster: Cluster| {
        let work = work.clone();
        thread::spawn(move || {
            let mut seats = cluster.connect()?;
            work(Exchange::new(seats.pop().unwrap())?)
        })
    };
    let threads: Vec<_> = clusters.into_iter().map(start).collect();
    threads.into_iter().map(|thread| thread.join().unwrap()).collect()
}
