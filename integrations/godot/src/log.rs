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

/// The object of an argument. Without one, the function returns the empty value, and the log gets an error that names
/// the call.
macro_rules! given {
    ($call:expr, $name:ident) => {
        let Some($name) = $crate::log::object($call, stringify!($name), $name) else { return Default::default() };
    };
}
pub(crate) use given;

/// Returns an object, or writes an error to Godot's log if it is null.
pub(crate) fn object<T: GodotClass>(call: &str, name: &str, object: Option<Gd<T>>) -> Option<Gd<T>> {
    if object.is_none() {
        godot_error!("{call}: {name} is null, but it must be a {}", T::class_id());
    }
    object
}
