//! Tests of the border from Rust: the header, wrong arguments, and panics.

mod header;
