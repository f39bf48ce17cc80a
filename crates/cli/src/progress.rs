//! A progress bar for work that takes longer than a second. Silent if standard error is not a terminal.

use crate::channel::is_child;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io;
use std::io::IsTerminal;
use std::sync::mpsc;
use std::sync::mpsc::{RecvTimeoutError, Sender};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

/// The time before a bar appears.
const DELAY: Duration = Duration::from_secs(1);
/// The time between two updates of the bar and of the table.
const PERIOD: Duration = Duration::from_millis(100);

/// A progress bar that appears after a delay and disappears when dropped.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// The thread that shows the bar. Dropping the sender ends the thread.
    display: Option<(Sender<()>, JoinHandle<()>)>,
    /// The time of the last update of the table.
    table_time: Option<Instant>,
}

impl Progress {
    /// A bar for work in `total` pieces, which [`Progress::add`] counts.
    pub(crate) fn counted(what: &'static str, total: usize) -> Progress {
        Progress::start(Some(total), what, "{msg} {wide_bar} {human_pos} of {human_len}, {eta} left")
    }

    /// A bar for work in `total` steps, with a table above the bar set by [`Progress::table`].
    pub(crate) fn with_table(total: usize) -> Progress {
        Progress::start(Some(total), "", "{msg}step {human_pos} of {human_len} {wide_bar} {eta} left")
    }

    /// A spinner for work of unknown length.
    pub(crate) fn spinner(what: &'static str) -> Progress {
        Progress::start(None, what, "{spinner} {msg}, {elapsed}")
    }

    fn start(total: Option<usize>, what: &'static str, template: &str) -> Progress {
        let style = ProgressStyle::with_template(template).expect("the templates above are valid");
        let bar = ProgressBar::with_draw_target(total.map(|total| total as u64), ProgressDrawTarget::hidden());
        let bar = bar.with_style(style).with_message(what);
        let (done, is_done) = mpsc::channel();
        let shown = bar.clone();
        // The ticker of indicatif has no delay, and panics if its thread cannot start.
        let show = move || {
            let is_running = |wait| is_done.recv_timeout(wait) == Err(RecvTimeoutError::Timeout);
            if is_running(DELAY) {
                shown.set_draw_target(ProgressDrawTarget::stderr());
                while is_running(PERIOD) {
                    shown.tick();
                }
            }
        };
        // Without a thread there is no bar, and the work goes on.
        let start = || Builder::new().spawn(show).ok().map(|thread| (done, thread));
        // The launcher of a worker shows the bar of all workers.
        let is_shown = io::stderr().is_terminal() && !is_child();
        let display = is_shown.then(start).flatten();
        Progress { bar, display, table_time: None }
    }

    /// Adds finished pieces.
    pub(crate) fn add(&self, pieces: usize) {
        self.bar.inc(pieces as u64);
    }

    /// Sets the number of finished pieces and of all pieces.
    #[cfg(feature = "cluster")]
    pub(crate) fn set(&self, done: u64, total: u64) {
        self.bar.set_length(total);
        self.bar.set_position(done);
    }

    /// Sets the table above the bar to lines of text. Calls `table` only if a terminal shows the bar, at most once a period.
    pub(crate) fn table(&mut self, table: impl FnOnce() -> String) {
        if self.display.is_some() && self.table_time.is_none_or(|time| time.elapsed() >= PERIOD) {
            self.bar.set_message(table());
            self.table_time = Some(Instant::now());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((done, thread)) = self.display.take() {
            drop(done);
            // The thread cannot panic.
            let _ = thread.join();
        }
        self.bar.finish_and_clear();
    }
}
