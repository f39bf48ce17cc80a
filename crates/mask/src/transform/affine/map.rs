//! The map from the pixels of a plane to the texels of a mask, in whole numbers.

use crate::geometry::Area;
use crate::limits::size_fits;
use crate::{Affine, MaskError, Rect};
use core::ops::Range;
use wide::f64x2;

/// The fraction bits of a texel coordinate and of a position.
pub(super) const FRACTION: u32 = 32;

/// One pixel, and one texel.
const ONE: i64 = 1 << FRACTION;

/// How far right of the center of a pixel, or below it, its texel is looked up: 2^-20 texels, and 1/1024 of a pixel at
/// most. So a center on the edge of two texels shows the right or the lower one, although the numbers of a map are
/// rounded: within 4,096 pixels, they are off by less.
const NUDGE: i64 = 1 << 12;

/// The largest number of texels that one pixel may span along an axis. No mask is as wide or as tall.
const MAX_SHRINK: f64 = (1u32 << 30) as f64;

/// The limit of a texel coordinate of any pixel in the box, in texels. Coordinates then stay far from the end of `i64`.
const MAX_REACH: f64 = (1u32 << 29) as f64;

/// A texel coordinate at the center of the pixel (i, j) from the anchor: `by_x * i + by_y * j + start`, in units of
/// 2^-32.
#[derive(Debug, Clone, Copy)]
pub(super) struct Coordinate {
    pub(super) by_x: i64,
    pub(super) by_y: i64,
    start: i64,
}

impl Coordinate {
    /// Within the box of a map, the sum fits `i64`. Its terms may not, so they wrap.
    #[inline(always)]
    fn at(self, i: i64, j: i64) -> i64 {
        self.start.wrapping_add(self.by_x.wrapping_mul(i)).wrapping_add(self.by_y.wrapping_mul(j))
    }
}

/// The map from pixels of the plane to texels, rounded once: every result is computed from these whole numbers.
#[derive(Debug, Clone, Copy)]
pub(super) struct PixelMap {
    /// The pixel from which coordinates count.
    anchor: [i32; 2],
    pub(super) u: Coordinate,
    pub(super) v: Coordinate,
    /// How far a step right and a step down lead at most, along either axis.
    reach: i64,
}

impl PixelMap {
    /// The map that sends no pixel to a texel.
    pub(super) const NOWHERE: PixelMap = {
        let outside = Coordinate { by_x: 0, by_y: 0, start: -1 };
        PixelMap { anchor: [0, 0], u: outside, v: outside, reach: 0 }
    };

    /// The map that shows a mask as it is, with its top-left pixel at `[0, 0]`.
    pub(super) const UPRIGHT: PixelMap = PixelMap {
        anchor: [0, 0],
        u: Coordinate { by_x: ONE, by_y: 0, start: ONE / 2 },
        v: Coordinate { by_x: 0, by_y: ONE, start: ONE / 2 },
        reach: ONE,
    };

    /// The map, followed by a move.
    #[inline(always)]
    pub(super) fn translated(&self, by: [i32; 2]) -> PixelMap {
        let anchor = [self.anchor[0].wrapping_add(by[0]), self.anchor[1].wrapping_add(by[1])];
        PixelMap { anchor, ..*self }
    }

    /// Whether this is [`PixelMap::NOWHERE`].
    pub(super) fn is_nowhere(&self) -> bool {
        [self.u.by_x, self.u.by_y] == [0, 0]
    }

    /// Rounds the inverse of a map, `back`. The map draws the point `origin` of a picture of a size at its translation.
    ///
    /// A map whose linear part is a flip or a quarter turn keeps a picture upright.
    #[inline(always)]
    pub(super) fn new(by: &Affine, back: &Affine, origin: [f64; 2], size: [u32; 2]) -> Result<PixelMap, MaskError> {
        if let Some(map) = PixelMap::upright(by, origin, size) {
            return Ok(map);
        }
        let coefficients = [back.x[0], back.x[1], back.y[0], back.y[1]];
        if !coefficients.iter().all(|c| libm::fabs(*c) < MAX_SHRINK) {
            return Err(MaskError::Degenerate { determinant: by.determinant() });
        }
        let [x, y] = [units(by.x[2]), units(by.y[2])];
        let fraction = [x & (ONE - 1), y & (ONE - 1)].map(i128::from);
        let coordinate = |[a, b, _]: [f64; 3], origin: f64| {
            // In units of 2^-31, so that the half of a pixel to its center is whole in units of 2^-32.
            let [a, b] = [a, b].map(|c| whole(c * (1u32 << 31) as f64));
            let moved = (i128::from(units(origin)) << 31) - i128::from(a) * fraction[0] - i128::from(b) * fraction[1];
            let start = a + b + ((moved + (1 << 30)) >> 31) as i64;
            let nudge = (a.abs().max(b.abs()) >> 9).clamp(1, NUDGE);
            let is_backward = a < 0 || a == 0 && b < 0;
            Coordinate { by_x: 2 * a, by_y: 2 * b, start: start + if is_backward { -nudge } else { nudge } }
        };
        let anchor = [(x >> FRACTION) as i32, (y >> FRACTION) as i32];
        Ok(PixelMap::of(anchor, coordinate(back.x, origin[0]), coordinate(back.y, origin[1])))
    }

    fn of(anchor: [i32; 2], u: Coordinate, v: Coordinate) -> PixelMap {
        let reach = |by: Coordinate| by.by_x.saturating_abs().saturating_add(by.by_y.saturating_abs());
        PixelMap { anchor, u, v, reach: reach(u).max(reach(v)) }
    }

    /// The map that draws the bits of a mask as they are, mirrored or turned by quarters, if `by` does.
    #[inline(always)]
    fn upright(by: &Affine, origin: [f64; 2], size: [u32; 2]) -> Option<PixelMap> {
        let anchor = upright_corner(by, origin, size)?;
        let [[a, b, _], [c, d, _]] = [by.x, by.y];
        let coordinate = |by: [f64; 2], size: u32| Coordinate {
            by_x: by[0] as i64 * ONE,
            by_y: by[1] as i64 * ONE,
            start: if by[0] + by[1] > 0.0 { 0 } else { (i64::from(size) << FRACTION) - ONE } + ONE / 2,
        };
        // The inverse is the transpose.
        Some(PixelMap::of(anchor, coordinate([a, c], size[0]), coordinate([b, d], size[1])))
    }

    /// The texel of any pixel, which may lie outside the mask.
    pub(super) fn texel(&self, at: [i32; 2]) -> [i128; 2] {
        let [i, j] = [0, 1].map(|axis| i128::from(at[axis]) - i128::from(self.anchor[axis]));
        [self.u, self.v]
            .map(|line| (i128::from(line.by_x) * i + i128::from(line.by_y) * j + i128::from(line.start)) >> FRACTION)
    }

    /// The texel coordinates of a pixel in the box.
    #[inline(always)]
    pub(super) fn at(&self, x: i32, y: i32) -> [i64; 2] {
        let [i, j] = [i64::from(x) - i64::from(self.anchor[0]), i64::from(y) - i64::from(self.anchor[1])];
        [self.u.at(i, j), self.v.at(i, j)]
    }

    /// A box around all pixels whose texel coordinates lie in a convex polygon, or `None` if there are none. The
    /// corners are off by at most `error`, in texels; `size` is that of the mask.
    ///
    /// It is computed from the rounded numbers, with the error of its own arithmetic added.
    #[inline(always)]
    pub(super) fn around(
        &self,
        size: [u32; 2],
        corners: impl Iterator<Item = [f64; 2]>,
        error: f64,
    ) -> Result<Option<Rect>, Unbounded> {
        let [a, b, c] = [self.u.by_x, self.u.by_y, self.u.start].map(|units| units as f64);
        let [d, e, f] = [self.v.by_x, self.v.by_y, self.v.start].map(|units| units as f64);
        let (one, other) = (a * e, b * d);
        let determinant = one - other;
        // How much a relative error of the determinant exceeds that of its terms.
        let spread = (libm::fabs(one) + libm::fabs(other)) / libm::fabs(determinant);
        if spread.is_nan() || spread >= 1e9 {
            return Err(Unbounded);
        }
        // A coordinate of the center from that of the anchor is `by[0] * u + by[1] * v + start`.
        let [by_x, by_y] = [[e, -b], [-d, a]].map(|terms| terms.map(|term| term * (ONE as f64 / determinant)));
        let start = [c, f].map(|units| units / ONE as f64);
        // Both axes at once.
        let (by_u, by_v) = (f64x2::from([by_x[0], by_y[0]]), f64x2::from([by_x[1], by_y[1]]));
        let (mut least, mut most) = (f64x2::splat(f64::INFINITY), f64x2::splat(f64::NEG_INFINITY));
        for [u, v] in corners {
            let at = by_u * f64x2::splat(u) + by_v * f64x2::splat(v);
            (least, most) = (least.fast_min(at), most.fast_max(at));
        }
        let (least, most) = (least.to_array(), most.to_array());
        let ends = |axis: usize, [by_u, by_v]: [f64; 2]| {
            let from = [by_u * start[0], by_v * start[1]];
            let [by_u, by_v, from_u, from_v] = [by_u, by_v, from[0], from[1]].map(libm::fabs);
            let largest = by_u * f64::from(size[0]) + by_v * f64::from(size[1]) + 2.0 * (from_u + from_v);
            let error = largest * spread * (8.0 * f64::EPSILON) + error * (by_u + by_v);
            [least[axis] - (from[0] + from[1]) - error, most[axis] - (from[0] + from[1]) + error]
        };
        let ([left, right], [top, bottom]) = (ends(0, by_x), ends(1, by_y));
        const FAR: f64 = (1u64 << 32) as f64;
        if [left, top, right, bottom].iter().any(|end| end.is_nan() || end.abs() >= FAR) {
            return Err(Unbounded);
        }
        let (xs, ys) = (ceil(left)..floor(right) + 1, ceil(top)..floor(bottom) + 1);
        if xs.is_empty() || ys.is_empty() {
            return Ok(None);
        }
        let [width, height] = [(xs.end - xs.start) as f64, (ys.end - ys.start) as f64];
        let spans = |by_x: f64, by_y: f64| libm::fabs(by_x) * width + libm::fabs(by_y) * height;
        if spans(a, b).max(spans(d, e)) > MAX_REACH * ONE as f64 {
            return Err(Unbounded);
        }
        let [x, y] = self.anchor.map(i64::from);
        Ok(Rect::between([x + xs.start, y + ys.start], [x + xs.end, y + ys.end]))
    }

    /// The pixels of a row whose texel lies in a rectangle of the mask. All of `within` must be in the box.
    pub(super) fn span(&self, area: &Area, y: i32, within: Range<i32>) -> Range<i32> {
        if within.is_empty() {
            return within;
        }
        let [u, v] = self.at(within.start, y);
        let length = (within.end - within.start) as i64;
        let run = between(u, self.u.by_x, [area.left, area.right], 0..length);
        let run = between(v, self.v.by_x, [area.top, area.bottom], run);
        within.start + run.start as i32..within.start + run.end as i32
    }

    /// The texels that the pixels of a block may show: a rectangle around them, within `area`, and whether all of them
    /// lie in it. `None` if none does. The block must be in the box.
    pub(super) fn source(&self, area: &Area, block: &Rect) -> Option<(Area, bool)> {
        let [u, v] = self.at(block.left, block.top);
        let [i, j] = [i64::from(block.width) - 1, i64::from(block.height) - 1];
        let ends = |start: i64, by: Coordinate| {
            let (x, y) = (by.by_x * i, by.by_y * j);
            [start + x.min(0) + y.min(0), start + x.max(0) + y.max(0)].map(|end| end >> FRACTION)
        };
        let ([left, right], [top, bottom]) = (ends(u, self.u), ends(v, self.v));
        let clip = |least: i64, most: i64, low: u32, high: u32| {
            least.max(low.into()) as u32..(most + 1).min(high.into()).max(0) as u32
        };
        let source = Area::of(clip(left, right, area.left, area.right), clip(top, bottom, area.top, area.bottom))?;
        let inside = |least: i64, most: i64, low: u32, high: u32| least >= low.into() && most < high.into();
        let whole = inside(left, right, area.left, area.right) && inside(top, bottom, area.top, area.bottom);
        Some((source, whole))
    }
}

impl PixelMap {
    /// The texel coordinates in the middle of a block, and how far those of its pixels are from there at most, along
    /// either axis.
    #[inline(always)]
    pub(super) fn middle(&self, block: &Block) -> ([i64; 2], i64) {
        let texel = self.at(block.left, block.top);
        let steps = (1 << block.log) - 1;
        // Both halves are rounded.
        let half = |by: Coordinate| ((by.by_x + by.by_y) * steps) >> 1;
        let middle = [texel[0] + half(self.u), texel[1] + half(self.v)];
        (middle, ((self.reach * steps) >> 1) + 2)
    }

    /// [`middle`](Self::middle) for a rectangle in the box.
    pub(super) fn middle_of(&self, block: &Rect) -> ([i64; 2], i64) {
        let texel = self.at(block.left, block.top);
        let [i, j] = [i64::from(block.width) - 1, i64::from(block.height) - 1];
        let half = |by: Coordinate| {
            let (x, y) = (by.by_x * i, by.by_y * j);
            ((x + y) >> 1, (x.abs() + y.abs()) >> 1)
        };
        let [(u, far_u), (v, far_v)] = [half(self.u), half(self.v)];
        ([texel[0] + u, texel[1] + v], far_u.max(far_v) + 2)
    }
}

/// The halves of a rectangle, cut across its longer side.
pub(super) fn halves(rect: &Rect) -> [Rect; 2] {
    let Rect { left, top, width, height } = *rect;
    if width > height {
        let half = width / 2;
        [Rect { width: half, ..*rect }, Rect { left: left + half as i32, width: width - half, ..*rect }]
    } else {
        let half = height / 2;
        [Rect { height: half, ..*rect }, Rect { top: top + half as i32, height: height - half, ..*rect }]
    }
}

/// The corners of a rectangle of texels.
pub(super) fn corners(area: &Area) -> impl Iterator<Item = [f64; 2]> {
    let [left, top, right, bottom] = [area.left, area.top, area.right, area.bottom].map(f64::from);
    [[left, top], [right, top], [right, bottom], [left, bottom]].into_iter()
}

fn floor(value: f64) -> i64 {
    let near = value as i64;
    near - i64::from(near as f64 > value)
}

fn ceil(value: f64) -> i64 {
    -floor(-value)
}

/// The nearest whole number, of two the even one.
#[inline(always)]
fn whole(value: f64) -> i64 {
    // A number as large as the sum has no bits for a fraction, so the addition rounds. (`libm::rint` is a call.)
    const NO_FRACTION: f64 = (3u64 << 51) as f64;
    if libm::fabs(value) < (1u64 << 51) as f64 {
        ((value + NO_FRACTION) - NO_FRACTION) as i64
    } else {
        libm::rint(value) as i64
    }
}

/// A square block of pixels.
#[derive(Clone, Copy)]
pub(super) struct Block {
    pub(super) left: i32,
    pub(super) top: i32,
    /// The side, as a power of two.
    pub(super) log: u32,
}

impl Block {
    /// The part of the block in a rectangle that holds its top-left pixel.
    pub(super) fn within(&self, clip: &Rect) -> Rect {
        let side = |from: i32, end: i64| (end - i64::from(from)).min(1 << self.log) as u32;
        let [width, height] = [side(self.left, clip.right()), side(self.top, clip.bottom())];
        Rect { left: self.left, top: self.top, width, height }
    }

    pub(super) fn rect(&self) -> Rect {
        Rect { left: self.left, top: self.top, width: 1 << self.log, height: 1 << self.log }
    }
}

/// The top-left corner of a picture of a size, if its map, whose translation is where the point `origin` of it is
/// drawn, is a flip or a quarter turn. The corner is rounded, halves right and down.
#[inline(always)]
#[must_use]
pub fn upright_corner(by: &Affine, origin: [f64; 2], size: [u32; 2]) -> Option<[i32; 2]> {
    let [[a, b, x], [c, d, y]] = [by.x, by.y];
    let is_one = |value: f64| libm::fabs(value) == 1.0;
    let is_straight = is_one(a) && is_one(d) && b == 0.0 && c == 0.0;
    let is_turned = is_one(b) && is_one(c) && a == 0.0 && d == 0.0;
    if !is_straight && !is_turned {
        return None;
    }
    // The least coordinate of the mapped rectangle is at its first column or row, or at the last.
    let term = |factor: f64, axis: usize| match () {
        () if factor > 0.0 => -units(origin[axis]),
        () if factor < 0.0 => units(origin[axis]) - (i64::from(size[axis]) << FRACTION),
        () => 0,
    };
    let least = |at: f64, by: [f64; 2]| ((units(at) + term(by[0], 0) + term(by[1], 1) + ONE / 2) >> FRACTION) as i32;
    Some([least(x, [a, b]), least(y, [c, d])])
}

/// No box holds the pixels, or texel coordinates in it would leave the range of `i64`.
pub(super) struct Unbounded;

/// The steps of `within` at which `start + step * n` lies in texels from `low` on and below `high`.
fn between(start: i64, step: i64, [low, high]: [u32; 2], within: Range<i64>) -> Range<i64> {
    let [low, high] = [low, high].map(|end| i64::from(end) << FRACTION);
    if step == 0 {
        return if (low..high).contains(&start) { within } else { within.start..within.start };
    }
    // The first step at which a coordinate that grows reaches an end.
    let reaches =
        |distance: i64| if distance <= 0 { 0 } else { (distance as u64).div_ceil(step.unsigned_abs()) as i64 };
    let (first, end) = if step > 0 {
        (reaches(low - start), reaches(high - start))
    } else {
        (reaches(start - high + 1), reaches(start - low + 1))
    };
    let first = first.clamp(within.start, within.end);
    first..end.clamp(first, within.end)
}

/// A coordinate of a position in units of 2^-32, the nearest.
fn units(at: f64) -> i64 {
    whole(at * ONE as f64)
}

/// Checks the size of a rendered mask, given the box around it.
///
/// # Errors
/// Returns [`MaskError::TooLarge`] if the mask would be too large.
pub(super) fn check_size(within: &Rect) -> Result<(), MaskError> {
    // The box exceeds the exact result by at most a pixel on each side. A side of zero counts as one pixel, so that a
    // height over the limit is an error even if the result is empty: rendering has an item for each row.
    let least = |side: u32| side.saturating_sub(2).max(1);
    if size_fits(least(within.width), least(within.height)) {
        return Ok(());
    }
    Err(MaskError::TooLarge { width: within.width, height: within.height })
}
