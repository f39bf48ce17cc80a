//! Errors in Godot's log.

use godot::prelude::*;
use std::fmt::Display;

/// Returns the value, or writes an error that names the call to Godot's log.
pub(crate) fn ok<T, E: Display>(call: &str, result: Result<T, E>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(error) => {
            godot_error!("{call}: {error}");
            None
        }
    }
}
