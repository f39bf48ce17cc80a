//! The components of entities that collide.

use crate::PixelWorld;
use bevy_asset::AssetId;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_image::Image;
use bevy_transform::components::Transform;
use mask::Mask;
use std::sync::Arc;
use world::{MaskId, SpriteId};

/// Makes an entity collide by the solid pixels of its `Sprite`, or of its [`PixelMask`].
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[require(Transform, PixelState)]
#[component(on_remove = forget)]
pub struct PixelCollider {
    /// The layers that the entity is in. Each bit is a layer. The default is 1, the first layer.
    pub layers: u32,
    /// The layers that the entity collides with. Each bit is a layer. The default is all layers.
    pub collides_with: u32,
    /// Pixels with an alpha value greater than this are solid, 0 to 255. The default is 127.
    pub alpha_above: u8,
    /// Whether the entity is scenery that seldom moves. Two fixed entities never collide.
    pub fixed: bool,
    /// Whether the entity collides at its scale and angle as given.
    pub exact: bool,
}

impl Default for PixelCollider {
    fn default() -> PixelCollider {
        PixelCollider { layers: 1, collides_with: u32::MAX, alpha_above: 127, fixed: false, exact: false }
    }
}

/// Gives an entity a mask without an image.
#[derive(Component, Debug, Clone)]
pub struct PixelMask(pub Arc<Mask>);

impl PixelMask {
    /// Returns a component that shares a mask with its clones.
    pub fn new(mask: impl Into<Arc<Mask>>) -> PixelMask {
        PixelMask(mask.into())
    }
}

/// Triggers the observers of an entity when its collisions begin and end.
#[derive(Component, Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CollisionEvents;

/// The state of an entity in the world of masks.
#[derive(Component, Debug, Default)]
#[component(on_remove = release)]
#[doc(hidden)]
pub struct PixelState {
    /// The sprite in the world, if there is one.
    pub(crate) sprite: Option<SpriteId>,
    /// The mask that the sprite shows.
    pub(crate) mask: Option<MaskId>,
    /// The image that the mask comes from.
    pub(crate) image: Option<AssetId<Image>>,
}

/// Removes the state together with the collider.
fn forget(mut world: DeferredWorld, context: HookContext) {
    world.commands().entity(context.entity).try_remove::<PixelState>();
}

/// Notes that the sprite has lost its entity.
fn release(mut world: DeferredWorld, context: HookContext) {
    let sprite = world.get::<PixelState>(context.entity).and_then(|state| state.sprite);
    if let (Some(sprite), Some(mut pixels)) = (sprite, world.get_resource_mut::<PixelWorld>()) {
        pixels.orphans.push(sprite);
    }
}
