//! The resource `PixelMask`.

mod ask;
mod edit;
mod known;
mod make;
mod shape;

pub(crate) use make::image_of;

use crate::convert::Fault;
use crate::{log, picture};
use godot::classes::{Image, Texture2D};
use godot::prelude::*;
use mask::Mask;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// The solid pixels of a picture: which of them two pictures share, how far one can move until it meets the other, and
/// which pixels a game digs away.
///
/// Coordinates are whole pixels; the top-left pixel is (0, 0), and y points down. An offset [code]at[/code] is the place of
/// the other mask's top-left pixel, seen from this mask. Every offset is legal. Masks that only touch do not overlap.
///
/// In the inspector, give it a [member texture], and perhaps a [member region]. The pixels are saved with the resource, so a
/// game that uses a saved mask does not read the texture. A missing vector is [code]null[/code], a missing record an empty
/// dictionary.
#[derive(GodotClass)]
#[class(tool, init, base=Resource)]
pub struct PixelMask {
    /// The picture that the mask was made from. Setting it makes the mask again.
    #[export]
    #[var(set)]
    texture: Option<Gd<Texture2D>>,
    /// The part of the picture, in pixels. A size of 0 is the whole picture.
    #[export]
    #[var(set)]
    region: Rect2i,
    /// Pixels with an alpha greater than this are solid, 0 to 255.
    #[export(range = (0.0, 255.0, 1.0))]
    #[var(set)]
    #[init(val = 127)]
    alpha_above: i32,
    /// The pixels as text, for small masks: a line of [code]#[/code] (solid) and [code].[/code] for each row. It is empty for
    /// masks with a side of more than 64 pixels.
    #[var(get = get_text, set = set_text, hint = MULTILINE_TEXT, usage_flags = [EDITOR])]
    text: PhantomVar<GString>,
    /// The mask as bytes, in the format of all languages of the library. Godot saves it.
    #[var(get = get_data, set = set_data, usage_flags = [STORAGE])]
    data: PhantomVar<PackedByteArray>,

    pixels: Rc<Pixels>,
    base: Base<Resource>,
}

/// The solid pixels of a resource.
#[derive(Default)]
struct Pixels {
    mask: RefCell<Arc<Mask>>,
    /// Whether the texture was set, and the mask was not made from it yet. A scene that is loaded sets the data afterwards.
    is_stale: Cell<bool>,
}

/// The longest side of a mask that the inspector shows as text.
const TEXT_SIDE: u32 = 64;

#[godot_api]
impl PixelMask {
    #[func]
    fn set_texture(&mut self, texture: Option<Gd<Texture2D>>) {
        self.pixels.is_stale.set(texture.is_some());
        self.texture = texture;
        self.changed();
    }

    #[func]
    fn set_region(&mut self, region: Rect2i) {
        self.region = region;
        self.pixels.is_stale.set(self.texture.is_some());
        self.changed();
    }

    #[func]
    fn set_alpha_above(&mut self, alpha_above: i32) {
        self.alpha_above = alpha_above.clamp(0, 255);
        self.pixels.is_stale.set(self.texture.is_some());
        self.changed();
    }

    #[func]
    fn get_text(&self) -> GString {
        let mask = self.mask();
        let is_small = mask.width() <= TEXT_SIDE && mask.height() <= TEXT_SIDE;
        GString::from(&if is_small { mask.to_string() } else { String::new() })
    }

    #[func]
    fn set_text(&mut self, text: GString) {
        // An inspector that shows no text of a large mask does not empty it.
        let mask = self.mask();
        let is_small = mask.width() <= TEXT_SIDE && mask.height() <= TEXT_SIDE;
        if is_small && let Some(mask) = log::ok("PixelMask.text", text.to_string().parse::<Mask>()) {
            self.replace(mask.into());
        }
    }

    #[func]
    fn get_data(&self) -> PackedByteArray {
        let bytes = self.mask().try_to_bytes();
        log::ok("PixelMask.data", bytes).map_or(PackedByteArray::new(), PackedByteArray::from)
    }

    #[func]
    fn set_data(&mut self, data: PackedByteArray) {
        if let Some(mask) = log::ok("PixelMask.data", Mask::from_bytes(data.as_slice())) {
            self.replace(mask.into());
        }
    }
}

impl PixelMask {
    /// Returns the pixels. If they are to be made from the texture, they are made now.
    pub(crate) fn mask(&self) -> Arc<Mask> {
        self.make();
        Arc::clone(&self.pixels.mask.borrow())
    }

    /// Makes the pixels from the texture, if the texture is newer.
    #[inline]
    fn make(&self) {
        if self.pixels.is_stale.get() {
            self.make_anew();
        }
    }

    #[cold]
    fn make_anew(&self) {
        self.pixels.is_stale.set(false);
        if let Some(texture) = &self.texture {
            let made = from_texture(texture, self.region, self.alpha_above.into());
            let call = format!("PixelMask '{}'", self.base().get_path());
            *self.pixels.mask.borrow_mut() = log::ok(&call, made).unwrap_or_default().into();
        }
    }

    /// Replaces the pixels and tells whoever shows them.
    pub(crate) fn replace(&mut self, mask: Arc<Mask>) {
        *self.pixels.mask.borrow_mut() = mask;
        self.pixels.is_stale.set(false);
        self.changed();
    }

    /// Returns a resource with these pixels.
    pub(crate) fn from_mask(mask: impl Into<Arc<Mask>>) -> Gd<PixelMask> {
        let this = PixelMask::new_gd();
        *this.bind().pixels.mask.borrow_mut() = mask.into();
        this
    }

    /// Counts an edit and emits `changed` after this call, so that a handler may use the mask.
    fn changed(&mut self) {
        count_edit();
        self.base_mut().emit_changed();
    }
}

thread_local! {
    /// How often a resource was edited. A world compares its masks with the resources only if this has grown.
    static EDITS: Cell<u64> = const { Cell::new(0) };
}

pub(crate) fn edit_count() -> u64 {
    EDITS.get()
}

fn count_edit() {
    EDITS.set(EDITS.get() + 1);
}

/// The mask of a part of a texture.
pub(crate) fn from_texture(texture: &Gd<Texture2D>, region: Rect2i, alpha_above: i64) -> Result<Mask, Fault> {
    part(picture::mask_of_texture(texture, threshold(alpha_above)?)?, region)
}

/// The mask of a part of an image.
pub(crate) fn from_image(image: &Gd<Image>, region: Rect2i, alpha_above: i64) -> Result<Mask, Fault> {
    part(picture::mask_of_image(image, threshold(alpha_above)?)?, region)
}

fn part(mask: Mask, region: Rect2i) -> Result<Mask, Fault> {
    if region.size == Vector2i::ZERO {
        return Ok(mask);
    }
    let part = crate::convert::pixels(region)?;
    picture::frame_of(&mask, [part.left as u32, part.top as u32, part.width, part.height])
}

fn threshold(alpha_above: i64) -> Result<u8, Fault> {
    let error = |_| Fault::Text(format!("alpha_above must be from 0 to 255, got {alpha_above}"));
    u8::try_from(alpha_above).map_err(error)
}
