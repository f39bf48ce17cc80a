//! Conversions between masks and pictures, bits, bytes and text.

mod alpha;
#[cfg(feature = "bitvec")]
mod bits;
mod bytes;
#[doc(hidden)]
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
