//! What the other crates of hitmask share with this one. It is not part of the API.

pub use crate::io::checksum;
pub use crate::kernel::dispatch;
pub use crate::motion::{nearest_distance_squared, nearest_free_of};
pub use crate::real::Real;

/// Lists whose growth can fail.
pub mod memory {
    pub use crate::memory::*;
}
