//! What a component is, and how a mask is asked for its own.

use super::labels::{ComponentExtent, ComponentLabels, component_list};
use crate::{Mask, Rect};
use alloc::vec::Vec;
use core::cmp::Reverse;

/// Which neighbors of a pixel hang together with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Connectivity {
    /// Those that share a side with it.
    Four,
    /// Those that share a side or a corner with it.
    Eight,
}

/// Solid pixels that hang together, cut out of their mask.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Component {
    /// The component alone, as large as its box: each side has a solid pixel.
    pub mask: Mask,
    /// Where the top-left pixel of `mask` stands in the mask that it comes from.
    pub at: [i32; 2],
    /// How many pixels are solid.
    pub count: u64,
}

/// The components of a mask. Cost: linear in words and runs, plus the result.
impl Mask {
    /// Every component, in raster order of their first pixels.
    ///
    /// Each is cropped to its box, so that even the 278,000 components of noise on 2048 x 2048 take
    /// megabytes; only components whose boxes lie in each other, such as nested rings, take more than their
    /// picture. Where the boxes are enough, [`Mask::component_bounds`] makes no masks.
    ///
    /// ```
    /// use mask::{Connectivity, Mask};
    ///
    /// let mask: Mask = "##..\n..#.\n....\n.##.".parse()?;
    /// let components = mask.connected_components(Connectivity::Eight);
    /// assert_eq!(components.len(), 2);
    /// assert_eq!(components[0].mask.to_string(), "##.\n..#");
    /// assert_eq!((components[1].at, components[1].count), ([1, 3], 2));
    /// assert_eq!(mask.connected_components(Connectivity::Four).len(), 3);
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    #[must_use]
    pub fn connected_components(&self, connectivity: Connectivity) -> Vec<Component> {
        let labels = ComponentLabels::new(self, connectivity);
        let extents = labels.extents();
        let mut words = component_list(extents.iter().map(ComponentExtent::empty_words));
        for (run, &component) in labels.runs.iter().zip(&labels.components) {
            extents[component as usize].paint(&mut words[component as usize], run);
        }
        component_list(extents.iter().zip(words).map(|(extent, words)| extent.component(words)))
    }

    /// The component with the most pixels; the first in raster order of equals. `None` where nothing is solid.
    ///
    /// ```
    /// # use mask::{Connectivity, Mask};
    /// let mask: Mask = "#..#\n...#".parse()?;
    /// let largest = mask.largest_component(Connectivity::Four).unwrap();
    /// assert_eq!((largest.at, largest.count), ([3, 0], 2));
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    #[must_use]
    pub fn largest_component(&self, connectivity: Connectivity) -> Option<Component> {
        let labels = ComponentLabels::new(self, connectivity);
        let (_, component) = labels.extents().iter().zip(0..).min_by_key(|(extent, _)| Reverse(extent.count))?;
        Some(labels.extract(component))
    }

    /// The component that a pixel belongs to. `None` where that is air or outside.
    ///
    /// ```
    /// # use mask::{Connectivity, Mask};
    /// let mask: Mask = "#..#\n...#".parse()?;
    /// assert_eq!(mask.component_at([3, 1], Connectivity::Four).unwrap().count, 2);
    /// assert_eq!(mask.component_at([2, 1], Connectivity::Four), None);
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    #[must_use]
    pub fn component_at(&self, at: impl Into<[i32; 2]>, connectivity: Connectivity) -> Option<Component> {
        let [x, y] = at.into();
        if !self.contains([x, y]) {
            return None;
        }
        let labels = ComponentLabels::new(self, connectivity);
        let run = labels.runs.partition_point(|run| (run.y, run.right) <= (y, x));
        Some(labels.extract(labels.components[run]))
    }

    /// The box of every component and how many of its pixels are solid, in raster order of the components' first
    /// pixels.
    ///
    /// ```
    /// # use mask::{Connectivity, Mask, Rect};
    /// let mask: Mask = "##..\n..#.".parse()?;
    /// let bounds = mask.component_bounds(Connectivity::Eight);
    /// assert_eq!(bounds, [(Rect { left: 0, top: 0, width: 3, height: 2 }, 3)]);
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    #[must_use]
    pub fn component_bounds(&self, connectivity: Connectivity) -> Vec<(Rect, u64)> {
        let extents = ComponentLabels::new(self, connectivity).extents();
        component_list(extents.iter().map(|extent| (extent.bounds(), extent.count)))
    }
}
