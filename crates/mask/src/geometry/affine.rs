//! Affine maps of the plane: rotation, scale, shear, translation and their combinations.

use crate::{IntoPoint, MaskError};

/// An affine map of the plane, in pixels with y down.
///
/// The map sends the point (x, y) to (x', y'):
///
/// ```text
///   x' = xx * x + (xy * y + x0)         | xx xy x0 |
///   y' = yx * x + (yy * y + y0)         | yx yy y0 |
/// ```
///
/// The pixel `[i, j]` is the square from `(i, j)` to `(i + 1, j + 1)`, and its center is at `(i + 0.5, j + 0.5)`.
/// [`then`](Affine::then) chains maps in the order in which they apply:
///
/// ```
/// use hitmask::Affine;
///
/// let map = Affine::scale([2.0, 2.0]).then(&Affine::rotation(90.0)).then(&Affine::translation([10.0, 0.0]));
/// assert_eq!(map.apply([3.0, 1.0]), [8.0, 6.0]);
/// assert_eq!(map, Affine::from([[0.0, -2.0, 10.0], [2.0, 0.0, 0.0]]));
/// assert_eq!(map.inverse()?.apply([8.0, 6.0]), [3.0, 1.0]);
/// # Ok::<(), hitmask::MaskError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Affine {
    pub(crate) x: [f64; 3],
    pub(crate) y: [f64; 3],
}

/// Constructors. They accept any numbers. A function that maps a mask returns an error if it cannot use a coefficient.
impl Affine {
    /// The identity map.
    pub const IDENTITY: Affine = Affine { x: [1.0, 0.0, 0.0], y: [0.0, 1.0, 0.0] };

    /// Returns the map that moves points by `[dx, dy]` pixels.
    #[must_use]
    pub fn translation<N>(by: impl IntoPoint<N>) -> Affine {
        let [dx, dy] = by.into_point();
        Affine { x: [1.0, 0.0, dx], y: [0.0, 1.0, dy] }
    }

    /// Returns the rotation about `[0, 0]` by an angle in degrees, clockwise on the screen.
    ///
    /// Multiples of 90 degrees are exact. `rotation(-a)` has exactly the coefficients of `rotation(a)`, transposed. The
    /// coefficients are the same on every platform.
    ///
    /// ```
    /// # use hitmask::Affine;
    /// assert_eq!(Affine::rotation(90.0).apply([1.0, 0.0]), [0.0, 1.0]); // right becomes down
    /// assert_eq!(Affine::rotation(-630.0), Affine::rotation(90.0));
    /// ```
    #[must_use]
    pub fn rotation(degrees: f64) -> Affine {
        let (sin, cos) = sin_cos(degrees);
        Affine { x: [cos, -sin, 0.0], y: [sin, cos, 0.0] }
    }

    /// Returns the map that scales x and y about `[0, 0]`. A negative factor mirrors.
    #[must_use]
    pub fn scale<N>(by: impl IntoPoint<N>) -> Affine {
        let [x, y] = by.into_point();
        Affine { x: [x, 0.0, 0.0], y: [0.0, y, 0.0] }
    }

    /// Returns the map that shears about `[0, 0]`.
    ///
    /// A point moves right by `by[0]` times its y, and down by `by[1]` times its x.
    ///
    /// ```
    /// # use hitmask::Affine;
    /// assert_eq!(Affine::shear([0.5, 0.0]).apply([1.0, 4.0]), [3.0, 4.0]);
    /// ```
    #[must_use]
    pub fn shear<N>(by: impl IntoPoint<N>) -> Affine {
        let [x, y] = by.into_point();
        Affine { x: [1.0, x, 0.0], y: [y, 1.0, 0.0] }
    }

    /// Returns this map applied about `point` instead of `[0, 0]`.
    ///
    /// The middle of a mask is at `[width / 2, height / 2]`, not rounded: the middle of a mask 9 pixels high has y =
    /// 4.5.
    ///
    /// ```
    /// # use hitmask::Affine;
    /// let spin = Affine::rotation(33.0).about([8.0, 4.5]);
    /// let [x, y] = spin.apply([8.0, 4.5]);
    /// assert!((x - 8.0).abs() < 1e-12 && (y - 4.5).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn about<N>(&self, point: impl IntoPoint<N>) -> Affine {
        let [x, y] = point.into_point();
        Affine::translation([-x, -y]).then(self).then(&Affine::translation([x, y]))
    }

    /// Returns the map that applies this map first and `next` second.
    #[must_use]
    pub fn then(&self, next: &Affine) -> Affine {
        let row = |[a, b, c]: [f64; 3]| {
            let at = |column: usize| a * self.x[column] + b * self.y[column];
            [at(0), at(1), at(2) + c]
        };
        Affine { x: row(next.x), y: row(next.y) }
    }
}

/// Evaluation and inversion.
impl Affine {
    /// Maps a point.
    ///
    /// Each coordinate is computed by the formula in the documentation of [`Affine`], rounded after each operation. The
    /// result is the same on every platform.
    #[must_use]
    pub fn apply<N>(&self, point: impl IntoPoint<N>) -> [f64; 2] {
        let [x, y] = point.into_point();
        [self.x, self.y].map(|[a, b, c]| a * x + (b * y + c))
    }

    /// Returns the factor by which the map changes areas. The factor is negative if the map mirrors.
    #[must_use]
    pub fn determinant(&self) -> f64 {
        self.x[0] * self.y[1] - self.x[1] * self.y[0]
    }

    /// Returns the inverse map, up to rounding.
    ///
    /// ```
    /// # use hitmask::{Affine, MaskError};
    /// let flat = Affine::scale([3.0, 0.0]);
    /// assert_eq!(flat.inverse(), Err(MaskError::Degenerate { determinant: 0.0 }));
    /// ```
    ///
    /// # Errors
    /// Returns [`MaskError::NotFinite`] if a coefficient is NaN or infinite. Returns [`MaskError::Degenerate`] if the
    /// map has no inverse within the range of `f64`.
    #[inline]
    pub fn inverse(&self) -> Result<Affine, MaskError> {
        let coefficients = [self.x, self.y];
        if let Some(&value) = coefficients.as_flattened().iter().find(|value| !value.is_finite()) {
            return Err(MaskError::NotFinite { what: "coefficient of an affine map", value });
        }
        let determinant = self.determinant();
        let ([xx, xy], [yx, yy]) = ([self.x[0], self.x[1]], [self.y[0], self.y[1]]);
        let row = |a: f64, b: f64| [a, b, -(a * self.x[2] + b * self.y[2])];
        let inverse = if determinant.is_normal() {
            Affine { x: row(yy / determinant, -xy / determinant), y: row(-yx / determinant, xx / determinant) }
        } else {
            // The determinant leaves the range of `f64`, but the inverse may fit. Powers of two scale the rows to
            // values near 1 without rounding. The columns of the inverse are then scaled by the same powers.
            let powers = [[xx, xy], [yx, yy]].map(|[a, b]| -libm::frexp(a.abs().max(b.abs())).1);
            let scaled = |[a, b]: [f64; 2], power: i32| [libm::ldexp(a, power), libm::ldexp(b, power)];
            let ([xx, xy], [yx, yy]) = (scaled([xx, xy], powers[0]), scaled([yx, yy], powers[1]));
            let area = xx * yy - xy * yx;
            let row = |a: f64, b: f64| row(libm::ldexp(a / area, powers[0]), libm::ldexp(b / area, powers[1]));
            Affine { x: row(yy, -xy), y: row(-yx, xx) }
        };
        if [inverse.x, inverse.y].as_flattened().iter().all(|value| value.is_finite()) {
            Ok(inverse)
        } else {
            Err(MaskError::Degenerate { determinant })
        }
    }
}

/// Converts from two rows, `[[xx, xy, x0], [yx, yy, y0]]`.
impl From<[[f64; 3]; 2]> for Affine {
    fn from([x, y]: [[f64; 3]; 2]) -> Affine {
        Affine { x, y }
    }
}

/// Converts from three columns, `[xx, yx, xy, yy, x0, y0]`, the order of `matrix()` in CSS and SVG.
impl From<[f64; 6]> for Affine {
    fn from([xx, yx, xy, yy, x0, y0]: [f64; 6]) -> Affine {
        Affine { x: [xx, xy, x0], y: [yx, yy, y0] }
    }
}

/// Converts to two rows, `[[xx, xy, x0], [yx, yy, y0]]`.
impl From<Affine> for [[f64; 3]; 2] {
    fn from(map: Affine) -> [[f64; 3]; 2] {
        [map.x, map.y]
    }
}

/// The sine and cosine of an angle in degrees. Multiples of 90 degrees are exact.
fn sin_cos(degrees: f64) -> (f64, f64) {
    // (`fmod` is a call, and an angle is rarely that large.)
    let turn = if degrees.abs() < 360.0 { degrees.abs() } else { degrees.abs() % 360.0 };
    let quarters = [90.0, 180.0, 270.0].map(|end| u32::from(turn >= end)).iter().sum::<u32>();
    // The remainders are exact. Only the conversion of the remaining angle, below 90 degrees, to radians rounds.
    let (sin, cos) = libm::sincos((turn - 90.0 * f64::from(quarters)).to_radians());
    let (sin, cos) = match quarters {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    };
    (if degrees < 0.0 { -sin } else { sin }, cos)
}
