//! Masks from a label image: a number for each pixel, which says to which object the pixel belongs.

use super::rows::Rows;
use crate::geometry::Area;
use crate::kernel::{WORD_BITS, span_bits};
use crate::memory::{for_list, try_push, try_resize, try_with_capacity};
use crate::{Mask, MaskError};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// The number of pixels that are compared at once with the label of the run.
const GROUP: usize = 16;

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
    /// Cost: one pass over the image, which compares 16 labels at once, and some operations for each run of equal
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
        for y in 0..if width == 0 { 0 } else { height } {
            let row = &labels[y as usize * stride..][..width as usize];
            add_runs(row, y, &mut objects, &mut runs)?;
        }
        masks_of(objects, &runs)
    }
}

/// Adds the runs of a row.
fn add_runs<T: Copy + Ord + Default + TryInto<usize>>(
    row: &[T],
    y: u32,
    objects: &mut Objects<T>,
    runs: &mut Vec<LabelRun>,
) -> Result<(), MaskError> {
    let mut x = 0;
    while x < row.len() {
        let (label, left) = (row[x], x);
        x += 1;
        x += equal_to(label, &row[x..]);
        if label != T::default() {
            let object = objects.of(label)?;
            let (left, right) = (left as u32, x as u32);
            let hull = &mut objects.boxes[object as usize];
            *hull = Area {
                left: hull.left.min(left),
                top: hull.top.min(y),
                right: hull.right.max(right),
                bottom: hull.bottom.max(y + 1),
            };
            try_push(runs, LabelRun { object, y, left, right }).map_err(for_list(runs.len() + 1, "runs"))?;
        }
    }
    Ok(())
}

/// The number of labels at the beginning of a list that are equal to `label`.
fn equal_to<T: Copy + Eq>(label: T, list: &[T]) -> usize {
    let groups = list.as_chunks::<GROUP>().0;
    // Without a branch for each label, so the compiler compares them at once.
    let whole = |group: &&[T; GROUP]| group.iter().fold(true, |all, &one| all & (one == label));
    let equal = GROUP * groups.iter().take_while(whole).count();
    equal + list[equal..].iter().take_while(|&&one| one == label).count()
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
        let (left, right, y) = (left - hull.left, right - hull.left, y - hull.top);
        for column in left / WORD_BITS..right.div_ceil(WORD_BITS) {
            let index = mask.word_index(column, y);
            mask.words[index] |= span_bits(column, left, right);
        }
    }
    for (_, mask, _) in &mut masks {
        *mask = core::mem::take(mask).measured();
    }
    masks.sort_unstable_by_key(|&(label, ..)| label);
    Ok(masks)
}
