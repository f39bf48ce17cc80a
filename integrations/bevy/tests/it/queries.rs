//! Queries against a test of every pixel of every entity, and moves.

use crate::common::{app, ask, block, pixel, step};
use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use bevy_math::{Quat, Rect, Vec2};
use bevy_sprite::Anchor;
use bevy_transform::components::Transform;
use fastrand::Rng;
use hitmask_bevy::{
    Mask, Motion, Moved, PixelCollider, PixelError, PixelMask, PixelMover, PixelProbe, PixelPushOut, PixelQuery,
    PixelReach, PixelView, PixelWorld,
};
use std::collections::{BTreeMap, BTreeSet};

/// The solid pixels of each entity, y down.
type Scene = BTreeMap<u64, BTreeSet<[i32; 2]>>;

fn sorted(entities: Vec<Entity>) -> Vec<u64> {
    let mut bits: Vec<u64> = entities.into_iter().map(Entity::to_bits).collect();
    bits.sort_unstable();
    bits
}

/// Returns an app with 60 rocks at random places, angles and layers, and the pixels of each.
fn rocks(rng: &mut Rng) -> (App, Vec<Entity>, Scene) {
    let mut app = app();
    let masks = [5, 9, 16].map(|side| {
        let mask = Mask::from_fn(side, side, |x, y| (x * x + y * y) % 7 < 4 || x == y).unwrap();
        PixelMask::new(mask)
    });
    let mut entities = Vec::new();
    for n in 0..60 {
        let mut transform = Transform::from_xyz(rng.f32() * 200.0 - 100.0, rng.f32() * 200.0 - 100.0, 0.0);
        if n % 2 == 0 {
            transform.rotation = Quat::from_rotation_z(rng.f32() * 6.0);
        }
        let collider = PixelCollider { layers: 1 << (n % 3), ..PixelCollider::default() };
        entities.push(app.world_mut().spawn((collider, masks[n % 3].clone(), transform)).id());
    }
    step(&mut app);
    let pixels = |entity| ask(&mut app, |view| view.pixels(entity).into_iter().map(pixel).collect());
    let scene = entities.iter().map(|entity| entity.to_bits()).zip(entities.iter().copied().map(pixels)).collect();
    (app, entities, scene)
}

/// Returns the entities with a pixel for which `is_in` is true. It is called with the center of the pixel, y up.
fn with_pixel(scene: &Scene, is_in: impl Fn(Vec2) -> bool) -> Vec<u64> {
    let center = |[x, y]: [i32; 2]| Vec2::new(x as f32 + 0.5, -(y as f32 + 0.5));
    let hit = scene.iter().filter(|(_, pixels)| pixels.iter().any(|&pixel| is_in(center(pixel))));
    hit.map(|(entity, _)| *entity).collect()
}

#[test]
fn queries_find_the_entities_of_a_loop_over_all_pixels() {
    let mut rng = Rng::with_seed(9);
    let (mut app, entities, scene) = rocks(&mut rng);
    let mut found = 0;
    for _ in 0..300 {
        let mut place = || Vec2::new(rng.f32() * 240.0 - 120.0, rng.f32() * 240.0 - 120.0);
        let (at, to) = (place(), place());
        let radius = rng.f32() * 20.0;
        let rect = Rect::from_center_size(at, Vec2::new(1.0 + radius, 2.0 * radius + 1.0));
        let triangle = [at, at + Vec2::new(30.0, 3.0), at + Vec2::new(4.0, 25.0)];
        let layer = 1 << rng.u32(..3);
        ask(&mut app, |view| {
            let is_same_pixel = |center: Vec2| (center - at).abs().max_element() < 0.5;
            assert_eq!(sorted(view.find(at)), with_pixel(&scene, is_same_pixel));
            let near = |center: Vec2| (center - at).length() <= radius;
            assert_eq!(sorted(view.find(PixelProbe::Circle { center: at, radius })), with_pixel(&scene, near));
            // A rectangle covers each pixel that it overlaps.
            let (low, high) = (rect.min - 0.5, rect.max + 0.5);
            let overlaps = |c: Vec2| c.x > low.x && c.x < high.x && c.y > low.y && c.y < high.y;
            let in_rect = sorted(view.find(rect));
            assert_eq!(in_rect, with_pixel(&scene, overlaps));
            found += in_rect.len();
            let inside = |c: Vec2| {
                let side = |n: usize| (triangle[(n + 1) % 3] - triangle[n]).perp_dot(c - triangle[n]) > 0.0;
                side(0) && side(1) && side(2)
            };
            assert_eq!(sorted(view.find(&triangle[..])), with_pixel(&scene, inside));
            // Layers.
            let of_layer = |bits: &u64| {
                let n = entities.iter().position(|entity| entity.to_bits() == *bits).unwrap();
                1 << (n % 3) == layer
            };
            let expected: Vec<u64> = in_rect.into_iter().filter(of_layer).collect();
            assert_eq!(sorted(view.on_layers(layer).find(rect)), expected);
            // A ray hits its first solid pixel, and the line finds all entities of the ray.
            let all = view.cast_ray_all(at, to);
            assert_eq!(view.cast_ray(at, to), all.first().copied());
            for hit in &all {
                assert!(scene[&hit.entity.to_bits()].contains(&pixel(hit.point)));
                assert!(hit.before.is_none_or(|before| !scene[&hit.entity.to_bits()].contains(&pixel(before))));
                assert!((hit.point - at).perp_dot((to - at).normalize()).abs() < 1.0);
            }
            let distances: Vec<f32> = all.iter().map(|hit| (hit.point - at).length()).collect();
            assert!(distances.windows(2).all(|pair| pair[0] <= pair[1] + 1.5), "{distances:?}");
            assert_eq!(sorted(view.find(PixelProbe::Line(at, to))), sorted(all.iter().map(|hit| hit.entity).collect()));
            // The nearest entities.
            let near = view.nearest(at, 5);
            assert!(near.len() == 5 && near.windows(2).all(|pair| pair[0].distance <= pair[1].distance));
            for nan in [f32::NAN, f32::INFINITY, 1e30] {
                let nowhere = Vec2::new(nan, 0.0);
                assert!(view.find(nowhere).is_empty() && view.cast_ray(at, nowhere).is_none());
                assert!(
                    view.find(PixelProbe::Circle { center: nowhere, radius: 1.0 }).is_empty()
                        && view.nearest(nowhere, 1).is_empty()
                );
            }
        });
    }
    assert!(found > 100, "{found}");
    for (&a, &b) in entities.iter().flat_map(|a| entities.iter().map(move |b| (a, b))).filter(|(a, b)| a != b) {
        let shared: Vec<_> = scene[&a.to_bits()].intersection(&scene[&b.to_bits()]).collect();
        ask(&mut app, |view| {
            assert_eq!(
                (view.overlaps(a, b), view.overlapping(a).contains(&b)),
                (!shared.is_empty(), !shared.is_empty())
            );
            assert_eq!(view.contact(a, b).map_or(0, |contact| contact.area), shared.len() as u64);
            if let Some(contact) = view.contact(a, b) {
                let first = shared.iter().min_by_key(|at| (at[1], at[0])).unwrap();
                assert_eq!(pixel(contact.point), **first);
                assert!((contact.normal.length() - 1.0).abs() < 1e-5 && contact.penetration != Vec2::ZERO);
            }
        });
    }
}

/// Moves an entity with its transform in a system.
fn move_until(app: &mut App, entity: Entity, by: Vec2, motion: Motion) -> Result<Moved, PixelError> {
    let system = |In((entity, by, motion)): In<(Entity, Vec2, Motion)>,
                  mut mover: PixelMover,
                  mut transforms: Query<&mut Transform>| {
        mover.move_until(entity, &mut transforms.get_mut(entity).unwrap(), by, motion)
    };
    app.world_mut().run_system_cached_with(system, (entity, by, motion)).unwrap()
}

#[test]
fn moves_stop_or_slide_and_keep_fractions() {
    let mut app = app();
    let collider = PixelCollider::default;
    let ball = app.world_mut().spawn((collider(), block(8, 8), Transform::from_xyz(0.25, 0.75, 0.0))).id();
    let wall = app.world_mut().spawn((collider(), block(4, 400), Transform::from_xyz(50.0, 0.0, 0.0))).id();
    step(&mut app);
    // The ball is 8 pixels wide around 0.25: its right side is at 4, and the wall begins at 48.
    let moved = move_until(&mut app, ball, Vec2::new(100.5, 0.0), Motion::STOP).unwrap();
    assert_eq!((moved.by, moved.hits[0].entity, moved.hits[0].normal), (Vec2::new(44.0, 0.0), wall, Vec2::NEG_X));
    let transform = |app: &App| app.world().get::<Transform>(ball).unwrap().translation.truncate();
    assert_eq!(transform(&app), Vec2::new(44.25, 0.75));
    assert_eq!(ask(&mut app, |view| view.bounds(ball)).unwrap(), Rect::new(40.0, -3.0, 48.0, 5.0));
    let moved = move_until(&mut app, ball, Vec2::new(10.0, 20.5), Motion::SLIDE).unwrap();
    assert_eq!((moved.by, transform(&app)), (Vec2::new(0.0, 20.5), Vec2::new(44.25, 21.25)));
    assert_eq!(move_until(&mut app, ball, Vec2::new(-0.5, 0.0), Motion::STOP).unwrap().by, Vec2::new(-0.5, 0.0));
    assert!(step(&mut app).began.is_empty(), "the step reads the position that the move has written");
    assert_eq!(ask(&mut app, |view| view.sweep(ball, Vec2::new(9.0, 0.0))).unwrap().by, Vec2::ZERO);
    assert_eq!(ask(&mut app, |view| view.sweep(wall, Vec2::new(-9.0, 0.0))).unwrap().hit.unwrap().entity, ball);
    // Errors change nothing.
    for by in [f32::NAN, 3e9] {
        let moved = move_until(&mut app, ball, Vec2::new(by, 0.0), Motion::STOP);
        assert!(matches!(moved, Err(PixelError::OutOfRange { .. })), "{moved:?}");
    }
    assert_eq!(transform(&app), Vec2::new(43.75, 21.25));
    app.world_mut().entity_mut(ball).remove::<PixelCollider>();
    assert_eq!(move_until(&mut app, ball, Vec2::X, Motion::STOP), Err(PixelError::NotInWorld(ball)));
}

#[test]
fn a_move_by_nothing_touches_what_the_entity_overlaps() {
    let mut app = app();
    let spawn = |app: &mut App, collider, x: f32| {
        app.world_mut().spawn((collider, block(8, 8), Transform::from_xyz(x, 0.0, 0.0))).id()
    };
    let [hero, rock, _] = [0.0, 5.0, 8.0 + 5.0].map(|x| spawn(&mut app, PixelCollider::default(), x));
    let coin = spawn(&mut app, PixelCollider { sensor: true, ..PixelCollider::default() }, -5.0);
    let _other_layer = spawn(&mut app, PixelCollider { layers: 2, collides_with: 2, ..PixelCollider::default() }, 0.0);
    step(&mut app);
    ask(&mut app, |view| {
        assert_eq!(view.touching(hero, Vec2::ZERO).unwrap(), [rock]);
        assert_eq!(view.touching(hero, Vec2::new(0.3, -0.3)).unwrap(), [rock], "it rounds to nothing");
        assert_eq!(view.with_sensors().touching(hero, Vec2::ZERO).unwrap(), [rock, coin]);
    });
    let system = move |mut mover: PixelMover, mut transforms: Query<&mut Transform>| {
        mover.push_out(hero, &mut transforms.get_mut(hero).unwrap(), 20.0).unwrap().unwrap();
        assert_eq!(mover.view().touching(hero, Vec2::ZERO).unwrap(), []);
    };
    app.world_mut().run_system_once(system).unwrap();
}

#[test]
fn the_options_of_views_and_motions_choose_who_is_in_the_way() {
    let mut app = app();
    let spawn = |app: &mut App, collider, x: f32| {
        app.world_mut().spawn((collider, block(8, 8), Transform::from_xyz(x, 0.0, 0.0))).id()
    };
    let hero = spawn(&mut app, PixelCollider::default(), 0.0);
    let coin = spawn(&mut app, PixelCollider { sensor: true, ..PixelCollider::default() }, 20.0);
    let door = spawn(&mut app, PixelCollider { layers: 2, ..PixelCollider::default() }, 40.0);
    let inner = spawn(&mut app, PixelCollider { layers: 4, ..PixelCollider::default() }, 6.0);
    step(&mut app);
    let by = Vec2::new(60.0, 0.0);
    ask(&mut app, |view| {
        let view = view.on_layers(0b011);
        let reached = |view: PixelView| view.sweep(hero, by).unwrap();
        assert_eq!(reached(view).hit.unwrap().entity, door);
        assert_eq!(reached(view.with_sensors()).hit.unwrap().entity, coin);
        assert_eq!(reached(view.without(door)).by, by);
        assert_eq!(view.without(hero).find(Vec2::ZERO), []);
        let inside = view.on_layers(4).hit_from_inside();
        assert_eq!((reached(inside).by, reached(inside).hit.unwrap().entity), (Vec2::ZERO, inner));
    });
    let on = Motion::STOP.on_layers(0b011);
    assert_eq!(move_until(&mut app, hero, by, on.with_sensors()).unwrap().hits[0].entity, coin);
    let moved = move_until(&mut app, hero, by, Motion::SLIDE.on_layers(4).hit_from_inside()).unwrap();
    assert_eq!((moved.by, moved.hits[0].entity), (Vec2::ZERO, inner));
    assert_eq!(move_until(&mut app, hero, by, on).unwrap().hits[0].entity, door);
}

#[test]
fn a_query_asks_about_an_entity_as_something_else_and_about_shapes_in_no_world() {
    let mut app = app();
    let spawn = |app: &mut App, mask, at: Vec2, layers| {
        let collider = PixelCollider { layers, ..PixelCollider::default() };
        app.world_mut().spawn((collider, mask, Transform::from_translation(at.extend(0.0)))).id()
    };
    let [crouching, standing] = [block(8, 8), block(8, 16)];
    let hero = spawn(&mut app, crouching, Vec2::ZERO, 1);
    let tall = spawn(&mut app, standing, Vec2::new(200.0, 0.0), 1);
    let beam = spawn(&mut app, block(40, 4), Vec2::new(0.0, 10.0), 1);
    step(&mut app);
    ask(&mut app, |view| {
        let as_tall = view.get(hero).unwrap().mask(view.get(tall).unwrap().mask);
        let [x, y] = as_tall.position;
        assert!(!view.is_free((hero, &as_tall.position([x, y - 8]))).unwrap(), "the beam is in the way");
        assert!(view.is_free((hero, &as_tall.position([x, y]))).unwrap(), "it ignores itself");
        assert!(!view.is_free(&as_tall).unwrap(), "somebody else would overlap it");
        let dot = Mask::filled(1, 1).unwrap();
        assert!(!view.is_free((&dot, Vec2::ZERO)).unwrap() && view.is_free((&dot, Vec2::new(50.0, 0.0))).unwrap());
        let swept = view.sweep((&dot, Vec2::new(50.0, 10.0)), Vec2::new(-100.0, 0.0)).unwrap();
        assert_eq!((swept.by, swept.hit.unwrap().entity), (Vec2::new(-30.0, 0.0), beam));
        assert_eq!(view.touching((hero, Vec2::new(0.0, 4.0)), Vec2::Y).unwrap(), [beam]);
        assert_eq!(view.nearest_free((hero, Vec2::new(0.0, 10.0)), 20.0).unwrap(), Some(Vec2::new(0.0, 16.0)));
        let below = PixelReach::new(20.0).inside(Rect::new(-50.0, -50.0, 50.0, 12.0));
        assert_eq!(view.nearest_free((hero, Vec2::new(0.0, 10.0)), below).unwrap(), Some(Vec2::new(0.0, 4.0)));
        let nowhere = PixelReach::new(20.0).inside(Rect { min: Vec2::NAN, max: Vec2::NAN });
        assert!(matches!(view.nearest_free(hero, nowhere), Err(PixelError::OutOfRange { .. })));
    });
    app.world_mut().get_mut::<Transform>(hero).unwrap().translation.y = 9.0;
    step(&mut app);
    let system = move |mut mover: PixelMover, mut transforms: Query<&mut Transform>| {
        let mut transform = transforms.get_mut(hero).unwrap();
        let mut push = |how| mover.push_out(hero, &mut transform, how).unwrap();
        let below = PixelReach::new(20.0).inside(Rect::new(-50.0, -50.0, 50.0, 12.0));
        assert_eq!(push(PixelPushOut::along(Vec2::Y, 3.0)), None);
        assert_eq!(push(PixelPushOut::along(Vec2::Y, below)), None);
        assert_eq!(push(below.into()), Some(Vec2::new(0.0, -5.0)));
        assert_eq!(push(20.0.into()), Some(Vec2::ZERO));
        for direction in [Vec2::ZERO, Vec2::new(1.0, f32::NAN), Vec2::new(f32::INFINITY, 0.0)] {
            let error = mover.push_out(hero, &mut transform, PixelPushOut::along(direction, 9.0)).unwrap_err();
            assert!(error.to_string().starts_with("direction"), "{error}");
        }
    };
    app.world_mut().run_system_once(system).unwrap();
}

#[test]
fn layers_that_only_one_side_names_are_found() {
    let mut app = app();
    let spawn = |app: &mut App, layers, collides_with| {
        let collider = PixelCollider { layers, collides_with, ..PixelCollider::default() };
        app.world_mut().spawn((collider, block(8, 8), Transform::default())).id()
    };
    let [hero, ground, _] = [(2, 3), (1, 1), (1, 3)].map(|(layers, with)| spawn(&mut app, layers, with));
    step(&mut app);
    assert_eq!(app.world().resource::<PixelWorld>().one_sided_layers(), [[hero, ground]]);
}

#[test]
fn errors_say_how_to_fix_them() {
    let error = hitmask_bevy::HitmaskPlugin::default().pixels_per_unit(-1.0).unwrap_err();
    assert_eq!(error.to_string(), "pixels per unit must be finite and greater than 0, got -1");
    let error = PixelError::NotInWorld(Entity::PLACEHOLDER).to_string();
    assert!(error.contains("PixelCollider") && error.contains("log"), "{error}");
}

#[test]
fn a_step_puts_an_entity_back_to_its_transform_after_a_move_with_the_transform_of_another() {
    let mut app = app();
    let mut spawn =
        |x| app.world_mut().spawn((PixelCollider::default(), block(8, 8), Transform::from_xyz(x, 0.0, 0.0))).id();
    let [e, f] = [0.0, 50.0].map(&mut spawn);
    step(&mut app);
    let left = |app: &mut App| ask(app, |view| view.bounds(e)).unwrap().min.x;
    let moves: [fn(&mut PixelMover, Entity, &mut Transform); 3] = [
        |mover, e, other| _ = mover.move_until(e, other, Vec2::new(3.0, 0.0), Motion::SLIDE).unwrap(),
        // A search that finds nothing, and one that moves.
        |mover, e, other| assert_eq!(mover.push_out(e, other, 0.0).unwrap(), None),
        |mover, e, other| _ = mover.carry(e, other, Vec2::new(3.0, 0.0), None).unwrap(),
    ];
    for (n, by_mover) in moves.into_iter().enumerate() {
        let system = move |mut mover: PixelMover, transforms: Query<&Transform>| {
            let mut other = *transforms.get(f).unwrap();
            by_mover(&mut mover, e, &mut other);
        };
        app.world_mut().run_system_once(system).unwrap();
        assert!(left(&mut app) > 40.0, "{n}: a move begins at the transform that it gets");
        step(&mut app);
        assert_eq!(left(&mut app), -4.0, "{n}");
    }
}

#[test]
fn a_mask_at_a_corner_and_an_entity_at_halves_have_one_place() {
    let mut app = app();
    let hero = (PixelCollider::default(), block(12, 20), Anchor::BOTTOM_CENTER, Transform::from_xyz(50.5, 70.5, 0.0));
    let hero = app.world_mut().spawn(hero).id();
    // One pixel of a wall on each side of the hero.
    for (x, y) in [(43.5, 80.5), (56.5, 80.5), (50.5, 70.5), (50.5, 91.5)] {
        app.world_mut().spawn((PixelCollider::default(), block(1, 1), Transform::from_xyz(x, y, 0.0)));
    }
    step(&mut app);
    let mask = block(12, 20).0;
    ask(&mut app, |view| {
        assert_eq!(view.bounds(hero), Some(Rect::new(44.0, 71.0, 56.0, 91.0)));
        let view = view.without(hero);
        assert!(view.is_free(hero).unwrap());
        assert!(view.is_free((&*mask, Vec2::new(44.5, 90.5))).unwrap());
        // A move by a half ends where it ends for a transform.
        for by in [Vec2::new(0.5, 0.0), Vec2::new(0.0, -0.5)] {
            assert_eq!(view.sweep(hero, by).unwrap().by, Vec2::ZERO);
        }
    });
}

#[test]
fn without_the_plugin_the_error_names_it() {
    let mut app = App::new();
    let errors = [
        app.world_mut().run_system_once(|_: PixelQuery| ()).unwrap_err().to_string(),
        app.world_mut().run_system_once(|_: PixelMover| ()).unwrap_err().to_string(),
    ];
    assert!(errors.iter().all(|error| error.contains("add the HitmaskPlugin")), "{errors:?}");
}
