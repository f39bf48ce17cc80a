//! The contact normal of two overlapping masks.

use crate::Mask;

impl Mask {
    /// Returns the unit normal of the contact with `other` at the offset `at`, or `None` if the masks do not
    /// overlap.
    ///
    /// The normal points from `other` to this mask. Moving `other` against the normal separates the two masks.
    ///
    /// The normal is the normalized gradient of the overlap area, from central differences of one pixel along each
    /// axis. It is the direction in which a move of `other` increases the overlap area most. If the gradient is
    /// zero, as with one mask deep inside the other, the normal is the reverse of [`Mask::penetration`]. This is
    /// the collision normal that pygame's documentation of `Mask.overlap_area` describes.
    ///
    /// ```
    /// # use mask::Mask;
    /// let ground = Mask::filled(100, 40)?;
    /// let ball: Mask = ".##.\n####\n.##.".parse()?;
    /// assert_eq!(ground.overlap_normal(&ball, [50, -2]), Some([0.0, 1.0])); // down, into the ground
    /// assert_eq!(ground.overlap_normal(&ball, [50, 5]), Some([0.0, 1.0])); // deep inside, the top is nearest
    /// assert_eq!(ground.overlap_normal(&ball, [50, -3]), None);
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    ///
    /// Cost: four times the cost of [`Mask::overlap_area`]. If the gradient is zero, plus the cost of
    /// [`Mask::penetration`].
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn overlap_normal(&self, other: &Mask, at: impl Into<[i32; 2]>) -> Option<[f64; 2]> {
        let at = at.into();
        if !self.overlaps(other, at) {
            return None;
        }
        self.normal_of_overlap(other, at, || self.penetration(other, at))
    }

    /// Returns [`Mask::overlap_normal`] of masks that must overlap at the offset `at`. `way_out` returns the penetration.
    #[doc(hidden)]
    #[must_use]
    pub fn normal_of_overlap(
        &self,
        other: &Mask,
        [x, y]: [i32; 2],
        way_out: impl FnOnce() -> Option<[i32; 2]>,
    ) -> Option<[f64; 2]> {
        let area = |x, y| self.overlap_area(other, [x, y]) as i64;
        let mut inwards = [area(x + 1, y) - area(x - 1, y), area(x, y + 1) - area(x, y - 1)];
        if inwards == [0, 0] {
            inwards = way_out()?.map(|c| -i64::from(c));
        }
        let [x, y] = inwards.map(|c| c as f64);
        let length = libm::sqrt(x * x + y * y);
        Some([x / length, y / length])
    }
}
