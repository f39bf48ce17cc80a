//! Lines on standard error of a worker that are meant for its launcher.

use super::child;
use std::io::{self, Write};

/// Begins a line for the launcher. Error messages never hold control characters.
const MARK: char = '\u{1}';

/// A line for the launcher.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// Finished pieces of the work, and all pieces.
    Progress(usize, usize),
    /// The worker is alive.
    Alive,
    /// The worker ends because of another one.
    Blame(usize),
    /// The outputs are in their places. A later failure does not matter.
    Done,
}

impl Sign {
    pub(super) fn write(self, out: &mut impl Write) -> io::Result<()> {
        match self {
            Sign::Progress(done, total) => writeln!(out, "{MARK}progress {done} {total}"),
            Sign::Alive => writeln!(out, "{MARK}alive"),
            Sign::Blame(worker) => writeln!(out, "{MARK}blame {worker}"),
            Sign::Done => writeln!(out, "{MARK}done"),
        }
    }

    pub(super) fn parse(line: &str) -> Option<Sign> {
        let mut words = line.strip_prefix(MARK)?.split(' ');
        let number = |word: Option<&str>| word?.parse().ok();
        match words.next()? {
            "progress" => Some(Sign::Progress(number(words.next())?, number(words.next())?)),
            "alive" => Some(Sign::Alive),
            "done" => Some(Sign::Done),
            "blame" => Some(Sign::Blame(number(words.next())?)),
            _ => None,
        }
    }
}

/// Tells the launcher how far the work is. Only worker 0 calls this function. Without a launcher it does nothing.
pub(crate) fn report_progress(done: usize, total: usize) {
    if child::is_child() {
        // If the launcher is gone, this worker ends anyway.
        let _ = Sign::Progress(done, total).write(&mut io::stderr());
    }
}

/// Tells the launcher that the outputs are in their places. Only worker 0 calls this function. Without a launcher it does
/// nothing.
pub(super) fn report_done() {
    if child::is_child() {
        // If the launcher is gone, nobody needs to know.
        let _ = Sign::Done.write(&mut io::stderr());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_read_as_written() {
        for sign in [Sign::Progress(0, usize::MAX), Sign::Alive, Sign::Blame(63), Sign::Done] {
            let mut line = Vec::new();
            sign.write(&mut line).unwrap();
            assert_eq!(Sign::parse(str::from_utf8(&line).unwrap().trim_end()), Some(sign));
        }
        for line in ["", "error: x", "\u{1}", "\u{1}blame", "\u{1}blame x", "\u{1}progress 1", "blame 1"] {
            assert_eq!(Sign::parse(line), None, "{line:?}");
        }
    }
}
