//! Pictures from files that may be damaged or hostile.

mod error;
mod png;
mod read;

pub use error::PictureError;
pub(crate) use read::open;
pub use read::{check_picture_memory, read_picture};
