//! Pictures from files that may be damaged or hostile.

mod bmp;
mod png;
mod read;

pub use read::{PictureError, check_picture_memory, read_damaged_picture, read_picture};
