//! The plugin and its system sets.

use crate::error::PixelError;
use crate::units::Units;
use crate::{
    CollidingWith, CollisionBegan, CollisionEnded, CollisionEvents, PixelCollider, PixelMask, PixelWorld, Side, step,
    sync,
};
use bevy_app::{App, FixedPostUpdate, Last, Plugin};
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{InternedScheduleLabel, ScheduleLabel};
use world::World;

/// Adds pixel-perfect collision to an app: the resource [`PixelWorld`], the messages, and the systems of
/// [`PixelSystems`].
///
/// ```
/// # use bevy_app::App;
/// # use hitmask_bevy::{HitmaskPlugin, PixelWorld};
/// let mut app = App::new();
/// app.add_plugins(HitmaskPlugin::default().pixels_per_unit(16.0)?);
/// assert_eq!(app.world().resource::<PixelWorld>().pixels_per_unit(), 16.0);
/// # Ok::<(), hitmask_bevy::PixelError>(())
/// ```
#[derive(Debug, Clone)]
pub struct HitmaskPlugin {
    schedule: Interned<dyn ScheduleLabel>,
    units: Units,
    settings: fn(&mut World),
}

impl Default for HitmaskPlugin {
    fn default() -> HitmaskPlugin {
        HitmaskPlugin { schedule: FixedPostUpdate.intern(), units: Units::default(), settings: |_| {} }
    }
}

/// The systems of the plugin, in this order. By default, they are in `FixedPostUpdate`.
///
/// A system that moves entities runs before [`PixelSystems::Sync`], for example in `FixedUpdate`. A system that handles
/// collisions in the same step runs after [`PixelSystems::Messages`].
///
/// A run condition on the sets pauses the plugin. The first step after a pause sees all changes of the pause.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PixelSystems {
    /// Reads images, sprites and transforms, and puts them into the [`PixelWorld`].
    Sync,
    /// Steps the world: finds the pairs that began and ceased to collide.
    Step,
    /// Writes the messages and triggers the observers.
    Messages,
}

impl HitmaskPlugin {
    /// Returns the plugin with its default settings: a step in `FixedPostUpdate`, and one pixel for each unit.
    #[must_use]
    pub fn new() -> HitmaskPlugin {
        HitmaskPlugin::default()
    }

    /// Sets the schedule in which the world steps. The default is `FixedPostUpdate`.
    ///
    /// In a schedule that runs once a frame, such as `PostUpdate`, collisions depend on the frame rate.
    #[must_use]
    pub fn in_schedule(self, schedule: impl ScheduleLabel) -> HitmaskPlugin {
        let schedule: InternedScheduleLabel = schedule.intern();
        HitmaskPlugin { schedule, ..self }
    }

    /// Sets the number of pixels in a unit of Bevy's transforms. The default is 1.
    ///
    /// # Errors
    /// Returns [`PixelError::PixelsPerUnit`] if the number is NaN, infinite, 0 or negative.
    pub fn pixels_per_unit(self, pixels: f32) -> Result<HitmaskPlugin, PixelError> {
        if !(pixels.is_finite() && pixels > 0.0) {
            return Err(PixelError::PixelsPerUnit(pixels));
        }
        Ok(HitmaskPlugin { units: Units { pixels_per_unit: pixels.into() }, ..self })
    }

    /// Sets a function that sets up the world of masks, for example its limits. It is called when the plugin is added.
    ///
    /// ```
    /// # use hitmask_bevy::HitmaskPlugin;
    /// let plugin = HitmaskPlugin::default().world_settings(|world| world.set_limits(world.limits().pairs(100_000)));
    /// # let mut app = bevy_app::App::new();
    /// # app.add_plugins(plugin);
    /// # assert_eq!(app.world().resource::<hitmask_bevy::PixelWorld>().with_world(|world| world.limits().pairs), 100_000);
    /// ```
    ///
    /// The function must not add sprites: their ids belong to the plugin.
    #[must_use]
    pub fn world_settings(self, settings: fn(&mut World)) -> HitmaskPlugin {
        HitmaskPlugin { settings, ..self }
    }
}

impl Plugin for HitmaskPlugin {
    fn build(&self, app: &mut App) {
        let mut world = World::new();
        (self.settings)(&mut world);
        app.insert_resource(PixelWorld::new(world, self.units))
            .register_type::<PixelCollider>()
            .register_type::<Side>()
            .register_type::<PixelMask>()
            .register_type::<CollisionEvents>()
            .register_type::<CollidingWith>()
            .register_type::<CollisionBegan>()
            .register_type::<CollisionEnded>()
            .add_message::<CollisionBegan>()
            .add_message::<CollisionEnded>()
            .configure_sets(self.schedule, (PixelSystems::Sync, PixelSystems::Step, PixelSystems::Messages).chain())
            .add_systems(
                self.schedule,
                (
                    sync::sync.in_set(PixelSystems::Sync),
                    step::step.in_set(PixelSystems::Step),
                    step::report.in_set(PixelSystems::Messages),
                ),
            );
        app.add_systems(Last, sync::note_assets.before(PixelSystems::Sync));
    }

    /// Adds what depends on other plugins, whatever the order in which the plugins were added.
    fn finish(&self, app: &mut App) {
        #[cfg(feature = "sheets")]
        if app.world().contains_resource::<bevy_asset::AssetServer>() {
            crate::sheets::add(app);
        }
        #[cfg(feature = "picking")]
        if app.world().contains_resource::<bevy_picking::backend::ray::RayMap>() {
            crate::picking::add(app);
        }
        #[cfg(feature = "gizmos")]
        if app.world().contains_resource::<bevy_gizmos::config::GizmoConfigStore>() {
            crate::gizmos::add(app);
        }
        let _ = app; // without these features
    }
}
