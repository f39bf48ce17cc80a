//! How a process ends: once, with all of its outputs or with none, and with one error.
//!
//! Three threads may end the process: the main thread, the thread that handles signals, and the thread that watches a cluster.
//! Each of them holds one lock while it moves outputs to their targets, or from its decision to end the process until the end.

#[cfg(feature = "cluster")]
use crate::records;
#[cfg(feature = "cluster")]
use crate::records::Record;
use crate::replace::{Complete, replace_all};
use anyhow::Result;
use std::fs::File;
use std::path::PathBuf;
#[cfg(feature = "cluster")]
use std::process;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{fs, io};
use tempfile::TempPath;

/// How far the process is.
struct State {
    /// All temporary files so far. A file that was moved or removed no longer exists under its name here.
    temporary_files: Vec<PathBuf>,
    /// Whether the main thread has moved the outputs, or reports an error.
    settled: bool,
}

static STATE: Mutex<State> = Mutex::new(State { temporary_files: Vec::new(), settled: false });

fn lock() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Creates a temporary file, which is removed if the process ends before the file is moved.
pub(crate) fn temporary_file(create: impl FnOnce() -> io::Result<(File, TempPath)>) -> io::Result<(File, TempPath)> {
    let mut state = lock();
    let created = create()?;
    state.temporary_files.push(created.1.to_path_buf());
    Ok(created)
}

/// Moves all outputs to their targets, or none, or lets the launcher do so. No other thread ends the process in between, nor reports an error afterwards.
pub(crate) fn commit(outputs: &[Complete]) -> Result<()> {
    #[cfg(feature = "cluster")]
    if records::are_sent() {
        records::send(&Record::Complete(outputs.to_vec()));
        return Ok(());
    }
    let mut state = lock();
    state.settled = true;
    replace_all(outputs)
}

/// Leaves the end of the process to the main thread, which is about to report an error. Removes the temporary files.
pub(crate) fn settle() {
    let mut state = lock();
    state.settled = true;
    state.remove_files();
}

/// Removes the temporary files, then calls `end`, which ends the process.
pub(crate) fn end(end: impl FnOnce()) {
    end_if(|_| true, end);
}

/// Ends the process with status 1 after `report`, unless the main thread has settled its end.
#[cfg(feature = "cluster")]
pub(crate) fn fail(report: impl FnOnce()) {
    let report_and_exit = || {
        report();
        process::exit(1)
    };
    end_if(|state| !state.settled, report_and_exit);
}

fn end_if(condition: impl FnOnce(&State) -> bool, end: impl FnOnce()) {
    let state = lock();
    if condition(&state) {
        state.remove_files();
        end();
    }
}

impl State {
    fn remove_files(&self) {
        for file in &self.temporary_files {
            // A file that cannot be removed stays: the process must end.
            let _ = fs::remove_file(file);
        }
    }
}
