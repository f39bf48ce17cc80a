//! The options of a command that can run as several processes, and the part of one worker: to connect, to work, and to
//! fail or finish together with the others.

use super::{child, hosts};
use crate::channel::is_child;
use crate::ending;
use crate::messages::{describe, print_error};
use anyhow::{Context, Result, anyhow, ensure};
use clap::{Args as Options, value_parser};
use std::num::NonZero;
use std::path::PathBuf;
use std::thread;
use std::thread::Builder;
use std::time::Duration;
use tiles::{Cluster, Exchange, Tiles, Token};

/// The options of a command that can run as several processes.
#[derive(Options, Debug, Default)]
pub(crate) struct WorkerOptions {
    /// Split the work over this number of processes on this machine, from 1 to 64; --threads is for each process. Use at
    /// most one process for each processor
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=64), conflicts_with = "hosts")]
    pub(crate) workers: Option<u16>,
    /// Split the work over processes on the machines of this list: one host:port for each process, a line each, at most
    /// 64; # begins a comment. Start this command once for each line, with equal input files and options. The first process
    /// writes the outputs. If a process dies, stalls or fails, all of them end with an error, and no output changes. The
    /// network must be private: the processes prove that they have the token, but do not encrypt what they exchange
    #[arg(long, value_name = "FILE", requires_all = ["index", "token"])]
    pub(crate) hosts: Option<PathBuf>,
    /// The place of this process in the list, from 0. Empty lines and comments do not count
    #[arg(long, value_name = "I", requires = "hosts", allow_negative_numbers = true)]
    pub(crate) index: Option<usize>,
    /// A file with a secret of 16 to 4096 bytes of text, equal on all machines. On Unix, the group and others
    /// must have no right to the file
    #[arg(long, value_name = "FILE", requires = "hosts")]
    pub(crate) token: Option<PathBuf>,
    /// How many seconds to wait for all processes of the list, from 1 to 3600 [default: 8]
    #[arg(long, value_name = "SECONDS", requires = "hosts", value_parser = value_parser!(u64).range(1..=3600))]
    pub(crate) wait: Option<u64>,
    /// The launcher passes this option to its workers
    #[arg(long, hide = true, value_name = "I/N", value_parser = parse_worker, conflicts_with = "hosts")]
    pub(crate) worker_of_launcher: Option<(usize, usize)>,
}

/// The part that this process plays.
pub(crate) enum Role {
    /// The process does all of the work.
    Alone,
    /// The process starts this number of workers, see [`launch`](super::launch).
    Launcher(usize),
    /// The process is a worker, and must connect the cluster.
    Worker(Cluster),
}

impl WorkerOptions {
    /// Returns the part that this process plays. A worker of a launcher learns the addresses of its peers first.
    pub(crate) fn role(&self) -> Result<Role> {
        if let Some((index, workers)) = self.worker_of_launcher {
            return child::join(index, workers).map(Role::Worker);
        }
        match (&self.hosts, self.index, &self.token, self.workers) {
            (Some(file), Some(index), Some(token), _) => {
                let hosts = hosts::read(file)?;
                let count = hosts.len();
                ensure!(
                    index < count,
                    "--index must be a place in the list {}, from 0 to {}, got {index}",
                    file.display(),
                    count - 1
                );
                let token = Token::from_file(token).context("--token")?;
                let cluster = Cluster::hosts(hosts, index, token);
                Ok(Role::Worker(match self.wait {
                    Some(seconds) => cluster.connect_within(Duration::from_secs(seconds)),
                    None => cluster,
                }))
            }
            (_, _, _, Some(workers)) => Ok(Role::Launcher(workers.into())),
            _ => Ok(Role::Alone),
        }
    }

    /// Returns the number of threads for `--threads`. Workers of a launcher share the processors of the machine by
    /// default.
    pub(crate) fn threads(&self, wanted: Option<usize>) -> Option<usize> {
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        let share = |(_, workers): (usize, usize)| (processors / workers).max(1);
        wanted.or(self.worker_of_launcher.map(share))
    }
}

fn parse_worker(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once('/').and_then(|(index, workers)| Some((index.parse().ok()?, workers.parse().ok()?)));
    numbers.filter(|&(index, workers)| index < workers && workers <= 64).ok_or_else(|| "expected I/N".to_owned())
}

/// Connects the cluster, and does the work of this worker. Calls `finish` with the result after all workers have done
/// their work.
///
/// Workers whose command lines differ in `options` refuse each other.
pub(crate) fn take_part<T>(
    cluster: Cluster,
    options: &str,
    work: impl FnOnce(&mut Tiles) -> Result<T>,
    finish: impl FnOnce(T) -> Result<()>,
) -> Result<()> {
    let mut connections = cluster.job(crc32fast::hash(options.as_bytes()).into()).connect()?;
    let exchange = Exchange::new(connections.pop().context("the cluster has no worker in this process")?)?;
    let watch = exchange.watch();
    // Ends the process if the cluster fails while this worker computes or waits for a file. A launcher does so itself.
    let watch = move || watch.wait().map(|fault| ending::fail(|| print_error(&describe(&fault.into()))));
    if !is_child() {
        Builder::new().name("watch".into()).spawn(watch).context("cannot start a thread")?;
    }
    let mut tiles = Tiles::new(exchange);
    let done = work(&mut tiles).and_then(|value| {
        tiles.gather_to_all(&[])?;
        finish(value)
    });
    match &done {
        // The peers end with this message, rather than with the news that this worker has left.
        Err(error) => {
            ending::settle();
            tiles.fail(&describe(error));
        }
        // The outputs are complete, so it does not matter to this worker if another one fails now.
        Ok(()) if tiles.worker() == 0 => drop(tiles.finish()),
        Ok(()) => tiles.finish()?,
    }
    done
}

/// Returns an error if another worker has another number. Collective. The numbers are fingerprints of the inputs.
pub(crate) fn check_equal(tiles: &mut Tiles, fingerprint: u64) -> Result<()> {
    let all = tiles.gather_to_all(&fingerprint.to_le_bytes())?;
    match all.iter().position(|bytes| *bytes != all[0]) {
        Some(other) => tiles
            .agree(Err(anyhow!("workers 0 and {other} have read different files: use equal input files everywhere"))),
        None => Ok(()),
    }
}
