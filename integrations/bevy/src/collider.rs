//! The components of entities that collide.

use crate::PixelWorld;
use crate::masks::MaskKey;
use crate::pose::Axes;
use bevy_asset::AssetId;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_image::{Image, TextureAtlasLayout};
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
    /// The axes of the transform that the pose was made for.
    pub(crate) axes: Axes,
    /// The offset from the translation to the position, in pixels.
    pub(crate) offset: [f64; 2],
    /// Which components the pose was made from.
    pub(crate) parts: Parts,
    /// Whether the entity has had a warning for its transform.
    pub(crate) warned: bool,
    /// Whether the mask was edited, and belongs to this entity alone.
    pub(crate) edited: bool,
    pub(crate) mask: Option<MaskId>,
    /// What the mask is made of.
    pub(crate) key: Option<MaskKey>,
    /// The assets that the pose depends on.
    pub(crate) image: Option<AssetId<Image>>,
    pub(crate) layout: Option<AssetId<TextureAtlasLayout>>,
}

/// The optional components of an entity, and whether it has a parent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Parts {
    pub(crate) parent: bool,
    pub(crate) sprite: bool,
    pub(crate) anchor: bool,
    pub(crate) mask: bool,
}

/// Removes the state together with the collider.
fn forget(mut world: DeferredWorld, context: HookContext) {
    world.commands().entity(context.entity).try_remove::<PixelState>();
}

/// Notes that the sprite has lost its entity.
fn release(mut world: DeferredWorld, context: HookContext) {
    let state = world.get_mut::<PixelState>(context.entity).map(|mut state| std::mem::take(&mut *state));
    if let (Some(state), Some(mut pixels)) = (state, world.get_resource_mut::<PixelWorld>()) {
        pixels.orphans.push(state);
    }
}
