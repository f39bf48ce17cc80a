//! The order of messages and observers: by the fraction of the path, then by id.

use crate::common::{app, block, step};
use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_transform::components::Transform;
use fastrand::Rng;
use hitmask_bevy::{CollisionBegan, PixelCollider, PixelWorld};

fn at(x: f32, y: f32) -> Transform {
    Transform::from_xyz(x, y, 0.0)
}

/// Spawns a wall of 4 x 40 pixels.
fn wall(app: &mut App, x: f32) -> Entity {
    app.world_mut().spawn((PixelCollider::default(), block(4, 40), at(x, 0.0))).id()
}

/// Spawns a continuous bullet of 4 x 4 pixels.
fn bullet(app: &mut App, x: f32, y: f32) -> Entity {
    let collider = PixelCollider { continuous: true, ..PixelCollider::default() };
    app.world_mut().spawn((collider, block(4, 4), at(x, y))).id()
}

fn move_to(app: &mut App, entity: Entity, x: f32) {
    app.world_mut().get_mut::<Transform>(entity).unwrap().translation.x = x;
}

#[test]
fn a_bullet_meets_the_wall_before_the_enemy_behind_it_whichever_was_spawned_first() {
    for is_wall_first in [true, false] {
        let mut app = app();
        let places = if is_wall_first { [100.0, 200.0] } else { [200.0, 100.0] };
        let mut things = places.map(|x| wall(&mut app, x));
        things.sort_by_key(|&entity| app.world().get::<Transform>(entity).unwrap().translation.x as i32);
        let shot = bullet(&mut app, 0.0, 0.0);
        step(&mut app);
        move_to(&mut app, shot, 300.0);
        let began = step(&mut app).began;
        assert_eq!(began.iter().map(|event| event.other(shot).unwrap()).collect::<Vec<_>>(), things);
        // The right side of the bullet enters the wall after 97 of 300 pixels, and the enemy after 197.
        assert_eq!(began.iter().map(|event| event.fraction).collect::<Vec<_>>(), [97.0 / 300.0, 197.0 / 300.0]);
        assert_eq!(began[0].point.x, 98.5);
    }
}

#[test]
fn a_bullet_that_ends_in_a_wall_tells_where_it_touched_first() {
    let mut app = app();
    let thing = wall(&mut app, 100.0);
    let shot = bullet(&mut app, 0.0, 0.0);
    step(&mut app);
    move_to(&mut app, shot, 100.0);
    let [began] = step(&mut app).began[..] else { panic!("one message") };
    let seen = if began.a == shot { began } else { began.reversed() };
    assert_eq!((seen.b, seen.fraction, seen.normal, seen.depth), (thing, 0.97, Vec2::NEG_X, 1.0));
    assert_eq!(seen.point.x, 98.5);
}

#[test]
fn the_observer_of_an_enemy_hears_nothing_of_a_bullet_that_the_wall_has_stopped() {
    #[derive(Resource, Default)]
    struct Heard(Vec<Entity>);
    let mut app = app();
    app.init_resource::<Heard>();
    let [enemy, barrier] = [200.0, 100.0].map(|x| wall(&mut app, x));
    let shot = bullet(&mut app, 0.0, 0.0);
    for entity in [enemy, barrier] {
        app.world_mut().entity_mut(entity).observe(
            |event: On<CollisionBegan>, mut heard: ResMut<Heard>, mut commands: Commands| {
                heard.0.push(event.a);
                commands.entity(event.b).despawn();
            },
        );
    }
    step(&mut app);
    move_to(&mut app, shot, 300.0);
    assert_eq!(step(&mut app).began.len(), 2, "the messages name both");
    assert_eq!(app.world().resource::<Heard>().0, [barrier]);
}

#[test]
fn what_a_bullet_hits_hears_of_it_whichever_of_the_two_hears_first() {
    #[derive(Resource, Default)]
    struct Heard(Vec<Entity>);
    for is_bullet_first in [true, false] {
        let mut app = app();
        app.init_resource::<Heard>();
        let early = is_bullet_first.then(|| bullet(&mut app, 0.0, 0.0));
        step(&mut app);
        let [enemy, barrier] = [200.0, 100.0].map(|x| wall(&mut app, x));
        step(&mut app);
        let shot = early.unwrap_or_else(|| bullet(&mut app, 0.0, 0.0));
        step(&mut app);
        app.world_mut().entity_mut(shot).observe(|event: On<CollisionBegan>, mut commands: Commands| {
            commands.entity(event.a).despawn();
        });
        for entity in [enemy, barrier] {
            let note = |event: On<CollisionBegan>, mut heard: ResMut<Heard>| heard.0.push(event.a);
            app.world_mut().entity_mut(entity).observe(note);
        }
        move_to(&mut app, shot, 300.0);
        assert_eq!(step(&mut app).began[0].a == shot, is_bullet_first);
        assert_eq!(app.world().resource::<Heard>().0, [barrier], "{is_bullet_first}");
    }
}

#[test]
fn pairs_without_a_path_come_first_with_a_fraction_of_zero() {
    let mut app = app();
    let [far, shot] = [wall(&mut app, 60.0), bullet(&mut app, 0.0, 0.0)];
    step(&mut app);
    // Two that appear, one on the other.
    let [a, b] = [500.0, 502.0].map(|x| wall(&mut app, x));
    move_to(&mut app, shot, 100.0);
    let began: Vec<_> = step(&mut app).began.iter().map(|event| (event.a, event.b, event.fraction)).collect();
    assert_eq!(began, [(a, b, 0.0), (far, shot, 0.57)]);
}

#[test]
fn all_messages_are_sorted_by_fraction_then_by_the_ids_of_their_sprites() {
    let mut app = app();
    let mut rng = Rng::with_seed(11);
    let mut place = || Vec2::new(rng.f32() * 300.0, rng.f32() * 300.0);
    let walls: Vec<Entity> = (0..60)
        .map(|_| place())
        .map(|at| {
            app.world_mut()
                .spawn((PixelCollider::default(), block(8, 8), Transform::from_translation(at.extend(0.0))))
                .id()
        })
        .collect();
    let bullets: Vec<Entity> = (0..40).map(|_| place()).map(|at| bullet(&mut app, at.x, at.y)).collect();
    let (mut in_passing, mut ties) = (0, 0);
    for _ in 0..40 {
        for &entity in walls.iter().chain(&bullets) {
            app.world_mut().get_mut::<Transform>(entity).unwrap().translation = place().extend(0.0);
        }
        let began = step(&mut app).began;
        app.world().resource::<PixelWorld>().with_world(|world| {
            let step = world.last_step().unwrap();
            let sprite = |entity: Entity| {
                world.sprites().find(|(_, sprite)| sprite.data == entity.to_bits()).map(|(id, _)| id).unwrap()
            };
            let keys: Vec<_> = began.iter().map(|event| (event.fraction, sprite(event.a), sprite(event.b))).collect();
            assert!(keys.is_sorted_by(|one, other| one < other), "{keys:?}");
            ties += keys.windows(2).filter(|keys| keys[0].0 == keys[1].0).count();
            // Against the impacts of the step.
            assert_eq!(keys.len(), step.began().len());
            for (fraction, a, b) in keys {
                let impact = step.impact(hitmask_bevy::world::Pair { a, b }).unwrap();
                assert_eq!(fraction, impact.fraction as f32);
                in_passing += usize::from(step.view().contact(a, b).is_none());
            }
        });
    }
    assert!(in_passing > 100 && ties > 100, "{in_passing} {ties}");
}
