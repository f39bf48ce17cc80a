//! Tests of the public API of `hitmask-sheets`.

mod aseprite;
mod aseprite_details;
mod aseprite_faults;
mod common;
mod folders;
mod json;
mod json_faults;
mod packed;
mod tiled;
