//! The resource `PixelMask`.

mod ask;
mod edit;
mod known;
mod make;
mod shape;

use crate::convert::Fault;
use crate::thread::{Slot, is_shared};
use crate::{log, picture};
use godot::classes::{Image, Texture2D};
use godot::prelude::*;
use mask::Mask;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The solid pixels of a picture: which of them two pictures share, how far one can move until it meets the other, and
/// which pixels a game digs away.
///
/// Coordinates are whole pixels; the top-left pixel is (0, 0), and y points down. An offset [code]at[/code] is the
/// place of the other mask's top-left pixel, seen from this mask. Every offset is legal. Masks that only touch do not
/// overlap.
///
/// In the inspector, give it a [member texture], and perhaps a [member region]. The pixels are saved with the resource,
/// so a game that uses a saved mask does not read the texture (but [method is_outdated]). A missing vector is
/// [code]null[/code], a missing record an empty dictionary.
///
/// Masks can be made, loaded, asked and edited on any thread, also one mask on several. [signal Resource.changed] is
/// emitted on the thread of the edit.
#[derive(GodotClass)]
#[class(tool, init, base=Resource)]
pub struct PixelMask {
    /// The picture that the mask was made from. Setting it makes the mask again.
    #[export]
    #[var(get, set)]
    texture: PhantomVar<Option<Gd<Texture2D>>>,
    /// The part of the picture, in pixels. A size of 0 is the whole picture.
    #[export]
    #[var(get, set)]
    region: PhantomVar<Rect2i>,
    /// Pixels with an alpha greater than this are solid, 0 to 255.
    #[export(range = (0.0, 255.0, 1.0))]
    #[var(get, set)]
    alpha_above: PhantomVar<i64>,
    /// The pixels as text, for small masks: a line of [code]#[/code] (solid) and [code].[/code] for each row. It is
    /// empty for masks with a side of more than 64 pixels.
    #[var(get = get_text, set = set_text, hint = MULTILINE_TEXT, usage_flags = [EDITOR])]
    text: PhantomVar<GString>,
    /// The mask as bytes, in the format of all languages of the library. Godot saves it.
    #[var(get = get_data, set = set_data, usage_flags = [STORAGE])]
    data: PhantomVar<PackedByteArray>,
    /// A checksum of the mask as it was made from [member texture], for [method is_outdated]. Godot saves it.
    #[var(get, set, usage_flags = [STORAGE])]
    texture_hash: PhantomVar<i64>,

    pixels: Arc<Pixels>,
    source: Slot<Option<Gd<Texture2D>>>,
    base: Base<Resource>,
}

/// The solid pixels of a resource, and how they are made from its texture.
#[derive(Default)]
struct Pixels(Slot<Made>);

const _: () = is_shared::<Pixels>();

struct Made {
    mask: Arc<Mask>,
    /// Whether the texture was set, and the mask was not made from it yet. A scene that is loaded sets the data
    /// afterwards.
    is_stale: bool,
    /// A checksum of the mask when it was made from the texture, or 0.
    texture_hash: u32,
    /// The number of changes, so that a mask that was made from an older texture is dropped.
    version: u64,
    region: Rect2i,
    alpha_above: u8,
}

impl Default for Made {
    fn default() -> Made {
        let (mask, region) = (Arc::default(), Rect2i::default());
        Made { mask, is_stale: false, texture_hash: 0, version: 0, region, alpha_above: 127 }
    }
}

impl Pixels {
    fn of(mask: Arc<Mask>) -> Pixels {
        Pixels(Slot::new(Made { mask, ..Made::default() }))
    }

    /// Returns the pixels, unless they are to be made from the texture.
    #[inline]
    fn made(&self) -> Option<Arc<Mask>> {
        self.0.with(|made| (!made.is_stale).then(|| Arc::clone(&made.mask)))
    }
}

/// The longest side of a mask that the inspector shows as text.
const TEXT_SIDE: u32 = 64;

// No method borrows mutably, as Godot's crate lets a thread wait, or fail, for others that borrow.
#[godot_api]
impl PixelMask {
    #[func]
    fn get_texture(&self) -> Option<Gd<Texture2D>> {
        self.source.get()
    }

    #[func]
    fn set_texture(&self, texture: Option<Gd<Texture2D>>) {
        let is_stale = texture.is_some();
        let _before = self.source.replace(texture);
        self.set(|made| made.is_stale = is_stale);
    }

    #[func]
    fn get_region(&self) -> Rect2i {
        self.pixels.0.with(|made| made.region)
    }

    #[func]
    fn set_region(&self, region: Rect2i) {
        let is_stale = self.source.with(|texture| texture.is_some());
        self.set(|made| (made.region, made.is_stale) = (region, is_stale));
    }

    #[func]
    fn get_alpha_above(&self) -> i64 {
        self.pixels.0.with(|made| made.alpha_above.into())
    }

    #[func]
    fn set_alpha_above(&self, alpha_above: i64) {
        if let Some(alpha_above) = log::ok("PixelMask.alpha_above", threshold(alpha_above)) {
            let is_stale = self.source.with(|texture| texture.is_some());
            self.set(|made| (made.alpha_above, made.is_stale) = (alpha_above, is_stale));
        }
    }

    #[func]
    fn get_text(&self) -> GString {
        let mask = self.mask();
        let is_small = mask.width() <= TEXT_SIDE && mask.height() <= TEXT_SIDE;
        GString::from(&if is_small { mask.to_string() } else { String::new() })
    }

    #[func]
    fn set_text(&self, text: GString) {
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
    fn set_data(&self, data: PackedByteArray) {
        if let Some(mask) = log::ok("PixelMask.data", Mask::from_bytes(data.as_slice())) {
            self.replace(mask.into());
        }
    }

    #[func]
    fn get_texture_hash(&self) -> i64 {
        self.mask(); // is made
        self.pixels.0.with(|made| made.texture_hash.into())
    }

    #[func]
    fn set_texture_hash(&self, texture_hash: i64) {
        self.pixels.0.with(|made| made.texture_hash = texture_hash as u32);
    }

    /// Returns whether [member texture] has other pixels now than when the mask was made from it and saved. The editor
    /// warns of such a mask of a [PixelCollider2D], and a debug build of a game does when a world first shows it. Set
    /// [member texture] again and save the mask. It takes the time to make the mask.
    #[func]
    pub(crate) fn is_outdated(&self) -> bool {
        self.mask(); // is made
        let (texture_hash, region, alpha_above) =
            self.pixels.0.with(|made| (made.texture_hash, made.region, made.alpha_above));
        let texture = self.source.get().filter(|_| texture_hash != 0);
        let mask = texture.and_then(|texture| from_texture(&texture, region, alpha_above.into()).ok());
        mask.is_some_and(|mask| hash_of(&mask) != texture_hash)
    }
}

/// A checksum of a mask.
fn hash_of(mask: &Mask) -> u32 {
    mask.try_to_bytes().map_or(0, |bytes| PackedByteArray::from(bytes).to_variant().hash_u32())
}

impl PixelMask {
    /// Returns the pixels. If they are to be made from the texture, they are made now.
    #[inline]
    pub(crate) fn mask(&self) -> Arc<Mask> {
        self.pixels.made().unwrap_or_else(|| self.make())
    }

    /// Makes the pixels from the texture. Nothing is locked meanwhile, because a texture may wait for the main thread;
    /// two threads that need the pixels at once make them twice.
    #[cold]
    fn make(&self) -> Arc<Mask> {
        loop {
            let (version, region, alpha_above) =
                self.pixels.0.with(|made| (made.version, made.region, made.alpha_above));
            let mask = self.source.get().map(|texture| from_texture(&texture, region, alpha_above.into()));
            let mask = mask.and_then(|mask| log::ok(&format!("PixelMask '{}'", self.base().get_path()), mask));
            let texture_hash = mask.as_ref().map_or(0, hash_of);
            let mask = Arc::new(mask.unwrap_or_default());
            let is_current = self.pixels.0.with(|made| {
                if made.version == version && made.is_stale {
                    (made.mask, made.texture_hash, made.is_stale) = (Arc::clone(&mask), texture_hash, false);
                }
                made.version == version
            });
            if is_current {
                return mask;
            }
        }
    }

    /// Changes the pixels, or how they are made, and tells whoever shows them.
    fn set(&self, set: impl FnOnce(&mut Made)) {
        self.pixels.0.with(|made| {
            set(made);
            made.version += 1;
        });
        changed(&mut self.to_gd());
    }

    /// Replaces the pixels and tells whoever shows them.
    pub(crate) fn replace(&self, mask: Arc<Mask>) {
        self.set(|made| (made.mask, made.is_stale) = (mask, false));
    }

    /// Returns a resource with these pixels.
    pub(crate) fn from_mask(mask: impl Into<Arc<Mask>>) -> Gd<PixelMask> {
        let pixels = Arc::new(Pixels::of(mask.into()));
        Gd::from_init_fn(|base| PixelMask {
            texture: PhantomVar::default(),
            region: PhantomVar::default(),
            alpha_above: PhantomVar::default(),
            text: PhantomVar::default(),
            data: PhantomVar::default(),
            texture_hash: PhantomVar::default(),
            pixels,
            source: Slot::default(),
            base,
        })
    }
}

/// Counts an edit and emits `changed`.
fn changed(this: &mut Gd<PixelMask>) {
    EDITS.fetch_add(1, Ordering::Release);
    this.emit_changed();
}

/// How often a resource was edited, on all threads. A world compares its masks with the resources only if this has
/// grown.
static EDITS: AtomicU64 = AtomicU64::new(0);

pub(crate) fn edit_count() -> u64 {
    EDITS.load(Ordering::Acquire)
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

pub(crate) fn threshold(alpha_above: i64) -> Result<u8, Fault> {
    let error = |_| Fault::Text(format!("alpha_above must be from 0 to 255, got {alpha_above}"));
    u8::try_from(alpha_above).map_err(error)
}
