//! The direction of a contact.

use crate::Mask;

impl Mask {
    /// The unit normal of the contact with `other`, which stands at `at`: it points from `other` to this
    /// mask, so that moving `other` against it parts the two. `None` where they do not overlap.
    ///
    /// It is the gradient of the area that is shared, taken over the pixels to the left and right and
    /// above and below: into the direction in which a move of `other` would share most more. Where that is
    /// zero, as with one mask deep inside the other, it is the reverse of [`Mask::penetration`]. This is
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
    /// Cost: four times [`Mask::overlap_area`], and where that is zero, of [`Mask::penetration`].
    #[must_use]
    pub fn overlap_normal(&self, other: &Mask, at: impl Into<[i32; 2]>) -> Option<[f64; 2]> {
        let [x, y] = at.into();
        if !self.overlaps(other, [x, y]) {
            return None;
        }
        let area = |x, y| self.overlap_area(other, [x, y]) as i64;
        let mut inwards = [area(x + 1, y) - area(x - 1, y), area(x, y + 1) - area(x, y - 1)];
        if inwards == [0, 0] {
            inwards = self.penetration(other, [x, y])?.map(|c| -i64::from(c));
        }
        let [x, y] = inwards.map(|c| c as f64);
        let length = libm::hypot(x, y);
        Some([x / length, y / length])
    }
}
