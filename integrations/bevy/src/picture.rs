//! Masks from images.

use bevy_color::Alpha;
use bevy_image::Image;
use mask::{Mask, MaskError};
use wgpu_types::TextureFormat;

/// A rectangle of texels: left, top, right, bottom. It may reach out of the image.
pub(crate) type TexelRect = [i32; 4];

/// Why an image has no mask.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Unreadable {
    /// The image is compressed, or its format has no bytes to read.
    Format(TextureFormat),
    /// The image is only in the memory of the graphics card.
    RenderWorldOnly,
    /// The image is not a 2D texture, or has fewer bytes than its size says.
    Shape,
    /// The mask would be too large.
    Mask(MaskError),
}

/// The names of the faults that concern a whole image, not only a rectangle in it.
pub(crate) const UNREADABLE: [&str; 4] = ["format", "render world", "shape", MISSING];
/// The name of the fault of an image that does not exist.
pub(crate) const MISSING: &str = "missing";

impl Unreadable {
    /// Returns a name for the kind of the fault.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Unreadable::Format(_) => UNREADABLE[0],
            Unreadable::RenderWorldOnly => UNREADABLE[1],
            Unreadable::Shape => UNREADABLE[2],
            Unreadable::Mask(_) => "mask",
        }
    }
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unreadable::Format(format) => {
                write!(
                    f,
                    "its format {format:?} cannot be read: use an uncompressed format, such as Rgba8UnormSrgb, "
                )?;
                write!(f, "or give the entity a PixelMask")
            }
            Unreadable::RenderWorldOnly => {
                write!(f, "its pixels are only in the render world: load it with RenderAssetUsages::MAIN_WORLD too, ")?;
                write!(f, "or give the entity a PixelMask")
            }
            Unreadable::Shape => {
                write!(f, "it is not a 2D texture with all bytes of its size: convert it to a plain 2D image")
            }
            Unreadable::Mask(error) => write!(f, "its mask cannot be made: {error}"),
        }
    }
}

/// Returns the mask of an image, or of a rectangle in it. Texels outside the image are empty.
pub(crate) fn mask_of(image: &Image, rect: Option<TexelRect>, alpha_above: u8) -> Result<Mask, Unreadable> {
    let [width, height] = [image.width(), image.height()];
    let Some(data) = &image.data else { return Err(Unreadable::RenderWorldOnly) };
    let format = image.texture_descriptor.format;
    let whole = [0, 0, i32::try_from(width).unwrap_or(i32::MAX), i32::try_from(height).unwrap_or(i32::MAX)];
    let [left, top, right, bottom] = rect.unwrap_or(whole);
    let inside = [left.max(0), top.max(0), right.min(whole[2]), bottom.min(whole[3])];
    let size = [right.abs_diff(left), bottom.abs_diff(top)];
    let inside_size =
        [inside[2].saturating_sub(inside[0]), inside[3].saturating_sub(inside[1])].map(|c| c.max(0) as u32);
    let [from_x, from_y] = [inside[0], inside[1]].map(|c| c as u32);
    let part = match format {
        TextureFormat::Rgba8Unorm
        | TextureFormat::Rgba8UnormSrgb
        | TextureFormat::Rgba8Uint
        | TextureFormat::Bgra8Unorm
        | TextureFormat::Bgra8UnormSrgb
            if !inside_size.contains(&0) =>
        {
            let row = 4 * width as usize;
            let first = from_y as usize * row + 4 * from_x as usize + 3;
            let alpha = data.get(first..).ok_or(Unreadable::Shape)?;
            Mask::from_alpha(inside_size[0], inside_size[1], alpha, [4, row], alpha_above)
        }
        _ => {
            if !inside_size.contains(&0) {
                check(image, data)?;
            }
            let limit = f32::from(alpha_above) / 255.0;
            Mask::from_fn(inside_size[0], inside_size[1], |x, y| {
                image.get_color_at(from_x + x, from_y + y).is_ok_and(|color| color.alpha() > limit)
            })
        }
    };
    let part = part.map_err(|error| match error {
        MaskError::WrongLength { .. } => Unreadable::Shape,
        error => Unreadable::Mask(error),
    })?;
    if inside_size == size {
        return Ok(part);
    }
    let mut mask = Mask::new(size[0], size[1]).map_err(Unreadable::Mask)?;
    // A side beyond the range of `i32` is only possible if the part is empty.
    if !inside_size.contains(&0) {
        mask.draw(&part, [inside[0] - left, inside[1] - top]);
    }
    Ok(mask)
}

/// Checks that the color of the last texel can be read, so that all can.
fn check(image: &Image, data: &[u8]) -> Result<(), Unreadable> {
    let format = image.texture_descriptor.format;
    let last = bevy_math::UVec3::new(image.width().saturating_sub(1), image.height().saturating_sub(1), 0);
    let unreadable = |_| Unreadable::Format(format);
    if image.is_compressed() {
        return Err(Unreadable::Format(format));
    }
    let end = image.pixel_data_offset(last).map_err(unreadable)? + format.block_copy_size(None).unwrap_or(1) as usize;
    if end > data.len() || image.texture_descriptor.dimension != wgpu_types::TextureDimension::D2 {
        return Err(Unreadable::Shape);
    }
    image.get_color_at(last.x, last.y).map(|_| ()).map_err(unreadable)
}
