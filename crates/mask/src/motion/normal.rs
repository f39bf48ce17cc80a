//! The contact normal of two overlapping masks.

use crate::{Mask, TransformedMask};

impl Mask {
    /// Returns the direction in which this mask leaves `other`, as a vector of length 1, or `None` if the masks share
    /// no pixel.
    ///
    /// The normal points from `other` to this mask. It is the direction in which a move of this mask decreases the
    /// overlap area most: the gradient of the area, from central differences of one pixel along each axis. If the
    /// gradient is zero, as with one mask deep inside the other, the normal is the direction of [`Mask::penetration`].
    /// pygame's documentation of `Mask.overlap_area` describes this normal.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let ground = Mask::filled(100, 40)?;
    /// let ball: Mask = ".##.\n####\n.##.".parse()?;
    /// assert_eq!(ground.overlap_normal(&ball, [50, -2]), Some([0.0, 1.0])); // down, into the ground
    /// assert_eq!(ground.overlap_normal(&ball, [50, 5]), Some([0.0, 1.0])); // deep inside, the ground leaves downwards
    /// assert_eq!(ground.overlap_normal(&ball, [50, -3]), None);
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// Cost: one [`Mask::overlaps`] and four [`Mask::overlap_area`]. If the gradient is zero, also one
    /// [`Mask::penetration`].
    #[must_use]
    pub fn overlap_normal(&self, other: &Mask, at: impl Into<[i32; 2]>) -> Option<[f64; 2]> {
        let at = at.into();
        if !self.overlaps(other, at) {
            return None;
        }
        self.normal_of_overlap(other, at, || self.penetration(other, at))
    }

    /// Returns the [`Mask::overlap_normal`] of masks that share a pixel at the offset `[x, y]`. `way_out` returns the
    /// penetration, which is needed only if the gradient is zero.
    #[doc(hidden)]
    #[must_use]
    pub fn normal_of_overlap(
        &self,
        other: &Mask,
        [x, y]: [i32; 2],
        way_out: impl FnOnce() -> Option<[i32; 2]>,
    ) -> Option<[f64; 2]> {
        let area = |x, y| self.overlap_area(other, [x, y]) as i64;
        normal_of([area(x + 1, y) - area(x - 1, y), area(x, y + 1) - area(x, y - 1)], way_out)
    }
}

impl TransformedMask<'_> {
    /// Returns the [`Mask::overlap_normal`] of masks that share a pixel. `way_out` returns the penetration, which is
    /// needed only if the gradient is zero.
    #[doc(hidden)]
    #[must_use]
    pub fn normal_of_overlap(
        &self,
        other: &TransformedMask<'_>,
        way_out: impl FnOnce() -> Option<[i32; 2]>,
    ) -> Option<[f64; 2]> {
        normal_of(self.overlap_gradient(other), way_out)
    }
}

/// The normal, given how the shared area changes if the other mask moves right and down.
fn normal_of(gradient: [i64; 2], way_out: impl FnOnce() -> Option<[i32; 2]>) -> Option<[f64; 2]> {
    let outwards = if gradient == [0, 0] { way_out()?.map(i64::from) } else { gradient };
    let [x, y] = outwards.map(|c| c as f64);
    let length = libm::sqrt(x * x + y * y);
    Some([x / length, y / length])
}
