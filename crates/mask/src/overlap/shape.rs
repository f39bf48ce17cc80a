//! Shapes over a mask: the rasterizer behind all drawing, erasing and testing of shapes.

use crate::geometry::Area;
use crate::kernel::{WORD_BITS, on_level, span_bits};
use crate::{Mask, MaskError, Rect, Shape, Span};
use core::ops::Range;

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
