//! Tests of the C interface from Rust: the header, and what the other languages play.

mod calls;
mod csharp;
mod csharp_calls;
mod header;
