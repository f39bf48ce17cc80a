//! The masks that entities share: one for each image, rectangle and threshold, and one for each given mask.

use crate::picture::{TexelRect, UNREADABLE};
use bevy_asset::AssetId;
use bevy_image::Image;
use bevy_platform::collections::{HashMap, HashSet};
use mask::Mask;
use std::sync::Arc;
use world::{MaskId, World, WorldError};

/// The number of steps for which a mask stays although no entity shows it, so that animations find their frames again.
pub(crate) const IDLE_STEPS: u64 = 256;

/// The source of a mask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum MaskKey {
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
    /// The source of the mask.
    pub(crate) key: MaskKey,
    /// Whether the mask was edited, and belongs to this sprite alone.
    pub(crate) edited: bool,
    /// The given mask before the first edit, so that no other mask gets its address.
    pub(crate) _given: Option<Arc<Mask>>,
}

#[derive(Debug, Clone)]
struct Entry {
    id: MaskId,
    size: [u32; 2],
    /// The step in which an entity last let go of the mask.
    idle_since: Option<u64>,
    /// The given mask, so that no other mask gets its address.
    _given: Option<Arc<Mask>>,
}

/// The masks that entities share.
#[derive(Debug, Clone, Default)]
pub(crate) struct SharedMasks {
    entries: HashMap<MaskKey, Entry>,
    /// Masks that no new entity can show: of changed images, and edited masks.
    outdated: Vec<MaskId>,
    /// The images that have had their warning, and the fault.
    warned: HashSet<(AssetId<Image>, &'static str)>,
    steps: u64,
}

impl SharedMasks {
    /// Returns the mask of a key and its size, and adds it first if it is new.
    pub(crate) fn get_or_add<E: From<WorldError>>(
        &mut self,
        key: MaskKey,
        world: &mut World,
        make: impl FnOnce() -> Result<Arc<Mask>, E>,
    ) -> Result<(MaskId, [u32; 2]), E> {
        if let Some(entry) = self.entries.get(&key) {
            return Ok((entry.id, entry.size));
        }
        let mask = make()?;
        let size = [mask.width(), mask.height()];
        let given = matches!(key, MaskKey::Given(_)).then(|| Arc::clone(&mask));
        let id = world.add_mask(mask)?;
        self.entries.insert(key, Entry { id, size, idle_since: None, _given: given });
        Ok((id, size))
    }

    /// Notes that a sprite no longer shows a mask.
    pub(crate) fn release(&mut self, shown: &Shown) {
        let Shown { mask, key, edited, .. } = shown;
        match self.entries.get_mut(key).filter(|entry| entry.id == *mask && !edited) {
            Some(entry) => entry.idle_since = Some(self.steps),
            None => self.outdated.push(*mask),
        }
    }

    /// Returns the number of steps so far.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// Notes that an image has a mask again, so that its next fault has a warning.
    pub(crate) fn note_readable(&mut self, image: AssetId<Image>) {
        if !self.warned.is_empty() {
            UNREADABLE.iter().for_each(|&fault| _ = self.warned.remove(&(image, fault)));
        }
    }

    /// Forgets the masks of an image that has changed or is gone.
    pub(crate) fn forget_image(&mut self, changed: AssetId<Image>) {
        let outdated = &mut self.outdated;
        self.entries.retain(|key, entry| {
            let keep = !matches!(key, MaskKey::Image { image, .. } if *image == changed);
            if !keep {
                outdated.push(entry.id);
            }
            keep
        });
    }

    /// Returns whether an image has had no warning for a fault yet, and notes that it has one now.
    pub(crate) fn warns(&mut self, image: AssetId<Image>, fault: &'static str) -> bool {
        self.warned.insert((image, fault))
    }

    /// Ends a step: removes masks that no entity has shown for some time.
    pub(crate) fn end_step(&mut self, world: &mut World) {
        // A mask in use stays in the list: an entity that is left out may still show it.
        self.outdated.retain(|&id| matches!(world.remove_mask(id), Err(WorldError::MaskInUse { .. })));
        self.steps += 1;
        if self.steps.is_multiple_of(IDLE_STEPS / 4) {
            let steps = self.steps;
            self.entries.retain(|_, entry| {
                let is_old = entry.idle_since.is_some_and(|since| steps - since >= IDLE_STEPS);
                let remove = is_old && world.remove_mask(entry.id).is_ok();
                if is_old {
                    entry.idle_since = None;
                }
                !remove
            });
        }
    }
}
