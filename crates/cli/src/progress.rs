//! A progress bar for whatever takes longer than a second. Silent where standard error is no terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

/// How long a piece of work may take before a bar appears.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bar, or nothing yet. It goes away when dropped.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// Hung up when the work is done, which ends the thread that waits to show the bar.
    waiting: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// For work in `total` pieces, told by [`Progress::add`].
    pub(crate) fn counted(what: &'static str, total: usize) -> Progress {
        let style = ProgressStyle::with_template("{msg} {wide_bar} {human_pos} of {human_len}, {eta} left");
        Progress::start(what, ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::hidden()), style)
    }

    /// For work that does not say how far it is.
    pub(crate) fn endless(what: &'static str) -> Progress {
        let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}");
        Progress::start(what, ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()), style)
    }

    /// For work that is never long.
    pub(crate) fn none() -> Progress {
        Progress { bar: ProgressBar::hidden(), waiting: None }
    }

    fn start<E>(what: &'static str, bar: ProgressBar, style: Result<ProgressStyle, E>) -> Progress {
        bar.set_message(what);
        if let Ok(style) = style {
            bar.set_style(style);
        }
        let waiting = std::io::stderr().is_terminal().then(|| {
            let (done, is_done) = mpsc::channel();
            let bar = bar.clone();
            let show = move || {
                if is_done.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    bar.enable_steady_tick(Duration::from_millis(100));
                }
            };
            (done, std::thread::spawn(show))
        });
        Progress { bar, waiting }
    }

    /// So many pieces more are done.
    pub(crate) fn add(&self, pieces: usize) {
        self.bar.inc(pieces as u64);
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
