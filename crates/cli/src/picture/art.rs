//! What a sprite looks like in a picture.

use super::Rgb;
use image::{Rgba, RgbaImage, imageops};
use world::Turn;

/// Colours for masks that have no picture: none near the red of shared pixels.
pub(crate) const PALETTE: [Rgb; 8] = [
    [92, 156, 204],
    [110, 178, 140],
    [208, 178, 104],
    [150, 130, 200],
    [96, 176, 184],
    [164, 182, 98],
    [196, 150, 190],
    [150, 164, 184],
];

/// The pixels of a sprite as it stands.
pub(crate) struct Art(pub(super) RgbaImage);

impl Art {
    /// A picture, flipped, then turned.
    pub(crate) fn oriented(picture: &RgbaImage, flip_x: bool, flip_y: bool, turn: Turn) -> Art {
        let mut art = match turn {
            Turn::None | Turn::Half => picture.clone(),
            // The flips come first: seen from after the quarter turn, each is the other.
            _ => imageops::rotate90(picture),
        };
        let quarter = matches!(turn, Turn::Quarter | Turn::ThreeQuarters);
        let half = matches!(turn, Turn::Half | Turn::ThreeQuarters);
        let (flip_x, flip_y) = if quarter { (flip_y, flip_x) } else { (flip_x, flip_y) };
        if flip_x != half {
            imageops::flip_horizontal_in_place(&mut art);
        }
        if flip_y != half {
            imageops::flip_vertical_in_place(&mut art);
        }
        Art(art)
    }

    /// Scaled down by a whole factor: every pixel the mean of those it stands for. A sprite smaller than
    /// that keeps a pixel, so that it is seen.
    pub(super) fn shrunk(self, factor: u32) -> Art {
        if factor == 1 {
            return self;
        }
        let (width, height) = self.0.dimensions();
        Art(RgbaImage::from_fn(width.div_ceil(factor), height.div_ceil(factor), |x, y| {
            let (mut sum, mut count) = ([0_u64; 4], 0);
            for from_y in y * factor..height.min((y + 1).saturating_mul(factor)) {
                for from_x in x * factor..width.min((x + 1).saturating_mul(factor)) {
                    let Rgba([r, g, b, a]) = *self.0.get_pixel(from_x, from_y);
                    count += 1;
                    for (sum, part) in sum.iter_mut().zip([r, g, b].map(|c| u64::from(c) * u64::from(a))) {
                        *sum += part;
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

/// The colour of a silhouette's rim.
pub(crate) fn rim(color: Rgb) -> Rgb {
    color.map(|c| (u16::from(c) * 5 / 8) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mask::{Mask, Solid};
    use world::{Sprite, World};

    /// The picture of a mask must stand as the world makes the mask stand.
    #[test]
    fn art_stands_as_the_world_has_it() {
        let mask: Mask = "###..\n#.#..\n....#".parse().unwrap();
        let alpha = |x, y| if mask.contains([x as i32, y as i32]) { 255 } else { 0 };
        let picture = RgbaImage::from_fn(mask.width(), mask.height(), |x, y| Rgba([0, 0, 0, alpha(x, y)]));
        for (flip_x, flip_y) in [(false, false), (true, false), (false, true), (true, true)] {
            for turn in [Turn::None, Turn::Quarter, Turn::Half, Turn::ThreeQuarters] {
                let mut world = World::new();
                let id = world.add_mask(mask.clone()).unwrap();
                let mut sprite = Sprite::new(id, [0, 0]).turned(turn);
                if flip_x {
                    sprite = sprite.flipped_x();
                }
                if flip_y {
                    sprite = sprite.flipped_y();
                }
                let id = world.spawn(sprite).unwrap();
                let view = world.refresh().unwrap();
                let standing = view.shape(id).unwrap().mask;
                let Art(art) = Art::oriented(&picture, flip_x, flip_y, turn);
                let drawn = Mask::from_image(&art, Solid::default()).unwrap();
                assert_eq!(&drawn, standing, "{flip_x} {flip_y} {turn:?}");
            }
        }
    }

    #[test]
    fn shrinking_keeps_small_things() {
        let dot = Art(RgbaImage::from_pixel(1, 3, Rgba([10, 20, 30, 255])));
        let Art(shrunk) = dot.shrunk(1000);
        assert_eq!(shrunk.dimensions(), (1, 1));
        assert_eq!(shrunk.get_pixel(0, 0).0, [10, 20, 30, 255]);
    }
}
