//! A progress bar for work that takes longer than a second. Silent if standard error is not a terminal.

use crate::threads;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
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
        let style = ProgressStyle::with_template("{msg} {wide_bar} {human_pos} of {human_len}, {eta} left");
        Progress::start(what, ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::hidden()), style)
    }

    /// A bar for work in `total` steps, with a table above the bar set by [`Progress::table`].
    pub(crate) fn with_table(total: usize) -> Progress {
        let style = ProgressStyle::with_template("{msg}step {human_pos} of {human_len} {wide_bar} {eta} left");
        Progress::start("", ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::hidden()), style)
    }

    /// A spinner for work of unknown length.
    pub(crate) fn spinner(what: &'static str) -> Progress {
        let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}");
        Progress::start(what, ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()), style)
    }

    /// A bar that never appears.
    pub(crate) fn hidden() -> Progress {
        Progress { bar: ProgressBar::hidden(), display: None, table_time: None }
    }

    fn start<E>(what: &'static str, bar: ProgressBar, style: Result<ProgressStyle, E>) -> Progress {
        bar.set_message(what);
        if let Ok(style) = style {
            bar.set_style(style);
        }
        let show = |bar: ProgressBar| {
            let (done, is_done) = mpsc::channel();
            let show = move || {
                let is_running = |wait| is_done.recv_timeout(wait) == Err(RecvTimeoutError::Timeout);
                if is_running(DELAY) {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    bar.tick();
                    while is_running(PERIOD) {
                        bar.tick();
                    }
                }
            };
            // Without a thread there is no bar, and the work goes on.
            threads::spawn_helper("progress", show).ok().map(|thread| (done, thread))
        };
        let display = std::io::stderr().is_terminal().then(|| show(bar.clone())).flatten();
        Progress { bar, display, table_time: None }
    }

    /// Adds finished pieces.
    pub(crate) fn add(&self, pieces: usize) {
        self.bar.inc(pieces as u64);
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
