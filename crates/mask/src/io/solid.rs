//! Which pixels of a picture are solid.

/// Which pixels of a picture are solid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Solid {
    /// Those whose alpha is greater than this, from 0 to 255. The default is 127. XNA's rule is 20,
    /// "not fully transparent" is 0; above 255 there is nothing.
    AlphaAbove(u8),
    /// Those of any other color than this key (red, green, blue). Alpha is not looked at.
    NotColor([u8; 3]),
    /// Those that are brighter than this, from 0 to 255: the luma (2126 R + 7152 G + 722 B) / 10000 of
    /// ITU-R BT.709, rounded down. Alpha is not looked at.
    LumaAbove(u8),
}

impl Default for Solid {
    fn default() -> Solid {
        Solid::AlphaAbove(127)
    }
}

impl Solid {
    /// Whether a pixel of red, green, blue and alpha is solid.
    ///
    /// ```
    /// # use mask::Solid;
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
