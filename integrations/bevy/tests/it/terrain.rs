//! Entities that lose pixels and fall apart.

use crate::common::{add_image, app, ask, block, image, step};
use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use bevy_math::{Rect, Vec2};
use bevy_sprite::Sprite;
use bevy_transform::components::Transform;
use hitmask_bevy::{PixelCollider, PixelError, PixelMask, PixelMover, PixelProbe};

fn erase(app: &mut App, probe: PixelProbe<'static>, layers: u32) -> Vec<Entity> {
    let system = move |mut mover: PixelMover| mover.erase(probe, layers).unwrap();
    app.world_mut().run_system_once(system).unwrap()
}

fn split(app: &mut App, entity: Entity) -> Result<Vec<PixelMask>, PixelError> {
    app.world_mut().run_system_once(move |mut mover: PixelMover| mover.split(entity)).unwrap()
}

fn count(app: &mut App, entity: Entity) -> usize {
    ask(app, |view| view.pixels(entity).len())
}

#[test]
fn a_shape_is_dug_out_of_entities_in_some_layers() {
    let mut app = app();
    let mask = block(8, 8);
    let ids = [0b01, 0b10].map(|layers| {
        let collider = PixelCollider { layers, ..PixelCollider::default() };
        app.world_mut().spawn((collider, mask.clone(), Transform::default())).id()
    });
    step(&mut app);
    let left = PixelProbe::Rect(Rect::new(-4.0, -4.0, -2.0, 4.0));
    assert_eq!(erase(&mut app, left, 0b10), [ids[1]]);
    assert!(erase(&mut app, left, 0b10).is_empty());
    assert_eq!((ids.map(|id| count(&mut app, id)), mask.0.count()), ([64, 48], 64));
    let dug = erase(&mut app, PixelProbe::Circle { center: Vec2::ZERO, radius: 1.0 }, u32::MAX);
    assert!(dug.len() == 2 && ids.iter().all(|id| dug.contains(id)));
    assert_eq!(ids.map(|id| count(&mut app, id)), [60, 44]);
    // A rectangle without an area digs nothing.
    assert!(erase(&mut app, PixelProbe::Rect(Rect::new(0.0, 0.0, 0.0, 9.0)), u32::MAX).is_empty());
    // The holes move with their entities.
    app.world_mut().get_mut::<Transform>(ids[1]).unwrap().translation.x = 100.0;
    step(&mut app);
    assert_eq!(count(&mut app, ids[1]), 44);
    // Edits go on in the mask that the entity has of its own.
    let id = ids[1];
    let clear = move |mut mover: PixelMover| mover.edit_mask(id, |mask| mask.clear()).unwrap();
    app.world_mut().run_system_once(clear).unwrap();
    assert_eq!(ids.map(|id| count(&mut app, id)), [60, 0]);
}

#[test]
fn holes_of_a_picture_stay_until_its_image_changes() {
    let mut app = app();
    let handle = add_image(&mut app, image(8, 8, |_, _| 255));
    let entity = app.world_mut().spawn((Sprite::from_image(handle), PixelCollider::default())).id();
    step(&mut app);
    step(&mut app);
    assert_eq!(erase(&mut app, PixelProbe::Point(Vec2::new(0.5, 0.5)), u32::MAX), [entity]);
    app.world_mut().get_mut::<Sprite>(entity).unwrap().flip_x = true;
    step(&mut app);
    assert_eq!(count(&mut app, entity), 63);
    assert!(ask(&mut app, |view| view.find(Vec2::new(-0.5, 0.5))).is_empty());
    let other = add_image(&mut app, image(8, 8, |_, _| 255));
    app.world_mut().get_mut::<Sprite>(entity).unwrap().image = other;
    step(&mut app);
    step(&mut app);
    assert_eq!(count(&mut app, entity), 64);
}

#[test]
fn the_parts_of_a_split_entity_stay_where_they_were() {
    let mut app = app();
    let at = Transform::from_xyz(30.0, 5.0, 0.0).with_scale(bevy_math::Vec3::splat(2.0));
    let plank = app.world_mut().spawn((PixelCollider::default(), block(9, 2), at)).id();
    step(&mut app);
    assert!(split(&mut app, plank).unwrap().is_empty());
    let before = ask(&mut app, |view| view.bounds(plank)).unwrap();
    let sawn = Rect::new(before.min.x + 4.0, -50.0, before.min.x + 6.0, 50.0);
    assert_eq!(erase(&mut app, PixelProbe::Rect(sawn), u32::MAX), [plank]);
    let parts = split(&mut app, plank).unwrap();
    assert_eq!(parts.len(), 1);
    let part = app.world_mut().spawn((PixelCollider::default(), parts[0].clone(), at)).id();
    step(&mut app);
    let [large, small] = [plank, part].map(|id| ask(&mut app, |view| view.bounds(id)).unwrap());
    assert_eq!((large.min.x, large.max.x), (sawn.max.x, before.max.x));
    assert_eq!((small.min.x, small.max.x), (before.min.x, sawn.min.x));
    app.world_mut().entity_mut(part).despawn();
    assert_eq!(split(&mut app, part).unwrap_err(), PixelError::NotInWorld(part));
}

#[test]
fn a_shape_that_is_not_valid_is_an_error() {
    let mut app = app();
    app.world_mut().spawn((PixelCollider::default(), block(8, 8), Transform::default()));
    step(&mut app);
    static POINTS: [Vec2; 3] = [Vec2::ZERO, Vec2::ONE, Vec2::NAN];
    let circle = |x, radius| PixelProbe::Circle { center: Vec2::new(x, 0.0), radius };
    let rect = Rect { min: Vec2::ZERO, max: Vec2::new(f32::NAN, 9.0) };
    for (probe, words) in [
        (circle(0.0, f32::NAN), "radius"),
        (circle(0.0, -1.0), "radius"),
        (circle(f32::NAN, 1.0), "out of range"),
        (PixelProbe::Point(Vec2::NAN), "out of range"),
        (PixelProbe::Line(Vec2::ZERO, Vec2::INFINITY), "out of range"),
        (PixelProbe::Rect(rect), "out of range"),
        (PixelProbe::Polygon(&POINTS), "out of range"),
        (PixelProbe::Polygon(&POINTS[..2]), "points"),
    ] {
        let system = move |mut mover: PixelMover| mover.erase(probe, u32::MAX);
        let error = app.world_mut().run_system_once(system).unwrap().unwrap_err().to_string();
        assert!(error.contains(words), "{probe:?}: {error}");
        assert!(ask(&mut app, |view| view.find(probe)).is_empty(), "{probe:?}");
    }
}
