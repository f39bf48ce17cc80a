//! Tests of the public API of `hitmask-sheets`.

mod common;
mod folders;
mod json;
mod json_faults;
mod packed;
