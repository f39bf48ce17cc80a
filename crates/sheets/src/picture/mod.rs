//! Pictures from files that may be damaged or hostile.

mod bmp;
mod error;
mod open;
mod png;
mod read;

pub use error::PictureError;
pub use read::{check_picture_memory, read_damaged_picture, read_picture};
