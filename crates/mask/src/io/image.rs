//! Conversions between masks and pictures of the `image` crate.

use crate::memory::or_panic;
use crate::{Mask, MaskError, Rect, Solid, memory};
use image::{GenericImageView, GrayImage, Luma, Rgba};

/// Conversions from and to pictures (feature `image`).
///
/// A picture is any view of RGBA pixels, such as an `RgbaImage`, a `DynamicImage` or a `SubImage` of either.
impl Mask {
    /// Creates a mask from a whole picture. `solid` decides which pixels are solid.
    ///
    /// # Errors
    /// Returns [`MaskError::TooLarge`] or [`MaskError::OutOfMemory`] under the conditions of [`Mask::new`].
    pub fn from_image(picture: &impl GenericImageView<Pixel = Rgba<u8>>, solid: Solid) -> Result<Mask, MaskError> {
        let (width, height) = picture.dimensions();
        Mask::from_fn(width, height, |x, y| solid.is_solid(picture.get_pixel(x, y).0))
    }

    /// Creates a mask from a rectangle of a picture, such as a frame of a sprite sheet. `solid` decides which
    /// pixels are solid.
    ///
    /// ```
    /// use image::{Rgba, RgbaImage};
    /// use hitmask::{Mask, Rect, Solid};
    ///
    /// let sheet = RgbaImage::from_fn(64, 32, |x, _| Rgba([0, 0, 0, if x < 48 { 255 } else { 0 }]));
    /// let frame = Rect { left: 32, top: 0, width: 32, height: 32 };
    /// let mask = Mask::from_frame(&sheet, frame, Solid::default())?;
    /// assert_eq!(mask.count(), 16 * 32);
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`MaskError::FrameOutside`] if the frame does not lie inside the picture, and
    /// [`MaskError::TooLarge`] or [`MaskError::OutOfMemory`] under the conditions of [`Mask::new`].
    pub fn from_frame(
        picture: &impl GenericImageView<Pixel = Rgba<u8>>,
        frame: Rect,
        solid: Solid,
    ) -> Result<Mask, MaskError> {
        let (width, height) = picture.dimensions();
        let inside =
            frame.left >= 0 && frame.top >= 0 && frame.right() <= width.into() && frame.bottom() <= height.into();
        if !inside {
            return Err(MaskError::FrameOutside { frame, width, height });
        }
        let (left, top) = (frame.left as u32, frame.top as u32);
        Mask::from_fn(frame.width, frame.height, |x, y| solid.is_solid(picture.get_pixel(left + x, top + y).0))
    }

    /// Creates a mask from a hot map: a second picture of the same size as the visible one, which marks the solid
    /// pixels.
    ///
    /// Every pixel of `hot` that does not have the color `key` (red, green, blue) is solid. Only the size of the
    /// visible picture is used.
    ///
    /// # Errors
    /// Returns [`MaskError::HotMapSize`] if the sizes of the two pictures differ, and [`MaskError::TooLarge`] or
    /// [`MaskError::OutOfMemory`] under the conditions of [`Mask::new`].
    pub fn from_hot_map(
        visible: &impl GenericImageView,
        hot: &impl GenericImageView<Pixel = Rgba<u8>>,
        key: [u8; 3],
    ) -> Result<Mask, MaskError> {
        let ((width, height), (hot_width, hot_height)) = (visible.dimensions(), hot.dimensions());
        if (width, height) != (hot_width, hot_height) {
            return Err(MaskError::HotMapSize { width, height, hot_width, hot_height });
        }
        Mask::from_image(hot, Solid::ColorKey(key))
    }

    /// Returns a picture of the mask: solid pixels are white (255), empty pixels are black (0). The picture takes
    /// one byte for each pixel.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let mask: Mask = "#.".parse()?;
    /// assert_eq!(mask.to_image().into_raw(), [255, 0]);
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn to_image(&self) -> GrayImage {
        let count = (self.width as usize).saturating_mul(self.height as usize);
        let bytes = or_panic(memory::try_zeros(count).map_err(memory::for_list(count, "bytes")));
        let mut picture = GrayImage::from_vec(self.width, self.height, bytes).unwrap_or_default();
        for [x, y] in self.pixels() {
            picture.put_pixel(x as u32, y as u32, Luma([u8::MAX]));
        }
        picture
    }
}
