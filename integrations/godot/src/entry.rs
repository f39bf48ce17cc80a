//! The entry point of the extension.

#![expect(unsafe_code, reason = "Godot's crate asks for an unsafe impl, which it alone calls")]

use godot::prelude::*;

struct Hitmask;

#[gdextension]
unsafe impl ExtensionLibrary for Hitmask {}
