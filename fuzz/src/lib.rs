//! The fuzz targets. Each module takes bytes, interprets them as its documentation says, and compares the library with
//! a plain model. A wrong answer, an overflow, a panic and a bad memory access all end the run.
//!
//! Each `check` is a target of libFuzzer; `fuzz/run SECONDS` runs all of them. The tests of this crate run these
//! functions on the committed seeds and on random bytes, with any toolchain.

mod bytes;
mod input;

pub mod aseprite;
pub mod atlas;
pub mod checkpoint;
pub mod edits;
pub mod frames;
pub mod levels;
pub mod maps;
pub mod motion;
pub mod pair;
pub mod pictures;
pub mod queries;
pub mod reshape;
pub mod saved;
pub mod saved_world;
pub mod scene;
pub mod shapes;
pub mod tables;
pub mod turned;
pub mod world;

/// A target: its name and its function.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: [Target; 20] = [
    ("pair", pair::check),
    ("edits", edits::check),
    ("levels", levels::check),
    ("reshape", reshape::check),
    ("saved", saved::check),
    ("saved_world", saved_world::check),
    ("shapes", shapes::check),
    ("motion", motion::check),
    ("pictures", pictures::check),
    ("scene", scene::check),
    ("tiled_xml", maps::check),
    ("tiled_json", maps::check),
    ("ldtk", maps::check),
    ("tables", tables::check),
    ("turned", turned::check),
    ("world", world::check),
    ("queries", queries::check),
    ("aseprite", aseprite::check),
    ("atlas", atlas::check),
    ("checkpoint", checkpoint::check),
];

#[cfg(test)]
mod tests;
