//! Tests of the public API of `world` against every sprite tested with every other, pixel by pixel.

mod borders;
mod by_slot;
mod copies;
mod determinism;
mod golden;
mod kept_masks;
mod kinds;
mod limits;
mod little_memory;
mod lives;
mod maps;
mod paths;
mod pixels;
mod pools;
mod queries;
mod rain;
#[cfg(feature = "rstar")]
mod refusals;
#[cfg(all(feature = "rstar", feature = "serde"))]
mod saved;
mod scenes;
mod sizes;
mod slots;
mod still;
mod tables;
mod terrain;
mod undone;
mod variants;
mod views;
