//! The masks of pictures, which engines keep between steps.

use crate::{MaskId, World, WorldError};
use mask::Mask;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

/// The number of steps for which a mask stays although no sprite shows it, so that animations find their frames again.
const IDLE_STEPS: u64 = 256;

/// A mask of a world, and where it comes from.
#[derive(Debug, Clone)]
pub struct KeptMask<V> {
    /// The id in the world.
    pub id: MaskId,
    /// Width and height.
    pub size: [u32; 2],
    /// The data of the package about the source. They live as long as the mask is kept.
    pub source: V,
    /// The step in which the mask was last asked for, or seen in use.
    used: u64,
}

/// The masks that sprites share, by what they are made from: a part of a picture, a threshold, a resource.
#[derive(Debug, Clone)]
pub struct KeptMasks<K, V, S> {
    masks: HashMap<K, KeptMask<V>, S>,
    /// Masks of pictures that have changed: they are removed as soon as no sprite shows them.
    outdated: Vec<MaskId>,
    steps: u64,
}

impl<K, V, S: Default> Default for KeptMasks<K, V, S> {
    fn default() -> Self {
        KeptMasks { masks: HashMap::default(), outdated: Vec::new(), steps: 0 }
    }
}

impl<K: Eq + Hash, V, S: BuildHasher> KeptMasks<K, V, S> {
    /// Returns a mask that somebody is about to show.
    pub fn get(&mut self, key: &K) -> Option<&mut KeptMask<V>> {
        let kept = self.masks.get_mut(key)?;
        kept.used = self.steps;
        Some(kept)
    }

    /// Adds a mask to the world, whose angles may be rounded to steps, and keeps it.
    ///
    /// # Errors
    /// Returns the errors of [`World::add_mask`] and [`World::set_angle_steps`]. The mask is not added then.
    pub fn add(
        &mut self,
        key: K,
        source: V,
        mask: Arc<Mask>,
        angle_steps: Option<u32>,
        world: &mut World,
    ) -> Result<(MaskId, [u32; 2]), WorldError> {
        let size = [mask.width(), mask.height()];
        let id = world.add_mask(mask)?;
        if let Some(steps) = angle_steps
            && let Err(error) = world.set_angle_steps(id, steps)
        {
            world.remove_mask(id)?;
            return Err(error);
        }
        self.masks.insert(key, KeptMask { id, size, source, used: self.steps });
        Ok((id, size))
    }

    /// The keys of the masks that are kept.
    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.masks.keys()
    }

    /// The masks that are kept.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut KeptMask<V>> {
        self.masks.values_mut()
    }

    /// Forgets masks whose pictures have changed or are gone. Sprites may show them for a while.
    pub fn forget(&mut self, is_gone: impl Fn(&K) -> bool) {
        self.outdated.extend(self.masks.extract_if(|key, _| is_gone(key)).map(|(_, kept)| kept.id));
    }

    /// The number of steps so far.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Counts a step, and now and then removes the masks that no sprite has shown for a while. Returns the step since
    /// which a mask must have been used to stay, if it has looked.
    pub fn end_step(&mut self, world: &mut World) -> Option<u64> {
        self.steps += 1;
        self.outdated.retain(|&id| matches!(world.remove_mask(id), Err(WorldError::MaskInUse { .. })));
        if !self.steps.is_multiple_of(IDLE_STEPS / 4) {
            return None;
        }
        let recent = self.steps.saturating_sub(IDLE_STEPS);
        self.masks.retain(|_, kept| {
            if world.masks.is_shown(kept.id) {
                kept.used = self.steps;
            }
            kept.used >= recent || world.remove_mask(kept.id).is_err()
        });
        Some(recent)
    }
}
