//! The masks that sprites share: one for each frame of a texture and each `PixelMask`.

use crate::convert::Fault;
use crate::log;
use crate::picture;
use crate::pixel_mask::{PixelMask, edit_count};
use godot::classes::{Os, Texture2D};
use godot::prelude::*;
use mask::Mask;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use world::{MaskId, World};

/// The number of steps for which a mask stays although nobody asks for it, so that animations find their frames again.
const IDLE_STEPS: u64 = 256;

/// What is wrong with a saved mask of a picture that has changed.
pub(crate) const OUTDATED: &str =
    "has not the pixels of its texture, which has changed since the mask was saved: set its texture again and save it";

/// The source of a mask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum MaskKey {
    /// A rectangle of a texture, by the id of the texture's instance.
    Frame { texture: i64, frame: [u32; 4], alpha_above: u8 },
    /// A resource, by the id of its instance.
    Resource(i64),
}

impl MaskKey {
    /// The instance of the texture.
    fn texture(&self) -> Option<i64> {
        match *self {
            MaskKey::Frame { texture, .. } => Some(texture),
            MaskKey::Resource(_) => None,
        }
    }
}

struct Entry {
    id: MaskId,
    size: [u32; 2],
    /// The step in which the mask was last asked for.
    used: u64,
    /// The resource, which is kept alive, and its pixels as the world has them.
    resource: Option<(Gd<PixelMask>, Arc<Mask>)>,
}

/// The masks that sprites share.
#[derive(Default)]
pub(crate) struct SharedMasks {
    entries: HashMap<MaskKey, Entry>,
    /// Whole textures, by instance and threshold, from which frames are cut.
    textures: HashMap<(i64, u8), (Arc<Mask>, u64)>,
    /// Masks of textures that have changed: they are removed as soon as no sprite shows them.
    outdated: Vec<MaskId>,
    /// The textures that were read since the last call of [`SharedMasks::take_new_textures`].
    new_textures: Vec<Gd<Texture2D>>,
    /// The count of edits of all resources when they were last compared, or `None` if pixels were lent.
    edits: Option<u64>,
    steps: u64,
}

impl SharedMasks {
    /// Returns the mask of a part of a texture, and its size. Without a frame, it is the whole texture.
    pub(crate) fn frame(
        &mut self,
        world: &mut World,
        texture: &Gd<Texture2D>,
        frame: Option<[u32; 4]>,
        alpha_above: u8,
    ) -> Result<(MaskId, [u32; 2]), Fault> {
        let instance = texture.instance_id().to_i64();
        let key = MaskKey::Frame { texture: instance, frame: frame.unwrap_or([u32::MAX; 4]), alpha_above };
        if let Some(entry) = self.entries.get_mut(&key) {
            entry.used = self.steps;
            return Ok((entry.id, entry.size));
        }
        let whole = match self.textures.get_mut(&(instance, alpha_above)) {
            Some((whole, used)) => {
                *used = self.steps;
                Arc::clone(whole)
            }
            None => {
                let whole = Arc::new(picture::mask_of_texture(texture, alpha_above)?);
                self.textures.insert((instance, alpha_above), (Arc::clone(&whole), self.steps));
                self.new_textures.push(texture.clone());
                whole
            }
        };
        let pixels = match frame {
            Some(frame) if frame != [0, 0, whole.width(), whole.height()] => {
                Arc::new(picture::frame_of(&whole, frame)?)
            }
            _ => whole,
        };
        self.add(world, key, pixels, None)
    }

    /// Returns the mask of a resource, and its size.
    pub(crate) fn resource(
        &mut self,
        world: &mut World,
        resource: &Gd<PixelMask>,
    ) -> Result<(MaskId, [u32; 2]), Fault> {
        let key = MaskKey::Resource(resource.instance_id().to_i64());
        let pixels = resource.bind().mask();
        match self.entries.get_mut(&key) {
            Some(entry) => {
                entry.used = self.steps;
                entry.follow(world, pixels)?;
                Ok((entry.id, entry.size))
            }
            None => {
                if Os::singleton().is_debug_build() && resource.bind().is_outdated() {
                    godot_warn!("PixelMask '{}' {OUTDATED}", resource.get_path());
                }
                self.add(world, key, Arc::clone(&pixels), Some((resource.clone(), pixels)))
            }
        }
    }

    fn add(
        &mut self,
        world: &mut World,
        key: MaskKey,
        pixels: Arc<Mask>,
        resource: Option<(Gd<PixelMask>, Arc<Mask>)>,
    ) -> Result<(MaskId, [u32; 2]), Fault> {
        let size = [pixels.width(), pixels.height()];
        let id = world.add_mask(pixels)?;
        self.entries.insert(key, Entry { id, size, used: self.steps, resource });
        Ok((id, size))
    }

    /// Takes the pixels of a resource out of the world, so that an edit finds them unshared and need not copy them. They come back
    /// with [`SharedMasks::follow_edits`].
    pub(crate) fn lend(&mut self, world: &mut World, resource: &Gd<PixelMask>) {
        let entry = self.entries.get_mut(&MaskKey::Resource(resource.instance_id().to_i64()));
        let Some(Entry { id, resource: Some((_, known)), .. }) = entry else { return };
        let nothing = Arc::new(Mask::default());
        if world.replace_mask(*id, Arc::clone(&nothing)).is_ok() {
            *known = nothing;
            self.edits = None;
        }
    }

    /// Gives the world the pixels of the resources that were edited. Returns the masks whose size has changed.
    pub(crate) fn follow_edits(&mut self, world: &mut World) -> Vec<MaskId> {
        let edits = Some(edit_count());
        let mut resized = Vec::new();
        if edits != std::mem::replace(&mut self.edits, edits) {
            for entry in self.entries.values_mut() {
                if let Some((resource, _)) = &entry.resource {
                    let pixels = resource.bind().mask();
                    let followed =
                        entry.follow(world, pixels).map_err(|error| format!("an edited mask cannot be shown: {error}"));
                    if log::ok("PixelWorld", followed) == Some(true) {
                        resized.push(entry.id);
                    }
                }
            }
        }
        resized
    }

    /// Forgets the masks of a texture whose pixels have changed.
    pub(crate) fn forget(&mut self, texture: i64) {
        self.textures.retain(|&(instance, _), _| instance != texture);
        let outdated = &mut self.outdated;
        self.entries.retain(|key, entry| {
            let keep = key.texture() != Some(texture);
            if !keep {
                outdated.push(entry.id);
            }
            keep
        });
    }

    /// Returns the textures that were read since the last call.
    pub(crate) fn take_new_textures(&mut self) -> Vec<Gd<Texture2D>> {
        std::mem::take(&mut self.new_textures)
    }

    /// Counts the steps, and now and then removes masks that no sprite shows. The world refuses to remove the others.
    pub(crate) fn end_step(&mut self, world: &mut World) {
        self.steps += 1;
        self.outdated.retain(|&id| world.remove_mask(id).is_err());
        if self.steps.is_multiple_of(IDLE_STEPS) {
            let recent = self.steps - IDLE_STEPS;
            self.entries.retain(|_, entry| entry.used >= recent || world.remove_mask(entry.id).is_err());
            // A texture that a sprite shows may show its next frame at any time, and large textures take long to read.
            let shown: HashSet<i64> = self.entries.keys().filter_map(MaskKey::texture).collect();
            self.textures.retain(|(instance, _), (_, used)| *used >= recent || shown.contains(instance));
        }
    }
}

impl Entry {
    /// Gives the world new pixels of the resource. Returns whether their size differs. If a scaled sprite cannot show them, the world
    /// keeps the old ones, because it could not step.
    fn follow(&mut self, world: &mut World, pixels: Arc<Mask>) -> Result<bool, Fault> {
        let Some((_, known)) = &mut self.resource else { return Ok(false) };
        if Arc::ptr_eq(known, &pixels) {
            return Ok(false);
        }
        let size = [pixels.width(), pixels.height()];
        let before = world.replace_mask(self.id, Arc::clone(&pixels))?;
        *known = pixels;
        if size != self.size
            && let Err(error) = world.refresh()
        {
            world.replace_mask(self.id, before)?;
            return Err(error.into());
        }
        Ok(std::mem::replace(&mut self.size, size) != size)
    }
}
