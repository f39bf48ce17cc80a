//! Points of real coordinates, as functions take them.

/// A point or a vector of real coordinates: x and y, in pixels.
///
/// It is any type that converts into `[f64; 2]`, `[f32; 2]`, `[i32; 2]` or `[u32; 2]`: these arrays, tuples of two such
/// numbers, the vectors of most math crates. `N` is the number that is found this way; nobody writes it.
///
/// ```
/// use hitmask::Circle;
///
/// assert_eq!(Circle::new([60, 40], 5)?, Circle::new([60.0, 40.0], 5.0)?);
/// assert_eq!(Circle::new((0.5_f32, 2.0), 1)?.center(), [0.5, 2.0]);
/// # Ok::<(), hitmask::MaskError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a point",
    label = "expected x and y in pixels",
    note = "a point is `[f64; 2]`, `[f32; 2]`, `[i32; 2]`, `[u32; 2]`, a tuple of two such numbers, or a vector that \
            converts into one of the arrays; convert other numbers with `as f64`"
)]
pub trait IntoPoint<N>: Sealed<N> {}

/// A trait that only this module implements, so [`IntoPoint`] is sealed.
#[doc(hidden)]
pub trait Sealed<N> {
    /// Converts into `[x, y]`, exactly.
    fn into_point(self) -> [f64; 2];
}

/// One implementation for each number. If one were for all, the compiler would answer a wrong argument with what other
/// crates convert into arrays.
macro_rules! points_of {
    ($($number:ty)*) => {$(
        impl<T: Into<[$number; 2]>> IntoPoint<$number> for T {}

        impl<T: Into<[$number; 2]>> Sealed<$number> for T {
            #[inline(always)]
            fn into_point(self) -> [f64; 2] {
                // Without a closure, for which a module for WebAssembly would call a function.
                let [x, y] = self.into();
                [f64::from(x), f64::from(y)]
            }
        }
    )*};
}

points_of!(f64 f32 i32 u32);
