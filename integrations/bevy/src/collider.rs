//! The components of entities that collide.

use crate::state::PixelState;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_reflect::Reflect;
use bevy_reflect::prelude::ReflectDefault;
use bevy_transform::components::Transform;
use mask::Mask;
use std::sync::Arc;
use world::MaskId;

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
///    solid if its alpha is greater than [`PixelCollider::alpha_above`]. A texel outside the image is empty. `flip_x`
///    and `flip_y` mirror the picture.
/// 2. Bevy draws the picture with a map: the size of the picture, or `custom_size`, then the anchor, then the global
///    transform, shear of nested transforms included. A pixel of the world is solid if the texel that the map draws at
///    its center is solid.
/// 3. A picture that is neither scaled nor rotated, but for quarter turns, stands at a whole pixel: its top-left corner
///    is rounded. Halves, and coordinates less than 1/1024 of a pixel from a half, are rounded left and up: a graphics
///    card draws the pixel whose center is on the left or the upper side of a sprite. So a sprite collides where a
///    camera that shows one pixel for each pixel draws it.
/// 4. The numbers of a transform are `f32`, so the axes of a sprite at rest are a little off. If they are within 1e-5
///    of the axes of the world, they count as these, and factors as near to whole numbers and their inverses as those.
///
/// A rotation out of the plane makes a sprite narrower. A sprite with a scale of 0 does not collide.
///
/// Cost: an entity that only moves takes some 10 ns a step. An entity that rotates, scales or shows another frame takes
/// several times as long, and so does a scaled entity that moves by fractions of a pixel. A child is computed in each
/// step.
#[derive(Component, Reflect, Debug, Clone, Copy, PartialEq, Eq)]
#[reflect(Component, Default, Debug, Clone, PartialEq)]
#[require(Transform, PixelState)]
#[component(on_remove = forget)]
pub struct PixelCollider {
    /// The layers that the entity is in. Each bit is a layer. The default is 1, the first layer.
    ///
    /// Two entities collide only if each is in a layer that the other collides with. Name the layers on both sides, or
    /// they never meet; [`PixelWorld::one_sided_layers`](crate::PixelWorld::one_sided_layers) finds who does not.
    pub layers: u32,
    /// The layers that the entity collides with. Each bit is a layer. The default is all layers.
    pub collides_with: u32,
    /// Pixels with an alpha value greater than this are solid, 0 to 255. The default is 127.
    pub alpha_above: u8,
    /// Rounds the angle of the entity to this many equal angles of a circle, 1 to 65,536, and its place to whole
    /// pixels: a choice of speed over truth, for crowds that rotate. Entities with the same picture and number share
    /// the masks of their angles. With 64, an angle is up to 2.8 degrees off. The default is `None`: the entity
    /// collides as it is drawn.
    pub angle_steps: Option<u32>,
    /// Whether the entity is scenery that seldom moves. Two fixed entities never collide. The default is `false`.
    pub fixed: bool,
    /// Whether the entity is a sensor: it collides but blocks nobody, for example a coin or an enemy that hurts. Rays,
    /// sweeps and moves skip it, unless a view includes sensors
    /// ([`PixelView::with_sensors`](crate::PixelView::with_sensors)). The default is `false`.
    pub sensor: bool,
    /// The only side from which the entity blocks others, for example `Side::Top` of a platform that a hero jumps
    /// through from below. The default is `None`: it blocks from all sides. The side is that of the world, whatever the
    /// rotation.
    pub one_way: Option<Side>,
    /// Whether a step tests the entity along its path: the straight line from its place at the last fixed step to its
    /// place now, so that a fast bullet passes through nothing unseen. The default is `false`.
    ///
    /// Its pairs begin with the point and the normal of their first touch, the nearest first
    /// ([`CollisionBegan::fraction`](crate::CollisionBegan::fraction)). A pair that shares pixels only in passing ends in the
    /// next step.
    ///
    /// The path begins where the entity is in its first step. So spawn a bullet after the system that moves the
    /// bullets, or it has moved once without a path. To teleport without a path, set it to `false` for one fixed step.
    pub continuous: bool,
}

/// Writes what depends on the fields that a collider and a sprite have alike, with equal defaults.
macro_rules! alike {
    ($($name:ident),*) => {
        impl Default for PixelCollider {
            fn default() -> PixelCollider {
                let sprite = world::Sprite::new(MaskId::default(), [0, 0]);
                PixelCollider { $($name: sprite.$name,)* alpha_above: 127, angle_steps: None, one_way: None }
            }
        }

        impl PixelCollider {
            /// Returns a sprite with the fields of the collider.
            pub(crate) fn sprite(&self, mask: MaskId, position: [i32; 2]) -> world::Sprite {
                let mut sprite = world::Sprite::new(mask, position);
                sprite.one_way = self.one_way.map(world::Side::from);
                $(sprite.$name = self.$name;)*
                sprite
            }
        }
    };
}
alike!(layers, collides_with, fixed, sensor, continuous);

/// A side of an entity, as it stands on the screen: the top is the side with the largest y of Bevy.
#[derive(Reflect, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[reflect(Debug, Clone, PartialEq, Hash)]
#[expect(missing_docs, reason = "the names say all")]
pub enum Side {
    Left,
    Right,
    Top,
    Bottom,
}

impl From<Side> for world::Side {
    fn from(side: Side) -> world::Side {
        match side {
            Side::Left => world::Side::Left,
            Side::Right => world::Side::Right,
            Side::Top => world::Side::Top,
            Side::Bottom => world::Side::Bottom,
        }
    }
}

/// Gives an entity a mask without an image, for apps without images, and for terrain.
///
/// The mask replaces the image of a `Sprite`. The flips and the custom size of the `Sprite` apply to the mask. The
/// middle of the mask is at the translation, unless the entity has an `Anchor`.
///
/// Clones share the mask. [`PixelMover::edit_mask`](crate::PixelMover::edit_mask) digs into the mask of one entity in
/// place. If the component gets another mask, the entity shows the new mask, without the edits.
///
/// ```
/// # use hitmask_bevy::{Mask, PixelMask};
/// let hill = PixelMask::new("..##..\n######".parse::<Mask>()?);
/// assert_eq!(hill.0.count(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Component, Reflect, Debug, Clone)]
#[reflect(opaque)]
#[reflect(Component, Debug, Clone)]
pub struct PixelMask(pub Arc<Mask>);

impl PixelMask {
    /// Returns a component that shares a mask with its clones.
    pub fn new(mask: impl IntoMask) -> PixelMask {
        PixelMask(mask.into())
    }
}

/// A [`Mask`], or a pointer to one, for [`PixelMask::new`].
#[diagnostic::on_unimplemented(
    message = "expected a `Mask`, got `{Self}`",
    label = "expected `Mask` or `Arc<Mask>`",
    note = "parse a text with `.parse::<Mask>()?`, and end a call that returns a `Result` with `?`"
)]
pub trait IntoMask: Into<Arc<Mask>> {}

impl IntoMask for Mask {}
impl IntoMask for Arc<Mask> {}
impl IntoMask for Box<Mask> {}

/// Tells observers of the whole app of the collisions of an entity: `App::add_observer` with
/// [`CollisionBegan`](crate::CollisionBegan) and [`CollisionEnded`](crate::CollisionEnded), in which `a` is the entity.
///
/// An entity with an observer of its own does not need it:
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use hitmask_bevy::{CollisionBegan, CollisionEvents, Mask, PixelCollider, PixelMask};
/// # #[derive(Component)] struct Coin;
/// # let mut world = World::new();
/// # let coin = PixelMask::new(Mask::filled(4, 4)?);
/// world.spawn((PixelCollider::default(), coin.clone())).observe(
///     |event: On<CollisionBegan>, mut commands: Commands| commands.entity(event.a).despawn(),
/// );
/// // One observer for all coins.
/// world.spawn((PixelCollider::default(), coin, Coin, CollisionEvents));
/// world.add_observer(|event: On<CollisionBegan>, coins: Query<(), With<Coin>>, mut commands: Commands| {
///     if coins.contains(event.a) {
///         commands.entity(event.a).despawn();
///     }
/// });
/// # Ok::<(), hitmask_bevy::MaskError>(())
/// ```
///
/// The observers run when the commands of [`PixelSystems::Messages`](crate::PixelSystems::Messages) are applied, in the
/// order of the messages; of a pair, the entity with the smaller sprite id comes first. An entity that an observer
/// despawns gets no more events, and later pairs that begin with it are left out. So if the observer of a wall despawns
/// a bullet, the enemy behind the wall hears nothing of the bullet. A system that despawns the bullet because of a
/// message is too late for that.
///
/// Cost: two look-ups for each event of any pair, if any entity has this component or an observer.
#[derive(Component, Reflect, Debug, Clone, Copy, Default, PartialEq, Eq)]
#[reflect(Component, Default, Debug, Clone, PartialEq)]
pub struct CollisionEvents;

/// Lists the entities with which an entity collides, since the last step. The plugin keeps the list up to date, so that
/// a query can ask for it:
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_ecs::prelude::*;
/// # use bevy_transform::components::Transform;
/// # use hitmask_bevy::{CollidingWith, HitmaskPlugin, Mask, PixelCollider, PixelMask};
/// # let mut app = App::new();
/// # app.add_plugins(HitmaskPlugin::default().in_schedule(PreUpdate)).add_systems(Update, run);
/// fn run(touching: Query<&CollidingWith, Changed<CollidingWith>>) {
///     assert_eq!(touching.iter().map(|others| others.len()).sum::<usize>(), 1);
/// }
/// # let square = PixelMask::new(Mask::filled(8, 8)?);
/// # app.world_mut().spawn((PixelCollider::default(), CollidingWith::default(), square.clone()));
/// # app.world_mut().spawn((PixelCollider::default(), square));
/// # app.update();
/// # Ok::<(), hitmask_bevy::MaskError>(())
/// ```
///
/// The list has no guaranteed order. It may name an entity that was despawned after the last step. Cost: a look-up for
/// each event of any pair, if any entity has this component.
#[derive(Component, Reflect, Debug, Clone, Default, PartialEq, Eq)]
#[reflect(Component, Default, Debug, Clone, PartialEq)]
pub struct CollidingWith(pub(crate) Vec<Entity>);

impl std::ops::Deref for CollidingWith {
    type Target = [Entity];

    fn deref(&self) -> &[Entity] {
        &self.0
    }
}

/// Removes the state together with the collider.
fn forget(mut world: DeferredWorld, context: HookContext) {
    world.commands().entity(context.entity).try_remove::<PixelState>();
}
