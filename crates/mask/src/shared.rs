//! What the other crates of hitmask share with this one. It is not part of the API.

use crate::analysis::ComponentLabels;
pub use crate::heapsort::heapsort_by_key;
pub use crate::io::{as_columns, checksum, from_columns};
pub use crate::kernel::dispatch;
use crate::limits::words_for;
pub use crate::motion::{
    cast_line, convolve, distance_squared, nearest_distance_squared, nearest_free_of, sweep_line, tests_of_sweep,
};
pub use crate::overlap::overlap_first_by_strips;
pub use crate::real::Real;
pub use crate::transform::{RoundedMap, oriented, upright_corner};
use crate::{Connectivity, Mask, MaskError, Rect};
use alloc::vec::Vec;

/// Lists whose growth can fail.
pub mod memory {
    pub use crate::memory::*;
}

/// Methods that no user calls.
impl Mask {
    /// Checks the invariants of a mask (see `store/mask.rs`), for tests. Reads every word and copies the mask.
    ///
    /// # Panics
    /// Panics if an invariant does not hold, which is a bug in this crate.
    #[doc(hidden)]
    pub fn validate(&self) {
        assert_eq!(
            self.words.len() as u64,
            words_for(self.width, self.height),
            "the number of words must match the size"
        );
        if let Some(last) = self.words.len().checked_sub(self.height as usize) {
            let padding = !self.column_bits(self.stride().saturating_sub(1));
            assert!(self.words[last..].iter().all(|word| word & padding == 0), "padding bits must be zero");
        }
        self.validate_summary();
        let tight = self.frame().and_then(|frame| self.bounds_within(&frame));
        assert_eq!(self.bounds, tight, "bounds must be the tight box of the solid pixels");
    }

    /// Returns the words of a row, from left to right. The lowest bit of a word is its leftmost pixel, and the bits
    /// beyond the width are zero.
    ///
    /// # Panics
    /// Panics if the mask does not have the row.
    #[doc(hidden)]
    pub fn row_words(&self, row: u32) -> impl Iterator<Item = u64> {
        self.words_in_row(0..self.stride(), row)
    }

    /// Returns a mask of the size of this mask for each component of at least `least` pixels, as pygame does. The order
    /// is the order of [`Mask::connected_components`].
    ///
    /// # Errors
    /// Returns [`MaskError::NoMemory`] or [`MaskError::OutOfMemory`] if memory allocation fails.
    #[doc(hidden)]
    pub fn uncropped_components(&self, connectivity: Connectivity, least: u64) -> Result<Vec<Mask>, MaskError> {
        let labels = ComponentLabels::new(self, connectivity)?;
        let components = labels.extract_all(self.frame().map(Rect::from), |_, extent| extent.count >= least)?;
        let count = components.len();
        memory::try_collect(components.into_iter().map(|component| component.mask))
            .map_err(memory::for_list(count, "components"))
    }

    /// Returns a mask of the size of this mask with the component that contains the pixel at `at`, or with the largest
    /// component if `at` is `None`. The mask is empty if there is no such component.
    ///
    /// # Errors
    /// Returns the errors of [`Mask::uncropped_components`].
    #[doc(hidden)]
    pub fn uncropped_component(&self, connectivity: Connectivity, at: Option<[i32; 2]>) -> Result<Mask, MaskError> {
        if self.is_empty() || at.is_some_and(|at| !self.contains(at)) {
            return Mask::new(self.width, self.height);
        }
        let labels = ComponentLabels::new(self, connectivity)?;
        let component = match at {
            Some(at) => Some(labels.at(at)),
            None => labels.largest()?,
        };
        match component {
            Some(component) => Ok(labels.extract(component, self.frame().map(Rect::from))?.mask),
            None => Mask::new(self.width, self.height),
        }
    }
}
