//! Conversions between masks and pictures, bits, bytes and text.

mod alpha;
#[cfg(feature = "bitvec")]
mod bits;
mod bytes;
pub mod checksum;
#[cfg(feature = "image")]
mod image;
mod pixels;
#[cfg(feature = "serde")]
mod serde;
mod solid;
mod text;
mod words;

pub use solid::Solid;
pub use words::{as_columns, from_columns};
