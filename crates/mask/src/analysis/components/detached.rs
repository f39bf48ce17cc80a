//! The components that have no pixel in an anchor.

use super::labels::{ComponentLabels, try_component_list};
use super::{Component, Connectivity};
use crate::memory::or_panic;
use crate::overlap::clipped_spans;
use crate::{Mask, Shape};
use alloc::vec::Vec;

impl Mask {
    /// Returns the connected components without a pixel in an anchor, such as the floating islands of a terrain after
    /// an explosion, in raster order of the components' first pixels.
    ///
    /// The anchor is a shape moved by `at`. For a terrain that stands on its bottom row, the anchor is a
    /// [`Rect`](crate::Rect) of height 1. If the anchor covers no solid pixel, all components are detached.
    ///
    /// ```
    /// use hitmask::{Connectivity, Mask, Rect};
    ///
    /// let mut terrain: Mask = "###.\n.#..\n.#.#\n####".parse()?;
    /// terrain.fill_rect(Rect::new(1, 1, 1, 2), false); // an explosion
    /// let floor = Rect::new(0, 3, 4, 1);
    /// let pieces = terrain.detached_components(&floor, [0, 0], Connectivity::Four);
    /// assert_eq!((pieces.len(), pieces[0].at, pieces[0].count), (1, [0, 0], 3));
    /// terrain.erase(&pieces[0].mask, pieces[0].at); // from now on, a sprite of its own
    /// assert!(terrain.detached_components(&floor, [0, 0], Connectivity::Four).is_empty());
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// Cost: linear in the words and runs of the mask and the spans of the anchor, plus the size of the result. No
    /// masks are built for attached components. If nothing is detached, a terrain of 4096 x 1024 pixels with 1,000
    /// holes takes about 0.3 ms.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn detached_components(
        &self,
        anchor: &impl Shape,
        at: impl Into<[i32; 2]>,
        connectivity: Connectivity,
    ) -> Vec<Component> {
        let Some(bounds) = self.bounds else { return Vec::new() };
        let labels = or_panic(ComponentLabels::new(self, connectivity));
        let mut attached = or_panic(try_component_list((0..labels.count).map(|_| false)));
        for span in clipped_spans(anchor, at.into(), bounds) {
            let (y, left, right) = (span.y as i32, span.left as i32, span.right as i32);
            let first = labels.runs.partition_point(|run| (run.y, run.right) <= (y, left));
            let touched = labels.runs[first..].iter().take_while(|run| run.y == y && run.left < right);
            for (_, &component) in touched.zip(&labels.components[first..]) {
                attached[component as usize] = true;
            }
        }
        // Most explosions detach nothing, so this case skips the passes that build masks.
        if attached.iter().all(|&attached| attached) {
            return Vec::new();
        }
        or_panic(labels.extract_all(None, |component, _| !attached[component]))
    }
}
