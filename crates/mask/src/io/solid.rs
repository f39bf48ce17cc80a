//! The rule that decides which pixels of a picture are solid.

/// The rule that decides which pixels of a picture are solid.
///
/// The default is an alpha value above 127.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Solid {
    /// Pixels with an alpha value greater than the threshold, 0 to 255, are solid.
    ///
    /// The default threshold is 127. A threshold of 20 is XNA's rule, and 0 means "not fully transparent". With a
    /// threshold of 255, no pixel is solid.
    AlphaAbove(u8),
    /// Pixels of any color except the key color (red, green, blue) are solid. Alpha is ignored.
    NotColor([u8; 3]),
    /// Pixels with a luma greater than the threshold, 0 to 255, are solid.
    ///
    /// The luma is (2126 R + 7152 G + 722 B) / 10000, as in ITU-R BT.709, rounded down. Alpha is ignored.
    LumaAbove(u8),
}

impl Default for Solid {
    fn default() -> Solid {
        Solid::AlphaAbove(127)
    }
}

impl Solid {
    /// Returns whether a pixel of red, green, blue and alpha is solid.
    ///
    /// ```
    /// # use hitmask::Solid;
    /// assert!(Solid::default().is_solid([0, 0, 0, 128]));
    /// assert!(!Solid::default().is_solid([0, 0, 0, 127]));
    /// assert!(!Solid::NotColor([255, 0, 255]).is_solid([255, 0, 255, 255]));
    /// ```
    #[must_use]
    pub fn is_solid(self, [r, g, b, alpha]: [u8; 4]) -> bool {
        match self {
            Solid::AlphaAbove(threshold) => alpha > threshold,
            Solid::NotColor(key) => [r, g, b] != key,
            Solid::LumaAbove(threshold) => {
                let luma = 2126 * u32::from(r) + 7152 * u32::from(g) + 722 * u32::from(b);
                luma / 10_000 > u32::from(threshold)
            }
        }
    }
}
