//! The WebAssembly modules of the npm package `hitmask`: the libraries for JavaScript.
//!
//! The features choose the module: `masks` alone is the one of `hitmask/mask`, `world` the one of `hitmask`, and `sheets` the
//! one of `hitmask/sheets`. A module takes and returns numbers, strings and flat arrays. The TypeScript files in the folder
//! `ts` check the arguments and make the classes and objects that users see.

mod errors;
#[cfg(feature = "masks")]
mod flat;
#[cfg(feature = "masks")]
mod masks;
#[cfg(feature = "masks")]
mod shape;
#[cfg(feature = "sheets")]
mod sheets;
mod solid;
#[cfg(feature = "world")]
mod worlds;

/// The default allocator, dlmalloc, takes 2.7 KB more with gzip in the module of masks.
#[global_allocator]
static MEMORY: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();
