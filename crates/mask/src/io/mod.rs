//! Conversions between masks and pictures, bits, bytes and text.

mod bytes;
pub mod checksum;
#[cfg(feature = "image")]
mod image;
mod pixels;
mod rows;
#[cfg(feature = "serde")]
mod serde;
mod text;
mod words;

pub use pixels::{PixelLayout, Solid};
pub use words::{as_columns, from_columns};
