//! Threads. Masks belong to all of them; a world and its colliders belong to the main thread.

use godot::prelude::*;
use std::sync::{Mutex, PoisonError};

pub(crate) fn is_main() -> bool {
    godot::init::is_main_thread()
}

/// Returns whether this is the main thread. If it is not, Godot's log gets an error that names the call.
pub(crate) fn on_main(call: &str) -> bool {
    let is_main = is_main();
    if !is_main {
        godot_error!(
            "{call}: call it on the main thread, to which worlds and their colliders belong, for example with call_deferred"
        );
    }
    is_main
}

/// Asserts at compile time that threads may share a type: Godot's crate does not ask for it.
pub(crate) const fn is_shared<T: Send + Sync>() {}

/// A value that threads share.
#[derive(Default)]
pub(crate) struct Slot<T>(Mutex<T>);

impl<T> Slot<T> {
    pub(crate) fn new(value: T) -> Slot<T> {
        Slot(Mutex::new(value))
    }

    /// Calls `change` with the value. It must not ask Godot for pictures or emit signals: other threads wait for the
    /// value.
    pub(crate) fn with<R>(&self, change: impl FnOnce(&mut T) -> R) -> R {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn get(&self) -> T
    where
        T: Clone,
    {
        self.with(|value| value.clone())
    }

    /// Sets the value, and returns the one before, to be dropped without the lock.
    pub(crate) fn replace(&self, value: T) -> T {
        self.with(|old| std::mem::replace(old, value))
    }
}
