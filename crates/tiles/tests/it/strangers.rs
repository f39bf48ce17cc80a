//! Faults before the first round: strangers, missing workers, taken ports, and workers that were started for something
//! else.

use crate::hosts::{TOKEN, clusters, run};
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};
use tiles::{Cluster, ClusterError, Exchange, Token};

const WITHIN: Duration = Duration::from_millis(1600);

fn quiet(mut exchange: Exchange) -> Result<(), ClusterError> {
    exchange.round(&mut vec![Vec::new(); exchange.workers()])?;
    exchange.finish()
}

fn token() -> Token {
    Token::from_text(TOKEN).unwrap()
}

fn loopback() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    (listener, address)
}

/// Returns the error of worker 0 of 3 after worker 2 has connected, and a stranger has sent some bytes; and the error
/// of worker 2.
fn meet_stranger(greeting: &[u8], hang_up: bool) -> [String; 2] {
    let (listener, address) = loopback();
    let zero = Cluster::hosts(vec![address.clone(), "127.0.0.1:1".to_owned(), "127.0.0.1:1".to_owned()], 0, token());
    let zero = zero.listener(listener).connect_within(WITHIN);
    let two = Cluster::hosts(vec![address.clone(), "127.0.0.1:1".to_owned(), "127.0.0.1:0".to_owned()], 2, token());
    let two = two.connect_within(WITHIN * 2);
    let two = thread::spawn(move || two.connect().unwrap_err());
    let greeting = greeting.to_owned();
    let stranger = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        let mut socket = TcpStream::connect(address).unwrap();
        socket.write_all(&greeting).unwrap();
        // The socket lives as long as the thread.
        (!hang_up).then_some(socket)
    });
    let started = Instant::now();
    let error = zero.connect().unwrap_err();
    assert!(started.elapsed() < WITHIN, "{error}");
    drop(stranger.join().unwrap());
    let ClusterError::Failed { worker: 0, message } = two.join().unwrap() else { panic!("worker 0 told nothing") };
    [error.to_string(), message]
}

fn hello(version: u32, index: u32, workers: u32) -> Vec<u8> {
    [&b"hitmask\n"[..], [version, index, workers].map(u32::to_le_bytes).as_flattened(), &[0; 40]].concat()
}

#[test]
fn strangers_are_named_with_their_deed() {
    let silence = "did not introduce itself within 0.4 s";
    for (greeting, hang_up, deed) in [
        (vec![], false, silence),
        (vec![], true, "hung up before it had introduced itself"),
        (b"hitma".to_vec(), false, silence),
        (b"hitma".to_vec(), true, "hung up"),
        (b"GET / HTTP/1.1\r\n\r\n".to_vec(), false, "began with \"GET / HT\""),
        (vec![0xff; 5000], true, "began with"),
        (vec![0; 8], false, "began with \"\\0\\0\\0\\0"),
        (hello(1, 1, 3)[..30].to_vec(), false, silence),
        (hello(1, 1, 3)[..59].to_vec(), true, "hung up"),
        (hello(1, 1, 3), false, silence),
        (hello(1, 1, 3), true, "hung up"),
        ([hello(1, 1, 3), vec![0; 32]].concat(), false, "has another token"),
        (hello(2, 1, 3), false, "uses version 2 of the protocol, this one version 1"),
        (hello(1, 1, 4), false, "counts 4 workers, this one counts 3"),
    ] {
        let [error, told] = meet_stranger(&greeting, hang_up);
        assert!(error.contains("127.0.0.1:") && error.contains(deed), "{error}, expected {deed:?}");
        assert_eq!(error, told);
    }
}

#[test]
fn workers_of_another_cluster_are_refused_at_both_ends() {
    type Change = fn(Vec<String>, Token) -> Cluster;
    type Expected = fn(&ClusterError) -> bool;
    let others: [(Change, Expected); 3] = [
        (
            |addresses, token| Cluster::hosts(addresses, 1, token).job(6),
            |error| matches!(error, ClusterError::OtherJob { .. }),
        ),
        (
            |addresses, _| Cluster::hosts(addresses, 1, Token::random().unwrap()),
            |error| matches!(error, ClusterError::OtherToken { .. }),
        ),
        (
            |mut addresses, token| {
                addresses.push("127.0.0.1:1".to_owned());
                Cluster::hosts(addresses, 1, token)
            },
            |error| matches!(error, ClusterError::OtherCount { .. }),
        ),
    ];
    for (change, is_expected) in others {
        let (listener, address) = loopback();
        let addresses = vec![address, "127.0.0.1:0".to_owned()];
        let other = change(addresses.clone(), token());
        let zero = Cluster::hosts(addresses, 0, token()).listener(listener);
        let started = Instant::now();
        for result in run(vec![zero, other], quiet) {
            let error = result.unwrap_err();
            assert!(is_expected(&error), "{error}");
        }
        assert!(started.elapsed() < Duration::from_secs(2));
    }
}

#[test]
fn two_workers_with_one_number_are_refused() {
    let (listener, address) = loopback();
    let addresses = vec![address, "127.0.0.1:0".to_owned(), "127.0.0.1:0".to_owned()];
    let zero = Cluster::hosts(addresses.clone(), 0, token()).listener(listener);
    let twin = || Cluster::hosts(addresses.clone(), 1, token());
    let errors: Vec<_> = run(vec![zero, twin(), twin()], quiet).into_iter().map(Result::unwrap_err).collect();
    assert!(matches!(errors[0], ClusterError::IndexTaken { worker: 1, .. }), "{errors:?}");
    // Worker 0 refuses one of the twins, and tells the other twin why the run ends.
    let refused = |error: &ClusterError| matches!(error, ClusterError::IndexTaken { worker: 1, .. });
    let told = ClusterError::Failed { worker: 0, message: errors[0].to_string() };
    assert!(refused(&errors[1]) && errors[2] == told || refused(&errors[2]) && errors[1] == told, "{errors:?}");
}

#[test]
fn a_wrong_order_of_hosts_is_an_error() {
    let (listener, address) = loopback();
    let hosts = |own: [&str; 3]| own.map(str::to_owned).to_vec();
    let zero = Cluster::hosts(hosts([&address, "127.0.0.1:0", "127.0.0.1:0"]), 0, token()).listener(listener);
    // Worker 2 looks for worker 1 at the address of worker 0, after it has met worker 0.
    let two = Cluster::hosts(hosts([&address, &address, "127.0.0.1:0"]), 2, token());
    let started = Instant::now();
    let errors: Vec<_> = run(vec![zero, two], quiet).into_iter().map(Result::unwrap_err).collect();
    assert!(errors[1].to_string().contains("says that it is worker 0, but worker 1 was expected"), "{errors:?}");
    assert!(matches!(errors[0], ClusterError::Stranger { .. } | ClusterError::IndexTaken { .. }), "{errors:?}");
    assert!(started.elapsed() < Duration::from_secs(3));
}

#[test]
fn a_missing_worker_is_named_by_all_others() {
    for missing in 0..3 {
        let mut clusters: Vec<_> = clusters(3).into_iter().map(|cluster| cluster.connect_within(WITHIN)).collect();
        // The dropped cluster closes its socket, so that nobody listens at its address.
        drop(clusters.remove(missing));
        let started = Instant::now();
        for result in run(clusters, quiet) {
            let error = result.unwrap_err();
            let named = matches!(error, ClusterError::NoAnswer { worker, waited: WITHIN, .. } if worker == missing);
            assert!(named, "{missing}: {error}");
        }
        let time = started.elapsed();
        assert!(time > WITHIN && time < WITHIN + Duration::from_millis(900), "{time:?}");
    }
}

#[test]
fn a_program_at_the_address_of_a_worker_is_not_taken_for_the_worker() {
    for (greeting, expected) in
        [(&b"SSH-2.0-OpenSSH_9.6\r\n"[..], "began with \"SSH-2.0-\""), (b"", "did not introduce itself")]
    {
        let (listener, address) = loopback();
        let squatter = thread::spawn(move || {
            let (mut socket, _) = listener.accept().unwrap();
            socket.write_all(greeting).unwrap();
            thread::sleep(WITHIN + Duration::from_millis(500));
        });
        // A program that answers but says nothing is found long before the limit for workers that start late.
        let one = Cluster::hosts(vec![address.clone(), "127.0.0.1:0".to_owned()], 1, token()).silence_limit(WITHIN);
        let started = Instant::now();
        let error = one.connect().unwrap_err().to_string();
        assert!(started.elapsed() < WITHIN + Duration::from_millis(900));
        assert!(error.contains(&address) && error.contains(expected), "{error}");
        squatter.join().unwrap();
    }
}

#[test]
fn a_taken_port_is_an_error_at_once() {
    let (_listener, address) = loopback();
    let started = Instant::now();
    let zero = Cluster::hosts(vec![address.clone(), "127.0.0.1:1".to_owned()], 0, token());
    assert_eq!(zero.connect().unwrap_err(), ClusterError::PortTaken { worker: 0, address });
    assert!(started.elapsed() < Duration::from_millis(500));
}

#[test]
fn wrong_arguments_are_errors() {
    let connect = |addresses: &[&str], index| {
        let addresses = addresses.iter().map(|&address| address.to_owned()).collect();
        Cluster::hosts(addresses, index, token()).connect().unwrap_err()
    };
    assert_eq!(connect(&[], 0), ClusterError::NoWorkers);
    assert_eq!(connect(&["127.0.0.1:0"], 1), ClusterError::InvalidIndex { index: 1, workers: 1 });
    for address in ["127.0.0.1", "127.0.0.1:", "127.0.0.1:70000", ""] {
        let error = connect(&[address, "127.0.0.1:1"], 0);
        assert!(matches!(&error, ClusterError::InvalidAddress { worker: 0, .. }), "{error}");
    }
}

#[test]
fn workers_may_start_in_any_order() {
    let mut clusters = clusters(3);
    clusters.reverse();
    let start = |(place, cluster): (u64, Cluster)| {
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(place * 200));
            quiet(Exchange::new(cluster.connect()?.pop().unwrap())?)
        })
    };
    let threads: Vec<_> = (0..).zip(clusters).map(start).collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap(), Ok(()));
    }
}
