//! What the other crates of hitmask share with this one. It is not part of the API.

pub use crate::heapsort::heapsort_by_key;
pub use crate::io::{as_columns, checksum, from_columns};
pub use crate::kernel::dispatch;
pub use crate::motion::{cast_line, convolve, nearest_distance_squared, nearest_free_of, sweep_line, tests_of_sweep};
pub use crate::overlap::overlap_first_by_strips;
pub use crate::real::Real;
pub use crate::transform::{RoundedMap, oriented, upright_corner};

/// Lists whose growth can fail.
pub mod memory {
    pub use crate::memory::*;
}
