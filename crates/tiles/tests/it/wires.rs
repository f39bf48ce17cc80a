//! Faults of the connection between two workers that know each other: each one is an error that names a worker.

use crate::hosts::{deserted, listener, run, token};
use crate::proxy::{self, Fault, HANDSHAKE, Sent};
use std::thread;
use std::time::Duration;
use tiles::{Cluster, ClusterError, Exchange};

/// The limit of silence where silence is the fault.
const SILENCE: Duration = Duration::from_secs(2);

/// Returns two clusters with a proxy between them. Worker 1 connects to worker 0 through the proxy.
fn clusters(up: Fault, down: Fault) -> Vec<Cluster> {
    clusters_with(up, down, &[]).0
}

/// Returns the first two workers of a cluster that has further workers at the addresses `others`, and the bytes that worker
/// 0 sends.
fn clusters_with(up: Fault, down: Fault, others: &[String]) -> (Vec<Cluster>, Sent) {
    let (listener, real) = listener();
    let addresses = |zero| [&[zero, "127.0.0.1:0".to_owned()], others].concat();
    let (proxied, sent) = proxy::start(real.clone(), up, down);
    let zero = Cluster::hosts(addresses(real), 0, token()).listener(listener);
    let one = Cluster::hosts(addresses(proxied), 1, token());
    ([zero, one].map(|cluster| cluster.connect_within(Duration::from_secs(60))).into(), sent)
}

/// Exchanges bytes for ever: few in most rounds, many in some.
fn talk(mut exchange: Exchange) -> Result<(), ClusterError> {
    for round in 0_usize.. {
        let length = if round % 16 == 7 { 700_000 } else { round % 64 * 16 };
        let incoming = exchange.round(&mut vec![vec![round as u8; length]; exchange.workers()])?;
        assert!(incoming.iter().all(|bytes| bytes.len() == length && bytes.iter().all(|&byte| byte == round as u8)));
    }
    Ok(())
}

/// Runs workers that never stop by themselves, and returns their errors.
fn errors(clusters: Vec<Cluster>) -> Vec<ClusterError> {
    run(clusters, talk).into_iter().map(Result::unwrap_err).collect()
}

/// Returns the errors of two workers with a limit of silence and faults between them.
fn errors_of_silence(up: Fault, down: Fault, others: &[String]) -> Vec<ClusterError> {
    let limited = |cluster: Cluster| cluster.silence_limit(SILENCE);
    errors(clusters_with(up, down, others).0.into_iter().map(limited).collect())
}

#[test]
fn a_proxy_without_faults_changes_nothing() {
    let results = run(clusters(Fault::None, Fault::None), |mut exchange| {
        for round in 0..100 {
            let incoming = exchange.round(&mut [vec![1; round], vec![2; round]])?;
            assert_eq!(incoming, vec![vec![exchange.index() as u8 + 1; round]; 2]);
        }
        exchange.finish()
    });
    assert_eq!(results, [Ok(()), Ok(())]);
}

#[test]
fn a_connection_that_closes_is_a_death() {
    let mut rng = fastrand::Rng::with_seed(3);
    for at in (0..12).map(|_| HANDSHAKE + rng.usize(20..3_000_000)) {
        for (up, down) in [(Fault::Cut(at), Fault::None), (Fault::None, Fault::Cut(at))] {
            let errors = errors(clusters(up, down));
            assert_eq!(errors, [ClusterError::Died { worker: 1 }, ClusterError::Died { worker: 0 }], "{up:?} {down:?}");
        }
    }
}

#[test]
fn a_silent_peer_has_stalled() {
    let mut rng = fastrand::Rng::with_seed(4);
    let places = [(); 3].map(|()| HANDSHAKE + rng.usize(20..3_000_000));
    // At once, because each waits for the silence.
    let runs =
        places.map(|at| (at, thread::spawn(move || errors_of_silence(Fault::Freeze(at), Fault::Freeze(at), &[]))));
    for (at, run) in runs {
        let errors = run.join().unwrap();
        // One direction freezes before the other, so a worker may learn from the other that it is silent itself.
        for error in &errors {
            assert!(matches!(error, ClusterError::Stalled { worker: 0 | 1, silence: SILENCE }), "{at} {errors:?}");
        }
    }
}

#[test]
fn a_peer_that_stalls_while_others_have_not_started_is_an_error() {
    // Worker 2 never starts, and the limit for that is far away.
    let (_nobody, missing) = deserted();
    for error in errors_of_silence(Fault::Freeze(HANDSHAKE), Fault::Freeze(HANDSHAKE), &[missing]) {
        assert!(matches!(error, ClusterError::Stalled { worker: 0 | 1, silence: SILENCE }), "{error}");
    }
}

#[test]
fn silence_in_one_direction_is_reported_in_the_other() {
    let errors = errors_of_silence(Fault::None, Fault::Freeze(HANDSHAKE + 5000), &[]);
    let stalled = ClusterError::Stalled { worker: 0, silence: SILENCE };
    assert_eq!(errors, [stalled.clone(), stalled]);
}

#[test]
fn every_flipped_bit_is_found() {
    let mut rng = fastrand::Rng::with_seed(5);
    let count = if cfg!(debug_assertions) { 16 } else { 60 };
    let near = (0..count).map(|at| at * 3);
    let far: Vec<_> = (0..count).map(|_| rng.usize(200..2_000_000)).collect();
    for at in near.chain(far) {
        let flip = Fault::Flip(HANDSHAKE + at, rng.u8(0..8));
        let errors = errors(clusters(flip, Fault::None));
        let told = matches!(&errors[0], ClusterError::Malformed { worker: 1, .. });
        assert!(told, "{flip:?} {errors:?}");
        assert_eq!(errors[0], errors[1], "{flip:?}");
    }
}

#[test]
fn a_damaged_handshake_is_refused() {
    let mut rng = fastrand::Rng::with_seed(6);
    for at in (0..HANDSHAKE).step_by(if cfg!(debug_assertions) { 4 } else { 1 }) {
        // The accepting end sends one byte more than the connecting end.
        for direction in 0..2 {
            let flip = Fault::Flip(at, rng.u8(0..8));
            let (up, down) = if direction == 0 { (flip, Fault::None) } else { (Fault::None, flip) };
            if direction == 0 && at == HANDSHAKE - 1 {
                continue;
            }
            let results = run(clusters(up, down), talk);
            assert!(results.iter().all(Result::is_err), "{up:?} {down:?} {results:?}");
        }
    }
}

#[test]
fn lies_about_lengths_are_found() {
    const NOISE: [&[u8]; 3] = [&[0xff; 16], &[0; 16], b"HTTP/1.1 400 Bad Request\r\n\r\n"];
    for noise in NOISE {
        let errors = errors(clusters(Fault::Insert(HANDSHAKE - 1 + 16, noise), Fault::None));
        assert!(matches!(&errors[0], ClusterError::Malformed { worker: 1, .. }), "{errors:?}");
        assert_eq!(errors[0], errors[1]);
    }
}

#[test]
fn a_worker_may_compute_for_longer_than_the_silence_limit() {
    let (clusters, sent) = clusters_with(Fault::None, Fault::None, &[]);
    let limited = |cluster: Cluster| cluster.silence_limit(SILENCE);
    let results = run(clusters.into_iter().map(limited).collect(), move |mut exchange| {
        for round in 0..3 {
            if round == 1 && exchange.index() == 1 {
                // Twice the limit: worker 0 waits, and sends a heartbeat of 16 bytes in each eighth of the limit.
                sent.wait_for(sent.count() + 16 * 16);
            }
            exchange.round(&mut [vec![1], vec![2]])?;
        }
        exchange.finish()
    });
    assert_eq!(results, [Ok(()), Ok(())]);
}

#[test]
fn a_panic_of_a_worker_is_reported_and_ends_the_others() {
    let mut clusters = clusters(Fault::None, Fault::None);
    let one = clusters.pop().unwrap();
    let panicking = thread::spawn(move || {
        let mut exchange = Exchange::new(one.connect().unwrap().pop().unwrap()).unwrap();
        exchange.round(&mut [Vec::new(), Vec::new()]).unwrap();
        std::panic::resume_unwind(Box::new(7));
    });
    let results = run(clusters, talk);
    assert!(panicking.join().is_err());
    assert_eq!(results, [Err(ClusterError::Panicked { worker: 1 })]);
}
