//! The part of one worker: to connect, to work, and to fail or finish together with the others.

use super::signs::report_done;
use crate::{describe, interrupt, report_failure};
use anyhow::{Context, Result, anyhow};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Builder};
use std::time::Duration;
use tiles::{Cluster, Exchange, Tiles, Watch};

/// How long a worker may still work after the cluster has failed. Then the process ends in the middle of its work.
const GRACE: Duration = Duration::from_millis(500);

/// Connects the cluster, and does the work of this worker. Calls `commit` with the result after all workers have done
/// their work.
///
/// Workers whose command lines differ in `options` refuse each other.
pub(crate) fn take_part<T>(
    cluster: Cluster,
    options: &str,
    work: impl FnOnce(&mut Tiles) -> Result<T>,
    commit: impl FnOnce(T) -> Result<()>,
) -> Result<()> {
    let mut seats = cluster.job(crc32fast::hash(options.as_bytes()).into()).connect()?;
    let exchange = Exchange::new(seats.pop().context("the cluster has no worker in this process")?)?;
    let is_over = Arc::new(AtomicBool::new(false));
    let (watch, is_over_too) = (exchange.watch(), Arc::clone(&is_over));
    Builder::new()
        .name("watch".into())
        .spawn(move || give_up(&watch, &is_over_too))
        .context("cannot start a thread")?;
    let mut tiles = Tiles::new(exchange);
    let done = work(&mut tiles).and_then(|value| {
        tiles.gather_to_all(&[])?;
        // Nothing may end the process between two outputs.
        is_over.store(true, Ordering::SeqCst);
        commit(value)
    });
    is_over.store(true, Ordering::SeqCst);
    match &done {
        // The peers end with this message, rather than with the news that this worker has left.
        Err(error) => tiles.fail(&describe(error)),
        // The outputs are complete, so it does not matter to this worker if another one fails now.
        Ok(()) if tiles.worker() == 0 => {
            report_done();
            drop(tiles.finish());
        }
        Ok(()) => tiles.finish()?,
    }
    done
}

/// Ends the process if the cluster fails while this worker computes or waits for a file.
fn give_up(watch: &Watch, is_over: &AtomicBool) {
    let Some(fault) = watch.wait() else { return };
    thread::sleep(GRACE);
    if !is_over.load(Ordering::SeqCst) {
        let _files = interrupt::remove_temporary_files();
        process::exit(report_failure(&fault.into()).into());
    }
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
