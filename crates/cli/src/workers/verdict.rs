//! Which worker is at fault.

use super::child::BECAUSE_OF_ANOTHER;
use crate::escape_controls;
use std::fmt::Write;
use std::process::ExitStatus;

/// A worker that has ended, in the order of the ends.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) worker: usize,
    pub(super) status: ExitStatus,
    /// Its messages on standard error.
    pub(super) messages: String,
    /// The worker that it blames.
    pub(super) blames: Option<usize>,
}

impl Ended {
    /// Returns whether the worker ended only because of another one.
    fn is_consequence(&self) -> bool {
        self.status.code() == Some(BECAUSE_OF_ANOTHER.into())
    }

    /// Returns the text of the last error message.
    fn error(&self) -> Option<&str> {
        self.messages.lines().rev().find_map(|line| line.strip_prefix("error: "))
    }

    fn describe(&self) -> String {
        let worker = self.worker;
        #[cfg(unix)]
        if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&self.status) {
            return format!("worker {worker} was killed by signal {signal}");
        }
        match (self.status.code(), self.error()) {
            (Some(1), Some(error)) => format!("worker {worker} failed: {error}"),
            (code, _) => {
                let mut text = format!("worker {worker} ended with exit status {}", code.unwrap_or_default());
                // The last lines tell the most, such as the message of a panic.
                let last: Vec<&str> = self.messages.lines().rev().take(3).collect();
                for (place, line) in last.into_iter().rev().enumerate() {
                    let _ = write!(text, "{}{}", if place == 0 { ": " } else { " / " }, escape_controls(line));
                }
                text
            }
        }
    }
}

/// Returns whether a worker has failed.
pub(super) fn has_failed(ended: &[Ended]) -> bool {
    ended.iter().any(|end| !end.status.success())
}

/// Returns the first worker that failed by itself.
pub(super) fn cause(ended: &[Ended]) -> Option<&Ended> {
    ended.iter().find(|end| !end.status.success() && !end.is_consequence())
}

/// Returns the reason for the failure of a run: the first worker that failed by itself, or else the worker that did not
/// end at all.
///
/// `ended` holds all ends that the launcher did not cause. `running` holds the workers that the launcher had to kill.
/// `silent` is a worker that gave no sign of life.
pub(super) fn reason(ended: &[Ended], silent: Option<usize>, running: &[usize]) -> String {
    if let Some(cause) = cause(ended) {
        return cause.describe();
    }
    let mut failed = ended.iter().filter(|end| !end.status.success());
    let accusers = |worker: usize| failed.clone().filter(|end| end.blames == Some(worker)).count();
    if let Some(silent) = silent {
        return format!("worker {silent} stalled: it gave no sign of life, and was killed");
    }
    // Of two workers with equally many accusers, the first one.
    let accused = running.iter().rev().max_by_key(|&&worker| accusers(worker));
    if let Some(stalled) = accused {
        return format!("worker {stalled} stalled: it did not answer the other workers, and was killed");
    }
    match failed.next() {
        Some(end) => format!("worker {} gave up: {}", end.worker, end.error().unwrap_or("it did not say why")),
        None => "a worker ended before its work began".to_owned(),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;

    fn ended(worker: usize, raw: i32, messages: &str, blames: Option<usize>) -> Ended {
        Ended { worker, status: ExitStatus::from_raw(raw), messages: messages.to_owned(), blames }
    }

    fn follower(worker: usize, blamed: usize) -> Ended {
        ended(worker, 3 << 8, "error: worker stalled", Some(blamed))
    }

    #[test]
    fn the_cause_is_named_and_not_its_consequences() {
        let killed = || ended(2, 9, "", None);
        let full = || ended(1, 1 << 8, "note\nerror: more than 9 pairs collide\n", None);
        let panicked = || ended(0, 101 << 8, "a\nb\nc\nd\x1b\n", None);
        for (all, running, expected) in [
            (vec![follower(0, 2), killed(), follower(1, 2)], vec![], "worker 2 was killed by signal 9"),
            (vec![follower(0, 1), full()], vec![2], "worker 1 failed: more than 9 pairs collide"),
            (vec![killed(), full()], vec![], "worker 2 was killed by signal 9"),
            (vec![full(), killed()], vec![], "worker 1 failed: more than 9 pairs collide"),
            (vec![panicked(), killed()], vec![], "worker 0 ended with exit status 101: b / c / d\\u{1b}"),
            (
                vec![follower(0, 3), follower(1, 3)],
                vec![2, 3],
                "worker 3 stalled: it did not answer the other workers, and was killed",
            ),
            (vec![follower(0, 1), follower(1, 0)], vec![], "worker 0 gave up: worker stalled"),
            (vec![ended(0, 0, "", None), killed()], vec![], "worker 2 was killed by signal 9"),
        ] {
            assert_eq!(reason(&all, None, &running), expected);
        }
        let silent = "worker 1 stalled: it gave no sign of life, and was killed";
        assert_eq!(reason(&[], Some(1), &[0, 1, 2]), silent);
        assert_eq!(reason(&[follower(0, 2)], Some(1), &[1, 2]), silent);
        assert_eq!(reason(&[killed()], Some(1), &[0, 1]), "worker 2 was killed by signal 9");
    }
}
