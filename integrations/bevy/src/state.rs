//! The state of each entity in the plugin: its sprite, and what says how it is drawn.

use crate::assets::ChangedAssets;
use crate::resource::PixelWorld;
use crate::transform::{Axes, Offset};
use bevy_asset::AssetId;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_image::{Image, TextureAtlasLayout};
use bevy_math::Affine3A;
use world::SpriteId;

/// The state of an entity in the world of masks. Every step reads it, so it is small.
#[derive(Component, Debug, Default)]
#[component(on_remove = release)]
#[doc(hidden)]
pub struct PixelState {
    /// The sprite in the world, if there is one. It is stale if the entity was disabled since.
    pub(crate) sprite: Option<SpriteId>,
    /// The axes of the transform under which the sprite shows its picture.
    pub(crate) axes: Axes,
    pub(crate) offset: Offset,
    /// Which components the sprite was made from.
    pub(crate) parts: Parts,
    /// The faults that the log has told of.
    pub(crate) told: Faults,
    pub(crate) others: Box<Others>,
}

/// What a sprite was made from beside the components of its entity.
#[derive(Debug, Default)]
pub(crate) struct Others {
    pub(crate) image: Option<AssetId<Image>>,
    pub(crate) layout: Option<AssetId<TextureAtlasLayout>>,
    /// The parent in the last step, and its global transform. It is out of date if the entity has no parent.
    pub(crate) parent: Option<(Entity, Affine3A)>,
}

impl PixelState {
    /// Returns whether the sprite depends on a changed asset. An added image matters only to entities that
    /// wait for it.
    pub(crate) fn depends_on(&self, assets: &ChangedAssets) -> bool {
        let changed = |image| assets.changed.contains(&image) || self.sprite.is_none() && assets.added.contains(&image);
        self.others.image.is_some_and(changed)
            || self.others.layout.is_some_and(|layout| assets.layouts.contains(&layout))
    }
}

/// The faults of an entity, a bit for each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Faults(u8);

impl Faults {
    /// It waits for a mask. (No fault yet: its image may be loading.)
    pub(crate) const WAITS: Faults = Faults(1);
    /// It has waited for too long.
    pub(crate) const NO_MASK: Faults = Faults(2);
    pub(crate) const TRANSFORM: Faults = Faults(4);
    pub(crate) const PLACE: Faults = Faults(8);
    pub(crate) const WORLD: Faults = Faults(16);

    /// Adds a fault. Returns whether it is new.
    pub(crate) fn add(&mut self, fault: Faults) -> bool {
        let is_new = self.0 & fault.0 == 0;
        self.0 |= fault.0;
        is_new
    }
}

const _: () = assert!(size_of::<PixelState>() <= 64, "a step reads the state of every entity");

/// Which optional components an entity has, a bit for each. (One number, because every step compares it for every
/// entity.)
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Parts(u8);

impl Parts {
    /// Returns whether an entity has a parent, a sprite, an anchor, and a mask of its own.
    pub(crate) fn new(parent: bool, sprite: bool, anchor: bool, mask: bool) -> Parts {
        Parts(u8::from(parent) | u8::from(sprite) << 1 | u8::from(anchor) << 2 | u8::from(mask) << 3)
    }
}

/// Notes that the sprite has lost its entity.
fn release(mut world: DeferredWorld, context: HookContext) {
    let sprite = world.get::<PixelState>(context.entity).and_then(|state| state.sprite);
    // A state without a sprite leaves nothing behind, and an app may pause the plugin for long.
    if let (Some(sprite), Some(mut pixels)) = (sprite, world.get_resource_mut::<PixelWorld>()) {
        pixels.get_mut().orphans.push(sprite);
    }
}
