//! Results as flat lists of numbers, which cross into JavaScript in one copy.

use mask::Rect;

/// A list of numbers. An absent point is two NaN.
#[derive(Default)]
pub(crate) struct Flat(pub(crate) Vec<f64>);

impl Flat {
    pub(crate) fn number(mut self, number: impl Into<f64>) -> Flat {
        self.0.push(number.into());
        self
    }

    pub(crate) fn point<T: Into<f64>>(self, [x, y]: [T; 2]) -> Flat {
        self.number(x).number(y)
    }

    pub(crate) fn optional_point<T: Into<f64>>(self, point: Option<[T; 2]>) -> Flat {
        match point {
            Some(point) => self.point(point),
            None => self.point([f64::NAN; 2]),
        }
    }

    pub(crate) fn rect(self, rect: Rect) -> Flat {
        self.point([rect.left, rect.top]).point([rect.width, rect.height])
    }
}
