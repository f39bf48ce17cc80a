//! A backend of `bevy_picking`: the entities under pointers, by their solid pixels.
//!
//! The world of masks is the plane z = 0. A ray of a pointer meets the plane in a point, and the hits are the entities
//! with a solid pixel there. Their z orders them, as it orders what is drawn.

use crate::PixelQuery;
use bevy_app::{App, PreUpdate};
use bevy_camera::Camera;
use bevy_camera::visibility::{RenderLayers, ViewVisibility};
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_picking::PickingSystems;
use bevy_picking::backend::ray::RayMap;
use bevy_picking::backend::{HitData, PointerHits};
use bevy_transform::components::GlobalTransform;

/// What says whether and where an entity is drawn.
type Drawn<'a> = (&'a GlobalTransform, Option<&'a ViewVisibility>, Option<&'a RenderLayers>);

/// Adds the backend to an app with `bevy_picking`.
pub(crate) fn add(app: &mut App) {
    app.add_systems(PreUpdate, pick.in_set(PickingSystems::Backend));
}

/// Reports the entities with a solid pixel under each pointer, in each camera.
fn pick(
    rays: Res<RayMap>,
    pixels: PixelQuery,
    cameras: Query<(&Camera, Option<&RenderLayers>)>,
    entities: Query<Drawn>,
    mut hits: MessageWriter<PointerHits>,
) {
    for (&id, ray) in rays.iter() {
        let Ok((camera, layers)) = cameras.get(id.camera) else { continue };
        // The point of the ray at a z.
        let at = |z: f32| ray.origin + *ray.direction * ((z - ray.origin.z) / ray.direction.z);
        let hit = |entity: Entity| {
            let (transform, visibility, own_layers) = entities.get(entity).ok()?;
            let is_drawn = visibility.is_none_or(|visibility| visibility.get())
                && layers.unwrap_or_default().intersects(own_layers.unwrap_or_default());
            let point = at(transform.translation().z);
            let depth = (point - ray.origin).dot(*ray.direction);
            is_drawn.then(|| (entity, HitData::new(id.camera, depth, Some(point), Some(Vec3::Z))))
        };
        // A ray along the plane meets no point, and a point that is not finite finds nothing.
        let picks = pixels.view().find(at(0.0).truncate()).into_iter().filter_map(hit).collect();
        hits.write(PointerHits::new(id.pointer, picks, camera.order as f32));
    }
}
