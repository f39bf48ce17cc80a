//! A mask under an affine map: the region that it can reach, and the source of each pixel.

use super::axis::SourceAxis;
use crate::geometry::Area;
use crate::{Affine, Mask, MaskError, Rect};
use core::ops::Range;

/// The largest coordinate of a corner of a mapped mask, in pixels, equal to the limit of sprite positions.
const MAX_POSITION: f64 = (1u32 << 30) as f64;

/// A mask under an [`Affine`] map, without rendering it.
///
/// Its solid pixels are the pixels that [`Mask::transformed`] would make solid: their centers, mapped back and
/// rounded down, are solid pixels of the mask. All positions are pixels of the plane of the map, the plane that the map
/// leads to. Tests of two transformed masks assume that both maps lead to the same plane.
///
/// ```
/// use hitmask::{Affine, Mask, Rect, TransformedMask};
///
/// let beam = Mask::filled(100, 2)?;
/// let (rising, falling) = (Affine::rotation(-45.0), Affine::rotation(45.0).then(&Affine::translation([0.0, -70.0])));
/// let (rising, falling) = (TransformedMask::new(&beam, &rising)?, TransformedMask::new(&beam, &falling)?);
/// assert!(rising.contains([30, -30]));
/// assert!(rising.overlaps(&falling));
/// assert_eq!(rising.overlap_bounds(&falling), Some(Rect { left: 34, top: -35, width: 2, height: 2 }));
/// # Ok::<(), hitmask::MaskError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct TransformedMask<'a> {
    pub(super) mask: &'a Mask,
    /// The map from the plane to the mask.
    back: Affine,
    /// A rectangle that contains every pixel whose source lies in the mask's rectangle; see [`mapped_bounds`].
    pub(super) frame: Option<Rect>,
    /// A rectangle that contains every pixel whose source lies in the bounds of the mask's solid pixels.
    pub(super) solid_frame: Option<Rect>,
}

impl<'a> TransformedMask<'a> {
    /// Creates a transformed mask. Costs a few dozen operations for a mask of any size.
    ///
    /// # Errors
    /// Returns [`MaskError::NotFinite`], [`MaskError::Degenerate`] or [`MaskError::TooFar`] under the conditions of
    /// [`Mask::transformed`].
    pub fn new(mask: &'a Mask, by: &Affine) -> Result<TransformedMask<'a>, MaskError> {
        let back = by.inverse()?;
        let map_rect = |rect: Rect| mapped_bounds(by, &back, &rect);
        let frame = mask.frame().map(Rect::from).map(map_rect).transpose()?.flatten();
        let solid_frame = mask.bounds().map(map_rect).transpose()?.flatten();
        Ok(TransformedMask { mask, back, frame, solid_frame })
    }

    /// Returns whether the pixel at `at` is solid.
    #[must_use]
    pub fn contains(&self, at: impl Into<[i32; 2]>) -> bool {
        let [x, y] = at.into();
        self.mask.bounds().is_some_and(|bounds| self.row(y).solid(self.mask, &bounds, x))
    }

    /// The source coordinates of a row of pixels.
    pub(super) fn row(&self, y: i32) -> SourceRow {
        let y = f64::from(y) + 0.5;
        let line = |[a, b, c]: [f64; 3]| SourceAxis { step: a, base: b * y + c };
        SourceRow { x: line(self.back.x), y: line(self.back.y) }
    }

    /// Whether the source column depends only on x and the source row only on y, as under a scaling.
    pub(super) fn is_axis_aligned(&self) -> bool {
        self.back.x[1] == 0.0 && self.back.y[0] == 0.0
    }

    /// A rectangle within the mask's bounds that contains every source pixel of a block that lies in the bounds, and
    /// whether all pixels of the block map into the bounds.
    pub(super) fn source(&self, block: &Rect) -> Option<(Area, bool)> {
        // The coordinates are monotonic along a row or a column, so the corners have the extremes.
        let rows = [block.top, (block.bottom() - 1) as i32].map(|y| self.row(y));
        let sides = [block.left, (block.right() - 1) as i32];
        let extremes = |line: fn(&SourceRow) -> SourceAxis| {
            let [a, b, c, d] = [[0, 0], [0, 1], [1, 0], [1, 1]].map(|[y, x]| line(&rows[y]).at(sides[x]));
            [a.min(b).min(c.min(d)), a.max(b).max(c.max(d))]
        };
        let bounds = self.mask.bounds?;
        let ([left, right], [top, bottom]) = (extremes(|row| row.x), extremes(|row| row.y));
        if right < 0.0 || bottom < 0.0 {
            return None;
        }
        // Truncation rounds down, because no value is negative. All values beyond the largest mask are equivalent.
        let pixel = |place: f64| place.clamp(0.0, BEYOND_ANY_MASK) as u32;
        let mapped = Area::of(pixel(left)..pixel(right) + 1, pixel(top)..pixel(bottom) + 1)?;
        let source = bounds.clip(&mapped, [0, 0])?;
        Some((source, source == mapped && left >= 0.0 && top >= 0.0))
    }
}

/// A number of pixels greater than any side of a mask.
const BEYOND_ANY_MASK: f64 = (1u32 << 30) as f64;

/// The source coordinates along a row of pixels.
#[derive(Clone, Copy)]
pub(super) struct SourceRow {
    x: SourceAxis,
    y: SourceAxis,
}

impl SourceRow {
    /// The pixels of `within` whose source lies in a rectangle of the mask.
    pub(super) fn span(&self, rect: &Rect, within: Range<i32>) -> Range<i32> {
        let sides = |from: i32, to: i64| [f64::from(from), to as f64];
        let within = self.x.span(within, sides(rect.left, rect.right()));
        self.y.span(within, sides(rect.top, rect.bottom()))
    }

    /// Whether the source of a pixel is solid. All solid pixels of the mask must lie in `bounds`.
    pub(super) fn solid(&self, mask: &Mask, bounds: &Rect, x: i32) -> bool {
        let [u, v] = [self.x.at(x), self.y.at(x)];
        let inside = |value: f64, from: i32, to: i64| value >= f64::from(from) && value < to as f64;
        inside(u, bounds.left, bounds.right())
            && inside(v, bounds.top, bounds.bottom())
            && mask.solid(u as u32, v as u32)
    }

    /// The row of the mask into which all pixels of this row map, or `None` if their source y varies.
    pub(super) fn constant_row(&self) -> Option<u32> {
        (self.y.step == 0.0).then_some(self.y.base as u32)
    }

    /// The source column of a pixel, which must map into the mask.
    pub(super) fn column(&self, x: i32) -> u32 {
        self.x.at(x) as u32
    }

    /// A bit for each of up to 64 pixels, set if the source is solid. All pixels must map into the mask.
    pub(super) fn bits(&self, mask: &Mask, pixels: Range<i32>) -> u64 {
        pixels.rev().fold(0, |bits, x| bits << 1 | u64::from(mask.solid(self.x.at(x) as u32, self.y.at(x) as u32)))
    }
}

/// A rectangle that contains all pixels whose source lies in a rectangle of the mask, or `None` if there are none. The
/// result is exact if the map combines only scaling, rotation by multiples of 90 degrees and translation. Otherwise it
/// is the box around the mapped corners, with a margin of one pixel.
fn mapped_bounds(by: &Affine, back: &Affine, rect: &Rect) -> Result<Option<Rect>, MaskError> {
    let (left, right) = (f64::from(rect.left), rect.right() as f64);
    let (top, bottom) = (f64::from(rect.top), rect.bottom() as f64);
    let corners = [[left, top], [right, top], [left, bottom], [right, bottom]].map(|corner| by.apply(corner));
    if let Some(&coordinate) = corners.as_flattened().iter().find(|c| !(-MAX_POSITION..=MAX_POSITION).contains(*c)) {
        return Err(MaskError::TooFar { coordinate });
    }
    // The inverse map is applied to centers of pixels up to two pixels beyond the corners.
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
    // Under scaling and rotation by multiples of 90 degrees, each side depends on one coordinate only, so its ends are
    // exact.
    let line = |[a, b, c]: [f64; 3]| SourceAxis { step: a + b, base: c };
    let [of_x, of_y] = [back.x, back.y].map(line);
    let (xs, ys) = match [back.x[1] == 0.0 && back.y[0] == 0.0, back.x[0] == 0.0 && back.y[1] == 0.0] {
        [true, _] => (of_x.span(xs, sides[0]), of_y.span(ys, sides[1])),
        [_, true] => (of_y.span(xs, sides[1]), of_x.span(ys, sides[0])),
        _ => (xs, ys),
    };
    Ok(Rect::between([xs.start.into(), ys.start.into()], [xs.end.into(), ys.end.into()]))
}

/// The largest factor by which the linear part of a map can increase a distance from the origin.
fn linear_norm(map: &Affine) -> f64 {
    let [x, y] = [map.x, map.y].map(|[a, b, _]| a.abs() + b.abs());
    x.max(y)
}

/// The limit of the product of a map's norm, its inverse's norm and the distance from 0. A pixel that is mapped forth
/// and back is off by this product times a few roundings of 2^-53. At 2^46, 64 roundings are half a pixel. So the box
/// of the mapped corners, one pixel wider on each side, contains every pixel whose source lies in the mask.
const MAX_AMPLIFICATION: f64 = (1u64 << 46) as f64;

/// The limit of the number of mask pixels that one pixel of the plane spans. Mapped coordinates then stay far from the
/// end of the range of `f64`, so that no infinities arise, whose differences are NaN.
const MAX_INVERSE_NORM: f64 = 1e200;
