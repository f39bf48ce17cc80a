//! Keeps the library in memory until the process ends. Threads of a step are awake for some milliseconds after it, and Godot
//! unloads its extensions when a game quits: the threads would run code that is gone (tests/quit.gd).

use std::env;

fn main() {
    let system = env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    // macOS keeps each library that has variables of threads. Windows was never tried.
    if ["linux", "android", "freebsd"].contains(&system.as_str()) {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
