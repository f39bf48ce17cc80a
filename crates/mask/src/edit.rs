//! Edits of pixels, of rectangles, by other masks and by shapes.

use crate::geometry::Area;
use crate::kernel::{And, AndNot, Combine, ConstWord, Or, WORD_BITS, Xor, on_level, span_bits};
use crate::overlap::{ClippedSpan, OffsetMask, Overlay, try_clipped_spans};
use crate::shapes::ShapeKind;
use crate::{Circle, IntoPoint, Line, Mask, MaskError, Polygon, Rect, Shape, Span, kernel, memory};

/// The largest number of rows of a mask of one column of words for which each edit computes the bounds anew. For so few
/// rows, a pass over all of them costs less than the search from the sides ([`Mask::retighten_bounds`]).
const ONE_PASS_MAX_ROWS: u32 = 128;

/// Edits in place. Parts of rectangles and of other masks that lie outside this mask have no effect.
impl Mask {
    /// Makes the pixel at `at` solid if `solid` is `true`, else empty.
    ///
    /// # Panics
    /// Panics if `at` is outside the mask, as indexing does.
    #[track_caller]
    pub fn set(&mut self, at: impl Into<[i32; 2]>, solid: bool) {
        let at = at.into();
        let [x, y] = at.map(|c| c as u32);
        assert!(
            x < self.width && y < self.height,
            "pixel {at:?} is outside a mask of {} x {} pixels",
            self.width,
            self.height
        );
        if self.solid(x, y) == solid {
            return;
        }
        if !solid {
            self.fill_rect(Rect::new(at[0], at[1], 1, 1), false);
            return;
        }
        let (index, pixel) = (self.index(x, y), Area { left: x, top: y, right: x + 1, bottom: y + 1 });
        self.words[index] |= 1 << (x % WORD_BITS);
        self.bounds = Some(self.bounds.map_or(pixel, |bounds| bounds.union(&pixel)));
        self.update_summary(pixel);
    }

    /// Makes the pixels of a rectangle solid if `solid` is `true`, else empty.
    ///
    /// ```
    /// # use hitmask::{Mask, Rect};
    /// let mut mask = Mask::filled(4, 2)?;
    /// mask.fill_rect(Rect { left: 2, top: -9, width: 99, height: 10 }, false);
    /// assert_eq!(mask.to_string(), "##..\n####");
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    pub fn fill_rect(&mut self, rect: Rect, solid: bool) {
        if solid {
            self.combine_with::<Or>(rect);
        } else {
            self.combine_with::<AndNot>(rect);
        }
    }

    /// Makes every pixel solid.
    pub fn fill(&mut self) {
        let Some(frame) = self.frame() else { return };
        // With a constant of equal bytes, the compiler calls `memset`, which is faster.
        let whole = self.word_index(self.width / WORD_BITS, 0);
        let (whole, last) = self.words.split_at_mut(whole);
        whole.fill(u64::MAX);
        last.fill(span_bits(0, 0, self.width % WORD_BITS));
        self.bounds = Some(frame);
        self.fill_summary();
    }

    /// Makes every pixel empty.
    pub fn clear(&mut self) {
        if let Some(bounds) = self.bounds.take() {
            for column in self.columns(&bounds) {
                self.rows_mut(column, &bounds).fill(0);
            }
            self.summary.clear();
        }
    }

    /// Makes solid pixels empty and empty pixels solid.
    pub fn invert(&mut self) {
        if let Some(frame) = self.frame() {
            self.combine_with::<Xor>(Rect::from(frame));
        }
    }

    /// Makes every pixel solid that is solid in `other`. The top-left pixel of `other` is at `at`.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let mut mask = Mask::new(4, 2)?;
    /// mask.draw(&Mask::filled(2, 2)?, [3, -1]);
    /// assert_eq!(mask.to_string(), "...#\n....");
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    pub fn draw(&mut self, other: &Mask, at: impl Into<[i32; 2]>) {
        self.combine_with::<Or>(OffsetMask::new(other, at.into()));
    }

    /// Makes every pixel empty that is solid in `other`. The top-left pixel of `other` is at `at`.
    pub fn erase(&mut self, other: &Mask, at: impl Into<[i32; 2]>) {
        self.combine_with::<AndNot>(OffsetMask::new(other, at.into()));
    }

    /// Flips every pixel that is solid in `other`. The top-left pixel of `other` is at `at`.
    pub fn toggle(&mut self, other: &Mask, at: impl Into<[i32; 2]>) {
        self.combine_with::<Xor>(OffsetMask::new(other, at.into()));
    }

    /// Makes every pixel empty that is not solid in `other`. The top-left pixel of `other` is at `at`.
    ///
    /// # Panics
    /// Panics if the allocation fails.
    pub fn intersect(&mut self, other: &Mask, at: impl Into<[i32; 2]>) {
        *self = self.overlap_mask(other, at);
    }

    /// Combines the mask with an overlay inside the overlay's clip, and updates the bounds and the summary.
    fn combine_with<C: Combine>(&mut self, overlay: impl Overlay) {
        let Some(clip) = self.frame().and_then(|frame| overlay.clip(&frame)) else { return };
        if self.stride() == 1 && self.height <= ONE_PASS_MAX_ROWS {
            self.combine_in_one_column::<C>(overlay, &clip);
            return;
        }
        self.combine_words::<C>(overlay, &clip, self.has_summary());
        if C::ADDS && !C::REMOVES && overlay.touches_sides(&clip) {
            self.bounds = Some(self.bounds.map_or(clip, |bounds| bounds.union(&clip)));
        } else {
            self.retighten_bounds::<C>(clip);
        }
    }

    /// Combines the words under an overlay. The caller must update the bounds, and the summary if `summarize` is
    /// `false`.
    pub(crate) fn combine_words<C: Combine>(&mut self, overlay: impl Overlay, clip: &Area, summarize: bool) {
        on_level!(lanes => {
            for column in self.columns(clip) {
                let inside = self.column_bits(column);
                let rows = self.rows_mut(column, clip);
                match overlay.single_column(column, clip) {
                    Some(words) => kernel::combine::<C, _>(lanes, rows, words),
                    None => kernel::combine::<C, _>(lanes, rows, overlay.column_words(column, clip)),
                }
                if inside != u64::MAX {
                    kernel::combine::<And, _>(lanes, rows, ConstWord(inside));
                }
                // The rows of the column are still in the cache.
                if summarize {
                    self.summarize_column(lanes, column, clip);
                }
            }
        });
    }

    /// Combines a mask of one column of words and at most [`ONE_PASS_MAX_ROWS`] rows with an overlay, and computes the
    /// bounds anew. Such a mask has no summary.
    fn combine_in_one_column<C: Combine>(&mut self, overlay: impl Overlay, clip: &Area) {
        let inside = self.column_bits(0);
        let mask = &mut *self;
        let bounds = on_level!(lanes => {
            kernel::combine::<C, _>(lanes, mask.rows_mut(0, clip), overlay.column_words(0, clip));
            let (rows, inside) = (&mut mask.words[..], ConstWord(inside));
            // Only an operation that adds pixels can set padding bits.
            if C::ADDS {
                kernel::combine::<And, _>(lanes, rows, inside);
            }
            match kernel::or_rows(lanes, rows, inside) {
                0 => None,
                bits => Some((bits, kernel::first(lanes, rows, inside), kernel::last(lanes, rows, inside))),
            }
        });
        self.bounds = bounds.and_then(|(bits, first, last)| {
            let (left, right) = (bits.trailing_zeros(), WORD_BITS - bits.leading_zeros());
            let ((top, _), bottom) = (first?, last? + 1);
            Area::of(left..right, top as u32..bottom as u32)
        });
    }
}

/// Masks of shapes.
impl Mask {
    /// Creates a mask of a shape, cropped to its pixels, and returns it with the position of its top-left pixel. A shape
    /// without pixels becomes a mask of 0 x 0 pixels at `[0, 0]`.
    ///
    /// ```
    /// # use hitmask::{Mask, Polygon};
    /// let triangle = Polygon::new([[10.0, 20.0], [16.0, 20.0], [13.0, 23.0]])?;
    /// let (mask, at) = Mask::from_shape(&triangle)?;
    /// assert_eq!((mask.to_string().as_str(), at), ("#####\n.###.\n..#..", [10, 20]));
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`MaskError::TooLarge`] if the shape is too large for a mask, and [`MaskError::OutOfMemory`] or
    /// [`MaskError::NoMemory`] if memory allocation fails.
    pub fn from_shape(shape: &impl Shape) -> Result<(Mask, [i32; 2]), MaskError> {
        let rows = shape.rows();
        let count = rows.end.saturating_sub(rows.start);
        if count > Mask::MAX_WORDS as i64 {
            return Err(MaskError::TooLarge { width: 1, height: count.min(u32::MAX.into()) as u32 });
        }
        let solid = |span: &Span| span.left < span.right && rows.contains(&span.y);
        let spans = memory::try_collect(shape.try_spans(rows.clone())?.filter(solid))
            .map_err(memory::for_list(count.max(0) as usize, "spans"))?;
        let hull = spans.iter().fold([i64::MAX, i64::MAX, i64::MIN, i64::MIN], |[left, top, right, bottom], span| {
            [left.min(span.left), top.min(span.y), right.max(span.right), bottom.max(span.y + 1)]
        });
        let [left, top, right, bottom] = hull;
        if spans.is_empty() {
            return Ok((Mask::new(0, 0)?, [0, 0]));
        }
        let [width, height] =
            [(left, right), (top, bottom)].map(|(low, end)| u32::try_from(end.saturating_sub(low)).unwrap_or(u32::MAX));
        let at = [left, top].map(i32::try_from);
        let (mut mask, [Ok(x), Ok(y)]) = (Mask::new(width, height)?, at) else {
            return Err(MaskError::TooLarge { width, height });
        };
        for span in spans {
            let [from, to] = [span.left, span.right].map(|x| (x - left) as u32);
            mask.or_span((span.y - top) as u32, from..to);
        }
        Ok((mask.measured(), [x, y]))
    }
}

/// Drawing and erasing of shapes. Parts of shapes that lie outside this mask have no effect.
///
/// Cost: in proportion to the spans of the shape and the words in the box around them.
impl Mask {
    /// Makes the pixels of a shape solid if `solid` is `true`, else empty. The shape is moved by `at`.
    ///
    /// ```
    /// # use hitmask::{Line, Mask};
    /// let mut mask = Mask::filled(4, 3)?;
    /// mask.fill_shape(&Line::new([0, 0], [9, 9]), [1, 0], false)?;
    /// assert_eq!(mask.to_string(), "#.##\n##.#\n###.");
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`MaskError::OutOfMemory`] or [`MaskError::NoMemory`] if the allocation fails. The mask is then
    /// unchanged.
    pub fn fill_shape(&mut self, shape: &impl Shape, at: impl Into<[i32; 2]>, solid: bool) -> Result<(), MaskError> {
        if let ShapeKind::Mask(other) = shape.kind() {
            if solid {
                self.draw(other, at);
            } else {
                self.erase(other, at);
            }
            return Ok(());
        }
        let Some(frame) = self.frame() else { return Ok(()) };
        // The spans are drawn as one mask, so the bounds and the summary are updated only once.
        let spans = memory::try_collect(try_clipped_spans(shape, at.into(), frame)?)
            .map_err(memory::for_mask(self.width, self.height))?;
        if let Some((brush, at)) = mask_of_spans(&spans)? {
            if solid { self.draw(&brush, at) } else { self.erase(&brush, at) }
        }
        Ok(())
    }

    /// Makes the pixels of a circle solid if `solid` is `true`, else empty.
    ///
    /// The center and the radius are in pixels, whole or real. [`Circle`] says which pixels the circle covers.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let mut ground = Mask::filled(5, 3)?;
    /// ground.fill_circle([2.5, 0.5], 1, false)?;
    /// assert_eq!(ground.to_string(), "#...#\n##.##\n#####");
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`Circle::new`] and of [`Mask::fill_shape`]. The mask is then unchanged.
    pub fn fill_circle<N>(
        &mut self,
        center: impl IntoPoint<N>,
        radius: impl Into<f64>,
        solid: bool,
    ) -> Result<(), MaskError> {
        self.fill_shape(&Circle::new(center, radius)?, [0, 0], solid)
    }

    /// Makes the pixels of a polygon solid if `solid` is `true`, else empty.
    ///
    /// The points are in pixels. [`Polygon`] says which pixels the polygon covers.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let mut mask = Mask::new(4, 3)?;
    /// mask.fill_polygon([[1.0, 0.0], [3.0, 0.0], [3.0, 2.0], [1.0, 2.0]], true)?;
    /// assert_eq!(mask.to_string(), ".##.\n.##.\n....");
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`Polygon::new`] and of [`Mask::fill_shape`]. The mask is then unchanged.
    pub fn fill_polygon<N>(
        &mut self,
        points: impl IntoIterator<Item: IntoPoint<N>>,
        solid: bool,
    ) -> Result<(), MaskError> {
        self.fill_shape(&Polygon::new(points)?, [0, 0], solid)
    }

    /// Makes the pixels of a line, including both ends, solid if `solid` is `true`, else empty. See [`Line`].
    ///
    /// # Errors
    /// Returns the errors of [`Mask::fill_shape`]. The mask is then unchanged.
    pub fn fill_line(
        &mut self,
        from: impl Into<[i32; 2]>,
        to: impl Into<[i32; 2]>,
        solid: bool,
    ) -> Result<(), MaskError> {
        self.fill_shape(&Line::new(from, to), [0, 0], solid)
    }
}

/// The spans as a mask, and the offset of this mask, a multiple of 64 in x, so that its words line up with the words of
/// the edited mask. `None` if there are no spans.
fn mask_of_spans(spans: &[ClippedSpan]) -> Result<Option<(Mask, [i32; 2])>, MaskError> {
    let Some(bounds) = spans_bounds(spans) else { return Ok(None) };
    let mut mask = Mask::new(bounds.width(), bounds.height())?;
    for span in spans {
        mask.or_span(span.y - bounds.top, span.left - bounds.left..span.right - bounds.left);
    }
    Ok(Some((mask.measured(), bounds.origin())))
}

/// The box around the spans, with its left side moved left to the start of a column of words.
fn spans_bounds(spans: &[ClippedSpan]) -> Option<Area> {
    let [left, right] = [spans.iter().map(|span| span.left).min()?, spans.iter().map(|span| span.right).max()?];
    let [top, bottom] = [spans.iter().map(|span| span.y).min()?, spans.iter().map(|span| span.y).max()?];
    Some(Area { left: left / WORD_BITS * WORD_BITS, top, right, bottom: bottom + 1 })
}
