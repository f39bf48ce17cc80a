//! The picture of a sprite, flipped, turned, scaled and rotated.

use image::{Rgba, RgbaImage, imageops};
use mask::TransformedMask;
use world::QuarterTurn;

/// The pixels of a sprite in its orientation.
pub(crate) struct SpriteImage(pub(super) RgbaImage);

impl SpriteImage {
    /// Flips a picture, then turns it.
    pub(crate) fn oriented(picture: &RgbaImage, flip_x: bool, flip_y: bool, turn: QuarterTurn) -> SpriteImage {
        let mut image = picture.clone();
        if flip_x {
            imageops::flip_horizontal_in_place(&mut image);
        }
        if flip_y {
            imageops::flip_vertical_in_place(&mut image);
        }
        match turn {
            QuarterTurn::None => {}
            QuarterTurn::Quarter => image = imageops::rotate90(&image),
            QuarterTurn::Half => imageops::rotate180_in_place(&mut image),
            _ => image = imageops::rotate270(&image), // three quarters
        }
        SpriteImage(image)
    }

    /// Draws a picture under the map of a sprite, whose rendered mask has its top-left pixel at `at` and a size. Each pixel
    /// has the color of the pixel of the picture that it shows.
    pub(crate) fn mapped(
        picture: &RgbaImage,
        by: &TransformedMask,
        at: [i32; 2],
        [width, height]: [u32; 2],
    ) -> SpriteImage {
        SpriteImage(RgbaImage::from_fn(width, height, |x, y| {
            let texel = by.texel([x as i32 + at[0], y as i32 + at[1]]);
            texel.map_or(Rgba([0; 4]), |[x, y]| *picture.get_pixel(x, y))
        }))
    }

    /// Scales the image down by an integer factor. Every pixel is the mean of a block of pixels. An image smaller
    /// than a block keeps one pixel, so that the sprite stays visible.
    pub(super) fn downscaled(self, factor: u32) -> SpriteImage {
        if factor == 1 {
            return self;
        }
        let (width, height) = self.0.dimensions();
        SpriteImage(RgbaImage::from_fn(width.div_ceil(factor), height.div_ceil(factor), |x, y| {
            let (mut sum, mut count) = ([0_u64; 4], 0);
            for from_y in y * factor..height.min((y + 1).saturating_mul(factor)) {
                for from_x in x * factor..width.min((x + 1).saturating_mul(factor)) {
                    let Rgba([r, g, b, a]) = *self.0.get_pixel(from_x, from_y);
                    count += 1;
                    for (sum, premultiplied) in sum.iter_mut().zip([r, g, b].map(|c| u64::from(c) * u64::from(a))) {
                        *sum += premultiplied;
                    }
                    sum[3] += u64::from(a);
                }
            }
            let alpha = sum[3];
            let [r, g, b] = [sum[0], sum[1], sum[2]].map(|sum| sum.checked_div(alpha).unwrap_or(0) as u8);
            Rgba([r, g, b, alpha.checked_div(count).unwrap_or(0) as u8])
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mask::{Mask, Solid};
    use world::{Angle, Sprite, SpriteId, World};

    /// A sprite that shows a mask, and the picture of the mask.
    fn shown(sprite: impl Fn(Sprite) -> Sprite) -> (World, SpriteId, RgbaImage) {
        let mask: Mask = "###..\n#.#..\n....#".parse().unwrap();
        let alpha = |x, y| if mask.contains([x as i32, y as i32]) { 255 } else { 0 };
        let picture = RgbaImage::from_fn(mask.width(), mask.height(), |x, y| Rgba([0, 0, 0, alpha(x, y)]));
        let mut world = World::new();
        let id = world.add_mask(mask).unwrap();
        let id = world.spawn(sprite(Sprite::new(id, [0, 0]))).unwrap();
        (world, id, picture)
    }

    #[test]
    fn orientation_matches_the_mask_in_the_world() {
        for (flip_x, flip_y) in [(false, false), (true, false), (false, true), (true, true)] {
            for turn in QuarterTurn::ALL {
                let flip = |sprite: Sprite| if flip_x { sprite.flip_x(true) } else { sprite };
                let flip = |sprite: Sprite| if flip_y { flip(sprite).flip_y(true) } else { flip(sprite) };
                let (mut world, id, picture) = shown(|sprite| flip(sprite).turn(turn));
                let SpriteImage(image) = SpriteImage::oriented(&picture, flip_x, flip_y, turn);
                let drawn = Mask::from_image(&image, Solid::default()).unwrap();
                assert_eq!(&drawn, world.refresh().unwrap().shape(id).unwrap().mask);
            }
        }
    }

    #[test]
    fn a_transformed_image_matches_the_mask_in_the_world() {
        for (scale, degrees) in [([3.1, 0.7], 0.0), ([1.0, 1.0], 33.0), ([0.3, 5.0], 200.0), ([2.0, 2.0], 90.0)] {
            let angle = Angle::degrees(degrees).unwrap();
            let (mut world, id, picture) = shown(|sprite| sprite.turn(QuarterTurn::Quarter).scale(scale).angle(angle));
            let view = world.refresh().unwrap();
            let (shape, by) = (view.shape(id).unwrap(), world::bindings::under_map(view, id).unwrap());
            let size = [shape.mask.width(), shape.mask.height()];
            let SpriteImage(image) = SpriteImage::mapped(&picture, &by, shape.at, size);
            assert_eq!(&Mask::from_image(&image, Solid::default()).unwrap(), shape.mask);
        }
    }

    #[test]
    fn downscaling_keeps_small_images_visible() {
        let small = SpriteImage(RgbaImage::from_pixel(1, 3, Rgba([10, 20, 30, 255])));
        let SpriteImage(scaled) = small.downscaled(1000);
        assert_eq!(scaled.dimensions(), (1, 1));
        assert_eq!(scaled.get_pixel(0, 0).0, [10, 20, 30, 255]);
    }
}
