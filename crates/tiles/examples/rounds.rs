//! Times rounds and small steps between two processes. The program starts itself a second time:
//!
//! `cargo run --release -p hitmask-tiles --example rounds`
//!
//! On two machines, start it once on each, with the same token of 16 bytes or more as input, and INDEX 0 and 1:
//!
//! `rounds HOST:PORT HOST:PORT INDEX`

use mask::Mask;
use std::env;
use std::error::Error;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tiles::{Cluster, ClusterError, Exchange, Tiles, Token};
use world::Sprite;

/// Name, bytes that each process sends to the other, rounds.
const CASES: [(&str, usize, usize); 5] = [
    ("empty", 0, 5000),
    ("16 bytes", 16, 5000),
    ("20,000 records of 16 bytes", 320_000, 400),
    ("1 MB", 1_000_000, 200),
    ("8 MB", 8_000_000, 50),
];
const STEPS: usize = 5000;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    match &args[..] {
        [] => both(),
        [first, second, index] => {
            let mut token = String::new();
            std::io::stdin().read_to_string(&mut token)?;
            run(Cluster::hosts(vec![first.clone(), second.clone()], index.parse()?, Token::from_text(&token)?))
        }
        _ => Err("expected no arguments, or HOST:PORT HOST:PORT INDEX".into()),
    }
}

/// Starts the second process on this machine, and is the first one.
fn both() -> Result<(), Box<dyn Error>> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let hosts = [listener.local_addr()?.to_string(), "127.0.0.1:0".to_owned()];
    let token = Token::random()?;
    let mut child = Command::new(env::current_exe()?).args(&hosts).arg("1").stdin(Stdio::piped()).spawn()?;
    child.stdin.take().ok_or("the child has no input")?.write_all(token.as_text().as_bytes())?;
    run(Cluster::hosts(hosts.to_vec(), 0, token).listener(listener))?;
    child.wait()?;
    Ok(())
}

/// Runs all cases. The first process prints its times.
fn run(cluster: Cluster) -> Result<(), Box<dyn Error>> {
    let mut exchange = Exchange::new(cluster.connect()?.remove(0))?;
    let is_first = exchange.index() == 0;
    let report = |name: &str, times| {
        if is_first {
            print(name, times);
        }
    };
    for (name, length, rounds) in CASES {
        report(name, time(&mut exchange, length, rounds)?);
    }
    report("step of a sprite each", time_steps(exchange)?);
    Ok(())
}

fn print(name: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let micros = |part: usize| times[(times.len() - 1) * part / 100].as_nanos() as f64 / 1000.0;
    let mean = times.iter().sum::<Duration>().as_nanos() as f64 / 1000.0 / times.len() as f64;
    let [low, median, high] = [10, 50, 99].map(micros);
    println!("{name:<28} mean {mean:>8.1} us, median {median:>8.1}, 10% {low:>8.1}, 99% {high:>8.1}");
}

/// Returns the time of each round, in which each process sends `length` bytes to the other.
fn time(exchange: &mut Exchange, length: usize, rounds: usize) -> Result<Vec<Duration>, ClusterError> {
    let (me, peer) = (exchange.index(), 1 - exchange.index());
    let mut times = Vec::with_capacity(rounds);
    for round in 0..rounds {
        let mut outgoing = [Vec::new(), Vec::new()];
        outgoing[peer] = vec![(round + me) as u8; length];
        let started = Instant::now();
        let incoming = exchange.round(&mut outgoing)?;
        times.push(started.elapsed());
        assert!(incoming[peer].len() == length && incoming[peer].iter().all(|&byte| byte == (round + peer) as u8));
    }
    Ok(times)
}

/// Returns the time of each step of tiles with a sprite for each worker, then leaves the cluster.
fn time_steps(exchange: Exchange) -> Result<Vec<Duration>, Box<dyn Error>> {
    let mut tiles = Tiles::new(exchange);
    let dot = tiles.add_mask(Mask::filled(1, 1)?)?;
    tiles.add(tiles.worker() as u64, Sprite::new(dot, [1000 * tiles.worker() as i32, 0]))?;
    // The first step chooses the partition.
    tiles.step()?;
    let mut times = Vec::with_capacity(STEPS);
    for _ in 0..STEPS {
        let started = Instant::now();
        tiles.step()?;
        times.push(started.elapsed());
    }
    tiles.finish()?;
    Ok(times)
}
