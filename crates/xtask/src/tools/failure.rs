//! Why a command ends without success.

use std::fmt;

pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// A failure: the status with which the program ends, and the message for the user.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) status: u8,
    message: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Returns the failure of something that was tried.
pub(crate) fn failed(message: impl Into<String>) -> Failure {
    Failure { status: 1, message: message.into() }
}

/// Returns the failure of a call with wrong arguments.
pub(crate) fn usage(message: impl Into<String>) -> Failure {
    Failure { status: 2, message: message.into() }
}
