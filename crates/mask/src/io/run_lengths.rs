//! Run lengths, column by column: how COCO and the tools around it store the masks of detections.
//!
//! The counts are the lengths of alternating runs of empty and solid pixels, the first of them empty (it may be 0), down
//! the first column, then down the second, and so on. A run may continue at the top of the next column:
//!
//! ```text
//!     . # #
//!     . # .        counts 2 3 1     two empty, three solid, one empty
//! ```
//!
//! A mask stores the words of the same 64 columns of pixels below each other. So the beginning and the end of a run are
//! two bits of the same place in two words. Both are toggled, then each word becomes the XOR of all words above it and
//! itself: the cost is a few operations for each run and one for each word, however long the runs are.

use crate::error::clamp;
use crate::geometry::Area;
use crate::kernel::{WORD_BITS, span_bits};
use crate::memory::{for_list, try_clone, try_push, try_with_capacity};
use crate::{Mask, MaskError};
use alloc::vec::Vec;
use core::ops::Range;

/// A picture as run lengths, column by column, as COCO stores it.
///
/// ```
/// use hitmask::{Mask, RunLengths};
///
/// let rle = RunLengths::new(3, 2, &[2, 3, 1])?;
/// let (mask, at) = Mask::from_run_lengths(&rle)?;
/// assert_eq!((mask.to_string().as_str(), at), ("##\n#.", [1, 0])); // cropped to what is solid
/// assert_eq!(mask.to_run_lengths(at, 3, 2)?, rle);
/// assert_eq!(rle.to_coco()?, b"231");
/// # Ok::<(), hitmask::MaskError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RunLengths {
    width: u32,
    height: u32,
    counts: Vec<u32>,
}

impl RunLengths {
    /// Creates run lengths of a picture from their counts: empty, solid, empty, and so on, column by column.
    ///
    /// COCO's files say `"size": [height, width]`.
    ///
    /// # Errors
    /// - Returns [`MaskError::WrongLength`] unless the counts sum up to width x height.
    /// - Returns [`MaskError::TooLarge`] if a side is 2^31 pixels or more, so that positions fit `i32`.
    /// - Returns [`MaskError::NoMemory`] if memory allocation fails.
    pub fn new(width: u32, height: u32, counts: &[u32]) -> Result<RunLengths, MaskError> {
        let counts = try_clone(counts).map_err(for_list(counts.len(), "counts"))?;
        RunLengths { width, height, counts }.checked()
    }

    /// Reads COCO's compressed counts.
    ///
    /// Each count is a number of five bits a byte, the lowest first, in the characters from `0` on. From the fourth
    /// count on, it is the difference from the count before the last.
    ///
    /// # Errors
    /// Returns [`MaskError::NotCoco`] if a byte is none of these characters, a number does not end or a count is below
    /// 0 or above 2^32 - 1, and the errors of [`RunLengths::new`].
    pub fn from_coco(width: u32, height: u32, bytes: &[u8]) -> Result<RunLengths, MaskError> {
        let mut counts: Vec<u32> = try_with_capacity(bytes.len()).map_err(for_list(bytes.len(), "counts"))?;
        let mut at = 0;
        while at < bytes.len() {
            let (mut number, mut shift, first) = (0_i64, 0, at);
            loop {
                let error = MaskError::NotCoco { at: at as u64 };
                let Some(bits) = bytes.get(at).map(|byte| byte.wrapping_sub(b'0')).filter(|bits| *bits < 64) else {
                    return Err(error);
                };
                if at - first > 6 {
                    return Err(error); // a count of 32 bits takes at most seven bytes
                }
                number |= i64::from(bits & 31) << shift;
                shift += 5;
                at += 1;
                if bits & 32 == 0 {
                    if bits & 16 != 0 {
                        number |= -1 << shift;
                    }
                    break;
                }
            }
            if let [.., before, _] = counts[..]
                && counts.len() > 2
            {
                number += i64::from(before);
            }
            counts.push(u32::try_from(number).map_err(|_| MaskError::NotCoco { at: first as u64 })?);
        }
        RunLengths { width, height, counts }.checked()
    }

    /// Returns COCO's compressed counts, which [`RunLengths::from_coco`] reads.
    ///
    /// # Errors
    /// Returns [`MaskError::NoMemory`] if memory allocation fails.
    pub fn to_coco(&self) -> Result<Vec<u8>, MaskError> {
        let mut bytes = Vec::new();
        for (i, &count) in self.counts.iter().enumerate() {
            let mut number = i64::from(count) - if i > 2 { i64::from(self.counts[i - 2]) } else { 0 };
            loop {
                let bits = (number & 31) as u8;
                number >>= 5;
                let ends = number == if bits & 16 != 0 { -1 } else { 0 };
                let byte = b'0' + if ends { bits } else { bits | 32 };
                try_push(&mut bytes, byte).map_err(for_list(self.counts.len(), "bytes"))?;
                if ends {
                    break;
                }
            }
        }
        Ok(bytes)
    }

    /// Returns the width of the picture in pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Returns the height of the picture in pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Returns the counts.
    #[must_use]
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    fn checked(self) -> Result<RunLengths, MaskError> {
        let RunLengths { width, height, ref counts } = self;
        if width.max(height) > i32::MAX as u32 {
            return Err(MaskError::TooLarge { width, height });
        }
        let expected = u64::from(width) * u64::from(height);
        let got = counts.iter().map(|&count| u128::from(count)).sum::<u128>();
        if got != u128::from(expected) {
            return Err(MaskError::WrongLength { width, height, unit: "pixels", expected, got: clamp(got) });
        }
        Ok(self)
    }

    /// The solid runs, cut at the bottom of each column: the column, and the rows.
    fn solid_runs(&self) -> impl Iterator<Item = (u32, Range<u32>)> {
        let height = self.height;
        let (mut x, mut y) = (0, 0);
        self.counts.iter().enumerate().flat_map(move |(i, &count)| {
            // Counts are only of pixels, so a picture with counts above 0 has rows.
            let (mut at, mut left) = ([x, y], if i % 2 == 1 { count } else { 0 });
            let end = u64::from(y) + u64::from(count);
            if end >= height.into() && count > 0 {
                (x, y) = (x + (end / u64::from(height)) as u32, (end % u64::from(height)) as u32);
            } else {
                y = end as u32;
            }
            core::iter::from_fn(move || {
                let rows = at[1]..at[1] + left.min(height - at[1]);
                let run = (left > 0).then(|| (at[0], rows.clone()));
                left -= rows.len() as u32;
                at = [at[0] + 1, 0];
                run
            })
        })
    }
}

impl Mask {
    /// Creates a mask from run lengths, cropped to its solid pixels, and returns it with the position of its top-left
    /// pixel in the picture. If no pixel is solid, the mask has 0 x 0 pixels and the position is `[0, 0]`.
    ///
    /// Cost: a few operations for each count, and one for each word of the cropped mask.
    ///
    /// # Errors
    /// Returns [`MaskError::TooLarge`] or [`MaskError::OutOfMemory`] under the conditions of [`Mask::new`].
    pub fn from_run_lengths(rle: &RunLengths) -> Result<(Mask, [i32; 2]), MaskError> {
        let mut hull: Option<Area> = None;
        for (x, rows) in rle.solid_runs() {
            let Area { left, top, right, bottom } =
                hull.unwrap_or(Area { left: x, top: rows.start, right: x + 1, bottom: rows.end });
            hull = Some(Area { left, top: top.min(rows.start), right: right.max(x + 1), bottom: bottom.max(rows.end) });
        }
        let Some(hull) = hull else { return Ok((Mask::new(0, 0)?, [0, 0])) };
        let (width, height) = (hull.width(), hull.height());
        let mut mask = Mask::new(width, height)?;
        for (x, rows) in rle.solid_runs() {
            let x = x - hull.left;
            let column = (x / WORD_BITS) as usize * height as usize;
            let toggle = |words: &mut [u64], row: u32| words[column + row as usize] ^= 1 << (x % WORD_BITS);
            toggle(&mut mask.words, rows.start - hull.top);
            // The column ends at the bottom of the mask.
            if rows.end < hull.bottom {
                toggle(&mut mask.words, rows.end - hull.top);
            }
        }
        for column in mask.words.chunks_exact_mut(height as usize) {
            let mut solid = 0;
            for word in column {
                solid ^= *word;
                *word = solid;
            }
        }
        // Both sides of the picture are below 2^31.
        Ok((mask.measured(), [hull.left, hull.top].map(|c| c as i32)))
    }

    /// Returns the run lengths of a picture of `width` x `height` pixels that shows this mask with its top-left pixel at
    /// `at`. Pixels outside the picture are cut off.
    ///
    /// # Errors
    /// Returns [`MaskError::TooLarge`] if the picture has 2^32 pixels or more or a side of 2^31 or more, and
    /// [`MaskError::NoMemory`] if memory allocation fails.
    pub fn to_run_lengths(&self, at: impl Into<[i32; 2]>, width: u32, height: u32) -> Result<RunLengths, MaskError> {
        let pixels = u64::from(width) * u64::from(height);
        if pixels > u32::MAX.into() || width.max(height) > i32::MAX as u32 {
            return Err(MaskError::TooLarge { width, height });
        }
        let no_memory = for_list(pixels as usize, "counts");
        let [left, top] = at.into().map(i64::from);
        let within = |offset: i64, mine: u32, picture: u32| {
            let range = (-offset).max(0)..(i64::from(picture) - offset).min(mine.into());
            if range.is_empty() { 0..0 } else { range.start as u32..range.end as u32 }
        };
        let (columns, rows) = (within(left, self.width, width), within(top, self.height, height));
        let (mut counts, mut end) = (Vec::new(), 0);
        let mut add = |run: Range<u64>| {
            match counts.last_mut() {
                // A run that ends at the bottom of a column goes on at the top of the next.
                Some(last) if run.start == end => *last += (run.end - run.start) as u32,
                _ => {
                    try_push(&mut counts, (run.start - end) as u32)?;
                    try_push(&mut counts, (run.end - run.start) as u32)?;
                }
            }
            end = run.end;
            Ok(())
        };
        // The rows at which each pixel of a word begins and ends to be solid, from top to bottom.
        let mut edges: [Vec<u32>; WORD_BITS as usize] = [const { Vec::new() }; WORD_BITS as usize];
        for column in columns.start / WORD_BITS..columns.end.div_ceil(WORD_BITS) {
            let seen = span_bits(column, columns.start, columns.end);
            let words = rows.clone().map(|y| (y, self.words[self.word_index(column, y)] & seen));
            let mut above = 0;
            for (y, word) in words.chain([(rows.end, 0)]) {
                let mut changes = word ^ above;
                while changes != 0 {
                    try_push(&mut edges[changes.trailing_zeros() as usize], y).map_err(&no_memory)?;
                    changes &= changes - 1;
                }
                above = word;
            }
            for (bit, edges) in (0..).zip(&mut edges) {
                for &[from, to] in edges.as_chunks().0 {
                    // The column is in the picture, so its number is not negative.
                    let first = (i64::from(column * WORD_BITS + bit) + left) as u64 * u64::from(height);
                    let [from, to] = [from, to].map(|y| first + (i64::from(y) + top) as u64);
                    add(from..to).map_err(&no_memory)?;
                }
                edges.clear();
            }
        }
        if end < pixels {
            try_push(&mut counts, (pixels - end) as u32).map_err(&no_memory)?;
        }
        Ok(RunLengths { width, height, counts })
    }
}
