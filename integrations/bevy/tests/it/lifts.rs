//! Lifts and their riders.

use crate::common::{app, ask, block, step};
use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use bevy_math::{Quat, Vec2, Vec3};
use bevy_transform::components::{GlobalTransform, Transform};
use hitmask_bevy::{Carried, Motion, PixelCollider, PixelMover, Side};

fn plank() -> PixelCollider {
    PixelCollider { fixed: true, one_way: Some(Side::Top), ..PixelCollider::default() }
}

fn spawn(app: &mut App, collider: PixelCollider, size: [u32; 2], x: f32, y: f32) -> Entity {
    app.world_mut().spawn((collider, block(size[0], size[1]), Transform::from_xyz(x, y, 0.0))).id()
}

fn at(app: &App, entity: Entity) -> Vec2 {
    app.world().get::<Transform>(entity).unwrap().translation.truncate()
}

/// Moves a lift with its riders.
fn carry(app: &mut App, lift: Entity, by: Vec2) -> Carried {
    let system = move |mut mover: PixelMover, mut transforms: Query<&mut Transform>| {
        let carried = mover.carry(lift, &mut transforms.get_mut(lift).unwrap(), by, None).unwrap();
        mover.move_riders(&carried, &mut transforms).unwrap();
        carried
    };
    app.world_mut().run_system_once(system).unwrap()
}

/// Moves a hero, who falls too.
fn walk(app: &mut App, hero: Entity, by: Vec2) {
    let system = move |mut mover: PixelMover, mut transforms: Query<&mut Transform>| {
        let mut transform = transforms.get_mut(hero).unwrap();
        let motion = Motion::walk(1, 1);
        mover.move_until(hero, &mut transform, by, motion).unwrap();
        mover.move_until(hero, &mut transform, Vec2::new(0.0, -0.7), Motion::STOP).unwrap();
    };
    app.world_mut().run_system_once(system).unwrap();
}

fn stands_on(app: &mut App, hero: Entity, lift: Entity) -> bool {
    ask(app, |view| view.touching(hero, Vec2::NEG_Y).unwrap().contains(&lift) && !view.overlaps(hero, lift))
}

#[test]
fn riders_keep_their_place_on_a_lift_that_keeps_fractions() {
    for (n, speed) in
        [(0.0, 0.37), (0.29, 0.0), (-0.41, 0.23), (0.07, -0.61), (1.7, -1.3), (-0.03, 0.01)].into_iter().enumerate()
    {
        let mut app = app();
        let lift = spawn(&mut app, plank(), [40, 4], 0.3, -0.2);
        // A hero who has come to its place by fractions, and a crate on its head.
        let hero = spawn(&mut app, PixelCollider::default(), [7, 12], 4.45, 9.0);
        let package = spawn(&mut app, PixelCollider::default(), [6, 5], 5.8, 19.2);
        step(&mut app);
        for _ in 0..20 {
            walk(&mut app, hero, Vec2::ZERO);
            walk(&mut app, package, Vec2::ZERO);
        }
        assert!(stands_on(&mut app, hero, lift) && stands_on(&mut app, package, hero));
        // The first step gives them the fraction of the lift.
        carry(&mut app, lift, Vec2::from(speed));
        step(&mut app);
        let places = |app: &App| [hero, package].map(|rider| at(app, rider) - at(app, lift));
        let before = places(&app);
        for round in 0..400 {
            let carried = carry(&mut app, lift, Vec2::from(speed));
            assert_eq!(carried.riders.len(), 2, "{n} {round}");
            let now = places(&app);
            assert!(
                now.iter().zip(&before).all(|(now, before)| (*now - *before).length() < 0.01),
                "{n} {round} {now:?} {before:?}"
            );
            let log = step(&mut app);
            assert!(log.began.is_empty() && stands_on(&mut app, hero, lift), "{n} {round}");
        }
    }
}

#[test]
fn a_slow_walker_gets_on_while_a_lift_carries_it() {
    for speed in [Vec2::new(0.43, 0.0), Vec2::new(-0.43, 0.19), Vec2::new(0.1, -0.3)] {
        for step_by in [0.05, 0.3, -0.17] {
            let mut app = app();
            let lift = spawn(&mut app, plank(), [400, 4], 0.3, -0.2);
            let hero = spawn(&mut app, PixelCollider::default(), [8, 12], 0.0, 8.0);
            step(&mut app);
            let start = at(&app, hero).x - at(&app, lift).x;
            for round in 0..200 {
                walk(&mut app, hero, Vec2::new(step_by, 0.0));
                carry(&mut app, lift, speed);
                assert!(
                    step(&mut app).began.is_empty() && stands_on(&mut app, hero, lift),
                    "{speed} {step_by} {round}"
                );
            }
            let walked = at(&app, hero).x - at(&app, lift).x - start;
            assert!((walked - 200.0 * step_by).abs() < 0.05, "{speed} {step_by}: {walked}");
        }
    }
}

#[test]
fn a_wall_stops_a_rider_at_a_whole_pixel() {
    let mut app = app();
    let lift = spawn(&mut app, plank(), [40, 4], 0.0, 0.0);
    let hero = spawn(&mut app, PixelCollider::default(), [8, 12], 0.0, 8.0);
    // Its left side is at 10, so the hero stops at 6.
    let wall = spawn(&mut app, PixelCollider::default(), [4, 8], 12.0, 12.0);
    step(&mut app);
    for _ in 0..30 {
        carry(&mut app, lift, Vec2::new(0.4, 0.0));
        assert!(step(&mut app).began.is_empty());
    }
    assert!((at(&app, hero).x - 6.0).abs() < 0.5 && (at(&app, lift).x - 12.0).abs() < 0.01);
    let bounds = ask(&mut app, |view| [hero, wall].map(|entity| view.bounds(entity).unwrap()));
    assert_eq!(bounds[0].max.x, bounds[1].min.x);
}

#[test]
fn a_rider_that_is_a_child_of_the_lift_moves_once() {
    for by_hand in [false, true] {
        let mut app = app();
        let level =
            Transform::from_xyz(30.0, -9.0, 0.0).with_rotation(Quat::from_rotation_z(0.5)).with_scale(Vec3::splat(2.0));
        let level = app.world_mut().spawn(level).id();
        let upright = Transform::from_rotation(Quat::from_rotation_z(-0.5)).with_scale(Vec3::splat(0.5));
        let lift = app.world_mut().spawn((plank(), block(40, 4), upright, ChildOf(level))).id();
        let spawn = |app: &mut App, parent, x, y| {
            let hero = (PixelCollider::default(), block(8, 8), Transform::from_xyz(x, y, 0.0), ChildOf(parent));
            app.world_mut().spawn(hero).id()
        };
        // One stands on the lift, and the other on its head. A wall stops a third one.
        let hero = spawn(&mut app, lift, -10.0, 6.0);
        let child = spawn(&mut app, hero, 0.0, 8.0);
        let stopped = spawn(&mut app, lift, 10.0, 6.0);
        step(&mut app);
        let bounds = |app: &mut App, entity| ask(app, |view| view.bounds(entity)).unwrap();
        let right = bounds(&mut app, stopped).max;
        let wall = PixelCollider::default();
        app.world_mut().spawn((wall, block(4, 40), Transform::from_xyz(right.x + 5.0, right.y, 0.0)));
        step(&mut app);
        let before = [lift, hero, child, stopped].map(|entity| bounds(&mut app, entity).min);
        for round in 1..=40 {
            let system = move |mut mover: PixelMover, mut transforms: Query<&mut Transform>| {
                let by = Vec2::new(0.25, 0.0);
                let carried = mover.carry(lift, &mut transforms.get_mut(lift).unwrap(), by, None).unwrap();
                match by_hand {
                    true => carried.moves.iter().for_each(|&(entity, by)| {
                        transforms.get_mut(entity).unwrap().translation += by.extend(0.0);
                    }),
                    false => mover.move_riders(&carried, &mut transforms).unwrap(),
                }
                assert_eq!(carried.riders.len(), 3);
            };
            app.world_mut().run_system_once(system).unwrap();
            let moved = [lift, hero, child, stopped].map(|entity| bounds(&mut app, entity).min.x);
            assert!(step(&mut app).began.is_empty(), "{by_hand} {round}");
            let read = [lift, hero, child, stopped].map(|entity| bounds(&mut app, entity).min.x);
            assert_eq!(moved, read, "{by_hand} {round}: the step reads what the move has written");
        }
        let after = [lift, hero, child, stopped].map(|entity| bounds(&mut app, entity).min);
        let moved: Vec<f32> = before.iter().zip(&after).map(|(before, after)| (after.x - before.x).round()).collect();
        assert_eq!(moved, [10.0, 10.0, 10.0, 3.0], "{by_hand}");
    }
}

#[test]
fn a_rider_that_the_game_has_moved_since_the_step_keeps_its_new_place() {
    let mut app = app();
    let lift = spawn(&mut app, plank(), [40, 4], 0.0, 0.0);
    let hero = spawn(&mut app, PixelCollider::default(), [8, 12], 0.0, 8.0);
    step(&mut app);
    app.world_mut().get_mut::<Transform>(hero).unwrap().translation = Vec3::new(500.0, 300.0, 0.0);
    carry(&mut app, lift, Vec2::new(3.0, 2.0));
    assert_eq!(at(&app, hero), Vec2::new(503.0, 302.0));
    step(&mut app);
    assert_eq!(app.world().get::<GlobalTransform>(hero).unwrap().translation().x, 503.0);
}

#[test]
fn a_child_of_a_lift_walks_on_it_in_the_step_in_which_the_lift_moves() {
    for (is_child, by) in [(false, 1.3), (true, 1.3), (true, -1.3), (true, 0.4), (true, -0.4)] {
        let mut app = app();
        let lift = spawn(&mut app, plank(), [200, 4], 0.0, 0.0);
        let hero = spawn(&mut app, PixelCollider::default(), [8, 12], -50.0, 8.0);
        // A sword in the hand of the hero, which the game moves too.
        let sword = spawn(&mut app, PixelCollider { sensor: true, ..PixelCollider::default() }, [4, 4], 10.0, 0.0);
        app.world_mut().entity_mut(sword).insert(ChildOf(hero));
        if is_child {
            app.world_mut().entity_mut(hero).insert(ChildOf(lift));
        }
        step(&mut app);
        let height = |app: &mut App, entity| ask(app, |view| view.bounds(entity)).unwrap().min.y;
        let start = [lift, hero].map(|entity| height(&mut app, entity));
        for round in 0..60 {
            carry(&mut app, lift, Vec2::new(0.0, by));
            walk(&mut app, hero, Vec2::new(0.5, 0.0));
            assert!(stands_on(&mut app, hero, lift), "{is_child} {by} {round}");
            let places = ask(&mut app, |view| [hero, lift].map(|entity| view.bounds(entity)));
            let system = move |mut mover: PixelMover, mut transforms: Query<&mut Transform>| {
                let up = if round % 2 == 0 { Vec2::Y } else { Vec2::NEG_Y };
                mover.move_until(sword, &mut transforms.get_mut(sword).unwrap(), up, Motion::STOP).unwrap();
            };
            app.world_mut().run_system_once(system).unwrap();
            let held = ask(&mut app, |view| view.bounds(sword));
            assert!(step(&mut app).began.iter().all(|event| event.other(hero).is_none()), "{is_child} {by} {round}");
            assert!(stands_on(&mut app, hero, lift), "{is_child} {by} {round}");
            assert_eq!(places, ask(&mut app, |view| [hero, lift].map(|entity| view.bounds(entity))), "{round}");
            assert_eq!(held, ask(&mut app, |view| view.bounds(sword)), "{is_child} {by} {round}");
        }
        let end = [lift, hero].map(|entity| height(&mut app, entity));
        assert_eq!(end[0] - start[0], (60.0 * by).round());
        assert_eq!(end[1] - end[0], start[1] - start[0]);
        let along = ask(&mut app, |view| view.bounds(hero)).unwrap().center().x;
        assert!((along + 20.0).abs() <= 1.0, "{along}");
    }
}

#[test]
fn riders_move_once_for_each_carry() {
    let mut app = app();
    let lift = spawn(&mut app, plank(), [40, 4], 0.0, 0.0);
    let hero = spawn(&mut app, PixelCollider::default(), [8, 12], 0.0, 8.0);
    step(&mut app);
    let system = move |mut mover: PixelMover, mut transforms: Query<&mut Transform>| {
        let carry = |mover: &mut PixelMover, transforms: &mut Query<&mut Transform>| {
            mover.carry(lift, &mut transforms.get_mut(lift).unwrap(), Vec2::new(0.0, 2.0), None).unwrap()
        };
        for _ in 0..2 {
            let carried = carry(&mut mover, &mut transforms);
            mover.move_riders(&carried, &mut transforms).unwrap();
            let error = mover.move_riders(&carried, &mut transforms).unwrap_err();
            assert!(error.to_string().contains("once for each"), "{error}");
        }
    };
    for round in 1..=2 {
        app.world_mut().run_system_once(system).unwrap();
        assert_eq!(at(&app, hero).y, 8.0 + 4.0 * round as f32);
        assert!(step(&mut app).began.is_empty() && stands_on(&mut app, hero, lift));
    }
}
