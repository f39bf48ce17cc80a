//! Tests of a mask and another mask, or another shape. Each test is a loop over the columns of the clip. The
//! rasterizer of shapes is behind all drawing, erasing and testing of shapes.

use super::overlay::{OffsetMask, Overlay};
use super::{one_column, scan};
use crate::geometry::Area;
use crate::kernel::{And, Lanes, Portable, WORD_BITS, on_level, span_bits};
use crate::memory::or_panic;
use crate::shapes::ShapeKind;
use crate::{Mask, MaskError, Rect, Shape, Span, kernel};
use core::ops::Range;

/// Tests of this mask and another mask whose top-left pixel is at `at` in the frame of this mask, or another [`Shape`]
/// moved by `at`.
///
/// All tests agree with each other at every offset, and with the pixels that [`Mask::fill_shape`] draws. Positions in
/// results are in the frame of this mask.
///
/// Cost: masks and rectangles are read 64 pixels at a time, several words at once. Other shapes take a word for each
/// span and column, within the bounds of the solid pixels.
impl Mask {
    /// Returns whether the mask shares a solid pixel with another mask or shape.
    ///
    /// For masks, the result equals `other.overlaps(self, -at)`. The search stops at the first block of words that
    /// shares a pixel.
    ///
    /// ```
    /// # use hitmask::{Circle, Line, Mask, Rect};
    /// let dot = Mask::filled(1, 1)?;
    /// assert!(dot.overlaps(&dot, [0, 0]));
    /// assert!(!dot.overlaps(&dot, [1, 0]));
    /// assert!(!dot.overlaps(&dot, [i32::MIN, i32::MAX]));
    ///
    /// let ship: Mask = "..#..\n.###.\n#####".parse()?;
    /// assert!(!ship.overlaps(&Rect::new(0, 0, 1, 2), [0, 0]));
    /// assert!(ship.overlaps(&Circle::new([0, 0], 1.2)?, [1, 1]));
    /// assert!(ship.overlaps(&Line::new([0, -9], [0, 9]), [2, 0]));
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn overlaps(&self, other: &impl Shape, at: impl Into<[i32; 2]>) -> bool {
        match other.kind() {
            ShapeKind::Mask(other) if self.width.max(other.width) <= WORD_BITS => {
                one_column::overlaps(self, other, at.into())
            }
            ShapeKind::Mask(other) => self.overlaps_by_columns(other, at.into()),
            ShapeKind::Rect(rect) => self.overlaps_rect(rect, at.into()),
            ShapeKind::Spans => self.shared_words(other, at.into()).next().is_some(),
        }
    }

    /// Returns the topmost shared pixel, and of several in that row the leftmost. Returns `None` if no pixel is shared.
    ///
    /// ```
    /// # use hitmask::{Mask, Rect};
    /// let mask: Mask = "..#\n##.".parse()?;
    /// assert_eq!(mask.overlap_first(&mask, [0, 0]), Some([2, 0]));
    /// assert_eq!(mask.overlap_first(&mask, [3, 0]), None);
    /// assert_eq!(mask.overlap_first(&Rect::new(0, 0, 2, 2), [0, 0]), Some([0, 1]));
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn overlap_first(&self, other: &impl Shape, at: impl Into<[i32; 2]>) -> Option<[i32; 2]> {
        match other.kind() {
            ShapeKind::Mask(other) if self.width.max(other.width) <= WORD_BITS => {
                one_column::first(self, other, at.into())
            }
            ShapeKind::Mask(other) => self.first_by_columns(other, at.into()),
            ShapeKind::Rect(rect) => self.first_in_rect(rect, at.into()),
            ShapeKind::Spans => self.first_of_spans(other, at.into()),
        }
    }

    /// Counts the solid pixels that the mask shares with another mask or shape.
    #[must_use]
    #[inline]
    pub fn overlap_area(&self, other: &impl Shape, at: impl Into<[i32; 2]>) -> u64 {
        match other.kind() {
            ShapeKind::Mask(other) if self.width.max(other.width) <= WORD_BITS => {
                one_column::area(self, other, at.into())
            }
            ShapeKind::Mask(other) => self.area_by_columns(other, at.into()),
            ShapeKind::Rect(rect) => self.area_in_rect(rect, at.into()),
            ShapeKind::Spans => self.area_of_spans(other, at.into()),
        }
    }

    /// Returns the smallest box around the shared pixels, or `None` if no pixel is shared.
    ///
    /// ```
    /// # use hitmask::{Mask, Rect};
    /// let square = Mask::filled(10, 10)?;
    /// let shared = square.overlap_bounds(&square, [7, -4]);
    /// assert_eq!(shared, Some(Rect { left: 7, top: 0, width: 3, height: 6 }));
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    #[must_use]
    pub fn overlap_bounds(&self, other: &impl Shape, at: impl Into<[i32; 2]>) -> Option<Rect> {
        match other.kind() {
            ShapeKind::Mask(other) => self.bounds_by_columns(other, at.into()),
            ShapeKind::Rect(rect) => self.bounds_in_rect(rect, at.into()),
            ShapeKind::Spans => self.bounds_of_spans(other, at.into()),
        }
    }

    /// Returns a mask of the size of this mask in which the shared pixels are solid.
    ///
    /// # Panics
    /// Panics if the allocation fails.
    #[must_use]
    pub fn overlap_mask(&self, other: &Mask, at: impl Into<[i32; 2]>) -> Mask {
        let overlay = OffsetMask::new(other, at.into());
        let mut shared = or_panic(Mask::new(self.width, self.height));
        if let Some(clip) = self.bounds.and_then(|bounds| overlay.clip(&bounds)) {
            let to = &mut shared;
            on_level!(lanes => {
                for column in self.columns(&clip) {
                    let rows = to.rows_mut(column, &clip);
                    rows.copy_from_slice(self.rows(column, &clip));
                    kernel::combine::<And, _>(lanes, rows, overlay.column_words(column, &clip));
                }
            });
            shared.update_summary(clip);
            shared.bounds = shared.measured_bounds(&clip);
        }
        shared
    }
}

/// The work of the tests. The functions that take `lanes` are compiled for each level. On the paths that take only
/// nanoseconds, they compute the clip themselves or take its sides as numbers: a closure that captures a clip waits
/// until the clip is stored (see [`crate::kernel::dispatch`]).
impl Mask {
    /// The work of [`Mask::overlaps`] if one of the masks has several columns. The function is not generic, so it is
    /// compiled in this crate, optimized even in a debug build of a game.
    fn overlaps_by_columns(&self, other: &Mask, at: [i32; 2]) -> bool {
        let overlay = OffsetMask::new(other, at);
        let Some(clip) = self.bounds.as_ref().and_then(|bounds| overlay.clip(bounds)) else { return false };
        if self.shares_middle(overlay, &clip) {
            return true;
        }
        let columns = self.columns(&clip);
        if columns.len() == 1
            && let Some(over) = overlay.single_column(columns.start, &clip)
        {
            let mine = self.rows(columns.start, &clip);
            if clip.height() <= one_column::MAX_ROWS_WITHOUT_LEVEL {
                return kernel::any(Portable, mine, over);
            }
            return one_column::any_row(mine, over.words, over.down, over.up);
        }
        if scan::both_have_summaries(self, other) {
            return self.overlaps_by_groups(other, at);
        }
        let Area { left, top, right, bottom } = clip;
        on_level!(lanes => self.any_shared(lanes, OffsetMask::new(other, at), Area { left, top, right, bottom }))
    }

    /// Whether the middle four rows of the column at the center of the clip share a pixel, where most hits are. The
    /// function uses the portable lanes: choosing a level takes longer (`hit-at-once-1024`, `sprites-128`).
    #[inline(always)]
    fn shares_middle(&self, overlay: OffsetMask, clip: &Area) -> bool {
        const ROWS: u32 = 4;
        if clip.height() < ROWS {
            return false;
        }
        let top = clip.top + (clip.height() - ROWS) / 2;
        let middle = Area { top, bottom: top + ROWS, ..*clip };
        let column = (clip.left + clip.right) / 2 / WORD_BITS;
        kernel::any(Portable, self.rows(column, &middle), overlay.column_words(column, &middle))
    }

    #[inline(never)]
    fn overlaps_by_groups(&self, other: &Mask, at: [i32; 2]) -> bool {
        on_level!(lanes => scan::any_shared(lanes, self, OffsetMask::new(other, at)))
    }

    /// Does the work of [`Mask::overlap_first`] for masks of several columns.
    fn first_by_columns(&self, other: &Mask, at: [i32; 2]) -> Option<[i32; 2]> {
        let Area { left, top, right, bottom } = OffsetMask::new(other, at).clip(self.bounds.as_ref()?)?;
        on_level!(lanes => self.first_shared(lanes, OffsetMask::new(other, at), Area { left, top, right, bottom }))
    }

    /// Does the work of [`Mask::overlap_area`] for masks of several columns.
    fn area_by_columns(&self, other: &Mask, at: [i32; 2]) -> u64 {
        let clip = self.bounds.as_ref().and_then(|bounds| OffsetMask::new(other, at).clip(bounds));
        let Some(Area { left, top, right, bottom }) = clip else { return 0 };
        on_level!(lanes => self.shared_area(lanes, OffsetMask::new(other, at), Area { left, top, right, bottom }))
    }

    /// Does the work of [`Mask::overlap_bounds`] for a mask.
    fn bounds_by_columns(&self, other: &Mask, at: [i32; 2]) -> Option<Rect> {
        let overlay = OffsetMask::new(other, at);
        let clip = overlay.clip(self.bounds.as_ref()?)?;
        let shared = self.shared_bounds(
            clip,
            #[inline(always)]
            move |column, clip| overlay.column_words(column, clip),
        );
        shared.map(Rect::from)
    }

    /// Whether the mask shares a solid pixel with the overlay in a clip.
    #[inline(always)]
    pub(super) fn any_shared<L: Lanes>(&self, lanes: L, overlay: impl Overlay, clip: Area) -> bool {
        let columns = self.columns(&clip);
        let count = columns.len();
        // Most shapes are tallest near the middle of the overlap, so most hits are there.
        let mut column = columns.start + count as u32 / 2;
        for _ in 0..count {
            let mine = self.rows(column, &clip);
            // At an edge of the overlay only one of its columns exists (`miss-unaligned-128`).
            let shares = match overlay.single_column(column, &clip) {
                Some(words) => kernel::any(lanes, mine, words),
                None => kernel::any(lanes, mine, overlay.column_words(column, &clip)),
            };
            if shares {
                return true;
            }
            column = if column + 1 < columns.end { column + 1 } else { columns.start };
        }
        false
    }

    #[inline(always)]
    pub(super) fn first_shared<L: Lanes>(&self, lanes: L, overlay: impl Overlay, mut clip: Area) -> Option<[i32; 2]> {
        let columns = self.columns(&clip);
        if columns.len() == 1
            && let Some(words) = overlay.single_column(columns.start, &clip)
        {
            let (row, bits) = kernel::first(lanes, self.rows(columns.start, &clip), words)?;
            return Some(Self::leftmost_pixel(columns.start, &clip, row, bits));
        }
        let mut first = None;
        for column in columns {
            // Columns run from left to right, so a later column matters only in the rows above the pixel found.
            let found = kernel::first(lanes, self.rows(column, &clip), overlay.column_words(column, &clip));
            if let Some((row, bits)) = found {
                first = Some(Self::leftmost_pixel(column, &clip, row, bits));
                clip.bottom = clip.top + row as u32;
            }
        }
        first
    }

    /// The leftmost pixel of `bits`, which are pixels of a column. `row` counts from the top of the clip.
    #[inline(always)]
    pub(super) fn leftmost_pixel(column: u32, clip: &Area, row: usize, bits: u64) -> [i32; 2] {
        [(column * WORD_BITS + bits.trailing_zeros()) as i32, (clip.top + row as u32) as i32]
    }

    #[inline(always)]
    pub(crate) fn shared_area<L: Lanes>(&self, lanes: L, overlay: impl Overlay, clip: Area) -> u64 {
        let columns = self.columns(&clip);
        if columns.len() == 1
            && let Some(words) = overlay.single_column(columns.start, &clip)
        {
            return kernel::count(lanes, self.rows(columns.start, &clip), words);
        }
        let mut area = 0;
        for column in columns {
            area += kernel::count(lanes, self.rows(column, &clip), overlay.column_words(column, &clip));
        }
        area
    }
}

/// Tests of this mask and a rectangle moved by `at`.
impl Mask {
    /// The part of the bounds under a rectangle that is moved by `at`.
    #[inline]
    fn clip_to_rect(&self, rect: &Rect, at: [i32; 2]) -> Option<Area> {
        self.bounds.and_then(|bounds| bounds.clip_rect(rect, at))
    }

    pub(crate) fn overlaps_rect(&self, rect: Rect, at: [i32; 2]) -> bool {
        let Some(Area { left, top, right, bottom }) = self.clip_to_rect(&rect, at) else { return false };
        on_level!(lanes => {
            let clip = Area { left, top, right, bottom };
            self.any_shared(lanes, Rect::from(clip), clip)
        })
    }

    pub(super) fn first_in_rect(&self, rect: Rect, at: [i32; 2]) -> Option<[i32; 2]> {
        let clip = self.clip_to_rect(&rect, at)?;
        on_level!(lanes => self.first_shared(lanes, Rect::from(clip), clip))
    }

    pub(super) fn area_in_rect(&self, rect: Rect, at: [i32; 2]) -> u64 {
        let Some(clip) = self.clip_to_rect(&rect, at) else { return 0 };
        on_level!(lanes => self.shared_area(lanes, Rect::from(clip), clip))
    }

    pub(super) fn bounds_in_rect(&self, rect: Rect, at: [i32; 2]) -> Option<Rect> {
        self.bounds_within(&self.clip_to_rect(&rect, at)?).map(Rect::from)
    }
}

/// Tests of this mask and the spans of a shape moved by `at`, without a mask of the shape.
impl Mask {
    pub(super) fn first_of_spans(&self, shape: &impl Shape, at: [i32; 2]) -> Option<[i32; 2]> {
        let (column, y, bits) = self.shared_words(shape, at).next()?;
        Some([(column * WORD_BITS + bits.trailing_zeros()) as i32, y as i32])
    }

    pub(super) fn area_of_spans(&self, shape: &impl Shape, at: [i32; 2]) -> u64 {
        self.shared_words(shape, at).map(|(_, _, bits)| u64::from(bits.count_ones())).sum()
    }

    pub(super) fn bounds_of_spans(&self, shape: &impl Shape, at: [i32; 2]) -> Option<Rect> {
        let boxes = self.shared_words(shape, at).map(|(column, y, bits)| {
            let [left, right] = [bits.trailing_zeros(), WORD_BITS - bits.leading_zeros()];
            Rect { left: (column * WORD_BITS + left) as i32, top: y as i32, width: right - left, height: 1 }
        });
        boxes.reduce(|hull, word| hull.union(&word))
    }

    /// The words that share pixels with a shape, from top to bottom and from left to right: the column, the row and the
    /// shared bits.
    pub(super) fn shared_words(&self, shape: &impl Shape, at: [i32; 2]) -> impl Iterator<Item = (u32, u32, u64)> {
        let spans = self.bounds.into_iter().flat_map(move |bounds| clipped_spans(shape, at, bounds));
        spans.flat_map(move |ClippedSpan { y, left, right }| {
            let columns = left / WORD_BITS..right.div_ceil(WORD_BITS);
            let shared = move |column: u32| {
                let word = self.words[self.word_index(column, y)];
                (column, y, word & span_bits(column, left, right))
            };
            columns.map(shared).filter(|&(_, _, bits)| bits != 0)
        })
    }
}

/// A span that lies inside a mask and is not empty.
pub(crate) struct ClippedSpan {
    pub(crate) y: u32,
    pub(crate) left: u32,
    pub(crate) right: u32,
}

/// The spans of a shape moved by `at`, clipped to a rectangle inside a mask.
pub(crate) fn clipped_spans<S: Shape>(
    shape: &S,
    at: [i32; 2],
    within: Area,
) -> impl Iterator<Item = ClippedSpan> + use<'_, S> {
    let rows = rows_within(shape, at, &within);
    shape.spans(rows.clone()).filter_map(clip(at, within, rows))
}

/// The spans of [`clipped_spans`], or an error if the shape cannot allocate its working memory.
pub(crate) fn try_clipped_spans<S: Shape>(
    shape: &S,
    at: [i32; 2],
    within: Area,
) -> Result<impl Iterator<Item = ClippedSpan> + use<'_, S>, MaskError> {
    let rows = rows_within(shape, at, &within);
    Ok(shape.try_spans(rows.clone())?.filter_map(clip(at, within, rows)))
}

/// The rows of a shape, before it moves by `at`, that lie in an area after the move.
fn rows_within(shape: &impl Shape, at: [i32; 2], within: &Area) -> Range<i64> {
    let (own, dy) = (shape.rows(), i64::from(at[1]));
    let rows = own.start.max(i64::from(within.top) - dy)..own.end.min(i64::from(within.bottom) - dy);
    if rows.is_empty() { 0..0 } else { rows }
}

/// A function that moves a span by `at` and clips it. It drops spans outside `rows`, which a user's shape may return.
fn clip(at: [i32; 2], within: Area, rows: Range<i64>) -> impl Fn(Span) -> Option<ClippedSpan> {
    let [dx, dy] = at.map(i64::from);
    let (first, end) = (i64::from(within.left), i64::from(within.right));
    move |Span { y, left, right }| {
        let [left, right] = [left, right].map(|x| x.saturating_add(dx).clamp(first, end));
        let inside = rows.contains(&y) && left < right;
        inside.then(|| ClippedSpan { y: (y + dy) as u32, left: left as u32, right: right as u32 })
    }
}
