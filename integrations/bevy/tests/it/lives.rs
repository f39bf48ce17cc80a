//! Spawns, despawns, hierarchies, events, and what stays in memory.

use crate::common::{add_image, app, ask, block, image, step};
use bevy_app::{App, FixedUpdate};
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use bevy_math::{Quat, Vec2, Vec3};
use bevy_sprite::Sprite;
use bevy_transform::components::Transform;
use fastrand::Rng;
use hitmask_bevy::{
    CollidingWith, CollisionBegan, CollisionEnded, CollisionEvents, Motion, PixelCollider, PixelMover, PixelQuery,
    PixelWorld,
};

fn at(x: f32, y: f32) -> Transform {
    Transform::from_xyz(x, y, 0.0)
}

fn spawn(app: &mut bevy_app::App, x: f32, y: f32) -> Entity {
    app.world_mut().spawn((PixelCollider::default(), block(8, 8), at(x, y))).id()
}

#[test]
fn an_entity_shows_its_angle_without_rounding() {
    let mut app = app();
    // A bar of 100 x 2 at 2 degrees is 3.5 pixels higher at one end.
    let turned = at(0.0, 0.0).with_rotation(Quat::from_rotation_z(2f32.to_radians()));
    let bar = app.world_mut().spawn((PixelCollider::default(), block(100, 2), turned)).id();
    step(&mut app);
    assert_eq!(ask(&mut app, |view| view.bounds(bar)).unwrap().height(), 6.0);
}

#[test]
fn a_child_or_a_parent_moved_in_fixed_update_is_seen_in_the_same_step() {
    #[derive(Component)]
    struct Mover(Vec3);
    fn drive(mut movers: Query<(&mut Transform, &Mover)>) {
        movers.iter_mut().for_each(|(mut transform, mover)| transform.translation = mover.0);
    }
    let mut app = app();
    app.add_systems(FixedUpdate, drive);
    let target = spawn(&mut app, 100.0, 0.0);
    let parent = app.world_mut().spawn(at(-500.0, 0.0)).id();
    let child = spawn(&mut app, 0.0, 0.0);
    app.world_mut().entity_mut(child).insert(ChildOf(parent));
    assert!(step(&mut app).began.is_empty());
    // The parent reaches the target.
    app.world_mut().entity_mut(parent).insert(Mover(Vec3::new(95.0, 0.0, 0.0)));
    let log = step(&mut app);
    assert_eq!(log.began.len(), 1);
    assert_eq!(log.began[0].other(child), Some(target));
    // The child leaves it, while its parent stays.
    app.world_mut().entity_mut(child).insert(Mover(Vec3::new(0.0, 50.0, 0.0)));
    assert_eq!(step(&mut app).ended.len(), 1);
    // The parent turns by a quarter, so that the child is at (95 - 5, 0).
    app.world_mut().get_mut::<Mover>(child).unwrap().0 = Vec3::new(0.0, 5.0, 0.0);
    app.world_mut().get_mut::<Transform>(parent).unwrap().rotation = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
    assert!(step(&mut app).began.is_empty());
    assert_eq!(ask(&mut app, |view| view.bounds(child)).unwrap().center(), Vec2::new(90.0, 0.0));
    // Without its parent, the child is at (0, 5).
    app.world_mut().entity_mut(child).remove::<(ChildOf, Mover)>();
    step(&mut app);
    assert_eq!(ask(&mut app, |view| view.bounds(child)).unwrap().center(), Vec2::new(0.0, 5.0));
}

#[test]
fn a_despawn_ends_a_collision_once_even_if_the_entity_index_is_reused_in_the_frame() {
    let mut app = app();
    let [a, b] = [spawn(&mut app, 0.0, 0.0), spawn(&mut app, 4.0, 0.0)];
    assert_eq!(step(&mut app).began.len(), 1);
    app.world_mut().despawn(a);
    let c = loop {
        let c = spawn(&mut app, 1.0, 0.0);
        assert_ne!(c, a);
        if c.index() == a.index() {
            break c;
        }
        app.world_mut().despawn(c);
    };
    let log = step(&mut app);
    assert_eq!(log.ended, [log.ended[0]]);
    assert_eq!((log.ended[0].other(a), log.ended[0].other(b), log.ended[0].other(c)), (Some(b), Some(a), None));
    assert_eq!(log.began.len(), 1);
    assert_eq!(log.began[0].other(b), Some(c));
    assert!(step(&mut app).ended.is_empty());
    // The component alone, and a collider that comes back in one command.
    app.world_mut().entity_mut(c).remove::<PixelCollider>();
    assert_eq!(step(&mut app).ended.len(), 1);
    app.world_mut().entity_mut(c).insert(PixelCollider::default());
    assert_eq!(step(&mut app).began.len(), 1);
    app.world_mut().entity_mut(c).remove::<PixelCollider>().insert(PixelCollider::default());
    let log = step(&mut app);
    assert_eq!((log.ended.len(), log.began.len()), (1, 1), "another life in the world");
    app.world_mut().entity_mut(c).insert(PixelCollider { layers: 0, ..PixelCollider::default() });
    assert_eq!(step(&mut app).ended.len(), 1);
}

#[test]
fn a_disabled_entity_leaves_the_world_and_comes_back() {
    let mut app = app();
    let [a, b] = [spawn(&mut app, 0.0, 0.0), spawn(&mut app, 4.0, 0.0)];
    step(&mut app);
    app.world_mut().entity_mut(a).insert(Disabled);
    assert_eq!(step(&mut app).ended.len(), 1);
    assert!(step(&mut app).ended.is_empty());
    app.world_mut().entity_mut(a).remove::<Disabled>();
    assert_eq!(step(&mut app).began[0].other(b), Some(a));
}

/// A component of the game that disables entities, as Bevy's `Disabled` does.
#[derive(Component, Default)]
struct Pooled;

#[test]
fn an_entity_disabled_by_a_component_of_the_game_leaves_the_world_and_comes_back() {
    let mut app = app();
    app.world_mut().register_disabling_component::<Pooled>();
    let [a, b] = [spawn(&mut app, 0.0, 0.0), spawn(&mut app, 4.0, 0.0)];
    step(&mut app);
    app.world_mut().entity_mut(a).insert(Pooled);
    assert_eq!(step(&mut app).ended.len(), 1);
    assert_eq!(app.world().resource::<PixelWorld>().len(), 1);
    // Another entity gets the slot.
    (0..3).for_each(|_| _ = step(&mut app));
    let c = spawn(&mut app, 300.0, 0.0);
    step(&mut app);
    app.world_mut().entity_mut(a).remove::<Pooled>();
    assert_eq!(step(&mut app).began[0].other(b), Some(a));
    assert_eq!(ask(&mut app, |view| view.bounds(c)).unwrap().center(), Vec2::new(300.0, 0.0));
    // One goes while another comes.
    app.world_mut().entity_mut(b).insert(Pooled);
    step(&mut app);
    app.world_mut().entity_mut(b).remove::<Pooled>();
    app.world_mut().entity_mut(a).insert(Pooled);
    let log = step(&mut app);
    assert_eq!((log.began.len(), log.ended.len()), (0, 0));
    assert_eq!(app.world().resource::<PixelWorld>().len(), 2);
    assert!(ask(&mut app, |view| view.bounds(a)).is_none() && ask(&mut app, |view| view.bounds(b)).is_some());
}

#[test]
fn lists_of_colliding_entities_follow_the_pairs() {
    let mut app = app();
    let [a, b, c] = [0.0, 5.0, 9.0].map(|x| spawn(&mut app, x, 0.0));
    app.world_mut().entity_mut(b).insert(CollidingWith::default());
    step(&mut app);
    let list = |app: &App, entity| app.world().get::<CollidingWith>(entity).unwrap().to_vec();
    assert!(list(&app, b).len() == 2 && [a, c].iter().all(|other| list(&app, b).contains(other)));
    let pairs = app.world().resource::<PixelWorld>().pairs();
    assert!(pairs.len() == 2 && pairs.iter().all(|pair| pair.contains(&b)), "{pairs:?}");
    // A list that comes later knows the pairs of before.
    app.world_mut().entity_mut(c).insert(CollidingWith::default());
    step(&mut app);
    assert_eq!(list(&app, c), [b]);
    app.world_mut().despawn(a);
    step(&mut app);
    assert_eq!(list(&app, b), [c]);
    app.world_mut().get_mut::<Transform>(c).unwrap().translation.x = 90.0;
    step(&mut app);
    assert!(list(&app, b).is_empty() && list(&app, c).is_empty());
}

#[test]
fn a_snapshot_restores_entities_that_have_gone_and_edits() {
    let mut app = app();
    let [a, b] = [spawn(&mut app, 0.0, 0.0), spawn(&mut app, 4.0, 0.0)];
    step(&mut app);
    let snapshot = app.world().resource::<PixelWorld>().snapshot().unwrap();
    // New entities get slots and masks that the snapshot does not know.
    let new: Vec<Entity> = (0..5).map(|n| spawn(&mut app, 6.0 + n as f32, 0.0)).collect();
    app.world_mut().despawn(b);
    step(&mut app);
    app.world_mut().resource_mut::<PixelWorld>().restore(&snapshot).unwrap();
    let log = step(&mut app);
    // The pair of a and b ended, because b is gone. The pairs of the new entities begin again.
    assert_eq!(log.ended.iter().map(|event| event.other(a)).collect::<Vec<_>>(), [Some(b)]);
    assert!(new.iter().all(|&entity| log.began.iter().any(|event| event.other(entity).is_some())));
    assert_eq!(app.world().resource::<PixelWorld>().len(), 6);
    let late = spawn(&mut app, -3.0, 0.0);
    assert_eq!(step(&mut app).began[0].other(late), Some(a));
}

#[test]
fn components_and_messages_are_reflected() {
    let app = app();
    let registry = app.world().resource::<AppTypeRegistry>().read();
    for name in ["PixelCollider", "PixelMask", "CollidingWith", "CollisionEvents", "CollisionBegan", "CollisionEnded"] {
        assert!(registry.get_with_short_type_path(name).is_some(), "{name}");
    }
}

#[test]
fn a_system_can_move_and_query() {
    let mut app = app();
    let [a, b] = [spawn(&mut app, 0.0, 0.0), spawn(&mut app, 20.0, 0.0)];
    step(&mut app);
    let system = move |mut mover: PixelMover, query: PixelQuery, mut transforms: Query<&mut Transform>| {
        let view = query.view();
        assert!(view.is_free((a, Vec2::new(12.0, 0.0))).unwrap() && !view.is_free((a, Vec2::new(13.0, 0.0))).unwrap());
        let by = Vec2::new(30.0, 0.0);
        let moved = mover.move_until(a, &mut transforms.get_mut(a).unwrap(), by, Motion::STOP).unwrap();
        assert_eq!((moved.by, moved.hits[0].entity), (Vec2::new(12.0, 0.0), b));
        assert_eq!(view.find(Vec2::new(12.0, 0.0)), [a], "the view sees the move");
    };
    app.world_mut().run_system_once(system).unwrap();
}

#[test]
fn observers_see_their_entity_first() {
    #[derive(Resource, Default)]
    struct Seen(Vec<(Entity, Entity, f32)>, Vec<(Entity, Entity)>);
    let mut app = app();
    app.init_resource::<Seen>();
    let [a, b, c] = [0.0, 5.0, 9.0].map(|x| spawn(&mut app, x, 0.0));
    for entity in [a, b] {
        app.world_mut().entity_mut(entity).observe(|event: On<CollisionBegan>, mut seen: ResMut<Seen>| {
            seen.0.push((event.a, event.b, event.normal.x));
        });
        app.world_mut().entity_mut(entity).observe(|event: On<CollisionEnded>, mut seen: ResMut<Seen>| {
            seen.1.push((event.a, event.b));
        });
    }
    // The marker changes nothing for entities with observers of their own.
    app.world_mut().entity_mut(b).insert(CollisionEvents);
    let log = step(&mut app);
    let event = log.began.iter().find(|event| event.other(a).is_some()).unwrap();
    let event = if event.a == a { *event } else { event.reversed() };
    assert_eq!((log.began.len(), event.b, event.normal, event.depth), (2, b, Vec2::NEG_X, 3.0));
    assert_eq!(app.world().resource::<Seen>().0, [(a, b, -1.0), (b, a, 1.0), (b, c, -1.0)]);
    app.world_mut().despawn(a);
    step(&mut app);
    assert_eq!(app.world().resource::<Seen>().1, [(b, a)]);
}

#[test]
fn observers_of_the_whole_app_hear_of_marked_entities() {
    #[derive(Resource, Default)]
    struct Seen(Vec<Entity>);
    let mut app = app();
    app.init_resource::<Seen>();
    app.add_observer(|event: On<CollisionBegan>, mut seen: ResMut<Seen>| seen.0.push(event.a));
    let [a, b, _] = [0.0, 5.0, 9.0].map(|x| spawn(&mut app, x, 0.0));
    // An observer of another event is no observer of collisions.
    app.world_mut().entity_mut(a).observe(|_: On<Remove<PixelCollider>>| {});
    app.world_mut().entity_mut(b).insert(CollisionEvents);
    step(&mut app);
    assert_eq!(app.world().resource::<Seen>().0, [b, b]);
}

#[test]
fn layers_and_fixed_entities_choose_the_pairs() {
    let mut app = app();
    let collider = |layers, collides_with, fixed| PixelCollider { layers, collides_with, fixed, ..Default::default() };
    let colliders = [collider(1, 2, false), collider(2, 1, false), collider(1, 2, false), collider(2, 3, true)];
    let ids = colliders.map(|collider| app.world_mut().spawn((collider, block(4, 4), at(0.0, 0.0))).id());
    let pairs: Vec<_> = step(&mut app).began.iter().map(|event| [event.a, event.b]).collect();
    assert_eq!(pairs, [[ids[0], ids[1]], [ids[0], ids[3]], [ids[1], ids[2]], [ids[2], ids[3]]]);
}

#[test]
fn messages_have_one_order() {
    let run = || {
        let mut app = app();
        let mut rng = Rng::with_seed(3);
        let mut entities = Vec::new();
        let mut events = Vec::new();
        for _ in 0..30 {
            for _ in 0..20 {
                entities.push(spawn(&mut app, rng.f32() * 90.0, rng.f32() * 90.0));
            }
            for _ in 0..10 {
                app.world_mut().despawn(entities.swap_remove(rng.usize(..entities.len())));
            }
            let log = step(&mut app);
            events.push((log.began, log.ended));
        }
        events
    };
    let events = run();
    assert!(events.iter().map(|(began, _)| began.len()).sum::<usize>() > 1000);
    assert_eq!(events, run());
}

#[test]
fn ten_thousand_steps_with_spawns_and_despawns_leak_nothing() {
    let mut app = app();
    let mut rng = Rng::with_seed(5);
    let images =
        [5, 9, 14].map(|side| add_image(&mut app, image(side, side, |x, y| if (x + y) % 3 == 0 { 0 } else { 255 })));
    let mut entities = Vec::new();
    let mut most = [0; 2];
    let mut events = [0; 2];
    for n in 0..10_000 {
        let transform = at(rng.i32(0..60) as f32, rng.i32(0..60) as f32);
        let mut sprite = Sprite::from_image(images[n % 3].clone());
        sprite.flip_x = rng.bool();
        // A rectangle of its own now and then: a mask that is soon unused.
        sprite.rect = (n % 4 == 0).then(|| bevy_math::Rect::new(0.0, 0.0, 3.0 + (n % 7) as f32, 2.0 + (n % 11) as f32));
        let entity = app.world_mut().spawn((transform, PixelCollider::default(), sprite)).id();
        if n % 5 == 0 {
            app.world_mut().entity_mut(entity).insert(block(1 + n as u32 % 9, 3));
        }
        entities.push(entity);
        if entities.len() > 20 {
            let entity = entities.swap_remove(rng.usize(..20));
            match n % 3 {
                0 => _ = app.world_mut().despawn(entity),
                1 => {
                    app.world_mut().entity_mut(entity).remove::<PixelCollider>();
                    app.world_mut().despawn(entity);
                }
                _ => {
                    app.world_mut().entity_mut(entity).remove::<Sprite>();
                    app.world_mut().despawn(entity);
                }
            }
        }
        let log = step(&mut app);
        events = [events[0] + log.began.len(), events[1] + log.ended.len()];
        let pixels = app.world().resource::<PixelWorld>();
        assert_eq!(pixels.len(), entities.len());
        most = [most[0].max(pixels.mask_count()), most[1].max(pixels.with_world(|world| world.slot_count()))];
    }
    assert!(events[0] > 10_000 && most[0] < 300 && most[1] < 60, "{events:?} {most:?}");
    entities.into_iter().for_each(|entity| _ = app.world_mut().despawn(entity));
    events[1] += step(&mut app).ended.len();
    assert_eq!(events[0], events[1], "each collision ends once");
    (0..400).for_each(|_| _ = step(&mut app));
    let pixels = app.world().resource::<PixelWorld>();
    assert_eq!((pixels.len(), pixels.mask_count(), pixels.with_world(|world| world.variant_bytes())), (0, 0, 0));
}

#[test]
fn a_fast_bullet_meets_a_thin_wall() {
    let mut app = app();
    let wall = app.world_mut().spawn((PixelCollider::default(), block(2, 100), at(50.0, 0.0))).id();
    let continuous = PixelCollider { continuous: true, ..PixelCollider::default() };
    let bullet = app.world_mut().spawn((continuous, block(4, 4), at(0.0, 0.0))).id();
    step(&mut app);
    let move_to =
        |app: &mut bevy_app::App, x: f32| app.world_mut().get_mut::<Transform>(bullet).unwrap().translation.x = x;
    move_to(&mut app, 100.0);
    let log = step(&mut app);
    let [began] = log.began[..] else { panic!("{:?}", log.began) };
    let seen = if began.a == bullet { began } else { began.reversed() };
    assert_eq!((seen.b, seen.normal.x, seen.point.x), (wall, -1.0, 49.5));
    assert!(ask(&mut app, |view| view.contact(bullet, wall)).is_none());
    assert_eq!(step(&mut app).ended.len(), 1);
    // An entity that is not continuous has no path.
    app.world_mut().get_mut::<PixelCollider>(bullet).unwrap().continuous = false;
    move_to(&mut app, 0.0);
    assert!(step(&mut app).began.is_empty());
    app.world_mut().get_mut::<PixelCollider>(bullet).unwrap().continuous = true;
    assert!(step(&mut app).began.is_empty());
}
