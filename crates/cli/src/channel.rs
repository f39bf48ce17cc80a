//! Messages to the user: from this process, or from a worker through its launcher.

use crate::messages::escape_controls;
#[cfg(feature = "cluster")]
use crate::records;
#[cfg(feature = "cluster")]
use crate::records::Record;
use sheets::Warning;
use std::io;
use std::io::Write;

/// Returns whether this process was started by a launcher.
pub(crate) fn is_child() -> bool {
    #[cfg(feature = "cluster")]
    return records::are_sent();
    #[cfg(not(feature = "cluster"))]
    return false;
}

/// Reports how far the work is. Only worker 0 calls this function. Without a launcher it does nothing.
#[cfg(feature = "cluster")]
pub(crate) fn report_progress(done: usize, total: usize) {
    if is_child() {
        records::send(&Record::Progress(done, total));
    }
}

/// Prints a line on standard error, in the process that the user has started.
pub(crate) fn note(text: &str) {
    #[cfg(feature = "cluster")]
    if is_child() {
        return records::send(&Record::Note(text.to_owned()));
    }
    // A failed write to standard error cannot be reported anywhere.
    let _ = writeln!(io::stderr(), "{text}");
}

/// Prints warnings on standard error, in the process that the user has started.
pub(crate) fn note_warnings(warnings: &[Warning]) {
    warnings.iter().for_each(|warning| note(&format!("warning: {}", escape_controls(&warning.to_string()))));
}

/// Standard output of the process that the user has started.
pub(crate) fn standard_output() -> Box<dyn Write> {
    #[cfg(feature = "cluster")]
    if is_child() {
        return Box::new(records::LauncherOutput);
    }
    Box::new(io::stdout())
}
