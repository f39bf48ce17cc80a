//! The backend of `bevy_picking`.

use crate::common::app;
use bevy_app::App;
use bevy_camera::Camera;
use bevy_camera::visibility::RenderLayers;
use bevy_ecs::message::Messages;
use bevy_ecs::prelude::*;
use bevy_math::{Dir3, Vec3};
use bevy_picking::backend::PointerHits;
use bevy_picking::backend::ray::{RayId, RayMap};
use bevy_picking::pointer::PointerId;
use bevy_shape::Ray3d;
use bevy_transform::components::Transform;
use hitmask_bevy::{Mask, PixelCollider, PixelMask};

/// Returns the entities under a pointer at a point of the camera's plane z = 100, the nearest first, with their depths.
fn picked(app: &mut App, camera: Entity, at: [f32; 2]) -> Vec<(Entity, f32)> {
    let ray = Ray3d { origin: Vec3::new(at[0], at[1], 100.0), direction: Dir3::NEG_Z };
    let mut rays = app.world_mut().resource_mut::<RayMap>();
    rays.map.clear();
    rays.map.insert(RayId::new(camera, PointerId::Mouse), ray);
    app.world_mut().resource_mut::<Messages<PointerHits>>().clear();
    app.update();
    let hits: Vec<PointerHits> = app.world_mut().resource_mut::<Messages<PointerHits>>().drain().collect();
    assert_eq!((hits.len(), hits[0].pointer, hits[0].order), (1, PointerId::Mouse, 3.0));
    let mut picks: Vec<_> = hits[0].picks.iter().map(|(entity, hit)| (*entity, hit.depth)).collect();
    picks.sort_by(|a, b| a.1.total_cmp(&b.1));
    picks
}

#[test]
fn pointers_pick_entities_by_their_solid_pixels() {
    let mut app = app();
    app.init_resource::<RayMap>().add_message::<PointerHits>();
    app.finish();
    let camera = app.world_mut().spawn(Camera { order: 3, ..Default::default() }).id();
    let ring = PixelMask::new("####\n#..#\n#..#\n####".parse::<Mask>().unwrap());
    let spawn = |app: &mut App, z: f32| {
        let collider = PixelCollider { sensor: z > 5.0, ..Default::default() };
        app.world_mut().spawn((collider, ring.clone(), Transform::from_xyz(20.0, 10.0, z))).id()
    };
    let [below, above] = [1.0, 7.0].map(|z| spawn(&mut app, z));
    let other = app.world_mut().spawn((PixelCollider::default(), ring.clone(), Transform::from_xyz(20.0, 10.0, 9.0)));
    let other = other.id();
    app.world_mut().entity_mut(other).insert(RenderLayers::layer(2));
    app.update();
    app.update();
    assert_eq!(picked(&mut app, camera, [18.5, 8.5]), [(above, 93.0), (below, 99.0)]);
    assert_eq!(picked(&mut app, camera, [20.0, 10.0]), []); // in the hole
    app.world_mut().entity_mut(camera).insert(RenderLayers::layer(2));
    assert_eq!(picked(&mut app, camera, [18.5, 8.5]), [(other, 91.0)]);
}
