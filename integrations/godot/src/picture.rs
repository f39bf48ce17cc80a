//! Masks from Godot's images and textures.

use crate::convert::Fault;
use godot::classes::image::Format;
use godot::classes::{AtlasTexture, Image, Texture2D};
use godot::prelude::*;
use mask::Mask;

/// Returns the mask of an image: a pixel is solid if its alpha is greater than `alpha_above`, 0 to 255.
///
/// # Errors
/// Returns an error with the fix if the image is empty or its format cannot be read.
pub(crate) fn mask_of_image(image: &Gd<Image>, alpha_above: u8) -> Result<Mask, Fault> {
    if image.is_empty() {
        return Err(Fault::Text("the image is empty: load or create it first".into()));
    }
    let [width, height] = [image.get_width(), image.get_height()].map(|side| side.max(0) as u32);
    let has_no_alpha = |format| {
        matches!(
            format,
            Format::L8
                | Format::R8
                | Format::RG8
                | Format::RGB8
                | Format::RF
                | Format::RGF
                | Format::RGBF
                | Format::RGB565
        )
    };
    if has_no_alpha(image.get_format()) {
        return Ok(if alpha_above < 255 { Mask::filled(width, height)? } else { Mask::new(width, height)? });
    }
    // How many bytes a pixel has, and which of them is the alpha.
    let [stride, alpha] = match image.get_format() {
        Format::RGBA8 => [4, 3],
        Format::LA8 => [2, 1],
        _ => {
            let mut copy = image.duplicate_resource();
            if copy.is_compressed() && copy.decompress() != godot::global::Error::OK {
                let format = image.get_format();
                return Err(Fault::Text(format!(
                    "the compressed format {format:?} cannot be read: import the picture with the compress mode \
                     Lossless, or use a saved PixelMask"
                )));
            }
            copy.convert(Format::RGBA8);
            return mask_of_bytes(&copy.get_data(), [width, height], [4, 3], alpha_above);
        }
    };
    mask_of_bytes(&image.get_data(), [width, height], [stride, alpha], alpha_above)
}

/// Godot stores the smaller mipmaps behind the picture, so the bytes may be longer.
fn mask_of_bytes(
    data: &PackedByteArray,
    [width, height]: [u32; 2],
    [stride, alpha]: [usize; 2],
    alpha_above: u8,
) -> Result<Mask, Fault> {
    let alphas = data.as_slice().get(alpha..).unwrap_or_default();
    Ok(Mask::from_alpha(width, height, alphas, [stride, stride * width as usize], alpha_above)?)
}

/// Returns the mask of a texture. The margin of an atlas texture is empty.
///
/// # Errors
/// Returns the errors of [`mask_of_image`], and an error if the texture has no image.
pub(crate) fn mask_of_texture(texture: &Gd<Texture2D>, alpha_above: u8) -> Result<Mask, Fault> {
    if let Ok(atlas) = texture.clone().try_cast::<AtlasTexture>()
        && let Some(sheet) = atlas.get_atlas()
    {
        let sheet = mask_of_texture(&sheet, alpha_above)?;
        return part_of_atlas(&atlas, &sheet);
    }
    let no_image = || {
        let class = texture.get_class();
        Fault::Text(format!("the {class} has no image to read: use another texture, or give the collider a PixelMask"))
    };
    mask_of_image(&texture.get_image().ok_or_else(no_image)?, alpha_above)
}

/// The part of a sheet that an atlas texture shows, with its margin.
pub(crate) fn part_of_atlas(atlas: &Gd<AtlasTexture>, sheet: &Mask) -> Result<Mask, Fault> {
    let (region, margin) = (atlas.get_region(), atlas.get_margin());
    let side = |of_region: f32, of_sheet: u32| if of_region == 0.0 { of_sheet as f32 } else { of_region };
    let size = Vector2::new(side(region.size.x, sheet.width()), side(region.size.y, sheet.height()));
    let part = frame_of(sheet, texels(Rect2::new(region.position, size)))?;
    let whole = texels(Rect2::new(Vector2::ZERO, size + margin.size));
    let mut mask = Mask::new(whole[2], whole[3])?;
    let [left, top, ..] = texels(Rect2::new(margin.position, size)).map(|c| c as i32);
    mask.draw(&part, [left, top]);
    Ok(mask)
}

/// A rectangle of a picture in whole texels: left, top, width, height, as bits of `i32` and `u32`. Godot allows regions
/// with fractions.
pub(crate) fn texels(rect: Rect2) -> [u32; 4] {
    let [left, top] = [rect.position.x, rect.position.y].map(|c| (c + 0.5).floor() as i32);
    let end = rect.position + rect.size;
    let [right, bottom] = [end.x, end.y].map(|c| (c + 0.5).floor() as i32);
    [left as u32, top as u32, right.saturating_sub(left).max(0) as u32, bottom.saturating_sub(top).max(0) as u32]
}

/// Returns the pixels of a mask in a rectangle. Pixels outside the mask are empty.
///
/// # Errors
/// Returns an error if the rectangle is too large for a mask.
pub(crate) fn frame_of(mask: &Mask, [left, top, width, height]: [u32; 4]) -> Result<Mask, Fault> {
    let mut frame = Mask::new(width, height)?;
    frame.draw(mask, [(left as i32).saturating_neg(), (top as i32).saturating_neg()]);
    Ok(frame)
}

/// Returns an image with a color where a mask is solid.
pub(crate) fn image_of(mask: &Mask, color: [u8; 4]) -> Option<Gd<Image>> {
    let [width, height] = [mask.width(), mask.height()];
    if width == 0 || height == 0 {
        return None;
    }
    let mut bytes = vec![0; 4 * width as usize * height as usize];
    for [x, y] in mask.pixels() {
        let first = 4 * (y as usize * width as usize + x as usize);
        bytes[first..first + 4].copy_from_slice(&color);
    }
    let data = PackedByteArray::from(bytes);
    Image::create_from_data(width as i32, height as i32, false, Format::RGBA8, &data)
}
