//! The methods of [`Mask`] that return components.

use super::labels::{ComponentLabels, try_component_list};
use super::{Component, Connectivity};
use crate::memory::{self, or_panic};
use crate::{Mask, MaskError, Rect};
use alloc::vec::Vec;

/// Connected components.
///
/// The cost of each method is linear in the words and runs of the mask, plus the size of the result.
impl Mask {
    /// Returns every connected component, in raster order of the components' first pixels.
    ///
    /// Each component is cropped to its bounding box, so even the 278,000 components of a noise mask of 2048 x 2048
    /// pixels take only megabytes. Components whose boxes contain each other, such as nested rings, take more
    /// memory, because each box is stored whole. [`Mask::component_bounds`] returns the boxes alone and creates no
    /// masks.
    ///
    /// ```
    /// use hitmask::{Connectivity, Mask};
    ///
    /// let mask: Mask = "##..\n..#.\n....\n.##.".parse()?;
    /// let components = mask.connected_components(Connectivity::Eight);
    /// assert_eq!(components.len(), 2);
    /// assert_eq!(components[0].mask.to_string(), "##.\n..#");
    /// assert_eq!((components[1].at, components[1].count), ([1, 3], 2));
    /// assert_eq!(mask.connected_components(Connectivity::Four).len(), 3);
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn connected_components(&self, connectivity: Connectivity) -> Vec<Component> {
        or_panic(ComponentLabels::new(self, connectivity).and_then(|labels| labels.extract_all(None, |_, _| true)))
    }

    /// Returns the component with the most pixels, or `None` if no pixel is solid.
    ///
    /// If several components have equally many pixels, the result is the first of them in raster order.
    ///
    /// ```
    /// # use hitmask::{Connectivity, Mask};
    /// let mask: Mask = "#..#\n...#".parse()?;
    /// let largest = mask.largest_component(Connectivity::Four).unwrap();
    /// assert_eq!((largest.at, largest.count), ([3, 0], 2));
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn largest_component(&self, connectivity: Connectivity) -> Option<Component> {
        let labels = or_panic(ComponentLabels::new(self, connectivity));
        Some(or_panic(labels.extract(or_panic(labels.largest())?, None)))
    }

    /// Returns the component that contains the pixel at `at`, or `None` if this pixel is not solid or lies outside
    /// the mask.
    ///
    /// ```
    /// # use hitmask::{Connectivity, Mask};
    /// let mask: Mask = "#..#\n...#".parse()?;
    /// assert_eq!(mask.component_at([3, 1], Connectivity::Four).unwrap().count, 2);
    /// assert_eq!(mask.component_at([2, 1], Connectivity::Four), None);
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn component_at(&self, at: impl Into<[i32; 2]>, connectivity: Connectivity) -> Option<Component> {
        let at = at.into();
        if !self.contains(at) {
            return None;
        }
        let labels = or_panic(ComponentLabels::new(self, connectivity));
        Some(or_panic(labels.extract(labels.at(at), None)))
    }

    /// Returns the bounding box and the number of solid pixels of every component, in raster order of the
    /// components' first pixels.
    ///
    /// ```
    /// # use hitmask::{Connectivity, Mask, Rect};
    /// let mask: Mask = "##..\n..#.".parse()?;
    /// let bounds = mask.component_bounds(Connectivity::Eight);
    /// assert_eq!(bounds, [(Rect { left: 0, top: 0, width: 3, height: 2 }, 3)]);
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn component_bounds(&self, connectivity: Connectivity) -> Vec<(Rect, u64)> {
        let extents = or_panic(ComponentLabels::new(self, connectivity).and_then(|labels| labels.extents()));
        or_panic(try_component_list(extents.iter().map(|extent| (extent.bounds(), extent.count))))
    }

    /// Returns a mask of the size of this mask for each component of at least `least` pixels, as pygame does, for other
    /// crates of hitmask. The order is the order of [`Mask::connected_components`].
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
    /// component if `at` is `None`, for other crates of hitmask. The mask is empty if there is no such component.
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
