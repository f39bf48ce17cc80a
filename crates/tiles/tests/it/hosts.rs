//! Workers that reach each other by sockets, as workers of different processes do.

use std::net::{TcpListener, TcpStream};
use std::thread;
use tiles::{Cluster, ClusterError, Exchange, Token};

pub(crate) fn token() -> Token {
    Token::from_text("a token of the tests").unwrap()
}

/// Returns a socket that listens on loopback, and its address.
pub(crate) fn listener() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    (listener, address)
}

/// An address at which nobody listens, and the socket that keeps others from listening there.
pub(crate) fn deserted() -> (TcpStream, String) {
    let (listener, address) = listener();
    let socket = TcpStream::connect(address).unwrap();
    drop(listener);
    let address = socket.local_addr().unwrap().to_string();
    (socket, address)
}

/// Returns the clusters of `workers` workers on loopback, each with a socket of its own.
pub(crate) fn clusters(workers: usize) -> Vec<Cluster> {
    let (listeners, addresses): (Vec<_>, Vec<_>) = (0..workers).map(|_| listener()).unzip();
    let cluster = |(index, listener)| Cluster::hosts(addresses.clone(), index, token()).listener(listener);
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
            let mut connections = cluster.connect()?;
            work(Exchange::new(connections.pop().unwrap())?)
        })
    };
    let threads: Vec<_> = clusters.into_iter().map(start).collect();
    threads.into_iter().map(|thread| thread.join().unwrap()).collect()
}
