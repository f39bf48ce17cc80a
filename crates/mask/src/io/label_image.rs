//! Masks from a label image: a number for each pixel, which says to which object the pixel belongs.

use super::rows::Rows;
use crate::geometry::Area;
use crate::kernel::on_level;
use crate::memory::{for_list, try_push, try_resize, try_with_capacity};
use crate::{Mask, MaskError};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// The number of labels that are compared at once with those to the right of them: the bits of a `u32`. With 16, the row
/// `reshape/from_labels` takes 1.15 times as long.
const GROUP: usize = 32;

/// A run of pixels of one label in a row.
struct LabelRun {
    /// The index of the object.
    object: u32,
    y: u32,
    left: u32,
    right: u32,
}

/// The objects found so far, and which label is which.
struct Objects<T> {
    labels: Vec<T>,
    boxes: Vec<Area>,
    /// The index of the object of each small label, and 1; or 0 if it has none.
    small: Vec<u32>,
    large: BTreeMap<T, u32>,
    /// Labels below this number are looked up in `small`.
    most_small: usize,
}

impl<T: Copy + Ord + TryInto<usize>> Objects<T> {
    /// Returns the index of the object of a label, a new one if it has none.
    fn of(&mut self, label: T) -> Result<u32, MaskError> {
        let next = self.labels.len() as u32;
        let no_memory = for_list(self.labels.len() + 1, "objects");
        let index = match label.try_into() {
            Ok(small) if small < self.most_small => {
                if small >= self.small.len() {
                    try_resize(&mut self.small, small + 1, 0).map_err(&no_memory)?;
                }
                let index = &mut self.small[small];
                if *index == 0 {
                    *index = next + 1;
                }
                *index - 1
            }
            _ => *self.large.entry(label).or_insert(next),
        };
        if index == next {
            try_push(&mut self.labels, label).map_err(&no_memory)?;
            try_push(&mut self.boxes, Area { left: u32::MAX, top: u32::MAX, right: 0, bottom: 0 })
                .map_err(&no_memory)?;
        }
        Ok(index)
    }
}

impl Mask {
    /// Creates a mask for each object of a label image, cropped to the pixels of the object: the label, the mask, and
    /// the position of the mask's top-left pixel in the image. The list is sorted by label.
    ///
    /// A label image has a whole number for each pixel, row by row: 0 is the background, and all pixels of another
    /// number are one object, connected or not. `stride` is the number of labels from the beginning of a row to that of
    /// the next; without gaps, it is the width.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let image = [
    ///     0, 7, 7, //
    ///     3, 0, 7,
    /// ];
    /// let objects = Mask::from_labels(3, 2, &image, 3)?;
    /// let texts: Vec<_> = objects.iter().map(|(label, mask, at)| (*label, mask.to_string(), *at)).collect();
    /// assert_eq!(texts, [(3, "#".to_owned(), [0, 1]), (7, "##\n.#".to_owned(), [1, 0])]);
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// Cost: one pass over the image, which compares 32 labels at once, and some operations for each run of equal
    /// labels in a row. Labels above the number of pixels are looked up in a tree.
    ///
    /// # Errors
    /// - Returns [`MaskError::WrongStride`] if the stride is smaller than the width.
    /// - Returns [`MaskError::WrongLength`] if `labels` ends before the last pixel.
    /// - Returns [`MaskError::TooLarge`] if the image has a side of 2^31 pixels or more, or an object is too large for a
    ///   mask, and [`MaskError::OutOfMemory`] or [`MaskError::NoMemory`] if memory allocation fails.
    pub fn from_labels<T: Copy + Ord + Default + TryInto<usize>>(
        width: u32,
        height: u32,
        labels: &[T],
        stride: usize,
    ) -> Result<Vec<(T, Mask, [i32; 2])>, MaskError> {
        Rows { width, height, unit: "labels", pixel: 1, stride }.check(labels.len())?;
        if width.max(height) > i32::MAX as u32 {
            return Err(MaskError::TooLarge { width, height });
        }
        let mut objects = Objects {
            labels: Vec::new(),
            boxes: Vec::new(),
            small: Vec::new(),
            large: BTreeMap::new(),
            most_small: labels.len().max(1 << 16),
        };
        let mut runs = Vec::new();
        let (found, list, height) = (&mut objects, &mut runs, if width == 0 { 0 } else { height });
        on_level!(_lanes => (0..height).try_for_each(
            #[inline(always)]
            |y| add_runs(&labels[y as usize * stride..][..width as usize], y, found, list)
        ))?;
        masks_of(objects, &runs)
    }
}

/// Adds the runs of a row.
#[inline(always)]
fn add_runs<T: Copy + Ord + Default + TryInto<usize>>(
    row: &[T],
    y: u32,
    objects: &mut Objects<T>,
    runs: &mut Vec<LabelRun>,
) -> Result<(), MaskError> {
    let mut left = 0;
    let mut add = |left: usize, right: usize| {
        let label = row[left];
        if label != T::default() {
            let object = objects.of(label)?;
            let (left, right) = (left as u32, right as u32);
            let hull = &mut objects.boxes[object as usize];
            *hull = Area {
                left: hull.left.min(left),
                top: hull.top.min(y),
                right: hull.right.max(right),
                bottom: hull.bottom.max(y + 1),
            };
            try_push(runs, LabelRun { object, y, left, right }).map_err(for_list(runs.len() + 1, "runs"))?;
        }
        Ok(())
    };
    // The labels and those to the right of them, in groups.
    let (here, right) = (row.as_chunks::<GROUP>().0, row.get(1..).unwrap_or(&[]).as_chunks::<GROUP>().0);
    for ((here, right), first) in here.iter().zip(right).zip((1..).step_by(GROUP)) {
        // A bit for each label that is not equal to the next one, without a branch for each.
        let mut ends = here.iter().zip(right).zip(0..).fold(0_u32, |ends, ((a, b), i)| ends | u32::from(a != b) << i);
        while ends != 0 {
            let x = first + ends.trailing_zeros() as usize;
            add(left, x)?;
            left = x;
            ends &= ends - 1;
        }
    }
    for x in 1 + here.len().min(right.len()) * GROUP..row.len() {
        if row[x] != row[x - 1] {
            add(left, x)?;
            left = x;
        }
    }
    if left < row.len() { add(left, row.len()) } else { Ok(()) }
}

/// Draws the runs into a mask for each object.
fn masks_of<T: Copy + Ord>(objects: Objects<T>, runs: &[LabelRun]) -> Result<Vec<(T, Mask, [i32; 2])>, MaskError> {
    let Objects { labels, boxes, .. } = objects;
    let no_memory = for_list(labels.len(), "masks");
    let mut masks = try_with_capacity(labels.len()).map_err(&no_memory)?;
    for (label, hull) in labels.into_iter().zip(&boxes) {
        let mask = Mask::new(hull.width(), hull.height())?;
        masks.push((label, mask, [hull.left, hull.top].map(|c| c as i32)));
    }
    for &LabelRun { object, y, left, right } in runs {
        let (mask, hull) = (&mut masks[object as usize].1, &boxes[object as usize]);
        mask.or_span(y - hull.top, left - hull.left..right - hull.left);
    }
    for (_, mask, _) in &mut masks {
        *mask = core::mem::take(mask).measured();
    }
    masks.sort_unstable_by_key(|&(label, ..)| label);
    Ok(masks)
}
