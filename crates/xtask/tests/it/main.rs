//! Tests of `cargo xtask`: each runs the program, most in a small repository with programs that do nothing.

mod arguments;
mod generate;
mod light;
#[cfg(target_os = "linux")]
mod packages;
mod pages;
mod repository;
