//! Signals: what a swarm has done so far is kept at the first Ctrl-C, and no unfinished file stays behind.
//!
//! A thread waits for what would end the program. It removes what is being written beside its place, and only then
//! lets the program end as the signal has it. A kill that cannot be caught leaves such a file, by the name
//! `.hitmask-…`, and what was in its place before.

use anyhow::{Context, Result};
use signal_hook::consts::SIGINT;
use signal_hook::low_level::emulate_default_handler;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

/// The files that were begun. One that is in its place since, or gone, has this name no more.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
/// The first Ctrl-C is a wish to end soon.
static GENTLE: AtomicBool = AtomicBool::new(false);
/// It was pressed.
static PRESSED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Locks the list. Whoever holds it is not interrupted between making a file and listing it.
pub(crate) fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Listens from now on. A file that is longer than the shell allows is an error of the writer, and not the end.
pub(crate) fn watch() -> Result<()> {
    signals::watch().context("cannot listen for signals")
}

/// From now on the first Ctrl-C is only noticed; the second ends the program.
pub(crate) fn be_gentle() -> Result<()> {
    GENTLE.store(true, Ordering::SeqCst);
    signals::notice(&PRESSED).context("cannot listen for Ctrl-C")
}

/// Whether a Ctrl-C was noticed.
pub(crate) fn was_pressed() -> bool {
    PRESSED.load(Ordering::SeqCst)
}

/// Ends the program as Ctrl-C does, if one was noticed: a script that runs it must end too.
pub(crate) fn pass_on() -> io::Result<()> {
    if was_pressed() { emulate_default_handler(SIGINT) } else { Ok(()) }
}

/// What is to be done about a signal.
#[cfg(unix)]
fn arrived(signal: i32) {
    if signal == SIGINT && GENTLE.load(Ordering::SeqCst) && !PRESSED.swap(true, Ordering::SeqCst) {
        return;
    }
    let files = unfinished();
    for file in &*files {
        let _ = std::fs::remove_file(file);
    }
    let _ = emulate_default_handler(signal);
}

#[cfg(unix)]
mod signals {
    use crate::threads;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::flag;
    use signal_hook::iterator::Signals;
    use std::io;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    pub(super) fn watch() -> io::Result<()> {
        flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)))?;
        let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| signal != SIGHUP || !is_ignored(signal));
        let mut signals = Signals::new(wanted)?;
        threads::beside("signals", move || signals.forever().for_each(super::arrived)).map(drop)
    }

    /// The thread notices.
    pub(super) fn notice(_: &Arc<AtomicBool>) -> io::Result<()> {
        Ok(())
    }

    /// Whether the program was started so that a signal does nothing, as `nohup` does.
    fn is_ignored(signal: i32) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let bits = ignored.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
        bits.is_some_and(|bits| bits >> (signal - 1) & 1 == 1)
    }
}

/// Where nobody can wait for signals, Ctrl-C ends the program as ever, but for the first one that is only to be noticed.
#[cfg(not(unix))]
mod signals {
    use signal_hook::consts::SIGINT;
    use signal_hook::flag;
    use std::io;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    pub(super) fn watch() -> io::Result<()> {
        Ok(())
    }

    /// In this order: what ends the program sees the flag as the signal before left it.
    pub(super) fn notice(pressed: &Arc<AtomicBool>) -> io::Result<()> {
        flag::register_conditional_default(SIGINT, Arc::clone(pressed))?;
        flag::register(SIGINT, Arc::clone(pressed)).map(drop)
    }
}
