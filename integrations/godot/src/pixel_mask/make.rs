//! Making masks, and turning them into images, text and other masks.

use crate::convert::{Fault, natural, real, record, rect, vector};
use crate::log;
use crate::log::given;
use crate::picture::image_of;
use crate::pixel_mask::PixelMask;
use godot::classes::image::Format;
use godot::classes::{Image, Texture2D};
use godot::prelude::*;
use mask::{Affine, Mask};

/// Logs an error, or returns the new resource.
fn made(call: &str, mask: Result<Mask, impl std::fmt::Display>) -> Option<Gd<PixelMask>> {
    log::ok(call, mask).map(PixelMask::from_mask)
}

/// The dictionary of a mask that was cut out of another: `mask` and `at`.
fn placed(call: &str, made: Result<(Mask, [i32; 2]), impl std::fmt::Display>) -> VarDictionary {
    match log::ok(call, made) {
        Some((mask, at)) => record! { "mask" => PixelMask::from_mask(mask), "at" => vector(at) },
        None => VarDictionary::new(),
    }
}

#[godot_api(secondary)]
impl PixelMask {
    /// Returns the mask of an image, or of a [param region] of it: a pixel is solid if its alpha is greater than
    /// [param alpha_above], 0 to 255. Pixels outside the image are empty. Compressed images are decompressed.
    #[func]
    fn from_image(
        image: Option<Gd<Image>>,
        #[opt(default = Rect2i::default())] region: Rect2i,
        #[opt(default = 127)] alpha_above: i64,
    ) -> Option<Gd<PixelMask>> {
        given!("PixelMask.from_image", image);
        made("PixelMask.from_image", super::from_image(&image, region, alpha_above))
    }

    /// Returns the mask of a texture, as [method from_image] does. An [AtlasTexture] gives its part with its margin.
    #[func]
    fn from_texture(
        texture: Option<Gd<Texture2D>>,
        #[opt(default = Rect2i::default())] region: Rect2i,
        #[opt(default = 127)] alpha_above: i64,
    ) -> Option<Gd<PixelMask>> {
        given!("PixelMask.from_texture", texture);
        made("PixelMask.from_texture", super::from_texture(&texture, region, alpha_above))
    }

    /// Returns the mask of a text: a line of [code]#[/code] (solid) and [code].[/code] for each row.
    #[func]
    fn from_text(text: GString) -> Option<Gd<PixelMask>> {
        made("PixelMask.from_text", text.to_string().parse::<Mask>())
    }

    /// Returns the mask that [method to_bytes] saved, here or in another language.
    #[func]
    fn from_bytes(bytes: PackedByteArray) -> Option<Gd<PixelMask>> {
        made("PixelMask.from_bytes", Mask::from_bytes(bytes.as_slice()))
    }

    /// Returns an empty mask.
    #[func]
    fn empty(width: i64, height: i64) -> Option<Gd<PixelMask>> {
        let size = natural("width", width).and_then(|width| Ok([width, natural("height", height)?]));
        made("PixelMask.empty", size.and_then(|[width, height]| Ok(Mask::new(width, height)?)))
    }

    /// Returns a solid rectangle.
    #[func]
    fn filled(width: i64, height: i64) -> Option<Gd<PixelMask>> {
        let size = natural("width", width).and_then(|width| Ok([width, natural("height", height)?]));
        made("PixelMask.filled", size.and_then(|[width, height]| Ok(Mask::filled(width, height)?)))
    }

    /// Returns a copy with pixels of its own.
    #[func]
    fn copy(&self) -> Gd<PixelMask> {
        PixelMask::from_mask(self.mask())
    }

    /// Returns an image: white where the mask is solid, transparent elsewhere.
    #[func]
    pub(crate) fn to_image(&self) -> Option<Gd<Image>> {
        image_of(&self.mask(), [255; 4])
    }

    /// Makes the pixels of an image transparent where this mask is empty, for example after a game has dug into it. The
    /// image has the size of the mask, the format [constant Image.FORMAT_RGBA8], and no mipmaps.
    #[func]
    fn clear_alpha(&self, image: Option<Gd<Image>>) {
        given!("PixelMask.clear_alpha", image);
        let mut image = image;
        let mask = self.mask();
        let [width, height] = [image.get_width(), image.get_height()];
        if image.get_format() != Format::RGBA8 || image.has_mipmaps() {
            let format = image.get_format();
            godot_error!(
                "PixelMask.clear_alpha: image must be RGBA8 without mipmaps, got {format:?}: call Image.convert"
            );
        } else if [i64::from(width), i64::from(height)] != [mask.width(), mask.height()].map(i64::from) {
            let size = format!("{} x {}", mask.width(), mask.height());
            godot_error!("PixelMask.clear_alpha: image must have the size of the mask, {size}, got {width} x {height}");
        } else {
            let mut pixels = image.get_data();
            if log::ok("PixelMask.clear_alpha", mask.clear_alpha(pixels.as_mut_slice())).is_some() {
                image.set_data(width, height, false, Format::RGBA8, &pixels);
            }
        }
    }

    /// Returns the mask as text, which [method from_text] reads.
    #[func]
    fn to_text(&self) -> GString {
        GString::from(&self.mask().to_string())
    }

    /// Returns the mask as bytes, which [method from_bytes] and the library in other languages read.
    #[func]
    fn to_bytes(&self) -> PackedByteArray {
        self.get_data()
    }

    /// Returns the mask mirrored left to right.
    #[func]
    fn flipped_x(&self) -> Gd<PixelMask> {
        PixelMask::from_mask(self.mask().flipped_x())
    }

    /// Returns the mask mirrored top to bottom.
    #[func]
    fn flipped_y(&self) -> Gd<PixelMask> {
        PixelMask::from_mask(self.mask().flipped_y())
    }

    /// Returns the mask turned clockwise by a number of quarters.
    #[func]
    fn rotated_quarters(&self, quarters: i64) -> Gd<PixelMask> {
        let mask = self.mask();
        PixelMask::from_mask(match quarters.rem_euclid(4) {
            1 => mask.rotated_90().into(),
            2 => mask.rotated_180().into(),
            3 => mask.rotated_270().into(),
            _ => mask,
        })
    }

    /// Returns the mask scaled to a size.
    #[func]
    fn scaled(&self, width: i64, height: i64) -> Option<Gd<PixelMask>> {
        let size = natural("width", width).and_then(|width| Ok([width, natural("height", height)?]));
        let scaled = size.and_then(|[width, height]| Ok(self.mask().scaled(width, height)?));
        made("PixelMask.scaled", scaled)
    }

    /// Returns the mask under a transform: [code]mask[/code], and [code]at[/code], the place of its top-left pixel.
    #[func]
    fn transformed(&self, by: Transform2D) -> VarDictionary {
        let [x, y, o] = [by.a, by.b, by.origin].map(real);
        let by = Affine::from([[x[0], y[0], o[0]], [x[1], y[1], o[1]]]);
        placed("PixelMask.transformed", self.mask().transformed(&by))
    }

    /// Returns the solid part without empty borders: [code]mask[/code], and [code]at[/code], its place in this mask.
    #[func]
    fn cropped(&self) -> VarDictionary {
        placed("PixelMask.cropped", Ok::<_, Fault>(self.mask().cropped()))
    }

    /// Returns a part of the mask. Pixels outside the mask are empty.
    #[func]
    fn part(&self, region: Rect2i) -> Option<Gd<PixelMask>> {
        let part = crate::convert::pixels(region).and_then(|part| {
            let part = [part.left as u32, part.top as u32, part.width, part.height];
            crate::picture::frame_of(&self.mask(), part)
        });
        made("PixelMask.part", part)
    }

    /// Returns the mask with a border of all pixels within a radius: [code]mask[/code], and [code]at[/code], its place
    /// in the frame of this mask.
    #[func]
    fn grown(&self, radius: f64) -> VarDictionary {
        placed("PixelMask.grown", self.mask().grown(radius))
    }

    /// Returns the mask without the pixels within a radius of an empty one, as [method grown] does.
    #[func]
    fn shrunk(&self, radius: f64) -> VarDictionary {
        placed("PixelMask.shrunk", self.mask().shrunk(radius))
    }

    /// Returns the pieces of the mask whose pixels are connected, each with [code]mask[/code], [code]at[/code] (its
    /// place in this mask) and [code]count[/code] (of pixels). With [param diagonal], neighbors across a corner are
    /// connected.
    #[func]
    fn connected_components(&self, #[opt(default = true)] diagonal: bool) -> Array<VarDictionary> {
        self.mask().connected_components(connectivity(diagonal)).into_iter().map(component).collect()
    }

    /// Returns the pieces of the mask that are not connected with a pixel in [param anchor]: terrain that nothing
    /// holds.
    #[func]
    fn detached_components(&self, anchor: Rect2i, #[opt(default = true)] diagonal: bool) -> Array<VarDictionary> {
        let Some(anchor) = log::ok("PixelMask.detached_components", crate::convert::pixels(anchor)) else {
            return Array::new();
        };
        let pieces = self.mask().detached_components(&anchor, [0, 0], connectivity(diagonal));
        pieces.into_iter().map(component).collect()
    }

    /// Returns the smallest rectangle around the solid pixels. Its size is 0 if there are none.
    #[func]
    fn bounds(&self) -> Rect2i {
        self.mask().bounds().map_or(Rect2i::default(), rect)
    }
}

fn connectivity(diagonal: bool) -> mask::Connectivity {
    if diagonal { mask::Connectivity::Eight } else { mask::Connectivity::Four }
}

fn component(component: mask::Component) -> VarDictionary {
    let count = component.count as i64;
    record! { "mask" => PixelMask::from_mask(component.mask), "at" => vector(component.at), "count" => count }
}
