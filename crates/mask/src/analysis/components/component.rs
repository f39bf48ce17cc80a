//! What a component is, and how a mask is asked for its own.

use super::labels::{Extent, Labels, listed};
use crate::{Mask, Rect};
use alloc::vec::Vec;
use core::cmp::Reverse;

/// Which neighbours of a pixel hang together with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Connectivity {
    /// Those that share a side with it.
    Four,
    /// Those that share a side or a corner with it.
    Eight,
}

/// Solid pixels that hang together, cut out of their mask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The part alone, as large as its box: each side has a solid pixel.
    pub mask: Mask,
    /// Where the top-left pixel of `mask` stands in the mask that it comes from.
    pub at: [i32; 2],
    /// How many pixels are solid.
    pub count: u64,
}

/// The parts of a mask. Cost: linear in words and runs, plus the result.
impl Mask {
    /// Every part, in raster order of their first pixels.
    ///
    /// Each is cropped to its box, so that even the 278,000 parts of noise on 2048 x 2048 take
    /// megabytes; only parts whose boxes lie in each other, such as nested rings, take more than their
    /// picture. Where the boxes are enough, [`Mask::part_boxes`] makes no masks.
    ///
    /// ```
    /// use mask::{Connectivity, Mask};
    ///
    /// let mask: Mask = "##..\n..#.\n....\n.##.".parse()?;
    /// let parts = mask.parts(Connectivity::Eight);
    /// assert_eq!(parts.len(), 2);
    /// assert_eq!(parts[0].mask.to_string(), "##.\n..#");
    /// assert_eq!((parts[1].at, parts[1].count), ([1, 3], 2));
    /// assert_eq!(mask.parts(Connectivity::Four).len(), 3);
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    #[must_use]
    pub fn parts(&self, connectivity: Connectivity) -> Vec<Part> {
        let labels = Labels::of(self, connectivity);
        let extents = labels.extents();
        let mut words = listed(extents.iter().map(Extent::blank));
        for (run, &part) in labels.runs.iter().zip(&labels.parts) {
            extents[part as usize].paint(&mut words[part as usize], run);
        }
        listed(extents.iter().zip(words).map(|(extent, words)| extent.part(words)))
    }

    /// The part with the most pixels; the first in raster order of equals. `None` where nothing is solid.
    ///
    /// ```
    /// # use mask::{Connectivity, Mask};
    /// let mask: Mask = "#..#\n...#".parse()?;
    /// let largest = mask.largest_part(Connectivity::Four).unwrap();
    /// assert_eq!((largest.at, largest.count), ([3, 0], 2));
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    #[must_use]
    pub fn largest_part(&self, connectivity: Connectivity) -> Option<Part> {
        let labels = Labels::of(self, connectivity);
        let (_, part) = labels.extents().iter().zip(0..).min_by_key(|(extent, _)| Reverse(extent.count))?;
        Some(labels.cut(part))
    }

    /// The part that a pixel belongs to. `None` where that is air or outside.
    ///
    /// ```
    /// # use mask::{Connectivity, Mask};
    /// let mask: Mask = "#..#\n...#".parse()?;
    /// assert_eq!(mask.part_at([3, 1], Connectivity::Four).unwrap().count, 2);
    /// assert_eq!(mask.part_at([2, 1], Connectivity::Four), None);
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    #[must_use]
    pub fn part_at(&self, at: impl Into<[i32; 2]>, connectivity: Connectivity) -> Option<Part> {
        let [x, y] = at.into();
        if !self.contains([x, y]) {
            return None;
        }
        let labels = Labels::of(self, connectivity);
        let run = labels.runs.partition_point(|run| (run.y, run.right) <= (y, x));
        Some(labels.cut(labels.parts[run]))
    }

    /// The box of every part and how many of its pixels are solid, in raster order of the parts' first
    /// pixels.
    ///
    /// ```
    /// # use mask::{Connectivity, Mask, Rect};
    /// let mask: Mask = "##..\n..#.".parse()?;
    /// let boxes = mask.part_boxes(Connectivity::Eight);
    /// assert_eq!(boxes, [(Rect { left: 0, top: 0, width: 3, height: 2 }, 3)]);
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    #[must_use]
    pub fn part_boxes(&self, connectivity: Connectivity) -> Vec<(Rect, u64)> {
        let extents = Labels::of(self, connectivity).extents();
        listed(extents.iter().map(|extent| (extent.bounds(), extent.count)))
    }
}
