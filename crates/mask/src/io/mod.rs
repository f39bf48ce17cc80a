//! Conversions between masks and pictures, bits, bytes and text.

mod bytes;
pub mod checksum;
#[cfg(feature = "image")]
mod image;
mod label_image;
mod pixels;
mod rows;
mod run_lengths;
#[cfg(feature = "serde")]
mod serde;
mod text;
mod words;

pub use pixels::{PixelLayout, Solid};
pub use run_lengths::RunLengths;
pub use words::{as_columns, from_columns};
