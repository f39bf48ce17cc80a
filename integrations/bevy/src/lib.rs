//! Pixel-perfect collision for 2D sprites in Bevy: two sprites collide if they share a solid pixel.
//!
//! 1. Add the [`HitmaskPlugin`].
//! 2. Add a [`PixelCollider`] to entities with a `Sprite`, or to entities with a [`PixelMask`]. The plugin makes the
//!    masks from the images, and follows frames, flips, anchors, sizes and transforms.
//! 3. Read the messages [`CollisionBegan`] and [`CollisionEnded`], or observe them on an entity.
//! 4. Ask a [`PixelQuery`] for the entities at a point, in a shape, on a ray or near a point. A [`PixelMover`] moves an
//!    entity until another is in its way, pushes it out of others, carries riders on platforms, and digs into masks.
//!
//! ```
//! use bevy_app::prelude::*;
//! use bevy_ecs::prelude::*;
//! use bevy_transform::components::Transform;
//! use hitmask_bevy::prelude::*;
//!
//! let mut app = App::new();
//! app.add_plugins(HitmaskPlugin::default().in_schedule(Update)); // a game keeps `FixedPostUpdate`
//! let rock = PixelMask::new(Mask::filled(8, 8)?);
//! let [a, b] = [0.0, 5.0].map(|x| {
//!     app.world_mut().spawn((PixelCollider::default(), rock.clone(), Transform::from_xyz(x, 0.0, 0.0))).id()
//! });
//! app.add_systems(Last, move |mut began: MessageReader<CollisionBegan>| {
//!     for event in began.read() {
//!         assert_eq!((event.other(a), event.depth), (Some(b), 3.0));
//!     }
//! });
//! app.update();
//! # Ok::<(), hitmask_bevy::MaskError>(())
//! ```
//!
//! # Guarantees
//!
//! - The step is exact: it finds each pair of entities that share a solid pixel, once. The rule for the pixels of an
//!   entity is in the documentation of [`PixelCollider`].
//! - A step sees the transforms as they are in this step, of children too. It does not read `GlobalTransform`, which
//!   Bevy updates at the end of the frame.
//! - Each [`CollisionBegan`] has one [`CollisionEnded`], also if an entity is despawned, disabled or loses its image.
//! - Messages and observers come in the order of the first touches on the paths of the step, then by sprite id. The
//!   order depends only on the history of the app, not on threads.
//! - No input panics. What cannot collide is left out, and does not stop the others. The log has one warning that names
//!   the entity, and the entity comes back when it is well.
//!
//! # Coordinates
//!
//! Everything is in Bevy's units, y up. A pixel is one unit unless [`HitmaskPlugin::pixels_per_unit`] sets another
//! scale. The pixel grid has its corner at the origin of the world.
//!
//! # Features
//!
//! - `gizmos` draws boxes and shared pixels.
//! - `picking` is a backend of `bevy_picking`: pointers hover and click entities with a [`PixelCollider`] by their
//!   solid pixels, the topmost first. Entities that Bevy does not show are left out. Bevy's `PickingPlugin` can be
//!   added before or after the [`HitmaskPlugin`]. Its own backend for sprites is not needed then.
//! - `sheets` loads sprite sheets of Aseprite, TexturePacker, Cocos2d, libGDX and Tiled as assets.

mod assets;
mod collider;
mod enter;
mod error;
#[cfg(feature = "gizmos")]
mod gizmos;
mod masks;
mod messages;
#[cfg(feature = "picking")]
mod picking;
mod picture;
mod plugin;
mod query;
mod quick;
mod resource;
#[cfg(feature = "sheets")]
mod sheets;
mod source;
mod state;
mod step;
mod sync;
mod transform;
mod units;
mod warnings;

#[cfg(feature = "sheets")]
pub use self::sheets::{PixelSheet, PixelSheetError};
pub use collider::{CollidingWith, CollisionEvents, IntoMask, PixelCollider, PixelMask, Side};
pub use error::PixelError;
#[cfg(feature = "gizmos")]
pub use gizmos::PixelGizmos;
/// The library of masks.
pub use mask;
pub use mask::{Mask, MaskError};
pub use messages::{CollisionBegan, CollisionEnded};
pub use plugin::{HitmaskPlugin, PixelSystems};
pub use query::{
    Blocked, Carried, Moved, Neighbor, PixelContact, PixelMover, PixelProbe, PixelPushOut, PixelQuery, PixelReach,
    PixelView, PixelWho, SpriteRayHit, SpriteSweepHit, Swept,
};
pub use resource::{PixelSnapshot, PixelWorld};
/// The library of worlds, for [`PixelWorld::with_world`] and [`HitmaskPlugin::world_settings`]. Its `World` is not
/// Bevy's.
pub use world;
pub use world::{Motion, Remainder, WorldError};

/// The names that most games use.
pub mod prelude {
    pub use crate::{
        CollidingWith, CollisionBegan, CollisionEnded, CollisionEvents, HitmaskPlugin, Mask, Motion, PixelCollider,
        PixelError, PixelMask, PixelMover, PixelProbe, PixelPushOut, PixelQuery, PixelReach, PixelSystems, PixelWorld,
        Remainder, Side,
    };
}

/// The programs of the README and of the pages in docs, run by the tests. A test compares the list with the folder.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../README.md")]
    struct Readme;
    #[doc = include_str!("../docs/reference.md")]
    struct Reference;
    #[doc = include_str!("../docs/special.md")]
    struct Special;
}
