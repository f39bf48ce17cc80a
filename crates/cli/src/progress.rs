//! A progress bar for whatever takes longer than a second. Silent where standard error is no terminal.

use crate::threads;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long a piece of work may take before a bar appears.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often a bar is drawn anew, and a table with it: as fast as one can read.
const PERIOD: Duration = Duration::from_millis(100);

/// A bar, or nothing yet. It goes away when dropped.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// Hung up when the work is done, which ends the thread that waits to show the bar.
    waiting: Option<(Sender<()>, JoinHandle<()>)>,
    /// When the table was last made.
    tabled: Option<Instant>,
}

impl Progress {
    /// For work in `total` pieces, told by [`Progress::add`].
    pub(crate) fn counted(what: &'static str, total: usize) -> Progress {
        let style = ProgressStyle::with_template("{msg} {wide_bar} {human_pos} of {human_len}, {eta} left");
        Progress::start(what, ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::hidden()), style)
    }

    /// For work in `total` steps with a table over the bar, told by [`Progress::table`].
    pub(crate) fn tabled(total: usize) -> Progress {
        let style = ProgressStyle::with_template("{msg}step {human_pos} of {human_len} {wide_bar} {eta} left");
        Progress::start("", ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::hidden()), style)
    }

    /// For work that does not say how far it is.
    pub(crate) fn endless(what: &'static str) -> Progress {
        let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}");
        Progress::start(what, ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()), style)
    }

    /// For work that is never long.
    pub(crate) fn none() -> Progress {
        Progress { bar: ProgressBar::hidden(), waiting: None, tabled: None }
    }

    fn start<E>(what: &'static str, bar: ProgressBar, style: Result<ProgressStyle, E>) -> Progress {
        bar.set_message(what);
        if let Ok(style) = style {
            bar.set_style(style);
        }
        let show = |bar: ProgressBar| {
            let (done, is_done) = mpsc::channel();
            let show = move || {
                let goes_on = |wait| is_done.recv_timeout(wait) == Err(RecvTimeoutError::Timeout);
                if goes_on(PATIENCE) {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    bar.tick();
                    while goes_on(PERIOD) {
                        bar.tick();
                    }
                }
            };
            // Where no thread can be had, the work is done in silence.
            threads::beside("progress", show).ok().map(|thread| (done, thread))
        };
        let waiting = std::io::stderr().is_terminal().then(|| show(bar.clone())).flatten();
        Progress { bar, waiting, tabled: None }
    }

    /// So many pieces more are done.
    pub(crate) fn add(&self, pieces: usize) {
        self.bar.inc(pieces as u64);
    }

    /// Shows a table of whole lines over the bar. It is made only where it is seen, and no more often than can be read.
    pub(crate) fn table(&mut self, table: impl FnOnce() -> String) {
        if self.waiting.is_some() && self.tabled.is_none_or(|made| made.elapsed() >= PERIOD) {
            self.bar.set_message(table());
            self.tabled = Some(Instant::now());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((done, thread)) = self.waiting.take() {
            drop(done);
            // It can only have ended.
            let _ = thread.join();
        }
        self.bar.finish_and_clear();
    }
}
