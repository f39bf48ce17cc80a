//! A mask and the map it lies under: which pixels it can reach, and where each comes from.

use super::axis::SourceAxis;
use crate::{Affine, Mask, MaskError, Rect};
use core::ops::Range;

/// How far from 0 a mapped picture may reach, in pixels, as sprites may.
const MAX_POSITION: f64 = (1u32 << 30) as f64;

/// A mask seen under an [`Affine`] map, without a picture being made.
///
/// Its pixels are those that [`Mask::transformed`] would make solid: those whose center, mapped back
/// and floored, is a solid pixel of the mask. All questions are about pixels of the plane that the map
/// leads to; two of these can be asked about each other where both maps lead to the same plane.
///
/// ```
/// use mask::{Affine, Mask, Rect, TransformedMask};
///
/// let beam = Mask::filled(100, 2)?;
/// let (rising, falling) = (Affine::rotation(-45.0), Affine::rotation(45.0).then(&Affine::translation([0.0, -70.0])));
/// let (rising, falling) = (TransformedMask::new(&beam, &rising)?, TransformedMask::new(&beam, &falling)?);
/// assert!(rising.contains([30, -30]));
/// assert!(rising.overlaps(&falling));
/// assert_eq!(rising.overlap_bounds(&falling), Some(Rect { left: 34, top: -35, width: 2, height: 2 }));
/// # Ok::<(), mask::MaskError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct TransformedMask<'a> {
    pub(super) mask: &'a Mask,
    /// From the plane to the mask.
    back: Affine,
    /// A rectangle of pixels that holds all that fall into the mask's; see [`mapped_bounds`].
    pub(super) frame: Option<Rect>,
    /// The same for the bounds of the mask's solid pixels.
    pub(super) solid_frame: Option<Rect>,
}

impl<'a> TransformedMask<'a> {
    /// The mask under the map. Costs a few dozen operations, whatever the size.
    ///
    /// # Errors
    /// [`MaskError::NotFinite`], [`MaskError::Degenerate`] and [`MaskError::TooFar`], as
    /// [`Mask::transformed`].
    pub fn new(mask: &'a Mask, by: &Affine) -> Result<TransformedMask<'a>, MaskError> {
        let back = by.inverse()?;
        let map_rect = |rect: Rect| mapped_bounds(by, &back, &rect);
        let frame = mask.frame().map(map_rect).transpose()?.flatten();
        let solid_frame = mask.bounds().map(map_rect).transpose()?.flatten();
        Ok(TransformedMask { mask, back, frame, solid_frame })
    }

    /// Whether the pixel at `at` is solid.
    #[must_use]
    pub fn contains(&self, at: impl Into<[i32; 2]>) -> bool {
        let [x, y] = at.into();
        self.mask.bounds().is_some_and(|bounds| self.row(y).solid(self.mask, &bounds, x))
    }

    /// A row of pixels, mapped back.
    pub(super) fn row(&self, y: i32) -> SourceRow {
        let y = f64::from(y) + 0.5;
        let line = |[a, b, c]: [f64; 3]| SourceAxis { step: a, base: b * y + c };
        SourceRow { x: line(self.back.x), y: line(self.back.y) }
    }

    /// Whether all rows fall into the same columns of the mask.
    pub(super) fn is_axis_aligned(&self) -> bool {
        self.back.x[1] == 0.0 && self.back.y[0] == 0.0
    }

    /// The part of the mask's bounds that the pixels of a block fall into, or more; and whether they all
    /// fall into the bounds.
    pub(super) fn source(&self, block: &Rect) -> Option<(Rect, bool)> {
        // The coordinates never turn back along a row or a column, so the corners hold the extremes.
        let rows = [block.top, (block.bottom() - 1) as i32].map(|y| self.row(y));
        let sides = [block.left, (block.right() - 1) as i32];
        let extremes = |line: fn(&SourceRow) -> SourceAxis| {
            let [a, b, c, d] = [[0, 0], [0, 1], [1, 0], [1, 1]].map(|[y, x]| line(&rows[y]).at(sides[x]));
            [a.min(b).min(c.min(d)), a.max(b).max(c.max(d))]
        };
        let bounds = self.mask.bounds()?;
        let ([left, right], [top, bottom]) = (extremes(|row| row.x), extremes(|row| row.y));
        if right < 0.0 || bottom < 0.0 {
            return None;
        }
        // Truncated, which from 0 on is rounded down. Beyond the largest mask all are alike.
        let pixel = |place: f64| place.clamp(0.0, BEYOND_ANY_MASK) as i64;
        let fallen = Rect::between([pixel(left), pixel(top)], [pixel(right) + 1, pixel(bottom) + 1])?;
        let source = bounds.intersection(&fallen)?;
        Some((source, source == fallen && left >= 0.0 && top >= 0.0))
    }
}

/// More pixels than a mask has on any side.
const BEYOND_ANY_MASK: f64 = (1u32 << 30) as f64;

/// A row of pixels, mapped back: the source coordinates along it.
#[derive(Clone, Copy)]
pub(super) struct SourceRow {
    x: SourceAxis,
    y: SourceAxis,
}

impl SourceRow {
    /// The pixels of `within` that fall into a rectangle of the mask.
    pub(super) fn span(&self, rect: &Rect, within: Range<i32>) -> Range<i32> {
        let sides = |from: i32, to: i64| [f64::from(from), to as f64];
        let within = self.x.span(within, sides(rect.left, rect.right()));
        self.y.span(within, sides(rect.top, rect.bottom()))
    }

    /// Whether a pixel falls into a solid one of the mask, all of which lie in its `bounds`.
    pub(super) fn solid(&self, mask: &Mask, bounds: &Rect, x: i32) -> bool {
        let [u, v] = [self.x.at(x), self.y.at(x)];
        let inside = |value: f64, from: i32, to: i64| value >= f64::from(from) && value < to as f64;
        inside(u, bounds.left, bounds.right())
            && inside(v, bounds.top, bounds.bottom())
            && mask.solid(u as u32, v as u32)
    }

    /// The row of the mask that all pixels of this one fall into, if it is one.
    pub(super) fn constant_row(&self) -> Option<u32> {
        (self.y.step == 0.0).then_some(self.y.base as u32)
    }

    /// The column of the mask that a pixel falls into, which is inside.
    pub(super) fn column(&self, x: i32) -> u32 {
        self.x.at(x) as u32
    }

    /// The solid ones of up to 64 pixels that all fall into the mask, the first in the lowest bit.
    pub(super) fn bits(&self, mask: &Mask, pixels: Range<i32>) -> u64 {
        pixels.rev().fold(0, |bits, x| bits << 1 | u64::from(mask.solid(self.x.at(x) as u32, self.y.at(x) as u32)))
    }
}

/// The pixels that may fall into a rectangle of the mask: exactly those that do, where the result is a
/// rectangle again; else the box around its mapped corners, and a pixel more on each side. `None` where
/// there are none.
fn mapped_bounds(by: &Affine, back: &Affine, rect: &Rect) -> Result<Option<Rect>, MaskError> {
    let (left, right) = (f64::from(rect.left), rect.right() as f64);
    let (top, bottom) = (f64::from(rect.top), rect.bottom() as f64);
    let corners = [[left, top], [right, top], [left, bottom], [right, bottom]].map(|corner| by.apply(corner));
    if let Some(&coordinate) = corners.as_flattened().iter().find(|c| !(-MAX_POSITION..=MAX_POSITION).contains(*c)) {
        return Err(MaskError::TooFar { coordinate });
    }
    // What is mapped back are the centers of pixels up to two beyond the corners.
    let far = corners.as_flattened().iter().fold(by.x[2].abs().max(by.y[2].abs()), |far, c| far.max(c.abs())) + 2.0;
    let amplification = far * linear_norm(by) * linear_norm(back);
    if !(amplification <= MAX_AMPLIFICATION && linear_norm(back) <= MAX_INVERSE_NORM) {
        return Err(MaskError::Degenerate { determinant: by.determinant() });
    }
    let place = |axis: usize| {
        let least = corners.iter().fold(f64::MAX, |least, corner| least.min(corner[axis]));
        let most = corners.iter().fold(f64::MIN, |most, corner| most.max(corner[axis]));
        libm::floor(least) as i32 - 1..libm::ceil(most) as i32 + 1
    };
    let ([xs, ys], sides) = ([place(0), place(1)], [[left, right], [top, bottom]]);
    // Scaled, or scaled and turned by a quarter, it is a rectangle, of which the ends can be told exactly.
    let line = |[a, b, c]: [f64; 3]| SourceAxis { step: a + b, base: c };
    let [of_x, of_y] = [back.x, back.y].map(line);
    let (xs, ys) = match [back.x[1] == 0.0 && back.y[0] == 0.0, back.x[0] == 0.0 && back.y[1] == 0.0] {
        [true, _] => (of_x.span(xs, sides[0]), of_y.span(ys, sides[1])),
        [_, true] => (of_y.span(xs, sides[1]), of_x.span(ys, sides[0])),
        _ => (xs, ys),
    };
    Ok(Rect::between([xs.start.into(), ys.start.into()], [xs.end.into(), ys.end.into()]))
}

/// How much further from the origin a map can take a point, apart from its translation.
fn linear_norm(map: &Affine) -> f64 {
    let [x, y] = [map.x, map.y].map(|[a, b, _]| a.abs() + b.abs());
    x.max(y)
}

/// The most that a map, its reverse and the distance from 0 may amount to, multiplied.
///
/// A pixel mapped back and forth again misses itself by at most that product times a handful of
/// roundings of 2^-53. With 2^46, and 64 roundings, it is half a pixel: then the box around the
/// mapped corners, a pixel wider, holds every pixel that is mapped back into the mask.
const MAX_AMPLIFICATION: f64 = (1u64 << 46) as f64;

/// The most that a pixel of the plane may be of the mask: what is mapped back then stays far from the
/// end of `f64`'s range, where a difference of two infinities would be no number.
const MAX_INVERSE_NORM: f64 = 1e200;
