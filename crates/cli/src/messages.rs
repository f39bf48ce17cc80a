//! Errors and names from outside, as the user reads them.

use std::error::Error;
use std::io;
use std::io::Write;
#[cfg(feature = "cluster")]
use tiles::DiskJoinError;
#[cfg(feature = "cluster")]
use tiles::TilesError;
use world::WorldError;

/// Returns the text of an error and of its causes.
pub(crate) fn describe(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain() {
        let cause = match exceeded_pair_limit(cause) {
            Some(limit) => format!("more than {limit} pairs collide: raise --pair-limit"),
            None => cause.to_string(),
        };
        // Some errors already end with the text of their cause.
        if !text.ends_with(&cause) {
            text = if text.is_empty() { cause } else { format!("{text}: {cause}") };
        }
    }
    text
}

/// Returns the limit of an error about too many pairs. Its own text names functions of the library.
fn exceeded_pair_limit(error: &(dyn Error + 'static)) -> Option<usize> {
    #[cfg(feature = "cluster")]
    let error = match (error.downcast_ref(), error.downcast_ref()) {
        (Some(TilesError::World(error)), _) | (_, Some(DiskJoinError::World(error))) => error,
        _ => error,
    };
    match error.downcast_ref()? {
        WorldError::TooManyPairs { limit } => Some(*limit),
        _ => None,
    }
}

/// Prints the text of an error on one line of standard error.
pub(crate) fn print_error(text: &str) {
    // A failed write to standard error cannot be reported anywhere.
    let _ = writeln!(io::stderr(), "error: {}", escape_controls(text));
}

/// Escapes control characters: names of files and masks may hold commands to the terminal.
pub(crate) fn escape_controls(text: &str) -> String {
    let escaped = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(escaped).collect()
}
