//! Tests of the border from Rust: the header, and the script `run` on systems that lack programs.

mod calls;
mod csharp;
mod csharp_calls;
mod header;
#[cfg(unix)]
mod programs;
