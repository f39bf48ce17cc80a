//! The masks that entities share: one for each image, rectangle and threshold, and one for each given mask.

use crate::picture::{TexelRect, UNREADABLE};
use bevy_asset::AssetId;
use bevy_image::Image;
use bevy_platform::collections::HashSet;
use bevy_platform::hash::FixedHasher;
use mask::Mask;
use std::sync::Arc;
use world::bindings::KeptMasks;
use world::{MaskId, World, WorldError};

/// The source of a mask, and the number of angles to which its sprites are rounded, if they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct MaskKey {
    pub(crate) source: MaskSource,
    pub(crate) angle_steps: Option<u32>,
}

/// The source of a mask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum MaskSource {
    Image {
        image: AssetId<Image>,
        rect: Option<TexelRect>,
        alpha_above: u8,
    },
    /// The address of a given mask, which the entry keeps alive.
    Given(usize),
}

/// The mask that a sprite shows, and where it comes from.
#[derive(Debug, Clone)]
pub(crate) struct Shown {
    pub(crate) mask: MaskId,
    /// Where the mask comes from.
    pub(crate) key: MaskKey,
    /// Whether the mask was edited, and belongs to this sprite alone.
    pub(crate) edited: bool,
    /// The given mask before the first edit, so that no other mask gets its address.
    pub(crate) _given: Option<Arc<Mask>>,
}

/// The masks that entities share.
#[derive(Debug, Clone, Default)]
pub(crate) struct SharedMasks {
    /// With each given mask, so that no other mask gets its address.
    kept: KeptMasks<MaskKey, Option<Arc<Mask>>, FixedHasher>,
    /// The images that have had their warning, and the fault.
    warned: HashSet<(AssetId<Image>, &'static str)>,
}

impl SharedMasks {
    /// Returns the mask of a key and its size, and adds it first if it is new.
    pub(crate) fn get_or_add<E: From<WorldError>>(
        &mut self,
        key: MaskKey,
        world: &mut World,
        make: impl FnOnce() -> Result<Arc<Mask>, E>,
    ) -> Result<(MaskId, [u32; 2]), E> {
        if let Some(kept) = self.kept.get(&key) {
            return Ok((kept.id, kept.size));
        }
        let mask = make()?;
        let given = matches!(key.source, MaskSource::Given(_)).then(|| Arc::clone(&mask));
        Ok(self.kept.add(key, given, mask, key.angle_steps, world)?)
    }

    /// Returns the number of steps so far.
    pub(crate) fn steps(&self) -> u64 {
        self.kept.steps()
    }

    /// Notes that an image has a mask again, so that its next fault has a warning.
    pub(crate) fn note_readable(&mut self, image: AssetId<Image>) {
        if !self.warned.is_empty() {
            UNREADABLE.iter().for_each(|&fault| _ = self.warned.remove(&(image, fault)));
        }
    }

    /// Forgets the masks of an image that has changed or is gone.
    pub(crate) fn forget_image(&mut self, changed: AssetId<Image>) {
        self.kept.forget(|key| matches!(key.source, MaskSource::Image { image, .. } if image == changed));
    }

    /// Returns whether an image has had no warning for a fault yet, and notes that it has one now.
    pub(crate) fn warns(&mut self, image: AssetId<Image>, fault: &'static str) -> bool {
        self.warned.insert((image, fault))
    }

    /// Ends a step: removes masks that no entity has shown for some time.
    pub(crate) fn end_step(&mut self, world: &mut World) {
        self.kept.end_step(world);
    }
}
