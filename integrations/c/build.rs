//! Names the shared library for the loaders of Linux and macOS, so that a program finds the version it was linked with.

use std::env;

fn main() {
    let of = |name: &str| env::var(name).unwrap_or_default();
    let major = of("CARGO_PKG_VERSION_MAJOR");
    match of("CARGO_CFG_TARGET_OS").as_str() {
        "linux" | "freebsd" | "android" => {
            println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libhitmask.so.{major}");
        }
        "macos" => println!("cargo::rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libhitmask.{major}.dylib"),
        _ => {}
    }
    println!("cargo::rerun-if-changed=build.rs");
}
