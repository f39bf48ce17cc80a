//! The resource that holds the world of masks.

use crate::collider::PixelState;
use crate::masks::SharedMasks;
use crate::sync::ChangedAssets;
use crate::units::Units;
use crate::{CollisionBegan, CollisionEnded};
use bevy_ecs::entity::Entity;
use bevy_ecs::resource::Resource;
use world::{SpriteId, World};

/// The world of masks: one sprite for each entity with a [`PixelCollider`](crate::PixelCollider) whose mask is known.
///
/// The plugin owns the sprites. [`PixelQuery`](crate::PixelQuery) asks by entity, and
/// [`PixelMover`](crate::PixelMover) moves and digs.
#[derive(Resource, Debug, Default)]
pub struct PixelWorld {
    pub(crate) world: World,
    pub(crate) units: Units,
    pub(crate) masks: SharedMasks,
    /// The position of each sprite, by slot.
    pub(crate) positions: Vec<[i32; 2]>,
    /// The assets that have changed since the last step.
    pub(crate) changed: ChangedAssets,
    /// The states that have lost their entities since the last step.
    pub(crate) orphans: Vec<PixelState>,
    /// The events of the last step.
    pub(crate) began: Vec<CollisionBegan>,
    pub(crate) ended: Vec<CollisionEnded>,
    /// Whether the last step has failed.
    pub(crate) has_failed: bool,
}

impl PixelWorld {
    /// Returns the world of masks, for queries that [`PixelQuery`](crate::PixelQuery) does not have.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Returns the number of entities in the world.
    #[must_use]
    pub fn len(&self) -> usize {
        self.world.len()
    }

    /// Returns whether no entity is in the world.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.world.is_empty()
    }

    /// Returns the number of masks in the world, including masks that are kept for a while although no entity shows them.
    #[must_use]
    pub fn mask_count(&self) -> usize {
        self.world.mask_ids().count()
    }

    /// Returns the entity of a sprite, which may have been despawned in this step.
    #[must_use]
    pub fn entity(&self, sprite: SpriteId) -> Option<Entity> {
        self.world.data(sprite).and_then(Entity::try_from_bits)
    }

    /// Returns the number of pixels in a unit.
    #[must_use]
    pub fn pixels_per_unit(&self) -> f32 {
        self.units.pixels_per_unit as f32
    }
}
