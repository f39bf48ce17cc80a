//! The masks that sprites share: one for each frame of a texture and each `PixelMask`.

use super::collider_source::Settings;
use crate::convert::Fault;
use crate::pixel_mask::{PixelMask, edit_count};
use crate::{log, picture};
use godot::classes::{Os, Texture2D};
use godot::prelude::*;
use mask::Mask;
use std::collections::{HashMap, HashSet};
use std::hash::RandomState;
use std::sync::Arc;
use world::bindings::{KeptMask, KeptMasks};
use world::{MaskId, World};

/// What is wrong with a saved mask of a picture that has changed.
pub(crate) const OUTDATED: &str =
    "has not the pixels of its texture, which has changed since the mask was saved: set its texture again and save it";

/// The source of a mask, and the number of angles to which its sprites are rounded, if they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct MaskKey {
    source: MaskSource,
    angle_steps: Option<u32>,
}

/// The source of a mask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum MaskSource {
    /// A rectangle of a texture, by the id of the texture's instance.
    Frame { texture: i64, frame: [u32; 4], alpha_above: u8 },
    /// A resource, by the id of its instance.
    Resource(i64),
}

impl MaskSource {
    fn of(resource: &Gd<PixelMask>) -> MaskSource {
        MaskSource::Resource(resource.instance_id().to_i64())
    }
}

impl MaskKey {
    /// The instance of the texture.
    fn texture(&self) -> Option<i64> {
        match self.source {
            MaskSource::Frame { texture, .. } => Some(texture),
            MaskSource::Resource(_) => None,
        }
    }
}

/// The resource of a mask, which is kept alive, and its pixels as the world has them.
type Resource = Option<(Gd<PixelMask>, Arc<Mask>)>;

/// The masks that sprites share.
#[derive(Default)]
pub(crate) struct SharedMasks {
    kept: KeptMasks<MaskKey, Resource, RandomState>,
    /// Whole textures, by instance and threshold, from which frames are cut, and when they were last asked for.
    textures: HashMap<(i64, u8), (Arc<Mask>, u64)>,
    /// The textures that were read since the last call of [`SharedMasks::take_new_textures`].
    new_textures: Vec<Gd<Texture2D>>,
    /// The count of edits of all resources when they were last compared, or `None` if pixels were lent.
    edits: Option<u64>,
}

impl SharedMasks {
    /// Returns the mask of a part of a texture, and its size. Without a frame, it is the whole texture.
    pub(crate) fn frame(
        &mut self,
        world: &mut World,
        texture: &Gd<Texture2D>,
        frame: Option<[u32; 4]>,
        &Settings { alpha_above, angle_steps, .. }: &Settings,
    ) -> Result<(MaskId, [u32; 2]), Fault> {
        let instance = texture.instance_id().to_i64();
        let source = MaskSource::Frame { texture: instance, frame: frame.unwrap_or([u32::MAX; 4]), alpha_above };
        let key = MaskKey { source, angle_steps };
        if let Some(kept) = self.kept.get(&key) {
            return Ok((kept.id, kept.size));
        }
        let steps = self.kept.steps();
        let whole = match self.textures.get_mut(&(instance, alpha_above)) {
            Some((whole, used)) => {
                *used = steps;
                Arc::clone(whole)
            }
            None => {
                let whole = Arc::new(picture::mask_of_texture(texture, alpha_above)?);
                self.textures.insert((instance, alpha_above), (Arc::clone(&whole), steps));
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
        Ok(self.kept.add(key, None, pixels, angle_steps, world)?)
    }

    /// Returns the mask of a resource, and its size.
    pub(crate) fn resource(
        &mut self,
        world: &mut World,
        resource: &Gd<PixelMask>,
        angle_steps: Option<u32>,
    ) -> Result<(MaskId, [u32; 2]), Fault> {
        let key = MaskKey { source: MaskSource::of(resource), angle_steps };
        let pixels = resource.bind().mask();
        match self.kept.get(&key) {
            Some(kept) => {
                follow(kept, world, pixels)?;
                Ok((kept.id, kept.size))
            }
            None => {
                if Os::singleton().is_debug_build() && resource.bind().is_outdated() {
                    godot_warn!("PixelMask '{}' {OUTDATED}", resource.get_path());
                }
                Ok(self.kept.add(key, Some((resource.clone(), Arc::clone(&pixels))), pixels, angle_steps, world)?)
            }
        }
    }

    /// Takes the pixels of a resource out of the world, so that an edit finds them unshared and need not copy them.
    /// They come back with [`SharedMasks::follow_edits`].
    pub(crate) fn lend(&mut self, world: &mut World, resource: &Gd<PixelMask>, angle_steps: Option<u32>) {
        let kept = self.kept.get(&MaskKey { source: MaskSource::of(resource), angle_steps });
        let Some(KeptMask { id, source: Some((_, known)), .. }) = kept else { return };
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
            for kept in self.kept.values_mut() {
                if let Some((resource, _)) = &kept.source {
                    let pixels = resource.bind().mask();
                    let followed =
                        follow(kept, world, pixels).map_err(|error| format!("an edited mask cannot be shown: {error}"));
                    if log::ok("PixelWorld", followed) == Some(true) {
                        resized.push(kept.id);
                    }
                }
            }
        }
        resized
    }

    /// Forgets the masks of a texture whose pixels have changed.
    pub(crate) fn forget(&mut self, texture: i64) {
        self.textures.retain(|&(instance, _), _| instance != texture);
        self.kept.forget(|key| key.texture() == Some(texture));
    }

    /// Returns the textures that were read since the last call.
    pub(crate) fn take_new_textures(&mut self) -> Vec<Gd<Texture2D>> {
        std::mem::take(&mut self.new_textures)
    }

    /// Counts the steps, and now and then removes masks that no sprite has shown for a while.
    pub(crate) fn end_step(&mut self, world: &mut World) {
        if let Some(recent) = self.kept.end_step(world) {
            // A texture that a sprite shows may show its next frame at any time, and large textures take long to read.
            let shown: HashSet<i64> = self.kept.keys().filter_map(MaskKey::texture).collect();
            self.textures.retain(|(instance, _), (_, used)| *used >= recent || shown.contains(instance));
        }
    }
}

/// Gives the world new pixels of a resource. Returns whether their size differs. If a scaled sprite cannot show them,
/// the world keeps the old ones, because it could not step.
fn follow(kept: &mut KeptMask<Resource>, world: &mut World, pixels: Arc<Mask>) -> Result<bool, Fault> {
    let Some((_, known)) = &mut kept.source else { return Ok(false) };
    if Arc::ptr_eq(known, &pixels) {
        return Ok(false);
    }
    let size = [pixels.width(), pixels.height()];
    let before = world.replace_mask(kept.id, Arc::clone(&pixels))?;
    *known = pixels;
    if size != kept.size
        && let Err(error) = world.refresh()
    {
        world.replace_mask(kept.id, before)?;
        return Err(error.into());
    }
    Ok(std::mem::replace(&mut kept.size, size) != size)
}
