//! Signals: the first Ctrl-C ends a swarm early with its report, and no signal leaves a temporary file.
//!
//! A helper thread waits for signals that end the process. The thread removes the temporary outputs and then ends
//! the process as the signal does by default. SIGKILL cannot be caught: it leaves a temporary file `.hitmask-…`,
//! and the old output is unchanged. A launcher removes the temporary files of its workers, however they end.

use anyhow::{Context, Result};
use signal_hook::consts::SIGINT;
use signal_hook::low_level::emulate_default_handler;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

/// Whether the first Ctrl-C only sets [`INTERRUPTED`].
static DEFER_FIRST: AtomicBool = AtomicBool::new(false);
/// Whether a deferred Ctrl-C arrived.
static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Installs the signal handlers. A file over the size limit of the shell becomes a write error, not a signal.
pub(crate) fn listen() -> Result<()> {
    signals::listen().context("cannot install the signal handlers")
}

/// Defers the first Ctrl-C from now on: it only sets a flag. The second Ctrl-C ends the process.
pub(crate) fn defer_first() -> Result<()> {
    DEFER_FIRST.store(true, Ordering::SeqCst);
    signals::defer_first(&INTERRUPTED).context("cannot install the handler of Ctrl-C")
}

/// Returns whether a deferred Ctrl-C arrived.
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// Passes on a Ctrl-C that the launcher of this worker has deferred. The launcher alone ends by the signal.
#[cfg(feature = "cluster")]
pub(crate) fn pass_on() {
    INTERRUPTED.store(true, Ordering::SeqCst);
}

/// Ends the process by SIGINT if a Ctrl-C was deferred, so that a calling script ends too.
pub(crate) fn raise_deferred() -> io::Result<()> {
    if is_interrupted() { emulate_default_handler(SIGINT) } else { Ok(()) }
}

/// Handles a signal on the helper thread.
#[cfg(unix)]
fn handle(signal: i32) {
    if signal == SIGINT && DEFER_FIRST.load(Ordering::SeqCst) && !INTERRUPTED.swap(true, Ordering::SeqCst) {
        return;
    }
    crate::ending::end(|| _ = emulate_default_handler(signal));
}

#[cfg(unix)]
mod signals {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::flag;
    use signal_hook::iterator::Signals;
    use std::io;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use std::thread::Builder;

    pub(super) fn listen() -> io::Result<()> {
        flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)))?;
        let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| signal != SIGHUP || !is_ignored(signal));
        let mut signals = Signals::new(wanted)?;
        Builder::new().name("signals".into()).spawn(move || signals.forever().for_each(super::handle)).map(drop)
    }

    /// Does nothing: the helper thread defers the signal.
    pub(super) fn defer_first(_: &Arc<AtomicBool>) -> io::Result<()> {
        Ok(())
    }

    /// Returns whether the process was started with the signal ignored, as by `nohup`.
    fn is_ignored(signal: i32) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let bits = ignored.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
        bits.is_some_and(|bits| bits >> (signal - 1) & 1 == 1)
    }
}

/// Other systems have no signals to wait for. Ctrl-C ends the process by default, except for the deferred one.
#[cfg(not(unix))]
mod signals {
    use signal_hook::consts::SIGINT;
    use signal_hook::flag;
    use std::io;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    pub(super) fn listen() -> io::Result<()> {
        Ok(())
    }

    /// The order matters: the conditional default must see the flag of the previous signal.
    pub(super) fn defer_first(interrupted: &Arc<AtomicBool>) -> io::Result<()> {
        flag::register_conditional_default(SIGINT, Arc::clone(interrupted))?;
        flag::register(SIGINT, Arc::clone(interrupted)).map(drop)
    }
}
