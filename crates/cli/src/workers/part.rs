//! The part of one worker: to connect, to work, and to fail or finish together with the others.

use crate::channel::is_child;
use crate::ending;
use crate::messages::{describe, print_error};
use anyhow::{Context, Result, anyhow};
use std::thread::Builder;
use tiles::{Cluster, Exchange, Tiles};

/// Connects the cluster, and does the work of this worker. Calls `finish` with the result after all workers have done their
/// work.
///
/// Workers whose command lines differ in `options` refuse each other.
pub(crate) fn take_part<T>(
    cluster: Cluster,
    options: &str,
    work: impl FnOnce(&mut Tiles) -> Result<T>,
    finish: impl FnOnce(T) -> Result<()>,
) -> Result<()> {
    let mut seats = cluster.job(crc32fast::hash(options.as_bytes()).into()).connect()?;
    let exchange = Exchange::new(seats.pop().context("the cluster has no worker in this process")?)?;
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
