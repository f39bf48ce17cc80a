//! Rounds of random sizes arrive as sent, on every worker, in every round.

use crate::hosts;
use std::thread;
use std::time::Duration;
use tiles::{Cluster, ClusterError, Connection, Exchange};

/// The bytes that a worker sends to another in a round: mostly none or few, sometimes megabytes.
fn packet(seed: u64, round: usize, source: usize, target: usize) -> Vec<u8> {
    let mut rng = fastrand::Rng::with_seed(seed ^ (round * 10_000 + source * 100 + target) as u64);
    let length = match rng.u32(0..24) {
        0..8 => 0,
        8..20 => rng.usize(0..300),
        20..23 => rng.usize(0..60_000),
        _ => rng.usize(0..3_000_000),
    };
    let first: u8 = rng.u8(..);
    let mut bytes: Vec<u8> = (0..length).map(|at| first.wrapping_add((at % 251) as u8)).collect();
    bytes.last_mut().into_iter().for_each(|last| *last = rng.u8(..));
    bytes
}

/// Runs each worker on a thread of its own, and returns the results in the order of the connections.
fn run<T: Send + 'static>(
    connections: Vec<Connection>,
    work: impl Fn(Exchange) -> Result<T, ClusterError> + Clone + Send + 'static,
) -> Vec<Result<T, ClusterError>> {
    let start = |connection| {
        let work = work.clone();
        thread::spawn(move || Exchange::new(connection).and_then(work))
    };
    let threads: Vec<_> = connections.into_iter().map(start).collect();
    threads.into_iter().map(|thread| thread.join().unwrap()).collect()
}

/// Compares the rounds of a worker with the bytes that were sent.
fn check_rounds(seed: u64, rounds: usize) -> impl Fn(Exchange) -> Result<(), ClusterError> + Clone + Send + 'static {
    move |mut exchange| {
        let (me, workers) = (exchange.index(), exchange.workers());
        for round in 0..rounds {
            let mut outgoing: Vec<_> = (0..workers).map(|target| packet(seed, round, me, target)).collect();
            let incoming = exchange.round(&mut outgoing)?;
            assert!(outgoing.iter().all(Vec::is_empty));
            assert_eq!(incoming.len(), workers);
            for (source, bytes) in incoming.iter().enumerate() {
                assert!(*bytes == packet(seed, round, source, me), "round {round}, {source} to {me}");
            }
        }
        exchange.finish()
    }
}

#[test]
fn threads_receive_what_was_sent() {
    for workers in 1..6 {
        let results = run(Cluster::threads(workers).connect().unwrap(), check_rounds(workers as u64, 60));
        assert_eq!(results, vec![Ok(()); workers]);
    }
}

#[test]
fn hosts_receive_what_was_sent() {
    for workers in 1..6 {
        let results = hosts::run(hosts::clusters(workers), check_rounds(workers as u64, 60));
        assert_eq!(results, vec![Ok(()); workers]);
    }
}

#[test]
fn a_slow_worker_delays_the_others_and_loses_nothing() {
    let slow = |mut exchange: Exchange| {
        let me = exchange.index() as u8;
        for round in 0..20 {
            if me == 1 {
                std::hint::black_box((0..1_000_000_u64).fold(0, |sum, number| sum ^ std::hint::black_box(number)));
            }
            let incoming = exchange.round(&mut vec![vec![me, round]; 3])?;
            assert_eq!(incoming, [[0, round], [1, round], [2, round]]);
        }
        exchange.finish()
    };
    assert_eq!(run(Cluster::threads(3).connect().unwrap(), slow), [Ok(()), Ok(()), Ok(())]);
    assert_eq!(hosts::run(hosts::clusters(3), slow), [Ok(()), Ok(()), Ok(())]);
}

#[test]
fn a_failing_worker_tells_the_others_why() {
    let failing = |mut exchange: Exchange| {
        for round in 0.. {
            if exchange.index() == 1 && round == 7 {
                exchange.fail("the table is full");
            }
            exchange.round(&mut vec![vec![1; 100]; 3])?;
        }
        exchange.finish()
    };
    let failed = ClusterError::Failed { worker: 1, message: "the table is full".to_owned() };
    let failed = vec![Err(failed); 3];
    assert_eq!(run(Cluster::threads(3).connect().unwrap(), failing), failed);
    assert_eq!(hosts::run(hosts::clusters(3), failing), failed);
}

#[test]
fn a_worker_that_leaves_early_is_named() {
    // Worker 2 drops its exchange, finishes it, or drops its connection.
    for path in 0..3 {
        let leaving = move |mut exchange: Exchange| {
            for round in 0.. {
                match (exchange.index(), round, path) {
                    (2, 5, 0) => return Ok(()),
                    (2, 5, _) => return exchange.finish(),
                    _ => exchange.round(&mut vec![vec![9]; 3]).map(drop)?,
                }
            }
            Ok(())
        };
        let mut connections = Cluster::threads(3).connect().unwrap();
        if path == 2 {
            connections.pop();
        }
        let left = vec![Err(ClusterError::LeftEarly { worker: 2 }); 2];
        assert_eq!(run(connections, leaving)[..2], left, "path {path}");
        if path < 2 {
            assert_eq!(hosts::run(hosts::clusters(3), leaving)[..2], left, "path {path}");
        }
    }
}

#[test]
fn a_cluster_without_workers_is_an_error() {
    let error = Cluster::threads(0).connect().unwrap_err();
    assert!(matches!(error, ClusterError::InvalidCount { workers: 0, .. }), "{error}");
}

#[test]
fn a_seat_that_nobody_takes_is_an_error() {
    let within = Duration::from_millis(50);
    let mut connections = Cluster::threads(3).connect_within(within).connect().unwrap();
    let _kept = connections.pop();
    let expected = ClusterError::ConnectionUnused { taken: 2, connections: 3, waited: within };
    for result in run(connections, |exchange| exchange.finish()) {
        assert_eq!(result, Err(expected.clone()));
    }
}

#[test]
fn a_watch_learns_of_the_end_while_its_worker_computes() {
    for leaves in [false, true] {
        let mut connections = Cluster::threads(2).connect().unwrap();
        let (one, zero) = (connections.pop().unwrap(), connections.pop().unwrap());
        let other = thread::spawn(move || {
            let exchange = Exchange::new(one).unwrap();
            if leaves { drop(exchange) } else { exchange.finish().unwrap() }
        });
        let exchange = Exchange::new(zero).unwrap();
        let watch = exchange.watch();
        let watching = thread::spawn(move || watch.wait());
        if leaves {
            // This worker makes no call.
            assert_eq!(watching.join().unwrap(), Some(ClusterError::LeftEarly { worker: 1 }));
        } else {
            exchange.finish().unwrap();
            assert_eq!(watching.join().unwrap(), None);
        }
        other.join().unwrap();
    }
}
