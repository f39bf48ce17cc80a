//! The rule of masks under maps, in whole numbers of 128 bits: which texel each pixel of the plane shows. It is written
//! from the rule alone and shares no code with `mask`.
//!
//! Pixel (i, j) of the plane is solid if the texel at floor(T⁻¹(i + ½, j + ½)) is solid.
//!
//! - The position is kept to 2^-32 pixel. The linear part of the inverse is rounded to multiples of 2^-31, then its
//!   constant, formed from the rounded linear part, to multiples of 2^-32. Everything after is exact.
//! - If the linear part is a flip or a quarter turn, the picture is upright: the top-left corner of the mapped picture
//!   is rounded, halves right and down.
//! - Every other map samples right of the center of a pixel, or below it if a step right changes no texel coordinate,
//!   by 2^-20 texels along each axis of the picture, which is more than the rounding of 4,096 pixels. A pixel of less
//!   than 2^-10 texels is sampled 1/1024 of itself beside its center, and at least 2^-32 texels.

use crate::{Grid, shape};

/// The units of a pixel and of a texel.
const ONE: i128 = 1 << 32;

/// A real number as it is, `count * 2^power`.
fn exact(value: f64) -> (i128, i32) {
    assert!(value.is_finite());
    let bits = value.to_bits();
    let power = (bits >> 52 & 0x7FF) as i32;
    let digits = i128::from(bits & ((1 << 52) - 1)) + if power > 0 { 1 << 52 } else { 0 };
    (if value < 0.0 { -digits } else { digits }, power.max(1) - 1075)
}

/// The whole number nearest to `n / d * 2^power`, the even one of two.
fn nearest(n: i128, d: i128, power: i32) -> i128 {
    let sign = n.signum() * d.signum();
    let (n, d) = (n.unsigned_abs(), d.unsigned_abs());
    assert!(d < 1 << 127 && d > 0);
    let (mut whole, mut rest, mut unit) = (n / d, n % d, d);
    let below;
    if power >= 0 {
        for _ in 0..power {
            assert!(whole < 1 << 125, "a number of more than 126 bits");
            rest *= 2;
            whole = 2 * whole + rest / d;
            rest %= d;
        }
        below = rest;
    } else if power > -127 {
        // A rest above 0 only matters beside a half.
        unit = 1 << -power;
        below = whole % unit * 2 + u128::from(rest > 0);
        whole /= unit;
        unit *= 2;
    } else {
        whole = 0;
        below = 0;
    }
    let up = 2 * below > unit || 2 * below == unit && whole % 2 == 1;
    sign * (whole + u128::from(up)) as i128
}

/// `a * d - b * c` as `count * 2^power`, exactly unless one product is 2^20 times the other, where the lowest of 126
/// bits are cut.
fn determinant([[a, b], [c, d]]: [[f64; 2]; 2]) -> (i128, i32) {
    let product = |one: f64, other: f64| {
        let ((m, p), (n, q)) = (exact(one), exact(other));
        (m * n, p + q)
    };
    let ((m, p), (n, q)) = (product(a, d), product(b, c));
    if m == 0 || n == 0 {
        return if n == 0 { (m, p) } else { (-n, q) };
    }
    let low = p.min(q).max(p.max(q) - 19);
    let at =
        |count: i128, power: i32| if power < low { count >> (low - power).min(127) } else { count << (power - low) };
    (at(m, p) - at(n, q), low)
}

/// A map from pixels of the plane to texels, rounded as the rule says.
#[derive(Debug, Clone, Copy)]
pub struct Rounded {
    /// The position, rounded down.
    anchor: [i128; 2],
    /// Each coordinate of a texel, in units of 2^-32, at the center of the pixel (i, j) from the anchor: the factor of
    /// i, that of j, and the constant.
    rows: [[i128; 3]; 2],
}

impl Rounded {
    /// The map that draws the point `origin` of a picture at `position`, and turns, scales and shears about it by the
    /// linear part. The picture's size is asked for those that stay upright. `None` if the linear part has no inverse.
    #[must_use]
    pub fn new(linear: [[f64; 2]; 2], origin: [f64; 2], position: [f64; 2], size: [u32; 2]) -> Option<Rounded> {
        let units = |value: f64| {
            let (count, power) = exact(value);
            nearest(count, 1, power + 32)
        };
        let (origin, position) = (origin.map(units), position.map(units));
        let [[a, b], [c, d]] = linear;
        let is_one = |value: f64| value.abs() == 1.0;
        if is_one(a) && is_one(d) && [b, c] == [0.0; 2] || is_one(b) && is_one(c) && [a, d] == [0.0; 2] {
            let whole = linear.map(|row| row.map(|value| value as i128));
            let ends = size.map(|side| i128::from(side) * ONE);
            let corners = [[0, 0], [ends[0], 0], [0, ends[1]], ends];
            let shown = |corner: [i128; 2]| {
                [0, 1]
                    .map(|axis| position[axis] + (0..2).map(|k| whole[axis][k] * (corner[k] - origin[k])).sum::<i128>())
            };
            let shown = corners.map(shown);
            let anchor = [0, 1].map(|axis| {
                let least = shown.map(|corner| corner[axis]).into_iter().min().unwrap();
                (least + ONE / 2).div_euclid(ONE)
            });
            // The inverse of a flip or a quarter turn is its transpose. Its rows begin at the first or at the last
            // texel.
            let rows = [0, 1].map(|axis| {
                let [x, y] = [whole[0][axis], whole[1][axis]];
                let first = if x + y > 0 { 0 } else { i128::from(size[axis]) - 1 };
                [x * ONE, y * ONE, first * ONE + ONE / 2]
            });
            return Some(Rounded { anchor, rows });
        }
        let (area, power) = determinant(linear);
        if area == 0 {
            return None;
        }
        let share = |value: f64| {
            let (count, of) = exact(value);
            nearest(count, area, of - power + 31)
        };
        let inverse = [[share(d), share(-b)], [share(-c), share(a)]];
        let anchor = position.map(|at| at.div_euclid(ONE));
        let fraction = position.map(|at| at.rem_euclid(ONE));
        let rows = [0, 1].map(|axis| {
            let [x, y] = inverse[axis];
            // The center of the pixel (0, 0) is half a factor of each further, and the factors are in units of 2^-31.
            let constant = (origin[axis] << 31) - x * fraction[0] - y * fraction[1];
            let constant = x + y + ((constant + (1 << 30)) >> 31);
            let right = if x < 0 || x == 0 && y < 0 { -1 } else { 1 };
            let pixel = 2 * x.abs().max(y.abs());
            [2 * x, 2 * y, constant + right * (pixel / 1024).clamp(1, ONE >> 20)]
        });
        Some(Rounded { anchor, rows })
    }

    /// The map, followed by a move.
    #[must_use]
    pub fn moved(&self, by: [i64; 2]) -> Rounded {
        Rounded { anchor: [0, 1].map(|axis| self.anchor[axis] + i128::from(by[axis])), ..*self }
    }

    /// The texel that a pixel shows, which may be outside the picture.
    #[must_use]
    pub fn texel(&self, pixel: [i64; 2]) -> [i128; 2] {
        let [i, j] = [0, 1].map(|axis| i128::from(pixel[axis]) - self.anchor[axis]);
        self.rows.map(|[x, y, constant]| (x * i + y * j + constant) >> 32)
    }

    /// Whether a pixel shows a solid texel.
    #[must_use]
    pub fn shows(&self, grid: &Grid, pixel: [i64; 2]) -> bool {
        let [x, y] = self.texel(pixel).map(|c| i64::try_from(c).unwrap_or(-1));
        grid.contains([x, y])
    }

    /// A box around all pixels that show a texel of a picture of this size: left, top, right and bottom. `None` if the
    /// rounded map has no inverse.
    #[must_use]
    pub fn around(&self, size: [u32; 2]) -> Option<[i64; 4]> {
        let [[a, b, c], [d, e, f]] = self.rows;
        let area = a * e - b * d;
        let ends = size.map(|side| i128::from(side) * ONE);
        let corners = [[0, 0], [ends[0], 0], [0, ends[1]], ends].map(|[u, v]| {
            let n = [(u - c) * e - (v - f) * b, (v - f) * a - (u - c) * d];
            n.map(|n| n * area.signum())
        });
        let least = |axis: usize| corners.map(|n| n[axis]).into_iter().min().unwrap().div_euclid(area.abs());
        let most = |axis: usize| corners.map(|n| n[axis]).into_iter().max().unwrap().div_euclid(area.abs()) + 1;
        (area != 0).then(|| {
            let [left, top] = [0, 1].map(|axis| (self.anchor[axis] + least(axis)) as i64);
            let [right, bottom] = [0, 1].map(|axis| (self.anchor[axis] + most(axis)) as i64);
            [left, top, right, bottom]
        })
    }

    /// The picture as it is drawn, cut to the pixels that show any texel of it, and the top-left pixel; nothing at `[0,
    /// 0]` if there is no such pixel.
    #[must_use]
    pub fn drawn(&self, grid: &Grid) -> (Grid, [i64; 2]) {
        let nothing = (shape::grid(0, 0, |_, _| false), [0, 0]);
        let Some([left, top, right, bottom]) = self.around([grid.width, grid.height]) else { return nothing };
        let inside = |pixel: [i64; 2]| {
            let [x, y] = self.texel(pixel);
            (0..i128::from(grid.width)).contains(&x) && (0..i128::from(grid.height)).contains(&y)
        };
        let mut frame: Option<[i64; 4]> = None;
        for (y, x) in (top..bottom).flat_map(|y| (left..right).map(move |x| (y, x))) {
            if inside([x, y]) {
                let [l, t, r, b] = frame.unwrap_or([x, y, x, y]);
                frame = Some([l.min(x), t.min(y), r.max(x), b.max(y)]);
            }
        }
        let Some([l, t, r, b]) = frame else { return nothing };
        let shown = |x: u32, y: u32| self.shows(grid, [l + i64::from(x), t + i64::from(y)]);
        (shape::grid((r - l + 1) as u32, (b - t + 1) as u32, shown), [l, t])
    }
}

/// The pixels that two drawn pictures share: the topmost one and the leftmost in its row, the box around all of them
/// (left, top, right and bottom), and their number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shared {
    /// The first pixel in raster order.
    pub first: [i64; 2],
    /// Left, top, and the first column and row beyond.
    pub bounds: [i64; 4],
    /// The number of pixels.
    pub area: u64,
}

/// Looks at every pixel in the boxes of two pictures. `None` if they share none.
#[must_use]
pub fn shared((a, by_a): (&Grid, &Rounded), (b, by_b): (&Grid, &Rounded)) -> Option<Shared> {
    let (one, other) = (by_a.around([a.width, a.height])?, by_b.around([b.width, b.height])?);
    let [left, top] = [0, 1].map(|axis| one[axis].max(other[axis]));
    let [right, bottom] = [2, 3].map(|axis| one[axis].min(other[axis]));
    let mut shared: Option<Shared> = None;
    for (y, x) in (top..bottom).flat_map(|y| (left..right).map(move |x| (y, x))) {
        if by_a.shows(a, [x, y]) && by_b.shows(b, [x, y]) {
            let Shared { first, bounds: [l, t, r, b], area } =
                shared.unwrap_or(Shared { first: [x, y], bounds: [x, y, x + 1, y + 1], area: 0 });
            let bounds = [l.min(x), t.min(y), r.max(x + 1), b.max(y + 1)];
            shared = Some(Shared { first, bounds, area: area + 1 });
        }
    }
    shared
}
