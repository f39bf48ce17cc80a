//! The WebAssembly module of the npm package `hitmask`: the libraries `mask` and `world` for JavaScript.
//!
//! The module takes and returns numbers, strings and flat arrays. The TypeScript files in the folder `ts` check the
//! arguments and make the classes and objects that users see.

mod errors;
mod flat;
mod mask;
mod shape;
#[cfg(feature = "world")]
mod world;
