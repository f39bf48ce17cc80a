//! Moves of entities that are children of a level. The oracle is the same scene without parents: each entity stands at
//! the same place in the world, so each move has the same result.

use crate::common::{app, ask, block, step};
use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use bevy_math::{Mat4, Quat, Rect, Vec2, Vec3};
use bevy_transform::components::Transform;
use fastrand::Rng;
use hitmask_bevy::{Mask, Motion, PixelCollider, PixelError, PixelMask, PixelMover, PixelPushOut, Side};
use std::f32::consts::{FRAC_PI_2, TAU};

/// A scene, and the entities in the order of their spawns.
struct Scene {
    app: App,
    entities: Vec<Entity>,
}

/// A place in steps of a quarter pixel, an eighth away from where it would round to another pixel.
fn place(rng: &mut Rng, side: i32) -> Vec2 {
    Vec2::new(rng.i32(0..side) as f32, rng.i32(0..side) as f32) / 4.0 + 0.125
}

fn vector(rng: &mut Rng) -> Vec2 {
    Vec2::new(rng.i32(-120..120) as f32, rng.i32(-120..120) as f32) / 4.0
}

/// Returns the transforms of some levels: moved, rotated, mirrored and scaled, but such that an upright child is not
/// sheared.
fn levels(rng: &mut Rng) -> Vec<Transform> {
    let level = |rng: &mut Rng| {
        let at = (place(rng, 800) - 100.0).extend(rng.f32());
        let (quarters, any) = (rng.u32(0..4) as f32 * FRAC_PI_2, rng.f32() * TAU);
        let factor = |rng: &mut Rng| -> f32 { [0.5, 1.0, 1.5, 2.0, 3.7, -1.0][rng.usize(..6)] };
        let (angle, scale) = match rng.bool() {
            true => (any, Vec3::splat(factor(rng).abs())),
            false => (quarters, Vec3::new(factor(rng), factor(rng), 1.0)),
        };
        Transform { translation: at, rotation: Quat::from_rotation_z(angle), scale }
    };
    (0..4).map(|_| level(rng)).collect()
}

/// Returns the same scene twice: with roots, and with children of some levels.
fn scenes(rng: &mut Rng) -> [Scene; 2] {
    let levels = levels(rng);
    let mut scenes = [(); 2].map(|()| Scene { app: app(), entities: Vec::new() });
    let mut parents: Vec<(Entity, Mat4)> = Vec::new();
    for (n, level) in levels.iter().enumerate() {
        // The second level is a child of the first.
        let above = (n == 1 && level.scale.x == level.scale.y).then(|| parents[0]);
        let entity = scenes[1].app.world_mut().spawn(*level).id();
        let mut global = level.to_matrix();
        if let Some((parent, matrix)) = above.filter(|_| levels[0].scale.x == levels[0].scale.y) {
            scenes[1].app.world_mut().entity_mut(entity).insert(ChildOf(parent));
            global = matrix * global;
        }
        parents.push((entity, global));
    }
    let rock = PixelMask::new(Mask::from_fn(12, 12, |x, y| (x + 2 * y) % 5 != 0).unwrap());
    let masks = [block(8, 8), rock, block(40, 4), block(6, 24)];
    for n in 0..40 {
        let at = place(rng, 640);
        let collider = PixelCollider {
            layers: 1 << (n % 2),
            fixed: n % 4 == 2,
            one_way: (n % 8 == 6).then_some(Side::Top),
            ..PixelCollider::default()
        };
        let (parent, matrix) = parents[rng.usize(..parents.len())];
        let global = Transform::from_translation(at.extend(n as f32));
        let local = Transform::from_matrix(matrix.inverse() * global.to_matrix());
        let bundle = |transform| (collider, masks[n % 4].clone(), transform);
        scenes.iter_mut().zip([global, local]).enumerate().for_each(|(child, (scene, transform))| {
            let entity = scene.app.world_mut().spawn(bundle(transform)).id();
            if child == 1 && n % 5 != 0 {
                scene.app.world_mut().entity_mut(entity).insert(ChildOf(parent));
            } else {
                scene.app.world_mut().entity_mut(entity).insert(global);
            }
            scene.entities.push(entity);
            // One after the other, so that the sprites of both apps have equal ids.
            step(&mut scene.app);
        });
    }
    scenes
}

impl Scene {
    fn index(&self, entity: Entity) -> usize {
        self.entities.iter().position(|&other| other == entity).unwrap()
    }

    fn indices(&self, entities: &[Entity]) -> Vec<usize> {
        let mut indices: Vec<usize> = entities.iter().map(|&entity| self.index(entity)).collect();
        indices.sort_unstable();
        indices
    }

    fn bounds(&mut self) -> Vec<Option<Rect>> {
        let entities = self.entities.clone();
        ask(&mut self.app, |view| entities.iter().map(|&entity| view.bounds(entity)).collect())
    }

    /// Calls a method of the mover with a transform.
    fn call<R: 'static>(
        &mut self,
        entity: Entity,
        call: impl Fn(&mut PixelMover, &mut Transform) -> R + Send + Sync + 'static,
    ) -> R {
        let system = move |mut mover: PixelMover, mut transforms: Query<&mut Transform>| {
            call(&mut mover, &mut transforms.get_mut(entity).unwrap())
        };
        self.app.world_mut().run_system_once(system).unwrap()
    }

    /// Makes one of the moves, and returns its result: the vectors, and the entities by their numbers.
    fn play(&mut self, action: u32, n: usize, by: Vec2) -> (Vec<Vec2>, Vec<Vec<usize>>) {
        let entity = self.entities[n];
        let walk = Motion::walk(3, 2);
        let motions = [Motion::STOP, Motion::SLIDE, walk];
        match action {
            0..=3 => {
                let moved = self.call(entity, move |mover, transform| match action {
                    3 => mover.move_until(entity, transform, by, Motion::SLIDE.on_layers(0b10)),
                    _ => mover.move_until(entity, transform, by, motions[action as usize]),
                });
                let moved = moved.unwrap();
                let hits: Vec<Entity> = moved.hits.iter().map(|hit| hit.entity).collect();
                let vectors = moved.hits.iter().flat_map(|hit| [hit.point, hit.normal]).chain([moved.by]).collect();
                (vectors, vec![self.indices(&hits), self.indices(&moved.started_inside)])
            }
            4 | 5 => {
                let pushed = self.call(entity, move |mover, transform| match action {
                    4 => mover.push_out(entity, transform, 30.0),
                    _ => mover.push_out(entity, transform, PixelPushOut::along(by, 50.0)),
                });
                (pushed.unwrap().into_iter().collect(), vec![])
            }
            _ => {
                let by_hand = action == 6;
                let system = move |mut mover: PixelMover, mut transforms: Query<&mut Transform>| {
                    let carried =
                        mover.carry(entity, &mut transforms.get_mut(entity).unwrap(), by / 4.0, None).unwrap();
                    match by_hand {
                        true => carried.moves.iter().for_each(|&(entity, by)| {
                            transforms.get_mut(entity).unwrap().translation += by.extend(0.0);
                        }),
                        false => mover.move_riders(&carried, &mut transforms).unwrap(),
                    }
                    carried
                };
                let carried = self.app.world_mut().run_system_once(system).unwrap();
                (vec![], [&carried.riders, &carried.pushed, &carried.crushed].map(|list| self.indices(list)).into())
            }
        }
    }
}

#[test]
fn moves_of_children_are_those_of_the_same_scene_without_parents() {
    let (mut vectors, mut hits, mut pushed, mut ridden) = (0, 0, 0, 0);
    for seed in 0..24 {
        let mut rng = Rng::with_seed(seed);
        let [mut roots, mut children] = scenes(&mut rng);
        let began = [&mut roots, &mut children].map(|scene| step(&mut scene.app).began.len());
        assert_eq!(began[0], began[1], "seed {seed}");
        assert_eq!(roots.bounds(), children.bounds(), "seed {seed}");
        for round in 0..60 {
            let (action, n, mut by) = (rng.u32(..8), rng.usize(..40), vector(&mut rng));
            if action >= 6 {
                by = by.round(); // of which the platform goes a quarter
            }
            let [expected, found] = [&mut roots, &mut children].map(|scene| scene.play(action, n, by));
            let name = format!("seed {seed}, round {round}: action {action} of {n} by {by}");
            assert_eq!(expected.1, found.1, "{name}");
            assert_eq!(expected.0.len(), found.0.len(), "{name}");
            let far = expected.0.iter().zip(&found.0).find(|(one, other)| (**one - **other).length() > 0.01);
            assert_eq!(far, None, "{name}");
            let before = roots.bounds();
            assert_eq!(before, children.bounds(), "{name}");
            let log = [&mut roots, &mut children].map(|scene| step(&mut scene.app));
            let counts = log.map(|log| (log.began.len(), log.ended.len()));
            assert_eq!(counts[0], counts[1], "{name}");
            assert_eq!(before, roots.bounds(), "{name}: the step reads what the move has written");
            assert_eq!(before, children.bounds(), "{name}: the step reads what the move has written");
            vectors += expected.0.len();
            hits += usize::from(action < 4 && !expected.1[0].is_empty());
            pushed += usize::from(action >= 6 && !expected.1[1].is_empty());
            ridden += usize::from(action >= 6 && !expected.1[0].is_empty());
        }
    }
    assert!(vectors > 1000 && hits > 100 && pushed > 20 && ridden > 20, "{vectors} {hits} {pushed} {ridden}");
}

#[test]
fn a_child_keeps_its_z_and_the_fraction_of_its_place_in_the_world() {
    let mut app = app();
    let level =
        Transform::from_xyz(50.0, 20.0, 3.0).with_rotation(Quat::from_rotation_z(0.6)).with_scale(Vec3::splat(2.5));
    let level_id = app.world_mut().spawn(level).id();
    let local =
        Transform::from_xyz(4.0, -7.0, 1.5).with_rotation(Quat::from_rotation_z(-0.6)).with_scale(Vec3::splat(0.4));
    let child = app.world_mut().spawn((PixelCollider::default(), block(8, 8), local, ChildOf(level_id))).id();
    step(&mut app);
    let global = |app: &App| level.transform_point(app.world().get::<Transform>(child).unwrap().translation);
    let start = global(&app);
    for n in 1..=100 {
        let system = move |mut mover: PixelMover, mut transforms: Query<&mut Transform>| {
            let by = Vec2::new(0.3, -0.2);
            assert_eq!(
                mover.move_until(child, &mut transforms.get_mut(child).unwrap(), by, Motion::SLIDE).unwrap().by,
                by
            );
        };
        app.world_mut().run_system_once(system).unwrap();
        let expected = start + Vec3::new(0.3, -0.2, 0.0) * n as f32;
        assert!((global(&app) - expected).length() < 0.01, "{n}: {} {expected}", global(&app));
        if n % 2 == 0 {
            step(&mut app);
        }
    }
    assert_eq!(app.world().get::<Transform>(child).unwrap().translation.z, 1.5);
}

#[test]
fn a_child_moves_with_its_level_and_in_it() {
    let mut app = app();
    let level = app.world_mut().spawn(Transform::default()).id();
    let spawn = |app: &mut App, width, height, x| {
        let transform = Transform::from_xyz(x, 0.0, 0.0);
        app.world_mut().spawn((PixelCollider::default(), block(width, height), transform, ChildOf(level))).id()
    };
    let [hero, wall] = [spawn(&mut app, 8, 8, 0.0), spawn(&mut app, 8, 80, 60.0)];
    step(&mut app);
    for n in 0..100 {
        // The level scrolls to the left, and the hero walks to the right until the wall stops it.
        let system = move |mut mover: PixelMover, mut transforms: Query<&mut Transform>| {
            transforms.get_mut(level).unwrap().translation.x -= 1.3;
            let moved = mover.move_until(hero, &mut transforms.get_mut(hero).unwrap(), Vec2::X, Motion::STOP).unwrap();
            assert_eq!(moved.by.x, if n < 52 { 1.0 } else { 0.0 }, "{n}");
        };
        app.world_mut().run_system_once(system).unwrap();
        assert!(step(&mut app).began.is_empty(), "{n}");
    }
    let bounds = ask(&mut app, |view| [hero, wall].map(|entity| view.bounds(entity).unwrap()));
    assert_eq!(bounds[0].max.x, bounds[1].min.x);
}

#[test]
fn what_cannot_be_right_is_an_error_and_changes_nothing() {
    let mut app = app();
    // The parent is seen edge-on, and its child faces the camera again.
    let turned = |angle: f32| Transform::from_rotation(Quat::from_rotation_y(angle));
    let parent = app.world_mut().spawn(turned(FRAC_PI_2)).id();
    // Not turned by the same angle: its width is that of 80 degrees.
    let flat = app.world_mut().spawn((PixelCollider::default(), block(8, 8), turned(-1.4), ChildOf(parent))).id();
    // A level whose coordinates are 32 pixels apart. A wall stops the child between two of them.
    let far = app.world_mut().spawn(Transform::from_xyz(3e8, 0.0, 0.0)).id();
    let coarse = app.world_mut().spawn((PixelCollider::default(), block(8, 8), ChildOf(far))).id();
    let wall = Transform::from_xyz(64.0, 0.0, 0.0);
    app.world_mut().spawn((PixelCollider::default(), block(8, 8), ChildOf(far), wall));
    step(&mut app);
    let mut scene = Scene { app, entities: vec![flat, coarse] };
    let before = scene.bounds();
    assert!(before.iter().all(Option::is_some));
    let by = Vec2::new(96.0, 0.0);
    for entity in [flat, coarse] {
        let moved = scene.call(entity, move |mover, transform| mover.move_until(entity, transform, by, Motion::STOP));
        let (error, text) = (moved.clone().unwrap_err(), moved.unwrap_err().to_string());
        match entity == flat {
            true => assert!(error == PixelError::FlatParent(flat) && text.contains("edge-on"), "{error:?}"),
            false => {
                let at = Vec2::new(3e8, 0.0);
                assert!(
                    matches!(error, PixelError::TooCoarse { entity, at: to } if entity == coarse && to != at),
                    "{error:?}"
                );
                assert!(text.contains("2^23"));
            }
        }
        assert_eq!(scene.app.world().get::<Transform>(entity).unwrap().translation, Vec3::ZERO);
        assert_eq!(scene.bounds(), before);
    }
    let carried = scene.call(flat, move |mover, transform| mover.carry(flat, transform, by, None));
    assert_eq!(carried, Err(PixelError::FlatParent(flat)));
}
