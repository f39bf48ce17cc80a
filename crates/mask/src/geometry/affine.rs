//! Affine maps of the plane: rotation, scale, shear and translation in one.

use crate::MaskError;

/// An affine map of the plane, in pixels with y down.
///
/// It takes a point to
///
/// ```text
///   x' = xx * x + (xy * y + x0)         | xx xy x0 |
///   y' = yx * x + (yy * y + y0)         | yx yy y0 |
/// ```
///
/// where the pixel `[i, j]` is the square from `(i, j)` to `(i + 1, j + 1)`, and its center is at
/// `(i + 0.5, j + 0.5)`. Maps are chained with [`then`](Affine::then), from first to last:
///
/// ```
/// use mask::Affine;
///
/// let map = Affine::scale([2.0, 2.0]).then(&Affine::rotation(90.0)).then(&Affine::translation([10.0, 0.0]));
/// assert_eq!(map.apply([3.0, 1.0]), [8.0, 6.0]);
/// assert_eq!(map, Affine::from([[0.0, -2.0, 10.0], [2.0, 0.0, 0.0]]));
/// assert_eq!(map.inverse()?.apply([8.0, 6.0]), [3.0, 1.0]);
/// # Ok::<(), mask::MaskError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Affine {
    pub(crate) x: [f64; 3],
    pub(crate) y: [f64; 3],
}

/// Making maps. Whatever the numbers, a map can be made; it is refused where a mask is to be mapped.
impl Affine {
    /// The map that changes nothing.
    pub const IDENTITY: Affine = Affine { x: [1.0, 0.0, 0.0], y: [0.0, 1.0, 0.0] };

    /// Moves by `[dx, dy]`.
    #[must_use]
    pub fn translation(by: impl Into<[f64; 2]>) -> Affine {
        let [dx, dy] = by.into();
        Affine { x: [1.0, 0.0, dx], y: [0.0, 1.0, dy] }
    }

    /// Turns about `[0, 0]` by an angle in degrees, clockwise on the screen.
    ///
    /// Whole quarters are exact, and so is the reverse: `rotation(-a)` has the coefficients of
    /// `rotation(a)`, transposed. The same on every platform.
    ///
    /// ```
    /// # use mask::Affine;
    /// assert_eq!(Affine::rotation(90.0).apply([1.0, 0.0]), [0.0, 1.0]); // right becomes down
    /// assert_eq!(Affine::rotation(-630.0), Affine::rotation(90.0));
    /// ```
    #[must_use]
    pub fn rotation(degrees: f64) -> Affine {
        let (sin, cos) = sin_cos(degrees);
        Affine { x: [cos, -sin, 0.0], y: [sin, cos, 0.0] }
    }

    /// Scales about `[0, 0]`; a negative factor mirrors.
    #[must_use]
    pub fn scale(by: impl Into<[f64; 2]>) -> Affine {
        let [x, y] = by.into();
        Affine { x: [x, 0.0, 0.0], y: [0.0, y, 0.0] }
    }

    /// Shears about `[0, 0]`: each row moves right by `by[0]` times its y, each column down by `by[1]`
    /// times its x.
    ///
    /// ```
    /// # use mask::Affine;
    /// assert_eq!(Affine::shear([0.5, 0.0]).apply([1.0, 4.0]), [3.0, 4.0]);
    /// ```
    #[must_use]
    pub fn shear(by: impl Into<[f64; 2]>) -> Affine {
        let [x, y] = by.into();
        Affine { x: [1.0, x, 0.0], y: [y, 1.0, 0.0] }
    }

    /// The same map with `pivot` in the place of `[0, 0]`. The middle of a mask is at
    /// `[width / 2, height / 2]`, halves included.
    ///
    /// ```
    /// # use mask::Affine;
    /// let spin = Affine::rotation(33.0).about([8.0, 4.5]);
    /// let [x, y] = spin.apply([8.0, 4.5]);
    /// assert!((x - 8.0).abs() < 1e-12 && (y - 4.5).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn about(&self, pivot: impl Into<[f64; 2]>) -> Affine {
        let [x, y] = pivot.into();
        Affine::translation([-x, -y]).then(self).then(&Affine::translation([x, y]))
    }

    /// This map first, then `next`.
    #[must_use]
    pub fn then(&self, next: &Affine) -> Affine {
        let row = |[a, b, c]: [f64; 3]| {
            let at = |column: usize| a * self.x[column] + b * self.y[column];
            [at(0), at(1), at(2) + c]
        };
        Affine { x: row(next.x), y: row(next.y) }
    }
}

/// Asking maps.
impl Affine {
    /// Where a point goes. Each coordinate is computed as the type's documentation writes it, with a
    /// rounding after each operation, so that the answer is the same on every platform.
    #[must_use]
    pub fn apply(&self, point: impl Into<[f64; 2]>) -> [f64; 2] {
        let [x, y] = point.into();
        [self.x, self.y].map(|[a, b, c]| a * x + (b * y + c))
    }

    /// The factor by which areas change; negative where the map mirrors.
    #[must_use]
    pub fn determinant(&self) -> f64 {
        self.x[0] * self.y[1] - self.x[1] * self.y[0]
    }

    /// The map that undoes this one, up to rounding.
    ///
    /// ```
    /// # use mask::{Affine, MaskError};
    /// let flat = Affine::scale([3.0, 0.0]);
    /// assert_eq!(flat.inverse(), Err(MaskError::Degenerate { determinant: 0.0 }));
    /// ```
    ///
    /// # Errors
    /// [`MaskError::NotFinite`] where a coefficient is NaN or infinite; [`MaskError::Degenerate`] where
    /// the map cannot be undone within the range of `f64`.
    pub fn inverse(&self) -> Result<Affine, MaskError> {
        let coefficients = [self.x, self.y];
        if let Some(&value) = coefficients.as_flattened().iter().find(|value| !value.is_finite()) {
            return Err(MaskError::NotFinite { what: "coefficient of an affine map", value });
        }
        // Where the determinant leaves the range of `f64` the inverse need not: the rows are brought near 1 by
        // powers of two, which round nothing, and the columns of the inverse by the same.
        let determinant = self.determinant();
        let power =
            |[a, b, _]: [f64; 3]| if determinant.is_normal() { 0 } else { -libm::frexp(a.abs().max(b.abs())).1 };
        let powers = [power(self.x), power(self.y)];
        let scaled = |[a, b, _]: [f64; 3], power: i32| [libm::ldexp(a, power), libm::ldexp(b, power)];
        let ([xx, xy], [yx, yy]) = (scaled(self.x, powers[0]), scaled(self.y, powers[1]));
        let area = xx * yy - xy * yx;
        let row = |a: f64, b: f64| {
            let (a, b) = (libm::ldexp(a / area, powers[0]), libm::ldexp(b / area, powers[1]));
            [a, b, -(a * self.x[2] + b * self.y[2])]
        };
        let inverse = Affine { x: row(yy, -xy), y: row(-yx, xx) };
        if [inverse.x, inverse.y].as_flattened().iter().all(|value| value.is_finite()) {
            Ok(inverse)
        } else {
            Err(MaskError::Degenerate { determinant })
        }
    }
}

/// From two rows, `[[xx, xy, x0], [yx, yy, y0]]`.
impl From<[[f64; 3]; 2]> for Affine {
    fn from([x, y]: [[f64; 3]; 2]) -> Affine {
        Affine { x, y }
    }
}

/// From three columns, `[xx, yx, xy, yy, x0, y0]`: the order of the `matrix()` of CSS and SVG.
impl From<[f64; 6]> for Affine {
    fn from([xx, yx, xy, yy, x0, y0]: [f64; 6]) -> Affine {
        Affine { x: [xx, xy, x0], y: [yx, yy, y0] }
    }
}

/// To two rows, `[[xx, xy, x0], [yx, yy, y0]]`.
impl From<Affine> for [[f64; 3]; 2] {
    fn from(map: Affine) -> [[f64; 3]; 2] {
        [map.x, map.y]
    }
}

/// Sine and cosine of an angle in degrees, exact at whole quarters.
fn sin_cos(degrees: f64) -> (f64, f64) {
    // Both remainders are exact, so that only the angle within a quarter meets a rounding.
    let turn = degrees.abs() % 360.0;
    let (sin, cos) = libm::sincos((turn % 90.0).to_radians());
    let (sin, cos) = match (turn / 90.0) as u32 {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    };
    (if degrees < 0.0 { -sin } else { sin }, cos)
}
