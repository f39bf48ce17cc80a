//! Calls that Ctrl-C can leave: the work runs on another thread, and the calling thread looks for signals.
//!
//! The libraries cannot stop in the middle of a function. A call that Ctrl-C leaves therefore goes on in the background,
//! and its result is dropped. A loop of this package over many items asks [`Stop`], and ends early if it changes nothing.
//! Python handles signals on its main thread only; a call from any other thread waits to the end.

use mask::Mask;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The estimated time of a call, in nanoseconds, from which the work runs on another thread. A new thread takes some 35
/// microseconds.
pub(crate) const FOR_BACKGROUND: u64 = 50_000_000;
/// The estimated time of a call, in nanoseconds, from which the call releases the interpreter.
pub(crate) const RELEASES: u64 = 20_000;

/// The time between two looks for signals.
pub(crate) const SLICE: Duration = Duration::from_millis(50);

/// Tells a loop that nobody waits for its result any more.
#[derive(Clone, Default)]
pub(crate) struct Stop(Option<Arc<AtomicBool>>);

impl Stop {
    /// Returns whether Ctrl-C left the call.
    pub(crate) fn is_set(&self) -> bool {
        self.0.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Returns an error, which nobody sees, if Ctrl-C left the call.
    pub(crate) fn check(&self) -> PyResult<()> {
        if self.is_set() { Err(PyKeyboardInterrupt::new_err(())) } else { Ok(()) }
    }
}

/// A job for another thread.
pub(crate) type Job = Box<dyn FnOnce() + Send>;

/// Runs `work` on the thread that `start` gives it to, and waits for the result without the interpreter.
///
/// # Errors
/// Returns the error of a signal handler, such as `KeyboardInterrupt`. The work then goes on in the background.
///
/// # Panics
/// Goes on with a panic of `work`.
pub(crate) fn run<R: Send + 'static>(
    py: Python<'_>,
    start: impl FnOnce(Python<'_>, Job),
    work: impl FnOnce(&Stop) -> R + Send + 'static,
) -> PyResult<R> {
    let flag = Arc::new(AtomicBool::new(false));
    let stop = Stop(Some(flag.clone()));
    let (sender, mut receiver) = sync_channel(1);
    let job = move || {
        // The send fails only if nobody waits for the result.
        let _ = sender.send(catch_unwind(AssertUnwindSafe(|| work(&stop))));
    };
    start(py, Box::new(job));
    loop {
        let (back, received) = py.detach(move || received(receiver));
        receiver = back;
        match received {
            Ok(result) => return result.or_else(|panic| resume_unwind(panic)),
            Err(RecvTimeoutError::Timeout) => {
                py.check_signals().inspect_err(|_| flag.store(true, Ordering::Relaxed))?
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the thread of the call ended before the call"));
            }
        }
    }
}

type Caught<R> = Result<R, Box<dyn Any + Send>>;

/// Waits for a result for a while. The receiver moves in and out, because threads cannot share it.
fn received<R>(receiver: Receiver<Caught<R>>) -> (Receiver<Caught<R>>, Result<Caught<R>, RecvTimeoutError>) {
    let result = receiver.recv_timeout(SLICE);
    (receiver, result)
}

/// Gives a job to a new thread. If the system refuses a thread, the job runs here, without the interpreter.
pub(crate) fn on_new_thread(py: Python<'_>, job: Job) {
    let slot = Arc::new(Mutex::new(Some(job)));
    let run = |slot: &Mutex<Option<Job>>| {
        let job = slot.lock().unwrap_or_else(PoisonError::into_inner).take();
        job.into_iter().for_each(|job| job());
    };
    let same = slot.clone();
    if std::thread::Builder::new().name("hitmask-call".to_owned()).spawn(move || run(&same)).is_err() {
        py.detach(|| run(&slot));
    }
}

/// Calls `work` where its estimated time in nanoseconds suggests: at once, without the interpreter, or in the background.
///
/// # Errors
/// Returns the error of a signal handler, such as `KeyboardInterrupt`.
#[inline]
pub(crate) fn timed<R: Send + 'static>(
    py: Python<'_>,
    nanoseconds: u64,
    work: impl FnOnce() -> R + Send + 'static,
) -> PyResult<R> {
    match nanoseconds {
        ..RELEASES => Ok(work()),
        RELEASES..FOR_BACKGROUND => Ok(py.detach(work)),
        FOR_BACKGROUND.. => run(py, on_new_thread, move |_| work()),
    }
}

/// Returns the number of words of a mask.
pub(crate) fn words(mask: &Mask) -> u64 {
    u64::from(mask.width().div_ceil(64)) * u64::from(mask.height())
}
