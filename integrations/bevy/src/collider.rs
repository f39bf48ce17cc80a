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
///
/// An entity enters the world with the first fixed step after its image is loaded. `Visibility` and the color of the
/// sprite do not matter. A disabled entity does not collide.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use hitmask_bevy::{Mask, PixelCollider, PixelMask};
/// const ROCKS: u32 = 0b01;
/// const SHOTS: u32 = 0b10;
/// # let mut world = World::new();
/// let collider = PixelCollider { layers: SHOTS, collides_with: ROCKS, ..PixelCollider::default() };
/// let shot = world.spawn((collider, PixelMask::new(Mask::filled(2, 2)?))).id();
/// assert_eq!(world.get::<PixelCollider>(shot), Some(&collider));
/// # Ok::<(), hitmask_bevy::MaskError>(())
/// ```
///
/// # Which pixels are solid
///
/// 1. The picture is the frame of the texture atlas, the `rect`, or the whole image: whole texels, y down. A texel is
///    solid if its alpha is greater than [`PixelCollider::alpha_above`]. A texel outside the image is empty. `flip_x` and
///    `flip_y` mirror the picture.
/// 2. Bevy draws the picture with a map: the size of the picture, or `custom_size`, then the anchor, then the global
///    transform. The plugin splits the map into a scale along x and y, a rotation and a translation. If the map mirrors,
///    the picture is mirrored first, along x or y: the axis that needs the smaller rotation.
/// 3. The angle is rounded to the nearest of 64, and each factor of the scale to the nearest of 32 steps an octave, which
///    is at most 1.1 % off. If both factors are whole numbers or inverses of whole numbers, they stay as they are.
///    [`PixelExact`] keeps the factors, and the angle to 1/65,536 of a circle.
/// 4. The middle of the picture is the corner between texels at half its width and half its height, both rounded down. The
///    map takes this corner to a point of the world, which is rounded left and up to the corner of a pixel. A coordinate
///    that is less than 1/1024 of a pixel short of a whole pixel counts as the whole pixel. So the top-left corner of a
///    sprite that is neither scaled nor rotated is rounded left and up.
/// 5. A pixel of the world is solid if its center is in a solid texel.
///
/// If a child rotates below an entity with a scale that is not uniform, Bevy draws it sheared. The child collides without
/// the shear, at the mean of the directions of its two axes, and the log has one warning.
/// A rotation out of the plane makes a sprite narrower. A sprite with a scale of 0 does not collide.
///
/// Cost: an entity that only moves takes some 10 ns a step. An entity that rotates, scales or shows another frame takes
/// several times as long. A child is computed in each step.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[require(Transform, PixelState)]
#[component(on_remove = forget)]
pub struct PixelCollider {
    /// The layers that the entity is in. Each bit is a layer. The default is 1, the first layer.
    ///
    /// Two entities collide only if each is in a layer that the other collides with.
    pub layers: u32,
    /// The layers that the entity collides with. Each bit is a layer. The default is all layers.
    pub collides_with: u32,
    /// Pixels with an alpha value greater than this are solid, 0 to 255. The default is 127.
    pub alpha_above: u8,
    /// Whether the entity is scenery that seldom moves. Two fixed entities never collide.
    pub fixed: bool,
}

impl Default for PixelCollider {
    fn default() -> PixelCollider {
        PixelCollider { layers: 1, collides_with: u32::MAX, alpha_above: 127, fixed: false }
    }
}

/// Gives an entity a mask without an image, for apps without images, and for terrain.
///
/// The mask replaces the image of a `Sprite`. The flips and the custom size of the `Sprite` apply to the mask. The middle
/// of the mask is at the translation, unless the entity has an `Anchor`.
///
/// Clones share the mask. [`PixelMover::edit_mask`](crate::PixelMover::edit_mask) digs into the mask of one entity in place. If
/// the component gets another mask, the entity shows the new mask, without the edits.
///
/// ```
/// # use hitmask_bevy::{Mask, PixelMask};
/// let hill = PixelMask::new("..##..\n######".parse::<Mask>()?);
/// assert_eq!(hill.0.count(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Component, Debug, Clone)]
pub struct PixelMask(pub Arc<Mask>);

impl PixelMask {
    /// Returns a component that shares a mask with its clones.
    pub fn new(mask: impl Into<Arc<Mask>>) -> PixelMask {
        PixelMask(mask.into())
    }
}

/// Makes an entity collide at its scale and angle as given. Without it, both are rounded, so that entities share scaled and
/// rotated masks.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use hitmask_bevy::{Mask, PixelCollider, PixelExact, PixelMask};
/// # let mut world = World::new();
/// let blade = PixelMask::new(Mask::filled(40, 2)?);
/// world.spawn((PixelCollider::default(), blade, PixelExact));
/// # Ok::<(), hitmask_bevy::MaskError>(())
/// ```
///
/// Cost: a mask of its own for each entity, made again in each step in which the entity rotates or scales.
#[derive(Component, Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PixelExact;

/// Triggers the observers of an entity when its collisions begin and end: with
/// [`CollisionBegan`](crate::CollisionBegan) and [`CollisionEnded`](crate::CollisionEnded), in which `a` is the entity.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use hitmask_bevy::{CollisionBegan, CollisionEvents, Mask, PixelCollider, PixelMask};
/// # let mut world = World::new();
/// # let coin = PixelMask::new(Mask::filled(4, 4)?);
/// world.spawn((PixelCollider::default(), coin, CollisionEvents)).observe(
///     |event: On<CollisionBegan>, mut commands: Commands| commands.entity(event.a).despawn(),
/// );
/// # Ok::<(), hitmask_bevy::MaskError>(())
/// ```
///
/// The observers run when the commands of [`PixelSystems::Messages`](crate::PixelSystems::Messages) are applied, in the order
/// of the messages. An entity that an earlier observer has despawned gets no more events. Cost: a look-up for each event
/// of any pair, if any entity has this component.
#[derive(Component, Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CollisionEvents;

/// The state of an entity in the world of masks. Every step reads it, so it is small.
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
    pub(crate) origin: Box<Origin>,
}

/// Where the mask of an entity comes from.
#[derive(Debug, Default)]
pub(crate) struct Origin {
    pub(crate) mask: Option<MaskId>,
    /// The source of the mask.
    pub(crate) key: Option<MaskKey>,
    /// The given mask before the first edit, so that no other mask gets its address.
    pub(crate) given: Option<Arc<Mask>>,
    /// The assets that the pose depends on.
    pub(crate) image: Option<AssetId<Image>>,
    pub(crate) layout: Option<AssetId<TextureAtlasLayout>>,
}

const _: () = assert!(size_of::<PixelState>() <= 64, "a step reads the state of every entity");

/// The optional components of an entity, and whether it has a parent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Parts {
    pub(crate) parent: bool,
    pub(crate) sprite: bool,
    pub(crate) anchor: bool,
    pub(crate) mask: bool,
    pub(crate) exact: bool,
}

/// Removes the state together with the collider.
fn forget(mut world: DeferredWorld, context: HookContext) {
    world.commands().entity(context.entity).try_remove::<PixelState>();
}

/// Notes that the sprite has lost its entity.
fn release(mut world: DeferredWorld, context: HookContext) {
    let state = world.get_mut::<PixelState>(context.entity).map(|mut state| std::mem::take(&mut *state));
    // A state without a sprite leaves nothing behind, and an app may pause the plugin for long.
    if let (Some(state), Some(mut pixels)) =
        (state.filter(|state| state.sprite.is_some()), world.get_resource_mut::<PixelWorld>())
    {
        pixels.orphans.push(state);
    }
}
