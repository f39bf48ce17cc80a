//! Faults before the first round: strangers, missing workers, taken ports, and workers that were started for something
//! else.

use crate::hosts::{clusters, deserted, listener, run, token};
use crate::proxy::{self, Fault, HANDSHAKE, Sent};
use std::io::Write;
use std::net::TcpStream;
use std::thread;
use std::time::Duration;
use tiles::{Cluster, ClusterError, Difference, Exchange, Token};

/// How long workers wait for one that is missing. All of them start within this time, even on a busy machine.
const WITHIN: Duration = Duration::from_secs(5);

fn quiet(mut exchange: Exchange) -> Result<(), ClusterError> {
    exchange.round(&mut vec![Vec::new(); exchange.workers()])?;
    exchange.finish()
}

/// Returns the error of worker 0 of 3 after worker 2 has connected, and a stranger has sent some bytes; and the error
/// of worker 2.
fn meet_stranger(greeting: &[u8], hang_up: bool) -> [ClusterError; 2] {
    let (listener, address) = listener();
    let (_nobody, missing) = deserted();
    let (proxied, sent) = proxy::start(address.clone(), Fault::None, Fault::None);
    let cluster = |zero, index| {
        let addresses = vec![zero, missing.clone(), "127.0.0.1:0".to_owned()];
        Cluster::hosts(addresses, index, token()).connect_within(Duration::from_secs(60))
    };
    let zero = cluster(address.clone(), 0).listener(listener);
    let two = cluster(proxied, 2);
    let two = thread::spawn(move || two.connect().unwrap_err());
    let greeting = greeting.to_owned();
    let stranger = thread::spawn(move || {
        // From here on, worker 0 has accepted worker 2.
        sent.wait_for(HANDSHAKE);
        let mut socket = TcpStream::connect(address).unwrap();
        socket.write_all(&greeting).unwrap();
        // The socket lives as long as the thread.
        (!hang_up).then_some(socket)
    });
    let error = zero.connect().unwrap_err();
    drop(stranger.join().unwrap());
    [error, two.join().unwrap()]
}

fn hello(version: u32, index: u32, workers: u32) -> Vec<u8> {
    [&b"hitmask\n"[..], [version, index, workers].map(u32::to_le_bytes).as_flattened(), &[0; 40]].concat()
}

#[test]
fn strangers_are_named_with_the_reason() {
    let silence = "did not introduce itself within 2.0 s";
    let strangers = [
        (vec![], false, silence),
        (vec![], true, "hung up before it had introduced itself"),
        (b"hitma".to_vec(), false, silence),
        (b"hitma".to_vec(), true, "hung up"),
        (b"GET / HTTP/1.1\r\n\r\n".to_vec(), false, "began with \"GET / HT\""),
        (vec![0xff; 5000], true, "began with"),
        (vec![0; 8], false, "began with \"\\0\\0\\0\\0"),
        (hello(2, 1, 3)[..30].to_vec(), false, silence),
        (hello(2, 1, 3)[..59].to_vec(), true, "hung up"),
        (hello(2, 1, 3), false, silence),
        (hello(2, 1, 3), true, "hung up"),
        ([hello(2, 1, 3), vec![0; 32]].concat(), false, "has another token"),
        (hello(1, 1, 3), false, "uses version 1 of the protocol, this one version 2"),
        (hello(2, 1, 4), false, "counts 4 workers, this one counts 3"),
    ];
    let meet = |(greeting, hang_up, reason): (Vec<u8>, bool, &'static str)| {
        thread::spawn(move || {
            let [error, told] = meet_stranger(&greeting, hang_up);
            let text = error.to_string();
            assert!(text.contains("127.0.0.1:") && text.contains(reason), "{text}, expected {reason:?}");
            assert_eq!(told, ClusterError::GaveUp { worker: 0, fault: Box::new(error) });
        })
    };
    let meetings: Vec<_> = strangers.into_iter().map(meet).collect();
    meetings.into_iter().for_each(|meeting| meeting.join().unwrap());
}

#[test]
fn workers_of_another_cluster_are_refused_at_both_ends() {
    type Change = fn(Vec<String>, Token) -> Cluster;
    type Expected = fn(&ClusterError) -> bool;
    let others: [(Change, Expected); 3] = [
        (
            |addresses, token| Cluster::hosts(addresses, 1, token).job(6),
            |error| matches!(error, ClusterError::Foreign { reason: Difference::Job, .. }),
        ),
        (
            |addresses, _| Cluster::hosts(addresses, 1, Token::random().unwrap()),
            |error| matches!(error, ClusterError::Foreign { reason: Difference::Token, .. }),
        ),
        (
            |mut addresses, token| {
                addresses.push("127.0.0.1:1".to_owned());
                Cluster::hosts(addresses, 1, token)
            },
            |error| matches!(error, ClusterError::Foreign { reason: Difference::Count(..), .. }),
        ),
    ];
    for (change, is_expected) in others {
        let (listener, address) = listener();
        let addresses = vec![address, "127.0.0.1:0".to_owned()];
        let other = change(addresses.clone(), token());
        let zero = Cluster::hosts(addresses, 0, token()).listener(listener);
        for result in run(vec![zero, other], quiet) {
            let error = result.unwrap_err();
            assert!(is_expected(&error), "{error}");
        }
    }
}

#[test]
fn two_workers_with_one_number_are_refused() {
    let (listener, address) = listener();
    let addresses = vec![address, "127.0.0.1:0".to_owned(), "127.0.0.1:0".to_owned()];
    let zero = Cluster::hosts(addresses.clone(), 0, token()).listener(listener);
    let twin = || Cluster::hosts(addresses.clone(), 1, token());
    let errors: Vec<_> = run(vec![zero, twin(), twin()], quiet).into_iter().map(Result::unwrap_err).collect();
    assert!(matches!(errors[0], ClusterError::IndexTaken { worker: 1, .. }), "{errors:?}");
    // Worker 0 refuses one of the twins, and tells the other twin why the run ends.
    let refused = |error: &ClusterError| matches!(error, ClusterError::IndexTaken { worker: 1, .. });
    let told = ClusterError::GaveUp { worker: 0, fault: Box::new(errors[0].clone()) };
    assert!(refused(&errors[1]) && errors[2] == told || refused(&errors[2]) && errors[1] == told, "{errors:?}");
}

#[test]
fn a_wrong_order_of_hosts_is_an_error() {
    let (listener, address) = listener();
    let hosts = |own: [&str; 3]| own.map(str::to_owned).to_vec();
    let zero = Cluster::hosts(hosts([&address, "127.0.0.1:0", "127.0.0.1:0"]), 0, token()).listener(listener);
    // Worker 2 looks for worker 1 at the address of worker 0, after it has met worker 0.
    let two = Cluster::hosts(hosts([&address, &address, "127.0.0.1:0"]), 2, token());
    let errors: Vec<_> = run(vec![zero, two], quiet).into_iter().map(Result::unwrap_err).collect();
    assert!(errors[1].to_string().contains("says that it is worker 0, but worker 1 was expected"), "{errors:?}");
    assert!(matches!(errors[0], ClusterError::Stranger { .. } | ClusterError::IndexTaken { .. }), "{errors:?}");
}

#[test]
fn a_missing_worker_is_named_by_all_others() {
    let without = |missing: usize| {
        thread::spawn(move || {
            let (_nobody, address) = deserted();
            let (mut listeners, mut addresses): (Vec<_>, Vec<_>) = (0..3).map(|_| listener()).unzip();
            addresses[missing] = address;
            listeners.remove(missing);
            let present = (0..3).filter(|&index| index != missing);
            let cluster = |(index, listener)| {
                Cluster::hosts(addresses.clone(), index, token()).listener(listener).connect_within(WITHIN)
            };
            for result in run(present.zip(listeners).map(cluster).collect(), quiet) {
                let error = result.unwrap_err();
                let named = matches!(error, ClusterError::NoAnswer { worker, waited: WITHIN, .. } if worker == missing);
                assert!(named, "{missing}: {error}");
            }
        })
    };
    let runs: Vec<_> = (0..3).map(without).collect();
    runs.into_iter().for_each(|run| run.join().unwrap());
}

#[test]
fn a_program_at_the_address_of_a_worker_is_not_taken_for_the_worker() {
    for (greeting, expected) in
        [(&b"SSH-2.0-OpenSSH_9.6\r\n"[..], "began with \"SSH-2.0-\""), (b"", "did not introduce itself")]
    {
        let (listener, address) = listener();
        let squatter = thread::spawn(move || {
            let (mut socket, _) = listener.accept().unwrap();
            socket.write_all(greeting).unwrap();
            socket
        });
        // A program that answers but says nothing is found long before the limit for workers that start late.
        let one = Cluster::hosts(vec![address.clone(), "127.0.0.1:0".to_owned()], 1, token());
        let one = one.silence_limit(Duration::from_millis(200)).connect_within(Duration::from_secs(3600));
        let error = one.connect().unwrap_err().to_string();
        assert!(error.contains(&address) && error.contains(expected), "{error}");
        drop(squatter.join().unwrap());
    }
}

#[test]
fn a_taken_port_is_an_error() {
    let (_listener, address) = listener();
    let zero = Cluster::hosts(vec![address.clone(), "127.0.0.1:1".to_owned()], 0, token());
    let error = zero.connect().unwrap_err().to_string();
    let expected = format!("worker 0 cannot listen at {address}: another program has the port: ");
    assert!(error.starts_with(&expected), "{error}");
}

#[test]
fn wrong_arguments_are_errors() {
    let connect = |addresses: &[&str], index| {
        let addresses = addresses.iter().map(|&address| address.to_owned()).collect();
        Cluster::hosts(addresses, index, token()).connect().unwrap_err()
    };
    assert_eq!(connect(&[], 0), ClusterError::InvalidCount { workers: 0, limit: 64 });
    assert_eq!(connect(&["127.0.0.1:0"; 65], 0), ClusterError::InvalidCount { workers: 65, limit: 64 });
    assert_eq!(connect(&["127.0.0.1:0"], 1), ClusterError::InvalidIndex { index: 1, workers: 1 });
    for address in ["127.0.0.1", "127.0.0.1:", "127.0.0.1:70000", ""] {
        let error = connect(&[address, "127.0.0.1:1"], 0);
        assert!(matches!(&error, ClusterError::InvalidAddress { worker: 0, .. }), "{error}");
    }
}

#[test]
fn workers_may_start_in_any_order() {
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let mut clusters: Vec<_> = clusters(3).into_iter().map(Some).collect();
        let start = |index: usize| clusters[index].take().unwrap();
        assert_eq!(run(order.map(start).into(), quiet), [Ok(()), Ok(()), Ok(())]);
    }
    let ((listener, address), (front, proxied)) = (listener(), listener());
    let cluster = |zero, index| Cluster::hosts(vec![zero, "127.0.0.1:0".to_owned()], index, token());
    let one = cluster(proxied, 1);
    let one = thread::spawn(move || run(vec![one], quiet));
    let (connected, _) = front.accept().unwrap();
    // Worker 1 waits for an answer before worker 0 starts.
    let target = address.clone();
    thread::spawn(move || proxy::relay(connected, &target, Fault::None, Fault::None, &Sent::default()));
    assert_eq!(run(vec![cluster(address, 0).listener(listener)], quiet), [Ok(())]);
    assert_eq!(one.join().unwrap(), [Ok(())]);
}
