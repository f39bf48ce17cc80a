//! Sheets of Aseprite itself: `.aseprite` and `.ase` files.
//!
//! The crate `aseprite-loader` reads the contents of chunks. The walk from chunk to chunk, the limits, and the drawing
//! of frames are in this folder; decision 0022 says why.

mod blend;
mod compose;
mod pixels;
mod read;
mod reader;
mod walk;

pub(crate) use read::{is_aseprite, read};
